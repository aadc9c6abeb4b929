"""Data by strangers who want to do harm, read as every kind: used, or refused in a few words."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tilerules as tr
from tests.saving.kinds import fresh, judged, samples
from tilerules.data.text import Data

KINDS: tuple[type[Data], ...] = (
    tr.State,
    tr.Observation,
    tr.Move,
    tr.Deal,
    tr.Event,
    tr.ScoreBreakdown,
    tr.Outcome,
    tr.Ruleset,
    tr.Record,
    tr.Summary,
)
NAMES = tuple(samples())
OBJECTS = [name for name in NAMES if not name.startswith("move")]


def test_every_kind_is_here() -> None:
    assert {kind for kind, _ in samples().values()} == {*KINDS}
    for kind, text in samples().values():
        assert judged(kind, lambda kind=kind, text=text: kind.from_json(text)) is not None  # type: ignore[misc]


# ---- texts ----------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_what_is_no_text_is_refused(kind: type[Data]) -> None:
    sound = next(text for each, text in samples().values() if each is kind)
    for text in (
        None,
        1,
        1.5,
        [],
        {},
        object(),
        bytearray(sound.encode()),
        [sound],
        memoryview(b""),
    ):
        with pytest.raises(tr.InvalidData):
            kind.from_json(text)  # type: ignore[arg-type]


@pytest.mark.unmeasured
@pytest.mark.parametrize("name", NAMES)
def test_text_that_is_cut_off_is_refused(name: str) -> None:
    kind, text = samples()[name]
    whole = text.rstrip()
    step = 1 + len(whole) // 400
    for end in range(0, len(whole), step):
        with pytest.raises(tr.InvalidData) as caught:
            kind.from_json(whole[:end])
        assert caught.value.path == ""
        with pytest.raises(tr.InvalidData):
            kind.from_json(whole[:end].encode())
    assert judged(kind, lambda: kind.from_json(whole)) is not None


@pytest.mark.unmeasured
@pytest.mark.parametrize("name", NAMES)
def test_flipped_bits(name: str) -> None:
    kind, text = samples()[name]
    chance, data = Random(name), text.encode()
    for _ in range(60):
        flipped = bytearray(data)
        for _ in range(chance.choice((1, 1, 2, 5))):
            flipped[chance.randrange(len(flipped))] ^= 1 << chance.randrange(8)
        judged(kind, lambda flipped=flipped: kind.from_json(bytes(flipped)))  # type: ignore[misc]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
@settings(max_examples=60)
@given(
    data=st.binary(max_size=200) | st.text(max_size=200) | st.from_regex(r'[\[\]{}",:0-9eE+. -]*')
)
def test_random_text(kind: type[Data], data: bytes | str) -> None:
    judged(kind, lambda: kind.from_json(data))


ENCODINGS: dict[str, Callable[[str], bytes]] = {
    "UTF-8 with two marks": lambda text: ("\ufeff" + text).encode("utf-8-sig"),
    "UTF-16": lambda text: text.encode("utf-16"),
    "UTF-16, little end first": lambda text: text.encode("utf-16-le"),
    "UTF-32": lambda text: text.encode("utf-32"),
    "Latin-1": lambda text: text.replace('"', '"\xe9', 1).encode("latin-1"),
    "a surrogate": lambda text: text.replace('"', '"\ud800', 1).encode("utf-8", "surrogatepass"),
    "a zero": lambda text: text.encode() + b"\0",
}


@pytest.mark.parametrize("name", OBJECTS)
def test_other_encodings_are_refused(name: str) -> None:
    kind, text = samples()[name]
    for encode in ENCODINGS.values():
        with pytest.raises(tr.InvalidData):
            kind.from_json(encode(text))
    with pytest.raises(tr.InvalidData):
        kind.from_json("\ufeff\ufeff" + text)


LITERALS = (
    "NaN",
    "Infinity",
    "-Infinity",
    "1e400",
    "-1e400",
    "9" * 5000,
    "-" + "9" * 5000,
    "01",
    "0x1",
    "1.",
    "+1",
    "'a'",
    "None",
    "True",
    "1_000",
    "/**/1",
    '"\\ud8"',
    '"\n"',
    "[1,]",
)


@pytest.mark.parametrize("literal", LITERALS, ids=lambda literal: ascii(literal)[:12])
def test_numbers_and_texts_that_are_none(literal: str) -> None:
    """Neither alone nor as the value of a key."""
    for kind, text in samples().values():
        texts = [literal]
        if text.startswith("{"):
            key = next(iter(fresh(text)))
            texts += [f'{{"{key}": {literal}}}', text.replace("{", f'{{"more": {literal}, ', 1)]
            texts.append(text.replace("1", literal, 1))
        for each in texts:
            with pytest.raises(tr.InvalidData) as caught:
                kind.from_json(each)
            assert len(str(caught.value)) < 500


@pytest.mark.parametrize("name", OBJECTS)
def test_a_key_stands_once(name: str) -> None:
    kind, text = samples()[name]
    for key in list(fresh(text)):
        entry = json.dumps(fresh(text)[key])
        with pytest.raises(tr.InvalidData, match=key):
            kind.from_json(text.replace("{", f'{{"{key}": {entry}, ', 1))


def test_faulty_json_is_told_by_line_and_column() -> None:
    for kind in KINDS:
        with pytest.raises(tr.InvalidData) as caught:
            kind.from_json('{\n  "format": 1,\n  "seats" 2\n}')
        assert (caught.value.path, "line 3, column 11" in str(caught.value)) == ("", True)


# ---- data -----------------------------------------------------------------------------------


def _cyclic() -> list[Any]:
    cyclic: list[Any] = []
    cyclic.append(cyclic)
    return cyclic


def _cyclic_dict() -> dict[str, Any]:
    cyclic: dict[str, Any] = {}
    cyclic["values"] = cyclic["a"] = cyclic
    return cyclic


def _deep(wrap: Callable[[Any], Any]) -> Any:
    data: Any = []
    for _ in range(100_000):
        data = wrap(data)
    return data


JUNK: dict[str, Any] = {
    "null": None,
    "true": True,
    "false": False,
    "zero": 0,
    "minus one": -1,
    "large": 2**31,
    "huge": 10**5000,
    "minus huge": -(10**5000),
    "fraction": 1.5,
    "whole fraction": 1.0,
    "infinity": math.inf,
    "no number": math.nan,
    "complex": 1j,
    "empty": "",
    "a text": "x",
    "a number as text": "1",
    "long text": "x" * 100_000,
    "surrogate": "a\ud800",
    "escape": "\x1b[31mred\x07",
    "zero sign": "a\0b",
    "lines": "a\nb\r\u2028c",
    "right to left": "\u202eabc",
    "bytes": b"x",
    "list": [],
    "nested": [[[]]],
    "list of numbers": [0, 1],
    "list of texts": ["a", "b"],
    "long list": [0] * 100_000,
    "dict": {},
    "dict of junk": {"\x1b\ud800": {"": None}},
    "numbers as keys": {1: 2},
    "tuples as keys": {(1, 2): 3},
    "null as key": {None: 1},
    "many keys": {f"k{number}": number for number in range(100_000)},
    "long key": {"k" * 100_000: 1},
    "tuple": (0, 1),
    "set": {1},
    "object": object(),
    "class": dict,
    "function": len,
    "cyclic": _cyclic(),
    "cyclic dict": _cyclic_dict(),
    "deep": _deep(lambda data: [data]),
    "deep dict": _deep(lambda data: {"a": data}),
}


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_junk_is_no_data(kind: type[Data]) -> None:
    faults = []
    for junk, value in JUNK.items():
        for form, each in (("bare", value), ("ruleset", {"ruleset": value, "seats": value})):
            try:
                judged(kind, lambda each=each: kind.from_data(each))  # type: ignore[misc]
            except Exception as error:
                faults.append(f"{junk} {form}: {type(error).__name__} {str(error)[:200]}")
    assert faults == []


Spot = tuple[Any, ...]


def spots(data: Any, above: Spot = ()) -> Iterator[Spot]:
    """The ways to some values in data: of many entries the first ones and the last."""
    entries = list(data.items() if isinstance(data, dict) else enumerate(data))
    if above and len(entries) > 14:
        entries = [*entries[:1], entries[-1]]
    for key, value in entries:
        yield (*above, key)
        if isinstance(value, dict | list):
            yield from spots(value, (*above, key))


def put(text: str, spot: Spot, change: Callable[[Any, Any], None]) -> Any:
    """Data, one place of which has been changed."""
    data = fresh(text)
    block = data
    for key in spot[:-1]:
        block = block[key]
    change(block, spot[-1])
    return data


def some_spots(name: str, most: int) -> list[Spot]:
    """All places at the top, and so many of those below; a ruleset is looked into by itself."""
    found = list(spots(fresh(samples()[name][1])))
    top = [spot for spot in found if len(spot) == 1]
    below = [spot for spot in found if len(spot) > 1 and spot[0] != "ruleset"]
    return top + Random(name).sample(below, min(most, len(below)))


@pytest.mark.unmeasured
@pytest.mark.parametrize("name", OBJECTS)
def test_junk_in_every_place(name: str) -> None:
    kind, text = samples()[name]
    chance, faults = Random(name), []
    for spot in some_spots(name, 40):
        for junk in JUNK if len(spot) == 1 else chance.sample(list(JUNK), 5):
            data = put(text, spot, lambda block, key, junk=junk: block.__setitem__(key, JUNK[junk]))  # type: ignore[misc]
            try:
                judged(kind, lambda data=data: kind.from_data(data))  # type: ignore[misc]
            except Exception as error:
                faults.append(f"{spot} {junk}: {type(error).__name__} {str(error)[:200]}")
    assert faults == []


@pytest.mark.unmeasured
@pytest.mark.parametrize("name", OBJECTS)
def test_keys_that_are_missing_or_too_many(name: str) -> None:
    kind, text = samples()[name]
    chance = Random(name)
    for spot in some_spots(name, 20):
        data = put(text, spot, lambda block, key: block.__delitem__(key))
        judged(kind, lambda data=data: kind.from_data(data))  # type: ignore[misc]
        for key in chance.sample(("more", "", "\x1b\ud800", "k" * 1000, 7, None), 2):
            data = put(text, spot, lambda block, _, key=key: _add(block, key))  # type: ignore[misc]
            judged(kind, lambda data=data: kind.from_data(data))  # type: ignore[misc]


def _add(block: Any, key: Any) -> None:
    block.append(key) if isinstance(block, list) else block.__setitem__(key, 0)


# ---- mutations ------------------------------------------------------------------------------

LEAVES = st.none() | st.booleans() | st.integers(-3, 40) | st.text(max_size=6)
WORDS = st.sampled_from(("red", "serendip", "a1", "0,0", "pink-3", "reveal f6", "e", "over", "1"))
ANY = st.recursive(
    LEAVES | WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=6,
)
CHANGES = st.tuples(
    st.integers(0, 10**6), st.sampled_from(("put", "take", "swap", "twice")), ANY, st.integers(0)
)


def mutated(text: str, changes: list[tuple[int, str, Any, int]]) -> Any:
    """Data changed in some places."""
    data = fresh(text)
    for number, change, value, other in changes:
        found = list(_places(data))
        if not found:
            break
        block, key = found[number % len(found)]
        if change == "put":
            block[key] = value
        elif change == "take":
            del block[key]
        elif change == "swap":
            there, name = found[other % len(found)]
            block[key] = json.loads(json.dumps(there[name]))
        elif isinstance(block, list):
            block.append(block[key])
        else:
            block[f"{key}x"] = block[key]
    return data


def _places(data: Any) -> Iterator[tuple[Any, Any]]:
    for key, value in list(data.items() if isinstance(data, dict) else enumerate(data)):
        yield data, key
        if isinstance(value, dict | list):
            yield from _places(value)


@settings(max_examples=200)
@given(
    name=st.sampled_from(OBJECTS),
    changes=st.lists(CHANGES, min_size=1, max_size=3),
)
def test_mutated_data(name: str, changes: list[tuple[int, str, Any, int]]) -> None:
    kind, text = samples()[name]
    data = mutated(text, changes)
    read = judged(kind, lambda: kind.from_data(data))
    again = judged(kind, lambda: kind.from_json(json.dumps(data)))
    assert read == again


@settings(max_examples=100)
@given(st.sampled_from(KINDS), ANY)
def test_data_of_any_shape(kind: type[Data], data: Any) -> None:
    judged(kind, lambda: kind.from_data(data))


@settings(max_examples=100)
@given(
    st.sampled_from([name for name in NAMES if name.startswith("record")]),
    st.lists(
        st.text(max_size=12) | WORDS | st.from_regex(r"[a-z]{3,6} [-0-9a-k,:?]{1,6}"), max_size=3
    ),
)
def test_moves_of_any_words(name: str, moves: list[str]) -> None:
    kind, text = samples()[name]
    data = fresh(text)
    data["moves"] = [*data["moves"][:7], *moves]
    judged(kind, lambda: kind.from_data(data))


@pytest.mark.unmeasured
@pytest.mark.parametrize("name", NAMES)
def test_data_of_one_kind_are_read_as_every_kind(name: str) -> None:
    _, text = samples()[name]
    for kind in KINDS:
        judged(kind, lambda kind=kind: kind.from_json(text))  # type: ignore[misc]
