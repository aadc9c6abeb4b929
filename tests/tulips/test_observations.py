"""Observations as data: what a viewer knows is named in them, and nothing else."""

from __future__ import annotations

import pytest

import tilerules as tr
from tests.serendipity.changes import Change, Data, drop, several
from tests.tulips.goods import GOOD, HAND, OVER, SECRET, START, observed_by, put, refused
from tests.tulips.tables import cards, outcome, position, rules, seen, totals, variant
from tilerules.games.tulips import Observation, State

BASE = rules()
NEVER = variant(end={"drawn": "never"})

MINE, THEIRS, OPENLY = (observed_by(GOOD, viewer) for viewer in (0, 1, None))
FORGOTTEN = observed_by(GOOD, 0, memory=False)
CHOSEN, CHOOSING, WATCHING = (observed_by(START, viewer) for viewer in (0, 1, None))
AT_END = observed_by(OVER, 0)
BOTH, HIDDEN = (observed_by(HAND, viewer) for viewer in (0, 1))
PUT_IN, SEEN_PUT = (observed_by({**SECRET, "secret_by": [1, 0]}, viewer) for viewer in (0, 1))

KNOWS, KNOWS_NOT = "the viewer knows this card", "the viewer does not know this card"
HOLDS = "the viewer knows what is in hand"
HOLDS_NOT = "the viewer does not know what is in hand"
OBSERVATION_FAULTS: list[tuple[Data, Change, str, str]] = [
    (MINE, drop("viewer"), "viewer", "is missing"),
    (MINE, put("viewer", value=2), "viewer", "from 0 to 1"),
    (MINE, put("viewer", value="0"), "viewer", "whole number"),
    (MINE, put("lottery", value=[]), "", "no key 'lottery'"),
    # the deck and the hand
    (MINE, put("deck", 1, value="orange-4"), "deck[1]", KNOWS_NOT),
    (OPENLY, put("deck", 0, value="orange-3"), "deck[0]", KNOWS_NOT),
    (MINE, put("in_hand", value=None), "in_hand", HOLDS),
    (THEIRS, put("in_hand", value="orange-2"), "in_hand", HOLDS_NOT),
    (OPENLY, put("in_hand", value="orange-2"), "in_hand", HOLDS_NOT),
    (BOTH, put("in_hand", 1, value=None), "in_hand", HOLDS),
    (BOTH, put("in_hand", value=[None, None]), "in_hand", HOLDS),
    (HIDDEN, put("in_hand", 0, value="orange-2"), "in_hand", HOLDS_NOT),
    (HIDDEN, put("in_hand", value=[None]), "in_hand", "expected 2 cards in hand"),
    (HIDDEN, put("in_hand", value=None), "in_hand", "expected a list"),
    # the secret festival
    (MINE, put("secret", 0, value=None), "secret[0]", KNOWS),
    (MINE, put("secret", 1, value="blue-2"), "secret[1]", KNOWS_NOT),
    (OPENLY, put("secret", 0, value="purple-3"), "secret[0]", KNOWS_NOT),
    (MINE, put("secret_by", value=[1, 1]), "secret[0]", KNOWS_NOT),
    (MINE, put("secret_by", value=[0, 0]), "secret[1]", KNOWS),
    (MINE, put("secret_by", value=[0, None]), "secret_by", "names every seat, for"),
    (MINE, put("secret_by", value=[None, None]), "secret_by", "made with memory"),
    (MINE, put("memory", value=False), "secret_by", "names no seat, for"),
    (MINE, put("memory", value=1), "memory", "true or false"),
    (FORGOTTEN, put("memory", value=True), "secret_by", "names every seat, for"),
    (FORGOTTEN, drop("memory"), "secret_by", "names every seat, for"),
    (FORGOTTEN, put("secret", 0, value="purple-3"), "secret[0]", KNOWS_NOT),
    (FORGOTTEN, put("secret_by", 0, value=0), "secret_by", "made without memory"),
    # what lies open
    (MINE, put("festival", 0, value=None), "festival[0]", "expected a text, not null"),
    (MINE, put("bouquets", 0, 0, value=None), "bouquets[0][0]", "expected a text, not null"),
    (MINE, put("shown", 0, value=None), "shown[0]", "expected a text, not null"),
    # the start choices
    (CHOSEN, several(kept=[None], last_move="start ?"), "kept[0]", KNOWS),
    (CHOSEN, several(kept=[None], last_move=None), "kept[0]", KNOWS),
    (CHOSEN, put("kept", 0, value=None), "last_move", "does not name the last card"),
    (CHOSEN, put("kept", 0, value="blue-4"), "kept[0]", "not one of the cards that this seat"),
    (CHOSEN, put("hands", 0, 0, value=None), "hands[0][0]", KNOWS),
    (CHOSEN, put("hands", 1, 0, value="purple-4"), "hands[1][0]", KNOWS_NOT),
    (CHOOSING, put("hands", 1, value=[None, None]), "hands[1][0]", KNOWS),
    (CHOOSING, several(kept=["blue-3"], last_move=None), "kept[0]", KNOWS_NOT),
    (CHOOSING, several(kept=["blue-3"], last_move="start blue-3"), "kept[0]", KNOWS_NOT),
    (CHOOSING, put("kept", 0, value="blue-3"), "last_move", "does not name the last card"),
    (WATCHING, put("hands", 0, 1, value="blue-3"), "hands[0][1]", KNOWS_NOT),
    (
        WATCHING,
        several(kept=["blue-3"], hands=[["blue-3"], [None]], last_move=None),
        "kept[0]",
        KNOWS_NOT,
    ),
    # the end
    (AT_END, drop("drawn"), "drawn", "is missing: how many cards has the end drawn?"),
    (AT_END, put("drawn", value=None), "drawn", "is missing: how many cards"),
    (
        AT_END,
        put("drawn", value=0),
        "drawn",
        "the end draws 2 cards, last in `festival`",
    ),
    (AT_END, put("festival", value=cards("b2 p4 b2 b3")), "drawn", "were never put into `secret`"),
    # the last move
    (CHOSEN, put("last_move", value="start ?"), "last_move", "does not name the last card"),
    (CHOSEN, put("last_move", value="start pink-2"), "last_move", "does not name the last card"),
    (CHOOSING, put("last_move", value="start blue-3"), "last_move", "does not name the last card"),
    (WATCHING, put("last_move", value="start blue-3"), "last_move", "does not name the last card"),
    (WATCHING, put("last_move", value="keep ?"), "last_move", "nothing more"),
    (PUT_IN, put("last_move", value="add secret ?"), "last_move", "does not name the last card"),
    (SEEN_PUT, put("last_move", value="add secret blue-2"), "last_move", "does not name the last"),
    (SEEN_PUT, put("last_move", value="keep ?"), "last_move", "expected a card, as pink-2"),
    (MINE, put("last_move", value="start ?"), "last_move", "expected a card, as pink-2"),
    (MINE, put("last_move", value="add secret ?"), "last_move", "nothing more"),
]


@pytest.mark.parametrize(("good", "change", "path", "words"), OBSERVATION_FAULTS)
def test_a_fault_of_an_observation(good: Data, change: Change, path: str, words: str) -> None:
    assert Observation.from_data(good).to_data() == good
    fault = refused(Observation.from_data, good, change)
    assert fault.path == path
    assert words in fault.problem


def test_a_last_move_without_its_card_is_read() -> None:
    assert str(Observation.from_data(CHOOSING).last_move) == "start ?"
    assert str(Observation.from_data(CHOSEN).last_move) == "start blue-3"
    assert str(Observation.from_data(SEEN_PUT).last_move) == "add secret ?"
    assert str(Observation.from_data(PUT_IN).last_move) == "add secret blue-2"


@pytest.mark.parametrize("viewer", [0, 1, None])
@pytest.mark.parametrize(("ruleset", "secret"), [(NEVER, "o4 b2"), (BASE, "")])
def test_where_the_end_draws_nothing_an_observation_need_not_say_so(
    ruleset: tr.Ruleset, secret: str, viewer: int | None
) -> None:
    """The table is what was laid: pink is worth 15 to seat 0, and blue 10 to seat 1."""
    table: Data = {"secret": secret, "shown": ["blue-3"], "last_move": "keep", "turns": 3, "ply": 8}
    state = position(ruleset, "b2 p4", ["p2", "b3"], keeping=[0, 2], drawn=0, **table)
    plain = seen(state, viewer).to_data()
    del plain["drawn"]
    for again in (plain, {**plain, "drawn": None}):
        found = Observation.from_data(again)
        assert (found.phase, found.to_move, found.drawn) == ("over", None, 0)
        assert (found.festival, found.ranking) == (("blue-2", "pink-4"), ("pink", "blue"))
        assert (found.shown, found.turns, found.ply) == (("blue-3",), 3, 8)
        assert (totals(found), outcome(found).ranking) == ([15, 12], ((0,), (1,)))
        assert found == seen(state, viewer)


def test_a_state_is_no_observation_and_the_reverse() -> None:
    with pytest.raises(tr.InvalidData) as caught:
        Observation.from_data(GOOD)
    assert caught.value.path in ("", "viewer")
    with pytest.raises(tr.InvalidData) as caught:
        State.from_data(MINE)
    assert caught.value.path == ""
