"""Moves in notation, the sequence of legal moves, and the number of every move."""

from __future__ import annotations

import pickle
import random
from typing import Any

import pytest

import tilerules as tr
from tests.serendipity.boards import BASE, SMALL, card, play, position, random_game, some, texts
from tilerules.games.serendipity import State

TURNING = tr.load("serendipity-turning")
CHOSEN = card(turn={"unowned": {"stays_up": "chosen"}})
NOT_EVEN = card(tiles={"serendip_edges": ["red", "blue", "red", "green", "blue", "yellow"]})


def parsed(rules: tr.Ruleset, text: str, board: dict[str, str] | None = None) -> str:
    """A text read and written again; in a position where f6 waits for a choice if a board says."""
    if board is None:
        return str(tr.parse_move(position(rules, 2, {}), text))
    state = position(rules, 2, board, phase="decide", turned_up="f6")
    return str(tr.parse_move(state, text))


# ---- what is read ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "kind", "args"),
    [
        ("choose blue", "choose", ("blue",)),
        ("reveal f6", "reveal", ("f6",)),
        ("reveal k6", "reveal", ("k6",)),
        ("reveal f11", "reveal", ("f11",)),
        ("keep", "keep", ()),
        ("keep blue:e", "keep", ("blue:e",)),
        ("back", "back", ()),
        ("move g5", "move", ("g5",)),
        ("move g5 blue:e", "move", ("g5", "blue:e")),
        ("swap a1 b2", "swap", ("a1", "b2")),
        ("pass", "pass", ()),
    ],
)
@pytest.mark.parametrize("phase", ["reveal", "choose"])
def test_every_form_is_read_whatever_the_phase(
    text: str, kind: str, args: tuple[str, ...], phase: str
) -> None:
    state = position(BASE, 2, {}, phase=phase, owners={})
    assert tr.parse_move(state, text) == tr.Move(kind, args)
    assert str(tr.Move(kind, args)) == text
    assert tr.parse_move(tr.observe(state, None), text) == tr.Move(kind, args)


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("REVEAL F6", "reveal f6"),
        ("  reveal   f6  ", "reveal f6"),
        ("\treveal\nf6", "reveal f6"),
        ("Keep Blue:E", "keep blue:e"),
        ("Swap B2 a1", "swap a1 b2"),
    ],
)
def test_case_and_spaces_do_not_matter(text: str, canonical: str) -> None:
    assert parsed(BASE, text) == canonical


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("swap b2 a1", "swap a1 b2"),
        ("swap e10 e2", "swap e2 e10"),
        ("swap k1 j7", "swap j7 k1"),
    ],
)
def test_a_swap_is_read_in_either_order(text: str, canonical: str) -> None:
    assert parsed(BASE, text) == canonical


# Clockwise round a Serendip: blue, violet, red, yellow, orange, green.
@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("keep blue:w", "keep blue:w"),
        ("keep violet:nw", "keep blue:w"),
        ("keep red:ne", "keep blue:w"),
        ("keep green:sw", "keep blue:w"),
        ("keep red:w", "keep blue:se"),
        ("move g5 orange:ne", "move g5 blue:se"),
    ],
)
def test_a_facing_is_read_by_any_colour(text: str, canonical: str) -> None:
    assert parsed(BASE, text) == canonical


@pytest.mark.parametrize(
    ("rules", "text", "canonical"),
    [
        # Three colours twice: half a turn looks the same.
        (SMALL, "keep blue:w", "keep blue:e"),
        (SMALL, "keep red:e", "keep blue:ne"),
        (SMALL, "keep yellow:ne", "keep blue:e"),
        (SMALL, "keep yellow:sw", "keep blue:e"),
        # Red stands on the first and the third edge, blue on the second and the fifth.
        (NOT_EVEN, "keep red:w", "keep red:w"),
        (NOT_EVEN, "keep blue:e", "keep red:ne"),
        (NOT_EVEN, "keep yellow:nw", "keep red:ne"),
    ],
)
def test_a_colour_on_several_edges_means_its_first(
    rules: tr.Ruleset, text: str, canonical: str
) -> None:
    assert parsed(rules, text) == canonical


@pytest.mark.parametrize("facing", ["ne", "e", "se", "sw", "w", "nw"])
def test_a_bare_keep_leaves_a_serendip_as_it_lies(facing: str) -> None:
    board = {"f6": f"serendip:{facing} up"}
    assert parsed(BASE, "keep", board) == f"keep blue:{facing}"
    assert parsed(TURNING, "move g5", board) == f"move g5 blue:{facing}"
    assert parsed(BASE, "move g5", board) == "move g5"


def test_a_bare_keep_of_a_flower_stays_bare() -> None:
    board = {"f6": "blue up"}
    assert parsed(BASE, "keep", board) == "keep"
    assert parsed(TURNING, "move g5", board) == "move g5"
    assert parsed(TURNING, "move g5") == "move g5"


# ---- what is not read -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "column", "expected"),
    [
        ("", 1, "one of choose, reveal, keep, back, move, swap, pass"),
        ("   ", 4, "one of choose"),
        ("fly a1", 1, "one of choose"),
        ("  fly a1", 3, "one of choose"),
        ("choose", 7, "a colour: blue, violet, red, yellow, orange, green"),
        ("choose pink", 8, "a colour: blue"),
        ("choose serendip", 8, "a colour: blue"),
        ("reveal", 7, "a cell from a1 to k6"),
        ("reveal a7", 8, "a cell from a1 to k6"),
        ("reveal f06", 8, "a cell from a1 to k6"),
        ("reveal l1", 8, "a cell from a1 to k6"),
        ("reveal a1 a2", 11, "nothing more"),
        ("keep blue", 6, "a colon and one of ne, e, se, sw, w, nw"),
        ("keep blue:", 6, "a colon and one of"),
        ("keep blue:n", 6, "one of ne, e, se, sw, w, nw"),
        ("keep :e", 6, "a colour of an edge (blue, violet, red, yellow, orange, green)"),
        ("keep pink:e", 6, "a colour of an edge"),
        ("keep e:blue", 6, "a colour of an edge"),
        ("keep blue:e red:w", 13, "nothing more"),
        ("keep   f6", 8, "a colour of an edge"),
        ("back f6", 6, "nothing more"),
        ("move", 5, "a cell from a1 to k6"),
        ("move blue:e", 6, "a cell from a1 to k6"),
        ("move g5 e", 9, "a colour of an edge"),
        ("move g5 blue:e x", 16, "nothing more"),
        ("swap a1", 8, "a cell from a1 to k6"),
        ("swap a1 z1", 9, "a cell from a1 to k6"),
        ("swap a1 A1", 9, "another cell than the first"),
        ("swap a1 a2 a3", 12, "nothing more"),
        ("pass please", 6, "nothing more"),
    ],
)
def test_a_fault_says_where_it_is_and_what_was_expected(
    text: str, column: int, expected: str
) -> None:
    with pytest.raises(tr.NotationError) as caught:
        parsed(BASE, text)
    assert (caught.value.text, caught.value.column) == (text, column)
    assert expected in caught.value.expected
    assert f"at column {column}" in str(caught.value)


def test_the_card_says_which_cells_and_colours_there_are() -> None:
    for text, expected in (("reveal h1", "a cell from a1 to g4"), ("keep green:e", "(blue, red, ")):
        with pytest.raises(tr.NotationError) as caught:
            parsed(SMALL, text)
        assert expected in caught.value.expected


def test_a_long_text_is_cut_short_in_the_message() -> None:
    with pytest.raises(tr.NotationError) as caught:
        parsed(BASE, "reveal " + "a" * 10_000)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize("text", [None, 7, b"pass", ["pass"]])
def test_a_move_in_notation_is_a_text(text: Any) -> None:
    with pytest.raises(TypeError, match="is a text"):
        tr.parse_move(position(BASE, 2, {}), text)


# ---- a move ---------------------------------------------------------------------------------


def test_a_move_is_a_value() -> None:
    move = tr.Move("swap", ("a1", "b2"))
    assert eval(repr(move), {"Move": tr.Move}) == move  # noqa: S307 - a repr can be pasted
    assert move == tr.Move("swap", ["a1", "b2"])
    assert len({move, tr.Move("swap", ("a1", "b2")), tr.Move("pass")}) == 2
    assert pickle.loads(pickle.dumps(move)) == move


@pytest.mark.parametrize("args", ["g5", [1], (None,), ("a1", 2)])
def test_the_words_of_a_move_are_texts(args: Any) -> None:
    with pytest.raises(TypeError, match="a sequence of texts"):
        tr.Move("move", args)


# ---- there and back, in games ---------------------------------------------------------------

GAMES = [(BASE, 6), (TURNING, 2), (SMALL, 3), (CHOSEN, 4), (NOT_EVEN, 5)]


def sample(state: State, number: int) -> list[tr.Move]:
    """All legal moves, or some of them where they are many."""
    moves = tr.legal_moves(state)
    return list(moves) if len(moves) <= number else random.Random(state.ply).sample(moves, number)


@pytest.mark.parametrize(("rules", "seats"), GAMES)
def test_what_is_written_is_read_as_the_same_move(rules: tr.Ruleset, seats: int) -> None:
    for state in random_game(rules, seats, seed=5, plies=150):
        seen = tr.observe(state, state.to_move)
        for move in sample(state, 200):
            assert tr.parse_move(state, str(move)) == move
            assert tr.parse_move(seen, str(move).upper()) == move


# ---- the action space -----------------------------------------------------------------------

# 6 colours, 91 cells to turn up, `keep`, 6 facings, `pass`, 91 cells to move to, and pairs of
# cells to swap.
PAIRS = 91 * 90 // 2
WHOLE = 6 + 91 + 1 + 6 + 1 + 91 + PAIRS


@pytest.mark.parametrize(
    ("rules", "length"),
    [
        (BASE, WHOLE),
        (tr.load("serendipity-french"), WHOLE),
        (CHOSEN, WHOLE + 1),  # `back`
        (TURNING, WHOLE + 91 * 6),  # a move that turns, beside the one that does not
        (
            card("serendipity-turning", turn={"own": {"exchange": "removed"}}),
            WHOLE + 91 * 6 - 91,
        ),
        (card(turn={"serendip": {"leave": {"swap": "never"}}}), WHOLE - PAIRS),
        (card(turn={"serendip": {"leave": "removed"}}), WHOLE - PAIRS - 6),
        (card(turn={"own": {"leave": "removed"}}), WHOLE - 1),
        (
            card(turn={"own": {"exchange": "removed"}, "serendip": {"exchange": "removed"}}),
            WHOLE - 91,
        ),
        (card(tiles={"serendip_edges": ["blue", "red"] * 3}), WHOLE - 4),
        (SMALL, 3 + 37 + 1 + 3 + 1 + 37 + 37 * 36 // 2),
    ],
)
def test_how_many_moves_can_ever_be_made(rules: tr.Ruleset, length: int) -> None:
    assert [len(tr.action_space(rules, seats)) for seats in rules.seat_counts] == [length] * len(
        rules.seat_counts
    )


@pytest.mark.parametrize("rules", [BASE, TURNING, SMALL, CHOSEN])
def test_every_number_is_one_move_and_every_move_one_number(rules: tr.Ruleset) -> None:
    space = tr.action_space(rules, 2)
    moves = [space.move(id) for id in range(len(space))]
    assert [space.id(move) for move in moves] == list(range(len(space)))
    assert len(set(moves)) == len({str(move) for move in moves}) == len(space)
    state = position(rules, 2, {})
    plain = [move for move in moves if move.kind != "keep"]
    assert [tr.parse_move(state, str(move)) for move in plain] == plain


def test_moves_stand_kind_by_kind() -> None:
    space = tr.action_space(BASE, 6)
    at = [0, 5, 6, 96, 97, 98, 103, 104, 105, 195, 196, 197, 198, 199, len(space) - 1]
    assert [str(space.move(id)) for id in at] == [
        "choose blue",
        "choose green",
        "reveal a1",
        "reveal k6",
        "keep",
        "keep blue:ne",
        "keep blue:nw",
        "pass",
        "move a1",
        "move k6",
        "swap a1 a2",
        "swap a1 a3",
        "swap a2 a3",
        "swap a1 a4",
        "swap k5 k6",
    ]
    assert repr(space) == f"<ActionSpace ({WHOLE}): choose, reveal, keep, pass, move, swap>"


@pytest.mark.parametrize("id", [-1, WHOLE, 10**30])
def test_there_is_no_move_beyond_the_ends(id: int) -> None:
    with pytest.raises(IndexError, match=f"from 0 to {WHOLE - 1}"):
        tr.action_space(BASE, 6).move(id)


@pytest.mark.parametrize(
    "move",
    [
        tr.Move("back"),
        tr.Move("fly"),
        tr.Move("reveal", ("z1",)),
        tr.Move("reveal"),
        tr.Move("keep", ("red:e",)),
        tr.Move("move", ("a1", "blue:e")),
        tr.Move("swap", ("b2", "a1")),
        tr.Move("swap", ("a1", "a1")),
        tr.Move("swap", ("a1",)),
        tr.Move("swap", ("a1", "a2", "a3")),
        tr.Move("pass", ("a1",)),
    ],
)
def test_a_move_that_can_never_be_made_has_no_number(move: tr.Move) -> None:
    with pytest.raises(KeyError, match="can never be made under these rules"):
        tr.action_space(BASE, 6).id(move)


@pytest.mark.parametrize(("rules", "seats"), GAMES)
def test_legal_moves_stand_in_the_order_of_their_numbers(rules: tr.Ruleset, seats: int) -> None:
    space = tr.action_space(rules, seats)
    for state in random_game(rules, seats, seed=8, plies=150):
        ids = [space.id(move) for move in tr.legal_moves(state)]
        assert ids == sorted(set(ids))
        assert [id for id, legal in enumerate(space.mask(state)) if legal] == ids
        for viewer in range(seats):
            seen = tr.observe(state, viewer)
            assert any(space.mask(seen)) == (viewer == state.to_move)


def test_a_board_with_more_cells_than_a_byte_can_name() -> None:
    side_10 = card(
        board={"side": 10},
        tiles={"copies": 40, "serendips": 31},
        end={"turn_limit": 30},
        turn={"own": {"exchange": {"beside": "own_flower"}}},
    )
    space = tr.action_space(side_10, 2)
    assert len(space) == 6 + 271 + 1 + 6 + 1 + 271 + 271 * 270 // 2
    states = list(random_game(side_10, 2, seed=1))
    for state in states:
        moves = tr.legal_moves(state)
        assert [space.move(id) for id, on in enumerate(space.mask(state)) if on] == list(moves)
        assert all(move in moves for move in sample(state, 40))
        assert State.from_data(state.to_data()) == state
    assert states[-1].is_over
    swap = position(side_10, 2, {"s1": "serendip up"}, phase="swap")
    assert texts(swap)[-1] == "swap s9 s10"
    assert tr.Move("swap", ("s1", "s2")) not in tr.legal_moves(swap)


# ---- legal moves as a sequence --------------------------------------------------------------


def test_legal_moves_are_a_sequence() -> None:
    state = play(position(TURNING, 6, {"f6": "serendip"}), "reveal f6")
    moves = tr.legal_moves(state)
    listed = list(moves)
    assert len(moves) == len(listed) == 6 + 90 * 6
    assert [moves[n] for n in range(len(moves))] == listed
    assert (moves[-1], moves[-len(moves)]) == (listed[-1], listed[0])
    for part in (slice(3), slice(3, 20, 5), slice(-4, None), slice(None, None, -97)):
        assert moves[part] == tuple(listed[part])
    assert all(move in moves for move in listed)
    assert (moves.index(listed[77]), moves.count(listed[77])) == (77, 1)
    assert list(reversed(moves)) == listed[::-1]


def test_what_is_no_legal_move_is_not_among_them() -> None:
    state = play(position(BASE, 6, {"f6": "serendip", **some("red up", "a1-3")}), "reveal f6")
    moves = tr.legal_moves(state)
    for other in (
        tr.Move("move", ("f6",)),
        tr.Move("keep"),
        tr.Move("keep", ("red:e",)),
        tr.Move("pass"),
        "move a1",
        None,
    ):
        assert other not in moves
    swap = tr.legal_moves(play(state, "keep"))
    assert tr.Move("swap", ("a1", "f6")) not in swap
    assert tr.Move("swap", ("a2", "a1")) not in swap


@pytest.mark.parametrize("number", [6, -7, 10**30])
def test_there_is_nothing_beyond_the_ends(number: int) -> None:
    moves = tr.legal_moves(tr.new_game(BASE, 6, seed=1))
    with pytest.raises(IndexError, match="there are 6 legal moves, and none at"):
        moves[number]


def test_legal_moves_are_values() -> None:
    state = tr.new_game(BASE, 6, seed=1)
    moves, again = tr.legal_moves(state), tr.legal_moves(tr.observe(state, 0))
    assert moves == again
    assert hash(moves) == hash(again)
    assert moves != list(moves)
    after = tr.legal_moves(tr.apply_move(state, moves[0]))
    assert moves != after
    assert repr(moves) == (
        "<LegalMoves (6): choose blue, choose violet, choose red, choose yellow, …>"
    )
    assert repr(tr.legal_moves(tr.observe(state, 1))) == "<LegalMoves (0)>"
