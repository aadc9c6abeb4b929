"""The schemas of the cards, and the bundled cards held against them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft7Validator

import tilerules as tr
from tests.ruleset.cards import HEAD, RULES, laid
from tilerules import registry
from tilerules.ruleset import reading
from tilerules.ruleset.schema import CARD_KEYS, REMOVED, Schema

DOCUMENTS: dict[str, Any] = {game: registry.rules_schema(game) for game in registry.GAMES}
CARDS = sorted(RULES.glob("*.yaml"))
BESIDE = (*CARD_KEYS, "players")  # what says no rules cannot be removed
WITHOUT_DEFAULT = {"id", "title", "game", "extends", "edition", "players"}

each_game = pytest.mark.parametrize("game", DOCUMENTS)
each_card = pytest.mark.parametrize("card", CARDS, ids=[card.stem for card in CARDS])

Keys = Iterator[tuple[str, dict[str, Any]]]


def kinds(document: Any, schema: Any) -> Iterator[Any]:
    """The kinds of value that a schema allows, apart from each other."""
    if "$ref" in schema:
        schema = document["definitions"][schema["$ref"].removeprefix("#/definitions/")]
    if "anyOf" in schema and "type" not in schema:
        for branch in schema["anyOf"]:
            yield from kinds(document, branch)
    else:
        yield schema


def keys(document: Any, schema: Any, path: str = "") -> Keys:
    """Every key at every depth, with its path and its schema."""
    for kind in kinds(document, schema):
        for name, entry in kind.get("properties", {}).items():
            ref = entry.get("$ref", "").removeprefix("#/definitions/")
            entry = document["definitions"][ref] if ref else entry
            yield f"{path}{name}", entry
            yield from keys(document, entry, f"{path}{name}.")
        named = kind.get("additionalProperties")
        if isinstance(named, dict):
            ref = named.get("$ref", "").removeprefix("#/definitions/")
            yield f"{path}*", document["definitions"][ref] if ref else named


def all_schemas(schema: Any) -> Iterator[dict[str, Any]]:
    """Every schema within a schema."""
    if isinstance(schema, dict):
        yield schema
        for key, value in schema.items():
            if key not in ("examples", "default", "enum", "required", "x-asked-by", "x-in-card"):
                yield from all_schemas(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from all_schemas(value)


def faults(document: Any, schema: Any, value: Any) -> list[str]:
    whole = {**schema, "definitions": document["definitions"]}
    return [error.message for error in Draft7Validator(whole).iter_errors(value)]


# ---- the schemas ----------------------------------------------------------------------------


@each_game
def test_a_schema_is_sound(game: str) -> None:
    assert DOCUMENTS[game]["$schema"] == "http://json-schema.org/draft-07/schema#"
    Draft7Validator.check_schema(DOCUMENTS[game])


@each_game
def test_every_key_is_explained_by_a_title_a_description_and_examples(game: str) -> None:
    document = DOCUMENTS[game]
    for path, schema in keys(document, document):
        assert schema["title"], path
        assert schema["description"].endswith("."), path
        assert schema["examples"], path
        for example in schema["examples"]:
            assert faults(document, schema, example) == [], path


@each_game
def test_an_example_in_a_card_has_what_the_key_by_itself_has(game: str) -> None:
    document = DOCUMENTS[game]
    shown = {path: each for path, each in keys(document, document) if "x-in-card" in each}
    assert "partners" in shown
    for path, schema in shown.items():
        card = schema["x-in-card"]
        whole = {"id": "ours", "title": "Ours", "edition": 1, "extends": game, **card}
        assert faults(document, document, whole) == [], path
        shorter = json.dumps({path.rpartition(".")[2]: schema["examples"][0]})
        assert shorter.strip("{}") in json.dumps(card), path


@each_game
def test_every_default_stands_in_the_schema(game: str) -> None:
    document = DOCUMENTS[game]
    for path, schema in keys(document, document):
        if "default" in schema:
            assert faults(document, schema, schema["default"]) == [], path
    tops = document["properties"]
    no_default = {name for name in (*BESIDE, "for_players") if "default" not in tops[name]}
    assert no_default == WITHOUT_DEFAULT


@each_game
def test_nothing_below_the_top_is_required_and_nothing_unknown_allowed(game: str) -> None:
    document = DOCUMENTS[game]
    assert document["required"] == ["id", "title", "edition"]
    inner = [schema for schema in all_schemas(document) if schema is not document]
    required = [schema["required"] for schema in inner if schema.get("required")]
    assert [names for names in required if isinstance(names, list)] == [["game"], ["extends"]]
    for schema in all_schemas(document):
        if isinstance(schema.get("properties"), dict) and schema.get("type") == "object":
            assert schema["additionalProperties"] is False


@each_game
def test_everything_has_an_upper_bound(game: str) -> None:
    for schema in all_schemas(DOCUMENTS[game]):
        match schema.get("type"):
            case "integer":
                assert schema["maximum"] - schema["minimum"] < 10**6
            case "string":
                assert schema["maxLength"] <= 2000
            case "array":
                assert schema["maxItems"] <= 100
            case _:
                assert schema.get("type") in ("object", None) or "type" not in schema


@each_game
def test_a_pattern_says_what_it_means_and_ends_with_the_text(game: str) -> None:
    patterns = [
        each for each in all_schemas(DOCUMENTS[game]) if isinstance(each.get("pattern"), str)
    ]
    assert patterns
    for schema in patterns:
        assert schema["x-expected"].startswith("a ")
        assert not re.search(schema["pattern"], "blue\n")


@each_game
def test_every_rule_can_be_removed(game: str) -> None:
    document = DOCUMENTS[game]
    for path, schema in keys(document, document):
        removable = faults(document, schema, REMOVED) == []
        word_of_its_own = path.split(".")[0] in ("title", "summary", "extends", "id", "sources")
        assert removable == (path not in BESIDE) or word_of_its_own, path


@each_game
def test_what_asks_for_a_key_stands_beside_it(game: str) -> None:
    document = DOCUMENTS[game]
    found = dict(keys(document, document))
    asked = {path: schema["x-asked-by"] for path, schema in found.items() if "x-asked-by" in schema}
    for path, askers in asked.items():
        [(name, words)] = askers.items()
        beside = found[f"{path.rpartition('.')[0]}.{name}"]
        assert all(faults(document, beside, word) == [] for word in words), path
        assert REMOVED not in words


def test_the_vocabulary_as_the_library_sees_it() -> None:
    schema = Schema(DOCUMENTS["serendipity"])
    assert [key.name for key in schema.rules] == [
        "colours_each",
        "board",
        "tiles",
        "turn",
        "end",
        "scoring",
        "tie_breaks",
        "seats",
        "partners",
        "uses",
        "match",
    ]
    turn = {key.name: key for key in schema.rules[3].keys or ()}
    unowned = {key.name: key for key in turn["unowned"].keys or ()}
    assert unowned["serendips"].asked_by == ("stays_up", ("after_serendips",))
    assert [key.optional for key in turn["own"].keys or ()] == [True, True]
    assert schema.rules[6].default == []
    assert schema.rules[0].keys is None


# ---- the bundled cards ----------------------------------------------------------------------


def read(card: Path) -> Any:
    return reading.read_file(card).plain()


def game_of(card: Path) -> str:
    return tr.load(card.stem).game


@each_card
def test_a_bundled_card_is_sound_by_its_schema_alone(card: Path) -> None:
    assert list(Draft7Validator(DOCUMENTS[game_of(card)]).iter_errors(read(card))) == []


@each_card
def test_a_bundled_card_is_called_like_its_file_and_names_its_schema(card: Path) -> None:
    assert read(card)["id"] == card.stem
    first = card.read_text("utf-8").splitlines()[0]
    assert first == (f"# yaml-language-server: $schema=../schemas/{game_of(card)}.schema.json")
    assert len(card.read_text("utf-8").splitlines()) <= 120


@each_card
def test_a_bundled_card_repeats_and_overrides_nothing(card: Path) -> None:
    assert tr.check(card) == ()


@each_card
def test_a_bundled_card_is_the_same_read_as_a_file(card: Path) -> None:
    ruleset, bundled = tr.load(card), tr.load(card.stem)
    assert ruleset == bundled
    assert (ruleset.title, ruleset.sources) == (bundled.title, bundled.sources)
    assert bundled.lineage[0] == card.name


def test_every_bundled_card_is_known() -> None:
    assert sorted(card.stem for card in CARDS) == list(tr.ruleset_ids())


def ranked(rank: int) -> str:
    """Tulips of more colours, so many of which score majorities."""
    points = [1] * rank
    return (
        "players: [3]\n"
        f"cards: {{colours: [{', '.join('abcdefghijkl'[:rank])}]}}\n"
        f"scoring: {{giving: {{points: {points}}}, keeping: {{points: {points}}}, "
        f"majorities: {{points: {{{rank}: [1]}}}}}}"
    )


# Cards of Gift of Tulips, and the keys of blocks that they set.
TULIPS = {
    **{
        f"players: [6]\nseats: {{{seat}: {{handicap: 3}}}}": (
            f"seats.{seat}",
            f"seats.{seat}.handicap",
        )
        for seat in range(6)
    },
    "players: [6]\nseats: {5: {handicap: -3}}": ("seats",),
    "players: [4]\npartners: {teams: {sun: [0, 2], moon: [1, 3]}, bouquets: shared}": (
        "partners",
        "partners.teams",
        "partners.bouquets",
    ),
    **{
        f"uses: {{{thing}: {{times: 2}}}}": (f"uses.{thing}", f"uses.{thing}.times")
        for thing in ("keep", "give", "open", "secret")
    },
    "uses: {give: {times: 3}}": ("uses",),
    "match: {games: 3, start: fixed}": ("match", "match.games", "match.start"),
    "end: {any_of: [rounds], rounds: 3, round: finished}": (
        "end.any_of",
        "end.rounds",
        "end.round",
    ),
    "end: {all_of: [points], points: 30}": ("end.all_of", "end.points"),
    "festival: {known: all}": ("festival.known",),
    "turn: {known: all}": ("turn.known",),
    "scoring: {majorities: {least: 2}}": ("scoring.majorities.least",),
    "scoring: {sizes: {points: {3: 2}}}": ("scoring.sizes", "scoring.sizes.points"),
    **{
        f"scoring: {{{id}: {{points: -2}}}}": (f"scoring.{id}", f"scoring.{id}.points")
        for id in ("all_colours", "fewest")
    },
}

# Cards of Flowers, in the same way.
FLOWERS = {
    **{
        f"players: [4]\nseats: {{{seat}: {{handicap: 3, width: 50, height: 50}}}}": (
            f"seats.{seat}",
            *(f"seats.{seat}.{key}" for key in ("handicap", "width", "height")),
        )
        for seat in range(4)
    },
    "players: [4]\nseats: {3: {width: never, handicap: -3}}": ("seats",),
    "players: [4]\npartners: {teams: {sun: [0, 2], moon: [1, 3]}}": (
        "partners",
        "partners.teams",
    ),
    "uses: {cover: {times: 2, in: turn}}": (
        "uses",
        *(f"uses.cover{key}" for key in ("", ".times", ".in")),
    ),
    "turn: {steps: [take, place_or_discard]}\nuses: {discard: {times: 2, in: turn}}": (
        *(f"uses.discard{key}" for key in ("", ".times", ".in")),
        "turn.steps",
    ),
    "players: [1]\ngoal: {points: 9, ratings: {0: fair, 20: good}}": (
        "goal",
        "goal.points",
        "goal.ratings",
    ),
    "match: {games: 3, start: fixed}": ("match", "match.games", "match.start"),
    "end: {any_of: [rounds], rounds: 3, round: one_more}": ("end.any_of", "end.rounds"),
    "end: {all_of: [points], points: 30}": ("end.all_of", "end.points"),
    "end: {empty_piles: 2}": ("end.empty_piles",),
    "garden: {width: 7, height: 7}\nend: {any_of: [full_gardens], full_gardens: 1}": (
        "end.full_gardens",
    ),
    "turn: {hand: 2}": ("turn.hand",),
    "piles: {known: all}": ("piles.known",),
    **{
        f"scoring: {{steps: [{id}], {id}: {{{body}}}, discards: removed, fields: removed, "
        "butterflies: removed}": (f"scoring.{id}", *(f"scoring.{id}.{key}" for key in keys))
        for id, body, keys in (
            ("sizes", "points: {3: 2}", ("points",)),
            ("squares", "side: 2, of: any, points: 3", ("side", "of", "points")),
            ("lines", "length: 4, of: colour, points: 3", ("length", "of", "points")),
            ("all_colours", "least: 3, points: 4", ("least", "points")),
            ("apart", "points: -2", ("points",)),
        )
    },
    "scoring: {fields: {counted: largest, number: 2}}": ("scoring.fields.number",),
}

# Cards of Serendipity, in the same way.
NEAR = "leave: {swap_reach: 1}, exchange: {reach: 2}"
SERENDIPITY = {
    "turn: {foreign: {stays_up: after_serendips, serendips: 3}}": ("turn.foreign.serendips",),
    **{
        f"tiles: {{colours: [{', '.join('abcdefg')}], serendip_edges: [{', '.join('abcdef')}], "
        f"serendips: 0}}\nplayers: [6]\nseats: {{{seat}: {{handicap: 3, colours_each: 2}}}}": (
            f"seats.{seat}",
            *(f"seats.{seat}.{key}" for key in ("handicap", "colours_each")),
        )
        for seat in range(6)
    },
    "players: [6]\nseats: {5: {handicap: -3}}": ("seats",),
    "players: [4]\npartners: {teams: {sun: [0, 2], moon: [1, 3]}, flowers: shared}": (
        "partners",
        "partners.teams",
        "partners.flowers",
    ),
    **{
        f"uses: {{{thing}: {{times: 2, in: turn}}}}": (
            *(f"uses.{thing}{key}" for key in ("", ".times", ".in")),
        )
        for thing in ("swap", "turning", "exchange")
    },
    "uses: {swap: {times: 3}}": ("uses",),
    "match: {games: 3, start: fixed}": ("match", "match.games", "match.start"),
    "end: {any_of: [rounds], rounds: 3, round: one_more}": (
        "end.any_of",
        "end.rounds",
        "end.round",
    ),
    "end: {all_of: [points], points: 30, turn_limit: 99}": ("end.all_of", "end.points"),
    "tiles: {known: all}": ("tiles.known",),
    f"turn: {{own: {{exchange: {{reach: 1}}}}, serendip: {{{NEAR}}}}}": (
        "turn.own.exchange.reach",
        "turn.serendip.leave.swap_reach",
        "turn.serendip.exchange.reach",
    ),
    "scoring: {carpet: {least: 3, number: all}}": (
        "scoring.carpet.least",
        "scoring.carpet.number",
    ),
    "scoring: {sizes: {points: {6: 3}}}": ("scoring.sizes", "scoring.sizes.points"),
    "scoring: {lines: {length: 4, points: 2}}": (
        *(f"scoring.lines{key}" for key in ("", ".length", ".points")),
    ),
    **{
        f"scoring: {{{id}: {{points: -2}}}}": (f"scoring.{id}", f"scoring.{id}.points")
        for id in ("rings", "apart", "face_down")
    },
}

# Keys that no bundled card of a game sets, and a card that does.
SET_HERE = {
    "flowers": {
        "language": "language: 1",
        "piles.sizes": "players: [4]\npiles: {dealt: listed, number: removed, sizes: [9, 9]}",
        **{f"cards.values.{value}": f"cards: {{values: {{{value}: 1}}}}" for value in range(5, 10)},
        **{key: body for body, each in FLOWERS.items() for key in each},
    },
    "serendipity": {
        "language": "language: 1",
        **{key: body for body, each in SERENDIPITY.items() for key in each},
    },
    "tulips": {
        "language": "language: 1",
        **{f"cards.values.{v}": f"cards: {{values: {{{v}: 1}}}}" for v in (1, *range(5, 10))},
        **{f"scoring.majorities.points.{rank}": ranked(rank) for rank in range(4, 13)},
        **{key: body for body, each in TULIPS.items() for key in each},
    },
}


def said(card: Any, path: str = "") -> Iterator[str]:
    for key, value in card.items():
        yield f"{path}{key}"
        if isinstance(value, dict):
            yield from said(value, f"{path}{key}.")


@each_game
def test_every_key_of_the_schema_is_used(game: str) -> None:
    document = DOCUMENTS[game]
    cards = [read(card) for card in CARDS if game_of(card) == game]
    used = {path for card in cards for path in said(card)}
    known = {
        path for path, _ in keys(document, document) if not re.match(r"for_players\.|.*\*", path)
    }
    assert known - used == set(SET_HERE[game])
    head = HEAD.replace("extends: serendipity", f"extends: {game}")
    for body in SET_HERE[game].values():
        assert tr.check(head + body) == (), body


@each_game
def test_every_key_may_stand_under_a_number_of_players(game: str) -> None:
    document = DOCUMENTS[game]
    paths = {path for path, _ in keys(document, document)}
    rules = {path for path in paths if path.split(".")[0] not in (*BESIDE, "for_players")}
    players = document["properties"]["players"]["items"]
    for seats in range(players["minimum"], players["maximum"] + 1):
        head = f"for_players.{seats}."
        assert {path.removeprefix(head) for path in paths if path.startswith(head)} == rules


ROOTS = [card for card in CARDS if "extends" not in read(card)]


@pytest.mark.parametrize("card", ROOTS, ids=[card.stem for card in ROOTS])
def test_every_value_carries_its_source(card: Path) -> None:
    node, lines = reading.read_file(card), card.read_text("utf-8").splitlines()
    sources = [re.escape(key) for key in read(card)["sources"]]
    for path, leaf in node.leaves():
        if path[0] not in CARD_KEYS:
            first = leaf.key_place or leaf.place  # a list may stand on the lines below its key
            line = lines[(first.line or 0) - 1]
            _, _, comment = line.partition(" #")
            assert re.search(rf"\b({'|'.join(sources)})\b", comment), ".".join(path)


def test_laying_data_over_data_is_what_the_tests_think_it_is() -> None:
    assert laid({"a": {"b": 1, "c": 2}, "d": 3}, {"a": {"b": 4}, "d": [5]}) == {
        "a": {"b": 4, "c": 2},
        "d": [5],
    }


@pytest.mark.parametrize("name", ["id", "title", "edition"])
def test_a_card_that_lacks_one_name_is_told_that_one(name: str) -> None:
    lines = {"id": "id: x\n", "title": "title: x\n", "edition": "edition: 1\n"}
    text = "".join(line for key, line in lines.items() if key != name)
    problems = tr.check(f"{text}extends: serendipity\ntie_breaks: [flowers]\n")
    assert [(problem.code, problem.key) for problem in problems] == [("missing", name)]
