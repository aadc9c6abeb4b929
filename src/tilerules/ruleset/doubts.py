"""What can be played all the same, but hardly was meant."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeAlias

import attrs

from tilerules.ruleset.checking import Variant
from tilerules.ruleset.layering import merge
from tilerules.ruleset.problems import Paths, Place, Problem, fault
from tilerules.ruleset.reading import Node
from tilerules.ruleset.schema import Path, Schema
from tilerules.ruleset.wording import dotted
from tilerules.wording import listed
from tilerules.wording import players as in_words

Leaf: TypeAlias = tuple[Path, Node]


def warnings(
    variant: Variant, completed: Mapping[int, Node], schema: Schema, problems: Iterable[Problem]
) -> Iterator[Problem]:
    """What a card says without effect, or says again.

    Args:
        variant: the card itself.
        completed: the complete card for each number of players, as far as these are known.
        schema: of its game.
        problems: what has been found so far; what is wrong anyway is not warned of.
    """
    wrong = Paths(found.key for found in problems)
    for_players = variant.rules.at(("for_players",))
    for number, node in for_players.entries().items() if for_players and completed else ():
        path: Path = ("for_players", number)
        if number not in map(str, completed) and not wrong.touch(dotted(path)):
            message = f"these rules are not for {number} players, so this changes nothing"
            place = node.key_place or node.place
            yield _warning("unused_players", place, path, message, name=number)
    if variant.inherited is not None:
        leaves = [each for each in variant.rules.leaves() if not wrong.touch(dotted(each[0]))]
        yield from _repeated(leaves, variant.inherited)
        overridden = _Overridden(variant.rules, variant.inherited, completed, schema)
        for path, leaf in leaves:
            yield from overridden.warnings(path, leaf)


def _repeated(leaves: Iterable[Leaf], inherited: Node) -> Iterator[Problem]:
    """Values that stand in an extended card alike."""
    for path, leaf in leaves:
        below = inherited.at(path)
        if below is not None and below.plain() == leaf.plain():
            file = below.place.file
            message = f"`{dotted(path)}` repeats what `{file}` says already"
            yield _warning("repeated_value", leaf.place, path, message, below.place, file=file)


class _Overridden:
    """Values that a number of players of an extended card still overrides."""

    def __init__(
        self, card: Node, inherited: Node, completed: Mapping[int, Node], schema: Schema
    ) -> None:
        self.inherited = inherited
        self.whole = merge(inherited, card)
        self.completed = completed
        self.askers = schema.askers

    def warnings(self, path: Path, leaf: Node) -> Iterator[Problem]:
        """One warning for each way in which a value is overridden."""
        ways: dict[tuple[str, str], dict[int, Node]] = {}
        for seats in self.completed:
            if found := self.inherited_for(seats, path):
                ways.setdefault(("stays as ", ""), {})[seats] = found
            elif word := self.word_against(seats, path):
                says = f" `{self.askers[path][-1]}: {word.value}`"
                ways.setdefault(("changes nothing, since ", says), {})[seats] = word
        for (before, behind), over in ways.items():
            files = dict.fromkeys(f"`{each.place.file}`" for each in over.values())
            say = f"{before}{listed(files)} {'says' if len(files) == 1 else 'say'}{behind}"
            numbers = "that number" if len(over) == 1 else "these numbers"
            message = f"with {in_words(over)} `{dotted(path)}` {say} for {numbers}"
            first = next(iter(over.values()))
            yield _warning("overridden", leaf.place, path, message, first.place, seats=tuple(over))

    def inherited_for(self, seats: int, path: Path) -> Node | None:
        """What an extended card says there for some, and this card does not."""
        inner = ("for_players", str(seats), *path)
        found = _leaf_on_the_way(self.whole, inner)
        return found if found is _leaf_on_the_way(self.inherited, inner) else None

    def word_against(self, seats: int, path: Path) -> Node | None:
        """The inherited word for some that does not ask for this value, so that it is dropped."""
        if path not in self.askers or self.completed[seats].at(path):
            return None
        return self.inherited_for(seats, self.askers[path])


def _leaf_on_the_way(node: Node, path: Iterable[str]) -> Node | None:
    """What stands behind a path, or the value that stands on the way to it; None if nothing."""
    found: Node | None = node
    for step in path:
        if found is None or not isinstance(found.value, dict):
            break
        found = found.value.get(step)
    return found


def _warning(
    code: str,
    place: Place,
    path: Path,
    message: str,
    parent: Place | None = None,
    **fields: Any,
) -> Problem:
    found = fault(code, place, message, key=dotted(path), parent=parent, **fields)
    return attrs.evolve(found, severity="warning")
