"""How long a game of Flowers can last, and how many points it can bring."""

from __future__ import annotations

from tilerules.engine.bounds import Terms
from tilerules.games.flowers.rules import Rules


def bounds(rules: Rules) -> tuple[int, Terms]:
    """A wild card is of every colour, so that it counts once for each."""
    cards = rules.most_placed + 1
    coloured = cards + len(rules.colours)
    scoring, kinds = rules.scoring, zip(rules.kinds, rules.deck, strict=False)
    butterflies = min(cards, sum(copies for kind, copies in kinds if kind.butterfly))
    near = 4 if rules.near is rules.grid.sides else 8
    numbers = {
        "discards": cards,
        "fields": coloured,
        "butterflies": butterflies * (1 if scoring.butterflies_counted == "once" else near),
        "squares": coloured,
        "lines": 2 * coloured // scoring.lines.size,
        "all_colours": 1,
        "apart": cards,
    }
    terms = [([points], numbers[step]) for step, points in scoring.each.items()]
    if scoring.sizes:
        least = scoring.sizes[0][0]
        terms.append(([points for _, points in scoring.sizes], coloured // least))
    return rules.most_turns * len(rules.turn.steps), terms
