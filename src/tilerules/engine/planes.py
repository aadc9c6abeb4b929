"""Observations as numbers, for programs that learn: planes of fixed lengths and ranges.

Seats are told from the viewer on: first the viewer, then the seat after it, and so on round the
table; to a spectator seat 0 comes first.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeAlias

import attrs

from tilerules import registry
from tilerules.engine.positions import Observation, Rules
from tilerules.engine.shared.rules import BROKEN_OFF


@attrs.frozen
class Plane:
    """A run of numbers that say one kind of thing.

    Attributes:
        name: of the plane, as `owners`.
        length: how many numbers there are.
        low: none of them is less.
        high: nor more.
        meaning: what they say, and what they run through.
        each: the last things that they run through, by name, as cells or kinds of cards; empty
            where these are seats, piles, or one thing alone.

    >>> import tilerules as tr
    >>> plane = tr.planes(tr.load("tulips"), 2)[2]
    >>> plane.name, plane.length, plane.each
    ('stage', 3, ('start', 'first', 'second'))
    """

    name: str
    length: int
    low: float
    high: float
    meaning: str
    each: tuple[str, ...] = ()


Filled: TypeAlias = "Iterable[tuple[int, float]]"
"""Places among the numbers of a part, and what is added there."""


@attrs.frozen
class Part:
    """Planes, one after another, that are filled together; what is not filled is 0.

    Attributes:
        planes: in their order.
        fill: called with an observation; the places among the numbers of these planes, from 0, and
            what is added there.

    >>> from tilerules import Plane
    >>> from tilerules.engine.planes import Part
    >>> plane = Plane("left", 1, 0, 18, "how many pebbles are left")
    >>> Part((plane,), lambda seen: [(0, seen.taken.count(None))]).planes[0].high
    18
    """

    planes: tuple[Plane, ...]
    fill: Callable[[Any], Filled]


@attrs.frozen
class Layout:
    """All planes of some rules.

    Attributes:
        length: how many numbers they are together.
        parts: each with the place of its first number.
    """

    planes: tuple[Plane, ...]
    length: int
    parts: tuple[tuple[int, Part], ...]


def planes_of(rules: Rules) -> tuple[Plane, ...]:
    """The planes of all observations under some rules, one after another."""
    return _layout(rules).planes


def numbers_of(observation: Observation) -> array[float]:
    """An observation as one number after another, plane after plane, each within its range."""
    layout = _layout(observation.rules)
    numbers = array("f", bytes(4 * layout.length))
    for start, part in layout.parts:
        for place, number in part.fill(observation):
            numbers[start + place] += number
    return numbers


def _layout(rules: Rules) -> Layout:
    layout: Layout = rules.ruleset.table(("planes", rules.seats), lambda: _laid_out(rules))
    return layout


def _laid_out(rules: Rules) -> Layout:
    parts: list[tuple[int, Part]] = []
    length = 0
    for part in registry.room(rules.ruleset.game, "planes").parts(rules):
        parts.append((length, part))
        length += sum(plane.length for plane in part.planes)
    planes = tuple(plane for _, part in parts for plane in part.planes)
    return Layout(planes, length, tuple(parts))


# ---- what games build planes of -------------------------------------------------------------


def from_viewer(observation: Observation, seat: int) -> int:
    """How many seats after the viewer a seat sits; after seat 0 if a spectator looks.

    >>> import tilerules as tr
    >>> from tilerules.engine.planes import from_viewer
    >>> state = tr.new_game(tr.load("tulips"), 3, seed=1)
    >>> from_viewer(tr.observe(state, 2), 0), from_viewer(tr.observe(state, None), 2)
    (1, 2)
    """
    return (seat - (observation.viewer or 0)) % observation.seats


def seats_from_viewer(observation: Observation) -> Iterator[int]:
    """The seats in the order in which they are told.

    >>> import tilerules as tr
    >>> from tilerules.engine.planes import seats_from_viewer
    >>> state = tr.new_game(tr.load("tulips"), 3, seed=1)
    >>> [*seats_from_viewer(tr.observe(state, 2))]
    [2, 0, 1]
    """
    first = observation.viewer or 0
    return ((first + after) % observation.seats for after in range(observation.seats))


def single(plane: Plane, fill: Callable[[Any], Filled]) -> Part:
    """A part of one plane.

    >>> from tilerules import Plane
    >>> from tilerules.engine.planes import single
    >>> plane = Plane("ply", 1, 0, 50, "how many moves were made")
    >>> single(plane, lambda seen: [(0, seen.ply)]).planes == (plane,)
    True
    """
    return Part((plane,), fill)


def within(plane: Plane, number: float) -> float:
    """A number, or the end of the plane's range that it lies beyond.

    >>> from tilerules import Plane
    >>> from tilerules.engine.planes import within
    >>> plane = Plane("ply", 1, 0, 50, "how many moves were made; 50 for more")
    >>> within(plane, 7), within(plane, 51)
    (7, 50)
    """
    return min(max(number, plane.low), plane.high)


def common(
    rules: Rules,
    stages: Sequence[str],
    stage: Callable[[Any], int],
    *,
    most_turns: int = 0,
) -> list[Part]:
    """The planes that all games begin with: who looks, what is due, and what is counted.

    Args:
        rules: whose planes they are.
        stages: what can be due, in words.
        stage: which of them is due in an observation of a game that goes on.
        most_turns: after how many turns the rules of the game look at their number.

    >>> import tilerules as tr
    >>> from tilerules.engine.planes import common
    >>> from tilerules.engine.positions import rules_for
    >>> parts = common(rules_for(tr.load("tulips"), 2), ["turn"], lambda seen: 0)
    >>> [plane.name for part in parts for plane in part.planes]
    ['viewer', 'to_move', 'stage']
    """
    seats = rules.seats
    looks = Plane("viewer", seats, 0, 1, "1 for the viewer: each seat from seat 0 on")
    to_move = Plane("to_move", seats, 0, 1, "1 for the seat to move: each seat from the viewer on")
    due = Plane("stage", len(stages), 0, 1, "1 for what is due: each stage", tuple(stages))

    def is_to_move(seen: Observation) -> Filled:
        return () if seen.to_move is None else ((from_viewer(seen, seen.to_move), 1),)

    return [
        single(looks, lambda seen: () if seen.viewer is None else ((seen.viewer, 1),)),
        single(to_move, is_to_move),
        single(due, lambda seen: () if seen.is_over else ((stage(seen), 1),)),
        *_turns(rules, most_turns),
        *_tallied(rules),
    ]


def _turns(rules: Rules, most: int) -> Iterator[Part]:
    """How many turns are finished, if the end may depend on it."""
    ends = rules.shared.ends
    if "rounds" in (*ends.any_of, *ends.all_of):
        most = max(most, (ends.rounds or 0) * rules.seats)
    if most:
        meaning = f"how many turns are finished; {most} for more"
        plane = Plane("turns", 1, 0, most, meaning)
        yield single(plane, lambda seen: ((0, within(plane, seen.turns)),))


def _tallied(rules: Rules) -> Iterator[Part]:
    """How often seats have used what the card limits, and how many turns are left."""
    for use in rules.shared.uses:
        meaning = f"how often in this {use.within}: each seat from the viewer on"
        yield _used(use.thing, Plane(f"used.{use.thing}", rules.seats, 0, use.times, meaning))
    if rules.shared.ends.round != BROKEN_OFF:
        meaning = "how many turns are left once the end has come; -1 before"
        left = Plane("turns_left", 1, -1, rules.seats, meaning)
        yield single(left, lambda seen: ((0, -1 if seen.turns_left is None else seen.turns_left),))


def _used(thing: str, plane: Plane) -> Part:
    def fill(seen: Observation) -> Filled:
        return enumerate(seen.used[seat][thing] for seat in seats_from_viewer(seen))

    return single(plane, fill)
