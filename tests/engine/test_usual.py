"""What a game does that says nothing else, and what small games are made of."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import attrs
import pytest

import tilerules as tr
from tilerules.data.source import Source
from tilerules.engine import simple, usual
from tilerules.engine.describing import Values
from tilerules.engine.moves import Words
from tilerules.engine.offers import MoveList

MOVES = (MoveList("pass", [(), ("on",)]), MoveList("go", [("a1", "b2"), ("a1", "c3"), ("d4",)]))
TABLE = SimpleNamespace(rules=SimpleNamespace(blocks=MOVES))


@pytest.mark.parametrize("move", [move for block in MOVES for move in block])
def test_a_move_is_read_with_all_its_words(move: tr.Move) -> None:
    for text in (str(move), f"  {str(move).upper()} "):
        assert usual.parse(TABLE, Words(text)) == move


@pytest.mark.parametrize(
    ("text", "column", "expected"),
    [
        ("", 1, "one of pass, go"),
        ("run", 1, "one of pass, go"),
        ("pass a1", 6, "one of on"),
        ("pass on a1", 9, "nothing more"),
        ("go", 3, "one of a1, d4"),
        ("go a1", 6, "one of b2, c3"),
        ("go d4 b2", 7, "nothing more"),
    ],
)
def test_what_is_no_move_is_told_word_by_word(text: str, column: int, expected: str) -> None:
    with pytest.raises(tr.NotationError) as caught:
        usual.parse(TABLE, Words(text))
    assert (caught.value.column, caught.value.expected) == (column, expected)


def test_only_the_end_of_a_turn_is_an_event() -> None:
    state = tr.new_game(tr.load("flowers"), 2, seed=1)
    took = tr.apply_move(state, tr.Move("take", ("0",)))
    placed = tr.apply_move(took, tr.legal_moves(took)[0])
    first, second, third = (tr.observe(each, 0) for each in (state, took, placed))
    assert [*usual.ends_of_turns(first, second)] == []
    assert [str(each) for each in usual.ends_of_turns(second, third)] == [
        "the turn of seat 0 is over"
    ]


def test_values_are_told_one_by_one() -> None:
    lists = {"tie_breaks": ("size", "age"), "steps": ()}
    of = Values({"left": 2, **lists, "more": {"points": {"5": 1}}}, 2)
    assert [*usual.words(of)] == [
        ("Left", "left", "`left`: 2"),
        ("Tie breaks", "tie_breaks", "`tie_breaks`: size, age"),
        ("Steps", "steps", "`steps`: none"),
        ("More", "more.points.5", "`more.points.5`: 1"),
    ]
    assert of.asked == {"left", "tie_breaks", "steps", "more.points.5"}


# ---- small games ----------------------------------------------------------------------------


@attrs.frozen(repr=False, kw_only=True)
class Dealt(simple.Deal):
    """A deal of words, numbers, and tuples of them."""

    word: str
    rows: tuple[tuple[int, ...], ...]
    last: str | None


DEALT = Dealt(rules=None, word="red", rows=((1, 2), (3,)), last=None)
DATA = {"word": "red", "rows": [[1, 2], [3]], "last": None}
WRITE_AND_READ: dict[str, Any] = simple.data_of_fields(
    Dealt, tr.State, tr.Observation, lambda deal, source: None
)


def test_fields_are_written_as_they_are() -> None:
    assert WRITE_AND_READ["deal_data"](DEALT) == DATA
    assert DEALT.layout == "red | 1 2 3 | None"
    for last in (None, "x"):
        read = WRITE_AND_READ["deal_from"](None, Source({**DATA, "last": last}))
        assert read == attrs.evolve(DEALT, last=last)


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"word": 1}, "word"),
        ({"rows": [[1], 2]}, r"rows\[1\]"),
        ({"rows": [["1"]]}, r"rows\[0\]\[0\]"),
        ({"last": 3}, "last"),
        ({"first": 3}, ""),
    ],
)
def test_what_is_no_field_is_refused(change: dict[str, Any], path: str) -> None:
    with pytest.raises(tr.InvalidData, match=f"^{path}"):
        WRITE_AND_READ["deal_from"](None, Source({**DATA, **change}))
