"""What house rules of Serendipity with wider blocks change, beside the cards that they extend."""

from __future__ import annotations

import pytest

import tilerules as tr
from tests.house.shelf import house, parent
from tests.house.test_serendipity_house import begun, both
from tests.serendipity.boards import play, position, some, texts, totals
from tilerules.games.serendipity import State


def test_partners_keep_the_flowers_of_each_other() -> None:
    rules, base = both("serendipity-partners")
    board = {"h3": "red"}  # of seat 2, the partner of seat 0
    assert texts(play(position(rules, 4, board), "reveal h3"))[0] == "keep"
    assert play(position(base, 4, board), "reveal h3").to_move == 1
    assert rules.seat_counts == (4,)


STEPS = {"f6": "blue", "h3": "serendip:e"}


@pytest.mark.parametrize(("label", "near"), [("f6", 6 + 12), ("h3", 6 + 12 + 18 - 4)])
def test_short_steps(label: str, near: int) -> None:
    """The third ring round h3 is cut by the edge: it lacks a cell in each of the rows h to k."""
    for rules, number in zip(both("serendipity-short-steps"), (near, 90), strict=True):
        state = play(position(rules, 4, STEPS), f"reveal {label}")
        assert sum(text.startswith("move") for text in texts(state)) == number


def test_short_swaps() -> None:
    rules, base = both("serendipity-short-steps")
    swap = play(position(rules, 4, STEPS), "reveal h3", "keep blue:e")
    assert len(texts(swap)) == 1 + 240 - 6
    assert (
        len(texts(play(position(base, 4, STEPS), "reveal h3", "keep blue:e"))) == 1 + 90 * 89 // 2
    )


def test_few_swaps() -> None:
    rules, base = both("serendipity-few-swaps")
    board = {"f6": "serendip:e"}
    spent = [{"swap": 2}, {}, {}, {}]
    state = play(position(rules, 4, board, used=spent), "reveal f6", "keep blue:w")
    assert (state.to_move, state.phase) == (1, "reveal")
    assert dict(state.used[0]) == {"swap": 2, "turning": 0, "exchange": 0}
    assert play(position(base, 4, board), "reveal f6", "keep blue:w").phase == "swap"
    no_moves = play(position(rules, 4, board, used=[{"exchange": 5}, {}, {}, {}]), "reveal f6")
    assert len(texts(no_moves)) == 6


def test_open_meadow_everybody_knows_all() -> None:
    rules, base = both("serendipity-open-meadow")
    for each, known in ((rules, True), (base, False)):
        seen = tr.observe(begun(each, 3), 2)
        tiles = [cell.tile for cell in seen.cells.values()]
        assert (None not in tiles) == known


FIFTEEN = {
    **some("blue up", "a1-6", "b1-7"),
    "b1": "red",
    "b2": "serendip:se up",
    "b3": "serendip:se up",
}


@pytest.mark.parametrize(("seat", "left"), [(0, 3), (1, 2), (3, None)])
def test_first_to_fifteen(seat: int, left: int | None) -> None:
    """Ten flowers and two Serendips make fourteen points, and one more flower fifteen."""
    rules, base = both("serendipity-first-to-fifteen")
    board = {**FIFTEEN, "c8": "blue"}
    owners = {"blue": seat, "red": (seat + 1) % 4}
    for each, over in ((rules, left is None), (base, False)):
        state = position(each, 4, board, owners=owners, to_move=seat)
        state = play(state, "reveal c8", "keep")
        assert state.is_over == over
        if each is rules:
            assert (totals(state)[seat], state.turns_left) == (15, left or 0)
        else:
            assert (state.to_move, state.begun) == (seat, True)


def test_first_to_fifteen_after_twelve_rounds() -> None:
    rules, base = both("serendipity-first-to-fifteen")
    for each, over in ((rules, True), (base, False)):
        state = position(each, 4, {"a1": "red"}, turns=47, to_move=3)
        assert play(state, "reveal a1").is_over == over


def test_rings_and_rows() -> None:
    rules, base = both("serendipity-rings-and-rows")
    board = some("blue up", "e5", "e6", "f5", "f7", "g5", "g6", "f8", "f9")
    assert totals(position(base, 6, board))[0] == 8
    assert totals(position(rules, 6, board))[0] == 8 + 6 + 2  # a ring, and f7 to f9


def test_tidy() -> None:
    """Carpets of 5, 3 and 2: 5 and 2 for the size, 3, two apart, and three that lie face down."""
    rules, base = both("serendipity-tidy")
    board = some("blue up", "a1-5", "c1-3", "e1-2")
    assert totals(position(base, 6, board))[0] == 5
    assert totals(position(rules, 6, board))[0] == 5 + 2 + 3 - 2 - 3
    assert totals(position(rules, 6, {}))[1] == -13


def test_with_the_children() -> None:
    rules, base = house("serendipity-with-the-children"), parent("serendipity-with-the-children")
    assert list(begun(rules, 4).owners.values()) == [0, 1, 2, 3, 0]
    assert list(begun(base, 4).owners.values()) == [0, 1, 2, 3]
    assert totals(begun(rules, 4)) == [5, 0, 0, 0]
    match = tr.Match.start(rules, 4, seed=1)
    assert isinstance(match, tr.Match)


def test_last_lap() -> None:
    rules, base = both("serendipity-last-lap")
    board = {**some("blue up", "f1-11", "g1"), "g2": "blue", "a1": "violet"}
    state = play(position(base, 4, board), "reveal g2", "keep")
    assert (state.to_move, state.begun) == (0, True)
    state = play(position(rules, 4, board), "reveal g2", "keep")
    assert (state.to_move, state.turns_left) == (1, 4)
    for _ in range(4):
        assert isinstance(state, State)
        assert not state.is_over
        seat = state.to_move
        state = play(state, "reveal k6" if seat == 1 else "reveal a1")
        if state.to_move == seat:
            state = play(state, *(["move k5"] if state.phase == "decide" else []))
        if state.phase == "go_on":
            state = play(state, "pass")
    assert state.is_over
