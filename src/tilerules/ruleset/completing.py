"""A merged card made complete for one number of players: defaults, and what is missing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tilerules.ruleset.layering import for_seats
from tilerules.ruleset.problems import Paths, Place, Problem, fault
from tilerules.ruleset.reading import Node
from tilerules.ruleset.schema import NO_DEFAULT, REMOVED, Asker, Key, Path, Schema

DEFAULT = Place("default")


def complete(
    whole: Node,
    seats: int,
    schema: Schema,
    age: Mapping[int, int],
    removals: Mapping[Path, Node],
    unsound: Paths,
) -> tuple[Node, tuple[Problem, ...]]:
    """Fill in defaults, drop inherited numbers that no word asks for, and say what is missing.

    Args:
        whole: the merged card.
        seats: the number of players for which it is wanted.
        schema: of its game.
        age: of its values, as `ages` gives it.
        removals: the words `removed` of its cards, as `removals` gives them.
        unsound: the paths of keys that have problems already, as `problems.unsound` gives them.

    A word `removed` that is left by now has nothing to take away.
    """
    completer = _Completer(whole, seats, schema, age, removals, unsound)
    for path in (("for_players",), ("for_players", str(seats))):
        completer.removed(whole.at(path), path)
    node = completer.block(for_seats(whole, seats), schema.rules, ())
    return node, tuple(dict.fromkeys(completer.problems))


class _Completer:
    """Completes a card for one number of players; `base` is what holds for the others."""

    def __init__(
        self,
        whole: Node,
        seats: int,
        schema: Schema,
        age: Mapping[int, int],
        removals: Mapping[Path, Node],
        unsound: Paths,
    ) -> None:
        self.whole = whole
        self.base = for_seats(whole, 0)
        self.seats = seats
        self.schema = schema
        self.age = age
        self.removals = removals
        self.unsound = unsound
        self.problems: list[Problem] = []

    def block(self, node: Node, keys: Iterable[Key], path: Path) -> Node:
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

    def removed(self, node: Node | None, path: Path) -> bool:
        if node is None or node.value != REMOVED:
            return False
        message = f"nothing stands behind `{'.'.join(path)}` that could be removed"
        self.report("nothing_to_remove", node.place, path, message)
        return True

    def value(self, node: Node, key: Key, path: Path) -> Node:
        if not isinstance(node.value, dict):
            return node
        if key.keys is not None:
            return self.block(node, key.keys, path)
        return self.table(node, path) if key.entries else node

    def table(self, node: Node, path: Path) -> Node:
        entries = node.entries().items()
        left = {name: each for name, each in entries if not self.removed(each, (*path, name))}
        if not left:
            message = f"nothing is left under `{'.'.join(path)}`"
            self.report("missing", node.key_place or node.place, path, message)
        return Node(left, node.place, node.key_place)

    def asked(self, asked_by: Asker, node: Node) -> bool:
        name, words = asked_by
        word = node.entries().get(name)
        return word is not None and word.value in words

    def unasked(self, asked_by: Asker, node: Node, path: Path) -> None:
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
        place = number.key_place or number.place
        self.report(
            "number_without_word", place, path, message, word.place, word=word.value, words=words
        )

    def missing(self, node: Node, key: Key, path: Path) -> None:
        gone, removed = self.removal(path)
        if removed and (block := self.schema.key(gone)).is_required:
            key, path = block, gone
        place, message = node.key_place or node.place, f"`{key.name}` is missing"
        parent = None
        if len(path) > 1:
            message += f" under `{'.'.join(path[:-1])}`"
        if key.asked_by:
            name, _ = key.asked_by
            word = node.entries()[name]
            place, message = word.place, f"`{name}: {word.value}` asks for `{key.name}` beside it"
            parent = word.place if removed else None
        place = removed.place if removed else place
        self.report("missing", place, path, message, parent, self.way_out(path[:-1]))

    def removal(self, path: Path) -> tuple[Path, Node | None]:
        """The word that took away what is missing, or a block around it, and what it took away."""
        for some in (("for_players", str(self.seats)), ()):
            for length in range(1, len(path) + 1):
                gone = path[:length]
                word = self.removals.get((*some, *gone))
                if word and self.whole.at((*some, *gone)) in (None, word):
                    return gone, word
        return path, None

    def way_out(self, block: Path) -> str | None:
        """What to say if a block was removed, and only part of it stands for so many players."""
        if not block or self.base.at(block):
            return None
        removed = ": {".join(("for_players", str(self.seats), *block)) + ": removed"
        return f"all of the block, or `{removed}{'}' * (len(block) + 1)}`"

    def report(
        self,
        code: str,
        place: Place,
        path: Path,
        message: str,
        parent: Place | None = None,
        expected: str | None = None,
        **fields: Any,
    ) -> None:
        key = ".".join(path)
        if key not in self.unsound and "" not in self.unsound:
            found = fault(code, place, message, expected, key=key, parent=parent, **fields)
            self.problems.append(found)


def _plain_node(default: Any) -> Node:
    value = tuple(map(_plain_node, default)) if isinstance(default, list) else default
    return Node(value, DEFAULT)
