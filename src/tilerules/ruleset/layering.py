"""One card out of many: a variant laid over what it extends, and layers over a source.

One rule for every key: maps merge, everything else replaces, and the word `removed` takes away.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import attrs

from tilerules.ruleset import reading
from tilerules.ruleset.problems import Place, Unreadable, fault
from tilerules.ruleset.reading import Node
from tilerules.ruleset.schema import CARD_KEYS, REMOVED
from tilerules.wording import names_a_file

MAX_LINEAGE = 32


class Card(NamedTuple):
    """One card as it was read.

    Attributes:
        node: its content.
        file: its name in problems and origins.
        folder: where relative paths in it begin; None where it lies in no folder.
        bundled: whether it came with the library, and so has been checked.
        partial: whether it may leave out id, title and edition, as a mapping or a layer may.
        merged_from: the files it was merged from already, the oldest first, if it was.
    """

    node: Node
    file: str
    folder: Path | None = None
    bundled: bool = False
    partial: bool = False
    merged_from: tuple[str, ...] = ()

    @property
    def head(self) -> dict[str, Any]:
        """What identifies it, as plain data; no rules."""
        entries = self.node.entries().items()
        return {key: node.plain() for key, node in entries if key in CARD_KEYS}

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
        try:
            parent = _parent(cards[-1], extends, find)
        except Unreadable as stop:
            inner = stop.problem.file != cards[-1].file
            through = _way(cards if inner else cards[:-1])
            raise Unreadable(attrs.evolve(stop.problem, through=through)) from None
        if not parent.bundled and any(_is_file(parent, other) for other in cards):
            way = " -> ".join(other.file for other in (*cards, parent))
            message = f"the cards extend one another in a circle: {way}"
            raise _not_found("circle", extends, message, way=way)
        cards.append(parent)
        if len(cards) > MAX_LINEAGE:
            message = f"more than {MAX_LINEAGE} cards extend one another"
            raise _not_found("too_long_lineage", extends, message, most=MAX_LINEAGE)
    return tuple(reversed(cards))


def _way(cards: Iterable[Card]) -> tuple[Place, ...]:
    """Where each of these cards, the first one first, names what it extends."""
    return tuple(card.extends.place for card in cards if card.extends)


def ways(lineages: Iterable[Sequence[Card]]) -> dict[str, tuple[Place, ...]]:
    """For each file, where the youngest card of its lineage, and then each, names the next one."""
    found: dict[str, tuple[Place, ...]] = {}
    for cards in lineages:
        for position, card in enumerate(cards):
            found.setdefault(card.file, _way(reversed(cards[position + 1 :])))
    return found


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
    if not names_a_file(name):
        return _known(card, extends, find)
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


def _known(card: Card, extends: Node, find: Callable[[Node], Card]) -> Card:
    """The known card of an id; if there is none, a file beside this one may be meant."""
    try:
        return find(extends)
    except Unreadable as stop:
        file = f"{extends.value}.yaml"
        if card.folder is None or not _lies_there(card.folder, file):
            raise
        problem = attrs.evolve(stop.problem, suggestion=file, expected=None)
        raise Unreadable(problem) from None


def _lies_there(folder: Path, name: str) -> bool:
    """Whether there is a file of this name, right in a folder."""
    try:
        return Path(name).name == name and (folder / name).is_file()
    except (OSError, ValueError):
        return False


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


def laid_over(source: Sequence[Card], changes: Sequence[Card]) -> Node:
    """The rules of a source with the cards of its layers, as one card.

    What two of them take away is taken away once.
    """
    whole, removed = merged(source), set[tuple[str, ...]]()
    for card in changes:
        node = merged([card])
        whole = merge(whole, _without(node, removed, ()))
        removed |= {path for path, leaf in node.leaves() if leaf.value == REMOVED}
    return whole


def _without(node: Node, removed: Container[tuple[str, ...]], path: tuple[str, ...]) -> Node:
    """The value without those words `removed` whose work has been done."""
    if not isinstance(node.value, dict):
        return node
    entries = {
        key: _without(entry, removed, (*path, key))
        for key, entry in node.value.items()
        if entry.value != REMOVED or (*path, key) not in removed
    }
    return Node(entries, node.place, node.key_place)


def shared(one: Sequence[Card], other: Sequence[Card]) -> int:
    """How many cards, from the oldest on, two lineages have in common."""
    number = 0
    for mine, theirs in zip(one, other, strict=False):
        if mine != theirs:
            break
        number += 1
    return number


def stacked(source: Sequence[Card], layers: Iterable[Sequence[Card]]) -> tuple[Card, ...]:
    """The cards of the source, then those that the lineages of its layers add, each once."""
    cards = list(source)
    for layer in layers:
        cards += [card for card in layer if card not in cards]
    return tuple(cards)


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


def removals(cards: Iterable[Card]) -> dict[tuple[str, ...], Node]:
    """The words `removed` of some cards, the oldest first, by their paths; the last one counts."""
    return {
        path: leaf for card in cards for path, leaf in card.node.leaves() if leaf.value == REMOVED
    }
