"""Safe reading of a rules card: text or plain data in, nodes that know their place out.

Cards come from strangers. Reading runs nothing, opens nothing but regular files, and refuses
whatever a card has no use for: anchors, aliases, tags, several documents, fractions, and more
than a card's worth of bytes, nodes or depth. Plain words are read as YAML 1.2 reads them.
"""

from __future__ import annotations

import re
import stat
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, TypeAlias

import attrs
import yaml

from tilerules.ruleset.problems import Place, Unreadable, fault

MAX_BYTES = 64 * 1024
MAX_NODES = 10_000
MAX_DEPTH = 32
MAX_DIGITS = 18
MAX_KEY = 100

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
# Control characters, what YAML 1.1 (but not 1.2) takes for a line break, lone surrogates, byte
# order marks, and what is no character at all.
_FORBIDDEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]"
)
_TO_SPACE = dict.fromkeys(map(ord, "\t\n\r"), " ")
_LINE_BREAK = re.compile(r"\r\n?")
_TAB = re.compile(r"^([ \t]+)|\t", re.MULTILINE)
_DIRECTIVE = re.compile(r"^%", re.MULTILINE)


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

    def leaves(self, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Node]]:
        """The values that are no mappings, each with its path of keys."""
        for key, entry in self.entries().items():
            if isinstance(entry.value, dict):
                yield from entry.leaves((*path, key))
            else:
                yield (*path, key), entry

    def plain(self) -> Any:
        """The value as plain dicts, lists, texts and numbers."""
        if isinstance(self.value, dict):
            return {key: node.plain() for key, node in self.value.items()}
        if isinstance(self.value, tuple):
            return [node.plain() for node in self.value]
        return self.value


def reads_as_text(text: str) -> bool:
    """Whether a text needs no quotes to be read as a text."""
    return not (text in _WORDS or _INT.fullmatch(text) or _FRACTION.fullmatch(text))


def shortened(text: str) -> str:
    """A text for a message, in one line and cut short."""
    line = text.translate(_TO_SPACE)
    return line if len(line) <= 40 else line[:37] + "..."


def _fault(
    code: str, place: Place, message: str, expected: str | None = None, **fields: Any
) -> Unreadable:
    return Unreadable(fault(code, place, message, expected, **fields))


# ---- from files and text --------------------------------------------------------------------


def read_file(path: Path) -> Node:
    """Read a card from a regular file; its name in problems is the path as given."""
    name = str(path)
    try:
        mode = path.stat().st_mode
        if not stat.S_ISREG(mode):
            message = "this is a folder" if stat.S_ISDIR(mode) else "this is no regular file"
            raise _fault("no_file", Place(name), message, "a rules file")
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except (FileNotFoundError, NotADirectoryError, ValueError):  # ValueError: a zero in the name
        message = "there is no such file"
        raise _fault("no_file", Place(name), message, "a rules file") from None
    except OSError as error:
        message = f"the file cannot be read ({error.strerror})"
        raise _fault("no_file", Place(name), message, reason=error.strerror) from None
    return read_bytes(data, name)


def read_bytes(data: bytes, name: str) -> Node:
    """Read a card from UTF-8 bytes, with or without a byte order mark."""
    if len(data) > MAX_BYTES:
        raise _too_large(name)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8").removeprefix("\ufeff")
        message = "this file holds more than text, or is text in another encoding than UTF-8"
        expected = "a file saved as UTF-8"
        before = _LINE_BREAK.sub("\n", before)
        place = place_in(before, len(before), name)
        raise _fault("not_utf8", place, message, expected) from None
    return read_text(text, name)


def read_text(text: str, name: str) -> Node:
    """Read a card from text.

    A tab within a line is read as a space, wherever it stands.
    """
    if len(text) > MAX_BYTES or len(text.encode("utf-8", "surrogatepass")) > MAX_BYTES:
        raise _too_large(name)
    text = _LINE_BREAK.sub("\n", text.removeprefix("\ufeff"))
    if found := _FORBIDDEN.search(text):
        raise _no_character(found, place_in(text, found.start(), name))
    if directive := _DIRECTIVE.search(text):
        place = place_in(text, directive.start(), name)
        raise _fault("directive", place, "a card uses no directives (`%NAME`)", "keys with values")
    return _read(_TAB.sub(lambda found: found[1] or " ", text), name)


def _too_large(name: str) -> Unreadable:
    expected = f"at most {MAX_BYTES // 1024} KiB"
    return _fault("too_large", Place(name, 1), "the card is too large", expected, bytes=MAX_BYTES)


def _no_character(found: re.Match[str], place: Place) -> Unreadable:
    number = f"U+{ord(found[0]):04X}"
    message = f"a character that has no place in a card stands here ({number})"
    return _fault("control_character", place, message, "letters, digits, signs", character=number)


def place_in(text: str, at: int, name: str) -> Place:
    """The place of a character of a text."""
    line, start = text.count("\n", 0, at), text.rfind("\n", 0, at) + 1
    return Place(name, line + 1, at - start + 1, text[start:].partition("\n")[0])


def _read(text: str, name: str) -> Node:
    """PyYAML's quick loader reads what is sound.

    What it refuses its slow one reads again, and has the last word: they do not agree on the
    places of faults.
    """
    try:
        return _Builder(name, text, LOADER(text)).card()
    except (Unreadable, yaml.YAMLError, ValueError, OverflowError):
        loader = yaml.SafeLoader(text)
    try:
        return _Builder(name, text, loader).card()
    except (yaml.MarkedYAMLError, ValueError, OverflowError) as error:
        from tilerules.ruleset.syntax import told

        place, message = told(error, loader, text, name)
        raise _fault("syntax", place, message) from None


class _Builder:
    """Makes nodes out of the events of PyYAML's parser, and refuses what a card may not use."""

    def __init__(self, name: str, text: str, loader: Any) -> None:
        self.name = name
        self.lines = text.split("\n")
        self.loader = loader
        self.nodes = 0

    def card(self) -> Node:
        """The one card of the text."""
        try:
            return self.document()
        finally:
            self.loader.dispose()

    def document(self) -> Node:
        self.next()  # the stream begins
        if isinstance(self.next(), yaml.StreamEndEvent):
            place = Place(self.name, 1, 1, self.lines[0])
            raise _fault("empty", place, "there is no card in this file")
        node = self.node(self.next(), 1)
        self.next()  # the document ends
        following = self.next()
        if not isinstance(following, yaml.StreamEndEvent):
            place = self.place(following)
            raise _fault("several_documents", place, "a second card begins here", "one card only")
        if not isinstance(node.value, dict):
            expected = "keys with values, as `title: ...`"
            raise _fault("no_mapping", node.place, "this is not a card", expected)
        return node

    def next(self) -> Any:
        return self.loader.get_event()

    def place(self, event: Any) -> Place:
        mark = event.start_mark
        if mark.line >= len(self.lines):  # what is empty may stand behind the last line
            return Place(self.name, len(self.lines), len(self.lines[-1]) + 1, self.lines[-1])
        return Place(self.name, mark.line + 1, mark.column + 1, self.lines[mark.line])

    def counted(self, event: Any) -> Place:
        """The place of one more node, which is no more than a plain value."""
        place = self.place(event)
        self.nodes += 1
        if self.nodes > MAX_NODES:
            raise _too_many(place)
        if isinstance(event, yaml.AliasEvent):
            raise _fault("alias", place, "a card uses no aliases (`*name`)", "the value itself")
        if event.anchor is not None:
            raise _fault("anchor", place, "a card uses no anchors (`&name`)", "the value alone")
        if event.tag is not None:
            raise _fault("tag", place, "a card uses no tags (`!name`)", "the value alone")
        return place

    def node(self, event: Any, depth: int, key_place: Place | None = None) -> Node:
        place = self.counted(event)
        if depth > MAX_DEPTH:
            raise _too_deep(place)
        if isinstance(event, yaml.ScalarEvent):
            value = self.scalar(event, place)
            return Node(value, place if value is not None else key_place or place, key_place)
        if isinstance(event, yaml.SequenceStartEvent):
            items = []
            while not isinstance(event := self.next(), yaml.SequenceEndEvent):
                items.append(self.node(event, depth + 1))
            return Node(tuple(items), place, key_place)
        return Node(self.mapping(depth), place, key_place)

    def mapping(self, depth: int) -> dict[str, Node]:
        entries: dict[str, Node] = {}
        while not isinstance(event := self.next(), yaml.MappingEndEvent):
            place = self.counted(event)
            if not isinstance(event, yaml.ScalarEvent) or not 0 < len(event.value) <= MAX_KEY:
                raise _key_not_a_word(place)
            key = self.text(event, place)
            if key in entries:
                raise _duplicate_key(key, place, entries[key].key_place)
            entries[key] = self.node(self.next(), depth + 1, place)
        return entries

    def text(self, event: Any, place: Place) -> str:
        text: str = event.value
        if found := _FORBIDDEN.search(text):  # written as an escape
            raise _no_character(found, place)
        return text

    def scalar(self, event: Any, place: Place) -> str | int | bool | None:
        text = self.text(event, place)
        if not event.implicit[0]:  # quoted, or a block of text
            return text
        if text in _WORDS:
            return _WORDS[text]
        if _INT.fullmatch(text):
            if len(text) > MAX_DIGITS:
                message, expected = "this number has too many digits", f"at most {MAX_DIGITS}"
                raise _fault("number_too_long", place, message, expected, digits=MAX_DIGITS)
            return int(text, 0) if text[:2] in ("0o", "0x") else int(text)
        if _FRACTION.fullmatch(text):
            message = f"`{shortened(text)}` is not a whole number"
            expected = "a whole number, or a text in quotes"
            raise _fault("fraction", place, message, expected, value=text)
        return text


def _too_many(place: Place) -> Unreadable:
    message, expected = "the card holds too many keys and values", f"at most {MAX_NODES}"
    return _fault("too_many_nodes", place, message, expected, nodes=MAX_NODES)


def _too_deep(place: Place) -> Unreadable:
    message, expected = "blocks and lists stand too deep in one another here", f"{MAX_DEPTH} levels"
    return _fault("too_deep", place, message, f"at most {expected}", depth=MAX_DEPTH)


def _key_not_a_word(place: Place) -> Unreadable:
    expected = f"a word or a number, of at most {MAX_KEY} characters"
    return _fault("key_not_a_word", place, "this cannot be a key", expected, characters=MAX_KEY)


def _duplicate_key(key: str, place: Place, first: Place | None) -> Unreadable:
    message = f"the key `{shortened(key)}` stands here a second time"
    return Unreadable(fault("duplicate_key", place, message, parent=first, name=key))


# ---- from plain data ------------------------------------------------------------------------


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
        if self.nodes > MAX_NODES:
            raise _too_many(self.place)
        if depth > MAX_DEPTH:
            raise _too_deep(self.place)
        return Node(self.value(data, depth), self.place, self.place)

    def value(self, data: object, depth: int) -> Value:
        if isinstance(data, Mapping):
            return self.mapping(data, depth)
        if isinstance(data, list | tuple):
            return tuple(self.node(item, depth + 1) for item in data)
        if isinstance(data, str):
            return self.text(data)
        if data is None or isinstance(data, bool):
            return data
        if isinstance(data, int) and abs(data) < 10**MAX_DIGITS:
            return int(data)
        message = f"a value of type {type(data).__name__} has no place in a card"
        expected = "mappings, lists, texts and whole numbers"
        raise _fault("not_plain", self.place, message, expected, type=type(data).__name__)

    def text(self, data: str) -> str:
        if len(data) > MAX_BYTES:
            raise _too_large(self.place.file)
        if found := _FORBIDDEN.search(data):
            raise _no_character(found, self.place)
        return str.__str__(data)  # not a subclass, which may change

    def mapping(self, data: Mapping[Any, Any], depth: int) -> dict[str, Node]:
        entries: dict[str, Node] = {}
        for key, value in data.items():
            if not isinstance(key, str | int) or isinstance(key, bool):
                raise _key_not_a_word(self.place)
            text = str(self.node(key, depth).value)
            if not 0 < len(text) <= MAX_KEY:
                raise _key_not_a_word(self.place)
            if text in entries:
                raise _duplicate_key(text, self.place, None)
            entries[text] = self.node(value, depth + 1)
        return entries
