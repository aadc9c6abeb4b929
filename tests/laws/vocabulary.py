"""The words that a schema knows, and those that cards say."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from tests.laws.positions import Card
from tilerules.registry import rules_schema

Word = tuple[str, Any]
"""A word, behind its path of keys."""


def words_of(game: str, sections: Sequence[str]) -> set[Word]:
    """Every word that these sections of a card may say; `removed` for an optional block."""
    schema = dict(rules_schema(game))
    blocks = ((schema["properties"][section], section) for section in sections)
    return {word for block, section in blocks for word in _known(schema, block, section)}


def _known(schema: Card, block: Card, path: str) -> Iterator[Word]:
    if "$ref" in block:
        block = schema["definitions"][block["$ref"].rpartition("/")[2]]
    if block.get("x-optional"):
        yield path, "removed"
    for option in [block, *block.get("anyOf", [])]:
        yield from ((path, word) for word in option.get("enum", []))
        for key, inner in option.get("properties", {}).items():
            yield from _known(schema, inner, f"{path}.{key}")
        if isinstance(option.get("items"), dict):
            yield from _known(schema, option["items"], path)


def said(value: Any, path: str = "") -> Iterator[Word]:
    """What a card says: the texts and numbers in it, and the paths of its blocks and lists."""
    yield path, value if isinstance(value, str | int) else None
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from said(inner, f"{path}.{key}".lstrip("."))
    if isinstance(value, list):
        for inner in value:
            yield from said(inner, path)


def said_in(card: Card, sections: Sequence[str]) -> set[Word]:
    """What these sections of a card say, as far as it has them."""
    return {*said({section: card[section] for section in sections if section in card})}
