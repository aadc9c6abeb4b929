"""One card out of many: a variant laid over what it extends, for each number of players.

One rule for every key: maps merge, everything else replaces, and the word `removed` takes away.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from tilerules.ruleset import reading
from tilerules.ruleset.problems import Paths, Place, Problem, Unreadable, fault
from tilerules.ruleset.reading import Node
from tilerules.ruleset.schema import CARD_KEYS, NO_DEFAULT, REMOVED, Asker, Key, Schema

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
    while extends := cards[-1].extends:
        parent = _parent(cards[-1], extends, find)
        if not parent.bundled and any(_is_file(parent, other) for other in cards):
            way = " -> ".join(other.file for other in (*cards, parent))
            message = f"the cards extend one another in a circle: {way}"
            raise _not_found("circle", extends, message, way=way)
        cards.append(parent)
        if len(cards) > MAX_LINEAGE:
            message = f"more than {MAX_LINEAGE} cards extend one another"
            raise _not_found("too_many_cards", extends, message, most=MAX_LINEAGE)
    return tuple(reversed(cards))


def _is_file(card: Card, other: Card) -> bool:
    """Whether two cards are one file, whatever it is called."""
    try:
        return not other.bundled and Path(card.file).samefile(other.file)
    except (OSError, ValueError):  # the other has a name only
        return False


def _parent(card: Card, extends: Node, find: Callable[[Node], Card]) -> Card:
    name = extends.value
    if not isinstance(name, str):
        raise _no_name(extends)
    if "/" not in name and not name.endswith(".yaml"):
        return find(extends)
    short = reading.shortened(name)
    if card.folder is None:
        message = f"`{short}` names a file, and this card does not lie in a folder"
        raise _not_found("no_folder", extends, message, "the id of a known card", name=name)
    path = card.folder / name
    try:
        inside = path.resolve().is_relative_to(card.folder.resolve())
        there = path.is_file()
    except (OSError, RuntimeError, ValueError):  # links in a circle, a name that no file can have
        inside, there = True, False
    if not inside:
        message = f"`{short}` lies outside the folder of this card"
        raise _not_found("outside_folder", extends, message, "a file beside or below it", name=name)
    if not there:
        message = f"there is no file `{short}` beside this card"
        raise _not_found("no_file", extends, message, _CARD, name=name)
    return Card(reading.read_file(path), str(path), path.parent)


def _no_name(extends: Node) -> Unreadable:
    from tilerules.ruleset.wording import said

    if extends.value is None:
        return _not_found("no_value", extends, "nothing stands behind `extends`", _CARD)
    message = f"{said(extends)} cannot stand behind `extends`"
    return _not_found("wrong_value", extends, message, _CARD)


_CARD = "the id of a known card, or a file"


def _not_found(
    code: str, extends: Node, message: str, expected: str | None = None, **fields: Any
) -> Unreadable:
    return Unreadable(fault(code, extends.place, message, expected, key="extends", **fields))


# ---- merging --------------------------------------------------------------------------------


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
        elif node.value == REMOVED and entries[key].value != REMOVED:
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


def ages(cards: Iterable[Card]) -> dict[int, int]:
    """When each value was set: the position of its card, the oldest first, by the node's identity.

    What was merged before tells no longer.
    """
    return {
        id(leaf): position
        for position, card in enumerate(cards)
        if not card.merged_from
        for _, leaf in card.node.leaves()
    }


# ---- completing -----------------------------------------------------------------------------


def complete(
    whole: Node, seats: int, schema: Schema, age: Mapping[int, int], unsound: Paths
) -> tuple[Node, tuple[Problem, ...]]:
    """Fill in defaults, drop inherited numbers that no word asks for, and say what is missing.

    Args:
        whole: the merged card.
        seats: the number of players for which it is wanted.
        schema: of its game.
        age: of its values, as `ages` gives it.
        unsound: the paths of keys that have problems already, as `problems.unsound` gives them.

    A word `removed` that is left by now has nothing to take away.
    """
    completer = _Completer(for_seats(whole, 0), age, unsound)
    for path in (("for_players",), ("for_players", str(seats))):
        completer.removed(whole.at(path), path)
    node = completer.block(for_seats(whole, seats), schema.rules, ())
    return node, tuple(completer.problems)


class _Completer:
    """Completes a card for one number of players; `base` is what holds for the others."""

    def __init__(self, base: Node, age: Mapping[int, int], unsound: Paths) -> None:
        self.base = base
        self.age = age
        self.unsound = unsound
        self.problems: list[Problem] = []

    def block(self, node: Node, keys: Iterable[Key], path: tuple[str, ...]) -> Node:
        entries: dict[str, Node] = {}
        given = node.entries()
        for key in keys:
            here = (*path, key.name)
            value = given.get(key.name)
            if self.removed(value, here):
                continue
            if key.asked_by and not self.asked(key.asked_by, node):
                self.unasked(key.asked_by, node, here)
            elif value is not None:
                entries[key.name] = self.value(value, key, here)
            elif key.default is not NO_DEFAULT:
                entries[key.name] = _plain_node(key.default)
            elif not key.optional:
                self.missing(node, key, here)
        return Node(entries, node.place, node.key_place)

    def removed(self, node: Node | None, path: tuple[str, ...]) -> bool:
        if node is None or node.value != REMOVED:
            return False
        message = f"nothing stands behind `{'.'.join(path)}` that could be removed"
        self.report("nothing_to_remove", node.place, path, message)
        return True

    def value(self, node: Node, key: Key, path: tuple[str, ...]) -> Node:
        if key.keys is None or not isinstance(node.value, dict):
            return node
        return self.block(node, key.keys, path)

    def asked(self, asked_by: Asker, node: Node) -> bool:
        name, words = asked_by
        word = node.entries().get(name)
        return word is not None and word.value in words

    def unasked(self, asked_by: Asker, node: Node, path: tuple[str, ...]) -> None:
        """Drop the number; it is a fault where it was set as late as the word, or later."""
        name, words = asked_by
        number, word = node.entries().get(path[-1]), node.entries().get(name)
        beside = (*path[:-1], name)
        if number is None or word is None or ".".join(beside) in self.unsound:
            return
        only_here = number is self.base.at(path) and word is not self.base.at(beside)
        if only_here or self.age.get(id(number), -1) < self.age.get(id(word), 0):
            return
        asking = " or ".join(f"`{name}: {each}`" for each in words)
        message = f"`{path[-1]}` says nothing beside `{name}: {word.value}`; it belongs to {asking}"
        place, told = number.key_place or number.place, {"word": word.value, "words": words}
        self.report("number_without_word", place, path, message, word.place, **told)

    def missing(self, node: Node, key: Key, path: tuple[str, ...]) -> None:
        place, message = node.key_place or node.place, f"`{key.name}` is missing"
        if len(path) > 1:
            message += f" under `{'.'.join(path[:-1])}`"
        if key.asked_by:
            name, _ = key.asked_by
            word = node.entries()[name]
            place, message = word.place, f"`{name}: {word.value}` asks for `{key.name}` beside it"
        self.report("missing", place, path, message)

    def report(
        self,
        code: str,
        place: Place,
        path: tuple[str, ...],
        message: str,
        parent: Place | None = None,
        **fields: Any,
    ) -> None:
        key = ".".join(path)
        if key not in self.unsound and "" not in self.unsound:
            self.problems.append(fault(code, place, message, key=key, parent=parent, **fields))


def _plain_node(default: Any) -> Node:
    value = tuple(map(_plain_node, default)) if isinstance(default, list) else default
    return Node(value, DEFAULT)
