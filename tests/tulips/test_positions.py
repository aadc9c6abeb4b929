"""Positions as data: written by hand, written by the library, and read back."""

from __future__ import annotations

import pickle

import pytest

import tilerules as tr
from tests.serendipity.changes import Data, through_json
from tests.tulips.tables import (
    bundled,
    cards,
    data,
    observations,
    play,
    position,
    random_game,
    rules,
    seen,
    texts,
    variant,
)
from tilerules.games.tulips import Observation, State

BASE = rules()
TOGETHER = rules(base="tulips-full-hand")
NEVER = variant(end={"drawn": "never"})

# ---- written by hand ------------------------------------------------------------------------


def test_a_position_in_the_words_of_the_documentation() -> None:
    sample = {
        "ruleset": "tulips",
        "seats": 2,
        "phase": "first",
        "to_move": 0,
        "festival": ["pink-2", "blue-3"],
        "bouquets": [["pink-2"], ["purple-4"]],
        "secret": ["orange-4", "blue-2"],
        "secret_by": [0, 1],
        "deck": ["orange-3"],
        "giving": [0, 0],
        "keeping": [0, 0],
        "in_hand": "blue-4",
        "lottery": [0, 1],
    }
    state = tr.State.from_data(sample)
    assert isinstance(state, State)
    assert (state.ruleset, state.seats, state.phase, state.to_move) == (BASE, 2, "first", 0)
    assert (state.festival, state.ranking) == (("pink-2", "blue-3"), ("blue", "pink"))
    assert state.bouquets == (("pink-2",), ("purple-4",))
    assert (state.secret, state.secret_by) == (("orange-4", "blue-2"), (0, 1))
    assert (state.deck, state.in_hand) == (("orange-3",), "blue-4")
    assert (state.giving, state.keeping) == ((0, 0), (0, 0))
    assert (state.turns, state.ply, state.last_move) == (0, 0, None)
    assert (state.done, state.hands, state.kept, state.shown, state.drawn) == ((), (), (), (), 0)
    assert texts(state) == ["keep", "give 1", "add open", "add secret"]
    state = play(state, "keep", "add secret")
    assert state.is_over
    assert state.festival == tuple(cards("p2 b3 o4 b2 o3"))


MINIMAL: Data = {
    "ruleset": "tulips",
    "seats": 2,
    "phase": "first",
    "to_move": 0,
    "festival": [],
    "bouquets": [[], []],
    "in_hand": "blue-4",
}


def test_what_is_not_said_has_a_default() -> None:
    state = State.from_data(MINIMAL)
    assert (state.deck, state.secret, state.secret_by, state.lottery) == ((), (), (), (0,))
    assert (state.giving, state.keeping, state.turns, state.ply) == ((0, 0), (0, 0), 0, 0)
    assert (state.done, state.shown, state.drawn, state.last_move) == ((), (), 0, None)
    assert State.from_data(state.to_data()) == state


def test_secret_cards_came_from_seat_after_seat() -> None:
    secret = cards("o4 b2 p3 p4 u2")
    assert State.from_data({**MINIMAL, "secret": secret}).secret_by == (0, 1, 0, 1, 0)
    three = position(BASE, "p2", ["", "", ""], hand="b4", secret="o4 b2 p3 p4 u2")
    assert three.secret_by == (0, 1, 2, 0, 1)


@pytest.mark.parametrize(
    ("lottery", "places"),
    [
        ([], (0, 1, 2, 3, 4, 5)),  # two secret cards, the hand, three in the deck
        ([0, 0], (0, 0, 2, 3, 4, 5)),
        ([0, 1, 1, 0, 4, 2], (0, 1, 1, 0, 4, 2)),
        ([0, 0, 0, 0, 0, 0, 5, 7], (0, 0, 0, 0, 0, 0, 5, 7)),
    ],
)
def test_missing_entries_of_the_lottery_put_the_card_last(
    lottery: list[int], places: tuple[int, ...]
) -> None:
    state = State.from_data(
        {**MINIMAL, "secret": cards("p2 p3"), "deck": cards("o2 o3 o4"), "lottery": lottery}
    )
    assert state.lottery == places


def test_the_lottery_reaches_to_all_that_start_choices_put_away() -> None:
    state = position(
        BASE,
        "p2",
        ["", ""],
        phase="start",
        to_move=0,
        hands=[cards("b2 b3 b4"), cards("o2")],
        deck="u2 u3",
    )
    assert state.lottery == (0, 1, 2, 3)
    assert len(play(state, "start blue-3", "start orange-2").secret) == 2


def test_the_same_keys_are_written_as_are_read() -> None:
    state = position(
        BASE,
        "b2 p4",
        ["p2", "u4 u2"],
        hand="o2",
        deck="o3 o4",
        secret="u3 b3",
        giving=[5, 2],
        keeping=[0, 3],
        turns=4,
        ply=10,
        lottery=[0, 1, 1],
    )
    state = play(state, "add secret")
    written = {
        "format": 1,
        "ruleset": {"id": "tulips", "digest": BASE.digest},
        "seats": 2,
        "phase": "second",
        "to_move": 0,
        "turns": 4,
        "ply": 11,
        "last_move": "add secret",
        "festival": ["blue-2", "pink-4"],
        "bouquets": [["pink-2"], ["purple-4", "purple-2"]],
        "secret": ["purple-3", "blue-3", "orange-2"],
        "secret_by": [0, 1, 0],
        "deck": ["orange-4"],
        "giving": [5, 2],
        "keeping": [0, 3],
        "in_hand": "orange-3",
        "done": ["add"],
        "hands": [],
        "kept": [],
        "drawn": 0,
        "shown": [],
        "lottery": [0, 1, 1, 3, 4],
    }
    assert state.to_data() == written
    del written["lottery"]
    assert seen(state, 1).to_data() == {
        **written,
        "viewer": 1,
        "memory": True,
        "secret": [None, "blue-3", None],
        "deck": [None],
        "in_hand": None,
    }
    assert seen(state, None, memory=False).to_data() == {
        **written,
        "viewer": None,
        "memory": False,
        "secret": [None, None, None],
        "secret_by": [None, None, None],
        "deck": [None],
        "in_hand": None,
    }


def test_start_choices_are_written() -> None:
    begin: Data = {"phase": "start", "to_move": 0, "hands": [cards("p2 b3"), cards("u4 o4")]}
    state = play(position(BASE, "b2 p4", ["", ""], deck="o2 o3", **begin), "start blue-3")
    plain = state.to_data()
    assert plain["hands"] == [["pink-2", "blue-3"], ["purple-4", "orange-4"]]
    assert (plain["kept"], plain["in_hand"], plain["last_move"]) == (
        ["blue-3"],
        None,
        "start blue-3",
    )
    other = seen(state, 1).to_data()
    assert other["hands"] == [[None, None], ["purple-4", "orange-4"]]
    assert (other["kept"], other["last_move"]) == ([None], "start ?")


def test_all_cards_in_hand_are_written() -> None:
    state = position(TOGETHER, "b2 p4", ["", ""], hand="o2 u4", deck="o3 o4")
    assert state.to_data()["in_hand"] == ["orange-2", "purple-4"]
    assert seen(state, 1).to_data()["in_hand"] == [None, None]
    state = play(state, "add secret purple-4")
    assert (state.to_data()["in_hand"], state.to_data()["last_move"]) == (
        ["orange-2"],
        "add secret purple-4",
    )
    assert seen(state, 1).to_data()["last_move"] == "add secret ?"
    over = play(position(TOGETHER, "b2 p4", ["", ""], hand="o2"), "keep orange-2")
    assert over.to_data()["in_hand"] == []


# ---- the end, and how it came about is never asked ------------------------------------------


@pytest.mark.parametrize("ruleset", [BASE, TOGETHER])
@pytest.mark.parametrize("phase", ["first", "over"])
def test_with_nothing_to_draw_it_is_over_and_the_end_draws(ruleset: tr.Ruleset, phase: str) -> None:
    to_move = 1 if phase == "first" else None
    plain = data(
        ruleset,
        "b2 p4",
        ["p2", "b2"],
        secret="b4 o2 u2",
        lottery=[0, 0, 0],
        phase=phase,
        to_move=to_move,
        turns=5,
        ply=9,
    )
    state = State.from_data(plain)
    assert (state.phase, state.to_move, state.turns, state.ply) == ("over", None, 5, 9)
    assert state.festival == tuple(cards("b2 p4 u2 o2 b4"))
    assert state.ranking == ("blue", "pink", "orange", "purple")
    assert (state.drawn, state.shown) == (3, tuple(cards("u2 o2 b4")))
    assert texts(state) == []
    assert tr.outcome(state) is not None
    assert State.from_data(state.to_data()) == state
    if ruleset is TOGETHER:
        assert State.from_data({**plain, "in_hand": []}) == state
    assert State.from_data({**plain, "in_hand": None}) == state


def test_after_the_end_it_says_how_many_cards_were_drawn() -> None:
    """With them said, nothing is drawn again; the cards before them are ranked first."""
    for ranked, order in (
        ("each_card", ("orange", "blue", "pink")),
        ("once", ("pink", "blue", "orange")),
    ):
        state = position(
            variant(end={"ranked": ranked}),
            "b2 p4 b2 o4",
            ["p2", "b2"],
            secret="o4 b2",
            drawn=2,
            shown=["orange-4"],
        )
        assert (state.ranking, state.drawn, state.shown) == (order, 2, ("orange-4",))
        assert state.festival == tuple(cards("b2 p4 b2 o4"))
        assert State.from_data(state.to_data()) == state
    none = position(NEVER, "b2 p4", ["", ""], secret="o4 b2", drawn=0)
    assert (none.drawn, none.festival) == (0, ("blue-2", "pink-4"))


def test_where_the_end_draws_nothing_none_need_be_said() -> None:
    state = position(NEVER, "b2 p4", ["", ""], secret="o4 b2")
    assert (state.is_over, state.festival, state.drawn) == (True, ("blue-2", "pink-4"), 0)


@pytest.mark.parametrize(("phase", "action"), [("first", []), ("second", ["keep"])])
def test_a_card_in_hand_is_played_before_it_is_over(phase: str, action: list[str]) -> None:
    state = position(BASE, "b2 p4", ["", ""], hand="o2", secret="u2", phase=phase, done=action)
    assert (state.phase, state.drawn) == (phase, 0)
    state = play(state, "give 1")
    assert (state.is_over, state.festival) == (True, ("blue-2", "pink-4", "purple-2"))


def test_start_choices_are_made_before_it_is_over() -> None:
    begin: Data = {"phase": "start", "to_move": 1, "hands": [["pink-2", "pink-4"], ["pink-3"]]}
    state = position(BASE, "b2", ["", ""], kept=["pink-2"], **begin)
    assert state.phase == "start"
    state = play(state, "start pink-3")
    assert (state.is_over, state.bouquets) == (True, (("pink-2",), ("pink-3",)))
    assert state.festival == ("blue-2", "pink-4")
    assert state.shown == ("pink-2", "pink-3", "pink-4")


def test_odd_tables_are_accepted() -> None:
    """Unequal turns, points that nobody could have, bouquets and hands of any size."""
    state = position(
        BASE,
        "b2 b3 b4",
        ["", "u2 u3 u4 u2"],
        hand="o2",
        deck="o3",
        secret="p2 p3 p4",
        secret_by=[1, 1, 1],
        giving=[900, 1],
        turns=17,
        ply=3,
        to_move=1,
    )
    assert (state.turns, state.ply, state.to_move, state.giving) == (17, 3, 1, (900, 1))
    assert texts(state) == ["keep", "give 0", "add open", "add secret"]
    hands = [cards("p2 p3 p4 b2 b3"), cards("u2")]
    start = position(BASE, "b2", ["", ""], phase="start", to_move=0, hands=hands)
    assert len(tr.legal_moves(start)) == 5


# ---- what a position is ---------------------------------------------------------------------


def test_positions_are_equal_when_all_their_fields_are() -> None:
    state = position(
        BASE, "b2 p4", ["p2 o4", "b3"], hand="o2", deck="o3 o4", secret="u2", ply=9, turns=1
    )
    plain = state.to_data()
    assert State.from_data(plain) == state
    others: list[Data] = [
        {"to_move": 1},
        {"turns": 7},
        {"ply": 8},
        {"last_move": "keep"},
        {"shown": ["orange-4"]},
        {"phase": "second", "done": ["keep"]},
        {"phase": "second", "done": ["add"]},
        {"in_hand": "pink-3"},
        {"deck": ["orange-4", "orange-3"]},
        {"festival": ["pink-4", "blue-2"]},
        {"bouquets": [["orange-4", "pink-2"], ["blue-3"]]},
        {"secret": ["purple-3"]},
        {"secret_by": [1]},
        {"giving": [1, 0]},
        {"keeping": [1, 0]},
        {"lottery": [0, 0]},
        {"ruleset": "tulips-thanks"},
    ]
    different = [State.from_data({**plain, **change}) for change in others]
    assert len({state, *different}) == 1 + len(others)
    assert all(other != state for other in different)


def test_positions_survive_pickling() -> None:
    ruleset = variant("tulips-full-hand", tie_breaks=["giving"])
    for state in random_game(ruleset, 3, seed=1):
        if state.ply in (1, 4, 7) or state.is_over:
            values: list[State | Observation] = [state, *observations(state)]
            for value in values:
                again = pickle.loads(pickle.dumps(value))
                assert again == value
                assert again.to_data() == value.to_data()


def test_what_is_printed_shows_no_hidden_card() -> None:
    one = position(BASE, "b2 p4", ["", ""], hand="o2", deck="o3 o4", secret="u2")
    other = position(BASE, "b2 p4", ["", ""], hand="u4", deck="p3 u3", secret="b4")
    for a, b in ((one, other), (play(one, "add secret"), play(other, "add secret"))):
        assert (repr(a), str(a)) == (repr(b), str(b))
    assert repr(one) == "<State of tulips, 2 seats, ply 0: first, seat 0 to move>"
    over = position(BASE, "b2", ["", ""], ply=40)
    assert repr(over) == "<State of tulips, 2 seats, ply 40: over>"
    assert repr(seen(over, 1)) == "<Observation by seat 1 of tulips, 2 seats, ply 40: over>"


# ---- there and back -------------------------------------------------------------------------

HOUSE: list[tuple[Data, int]] = [
    ({"festival": {"equal_sums": "oldest_first"}, "end": {"ranked": "once"}}, 3),
    ({"end": {"drawn": "all", "ranked": "once"}}, 4),
    ({"end": {"drawn": "never"}, "turn": {"draws": 3}}, 3),
    ({"extends": "tulips-four-actions", "turn": {"draws": 4, "drawing": "together"}}, 3),
    ({"start": {"dealt": 4, "festival": 0}, "turn": {"draws": 1}}, 3),
    ({"cards": {"values": {"2": 0, "7": 3}, "more": ["pink-9"]}, "start": {"dealt": 1}}, 3),
]
GAMES = [
    *((tr.load(id), seats) for id in bundled() for seats in tr.load(id).seat_counts),
    *((rules(changes), seats) for changes, seats in HOUSE),
]


@pytest.mark.unmeasured
@pytest.mark.parametrize(("ruleset", "seats"), GAMES)
def test_states_and_observations_of_games_are_read_back(ruleset: tr.Ruleset, seats: int) -> None:
    for state in random_game(ruleset, seats, seed=seats):
        if state.ply % 14 > 1 and state.ply > seats and not state.is_over:
            continue
        again = State.from_data(through_json(state.to_data()))
        assert again == state
        assert (hash(again), again.to_data()) == (hash(state), state.to_data())
        assert again.ranking == state.ranking
        for found in observations(state):
            read = Observation.from_data(through_json(found.to_data()))
            assert read == found
            assert (hash(read), read.shown) == (hash(found), state.shown)
