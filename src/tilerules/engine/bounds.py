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
from tilerules.engine.shared.rules import together


@attrs.frozen
class Bounds:
    """What holds for every game under some rules.

    Attributes:
        plies: how many moves are made at the most; a game in which tiles can be turned up for ever
            need not be over then.
        least: the points of a seat and its partners together are never fewer.
        most: nor are they ever more.

    >>> import tilerules as tr
    >>> from tilerules.engine.bounds import bounds_of
    >>> state = tr.new_game(tr.load("tulips"), 2, seed=1)
    >>> bounds, end = bounds_of(state.rules), tr.playout(state, tr.greedy, seed=1)
    >>> end.ply <= bounds.plies
    True
    >>> all(bounds.least <= sheet.total <= bounds.most for sheet in tr.score(end))
    True
    """

    plies: int
    least: int
    most: int


Terms: TypeAlias = Iterable[tuple[Iterable[int | None], int]]
"""The points that one of a thing can be worth, and how many of it can count for a seat."""


def bounds_of(rules: Rules) -> Bounds:
    """The bounds of a game under these rules; `least` is below `most`.

    `MissingPart` if the game does not say them.

    >>> import tilerules as tr
    >>> from tilerules.engine.bounds import bounds_of
    >>> from tilerules.engine.positions import rules_for
    >>> bounds = bounds_of(rules_for(tr.load("flowers"), 2))
    >>> bounds.least < 0 < bounds.most
    True
    """
    plies, terms = registry.room(rules.ruleset.game, "bounds").bounds(rules)
    least = most = 0
    for values, number in terms:
        known = [0, *(value for value in values if value is not None)]
        least += min(known) * number
        most += max(known) * number
    shared = rules.shared
    handicaps = [handicap or 0 for handicap in shared.handicaps]
    lowest = min(together(shared.sides, (handicap + least for handicap in handicaps)))
    highest = max(together(shared.sides, (handicap + most for handicap in handicaps)))
    return Bounds(plies, lowest, max(highest, lowest + 1))
