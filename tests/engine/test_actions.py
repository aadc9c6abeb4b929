"""The action space: a number for every move, and the mask of those that are legal."""

from __future__ import annotations

import pickle
import random
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given

import tilerules as tr
from tests.engine.blocks import BLOCKS
from tests.strategies import SERENDIPITY_IDS, serendipity_games
from tilerules.engine.actions import ActionSpace


def space_of_blocks() -> ActionSpace:
    rules: Any = SimpleNamespace(blocks=BLOCKS)
    return ActionSpace(rules)


def test_an_action_space_is_a_bijection() -> None:
    space = space_of_blocks()
    assert len(space) == 5 + 1 + 15 + 10
    moves = [space.move(id) for id in range(len(space))]
    assert len({*moves}) == len(space)
    assert [space.id(move) for move in moves] == [*range(len(space))]
    kinds = [move.kind for move in moves]
    assert kinds == ["reveal"] * 5 + ["pass"] + ["move"] * 15 + ["swap"] * 10
    assert repr(space) == "<ActionSpace (31): reveal, pass, move, swap>"


@pytest.mark.parametrize("id", [-1, 31, 10**9])
def test_ids_beyond_the_action_space(id: int) -> None:
    with pytest.raises(IndexError, match=f"from 0 to 30; there is no {id}"):
        space_of_blocks().move(id)


@pytest.mark.parametrize("text", ["jump", "pass c1", "reveal", "swap c1 c0", "move c1 w"])
def test_moves_beyond_the_action_space(text: str) -> None:
    kind, *args = text.split()
    with pytest.raises(KeyError, match=f"the move '{text}' can never be made"):
        space_of_blocks().id(tr.Move(kind, tuple(args)))


@pytest.mark.unmeasured
@pytest.mark.parametrize("id", tr.ruleset_ids())
def test_action_spaces_of_rulesets(id: str) -> None:
    """Every id names another move, and each move its id."""
    ruleset = tr.load(id)
    for seats in ruleset.seat_counts:
        space = tr.action_space(ruleset, seats)
        moves = [space.move(each) for each in range(len(space))]
        assert [space.id(move) for move in moves] == [*range(len(space))]
        assert len({*map(str, moves)}) == len(moves)


@pytest.mark.parametrize("id", SERENDIPITY_IDS)
def test_seats_do_not_change_the_numbering(id: str) -> None:
    ruleset = tr.load(id)
    spaces = [tr.action_space(ruleset, seats) for seats in ruleset.seat_counts]
    numbered = [[space.move(each) for each in range(len(space))] for space in spaces]
    assert numbered == [numbered[0]] * len(spaces)


@given(serendipity_games(longest=25))
def test_masks_are_the_legal_moves(states: list[tr.State]) -> None:
    for state in states[-3:]:
        space = tr.action_space(state.ruleset, state.seats)
        ids = [space.id(move) for move in tr.legal_moves(state)]
        assert [*space.mask(state)] == [int(id in ids) for id in range(len(space))]
        for viewer in (None, *range(state.seats)):
            seen = tr.observe(state, viewer)
            empty = viewer is None or viewer != state.to_move
            assert space.mask(seen) == (bytes(len(space)) if empty else space.mask(state))


@pytest.mark.parametrize("id", [True, 1.0, "reveal f6", None])
def test_an_action_id_is_a_whole_number(id: Any) -> None:
    with pytest.raises(IndexError, match="there is no"):
        space_of_blocks().move(id)


def test_an_action_id_belongs_to_a_move() -> None:
    words: Any = "reveal c1"
    with pytest.raises(TypeError, match="parse_move"):
        space_of_blocks().id(words)


def test_a_mask_is_asked_of_a_position_of_the_same_rules() -> None:
    space = tr.action_space(tr.load("serendipity"), 2)
    for id, seats in (("serendipity", 3), ("serendipity-turning", 2), ("flowers", 2)):
        with pytest.raises(ValueError, match="no position of serendipity for 2 seats"):
            space.mask(tr.new_game(tr.load(id), seats, seed=1))


@pytest.mark.unmeasured
@pytest.mark.parametrize("id", tr.ruleset_ids())
def test_a_mask_is_asked_of_a_position_that_was_pickled(id: str) -> None:
    ruleset = tr.load(id)
    seats = ruleset.seat_counts[0]
    state, chooser = tr.new_game(ruleset, seats, seed=1), random.Random(1)
    space = tr.action_space(ruleset, seats)
    for _ in range(30):
        again = pickle.loads(pickle.dumps(state))
        legal = [space.move(id) for id, open in enumerate(space.mask(again)) if open]
        assert legal == list(tr.legal_moves(state))
        state = tr.apply_move(state, chooser.choice(legal))
