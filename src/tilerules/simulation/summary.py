"""What many games came to: whole numbers, which add up the same in any order."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any, TypeAlias

import attrs

from tilerules import library
from tilerules.data import formats
from tilerules.data.columns import columns
from tilerules.data.html import table
from tilerules.data.source import LARGEST, Source, said
from tilerules.data.text import Data
from tilerules.engine.positions import State
from tilerules.ruleset.values import thawed
from tilerules.simulation.measures import (
    Measure,
    interval_in_words,
    measured,
    named,
    number_in_words,
)
from tilerules.simulation.playing import LONGEST_NAME, Game
from tilerules.wording import counted

Distribution: TypeAlias = tuple[tuple[int, int], ...]
"""Pairs of a value and of the number of games that had it, the smallest value first."""
MOST_SEATS = 100


@attrs.frozen
class Choices:
    """How many moves were legal, summed up so that their mean per ply has an interval.

    Attributes:
        total: the legal moves at all plies of all games.
        squares: the sum over games of the square of a game's legal moves.
        products: the sum over games of a game's legal moves times its plies.
    """

    total: int = 0
    squares: int = 0
    products: int = 0

    def __add__(self, other: Choices) -> Choices:
        return Choices(
            self.total + other.total,
            self.squares + other.squares,
            self.products + other.products,
        )


@attrs.frozen(repr=False)
class Summary(Data):
    """What many games came to, seat by seat.

    Attributes:
        ruleset: the id of the ruleset.
        digest: its digest.
        seats: how many seats there are.
        policies: what sat at each of them, in words.
        seed: what the seeds of all games are drawn from; of bytes, and of a number beyond 10**18,
            as a text, the digits hexadecimal: `bytes 0a1b`, `int de0b6b3a7640001`.
        played: the numbers of the games, from 0, as ranges of a first one and one behind the last.
        plies: by how many moves the games had.
        turns: by how many turns they had.
        points: for each seat, by how many points it had at the end.
        wins: for each seat, the games that it won, by how many seats shared the first place.
        cut_short: how many games a limit ended.
        choices: how many moves were legal.

    >>> import tilerules as tr
    >>> done = tr.simulate(tr.load("tulips"), 2, 20, tr.uniform, seed=1)
    >>> done
    <Summary of 20 games of tulips, 2 seats>
    >>> done.policies, sum(games for _, games in done.points[0])
    (('uniform', 'uniform'), 20)
    """

    ruleset: str
    digest: str
    seats: int
    policies: tuple[str, ...]
    seed: int | str
    played: tuple[tuple[int, int], ...] = ()
    plies: Distribution = ()
    turns: Distribution = ()
    points: tuple[Distribution, ...] = ()
    wins: tuple[Distribution, ...] = ()
    cut_short: int = 0
    choices: Choices = Choices()

    @property
    def games(self) -> int:
        """How many games were played."""
        return sum(stop - start for start, stop in self.played)

    @property
    def measures(self) -> tuple[Measure, ...]:
        """Means and shares of these games, with their intervals; none before a game was played.

        They are `plies`, `turns`, `branching`, `points` and `win_share` of each seat, `cut_short`.

        >>> import tilerules as tr
        >>> done = tr.simulate(tr.load("tulips"), 2, 20, tr.uniform, seed=1)
        >>> [measure.name for measure in done.measures if measure.seat is None]
        ['plies', 'turns', 'branching', 'cut_short']
        """
        return tuple(measured(self))

    def measure(self, name: str, seat: int | None = None) -> Measure:
        """The measure of a name, and of a seat where each has one.

        `ValueError` if there is none, as before a game was played.

        >>> import tilerules as tr
        >>> done = tr.simulate(tr.load("tulips"), 2, 20, tr.uniform, seed=1)
        >>> done.measure("turns").estimate.value
        24.0
        """
        return named(self.measures, name, seat)

    def __repr__(self) -> str:
        games, seats = counted(self.games, "game"), counted(self.seats, "seat")
        return f"<Summary of {games} of {self.ruleset}, {seats}>"

    def _table(self) -> tuple[str, Sequence[str], Iterable[Sequence[object]]]:
        """The measures: caption, heads and rows."""
        caption = f"{self.ruleset}, {counted(self.games, 'game')}: {', '.join(self.policies)}"
        return caption, MEASURED, in_rows(self)

    def __str__(self) -> str:
        return columns(*self._table())

    def _repr_html_(self) -> str:
        """The measures, for a notebook."""
        return table(*self._table())

    def to_data(self) -> dict[str, Any]:
        """The summary as JSON data, all in whole numbers."""
        fields = {field.name: getattr(self, field.name) for field in attrs.fields(Summary)}
        return {
            "format": formats.newest(),
            **{name: thawed(value) for name, value in fields.items()},
            "choices": attrs.asdict(self.choices),
        }

    @classmethod
    def from_data(cls, data: object) -> Summary:
        """The reverse of `to_data`; `InvalidData` names the place of what cannot be."""
        source = Source(data).of("summary")
        summary = _summary_from(source)
        _check(summary, source)
        return summary


MEASURED = ("measure", "value", "95 % interval")


def in_rows(summary: Summary) -> list[tuple[str, str, str]]:
    """The measures for people, with what stands in `MEASURED`."""
    return [
        (
            measure.title,
            number_in_words(measure.estimate.value, share=measure.is_share),
            interval_in_words(measure.estimate, share=measure.is_share),
        )
        for measure in summary.measures
    ]


def joined(one: Summary, other: Summary) -> Summary:
    """The summary of the games of two summaries, which have none in common."""
    return attrs.evolve(
        one,
        played=joined_ranges([*one.played, *other.played]),
        plies=_added(one.plies, other.plies),
        turns=_added(one.turns, other.turns),
        points=tuple(map(_added, one.points, other.points)),
        wins=tuple(map(_added, one.wins, other.wins)),
        cut_short=one.cut_short + other.cut_short,
        choices=one.choices + other.choices,
    )


def joined_ranges(ranges: Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Ranges in their order, those that touch as one."""
    found: list[tuple[int, int]] = []
    for start, stop in sorted(ranges):
        if found and found[-1][1] == start:
            start = found.pop()[0]
        found.append((start, stop))
    return tuple(found)


def _added(one: Distribution, other: Distribution) -> Distribution:
    return _ordered(Counter(dict(one)) + Counter(dict(other)))


def _ordered(counter: Counter[int]) -> Distribution:
    return tuple(sorted(counter.items()))


# ---- from games -----------------------------------------------------------------------------


@attrs.frozen
class Result:
    """What is counted of a game that is over.

    Attributes:
        offered: how many moves were legal, added up over all plies.
    """

    plies: int
    turns: int
    points: tuple[int, ...]
    winners: tuple[int, ...]
    cut_short: bool
    offered: int

    @classmethod
    def of(cls, game: Game[State]) -> Result:
        """What is counted of a game."""
        outcome = library.outcome(game.end)
        assert outcome is not None, "a game that was played out is over"
        points = tuple(sheet.total for sheet in library.score(game.end))
        turns, cut_short = game.end.turns, outcome.cut_short
        return cls(game.plies, turns, points, outcome.winners, cut_short, game.offered)


def summed_up(none: Summary, first: int, results: Sequence[Result]) -> Summary:
    """The summary of games in a row, from that of no games and the number of the first one."""
    seats = range(none.seats)
    return attrs.evolve(
        none,
        played=((first, first + len(results)),) if results else (),
        plies=_counted(each.plies for each in results),
        turns=_counted(each.turns for each in results),
        points=tuple(_counted(each.points[seat] for each in results) for seat in seats),
        wins=tuple(
            _counted(len(each.winners) for each in results if seat in each.winners)
            for seat in seats
        ),
        cut_short=sum(each.cut_short for each in results),
        choices=Choices(
            sum(each.offered for each in results),
            sum(each.offered**2 for each in results),
            sum(each.offered * each.plies for each in results),
        ),
    )


def _counted(values: Iterable[int]) -> Distribution:
    return _ordered(Counter(values))


def told_seed(seed: int | bytes) -> int | str:
    """A seed as a summary tells it."""
    if isinstance(seed, bytes):
        return f"bytes {seed.hex()}"
    return seed if abs(seed) <= LARGEST else f"int {seed:x}"


# ---- from data ------------------------------------------------------------------------------


def _summary_from(source: Source) -> Summary:
    """The summary in data, each entry by itself; whether they fit one another is not looked at."""
    source.keys(("format", *(field.name for field in attrs.fields(Summary))))
    digest = source.entry("digest")
    if not re.fullmatch("[0-9a-f]{64}", digest.text()):
        raise digest.fault(f"expected 64 hexadecimal digits, not {said(digest.value)}")
    seats = source.entry("seats").whole(1, MOST_SEATS)
    by_seat = {key: source.entry(key).exactly(seats, "seat") for key in ("points", "wins")}
    policies = source.entry("policies").exactly(seats, "name")
    choices = source.entry("choices")
    choices.keys([field.name for field in attrs.fields(Choices)])
    ruleset = source.entry("ruleset")
    if not re.fullmatch(r"[a-z][a-z0-9-]*(\+[a-z][a-z0-9-]*)*", ruleset.text()):
        raise ruleset.fault(f"expected the id of a ruleset, not {said(ruleset.value)}")
    return Summary(
        ruleset=ruleset.text(),
        digest=digest.text(),
        seats=seats,
        policies=tuple(each.line(LONGEST_NAME) for each in policies),
        seed=_seed_from(source.entry("seed")),
        played=_played_from(source.entry("played")),
        plies=_distribution_from(source.entry("plies"), 0),
        turns=_distribution_from(source.entry("turns"), 0),
        points=tuple(_distribution_from(each, -LARGEST) for each in by_seat["points"]),
        wins=tuple(_distribution_from(each, 1, seats) for each in by_seat["wins"]),
        cut_short=source.entry("cut_short").whole(0, LARGEST),
        choices=Choices(
            choices.entry("total").whole(0, LARGEST),
            choices.entry("squares").whole(0, LARGEST**2),
            choices.entry("products").whole(0, LARGEST**2),
        ),
    )


def _seed_from(source: Source) -> int | str:
    if not isinstance(source.value, str):
        return source.whole(-LARGEST, LARGEST)
    if not re.fullmatch("bytes ([0-9a-f]{2})*|int -?[0-9a-f]+", source.value):
        raise source.fault(
            "expected a whole number, or `bytes` or `int` before hexadecimal digits, "
            f"not {said(source.value)}"
        )
    return source.value


def _played_from(source: Source) -> tuple[tuple[int, int], ...]:
    """Ranges of numbers, none of which touch."""
    found: list[tuple[int, int]] = []
    for each in source.items():
        first, behind = each.exactly(2, "number")
        start = first.whole(found[-1][1] + 1 if found else 0, LARGEST)
        found.append((start, behind.whole(start + 1, LARGEST)))
    return tuple(found)


def _distribution_from(source: Source, low: int, high: int = LARGEST) -> Distribution:
    """Values that ascend, each with a number of games."""
    found: list[tuple[int, int]] = []
    for each in source.items():
        value, games = each.exactly(2, "number")
        found.append((value.whole(low, high), games.whole(1, LARGEST)))
        low = found[-1][0] + 1
    return tuple(found)


def _check(summary: Summary, source: Source) -> None:
    """The entries of a summary fit one another."""
    of_seats = [(f"points[{seat}]", points) for seat, points in enumerate(summary.points)]
    for key, distribution in (("plies", summary.plies), ("turns", summary.turns), *of_seats):
        if (total := sum(games for _, games in distribution)) != summary.games:
            raise source.fault_at(key, f"adds up to {counted(total, 'game')}, not {summary.games}")
    shared = Counter[int]()
    for sharing, games in chain.from_iterable(summary.wins):
        shared[sharing] += games
    won = sum(games // sharing for sharing, games in shared.items())
    if any(games % sharing for sharing, games in shared.items()) or won > summary.games:
        raise source.fault_at("wins", f"{summary.games} games cannot have been won so")
    if any(games > shared[k] // k for wins in summary.wins for k, games in wins):
        raise source.fault_at("wins", "a seat has more wins than there were")
    if summary.cut_short > summary.games:
        raise source.fault_at("cut_short", f"there were {counted(summary.games, 'game')}")
    if not _plausible(summary):
        raise source.fault_at("choices", "no games of such plies can have had them")


def _plausible(summary: Summary) -> bool:
    """Whether there are games with these sums: a move at each ply, and no square below zero."""
    choices = summary.choices
    plies = sum(value * games for value, games in summary.plies)
    squares = sum(value**2 * games for value, games in summary.plies)
    return (
        choices.total >= plies
        and choices.squares >= choices.products >= squares
        and choices.total**2 <= summary.games * choices.squares
        and choices.products**2 <= squares * choices.squares
    )
