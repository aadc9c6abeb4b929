"""What a game's JSON Schema says about each key of a card.

Three annotations of our own stand beside the words of JSON Schema: `x-optional` marks a block that
a card may do without, `x-asked-by` names the words (of a key beside it) that ask for this key, and
`x-expected` says beside a pattern what it means.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, TypeAlias

REMOVED = "removed"
CARD_KEYS = ("id", "title", "game", "extends", "language", "edition", "summary", "sources")

NO_DEFAULT: Any = object()

Asker: TypeAlias = tuple[str, tuple[str, ...]]


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


class Schema:
    """The JSON Schema of a game's cards.

    Attributes:
        document: the schema itself.
        rules: the keys of a whole card that say rules for one number of players.
    """

    def __init__(self, document: Mapping[str, Any]) -> None:
        self.document = document
        beside = (*CARD_KEYS, "players", "for_players")
        sections = {n: s for n, s in document["properties"].items() if n not in beside}
        self.rules = tuple(self._key(name, schema) for name, schema in sections.items())

    def resolved(self, schema: Mapping[str, Any]) -> Mapping[str, Any]:
        """The schema that a `$ref` points to, or the schema itself."""
        while "$ref" in schema:
            schema = self.document["definitions"][schema["$ref"].rpartition("/")[2]]
        return schema

    def kinds(self, schema: Mapping[str, Any]) -> list[Mapping[str, Any]]:
        """The kinds of value that may stand there, apart from the word `removed`."""
        schema = self.resolved(schema)
        branches = schema["anyOf"] if "type" not in schema and "anyOf" in schema else [schema]
        resolved = (self.resolved(branch) for branch in branches)
        return [branch for branch in resolved if branch.get("const") != REMOVED]

    def _key(self, name: str, schema: Mapping[str, Any]) -> Key:
        schema = self.resolved(schema)
        blocks = (kind["properties"] for kind in self.kinds(schema) if "properties" in kind)
        properties = next(blocks, None)
        tables = (kind.get("additionalProperties") for kind in self.kinds(schema))
        table = next(filter(None, tables), None)
        asking = next(iter(schema.get("x-asked-by", {}).items()), None)
        return Key(
            name=name,
            title=schema["title"],
            choices=tuple(choice for kind in self.kinds(schema) for choice in _choices(kind)),
            default=schema.get("default", NO_DEFAULT),
            optional=bool(schema.get("x-optional")),
            asked_by=asking and (asking[0], tuple(asking[1])),
            keys=properties and tuple(self._key(key, each) for key, each in properties.items()),
            entries=table and self._key("*", table),
            example=schema["examples"][0],
        )


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
    """
    said, shared = own["properties"], blocks["properties"]
    sections = {name: each for name, each in said.items() if name not in (*shared, "players")}
    bounds = said["players"]["items"]
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
