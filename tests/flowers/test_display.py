"""Displays with a stock, and piles that all see from top to bottom, worked out by hand."""

from __future__ import annotations

from collections import Counter
from itertools import chain
from typing import Any

import pytest

import tilerules as tr
from tests.flowers.gardens import (
    cards,
    data,
    garden,
    new,
    play,
    position,
    seen,
    shown,
    texts,
    variant,
)
from tilerules.games.flowers import Observation, State

Data = dict[str, Any]

ONE = garden("y4")
PILES = ("r1", "y1", "g1 g2 g3")


def display(*, hidden: int = 0, seats: int = 2, **changes: Any) -> tr.Ruleset:
    """A display of two places, for two seats."""
    piles: Data = {"dealt": "display", "number": 2, "hidden": hidden, **changes.pop("piles", {})}
    return variant(players=[seats], for_players="removed", piles=piles, **changes)


PLAIN = display()
STOCK = display(hidden=1)
AT_ONCE = display(hidden=1, piles={"next_shown": "at_once"})
ALL_KNOWN = display(hidden=1, piles={"known": "all"})
FANNED = variant(players=[2], for_players="removed", piles={"known": "all"})


def table(ruleset: tr.Ruleset, *piles: str, **entries: Any) -> State:
    """Gardens of a yellow 4 each; seat 0 is to move, and takes if nothing else is said."""
    return position(ruleset, [ONE] * ruleset.seat_counts[0], piles or PILES, **entries)


def lying(at: State | Observation) -> list[tuple[str | None, ...]]:
    return list(at.piles)


def told(before: State, move: str, viewer: int | None = None) -> list[str]:
    after = play(before, move)
    events = tr.events(tr.observe(before, viewer), tr.observe(after, viewer))
    return [str(event) for event in events][1:]


# ---- the start ------------------------------------------------------------------------------


def test_a_display_is_dealt_before_its_stock() -> None:
    """108 cards, of which two begin gardens and two lie in the display."""
    deal = tr.deal(PLAIN, 2, seed=4)
    plain = tr.deal(variant(players=[2], for_players="removed"), 2, seed=4)
    one, other = deal.to_data(), plain.to_data()
    assert [len(pile) for pile in one["piles"]] == [1, 1, 104]
    assert [*chain(*one["piles"])] == [*chain(*other["piles"])]
    assert (one["left_over"], tr.Deal.from_data(one)) == ([], deal)
    state = new(PLAIN, 2, seed=4)
    assert shown(state) == [(0, one["piles"][0][0]), (1, one["piles"][1][0])]
    for viewer in (None, 0, 1):
        assert lying(seen(state, viewer)) == [*state.piles[:2], (None,) * 104]


def test_the_stock_is_a_pile_if_it_may_be_taken_from() -> None:
    assert texts(table(PLAIN)) == ["take 0", "take 1"]
    assert texts(table(STOCK)) == ["take 0", "take 1", "take 2"]
    with pytest.raises(tr.NotationError) as caught:
        tr.parse_move(table(PLAIN), "take 2")
    assert caught.value.expected == "a pile from 0 to 1"
    refusal = tr.why_illegal(table(PLAIN), tr.Move("take", ("2",)))
    assert refusal is not None
    assert (refusal.code, refusal.message) == ("unknown_move", "a pile from 0 to 1 must follow")


# ---- taking and refilling -------------------------------------------------------------------


def test_a_place_is_refilled_when_the_next_turn_begins() -> None:
    state = play(table(PLAIN), "take 1")
    assert (state.in_hand, lying(state)[1], shown(state)) == ("yellow-1", (), [])
    assert seen(state, 1).in_hand == "yellow-1"
    after = play(state, "place 0,1")
    assert lying(after) == [("red-1",), ("green-1",), ("green-2", "green-3")]
    assert (shown(after), after.to_move) == ([(1, "green-1")], 1)


def test_a_place_is_refilled_at_once() -> None:
    state = play(table(AT_ONCE), "take 1")
    assert lying(state) == [("red-1",), ("green-1",), ("green-2", "green-3")]
    assert shown(state) == [(1, "green-1")]
    assert lying(play(state, "place 0,1")) == lying(state)


def test_a_card_of_the_stock_is_secret_until_it_is_laid() -> None:
    state = play(table(STOCK), "take 2")
    assert (state.in_hand, seen(state, 0).in_hand) == ("green-1", "green-1")
    assert (seen(state, 1).in_hand, seen(state, None).in_hand) == (None, None)
    after = play(state, "place 0,1")
    assert lying(after) == [("red-1",), ("yellow-1",), ("green-2", "green-3")]
    assert shown(after) == []
    assert seen(after, 1).gardens[0][0, 1] == ("green-1",)


def test_an_empty_place_waits_for_the_next_turn() -> None:
    """Two cards of one turn: from one place only one can come, and its place cannot be named."""
    two = display(turn={"steps": ["take", "take", "place", "place"]})
    state = play(table(two), "take 0")
    assert texts(state) == ["take 1"]
    refusal = tr.why_illegal(state, tr.Move("take", ("0",)))
    assert refusal is not None
    assert refusal.code == "empty_pile"
    laid = play(state, "take 1", "place 0,1 red-1", "place 0,2 yellow-1")
    assert lying(laid) == [("green-1",), ("green-2",), ("green-3",)]
    assert shown(laid) == [(0, "green-1"), (1, "green-2")]


def test_what_cannot_be_taken_from_a_display_falls_away() -> None:
    """Three takes, of which two places allow two, and three cards to lay, of two in hand."""
    three = display(turn={"steps": ["take"] * 3 + ["place"] * 3})
    state = play(table(three), "take 0", "take 1")
    assert (state.phase, state.step) == ("place", 3)
    after = play(state, "place 0,1 red-1", "place 0,2 yellow-1")
    assert (after.to_move, after.turns) == (1, 1)


# ---- the end --------------------------------------------------------------------------------


def test_the_game_ends_when_a_place_cannot_be_refilled() -> None:
    state = play(table(PLAIN, "r1", "y1", "g1"), "take 0", "place 0,1")
    assert (state.is_over, lying(state)) == (False, [("green-1",), ("yellow-1",), ()])
    over = play(state, "take 1", "place 0,1")
    assert over.is_over
    assert lying(over) == [("green-1",), (), ()]


def test_an_empty_stock_counts_if_it_is_a_pile() -> None:
    """Both places have a card."""
    assert table(STOCK, "r1", "y1", "").is_over
    state = table(PLAIN, "r1", "y1", "")
    assert not state.is_over
    assert play(state, "take 0", "cover 0,0").is_over


def test_a_place_that_will_be_refilled_is_not_empty() -> None:
    """The stock has a card for it, though it is the last one; then the stock has run out."""
    plain = play(table(PLAIN, "r1", "y1", "g1"), "take 1", "place 0,1")
    assert (plain.is_over, lying(plain)) == (False, [("red-1",), ("green-1",), ()])
    for ruleset in (STOCK, AT_ONCE):
        assert play(table(ruleset, "r1", "y1", "g1"), "take 1", "place 0,1").is_over
        two = play(table(ruleset, "r1", "y1", "g1 g2"), "take 1", "place 0,1")
        assert not two.is_over
        assert play(two, "take 2", "place 0,1").is_over


@pytest.mark.parametrize(("hidden", "number"), [(0, 2), (1, 2), (1, "all"), (0, "all")])
def test_more_empty_places(hidden: int, number: int | str) -> None:
    """Two of two places, or of three with the stock; all are both, or all three."""
    ruleset = display(hidden=hidden, end={"empty_piles": number})
    one = play(table(ruleset, "r1 ", "y1", ""), "take 0", "place 0,1")
    assert one.is_over == (hidden == 1 and number == 2)
    if not one.is_over:
        assert play(one, "take 1", "place 0,1").is_over


def test_a_last_round_goes_on_with_the_cards_that_are_left() -> None:
    finished = display(seats=3, end={"round": "finished"})
    state = play(table(finished, "r1", "y1", ""), "take 0", "place 0,1")
    assert (state.is_over, state.turns_left, texts(state)) == (False, 2, ["take 1"])
    assert play(state, "take 1", "place 0,1").is_over  # without any card


# ---- sweeping -------------------------------------------------------------------------------


def test_a_sweep_refills_place_by_place() -> None:
    """The place just taken from has nothing to sweep, and is refilled with the next turn."""
    swept = display(piles={"number": 3}, turn={"sweep": "open_piles"})
    state = table(swept, "r1", "y1", "b1", "g1 g2 g3 g4")
    after = play(state, "take 1", "place 0,1")
    assert after.swept == ("red-1", "blue-1")
    assert lying(after) == [("green-1",), ("green-3",), ("green-2",), ("green-4",)]
    assert shown(after) == [(0, "green-1"), (2, "green-2"), (1, "green-3")]
    assert told(play(state, "take 1"), "place 0,1") == [
        "seat 0 places yellow-1 on 0,1",
        "red-1 is swept from pile 0",
        "green-1 lies open on pile 0",
        "blue-1 is swept from pile 2",
        "green-2 lies open on pile 2",
        "the turn of seat 0 is over",
        "green-3 lies open on pile 1",
        "seat 1 is to move: take",
    ]


@pytest.mark.parametrize(
    ("sweep", "gone"), [("open_piles", ("red-1", "green-1")), ("other_piles", ("red-1",))]
)
def test_what_was_refilled_at_once_is_swept_too(sweep: str, gone: tuple[str, ...]) -> None:
    swept = display(piles={"next_shown": "at_once"}, turn={"sweep": sweep})
    after = play(table(swept, "r1", "y1", "g1 g2 g3 g4"), "take 1", "place 0,1")
    assert after.swept == gone


def test_a_sweep_may_end_the_game() -> None:
    swept = display(turn={"sweep": "open_piles"})
    over = play(table(swept, "r1", "y1", "g1"), "take 1", "place 0,1")
    assert (over.is_over, over.swept) == (True, ("red-1",))
    assert lying(over) == [("green-1",), (), ()]


# ---- what all see ---------------------------------------------------------------------------


def test_all_cards_of_fanned_piles_are_known() -> None:
    state = table(FANNED, "y1 r2 b3", "y2 b2", "g1 g2")
    for viewer in (None, 0, 1):
        for memory in (True, False):
            view = seen(state, viewer, memory=memory)
            assert lying(view) == [*state.piles[:2], (None, None)]
    assert shown(new(FANNED, 2)) == []
    after = play(state, "take 0", "place 0,1")
    assert (shown(after), lying(seen(after, 1))[0]) == ([], ("red-2", "blue-3"))
    assert "red-2 lies open on pile 0" not in told(play(state, "take 0"), "place 0,1")
    assert seen(play(state, "take 2"), 1).in_hand is None


def test_a_fanned_stock_is_known_in_the_hand() -> None:
    state = table(ALL_KNOWN)
    assert lying(seen(state, None)) == lying(state)
    taken = play(state, "take 2")
    assert seen(taken, 1).in_hand == "green-1"
    refilled = play(state, "take 0", "place 0,1")
    assert shown(refilled) == [(0, "green-1")]
    assert [pile for pile, _ in shown(new(ALL_KNOWN, 2))] == [0, 1]


def test_both_cards_of_a_fanned_pile_are_known_in_the_hand() -> None:
    steps = ["take", "take", "place", "place"]
    both = variant(players=[2], piles={"known": "all"}, turn={"steps": steps})
    state = play(table(both, "y1 r2 b3", "y2 b2", "g1 g2"), "take 0", "take 0")
    assert seen(state, 1).hands[0] == ("yellow-1", "red-2")
    hidden = play(table(both, "y1 r2 b3", "y2 b2", "g1 g2"), "take 2", "take 2")
    assert seen(hidden, 1).hands[0] == (None, None)


def test_a_fanned_pile_is_swept_without_being_turned_up() -> None:
    swept = variant(players=[2], piles={"known": "all"}, turn={"sweep": "open_piles"})
    state = table(swept, "y1 r2 b3", "y2 b2 b1", "g1 g2")
    assert told(play(state, "take 0"), "place 0,1")[1:] == [
        "red-2 is swept from pile 0",
        "yellow-2 is swept from pile 1",
        "the turn of seat 0 is over",
        "seat 1 is to move: take",
    ]


def test_the_rest_is_drawn_around_what_is_known() -> None:
    """Where all piles are fanned out, or the stock is, no card of them is drawn anew."""
    for ruleset in (FANNED, ALL_KNOWN):
        state = new(ruleset, 2)
        view = seen(state, 1)
        made = tr.determinize(view, 3)
        assert isinstance(made, State)
        assert made.piles[:2] == state.piles[:2]
        assert (made.piles[2] == state.piles[2]) == (ruleset == ALL_KNOWN)
        assert tr.observe(made, 1) == view
    stock = tr.determinize(seen(new(PLAIN, 2), 0), 3)
    assert isinstance(stock, State)
    assert Counter(stock.piles[2]) == Counter(new(PLAIN, 2).piles[2])
    assert stock.piles[2] != new(PLAIN, 2).piles[2]


# ---- positions by hand ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ruleset", "piles", "entries", "path", "message"),
    [
        (PLAIN, ("r1", "y1"), {}, "piles", "expected 3 piles, not 2"),
        (PLAIN, ("r1 r2", "y1", "g1"), {}, "piles[0]", "one card at most"),
        (PLAIN, ("r1", "", "g1"), {}, "piles[1]", "is refilled as long as"),
        (PLAIN, PILES, {"shown": [{"pile": 2, "card": "green-1"}]}, "shown[0].pile", "0 to 1"),
        (
            PLAIN,
            ("r1", "", "g1"),
            {"phase": "place", "in_hand": "blue-1", "taken_from": 0},
            "piles[1]",
            "is refilled",
        ),
        (
            AT_ONCE,
            ("r1", "", "g1"),
            {"phase": "place", "in_hand": "blue-1", "taken_from": 1},
            "piles[1]",
            "is refilled",
        ),
        (
            PLAIN,
            PILES,
            {"phase": "place", "in_hand": "blue-1", "taken_from": 2},
            "taken_from",
            "from 0 to 1",
        ),
        (PLAIN, PILES, {"last_move": "take 2"}, "last_move", "a pile from 0 to 1"),
    ],
)
def test_faults_of_displays(
    ruleset: tr.Ruleset, piles: tuple[str, ...], entries: Data, path: str, message: str
) -> None:
    with pytest.raises(tr.InvalidData) as caught:
        State.from_data(data(ruleset, [ONE, ONE], piles, **entries))
    assert caught.value.path == path
    assert message in str(caught.value)


def test_a_waiting_place_is_read() -> None:
    waiting: Data = {"phase": "place", "in_hand": "blue-1", "taken_from": 1}
    state = table(PLAIN, "r1", "", "g1", **waiting)
    assert State.from_data(state.to_data()) == state
    assert shown(play(state, "place 0,1")) == [(1, "green-1")]


@pytest.mark.parametrize(
    ("ruleset", "entries", "path"),
    [
        (ALL_KNOWN, {"piles": [cards("r1"), cards("y1"), [None, *cards("g2 g3")]]}, "piles[2][0]"),
        (ALL_KNOWN, {"piles": [cards("r1"), cards("y1"), [*cards("g1 g2"), None]]}, "piles[2][2]"),
        (STOCK, {"piles": [cards("r1"), cards("y1"), [*cards("g1"), None]]}, "piles[2][0]"),
    ],
)
def test_what_a_viewer_knows_of_a_stock(ruleset: tr.Ruleset, entries: Data, path: str) -> None:
    written = seen(table(ruleset), 0).to_data()
    with pytest.raises(tr.InvalidData) as caught:
        Observation.from_data({**written, **entries})
    assert caught.value.path == path


# ---- how it is drawn ------------------------------------------------------------------------


def test_a_stock_is_drawn_as_such() -> None:
    assert "stock: 3 cards" in tr.draw_text(table(PLAIN))
    assert "stock (pile 2): 3 cards" in tr.draw_text(table(STOCK))
    assert "<title>stock: 3 cards, a card face down on top<" in tr.draw_svg(table(PLAIN))
    assert "<title>stock (pile 2): 3 cards, a card face down" in tr.draw_svg(table(STOCK))
    empty = play(table(PLAIN), "take 0")
    assert "pile 0: 0 cards" in tr.draw_text(empty)


def test_fanned_piles_are_drawn_with_all_their_cards() -> None:
    state = table(FANNED, "y1 r2 b3", "y2", "g1 g2")
    text = tr.draw_text(state)
    assert "pile 0: 3 cards, yellow-1 on top\n    all: Y1 R2 B3\n" in text
    assert text.count("all:") == 1  # a single card is on top
    picture = tr.draw_svg(state)
    for place, card in enumerate(("yellow 1", "red 2", "blue 3"), start=1):
        assert f"<title>pile 0: {card}, card {place}<" in picture
    assert "green 1" not in picture
