"""What house rules of Flowers with hands, steps and displays change, beside what they extend."""

from __future__ import annotations

import tilerules as tr
from tests.flowers.gardens import cards, garden, new, play, position, seen, shown, texts
from tests.house.shelf import house, parent
from tilerules.games.flowers import State

LONE = garden("b1")
PILES = ("r1 r2 r3", "y1 y2 y3", "g1 g2 g3")


def both(id: str) -> tuple[tr.Ruleset, tr.Ruleset]:
    """The rules of a house card, and of the one that it extends."""
    return house(id), parent(id)


def table(rules: tr.Ruleset, *piles: str, **entries: object) -> State:
    """Gardens of one card each, seat 0 to take."""
    return position(rules, [LONE] * 2, piles or PILES, **entries)


def test_secret_hand_one_of_three_cards_is_laid() -> None:
    reserve, base = both("flowers-secret-hand")
    for seats in (1, 2, 3, 4):
        assert [len(hand) for hand in new(reserve, seats).hands] == [2] * seats
    assert new(base, 2).hands == ()
    hands = [cards("y4 b4"), cards("g4 g4")]
    state = play(table(reserve, hands=hands), "take 0")
    moves = ["place 0,1 yellow-4", "place 0,1 blue-4", "place 0,1 red-1"]
    assert [move for move in moves if move in texts(state)] == moves
    assert texts(play(table(base), "take 0"), "place")[-1] == "place 0,1"


def test_two_at_a_time() -> None:
    """Both cards are in hand before the first is laid, and one of them may be thrown away."""
    two, base = both("flowers-two-at-a-time")
    state = play(table(two), "take 0", "take 1")
    assert (state.phase, state.in_hand) == ("place_or_discard", ("yellow-1", "red-1"))
    assert texts(state, "discard") == ["discard yellow-1", "discard red-1"]
    thrown = play(state, "discard red-1")
    assert (thrown.turns, thrown.swept, texts(thrown, "discard")) == (0, ("red-1",), [])
    assert play(thrown, "place 0,1 yellow-1").to_move == 1
    laid = play(state, "place 0,1 yellow-1")
    assert texts(laid, "discard") == ["discard red-1"]
    beside = {"-1,0", "1,0", "-1,1", "1,1"}  # it is two cards high already
    assert {*texts(laid, "place")} == {f"place {cell} red-1" for cell in beside}
    assert play(table(base), "take 0", "place 0,1").to_move == 1


def test_market_four_cards_and_a_stock() -> None:
    market, base = both("flowers-market")
    assert market.seat_counts == (2, 3, 4)
    begun = new(market, 2)
    assert [len(pile) for pile in begun.piles] == [1, 1, 1, 1, 108 - 2 - 4]
    assert [pile for pile, _ in shown(begun)] == [0, 1, 2, 3]
    assert [len(pile) for pile in new(base, 2).piles] == [26, 26, 26]
    state = table(market, "r1", "y1", "g1", "b2", "r2 y2")
    assert texts(state) == [f"take {pile}" for pile in range(5)]
    refilled = play(state, "take 1")
    assert refilled.piles == (("red-1",), ("red-2",), ("green-1",), ("blue-2",), ("yellow-2",))
    assert shown(refilled) == [(1, "red-2")]


def test_small_market_what_is_taken_waits() -> None:
    """The card in hand is laid first; nobody takes from the stock."""
    small, market = both("flowers-small-market")
    state = table(small, "r1", "y1", "g1", "r2 y2", phase="place", hands=[cards("b4"), cards("y4")])
    assert texts(state) == ["place 0,-1", "place -1,0", "place 1,0", "place 0,1", "cover 0,0"]
    taken = play(state, "place 0,1")
    assert texts(taken) == ["take 0", "take 1", "take 2"]
    after = play(taken, "take 1")
    assert (after.to_move, after.phase, shown(after)) == (1, "place", [(1, "red-2")])
    assert (after.hands, after.hands_known) == ((("yellow-1",), ("yellow-4",)), (1, 0))
    assert [len(pile) for pile in new(market, 2).piles][-1] == 102
    assert [len(pile) for pile in new(small, 2).piles] == [1, 1, 1, 108 - 2 * 2 - 3]


def test_fanned_out_all_is_seen() -> None:
    fanned, base = both("flowers-fanned-out")
    open_cards = (("red-1", "red-2", "red-3"), ("yellow-1", "yellow-2", "yellow-3"))
    hidden = (None, None, None)
    assert seen(table(fanned), None).piles == (*open_cards, hidden)
    tops = (("red-1", None, None), ("yellow-1", None, None), hidden)
    assert seen(table(base), None).piles == tops
    assert shown(play(table(fanned), "take 0", "place 0,1")) == []
    assert shown(play(table(base), "take 0", "place 0,1")) == [(0, "red-2")]
