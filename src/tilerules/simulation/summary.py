"""What many games came to: whole numbers, which add up the same in any order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TypeAlias

import attrs

from tilerules import library
from tilerules.simulation.playing import Game

Distribution: TypeAlias = tuple[tuple[int, int], ...]
"""Pairs of a value and of the number of games that had it, the smallest value first."""


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


@attrs.frozen
class Summary:
    """What many games came to, seat by seat.

    Attributes:
        ruleset: the id of the ruleset.
        digest: its digest.
        seats: how many seats there are.
        policies: what sat at each of them, in words.
        seed: what the seeds of all games are drawn from; of bytes, in words.
        played: the numbers of the games, from 0, as ranges of a first one and one behind the last.
        plies: by how many moves the games had.
        turns: by how many turns they had.
        points: for each seat, by how many points it had at the end.
        wins: for each seat, the games that it won, by how many seats shared the first place.
        cut_short: how many games a limit ended.
        choices: how many moves were legal.
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


def joined(one: Summary, other: Summary) -> Summary:
    """The summary of the games of two summaries, which have none in common."""
    return attrs.evolve(
        one,
        played=_runs([*one.played, *other.played]),
        plies=_added(one.plies, other.plies),
        turns=_added(one.turns, other.turns),
        points=tuple(map(_added, one.points, other.points)),
        wins=tuple(map(_added, one.wins, other.wins)),
        cut_short=one.cut_short + other.cut_short,
        choices=one.choices + other.choices,
    )


def _runs(ranges: Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Ranges in their order, those that touch as one."""
    found: list[tuple[int, int]] = []
    for start, stop in sorted(ranges):
        if found and found[-1][1] == start:
            start = found.pop()[0]
        found.append((start, stop))
    return tuple(found)


def _added(one: Distribution, other: Distribution) -> Distribution:
    return _ordered(Counter(dict(one)) + Counter(dict(other)))


@attrs.define(eq=False)
class Counts:
    """What is counted while games are played in a row; the fields are those of a `Summary`."""

    points: list[Counter[int]]
    wins: list[Counter[int]]
    plies: Counter[int] = attrs.field(factory=Counter)
    turns: Counter[int] = attrs.field(factory=Counter)
    cut_short: int = 0
    choices: Choices = Choices()

    @classmethod
    def of(cls, seats: int) -> Counts:
        """The counts of no games."""
        return cls([Counter() for _ in range(seats)], [Counter() for _ in range(seats)])

    def add(self, game: Game) -> None:
        """Count one more game."""
        outcome = library.outcome(game.end)
        assert outcome is not None, "a game that was played out is over"
        for sheet, points in zip(library.score(game.end), self.points, strict=True):
            points[sheet.total] += 1
        for seat in outcome.winners:
            self.wins[seat][len(outcome.winners)] += 1
        self.plies[game.plies] += 1
        self.turns[game.end.turns] += 1
        self.cut_short += outcome.cut_short
        self.choices += Choices(game.offered, game.offered**2, game.offered * game.plies)

    def summary(self, none: Summary, games: range) -> Summary:
        """The summary of these games, from one of no games."""
        return attrs.evolve(
            none,
            played=((games.start, games.stop),) if games else (),
            plies=_ordered(self.plies),
            turns=_ordered(self.turns),
            points=tuple(map(_ordered, self.points)),
            wins=tuple(map(_ordered, self.wins)),
            cut_short=self.cut_short,
            choices=self.choices,
        )


def _ordered(counter: Counter[int]) -> Distribution:
    return tuple(sorted(counter.items()))
