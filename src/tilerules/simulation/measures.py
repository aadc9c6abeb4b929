"""What a summary says of all games: means and shares, with their intervals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import floor, lcm, log10, sqrt
from typing import TYPE_CHECKING, TypeVar

import attrs

from tilerules.simulation import estimates
from tilerules.simulation.estimates import Estimate, Sample
from tilerules.wording import listed, shortened

if TYPE_CHECKING:
    from tilerules.simulation.comparison import Change
    from tilerules.simulation.summary import Distribution, Summary

TITLES = {
    "plies": "moves in a game",
    "turns": "turns in a game",
    "branching": "legal moves per ply",
    "points": "points",
    "win_share": "wins",
    "cut_short": "games cut short",
}
"""What people call each measure."""
SHARES = ("win_share", "cut_short")
MOST_DECIMALS = 6


@attrs.frozen
class Measure:
    """Something measured on games, as one number with its interval.

    Attributes:
        name: its name for programs: `plies` and `turns` of a game; `branching`, the legal moves per
            ply; `points` of a seat at the end; `win_share`, the share of wins of a seat, to whom a
            win counts 1/k that k seats share; `cut_short`, the share of games that a limit ended.
        seat: the seat it is about; None for all.
        estimate: what it is, and where it is likely to lie in all games; shares go from 0 to 1.
        sample: the mean, the variance over games, and how many games there were.

    >>> import tilerules as tr
    >>> done = tr.simulate(tr.load("tulips"), 2, 20, tr.uniform, seed=1)
    >>> share = done.measure("win_share", 0)
    >>> share.title, share.is_share, 0 <= share.estimate.value <= 1
    ('wins of seat 0', True, True)
    """

    name: str
    seat: int | None
    estimate: Estimate
    sample: Sample

    @property
    def is_share(self) -> bool:
        """Whether it is a share of games, from 0 to 1."""
        return self.name in SHARES

    @property
    def title(self) -> str:
        """What it is called, as `points of seat 0`."""
        title = TITLES[self.name]
        return title if self.seat is None else f"{title} of seat {self.seat}"

    @property
    def deviation(self) -> float | None:
        """The standard deviation over games; None for a single game."""
        return None if self.sample.variance is None else sqrt(self.sample.variance)


Named = TypeVar("Named", bound="Measure | Change")


def named(found: Iterable[Named], name: str, seat: int | None) -> Named:
    """The one with a name, and about a seat; `ValueError` if there is none."""
    about = {(each.name, each.seat): each for each in found}
    if (name, seat) not in about:
        known = (of if of_seat is None else f"{of} of seat {of_seat}" for of, of_seat in about)
        what = shortened(name) if seat is None else f"{shortened(name)} of seat {shortened(seat)}"
        raise ValueError(f"there is no measure {what}; there are {listed(known) or 'none'}")
    return about[name, seat]


def measured(summary: Summary) -> Iterator[Measure]:
    """The measures of a summary in their order; none of no games."""
    if not summary.games:
        return
    for name, counted in (("plies", summary.plies), ("turns", summary.turns)):
        yield _mean(name, None, counted)
    sample = _per_ply(summary)
    yield Measure("branching", None, estimates.mean(sample), sample)
    for seat, counted in enumerate(summary.points):
        yield _mean("points", seat, counted)
    for seat, wins in enumerate(summary.wins):
        yield _share("win_share", seat, wins, summary.games)
    yield _share("cut_short", None, ((1, summary.cut_short),), summary.games)


def _mean(name: str, seat: int | None, counted: Distribution) -> Measure:
    """The mean of whole numbers, each with how many games had it."""
    sample = _sample(counted)
    return Measure(name, seat, estimates.mean(sample), sample)


def _share(name: str, seat: int | None, counted: Distribution, games: int) -> Measure:
    """A share of games, of which some count as a half, a third and so on."""
    whole = lcm(*(of for of, _ in counted))
    none = games - sum(number for _, number in counted)
    sample = _sample([*((whole // of, number) for of, number in counted), (0, none)], whole)
    return Measure(name, seat, estimates.share(sample), sample)


def _sample(counted: Iterable[tuple[int, int]], unit: int = 1) -> Sample:
    """Whole numbers of a part of a unit as a sample; all sums are whole, and so not rounded."""
    games = total = squares = 0
    for value, number in counted:
        games += number
        total += value * number
        squares += value**2 * number
    over, pairs = games * squares - total**2, games * (games - 1)
    return Sample(total / (games * unit), over / (pairs * unit**2) if pairs else None, games)


def _per_ply(summary: Summary) -> Sample:
    """The legal moves per ply as a ratio of two means over games.

    A long game has more plies than a short one, and so a greater part in the ratio; its variance
    is, to the first order, that of what each game has over and above the ratio times its plies, in
    units of the mean number of plies (Cochran, Sampling Techniques, 1977, section 6.3).
    """
    games, choices = summary.games, summary.choices
    plies = sum(value * number for value, number in summary.plies) or 1  # 0 of none are 0 of one
    squares = sum(value**2 * number for value, number in summary.plies)
    ratio = Fraction(choices.total, plies)
    over = choices.squares - 2 * ratio * choices.products + ratio**2 * squares
    variance = float(over / (games - 1) / Fraction(plies, games) ** 2) if games > 1 else None
    return Sample(float(ratio), variance, games)


# ---- for people -----------------------------------------------------------------------------


def decimals(estimate: Estimate) -> int:
    """How many decimals tell the ends of an interval apart: two, or more if it is short."""
    reach = estimate.ends[1] - estimate.ends[0] if estimate.ends else 0
    return min(MOST_DECIMALS, max(2, -floor(log10(reach)))) if reach else 2


def number_in_words(value: float, *, share: bool, signed: bool = False, decimals: int = 2) -> str:
    """A number for people: shares in percent, and a difference of shares in percentage points."""
    sign = "+" if signed else ""
    if share:
        return f"{value * 100:{sign}z.1f} {'pp' if signed else '%'}"
    return f"{value:{sign}z.{decimals}f}"


def interval_in_words(
    estimate: Estimate, *, share: bool, signed: bool = False, decimals: int = 2
) -> str:
    """An interval for people, as `1.00 to 2.00`.

    It is `unknown` if one game tells nothing of it, and `always` if no game differs from another.
    """
    if estimate.ends is None:
        return "unknown"
    if estimate.low == estimate.high:
        return "always"
    low, high = (
        number_in_words(end, share=share, signed=signed, decimals=decimals) for end in estimate.ends
    )
    return f"{low.removesuffix(' pp').removesuffix(' %')} to {high}"
