"""Rules that say nothing but what all games share."""

from __future__ import annotations

from typing import Any

import attrs

from tilerules.engine.shared.rules import Ends, Shared, Use

ENDS = Ends(any_of=(), all_of=(), points=None, rounds=None, round="broken_off")


@attrs.frozen
class SomeRules:
    """What the shared code asks rules for."""

    seats: int
    shared: Shared


def rules_of(seats: int, **changes: Any) -> Any:
    """Rules for so many seats, with changed values of the shared blocks."""
    shared = Shared(
        handicaps=(None,) * seats,
        sides=tuple(range(seats)),
        uses=(),
        ends=ENDS,
        goal=None,
    )
    return SomeRules(seats, attrs.evolve(shared, **changes))


def ending(**changes: Any) -> Ends:
    """Conditions of the end that differ from none at all."""
    return attrs.evolve(ENDS, **changes)


SWAPS = Use("swap", 2, "game")
TURNS = Use("turning", 1, "turn")
