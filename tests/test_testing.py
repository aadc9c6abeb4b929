"""What callers' tests can draw."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tilerules as tr
from tilerules import registry, testing

each_game = pytest.mark.parametrize("game", sorted(registry.GAMES))


@each_game
@given(data=st.data())
def test_a_drawn_card_is_a_sound_card_of_its_game(game: str, data: st.DataObject) -> None:
    card = data.draw(testing.cards(game))
    assert [problem for problem in tr.check(card) if problem.severity == "error"] == []
    assert tr.load(card).game == game


@each_game
@given(data=st.data())
def test_a_drawn_table_can_be_played_at(game: str, data: st.DataObject) -> None:
    ruleset, seats = data.draw(testing.tables(game))
    state = tr.new_game(ruleset, seats, seed=data.draw(st.integers(0, 9)))
    for number in data.draw(st.lists(st.integers(0, 2**20), max_size=30)):
        if state.is_over:
            break
        moves = tr.legal_moves(state)
        state = tr.apply_move(state, moves[number % len(moves)])
    assert len(tr.score(state)) == seats


def test_an_unknown_game() -> None:
    with pytest.raises(KeyError):
        testing.cards("chess")
