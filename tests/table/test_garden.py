"""The square grid of gardens: by hand, and beside all cells of a larger square."""

from __future__ import annotations

import re

import pytest

from tilerules.table.garden import Grid, grid

Cell = tuple[int, int]

SHAPES = [
    (reach, width, height, diagonal)
    for reach in (0, 1, 2, 5, 9)
    for width in (0, 1, 3, 9)
    for height in (0, 2, 9)
    for diagonal in (True, False)
]


def shaped(reach: int, width: int, height: int, diagonal: bool) -> Grid:
    return grid(reach, width, height, diagonal=diagonal)


def labels(plot: Grid) -> list[str]:
    return [plot.label(cell) for cell in range(len(plot.cells))]


def reached(reach: int, width: int, height: int, diagonal: bool) -> set[Cell]:
    """The cells that so many steps lead to, each across a side or, with `diagonal`, a corner."""
    cells: set[Cell] = {(0, 0)}
    for _ in range(reach):
        cells |= {there for cell in cells for there in touching(cell, corners=diagonal)}
    return {(x, y) for x, y in cells if abs(x) <= width and abs(y) <= height}


def touching(cell: Cell, *, corners: bool) -> set[Cell]:
    """The squares that share a side with a square, or, with `corners`, a point."""
    x, y = cell
    square = {(x + right, y + down) for right in (-1, 0, 1) for down in (-1, 0, 1)} - {cell}
    return square if corners else {(u, v) for u, v in square if u == x or v == y}


# ---- by hand --------------------------------------------------------------------------------


def test_one_cell() -> None:
    plot = grid(0, 5, 5, diagonal=True)
    assert (labels(plot), plot.centre, plot.sides[0], plot.around[0]) == (["0,0"], 0, (), ())


def test_labels_in_row_order() -> None:
    """From the top row down, in a row from the left."""
    half = ["0,-2", "-1,-1", "0,-1", "1,-1", "-2,0", "-1,0", "0,0", "1,0", "2,0"]
    half += ["-1,1", "0,1", "1,1", "0,2"]
    assert labels(grid(2, 2, 2, diagonal=False)) == half
    whole = ["-1,-1", "0,-1", "1,-1", "-1,0", "0,0", "1,0", "-1,1", "0,1", "1,1"]
    assert labels(grid(1, 9, 9, diagonal=True)) == whole


def test_neighbours_by_hand() -> None:
    plot = grid(2, 2, 2, diagonal=False)

    def near(label: str) -> tuple[list[str], list[str]]:
        cell = plot.find(label)
        sides, around = plot.sides[cell], plot.around[cell]
        return [plot.label(each) for each in sides], [plot.label(each) for each in around]

    assert near("0,-2") == (["0,-1"], ["-1,-1", "0,-1", "1,-1"])
    sides = ["0,-1", "-1,0", "1,0", "0,1"]
    corners = ["-1,-1", "0,-1", "1,-1", "-1,0", "1,0", "-1,1", "0,1", "1,1"]
    assert near("0,0") == (sides, corners)
    assert near("2,0") == (["1,0"], ["1,-1", "1,0", "1,1"])


def test_bounds_by_hand() -> None:
    """Width and height count the cells beside and above the centre, each way."""
    assert labels(grid(9, 1, 0, diagonal=False)) == ["-1,0", "0,0", "1,0"]
    assert labels(grid(9, 0, 1, diagonal=True)) == ["0,-1", "0,0", "0,1"]
    assert len(grid(3, 9, 1, diagonal=False).cells) == 5 + 7 + 5
    assert len(grid(3, 9, 1, diagonal=True).cells) == 3 * 7


# ---- beside a computation -------------------------------------------------------------------


@pytest.mark.parametrize("shape", SHAPES)
def test_cells_are_those_that_steps_lead_to(shape: tuple[int, int, int, bool]) -> None:
    plot, cells = shaped(*shape), reached(*shape)
    assert list(plot.cells) == sorted(cells, key=lambda cell: (cell[1], cell[0]))
    assert plot.index == {cell: number for number, cell in enumerate(plot.cells)}
    assert plot.cells[plot.centre] == (0, 0)


@pytest.mark.parametrize("shape", SHAPES)
def test_neighbours_are_those_that_touch(shape: tuple[int, int, int, bool]) -> None:
    plot = shaped(*shape)
    for number, cell in enumerate(plot.cells):
        for near, corners in ((plot.sides, False), (plot.around, True)):
            there = touching(cell, corners=corners) & {*plot.cells}
            assert near[number] == tuple(sorted(plot.index[each] for each in there))
            assert all(number in near[other] for other in near[number])


@pytest.mark.parametrize("diagonal", [True, False])
def test_the_number_of_cells(diagonal: bool) -> None:
    """A square of side 2r + 1, or half a square of side 2r, and the cells of its axes."""
    for reach in range(30):
        whole, half = (2 * reach + 1) ** 2, 2 * reach * (reach + 1) + 1
        cells = grid(reach, reach, reach, diagonal=diagonal).cells
        assert len(cells) == (whole if diagonal else half)


# ---- labels ---------------------------------------------------------------------------------


@pytest.mark.parametrize("shape", SHAPES)
def test_labels_are_found_again(shape: tuple[int, int, int, bool]) -> None:
    plot = shaped(*shape)
    assert [plot.find(label) for label in labels(plot)] == [*range(len(plot.cells))]
    assert len({*labels(plot)}) == len(plot.cells)
    assert all(re.fullmatch(r"(0|-?[1-9]),(0|-?[1-9])", label) for label in labels(plot))


MALFORMED = [
    *("", ",", "0", "0,", ",0", "0,0,0", "0;0", "0 ,0", "0, 0", " 0,0", "0,0 ", "0,0\n"),
    *("-0,0", "0,-0", "+1,0", "01,0", "0,01", "--1,0", "1.0,0", "1e0,0", "0x1,0", "1_0,0"),
    *("a,b", "x", "\u0661,0", "\u00b2,0", "\u22121,0", "0\uff0c0", "(0,0)", "\x00,0", "1-,0"),
    "1" * 5000 + ",0",
]


@pytest.mark.parametrize("label", MALFORMED, ids=range(len(MALFORMED)))
def test_malformed_labels_are_not_found(label: str) -> None:
    assert grid(12, 12, 12, diagonal=True).find(label) == -1


@pytest.mark.parametrize(
    "label", ["3,0", "-3,0", "0,3", "0,-3", "2,1", "-1,-2", "10,0", "9999,9999"]
)
def test_cells_beyond_the_grid_are_not_found(label: str) -> None:
    assert grid(2, 2, 2, diagonal=False).find(label) == -1


def test_labels_of_two_digits_and_more() -> None:
    plot = grid(238, 238, 0, diagonal=False)
    for label in ("238,0", "-238,0", "99,0", "-100,0"):
        assert plot.label(plot.find(label)) == label
    assert plot.find("239,0") == -1


# ---- shared ---------------------------------------------------------------------------------


def test_equal_grids_are_one() -> None:
    assert grid(4, 3, 2, diagonal=True) is grid(4, 3, 2, diagonal=True)
    assert grid(4, 3, 2, diagonal=True) is not grid(4, 3, 2, diagonal=False)
