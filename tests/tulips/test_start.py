"""Deal and start, whatever the readings G1 to G21 say."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import tilerules as tr
from tests.tulips.tables import (
    bundled,
    cards,
    described_deal,
    new,
    observations,
    play,
    position,
    rules,
    seen,
    texts,
    variant,
    whole_deck,
)
from tilerules.games.tulips import Deal, State

BASE = rules()
FOUR = rules(base="tulips-four-actions")
TOGETHER = rules(base="tulips-full-hand")
NAMES = [(id, seats) for id in bundled() for seats in tr.load(id).seat_counts]
HOUSES: list[dict[str, Any]] = [
    {"festival": {"equal_sums": "oldest_first"}, "start": {"festival": 4, "dealt": 3}},
    {"cards": {"values": {"1": 9, "2": 0}, "more": ["pink-7", "blue-5"]}, "start": {"festival": 3}},
    {"cards": {"values": {"2": 20, "3": 20, "4": 20}}, "start": {"festival": 0, "dealt": 1}},
    {"start": {"left_out": 0, "dealt": 4}, "players": [3]},
    {"cards": {"more": ["pink-9", "blue-9", "blue-9"]}},
]

# ---- the deal -------------------------------------------------------------------------------


def check_described(ruleset: tr.Ruleset, seats: int, seed: int | bytes) -> None:
    """A deal is the one that its description gives, and the table is laid so."""
    deal, described = tr.deal(ruleset, seats, seed=seed), described_deal(ruleset, seats, seed)
    assert isinstance(deal, Deal)
    assert (deal.salt, deal.layout) == (described.salt, described.layout)
    state = tr.new_game(ruleset, seats, seed=seed)
    assert isinstance(state, State)
    assert list(state.festival) == list(state.shown) == described.festival
    assert [*map(list, state.hands)] == described.hands
    assert list(state.deck) == described.deck
    assert list(state.lottery) == described.lottery
    assert tr.new_game(ruleset, seats, deal=deal) == state
    *parts, _ = deal.layout.split("|")  # all but the lottery
    assert Counter(" ".join(parts).split()) == Counter(whole_deck(ruleset, seats))


@pytest.mark.parametrize(("id", "seats"), NAMES)
def test_deals_are_those_described(id: str, seats: int) -> None:
    for seed in (0, 7, -1, 2**200, b"", b"\x00\xff", bytes(32)):
        check_described(tr.load(id), seats, seed)


@pytest.mark.parametrize("house", HOUSES)
def test_so_are_deals_of_house_rules(house: dict[str, Any]) -> None:
    for seed in range(8):
        check_described(rules(house), 3, seed)


def test_the_same_seed_gives_the_same_deal() -> None:
    assert tr.deal(BASE, 4, seed=5) == tr.deal(BASE, 4, seed=5)
    layouts = {tr.deal(BASE, 4, seed=seed).layout for seed in range(20)}
    assert len(layouts) == 20
    assert len({layout.split()[0] for layout in layouts}) > 5


def test_a_deal_prints_no_card() -> None:
    deal = tr.deal(BASE, 4, seed=5)
    assert repr(deal) == f"<Deal of tulips for 4 seats, commitment {deal.commitment}>"


def test_the_festival_begins_with_different_colours() -> None:
    for colours in range(5):
        for seed in range(6):
            state = new(variant(start={"festival": colours}), 3, seed)
            assert len(state.ranking) == len(state.festival) == colours


# ---- the start choices ----------------------------------------------------------------------


def test_a_game_begins() -> None:
    state = new(BASE, 3)
    assert (state.phase, state.to_move, state.turns, state.ply) == ("start", 0, 0, 0)
    assert (state.in_hand, state.done, state.kept, state.last_move) == (None, (), (), None)
    assert (state.bouquets, state.secret, state.drawn) == (((), (), ()), (), 0)
    assert (state.giving, state.keeping) == ((0, 0, 0), (0, 0, 0))
    assert [len(hand) for hand in state.hands] == [2, 2, 2]
    assert set(texts(state)) == {f"start {tulip}" for tulip in state.hands[0]}


def start(ruleset: tr.Ruleset, *hands: str, deck: str = "o2 o3 o4 u2") -> State:
    """Each seat has been dealt a hand, and seat 0 is to choose."""
    entries: dict[str, Any] = {"phase": "start", "to_move": 0, "hands": [*map(cards, hands)]}
    return position(ruleset, "b2 p4", [""] * len(hands), deck=deck, **entries)


def test_start_choices_and_the_first_card() -> None:
    state = play(start(BASE, "p2 b3", "u4 o4"), "start blue-3")
    assert (state.phase, state.to_move, state.kept, state.shown) == ("start", 1, ("blue-3",), ())
    assert (state.bouquets, state.secret, state.turns, state.ply) == (((), ()), (), 0, 1)
    assert state.hands == (("pink-2", "blue-3"), ("purple-4", "orange-4"))
    state = play(state, "start orange-4")
    assert (state.phase, state.to_move, state.kept, state.hands) == ("first", 0, (), ())
    assert state.bouquets == (("blue-3",), ("orange-4",))
    assert (state.secret, state.secret_by) == (("pink-2", "purple-4"), (0, 1))
    assert state.shown == ("blue-3", "orange-4")
    assert (state.in_hand, state.deck) == ("orange-2", tuple(cards("o3 o4 u2")))
    assert (state.turns, state.ply) == (0, 2)  # choices are moves, but no turns
    assert state.last_move == tr.Move("start", ("orange-4",))


def test_of_more_cards_dealt_all_but_one_become_secret() -> None:
    state = start(variant(start={"dealt": 3}), "p2 b3 p4", "u4 o4 u4")
    state = play(state, "start blue-3", "start purple-4")
    assert (state.secret, state.secret_by) == (tuple(cards("p2 p4 o4 u4")), (0, 0, 1, 1))


def test_of_one_card_dealt_none_becomes_secret() -> None:
    state = start(variant(start={"dealt": 1}), "p2", "u4")
    assert texts(state) == ["start pink-2"]  # a single choice is still a move
    state = play(state, "start pink-2", "start purple-4")
    assert (state.secret, state.bouquets) == ((), (("pink-2",), ("purple-4",)))


def test_start_choices_are_hidden_until_all_have_chosen() -> None:
    state = play(start(BASE, "p2 b3", "u4 o4", "b2 b4"), "start blue-3")
    for memory in (True, False):
        own, other = seen(state, 0, memory=memory), seen(state, 1, memory=memory)
        nobody = seen(state, None, memory=memory)
        assert own.kept == ("blue-3",)
        assert own.hands == (("pink-2", "blue-3"), (None, None), (None, None))
        assert other.kept == nobody.kept == (None,)
        assert other.hands == ((None, None), ("purple-4", "orange-4"), (None, None))
        assert nobody.hands == ((None, None),) * 3
        assert str(own.last_move) == "start blue-3"
        assert str(other.last_move) == str(nobody.last_move) == "start ?"
    state = play(state, "start purple-4", "start blue-4")
    for found in observations(state):
        assert found.bouquets == (("blue-3",), ("purple-4",), ("blue-4",))
        assert str(found.last_move) == "start blue-4"
