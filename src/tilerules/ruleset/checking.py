"""Is a card sound? First against the schema of its game, then in what it means.

The sentences are our own throughout: what the schema library says never reaches a reader.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from tilerules.ruleset.layering import merge
from tilerules.ruleset.problems import Place, Problem, close_word, in_order
from tilerules.ruleset.reading import Node
from tilerules.ruleset.schema import Schema
from tilerules.ruleset.values import frozen

LANGUAGE = 1


class Check(NamedTuple):
    """One thing that a schema cannot say about a card.

    Attributes:
        code: the code of its problem.
        reads: the paths of the keys it looks at; the first is where the problem is shown. It runs
            only if all of them are sound. A block that the card does without reads as None.
        fault: called with the values of `reads` and `seats`; what is wrong, or None.
    """

    code: str
    reads: tuple[str, ...]
    fault: Callable[..., str | None]


# ---- the schema -----------------------------------------------------------------------------


def schema_problems(node: Node, schema: Schema, *, whole: bool) -> list[Problem]:
    """What the schema finds wrong with one card, in the order of the file.

    Args:
        whole: the card must have an id, a title and an edition, as every file must.
    """
    from jsonschema import Draft7Validator

    document = dict(schema.document)
    if not whole:
        document.pop("required")
    faults = _SchemaFaults(node, schema)
    for error in Draft7Validator(document).iter_errors(node.plain()):
        faults.add(error)
    return in_order(faults.problems)


class _SchemaFaults:
    """Turns the schema library's errors into problems."""

    def __init__(self, node: Node, schema: Schema) -> None:
        self.root = node
        self.schema = schema
        self.problems: list[Problem] = []

    def add(self, error: Any) -> None:
        path = tuple(error.absolute_path)
        node = self.root.at(path)
        assert node is not None, "the schema library names places that are there"
        if error.validator == "additionalProperties" and isinstance(
            error.schema.get("properties"), Mapping
        ):
            for key, entry in node.entries().items():
                if key not in error.schema["properties"]:
                    self.unknown_key(key, entry, path, error.schema["properties"])
        elif error.validator == "required":
            self.missing(
                node, path, [name for name in error.validator_value if name not in node.entries()]
            )
        elif error.validator == "anyOf" and not path:
            self.report(
                "missing",
                node,
                path,
                "the card names no game",
                "`extends` with the id of a card, or `game`",
            )
        elif error.validator == "anyOf" and (inside := self.inside(error, node)):
            for each in inside:
                self.add(each)
        else:
            self.wrong_value(error, node, path)

    def inside(self, error: Any, node: Node) -> list[Any]:
        """The errors of the kind of value that this one is, if it is a block or a list."""
        kind = "object" if isinstance(node.value, dict) else "array"
        for index, branch in enumerate(error.validator_value):
            if not isinstance(node.value, dict | tuple):
                break
            if self.schema.resolved(branch).get("type") == kind:
                return [each for each in error.context if each.schema_path[0] == index]
        return []

    def unknown_key(
        self, key: str, entry: Node, path: tuple[Any, ...], known: Mapping[str, Any]
    ) -> None:
        language = self.root.entries().get("language")
        newer = (
            language is not None and isinstance(language.value, int) and language.value > LANGUAGE
        )
        where = f"under `{_dotted(path)}`" if path else "in a card"
        if newer:
            message = f"`{key}` is newer than this library, which reads language {LANGUAGE}"
            self.add_problem("newer_key", entry.key_place or entry.place, (*path, key), message)
        elif path and path[-1] == "for_players":
            message = f"`{key}` is no number of players of this game"
            self.add_problem(
                "unknown_players",
                entry.key_place or entry.place,
                (*path, key),
                message,
                ", ".join(known),
            )
        else:
            message = f"there is no key `{key}` {where}"
            close = close_word(key, known)
            expected = None if close else _one_of(known)
            self.add_problem(
                "unknown_key",
                entry.key_place or entry.place,
                (*path, key),
                message,
                expected,
                close,
            )

    def missing(self, node: Node, path: tuple[Any, ...], names: Sequence[str]) -> None:
        for name in names:
            self.report("missing", node, (*path, name), f"the card has no `{name}`")

    def wrong_value(self, error: Any, node: Node, path: tuple[Any, ...]) -> None:
        if node.value is None:
            message = (
                f"nothing stands behind `{_dotted(path)}`; "
                "did the lines under it lose their indentation?"
            )
            self.add_problem("no_value", node.key_place or node.place, path, message)
            return
        schema = error.schema
        known = [str(word) for kind in self.schema.kinds(schema) for word in _words(kind)]
        close = close_word(node.value, known) if isinstance(node.value, str) else None
        message, expected = _wrong(error, node, _dotted(path), self.schema.kinds(schema))
        self.report("wrong_value", node, path, message, expected, close)

    def report(
        self,
        code: str,
        node: Node,
        path: tuple[Any, ...],
        message: str,
        expected: str | None = None,
        close: str | None = None,
    ) -> None:
        self.add_problem(code, node.place, path, message, expected, close)

    def add_problem(
        self,
        code: str,
        place: Place,
        path: tuple[Any, ...],
        message: str,
        expected: str | None = None,
        close: str | None = None,
    ) -> None:
        self.problems.append(
            Problem(
                code=code,
                place=place,
                key=_dotted(path),
                message=message,
                expected=expected,
                suggestion=close,
            )
        )


def _dotted(path: Iterable[object]) -> str:
    return ".".join(map(str, path))


def _one_of(words: Iterable[str]) -> str:
    return "one of " + ", ".join(f"`{word}`" for word in words)


def _words(kind: Mapping[str, Any]) -> list[Any]:
    return list(kind.get("enum", [kind["const"]] if "const" in kind else []))


def _wrong(error: Any, node: Node, key: str, kinds: Sequence[Mapping[str, Any]]) -> tuple[str, str]:
    """What is wrong with a value, and what could stand there."""
    if error.validator == "uniqueItems":
        plain = [item.plain() for item in node.value]  # type: ignore[union-attr]
        twice = next(item for place, item in enumerate(plain) if item in plain[:place])
        return f"`{twice}` stands in `{key}` twice", "each once"
    if error.validator == "propertyNames" or error.validator == "pattern":
        return (
            f"{_said(error.instance)} is not a name",
            "small letters, then letters, digits or hyphens",
        )
    return f"{_said(node.plain())} cannot stand behind `{key}`", " or ".join(
        map(_kind_in_words, kinds)
    )


def _said(value: object) -> str:
    if isinstance(value, dict):
        return "a block of keys"
    if isinstance(value, list):
        return f"a list of {len(value)}" if value else "an empty list"
    text = {True: "true", False: "false"}[value] if isinstance(value, bool) else str(value)
    return f"`{text}`" if len(text) <= 40 else f"`{text[:37]}...`"


def _kind_in_words(kind: Mapping[str, Any]) -> str:
    if words := _words(kind):
        return f"`{words[0]}`" if len(words) == 1 else _one_of(map(str, words))
    if kind["type"] == "integer":
        return f"a whole number from {kind['minimum']} to {kind['maximum']}"
    if kind["type"] == "string":
        return f"a text of at most {kind['maxLength']} characters"
    if kind["type"] == "array":
        low, high = kind.get("minItems", 0), kind.get("maxItems")
        return (
            "a list"
            if high is None
            else f"a list of {low}"
            if low == high
            else f"a list of {low} to {high}"
        )
    return "a block of keys"


# ---- the meaning ----------------------------------------------------------------------------


def meaning_problems(
    completed: Mapping[int, Node], checks: Iterable[Check], unsound: Iterable[str]
) -> Iterator[Problem]:
    """What the checks of a game find wrong with a merged card.

    Args:
        completed: the complete card for each number of players.
        unsound: the paths of keys that have problems already.
    """
    unsound = set(unsound)
    for check in checks:
        if any(_touches(path, bad) for path in check.reads for bad in unsound):
            continue
        found: dict[str, list[int]] = {}
        for seats, node in completed.items():
            values = [_value(node, path) for path in check.reads]
            if message := check.fault(*values, seats=seats):
                found.setdefault(message, []).append(seats)
        for message, seats_found in found.items():
            everywhere = len(seats_found) == len(completed)
            prefix = "" if everywhere else f"with {_numbers(seats_found)} players: "
            place = _nearest(completed[seats_found[0]], check.reads[0])
            yield Problem(
                code=check.code,
                place=place,
                key=check.reads[0],
                message=prefix + message,
                fields=(("seats", tuple(seats_found)),),
            )


def _touches(path: str, bad: str) -> bool:
    return path == bad or path.startswith(bad + ".") or bad.startswith(path + ".")


def _value(node: Node, path: str) -> Any:
    found = node.at(tuple(path.split(".")))
    return frozen(found.plain()) if found else None


def _nearest(node: Node, path: str) -> Place:
    """The place of the value, or of the nearest block around it."""
    steps = path.split(".")
    while not (found := node.at(tuple(steps))):
        steps.pop()
    return found.key_place or found.place if isinstance(found.value, dict) else found.place


def _numbers(seats: Sequence[int]) -> str:
    *first, last = map(str, seats)
    return f"{', '.join(first)} and {last}" if first else last


# ---- warnings -------------------------------------------------------------------------------


def warnings(card: Node, inherited: Node | None, players: Iterable[int]) -> Iterator[Problem]:
    """What can be played all the same, but hardly was meant.

    Args:
        card: the rules of the card itself.
        inherited: the merged rules of what it extends, or None.
        players: the numbers of players of the result.
    """
    for_players = card.at(("for_players",))
    for number, node in for_players.entries().items() if for_players else ():
        if number not in map(str, players):
            message = f"these rules are not for {number} players, so this changes nothing"
            yield _warning("unused_players", node.key_place, ("for_players", number), message)
    if inherited is None:
        return
    for path, leaf in _leaves(card):
        below = inherited.at(path)
        if below is not None and below.plain() == leaf.plain():
            message = f"`{_dotted(path)}` repeats what `{below.place.file}` says already"
            yield _warning("repeated_value", leaf.place, path, message, below.place)
    yield from _overridden(card, inherited, players)


def _overridden(card: Node, inherited: Node, players: Iterable[int]) -> Iterator[Problem]:
    """Values that a number of players of an extended card still overrides."""
    whole = merge(inherited, card)
    for seats in players:
        for path, leaf in _leaves(card):
            inner = ("for_players", str(seats), *path)
            over = whole.at(inner)
            if over is not None and over is inherited.at(inner):
                message = (
                    f"with {seats} players `{_dotted(path)}` stays as `{over.place.file}` says "
                    "for that number"
                )
                yield _warning("overridden", leaf.place, path, message, over.place)


def _leaves(node: Node, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Node]]:
    for key, entry in node.entries().items():
        if isinstance(entry.value, dict):
            yield from _leaves(entry, (*path, key))
        else:
            yield (*path, key), entry


def _warning(
    code: str, place: Place | None, path: tuple[str, ...], message: str, parent: Place | None = None
) -> Problem:
    assert place is not None, "an entry of a mapping has a place"
    return Problem(
        code=code,
        place=place,
        key=_dotted(path),
        message=message,
        severity="warning",
        parent=parent,
    )
