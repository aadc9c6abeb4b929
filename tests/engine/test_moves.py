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


@pytest.mark.parametrize("args", ["a1", ("a1", 2), (None,), [("a1",)]])
def test_args_are_texts(args: object) -> None:
    with pytest.raises(TypeError, match="sequence of texts"):
        tr.Move("reveal", args)  # type: ignore[arg-type]
