"""What the rules text leaves open, G1 to G21: the reading of the base card, and every other one.

A test named `default` says what the base card does. Where there are other readings, each has a test
that plays a card with it, and asserts what is false of the base card. G6 to G9, G18 and G21, which
are about majorities and the outcome, stand in `test_readings_of_the_score.py`.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import tilerules as tr
from tests.tulips.tables import (
    begun,
    cards,
    described_deal,
    earned,
    new,
    play,
    position,
    random_game,
    rules,
    seen,
    texts,
    totals,
    variant,
)
from tilerules.games.tulips import State

BASE = rules()
FOUR = rules(base="tulips-four-actions")
TOGETHER = rules(base="tulips-full-hand")
THANKS = rules(base="tulips-thanks")
OLDEST = variant(festival={"equal_sums": "oldest_first"})
NOTHING = variant(festival={"unranked": "nothing"})
ONCE = variant(end={"ranked": "once"})


# ---- G1: the cards --------------------------------------------------------------------------


def dealt(ruleset: tr.Ruleset, seats: int) -> Counter[str]:
    """How many cards of each kind there are, those left out among them."""
    *parts, _ = tr.deal(ruleset, seats, seed=1).layout.split("|")
    return Counter(" ".join(parts).split())


def test_g1_default_six_copies_of_each_card_and_two_more_with_five_or_six_seats() -> None:
    kinds = cards("p2 p3 p4 b2 b3 b4 o2 o3 o4 u2 u3 u4")
    for seats in (2, 3, 4):
        assert dealt(BASE, seats) == dict.fromkeys(kinds, 6)
    for seats in (5, 6):
        assert dealt(BASE, seats) == dict.fromkeys(kinds, 8)


def test_g1_any_other_table() -> None:
    table = {"values": {"2": 9, "3": 0, "4": "removed", "7": 5}, "more": cards("u9 p2 u9")}
    found = dealt(variant(cards=table), 3)
    assert (found["pink-2"], found["blue-2"], found["purple-7"], found["purple-9"]) == (10, 9, 5, 2)
    assert found.total() == 4 * (9 + 5) + 3
    assert not {"pink-3", "pink-4", "pink-9"} & found.keys()


# ---- G2: the actions ------------------------------------------------------------------------


def two(ruleset: tr.Ruleset, hand: str, deck: str = "", **entries: Any) -> State:
    """Two empty bouquets, and a festival in which pink is ranked first, then blue."""
    entries = {"festival": "b2 p4", **entries}
    return position(ruleset, bouquets=["", ""], hand=hand, deck=deck, **entries)


@pytest.mark.parametrize("way", ["open", "secret"])
def test_g2_default_open_and_secret_addition_are_one_action(way: str) -> None:
    state = play(two(BASE, "o2", "o3"), f"add {way}")
    assert (state.done, texts(state)) == (("add",), ["keep", "give 1"])


@pytest.mark.parametrize(("way", "other"), [("open", "secret"), ("secret", "open")])
def test_g2_they_are_two_actions(way: str, other: str) -> None:
    state = play(two(FOUR, "o2", "o3"), f"add {way}")
    assert (state.done, texts(state)) == ((f"add_{way}",), ["keep", "give 1", f"add {other}"])
    assert play(state, f"add {other}").is_over


@pytest.mark.parametrize(("way", "other"), [("open", "secret"), ("secret", "open")])
def test_g2_one_of_them_alone(way: str, other: str) -> None:
    state = two(variant(turn={"actions": ["keep", "give", f"add_{way}"]}), "o2", "o3")
    assert texts(state) == ["keep", "give 1", f"add {way}"]
    assert f"add {other}" in texts(two(BASE, "o2", "o3"))
    assert texts(play(state, f"add {way}")) == ["keep", "give 1"]


# ---- G3 to G5: the ranking ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("festival", "latest", "oldest"),
    [
        ("p2 b2", "b p", "p b"),
        ("p2 b2 o2", "o b p", "p b o"),
        ("p4 b2 b2", "b p", "p b"),
        ("p4 b2 o2 b2", "b p o", "p b o"),  # blue passes orange, and joins pink
        ("b2 p2 b2 p2", "p b", "b p"),  # pink had this sum last in both rounds
        ("p2 b4 p2 o4", "o p b", "b p o"),
    ],
)
def test_g3_equal_sums(festival: str, latest: str, oldest: str) -> None:
    names = {"p": "pink", "b": "blue", "o": "orange"}
    for ruleset, order in ((BASE, latest), (OLDEST, oldest)):
        state = position(ruleset, festival, ["", ""])
        assert list(state.ranking) == [names[colour] for colour in order.split()]


def test_g3_the_reading_of_equal_sums_decides_points() -> None:
    """With blue 2 more both colours have 4: blue is first by default, and second else."""
    for ruleset, points in ((BASE, 3 + 4), (OLDEST, 2 + 4)):
        state = play(two(ruleset, "b2", "b4"), "add open", "give 1")
        assert state.giving == (points, 0)


@pytest.mark.parametrize("word", ["latest_first", "oldest_first"])
def test_g4_of_equal_start_cards_the_first_drawn_is_ranked_first(word: str) -> None:
    ruleset, equal = variant(festival={"equal_sums": word}), 0
    for seed in range(30):
        drawn = described_deal(ruleset, 3, seed).drawn
        if drawn[0][-1] == drawn[1][-1]:
            equal += 1
            state = new(ruleset, 3, seed)
            assert state.ranking == tuple(tulip[:-2] for tulip in drawn)
            assert list(state.festival) == (drawn[::-1] if word == "latest_first" else drawn)
    assert equal >= 5


@pytest.mark.parametrize(
    ("move", "hand", "last", "nothing"),
    [
        ("keep", "o3", {"keeping": (2, 0)}, {"keeping": (0, 0)}),  # though 3rd and 4th are vacant
        ("keep", "p3", {"keeping": (0, 0)}, {"keeping": (0, 0)}),
        ("give 1", "o3", {"giving": (4, 0)}, {"giving": (3, 0)}),
        ("give 1", "b3", {"giving": (5, 0)}, {"giving": (5, 0)}),
    ],
)
def test_g5_a_colour_that_is_not_in_the_festival(
    move: str, hand: str, last: dict[str, Any], nothing: dict[str, Any]
) -> None:
    one_more = {"scoring": {"giving": {"points": [3, 2, 1, 1]}}}
    for festival, expected in (("last", last), ("nothing", nothing)):
        state = two(rules({**one_more, "festival": {"unranked": festival}}), hand)
        state = play(state, move)
        assert {word: getattr(state, word) for word in expected} == expected


def test_g5_default_it_ranks_last() -> None:
    assert play(two(BASE, "u4"), "keep").keeping == (2, 0)
    assert play(two(NOTHING, "u4"), "keep").keeping == (0, 0)
    assert play(two(BASE, "u4", festival=""), "keep").keeping == (2, 0)  # nothing is there at all


# ---- G10 to G13: the end --------------------------------------------------------------------


def test_g10_default_with_an_odd_number_of_cards_the_last_turn_has_one_action() -> None:
    state = play(two(BASE, "o2", "o3 o4"), "keep", "give 1")
    assert (state.phase, state.to_move, state.in_hand, state.deck) == ("first", 1, "orange-4", ())
    state = play(state, "keep")
    assert (state.phase, state.to_move, state.turns) == ("over", None, 2)


def test_g10_in_a_whole_game() -> None:
    ruleset = variant(for_players={"3": {"start": {"left_out": 5}}})
    *_, before, last = random_game(ruleset, 3, seed=1)
    assert (last.turns, last.ply) == (30, 3 + 59)
    assert (before.phase, before.to_move) == ("first", 2)


def test_g11_default_the_receiver_scores_nothing() -> None:
    state = play(two(BASE, "o3"), "give 1")
    assert (state.giving, state.keeping, totals(state)) == ((3, 0), (0, 0), [3, 0])


def test_g11_the_receiver_scores_as_for_keeping() -> None:
    for hand, giving, keeping in (("o3", 3, 2), ("p3", 6, 0), ("b3", 5, 0)):
        state = play(two(THANKS, hand), "give 1")
        assert (state.giving, state.keeping) == ((giving, 0), (0, keeping))
    third = play(two(THANKS, "o3", festival="o2 b3 p4"), "give 1")
    assert (third.giving, third.keeping) == ((1 + 3, 0), (0, 1))
    assert play(two(THANKS, "o3"), "keep").keeping == (2, 0)


@pytest.mark.parametrize(
    ("festival", "secret", "each_card", "once"),
    [
        # blue reaches pink's 4, and goes in front of it only where it is ranked at once
        ("b2 p4", "b2", "b p", "p b"),
        # new colours: each goes in front of its equals, or all of them behind as they came
        ("b2 p4", "u4 o4", "o u p b", "p u o b"),
        ("b2 p4", "o4 u4", "u o p b", "p o u b"),
        ("", "u2 o2 u2 o2", "o u", "u o"),
        # sums that differ rank alike
        ("b2 p4", "b4 o3", "b p o", "b p o"),
    ],
)
def test_g12_ranking_anew_at_the_end(festival: str, secret: str, each_card: str, once: str) -> None:
    names = {"p": "pink", "b": "blue", "o": "orange", "u": "purple"}
    for ruleset, order in ((BASE, each_card), (ONCE, once)):
        state = play(two(ruleset, "o3", festival=festival, secret=secret), "keep")
        assert state.is_over
        assert list(state.festival) == cards(f"{festival} {secret}")
        assert list(state.ranking) == [names[colour] for colour in order.split()]


def test_g12_once_is_not_the_reading_of_the_oldest() -> None:
    """Pink stands in front at first, blue goes ahead, and pink reaches its sum."""
    for changes, order in (
        ({"ranked": "each_card"}, ("blue", "pink")),
        ({"ranked": "once"}, ("pink", "blue")),
    ):
        ruleset = variant(festival={"equal_sums": "oldest_first"}, end=changes)
        state = play(two(ruleset, "o3", festival="p2 b2", secret="b3 p3"), "keep")
        assert state.ranking == order


def test_g12_once_holds_for_the_end_alone() -> None:
    state = play(two(ONCE, "b2", "o2 o3"), "add open")
    assert state.ranking == ("blue", "pink")


def test_g12_majorities_are_those_of_the_last_ranking() -> None:
    for ruleset, points in ((BASE, [10, 15]), (ONCE, [15, 10])):
        state = position(ruleset, "b2 p4", ["p2", "b2"], hand="o3", secret="b2", secret_by=[1])
        assert earned(state) == [15, 10]
        assert earned(play(state, "keep")) == points


def test_g13_default_secret_cards_not_drawn_and_removed_cards_stay_hidden() -> None:
    secret = "p2 p3 b2 b3 o2 o3 u2"
    lottery = [0] * 7  # each goes in front of those before: the last five are drawn
    state = play(two(BASE, "u4", secret=secret, lottery=lottery), "keep")
    assert list(state.shown) == ["purple-4", *cards("u2 o3 o2 b3 b2")]
    for viewer, own in ((0, "p2 b2 o2 u2"), (1, "p3 b3 o3"), (None, "")):
        found = seen(state, viewer)
        assert [tulip for tulip in found.secret if tulip] == cards(own)


# ---- G15 to G17: the start ------------------------------------------------------------------


def start(*hands: str, **entries: Any) -> State:
    """Each seat has been dealt a hand, and seat 0 is to choose."""
    begin: dict[str, Any] = {"phase": "start", "to_move": 0, "hands": [*map(cards, hands)]}
    return position(BASE, "b2 p4", [""] * len(hands), deck="o2 o3 o4 u2", **begin, **entries)


def test_g15_default_start_choices_are_made_in_seat_order_and_unseen() -> None:
    state = start("p2 b3", "u4 o4", "b2 p3")
    for seat, kept in enumerate(cards("b3 u4 p3")):
        assert (state.phase, state.to_move) == ("start", seat)
        for viewer in (0, 1, 2, None):
            found = seen(state, viewer)
            assert [card for card in found.kept if card] == (
                [cards("b3 u4 p3")[viewer]] if viewer is not None and viewer < seat else []
            )
        state = play(state, f"start {kept}")
    assert state.bouquets == (("blue-3",), ("purple-4",), ("pink-3",))


def test_g15_default_two_equal_cards_are_one_move() -> None:
    state = start("p2 p2", "u4 o4")
    assert texts(state) == ["start pink-2"]
    state = play(state, "start pink-2", "start orange-4")
    assert (state.bouquets, state.secret) == (
        (("pink-2",), ("orange-4",)),
        ("pink-2", "purple-4"),
    )


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_g17_default_seat_0_begins(seats: int) -> None:
    for seed in range(4):
        state = new(BASE, seats, seed)
        assert (state.phase, state.to_move) == ("start", 0)
        first = begun(BASE, seats, seed)
        assert (first.phase, first.to_move, first.turns) == ("first", 0, 0)


# ---- G19 and G20: no action is declined, and when cards are drawn --------------------------


def test_g19_default_no_action_may_be_declined() -> None:
    state = two(BASE, "o2", "o3")
    for position_ in (state, play(state, "keep")):
        assert {move.kind for move in tr.legal_moves(position_)} <= {"keep", "give", "add"}
        for text in ("pass", "skip"):
            found = tr.why_illegal(position_, tr.Move(text))
            assert found is not None
            assert found.code == "unknown_move"


def test_g20_default_the_second_card_is_drawn_after_the_first_action() -> None:
    state = two(BASE, "o2", "o3 o4")
    assert (state.in_hand, texts(state)) == (
        "orange-2",
        ["keep", "give 1", "add open", "add secret"],
    )
    state = play(state, "keep")
    assert (state.in_hand, state.deck) == ("orange-3", ("orange-4",))


def test_g20_both_cards_are_in_hand() -> None:
    state = two(TOGETHER, "u2 p3", "o3 o4")
    assert state.in_hand == ("purple-2", "pink-3")
    assert texts(state) == [
        *("keep pink-3", "keep purple-2", "give 1 pink-3", "give 1 purple-2"),
        *("add open pink-3", "add open purple-2", "add secret pink-3", "add secret purple-2"),
    ]
    state = play(state, "give 1 pink-3")
    assert (state.in_hand, state.deck) == (("purple-2",), ("orange-3", "orange-4"))
    assert texts(state) == ["keep purple-2", "add open purple-2", "add secret purple-2"]
    state = play(state, "add secret purple-2")
    assert (state.to_move, state.in_hand, state.deck) == (1, ("orange-3", "orange-4"), ())
    assert (state.giving, state.secret) == ((6, 0), ("purple-2",))


def test_g20_two_equal_cards_in_hand_are_one_move() -> None:
    state = two(TOGETHER, "u2 u2", "o3 o4")
    assert texts(state, "keep") == ["keep purple-2"]
    state = play(state, "keep purple-2")
    assert (state.in_hand, state.bouquets[0]) == (("purple-2",), ("purple-2",))
