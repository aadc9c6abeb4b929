"""Which games and rulesets there are, and how a card becomes a ruleset.

Each is imported or read when it is first asked for.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from tilerules.errors import InvalidRuleset, UnknownRuleset
from tilerules.ruleset import reading
from tilerules.ruleset.layering import Card
from tilerules.ruleset.problems import Problem, Unreadable
from tilerules.ruleset.ruleset import CUSTOM, Resolution, Ruleset, resolve
from tilerules.ruleset.schema import Schema
from tilerules.ruleset.shelf import Language

GAMES = {
    "flowers": "tilerules.games.flowers",
    "serendipity": "tilerules.games.serendipity",
    "tulips": "tilerules.games.tulips",
}


def game(id: str) -> Any:
    """The game of this id: a `tilerules.engine.protocol.Game`."""
    return import_module(f"{GAMES[id]}.game").GAME


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
    revision = import_module(GAMES[id]).REVISION
    schema = Schema(json.loads(schema_text(id)))
    return Language(id, revision, schema, lambda: game(id).checks)


SHELF = _Bundled()


# ---- any card -------------------------------------------------------------------------------


def load(source: str | Path | Mapping[Any, Any]) -> Ruleset:
    """The ruleset of a card, resolved and checked.

    Args:
        source: the id of a known ruleset as a text, a file as a `Path`, or a card as a mapping.

    `UnknownRuleset` if no ruleset has the id; `InvalidRuleset`, with all problems, if the card has
    errors.

    >>> import tilerules as tr
    >>> rules = tr.load({"extends": "serendipity", "scoring": {"matches": {"points": 3}}})
    >>> rules.id, rules.values["scoring"]["matches"]["points"]
    ('custom', 3)
    """
    if isinstance(source, str):
        return bundled(source)
    resolution = _resolved(source)
    if resolution.ruleset is None:
        raise InvalidRuleset(resolution.problems)
    return resolution.ruleset


def check(
    source: str | Path | Mapping[Any, Any], *, name: str | None = None
) -> tuple[Problem, ...]:
    """All problems of a card, in the order of the file; none if it is clean.

    Args:
        source: a file as a `Path`, the text of a card, or a card as a mapping.
        name: what to call a text in problems; files that it extends are looked for beside it.

    >>> import tilerules as tr
    >>> [problem.code for problem in tr.check("title: [")]
    ['syntax']
    """
    return _resolved(source, name).problems


def _resolved(source: str | Path | Mapping[Any, Any], name: str | None = None) -> Resolution:
    try:
        if isinstance(source, Path):
            card = Card(reading.read_file(source), str(source), source.parent)
        elif isinstance(source, str):
            file = name or "card"
            card = Card(reading.read_text(source, file), file, Path(name).parent if name else None)
        elif isinstance(source, Mapping):
            file = name or CUSTOM
            card = Card(reading.from_data(source, file), file, inline=True)
        else:
            raise TypeError("rules come from an id or a text, a Path, or a mapping")
    except Unreadable as stop:
        return Resolution(None, (stop.problem,))
    return resolve(card, SHELF)
