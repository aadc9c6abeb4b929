"""Functions of Flowers that change nothing, and values that cannot be changed."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tilerules as tr
from tests.flowers.gardens import new, play, position, random_game, rules
from tests.flowers.strategies import FLOWERS_IDS, flowers_cards
from tests.laws.positions import Card
from tests.laws.processes import threads_may_be_the_first, threads_share_rulesets_and_states
from tests.laws.purity import (
    World,
    arguments_stay_and_results_repeat,
    attributes_stay,
    data_are_fresh,
    mapping_stays,
    no_chance_and_no_clock_is_read,
    values_are_frozen,
    world,
)
from tests.strategies import seeds
from tilerules.games.flowers import Deal, Observation, State, Turned
from tilerules.games.flowers.state import Garden


def fixed_world() -> World:
    """One world that needs no drawing, with hidden, open, covered and swept cards."""
    card = {"extends": "flowers", "players": [3], "turn": {"sweep": "other_piles"}}
    return world(card, 3, seed=5, plies=21)


@settings(max_examples=50)
@given(flowers_cards(), st.integers(0, 2**24), seeds, st.integers(0, 40))
def test_arguments_stay_and_results_repeat(
    card: Card, number: int, seed: int | bytes, plies: int
) -> None:
    arguments_stay_and_results_repeat(card, number, seed, plies)


def test_data_are_fresh() -> None:
    data_are_fresh(fixed_world())


def test_no_chance_and_no_clock_is_read() -> None:
    no_chance_and_no_clock_is_read(fixed_world())


@given(flowers_cards())
def test_values_are_frozen_at_every_depth(card: Card) -> None:
    values_are_frozen(card)


def test_threads_share_rulesets_and_states() -> None:
    card = {"extends": "flowers-summer", "end": {"round": "finished"}}
    threads_share_rulesets_and_states(card, seats=3)


def test_threads_may_be_the_first_to_use_the_library() -> None:
    threads_may_be_the_first("flowers")


# ---- what a move leaves alone ---------------------------------------------------------------


@pytest.mark.parametrize("id", FLOWERS_IDS)
def test_a_move_leaves_the_other_gardens_and_piles_the_same_objects(id: str) -> None:
    """Nothing is copied that has not changed: no other garden, no other pile, no stack."""
    before: State | None = None
    for state in random_game(tr.load(id), 4, seed=1):
        if before is not None and state.last_move is not None:
            taken = state.last_move.kind == "take"
            for seat, (old, new_garden) in enumerate(zip(before.plots, state.plots, strict=True)):
                assert (old is new_garden) == (taken or seat != before.to_move)
            for pile, (cards, left) in enumerate(zip(before.stock, state.stock, strict=True)):
                assert (cards is left) == (not taken or str(pile) != state.last_move.args[0])
            stacks_are_shared(before, state)
            assert state.rules is before.rules
        before = state


def stacks_are_shared(before: State, after: State) -> None:
    """All stacks of all gardens are those of before, but the one on which a card was laid."""
    stacks = {id(stack) for garden in before.plots for stack in garden.stacks}
    fresh = [s for garden in after.plots for s in garden.stacks if id(s) not in stacks]
    assert len(fresh) <= (before.phase == "place")


def test_a_state_is_played_from_again_and_again() -> None:
    """Two moves from one state know nothing of each other."""
    state = play(new(rules(), 2), "take 0")
    data = state.to_data()
    one, other = play(state, "place 1,0"), play(state, "cover 0,0")
    assert ((1, 0) in one.gardens[0], (1, 0) in other.gardens[0]) == (True, False)
    assert play(state, "place 1,0") == one != other
    assert state.to_data() == data


# ---- values that cannot be changed ----------------------------------------------------------


def test_attributes_cannot_be_set_or_deleted() -> None:
    of = fixed_world()
    state = position(rules(), [{"0,0": ["red-2"]}], ["b1 b2", "b3"])
    turned = new(rules(), 2).shown[0]
    classes = attributes_stay([of.state, of.seen, of.deal, turned, state.plots[0]])
    assert classes == {State, Observation, Deal, Turned, Garden}


def test_gardens_cannot_be_changed() -> None:
    stacks: Any = position(rules(), [{"0,0": ["red-2"]}], ["b1 b2", "b3"]).gardens[0]
    mapping_stays(stacks, (0, 0))
    with pytest.raises(TypeError):
        stacks[0, 0][0] = "red-3"
    assert dict(stacks) == {(0, 0): ("red-2",)}
