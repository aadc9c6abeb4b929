"""The readings G6 to G9, G18 and G21, which are about majorities and the outcome.

As in `test_readings.py`, whose other readings are about the start, the turn and the end.
"""

from __future__ import annotations

from typing import Any

import pytest

import tilerules as tr
from tests.tulips.tables import (
    earned,
    outcome,
    position,
    rules,
    totals,
    variant,
)

BASE = rules()

# ---- G6 to G9: majorities -------------------------------------------------------------------


def majorities(bouquets: str, **changes: Any) -> list[int]:
    """What pink, ranked first, scores each seat, whose bouquets are divided by bars."""
    ruleset = variant(scoring={"majorities": changes}) if changes else BASE
    return earned(position(ruleset, "b2 p4", bouquets.split("|")), of="pink")


# Two that are equal, a weaker one, and the weakest; the same before two more.
FIRST_TIED = "p3 p2 | p2 p3 | p4 | p2"
FIRST_OF_FIVE_TIED = "p3 p2 | p2 p3 | p4 | p2 | b2"
SECOND_TIED = "p4 p4 | p3 | p3 | p3 | p2"


@pytest.mark.parametrize(
    ("bouquets", "default", "more_places", "split"),
    [
        (FIRST_TIED, [15, 15, 10, 0], [15, 15, 0, 0], [12, 12, 0, 0]),
        (FIRST_OF_FIVE_TIED, [15, 15, 10, 5, 0], [15, 15, 5, 0, 0], [12, 12, 5, 0, 0]),
        (SECOND_TIED, [15, 10, 10, 10, 5], [15, 10, 10, 10, 0], [15, 5, 5, 5, 0]),
        ("p3 | p3 | p3", [15, 15, 15], [15, 15, 15], [8, 8, 8]),  # 25 for three
    ],
)
def test_g6_exact_ties(
    bouquets: str, default: list[int], more_places: list[int], split: list[int]
) -> None:
    assert majorities(bouquets) == majorities(bouquets, ties="one_place") == default
    assert majorities(bouquets, ties="more_places") == more_places
    assert majorities(bouquets, ties="split") == split


def test_g7_default_there_is_no_majority_without_a_card() -> None:
    assert majorities("b2 | o2 | ") == [0, 0, 0]
    assert majorities("p2 | o2 | ") == [15, 0, 0]
    state = position(BASE, "b2 p4", ["p2", "", ""])
    assert [line.id for line in tr.score(state)[1].lines] == ["giving", "keeping"]


@pytest.mark.parametrize(
    ("festival", "points"), [("", 0), ("p4", 15), ("b2 p4", 15 + 10), ("o2 b3 p4", 15 + 10 + 5)]
)
def test_g8_default_only_ranked_colours_score(festival: str, points: int) -> None:
    state = position(BASE, festival, ["p2 b2 o2 u2", "", ""])
    assert earned(state) == [points, 0, 0]


def test_g9_default_with_two_seats_the_second_most_cards_score_nothing() -> None:
    assert majorities("p2 p2 | p3") == [15, 0]
    assert majorities("p2 p2 p2 | p3 p3 | p4") == [15, 10, 0]  # with three seats they do


def test_g9_with_two_seats_they_score_as_with_three() -> None:
    points = {"1": [15, 10], "2": [10, 7], "3": [5, 3]}
    ruleset = variant(for_players={"2": {"scoring": {"majorities": {"points": points}}}})
    state = position(ruleset, "o2 b3 p4", ["p2 p2 b2 b2 o2", "p4 b4 o2 o2"])
    assert [earned(state, of=each) for each in ("pink", "blue", "orange")] == [
        [15, 10],
        [10, 7],
        [3, 5],
    ]
    base = position(BASE, "o2 b3 p4", ["p2 p2 b2 b2 o2", "p4 b4 o2 o2"])
    assert (earned(state), earned(base)) == ([28, 22], [25, 5])


# ---- G18 and G21: equal seats --------------------------------------------------------------


def test_g18_default_more_cards_win_then_the_win_is_shared() -> None:
    more = position(BASE, "b2 p4", ["o2", "o2 u2", "u2"], giving=[5, 5, 3])
    assert (totals(more), outcome(more).ranking) == ([5, 5, 3], ((1,), (0,), (2,)))
    assert outcome(more).decided_by == "bouquet"
    shared = position(BASE, "b2 p4", ["o2", "u2", ""], giving=[5, 5, 5])
    assert outcome(shared).ranking == ((0, 1), (2,))


@pytest.mark.parametrize(
    ("tie_breaks", "ranking", "decided_by"),
    [
        (["bouquet"], ((2,), (0, 1, 3)), "bouquet"),
        (["giving"], ((0,), (2, 3), (1,)), "giving"),
        (["keeping"], ((1,), (3,), (0, 2)), "keeping"),
        (["giving", "bouquet"], ((0,), (2,), (3,), (1,)), "giving"),
        (["majorities"], ((2,), (3,), (0, 1)), "majorities"),
        ([], ((0, 1, 2, 3),), "points"),
    ],
)
def test_g18_any_order_of_tie_breaks(
    tie_breaks: list[str], ranking: tuple[tuple[int, ...], ...], decided_by: str
) -> None:
    ruleset = variant(tie_breaks=tie_breaks)
    state = position(
        ruleset,
        "b2 p4",
        ["o2", "o2", "p2 p3", "p4"],  # 15 points for seat 2, and 10 for seat 3
        giving=[20, 0, 5, 5],
        keeping=[0, 20, 0, 5],
    )
    assert totals(state) == [20, 20, 20, 20]
    found = outcome(state)
    assert (found.ranking, found.decided_by) == (ranking, decided_by)


@pytest.mark.parametrize(
    ("decided_by", "points"),
    [
        (["cards", "sum"], [10, 15, 0]),
        (["cards", "highest"], [15, 10, 0]),
        (["highest", "cards"], [15, 0, 10]),
        (["sum"], [10, 15, 0]),
        (["highest", "sum"], [15, 0, 10]),
        (["cards"], [15, 15, 10]),
    ],
)
def test_g21_what_decides_between_equal_counts(decided_by: list[str], points: list[int]) -> None:
    """Seat 0 has the higher card, seat 1 the higher sum, seat 2 one card."""
    bouquets = "p4 p2 p2 | p3 p3 p3 | p4"
    assert majorities(bouquets, decided_by=decided_by) == points
    assert majorities(bouquets) == [10, 15, 0]
