"""Hypothesis strategies that the tests share: seats, seeds, and games in the middle."""

from __future__ import annotations

from hypothesis import strategies as st

import tilerules as tr
from tilerules import testing
from tilerules.games.serendipity.drawn import cards as serendipity_cards

SERENDIPITY_IDS = [id for id in tr.ruleset_ids() if tr.load(id).game == "serendipity"]
"""The bundled rulesets of Serendipity."""

seeds = st.integers(0, 2**64) | st.binary(max_size=40)
"""What a game can be dealt from."""


def serendipity_tables() -> st.SearchStrategy[tuple[tr.Ruleset, int]]:
    """A drawn ruleset of Serendipity, and a number of seats that it allows."""
    return testing.tables("serendipity")


@st.composite
def serendipity_games(draw: st.DrawFn, *, longest: int = 40) -> list[tr.State]:
    """The states of a game, played for a while by drawn moves."""
    ruleset, seats = draw(serendipity_tables())
    states = [tr.new_game(ruleset, seats, seed=draw(seeds))]
    for number in draw(st.lists(st.integers(0, 2**20), max_size=longest)):
        moves = tr.legal_moves(states[-1])
        if not moves:
            break
        states.append(tr.apply_move(states[-1], moves[number % len(moves)]))
    return states


__all__ = [
    "SERENDIPITY_IDS",
    "seeds",
    "serendipity_cards",
    "serendipity_games",
    "serendipity_tables",
]
