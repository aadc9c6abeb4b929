"""Score sheets: their lines, what a carpet is made of, who wins; and the naive model beside."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tilerules as tr
from tests.naive.serendipity import Naive
from tests.serendipity.boards import (
    BASE,
    SMALL,
    card,
    cells,
    line_of,
    position,
    some,
    strip,
    totals,
    values,
)
from tests.strategies import serendipity_tables
from tilerules.games.serendipity import State

BLUE_AND_RED = {"blue": 0, "red": 0, "green": 1}


def scoring(**changes: Any) -> tr.Ruleset:
    return card(scoring=changes)


def sheet(state: State, seat: int = 0) -> list[tuple[str, str | None, int, int, tuple[str, ...]]]:
    """The lines of a seat, without the places of their rules."""
    lines = tr.score(state)[seat].lines
    return [(line.id, line.of, line.points, line.count, line.spots) for line in lines]


# ---- lines ----------------------------------------------------------------------------------


def test_lines_of_a_carpet() -> None:
    state = position(BASE, 6, {**strip("f", "B < > B B"), "e10": "blue up"})
    assert sheet(state) == [
        ("flowers", "blue", 3, 3, ("f1", "f4", "f5")),
        ("serendips", "blue", 4, 2, ("f2", "f3")),
        ("matches", "blue", 4, 2, ("f2", "f3")),
    ]
    assert [breakdown.seat for breakdown in tr.score(state)] == [0, 1, 2, 3, 4, 5]
    assert [breakdown.lines for breakdown in tr.score(state)[1:]] == [()] * 5


def test_spots_stand_in_row_order() -> None:
    blue = ("d9", "e9", "e10", "f9", "f10", "f11")
    assert sheet(position(BASE, 6, some("blue up", *reversed(blue))))[0][-1] == blue


def test_lines_name_the_rule_that_sets_their_points() -> None:
    lines = tr.score(position(BASE, 6, strip("f", "B <")))[0].lines
    assert [line.rule for line in lines] == [
        tr.RulePlace("scoring.flowers.points", "serendipity.yaml", line_of("flowers: {points")),
        tr.RulePlace("scoring.serendips.points", "serendipity.yaml", line_of("serendips: {points")),
        tr.RulePlace("scoring.matches.points", "serendipity.yaml", line_of("matches: {points")),
    ]


def test_lines_name_the_variant_that_changes_their_points(tmp_path: Path) -> None:
    file = tmp_path / "house.yaml"
    heading = "id: house\ntitle: House\nextends: serendipity\nedition: 1\n"
    file.write_text(f"{heading}scoring:\n  matches:\n    points: 5\n", encoding="utf-8")
    lines = tr.score(position(tr.load(file), 6, strip("f", "B <")))[0].lines
    assert lines[0].rule.file == "serendipity.yaml"
    assert lines[2].rule == tr.RulePlace("scoring.matches.points", str(file), 7)
    inline = tr.score(position(scoring(matches={"points": 5}), 6, strip("f", "B <")))[0].lines
    assert inline[2].rule == tr.RulePlace("scoring.matches.points", "custom", None)


def test_lines_name_the_rule_in_force_for_the_number_of_players() -> None:
    rules = card(for_players={"4": {"scoring": {"flowers": {"points": 3}}}})
    lines = [tr.score(position(rules, seats, strip("f", "B")))[0].lines[0] for seats in (4, 5)]
    assert [line.points for line in lines] == [3, 1]
    assert [line.rule.file for line in lines] == ["custom", "serendipity.yaml"]


def test_lines_add_up() -> None:
    rules = tr.load("serendipity-all-colours")
    board = {**strip("f", "B < > B B"), **some("red up", "a1-3"), **some("green up", "k1-2")}
    state = position(rules, 2, board, owners=BLUE_AND_RED)
    mine, other = tr.score(state)
    assert (mine.total, other.total) == (11 + 3, 2)
    assert [line.of for line in mine.lines] == ["blue"] * 3 + ["red"] * 3
    assert (mine.count("flowers"), mine.count("serendips"), mine.count("matches")) == (6, 2, 2)


# ---- what counts ----------------------------------------------------------------------------


def test_one_serendip_pays_several_seats() -> None:
    # f6 with blue to the e: violet to the se, red to the sw.
    around = {"f7": "blue up", "g6": "violet up", "g5": "red up", "f5": "green up"}
    state = position(BASE, 6, {"f6": "serendip:e up", **around})
    assert totals(state) == [5, 5, 5, 0, 0, 3]


def test_a_match_needs_the_edge_against_a_flower() -> None:
    board = {"f5": "blue up", "f6": "serendip:e up", "f7": "red up"}
    assert totals(position(BASE, 6, board))[0] == 1 + 2
    assert totals(position(BASE, 6, {**board, "f6": "serendip:w up"}))[0] == 1 + 2 + 2
    edge = {"f1": "serendip:w up", "f2": "blue up"}  # blue points off the board
    assert totals(position(BASE, 6, edge))[0] == 1 + 2


def test_repeated_edges_match_once_for_each_serendip_and_colour() -> None:
    # d4 with blue to the ne and the sw, red to the e and the w, yellow to the se and the nw.
    around = some("blue up", "c4", "e3") | some("red up", "d3", "d5") | some("yellow up", "c3")
    state = position(SMALL, 3, {"d4": "serendip:ne up", **around})
    spots = [("flowers", 2), ("serendips", 1), ("matches", 1)]
    assert [(line[0], line[3]) for line in sheet(state)] == spots
    assert totals(state) == [2 + 2 + 2, 2 + 2 + 2, 1 + 2 + 2]


def test_a_serendip_under_two_carpets_of_a_seat_counts_for_the_one_that_counts() -> None:
    board = {**strip("f", "B > B B"), "g1": "red up"}
    state = position(tr.load("serendipity-french"), 6, board)
    assert sheet(state) == [
        ("flowers", "blue", 2, 2, ("f3", "f4")),
        ("serendips", "blue", 2, 1, ("f2",)),
        ("matches", "blue", 2, 1, ("f2",)),
    ]


def test_largest_by_tiles_counts_serendips_as_they_are_joined() -> None:
    board = {**strip("f", "B B B B"), **strip("c", "B B ^ ^ ^")}
    tiles = {"largest_by": "tiles"}
    assert sheet(position(scoring(carpet=tiles), 6, board))[0][-1] == ("f1", "f2", "f3", "f4")
    component = scoring(carpet=tiles, serendips={"joined": "component"})
    assert sheet(position(component, 6, board))[0][-1] == ("c1", "c2")
    none = scoring(carpet=tiles, serendips="removed", matches="removed")
    assert sheet(position(none, 6, board))[0][-1] == ("f1", "f2", "f3", "f4")


def test_blocks_that_a_card_takes_away_have_no_line() -> None:
    board = strip("f", "B < > B B")
    no_flowers = position(scoring(flowers="removed"), 6, board)
    assert [line[0] for line in sheet(no_flowers)] == ["serendips", "matches"]
    assert totals(no_flowers)[0] == 4 + 4
    no_matches = position(scoring(matches="removed"), 6, board)
    assert [line[0] for line in sheet(no_matches)] == ["flowers", "serendips"]
    assert totals(no_matches)[0] == 3 + 4
    only = position(scoring(serendips="removed", matches="removed"), 6, board)
    assert sheet(only) == [("flowers", "blue", 3, 3, ("f1", "f4", "f5"))]


def test_points_may_be_zero_or_less() -> None:
    rules = scoring(flowers={"points": -1}, serendips={"points": 0}, matches={"points": 3})
    state = position(rules, 6, strip("f", "B < > B B"))
    assert [line[2] for line in sheet(state)] == [-3, 0, 6]
    assert totals(state) == [3, 0, 0, 0, 0, 0]
    by_points = scoring(carpet={"largest_by": "points"}, flowers={"points": -1})
    board = {**strip("f", "B B B"), **strip("c", "B B")}
    assert totals(position(by_points, 6, board))[0] == -2


@pytest.mark.parametrize(
    ("colours", "carpets"),
    [
        ("best", [("red", ("c1", "c2"))]),
        ("largest", [("blue", ("f1", "f2", "f3"))]),
        ("sum", [("blue", ("f1", "f2", "f3")), ("red", ("c1", "c2"))]),
    ],
)
def test_several_colours(colours: str, carpets: list[tuple[str, tuple[str, ...]]]) -> None:
    board = {**strip("f", "B B B"), **strip("c", "R R ^"), "k1": "red up"}
    state = position(scoring(carpet={"colours": colours}), 2, board, owners=BLUE_AND_RED)
    assert [(line[1], line[-1]) for line in sheet(state) if line[0] == "flowers"] == carpets


@pytest.mark.parametrize("colours", ["best", "largest"])
def test_colours_level_on_points_go_by_the_first_cell(colours: str) -> None:
    rules = scoring(carpet={"colours": colours})
    board = {**some("blue up", "e10"), **some("red up", "e2")}
    assert sheet(position(rules, 2, board, owners=BLUE_AND_RED))[0][1] == "red"


def test_a_colour_with_nothing_up_has_no_line() -> None:
    rules = tr.load("serendipity-all-colours")
    state = position(rules, 2, strip("f", "R R"), owners=BLUE_AND_RED)
    assert [line[1] for line in sheet(state)] == ["red"] * 3
    assert tr.score(state)[1] == tr.ScoreBreakdown(1, ())


# ---- the winner -----------------------------------------------------------------------------


def final(tie_breaks: list[str], *strips: str) -> tr.Outcome:
    """A game cut short: seat 0 has what row f says in blue, seat 1 and 2 rows c and i."""
    rules = card(end={"turn_limit": 1}, tie_breaks=tie_breaks)
    colours = ("blue", "violet", "red")
    board: dict[str, str] = {}
    for row, colour, signs in zip("fci", colours, strips, strict=False):
        for label, words in strip(row, signs).items():
            board[label] = words.replace("blue", colour)
    owners = {colour: seat for seat, colour in enumerate(colours)}
    found = tr.outcome(position(rules, 3, board, turns=1, owners=owners))
    assert found is not None
    return found


def test_the_ranking_goes_by_points() -> None:
    outcome = final([], "B B", "B B B", "B")
    assert outcome.ranking == ((1,), (0,), (2,))
    assert (outcome.winners, outcome.decided_by) == ((1,), "points")


def test_seats_level_on_points_stand_together() -> None:
    assert final([], "B B", "B B B", "B B").ranking == ((1,), (0, 2))
    assert final([], "B B B", "B B B", "B").ranking == ((0, 1), (2,))
    level = final(["flowers"], "B B", "B B", "B B")
    assert (level.ranking, level.decided_by) == (((0, 1, 2),), "points")


# 5 points each: five flowers; three flowers and a Serendip; a flower and two Serendips.
FIVES = ("B B B B B", "B B B ^", "^ B ^")


@pytest.mark.parametrize(
    ("tie_breaks", "ranking", "decided_by"),
    [
        ([], ((0, 1, 2),), "points"),
        (["flowers"], ((0,), (1,), (2,)), "flowers"),
        (["serendips"], ((2,), (1,), (0,)), "serendips"),
        (["matches"], ((0, 1, 2),), "points"),
        (["matches", "serendips"], ((2,), (1,), (0,)), "serendips"),
    ],
)
def test_tie_breaks(
    tie_breaks: list[str], ranking: tuple[tuple[int, ...], ...], decided_by: str
) -> None:
    outcome = final(tie_breaks, *FIVES)
    assert (outcome.ranking, outcome.decided_by) == (ranking, decided_by)


def test_matches_break_a_tie() -> None:
    # Two flowers, a Serendip and a match are 6 points, as are four flowers and a Serendip.
    outcome = final(["matches"], "B B <", "B B B B ^", "B")
    assert (outcome.ranking, outcome.decided_by) == (((0,), (1,), (2,)), "matches")


def test_points_decide_even_if_a_tie_break_orders_those_below() -> None:
    outcome = final(["flowers"], "B B B B B B", "B B B ^", "B B B B B")
    assert (outcome.ranking, outcome.decided_by) == (((0,), (2,), (1,)), "points")


def test_a_game_that_goes_on_has_no_outcome() -> None:
    assert tr.outcome(position(BASE, 6, strip("f", "B B"))) is None


# ---- beside the naive model -----------------------------------------------------------------


@st.composite
def boards(draw: st.DrawFn) -> tuple[State, Naive]:
    """A drawn card, a board at random, and the same in the naive model."""
    rules, seats = draw(serendipity_tables())
    rng = Random(draw(st.integers(0, 2**32)))
    card = values(rules, seats)
    tiles = list(cells(rules, seats, {}).values())
    rng.shuffle(tiles)
    up = draw(st.sampled_from([0.3, 0.6, 0.9, 1]))
    for tile in tiles:
        tile["up"] = rng.random() < up
        if tile["tile"] == "serendip":
            tile["facing"] = rng.choice(["ne", "e", "se", "sw", "w", "nw"])
    colours = list(card["tiles"]["colours"])
    rng.shuffle(colours)
    own = [card.get("seats", {}).get(str(seat), {}) for seat in range(seats)]
    number = [each.get("colours_each", card["colours_each"]) for each in own]
    owners = dict(zip(colours, (s for s in range(seats) for _ in range(number[s])), strict=False))
    named = dict(zip(cells(rules, seats, {}), tiles, strict=True))
    naive = Naive(card, seats, {label: (t["tile"], t.get("facing")) for label, t in named.items()})
    naive.owners = owners
    for label, tile in named.items():
        naive.cells[label]["up"] = tile["up"]
    return position(rules, seats, {}, cells=named, owners=owners), naive


@settings(max_examples=400)
@given(boards())
def test_scores_are_those_of_the_naive_model(table: tuple[State, Naive]) -> None:
    state, naive = table
    entries = naive.scores()
    assert [sheet(state, seat) for seat in range(state.seats)] == [e["lines"] for e in entries]
    assert totals(state) == [entry["total"] for entry in entries]
    outcome = tr.outcome(state)
    assert outcome is None or outcome.ranking == naive.ranking()
