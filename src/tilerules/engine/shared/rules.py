"""What a card says in the blocks that all games share."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

import attrs

BROKEN_OFF = "broken_off"


@attrs.frozen
class Use:
    """How often each seat may do a thing, in the whole game or in one turn.

    Attributes:
        thing: its name in the card, under `uses`.
        times: how often.
        within: `game` or `turn`.

    >>> from tilerules.engine.shared.rules import shared
    >>> shared({"uses": {"look": {"times": 2}}}, 2).uses
    (Use(thing='look', times=2, within='game'),)
    """

    thing: str
    times: int
    within: Literal["game", "turn"]


@attrs.frozen
class Ends:
    """The conditions of the end, and what becomes of the round in which it comes.

    Attributes:
        any_of: of these one is enough.
        all_of: these end the game together; if there are any.
        points: that a side needs for the condition `points`.
        rounds: that are played for the condition `rounds`.
        round: whether the game is over at once.

    >>> from tilerules.engine.shared.rules import shared
    >>> shared({"end": {"any_of": ["rounds"], "rounds": 5}}, 2).ends.rounds
    5
    """

    any_of: tuple[str, ...]
    all_of: tuple[str, ...]
    points: int | None
    rounds: int | None
    round: Literal["broken_off", "finished", "one_more"]


@attrs.frozen
class Goal:
    """What one player has to reach, and words for results, from the lowest.

    Attributes:
        points: that are needed.
        ratings: pairs of the least points and the word for them, ascending.

    >>> from tilerules.engine.shared.rules import shared
    >>> shared({"goal": {"points": 30, "ratings": {40: "splendid", 30: "well done"}}}, 1).goal
    Goal(points=30, ratings=((30, 'well done'), (40, 'splendid')))
    """

    points: int
    ratings: tuple[tuple[int, str], ...]


@attrs.frozen
class Shared:
    """The shared blocks of a card for one number of seats.

    Attributes:
        handicaps: the points of each seat at the start, None where the card has none.
        sides: for each seat the lowest seat among it and its partners.
        uses: what each seat may do only so often.
        ends: when the game ends.
        goal: for one player alone.

    >>> from tilerules.engine.shared.rules import shared
    >>> blocks = shared({"partners": {"teams": {"red": [0, 2], "blue": [1, 3]}}}, 4)
    >>> blocks.sides, blocks.is_tallied
    ((0, 1, 0, 1), False)
    """

    handicaps: tuple[int | None, ...]
    sides: tuple[int, ...]
    uses: tuple[Use, ...]
    ends: Ends
    goal: Goal | None

    @property
    def is_tallied(self) -> bool:
        """Whether something is counted as the game goes on."""
        return bool(self.uses) or self.ends.round != BROKEN_OFF


def shared(card: Mapping[str, Any], seats: int) -> Shared:
    """What the values of a card for a number of seats say in the shared blocks.

    >>> import tilerules as tr
    >>> from tilerules.engine.shared.rules import shared
    >>> shared(tr.load("flowers").values_for(2), 2).ends.round
    'broken_off'
    """
    return Shared(
        handicaps=tuple(by_seat(card, "handicap", None, seats)),
        sides=sides_of(card.get("partners", {}).get("teams", {}), seats),
        uses=tuple(use_of(thing, use) for thing, use in card.get("uses", {}).items()),
        ends=ends_of(card.get("end", {})),
        goal=_goal(card["goal"]) if "goal" in card else None,
    )


def by_seat(card: Mapping[str, Any], key: str, usual: Any, seats: int) -> list[Any]:
    """A value for each seat: its own, or the usual one."""
    own = card.get("seats", {})
    return [own.get(str(seat), {}).get(key, usual) for seat in range(seats)]


def use_of(thing: str, block: Mapping[str, Any]) -> Use:
    """How often a thing may be done, as a block says it."""
    return Use(thing, block["times"], block.get("in", "game"))


def sides_of(teams: Mapping[str, Sequence[int]], seats: int) -> tuple[int, ...]:
    """For each seat the lowest seat among it and its partners."""
    side = {seat: min(team) for team in teams.values() for seat in team}
    return tuple(side.get(seat, seat) for seat in range(seats))


def together(sides: Sequence[int], numbers: Iterable[int]) -> list[int]:
    """For each seat, the number of its own and those of its partners, added up.

    >>> from tilerules.engine.shared.rules import together
    >>> together((0, 1, 0, 1), (5, 1, 2, 3))
    [7, 4, 7, 4]
    """
    sums = [0] * len(sides)
    for side, number in zip(sides, numbers, strict=True):
        sums[side] += number
    return [sums[side] for side in sides]


def stay_together(sides: Sequence[int]) -> bool:
    """Whether all have the partners that they had when everybody moves on by one seat.

    >>> from tilerules.engine.shared.rules import stay_together
    >>> stay_together((0, 1, 0, 1)), stay_together((0, 0, 2, 2))
    (True, False)
    """
    seats = range(len(sides))
    return all(
        (sides[seat] == sides[other]) == (sides[seat - 1] == sides[other - 1])
        for seat in seats
        for other in seats
    )


def ends_of(end: Mapping[str, Any]) -> Ends:
    """When a game ends, as a block says it."""
    return Ends(
        any_of=end.get("any_of", ()),
        all_of=end.get("all_of", ()),
        points=end.get("points"),
        rounds=end.get("rounds"),
        round=end.get("round", BROKEN_OFF),
    )


def _goal(goal: Mapping[str, Any]) -> Goal:
    ratings = ((int(least), word) for least, word in goal.get("ratings", {}).items())
    return Goal(goal["points"], tuple(sorted(ratings)))


def sizes_of(block: Mapping[str, Any] | None) -> tuple[tuple[int, int], ...] | None:
    """A table of points by size, from the smallest; None if the card has no such block."""
    if block is None:
        return None
    return tuple(sorted((int(size), points) for size, points in block["points"].items()))


def by_size(sizes: tuple[tuple[int, int], ...], number: int) -> int | None:
    """The points for something of a size; None if it is smaller than the first of the table."""
    return next((points for size, points in reversed(sizes) if size <= number), None)
