"""Reading a card safely: limits, files, bytes, plain data, and the places of nodes."""

from __future__ import annotations

import enum
import os
from collections import UserDict
from datetime import date
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

import tilerules as tr
from tests.ruleset.cards import HEAD, LOADERS
from tilerules.ruleset import reading
from tilerules.ruleset.problems import Place, Problem, Unreadable

KIB = 1024


def stopped(read: Any, *args: Any) -> Problem:
    with pytest.raises(Unreadable) as caught:
        read(*args)
    return caught.value.problem


# ---- nodes ----------------------------------------------------------------------------------


@pytest.mark.parametrize("loader", LOADERS)
def test_every_node_knows_its_place(loader: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "LOADER", loader)
    text = "# é\nid: a   # b\ntiles:\n  'é':  [x,  \"y\"]\n  none:\n  2: |\n    long\n"
    text += "last: {a: ~, b: -3}\n"
    node = reading.read_text(text, "f")

    def place(*path: str | int) -> tuple[int | None, int | None]:
        found = node.at(path)
        assert found is not None
        return found.place.line, found.place.column

    assert place() == (2, 1)
    assert place("id") == (2, 5)
    assert place("tiles") == (4, 3)
    assert place("tiles", "é") == (4, 9)
    assert place("tiles", "é", 1) == (4, 14)
    assert place("tiles", "none") == (5, 3)  # nothing stands there but the key
    assert place("tiles", "2") == (6, 6)
    assert place("last", "a") == (8, 8)  # a mapping's missing value too is shown at its key
    keys = {key: entry.key_place for key, entry in node.entries().items()}
    assert keys == {"id": Place("f", 2, 1), "tiles": Place("f", 3, 1), "last": Place("f", 8, 1)}
    assert node.plain() == {
        "id": "a",
        "tiles": {"é": ["x", "y"], "none": None, "2": "long\n"},
        "last": {"a": None, "b": -3},
    }
    for path in [("no",), ("id", "x"), ("tiles", "é", 2), ("tiles", "é", "0"), ("tiles", 7, "a")]:
        assert node.at(path) is None


@pytest.mark.parametrize(
    ("written", "value"),
    [
        *[(word, None) for word in ("", "~", "null", "Null", "NULL")],
        *[(word, True) for word in ("true", "True", "TRUE")],
        *[(word, False) for word in ("false", "False", "FALSE")],
        *[(word, word) for word in ("on", "Off", "yes", "NO", "y", "n", "nULL", "tRUE", "none")],
        *[(word, word) for word in ("1:30", "190:20:30", "1_000", "0b11", "2008-10-01", "1.2.3")],
        *[(word, word) for word in ("<<", "=", "-a", "+", ".", "0o8", "0xg", "-0x1", "1e", "e3")],
        *[(f"'{word}'", word) for word in ("~", "true", "12", "1.5", "")],
        ("12", 12),
        ("010", 10),
        ("-012", -12),
        ("+7", 7),
        ("0", 0),
        ("0o17", 15),
        ("0x1F", 31),
        ("9" * 18, 10**18 - 1),
        ('"\\u00e9\\t\\x41"', "é\tA"),
        ("'it''s'", "it's"),
    ],
)
def test_plain_words_are_read_as_yaml_1_2_reads_them(written: str, value: Any) -> None:
    read = reading.read_text(f"a: {written}\n", "f").plain()["a"]
    assert (read, type(read)) == (value, type(value))


@pytest.mark.parametrize("written", ["1.5", ".5", "5.", "1e3", "-2E+4", "+.inf", ".Inf", ".nan"])
def test_numbers_that_are_not_whole_are_refused(written: str) -> None:
    assert stopped(reading.read_text, f"a: {written}\n", "f").code == "fraction"
    assert reading.read_text(f"a: '{written}'\n", "f").plain() == {"a": written}


def test_keys_are_text_as_written() -> None:
    text = "2: a\n010: b\non: c\n~: d\n1.5: e\ntrue: f\n? g\n: h\n"
    assert list(reading.read_text(text, "f").entries()) == [
        "2",
        "010",
        "on",
        "~",
        "1.5",
        "true",
        "g",
    ]


# ---- limits ---------------------------------------------------------------------------------


def test_a_card_of_64_kib_is_read_and_no_more() -> None:
    text = "a: b\n#" + "é" * ((64 * KIB - 6) // 2)
    assert len(text.encode()) == 64 * KIB
    assert reading.read_bytes(text.encode(), "f").plain() == {"a": "b"}
    assert reading.read_text(text, "f").plain() == {"a": "b"}
    for problem in (
        stopped(reading.read_text, text + "x", "f"),
        stopped(reading.read_bytes, (text + "x").encode(), "f"),
        stopped(reading.read_bytes, (text + "é").encode()[:-1], "f"),  # cut within a character
        stopped(reading.read_text, "x" * 10**6, "f"),
    ):
        assert (problem.code, problem.line, problem.expected) == ("too_large", 1, "at most 64 KiB")


@pytest.mark.parametrize("loader", LOADERS)
def test_a_card_of_10_000_nodes_is_read_and_no_more(
    loader: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "LOADER", loader)
    text = "a:\n" + "- 1\n" * 9_997  # and the card, the key, the list
    assert len(reading.read_text(text, "f").plain()["a"]) == 9_997
    problem = stopped(reading.read_text, text + "- 1\n", "f")
    assert (problem.code, problem.line, problem.column) == ("too_many_nodes", 9_999, 3)
    assert stopped(reading.read_text, text + "b:\n", "f").code == "too_many_nodes"
    assert len(reading.from_data({"a": [1] * 9_997}, "f").plain()["a"]) == 9_997
    assert stopped(reading.from_data, {"a": [1] * 9_998}, "f").code == "too_many_nodes"


@pytest.mark.parametrize("loader", LOADERS)
def test_a_card_of_32_levels_is_read_and_no_more(
    loader: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "LOADER", loader)
    deep = reading.read_text("a: " + "[" * 31 + "]" * 31, "f")
    assert str(deep.plain()) == "{'a': " + "[" * 31 + "]" * 31 + "}"
    problem = stopped(reading.read_text, "a: " + "[" * 32 + "]" * 32, "f")
    assert (problem.code, problem.line, problem.column) == ("too_deep", 1, 35)
    blocks = "".join("  " * level + "a:\n" for level in range(32))
    problem = stopped(reading.read_text, blocks + "  " * 32 + "b", "f")
    assert (problem.code, problem.line, problem.column) == ("too_deep", 33, 65)
    data: list[Any] = []
    for _ in range(30):
        data = [data]
    assert reading.from_data({"a": data}, "f").plain() == {"a": data}
    assert stopped(reading.from_data, {"a": [data]}, "f").code == "too_deep"


HOSTILE = {
    "brackets": "[" * 65_000,
    "braces": "{a: " * 16_000,
    "dashes": "- " * 32_000,
    "questions": "? " * 32_000,
    "quotes": "a: '" + "''" * 32_000,
    "anchors": "&a " * 20_000,
    "tags": "!a " * 20_000,
    "newlines": "a:" + "\n" * 65_000,
    "long line": "a: " + "x " * 32_000,
    "long key": "k" * 65_000 + ": v",
    "long key of dots": "? '" + "." * 65_000 + "'\n: v",
    "unknown keys": HEAD + "".join(f"{number}player:\n" for number in range(4_000)),
    "unlike things": HEAD + "players: [" + ",".join(f"{{a: {n}}}, {n}" for n in range(2_000)) + "]",
    "laughs": HEAD + "a: &a [x]\n" + "".join(f"b{n}: &b{n} [*a, *a]\n" for n in range(1_000)),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_card_is_refused(name: str) -> None:
    assert tr.check(HOSTILE[name])


# ---- files ----------------------------------------------------------------------------------


def test_a_file_is_named_as_its_caller_named_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("card.yaml").write_bytes(b"\xef\xbb\xbfa: 1\r\n")
    node = reading.read_file(Path("card.yaml"))
    assert node.entries()["a"].place == Place("card.yaml", 1, 4)


def test_what_is_no_file_is_refused_by_name(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text("a: 1", encoding="utf-8")
    for path, message in [
        (tmp_path / "none.yaml", "there is no such file"),
        (tmp_path / "a.yaml" / "b.yaml", "there is no such file"),
        (tmp_path / "nul\0.yaml", "there is no such file"),
        (tmp_path, "this is a folder"),
        (Path(os.devnull), "this is no regular file"),
    ]:
        problem = stopped(reading.read_file, path)
        assert (problem.code, problem.file, problem.line) == ("no_file", str(path), None)
        assert problem.message == message


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    make = getattr(os, "mkfifo", None)
    if make is not None:  # Windows has none
        make(tmp_path / "pipe.yaml")
        problem = stopped(reading.read_file, tmp_path / "pipe.yaml")
        assert problem.message == "this is no regular file"


def test_a_file_that_cannot_be_read_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "a.yaml"
    file.write_text("a: 1", encoding="utf-8")

    def refuse(*args: object, **kwargs: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    problem = stopped(reading.read_file, file)
    assert problem.message == "the file cannot be read (Permission denied)"
    assert problem.fields == (("reason", "Permission denied"),)


def test_no_more_than_needed_is_read_of_a_large_file(tmp_path: Path) -> None:
    file = tmp_path / "large.yaml"
    with file.open("wb") as sparse:
        sparse.truncate(2**40)
    assert stopped(reading.read_file, file).code == "too_large"


@pytest.mark.parametrize(
    ("data", "line", "column"),
    [
        (b"\xff\xfei\0d\0", 1, 1),  # UTF-16
        (b"id: a\ntitle: \xe9", 2, 8),  # Latin-1
        (b"id: a\r\ntitle: \xe9", 2, 8),
        (b"id: a\rtitle: \xe9", 2, 8),
        ("title: éé".encode() + b"\xff", 1, 10),  # columns are characters
        (b"\xef\xbb\xbfid: \x80", 1, 5),
        (b"a: \xed\xa0\x80", 1, 4),  # a lone surrogate
        (b"a: \xc0\x80", 1, 4),  # an overlong zero
        (b"a: \xf5\x80\x80\x80", 1, 4),
        (b"a: \xc3", 1, 4),
    ],
)
def test_what_is_not_utf_8_is_refused_where_it_stands(data: bytes, line: int, column: int) -> None:
    problem = stopped(reading.read_bytes, data, "f")
    assert (problem.code, problem.line, problem.column) == ("not_utf8", line, column)
    assert problem.expected == "a file saved as UTF-8"


# ---- plain data -----------------------------------------------------------------------------


class Colour(enum.StrEnum):
    RED = "red"


class Number(enum.IntEnum):
    TWO = 2


def test_plain_data_are_read_as_a_card() -> None:
    data = {
        "a": (1, [True, None]),
        2: UserDict({"b": "c"}),
        Colour.RED: Number.TWO,
        "e": Colour.RED,
    }
    node = reading.from_data(MappingProxyType(data), "custom")
    plain = node.plain()
    assert plain == {"a": [1, [True, None]], "2": {"b": "c"}, "red": 2, "e": "red"}
    assert [type(value) for value in (plain["red"], plain["e"], *plain)] == [int, *[str] * 5]
    for _, leaf in node.leaves():
        assert leaf.place == Place("custom")


class Endless(UserDict[Any, Any]):
    def items(self) -> Any:
        return ((str(number), number) for number in iter(int, 1))


CIRCLE: dict[str, Any] = {"a": []}
CIRCLE["a"].append(CIRCLE)
laughs: list[Any] = ["ha"]
for _ in range(25):
    laughs = [laughs, laughs]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ({"a": 1.5}, "not_plain"),
        ({"a": float("nan")}, "not_plain"),
        ({"a": b"x"}, "not_plain"),
        ({"a": {1, 2}}, "not_plain"),
        ({"a": date(2008, 10, 1)}, "not_plain"),
        ({"a": object()}, "not_plain"),
        ({"a": 10**18}, "not_plain"),
        ({"a": -(10**18)}, "not_plain"),
        ({True: 1}, "key_not_a_word"),
        ({None: 1}, "key_not_a_word"),
        ({1.5: 1}, "key_not_a_word"),
        ({("a", "b"): 1}, "key_not_a_word"),
        ({"": 1}, "key_not_a_word"),
        ({"k" * 101: 1}, "key_not_a_word"),
        ({10**18: 1}, "not_plain"),
        ({2: 1, "2": 1}, "duplicate_key"),
        ({"a": {"2": 1, 2: 1}}, "duplicate_key"),
        ({"a": "b\0"}, "control_character"),
        ({"a\x1b": "b"}, "control_character"),
        ({"a": "\ud800"}, "control_character"),
        ({"a": "x" * 70_000}, "too_large"),
        ({"a": ["x"] * 20_000}, "too_many_nodes"),
        (CIRCLE, "too_deep"),
        ({"a": laughs}, "too_many_nodes"),
        (Endless(), "duplicate_key"),
    ],
)
def test_data_that_are_no_card_are_refused(data: Any, code: str) -> None:
    problem = stopped(reading.from_data, data, "custom")
    assert (problem.code, problem.place) == (code, Place("custom")) or code == "too_large"
    assert [found.code for found in tr.check(data)] == [code]
    with pytest.raises(tr.InvalidRuleset):
        tr.load(data)
