"""Blocks of moves, the places in them that are open, and legal moves as a sequence."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Sequence
from itertools import combinations, product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tilerules as tr
from tests.engine.blocks import BLOCKS, labels
from tests.strategies import serendipity_games
from tilerules.engine.offers import (
    LazyMoves,
    LegalMoves,
    ListedRuns,
    MoveList,
    MovePairs,
    Pairs,
    Product,
    Runs,
    locate,
    pair_at,
    pairs_below,
)
from tilerules.games.serendipity.choices import offers


def in_pair_order(number: int) -> list[tuple[int, int]]:
    """All pairs of so many things, by the later one and then the earlier."""
    return sorted(combinations(range(number), 2), key=lambda pair: (pair[1], pair[0]))


# ---- pairs ----------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(31))
def test_places_of_pairs(number: int) -> None:
    pairs = in_pair_order(number)
    assert pairs_below(number) == len(pairs)
    assert [pair_at(place) for place in range(len(pairs))] == pairs


@given(st.integers(0, 2**70))
def test_a_pair_at_any_place(place: int) -> None:
    first, second = pair_at(place)
    assert 0 <= first < second
    assert second * (second - 1) // 2 + first == place


@pytest.mark.parametrize("number", range(13))
def test_blocks_of_pairs(number: int) -> None:
    block = MovePairs("swap", labels(number))
    moves = [tr.Move("swap", (f"c{a}", f"c{b}")) for a, b in in_pair_order(number)]
    assert [block[place] for place in range(len(block))] == moves
    assert [block.find(move.args) for move in moves] == [*range(len(moves))]
    longer = MovePairs("swap", labels(number + 1))
    assert [longer.find(move.args) for move in moves] == [*range(len(moves))]


@pytest.mark.parametrize(
    "args",
    [(), ("c0",), ("c0", "c0"), ("c1", "c0"), ("c0", "c9"), ("c9", "c0"), ("c0", "c1", "c2")],
)
def test_what_is_no_pair(args: tuple[str, ...]) -> None:
    assert MovePairs("swap", labels(3)).find(args) == -1


@given(st.sets(st.integers(0, 14)))
def test_pairs_of_some_things(some: set[int]) -> None:
    """The open places are those of the pairs of the things that there are, ascending."""
    pairs = Pairs(sorted(some))
    everything = in_pair_order(15)
    expected = [place for place, (a, b) in enumerate(everything) if {a, b} <= some]
    assert [pairs[number] for number in range(len(pairs))] == expected
    assert [place for place in range(len(everything)) if place in pairs] == expected


@given(st.sets(st.integers(0, 14)), st.integers(1, 6))
def test_products_of_some_things(some: set[int], size: int) -> None:
    places = Product(sorted(some), size)
    everything = [*product(range(15), range(size))]
    expected = [place for place, (thing, _) in enumerate(everything) if thing in some]
    assert [places[number] for number in range(len(places))] == expected
    assert [place for place in range(len(everything)) if place in places] == expected


def test_a_list_of_moves() -> None:
    block = MoveList("keep", [(), ("blue:e",)])
    assert list(block) == [block[0], block[1]] == [tr.Move("keep"), tr.Move("keep", ["blue:e"])]
    assert (len(block), block.kind) == (2, "keep")
    for each in (block, pickle.loads(pickle.dumps(block))):
        assert (type(each), each, each.kind) == (MoveList, block, "keep")
        assert [each.find(args) for args in [(), ("blue:e",), ("blue:w",)]] == [0, 1, -1]


# ---- legal moves ----------------------------------------------------------------------------


@st.composite
def some_legal_moves(draw: st.DrawFn) -> tuple[LegalMoves, list[tr.Move]]:
    """Legal moves out of four blocks, and the same as a list."""
    some = st.sets(st.integers(0, 4)).map(sorted)
    reveals, turned, swapped = draw(some), draw(some), draw(some)
    passes = draw(st.sampled_from([(), (0,)]))
    runs = (
        (BLOCKS[0], reveals),
        (BLOCKS[1], passes),
        (BLOCKS[2], Product(turned, 3)),
        (BLOCKS[3], Pairs(swapped)),
    )
    written = [f"reveal c{each}" for each in reveals] + ["pass" for _ in passes]
    written += [f"move c{each} {turn}" for each in turned for turn in "xyz"]
    pairs = sorted(combinations(swapped, 2), key=lambda pair: (pair[1], pair[0]))
    written += [f"swap c{a} c{b}" for a, b in pairs]
    words = [text.split() for text in written]
    legal = draw(st.sampled_from([LazyMoves(runs), ListedRuns(runs).moves]))
    return legal, [tr.Move(kind, tuple(args)) for kind, *args in words]


@given(some_legal_moves())
def test_legal_moves_are_a_sequence(pair: tuple[LegalMoves, list[tr.Move]]) -> None:
    moves, listed = pair
    assert isinstance(moves, Sequence)
    assert (list(moves), len(moves), bool(moves)) == (listed, len(listed), bool(listed))
    assert list(reversed(moves)) == listed[::-1]
    for number in range(-len(listed), len(listed)):
        assert moves[number] == listed[number]
    for number in (len(listed), -len(listed) - 1, 10**9):
        with pytest.raises(IndexError):
            moves[number]


@given(some_legal_moves(), st.slices(60))
def test_a_slice_is_a_tuple(pair: tuple[LegalMoves, list[tr.Move]], part: slice) -> None:
    moves, listed = pair
    assert moves[part] == tuple(listed[part])


@given(some_legal_moves())
def test_what_is_among_legal_moves(pair: tuple[LegalMoves, list[tr.Move]]) -> None:
    moves, listed = pair
    for block in BLOCKS:
        for move in (block[place] for place in range(len(block))):
            assert (move in moves) == (move in listed)
            if move in listed:
                assert (moves.index(move), moves.count(move)) == (listed.index(move), 1)
    for other in (tr.Move("choose", ("red",)), tr.Move("pass", ("c1",)), "pass", None, 3):
        assert other not in moves


@given(some_legal_moves(), some_legal_moves())
def test_legal_moves_are_equal_when_their_moves_are(
    one: tuple[LegalMoves, list[tr.Move]], other: tuple[LegalMoves, list[tr.Move]]
) -> None:
    assert (one[0] == other[0]) == (one[1] == other[1])
    assert one[0] == LazyMoves(((MoveList("reveal", []), ()), *one[0]._runs))
    if one[0] == other[0]:
        assert hash(one[0]) == hash(other[0])
    moves, listed = one
    assert moves != listed
    assert moves == tuple(listed) == moves[:]
    assert hash(moves) == hash(tuple(listed))
    assert (moves == tuple(other[1])) == (listed == other[1])


@pytest.mark.parametrize("travel", [lambda it: pickle.loads(pickle.dumps(it)), copy.deepcopy])
def test_offers_travel(travel: Callable[[Any], Any]) -> None:
    runs = ListedRuns([(BLOCKS[0], (1, 3)), (BLOCKS[1], (0,))])
    for thing in (LazyMoves(tuple(runs)), runs.moves, runs):
        again = travel(thing)
        assert (type(again), len(again), repr(again)) == (type(thing), len(thing), repr(thing))
    again = travel(runs)
    assert again.moves == runs.moves
    assert [again.places[id(move)] for move in again.moves] == [1, 3, 0]


@pytest.mark.parametrize(("number", "said"), [(7, "7"), (-1, "-1"), (1 << 5000, "a huge number")])
def test_no_legal_move_at_a_number(number: int, said: str) -> None:
    with pytest.raises(IndexError, match=f"there are 0 legal moves, and none at {said}"):
        LazyMoves(())[number]


@pytest.mark.parametrize("legal", [LazyMoves, lambda runs: ListedRuns(runs).moves])
def test_legal_moves_in_a_word(legal: Callable[[Runs], LegalMoves]) -> None:
    reveals = MoveList("reveal", [(label,) for label in labels(9)])
    assert repr(legal(())) == "<LegalMoves (0)>"
    assert repr(legal(((reveals, (0, 2)),))) == "<LegalMoves (2): reveal c0, reveal c2>"
    shown = "<LegalMoves (4): reveal c0, reveal c1, reveal c2, reveal c3>"
    assert repr(legal(((reveals, range(4)),))) == shown
    shown = "<LegalMoves (5): reveal c0, reveal c1, reveal c2, reveal c3, …>"
    assert repr(legal(((reveals, range(5)),))) == shown


@pytest.mark.parametrize("listed", [tuple, ListedRuns])
def test_where_a_move_stands_in_its_block(listed: Callable[[Runs], Runs]) -> None:
    """Whether it is one of the moves that were listed, or is like it."""
    runs = listed(((BLOCKS[0], (1, 3)), (BLOCKS[3], Pairs((0, 2, 4)))))
    assert [locate(runs, move) for move in LazyMoves(runs)][:3] == [1, 3, 1]
    assert [locate(runs, move) for move in ListedRuns(runs).moves][:3] == [1, 3, 1]
    assert locate(runs, tr.Move("reveal", ("c3",))) == 3
    assert locate(runs, tr.Move("swap", ("c2", "c4"))) == in_pair_order(5).index((2, 4))
    for text in ("reveal c2", "swap c2 c3", "pass", "reveal"):
        kind, *args = text.split()
        assert locate(runs, tr.Move(kind, tuple(args))) is None


@given(serendipity_games(longest=25))
def test_what_is_offered_ascends(states: list[tr.State]) -> None:
    """Runs stand in the order of their blocks, and places ascend within each."""
    for state in states:
        blocks = state.rules.blocks
        runs = offers(state)  # type: ignore[arg-type]
        order = [blocks.index(block) for block, _ in runs]
        assert order == sorted({*order})
        for block, places in runs:
            listed = [places[number] for number in range(len(places))]
            assert listed == sorted({*listed})
            assert all(0 <= place < len(block) for place in listed)
            assert listed, "a run that is offered holds a move"
