"""How a game ended, and what a reader finds in a drawing."""

from __future__ import annotations

import re
from typing import Any

import pytest

import tilerules as tr
from tests.tulips.tables import (
    bundled,
    cards,
    new,
    observations,
    outcome,
    play,
    position,
    random_game,
    rules,
    seen,
    three,
    totals,
    variant,
)
from tilerules.games import tulips
from tilerules.games.tulips import State

BASE = rules()
TOGETHER = rules(base="tulips-full-hand")

# Three ways to 20 points: for giving, for keeping, and half of it for the most pink cards.
GIVER = {"giving": 20, "keeping": 0, "bouquet": "o2"}
KEEPER = {"giving": 0, "keeping": 20, "bouquet": "o3 o2 o2"}
HOLDER = {"giving": 4, "keeping": 1, "bouquet": "p2 p2"}


def over(tie_breaks: list[str], *seats: dict[str, Any]) -> State:
    """A game that is over, in which pink alone is ranked."""
    return position(
        variant(tie_breaks=tie_breaks),
        "p4",
        [seat["bouquet"] for seat in seats],
        giving=[seat["giving"] for seat in seats],
        keeping=[seat["keeping"] for seat in seats],
    )


# ---- the outcome ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "tie_breaks", "ranking", "decided_by"),
    [
        ([GIVER, KEEPER, HOLDER], [], ((0, 1, 2),), "points"),
        ([GIVER, KEEPER, HOLDER], ["bouquet"], ((1,), (2,), (0,)), "bouquet"),
        ([GIVER, KEEPER, HOLDER], ["giving"], ((0,), (2,), (1,)), "giving"),
        ([GIVER, KEEPER, HOLDER], ["keeping"], ((1,), (2,), (0,)), "keeping"),
        ([GIVER, KEEPER, HOLDER], ["majorities"], ((2,), (0, 1)), "majorities"),
        ([GIVER, KEEPER, HOLDER], ["majorities", "bouquet"], ((2,), (1,), (0,)), "majorities"),
        ([GIVER, KEEPER, HOLDER], ["majorities", "giving"], ((2,), (0,), (1,)), "majorities"),
        ([GIVER, KEEPER, GIVER], ["majorities", "giving"], ((0, 2), (1,)), "giving"),
        ([GIVER, KEEPER, KEEPER], ["majorities", "keeping"], ((1, 2), (0,)), "keeping"),
        ([GIVER, GIVER], ["bouquet", "giving", "keeping", "majorities"], ((0, 1),), "points"),
        ([GIVER, {**KEEPER, "keeping": 21}], ["giving"], ((1,), (0,)), "points"),
        ([KEEPER, GIVER, {**GIVER, "giving": 1}], ["giving"], ((1,), (0,), (2,)), "giving"),
    ],
)
def test_the_outcome(
    seats: list[dict[str, Any]],
    tie_breaks: list[str],
    ranking: tuple[tuple[int, ...], ...],
    decided_by: str,
) -> None:
    state = over(tie_breaks, *seats)
    for position_ in (state, seen(state, 0), seen(state, None)):
        found = outcome(position_)
        assert found.ranking == ranking
        assert found.winners == ranking[0]
        assert found.decided_by == decided_by
        assert not found.cut_short


def test_what_the_seats_score() -> None:
    assert totals(over([], GIVER, KEEPER, HOLDER)) == [20, 20, 20]


def test_the_last_cards_of_the_bouquets_decide_by_default() -> None:
    state = position(BASE, "p4", ["o2", "o2"], hand="u4", deck="o3", giving=[10, 10])
    state = play(state, "add secret", "keep")  # two points for keeping
    assert (totals(state), outcome(state).decided_by) == ([12, 10], "points")
    state = position(BASE, "p4", ["o2", "o2"], hand="u4", giving=[6, 10])
    state = play(state, "give 1")  # four points for giving
    assert (totals(state), outcome(state).ranking) == ([10, 10], ((1,), (0,)))
    assert outcome(state).decided_by == "bouquet"


def test_a_game_that_goes_on_has_no_outcome() -> None:
    state = position(BASE, "p4", ["", ""], hand="u4", deck="o3")
    assert tr.outcome(state) is None
    assert tr.outcome(seen(play(state, "keep"), None)) is None


# ---- the drawing ----------------------------------------------------------------------------


def line(position: tr.Position, begin: str) -> str:
    """The one line of a drawing that begins so, with what is folded under it."""
    text = re.sub(r"\n {4}", " ", tr.draw_text(position))
    [found] = [each for each in text.splitlines() if each.startswith(begin)]
    return found


def test_the_festival_is_drawn_rank_by_rank() -> None:
    head, *rows = tr.draw_text(three()).split("\n\n")[0].splitlines()
    assert head.split() == ["rank", "colour", "sum", "giving", "keeping", "majority", "festival"]
    assert [row.split() for row in rows] == [
        ["1.", "pink", "7", "3", "0", "15/10", "4", "3"],
        ["2.", "blue", "5", "2", "0", "10/7", "2", "3"],
        ["3.", "purple", "2", "1", "1", "5/3", "2"],
        ["-", "orange", "0", "0", "2", "-"],
    ]


@pytest.mark.parametrize("colours", [["red", "tan", "sky", "jet"], ["a_very_long_colour__", "b"]])
def test_columns_stand_under_their_heads(colours: list[str]) -> None:
    points = [3, 2, 1, 0][: len(colours)]
    ruleset = variant(
        cards={"colours": colours, "values": {"2": 12, "3": 12, "4": 12}},
        players=[3],
        scoring={
            "giving": {"points": points},
            "keeping": {"points": points},
            "majorities": {"points": {"1": [15, 10], "3": "removed"}},
        },
        for_players=dict.fromkeys("2456", "removed"),
    )
    text = tr.draw_text(tr.new_game(ruleset, 3, seed=1))
    head, *rows = text.split("\n\n")[0].splitlines()
    ends = [head.index(word) + len(word) for word in ("sum", "giving", "keeping", "majority")]
    for row in rows:
        for end in ends:
            assert row[end - 1] != " "
            assert row[end : end + 1] in ("", " ")
        assert row.index(row.split()[1]) == head.index("colour")


def test_columns_are_as_wide_as_their_longest_entry() -> None:
    points = {"1": [100, 75, 50], "3": "removed"}
    wide = variant(scoring={"majorities": {"points": points}})
    table = tr.draw_text(position(wide, "b2 p4 p3", ["", "", ""])).split("\n\n")[0]
    assert table.splitlines() == [
        "rank  colour  sum  giving  keeping   majority  festival",
        "1.    pink      7       3        0  100/75/50  4 3",
        "2.    blue      2       2        0       10/7  2",
        "-     orange    0       0        2          -",
        "-     purple    0       0        2          -",
    ]
    long = variant(cards={"colours": ["vermilion", "jet", "tan", "sky"]})
    plain = position(long, "", ["", "", ""]).to_data()
    table = tr.draw_text(State.from_data({**plain, "festival": ["jet-4"]})).split("\n\n")[0]
    assert table.splitlines() == [
        "rank  colour     sum  giving  keeping  majority  festival",
        "1.    jet          4       3        0     15/10  4",
        "-     vermilion    0       0        2         -",
        "-     tan          0       0        2         -",
        "-     sky          0       0        2         -",
    ]


def test_ranks_that_are_not_listed_and_blocks_that_lack() -> None:
    ruleset = variant(
        scoring={"majorities": {"points": {"1": "removed"}}, "keeping": "removed"},
        turn={"actions": ["give", "add_open", "add_secret"]},
    )
    state = position(ruleset, "b2 p4", ["", "", ""], hand="o2")
    assert line(state, "rank").split()[3:] == ["giving", "majority", "festival"]
    assert line(state, "1.").split() == ["1.", "pink", "4", "3", "-", "4"]
    assert line(state, "2.").split() == ["2.", "blue", "2", "2", "10/7", "2"]
    assert line(state, "seat 0") == "seat 0: giving 0; bouquet: none"
    without = variant(scoring={"majorities": "removed"}, for_players="removed", players=[3])
    state = position(without, "p4", ["", "", ""])
    assert line(state, "rank").split()[3:] == ["giving", "keeping", "festival"]
    assert line(state, "1.").split()[3:] == ["3", "0", "4"]
    last = variant(
        scoring={"giving": "removed", "keeping": "removed"},
        turn={"actions": ["add_open", "add_secret"]},
        for_players="removed",
        players=[3],
    )
    assert line(position(last, "p4", ["", "", ""]), "seat 0") == (
        "seat 0: no points yet; bouquet: none"
    )


def test_the_secret_festival_and_the_deck_are_counted() -> None:
    counted = "secret festival: 4 cards (2 by seat 0, 1 by seat 1, 1 by seat 2)"
    state = three()
    assert line(state, "secret festival") == counted
    assert line(seen(state, None), "secret festival") == counted
    assert line(state, "deck") == "deck: 3 cards"
    few = three(secret="", secret_by=[], deck="o3")
    assert line(few, "secret festival") == "secret festival: 0 cards"
    assert line(few, "deck") == "deck: 1 card"


def test_own_secret_cards_are_named_for_their_seat_alone() -> None:
    counted = "secret festival: 4 cards (2 by seat 0, 1 by seat 1, 1 by seat 2)"
    for viewer, known in ((0, "pink-2, blue-4"), (1, "purple-4"), (2, "blue-3")):
        found = seen(three(), viewer)
        assert line(found, "secret festival") == f"{counted}; known are {known}"
        forgetful = seen(three(), viewer, memory=False)
        assert line(forgetful, "secret festival") == "secret festival: 4 cards"


def test_seats_are_drawn_with_points_and_bouquets() -> None:
    state = three()
    assert line(state, "seat 0") == "seat 0: giving 5, keeping 0; bouquet: pink 2 4 | orange 3"
    assert line(state, "seat 1") == "seat 1: giving 0, keeping 3; bouquet: purple 3"
    assert line(state, "seat 2") == "seat 2: giving 12, keeping 0; bouquet: none"


def test_the_card_in_hand_is_named_to_its_drawer() -> None:
    state = three()
    begin = "turn 8, seat 0 to move: first, holding"
    assert line(seen(state, 0), "turn") == f"{begin} orange-2"
    for other in (state, seen(state, 1), seen(state, None)):
        assert line(other, "turn") == f"{begin} 1 card"
    state = play(state, "give 2")
    assert line(state, "turn") == (
        "turn 8, seat 0 to move: second, holding 1 card; last move: give 2 (orange-2)"
    )


@pytest.mark.parametrize(
    ("move", "last"),
    [
        ("keep", "keep (orange-2)"),
        ("give 1", "give 1 (orange-2)"),
        ("add open", "add open (orange-2)"),
        ("add secret", "add secret"),
    ],
)
def test_what_the_last_move_laid_open_stands_in_brackets(move: str, last: str) -> None:
    state = play(three(), move)
    for each in (state, *observations(state)):
        assert line(each, "turn").endswith(f"; last move: {last}")


def test_with_the_last_start_choice_all_of_them_lie_open() -> None:
    hands = [cards("p2 b3"), cards("u4 o4")]
    state = position(BASE, "b2 p4", ["", ""], deck="o2 o3", phase="start", to_move=0, hands=hands)
    state = play(state, "start blue-3", "start orange-4")
    for each in (state, seen(state, 1)):
        assert line(each, "turn") == (
            "turn 1, seat 0 to move: first, holding 1 card; "
            "last move: start orange-4 (blue-3, orange-4)"
        )


def test_before_the_first_move_none_is_named() -> None:
    state = new(BASE, 2)
    assert len(state.shown) == 2  # what the festival begins with
    assert line(state, "turn") == "turn 1, seat 0 to move: start, holding 2 cards"


def test_all_cards_in_hand_are_named_to_their_drawer() -> None:
    state = position(TOGETHER, "b2 p4", ["", ""], hand="o2 u4", deck="o3 o4")
    assert line(seen(state, 0), "turn") == (
        "turn 1, seat 0 to move: first, holding orange-2, purple-4"
    )
    assert line(state, "turn") == "turn 1, seat 0 to move: first, holding 2 cards"
    state = play(state, "add secret purple-4")
    assert line(seen(state, 0), "turn").endswith("orange-2; last move: add secret purple-4")
    assert line(state, "turn").endswith("holding 1 card; last move: add secret ?")


def test_the_start_choices() -> None:
    begin: dict[str, Any] = {
        "phase": "start",
        "to_move": 1,
        "hands": [cards("p2 b3"), cards("u4 o4")],
        "kept": ["blue-3"],
        "last_move": "start blue-3",
    }
    state = position(BASE, "b2 p4", ["", ""], deck="o2 o3", **begin)
    hidden = "turn 1, seat 1 to move: start, holding 2 cards; last move: start"
    assert line(seen(state, 1), "turn") == (
        "turn 1, seat 1 to move: start, holding purple-4, orange-4; last move: start ?"
    )
    assert line(seen(state, 0), "turn") == f"{hidden} blue-3"
    for other in (state, seen(state, None)):
        assert line(other, "turn") == f"{hidden} ?"


def test_a_game_that_is_over() -> None:
    state = play(three(deck="", secret="p2 u4", secret_by=[0, 1]), "add secret")
    (winner,) = outcome(state).winners
    drawn = f"Over after 8 turns: seat {winner} wins; the end drew pink-2, purple-4, orange-2"
    for position_ in (state, seen(state, 1)):
        assert line(position_, "Over") == drawn
    nothing = play(three(deck="", secret="", secret_by=[]), "keep")
    assert line(nothing, "Over").endswith("; the end drew nothing")


LONG_NAMES = variant(
    cards={"colours": [f"a_very_long_colour_{letter}" for letter in "abcd"]}, end={"drawn": "all"}
)


@pytest.mark.parametrize(
    "ruleset", [*map(tr.load, bundled()), LONG_NAMES], ids=lambda each: each.id
)
def test_no_line_is_longer_than_78_columns_and_no_name_is_broken(ruleset: tr.Ruleset) -> None:
    folded = 0
    for state in random_game(ruleset, 2, seed=2):
        for found in observations(state):
            text = tr.draw_text(found)
            assert max(map(len, text.splitlines())) <= 78
            assert not re.search(r"\w-$| $", text, re.MULTILINE)
            folded += "\n    " in text
            for name in filter(None, found.secret):
                assert name in text
    assert folded


def test_a_drawing_names_nothing_that_is_hidden() -> None:
    """The values of hidden cards are found nowhere else on this table."""
    ruleset = variant(cards={"values": {"2": 6, "3": 6, "4": 6, "8": 2, "9": 2}})
    state = position(
        ruleset,
        "b2 p4",
        ["p2", "p3"],
        hand="o9",
        deck="o8 p8 b8",
        secret="u9 u8",
        secret_by=[1, 1],
    )
    for other in (state, seen(state, None), seen(state, 0, memory=False)):
        named = re.findall(r"\w+-\d", tr.draw_text(other))
        assert named == (["orange-9"] if getattr(other, "viewer", None) == 0 else [])
    assert re.findall(r"\w+-\d", tr.draw_text(seen(state, 1))) == ["purple-9", "purple-8"]
    assert str(state) == tr.draw_text(state) == tr.draw_text(seen(state, None))


def test_the_package_has_no_other_names() -> None:
    assert hasattr(tulips, "State")
    assert not hasattr(tulips, "Garden")
