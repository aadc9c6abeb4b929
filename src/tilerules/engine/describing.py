"""The rules in words: sentences made from values, put together for all numbers of players."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth",
    "tenth", "eleventh", "twelfth")  # fmt: skip


class Sentence(NamedTuple):
    """One thing that the rules say.

    Attributes:
        section: the heading it stands under.
        topic: what it is about: with another value, or another number of players, a sentence of
            the same topic stands in its place.
        text: what it says, in Markdown.
    """

    section: str
    topic: str
    text: str


class Values:
    """The values of a card for one number of players, and the keys that have been asked for."""

    def __init__(self, values: Mapping[str, Any], seats: int) -> None:
        self.seats = seats
        self.asked: set[str] = set()
        self._values = values

    def __call__(self, key: str) -> Any:
        """The value behind a path of keys; None where the card has none."""
        self.asked.add(key)
        value: Any = self._values
        for step in key.split("."):
            value = value.get(step) if isinstance(value, Mapping) else None
        return value


Told = Iterator[tuple[str, str]]
"""What a part of the rules says: topics, and texts whose line breaks and spaces do not matter."""


def sentences(of: Values, parts: Mapping[str, Callable[[Values], Told]]) -> Iterator[Sentence]:
    """All that the parts of the rules say, each under its heading."""
    for section, part in parts.items():
        for topic, text in part(of):
            yield Sentence(section, topic, _flowing(text))


def _flowing(text: str) -> str:
    """A text in one line, but for each item of a list."""
    lines = (" ".join(item.split()) for item in text.replace("\n- ", "\0- ").split("\0"))
    return "\n".join(lines).strip()


def rulebook(
    told: Mapping[int, Sequence[Sentence]], before: Mapping[int, Sequence[Sentence]]
) -> str:
    """The sentences of all numbers of players as one text, with what `before` does not say marked.

    Args:
        told: the sentences for each number of players.
        before: those of the rules that these change; empty if they change none.
    """
    known = {(seats, each) for seats, sentences in before.items() for each in sentences}
    paragraphs: list[str] = []
    section = ""
    for head in _heads(told.values()):
        if head[0] != section:
            section = head[0]
            paragraphs.append(f"## {section}")
        paragraphs += _paragraphs(head, told, known if before else None)
    return "\n\n".join(paragraphs)


def _heads(told: Iterable[Sequence[Sentence]]) -> list[tuple[str, str]]:
    """The sections and topics in the order in which they are told; some may lack some of them."""
    order: list[tuple[str, str]] = []
    for sentences in told:
        at = 0
        for section, topic, _ in sentences:
            if (section, topic) in order:
                at = order.index((section, topic)) + 1
            else:
                order.insert(at, (section, topic))
                at += 1
    return order


def _paragraphs(
    head: tuple[str, str],
    told: Mapping[int, Sequence[Sentence]],
    known: set[tuple[int, Sentence]] | None,
) -> Iterator[str]:
    """What is said on a topic, once for each of the ways in which numbers of players differ."""
    ways: dict[str, list[int]] = {}
    changed: set[str] = set()
    for seats, sentences in told.items():
        for each in sentences:
            if each[:2] == head:
                ways.setdefault(each.text, []).append(seats)
                if known is not None and (seats, each) not in known:
                    changed.add(each.text)
    for text, seats_so in ways.items():
        mark = "**Changed.** " if text in changed else ""
        players = "1 player" if seats_so == [1] else f"{listed(seats_so, 'or')} players"
        yield mark + ("" if len(seats_so) == len(told) else f"*With {players}:* ") + text


# ---- small words ----------------------------------------------------------------------------


def count(number: int, noun: str, nouns: str | None = None) -> str:
    """A number of things, as `two cards`; small numbers in words."""
    said = NUMBERS[number] if 0 <= number < len(NUMBERS) else str(number)
    return f"{said} {noun if number == 1 else nouns or noun + 's'}"


def points(number: int) -> str:
    """A number of points, as `2 points`."""
    return f"{number} point" if abs(number) == 1 else f"{number} points"


def listed(words: Iterable[object], last: str = "and") -> str:
    """Words in a row, as `red, blue and green`; nothing for none."""
    *first, end = ["", *map(str, words)]
    return f"{', '.join(first[1:])} {last} {end}" if first[1:] else end


def capital(text: str) -> str:
    """A sentence that begins with a capital letter."""
    return text[:1].upper() + text[1:]
