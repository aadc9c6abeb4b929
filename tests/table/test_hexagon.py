"""Hexagons: by hand, and beside a board made of points in space."""

from __future__ import annotations

import pytest

from tilerules.table.hexagon import DIRECTIONS, Hexagon, hexagon

SIDES = range(1, 14)
# A step in each direction as a change of (x, y, z), which add up to nothing; y grows upwards.
CUBE = {
    "ne": (0, 1, -1),
    "e": (1, 0, -1),
    "se": (1, -1, 0),
    "sw": (0, -1, 1),
    "w": (-1, 0, 1),
    "nw": (-1, 1, 0),
}


def near(board: Hexagon, label: str) -> dict[str, str]:
    """The neighbours of a cell by direction, in words."""
    around = board.around[board.index[label]]
    pairs = zip(DIRECTIONS, around, strict=True)
    return {direction: board.labels[cell] for direction, cell in pairs if cell >= 0}


def test_one_cell() -> None:
    board = hexagon(1)
    assert (board.labels, board.around, board.neighbours) == (("a1",), ((-1,) * 6,), ((),))


def test_seven_cells() -> None:
    board = hexagon(2)
    assert board.labels == ("a1", "a2", "b1", "b2", "b3", "c1", "c2")
    assert near(board, "a1") == {"e": "a2", "se": "b2", "sw": "b1"}
    assert near(board, "a2") == {"se": "b3", "sw": "b2", "w": "a1"}
    assert near(board, "b1") == {"ne": "a1", "e": "b2", "se": "c1"}
    assert near(board, "b2") == {
        "ne": "a2",
        "e": "b3",
        "se": "c2",
        "sw": "c1",
        "w": "b1",
        "nw": "a1",
    }
    assert near(board, "b3") == {"sw": "c2", "w": "b2", "nw": "a2"}
    assert near(board, "c1") == {"ne": "b2", "e": "c2", "nw": "b1"}
    assert near(board, "c2") == {"ne": "b3", "w": "c1", "nw": "b2"}


@pytest.mark.parametrize(
    ("label", "neighbours"),
    [
        ("a1", {"e": "a2", "se": "b2", "sw": "b1"}),
        ("a6", {"se": "b7", "sw": "b6", "w": "a5"}),
        ("a3", {"e": "a4", "se": "b4", "sw": "b3", "w": "a2"}),
        ("e10", {"se": "f11", "sw": "f10", "w": "e9", "nw": "d9"}),
        ("f1", {"ne": "e1", "e": "f2", "se": "g1"}),
        ("f6", {"ne": "e6", "e": "f7", "se": "g6", "sw": "g5", "w": "f5", "nw": "e5"}),
        ("f11", {"sw": "g10", "w": "f10", "nw": "e10"}),
        ("g1", {"ne": "f2", "e": "g2", "se": "h1", "nw": "f1"}),
        ("k1", {"ne": "j2", "e": "k2", "nw": "j1"}),
        ("k6", {"ne": "j7", "w": "k5", "nw": "j6"}),
    ],
)
def test_ninety_one_cells(label: str, neighbours: dict[str, str]) -> None:
    assert near(hexagon(6), label) == neighbours


def test_labels_of_the_widest_board() -> None:
    board = hexagon(13)
    lengths = [*range(13, 26), *range(24, 12, -1)]
    letters = "abcdefghijklmnopqrstuvwxy"
    expected = [
        f"{letter}{number}"
        for letter, length in zip(letters, lengths, strict=True)
        for number in range(1, length + 1)
    ]
    assert list(board.labels) == expected
    assert (len(expected), expected[-1]) == (469, "y13")


@pytest.mark.parametrize("side", SIDES)
def test_cells_of_space(side: int) -> None:
    """The cells are the points within side - 1 steps of the middle; a step leads to a neighbour."""
    board, reach = hexagon(side), side - 1
    whole = range(-reach, reach + 1)
    points = sorted(
        ((x, y, -x - y) for x in whole for y in whole if abs(x + y) <= reach),
        key=lambda point: (-point[1], point[0]),
    )
    assert len(points) == len(board.labels) == 3 * side * (side - 1) + 1
    number = {point: cell for cell, point in enumerate(points)}
    for point, around in zip(points, board.around, strict=True):
        steps = [CUBE[direction] for direction in DIRECTIONS]
        there = [tuple(map(sum, zip(point, step, strict=True))) for step in steps]
        assert around == tuple(number.get((x, y, z), -1) for x, y, z in there)


@pytest.mark.parametrize("side", SIDES)
def test_neighbours_are_each_others(side: int) -> None:
    board = hexagon(side)
    for cell, around in enumerate(board.around):
        assert board.neighbours[cell] == tuple(other for other in around if other >= 0)
        for turn, other in enumerate(around):
            if other >= 0:
                assert board.around[other][(turn + 3) % 6] == cell


@pytest.mark.parametrize("side", SIDES)
def test_directions_run_clockwise(side: int) -> None:
    """Neighbours in directions that follow each other touch, the later one two turns on."""
    board = hexagon(side)
    for around in board.around:
        for turn, one in enumerate(around):
            following = around[(turn + 1) % 6]
            if one >= 0 and following >= 0:
                assert board.around[one][(turn + 2) % 6] == following


@pytest.mark.parametrize("side", SIDES)
def test_rows_and_numbers(side: int) -> None:
    board = hexagon(side)
    assert [cell for row in board.rows for cell in row] == [*range(len(board.labels))]
    assert [board.index[label] for label in board.labels] == [*range(len(board.labels))]
    for letter, row in zip("abcdefghijklmnopqrstuvwxy", board.rows, strict=False):
        assert {board.labels[cell][0] for cell in row} == {letter}
    assert board.side == side
    assert hexagon(side) is board
