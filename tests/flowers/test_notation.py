"""Moves in notation, the sequence of legal moves, and the number of every move."""

from __future__ import annotations

import random
from typing import Any

import pytest

import tilerules as tr
from tests.flowers.gardens import (
    bundled,
    garden,
    new,
    play,
    position,
    random_game,
    rules,
    seen,
    texts,
    variant,
)
from tilerules.games.flowers import State

BASE = rules()
SUMMER = rules(base="flowers-summer")
FLAT = rules(base="flowers-flat")
LIMITED = variant(garden={"width": 7, "height": 5})
CORNERS = variant(garden={"placing": "corners_too"})
NAMES = [(id, seats) for id in bundled() for seats in tr.load(id).seat_counts]


def parsed(text: str) -> str:
    """A text read and written again."""
    return str(tr.parse_move(new(BASE, 2), text))


# ---- what is read ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "kind", "arg"),
    [
        ("take 0", "take", "0"),
        ("take 2", "take", "2"),
        ("place 1,-2", "place", "1,-2"),
        ("place -38,0", "place", "-38,0"),
        ("place 0,38", "place", "0,38"),
        ("cover 0,0", "cover", "0,0"),
        ("cover -10,12", "cover", "-10,12"),
    ],
)
@pytest.mark.parametrize("moves", [(), ("take 0",)])
def test_every_form_is_read_whatever_the_phase(
    text: str, kind: str, arg: str, moves: tuple[str, ...]
) -> None:
    state = play(new(BASE, 2), *moves)
    assert tr.parse_move(state, text) == tr.Move(kind, (arg,))
    assert str(tr.Move(kind, (arg,))) == text
    assert tr.parse_move(seen(state, None), text) == tr.Move(kind, (arg,))


def test_a_finished_game_reads_moves_too() -> None:
    over = position(FLAT, [garden("y4"), garden("r4")])
    assert str(tr.parse_move(over, "cover 0,0")) == "cover 0,0"  # form alone is judged


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("TAKE 1", "take 1"),
        ("  take   1  ", "take 1"),
        ("\tPlace\n1,-2", "place 1,-2"),
        ("Cover 0,0", "cover 0,0"),
    ],
)
def test_case_and_spaces_do_not_matter(text: str, canonical: str) -> None:
    assert parsed(text) == canonical


KINDS = "one of take, place, cover, discard"
PILES = "a pile from 0 to 2"
CELLS = "a cell that a garden can reach, as 1,-2"


@pytest.mark.parametrize(
    ("text", "column", "expected"),
    [
        ("", 1, KINDS),
        ("   ", 4, KINDS),
        ("fly 1", 1, KINDS),
        ("  lay 1,0", 3, KINDS),
        ("1,0", 1, KINDS),
        ("take", 5, PILES),
        ("take 3", 6, PILES),
        ("take -1", 6, PILES),
        ("take 01", 6, PILES),
        ("take  one", 7, PILES),
        ("take \u0661", 6, PILES),
        ("take 1 2", 8, "nothing more"),
        ("place", 6, CELLS),
        ("place 1", 7, CELLS),
        ("place 1,", 7, CELLS),
        ("place ,1", 7, CELLS),
        ("place 1, 2", 7, CELLS),
        ("place 1 ,2", 7, CELLS),
        ("place 1,2,3", 7, CELLS),
        ("place (1,2)", 7, CELLS),
        ("place +1,2", 7, CELLS),
        ("place 01,2", 7, CELLS),
        ("place -0,2", 7, CELLS),
        ("place 1.0,2", 7, CELLS),
        ("place \u0661,0", 7, CELLS),
        ("place 39,0", 7, CELLS),
        ("place 20,19", 7, CELLS),
        ("place 99999999999999999999,0", 7, CELLS),
        ("place a1", 7, CELLS),
        ("place 1,2 red-1", 11, "nothing more"),
        ("cover", 6, CELLS),
        ("cover   x", 9, CELLS),
        ("cover 0,0 0,0", 11, "nothing more"),
    ],
)
def test_a_fault_says_where_it_is_and_what_was_expected(
    text: str, column: int, expected: str
) -> None:
    with pytest.raises(tr.NotationError) as caught:
        parsed(text)
    assert (caught.value.text, caught.value.column) == (text, column)
    assert caught.value.expected == expected
    assert f"at column {column}" in str(caught.value)


def test_the_card_says_which_piles_and_cells_there_are() -> None:
    for ruleset, seats, text, expected in (
        (BASE, 1, "take 2", "a pile from 0 to 1"),
        (LIMITED, 2, "place 7,0", CELLS),
        (LIMITED, 2, "cover 0,-5", CELLS),
    ):
        with pytest.raises(tr.NotationError) as caught:
            tr.parse_move(new(ruleset, seats), text)
        assert caught.value.expected == expected
    assert str(tr.parse_move(new(LIMITED, 2), "place 6,-4")) == "place 6,-4"
    assert str(tr.parse_move(new(CORNERS, 2), "place 38,-38")) == "place 38,-38"


def test_a_long_text_is_cut_short_in_the_message() -> None:
    with pytest.raises(tr.NotationError) as caught:
        parsed("place " + "1" * 10_000)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize("text", [None, 7, b"take 1", ["take", "1"]])
def test_a_move_in_notation_is_a_text(text: Any) -> None:
    with pytest.raises(TypeError, match="is a text"):
        tr.parse_move(new(BASE, 2), text)


@pytest.mark.parametrize(("id", "seats"), NAMES)
def test_what_is_written_is_read_as_the_same_move(id: str, seats: int) -> None:
    for state in random_game(tr.load(id), seats, seed=5):
        if state.ply % 5:
            continue
        for move in tr.legal_moves(state):
            assert tr.parse_move(state, str(move)) == move
            assert tr.parse_move(seen(state, None), f" {str(move).upper()} ") == move


# ---- the action space -----------------------------------------------------------------------

# With two seats a pile is empty after 25 + 25 + 26 = 76 cards at the latest, so that each seat
# places 38, and reaches the cells at most 38 steps from 0,0: rows of 77, and twice 75, 73 ... 1.
CELLS_OF_TWO = 77 + 2 * sum(range(1, 76, 2))
BLOCK = 13 * 9  # 7 wide, 5 high: up to 6 beside, up to 4 above or below
COLUMNS = sum(2 * (38 - abs(x)) + 1 for x in range(-6, 7))  # 7 wide
MAY_COVER_VIOLET = variant(
    "flowers-summer", start={"cover_violet": "may"}, cover={"cards": "never"}
)


@pytest.mark.parametrize(
    ("ruleset", "seats", "length"),
    [
        (BASE, 2, 3 + 2 * CELLS_OF_TWO),
        (BASE, 1, 2 + 2 * (1 + 2 * 79 * 80)),  # 39 + 40 cards
        (BASE, 3, 3 + 2 * (1 + 2 * 30 * 31)),  # 29 + 29 + 30 cards, 30 of them by seat 0
        (BASE, 4, 3 + 2 * (1 + 2 * 26 * 27)),  # 34 + 34 + 34 cards, 26 of them by seats 0 and 1
        (rules(base="flowers-dutch"), 2, 3 + 2 * (1 + 2 * 37 * 38)),  # 24 + 24 + 25 cards
        (rules(base="flowers-even-turns"), 2, 3 + 2 * CELLS_OF_TWO),
        (SUMMER, 2, 3 + 2 * CELLS_OF_TWO),
        (SUMMER, 4, 3 + 2 * (1 + 2 * 27 * 28)),  # 35 + 35 + 36 cards
        (FLAT, 2, 3 + CELLS_OF_TWO),  # without `cover`
        (MAY_COVER_VIOLET, 2, 3 + 2 * CELLS_OF_TWO),
        (LIMITED, 2, 3 + 2 * BLOCK),
        (variant(garden={"width": 7, "height": 5, "placing": "corners_too"}), 2, 3 + 2 * BLOCK),
        (variant(garden={"width": 7}), 2, 3 + 2 * COLUMNS),
        (variant(garden={"height": 7}), 2, 3 + 2 * COLUMNS),
        (variant(garden={"height": 1}), 2, 3 + 2 * 77),
        (CORNERS, 2, 3 + 2 * 77 * 77),
    ],
)
def test_how_many_moves_can_ever_be_made(ruleset: tr.Ruleset, seats: int, length: int) -> None:
    assert len(tr.action_space(ruleset, seats)) == length


def test_the_length_for_two_seats_in_figures() -> None:
    assert CELLS_OF_TWO == 2965
    assert len(tr.action_space(BASE, 2)) == 5933


@pytest.mark.parametrize("ruleset", [BASE, FLAT, LIMITED, CORNERS])
def test_every_number_is_one_move_and_every_move_one_number(ruleset: tr.Ruleset) -> None:
    space = tr.action_space(ruleset, 2)
    moves = [space.move(id) for id in range(len(space))]
    assert [space.id(move) for move in moves] == list(range(len(space)))
    assert len(set(moves)) == len({str(move) for move in moves}) == len(space)
    state = new(ruleset, 2)
    assert [tr.parse_move(state, str(move)) for move in moves] == moves


def test_moves_that_were_never_made_before_have_their_numbers() -> None:
    fresh = variant(title="Never used elsewhere")
    last = CELLS_OF_TWO - 1
    assert tr.action_space(fresh, 2).id(tr.Move("cover", ("0,38",))) == 3 + CELLS_OF_TWO + last
    assert tr.action_space(fresh, 2).id(tr.Move("place", ("0,-38",))) == 3


def test_moves_stand_kind_by_kind_and_cells_in_row_order() -> None:
    space = tr.action_space(LIMITED, 2)
    at = [0, 2, 3, 4, 15, 16, 3 + BLOCK // 2, 2 + BLOCK, 3 + BLOCK, len(space) - 1]
    assert [str(space.move(id)) for id in at] == [
        "take 0",
        "take 2",
        "place -6,-4",
        "place -5,-4",
        "place 6,-4",
        "place -6,-3",
        "place 0,0",
        "place 6,4",
        "cover -6,-4",
        "cover 6,4",
    ]
    assert repr(space) == f"<ActionSpace ({3 + 2 * BLOCK}): take, place, cover>"


@pytest.mark.parametrize("id", [-1, 5933, 10**30])
def test_there_is_no_move_beyond_the_ends(id: int) -> None:
    with pytest.raises(IndexError, match="from 0 to 5932"):
        tr.action_space(BASE, 2).move(id)


@pytest.mark.parametrize(
    "move",
    [
        tr.Move("pass"),
        tr.Move("take"),
        tr.Move("take", ("3",)),
        tr.Move("take", ("01",)),
        tr.Move("take", ("0", "1")),
        tr.Move("place"),
        tr.Move("place", ("39,0",)),
        tr.Move("place", ("01,0",)),
        tr.Move("place", ("1", "0")),
        tr.Move("place", ("1,0", "1,0")),
        tr.Move("cover", ("20,-19",)),
        tr.Move("Cover", ("0,0",)),
    ],
)
def test_a_move_that_can_never_be_made_has_no_number(move: tr.Move) -> None:
    with pytest.raises(KeyError, match="can never be made under these rules"):
        tr.action_space(BASE, 2).id(move)
    assert move not in tr.legal_moves(new(BASE, 2))


def test_where_nothing_is_covered_there_is_no_such_move() -> None:
    with pytest.raises(KeyError):
        tr.action_space(FLAT, 2).id(tr.Move("cover", ("0,0",)))


@pytest.mark.parametrize(
    ("ruleset", "seats"), [(BASE, 1), (LIMITED, 2), (CORNERS, 3), (SUMMER, 4), (FLAT, 3)]
)
def test_legal_moves_stand_in_the_order_of_their_numbers(ruleset: tr.Ruleset, seats: int) -> None:
    space = tr.action_space(ruleset, seats)
    for state in random_game(ruleset, seats, seed=8):
        if state.ply % 7 > 1:
            continue
        ids = [space.id(move) for move in tr.legal_moves(state)]
        assert ids == sorted(set(ids))
        assert [id for id, legal in enumerate(space.mask(state)) if legal] == ids
        for viewer in (*range(seats), None):
            mask = space.mask(seen(state, viewer))
            mine = viewer is not None and viewer == state.to_move
            assert mask == (space.mask(state) if mine else bytes(len(space)))


# ---- legal moves as a sequence --------------------------------------------------------------


def placing() -> State:
    """Seat 0 holds a card; two cards lie in its garden."""
    piles = ["y1 y2", "r1 r2", "b1 b2"]
    return play(position(BASE, [garden("y4 b4"), garden("r4")], piles), "take 0")


def test_legal_moves_are_a_sequence() -> None:
    moves = tr.legal_moves(placing())
    assert [str(move) for move in moves] == [
        *("place 0,-1", "place 1,-1", "place -1,0", "place 2,0", "place 0,1", "place 1,1"),
        *("cover 0,0", "cover 1,0"),
    ]
    listed = list(moves)
    assert [moves[n] for n in range(len(moves))] == listed
    assert (moves[-1], moves[-len(moves)]) == (listed[-1], listed[0])
    for part in (slice(3), slice(1, 8, 3), slice(-4, None), slice(None, None, -2)):
        assert moves[part] == tuple(listed[part])
    assert all(move in moves for move in listed)
    assert random.Random(1).choice(moves) in listed


def test_what_is_no_legal_move_is_not_among_them() -> None:
    moves = tr.legal_moves(placing())
    for other in (
        tr.Move("take", ("0",)),
        tr.Move("place", ("0,0",)),
        tr.Move("place", ("2,1",)),
        tr.Move("cover", ("2,0",)),
        tr.Move("pass"),
        "cover 0,0",
        None,
    ):
        assert other not in moves


def test_only_piles_with_cards_are_offered() -> None:
    state = position(
        rules(base="flowers-even-turns"), [garden("y4")] * 2, ["y1", "", "b1"], to_move=1
    )
    assert texts(state) == ["take 0", "take 2"]
    assert tr.Move("take", ("1",)) not in tr.legal_moves(state)
