"""One card out of many: a variant laid over what it extends, for each number of players.

One rule for every key: maps merge, everything else replaces, and the word `removed` takes away.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from tilerules.ruleset import reading
from tilerules.ruleset.problems import Place, Problem, Unreadable
from tilerules.ruleset.reading import Node
from tilerules.ruleset.schema import CARD_KEYS, NO_DEFAULT, REMOVED, Key, Schema

MAX_LINEAGE = 32
DEFAULT = Place("default")


class Card(NamedTuple):
    """One card as it was read.

    Attributes:
        node: its content.
        file: its name in problems and origins.
        folder: where relative paths in it begin; None where it lies in no folder.
        bundled: whether it came with the library, and so has been checked.
        inline: whether it was given as a mapping, which may leave out id, title and edition.
        merged_from: the files it was merged from already, the oldest first, if it was.
    """

    node: Node
    file: str
    folder: Path | None = None
    bundled: bool = False
    inline: bool = False
    merged_from: tuple[str, ...] = ()

    @property
    def extends(self) -> Node | None:
        """What it says that it extends."""
        return self.node.entries().get("extends")

    @property
    def files(self) -> tuple[str, ...]:
        """The files that its values come from, the oldest first."""
        return self.merged_from or (self.file,)


def lineage(card: Card, find: Callable[[Node], Card]) -> tuple[Card, ...]:
    """The card and what it extends, the oldest first.

    `find` gives the known card of an id. A card that leads back to itself, or to a file outside
    the folder of the file that names it, raises `Unreadable`.
    """
    cards = [card]
    while (extends := cards[-1].extends) and isinstance(extends.value, str):
        parent = _parent(cards[-1], extends, find)
        if any(parent.file == other.file for other in cards):
            way = " -> ".join(other.file for other in (*cards, parent))
            message = f"the cards extend one another in a circle: {way}"
            raise _not_found("circle", extends, message)
        cards.append(parent)
        if len(cards) > MAX_LINEAGE:
            message = f"more than {MAX_LINEAGE} cards extend one another"
            raise _not_found("too_deep", extends, message)
    return tuple(reversed(cards))


def _parent(card: Card, extends: Node, find: Callable[[Node], Card]) -> Card:
    name = str(extends.value)
    if "/" not in name and not name.endswith(".yaml"):
        return find(extends)
    if card.folder is None:
        message = f"`{name}` names a file, and this card does not lie in a folder"
        raise _not_found("no_folder", extends, message, "the id of a known card")
    path = card.folder / name
    if not path.resolve().is_relative_to(card.folder.resolve()):
        message = f"`{name}` lies outside the folder of this card"
        raise _not_found("outside_folder", extends, message, "a file beside or below it")
    if not path.is_file():
        message = f"there is no file `{name}` beside this card"
        raise _not_found("no_file", extends, message, "the id of a known card, or a file")
    return Card(reading.read_file(path), str(path), path.parent)


def _not_found(code: str, extends: Node, message: str, expected: str | None = None) -> Unreadable:
    place = extends.place
    return Unreadable(
        Problem(code=code, place=place, key="extends", message=message, expected=expected)
    )


def merged(cards: Iterable[Card]) -> Node:
    """The rules of a lineage as one card; what identifies a card is not inherited."""
    whole: Node | None = None
    for card in cards:
        rules = {key: node for key, node in card.node.entries().items() if key not in CARD_KEYS}
        node = Node(rules, card.node.place)
        whole = merge(whole, node) if whole else node
    assert whole is not None, "a lineage has at least one card"
    return whole


def merge(below: Node, above: Node) -> Node:
    """Lay one value over another.

    The word `removed` takes the entry below it away; where there is none it stays, to take away
    what a number of players would inherit from the card's other sections.
    """
    if not (isinstance(below.value, dict) and isinstance(above.value, dict)):
        return above
    entries = dict(below.value)
    for key, node in above.value.items():
        if key not in entries:
            entries[key] = node
        elif node.value == REMOVED:
            del entries[key]
        else:
            entries[key] = merge(entries[key], node)
    return Node(entries, above.place, above.key_place)


def for_seats(whole: Node, seats: int) -> Node:
    """The rules for one number of players: its entry of `for_players` laid over the other keys."""
    entries = {
        key: node for key, node in whole.entries().items() if key not in ("players", "for_players")
    }
    base = Node(entries, whole.place)
    entry = whole.at(("for_players", str(seats)))
    return merge(base, entry) if entry and isinstance(entry.value, dict) else base


def complete(
    node: Node, schema: Schema, base: Node, age: Mapping[str, int]
) -> tuple[Node, tuple[Problem, ...]]:
    """Fill in defaults, drop inherited numbers that no word asks for, and say what is missing.

    Args:
        node: the merged card for one number of players.
        schema: of its game.
        base: the merged card before that number's entry was laid over it.
        age: for each file of the lineage its position, the oldest first.

    A word `removed` that is left by now has nothing to take away.
    """
    completer = _Completer(base, age)
    return completer.block(node, schema.rules, ()), tuple(completer.problems)


class _Completer:
    def __init__(self, base: Node, age: Mapping[str, int]) -> None:
        self.base = base
        self.age = age
        self.problems: list[Problem] = []

    def block(self, node: Node, keys: Iterable[Key], path: tuple[str, ...]) -> Node:
        entries: dict[str, Node] = {}
        given = node.entries()
        for key in keys:
            here = (*path, key.name)
            value = given.get(key.name)
            if key.asked_by and not self.asked(key, node, path):
                self.unasked(key, node, path)
            elif value is not None and value.value == REMOVED:
                self.report(
                    "nothing_to_remove",
                    value.place,
                    here,
                    f"`{'.'.join(here)}` has nothing to take away",
                )
            elif value is not None:
                entries[key.name] = self.value(value, key, here)
            elif key.default is not NO_DEFAULT:
                entries[key.name] = _plain_node(key.default)
            elif not key.optional:
                self.missing(node, here)
        return Node(entries, node.place, node.key_place)

    def value(self, node: Node, key: Key, path: tuple[str, ...]) -> Node:
        if key.keys is None or not isinstance(node.value, dict):
            return node
        return self.block(node, key.keys, path)

    def asked(self, key: Key, node: Node, path: tuple[str, ...]) -> bool:
        assert key.asked_by is not None
        name, words = key.asked_by
        word = node.entries().get(name)
        return word is not None and word.value in words

    def unasked(self, key: Key, node: Node, path: tuple[str, ...]) -> None:
        """Drop the number; it is a fault where it was set as late as the word, or later."""
        assert key.asked_by is not None
        name, words = key.asked_by
        number, word = node.entries().get(key.name), node.entries().get(name)
        if number is None or word is None or number.value == REMOVED:
            return
        only_here = number is self.base.at((*path, key.name)) and word is not self.base.at(
            (*path, name)
        )
        set_later = (
            self.age.get(number.place.file, 0) >= self.age.get(word.place.file, 0) and not only_here
        )
        if set_later:
            asking = " or ".join(f"`{name}: {asker}`" for asker in words)
            message = (
                f"`{key.name}` says nothing beside `{name}: {word.value}`; it belongs to {asking}"
            )
            self.report(
                "number_without_word",
                number.key_place or number.place,
                (*path, key.name),
                message,
                word.place,
            )

    def missing(self, node: Node, path: tuple[str, ...]) -> None:
        place = node.key_place or node.place
        message = f"`{path[-1]}` is missing"
        if len(path) > 1:
            message += f" under `{'.'.join(path[:-1])}`"
        self.report("missing", place, path, message)

    def report(
        self,
        code: str,
        place: Place,
        path: tuple[str, ...],
        message: str,
        parent: Place | None = None,
    ) -> None:
        self.problems.append(
            Problem(code=code, place=place, key=".".join(path), message=message, parent=parent)
        )


def _plain_node(default: Any) -> Node:
    value = tuple(map(_plain_node, default)) if isinstance(default, list) else default
    return Node(value, DEFAULT)
