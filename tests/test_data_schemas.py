"""What is written as data is what the JSON Schemas describe, and nothing else is."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft7Validator

import tilerules as tr
from tests.data.games import FORMATS, KINDS
from tests.house.shelf import IDS as HOUSE_IDS
from tests.house.shelf import house
from tests.schemas import DOCUMENTS, FILES, validator
from tilerules import registry, testing
from tilerules.engine import events
from tilerules.ruleset.schema import CARD_KEYS

Schema = dict[str, Any]

FOLDER = Path(__file__).parents[1] / "schemas"
VALID = {kind: validator(kind) for kind in KINDS}
HEADING = ["format", "ruleset", "seats"]

every_game = pytest.mark.parametrize("game", registry.GAMES)
every_kind = pytest.mark.parametrize("kind", KINDS)


# ---- the schemas ----------------------------------------------------------------------------


def parts(schema: Any, pointer: str = "") -> Iterator[tuple[str, Schema]]:
    """Every object within a schema, and the pointer to it."""
    if isinstance(schema, list):
        for number, each in enumerate(schema):
            yield from parts(each, f"{pointer}/{number}")
    if isinstance(schema, dict):
        yield pointer, schema
        for key, each in schema.items():
            if key not in ("examples", "default", "enum", "const"):
                yield from parts(each, f"{pointer}/{key}")


def test_each_kind_of_data_and_each_game_has_a_schema() -> None:
    files = {path.name.removesuffix(".schema.json") for path in FOLDER.glob("*.json")}
    assert files == {*DOCUMENTS, "blocks"} == {*KINDS, *registry.GAMES, "blocks"}


@every_kind
def test_a_schema_is_sound_and_explains_every_key(kind: str) -> None:
    Draft7Validator.check_schema(DOCUMENTS[kind])
    explained = [DOCUMENTS[kind], *DOCUMENTS[kind].get("definitions", {}).values()]
    for _, schema in parts(DOCUMENTS[kind]):
        explained += schema.get("properties", {}).values()
    for schema in explained:
        assert "$ref" in schema or {"title", "description"} <= schema.keys()
        assert schema.get("description", ".").endswith(".")


@every_kind
def test_what_a_schema_gives_as_an_example_or_default_is_valid(kind: str) -> None:
    tried = 0
    for pointer, schema in parts(DOCUMENTS[kind]):
        if "$ref" in schema:
            FILES.resolver(f"{kind}.schema.json").lookup(schema["$ref"])
        defaults = [schema["default"]] if "default" in schema else []
        for example in [*schema.get("examples", []), *defaults]:
            validator(kind, pointer).validate(example)
            tried += 1
        for key, entry in schema.get("properties", {}).items():
            assert "$ref" in entry or "examples" in entry, key
    assert tried


@every_kind
def test_every_object_is_closed_and_every_number_bounded(kind: str) -> None:
    for pointer, schema in parts(DOCUMENTS[kind]):
        types = schema.get("type", ())
        if "properties" in schema:
            assert schema["additionalProperties"] is False, pointer
            assert set(schema.get("required", ())) <= schema["properties"].keys()
        elif "object" in types:
            assert isinstance(schema["additionalProperties"], dict), pointer
        if "integer" in types and not pointer.endswith("/place/items/1"):
            assert {"minimum", "maximum"} <= schema.keys(), pointer
        if "array" in types:
            assert "items" in schema, pointer


@every_game
def test_a_state_is_a_position_with_its_rules_and_a_deal_a_layout(game: str) -> None:
    """The keys are the same, and each of them is described once."""
    for kind, body in (("state", "position"), ("deal", "layout")):
        definitions = DOCUMENTS[kind]["definitions"]
        whole, inner = definitions[game], definitions[f"{game}_{body}"]
        assert [*whole["properties"]] == [*HEADING, *inner["properties"]]
        assert whole["required"] == ["ruleset", "seats", *inner["required"]]
        for key, entry in inner["properties"].items():
            place = f"#/definitions/{game}_{body}/properties/{key}"
            assert whole["properties"][key] == (entry if "$ref" in entry else {"$ref": place})


@every_game
def test_an_observation_has_the_keys_of_a_state(game: str) -> None:
    """The lottery is hidden, and in Serendipity what was turned up is told."""
    state, seen = (DOCUMENTS[kind]["definitions"][game] for kind in ("state", "observation"))
    hidden, more = {"lottery"} & state["properties"].keys(), {"viewer", "memory"}
    assert seen["properties"].keys() == state["properties"].keys() - hidden | more | {"shown"}
    assert seen["required"] == [*state["required"], "viewer"]


@every_game
def test_the_values_of_rules_are_those_of_a_card(game: str) -> None:
    card, values = DOCUMENTS[game], DOCUMENTS["ruleset"]["definitions"][f"{game}_values"]
    keys = [key for key in card["properties"] if key not in CARD_KEYS]
    assert values["properties"] == {
        key: {"$ref": f"{game}.schema.json#/properties/{key}"} for key in keys
    }


def test_each_game_has_its_part_of_a_schema() -> None:
    for kind in ("state", "observation", "deal", "record", "match", "ruleset"):
        schema: Schema = DOCUMENTS[kind]
        named = {each.get("$ref", "").removeprefix("#/definitions/") for each in schema["anyOf"]}
        assert named - {"", "named"} == {*registry.GAMES}


def test_each_kind_of_event_has_a_schema_with_its_fields() -> None:
    kinds = [*events.KINDS.values()]
    for id in registry.GAMES:
        kinds += registry.game(id).event_kinds.values()
    whole: Any = DOCUMENTS["event"]
    described = {}
    for part in whole["anyOf"]:
        schema = whole["definitions"][part["$ref"].removeprefix("#/definitions/")]
        keys = schema["properties"]
        game = keys["game"]["const"] if "game" in keys else None
        assert ["format", *schema["required"]] == [*keys]
        described[game, keys["kind"]["const"]] = {*keys} - {"format", "game", "kind"}
    assert len(whole["anyOf"]) == len(described)
    assert described == {
        (kind.game, kind.kind): {field.name for field in attrs.fields(kind)} for kind in kinds
    }


# ---- what is written ------------------------------------------------------------------------


@cache
def describes_rules(data: str) -> None:
    """The schema describes a ruleset, in whatever it lies."""
    VALID["ruleset"].validate(json.loads(data))


def describes(kind: str, data: Any) -> None:
    """The schemas describe data, and the rules within them, which are looked at once."""
    if "ruleset" in data:
        describes_rules(json.dumps(data["ruleset"]))
        data = {**data, "ruleset": "flowers"}
    VALID[kind].validate(data)


def describes_a_game(ruleset: tr.Ruleset, seats: int, plies: int) -> None:
    """The schemas describe all that is written of a random game."""
    chooser = random.Random(5)
    record = tr.Record.start(ruleset, seats, seed=5, tags={"by": "chance"})
    describes_rules(ruleset.to_json())
    for whole in (False, True):
        describes("deal", tr.deal(ruleset, seats, seed=5).to_data(whole=whole))
    told, step = dict[Any, tr.Event](), max(1, plies // 4)
    while not record.state.is_over and record.state.ply < plies:
        before = record.state
        record = record.play(chooser.choice(tr.legal_moves(before)))
        for viewer in (None, 0):
            seen = tr.observe(before, viewer), tr.observe(record.state, viewer)
            told |= {(each.kind, None in attrs.astuple(each)): each for each in tr.events(*seen)}
        if before.ply % step == 0:
            describes_a_position(before)
    describes_a_position(record.state)
    for event in told.values():
        describes("event", event.to_data())
    halfway = tr.Record.start(ruleset, seats, position=record.at(len(record.moves) // 2))
    for each in (record, record.back(len(record.moves)), record.noted(remark="late"), halfway):
        describes("record", each.to_data())
    describes("match", a_match(record).to_data())


def a_match(record: tr.Record) -> tr.Match:
    """A match that begins with a game; partners might not stay together in a second one."""
    assert record.deal is not None
    games = 1 if "partners" in record.ruleset.values_for(record.seats) else 2
    deals = [record.deal] * games
    out = tr.Match.start(record.ruleset, record.seats, deals=deals)
    for move in record.moves:
        out = out.play(move)
    return out


def describes_a_position(state: tr.State) -> None:
    """The schemas describe all that is written of a position."""
    for whole in (False, True):
        describes("state", state.to_data(whole=whole))
    for viewer in (None, 0):
        for memory in (True, False):
            describes("observation", tr.observe(state, viewer, memory=memory).to_data())
    for move in {state.last_move, *tr.legal_moves(state)[:5]} - {None}:
        describes("move", move and move.to_data())
    for breakdown in tr.score(state):
        describes("score_breakdown", breakdown.to_data())
    if ended := tr.outcome(state):
        describes("outcome", ended.to_data())


@pytest.mark.unmeasured
@pytest.mark.parametrize("id", tr.ruleset_ids())
def test_what_is_written_of_a_bundled_ruleset(id: str) -> None:
    ruleset = tr.load(id)
    for seats in sorted({ruleset.seat_counts[0], ruleset.seat_counts[-1]}):
        describes_a_game(ruleset, seats, 120)


@pytest.mark.unmeasured
@pytest.mark.parametrize("id", HOUSE_IDS)
def test_what_is_written_of_a_house_card(id: str) -> None:
    ruleset = house(id)
    describes_a_game(ruleset, ruleset.seat_counts[-1], 40)


@every_game
@settings(max_examples=5)
@given(data=st.data())
def test_what_is_written_of_any_card(game: str, data: st.DataObject) -> None:
    describes_a_game(*data.draw(testing.tables(game)), 30)


def test_other_programs_find_what_a_schema_refers_to(tmp_path: Path) -> None:
    """From anywhere, by the names of the files alone."""
    program = [sys.executable, "-m", "check_jsonschema", "--schemafile"]
    records = sorted(FORMATS.glob("1/record-*.json"))
    broken = tmp_path / "broken.json"
    broken.write_text(records[0].read_text(encoding="utf-8").replace('"moves"', '"plies"'), "utf-8")
    for files, status in ((records, 0), ([broken], 1)):
        command = [*program, str(FOLDER / "record.schema.json"), *map(str, files)]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == status, done.stdout
        assert "$ref" not in done.stdout
