"""What a schema cannot say about the blocks that all games share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from operator import add
from typing import Any, NamedTuple

from tilerules.engine.shared.ending import has_come
from tilerules.engine.shared.rules import Ends, by_seat, sides_of, stay_together, together
from tilerules.ruleset.checking import Check
from tilerules.wording import counted, listed

Teams = Mapping[str, Sequence[int]]


def _seats_exist(values: Mapping[str, Any] | None, *, seats: int) -> str | None:
    return _no_such(map(int, values or ()), seats)


def _no_such(named: Iterable[int], seats: int) -> str | None:
    """The last of the seats if it is not there, with so many players as it needs."""
    last = max(named, default=0)
    if last < seats:
        return None
    return f"there is no seat {last}, as they are counted from 0; {_only_with(last + 1)}"


def _only_with(players: int) -> str:
    """How a card says what it does not mean for all numbers of players."""
    return f"say `players: [{players}]`, or put this under `for_players: {{{players}: ...}}`"


def _partners_exist(teams: Teams | None, *, seats: int) -> str | None:
    return _no_such((seat for team in (teams or {}).values() for seat in team), seats)


def _in_one_team(teams: Teams | None, *, seats: int) -> str | None:
    met = [seat for team in (teams or {}).values() for seat in team]
    fault = next((seat for place, seat in enumerate(met) if seat in met[:place]), None)
    return None if fault is None else f"seat {fault} is in two teams"


def _two_sides(teams: Teams | None, *, seats: int) -> str | None:
    if not teams or _partners_exist(teams, seats=seats) or len({*sides_of(teams, seats)}) > 1:
        return None
    return "all seats are partners, so nobody is left to play against"


def _teams_rotate(teams: Teams | None, start: str | None, *, seats: int) -> str | None:
    """Players who move one seat on from game to game keep their partners."""
    if start != "rotating" or stay_together(sides_of(teams or {}, seats)):
        return None
    return "when all move one seat on, these teams would be others; say `start: fixed`"


def _goal_of_one(goal: Any, *, seats: int) -> str | None:
    if not goal or seats == 1:
        return None
    return f"a goal is for one player, who plays alone; {_only_with(1)}"


def _number_given(
    id: str, any_of: Sequence[str], all_of: Sequence[str], number: Any, *, seats: int
) -> str | None:
    if number is not None or id not in (*any_of, *all_of):
        return None
    return f"the condition `{id}` needs a number: say `{id}` under `end` too"


def _number_used(
    id: str, number: Any, any_of: Sequence[str], all_of: Sequence[str], *, seats: int
) -> str | None:
    if number is None or id in (*any_of, *all_of):
        return None
    return f"`{id}` stands neither under `any_of` nor under `all_of`, so it would change nothing"


def shared_checks(*conditions: str) -> tuple[Check, ...]:
    """The checks of the shared blocks.

    Args:
        conditions: the conditions of the end that have a number only if they are listed.
    """
    lists = ("end.any_of", "end.all_of")
    teams = "partners.teams"
    return (
        Check("no_such_seat", ("seats",), _seats_exist),
        Check("no_such_seat", (teams,), _partners_exist),
        Check("partner_twice", (teams,), _in_one_team),
        Check("one_side", (teams,), _two_sides),
        Check("teams_rotate", (teams, "match.start"), _teams_rotate),
        *(
            Check("condition_without_number", (*lists, f"end.{id}"), partial(_number_given, id))
            for id in conditions
        ),
        *(
            Check("number_without_condition", (f"end.{id}", *lists), partial(_number_used, id))
            for id in conditions
        ),
    )


class AtStart(NamedTuple):
    """What there is before the first turn, whatever is dealt.

    Attributes:
        points: of each seat, its handicap aside.
        holds: the conditions of the end that hold, `points` aside.
    """

    points: Sequence[int]
    holds: Sequence[str]


def over_at_once(at_start: Callable[..., AtStart], *reads: str) -> Check:
    """The check that the end waits for something.

    Args:
        at_start: called with the values of `reads` and `seats`.
        reads: the keys that tell what there is at the start, besides those of the shared blocks.

    >>> from tilerules.engine.shared.meaning import AtStart, over_at_once
    >>> check = over_at_once(lambda stones, seats: AtStart([stones] * seats, []), "stones")
    >>> check.reads
    ('end.points', 'stones', 'end.any_of', 'end.all_of', 'seats', 'partners.teams')
    >>> check.fault(3, 3, ["points"], [], None, None, seats=1)
    'what the end waits for is there before the first turn: seat 0 begins with 3 points'
    """
    paths = tuple(dict.fromkeys((_AT_START[0], *reads, *_AT_START)))

    def fault(*values: Any, seats: int) -> str | None:
        of = dict(zip(paths, values, strict=True))
        there = at_start(*map(of.__getitem__, reads), seats=seats)
        return _there_at_start(there, *map(of.__getitem__, _AT_START), seats=seats)

    return Check("over_at_once", paths, fault)


_AT_START = ("end.points", "end.any_of", "end.all_of", "seats", "partners.teams")


def _there_at_start(
    there: AtStart,
    needed: int | None,
    any_of: Sequence[str],
    all_of: Sequence[str],
    own: Mapping[str, Any] | None,
    teams: Teams | None,
    *,
    seats: int,
) -> str | None:
    sides = sides_of(teams or {}, seats)
    handicaps = by_seat({"seats": own or {}}, "handicap", 0, seats)
    totals = together(sides, map(add, there.points, handicaps))
    holds, said = [*there.holds], "what the end waits for is there before the first turn"
    if needed is not None and max(totals) >= needed:
        holds.append("points")
        first = sides[totals.index(max(totals))]
        team = [seat for seat, side in enumerate(sides) if side == first]
        begin = f"seats {listed(team)} begin" if team[1:] else f"seat {first} begins"
        said += f": {begin} with {counted(max(totals), 'point')}"
    ends = Ends((*any_of,), (*all_of,), needed, None, "broken_off")
    return said if has_come(ends, holds.__contains__) else None


GOAL = Check("goal_of_several", ("goal",), _goal_of_one)
"""The check of a goal, for games that one can play alone."""
