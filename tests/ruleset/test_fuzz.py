"""Whatever is read as a card: a ruleset or `InvalidRuleset`, and never anything else."""

from __future__ import annotations

import re
from typing import Any

import pytest
import yaml
from hypothesis import assume, given
from hypothesis import strategies as st

import tilerules as tr
from tests.ruleset.cards import FOREIGN_WORDS, HEAD, LOADERS, RULES, laid, root_card
from tilerules import registry
from tilerules.ruleset import reading
from tilerules.ruleset.problems import Unreadable
from tilerules.ruleset.reading import Node

pytestmark = pytest.mark.unmeasured

GOOD = [path.read_text("utf-8") for path in sorted(RULES.glob("serendipity*.yaml"))]
PIECES = [
    *["\n", "\n  ", "  ", "\t", ": ", ":", "- ", ", ", "[", "]", "{", "}", "'", '"', "#", " # "],
    *["|", ">", "&a ", "*a", "!t ", "? ", "%", "---", "...", "~", "null", "1.5", "010", "true"],
    *["\\", "\\x00", '"\\ud800"', "<<: ", "\r", "\0", "\ufeff", "\x85", "é", "\ud800", "@"],
    *["removed", "for_players:", "2:", "extends: serendipity", "id: a", "players: [2]", "9" * 20],
]

plain = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.binary(max_size=3),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text(max_size=5) | st.integers(0, 7) | st.none(), inner, max_size=4)
    ),
    max_leaves=12,
)


@st.composite
def broken_texts(draw: st.DrawFn) -> str:
    """A good card with pieces of it replaced, doubled or taken away."""
    text = draw(st.sampled_from(GOOD))
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(text)))
        end = at + draw(st.sampled_from([0, 0, 1, 3, 10, 80]))
        piece = draw(st.sampled_from([*PIECES, "", text[at:end] * 2]))
        text = text[:at] + piece + text[end:]
    return text


def paths(card: Any, path: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    inner = [paths(value, (*path, key)) for key, value in card.items() if isinstance(value, dict)]
    return [(*path, key) for key in card] + [each for some in inner for each in some]


PATHS = [
    [str(step) for step in path] for path in paths(laid(root_card(), {"extends": "serendipity"}))
]


def changed(path: list[str], value: Any) -> dict[str, Any]:
    for step in reversed(path):
        value = {step: value}
    return laid(root_card(), value)


def judged(source: Any) -> None:
    """It is checked, and loaded or refused."""
    problems = tr.check(source)
    for problem in problems:
        assert "\n" not in problem.headline
        assert len(str(problem).split("\n")) == (3 if problem.column else 1)
    if isinstance(source, str):
        return
    if any(problem.severity == "error" for problem in problems):
        with pytest.raises(tr.InvalidRuleset) as caught:
            tr.load(source)
        assert caught.value.problems == problems
    else:
        assert tr.load(source).seat_counts


@given(st.text() | st.lists(st.sampled_from(PIECES)).map("".join) | broken_texts())
def test_any_text(text: str) -> None:
    judged(text)
    judged(HEAD + text)


@given(st.binary() | broken_texts().map(lambda text: text.encode("utf-8", "surrogatepass")))
def test_any_bytes(data: bytes) -> None:
    try:
        node: Node | None = reading.read_bytes(data, "f")
    except Unreadable:
        node = None
    assert node is None or isinstance(node.value, dict)


@given(plain)
def test_any_plain_data(data: Any) -> None:
    if isinstance(data, dict):
        judged(data)
    judged({"extends": "serendipity", "turn": data})
    judged({"extends": data, "id": data})


@given(st.sampled_from(PATHS), plain)
def test_any_value_anywhere(path: list[str], value: Any) -> None:
    judged(changed(path, value))
    if path[0] not in (
        "players",
        "for_players",
        "id",
        "title",
        "game",
        "edition",
        "sources",
        "summary",
    ):
        judged({"extends": "serendipity", "for_players": {3: changed(path, value)[path[0]]}})
        judged(
            {"extends": "serendipity", "for_players": {3: {path[0]: changed(path, value)[path[0]]}}}
        )


BROKEN: list[Any] = [
    None,
    True,
    "",
    "wordless",
    "removed",
    "2",
    -7,
    10**12,
    [],
    [None, 1, "a", []],
    ["blue", "blue"],
    {},
    {"wordless": 1},
    {"two\nlines": None, "": 1},
    "two\nlines",
    {"then": {"then": "then"}},
    "x" * 3000,
]


@pytest.mark.parametrize("path", PATHS, ids=".".join)
def test_no_sentence_of_another_library_is_told(path: list[str]) -> None:
    for value in BROKEN:
        for problem in tr.check(changed(path, value)):
            told = problem.headline
            assert [words for words in FOREIGN_WORDS if words in told] == []
            assert "\n" not in told
            assert len(told) < 700
            assert problem.message
            assert not problem.message.endswith(".")


# What PyYAML's slow loader refuses and its quick one reads: a question mark within a word in
# brackets, a comment glued to the sign of a block of text, a tab after spaces in a long text.
APART = re.compile(r"\?|[|>]\S*#|\n +\t")


def read(text: str, loader: Any) -> Any:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reading, "LOADER", loader)
        try:
            return reading.read_text(text, "f")
        except Unreadable as stop:
            return stop.problem


@given(st.lists(st.sampled_from(PIECES)).map("".join) | broken_texts())
def test_both_loaders_read_alike(text: str) -> None:
    assume(not APART.search(text.replace("\r", "\n")))
    one, other = (read(text, loader) for loader in LOADERS)
    assert one == other


def test_the_quick_loader_is_used_where_there_is_one() -> None:
    assert getattr(yaml, "CSafeLoader", yaml.SafeLoader) is reading.LOADER


@given(broken_texts())
def test_a_known_card_is_never_touched(text: str) -> None:
    before = tr.load("serendipity").to_data()
    tr.check(text)
    card = registry.SHELF.card("serendipity")
    assert card is not None
    assert tr.load("serendipity").to_data() == before
