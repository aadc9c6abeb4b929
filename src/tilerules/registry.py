"""Which games and which rulesets there are; each is imported or read when it is first asked for."""

from __future__ import annotations

import json
from functools import cache
from importlib import import_module
from typing import Any

from tilerules.errors import UnknownRuleset
from tilerules.ruleset import reading
from tilerules.ruleset.layering import Card
from tilerules.ruleset.ruleset import Language, Ruleset, resolve
from tilerules.ruleset.schema import Schema

GAMES = {"serendipity": "tilerules.games.serendipity"}


def game(id: str) -> Any:
    """The game of this id: a `tilerules.engine.protocol.Game`."""
    return import_module(GAMES[id]).GAME


@cache
def _shipped(package: str) -> Any:
    from importlib.resources import files

    return files(package)


@cache
def ruleset_ids() -> tuple[str, ...]:
    """The ids of the bundled rulesets, sorted."""
    names = (entry.name for entry in _shipped("tilerules.rules").iterdir())
    return tuple(sorted(name.removesuffix(".yaml") for name in names if name.endswith(".yaml")))


@cache
def schema_text(name: str) -> str:
    """The text of a bundled JSON Schema, as `serendipity` or `state`."""
    text: str = _shipped("tilerules.schemas").joinpath(f"{name}.schema.json").read_text("utf-8")
    return text


@cache
def bundled(id: str) -> Ruleset:
    """A bundled ruleset. `UnknownRuleset` if there is none of this id."""
    card = SHELF.card(id)
    if card is None:
        from difflib import get_close_matches

        raise UnknownRuleset(id, get_close_matches(id, ruleset_ids(), cutoff=0.7), ruleset_ids())
    ruleset = resolve(card, SHELF).ruleset
    assert ruleset is not None, "the tests hold bundled cards sound"
    return ruleset


class _Bundled:
    """The shelf of what came with the library."""

    def ids(self) -> tuple[str, ...]:
        return ruleset_ids()

    def card(self, id: str) -> Card | None:
        return _card(id) if id in ruleset_ids() else None

    def games(self) -> tuple[str, ...]:
        return tuple(GAMES)

    def language(self, game: str) -> Language:
        return _language(game)


@cache
def _card(id: str) -> Card:
    name = f"{id}.yaml"
    text = _shipped("tilerules.rules").joinpath(name).read_text("utf-8")
    return Card(reading.read_text(text, name), name, bundled=True)


@cache
def _language(id: str) -> Language:
    found = game(id)
    return Language(id, found.revision, Schema(json.loads(schema_text(id))), lambda: found.checks)


SHELF = _Bundled()
