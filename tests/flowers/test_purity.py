"""Functions that change nothing but what they return, and values that cannot be changed."""

from __future__ import annotations

import copy
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tilerules as tr
from tests.flowers.gardens import new, play, position, random_game, rules
from tests.flowers.strategies import FLOWERS_IDS, Card, flowers_cards
from tests.serendipity.test_purity import (
    CALLS,
    SOURCES,
    World,
    everything,
    names_of,
    refused,
    spoil,
)
from tests.strategies import seeds
from tilerules.games.flowers import Deal, Observation, State, Turned
from tilerules.games.flowers.state import Garden


def world(card: Card, number: int, seed: int | bytes, plies: int) -> World:
    """A position of a drawn card, some plies after its beginning, as arguments."""
    ruleset = tr.load(card)
    seats = ruleset.seat_counts[0]
    deal: Any = tr.deal(ruleset, seats, seed=seed)
    state: Any = tr.new_game(ruleset, seats, deal=deal)
    for ply in range(plies):
        if moves := tr.legal_moves(state):
            state = tr.apply_move(state, moves[(number + ply * ply) % len(moves)])
    space = tr.action_space(ruleset, seats)
    others = tuple(space.move((number * ply) % len(space)) for ply in range(1, 9))
    moves = tr.legal_moves(state)
    move = moves[number % len(moves)] if moves else others[0]
    seen: Any = tr.observe(state, state.to_move)
    return World(card, "title: [", ruleset, seats, seed, deal, state, seen, move, others)


def fixed_world() -> World:
    """One world that needs no drawing, with hidden, open, covered and swept cards."""
    card = {"extends": "flowers", "players": [3], "turn": {"sweep": "other_piles"}}
    return world(card, 3, seed=5, plies=21)


@given(flowers_cards(), st.integers(0, 2**24), seeds, st.integers(0, 40))
def test_arguments_stay_and_results_repeat(
    card: Card, number: int, seed: int | bytes, plies: int
) -> None:
    of = world(card, number, seed, plies)
    before, same = of.snapshot(), world(copy.deepcopy(card), number, seed, plies)
    for name, call in CALLS.items():
        first = call(of)
        assert of.snapshot() == before, name
        assert call(of) == first, name
        assert call(same) == first, name
    assert same.snapshot() == before


def test_data_are_fresh() -> None:
    """What a caller does to data changes nothing that was made of it."""
    of = fixed_world()
    before = of.snapshot()
    for value in (of.ruleset, of.state, of.seen):
        spoil(value.to_data())
    assert of.snapshot() == before
    written = of.state.to_data()
    read = tr.State.from_data(written)
    spoil(written)
    assert read == of.state


def test_no_chance_and_no_clock_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    of = fixed_world()
    expected, before = everything(of), random.getstate()
    with monkeypatch.context() as patch:
        for module, name in SOURCES:
            patch.setattr(module, name, refused)
        assert everything(of) == expected
    assert random.getstate() == before
    random.seed(1)
    try:
        assert everything(of) == expected
    finally:
        random.setstate(before)


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
    values: list[Any] = [of.state, of.seen, of.deal, turned, state.plots[0]]
    assert [type(value) for value in values] == [State, Observation, Deal, Turned, Garden]
    for value in values:
        before = repr(value)
        for name in names_of(value):
            with pytest.raises(AttributeError):
                setattr(value, name, 1)
            with pytest.raises(AttributeError):
                delattr(value, name)
        assert repr(value) == before


def test_gardens_cannot_be_changed() -> None:
    stacks: Any = position(rules(), [{"0,0": ["red-2"]}], ["b1 b2", "b3"]).gardens[0]
    for name in ("clear", "pop", "popitem", "setdefault", "update"):
        assert not hasattr(stacks, name)
    with pytest.raises(TypeError):
        stacks[0, 0] = ("red-3",)
    with pytest.raises(AttributeError):
        stacks.something_new = 1
    with pytest.raises(TypeError):
        stacks[0, 0][0] = "red-3"
    with pytest.raises(TypeError):
        del stacks[0, 0]
    assert dict(stacks) == {(0, 0): ("red-2",)}
