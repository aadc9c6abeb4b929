"""How long a game can last, and how many points it can bring, whatever the card says.

Frameworks for learning ask for such numbers before the first move. They hold for every game that is
dealt, and are not meant to be close.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

import attrs

from tilerules import registry
from tilerules.engine.positions import Rules


@attrs.frozen
class Bounds:
    """What holds for every game under some rules.

    Attributes:
        plies: how many moves are made at the most; a game in which tiles can be turned up for ever
            need not be over then.
        least, most: the points of a seat and its partners together, at any time.
    """

    plies: int
    least: int
    most: int


Terms: TypeAlias = Iterable[tuple[Iterable[int | None], int]]
"""The points that one of a thing can be worth, and how many of it can count for a seat."""


def bounds_of(rules: Rules) -> Bounds:
    """The bounds of a game under these rules; `least` is below `most`.

    `MissingPart` if the game does not say them.
    """
    plies, terms = registry.room(rules.ruleset.game, "bounds").bounds(rules)
    least = most = 0
    for values, number in terms:
        known = [0, *(value for value in values if value is not None)]
        least += min(known) * number
        most += max(known) * number
    shared = rules.shared
    sides: dict[int, list[int]] = {}
    for side, handicap in zip(shared.sides, shared.handicaps, strict=True):
        sides.setdefault(side, []).append(handicap or 0)
    lowest = min(sum(handicaps) + least * len(handicaps) for handicaps in sides.values())
    highest = max(sum(handicaps) + most * len(handicaps) for handicaps in sides.values())
    return Bounds(plies, lowest, max(highest, lowest + 1))
