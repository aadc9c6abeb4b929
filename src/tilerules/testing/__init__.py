"""What tests of programs and of games can use: random cards, and the leak battery.

It needs the extra `test`.
"""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from tilerules import registry
from tilerules.ruleset.ruleset import Ruleset
from tilerules.testing.leaks import Played, Secrets

__all__ = ["Card", "Played", "Secrets", "cards", "tables"]

Card = dict[str, Any]


def cards(game: str) -> st.SearchStrategy[Card]:
    """Random sound cards of a game over the whole width of its schema, for `tilerules.load`.

    Every number of players they name can play them to their end. `KeyError` if there is no such
    game.

    >>> import tilerules as tr
    >>> from hypothesis import given
    >>> from tilerules import testing
    >>> @given(testing.cards("flowers"))
    ... def test_that_it_loads(card):
    ...     assert tr.load(card).game == "flowers"
    >>> test_that_it_loads()
    """
    drawn: st.SearchStrategy[Card] = registry.room(game, "drawn").cards()
    return drawn


@st.composite
def tables(draw: st.DrawFn, game: str) -> tuple[Ruleset, int]:
    """A random ruleset of a game, and a number of seats that it allows."""
    ruleset = registry.load(draw(cards(game)))
    return ruleset, draw(st.sampled_from(ruleset.seat_counts))
