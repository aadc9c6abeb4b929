"""Data that may be wrong, read step by step: each fault is named by its path."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Any

from tilerules.data import formats
from tilerules.errors import InvalidData
from tilerules.wording import counted, shortened

LARGEST = 10**18
"""Beyond it no number of anything is read; every game is over long before."""
_REQUIRED: Any = object()
_TELLING = {
    "match": ("ruleset", "games"),
    "record": ("ruleset", "moves"),
    "summary": ("policies", "played"),
    "observation": ("viewer", "to_move"),
    "state": ("phase", "to_move"),
    "deal": ("ruleset", "salt"),
    "ruleset": ("id", "digest"),
    "outcome": ("ranking", "decided_by"),
    "score_breakdown": ("seat", "lines"),
    "event": ("kind",),
}
"""For each kind of data, keys that tell it from the kinds below it."""
_NOT_IN_A_LINE = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]")


class Source:
    """A value in JSON data, with its path and its format; a mapping is read key by key.

    What cannot be is an `InvalidData`, which names the path.

    Attributes:
        value: the data themselves.
        path: where they stand in the whole, as `cells.a1.tile`.
        format: in which version they are written.
        kind: what they are to be, if that is known, as `score_breakdown`.

    >>> from tilerules import InvalidData
    >>> from tilerules.data.source import Source
    >>> source = Source({"row": [3, 1, "two"]})
    >>> try:
    ...     [each.whole(1, 5) for each in source.entry("row").items()]
    ... except InvalidData as error:
    ...     print(error)
    row[2]: expected a whole number from 1 to 5, not 'two'
    """

    def __init__(self, value: object, path: str = "", format: int = 1, kind: str = "") -> None:
        self.value = value
        self.path = path
        self.format = format
        self.kind = kind

    def of(self, kind: str) -> Source:
        """This value as data of a kind, brought to the newest format.

        It has the format that it names, or else that of the data in which it lies; data that name
        none are of the first.
        """
        format = self.format
        if isinstance(self.value, dict):
            version = self.entry("format", format)
            format = version.whole(1, LARGEST)
            if format > formats.newest():
                raise version.fault(
                    f"this format is newer than this library, which reads {formats.newest()}"
                )
        try:
            value = formats.upgraded(self.value, kind, format)
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
            raise self.fault(f"this is no {kind} of format {format}") from None
        return Source(value, self.path, format, kind)

    def fault(self, problem: str) -> InvalidData:
        """The error that something is wrong with this value."""
        return InvalidData(self.path, problem)

    def fault_at(self, key: str, problem: str) -> InvalidData:
        """The error that something is wrong with the entry of a key."""
        return InvalidData(self._inner(key), problem)

    def _inner(self, key: str) -> str:
        name = key if key.isprintable() and len(key) <= 40 else said(key)
        return f"{self.path}.{name}" if self.path else name

    def _no_object(self) -> InvalidData:
        """The error that this value is no mapping."""
        is_text = isinstance(self.value, str) and self.value.lstrip().startswith("{")
        way = "; from_json reads a text" if is_text and not self.path else ""
        return self.fault(f"expected an object with keys, not {said(self.value)}{way}")

    def _other_kind(self) -> str:
        """What the whole of these data looks like, if that is another kind than it is to be."""
        keys: Any = self.value
        likely = (kind for kind, telling in _TELLING.items() if keys.keys() >= {*telling})
        found = next(likely, self.kind)
        if self.path or found == self.kind:
            return ""
        name = found.title().replace("_", "")
        article = "an" if name[0] in "EO" else "a"
        return f"this looks like {article} {name}, which tr.{name}.from_json reads"

    def keys(self, known: Collection[str] | None = None) -> list[str]:
        """The keys of this mapping; all of them must be known, if those known are given."""
        if not isinstance(self.value, dict):
            raise self._no_object()
        for key in self.value:
            if not isinstance(key, str):
                raise self.fault(f"a key must be a text, not {said(key)}")
            if known is not None and key not in known:
                way = self._other_kind() or f"known are {listed(known)}"
                raise self.fault(f"there is no key {said(key)} here; {way}")
        return list(self.value)

    def entry(self, key: str, default: object = _REQUIRED) -> Source:
        """The entry of a key, or the default; `InvalidData` if it is missing and has none."""
        if not isinstance(self.value, dict):
            raise self._no_object()
        if key not in self.value and default is _REQUIRED:
            raise self.fault_at(key, "; ".join(filter(None, ("is missing", self._other_kind()))))
        return Source(self.value.get(key, default), self._inner(key), self.format)

    def entries(self) -> Iterator[tuple[str, Source]]:
        """All entries of this mapping."""
        for key in self.keys():
            yield key, self.entry(key)

    def items(self) -> Iterator[Source]:
        """The items of this list."""
        if not isinstance(self.value, list):
            raise self.fault(f"expected a list, not {said(self.value)}")
        for number, item in enumerate(self.value):
            yield Source(item, f"{self.path}[{number}]", self.format)

    def exactly(self, number: int, thing: str) -> list[Source]:
        """The items of this list, which are so many."""
        if isinstance(self.value, list) and len(self.value) != number:
            raise self.fault(f"expected {counted(number, thing)}, not {len(self.value)}")
        return list(self.items())

    def whole(self, low: int, high: int) -> int:
        """This value as a whole number within bounds."""
        if (
            isinstance(self.value, bool)
            or not isinstance(self.value, int)
            or not low <= self.value <= high
        ):
            least = f" from {low}" if low > -LARGEST else ""
            bounds = f"{least} to {high}" if high < LARGEST else least
            raise self.fault(f"expected a whole number{bounds}, not {said(self.value)}")
        return self.value

    def optional_whole(self, low: int, high: int) -> int | None:
        """This value as a whole number within bounds, or None."""
        return None if self.value is None else self.whole(low, high)

    def flag(self) -> bool:
        """This value as true or false."""
        if not isinstance(self.value, bool):
            raise self.fault(f"expected true or false, not {said(self.value)}")
        return self.value

    def text(self) -> str:
        """This value as a text."""
        if not isinstance(self.value, str):
            raise self.fault(f"expected a text, not {said(self.value)}")
        return self.value

    def line(self, most: int) -> str:
        """This value as a text of one line, with so many signs at most."""
        if problem := no_line(self.value, most):
            raise self.fault(problem)
        return self.text()

    def optional_text(self) -> str | None:
        """This value as a text, or None."""
        return None if self.value is None else self.text()

    def word(self, known: Collection[str]) -> str:
        """This value as one of some words."""
        if not isinstance(self.value, str) or self.value not in known:
            raise self.fault(f"expected one of {listed(known)}, not {said(self.value)}")
        return self.value


def no_line(text: object, most: int) -> str | None:
    """Why something is no text of one line with so many signs at most; None if it is one."""
    if not isinstance(text, str) or len(text) > most:
        return f"expected a text of at most {most} signs"
    if _NOT_IN_A_LINE.search(text):
        return "expected a text of one line, without control signs"
    return None


def said(value: object) -> str:
    """A value for a message, cut short."""
    for kind, name in ((dict, "an object"), (list, "a list"), (tuple, "a tuple")):
        if isinstance(value, kind):
            return name
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, int):
        return shortened(value)
    text = ascii(value) if isinstance(value, str | float) else type(value).__name__
    return text if len(text) <= 40 else text[:37] + "..."


def listed(words: Collection[str]) -> str:
    """Words for a message; of many only the first and the last."""
    if len(words) <= 16:
        return ", ".join(words)
    first, second, *_, last = words
    return f"{first}, {second}, … {last}"
