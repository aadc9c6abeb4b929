"""Rulesets as JSON data, read back."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from typing import Any

from tilerules.data.source import LARGEST, Source, said
from tilerules.errors import BrokenPlugin, InvalidData, UnknownRuleset
from tilerules.ruleset import resolving
from tilerules.ruleset.problems import Problem
from tilerules.ruleset.reading import MAX_KEY
from tilerules.ruleset.ruleset import CUSTOM, Ruleset
from tilerules.ruleset.schema import CARD_KEYS
from tilerules.ruleset.shelf import Shelf
from tilerules.wording import counted

_KEYS = (
    "format",
    "id",
    "title",
    "game",
    "edition",
    "summary",
    "sources",
    "digest",
    "lineage",
    "ways",
    "values",
    "origins",
)

MOST_SOURCES = 1000
LONGEST_SOURCE = 1000

Bundled = Callable[[str], Ruleset]


def ruleset_from(source: Source, shelf: Shelf, bundled: Bundled) -> Ruleset:
    """A ruleset, written whole or named; the id of a bundled one alone is enough."""
    if isinstance(source.value, str):
        return _named(source, bundled)
    source = source.of("ruleset")
    if "values" in set(source.keys()):
        return _whole(source, shelf, bundled)
    if "extends" in source.value:  # type: ignore[operator]
        raise source.fault("expected a ruleset, not a card: write load(card).to_data()")
    source.keys(("format", "id", "digest"))
    found = _named(source.entry("id"), bundled)
    digest = source.entry("digest", found.digest)
    if digest.text() != found.digest:
        raise digest.fault(f"{found.id} has changed: its digest is {found.digest} here")
    return found


def _named(source: Source, bundled: Bundled) -> Ruleset:
    try:
        return bundled(source.text())
    except (BrokenPlugin, UnknownRuleset) as error:
        raise source.fault(str(error)) from None


def _whole(source: Source, shelf: Shelf, bundled: Bundled) -> Ruleset:
    source.keys(_KEYS)
    id = source.entry("id", CUSTOM).text()
    if shelf.card(id) and _same(bundled(id).to_data(), source.value):
        return bundled(id)
    lineage = source.entry("lineage", [])
    if not isinstance(lineage.value, list) or not all(
        isinstance(file, str) for file in lineage.value
    ):
        raise lineage.fault("expected a list of file names")
    sources = source.entry("sources", {})
    if len(keys := sources.keys()) > MOST_SOURCES:
        raise sources.fault(f"expected at most {MOST_SOURCES} sources")
    for key in keys:
        if not re.fullmatch("[a-z][a-z0-9_-]{0,99}", key):
            raise sources.fault(f"expected a short word as the key of a source, not {said(key)}")
    for key, value in source.entry("values").entries():
        if key in CARD_KEYS:
            raise value.fault("only rules stand here, all of them")
    ways, origins = source.entry("ways", {}), source.entry("origins", {})
    for place in (
        *(each for _, way in ways.entries() for each in way.items()),
        *(each for _, each in origins.entries()),
    ):
        _check_origin(place)
    data: dict[str, Any] = {
        **source.value,  # type: ignore[dict-item]
        "sources": {key: name.line(LONGEST_SOURCE) for key, name in sources.entries()},
        "lineage": lineage.value,
        "ways": ways.value,
        "origins": origins.value,
    }
    resolution = resolving.from_data(data, shelf)
    if resolution.ruleset is None:
        raise _unsound(source, resolution.problems)
    digest = source.entry("digest", resolution.ruleset.digest)
    if digest.text() != resolution.ruleset.digest:
        raise digest.fault("the digest does not belong to these rules")
    return resolution.ruleset


def _same(data: object, other: object) -> bool:
    """Whether data are equal, and a 1 in them is neither true nor 1.0."""
    return data == other and json.dumps(data) == json.dumps(other)


def _unsound(source: Source, problems: Iterable[Problem]) -> InvalidData:
    """The error that these are no sound rules, at the first fault in them."""
    first, *others = (problem for problem in problems if problem.severity == "error")
    expected = f"; expected {first.expected}" if first.expected else ""
    more = f" ({counted(len(others), 'more fault')})" if others else ""
    message = f"these are no sound rules: {first.message}{expected}{more}"
    if not (first.key.isprintable() and 0 < len(first.key) <= MAX_KEY):
        return source.fault(message)
    keys = first.key if first.key in CARD_KEYS else f"values.{first.key}"
    return InvalidData(f"{source.path}.{keys}" if source.path else keys, message)


def _check_origin(source: Source) -> None:
    place = list(source.items())
    if len(place) != 2:
        raise source.fault("expected a file name and a line")
    place[0].text()
    place[1].optional_whole(1, LARGEST)
