"""What a schema cannot say about the blocks that all games share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from tilerules.engine.shared.rules import sides_of
from tilerules.ruleset.checking import Check
from tilerules.wording import counted

Teams = Mapping[str, Sequence[int]]


def _seats_exist(values: Mapping[str, Any] | None, *, seats: int) -> str | None:
    return _no_such(map(int, values or ()), seats)


def _no_such(named: Any, seats: int) -> str | None:
    fault = next((seat for seat in named if seat >= seats), None)
    if fault is None:
        return None
    return f"there is no seat {fault}: {counted(seats, 'seat')} are counted from 0"


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
    if not teams or start != "rotating":
        return None
    together = {frozenset(team) for team in teams.values()}
    if together == {frozenset((seat + 1) % seats for seat in team) for team in together}:
        return None
    return "when all move one seat on, these teams would be others; say `start: fixed`"


def _goal_of_one(goal: Any, *, seats: int) -> str | None:
    return "a goal is for one player, who plays alone" if goal and seats > 1 else None


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


GOAL = Check("goal_of_several", ("goal",), _goal_of_one)
"""The check of a goal, for games that one can play alone."""
