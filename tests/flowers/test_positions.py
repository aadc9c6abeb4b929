"""Positions as data: written by hand, written by the library, broken in every way, read back."""

from __future__ import annotations

import copy
import math
import pickle
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import tilerules as tr
from tests.flowers.gardens import (
    bundled,
    data,
    garden,
    new,
    observations,
    play,
    position,
    random_game,
    rules,
    seen,
    shown,
    texts,
    variant,
)
from tests.serendipity.changes import HUGE, Change, Data, drop, several, through_json
from tilerules.games.flowers import Observation, State
from tilerules.games.flowers import data as flowers_data

BASE = rules()
SUMMER = rules(base="flowers-summer")
EVEN_TURNS = rules(base="flowers-even-turns")
FLAT = rules(base="flowers-flat")
DUTCH = rules(base="flowers-dutch")


def put(*way: str | int, value: Any) -> Change:
    """Put a value at the end of a way of keys and places."""

    def change(plain: Any) -> None:
        for key in way[:-1]:
            plain = plain[key]
        plain[way[-1]] = value

    return change


# ---- written by hand ------------------------------------------------------------------------


def test_a_position_in_the_words_of_the_documentation() -> None:
    sample = {
        "ruleset": "flowers",
        "seats": 2,
        "phase": "take",
        "to_move": 0,
        "gardens": [{"0,0": ["red-2", "yellow-4-green"]}, {"0,0": ["red-3"]}],
        "piles": [["blue-1"], ["blue-2"], ["blue-3"]],
        "in_hand": None,
    }
    state = tr.State.from_data(sample)
    assert isinstance(state, State)
    assert (state.ruleset, state.seats, state.phase, state.to_move) == (BASE, 2, "take", 0)
    assert state.gardens[0][0, 0] == ("red-2", "yellow-4-green")
    assert dict(state.gardens[1]) == {(0, 0): ("red-3",)}
    assert state.piles == (("blue-1",), ("blue-2",), ("blue-3",))
    assert (state.turns, state.ply, state.last_move, state.in_hand) == (0, 0, None, None)
    assert (state.swept, state.shown, state.taken_from) == ((), (), -1)
    assert texts(state) == ["take 0", "take 1", "take 2"]
    assert play(state, "take 2", "place 0,1").is_over


def test_a_card_in_hand_has_its_pile_beside_it() -> None:
    hand: Data = {"phase": "place", "in_hand": "green-2"}
    piles = ["y1 y2", "r1 r2", "b1 b2"]
    hidden = position(BASE, [garden("y4"), garden("r4")], piles, **hand)
    assert (hidden.taken_from, seen(hidden, 1).in_hand) == (-1, None)
    assert seen(hidden, 1).piles[0] == ("yellow-1", None)
    openly = position(BASE, [garden("y4"), garden("r4")], piles, **hand, taken_from=0)
    assert (openly.taken_from, seen(openly, 1).in_hand) == (0, "green-2")
    assert seen(openly, 1).piles[0] == (None, None)
    for state in (hidden, openly):
        assert seen(state, 0).in_hand == "green-2"
        assert len(tr.legal_moves(state)) == 5
    assert shown(play(openly, "place 1,0")) == [(0, "yellow-1")]
    assert shown(play(hidden, "place 1,0")) == []


def test_the_same_keys_are_written_as_are_read() -> None:
    state = position(BASE, [garden("y4+r2 b1"), garden("r4")], ["y1 y2", "r1", "b1 b2"], turns=4)
    state = play(state, "take 2")
    assert state.to_data() == {
        "format": 1,
        "ruleset": {"id": "flowers", "digest": BASE.digest},
        "seats": 2,
        "phase": "place",
        "to_move": 0,
        "turns": 4,
        "ply": 1,
        "last_move": "take 2",
        "gardens": [{"0,0": ["yellow-4", "red-2"], "1,0": ["blue-1"]}, {"0,0": ["red-4"]}],
        "piles": [["yellow-1", "yellow-2"], ["red-1"], ["blue-2"]],
        "in_hand": "blue-1",
        "taken_from": 2,
        "swept": [],
        "shown": [],
    }
    other = seen(state, 1).to_data()
    assert other == {
        **state.to_data(),
        "viewer": 1,
        "memory": True,
        "piles": [["yellow-1", None], ["red-1"], [None]],
        "in_hand": None,
    }


def test_swept_and_shown_cards_are_written() -> None:
    state = play(position(BASE, [garden("y4")], ["y1 y2 y3", "b1 b2"]), "take 0", "place 1,0")
    plain = state.to_data()
    assert plain["swept"] == ["yellow-2"]
    assert plain["shown"] == [{"pile": 0, "card": "yellow-2"}, {"pile": 0, "card": "yellow-3"}]
    assert seen(state, None, memory=False).to_data()["swept"] == [None]


# ---- how it came about is never asked -------------------------------------------------------


def test_unequal_turns_and_short_piles_are_accepted() -> None:
    uneven = position(
        BASE, [garden("y4 r4 b4 r3"), garden("r4")], ["y1", "r1 r2 r3", "b1"], turns=17, ply=3
    )
    assert (uneven.turns, uneven.ply, uneven.to_move) == (17, 3, 0)
    assert len(tr.legal_moves(uneven)) == 3
    longer = ["y1 y2 y3 y4", "r1", "b1"]
    assert play(position(DUTCH, [garden("y4")] * 2, longer, to_move=1), "take 1").to_move == 1


def test_what_could_not_have_been_covered_may_lie_there() -> None:
    state = position(FLAT, [garden("y4+r1"), garden("r4")], ["y1", "r1", "b1"])
    assert state.gardens[0][0, 0] == ("yellow-4", "red-1")


@pytest.mark.parametrize("named", [{}, {"phase": "over", "to_move": None}])
@pytest.mark.parametrize("piles", [["", "r1", "b1"], ["y1", "r1", ""], ["", "", ""]])
def test_at_the_start_of_a_turn_it_is_over_whatever_it_names(named: Data, piles: list[str]) -> None:
    state = position(BASE, [garden("y4"), garden("r4")], piles, **named, turns=5)
    assert (state.phase, state.to_move, state.turns) == ("over", None, 5)
    assert tr.outcome(state) is not None
    assert texts(state) == []
    assert State.from_data(state.to_data()) == state


def test_a_card_in_hand_is_placed_before_it_is_over() -> None:
    hand: Data = {"phase": "place", "in_hand": "green-2", "taken_from": 0}
    state = position(BASE, [garden("y4"), garden("r4")], ["", "r1", "b1"], **hand)
    assert state.phase == "place"
    assert play(state, "cover 0,0").is_over


@pytest.mark.parametrize(
    ("to_move", "piles", "over"),
    [
        (0, ["", "r1", "b1"], True),  # the round is finished
        (1, ["", "r1", "b1"], False),
        (2, ["", "r1", ""], False),
        (2, ["", "", ""], True),  # nothing is left to take
        (0, ["y1", "r1", "b1"], False),
    ],
)
def test_a_finished_round(to_move: int, piles: list[str], over: bool) -> None:
    gardens = [garden("y4"), garden("r4"), garden("b4")]
    state = position(EVEN_TURNS, gardens, piles, to_move=to_move)
    assert state.is_over == over
    assert state.to_move == (None if over else to_move)


# ---- what a position is ---------------------------------------------------------------------


def test_positions_are_equal_when_all_their_fields_are() -> None:
    state = position(
        BASE,
        [garden("y4+r2 b1"), garden("r4")],
        ["y1 y2", "r1", "b1 b2"],
        ply=9,
        last_move="take 1",
    )
    plain = state.to_data()
    assert State.from_data(plain) == state
    others: list[Data] = [
        {"to_move": 1},
        {"turns": 7},
        {"ply": 8},
        {"last_move": None},
        {"swept": ["red-3"]},
        {"shown": [{"pile": 0, "card": "yellow-1"}]},
        {"phase": "place", "in_hand": "red-3"},
        {"phase": "place", "in_hand": "red-3", "taken_from": 2},
        {"ruleset": "flowers-dutch"},
        {"gardens": plain["gardens"][::-1]},
        {"piles": [["yellow-1", "yellow-2"], ["red-1"], ["blue-2", "blue-1"]]},
    ]
    different = [State.from_data({**plain, **change}) for change in others]
    assert len({state, *different}) == 1 + len(others)
    assert all(other != state for other in different)
    assert seen(different[-1], 0) == seen(state, 0)  # hidden cards alone differ


def test_positions_survive_pickling() -> None:
    state = play(new(variant("flowers-summer", tie_breaks=["fields"]), 3), "take 2", "place 0,1")
    values: list[State | Observation] = [state, *observations(state)]
    for value in values:
        again = pickle.loads(pickle.dumps(value))
        assert again == value
        assert again.to_data() == value.to_data()


def test_what_is_printed_shows_no_hidden_card() -> None:
    one = position(BASE, [garden("y4")] * 2, ["y1 y2", "r1 r2", "b1 b2"])
    other = position(BASE, [garden("y4")] * 2, ["y1 y3", "r1 g2", "g1 b3"])
    for a, b in ((one, other), (play(one, "take 2"), play(other, "take 2"))):
        assert (repr(a), str(a)) == (repr(b), str(b))
    assert repr(one) == "<State of flowers, 2 seats, ply 0: take, seat 0 to move>"
    over = position(BASE, [garden("y4")] * 2, ply=40)
    assert repr(over) == "<State of flowers, 2 seats, ply 40: over>"


def test_a_deal_prints_no_card() -> None:
    deal = tr.deal(BASE, 4, seed=5)
    assert repr(deal) == f"<Deal of flowers for 4 seats, commitment {deal.commitment}>"


# ---- faults ---------------------------------------------------------------------------------

GOOD = data(
    BASE,
    [garden("y4g+r2 r3"), garden("r4")],
    ["y1 y2", "r1 r2", "b1 b2"],
    swept=["green-1"],
    shown=[{"pile": 1, "card": "red-1"}],
)
PLACE: Data = {"phase": "place", "in_hand": "blue-3", "shown": []}
OVER: Data = {"phase": "over", "to_move": None, "piles": [[], ["red-1"], []], "shown": []}
FAULTS: list[tuple[Change, str, str]] = [
    # the heading
    (put("format", value=2), "format", "newer than this library"),
    (drop("ruleset"), "ruleset", "is missing"),
    (put("ruleset", value="flower"), "ruleset", "did you mean 'flowers'"),
    (drop("seats"), "seats", "is missing"),
    (put("seats", value=5), "seats", "for 1, 2, 3 or 4 seats"),
    (put("seats", value=True), "seats", "a whole number, not true"),
    (put("phase", value="reveal"), "phase", "expected one of take, place, over"),
    (put("phase", value=None), "phase", "not null"),
    (drop("phase"), "phase", "is missing"),
    (drop("to_move"), "to_move", "expected"),
    (put("to_move", value=2), "to_move", "from 0 to 1"),
    (put("to_move", value=-1), "to_move", "from 0 to 1"),
    (put("to_move", value=False), "to_move", "not false"),
    (put("turns", value=-1), "turns", "whole number"),
    (put("turns", value=HUGE), "turns", "not a huge number"),
    (put("ply", value=1.5), "ply", "whole number"),
    (put("winner", value=0), "", "no key 'winner'"),
    (put("viewer", value=0), "", "no key 'viewer'"),
    (put("cells", value={}), "", "no key 'cells'"),
    # phase, seat and hand that do not fit
    (put("phase", value="over"), "to_move", "expected"),
    (several(phase="over", to_move=None), "phase", "the end has not come"),
    (put("to_move", value=None), "to_move", "expected a seat"),
    (put("phase", value="place"), "in_hand", "is missing: the card taken"),
    (put("in_hand", value="blue-3"), "in_hand", "only in the phase place"),
    (several(**{**OVER, "in_hand": "blue-3"}), "in_hand", "only in the phase place"),
    (several(**{**PLACE, "in_hand": "blue-5"}), "in_hand", "a card of these rules"),
    (several(**{**PLACE, "in_hand": "violet"}), "in_hand", "a card of these rules"),
    (several(**{**PLACE, "in_hand": ["blue-3"]}), "in_hand", "expected a text"),
    # piles
    (drop("piles"), "piles", "is missing"),
    (put("piles", value={"0": []}), "piles", "expected a list, not an object"),
    (put("piles", value=[]), "piles", "expected 3 piles, not 0"),
    (put("piles", value=[["red-1"]] * 2), "piles", "expected 3 piles, not 2"),
    (put("piles", value=[[]] * 4), "piles", "expected 3 piles, not 4"),
    (put("piles", 1, value="red-1"), "piles[1]", "expected a list"),
    (put("piles", 1, value=None), "piles[1]", "expected a list"),
    (put("piles", 1, 0, value="red"), "piles[1][0]", "a card of these rules"),
    (put("piles", 1, 0, value="red-5"), "piles[1][0]", "a card of these rules"),
    (put("piles", 1, 0, value="red-3-blue"), "piles[1][0]", "a card of these rules"),
    (put("piles", 1, 0, value="red-4-red"), "piles[1][0]", "a card of these rules"),
    (put("piles", 1, 0, value="RED-1"), "piles[1][0]", "a card of these rules"),
    (put("piles", 2, 1, value=None), "piles[2][1]", "expected a text, not null"),
    (put("piles", 2, 1, value=4), "piles[2][1]", "expected a text, not 4"),
    (put("piles", 2, value=["violet"]), "piles[2][0]", "a card of these rules"),
    # too many of a card
    (
        put("piles", 0, value=["yellow-1"] * 4),
        "",
        "4 cards yellow-1 lie on the table, and there are 3",
    ),
    (
        put("piles", 0, value=["yellow-4-green"]),
        "",
        "2 cards yellow-4-green lie on the table, and there is 1",
    ),
    (put("swept", value=["red-1"] * 3), "", "4 cards red-1 lie on the table, and there are 3"),
    (
        put("gardens", 1, "1,0", value=["red-4"] * 7),
        "",
        "8 cards red-4 lie on the table, and there are 7",
    ),
    (
        several(**{**PLACE, "in_hand": "yellow-4-green"}),
        "",
        "2 cards yellow-4-green lie on the table, and there is 1",
    ),
    # gardens
    (drop("gardens"), "gardens", "is missing"),
    (put("gardens", value={}), "gardens", "expected a list"),
    (put("gardens", value=[]), "gardens", "for each of 2 seats, not 0"),
    (put("gardens", value=[{"0,0": ["red-4"]}]), "gardens", "for each of 2 seats, not 1"),
    (put("gardens", value=[{"0,0": ["red-4"]}] * 3), "gardens", "for each of 2 seats, not 3"),
    (put("gardens", 1, value=[]), "gardens[1]", "expected an object"),
    (put("gardens", 1, value={}), "gardens[1].0,0", "is missing"),
    (put("gardens", 1, value={"1,0": ["red-4"]}), "gardens[1].0,0", "is missing"),
    (put("gardens", 1, "0,0", value="red-4"), "gardens[1].0,0", "expected a list"),
    (put("gardens", 1, "0,0", value=[]), "gardens[1].0,0", "at least one card"),
    (put("gardens", 1, "0,0", value=[None]), "gardens[1].0,0[0]", "expected a text, not null"),
    (put("gardens", 1, "0,0", value=["rose"]), "gardens[1].0,0[0]", "a card of these rules"),
    (put("gardens", 1, "0,0", value=["violet"]), "gardens[1].0,0[0]", "a card of these rules"),
    (put("gardens", 1, "0,2", value=["red-3"]), "gardens[1]", "in more than one part"),
    (put("gardens", 1, "1,1", value=["red-3"]), "gardens[1]", "in more than one part"),
    # cells beyond reach: with two seats nobody gets more than 38 cards
    *(
        (put("gardens", 1, label, value=["red-3"]), f"gardens[1].{label}", "a garden can reach")
        for label in ("39,0", "0,-39", "20,19", "9999,0", "99999,0")
    ),
    *(
        (put("gardens", 1, label, value=["red-3"]), f"gardens[1].{label}", "a garden can reach")
        for label in ("a1", "", "1", "1,", ",1", "1;0", "1,0,0", "01,0", "1, 0", "-0,1", "+1,0")
    ),
    (put("gardens", 1, "1,\u0660", value=["red-3"]), "gardens[1].1,\u0660", "a garden can reach"),
    (put("gardens", 1, 7, value=["red-3"]), "gardens[1]", "a key must be a text, not 7"),
    # the pile taken from
    (put("taken_from", value=0), "taken_from", "is null when a turn begins"),
    (several(**PLACE, taken_from=3), "taken_from", "from 0 to 2"),
    (several(**PLACE, taken_from=-1), "taken_from", "from 0 to 2"),
    (several(**PLACE, taken_from="0"), "taken_from", "whole number"),
    # swept
    (put("swept", value=None), "swept", "expected a list"),
    (put("swept", value="green-1"), "swept", "expected a list"),
    (put("swept", 0, value=None), "swept[0]", "expected a text"),
    (put("swept", 0, value="violet"), "swept[0]", "a card of these rules"),
    # shown
    (put("shown", value={}), "shown", "expected a list"),
    (put("shown", value=None), "shown", "expected a list"),
    (put("shown", 0, value="red-1"), "shown[0]", "expected an object"),
    (put("shown", 0, "seat", value=0), "shown[0]", "no key 'seat'"),
    (lambda plain: plain["shown"][0].pop("pile"), "shown[0].pile", "is missing"),
    (lambda plain: plain["shown"][0].pop("card"), "shown[0].card", "is missing"),
    (put("shown", 0, "pile", value=2), "shown[0].pile", "from 0 to 1"),
    (put("shown", 0, "pile", value=None), "shown[0].pile", "whole number"),
    (put("shown", 0, "card", value=None), "shown[0].card", "expected a text"),
    (put("shown", 0, "card", value="violet"), "shown[0].card", "a card of these rules"),
    (put("shown", 0, "card", value="red-2"), "shown[0]", "nor left the game"),
    (put("shown", 0, "pile", value=0), "shown[0]", "nor left the game"),
    # last_move
    (put("last_move", value="fly 0"), "last_move", "expected one of take, place, cover"),
    (put("last_move", value="take 3"), "last_move", "a pile from 0 to 2"),
    (put("last_move", value="place 39,0"), "last_move", "a garden can reach"),
    (put("last_move", value=7), "last_move", "expected a text"),
    (put("last_move", value="take 0 " * 10**5), "last_move", "nothing more"),
]


def refused(read: Callable[[Data], object], good: Data, change: Change) -> tr.InvalidData:
    """The error that changed data raise; without the change they are read."""
    read(good)
    broken = copy.deepcopy(good)
    change(broken)
    with pytest.raises(tr.InvalidData) as caught:
        read(broken)
    assert len(str(caught.value)) < 300
    return caught.value


@pytest.mark.parametrize(("change", "path", "words"), FAULTS)
def test_a_fault_is_named_by_its_path(change: Change, path: str, words: str) -> None:
    fault = refused(State.from_data, GOOD, change)
    assert fault.path == path
    assert words in fault.problem


@pytest.mark.parametrize("whole", [None, [], "flowers", 7, True, 1.5, {1: 2}, {HUGE: 0}])
@pytest.mark.parametrize("read", [State.from_data, Observation.from_data])
def test_what_is_no_position_at_all(whole: object, read: Callable[[object], object]) -> None:
    with pytest.raises(tr.InvalidData) as caught:
        read(whole)
    assert caught.value.path in ("", "ruleset")


def test_a_shown_card_lies_open_where_it_is_said_to() -> None:
    hand: Data = {**PLACE, "taken_from": 0, "shown": [{"pile": 0, "card": "yellow-1"}]}
    gardens = [garden("y4"), garden("r4")]
    piles = ["y1 y2", "r1 r2", "b1 b2"]
    assert shown(position(DUTCH, gardens, piles, **hand)) == [(0, "yellow-1")]
    with pytest.raises(tr.InvalidData) as caught:  # here it waits for the next turn
        position(BASE, gardens, piles, **hand)
    assert caught.value.path == "shown[0]"


@pytest.mark.parametrize("way", [("piles", 2), ("swept",)])
def test_more_cards_in_one_place_than_there_are(way: tuple[str | int, ...]) -> None:
    """They are counted before any of them is read."""
    plain = seen(new(BASE, 2), None).to_data()
    fault = refused(Observation.from_data, plain, put(*way, value=["no card"] * (108 + 3)))
    assert "more cards than these rules have" in fault.problem
    fault = refused(Observation.from_data, plain, put(*way, value=["no card"] * (108 + 2)))
    assert "more cards" not in fault.problem


def test_more_cards_than_there_are() -> None:
    plain = seen(new(BASE, 2), None).to_data()
    plain["piles"][2] += [None] * 28  # those left over
    Observation.from_data(plain)
    plain["piles"][2].append(None)
    with pytest.raises(tr.InvalidData, match="more cards than these rules have") as caught:
        Observation.from_data(plain)
    assert caught.value.path == ""


# ---- violet cards, limits, room -------------------------------------------------------------

PILES = ["y1 y2", "r1 r2", "b1 b2"]
Stacks = dict[str, list[str]]


def moved(stacks: Stacks, left: int) -> Stacks:
    """A garden of which the card so many cells from the left is the start card."""
    cells = ((label.split(","), stack) for label, stack in stacks.items())
    return {f"{int(x) - left},{y}": stack for (x, y), stack in cells}


def reading(ruleset: tr.Ruleset, stacks: Stacks, piles: list[str] = PILES) -> str:
    """The path of what is wrong with seat 1's garden, or "sound"."""
    start = garden("v") if ruleset.values["start"]["card"] == "violet" else garden("y4")
    try:
        position(ruleset, [start, stacks], piles)
    except tr.InvalidData as fault:
        return fault.path
    return "sound"


@pytest.mark.parametrize(
    ("stacks", "path"),
    [
        (garden("v r4"), "sound"),
        (garden("v+r1 r4"), "sound"),
        (garden("r4"), "gardens[1].0,0"),
        (garden("r4 v"), "gardens[1].0,0"),
        (garden("v v"), "gardens[1].1,0"),
        (garden("v r1+v"), "gardens[1].1,0"),
        (garden("v+v"), "gardens[1].0,0"),
        (garden("r1+v"), "gardens[1].0,0"),
    ],
)
def test_a_violet_card_lies_at_the_bottom_of_the_start_alone(stacks: Stacks, path: str) -> None:
    assert reading(SUMMER, stacks) == path


def test_a_violet_card_lies_nowhere_else() -> None:
    gardens = [garden("v"), garden("v")]
    for entries, path in (
        ({"swept": ["violet"]}, "swept[0]"),
        ({"piles": [["violet"], ["red-1"], ["red-2"]]}, "piles[0][0]"),
        ({"phase": "place", "in_hand": "violet"}, "in_hand"),
        ({"shown": [{"pile": 0, "card": "violet"}]}, "shown[0].card"),
    ):
        with pytest.raises(tr.InvalidData) as caught:
            State.from_data({**data(SUMMER, gardens, PILES), **entries})
        assert caught.value.path == path


@pytest.mark.parametrize(
    ("limits", "stacks", "path"),
    [
        ({"width": 3}, garden("r4 y3 b3"), "sound"),
        ({"width": 3}, moved(garden("r4 y3 b3 r3"), 1), "gardens[1]"),
        ({"width": 2}, moved(garden("r4 y3 b3"), 1), "gardens[1]"),
        ({"height": 2}, garden("r4", "r3"), "sound"),
        ({"height": 2}, {**garden("r4", "r3"), "0,-1": ["blue-3"]}, "gardens[1]"),
        ({"width": 2}, garden("r4", "r3", "b3"), "sound"),
        ({"width": 3}, {**garden("r4"), "3,0": ["red-3"]}, "gardens[1].3,0"),  # beyond reach
        ({"placing": "corners_too"}, garden("r4 .", ". r3"), "sound"),
        ({"placing": "corners_too"}, garden("r4 . r1", ". . ."), "gardens[1]"),
    ],
)
def test_a_garden_is_whole_and_within_its_limits(limits: Data, stacks: Stacks, path: str) -> None:
    assert reading(variant(garden=limits), stacks) == path


def test_a_stack_is_no_deeper_than_the_card_allows() -> None:
    assert reading(variant(cover={"depth": 2}), garden("r4+r3")) == "sound"
    assert reading(variant(cover={"depth": 2}), garden("r4 r4+r3+r2")) == "gardens[1].1,0"
    assert reading(BASE, garden("r4+r3+r2+r1")) == "sound"


def board(across: int, down: int) -> Stacks:
    """A garden that fills so many columns and rows, of whatever is not in the piles."""
    shorts = [f"{colour}{value}" for value in (4, 3) for colour in "rbgy" for _ in range(6)]
    rows = (" ".join(shorts[row * across : (row + 1) * across]) for row in range(down))
    return garden(*rows)


def limited(width: int, height: int, size: int, **cover: Any) -> tr.Ruleset:
    """A small garden, two seats, and two piles of a size."""
    return variant(
        players=[2],
        garden={"width": width, "height": height},
        cover=cover or {"cards": "never"},
        for_players={"2": {"piles": {"sizes": [size, size]}}},
    )


# From two piles of 2 at most 3 cards are taken: 2 by seat 0, who is to move, and 1 by seat 1. So
# a garden reaches from -2,0 to 2,0.
@pytest.mark.parametrize(
    ("across", "piles", "path"),
    [
        (5, ["y1", "r1"], "sound"),  # one card, for seat 0
        (5, ["y1 y2", "r1"], "gardens[1]"),
        (5, ["", "r1"], "sound"),  # over
        (4, ["y1 y2", "r1"], "sound"),
        (4, ["y1 y2", "r1 r2"], "sound"),
        (4, ["y1 y2 y1", "r1 r2"], "gardens[1]"),
    ],
)
def test_a_garden_has_room_for_what_its_seat_can_get(
    across: int, piles: list[str], path: str
) -> None:
    assert reading(limited(5, 1, 2), moved(board(across, 1), 2), piles) == path


def test_a_full_garden_cannot_take_the_card_in_hand() -> None:
    ruleset, hand = limited(2, 2, 2), {"phase": "place", "in_hand": "green-1"}
    for cards, sound in ((board(2, 2), False), (board(2, 1), True)):
        plain = data(ruleset, [cards, garden("y1")], ["y2", "r1"], **hand)
        if sound:
            assert texts(State.from_data(plain))
            continue
        with pytest.raises(tr.InvalidData, match="no room") as caught:
            State.from_data(plain)
        assert caught.value.path == "gardens[0]"


@pytest.mark.parametrize(
    ("ruleset", "stacks", "path"),
    [
        (limited(2, 2, 2, depth=2), board(2, 2), "sound"),
        (limited(2, 2, 2, depth=2), garden("r4+r3 b4+b3", "g4+g3 y4+y3"), "gardens[1]"),
        (limited(2, 2, 2, depth=2), garden("r4+r3 b4+b3", "g4+g3 y4"), "sound"),
        (
            limited(2, 2, 2, cards="not_start", depth=2),
            garden("r4 b4+b3", "g4+g3 y4+y3"),
            "gardens[1]",
        ),
        (limited(2, 2, 2, cards="not_start", depth=2), garden("r4 b4+b3", "g4+g3 y4"), "sound"),
        (limited(2, 1, 1, cards="not_start"), garden("r4 b4+b3+b3"), "sound"),
    ],
)
def test_room_by_covering(ruleset: tr.Ruleset, stacks: Stacks, path: str) -> None:
    assert reading(ruleset, stacks, ["y1 y2", "r1"]) == path


@pytest.mark.parametrize(
    ("cover_violet", "stacks", "path"),
    [
        ("never", garden("v r4"), "gardens[1]"),
        ("may", garden("v r4"), "sound"),
        ("may", garden("v+r1 r4"), "gardens[1]"),
    ],
)
def test_room_on_the_violet_card(cover_violet: str, stacks: Stacks, path: str) -> None:
    ruleset = variant(
        "flowers-summer",
        players=[2],
        start={"cover_violet": cover_violet},
        garden={"width": 2, "height": 1},
        cover={"cards": "never"},
        for_players={"2": {"piles": {"sizes": [1, 1]}}},
    )
    assert reading(ruleset, stacks, ["y1 y2", "r1"]) == path


def test_room_in_a_garden_that_can_reach_no_further() -> None:
    ruleset = variant(
        cover={"cards": "never"},
        players=[2],
        for_players={"2": {"piles": {"sizes": [1, 1]}}},
    )
    assert len(tr.action_space(ruleset, 2)) == 2 + 5  # 0,0 and the four cells around it
    cross = {label: ["red-3"] for label in ("0,0", "1,0", "-1,0", "0,1", "0,-1")}
    assert reading(ruleset, cross, ["y1 y2", "r1"]) == "gardens[1]"
    assert reading(ruleset, cross, ["y1", "r1"]) == "sound"
    del cross["1,0"]
    assert reading(ruleset, cross, ["y1 y2", "r1"]) == "sound"


@pytest.mark.parametrize(
    ("to_move", "piles", "path"),
    [
        (0, ["y1", "r1 r2"], "gardens[1]"),  # seat 1 finishes the round
        (0, ["y1", "r1"], "gardens[1]"),
        (1, ["y1", "r1"], "gardens[1]"),
        (1, ["", "r1"], "gardens[1]"),
        (0, ["", "r1"], "sound"),
        (1, ["", ""], "sound"),
    ],
)
def test_room_for_the_last_round(to_move: int, piles: list[str], path: str) -> None:
    ruleset = variant(
        "flowers-even-turns",
        players=[2],
        garden={"width": 2, "height": 2},
        cover={"cards": "never"},
        for_players={"2": {"piles": {"sizes": [2, 2]}}},
    )
    plain = data(ruleset, [garden("y4"), board(2, 2)], piles, to_move=to_move)
    if path == "sound":
        assert State.from_data(plain).is_over
        return
    with pytest.raises(tr.InvalidData) as caught:
        State.from_data(plain)
    assert caught.value.path == path


def test_room_where_a_place_waits_for_its_card() -> None:
    """In a turn of two cards only one is taken from the one place, so one is left for seat 1."""
    ruleset = variant(
        players=[2],
        for_players="removed",
        garden={"width": 3, "height": 1},
        cover={"cards": "never"},
        piles={"dealt": "display", "number": 1, "hidden": 0},
        turn={"steps": ["take", "take", "place", "place"]},
        end={"any_of": ["rounds"], "rounds": 1},
    )
    assert reading(ruleset, board(3, 1), ["y1", "r1"]) == "gardens[1]"
    assert reading(ruleset, board(3, 1), ["y1", ""]) == "sound"


def can_get_stuck(state: State) -> bool:
    """Whether some way of playing leads to a seat that is to move and cannot, by trying all."""
    tried: set[Any] = set()

    def tries(state: State) -> bool:
        moves = tr.legal_moves(state)
        if state.is_over or not len(moves):
            return not state.is_over
        key = (state.piles, state.plots, state.to_move, state.in_hand)
        known = key in tried
        tried.add(key)
        return not known and any(tries(tr.apply_move(state, move)) for move in moves)

    return tries(state)


@st.composite
def cramped(draw: st.DrawFn) -> Data:
    """A position with few cards to come and little room, which may be too little."""
    summer = draw(st.booleans())
    cards = draw(st.sampled_from(["any", "not_start", "never"]))
    changes: Data = {
        "players": [2],
        "garden": {
            "width": draw(st.integers(1, 3)),
            "height": draw(st.sampled_from([1, 2])),
            "placing": draw(st.sampled_from(["sides", "corners_too"])),
        },
        "cover": {"cards": cards},
        "end": {"round": draw(st.sampled_from(["broken_off", "finished"]))},
        "for_players": {"2": {"piles": {"sizes": [1, draw(st.integers(1, 2))]}}},
    }
    if cards != "never":
        changes["cover"]["depth"] = draw(st.sampled_from(["never", 2, 3]))
    if summer:
        changes["start"] = {"cover_violet": draw(st.sampled_from(["never", "may"]))}
    try:
        ruleset = rules(changes, "flowers-summer" if summer else "flowers")
    except tr.InvalidRuleset:  # there is not even room from the start
        assume(False)
        raise
    plain = new(ruleset, 2).to_data()
    deck = iter(["red-3", "blue-3", "red-4", "blue-4", "red-2", "blue-2"] * 6)
    for plot in plain["gardens"]:
        for label in draw(st.lists(st.sampled_from(["0,0", "1,0", "-1,0", "0,1"]), max_size=6)):
            plot.setdefault(label, []).append(next(deck))
    plain["piles"] = [[next(deck)] * draw(st.integers(0, most)) for most in (1, 2)]
    plain["to_move"], plain["shown"] = draw(st.integers(0, 1)), []
    if draw(st.booleans()):
        plain |= {"phase": "place", "in_hand": "green-3"}
    return plain


@settings(max_examples=100)
@given(cramped())
def test_a_position_is_refused_exactly_if_a_seat_could_get_stuck(plain: Data) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(flowers_data, "has_room", lambda *_: True)
        try:
            state = State.from_data(plain)
        except tr.InvalidData:  # for another reason
            return
    try:
        State.from_data(plain)
    except tr.InvalidData:
        assert can_get_stuck(state)
    else:
        assert not can_get_stuck(state)


# ---- observations ---------------------------------------------------------------------------

LATER = play(State.from_data(GOOD), "take 0", "place 0,1", "take 2")
MINE = through_json(seen(LATER, 1).to_data())
THEIRS = through_json(seen(LATER, 0).to_data())
OPENLY = through_json(seen(play(State.from_data(GOOD), "take 0"), None).to_data())
FORGOTTEN = through_json(seen(LATER, 0, memory=False).to_data())

OBSERVATION_FAULTS: list[tuple[Data, Change, str, str]] = [
    (MINE, drop("viewer"), "viewer", "is missing"),
    (MINE, put("viewer", value=2), "viewer", "from 0 to 1"),
    (MINE, put("viewer", value="0"), "viewer", "whole number"),
    (MINE, put("deal", value=[]), "", "no key 'deal'"),
    (MINE, put("viewer", value=None), "in_hand", "known to its taker alone"),
    (MINE, put("in_hand", value=None), "in_hand", "known to its taker alone"),
    (THEIRS, put("in_hand", value="blue-1"), "in_hand", "known to its taker alone"),
    (THEIRS, put("piles", 2, 0, value="blue-2"), "piles[2][0]", "lies open on a pile"),
    (THEIRS, put("piles", 1, 1, value="red-2"), "piles[1][1]", "lies open on a pile"),
    (THEIRS, put("piles", 1, 0, value=None), "piles[1][0]", "lies open on a pile"),
    (THEIRS, put("gardens", 1, "0,0", 0, value=None), "gardens[1].0,0", "lies open to all"),
    (THEIRS, put("gardens", 1, "0,0", 0, value=7), "gardens[1].0,0[0]", "expected a text"),
    (OPENLY, put("in_hand", value=None), "in_hand", "known to its taker alone"),
    (OPENLY, put("piles", 0, 0, value="yellow-2"), "piles[0][0]", "lies open on a pile"),
    (FORGOTTEN, put("gardens", 0, "0,0", 1, value=None), "gardens[0].0,0", "lies open to all"),
    (FORGOTTEN, put("gardens", 0, "0,0", 0, value="red-2"), "gardens[0].0,0[0]", "no such card is"),
    (THEIRS, put("gardens", 0, "0,0", 0, value=None), "gardens[0].0,0[0]", "this card is known"),
]


@pytest.mark.parametrize(("good", "change", "path", "words"), OBSERVATION_FAULTS)
def test_a_fault_of_an_observation(good: Data, change: Change, path: str, words: str) -> None:
    assert Observation.from_data(good).to_data() == good
    fault = refused(Observation.from_data, good, change)
    assert fault.path == path
    assert words in fault.problem


def test_a_state_is_no_observation_and_the_reverse() -> None:
    with pytest.raises(tr.InvalidData) as caught:
        Observation.from_data(GOOD)
    assert caught.value.path == "viewer"
    with pytest.raises(tr.InvalidData) as caught:
        State.from_data(MINE)
    assert caught.value.path == ""


# ---- there and back -------------------------------------------------------------------------


@pytest.mark.unmeasured
@pytest.mark.parametrize(
    ("id", "seats"), [(id, seats) for id in bundled() for seats in tr.load(id).seat_counts]
)
def test_states_and_observations_of_games_are_read_back(id: str, seats: int) -> None:
    for ply, state in enumerate(random_game(tr.load(id), seats, seed=seats)):
        if ply % 17 and not state.is_over:
            continue
        again = State.from_data(through_json(state.to_data()))
        assert again == state
        assert (hash(again), again.to_data()) == (hash(state), state.to_data())
        assert [plot.frontier for plot in again.plots] == [plot.frontier for plot in state.plots]
        for found in observations(state):
            read = Observation.from_data(through_json(found.to_data()))
            assert read == found
            assert (hash(read), read.shown) == (hash(found), state.shown)


HOUSE: list[tuple[Data, int]] = [
    ({"garden": {"width": 13, "height": 3}, "cover": {"cards": "never"}, "players": [2]}, 2),
    ({"garden": {"width": 6, "height": 7, "placing": "corners_too"}, "cover": {"depth": 2}}, 3),
    ({"turn": {"sweep": "other_piles"}, "end": {"round": "finished"}}, 3),
    ({"extends": "flowers-summer", "start": {"cover_violet": "may"}, "cover": {"depth": 3}}, 4),
    ({"turn": {"sweep": "open_piles"}, "piles": {"hidden": 0, "next_shown": "at_once"}}, 2),
    ({"piles": {"hidden": 3}, "players": [2]}, 2),
]


@pytest.mark.unmeasured
@pytest.mark.parametrize(("changes", "seats"), HOUSE)
def test_so_are_those_of_house_rules(changes: Data, seats: int) -> None:
    for state in random_game(rules(changes), seats, seed=1):
        if state.ply % 9 and not state.is_over:
            continue
        assert State.from_data(through_json(state.to_data())) == state
        for found in observations(state):
            assert Observation.from_data(through_json(found.to_data())) == found


# ---- broken at random -----------------------------------------------------------------------

json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 40)
    | st.sampled_from([10**9, 2**63, 10**4000, math.nan, math.inf])
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["red-1", "yellow-4-green", "violet", "0,0", "1,0", "over", "take", "place"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.text(max_size=4) | st.sampled_from(["0,0", "0,1"]), inner)
    ),
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
                block[draw(st.sampled_from(["1,0", "0,1", "x"]))] = draw(json_values)
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
    small = limited(3, 2, 3, depth=2)
    for number, ruleset in enumerate((BASE, SUMMER, small)):
        for state in random_game(ruleset, 2, seed=7):
            found[number, state.phase] = through_json(state.to_data())
    return list(found.values())


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


@settings(max_examples=400)
@given(broken(states), st.integers(0, 2**20))
def test_a_broken_state_is_invalid_data_or_a_state(plain: Data, number: int) -> None:
    try:
        state = State.from_data(plain)
    except tr.InvalidData:
        return
    check_read(state)
    assert State.from_data(through_json(state.to_data())) == state
    while not state.is_over:  # whoever is to move has a legal move, to the end
        moves = tr.legal_moves(state)
        state = tr.apply_move(state, moves[number % len(moves)])


@settings(max_examples=400)
@given(broken(observed))
def test_a_broken_observation_is_invalid_data_or_an_observation(plain: Data) -> None:
    try:
        found = Observation.from_data(plain)
    except tr.InvalidData:
        return
    check_read(found)
    assert Observation.from_data(through_json(found.to_data())) == found
