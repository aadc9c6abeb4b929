"""What a game's JSON Schema says about each key of a card.

Two annotations of our own stand beside the words of JSON Schema: `x-optional` marks a block that a
card may do without, and `x-asked-by` names the words (of a key beside it) that ask for this key.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import attrs

REMOVED = "removed"
CARD_KEYS = ("id", "title", "game", "extends", "language", "edition", "summary", "sources")


@attrs.frozen
class Key:
    """One key of a block, as the schema describes it."""

    name: str
    schema: Mapping[str, Any]

    @property
    def has_default(self) -> bool:
        """Whether a value is known where the card sets none."""
        return "default" in self.schema

    @property
    def default(self) -> Any:
        """The value where the card sets none."""
        return self.schema["default"]

    @property
    def optional(self) -> bool:
        """Whether a card may do without this block."""
        return bool(self.schema.get("x-optional"))

    @property
    def asked_by(self) -> tuple[str, tuple[str, ...]] | None:
        """The key beside this one, and its words, that ask for this key."""
        for name, words in self.schema.get("x-asked-by", {}).items():
            return name, tuple(words)
        return None


@attrs.frozen(eq=False)
class Schema:
    """The JSON Schema of a game's cards."""

    document: Mapping[str, Any]

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

    def block(self, schema: Mapping[str, Any]) -> Mapping[str, Any] | None:
        """The kind of value that is a block of named keys, or None."""
        return next((kind for kind in self.kinds(schema) if "properties" in kind), None)

    def keys(self, schema: Mapping[str, Any]) -> Iterator[Key]:
        """The keys of a block."""
        for name, entry in schema["properties"].items():
            yield Key(name, self.resolved(entry))

    def rule_keys(self) -> Iterator[Key]:
        """The keys of a whole card that say rules for one number of players."""
        beside = (*CARD_KEYS, "players", "for_players")
        return (key for key in self.keys(self.document) if key.name not in beside)
