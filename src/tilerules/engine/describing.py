"""The rules in words: sentences made from values, put together for all numbers of players."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from tilerules.ruleset.values import leaves
from tilerules.wording import counted, players

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

    >>> from tilerules.engine.describing import Sentence
    >>> Sentence("The end", "left", "The game ends when two pebbles are left.").section
    'The end'
    """

    section: str
    topic: str
    text: str


class Values:
    """The values of a card for one number of players, and the keys that have been asked for.

    >>> import tilerules as tr
    >>> from tilerules.engine.describing import Values
    >>> of = Values(tr.load("serendipity").values_for(2), 2)
    >>> of("board.side"), of("board.holes"), sorted(of.asked)
    (6, None, ['board.holes', 'board.side'])
    """

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

    def all(self) -> Iterator[tuple[str, Any]]:
        """Every path of keys behind which a value stands, and the value."""
        for key, value in leaves(self._values):
            self.asked.add(key)
            yield key, value


Told = Iterator[tuple[str, str]]
"""What a part of the rules says: topics, and texts whose line breaks and spaces do not matter."""


def sentences(of: Values, parts: Mapping[str, Callable[[Values], Told]]) -> Iterator[Sentence]:
    """All that the parts of the rules say, each under its heading.

    >>> from tilerules.engine.describing import Values, sentences
    >>> def the_end(of):
    ...     yield "left", f"The game ends when {of('left')} pebbles are left."
    >>> [sentence.text for sentence in sentences(Values({"left": 2}, 3), {"The end": the_end})]
    ['The game ends when 2 pebbles are left.']
    """
    for section, part in parts.items():
        for topic, text in part(of):
            yield Sentence(section, topic, _flowing(text))


def _flowing(text: str) -> str:
    """A text in one line, but for each item of a list."""
    lines = (" ".join(item.split()) for item in text.replace("\n- ", "\0- ").split("\0"))
    return "\n".join(lines).strip()


Seats = Mapping[int, Sequence[Sentence]]
"""The sentences for each number of players."""


def rulebook(told: Seats, before: Seats) -> str:
    """The sentences of all numbers of players as one text, with what has changed marked.

    Args:
        told: the rules.
        before: those that they change; empty if they change none.
    """
    paragraphs: list[str] = []
    section = ""
    for head in _heads((*told.values(), *before.values())):
        found = list(_paragraphs(head, told, before))
        if found and head[0] != section:
            section = head[0]
            paragraphs.append(f"## {section}")
        paragraphs += found
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


def _paragraphs(head: tuple[str, str], told: Seats, before: Seats) -> Iterator[str]:
    """What is said on a topic, and what is said no longer, each with the players it is for."""
    now, then = _by_text(head, told), _by_text(head, before)
    for text, seats in now.items():
        old = {*then.get(text, ())}
        changed = [each for each in seats if each in before and each not in old]
        some = (
            f" with {players(changed, 'or')}"
            if len(changed) < len(before.keys() & {*seats})
            else ""
        )
        yield (f"**Changed{some}.** " if changed else "") + _with(seats, told) + text
    silent = {*told} - {each for seats in now.values() for each in seats}
    for text, seats in then.items():
        if gone := sorted(silent & {*seats}):
            yield f"**No longer:** {_with(gone, told)}{text}"


def _by_text(head: tuple[str, str], told: Seats) -> dict[str, list[int]]:
    """The ways in which a topic is told, each with its numbers of players."""
    ways: dict[str, list[int]] = {}
    for seats, sentences in told.items():
        for each in sentences:
            if each[:2] == head:
                ways.setdefault(each.text, []).append(seats)
    return ways


def _with(seats: Sequence[int], told: Seats) -> str:
    return "" if len(seats) == len(told) else f"*With {players(seats, 'or')}:* "


# ---- small words ----------------------------------------------------------------------------


def count(number: int, noun: str) -> str:
    """A number of things, as `two cards`; small numbers in words."""
    said = NUMBERS[number] if 0 <= number < len(NUMBERS) else str(number)
    return f"{said} {noun if number == 1 else noun + 's'}"


def decided(ties: Sequence[str]) -> str:
    """What decides between players with equal points, as a sentence; nothing if nothing does."""
    order = "this decides" if len(ties) == 1 else "this decides, in this order"
    return f"With equal points {order}: {', '.join(ties)}." if ties else ""


def points(number: int) -> str:
    """A number of points, as `2 points`."""
    return counted(number, "point")


def capital(text: str) -> str:
    """A sentence that begins with a capital letter."""
    return text[:1].upper() + text[1:]
