"""Positions as data that are broken in every way: each fault is named by its path."""

from __future__ import annotations

import copy
import math
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tilerules as tr
from tests.serendipity.changes import HUGE, Change, Data, drop, several, through_json
from tests.tulips.goods import GOOD, HAND, OVER, SECOND, SECRET, START, THIRD, put, refused
from tests.tulips.tables import (
    cards,
    data,
    new,
    observations,
    position,
    random_game,
    rules,
    seen,
    variant,
)
from tilerules.games.tulips import Observation, State

BASE = rules()
TOGETHER = rules(base="tulips-full-hand")
NEVER = variant(end={"drawn": "never"})

# ---- one fault ------------------------------------------------------------------------------

NO_CARD = "expected a card of these rules, as pink-2"
MISSING = "is missing: a card drawn stands here, and no more in `deck`"
ONE_ACTION = "expected 1 action in the phase second, each once"
TWO_CARDS = "expected 2 cards in hand"
OPEN_END: Data = {**OVER, "ruleset": NEVER.to_data(), "drawn": 0}
FAULTS: list[tuple[Data, Change, str, str]] = [
    # the heading
    (GOOD, put("format", value=2), "format", "newer than this library"),
    (GOOD, drop("ruleset"), "ruleset", "is missing"),
    (GOOD, put("ruleset", value="tulip"), "ruleset", "did you mean 'tulips'"),
    (GOOD, drop("seats"), "seats", "is missing"),
    (GOOD, put("seats", value=7), "seats", "tulips is for 2, 3, 4, 5 or 6 seats"),
    (GOOD, put("seats", value=1), "seats", "for 2, 3, 4, 5 or 6 seats"),
    (GOOD, drop("phase"), "phase", "is missing"),
    (GOOD, put("phase", value="third"), "phase", "one of start, first, second, over, not 'third'"),
    (GOOD, put("phase", value=None), "phase", "not null"),
    (GOOD, drop("to_move"), "to_move", "expected a seat, for the game is not over"),
    (GOOD, put("to_move", value=2), "to_move", "from 0 to 1"),
    (GOOD, put("to_move", value=False), "to_move", "not false"),
    (GOOD, put("turns", value=-1), "turns", "whole number"),
    (GOOD, put("turns", value=HUGE), "turns", "not a huge number"),
    (GOOD, put("ply", value=1.5), "ply", "whole number"),
    (GOOD, put("winner", value=0), "", "no key 'winner'"),
    (GOOD, put("viewer", value=0), "", "no key 'viewer'"),
    (GOOD, put("ranking", value=[]), "", "no key 'ranking'"),
    (GOOD, put("piles", value=[]), "", "no key 'piles'"),
    # phase and seat that do not fit
    (GOOD, put("phase", value="over"), "in_hand", "only while a turn goes on"),
    (OVER, put("to_move", value=0), "to_move", "expected null, for the game is over"),
    (OVER, put("deck", value=["orange-3"]), "phase", "cards are left in the deck"),
    (START, put("to_move", value=0), "kept", "names a card for each seat before the one to move"),
    (START, put("kept", value=[]), "kept", "names a card for each seat before the one to move"),
    (START, put("to_move", value=None), "to_move", "expected a seat"),
    # cards
    (GOOD, drop("festival"), "festival", "is missing"),
    (GOOD, put("festival", value={}), "festival", "expected a list, not an object"),
    (GOOD, put("festival", value="pink-3"), "festival", "expected a list"),
    (GOOD, put("festival", 0, value="pink"), "festival[0]", NO_CARD),
    (GOOD, put("festival", 0, value="pink-5"), "festival[0]", NO_CARD),
    (GOOD, put("festival", 0, value="PINK-3"), "festival[0]", NO_CARD),
    (GOOD, put("festival", 0, value="red-3"), "festival[0]", NO_CARD),
    (GOOD, put("festival", 1, value=None), "festival[1]", "expected a text, not null"),
    (GOOD, put("festival", 1, value=4), "festival[1]", "expected a text, not 4"),
    (GOOD, put("deck", value=None), "deck", "expected a list"),
    (GOOD, put("deck", 2, value=None), "deck[2]", "expected a text, not null"),
    (GOOD, put("deck", 2, value="rose"), "deck[2]", NO_CARD),
    (GOOD, put("secret", value="blue-2"), "secret", "expected a list"),
    (GOOD, put("secret", 1, value=None), "secret[1]", "expected a text, not null"),
    (GOOD, put("secret", 1, value="blue-1"), "secret[1]", NO_CARD),
    # too many of a card
    (
        GOOD,
        put("deck", value=["orange-4"] * 6),
        "",
        "7 cards orange-4 lie on the table, and there are 6",
    ),
    (
        GOOD,
        put("festival", value=["orange-2"] * 6),
        "",
        "7 cards orange-2 lie on the table, and there are 6",
    ),
    (
        GOOD,
        put("secret", value=["orange-4"] * 5),
        "",
        "7 cards orange-4 lie on the table, and there are 6",
    ),
    (
        GOOD,
        put("bouquets", 1, value=["orange-4"] * 5),
        "",
        "7 cards orange-4 lie on the table, and there are 6",
    ),
    (
        START,
        put("hands", 0, value=["blue-3"] * 7),
        "",
        "7 cards blue-3 lie on the table, and there are 6",
    ),
    (
        OVER,
        put("bouquets", 1, value=["blue-2"] * 5),
        "",
        "7 cards blue-2 lie on the table, and there are 6",
    ),
    # bouquets
    (GOOD, drop("bouquets"), "bouquets", "is missing"),
    (GOOD, put("bouquets", value={}), "bouquets", "expected a list"),
    (GOOD, put("bouquets", value=[]), "bouquets", "for each of 2 seats, not 0"),
    (GOOD, put("bouquets", value=[[]] * 3), "bouquets", "for each of 2 seats, not 3"),
    (GOOD, put("bouquets", 1, value="pink-2"), "bouquets[1]", "expected a list"),
    (GOOD, put("bouquets", 1, value=[None]), "bouquets[1][0]", "expected a text, not null"),
    (GOOD, put("bouquets", 1, value=["pink"]), "bouquets[1][0]", NO_CARD),
    (START, put("bouquets", 1, value=["pink-3"]), "bouquets", "when all seats have chosen"),
    # points
    (GOOD, put("giving", value=[5]), "giving", "for each of 2 seats, not 1"),
    (GOOD, put("giving", value=[5, 2, 0]), "giving", "for each of 2 seats, not 3"),
    (GOOD, put("giving", value=5), "giving", "expected a list"),
    (GOOD, put("giving", 1, value=-1), "giving[1]", "whole number"),
    (GOOD, put("giving", 1, value=2.0), "giving[1]", "whole number"),
    (GOOD, put("keeping", 0, value=HUGE), "keeping[0]", "not a huge number"),
    (GOOD, put("keeping", 0, value=True), "keeping[0]", "not true"),
    (GOOD, put("keeping", value={"0": 1}), "keeping", "expected a list"),
    # whose the secret cards are
    (GOOD, put("secret_by", value=[0]), "secret_by", "for each of 2 secret cards, not 1"),
    (GOOD, put("secret_by", value=[0, 1, 0]), "secret_by", "for each of 2 secret cards, not 3"),
    (GOOD, put("secret_by", value=[0, 2]), "secret_by[1]", "from 0 to 1"),
    (GOOD, put("secret_by", value=[0, None]), "secret_by[1]", "not null"),
    (GOOD, put("secret_by", value="01"), "secret_by", "expected a list"),
    # the card in hand
    (GOOD, drop("in_hand"), "in_hand", MISSING),
    (GOOD, put("in_hand", value=None), "in_hand", MISSING),
    (SECOND, put("in_hand", value=None), "in_hand", MISSING),
    (SECOND, several(in_hand=None, deck=[]), "in_hand", MISSING),
    (GOOD, put("in_hand", value="blue-5"), "in_hand", NO_CARD),
    (GOOD, put("in_hand", value=["blue-3"]), "in_hand", "expected a text, not a list"),
    (START, put("in_hand", value="blue-3"), "in_hand", "only while a turn goes on"),
    (OVER, put("in_hand", value="blue-3"), "in_hand", "only while a turn goes on"),
    # all cards in hand
    (HAND, put("in_hand", value="orange-2"), "in_hand", "expected a list"),
    (HAND, put("in_hand", value=["orange-2"]), "in_hand", TWO_CARDS),
    (HAND, put("in_hand", value=cards("o2 o2 o2")), "in_hand", TWO_CARDS),
    (HAND, put("in_hand", value=[]), "in_hand", TWO_CARDS),
    (HAND, put("in_hand", value=None), "in_hand", MISSING),
    (SECRET, several(in_hand=None, deck=[]), "in_hand", MISSING),
    (HAND, put("in_hand", 1, value=None), "in_hand[1]", "expected a text, not null"),
    (HAND, put("in_hand", 1, value="rose"), "in_hand[1]", NO_CARD),
    (SECRET, put("in_hand", value=cards("o2 o2")), "in_hand", "expected 1 card in hand"),
    (SECRET, several(in_hand=[], deck=[]), "in_hand", "expected 1 card in hand"),
    # the actions done
    (GOOD, put("done", value=["keep"]), "done", "is empty in the phase first"),
    (SECOND, put("done", value=[]), "done", ONE_ACTION),
    (SECOND, put("done", value=["keep", "add"]), "done", ONE_ACTION),
    (SECOND, put("done", value=["keep", "keep"]), "done", ONE_ACTION),
    (
        THIRD,
        put("done", value=["keep", "keep"]),
        "done",
        "expected 2 actions in the phase third, each once",
    ),
    (
        THIRD,
        put("done", value=["keep"]),
        "done",
        "expected 2 actions in the phase third, each once",
    ),
    (SECOND, put("done", value=["add_open"]), "done[0]", "expected one of keep, give, add"),
    (SECOND, put("done", value="add"), "done", "expected a list"),
    (OVER, put("done", value=["keep"]), "done", "is empty in the phase over"),
    (START, put("done", value=["keep"]), "done", "is empty in the phase start"),
    # the start choices
    (GOOD, put("hands", value=[["pink-3"], ["pink-3"]]), "hands", "when all seats have chosen"),
    (GOOD, put("kept", value=["pink-3"]), "kept", "when all seats have chosen"),
    (GOOD, put("kept", value=None), "kept", "when all seats have chosen"),
    (START, drop("hands"), "hands", "for each of 2 seats, not 0"),
    (START, put("hands", value=[["pink-2"]]), "hands", "for each of 2 seats, not 1"),
    (START, put("hands", 1, value=[]), "hands[1]", "at least one card"),
    (START, put("hands", 1, value=[None]), "hands[1][0]", "expected a text, not null"),
    (START, put("hands", 1, value="blue-3"), "hands[1]", "expected a list"),
    (START, put("kept", 0, value="purple-4"), "kept[0]", "not one of the cards that this seat"),
    (START, put("kept", 0, value=None), "kept[0]", "expected a text, not null"),
    (START, put("kept", value="blue-3"), "kept", "expected a list"),
    # the end
    (GOOD, put("drawn", value=1), "drawn", "no secret card is drawn before the end"),
    (START, put("drawn", value=1), "drawn", "no secret card is drawn before the end"),
    (OPEN_END, put("drawn", value=2), "drawn", "the end draws no card here"),
    (OVER, put("drawn", value=1), "drawn", "the end draws 2 cards, last in `festival`"),
    (OVER, put("drawn", value=3), "drawn", "last in `festival` here"),
    (OVER, put("drawn", value=-1), "drawn", "whole number"),
    (OVER, put("drawn", value="2"), "drawn", "whole number"),
    (OVER, put("festival", value=["blue-2"]), "drawn", "last in `festival` here"),
    (OVER, put("festival", 3, value="blue-4"), "drawn", "were never put into `secret`"),
    (OVER, put("secret", 0, value="blue-4"), "drawn", "were never put into `secret`"),
    # the lottery
    (GOOD, put("lottery", value=None), "lottery", "expected a list"),
    (GOOD, put("lottery", value=[1]), "lottery[0]", "from 0 to 0"),
    (GOOD, put("lottery", value=[0, 2]), "lottery[1]", "from 0 to 1"),
    (GOOD, put("lottery", value=[0, None]), "lottery[1]", "whole number"),
    (GOOD, put("lottery", value=[0, -1]), "lottery[1]", "whole number"),
    (GOOD, put("lottery", value=[0] * 73), "lottery", "there are only 72 cards"),
    # shown
    (GOOD, put("shown", value=None), "shown", "expected a list"),
    (GOOD, put("shown", value="pink-3"), "shown", "expected a list"),
    (GOOD, put("shown", 0, value=None), "shown[0]", "expected a text"),
    (GOOD, put("shown", 0, value="rose"), "shown[0]", NO_CARD),
    (GOOD, put("shown", 0, value="orange-3"), "shown", "not all of these cards lie open"),
    (GOOD, put("shown", value=["pink-3", "pink-3"]), "shown", "not all of these cards lie open"),
    # last_move
    (GOOD, put("last_move", value="fly 0"), "last_move", "expected one of start, keep, give, add"),
    (GOOD, put("last_move", value="give 2"), "last_move", "a seat from 0 to 1"),
    (GOOD, put("last_move", value="keep pink-3"), "last_move", "nothing more"),
    (GOOD, put("last_move", value="add ?"), "last_move", "open or secret"),
    (GOOD, put("last_move", value=7), "last_move", "expected a text"),
    (GOOD, put("last_move", value="keep " * 10**5), "last_move", "nothing more"),
    (START, put("last_move", value="start pink-2"), "last_move", "does not name the last card"),
    (START, put("last_move", value="start ?"), "last_move", "expected a card, as pink-2"),
    (HAND, put("last_move", value="keep"), "last_move", "expected a card, as pink-2"),
    (SECRET, put("last_move", value="add secret ?"), "last_move", "expected a card, as pink-2"),
    (SECRET, put("last_move", value="add secret purple-3"), "last_move", "does not name the last"),
    (
        {
            **GOOD,
            "ruleset": variant(turn={"actions": ["keep", "give"]}).to_data(),
            "last_move": None,
        },
        put("last_move", value="add open"),
        "last_move",
        "the move `add open` can never be made under these rules",
    ),
]


@pytest.mark.parametrize(("good", "change", "path", "words"), FAULTS)
def test_a_fault_is_named_by_its_path(good: Data, change: Change, path: str, words: str) -> None:
    fault = refused(State.from_data, good, change)
    assert fault.path == path
    assert words in fault.problem


@pytest.mark.parametrize(
    ("phase", "deck", "right", "problem"),
    [
        ("first", "o3", {3}, "expected 3 cards in hand"),
        ("first", "", {1, 2, 3}, "expected 1 to 3 cards in hand"),
        ("second", "o3", {2}, "expected 2 cards in hand"),
        ("second", "", {1, 2}, "expected 1 to 2 cards in hand"),
        ("third", "o3", {1}, "expected 1 card in hand"),
        ("third", "", {1}, "expected 1 card in hand"),
    ],
)
def test_how_many_of_three_cards_drawn_together_are_in_hand(
    phase: str, deck: str, right: set[int], problem: str
) -> None:
    ruleset = variant(turn={"draws": 3, "drawing": "together"})
    done = {"first": [], "second": ["keep"], "third": ["keep", "give"]}[phase]
    for number in range(1, 5):
        held = " ".join(["u2"] * number)
        plain = data(ruleset, "b2 p4", ["", ""], hand=held, deck=deck, phase=phase, done=done)
        if number in right:
            assert State.from_data(plain).in_hand == ("purple-2",) * number
            continue
        with pytest.raises(tr.InvalidData) as caught:
            State.from_data(plain)
        assert (caught.value.path, caught.value.problem) == ("in_hand", problem)


@pytest.mark.parametrize("whole", [None, [], "tulips", 7, True, 1.5, {1: 2}, {HUGE: 0}])
@pytest.mark.parametrize("read", [State.from_data, Observation.from_data])
def test_what_is_no_position_at_all(whole: object, read: Callable[[object], object]) -> None:
    with pytest.raises(tr.InvalidData) as caught:
        read(whole)
    assert caught.value.path in ("", "ruleset")


def test_a_card_that_is_named_as_an_example_is_one_of_the_game() -> None:
    ruleset = variant(cards={"values": {"2": 0, "3": 9, "4": 9}})
    with pytest.raises(tr.InvalidData, match="as pink-3"):
        position(ruleset, "p2", ["", ""], hand="p3")


def test_more_cards_than_there_are() -> None:
    plain = seen(new(BASE, 2), None).to_data()
    plain["deck"] += [None] * 18  # those removed
    Observation.from_data(plain)
    plain["deck"].append(None)
    with pytest.raises(tr.InvalidData, match="more cards than these rules have") as caught:
        Observation.from_data(plain)
    assert caught.value.path == ""


def test_cards_drawn_at_the_end_are_counted_once() -> None:
    """Six blue 2s: five of them secret, of which all are drawn, and one in the festival before."""
    sound = position(BASE, "b2 b2 b2 b2 b2 b2", ["", ""], secret="b2 b2 b2 b2 b2", drawn=5)
    assert sound.festival == ("blue-2",) * 6
    with pytest.raises(tr.InvalidData, match="7 cards blue-2 lie on the table, and there are 6"):
        position(BASE, "b2 b2 b2 b2 b2 b2", ["b2", ""], secret="b2 b2 b2 b2 b2", drawn=5)
    # For a viewer who put in none of them they are among the secret cards that nobody named.
    plain = seen(sound, None).to_data()
    assert Observation.from_data(plain).festival == ("blue-2",) * 6
    with pytest.raises(tr.InvalidData, match="7 cards blue-2 lie on the table, and there are 6"):
        Observation.from_data({**plain, "bouquets": [["blue-2"], []]})


# ---- broken at random -----------------------------------------------------------------------

json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 40)
    | st.sampled_from([10**9, 2**63, 10**4000, math.nan, math.inf])
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["pink-2", "blue-3", "purple-4", "keep", "add", "over", "start", "first"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=6,
)


@st.composite
def broken(draw: st.DrawFn, goods: Callable[[], list[Data]]) -> Data:
    """Good data of which up to four entries were taken away, replaced, added or exchanged."""
    plain = copy.deepcopy(draw(st.sampled_from(goods())))
    for _ in range(draw(st.integers(1, 4))):
        block, key = draw(places(plain))
        other_block, other_key = draw(places(plain))
        match draw(st.sampled_from(["take away", "replace", "add", "exchange"])):
            case "take away":
                del block[key]
            case "replace":
                block[key] = draw(json_values)
            case "add" if isinstance(block, list):
                block.insert(key, draw(json_values))
            case "add":
                block[draw(st.sampled_from(["lottery", "drawn", "x"]))] = draw(json_values)
            case _:
                block[key], other_block[other_key] = (
                    copy.deepcopy(other_block[other_key]),
                    copy.deepcopy(block[key]),
                )
    return plain


@st.composite
def places(draw: st.DrawFn, plain: Data) -> tuple[Any, Any]:
    """A block or list somewhere in the data, and one of its keys or places."""
    block: Any = plain
    while True:
        keys = sorted(block) if isinstance(block, dict) else range(len(block))
        key = draw(st.sampled_from(keys))
        if not (isinstance(block[key], dict | list) and block[key] and draw(st.booleans())):
            return block, key
        block = block[key]


@cache
def states() -> list[Data]:
    """States in every phase, of bundled cards and of one that lies whole in the data."""
    found: dict[tuple[int, str], Data] = {}
    house = rules({"extends": "tulips-four-actions", "turn": {"draws": 4, "drawing": "together"}})
    for number, ruleset in enumerate((BASE, TOGETHER, house)):
        for state in random_game(ruleset, 3, seed=7):
            if state.ply < 20 or state.is_over:
                found[number, state.phase] = through_json(state.to_data())
    return [*found.values(), GOOD, START, OVER, HAND]


@cache
def observed() -> list[Data]:
    """Observations of such states."""
    read = [State.from_data(good) for good in states()]
    return [through_json(found.to_data()) for state in read for found in observations(state)]


def check_read(read: State | Observation) -> None:
    """A position that was read can be played on from, and be written and read again."""
    moves = tr.legal_moves(read)
    mine = not isinstance(read, Observation) or read.viewer == read.to_move
    assert bool(len(moves)) == (mine and not read.is_over)
    assert isinstance(tr.draw_text(read), str)
    assert len(tr.score(read)) == read.seats
    assert (tr.outcome(read) is None) == (not read.is_over)


@settings(max_examples=200)
@given(broken(states), st.integers(0, 2**20))
def test_a_broken_state_is_invalid_data_or_a_state(plain: Data, number: int) -> None:
    try:
        state = State.from_data(plain)
    except tr.InvalidData:
        return
    check_read(state)
    assert State.from_data(through_json(state.to_data())) == state
    for found in observations(state):
        assert Observation.from_data(through_json(found.to_data())) == found
    while not state.is_over:  # whoever is to move has a legal move, to the end
        moves = tr.legal_moves(state)
        state = tr.apply_move(state, moves[number % len(moves)])


@settings(max_examples=200)
@given(broken(observed))
def test_a_broken_observation_is_invalid_data_or_an_observation(plain: Data) -> None:
    try:
        found = Observation.from_data(plain)
    except tr.InvalidData:
        return
    check_read(found)
    assert Observation.from_data(through_json(found.to_data())) == found
