"""How long a game of Pebbles can last, and how many points it can bring."""

from __future__ import annotations

from tilerules.engine.bounds import Terms
from tilerules_pebbles.game import Rules


def bounds(rules: Rules) -> tuple[int, Terms]:
    """Each seat looks at each pebble once, and each pebble is taken once."""
    pebbles, points = len(rules.numbers), rules.points
    terms: Terms = (
        ([points["number"]], sum(rules.numbers)),
        ([points["repeat"]], pebbles),
    )
    return pebbles * (rules.seats + 1), terms
