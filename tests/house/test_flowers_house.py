"""What the house rules of Flowers change, beside the cards that they extend."""

from __future__ import annotations

from collections import Counter

import pytest

import tilerules as tr
from tests.flowers.gardens import (
    garden,
    new,
    outcome,
    play,
    position,
    random_game,
    seen,
    shown,
    texts,
    totals,
)
from tests.house.shelf import house, parent, path
from tilerules.games.flowers import State

PILES = ("r1", "r2 r2", "r3 r3 r3")


def both(id: str) -> tuple[tr.Ruleset, tr.Ruleset]:
    """The rules of a house card, and of the one that it extends."""
    return house(id), parent(id)


def taken(rules: tr.Ruleset, *rows: str) -> State:
    """Seat 0 of two, with such a garden, has taken a card of the second pile."""
    return play(position(rules, [garden(*rows), garden("b1")], PILES), "take 1")


def points(rules: tr.Ruleset, *rows: str) -> int:
    """What a garden scores."""
    return totals(position(rules, [garden(*rows), garden("b1")]))[0]


# ---- where cards may be laid ----------------------------------------------------------------


def test_window_box_six_wide_and_three_high() -> None:
    box, base = both("flowers-window-box")
    row = "y4 y4 y4 y4 y4 y4"
    above_and_below = {f"place {x},{y}" for x in range(6) for y in (-1, 1)}
    assert {*texts(taken(box, row), "place")} == above_and_below
    assert {*texts(taken(base, row), "place")} == above_and_below | {"place -1,0", "place 6,0"}
    beside = {f"place {x},{y}" for x in (-1, 1) for y in range(3)}
    assert {*texts(taken(box, "y4", "y4", "y4"), "place")} == beside
    assert {*texts(taken(base, "y4", "y4", "y4"), "place")} == beside | {"place 0,-1", "place 0,3"}


def test_window_box_a_full_one_is_covered() -> None:
    full = taken(house("flowers-window-box"), *["y4 b3 r4 g3 b4 r3"] * 3)
    assert texts(full, "place") == []
    assert len(texts(full, "cover")) == 18


def test_corner_to_corner_eight_neighbours() -> None:
    corners, base = both("flowers-corner-to-corner")
    assert len(texts(taken(corners, "y4"), "place")) == 8
    assert len(texts(taken(base, "y4"), "place")) == 4
    assert points(corners, "y2 b1", ". y2") == 0  # a pair of 2s, and a single 1
    assert points(base, "y2 b1", ". y2") == -2


def test_thin_layers() -> None:
    layers, base = both("flowers-thin-layers")
    rows = "y4 y4 y3+y4"
    assert texts(taken(layers, rows), "cover") == ["cover 1,0"]
    assert texts(taken(base, rows), "cover") == ["cover 0,0", "cover 1,0", "cover 2,0"]
    refused = {
        cell: tr.why_illegal(taken(layers, rows), tr.Move("cover", (cell,)))
        for cell in ("0,0", "2,0")
    }
    rules = {cell: each.rule.key for cell, each in refused.items() if each and each.rule}
    assert rules == {"0,0": "cover.cards", "2,0": "cover.depth"}


# ---- the piles and the cards ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "short", "long"),
    [
        (1, [20, 20], [40, 40]),
        (2, [13, 13, 13], [26, 26, 26]),
        (3, [15, 15, 15], [30, 30, 30]),
        (4, [17, 17, 17], [35, 35, 34]),  # 108 less four start cards
    ],
)
def test_short_half_the_cards(seats: int, short: list[int], long: list[int]) -> None:
    rules, base = both("flowers-short")
    assert [len(pile) for pile in new(rules, seats).piles] == short
    assert [len(pile) for pile in new(base, seats).piles] == long
    *_, last = random_game(rules, seats, 5)
    most = sum(short) - (len(short) - 1)  # all but one card of each other pile
    assert short[0] // (2 if seats == 1 else 1) <= last.turns <= most


def test_open_piles_all_is_seen() -> None:
    opened, base = both("flowers-open-piles")
    assert [pile for pile, _ in shown(new(opened, 2))] == [0, 1, 2]
    assert [pile for pile, _ in shown(new(base, 2))] == [0, 1]
    state, before = (
        play(position(rules, [garden("y4"), garden("b1")], PILES), "take 1")
        for rules in (opened, base)
    )
    assert (shown(state), shown(before)) == ([(1, "red-2")], [])
    state, before = (
        play(position(rules, [garden("y4"), garden("b1")], PILES), "take 2")
        for rules in (opened, base)
    )
    assert str(seen(state, None).in_hand) == "red-3"
    assert str(seen(before, None).in_hand) != "red-3"


def test_two_colours() -> None:
    rules, base = both("flowers-two-colours")
    decks = []
    for each in (rules, base):
        layout = tr.deal(each, 2, seed=1).layout.replace("|", " ")
        decks.append(Counter(layout.split()))
    deck, before = decks
    assert deck.total() == before.total() == 108
    assert {name: count for name, count in deck.items() if name.startswith("red")} == {
        "red-1": 6,
        "red-2": 12,
        "red-3": 16,
        "red-4": 20 - 3,
        "red-4-blue": 3,
    }
    assert {name.split("-")[0] for name in deck} == {"red", "blue"}
    assert before["red-4-blue"] == 1


# ---- the end --------------------------------------------------------------------------------


def test_last_round_all_have_as_many_turns() -> None:
    finished, base = (
        play(position(rules, [garden("y4"), garden("b1")], PILES), "take 0", "place 1,0")
        for rules in both("flowers-last-round")
    )
    assert (base.is_over, base.turns) == (True, 1)
    assert (finished.is_over, finished.to_move) == (False, 1)
    last = play(finished, "take 1", "place 1,0")
    assert (last.is_over, last.turns) == (True, 2)


# ---- the score ------------------------------------------------------------------------------


def test_friendly_nothing_is_thrown_away() -> None:
    friendly, base = both("flowers-friendly")
    rows = ("y2 y2 y2", "y3 . .")
    assert points(friendly, *rows) == 4
    assert points(base, *rows) == -4  # three 2s and a single 3
    assert points(friendly, "y2 y2 y2", "b3 . .") == 0  # three of a colour are no field
    assert texts(taken(friendly, "y4 y4"), "cover") == []
    five = ("y1 y2 y2", ". . y1", ". . y4")  # the 4 would be lost, and four left
    assert (points(friendly, *five), points(base, *five)) == (5, -1)


ONE_BUTTERFLY = (". r1 .", "r1 y4r y4", ". y4 y4")  # beside two red cards
TWO_BUTTERFLIES = ("b4r r1", "g4 g4r", "b4 .")  # beside the same red card


def test_butterfly_day_points_for_each_flower() -> None:
    day, base = both("flowers-butterfly-day")
    assert (points(day, *ONE_BUTTERFLY), points(base, *ONE_BUTTERFLY)) == (2 * 2, 1)
    assert (points(day, *TWO_BUTTERFLIES), points(base, *TWO_BUTTERFLIES)) == (2 + 2, 1 + 1)


def test_butterfly_day_more_butterflies_win() -> None:
    """A field of five less a single 4, against two butterflies: 4 points each."""
    gardens = [garden("y2 y2 y3 y3 y3 r4"), garden(*TWO_BUTTERFLIES)]
    state = position(house("flowers-butterfly-day"), gardens)
    assert totals(state) == [4, 4]
    assert (outcome(state).ranking, outcome(state).decided_by) == (((1,), (0,)), "butterflies")
    level = tr.load(path("flowers-butterfly-day"), {"tie_breaks": "removed"})
    assert outcome(position(level, gardens)).ranking == ((0, 1),)


def test_butterfly_day_a_butterfly_beside_two_flowers_is_one_butterfly() -> None:
    gardens = [garden(*ONE_BUTTERFLY), garden(*TWO_BUTTERFLIES)]
    state = position(house("flowers-butterfly-day"), gardens)
    assert totals(state) == [4, 4]
    assert outcome(state).ranking == ((1,), (0,))


@pytest.mark.parametrize(
    ("rows", "bed", "before"),
    [
        (("y3 y3 y3",), 3 * 2, 0),
        (("y3 y3 y3 b1 y4 y4 y4 y4",), 4 * 2, 0),
        (("y2 y2 b1",), 0, 0),
        (("y2 y2 y3 y3 y3",), 5 * 2, 5),
    ],
)
def test_one_bed_of_each_colour(rows: tuple[str, ...], bed: int, before: int) -> None:
    rules, base = both("flowers-one-bed")
    assert (points(rules, *rows), points(base, *rows)) == (bed, before)


# ---- several together -----------------------------------------------------------------------


def test_a_short_butterfly_day_to_the_end_of_the_round() -> None:
    rules = house("flowers-short", "flowers-last-round", "flowers-butterfly-day")
    assert rules == house("flowers-butterfly-day", "flowers-short", "flowers-last-round")
    assert rules.seat_counts == (2, 3, 4)
    assert [len(pile) for pile in new(rules, 3).piles] == [15, 15, 15]
    begun = position(rules, [garden("y4"), garden("b1")], PILES)
    assert not play(begun, "take 0", "place 1,0").is_over
    # Nothing is thrown away: 2 points for each red card, and the field of four 4s.
    assert points(rules, ". r1 .", "r1 y4r y4", ". y4 y3") == 2 * 2 + 4
    assert points(house("flowers-butterfly-day"), ". r1 .", "r1 y4r y4", ". y4 y3") == -4
    *_, last = random_game(rules, 3, 1)
    assert last.turns % 3 == 0


def test_corners_in_a_window_box() -> None:
    rules = house("flowers-window-box", "flowers-corner-to-corner")
    column = taken(rules, "y4", "y4", "y4")
    beside = {f"place {x},{y}" for x in (-1, 1) for y in range(3)}
    assert {*texts(column, "place")} == beside
    assert len(texts(taken(rules, "y4"), "place")) == 8


def test_a_window_box_of_thin_layers_needs_short_piles() -> None:
    """It holds the start card and two cards on each of 17 others: 35; a seat can get 39."""
    box = ("flowers-window-box", "flowers-thin-layers")
    with pytest.raises(tr.InvalidRuleset) as refused:
        house(*box)
    messages = [each.message for each in refused.value.problems if each.code == "no_room"]
    assert [message.split(": ")[0] for message in messages] == ["with 1 player", "with 2 players"]
    assert "has room for 35 cards, and a seat can get 39" in messages[1]
    rules = tr.load(path("flowers-short"), *map(path, box), {"players": [2, 3, 4]})
    for seats in (2, 3, 4):
        *_, last = random_game(rules, seats, 3)
        assert all(len(stack) <= 2 for plot in last.gardens for stack in plot.values())
        for plot in last.gardens:
            columns, rows = zip(*plot, strict=True)
            assert max(columns) - min(columns) < 6
            assert max(rows) - min(rows) < 3
