"""How long a game of Gift of Tulips can last, and how many points it can bring."""

from __future__ import annotations

from tilerules.engine.bounds import Terms
from tilerules.games.tulips.rules import Rules


def bounds(rules: Rules) -> tuple[int, Terms]:
    """A card that is drawn is one move, and a turn has each action once."""
    drawn = sum(rules.deck) - rules.first_cards - rules.left_out - rules.seats * rules.dealt
    turns = -(-drawn // rules.draws)
    own = -(-turns // rules.seats)
    thanks = drawn if rules.thanked else 0
    majorities = rules.majorities.points.values() if rules.majorities else ()
    terms: Terms = (
        ([max(rules.giving) + max(rules.added_value)], own),
        ([max(rules.keeping)], own + thanks),
        *((points, 1) for points in majorities),
        ([points for _, points in rules.sizes or ()], len(rules.colours)),
        ([rules.all_colours], 1),
        ([rules.fewest], 1),
    )
    return rules.seats + drawn, terms
