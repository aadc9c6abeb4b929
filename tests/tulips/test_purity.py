"""Functions of Gift of Tulips that change nothing, and values that cannot be changed."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tilerules as tr
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
from tests.tulips.strategies import TULIPS_IDS, tulips_cards
from tests.tulips.tables import begun, new, play, random_game, rules
from tilerules.games.tulips import Deal, Observation, State
from tilerules.games.tulips.festival import Festival, Secret
from tilerules.games.tulips.rules import Card as Kind
from tilerules.games.tulips.rules import Majorities
from tilerules.games.tulips.state import Opening


def fixed_world(plies: int = 24) -> World:
    """One world that needs no drawing, with cards everywhere."""
    card = {"extends": "tulips-full-hand", "scoring": {"giving": {"receiver": "keeping"}}}
    return world(card, 2, seed=5, plies=plies)


@given(tulips_cards(), st.integers(0, 2**24), seeds, st.integers(0, 40))
def test_arguments_stay_and_results_repeat(
    card: Card, number: int, seed: int | bytes, plies: int
) -> None:
    arguments_stay_and_results_repeat(card, number, seed, plies)


@pytest.mark.parametrize("plies", [2, 24, 100])
def test_data_are_fresh(plies: int) -> None:
    """While choices are made, in the middle, and at the end."""
    data_are_fresh(fixed_world(plies))


def test_no_chance_and_no_clock_is_read() -> None:
    no_chance_and_no_clock_is_read(fixed_world())


@given(tulips_cards())
def test_values_are_frozen_at_every_depth(card: Card) -> None:
    values_are_frozen(card)


def test_threads_share_rulesets_and_states() -> None:
    card = {"extends": "tulips", "festival": {"equal_sums": "oldest_first"}}
    threads_share_rulesets_and_states(card, seats=3)


def test_threads_may_be_the_first_to_use_the_library() -> None:
    threads_may_be_the_first("tulips")


# ---- what a move leaves alone ---------------------------------------------------------------


@pytest.mark.parametrize("id", TULIPS_IDS)
def test_a_move_leaves_the_rest_the_same_objects(id: str) -> None:
    """Nothing is copied that has not changed: festivals, bouquets, points, the lottery."""
    for before, after in pairwise(random_game(tr.load(id), 4, seed=1)):
        assert (after.rules is before.rules, after.places is before.places) == (True, True)
        if before.phase == "start":
            continue
        move = after.last_move
        assert move is not None
        to_festival = move.args[:1] == ("open",)
        assert (after.market is before.market) == (not to_festival and not after.is_over)
        assert (after.pool is before.pool) == (move.args[:1] != ("secret",))
        receiver = {"keep": before.to_move, "give": int(move.args[0]) if move.kind == "give" else 0}
        for seat, (old, held) in enumerate(zip(before.held, after.held, strict=True)):
            assert (held is old) == (seat != receiver.get(move.kind))
        assert (after.giving is before.giving) == (after.giving == before.giving)


def test_a_state_is_played_from_again_and_again() -> None:
    """Two moves from one state know nothing of each other."""
    state = begun(rules(), 2)
    data = state.to_data()
    one, other = play(state, "keep"), play(state, "add open")
    assert [len(after.bouquets[0]) for after in (state, one, other)] == [1, 2, 1]
    assert [len(after.festival) for after in (state, one, other)] == [2, 2, 3]
    assert play(state, "keep") == one != other
    assert state.to_data() == data


def test_offers_that_are_kept_for_later_are_not_changed() -> None:
    """What a seat may do after the same actions is worked out once, and offered alike."""
    state = begun(rules(), 3)
    first = [str(move) for move in tr.legal_moves(state)]
    again = play(state, "give 1", "keep", "add open", "keep", "keep", "add secret")
    assert again.to_move == state.to_move
    assert [str(move) for move in tr.legal_moves(again)] == first
    assert [str(move) for move in tr.legal_moves(play(again, "keep"))] == first[1:]


# ---- values that cannot be changed ----------------------------------------------------------


def test_attributes_cannot_be_set_or_deleted() -> None:
    of, first = fixed_world(), new(rules(), 2)
    table = of.state.rules
    values = [of.state, of.seen, of.deal, of.state.market, of.state.pool]
    values += [first.opening, table.kinds[0], table.majorities]
    classes = {State, Observation, Deal, Festival, Secret, Opening, Kind, Majorities}
    assert attributes_stay(values) == classes


def test_mappings_and_sequences_cannot_be_changed() -> None:
    of = fixed_world()
    mapping_stays(of.ruleset.values_for(of.seats), "turn")
    mapping_stays(of.ruleset.values["scoring"]["majorities"], "points")
    sequences: list[Any] = [of.state.bouquets, of.state.festival, of.state.in_hand, of.state.deck]
    sequences.append(tr.legal_moves(of.state))
    for some in sequences:
        with pytest.raises(TypeError):
            some[0] = some[-1]
        with pytest.raises(TypeError):
            del some[0]
