"""How a game ended, and what a reader finds in a drawing."""

from __future__ import annotations

import re
from typing import Any

import pytest

import tilerules as tr
from tests.flowers.gardens import (
    garden,
    new,
    observations,
    outcome,
    play,
    position,
    rules,
    seen,
    shown,
    totals,
    variant,
)
from tilerules.games import flowers

# Fields of one card score and a 1 has a butterfly, so that small gardens tell the seats apart.
SMALL: dict[str, Any] = {
    "cards": {"butterflies": ["yellow-1-red"]},
    "scoring": {"fields": {"least": 1}},
}
PLAIN = garden("y1")  # 1 point
LOSSY = garden("y2 y2 r3")  # 2 points for its field, less 1 for the lost red card
FLYING = garden("y1r r2 r2")  # 3 points for its fields, 1 for its butterfly
FLOWERY = garden("y1 r2 r2 b1")  # 4 points for its fields

BASE = rules()
PILES = ("y4g r1 b2", "r2 y3", "g4 b4")  # from the top; the last pile is the hidden one


# ---- the outcome ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("gardens", "tie_breaks", "ranking", "decided_by"),
    [
        ([LOSSY, PLAIN], [], ((0, 1),), "points"),
        ([LOSSY, PLAIN], ["discards"], ((1,), (0,)), "discards"),
        ([LOSSY, PLAIN], ["fields"], ((0,), (1,)), "fields"),
        ([LOSSY, PLAIN], ["butterflies"], ((0, 1),), "points"),
        ([LOSSY, PLAIN], ["butterflies", "discards"], ((1,), (0,)), "discards"),
        ([FLOWERY, FLYING], [], ((0, 1),), "points"),
        ([FLOWERY, FLYING], ["butterflies"], ((1,), (0,)), "butterflies"),
        ([FLOWERY, FLYING], ["fields", "butterflies"], ((0,), (1,)), "fields"),
        ([PLAIN, FLYING, PLAIN], ["fields"], ((1,), (0, 2)), "points"),
        ([PLAIN, LOSSY, PLAIN], ["discards"], ((0, 2), (1,)), "discards"),
        ([PLAIN], [], ((0,),), "points"),
        ([LOSSY], ["discards"], ((0,),), "points"),
    ],
)
def test_the_outcome(
    gardens: list[dict[str, list[str]]],
    tie_breaks: list[str],
    ranking: tuple[tuple[int, ...], ...],
    decided_by: str,
) -> None:
    state = position(variant(**SMALL, tie_breaks=tie_breaks), gardens)
    found = outcome(state)
    assert found.ranking == ranking
    assert found.decided_by == decided_by
    assert not found.cut_short


def test_what_the_small_gardens_score() -> None:
    ruleset = variant(**SMALL)
    assert totals(position(ruleset, [PLAIN, LOSSY])) == [1, 1]
    assert totals(position(ruleset, [FLYING, FLOWERY])) == [4, 4]


def test_a_game_that_goes_on_has_no_outcome() -> None:
    assert tr.outcome(position(BASE, [PLAIN, LOSSY], PILES)) is None


# ---- the drawing ----------------------------------------------------------------------------


def plot(position: tr.Position, seat: int) -> list[list[str]]:
    """The words in the lines of a seat's garden, the numbers of columns and rows among them."""
    [found] = re.findall(rf"^seat {seat}\n(.*?)\n\n", tr.draw_text(position), re.DOTALL | re.M)
    return [line.split() for line in found.splitlines()]


def line(position: tr.Position, start: str) -> str:
    """The one line of a drawing that begins so."""
    [found] = [each for each in tr.draw_text(position).splitlines() if each.startswith(start)]
    return found


def test_each_garden_is_drawn_with_its_columns_and_rows() -> None:
    state = position(BASE, [garden(". y4b r1", "b2 g3 ."), garden("y3")], PILES)
    assert plot(state, 0) == [
        ["-1", "0", "1"],
        ["0", ".", "Y4b", "R1"],
        ["1", "B2", "G3", "."],
    ]
    assert plot(state, 1) == [["0"], ["0", "Y3"]]


def test_a_stack_is_drawn_as_its_upper_card_and_its_depth() -> None:
    state = position(BASE, [garden("y1+r2 b4y+g1+g4r"), garden("y3")], PILES)
    assert plot(state, 0)[1] == ["0", "R2/2", "G4r/3"]


def test_covered_cards_that_are_not_known_are_drawn_the_same() -> None:
    state = position(BASE, [garden("y1+r2"), garden("y3")], PILES)
    forgotten = seen(state, 1, memory=False)
    assert forgotten.gardens[0][0, 0] == (None, "red-2")
    assert plot(forgotten, 0) == plot(state, 0) == [["0"], ["0", "R2/2"]]


def test_a_violet_card_has_no_value() -> None:
    summer = rules(base="flowers-summer")
    state = position(summer, [garden("v y4b"), garden("v")], PILES)
    assert plot(state, 0)[1] == ["0", "V*", "Y4b"]


def test_piles_show_their_open_cards_alone() -> None:
    state = position(BASE, [PLAIN, PLAIN], ("y4g r1 b2", "r2", "g4 b3"))
    assert line(state, "pile 0") == "pile 0: 3 cards, yellow-4-green on top"
    assert line(state, "pile 1") == "pile 1: 1 card, red-2 on top"
    assert line(state, "pile 2") == "pile 2: 2 cards"


def test_an_empty_pile_is_drawn_too() -> None:
    state = position(BASE, [PLAIN, PLAIN])
    assert line(state, "pile 0") == "pile 0: 0 cards"


def test_the_swept_cards() -> None:
    piles = ("r1 b2", "g3 g4")
    state = position(BASE, [PLAIN], piles, swept=["yellow-4-green", "blue-3"])
    assert line(state, "swept") == "swept: Y4g B3"
    assert line(seen(state, None, memory=False), "swept") == "swept: ? ?"
    assert "swept" not in tr.draw_text(position(BASE, [PLAIN], piles))


def test_a_turn_that_begins() -> None:
    state = position(BASE, [PLAIN, PLAIN], PILES, turns=3, to_move=1)
    assert line(state, "turn") == "turn 4, seat 1 to move: take"
    after = tr.apply_move(state, tr.parse_move(state, "take 0"))
    assert line(after, "turn").endswith("last move: take 0")


def test_a_card_in_hand_is_named_to_those_who_know_it() -> None:
    state = position(BASE, [PLAIN, PLAIN], PILES)
    opened = tr.apply_move(state, tr.parse_move(state, "take 0"))
    hidden = tr.apply_move(state, tr.parse_move(state, "take 2"))
    for viewer in (0, 1, None):
        assert "holding yellow-4-green" in line(seen(opened, viewer), "turn")
    assert "holding green-4" in line(seen(hidden, 0), "turn")
    for other in (hidden, seen(hidden, 1), seen(hidden, None)):
        assert "holding a card" in line(other, "turn")
        assert "green-4" not in line(other, "turn")


def test_a_game_that_is_over() -> None:
    state = position(BASE, [PLAIN, PLAIN], turns=7)
    assert tr.draw_text(state).splitlines()[-1] == "Over after 7 turns: seats 0 and 1 share the win"
    once = position(BASE, [garden("y1"), garden("y2")], turns=1)
    assert tr.draw_text(once).splitlines()[-1] == "Over after 1 turn: seat 0 wins"


@pytest.mark.parametrize(
    ("ruleset", "colours", "then"),
    [
        (
            BASE,
            "Y yellow, R red, B blue, G green",
            "then the value; small letter: a butterfly; /2: the upper of two cards",
        ),
        (
            variant(cards={"butterflies": []}, cover={"cards": "never"}),
            "Y yellow, R red, B blue, G green",
            "then the value",
        ),
        (
            variant("flowers-summer", players=[2]),
            "Y yellow, R red, B blue, G green, V* the violet card",
            "then the value; small letter: a butterfly; /2: the upper of two cards",
        ),
        (  # there is no violet card from which a colour had to be told apart
            variant(cards={"colours": ["vivid", "red", "blue", "green"], "butterflies": []}),
            "V vivid, R red, B blue, G green",
            "then the value; /2: the upper of two cards",
        ),
    ],
)
def test_the_legend_tells_what_these_rules_have(
    ruleset: tr.Ruleset, colours: str, then: str
) -> None:
    lines = tr.draw_text(new(ruleset, 2)).splitlines()
    at = lines.index(colours)
    assert lines[at + 1 : at + 3] == [then, ""]


def test_what_the_last_move_turned_up_stands_in_brackets() -> None:
    state = play(position(BASE, [PLAIN, PLAIN], ("y4g r1", "r2 r3", "g4 b3")), "take 0")
    assert line(state, "turn").endswith("; last move: take 0")
    state = play(state, "place 0,1")
    assert shown(state) == [(0, "red-1")]
    for each in (state, *observations(state)):
        assert line(each, "turn").endswith("; last move: place 0,1 (red-1)")


def test_the_package_has_no_other_names() -> None:
    assert hasattr(flowers, "State")
    assert not hasattr(flowers, "Bouquet")
