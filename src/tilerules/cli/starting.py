"""A card to begin a house rule with."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any

import tilerules as tr
from tilerules.registry import rules_schema
from tilerules.ruleset.reading import reads_as_text
from tilerules.ruleset.schema import Key, Schema
from tilerules.ruleset.wording import in_yaml

COMMENTS = 40  # the column where they begin


def starting_card(game: str, file: Path) -> str:
    """A variant of a game's own rules in which all that it could change is commented out.

    `ValueError` if the file has a name that a card cannot have.
    """
    rules = tr.load(game)
    schema = Schema(rules_schema(game))
    id = schema.document["properties"]["id"]
    named = re.fullmatch(id["pattern"], file.stem) and reads_as_text(file.stem)
    if file.suffix != ".yaml" or not named or len(file.stem) > id["maxLength"]:
        raise ValueError(f"a card is called after its id, {id['x-expected']}, and ends in .yaml")
    lines = [
        *_schema_line(game, file),
        f"# A house rule for {rules.title}. Below stand all the rules as they are without it, most",
        "# of them the same for any number of players. Take the # and the space behind it from the",
        "# lines that you change, and from those that they stand under; the rest may go.",
        "",
        f"id: {file.stem}",
        f"title: {rules.title}, as we play it",
        f"extends: {game}",
        "edition: 1",
        "summary: What is different, in a sentence or two.",
        "",
        f"# players: {in_yaml(rules.seat_counts)}",
        *_commented(schema.rules, rules.values, ""),
        *_for_players(rules),
        "",
        "## What can be added: blocks that the rules do without, each in an example that is sound",
        "## by itself. Take the ## and the space behind them from all lines of a block; what",
        "## begins with the same key goes under it together.",
        *_addable(schema.rules, rules.values, ()),
    ]
    return "\n".join(lines) + "\n"


def _schema_line(game: str, file: Path) -> Iterator[str]:
    """How an editor finds the schema; nothing if it lies in no file of its own."""
    schema = Path(str(files("tilerules.schemas") / f"{game}.schema.json"))
    if schema.is_file():
        try:
            place = Path(os.path.relpath(schema, file.absolute().parent)).as_posix()
        except ValueError:  # on another drive
            place = schema.as_uri()
        yield f"# yaml-language-server: $schema={place}"
        yield "#"


def _commented(keys: Iterable[Key], values: Mapping[str, Any], indent: str) -> Iterator[str]:
    """The rules, each with what it is called behind it."""
    for key in keys:
        if key.name not in values:
            continue
        value = values[key.name]
        if not indent:
            yield ""
        if isinstance(value, Mapping):
            yield _line(f"# {indent}{key.name}:", key.title)
            yield from _commented(key.keys or (), value, f"{indent}  ")
        else:
            choices = f": {', '.join(key.choices)}" if key.choices else ""
            yield _line(f"# {indent}{key.name}: {in_yaml(value)}", key.title + choices)


def _addable(
    keys: Sequence[Key], values: Mapping[str, Any], above: tuple[str, ...]
) -> Iterator[str]:
    """The blocks that the rules do without; of those with the same title, the first."""
    titles = set()
    for key in keys:
        if isinstance(values.get(key.name), Mapping):
            yield from _addable(key.keys or (), values[key.name], (*above, key.name))
        elif key.optional and key.name not in values and key.title not in titles:
            titles.add(key.title)
            yield from _added(key, above)


def _added(key: Key, above: tuple[str, ...]) -> Iterator[str]:
    """A block with an example, and what must stand beside it."""
    example = {key.name: key.example}
    for name in reversed(above):
        example = {name: example}
    start, *others = _block(key.in_card or example)
    yield ""
    yield _line(f"## {start}", key.title)
    yield from (f"## {line}" for line in others)


def _line(text: str, comment: str) -> str:
    return f"{text:{COMMENTS - 1}} # {comment}"


def _for_players(rules: tr.Ruleset) -> Iterator[str]:
    """An example of what holds for one number of players only."""
    said = rules.values.get("for_players", {})
    yield ""
    yield "# for_players:                          # What is different for some numbers of players"
    for seats, values in said.items():
        yield f"#   {seats}:"
        yield from (f"#     {line}" for line in _block(values))


def _block(values: Mapping[str, Any]) -> Iterator[str]:
    for key, value in values.items():
        if isinstance(value, Mapping):
            yield f"{key}:"
            yield from (f"  {line}" for line in _block(value))
        else:
            yield f"{key}: {in_yaml(value)}"
