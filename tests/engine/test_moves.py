"""Moves as values."""

from __future__ import annotations

import pytest

import tilerules as tr


def test_moves() -> None:
    move = tr.Move("swap", ["a1", "b2"])
    assert move == tr.Move("swap", ("a1", "b2")) == eval(repr(move), {"Move": tr.Move})  # noqa: S307
    assert hash(move) == hash(tr.Move("swap", ("a1", "b2")))
    assert (str(move), str(tr.Move("pass"))) == ("swap a1 b2", "pass")
    assert len({move, tr.Move("swap", ("b2", "a1")), tr.Move("swap"), tr.Move("pass")}) == 4


def test_a_move_is_set_in_a_column_as_its_notation_is() -> None:
    move = tr.Move("keep", ("blue:e",))
    assert f"{move:>12}|{move:.4}|{move}" == " keep blue:e|keep|keep blue:e"


@pytest.mark.parametrize("id", ["flowers", "serendipity", "tulips"])
def test_a_text_is_no_kind_of_move(id: str) -> None:
    """Somebody takes `Move` for what `parse_move` is."""
    state = tr.new_game(tr.load(id), 2, seed=1)
    text = str(tr.legal_moves(state)[0])
    assert tr.parse_move(state, text) == tr.legal_moves(state)[0]
    with pytest.raises(tr.IllegalMove) as caught:
        tr.apply_move(state, tr.Move(text))
    assert caught.value.refusal.code == "unknown_move"
    assert str(caught.value) == f"'{text}' is no kind of move; parse_move makes a Move of a text"
    assert tr.why_illegal(state, tr.Move(text)) == caught.value.refusal


@pytest.mark.parametrize(
    ("id", "text", "column", "close"),
    [
        ("tulips", "strat pink-4", 1, "start"),
        ("tulips", "add opne", 5, "open"),
        ("tulips", "start pnik-4", 7, None),  # a number is no more like one than like another
        ("flowers", "tkae 0", 1, "take"),
        ("serendipity", "choose bleu", 8, "blue"),
        ("serendipity", "choose mauve", 8, None),
        ("serendipity", "w" * 100_000, 1, None),
        ("serendipity", "", 1, None),
    ],
)
def test_a_mistyped_word_is_close_to_one(
    id: str, text: str, column: int, close: str | None
) -> None:
    state = tr.new_game(tr.load(id), 2, seed=1)
    with pytest.raises(tr.NotationError) as caught:
        tr.parse_move(state, text)
    assert (caught.value.column, caught.value.close) == (column, close)
    hint = f" at column {column}" + (f"; did you mean `{close}`?" if close else "")
    assert str(caught.value).endswith(hint)


@pytest.mark.parametrize("args", ["a1", ("a1", 2), (None,), [("a1",)]])
def test_args_are_texts(args: object) -> None:
    with pytest.raises(TypeError, match="sequence of texts"):
        tr.Move("reveal", args)  # type: ignore[arg-type]
