"""The values in which two rulesets differ."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from tilerules.ruleset.ruleset import Origin, Ruleset
from tilerules.ruleset.values import leaves


@attrs.frozen
class Difference:
    """A value that is not the same in two rulesets.

    Attributes:
        key: its path of keys.
        seats: the numbers of players with which it differs so.
        a: the value in the first ruleset; None where it has none.
        b: that in the second.
        a_origin: where the first was set; None where there is none.
        b_origin: where the second was set.

    >>> import tilerules as tr
    >>> [each] = tr.diff(tr.load("serendipity"), tr.load("serendipity-french"))
    >>> each.seats, each.a_origin.file, each.b_origin.file
    ((2, 3, 4, 5, 6), 'serendipity.yaml', 'serendipity-french.yaml')
    """

    key: str
    seats: tuple[int, ...]
    a: Any
    b: Any
    a_origin: Origin | None
    b_origin: Origin | None


def diff(a: Ruleset, b: Ruleset) -> tuple[Difference, ...]:
    """The values in which two rulesets of one game differ, each with where it was set.

    Numbers of players that only one of them is for are told by the key `players` alone.
    `ValueError` if they are rules of different games.

    >>> import tilerules as tr
    >>> [each] = tr.diff(tr.load("serendipity"), tr.load("serendipity-french"))
    >>> each.key, each.a, each.b
    ('scoring.carpet.joined_by', 'chain', 'never')
    """
    if not (isinstance(a, Ruleset) and isinstance(b, Ruleset)):
        raise TypeError("diff takes two Rulesets, as load() gives them")
    if a.game != b.game:
        raise ValueError(f"{a.id} is for {a.game}, and {b.id} for {b.game}: nothing compares")
    seats_of: dict[Difference, list[int]] = {}
    for seats in sorted({*a.seat_counts} & {*b.seat_counts}):
        for each in _differing(a, b, seats):
            seats_of.setdefault(each, []).append(seats)
    players = _players(a, b) if a.seat_counts != b.seat_counts else ()
    return (*players, *(attrs.evolve(d, seats=tuple(seats)) for d, seats in seats_of.items()))


def _players(a: Ruleset, b: Ruleset) -> Iterator[Difference]:
    key, both = "players", sorted({*a.seat_counts} | {*b.seat_counts})
    yield Difference(key, tuple(both), a.seat_counts, b.seat_counts, a.origin(key), b.origin(key))


def _differing(a: Ruleset, b: Ruleset, seats: int) -> Iterator[Difference]:
    mine, theirs = dict(leaves(a.values_for(seats))), dict(leaves(b.values_for(seats)))
    for key in dict.fromkeys((*mine, *theirs)):
        if mine.get(key) != theirs.get(key):
            yield Difference(
                key,
                (),
                mine.get(key),
                theirs.get(key),
                a.origin(key, seats=seats) if key in mine else None,
                b.origin(key, seats=seats) if key in theirs else None,
            )
