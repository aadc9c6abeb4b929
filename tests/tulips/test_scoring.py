"""Score sheets: points so far, majorities by every order of criteria, and the lines of each."""

from __future__ import annotations

from typing import Any

import pytest

import tilerules as tr
from tests.tulips.tables import (
    CUSTOM,
    bundled,
    cards,
    earned,
    line_of,
    observations,
    play,
    position,
    random_game,
    rules,
    totals,
    variant,
)
from tilerules.games.tulips import State

BASE = rules()


def place(key: str, text: str, file: str = "tulips.yaml") -> tr.RulePlace:
    """Where a rule is set, on the line of a bundled card that holds a text."""
    return tr.RulePlace(key, file, line_of(text, file))


# ---- lines ----------------------------------------------------------------------------------

GIVING = place("scoring.giving.points", "giving: {points:")
KEEPING = place("scoring.keeping.points", "keeping: {points:")


def majority_rule(rank: int) -> tr.RulePlace:
    """Where the points for three or four seats are set."""
    return place(
        f"scoring.majorities.points.{rank}", "points: {1: [15, 10], 2: [10, 7], 3: [5, 3]}"
    )


def majority(
    of: str, points: int, spots: str, rank: int, place: int, decided_by: str
) -> tr.ScoreLine:
    """A line for most cards of a colour."""
    return tr.ScoreLine(
        id="majorities",
        of=of,
        points=points,
        count=len(spots.split()),
        spots=tuple(cards(spots)),
        rule=majority_rule(rank),
        place=place,
        decided_by=decided_by,
    )


def so_far(id: str, points: int, rule: tr.RulePlace) -> tr.ScoreLine:
    """A line for giving or keeping."""
    return tr.ScoreLine(id, None, points, points, (), rule, None, None)


def test_every_line_of_a_sheet() -> None:
    state = position(
        BASE,
        "u2 b3 p4",
        ["p2 b2 p4", "b4 u2 p3 b2", "p2 u4 b4"],
        giving=[12, 0, 7],
        keeping=[0, 3, 2],
    )
    first, second, third = tr.score(state)
    assert first.lines == (
        so_far("giving", 12, GIVING),
        so_far("keeping", 0, KEEPING),
        majority("pink", 15, "p2 p4", 1, 1, "cards"),
    )
    assert second.lines == (
        so_far("giving", 0, GIVING),
        so_far("keeping", 3, KEEPING),
        majority("pink", 10, "p3", 1, 2, "sum"),
        majority("blue", 10, "b4 b2", 2, 1, "cards"),
        majority("purple", 3, "u2", 3, 2, "cards"),
    )
    assert third.lines == (
        so_far("giving", 7, GIVING),
        so_far("keeping", 2, KEEPING),
        majority("blue", 7, "b4", 2, 2, "sum"),
        majority("purple", 5, "u4", 3, 1, "sum"),
    )
    assert [sheet.seat for sheet in tr.score(state)] == [0, 1, 2]
    assert totals(state) == [27, 26, 21]


def test_lines_are_counted_by_their_blocks() -> None:
    state = position(BASE, "b3 p4", ["p2 b2 p4", "", ""], giving=[12, 0, 0])
    sheet = tr.score(state)[0]
    assert (sheet.points("giving"), sheet.count("giving")) == (12, 12)
    assert (sheet.points("majorities"), sheet.count("majorities")) == (25, 3)


def test_points_of_a_number_of_players_have_their_own_place() -> None:
    two = position(BASE, "p4", ["p2", ""])
    line = tr.score(two)[0].lines[-1]
    assert (line.points, line.rule) == (
        15,
        place("scoring.majorities.points.1", "points: {1: [15], 2: [10], 3: [5]}"),
    )


def test_points_of_a_variant_have_its_place() -> None:
    ruleset = variant(scoring={"keeping": {"points": [1, 2, 3, 4]}})
    giving, keeping, *_ = tr.score(position(ruleset, "p4", ["", "", ""]))[0].lines
    assert giving.rule == GIVING
    assert keeping.rule == tr.RulePlace("scoring.keeping.points", CUSTOM, None)


@pytest.mark.parametrize(
    ("removed", "ids"),
    [
        (["giving"], ["keeping", "majorities"]),
        (["keeping"], ["giving", "majorities"]),
        (["majorities"], ["giving", "keeping"]),
        (["giving", "keeping"], ["majorities"]),
        (["keeping", "majorities"], ["giving"]),
    ],
)
def test_blocks_that_the_card_lacks(removed: list[str], ids: list[str]) -> None:
    scoring = dict.fromkeys(removed, "removed")
    actions = {"giving": "give", "keeping": "keep"}
    left = [each for each in ("keep", "give") if each not in [actions.get(id) for id in removed]]
    turn = {"actions": [*left, "add_open", "add_secret"]}
    ruleset = variant(scoring=scoring, turn=turn, players=[3], for_players="removed")
    state = position(ruleset, "b2 p4", ["p2", "", ""])
    assert [line.id for line in tr.score(state)[0].lines] == ids


# ---- points for giving and keeping ----------------------------------------------------------


@pytest.mark.parametrize(
    ("giving", "expected"),
    [
        ({}, [3 + 4, 2 + 4, 1 + 4, 0 + 4]),
        ({"value": "nothing"}, [3, 2, 1, 0]),
        ({"points": [9, 0, 0, 5]}, [13, 4, 4, 9]),
    ],
)
def test_other_points_for_giving(giving: dict[str, Any], expected: list[int]) -> None:
    ruleset = variant(scoring={"giving": giving}) if giving else BASE
    for hand, points in zip(("p4", "b4", "o4", "u4"), expected, strict=True):
        state = position(ruleset, "u2 o3 b4 p4 p2", ["", ""], hand=hand)
        assert play(state, "give 1").giving == (points, 0)


def test_cards_in_bouquets_are_no_points_so_far() -> None:
    state = position(BASE, "u2 o3 b4 p4", ["p2 u4", ""])
    assert (earned(state, "giving"), earned(state, "keeping")) == ([0, 0], [0, 0])


# ---- unfinished games -----------------------------------------------------------------------


def test_an_unfinished_game_counts_the_points_so_far_and_the_open_festival_as_it_stands() -> None:
    state = position(
        BASE,
        "b2 p4",
        ["p2 b3", "b2 b4"],
        hand="b4",
        deck="u3 u4",
        secret="b2 b3",
        giving=[8, 0],
        keeping=[0, 2],
    )
    assert totals(state) == [8 + 15, 2 + 10]
    assert tr.outcome(state) is None
    state = play(state, "add open")  # blue is first then
    assert totals(state) == [8 + 10, 2 + 15]
    state = play(state, "give 1")  # a purple 3, of a colour that is not in the festival
    assert totals(state) == [8 + 3 + 10, 2 + 15]


def test_secret_cards_hands_and_the_deck_count_nowhere() -> None:
    state = position(BASE, "b2 p4", ["", ""], hand="p3", deck="p2 p2", secret="p4 p4")
    assert totals(state) == [0, 0]


def test_before_all_have_chosen_there_are_no_points() -> None:
    begin: dict[str, Any] = {"phase": "start", "to_move": 0, "hands": [["pink-2"], ["pink-3"]]}
    assert totals(position(BASE, "b2 p4", ["", ""], deck="o2 o3", **begin)) == [0, 0]


@pytest.mark.parametrize("id", bundled())
@pytest.mark.parametrize("seats", [2, 3, 6])
def test_the_score_is_that_of_what_lies_open(id: str, seats: int) -> None:
    for state in random_game(tr.load(id), seats, seed=3):
        sheets = tr.score(state)
        for sheet in sheets:
            assert sheet.total == sum(line.points for line in sheet.lines)
        if state.ply % 5 == 0 or state.is_over:
            assert all(tr.score(found) == sheets for found in observations(state))


# ---- majorities -----------------------------------------------------------------------------

# Pink cards: one 9 · two 8s · a 9 and two 1s · a 9 and a 5 · a 5, a 2 and two 1s.
#
#            A    B    C    D    E
# cards      1    2    3    2    4
# sum        9   16   11   14    9
# highest    9    8    9    9    5
BOUQUETS = ["p9", "p8 p8", "p9 p1 p1", "p9 p5", "p5 p2 p1 p1"]
VALUES = {"cards": {"values": dict.fromkeys("12345689", 5)}}


def five_seats(**changes: Any) -> State:
    """Five seats that hold those cards, and five places that score."""
    majorities = {"points": {"1": [50, 40, 30, 20, 10], "2": "removed", "3": "removed"}, **changes}
    ruleset = rules(
        {
            **VALUES,
            "start": {"left_out": 0},
            "players": [5],
            "for_players": {
                **dict.fromkeys("246", "removed"),
                "5": {"cards": VALUES["cards"], "scoring": {"majorities": majorities}},
            },
        }
    )
    return position(ruleset, "b2 p4", BOUQUETS)


def said(state: State) -> list[str]:
    """The seats as A to E with place, points and what decided, from the first."""
    lines = [
        (line.place, "ABCDE"[sheet.seat], line.points, line.decided_by)
        for sheet in tr.score(state)
        for line in sheet.lines
        if line.id == "majorities"
    ]
    return [f"{place} {seat} {points} {word}" for place, seat, points, word in sorted(lines)]


@pytest.mark.parametrize(
    ("decided_by", "expected"),
    [
        ("cards", "1 E 50 cards, 2 C 40 cards, 3 B 30 cards, 3 D 30 cards, 4 A 20 cards"),
        ("cards sum", "1 E 50 cards, 2 C 40 cards, 3 B 30 sum, 4 D 20 cards, 5 A 10 cards"),
        ("cards highest", "1 E 50 cards, 2 C 40 cards, 3 D 30 highest, 4 B 20 cards, 5 A 10 cards"),
        ("sum", "1 B 50 sum, 2 D 40 sum, 3 C 30 sum, 4 A 20 sum, 4 E 20 sum"),
        ("sum cards", "1 B 50 sum, 2 D 40 sum, 3 C 30 sum, 4 E 20 cards, 5 A 10 sum"),
        ("sum highest", "1 B 50 sum, 2 D 40 sum, 3 C 30 sum, 4 A 20 highest, 5 E 10 sum"),
        (
            "highest",
            "1 A 50 highest, 1 C 50 highest, 1 D 50 highest, 2 B 40 highest, 3 E 30 highest",
        ),
        (
            "highest cards",
            "1 C 50 cards, 2 D 40 cards, 3 A 30 highest, 4 B 20 highest, 5 E 10 highest",
        ),
        (
            "highest sum",
            "1 D 50 sum, 2 C 40 sum, 3 A 30 highest, 4 B 20 highest, 5 E 10 highest",
        ),
    ],
)
def test_every_order_of_criteria(decided_by: str, expected: str) -> None:
    assert said(five_seats(decided_by=decided_by.split())) == expected.split(", ")


@pytest.mark.parametrize(
    ("decided_by", "points"),
    [
        (["cards", "sum"], [15, 15, 10]),
        (["cards", "sum", "highest"], [10, 15, 0]),
        (["cards", "highest", "sum"], [10, 15, 0]),
        (["sum", "cards", "highest"], [10, 15, 0]),
        (["sum", "highest", "cards"], [10, 15, 0]),
        (["highest", "sum", "cards"], [10, 15, 0]),
        (["highest", "cards", "sum"], [10, 15, 0]),
    ],
)
def test_all_three_criteria(decided_by: list[str], points: list[int]) -> None:
    """Two 3s, a 4 and a 2, and a 3: the third criterion alone decides between the first two."""
    ruleset = variant(scoring={"majorities": {"decided_by": decided_by}})
    state = position(ruleset, "b2 p4", ["p3 p3", "p4 p2", "p3"])
    assert earned(state, of="pink") == points
    if decided_by == ["cards", "sum", "highest"]:
        assert tr.score(state)[1].lines[-1].decided_by == "highest"


@pytest.mark.parametrize(
    ("decided_by", "ties", "points"),
    [
        ("cards", "one_place", [20, 30, 40, 30, 50]),
        ("cards", "more_places", [10, 30, 40, 30, 50]),
        ("cards", "split", [10, 25, 40, 25, 50]),
        ("highest", "one_place", [50, 40, 50, 50, 30]),
        ("highest", "more_places", [50, 20, 50, 50, 10]),
        ("highest", "split", [40, 20, 40, 40, 10]),
        ("sum", "one_place", [20, 50, 30, 40, 20]),
        ("sum", "more_places", [20, 50, 30, 40, 20]),
        ("sum", "split", [15, 50, 30, 40, 15]),
    ],
)
def test_every_word_for_ties(decided_by: str, ties: str, points: list[int]) -> None:
    assert earned(five_seats(decided_by=[decided_by], ties=ties), of="pink") == points


@pytest.mark.parametrize(
    ("listed", "split", "more_places"),
    [
        ([15, 10, 5], [12, 12, 5], [15, 15, 5]),  # 25 for two, rounded down
        ([15], [7, 7, 0], [15, 15, 0]),  # the second place scores nothing
        ([0, 9], [4, 4, 0], [0, 0, 0]),
        ([1], [0, 0, 0], [1, 1, 0]),
    ],
)
def test_places_that_are_used_up(
    listed: list[int], split: list[int], more_places: list[int]
) -> None:
    for ties, points in (("split", split), ("more_places", more_places)):
        majorities = {"points": {"1": listed}, "ties": ties}
        state = position(variant(scoring={"majorities": majorities}), "p4", ["p3", "p3", "p2"])
        assert earned(state) == points


def test_a_line_of_no_points_is_written_where_a_place_is_listed() -> None:
    ruleset = variant(scoring={"majorities": {"points": {"1": [0, 9]}}})
    lines = [sheet.lines[-1] for sheet in tr.score(position(ruleset, "p4", ["p3", "p2", ""]))]
    assert [(line.id, line.points, line.place) for line in lines] == [
        ("majorities", 0, 1),
        ("majorities", 9, 2),
        ("keeping", 0, None),
    ]


def test_ranks_that_are_not_listed_score_nothing() -> None:
    points = {"1": "removed", "2": [8], "3": "removed", "4": [6, 5]}
    ruleset = variant(scoring={"majorities": {"points": points}})
    state = position(ruleset, "u2 o3 b4 p4", ["p2 b2 o2 u2", "u3", "u4 u2"])
    assert [earned(state, of=each) for each in ("pink", "blue", "orange", "purple")] == [
        [0, 0, 0],
        [8, 0, 0],
        [0, 0, 0],
        [0, 5, 6],
    ]


def test_lines_stand_by_rank() -> None:
    state = position(BASE, "p2 o3 u4", ["p2 o2 u2 b2", "", ""])
    assert [line.of for line in tr.score(state)[0].lines[2:]] == ["purple", "orange", "pink"]


def test_fewer_colours_than_ranks() -> None:
    """With two colours there is no rank 3, for which the card lists points."""
    ruleset = variant(
        cards={"colours": ["pink", "blue"], "values": {"2": 15, "3": 15, "4": 15}},
        scoring={
            "giving": {"points": [3, 0]},
            "keeping": {"points": [0, 2]},
            "majorities": {"points": {"3": "removed"}},
        },
        for_players={"2": "removed", "5": "removed", "6": "removed"},
        players=[3],
    )
    state = position(ruleset, "p2 b4", ["p2", "b2", "p3 b3"])
    assert [earned(state, of=each) for each in ("blue", "pink")] == [[0, 10, 15], [7, 0, 10]]
    with pytest.raises(tr.InvalidRuleset) as caught:
        variant(
            cards={"colours": ["pink", "blue"], "values": {"2": 15, "3": 15, "4": 15}},
            scoring={"giving": {"points": [3, 0]}, "keeping": {"points": [0, 2]}},
            players=[3],
        )
    assert {problem.code for problem in caught.value.problems} == {"no_such_rank"}
