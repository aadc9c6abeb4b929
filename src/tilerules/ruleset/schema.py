"""What a game's JSON Schema says about each key of a card.

Four annotations of our own stand beside the words of JSON Schema: `x-optional` marks a block that
a card may do without, `x-asked-by` names the words (of a key beside it) that ask for this key,
`x-expected` says beside a pattern what it means, and `x-in-card` shows an example together with
what else a card must say for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any, NamedTuple, TypeAlias

from tilerules.wording import listed

REMOVED = "removed"
CARD_KEYS = ("id", "title", "game", "extends", "language", "edition", "summary", "sources")

NO_DEFAULT: Any = object()

_NEEDED = {
    "integer": ("minimum", "maximum"),
    "string": ("maxLength",),
    "array": ("maxItems", "items"),
}
"""What a kind of value has to say about itself beside its type."""

Asker: TypeAlias = tuple[str, tuple[str, ...]]
Path: TypeAlias = tuple[str, ...]


class Key(NamedTuple):
    """One key of a block, as the schema describes it.

    Attributes:
        name: the key.
        title: what people call it.
        choices: what may stand behind it, as words and ranges of numbers, `removed` apart.
        default: the value where a card sets none, or `NO_DEFAULT`.
        optional: whether a card may do without this block.
        asked_by: the key beside this one, and its words, that ask for this key; or None.
        keys: of the block that stands behind the key; None if none does.
        entries: of a table behind the key, whose keys its writer chooses; None if none does.
        example: of what may stand there.
        in_card: an example with what else a card must say for it; None if it needs nothing else.
    """

    name: str
    title: str
    choices: tuple[str, ...]
    default: Any
    optional: bool
    asked_by: Asker | None
    keys: tuple[Key, ...] | None
    entries: Key | None
    example: Any
    in_card: Mapping[str, Any] | None

    @property
    def is_required(self) -> bool:
        """Whether each card has to say it, whatever else it says."""
        return not (self.optional or self.asked_by) and self.default is NO_DEFAULT


class UnsoundSchema(ValueError):
    """The schema of a game says too little about a key."""


class Schema:
    """The JSON Schema of a game's cards.

    Attributes:
        document: the schema itself.
        rules: the keys of a whole card that say rules for one number of players.
        askers: the path of each key that a word asks for, and that of the word.

    `UnsoundSchema` if it says too little about a key.
    """

    def __init__(self, document: Mapping[str, Any]) -> None:
        self.document = document
        beside = (*CARD_KEYS, "players", "for_players")
        sections = {n: s for n, s in document["properties"].items() if n not in beside}
        self.rules = tuple(self._key((name,), schema) for name, schema in sections.items())
        self.askers = dict(_askers(self.rules, ()))

    @cached_property
    def places(self) -> Mapping[str, tuple[Path, ...]]:
        """For the name of each key, the blocks under which it may stand; `()` is a card itself."""
        found: dict[str, tuple[Path, ...]] = dict.fromkeys(self.document["properties"], ((),))
        for block, name in _nested(self.rules, ()):
            found[name] = (*found.get(name, ()), block)
        return found

    def key(self, path: Path) -> Key:
        """The key behind a path that the schema knows."""
        *above, name = path
        keys = (self.key(tuple(above)).keys or ()) if above else self.rules
        return next(key for key in keys if key.name == name)

    def resolved(self, schema: Mapping[str, Any]) -> Mapping[str, Any]:
        """The schema that a `$ref` points to, or the schema itself."""
        while "$ref" in schema:
            name = schema["$ref"].rpartition("/")[2]
            if name not in self.document["definitions"]:
                raise UnsoundSchema(f"there is no definition `{name}`, which `$ref` asks for")
            schema = self.document["definitions"][name]
        return schema

    def kinds(self, schema: Mapping[str, Any]) -> list[Mapping[str, Any]]:
        """The kinds of value that may stand there, apart from the word `removed`."""
        schema = self.resolved(schema)
        branches = schema["anyOf"] if "type" not in schema and "anyOf" in schema else [schema]
        resolved = (self.resolved(branch) for branch in branches)
        return [branch for branch in resolved if branch.get("const") != REMOVED]

    def _key(self, path: Path, schema: Mapping[str, Any]) -> Key:
        schema = self.resolved(schema)
        if lacking := self._lacking(schema):
            needed = listed(f"`{word}`" for word in lacking)
            raise UnsoundSchema(f"the key `{'.'.join(path)}` needs {needed}")
        blocks = (kind["properties"] for kind in self.kinds(schema) if "properties" in kind)
        properties = next(blocks, None)
        tables = (kind.get("additionalProperties") for kind in self.kinds(schema))
        table = next(filter(None, tables), None)
        asking = next(iter(schema.get("x-asked-by", {}).items()), None)
        return Key(
            name=path[-1],
            title=schema["title"],
            choices=tuple(choice for kind in self.kinds(schema) for choice in _choices(kind)),
            default=schema.get("default", NO_DEFAULT),
            optional=bool(schema.get("x-optional")),
            asked_by=asking and (asking[0], tuple(asking[1])),
            keys=properties
            and tuple(self._key((*path, key), each) for key, each in properties.items()),
            entries=table and self._key((*path, "*"), table),
            example=schema["examples"][0],
            in_card=schema.get("x-in-card"),
        )

    def _lacking(self, schema: Mapping[str, Any]) -> list[str]:
        """What a schema of a key does not say, and must, for messages and pages to be made."""
        lacking = [word for word in ("title", "examples") if not schema.get(word)]
        return lacking + [word for kind in self.kinds(schema) for word in self._unsaid(kind)]

    def _unsaid(self, kind: Mapping[str, Any]) -> Iterator[str]:
        if "enum" in kind or "const" in kind:
            return
        needed = _NEEDED.get(str(kind.get("type")), ("type",))
        if kind.get("type") == "object":
            needed = () if "properties" in kind else ("additionalProperties", "maxProperties")
        yield from (word for word in needed if word not in kind)
        for item in self.kinds(kind["items"]) if "items" in kind else ():
            yield from (f"items.{word}" for word in self._unsaid(item))


def _nested(keys: Iterable[Key], path: Path) -> Iterator[tuple[Path, str]]:
    """The keys within blocks, and before each its block."""
    for key in keys:
        for inner in key.keys or ():
            yield (*path, key.name), inner.name
        yield from _nested(key.keys or (), (*path, key.name))


def _askers(keys: Iterable[Key], path: Path) -> Iterator[tuple[Path, Path]]:
    for key in keys:
        here = (*path, key.name)
        if key.asked_by:
            yield here, (*path, key.asked_by[0])
        yield from _askers(key.keys or (), here)


def _choices(kind: Mapping[str, Any]) -> tuple[str, ...]:
    """The words of a kind of value, or its range of numbers; none for texts, lists and blocks."""
    if kind.get("type") == "integer":
        return (f"{kind['minimum']} to {kind['maximum']}",)
    return tuple(kind.get("enum", ()))


def framed(game: str, own: Mapping[str, Any], blocks: Mapping[str, Any]) -> Mapping[str, Any]:
    """The schema of a game's cards as a whole.

    What identifies a card, and what holds for some numbers of players only, is the same for all
    games; it is added where the schema of the game does not say it.

    Args:
        game: its id.
        own: what the game says, its own sections at least.
        blocks: what the schemas of all games may refer to.

    `UnsoundSchema` if it does not say for how many players the game is.
    """
    said, shared = own.get("properties", {}), blocks["properties"]
    bounds = said.get("players", {}).get("items", {})
    if not {"minimum", "maximum"} <= bounds.keys():
        raise UnsoundSchema("the key `players` needs `items` with a `minimum` and a `maximum`")
    sections = {name: each for name, each in said.items() if name not in (*shared, "players")}
    numbers = map(str, range(bounds["minimum"], bounds["maximum"] + 1))
    by_number = {each: {"$ref": "#/definitions/with_players"} for each in numbers}
    some = {"type": "object", "additionalProperties": False}
    for_players = {
        **shared["for_players"],
        "anyOf": [
            {**some, "properties": by_number},
            {"$ref": "#/definitions/removed"},
        ],
    }
    heading = {name: each for name, each in shared.items() if name != "for_players"}
    heading["game"] = {**shared["game"], "const": game}
    return {
        **blocks,
        **own,
        "properties": {
            **heading,
            "players": said["players"],
            "for_players": for_players,
            **said,
        },
        "definitions": {
            **blocks["definitions"],
            "with_players": {**some, "properties": sections},
            **own.get("definitions", {}),
        },
    }
