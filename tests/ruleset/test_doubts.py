"""No key that a card sets is without effect and without a word about it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

import tilerules as tr
from tests.ruleset.cards import base, only, write
from tilerules import registry
from tilerules.ruleset.schema import CARD_KEYS, Schema
from tilerules.ruleset.values import thawed

DEALT = base("for_players.1.piles.dealt", "flowers"), base("for_players.2.piles.dealt", "flowers")


@pytest.mark.parametrize("number", [4, 5])
@pytest.mark.parametrize(
    ("players", "message", "parent"),
    [
        ("players: [2]", "with 2 players {} for that number", DEALT[1]),
        ("players: [2, 4]", "with 2 players {} for that number", DEALT[1]),
        ("players: [1, 2, 3, 4]", "with 1, 2 and 3 players {} for these numbers", DEALT[0]),
    ],
)
def test_a_number_without_its_word_for_some_players_is_told(
    players: str, message: str, parent: str, number: int
) -> None:
    # flowers lays out listed piles for one, two and three
    card = f"id: a\ntitle: A\nedition: 1\nextends: flowers\n{players}\npiles: {{number: {number}}}"
    [problem] = [each for each in tr.check(card) if each.code == "overridden"]
    stays = "`piles.number` changes nothing, since `flowers.yaml` says `dealt: listed`"
    assert problem.message == message.format(stays)
    assert (problem.key, problem.line, problem.column) == ("piles.number", 6, 17)
    assert str(problem.parent) == parent


def test_a_number_beside_a_word_of_its_own_card_is_no_surprise(tmp_path: Path) -> None:
    own = "turn: {unowned: {stays_up: after_serendips, serendips: 5}}"
    for_two = "for_players: {2: {turn: {unowned: {stays_up: never}}}}"
    assert tr.check(write(tmp_path, a=f"serendipity\n{own}\n{for_two}")) == ()
    # of a card that is extended it is one
    write(tmp_path, b=f"serendipity\n{own}\n{for_two}")
    problem = only(tr.check(write(tmp_path, c="b.yaml\nturn: {unowned: {serendips: 6}}")))
    assert (problem.code, problem.key) == ("overridden", "turn.unowned.serendips")
    assert dict(problem.fields) == {"seats": (2,)}


# ---- every key ------------------------------------------------------------------------------


def candidates(schema: Schema, said: Mapping[str, Any]) -> list[Any]:
    """Some of the values that may stand behind a key."""
    found = list(said.get("examples", ()))
    for kind in schema.kinds(said):
        found += [kind["minimum"], kind["maximum"]] if kind.get("type") == "integer" else []
        found += kind.get("enum", [kind["const"]] if "const" in kind else [])
    return found


def keys(
    schema: Schema, properties: Mapping[str, Any], above: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], list[Any]]]:
    """Each key that no block stands behind, and values for it."""
    for name, each in properties.items():
        said, path = schema.resolved(each), (*above, name)
        blocks = [kind["properties"] for kind in schema.kinds(said) if "properties" in kind]
        if not blocks:
            yield path, candidates(schema, said)
        for block in blocks:
            yield from keys(schema, block, path)


def value_at(values: Any, path: tuple[str, ...]) -> Any:
    for step in path:
        values = values.get(step) if isinstance(values, Mapping) else None
    return thawed(values)


@pytest.mark.parametrize("game", ["serendipity", "flowers", "tulips"])
def test_a_key_changes_something_or_is_told_of(game: str) -> None:
    parent, schema = tr.load(game), registry.SHELF.language(game).schema
    outer = (*CARD_KEYS, "players", "for_players")
    sections = {n: each for n, each in schema.document["properties"].items() if n not in outer}
    changed = told = 0
    for path, values in keys(schema, sections):
        for seats in parent.seat_counts:
            before = value_at(parent.values_for(seats), path)
            nested = next((each for each in values if each != before), before)
            for step in reversed(path):
                nested = {step: nested}
            card = {"extends": game, "players": [seats], **nested}
            if tr.check(card):
                told += 1
            elif value_at(tr.load(card).values_for(seats), path) != before:
                changed += 1
            else:
                assert all(each == before for each in values), (path, seats)
    assert min(changed, told) > 20
