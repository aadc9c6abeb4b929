"""Two rulesets side by side: the rules in which they differ, and what that does to the game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from concurrent.futures import Executor
from typing import Any

import attrs

from tilerules.data import formats
from tilerules.data.columns import columns
from tilerules.data.html import table
from tilerules.data.text import written
from tilerules.engine.positions import rules_for
from tilerules.errors import SimulationInterrupted
from tilerules.ruleset.differences import Difference, diff
from tilerules.ruleset.ruleset import Ruleset
from tilerules.ruleset.values import thawed
from tilerules.simulation import estimates
from tilerules.simulation.estimates import Estimate
from tilerules.simulation.measures import (
    Measure,
    decimals,
    interval_in_words,
    named,
    number_in_words,
)
from tilerules.simulation.playing import Policies
from tilerules.simulation.running import Progress, check_given, simulate
from tilerules.simulation.summary import Summary, told_seed
from tilerules.table.shuffle import Stream
from tilerules.wording import counted

HEADS = ("measure", "A", "B", "B less A", "interval", "effect")


@attrs.frozen
class Change:
    """A measure under two rulesets, and what changes from the first to the second.

    Attributes:
        a: the measure under the first.
        b: that under the second.
        difference: the second less the first.
        effect: the difference as an effect size: Hedges' g of means, Cohen's h of shares; None
            where no game differs from another of its ruleset, or there is a single one.

    >>> import tilerules as tr
    >>> done = tr.compare(tr.load("tulips"), tr.load("tulips-thanks"), 2, 20, tr.uniform, seed=1)
    >>> change = done.change("points", 1)
    >>> change.difference.value == change.b.estimate.value - change.a.estimate.value
    True
    """

    a: Measure
    b: Measure
    difference: Estimate
    effect: Estimate | None

    @property
    def name(self) -> str:
        """The name of the measure for programs."""
        return self.a.name

    @property
    def seat(self) -> int | None:
        """The seat it is about; None for all."""
        return self.a.seat

    @property
    def is_clear(self) -> bool:
        """Whether the interval of the difference leaves 0 out."""
        return self.difference.excludes(0)

    @property
    def size(self) -> str | None:
        """The effect size in a word: `negligible`, `small`, `medium` or `large`."""
        return None if self.effect is None else estimates.effect_in_words(self.effect.value)


def change(a: Measure, b: Measure) -> Change:
    """What changes in a measure."""
    effect: Estimate | None
    if a.is_share:
        difference = estimates.share_difference(a.estimate, b.estimate)
        effect = estimates.share_effect(a.estimate, b.estimate, difference)
    else:
        difference = estimates.mean_difference(a.sample, b.sample)
        effect = estimates.mean_effect(a.sample, b.sample, difference)
    return Change(a, b, difference, effect)


@attrs.frozen
class Comparison:
    """Two rulesets side by side, as `compare` gives them.

    Attributes:
        a: what the games of the first came to.
        b: what those of the second came to.
        titles: of both, for people.
        seed: what the seeds of all games are drawn from; of bytes, in words.
        differences: the rules that differ with this number of seats.

    >>> import tilerules as tr
    >>> done = tr.compare(tr.load("tulips"), tr.load("tulips-thanks"), 2, 20, tr.uniform, seed=1)
    >>> done.players, done.a.games, done.titles[1]
    ('uniform at every seat', 20, 'Gift of Tulips, with thanks')
    """

    a: Summary
    b: Summary
    titles: tuple[str, str]
    seed: int | str
    differences: tuple[Difference, ...]

    @property
    def players(self) -> str:
        """What sat at the seats, in words."""
        policies = self.a.policies
        return ", ".join(policies) if len({*policies}) > 1 else f"{policies[0]} at every seat"

    @property
    def changes(self) -> tuple[Change, ...]:
        """Each measure under both rulesets, in the order of `Summary.measures`."""
        return tuple(map(change, self.a.measures, self.b.measures))

    def change(self, name: str, seat: int | None = None) -> Change:
        """What changes in the measure of a name, and of a seat where each has one.

        `ValueError` if there is none.
        """
        return named(self.changes, name, seat)

    def to_data(self) -> dict[str, Any]:
        """The comparison as JSON data, for other programs: a report, which is not read back.

        Under `a` and `b` stand both summaries, which `Summary.from_data` reads.
        """
        return {
            "format": formats.newest(),
            "seed": self.seed,
            "titles": list(self.titles),
            "a": self.a.to_data(),
            "b": self.b.to_data(),
            "differences": [thawed(attrs.asdict(each)) for each in self.differences],
            "changes": list(map(_change_data, self.changes)),
        }

    def to_json(self) -> str:
        """The comparison as JSON text in ASCII, always the same for the same value."""
        return written(self.to_data())

    def _table(self) -> tuple[str, Sequence[str], Iterable[Sequence[object]]]:
        """The measures side by side: caption, heads and rows."""
        games = f"{counted(self.a.games, 'game')} and {counted(self.b.games, 'game')}"
        caption = f"A: {self.titles[0]}, B: {self.titles[1]}; {games}, intervals of 95 %"
        return caption, HEADS, map(told, self.changes)

    def __str__(self) -> str:
        return columns(*self._table())

    def _repr_html_(self) -> str:
        """The measures side by side, for a notebook."""
        return table(*self._table())

    def html(self) -> str:
        """One page of HTML, with plots, that needs nothing from elsewhere.

        `ModuleNotFoundError` where the extra `plots` is not installed.
        """
        from tilerules.simulation.page import page

        return page(self)


def compare(
    a: Ruleset,
    b: Ruleset,
    seats: int,
    games: int,
    policies: Policies,
    *,
    seed: int | bytes,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Comparison:
    """Play many games by each of two rulesets, and put side by side what they came to.

    All games of both have seeds of their own, so that the two samples are independent, also when a
    ruleset is compared with itself.

    Args:
        a: the rules that are compared with.
        b: those whose differences from `a` are looked at, as a house rule.
        seats: how many seats there are.
        games: how many games are played by each.
        policies: one for each seat, or one that sits at all of them.
        seed: what the seeds of all games are drawn from.
        executor: what plays the games, as for `simulate`.
        progress: called, here, with the number of games that are over and that of all.

    `ValueError` for rules of different games; otherwise the errors of `simulate`. A
    `SimulationInterrupted` while the second ruleset is played has the summary of the first as its
    `earlier`.

    >>> import tilerules as tr
    >>> base, house = tr.load("tulips"), tr.load("tulips-thanks")
    >>> done = tr.compare(base, house, 2, 20, tr.uniform, seed=1)
    >>> [each.key for each in done.differences]
    ['scoring.giving.receiver', 'tie_breaks']
    >>> {change.name for change in done.changes if change.seat == 1} == {"points", "win_share"}
    True
    """
    if not (isinstance(a, Ruleset) and isinstance(b, Ruleset)):
        raise TypeError("compare takes two Rulesets, as load() gives them")
    check_given(executor, progress)
    diff(a, b)
    rules_for(b, seats)

    def play(ruleset: Ruleset, word: str, before: int) -> Summary:
        def shown(done: int, _: int) -> None:
            if progress:
                progress(before + done, 2 * games)

        own = Stream(seed, f"compare {word}").seed()
        return simulate(
            ruleset, seats, games, policies, seed=own, executor=executor, progress=shown
        )

    first = play(a, "a", 0)
    try:
        second = play(b, "b", games)
    except SimulationInterrupted as error:
        raise SimulationInterrupted(error.summary, error.games, error.problem, first) from error
    return side_by_side(a, b, first, second, seed)


def side_by_side(
    a: Ruleset, b: Ruleset, of_a: Summary, of_b: Summary, seed: int | bytes
) -> Comparison:
    """The comparison of two rulesets whose games have been played."""
    differences = tuple(
        each for each in diff(a, b) if of_a.seats in each.seats and each.key != "players"
    )
    return Comparison(of_a, of_b, (a.title, b.title), told_seed(seed), differences)


# ---- for people, and for programs -----------------------------------------------------------


def told(change: Change) -> tuple[str, ...]:
    """What people are told of a change, in the order of `HEADS`; a star marks what is clear."""
    share, difference = change.a.is_share, change.difference
    digits = decimals(difference)
    signed = number_in_words(difference.value, share=share, signed=True, decimals=digits)
    return (
        change.a.title,
        number_in_words(change.a.estimate.value, share=share, decimals=digits),
        number_in_words(change.b.estimate.value, share=share, decimals=digits),
        f"{signed} *" if change.is_clear else signed,
        interval_in_words(difference, share=share, decimals=digits).removesuffix(" %"),
        f"{change.effect.value:+z.2f} {change.size}" if change.effect else "",
    )


def _change_data(change: Change) -> dict[str, Any]:
    return {
        "name": change.name,
        "seat": change.seat,
        "a": _measure_data(change.a),
        "b": _measure_data(change.b),
        "difference": _estimate_data(change.difference),
        "effect": change.effect and _estimate_data(change.effect),
        "size": change.size,
        "clear": change.is_clear,
    }


def _measure_data(measure: Measure) -> dict[str, Any]:
    return {**_estimate_data(measure.estimate), "deviation": measure.deviation}


def _estimate_data(estimate: Estimate) -> dict[str, Any]:
    return {"value": estimate.value, "low": estimate.low, "high": estimate.high}
