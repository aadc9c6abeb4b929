"""Handicaps, partners, and what a bouquet scores by itself, worked out by hand."""

from __future__ import annotations

from typing import Any

import pytest

import tilerules as tr
from tests.tulips.tables import CUSTOM, cards, earned, outcome, position, totals, variant
from tilerules.games.tulips import State

PINK_FIRST = "b2 p4"  # pink is ranked first, then blue
ALONE: dict[str, str] = {"giving": "removed", "keeping": "removed", "majorities": "removed"}
TEAMS = {"teams": {"sun": [0, 2], "moon": [1, 3]}}
APART = variant(players=[4], partners=TEAMS)
SHARED = variant(players=[4], partners={**TEAMS, "bouquets": "shared"})


def bouquets_score(**blocks: Any) -> tr.Ruleset:
    """Rules for two seats that score nothing but these blocks."""
    return variant(players=[2], for_players="removed", scoring={**ALONE, **blocks}, tie_breaks=[])


def lines(state: State, seat: int, id: str) -> list[tuple[str | None, int, int, str]]:
    """The lines of a block: what of, points, count, and where the cards lie."""
    found = tr.score(state)[seat].lines
    return [
        (each.of, each.points, each.count, " ".join(each.spots)) for each in found if each.id == id
    ]


# ---- handicaps ------------------------------------------------------------------------------


def test_a_handicap_is_the_first_line_of_its_seat_alone() -> None:
    rules = variant(players=[3], seats={"0": {"handicap": -4}, "2": {"handicap": 7}})
    state = position(rules, PINK_FIRST, ["", "p2", ""], giving=[9, 0, 0])
    first = [sheet.lines[0] for sheet in tr.score(state)]
    assert [line.id for line in first] == ["handicap", "giving", "handicap"]
    minus, _, plus = first
    assert (minus.of, minus.points, minus.count, minus.spots) == (None, -4, 1, ())
    assert (plus.points, plus.count) == (7, 1)
    assert str(plus.rule.key) == "seats.2.handicap"
    assert plus.rule.file == CUSTOM
    assert totals(state) == [9 - 4, 15, 7]
    assert outcome(state).ranking == ((1,), (2,), (0,))


def test_without_a_handicap_there_is_no_such_line() -> None:
    state = position(variant(players=[2]), PINK_FIRST, ["", ""])
    assert [line.id for line in tr.score(state)[0].lines] == ["giving", "keeping"]


# ---- partners -------------------------------------------------------------------------------


def test_the_points_of_partners_are_added_up() -> None:
    """Sun has 6 + 6, moon 11 + 0; alone seat 1 would have won."""
    entries = {"giving": [6, 11, 0, 0], "keeping": [0, 0, 6, 0]}
    state = position(APART, PINK_FIRST, ["", "", "", ""], **entries)
    assert totals(state) == [6, 11, 6, 0]
    assert outcome(state).ranking == ((0, 2), (1, 3))
    assert outcome(state).winners == (0, 2)
    alone = position(variant(players=[4]), PINK_FIRST, ["", "", "", ""], **entries)
    assert outcome(alone).ranking == ((1,), (0, 2), (3,))


def test_a_seat_in_no_team_plays_alone() -> None:
    rules = variant(players=[3], partners={"teams": {"two": [0, 2]}})
    state = position(rules, PINK_FIRST, ["", "", ""], giving=[4, 7, 4])
    assert outcome(state).ranking == ((0, 2), (1,))
    state = position(rules, PINK_FIRST, ["", "", ""], giving=[4, 9, 4])
    assert outcome(state).ranking == ((1,), (0, 2))


def test_partners_break_a_tie_together() -> None:
    """Equal points; sun has three cards, moon two, though seat 1 has more than each of sun."""
    state = position(APART, "u2", ["o2 o3", "o2 o3", "o2", ""])
    ended = outcome(state)
    assert (ended.ranking, ended.decided_by) == (((0, 2), (1, 3)), "bouquet")


def test_bouquets_apart_take_places_seat_by_seat() -> None:
    """Seat 2 has the higher sum; then seat 0, and no third place scores."""
    state = position(APART, PINK_FIRST, ["p2 p2", "p3", "p3 p4", ""])
    assert earned(state) == [10, 0, 15, 0]


def test_shared_bouquets_take_one_place_in_the_line_of_the_lowest_seat() -> None:
    state = position(SHARED, PINK_FIRST, ["p2 p2", "p3", "p3 p4", "b2"])
    assert earned(state) == [15, 10 + 10, 0, 0]  # moon: second in pink, first in blue
    [pink] = [line for line in tr.score(state)[0].lines if line.id == "majorities"]
    assert (pink.place, pink.decided_by, pink.count) == (1, "cards", 4)
    assert pink.spots == ("pink-2", "pink-2", "pink-3", "pink-4")
    assert lines(state, 1, "majorities") == [("pink", 10, 1, "pink-3"), ("blue", 10, 1, "blue-2")]


def test_shared_bouquets_tie_as_sides() -> None:
    """Sun and moon have two pink cards each, with the same sum: one place, or shared points."""
    bouquets = ["p2", "p2 p3", "p3", ""]
    assert earned(position(SHARED, PINK_FIRST, bouquets)) == [15, 15, 0, 0]
    split = variant(
        players=[4],
        partners={**TEAMS, "bouquets": "shared"},
        scoring={"majorities": {"ties": "split"}},
    )
    assert earned(position(split, PINK_FIRST, bouquets)) == [12, 12, 0, 0]


def test_shared_bouquets_are_shared_in_the_majorities_only() -> None:
    rules = variant(
        players=[4],
        partners={**TEAMS, "bouquets": "shared"},
        scoring={
            "sizes": {"points": {"2": 5}},
            "all_colours": {"points": 9},
            "fewest": {"points": 1},
        },
    )
    state = position(rules, "b2", ["p2 b2", "p3", "p3 u2 o2", "o2 o3"])
    assert earned(state, "sizes") == [0, 0, 0, 5]
    assert earned(state, "all_colours") == [0, 0, 0, 0]
    assert earned(state, "fewest") == [0, 1, 0, 0]


# ---- majorities that need some cards --------------------------------------------------------


@pytest.mark.parametrize(
    ("least", "points"), [(1, [10, 15, 0]), (2, [10, 15, 0]), (3, [0, 15, 0]), (4, [0, 0, 0])]
)
def test_a_place_needs_so_many_cards(least: int, points: list[int]) -> None:
    rules = variant(players=[3], scoring={"majorities": {"least": least}})
    assert earned(position(rules, PINK_FIRST, ["p4 p4", "p2 p2 p2", "p3"])) == points


def test_who_has_too_few_leaves_the_place_to_the_next() -> None:
    """By the sum alone one card of 9 is more than two of 2, but it is one card."""
    cards = {"values": {"2": 6, "3": "removed", "4": 6, "9": 6}}
    majorities = {"decided_by": ["sum"], "least": 2}
    rules = variant(players=[3], cards=cards, scoring={"majorities": majorities})
    assert earned(position(rules, PINK_FIRST, ["p9", "p2 p2", ""])) == [0, 15, 0]


def test_partners_have_enough_together() -> None:
    rules = variant(
        players=[4],
        partners={**TEAMS, "bouquets": "shared"},
        scoring={"majorities": {"least": 2}},
    )
    assert earned(position(rules, PINK_FIRST, ["p2", "p4", "p2", "b2"])) == [15, 0, 0, 0]


# ---- sizes, all colours, fewest -------------------------------------------------------------

SIZES = bouquets_score(sizes={"points": {"2": 3, "4": 10, "5": -1, "7": 0}})


@pytest.mark.parametrize(
    ("bouquet", "expected"),
    [
        ("p2", []),
        ("p2 p4", [("pink", 3, 2, "pink-2 pink-4")]),
        ("p2 p4 p2", [("pink", 3, 3, "pink-2 pink-4 pink-2")]),
        ("p2 p4 p2 p3", [("pink", 10, 4, "pink-2 pink-4 pink-2 pink-3")]),
        ("p2 p4 p2 p3 p3 p3", [("pink", -1, 6, "pink-2 pink-4 pink-2 pink-3 pink-3 pink-3")]),
        ("p2 p2 p2 p3 p3 p3 p4", [("pink", 0, 7, " ".join(cards("p2 p2 p2 p3 p3 p3 p4")))]),
        ("b2 p4 b3 p2", [("pink", 3, 2, "pink-4 pink-2"), ("blue", 3, 2, "blue-2 blue-3")]),
    ],
)
def test_sizes(bouquet: str, expected: list[Any]) -> None:
    """The points at the greatest number that is not above the number of cards."""
    state = position(SIZES, "", [bouquet, "o2"])
    assert lines(state, 0, "sizes") == expected
    assert totals(state) == [sum(points for _, points, _, _ in expected), 0]


def test_the_rule_of_a_size() -> None:
    [line] = tr.score(position(SIZES, "", ["p2 p2", ""]))[0].lines
    assert line.rule.key == "scoring.sizes.points"
    assert line.rule.file == CUSTOM


def test_all_colours() -> None:
    rules = bouquets_score(all_colours={"points": 6})
    state = position(rules, "", ["p2 u3 b2 o4 u2", "p2 p3 b2 o4 o2"])
    whole = "pink-2 purple-3 blue-2 orange-4 purple-2"
    assert lines(state, 0, "all_colours") == [(None, 6, 1, whole)]
    assert lines(state, 1, "all_colours") == []
    assert totals(state) == [6, 0]


@pytest.mark.parametrize(
    ("bouquets", "points"),
    [(["p2 p3", "b2"], [0, -5]), (["p2", "b2"], [-5, -5]), (["", "b2"], [-5, 0])],
)
def test_fewest(bouquets: list[str], points: list[int]) -> None:
    rules = bouquets_score(fewest={"points": -5})
    state = position(rules, "", bouquets)
    assert totals(state) == points
    for seat, sheet in enumerate(tr.score(state)):
        spots = state.bouquets[seat] if points[seat] else ()
        assert [(each.spots, each.count) for each in sheet.lines] == (
            [(spots, len(spots))] if points[seat] else []
        )


@pytest.mark.parametrize(
    ("word", "block", "ranking"),
    [
        ("sizes", {"sizes": {"points": {"2": 4}}}, ((1,), (0,))),
        ("all_colours", {"all_colours": {"points": 4}}, ((0,), (1,))),
        ("fewest", {"fewest": {"points": 4}}, ((1,), (0,))),
    ],
)
def test_a_tie_is_broken_by_a_block(
    word: str, block: dict[str, Any], ranking: tuple[tuple[int, ...], ...]
) -> None:
    """Seat 0 has a card of every colour, seat 1 two of one and fewer; giving makes them level."""
    rules = variant(
        players=[2],
        for_players="removed",
        scoring={"majorities": "removed", **block},
        tie_breaks=[word],
    )
    level = [0, 4] if word == "all_colours" else [4, 0]
    state = position(rules, "", ["p2 b2 o2 u2", "p3 p4"], giving=level)
    assert totals(state) == [4, 4]
    ended = outcome(state)
    assert (ended.ranking, ended.decided_by) == (ranking, word)


def test_all_blocks_stand_in_their_order() -> None:
    rules = variant(
        players=[2],
        seats={"0": {"handicap": 1}},
        scoring={
            "sizes": {"points": {"1": 1}},
            "all_colours": {"points": 1},
            "fewest": {"points": 1},
        },
    )
    state = position(rules, "p2", ["p2 b2 o2 u2", "p2 p3 p4 p4"])
    ids = ["handicap", "giving", "keeping", *["sizes"] * 4, "all_colours", "fewest"]
    assert [line.id for line in tr.score(state)[0].lines] == ids
    ids = ["giving", "keeping", "majorities", "sizes", "fewest"]
    assert [line.id for line in tr.score(state)[1].lines] == ids
