"""Which games and rulesets there are, and how a card becomes a ruleset.

Each is imported or read when it is first asked for. Plug-ins are looked for only when all games or
rulesets are listed, or one is asked for that did not come with the library.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, TypeAlias

from tilerules.data.source import Source
from tilerules.errors import InvalidRuleset, MissingPart, UnknownRuleset
from tilerules.plugins import Plugin, Plugins
from tilerules.ruleset import data, reading
from tilerules.ruleset.layering import Card
from tilerules.ruleset.problems import Problem, Unreadable
from tilerules.ruleset.resolving import resolve, unchanged
from tilerules.ruleset.ruleset import CUSTOM
from tilerules.ruleset.ruleset import Ruleset as Ruleset
from tilerules.ruleset.schema import Schema, UnsoundSchema, framed
from tilerules.ruleset.shelf import Language

_BUNDLED = {
    "flowers": "tilerules.games.flowers",
    "serendipity": "tilerules.games.serendipity",
    "tulips": "tilerules.games.tulips",
}
_INSTEAD = {"picture": "tilerules.engine.text_picture"}
"""What stands in for a part that a game may do without."""


class _Games(Mapping[str, str]):
    """The package of each game, by its id; `BrokenPlugin` for that of a plug-in that is broken."""

    def __getitem__(self, id: str) -> str:
        if id in _BUNDLED:
            return _BUNDLED[id]
        if error := _PLUGINS.broken(id):
            raise error
        return _PLUGINS.games()[id].package

    def __contains__(self, id: object) -> bool:
        return id in _BUNDLED or id in _PLUGINS.games()

    def __iter__(self) -> Iterator[str]:
        return iter(sorted((*_BUNDLED, *_PLUGINS.games())))

    def __len__(self) -> int:
        return len(_BUNDLED) + len(_PLUGINS.games())


GAMES = _Games()


def room(game: str, name: str) -> Any:
    """A module of a game, as `game` or `drawn`.

    `KeyError` if there is no such game; `MissingPart` if it does without.
    """
    place = f"{GAMES[game]}.{name}"
    try:
        return import_module(place)
    except ModuleNotFoundError as error:
        if error.name != place:
            raise
    if name not in _INSTEAD:
        raise MissingPart(game, name)
    return import_module(_INSTEAD[name])


def game(id: str) -> Any:
    """The game of this id: a `tilerules.engine.protocol.Game`."""
    return room(id, "game").GAME


@cache
def _shipped(package: str) -> Any:
    from importlib.resources import files

    return files(package)


@cache
def ruleset_ids() -> tuple[str, ...]:
    """The ids of the known rulesets, sorted: the bundled ones, and those of plug-ins.

    A plug-in that cannot be used is left out, with a `PluginWarning`.

    >>> import tilerules as tr
    >>> {"flowers", "serendipity", "tulips"} <= {*tr.ruleset_ids()}
    True
    """
    names = (entry.name for entry in _shipped("tilerules.rules").iterdir())
    bundled = (name.removesuffix(".yaml") for name in names if name.endswith(".yaml"))
    others = (id for plugin in _PLUGINS.games().values() for id in plugin.rulesets)
    return tuple(sorted((*bundled, *others)))


def is_known(id: str) -> bool:
    """Whether a ruleset of this id is bundled, or a plug-in brings it."""
    return _is_bundled(id) or _PLUGINS.of_ruleset(id) is not None


def _is_bundled(id: str) -> bool:
    return _is_id(id) and bool(_shipped("tilerules.rules").joinpath(f"{id}.yaml").is_file())


def _is_id(text: str) -> bool:
    return re.fullmatch("[a-z][a-z0-9-]{0,63}", text) is not None


@cache
def schema_text(name: str) -> str:
    """The text of a JSON Schema, as `serendipity` or `state`."""
    file = _shipped_schema(name)
    if not file.is_file():
        file = _PLUGINS.games()[name].file("schemas", f"{name}.schema.json")
    text: str = file.read_text("utf-8")
    return text


def _shipped_schema(name: str) -> Any:
    return _shipped("tilerules.schemas").joinpath(f"{name}.schema.json")


@cache
def rules_schema(game: str) -> Mapping[str, Any]:
    """The JSON Schema of a game's cards, with the blocks of all games that it refers to."""
    blocks = json.loads(schema_text("blocks"))
    own = json.loads(schema_text(game).replace("blocks.schema.json#", "#"))
    return framed(game, own, blocks)


@cache
def bundled(id: str) -> Ruleset:
    """A ruleset that came with the library, or with a plug-in.

    `UnknownRuleset` if there is none of this id; `BrokenPlugin` if its plug-in is broken.
    """
    ruleset = resolve(_known(id), SHELF).ruleset
    assert ruleset is not None, "bundled cards are held sound by the tests, others were looked at"
    return ruleset


def ruleset_data(ruleset: Ruleset, *, whole: bool) -> Any:
    """A ruleset by id and digest if it is a bundled one, unless it is wanted whole."""
    if not whole and ruleset.table("bundled", lambda: _is_as_bundled(ruleset)):
        return {"id": ruleset.id, "digest": ruleset.digest}
    return ruleset.to_data()


def _is_as_bundled(ruleset: Ruleset) -> bool:
    """Whether this is a bundled ruleset, with all that it is called and where it was set."""
    return is_known(ruleset.id) and bundled(ruleset.id).to_data() == ruleset.to_data()


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
        if error := _PLUGINS.broken(id):
            raise error
        from difflib import get_close_matches

        raise UnknownRuleset(id, get_close_matches(id, ruleset_ids(), cutoff=0.7), ruleset_ids())
    return card


class _Known:
    """The shelf of what came with the library, and with plug-ins."""

    def ids(self) -> tuple[str, ...]:
        return ruleset_ids()

    def card(self, id: str) -> Card | None:
        return _card(id) if is_known(id) else None

    def games(self) -> Collection[str]:
        return GAMES

    def language(self, game: str) -> Language:
        return _language(game)

    def broken(self, id: str) -> str | None:
        error = _PLUGINS.broken(id)
        return str(error) if error else None


@cache
def _card(id: str) -> Card:
    name = f"{id}.yaml"
    if _is_bundled(id):
        file = _shipped("tilerules.rules").joinpath(name)
    else:
        plugin = _PLUGINS.of_ruleset(id)
        assert plugin is not None, "only known cards are read"
        file = plugin.file("rules", name)
    return Card(reading.read_text(file.read_text("utf-8"), name), name, bundled=True)


@cache
def _language(id: str) -> Language:
    revision = getattr(import_module(GAMES[id]), "REVISION", 1)
    schema = Schema(rules_schema(id))
    return Language(id, revision, schema, lambda: game(id).checks, lambda: _other_schemas(id))


def _other_schemas(id: str) -> Mapping[str, Schema]:
    """The schemas of the bundled games but one."""
    return {other: _language(other).schema for other in _BUNDLED if other != id}


SHELF = _Known()


# ---- plug-ins -------------------------------------------------------------------------------


def _fault(plugin: Plugin) -> str | None:
    """What is wrong with a plug-in, if something is; its game can be found meanwhile."""
    name = plugin.name
    if not _is_id(name):
        return "the id of a game has small letters, digits and hyphens, and begins with a letter"
    if _is_bundled(name) or _shipped_schema(name).is_file():
        return f"the library has something that is called {name}, so no game can be called so"
    found = getattr(import_module(f"{plugin.package}.game"), "GAME", None)
    if getattr(found, "id", None) != name:
        return f"its module {plugin.package}.game has no GAME with the id {name}"
    if problem := _schema_fault(name):
        return f"its schema {name}.schema.json is not sound: {problem}"
    if name not in plugin.rulesets:
        return f"it has no card {name}.yaml in its folder rules"
    return next(filter(None, (_card_fault(plugin, id) for id in plugin.rulesets)), None)


def _schema_fault(game: str) -> str | None:
    from jsonschema import Draft7Validator, SchemaError

    try:
        Draft7Validator.check_schema(rules_schema(game))
        _language(game)
    except SchemaError as error:
        return f"{error.json_path}: {error.message}"
    except UnsoundSchema as error:
        return str(error)
    return None


def _card_fault(plugin: Plugin, id: str) -> str | None:
    """What is wrong with a card of a plug-in, read as strictly as anybody's."""
    bringing = {each.name for each in _PLUGINS.games().values() if id in each.rulesets}
    if others := bringing - {plugin.name}:
        return f"its card {id}.yaml is also one of {', '.join(others)}"
    if _is_bundled(id):
        return f"a card {id}.yaml came with the library"
    ruleset, problems = resolve(_card(id)._replace(bundled=False), SHELF)
    if ruleset is None:
        return "its card is not sound: " + next(
            problem.headline for problem in problems if problem.severity == "error"
        )
    if (ruleset.id, ruleset.game) != (id, plugin.name):
        return f"its card {id}.yaml is {ruleset.id}, of {ruleset.game}"
    return None


_PLUGINS = Plugins(_fault)

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
    errors, or if two of them disagree; `BrokenPlugin` if the ruleset is one of a plug-in that
    cannot be used.

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
    resolution = resolve(card, SHELF, _as_layers(others))
    if resolution.ruleset is None:
        apart = _told_apart((source, *layers), (card, *others))
        raise InvalidRuleset(resolve(card, SHELF, _as_layers(apart)).problems)
    return resolution.ruleset


def _as_layers(cards: Iterable[Card]) -> list[Card]:
    """Cards that may leave out their id, title and edition if they are the caller's."""
    return [card._replace(partial=not card.bundled) for card in cards]


def _told_apart(sources: Sequence[CardSource], cards: Sequence[Card]) -> Iterator[Card]:
    """The cards behind the first one, mappings with a number for a name if there are several."""
    several = sum(isinstance(each, Mapping) for each in sources) > 1
    for number, (layer, card) in enumerate(zip(sources[1:], cards[1:], strict=True), 1):
        is_numbered = several and isinstance(layer, Mapping)
        yield _given(layer, f"layer {number}") if is_numbered else card


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
    raise TypeError(
        "load takes the id of a ruleset, a file as a Path, or a card as a mapping; check takes a "
        "file as a Path, the text of a card, or a card as a mapping"
    )
