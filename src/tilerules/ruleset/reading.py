"""Safe reading of a rules card: text or plain data in, nodes that know their place out.

Cards come from strangers. Reading runs nothing, opens nothing but regular files, and refuses
whatever a card has no use for: anchors, aliases, tags, several documents, fractions, and more
than a card's worth of bytes, nodes or depth. Plain words are read as YAML 1.2 reads them.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, TypeAlias

import attrs
import yaml

from tilerules.ruleset.problems import Place, Problem, Unreadable

MAX_BYTES = 64 * 1024
MAX_NODES = 10_000
MAX_DEPTH = 32
MAX_DIGITS = 18

Value: TypeAlias = "str | int | bool | dict[str, Node] | tuple[Node, ...] | None"

LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

_INT = re.compile(r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+")
_FRACTION = re.compile(
    r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?|[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)"
)
_WORDS: dict[str, bool | None] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL"), None),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]")


@attrs.frozen
class Node:
    """A value of a card, with the place of the value and that of the key it stands behind."""

    value: Value
    place: Place
    key_place: Place | None = None

    def entries(self) -> dict[str, Node]:
        """The entries of a mapping; none for anything else."""
        return self.value if isinstance(self.value, dict) else {}

    def at(self, path: tuple[str | int, ...]) -> Node | None:
        """The node behind a path of keys and positions, or None."""
        node: Node | None = self
        for step in path:
            value = node.value if node else None
            if isinstance(value, dict):
                node = value.get(str(step))
            elif isinstance(value, tuple) and isinstance(step, int) and step < len(value):
                node = value[step]
            else:
                return None
        return node

    def plain(self) -> Any:
        """The value as plain dicts, lists, texts and numbers."""
        if isinstance(self.value, dict):
            return {key: node.plain() for key, node in self.value.items()}
        if isinstance(self.value, tuple):
            return [node.plain() for node in self.value]
        return self.value


def _fault(code: str, place: Place, message: str, expected: str | None = None) -> Unreadable:
    return Unreadable(Problem(code=code, place=place, message=message, expected=expected))


def read_file(path: Path) -> Node:
    """Read a card from a regular file; its name in problems is the path as given."""
    name = str(path)
    try:
        if not path.is_file():
            raise _fault("no_file", Place(name), "there is no such file", "a rules file")
        with path.open("rb") as file:
            return read_bytes(file.read(MAX_BYTES + 1), name)
    except (OSError, ValueError) as error:
        reason = os.strerror(error.errno) if isinstance(error, OSError) and error.errno else "no"
        message = f"the file cannot be read ({reason.lower()})"
        raise _fault("no_file", Place(name), message) from None


def read_bytes(data: bytes, name: str) -> Node:
    """Read a card from UTF-8 bytes, with or without a byte order mark."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        place = Place(name, data.count(b"\n", 0, error.start) + 1, None)
        raise _fault("not_utf8", place, "a byte here is not text", "text in UTF-8") from None
    return read_text(text, name)


def read_text(text: str, name: str) -> Node:
    """Read a card from text."""
    text = text.removeprefix("\ufeff")
    if len(text) > MAX_BYTES or len(text.encode("utf-8", "surrogatepass")) > MAX_BYTES:
        raise _fault("too_large", Place(name, 1), "the card is too large", "at most 64 KiB")
    if found := _FORBIDDEN.search(text):
        before = text[: found.start()]
        place = Place(name, before.count("\n") + 1, len(before) - before.rfind("\n"))
        message = f"a character that has no place in text stands here (U+{ord(found[0]):04X})"
        raise _fault("control_character", place, message)
    return _Builder(name).read(text)


class _Builder:
    """Makes nodes out of the events of PyYAML's parser, and refuses what a card may not use."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.nodes = 0

    def read(self, text: str) -> Node:
        try:
            events = yaml.parse(text, Loader=LOADER)
            body = (event for event in events if not isinstance(event, yaml.StreamStartEvent))
            first = next(body)
            if isinstance(first, yaml.StreamEndEvent):
                raise _fault("empty", Place(self.name, 1, 1), "there is no card in this file")
            node = self.node(next(body), body, 1)
            next(body)
            following = next(body)
            if not isinstance(following, yaml.StreamEndEvent):
                raise _fault(
                    "several_documents",
                    self.place(following),
                    "a second card begins here",
                    "one card in a file",
                )
        except yaml.YAMLError as error:
            mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
            place = self.place_of(mark) if mark else Place(self.name, 1)
            raise _fault("syntax", place, _syntax_message(text, place)) from None
        if not isinstance(node.value, dict):
            raise _fault(
                "no_mapping", node.place, "this is not a card", "keys with values, as `title: ...`"
            )
        return node

    def place(self, event: Any) -> Place:
        return self.place_of(event.start_mark)

    def place_of(self, mark: Any) -> Place:
        return Place(self.name, mark.line + 1, mark.column + 1)

    def node(
        self, event: Any, events: Iterator[Any], depth: int, key_place: Place | None = None
    ) -> Node:
        place = self.place(event)
        self.nodes += 1
        if self.nodes > MAX_NODES:
            raise _fault(
                "too_many_nodes", place, "the card holds too many values", f"at most {MAX_NODES}"
            )
        if depth > MAX_DEPTH:
            raise _fault(
                "too_deep",
                place,
                "values are nested too deeply here",
                f"at most {MAX_DEPTH} levels",
            )
        self.refuse_decorations(event, place)
        if isinstance(event, yaml.ScalarEvent):
            return Node(self.scalar(event, place), place, key_place)
        if isinstance(event, yaml.SequenceStartEvent):
            items = []
            while not isinstance(event := next(events), yaml.SequenceEndEvent):
                items.append(self.node(event, events, depth + 1))
            return Node(tuple(items), place, key_place)
        return Node(self.mapping(events, depth), place, key_place)

    def refuse_decorations(self, event: Any, place: Place) -> None:
        if isinstance(event, yaml.AliasEvent):
            raise _fault("alias", place, "a card uses no aliases (`*name`)", "the value itself")
        if event.anchor is not None:
            raise _fault("anchor", place, "a card uses no anchors (`&name`)", "the value alone")
        if event.tag is not None:
            raise _fault("tag", place, "a card uses no tags (`!name`)", "the value alone")

    def mapping(self, events: Iterator[Any], depth: int) -> dict[str, Node]:
        entries: dict[str, Node] = {}
        while not isinstance(event := next(events), yaml.MappingEndEvent):
            place = self.place(event)
            self.refuse_decorations(event, place)
            if not isinstance(event, yaml.ScalarEvent):
                raise _fault("key_not_a_word", place, "a key must be a word or a number")
            key = event.value
            node = self.node(next(events), events, depth + 1, place)
            if key in entries:
                first = entries[key].key_place
                message = f"the key `{_short(key)}` stands here a second time"
                problem = Problem(code="duplicate_key", place=place, message=message, parent=first)
                raise Unreadable(problem)
            entries[key] = node
        return entries

    def scalar(self, event: Any, place: Place) -> str | int | bool | None:
        text: str = event.value
        if not event.implicit[0]:  # quoted, or a block of text
            return text
        if text in _WORDS:
            return _WORDS[text]
        if _INT.fullmatch(text):
            if len(text) > MAX_DIGITS:
                raise _fault("number_too_long", place, "this number has too many digits")
            return int(text, 0) if text[:2] in ("0o", "0x") else int(text)
        if _FRACTION.fullmatch(text):
            message = f"`{_short(text)}` is not a whole number"
            raise _fault("fraction", place, message, "a whole number, or a text in quotes")
        return text


def _short(text: str) -> str:
    return text if len(text) <= 40 else text[:37] + "..."


def _syntax_message(text: str, place: Place) -> str:
    """A sentence for a fault of syntax: PyYAML's two loaders word theirs differently."""
    lines = text.splitlines()
    line = lines[place.line - 1] if place.line and place.line <= len(lines) else ""
    if "\t" in line[: len(line) - len(line.lstrip())]:
        return "a tab indents this line; indent with spaces"
    return (
        "this cannot be read as YAML; look for a missing colon, quote or bracket here or just above"
    )


def from_data(data: Mapping[Any, Any], name: str) -> Node:
    """Nodes from plain data (mappings, lists, texts, whole numbers); places have no lines."""
    return _Plain(name).node(data, 1)


class _Plain:
    """Makes nodes out of plain data, within the same limits."""

    def __init__(self, name: str) -> None:
        self.place = Place(name)
        self.nodes = 0

    def node(self, data: object, depth: int) -> Node:
        self.nodes += 1
        if self.nodes > MAX_NODES or depth > MAX_DEPTH:
            raise _fault("too_large", self.place, "the data are too large or too deep")
        if isinstance(data, Mapping):
            return Node(self.mapping(data, depth), self.place, self.place)
        if isinstance(data, list | tuple):
            items = tuple(self.node(item, depth + 1) for item in data)
            return Node(items, self.place, self.place)
        if isinstance(data, str) and _FORBIDDEN.search(data):
            message = "a text holds a character that has no place in text"
            raise _fault("control_character", self.place, message)
        if data is None or isinstance(data, str | bool):
            return Node(data, self.place, self.place)
        if isinstance(data, int) and abs(data) < 10**MAX_DIGITS:
            return Node(data, self.place, self.place)
        message = f"a value of type {type(data).__name__} has no place in a card"
        expected = "mappings, lists, texts and whole numbers"
        raise _fault("not_plain", self.place, message, expected)

    def mapping(self, data: Mapping[Any, Any], depth: int) -> dict[str, Node]:
        entries: dict[str, Node] = {}
        for key, value in data.items():
            if not isinstance(key, str | int) or isinstance(key, bool):
                raise _fault("key_not_a_word", self.place, "a key must be a word or a number")
            text = str(self.node(key, depth).value)
            if text in entries:
                message = f"the key `{_short(text)}` stands there twice"
                raise _fault("duplicate_key", self.place, message)
            entries[text] = self.node(value, depth + 1)
        return entries
