"""Connected sets, beside brute force: what is joined to what, by multiplying matrices."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tilerules.table.hexagon import hexagon
from tilerules.table.regions import region, regions

Graph = tuple[tuple[int, ...], ...]


def joined(among: set[int], neighbours: Graph) -> dict[int, set[int]]:
    """For each cell those that paths of any length lead to (Warshall's closure)."""
    reach = {cell: {cell} | ({*neighbours[cell]} & among) for cell in among}
    for middle in among:
        for cell in among:
            if middle in reach[cell]:
                reach[cell] |= reach[middle]
    return reach


@st.composite
def graphs(draw: st.DrawFn) -> Graph:
    size = draw(st.integers(1, 12))
    pairs = st.tuples(st.integers(0, size - 1), st.integers(0, size - 1))
    links = draw(st.sets(pairs, max_size=20))
    both = links | {(b, a) for a, b in links}
    return tuple(tuple(sorted(b for a, b in both if a == cell)) for cell in range(size))


@st.composite
def parts_of_hexagons(draw: st.DrawFn) -> tuple[set[int], Graph]:
    board = hexagon(draw(st.integers(1, 4)))
    return draw(st.sets(st.sampled_from(range(len(board.labels))))), board.neighbours


@st.composite
def parts_of_graphs(draw: st.DrawFn) -> tuple[set[int], Graph]:
    graph = draw(graphs())
    return draw(st.sets(st.sampled_from(range(len(graph))))), graph


@given(parts_of_hexagons() | parts_of_graphs())
def test_regions(part: tuple[set[int], Graph]) -> None:
    among, neighbours = part
    closure = joined(among, neighbours)
    by_first_cell = sorted({min(cells): cells for cells in closure.values()}.items())
    assert regions(among, neighbours) == [cells for _, cells in by_first_cell]
    assert regions(frozenset(among), neighbours) == regions(among, neighbours)


@given(parts_of_hexagons() | parts_of_graphs(), st.data())
def test_region(part: tuple[set[int], Graph], data: st.DataObject) -> None:
    """Starts that are not among the cells belong to it, and lead on."""
    among, neighbours = part
    start = data.draw(st.sets(st.sampled_from(range(len(neighbours)))))
    steps = {near for cell in start for near in neighbours[cell]} & among
    closure = joined(among, neighbours)
    reached = set().union(*(closure[cell] for cell in steps | (start & among)))
    assert region(start, among, neighbours) == start | reached


def test_by_hand() -> None:
    near = hexagon(2).neighbours  # a1 a2 / b1 b2 b3 / c1 c2 are 0 … 6
    assert regions({0, 1, 5, 6}, near) == [{0, 1}, {5, 6}]
    assert regions({0, 4, 5}, near) == [{0}, {4}, {5}]
    assert regions({0, 3, 6}, near) == [{0, 3, 6}]
    assert regions([], near) == []
    assert region([0], {5, 6}, near) == {0}
    assert region([3], {0, 6}, near) == {0, 3, 6}
    assert region([], {0}, near) == set()
