"""Moves in notation, the sequence of legal moves, and the number of every move."""

from __future__ import annotations

from typing import Any

import pytest

import tilerules as tr
from tests.tulips.tables import (
    begun,
    bundled,
    new,
    play,
    position,
    random_game,
    rules,
    seen,
    texts,
    variant,
)

BASE = rules()
FOUR = rules(base="tulips-four-actions")
TOGETHER = rules(base="tulips-full-hand")
NO_KEEP = variant(turn={"actions": ["give", "add_open"]}, scoring={"keeping": "removed"})
NAMES = [(id, seats) for id in bundled() for seats in tr.load(id).seat_counts]
BY_RULES = {"one by one": BASE, "together": TOGETHER}


# ---- what is read ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "kind", "args"),
    [
        ("start pink-3", "start", ("pink-3",)),
        ("start purple-4", "start", ("purple-4",)),
        ("keep", "keep", ()),
        ("give 0", "give", ("0",)),
        ("give 2", "give", ("2",)),
        ("add open", "add", ("open",)),
        ("add secret", "add", ("secret",)),
    ],
)
@pytest.mark.parametrize("state", [new(BASE, 3), begun(BASE, 3)], ids=["start", "first"])
def test_every_form_is_read_whatever_the_phase(
    state: tr.State, text: str, kind: str, args: tuple[str, ...]
) -> None:
    move = tr.Move(kind, args)
    assert tr.parse_move(state, text) == move
    assert (str(move), repr(move)) == (text, f"Move(kind={kind!r}, args={args!r})")
    assert tr.parse_move(tr.observe(state, None), text) == move


@pytest.mark.parametrize(
    ("text", "kind", "args"),
    [
        ("start pink-3", "start", ("pink-3",)),
        ("keep pink-3", "keep", ("pink-3",)),
        ("give 2 pink-3", "give", ("2", "pink-3")),
        ("add open orange-2", "add", ("open", "orange-2")),
        ("add secret purple-4", "add", ("secret", "purple-4")),
    ],
)
def test_with_all_cards_in_hand_the_card_stands_last(
    text: str, kind: str, args: tuple[str, ...]
) -> None:
    for state in (new(TOGETHER, 3), begun(TOGETHER, 3)):
        assert tr.parse_move(state, text) == tr.Move(kind, args)
        assert str(tr.Move(kind, args)) == text


def test_a_finished_game_reads_moves_too() -> None:
    over = position(BASE, "b2", ["", ""])
    assert str(tr.parse_move(over, "give 1")) == "give 1"  # form alone is judged


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("KEEP", "keep"),
        ("  give   1  ", "give 1"),
        ("\tAdd\nSECRET", "add secret"),
        ("Start Pink-3", "start pink-3"),
    ],
)
def test_case_and_spaces_do_not_matter(text: str, canonical: str) -> None:
    assert str(tr.parse_move(new(BASE, 2), text)) == canonical


KINDS = "one of start, keep, give, add"
CARD = "a card, as pink-2"
SEAT = "a seat from 0 to 2"
WAY = "open or secret"
MORE = "nothing more"

# Where both kinds of rules say the same, and where they differ.
ALIKE = [
    ("", 1, KINDS),
    ("   ", 4, KINDS),
    ("fly 1", 1, KINDS),
    ("  pass", 3, KINDS),
    ("pink-3", 1, KINDS),
    ("start", 6, CARD),
    ("start pink", 7, CARD),
    ("start pink-", 7, CARD),
    ("start pink-5", 7, CARD),
    ("start pink-03", 7, CARD),
    ("start pink -3", 7, CARD),
    ("start   rose-3", 9, CARD),
    ("start p3", 7, CARD),
    ("start ?", 7, CARD),
    ("start pink-\u0663", 7, CARD),
    ("start pink-3 blue-2", 14, MORE),
    ("give", 5, SEAT),
    ("give 3", 6, SEAT),
    ("give -1", 6, SEAT),
    ("give 01", 6, SEAT),
    ("give  one", 7, SEAT),
    ("give \u0661", 6, SEAT),
    ("add", 4, WAY),
    ("add hidden", 5, WAY),
    ("add  open-2", 6, WAY),
    ("add open,", 5, WAY),
]
ONE_BY_ONE = [
    ("keep pink-3", 6, MORE),
    ("keep keep", 6, MORE),
    ("give 1 pink-3", 8, MORE),
    ("add open pink-3", 10, MORE),
    ("add secret ?", 12, MORE),
]
ALL_IN_HAND = [
    ("keep", 5, CARD),
    ("keep pink-9", 6, CARD),
    ("keep ?", 6, CARD),
    ("give 1", 7, CARD),
    ("give pink-3 1", 6, SEAT),
    ("give 1 pink-3 pink-3", 15, MORE),
    ("add open", 9, CARD),
    ("add secret ?", 12, CARD),
    ("add pink-3 open", 5, WAY),
    ("add secret pink-3 x", 19, MORE),
    ("keep pink-3 1", 13, MORE),
]
FAULTS = [
    *((word, *fault) for word in BY_RULES for fault in ALIKE),
    *(("one by one", *fault) for fault in ONE_BY_ONE),
    *(("together", *fault) for fault in ALL_IN_HAND),
]


@pytest.mark.parametrize(("word", "text", "column", "expected"), FAULTS)
def test_a_fault_says_where_it_is_and_what_was_expected(
    word: str, text: str, column: int, expected: str
) -> None:
    with pytest.raises(tr.NotationError) as caught:
        tr.parse_move(begun(BY_RULES[word], 3), text)
    assert (caught.value.text, caught.value.column) == (text, column)
    assert caught.value.expected == expected
    assert f"expected {expected} at column {column}" in str(caught.value)


def test_the_card_says_which_seats_and_cards_there_are() -> None:
    small = variant(cards={"colours": ["red", "white", "tan", "sky"], "values": {"7": 6}})
    assert str(tr.parse_move(new(small, 2), "start red-7")) == "start red-7"
    for ruleset, seats, text, expected in (
        (BASE, 6, "give 6", "a seat from 0 to 5"),
        (BASE, 2, "give 2", "a seat from 0 to 1"),
        (small, 2, "start pink-2", "a card, as red-2"),
    ):
        with pytest.raises(tr.NotationError) as caught:
            tr.parse_move(new(ruleset, seats), text)
        assert caught.value.expected == expected


def test_a_card_that_is_named_as_an_example_is_one_of_the_game() -> None:
    ruleset = variant(cards={"values": {"2": 0, "3": 9, "4": 9}})
    with pytest.raises(tr.NotationError) as caught:
        tr.parse_move(new(ruleset, 2), "start rose")
    example = caught.value.expected.removeprefix("a card, as ")
    assert example == "pink-3"


def test_a_long_text_is_cut_short_in_the_message() -> None:
    with pytest.raises(tr.NotationError) as caught:
        tr.parse_move(new(BASE, 2), "start " + "p" * 10_000)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize("text", [None, 7, b"keep", ["give", "1"]])
def test_a_move_in_notation_is_a_text(text: Any) -> None:
    with pytest.raises(TypeError, match="is a text"):
        tr.parse_move(new(BASE, 2), text)


@pytest.mark.parametrize(("id", "seats"), NAMES)
def test_what_is_written_is_read_as_the_same_move(id: str, seats: int) -> None:
    for state in random_game(tr.load(id), seats, seed=5):
        if state.ply % 3:
            continue
        for move in tr.legal_moves(state):
            assert tr.parse_move(state, str(move)) == move
            assert tr.parse_move(seen(state, None), f" {str(move).upper()} ") == move


# ---- the action space -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ruleset", "seats", "length"),
    [
        (BASE, 2, 12 + 1 + 2 + 2),  # 12 cards to start with, keep, a seat for giving, two ways
        (BASE, 6, 12 + 1 + 6 + 2),
        (FOUR, 3, 12 + 1 + 3 + 2),
        (TOGETHER, 2, 12 + 12 + 2 * 12 + 2 * 12),
        (TOGETHER, 5, 12 + 12 + 5 * 12 + 2 * 12),
        (NO_KEEP, 3, 12 + 3 + 1),
        (variant(cards={"values": {"7": 6}}), 3, 16 + 1 + 3 + 2),
    ],
)
def test_how_many_moves_can_ever_be_made(ruleset: tr.Ruleset, seats: int, length: int) -> None:
    assert len(tr.action_space(ruleset, seats)) == length


@pytest.mark.parametrize("ruleset", [BASE, FOUR, TOGETHER, NO_KEEP])
def test_every_number_is_one_move_and_every_move_one_number(ruleset: tr.Ruleset) -> None:
    space = tr.action_space(ruleset, 3)
    moves = [space.move(id) for id in range(len(space))]
    assert [space.id(move) for move in moves] == list(range(len(space)))
    assert len(set(moves)) == len({str(move) for move in moves}) == len(space)
    state = new(ruleset, 3)
    assert [tr.parse_move(state, str(move)) for move in moves] == moves


def test_moves_stand_kind_by_kind_and_cards_in_the_order_of_the_deck() -> None:
    space = tr.action_space(BASE, 3)
    every = [str(space.move(id)) for id in range(len(space))]
    colours = ("pink", "blue", "orange", "purple")
    starts = [f"start {colour}-{value}" for colour in colours for value in (2, 3, 4)]
    assert every == [*starts, "keep", "give 0", "give 1", "give 2", "add open", "add secret"]
    assert repr(space) == "<ActionSpace (18): start, keep, give, add>"
    together = tr.action_space(TOGETHER, 2)
    at = [0, 12, 23, 24, 35, 36, 48, 59, 60, len(together) - 1]
    assert [str(together.move(id)) for id in at] == [
        "start pink-2",
        "keep pink-2",
        "keep purple-4",
        "give 0 pink-2",
        "give 0 purple-4",
        "give 1 pink-2",
        "add open pink-2",
        "add open purple-4",
        "add secret pink-2",
        "add secret purple-4",
    ]


@pytest.mark.parametrize("id", [-1, 17, 10**30])
def test_there_is_no_move_beyond_the_ends(id: int) -> None:
    with pytest.raises(IndexError, match="from 0 to 16"):
        tr.action_space(BASE, 2).move(id)


@pytest.mark.parametrize(
    "move",
    [
        tr.Move("pass"),
        tr.Move("start"),
        tr.Move("start", ("pink-5",)),
        tr.Move("start", ("?",)),
        tr.Move("keep", ("pink-2",)),
        tr.Move("give"),
        tr.Move("give", ("2",)),
        tr.Move("give", ("01",)),
        tr.Move("give", ("1", "pink-2")),
        tr.Move("add"),
        tr.Move("add", ("hidden",)),
        tr.Move("Add", ("open",)),
    ],
)
def test_a_move_that_can_never_be_made_has_no_number(move: tr.Move) -> None:
    with pytest.raises(KeyError, match="can never be made under these rules"):
        tr.action_space(BASE, 2).id(move)
    assert move not in tr.legal_moves(begun(BASE, 2))


def test_a_card_without_copies_is_in_no_move() -> None:
    """The space holds every move that can ever be made, and no others."""
    ruleset = variant(cards={"values": {"2": 0, "3": 9, "4": 9}, "more": ["pink-7"]})
    space = tr.action_space(ruleset, 2)
    named = [space.move(id).args[0] for id in range(len(space)) if space.move(id).kind == "start"]
    assert named == [
        *("pink-3", "pink-4", "pink-7", "blue-3", "blue-4"),
        *("orange-3", "orange-4", "purple-3", "purple-4"),
    ]


@pytest.mark.parametrize("move", [tr.Move("keep"), tr.Move("add", ("secret",))])
def test_where_an_action_is_missing_there_is_no_such_move(move: tr.Move) -> None:
    with pytest.raises(KeyError):
        tr.action_space(NO_KEEP, 2).id(move)


@pytest.mark.parametrize(("ruleset", "seats"), [(BASE, 2), (FOUR, 3), (TOGETHER, 4), (NO_KEEP, 3)])
def test_legal_moves_stand_in_the_order_of_their_numbers(ruleset: tr.Ruleset, seats: int) -> None:
    space = tr.action_space(ruleset, seats)
    for state in random_game(ruleset, seats, seed=8):
        ids = [space.id(move) for move in tr.legal_moves(state)]
        assert ids == sorted(set(ids))
        assert [id for id, legal in enumerate(space.mask(state)) if legal] == ids
        for viewer in (*range(seats), None):
            mask = space.mask(seen(state, viewer))
            mine = viewer is not None and viewer == state.to_move
            assert mask == (space.mask(state) if mine else bytes(len(space)))


# ---- legal moves as a sequence --------------------------------------------------------------


def test_legal_moves_are_a_sequence() -> None:
    state = position(BASE, "b2 p4", ["", "", ""], hand="o2", deck="o3")
    moves = tr.legal_moves(state)
    assert texts(state) == ["keep", "give 1", "give 2", "add open", "add secret"]
    listed = list(moves)
    assert [moves[n] for n in range(len(moves))] == listed
    assert (moves[-1], moves[-len(moves)]) == (listed[-1], listed[0])
    for part in (slice(3), slice(1, 5, 2), slice(-2, None), slice(None, None, -2)):
        assert moves[part] == tuple(listed[part])
    assert all(move in moves for move in listed)


def test_what_is_no_legal_move_is_not_among_them() -> None:
    state = position(BASE, "b2 p4", ["", "", ""], hand="o2", deck="o3")
    moves = tr.legal_moves(play(state, "keep"))
    for other in (
        tr.Move("keep"),
        tr.Move("give", ("0",)),
        tr.Move("give", ("3",)),
        tr.Move("start", ("orange-3",)),
        tr.Move("pass"),
        "give 1",
        None,
    ):
        assert other not in moves
