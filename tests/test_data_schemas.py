"""What is written as data is what the JSON Schemas describe."""

from __future__ import annotations

import json
import random
from typing import Any

import attrs
import pytest
from jsonschema import Draft7Validator

import tilerules as tr
from tilerules import registry
from tilerules.engine import events

STATE, OBSERVATION, DEAL, EVENT = (
    Draft7Validator(json.loads(registry.schema_text(kind)))
    for kind in ("state", "observation", "deal", "event")
)
MINE = {"extends": "serendipity-small", "tie_breaks": ["flowers"]}


def states(ruleset: tr.Ruleset, seats: int) -> list[tr.State]:
    """Some states of a random game, the first and the last among them."""
    state, chooser, out = tr.new_game(ruleset, seats, seed=5), random.Random(5), []
    while not state.is_over:
        out.append(state)
        state = tr.apply_move(state, chooser.choice(tr.legal_moves(state)))
    return [*out[::50], state]


@pytest.mark.parametrize("validator", [STATE, OBSERVATION, DEAL, EVENT])
def test_the_schemas_are_sound_and_explain_every_key(validator: Draft7Validator) -> None:
    Draft7Validator.check_schema(validator.schema)
    todo: list[Any] = [validator.schema]
    while todo:
        schema = todo.pop()
        if isinstance(schema, dict):
            for entry in schema.get("properties", {}).values():
                assert "$ref" in entry or {"title", "description", "examples"} <= entry.keys()
                for example in entry.get("examples", []):
                    validator.evolve(schema=entry).validate(example)
            todo += schema.values()


@pytest.mark.parametrize("source", [*tr.ruleset_ids(), MINE], ids=str)
def test_what_is_written_is_what_the_schemas_describe(source: Any) -> None:
    ruleset = tr.load(source)
    for seats in {ruleset.seat_counts[0], ruleset.seat_counts[-1]}:
        for whole in (False, True):
            DEAL.validate(tr.deal(ruleset, seats, seed=5).to_data(whole=whole))
        for state in states(ruleset, seats):
            for whole in (False, True):
                STATE.validate(state.to_data(whole=whole))
            for viewer in (None, 0):
                for memory in (True, False):
                    OBSERVATION.validate(tr.observe(state, viewer, memory=memory).to_data())


@pytest.mark.parametrize("key", ["ruleset", "seats", "phase"])
def test_what_lacks_a_key_is_refused_by_schema_and_reader(key: str) -> None:
    for id in ("flowers", "serendipity", "tulips"):
        data = tr.new_game(tr.load(id), 2, seed=1).to_data()
        del data[key]
        assert not STATE.is_valid(data)
        with pytest.raises(tr.InvalidData):
            tr.State.from_data(data)


@pytest.mark.parametrize("id", ["flowers", "serendipity", "tulips"])
def test_a_deal_needs_all_keys_but_two(id: str) -> None:
    """The format is the present one, and the salt zero."""
    whole = tr.deal(tr.load(id), 2, seed=1).to_data()
    needed = set()
    for key in whole:
        data = {**whole}
        del data[key]
        if not DEAL.is_valid(data):
            needed.add(key)
            with pytest.raises(tr.InvalidData):
                tr.Deal.from_data(data)
        else:
            tr.Deal.from_data(data)
    assert needed == whole.keys() - {"format", "salt"}


def test_an_unknown_key_is_refused_by_schema_and_reader() -> None:
    for id in ("flowers", "serendipity", "tulips"):
        data = {**tr.new_game(tr.load(id), 2, seed=1).to_data(), "seed": 1}
        assert not STATE.is_valid(data)
        with pytest.raises(tr.InvalidData):
            tr.State.from_data(data)
        dealt = {**tr.deal(tr.load(id), 2, seed=1).to_data(), "seed": 1}
        assert not DEAL.is_valid(dealt)
        with pytest.raises(tr.InvalidData):
            tr.Deal.from_data(dealt)


# ---- events ---------------------------------------------------------------------------------


def test_each_kind_of_event_has_a_schema_with_its_fields() -> None:
    kinds = [*events.KINDS.values()]
    for id in registry.GAMES:
        kinds += registry.game(id).event_kinds.values()
    whole: Any = EVENT.schema
    described = {}
    for schema in whole["definitions"].values():
        keys = schema["properties"]
        game = keys["game"]["const"] if "game" in keys else None
        assert schema["required"] == [*keys]
        described[game, keys["kind"]["const"]] = {*keys} - {"game", "kind"}
    assert len(whole["anyOf"]) == len(described)
    assert described == {
        (kind.game, kind.kind): {field.name for field in attrs.fields(kind)} for kind in kinds
    }


@pytest.mark.parametrize("id", tr.ruleset_ids())
def test_events_are_what_their_schema_describes(id: str) -> None:
    ruleset, chooser = tr.load(id), random.Random(5)
    before, told = tr.new_game(ruleset, ruleset.seat_counts[-1], seed=5), dict[Any, tr.Event]()
    while not before.is_over and before.ply < 120:
        after = tr.apply_move(before, chooser.choice(tr.legal_moves(before)))
        for viewer in (None, 0):
            for event in tr.events(tr.observe(before, viewer), tr.observe(after, viewer)):
                told[event.kind, None in attrs.astuple(event)] = event
        before = after
    assert len(told) > 5
    for event in told.values():
        EVENT.validate(event.to_data())
        assert not EVENT.is_valid({**event.to_data(), "seed": 1})
