"""Is a card sound? First against the schema of its game, then in what it means.

The sentences are our own throughout: what the schema library says never reaches a reader.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

import attrs

from tilerules.ruleset.problems import (
    Place,
    Problem,
    close_word,
    fault,
    in_order,
    unsound,
    with_seats,
)
from tilerules.ruleset.reading import Node, shortened
from tilerules.ruleset.schema import REMOVED
from tilerules.ruleset.shelf import Language
from tilerules.ruleset.values import frozen
from tilerules.ruleset.wording import (
    Path,
    behind,
    dotted,
    kinds_in_words,
    one_of,
    said,
    words_of,
)
from tilerules.wording import listed

LANGUAGE = 1
MOST_PLACES = 3


@attrs.frozen
class Check:
    """One thing that a schema cannot say about a card.

    Attributes:
        code: the code of its problem.
        reads: the paths of the keys it looks at, what is most likely to be wrong first. It runs
            only if all of them are sound. A block that the card does without reads as None.
        fault: called with the values of `reads` and `seats`; what is wrong, or None.

    >>> from tilerules.ruleset.checking import Check
    >>> def too_many(left, seats):
    ...     return "more pebbles are left than there are" if left > 16 else None
    >>> Check("too_many_left", ("left",), too_many).reads
    ('left',)
    """

    code: str
    reads: tuple[str, ...]
    fault: Callable[..., str | None]


# ---- the schema -----------------------------------------------------------------------------


def schema_problems(node: Node, language: Language, *, whole: bool) -> list[Problem]:
    """What the schema finds wrong with one card, in the order of the file.

    Args:
        whole: the card must have an id, a title and an edition, as every file must, and a game or
            what it extends.
    """
    document = dict(language.schema.document)
    if not whole:
        del document["required"], document["anyOf"]
    faults = _SchemaFaults(node, language)
    for error in _validator()(document).iter_errors(node.plain()):
        faults.add(error)
    return in_order(faults.problems)


@cache
def _validator() -> Any:
    """A validator that finds what stands in a list twice in one pass, and tells the place."""
    from jsonschema import Draft7Validator, ValidationError, validators

    extend: Any = validators.extend

    def unique(validator: Any, wanted: Any, instance: Any, schema: Any) -> Iterator[Any]:
        seen = set()
        for place, item in enumerate(instance if isinstance(instance, list) else ()):
            text = json.dumps(item, sort_keys=True)
            if text in seen:
                yield ValidationError("", path=(place,))
            seen.add(text)

    return extend(Draft7Validator, {"uniqueItems": unique})


class _SchemaFaults:
    """Turns the schema library's errors into problems."""

    def __init__(self, node: Node, language: Language) -> None:
        self.root = node
        self.schema = language.schema
        self.others = language.others
        self.problems: list[Problem] = []

    def add(self, error: Any) -> None:
        path = tuple(error.absolute_path)
        node = self.root.at(path)
        assert node is not None, "the schema library names places that are there"
        if error.validator == "additionalProperties":
            known = error.schema["properties"]
            for key, entry in node.entries().items():
                if key not in known:
                    self.unknown_key(key, entry, path, known)
        elif error.validator == "required":
            for name in error.validator_value:
                if name not in node.entries():
                    message = f"the card has no `{name}`"
                    self.report("missing", node.place, (*path, name), message)
        elif isinstance(node.value, dict) and isinstance(error.instance, str):
            self.wrong_name(error, node.entries()[error.instance], path)
        elif error.validator == "uniqueItems":
            message = f"{said(node)} stands {behind(path)} a second time"
            self.report("wrong_value", node.place, path, message, value=frozen(node.plain()))
        elif inside := self.inside(error, node):
            for each in inside:
                self.add(each)
        else:
            self.wrong_value(error, node, path)

    def inside(self, error: Any, node: Node) -> list[Any]:
        """The errors within a block or a list, where a block or a list may stand."""
        if error.validator != "anyOf" or not isinstance(node.value, dict | tuple):
            return []
        kind = "object" if isinstance(node.value, dict) else "array"
        branches = [self.schema.resolved(branch).get("type") for branch in error.validator_value]
        return [each for each in error.context if branches[each.schema_path[0]] == kind]

    def unknown_key(self, key: str, entry: Node, path: Path, known: Mapping[str, Any]) -> None:
        place, here, short = entry.key_place or entry.place, (*path, key), shortened(key)
        language = self.root.entries().get("language")
        if language and isinstance(language.value, int) and language.value > LANGUAGE:
            message = f"`{short}` is newer than this library, which reads language {LANGUAGE}"
            self.report("newer_key", place, here, message, name=key, language=LANGUAGE)
        elif path == ("for_players",):
            message = f"`{short}` is no number of players of this game"
            self.report(
                "unknown_players", place, here, message, one_of(known), name=key, known=tuple(known)
            )
        else:
            block = f"under `{dotted(path)}`" if path else "in a card"
            belongs, expected, close = self.meant(key, path, known)
            message = f"there is no key `{short}` {block}{belongs}"
            self.report(
                "unknown_key", place, here, message, expected, close, name=key, known=tuple(known)
            )

    def meant(
        self, key: str, path: Path, known: Iterable[str]
    ) -> tuple[str, str | None, str | None]:
        """Where an unknown key belongs, what was expected instead, and the word close to it."""
        block = path[2:] if path[:1] == ("for_players",) else path
        *outer, name = key.split(".")
        if outer and (*block, *outer) in self.schema.places.get(name, ()):
            return "", f"`{': {'.join((*outer, name))}: ...{'}' * len(outer)}`", None
        close, places = close_word(key, known), self.schema.places.get(key, ())
        if 0 < len(places) <= MOST_PLACES:
            under = (f"under `{dotted(each)}`" if each else "in the card itself" for each in places)
            return f"; it stands {listed(under, 'or')}", None, close
        games = (f"`{game}`" for game, schema in self.others().items() if key in schema.places)
        if not places and (game := listed(games)):
            return f"; it is a key of {game}", None, None
        return "", None if close else one_of(known), close

    def wrong_name(self, error: Any, entry: Node, path: Path) -> None:
        """A key that its writer is free to choose, but not like that."""
        name, place = error.instance, entry.key_place or entry.place
        message = f"`{shortened(name)}` cannot be a key under `{dotted(path)}`"
        expected = error.schema.get("x-expected")
        self.report("wrong_name", place, (*path, name), message, expected, name=name)

    def wrong_value(self, error: Any, node: Node, path: Path) -> None:
        if node.value is None:
            self.no_value(node, path)
            return
        kinds = self.schema.kinds(error.schema)
        known = [word for kind in kinds for word in words_of(kind)]
        close = close_word(node.value, known) if isinstance(node.value, str) else None
        message = f"{said(node)} cannot stand {behind(path)}"
        expected = kinds_in_words(kinds, node.value, error.schema.get("examples", ()))
        if error.validator != "maxLength":
            expected = error.schema.get("x-expected", expected)
        value = frozen(node.plain())
        self.report("wrong_value", node.place, path, message, expected, close, value=value)

    def no_value(self, node: Node, path: Path) -> None:
        message = f"nothing stands {behind(path)}; did the lines under it lose their indentation?"
        if isinstance(path[-1], int):
            message = f"nothing stands {behind(path)} here"
        self.report("no_value", node.key_place or node.place, path, message)

    def report(
        self,
        code: str,
        place: Place,
        path: Path,
        message: str,
        expected: str | None = None,
        close: str | None = None,
        **fields: Any,
    ) -> None:
        key = dotted(path)
        self.problems.append(fault(code, place, message, expected, key=key, close=close, **fields))


# ---- the meaning ----------------------------------------------------------------------------


@attrs.frozen
class Variant:
    """A card, apart from what it extends.

    Attributes:
        rules: of the card itself.
        inherited: the merged rules of what it extends, or None.
        age: of all values, as `layering.ages` gives it.
    """

    rules: Node
    inherited: Node | None
    age: Mapping[int, int]


def meaning_problems(
    variant: Variant,
    completed: Mapping[int, Node],
    checks: Iterable[Check],
    problems: Iterable[Problem],
) -> Iterator[Problem]:
    """What the checks of a game find wrong with a merged card.

    Args:
        variant: the card itself.
        completed: the complete card for each number of players.
        checks: of the game.
        problems: what has been found so far.
    """
    problems, checks = tuple(problems), tuple(checks)
    found = {}
    for seats, node in completed.items():
        bad = unsound(problems, seats)
        sound = [check for check in checks if not any(map(bad.touch, check.reads))]
        found[seats] = [each for check in sound for each in _run(check, variant, node, seats)]
    yield from with_seats(found)


def _run(check: Check, variant: Variant, node: Node, seats: int) -> Iterator[Problem]:
    values = [_value(node, path) for path in check.reads]
    if message := check.fault(*values, seats=seats):
        key, place, parent = _blamed(check.reads, variant, node, seats)
        yield Problem(
            code=check.code,
            place=place,
            key=key,
            message=message,
            parent=parent,
            fields=tuple(zip(check.reads, values, strict=True)),
        )


def _value(node: Node, path: str) -> Any:
    found = node.at(tuple(path.split(".")))
    return frozen(found.plain()) if found else None


def _blamed(
    reads: Sequence[str], variant: Variant, node: Node, seats: int
) -> tuple[str, Place, Place | None]:
    """The key and the place to show, and the parent's place of a value that comes from there.

    Shown is what was set last. If all of it is inherited, but not by so many players, then the
    card's numbers of players are to blame.
    """
    seen = {path: _set(variant, node, path, seats) for path in reads}
    key = max(reads, key=lambda path: seen[path][0])
    age, place = seen[key]
    inherited = next((where for when, where in seen.values() if 0 <= when < age), None)
    players = variant.rules.at(("players",))
    if players and variant.inherited and age < max(variant.age.values()):
        before = variant.inherited.at(("players",))
        if before is None or seats not in before.plain():
            return "players", players.place, place
    return key, place, inherited


def _set(variant: Variant, node: Node, path: str, seats: int) -> tuple[int, Place]:
    """When and where a value was set, or else removed, or else the nearest block around it.

    A block is shown where the card itself says a part of it.
    """
    steps: tuple[str, ...] = tuple(path.split("."))
    places = (("for_players", str(seats), *steps), steps)
    here = [each for each in map(variant.rules.at, places) if each]
    if found := node.at(steps):
        mine = [leaf for block in here for _, leaf in block.leaves()]
        leaves = [leaf for _, leaf in found.leaves()] or [found]
        leaves += [leaf for leaf in mine if leaf.value == REMOVED]
        said = {id(leaf) for leaf in leaves}
        own = (block for block in here if any(id(leaf) in said for _, leaf in block.leaves()))
        age = max(variant.age.get(id(leaf), -1) for leaf in leaves)
        return age, _shown(next(own, found))
    if removed := next(iter(here), None):
        return variant.age.get(id(removed), -1), removed.place
    while not (found := node.at(steps)):
        steps = steps[:-1]
    return -1, _shown(found)


def _shown(node: Node) -> Place:
    return (node.key_place or node.place) if isinstance(node.value, dict) else node.place
