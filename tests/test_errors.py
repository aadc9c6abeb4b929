"""The errors of the library: one root, fields, equality, messages that name the way out."""

from __future__ import annotations

import copy
import pickle

import pytest

import tilerules as tr
from tilerules import errors

PLACE = tr.Place("card.yaml", 3, 5)
PROBLEM = tr.Problem(code="missing", place=PLACE, message="`id` is missing", expected="a name")
WARNING = tr.Problem(
    code="repeated_value",
    place=PLACE,
    message="it repeats",
    severity="warning",
    parent=tr.Place("base.yaml", 7),
    suggestion="that",
)
REFUSAL = tr.Refusal("face_up", "the tile on a1 lies face up already")
CASES: list[tuple[tr.TilerulesError, str]] = [
    (
        tr.InvalidRuleset([PROBLEM, WARNING]),
        "card.yaml:3:5: error: `id` is missing; expected a name\n"
        "card.yaml:3:5: warning: it repeats; did you mean `that`? (see base.yaml:7)",
    ),
    (tr.InvalidRuleset([]), ""),
    (tr.UnknownRuleset("a", [], ["b", "c"]), "no ruleset has the id 'a'; known are b, c"),
    (
        tr.UnknownRuleset("a", [], list("bcdefghi")),
        "no ruleset has the id 'a'; known are b, c, d, e, f, g and 2 more, "
        "as ruleset_ids() lists them",
    ),
    (
        tr.UnknownRuleset("a", ["b", "c"], ["b", "c"]),
        "no ruleset has the id 'a'; did you mean 'b' or 'c'?",
    ),
    (
        tr.UnknownRuleset("flowers.yaml", ["flowers"], ["flowers"]),
        "no ruleset has the id 'flowers.yaml'; "
        "tr.load takes a file as a Path, as Path('flowers.yaml')",
    ),
    (
        tr.UnknownRuleset("ours/a", [], ["b"]),
        "no ruleset has the id 'ours/a'; tr.load takes a file as a Path, as Path('ours/a')",
    ),
    (
        tr.UnknownRuleset("id: a\ntitle: A\n", [], ["b"]),
        "no ruleset has an id of several lines; tr.check takes the text of a card, and tr.load "
        "takes a card as a Path or as a mapping",
    ),
    (
        tr.BrokenPlugin("a", "some-a 1.0", "it has no\ngame"),
        "the plug-in a of some-a 1.0 cannot be used: it has no\\ngame",
    ),
    (
        tr.MissingPart("a", "planes"),
        "the game a has no module `planes`, which this needs",
    ),
    (tr.IllegalMove(REFUSAL), "the tile on a1 lies face up already"),
    (
        tr.NotationError("swap a1", 8, "a cell"),
        "'swap a1' is not a move: expected a cell at column 8",
    ),
    (tr.InvalidData("cells.a1", "is missing"), "cells.a1: is missing"),
    (tr.InvalidData("", "expected an object"), "expected an object"),
    (tr.WrongSeats("serendipity", 7, [2, 3]), "serendipity is for 2 or 3 seats, not for 7"),
    (tr.WrongSeats("serendipity", [7], [2, 3]), "serendipity is for 2 or 3 seats, not for [7]"),
    (tr.WrongSeats("solo", 2, [1]), "solo is for 1 seat, not for 2"),
    (tr.WrongSeats("solo", 10**5000, [1]), "solo is for 1 seat, not for a huge number"),
]
IDS = [f"{type(error).__name__}{number}" for number, (error, _) in enumerate(CASES)]


@pytest.mark.parametrize(("error", "message"), CASES, ids=IDS)
def test_an_error_says(error: tr.TilerulesError, message: str) -> None:
    assert str(error) == message
    with pytest.raises(tr.TilerulesError) as caught:
        raise error
    assert caught.value is error


@pytest.mark.parametrize(("error", "message"), CASES, ids=IDS)
def test_an_error_is_a_value(error: tr.TilerulesError, message: str) -> None:
    for other in (pickle.loads(pickle.dumps(error)), copy.copy(error), type(error)(*error.args)):
        assert other == error
        assert hash(other) == hash(error)
        assert str(other) == message
        assert vars(other) == vars(error)


def test_errors_differ_by_class_and_fields() -> None:
    seen: list[tr.TilerulesError] = []
    for error, _ in CASES:
        assert error not in seen
        seen.append(error)
    assert tr.InvalidData("a", "b") != tr.InvalidData("a", "c")
    assert tr.InvalidData("a", "b") != ("a", "b")


def test_fields() -> None:
    unknown = tr.UnknownRuleset("a", ["b"], ["b", "c"])
    assert (unknown.id, unknown.close, unknown.known) == ("a", ("b",), ("b", "c"))
    assert tr.InvalidRuleset([PROBLEM]).problems == (PROBLEM,)
    assert tr.IllegalMove(REFUSAL).refusal is REFUSAL
    notation = tr.NotationError("x", 1, "y")
    assert (notation.text, notation.column, notation.expected) == ("x", 1, "y")
    assert (notation.close, tr.NotationError("x", 1, "y", "z").close) == (None, "z")
    wrong = tr.WrongSeats("a", 7, [2])
    assert (wrong.ruleset, wrong.seats, wrong.allowed) == ("a", 7, (2,))
    broken = tr.BrokenPlugin("a", "b 1", "c")
    assert (broken.name, broken.distribution, broken.problem) == ("a", "b 1", "c")
    assert (tr.MissingPart("a", "b").game, tr.MissingPart("a", "b").part) == ("a", "b")


@pytest.mark.parametrize(
    "error", [tr.NotationError("x" * 500, 1, "a move"), tr.UnknownRuleset("x" * 500, [], ["a"])]
)
def test_a_long_text_is_cut_short(error: tr.TilerulesError) -> None:
    assert "x" * 57 + "..." in str(error)
    assert "x" * 58 not in str(error)


def test_all_errors_have_one_root() -> None:
    found = {value for value in vars(errors).values() if isinstance(value, type)}
    classes = {each for each in found if issubclass(each, Exception)}
    assert len(classes) == 11
    assert all(issubclass(each, tr.TilerulesError) for each in classes - {tr.PluginWarning})
    assert {each.__name__ for each in classes} <= set(tr.__all__)


def test_a_place_is_printed_with_what_is_known() -> None:
    assert str(tr.Place("a.yaml")) == "a.yaml"
    assert str(tr.Place("a.yaml", 3)) == "a.yaml:3"
    assert str(tr.Place("a.yaml", 3, 7)) == "a.yaml:3:7"
