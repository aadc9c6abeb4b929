"""How long a game of Serendipity can last, and how many points it can bring."""

from __future__ import annotations

from tilerules.engine.bounds import Terms
from tilerules.games.serendipity.rules import Rules

PLIES_PER_CELL = 100
"""How many plies a game is taken to last for each cell; seats could turn up tiles for ever."""


def bounds(rules: Rules) -> tuple[int, Terms]:
    """A carpet has a flower of its own; without a chain of them a Serendip touches six at most."""
    scoring, colours = rules.scoring, max(rules.colours_each)
    flowers = colours * rules.copies
    of_colours = colours if scoring.colours == "sum" else 1
    carpets = flowers if scoring.number is None else min(flowers, of_colours * scoring.number)
    joined = rules.serendips * (carpets if scoring.joined == "component" else min(carpets, 6))
    lines = scoring.lines
    terms: Terms = (
        ([scoring.flowers], min(flowers, carpets * rules.copies)),
        ([scoring.serendips], joined),
        ([scoring.matches], joined),
        ([points for _, points in scoring.sizes or ()], carpets),
        ([scoring.rings], flowers),
        ([lines.points if lines else None], 3 * flowers // (lines.length if lines else 1)),
        ([scoring.apart], flowers),
        ([scoring.face_down], flowers),
    )
    return sum(rules.colours_each) + PLIES_PER_CELL * len(rules.numbers), terms
