"""What the rules text leaves open about the score, S13 to S18.

As in `test_readings.py`, whose other readings are about the turn and the end.
"""

from __future__ import annotations

from typing import Any

import pytest

import tilerules as tr
from tests.serendipity.boards import BASE, card, position, some, strip, totals


def scoring(**changes: Any) -> tr.Ruleset:
    return card(scoring=changes)


SINGLE = scoring(carpet={"joined_by": "single"})
FRENCH = tr.load("serendipity-french")
COMPONENT = scoring(serendips={"joined": "component"})


def blue_points(rules: tr.Ruleset, *rows: str) -> int:
    """The points of seat 0 for strips that lie apart, on rows f, c and i."""
    board = {
        label: words
        for row, signs in zip("fci", rows, strict=False)
        for label, words in strip(row, signs).items()
    }
    return totals(position(rules, 6, board))[0]


def test_s13_default_a_chain_of_serendips_joins_flowers() -> None:
    assert blue_points(BASE, "B < > B B") == 3 + 4 + 4
    assert blue_points(BASE, "B B > B") == 3 + 2 + 2
    assert blue_points(BASE, "B ^ B ^ B") == 3 + 4


def test_s13_single_serendips_join_but_not_two_in_a_row() -> None:
    assert blue_points(SINGLE, "B < > B B") == 2 + 2 + 2
    assert blue_points(SINGLE, "B B > B") == 3 + 2 + 2
    assert blue_points(SINGLE, "B ^ B ^ B") == 3 + 4


def test_s13_serendips_join_nothing() -> None:
    assert blue_points(FRENCH, "B < > B B") == 2 + 2 + 2
    assert blue_points(FRENCH, "B B > B") == 2 + 2
    assert blue_points(FRENCH, "B ^ B ^ B") == 1 + 4


def test_s14_default_only_touching_serendips_earn() -> None:
    assert blue_points(BASE, "B B ^ ^") == 2 + 2
    assert blue_points(BASE, "B ^ ^ ^ B") == 2 + 4


def test_s14_serendips_reached_over_serendips_earn_too() -> None:
    assert blue_points(COMPONENT, "B B ^ ^") == 2 + 4
    assert blue_points(COMPONENT, "B ^ ^ ^ B") == 2 + 6


@pytest.mark.parametrize("joined_by", ["single", "never"])
def test_s14_whatever_joins_the_flowers(joined_by: str) -> None:
    alone = {"joined_by": joined_by}
    rules = scoring(carpet=alone, serendips={"joined": "component"})
    assert blue_points(rules, "B B ^ ^ ^") == 2 + 6
    assert blue_points(scoring(carpet=alone), "B B ^ ^ ^") == 2 + 2


def test_s15_default_the_edge_must_lie_against_the_carpet() -> None:
    assert blue_points(FRENCH, "B B > B") == 2 + 2


def test_s15_the_edge_may_lie_against_any_own_flower() -> None:
    never = {"joined_by": "never"}
    any_own = scoring(carpet=never, matches={"against": "any_own"})
    assert blue_points(any_own, "B B > B") == 2 + 2 + 2
    assert blue_points(any_own, "B B ^ ^", "> B") == 2 + 2  # only Serendips that are joined


MOST_FLOWERS, MOST_TILES, MOST_POINTS = THREE = ("B B B B B", "^ B B ^ ^ B", "> B B <")


def test_s16_default_the_largest_has_most_flowers() -> None:
    assert blue_points(BASE, *THREE) == blue_points(BASE, MOST_FLOWERS) == 5


def test_s16_the_largest_has_most_tiles() -> None:
    rules = scoring(carpet={"largest_by": "tiles"})
    assert blue_points(rules, *THREE) == blue_points(BASE, MOST_TILES) == 3 + 6


def test_s16_the_largest_has_most_points() -> None:
    rules = tr.load("serendipity-most-points")
    assert blue_points(rules, *THREE) == blue_points(BASE, MOST_POINTS) == 2 + 4 + 4


@pytest.mark.parametrize("largest_by", ["flowers", "tiles", "points"])
def test_s16_ties_go_by_points_and_then_to_the_first_cell(largest_by: str) -> None:
    rules = scoring(carpet={"largest_by": largest_by})
    worth_more = {"e2": "blue up", "e3": "serendip:e up", "g8": "serendip:e up", "g9": "blue up"}
    line = tr.score(position(rules, 6, worth_more))[0].lines[0]
    assert line.spots == ("g9",)
    alike = position(rules, 6, some("blue up", "e2", "e10", "k1"))
    assert tr.score(alike)[0].lines[0].spots == ("e2",)


def test_s17_face_down_own_tiles_do_not_count() -> None:
    board = {"f5": "blue up", "f6": "blue", "f7": "blue seen", "f4": "serendip:e"}
    assert totals(position(BASE, 6, board))[0] == 1
    assert totals(position(BASE, 6, {**board, "f6": "blue up"}))[0] == 2


def two_colours(colours: str) -> int:
    """Seat 0 with blue, 6 flowers and 6 points, and red, 5 flowers and 13 points."""
    rules = scoring(carpet={"colours": colours})
    board = {**some("blue up", "f1-6"), **some("red up", "c2-6")}
    board |= {"c1": "serendip:nw up", "c7": "serendip:se up"}  # red lies two edges after blue
    return totals(position(rules, 2, board, owners={"blue": 0, "red": 0}))[0]


def test_s18_default_the_best_of_the_colours_by_points() -> None:
    assert two_colours("best") == 5 + 4 + 4


def test_s18_the_largest_over_all_colours() -> None:
    assert two_colours("largest") == 6


def test_s18_the_sum_over_the_colours() -> None:
    assert two_colours("sum") == 6 + 13


def test_s18_in_a_sum_a_serendip_pays_once_for_each_colour() -> None:
    board = {"f5": "blue up", "f6": "serendip:w up", "f7": "red up"}
    both = {"blue": 0, "red": 0}
    assert totals(position(tr.load("serendipity-all-colours"), 2, board, owners=both))[0] == 5 + 3
    assert totals(position(BASE, 2, board, owners=both))[0] == 5
