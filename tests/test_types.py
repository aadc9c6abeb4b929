"""What type checkers know of the classes of games: `assert_type` is for them alone."""

from __future__ import annotations

from typing import assert_type

import tilerules as tr
from tilerules.games import flowers, serendipity, tulips


def test_the_state_of_a_game_stays_one() -> None:
    state = tr.new_game(tr.load("tulips"), 2, seed=1)
    assert isinstance(state, tulips.State)
    after = tr.apply_move(state, tr.legal_moves(state)[0])
    assert_type(after, tulips.State)
    end = tr.playout(state, tr.uniform, seed=1)
    assert_type(end, tulips.State)
    assert type(after) is type(end) is tulips.State


def test_an_observation_is_of_the_game_of_its_state() -> None:
    for id in ("flowers", "serendipity", "tulips"):
        state = tr.new_game(tr.load(id), 2, seed=1)
        assert_type(tr.observe(state, 0), tr.Observation)
        match state:
            case flowers.State():
                assert_type(tr.observe(state, 0), flowers.Observation)
                assert type(tr.observe(state, 0)) is flowers.Observation
            case serendipity.State():
                assert_type(tr.observe(state, None, memory=False), serendipity.Observation)
                assert type(tr.observe(state, 0)) is serendipity.Observation
            case _:
                assert isinstance(state, tulips.State)
                assert_type(tr.observe(state, 0), tulips.Observation)
                assert type(tr.observe(state, 0)) is tulips.Observation
