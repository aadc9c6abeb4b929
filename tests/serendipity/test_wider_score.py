"""What a card may let score besides the largest carpet: each block worked out by hand.

With six seats seat 0 owns blue; with three it owns blue and yellow.
"""

from __future__ import annotations

from typing import Any

import pytest

import tilerules as tr
from tests.serendipity.boards import BASE, Board, card, position, some, strip, totals
from tests.serendipity.test_picture import Seen, spectator
from tilerules.games.serendipity import State

RING = some("blue up", "e5", "e6", "f5", "f7", "g5", "g6")  # the neighbours of f6


def scoring(**blocks: Any) -> tr.Ruleset:
    """The base card with other entries under `scoring`."""
    return card(scoring=blocks)


def of(state: State, id: str, seat: int = 0) -> list[tuple[str | None, int, int, str]]:
    """The lines of a block on the sheet of a seat: of what, points, count and spots."""
    lines = tr.score(state)[seat].lines
    return [
        (line.of, line.points, line.count, " ".join(line.spots)) for line in lines if line.id == id
    ]


# ---- which carpets count --------------------------------------------------------------------


def test_a_carpet_of_too_few_flowers_does_not_count() -> None:
    rules = scoring(carpet={"least": 3})
    assert totals(position(rules, 6, some("blue up", "a1-2")))[0] == 0
    assert tr.score(position(rules, 6, some("blue up", "a1-2")))[0].lines == ()
    assert totals(position(rules, 6, some("blue up", "a1-3")))[0] == 3


@pytest.mark.parametrize(("least", "points"), [(1, 1 + 2 + 2), (2, 3), (3, 3), (4, 0)])
def test_the_smallest_that_counts_comes_before_the_most_points(least: int, points: int) -> None:
    board = {**strip("f", "B >"), "f2": "serendip:w up", **strip("h", "B B B")}
    rules = scoring(carpet={"least": least, "largest_by": "points"})
    assert totals(position(rules, 6, board))[0] == points


THREE_CARPETS = {**some("blue up", "a1-4", "e1-2"), **some("blue up", "c1-3")}


@pytest.mark.parametrize(
    ("number", "flowers"), [(1, [4]), (2, [4, 3]), (3, [4, 3, 2]), (9, [4, 3, 2])]
)
def test_so_many_of_the_largest_carpets_count(number: int, flowers: list[int]) -> None:
    state = position(scoring(carpet={"number": number}), 6, THREE_CARPETS)
    assert [count for _, _, count, _ in of(state, "flowers")] == flowers
    assert totals(state)[0] == sum(flowers)


def test_all_carpets_count() -> None:
    assert totals(position(scoring(carpet={"number": "all"}), 6, THREE_CARPETS))[0] == 9
    large = scoring(carpet={"number": "all", "least": 3})
    assert totals(position(large, 6, THREE_CARPETS))[0] == 7


def test_each_of_several_carpets_has_its_own_serendips() -> None:
    """The Serendip on f2 touches both, and does not join them; its blue edge lies at one."""
    rules = scoring(carpet={"number": 2, "joined_by": "never"})
    state = position(rules, 6, strip("f", "B < B B"))
    assert of(state, "flowers") == [("blue", 2, 2, "f3 f4"), ("blue", 1, 1, "f1")]
    assert of(state, "serendips") == [("blue", 2, 1, "f2"), ("blue", 2, 1, "f2")]
    assert of(state, "matches") == [("blue", 0, 0, ""), ("blue", 2, 1, "f2")]
    assert totals(state)[0] == 3 + 4 + 2


TWO_COLOURS = {**some("blue up", "a1-3", "c1-3"), **some("yellow up", "e1-4", "g1")}


@pytest.mark.parametrize(
    ("colours", "number", "points"),
    [
        ("best", 1, 4),
        ("best", 2, 3 + 3),
        ("best", "all", 3 + 3),
        ("largest", 1, 4),
        ("largest", 2, 4 + 3),
        ("largest", 3, 4 + 3 + 3),
        ("sum", 1, 3 + 4),
        ("sum", 2, 6 + 5),
    ],
)
def test_several_carpets_of_several_colours(colours: str, number: int | str, points: int) -> None:
    rules = scoring(carpet={"colours": colours, "number": number})
    assert totals(position(rules, 3, TWO_COLOURS))[0] == points


def test_of_colours_with_equal_points_the_first_cell_of_the_largest_decides() -> None:
    """Two and two against three and one, which lies before all others."""
    board = {**some("blue up", "b1-2", "k1-2"), **some("yellow up", "a6", "c1-3")}
    state = position(scoring(carpet={"number": 2}), 3, board)
    assert {line[0] for line in of(state, "flowers")} == {"blue"}
    board = {**some("blue up", "d1-2", "k1-2"), **some("yellow up", "k6", "c1-3")}
    state = position(scoring(carpet={"number": 2}), 3, board)
    assert {line[0] for line in of(state, "flowers")} == {"yellow"}


# ---- sizes ----------------------------------------------------------------------------------

SIZES = {"points": {"6": 3, "10": 8}}


@pytest.mark.parametrize(("flowers", "more"), [(5, None), (6, 3), (9, 3), (10, 8), (11, 8)])
def test_sizes(flowers: int, more: int | None) -> None:
    board = some("blue up", f"f1-{flowers}")
    state = position(scoring(sizes=SIZES), 6, board)
    spots = " ".join(board)
    assert of(state, "sizes") == ([] if more is None else [("blue", more, flowers, spots)])
    assert totals(state)[0] == flowers + (more or 0)


def test_sizes_of_each_carpet_that_counts() -> None:
    board = {**some("blue up", "a1-6"), **some("blue up", "c1-6")}
    one, two = (scoring(sizes=SIZES, carpet={"number": number}) for number in (1, 2))
    assert totals(position(one, 6, board))[0] == 6 + 3
    assert totals(position(two, 6, board))[0] == 12 + 3 + 3


def test_a_size_is_worth_points_where_carpets_are_compared() -> None:
    board = {**strip("f", "^ B ^"), **strip("h", "B B")}
    by_points = {"largest_by": "points"}
    assert totals(position(scoring(carpet=by_points), 6, board))[0] == 1 + 2 * 2
    rules = scoring(carpet=by_points, sizes={"points": {"2": 5}})
    assert totals(position(rules, 6, board))[0] == 2 + 5


# ---- rings ----------------------------------------------------------------------------------


@pytest.mark.parametrize("middle", ["red", "red up", "serendip:e up", "blue up", "blue"])
def test_a_ring_counts_whatever_lies_in_its_middle(middle: str) -> None:
    state = position(scoring(rings={"points": 3}), 6, {**RING, "f6": middle})
    assert of(state, "rings") == [("blue", 3, 1, "f6")]


def test_what_is_no_ring() -> None:
    rules = scoring(rings={"points": 3})
    five = {label: tile for label, tile in RING.items() if label != "g6"}
    assert of(position(rules, 6, five), "rings") == []
    assert of(position(rules, 6, {**RING, "g6": "blue seen"}), "rings") == []
    corner = some("blue up", "a2", "b1", "b2")  # all the neighbours of a1
    assert of(position(rules, 6, corner), "rings") == []
    assert of(position(rules, 3, {**RING, "g6": "yellow up"}), "rings") == []
    assert of(position(BASE, 6, RING), "rings") == []


def test_rings_may_share_flowers_and_need_no_carpet() -> None:
    """Round f6 and round f7; and yellow, whose carpet does not count, round c3."""
    rules = scoring(rings={"points": 3})
    blue = some("blue up", "e5-7", "f5-8", "g5-7")
    yellow = some("yellow up", "b2", "b3", "c2", "c4", "d3", "d4")
    state = position(rules, 3, {**blue, **yellow})
    assert of(state, "rings") == [("blue", 6, 2, "f6 f7"), ("yellow", 3, 1, "c3")]
    assert totals(state)[0] == 10 + 6 + 3


# ---- lines ----------------------------------------------------------------------------------

CROSSED = some("blue up", "f1-4", "g4", "h4")  # a row of four, and one of three to the se


@pytest.mark.parametrize(
    ("length", "rows", "spots"),
    [
        (3, 2, "f1 f2 f3 f4 g4 h4"),
        (4, 1, "f1 f2 f3 f4"),
        (5, 0, ""),
    ],
)
def test_lines(length: int, rows: int, spots: str) -> None:
    state = position(scoring(lines={"length": length, "points": 5}), 6, CROSSED)
    assert of(state, "lines") == ([("blue", 5 * rows, rows, spots)] if rows else [])
    assert totals(state)[0] == 6 + 5 * rows


@pytest.mark.parametrize("row", [("f4", "f5", "f6"), ("f4", "g4", "h4"), ("f4", "g3", "h2")])
def test_a_line_along_each_axis(row: tuple[str, ...]) -> None:
    rules = scoring(lines={"length": 3, "points": 1})
    assert of(position(rules, 6, some("blue up", *row)), "lines")[0][2] == 1
    bent = some("blue up", *row[:2], "a1")
    assert of(position(rules, 6, bent), "lines") == []


def test_a_line_is_broken_by_what_lies_down_and_by_a_serendip() -> None:
    rules = scoring(lines={"length": 3, "points": 1})
    whole = some("blue up", "f1-5")
    assert of(position(rules, 6, whole), "lines")[0][1:3] == (1, 1)
    for tile in ("blue", "serendip:e up", "red up"):
        assert of(position(rules, 6, {**whole, "f3": tile}), "lines") == []


# ---- apart, and face down -------------------------------------------------------------------


def test_apart_is_what_lies_in_no_carpet_that_counts() -> None:
    board = some("blue up", "a1-4", "c1", "c2", "e1")
    state = position(scoring(apart={"points": -1}), 6, board)
    assert of(state, "apart") == [("blue", -3, 3, "c1 c2 e1")]
    assert totals(state)[0] == 4 - 3
    two = position(scoring(apart={"points": -1}, carpet={"number": 2}), 6, board)
    assert of(two, "apart") == [("blue", -1, 1, "e1")]
    none = position(scoring(apart={"points": -1}, carpet={"number": "all"}), 6, board)
    assert of(none, "apart") == []
    small = position(scoring(apart={"points": 2}, carpet={"number": "all", "least": 2}), 6, board)
    assert of(small, "apart") == [("blue", 2, 1, "e1")]


def test_a_colour_whose_carpet_does_not_count_lies_apart() -> None:
    board = {**some("blue up", "a1-4"), **some("yellow up", "c1-2")}
    best, added = (
        scoring(apart={"points": -1}, carpet={"colours": word}) for word in ("best", "sum")
    )
    assert of(position(best, 3, board), "apart") == [("yellow", -2, 2, "c1 c2")]
    assert of(position(added, 3, board), "apart") == []


def test_face_down_is_counted_and_not_shown() -> None:
    state = position(scoring(face_down={"points": -1}), 3, some("blue up", "a1-4"))
    assert of(state, "face_down") == [("blue", -9, 9, ""), ("yellow", -13, 13, "")]
    assert totals(state) == [4 - 9 - 13, -26, -26]
    assert tr.score(spectator(state)) == tr.score(state)
    complete = position(scoring(face_down={"points": -1}), 6, some("blue up", "f1-11", "g1-2"))
    assert of(complete, "face_down") == []
    assert totals(complete)[0] == 13


def test_a_seat_without_a_carpet_may_score() -> None:
    rules = card(scoring={"face_down": {"points": 1}}, seats={2: {"handicap": -4}}, players=[6])
    assert totals(position(rules, 6, {})) == [13, 13, 13 - 4, 13, 13, 13]


# ---- handicaps, partners and ties -----------------------------------------------------------


def test_a_handicap_is_the_first_line() -> None:
    rules = card(seats={0: {"handicap": 5}, 2: {"handicap": -3}}, players=[6])
    state = position(rules, 6, some("blue up", "a1"))
    assert totals(state) == [6, 0, -3, 0, 0, 0]
    first = tr.score(state)[0].lines[0]
    assert (first.id, first.of, first.points, first.count) == ("handicap", None, 5, 1)
    assert (first.spots, first.rule.key) == ((), "seats.0.handicap")
    assert [line.id for line in tr.score(state)[1].lines] == []


def ended(rules: tr.Ruleset, seats: int, board: Board) -> tr.Outcome:
    """The outcome where the turns are over."""
    outcome = tr.outcome(position(rules, seats, board, turns=60))
    assert outcome is not None
    return outcome


LIMIT = {"turn_limit": 60}
POINTS_OF_FOUR = {**some("blue up", "a1-5"), **some("violet up", "c1-3"), **some("red up", "e1")}


def test_partners_add_up_their_points() -> None:
    """The seats have 5, 3, 1 and 4 points: 6 against 7."""
    board = {**POINTS_OF_FOUR, **some("yellow up", "g1-4")}
    teams = {"sun": [0, 2], "moon": [1, 3]}
    rules = card(end=LIMIT, players=[4], partners={"teams": teams})
    assert ended(rules, 4, board).ranking == ((1, 3), (0, 2))
    assert ended(card(end=LIMIT), 4, board).ranking == ((0,), (3,), (1,), (2,))


def test_the_things_of_partners_break_ties_together() -> None:
    """5 and 1 against 3 and 3 points; a row of five, and one of three with another of three."""
    board = {**POINTS_OF_FOUR, **some("yellow up", "g1-3")}
    teams = {"sun": [0, 2], "moon": [1, 3]}
    more: dict[str, Any] = {
        "scoring": {"lines": {"length": 3, "points": 0}},
        "tie_breaks": ["lines"],
    }
    rules = card(end=LIMIT, players=[4], partners={"teams": teams}, **more)
    outcome = ended(rules, 4, board)
    assert (outcome.ranking, outcome.decided_by) == (((1, 3), (0, 2)), "lines")


BLOCKS: list[tuple[str, dict[str, Any], Board]] = [
    ("sizes", {"points": {"2": 0}}, {}),
    ("rings", {"points": 0}, {}),
    ("lines", {"length": 2, "points": 0}, {}),
    ("apart", {"points": 0}, some("red up", "k1")),
]


@pytest.mark.parametrize(("id", "block", "board"), BLOCKS)
def test_each_block_may_break_a_tie(id: str, block: dict[str, Any], board: Board) -> None:
    """Blue in a ring, with a row of two in it; red as many points, of Serendips or lone flowers."""
    red = {**some("red up", "a1"), "a2": "serendip:ne up", "b1": "serendip:sw up", **board}
    red["b2"] = "serendip:ne up"
    free: dict[str, Any] = {
        "scoring": {id: block, "matches": "removed", "serendips": {"points": 2}}
    }
    rules = card(end=LIMIT, tie_breaks=[id], **free)
    blue = {**RING, "f8": "blue up"}
    outcome = ended(rules, 6, {**blue, **red})
    winner = 2 if id == "apart" else 0
    assert outcome.decided_by == id
    assert outcome.winners == (winner,)


def test_what_lies_face_down_may_break_a_tie() -> None:
    """Blue has its points of three flowers, red of one and a Serendip."""
    board = {**some("blue up", "k1-3"), "a1": "red up", "a2": "serendip:ne up"}
    rules = card(end=LIMIT, scoring={"face_down": {"points": 0}}, tie_breaks=["face_down"])
    outcome = ended(rules, 6, board)
    assert (outcome.ranking[0], outcome.decided_by) == ((2,), "face_down")


# ---- pictures -------------------------------------------------------------------------------


def test_a_picture_names_and_lights_what_scores() -> None:
    rules = card(
        scoring={
            "rings": {"points": 3},
            "lines": {"length": 3, "points": 1},
            "apart": {"points": -1},
            "face_down": {"points": -1},
            "sizes": SIZES,
        },
        seats={0: {"handicap": 2}},
    )
    state = position(rules, 6, {**RING, **some("blue up", "a1-3", "k1"), "f6": "red"})
    seen = Seen(state, tr.score(state)[0])
    assert seen.lit() - {name for name in seen.of if "seat" in name} >= {*RING, "f6", "a1", "k1"}
    assert seen.what["f6"] == "a tile not seen yet, face down, in the middle of a ring"
    assert seen.what["e5"] == "a blue flower, face up, in the carpet, counted for the size"
    assert seen.what["a2"] == "a blue flower, face up, in a row, in no carpet that counts"
    assert seen.what["k1"] == "a blue flower, face up, in no carpet that counts"
    assert {
        "start, handicap: 2 points",
        "blue, 1 ring: 3 points",
        "blue, 1 row: 1 point",
        "blue, 6 joined flowers: 3 points",
        "blue, 4 lone flowers: -4 points",
        "blue, 3 missing flowers: -3 points",
    } <= {*seen.texts()}
