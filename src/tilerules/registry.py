"""Which games and rulesets there are, and how a card becomes a ruleset.

Each is imported or read when it is first asked for.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, TypeAlias

from tilerules.data.source import Source
from tilerules.errors import InvalidRuleset, UnknownRuleset
from tilerules.ruleset import data, reading
from tilerules.ruleset.layering import Card
from tilerules.ruleset.problems import Problem, Unreadable
from tilerules.ruleset.resolving import resolve, unchanged
from tilerules.ruleset.ruleset import CUSTOM
from tilerules.ruleset.ruleset import Ruleset as Ruleset
from tilerules.ruleset.schema import Schema
from tilerules.ruleset.shelf import Language

GAMES = {
    "flowers": "tilerules.games.flowers",
    "serendipity": "tilerules.games.serendipity",
    "tulips": "tilerules.games.tulips",
}


def room(game: str, name: str) -> Any:
    """A module of a game, as `game` or `drawn`. `KeyError` if there is no such game."""
    return import_module(f"{GAMES[game]}.{name}")


def game(id: str) -> Any:
    """The game of this id: a `tilerules.engine.protocol.Game`."""
    return room(id, "game").GAME


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
def rules_schema(game: str) -> Mapping[str, Any]:
    """The JSON Schema of a game's cards, with the blocks of all games that it refers to."""
    shared = json.loads(schema_text("blocks"))["definitions"]
    whole: dict[str, Any] = json.loads(schema_text(game).replace("blocks.schema.json#", "#"))
    whole["definitions"] = {**shared, **whole["definitions"]}
    return whole


@cache
def bundled(id: str) -> Ruleset:
    """A bundled ruleset. `UnknownRuleset` if there is none of this id."""
    ruleset = resolve(_known(id), SHELF).ruleset
    assert ruleset is not None, "the tests hold bundled cards sound"
    return ruleset


def ruleset_data(ruleset: Ruleset, *, whole: bool) -> Any:
    """A ruleset by id and digest if it is a bundled one, unless it is wanted whole."""
    if not whole and ruleset.table("bundled", lambda: _is_bundled(ruleset)):
        return {"id": ruleset.id, "digest": ruleset.digest}
    return ruleset.to_data()


def _is_bundled(ruleset: Ruleset) -> bool:
    """Whether this is a bundled ruleset, with all that it is called and where it was set."""
    return ruleset.id in ruleset_ids() and bundled(ruleset.id).to_data() == ruleset.to_data()


def ruleset_from(source: Source) -> Ruleset:
    """The reverse of `ruleset_data`; the id of a bundled ruleset alone is enough."""
    return data.ruleset_from(source, SHELF, bundled)


Ruleset.reader = ruleset_from


def parent(ruleset: Ruleset) -> Ruleset | None:
    """The rules that a variant, or layers, change; None if there are none, or none known."""
    return unchanged(ruleset, SHELF.language(ruleset.game))


def _known(id: str) -> Card:
    card = SHELF.card(id)
    if card is None:
        from difflib import get_close_matches

        raise UnknownRuleset(id, get_close_matches(id, ruleset_ids(), cutoff=0.7), ruleset_ids())
    return card


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
    schema = Schema(rules_schema(id))
    return Language(id, revision, schema, lambda: game(id).checks)


SHELF = _Bundled()


# ---- any card -------------------------------------------------------------------------------


CardSource: TypeAlias = "str | Path | Mapping[Any, Any]"


def load(source: CardSource, *layers: CardSource) -> Ruleset:
    """The ruleset of a card, resolved and checked.

    Args:
        source: the id of a known ruleset as a text, a file as a `Path`, or a card as a mapping.
        layers: further cards of the same kinds, all laid over the source. A layer changes what it
            changes since the card that it and the source both extend; one that extends nothing
            changes the source itself. In which order layers are given does not matter.

    `UnknownRuleset` if no ruleset has an id; `InvalidRuleset`, with all problems, if a card has
    errors, or if two of them disagree.

    >>> import tilerules as tr
    >>> rules = tr.load({"extends": "serendipity", "scoring": {"matches": {"points": 3}}})
    >>> rules.id, rules.values["scoring"]["matches"]["points"]
    ('custom', 3)
    >>> tr.load("serendipity", "serendipity-unowned-late", "serendipity-french").id
    'serendipity+serendipity-french+serendipity-unowned-late'
    """
    if isinstance(source, str) and not layers:
        return bundled(source)
    try:
        card, *others = map(_asked_for, (source, *layers))
    except Unreadable as stop:
        raise InvalidRuleset([stop.problem]) from None
    partial = [other._replace(partial=not other.bundled) for other in others]
    resolution = resolve(card, SHELF, partial)
    if resolution.ruleset is None:
        raise InvalidRuleset(resolution.problems)
    return resolution.ruleset


def check(source: CardSource, *, name: str | None = None) -> tuple[Problem, ...]:
    """All problems of a card, in the order of the file; none if it is clean.

    Args:
        source: a file as a `Path`, the text of a card, or a card as a mapping.
        name: what to call a text in problems; files that it extends are looked for beside it.

    >>> import tilerules as tr
    >>> [problem.code for problem in tr.check("title: [")]
    ['syntax']
    """
    try:
        if isinstance(source, str):
            file, folder = name or "card", Path(name).parent if name else None
            card = Card(reading.read_text(source, file), file, folder)
        else:
            card = _given(source, name)
    except Unreadable as stop:
        return (stop.problem,)
    return resolve(card, SHELF).problems


def _asked_for(source: CardSource) -> Card:
    """The card of a known id, of a file, or of a mapping."""
    return _known(source) if isinstance(source, str) else _given(source)


def _given(source: object, name: str | None = None) -> Card:
    """The card that a caller brings."""
    if isinstance(source, Path):
        return Card(reading.read_file(source), str(source), source.parent)
    if isinstance(source, Mapping):
        file = name or CUSTOM
        return Card(reading.from_data(source, file), file, partial=True)
    raise TypeError("rules come from an id or a text, a Path, or a mapping")
