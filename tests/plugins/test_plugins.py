"""A game that another distribution brings is a game like any other."""

from __future__ import annotations

import json
import pickle
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree as ET

import pytest

import tilerules as tr
from tests.command_line import data, refused, said
from tests.plugins.installed import pebbles
from tilerules import registry
from tilerules.adapters import pettingzoo

VARIANT = """\
id: shallow-sea
title: Shallow sea
extends: pebbles
edition: 1
scoring: {repeat: removed}
match: {games: 2}
for_players: {4: {left: 9}}
"""


@pytest.fixture(scope="module", autouse=True)
def _installed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pebbles(tmp_path_factory.mktemp("pebbles")):
        yield


def played(ruleset: tr.Ruleset, seats: int, plies: int, seed: int = 1) -> Any:
    """A state after so many random moves."""
    state, chance = tr.new_game(ruleset, seats, seed=seed), Random(seed)
    while state.ply < plies and not state.is_over:
        state = tr.apply_move(state, tr.uniform(tr.observe(state, state.to_move), chance))
    return state


# ---- found ----------------------------------------------------------------------------------


def test_it_is_listed_and_loaded() -> None:
    assert "pebbles" in tr.ruleset_ids()
    assert [*registry.GAMES] == ["flowers", "pebbles", "serendipity", "tulips"]
    assert len(registry.GAMES) == 4
    rules = tr.load("pebbles")
    assert rules is tr.load("pebbles")
    assert (rules.game, rules.seat_counts) == ("pebbles", (2, 3, 4))
    assert rules.origin("left") == ("pebbles.yaml", 13)
    with pytest.raises(tr.UnknownRuleset, match="did you mean 'pebbles'"):
        tr.load("pebble")


def test_its_schema_has_what_every_card_has() -> None:
    schema: Any = registry.rules_schema("pebbles")
    tulips = registry.rules_schema("tulips")
    sections = {"pebbles", "left", "scoring", "match"}
    head = {"id", "title", "game", "extends", "language", "edition", "summary", "sources"}
    assert schema["properties"].keys() == head | sections | {"players", "for_players"}
    for key in head - {"game"}:
        mine, theirs = (dict(each["properties"][key]) for each in (schema, tulips))
        for of in (
            mine,
            mine.get("additionalProperties", {}),
            theirs,
            theirs.get("additionalProperties", {}),
        ):
            of.pop("examples", None)
        assert mine == theirs, key
    assert schema["properties"]["game"]["const"] == "pebbles"
    numbers = schema["properties"]["for_players"]["anyOf"][0]["properties"]
    assert numbers.keys() == {"2", "3", "4"}
    assert schema["definitions"]["with_players"]["properties"].keys() == sections
    for key in ("type", "additionalProperties", "required", "anyOf"):
        assert schema[key] == tulips[key]


# ---- cards ----------------------------------------------------------------------------------


def test_its_cards_are_extended_checked_compared_and_told(tmp_path: Path) -> None:
    file = tmp_path / "shallow-sea.yaml"
    file.write_text(VARIANT, encoding="utf-8")
    assert tr.check(file) == tr.check(VARIANT) == ()
    rules = tr.load(file)
    assert (rules.game, rules.values_for(4)["left"], rules.values_for(2)["left"]) == (
        "pebbles",
        9,
        2,
    )
    found = {each.key: (each.a, each.b) for each in tr.diff(tr.load("pebbles"), rules)}
    assert found["scoring.repeat"] == (-4, None)
    assert found["left"] == (2, 9)
    told = tr.describe(rules).splitlines()
    left = ["*With 2 or 3 players:* `left`: 2", "**Changed.** *With 4 players:* `left`: 9"]
    assert {"## Left", *left, "**No longer:** `scoring.repeat`: -4"} <= {*told}
    assert tr.Ruleset.from_json(rules.to_json()) == rules


@pytest.mark.parametrize(
    ("text", "headline"),
    [
        ("left: 2 pebbles", "card:5:7: error: `2 pebbles` cannot stand behind `left`"),
        (
            "scoring: {numbers: 1}",
            "there is no key `numbers` under `scoring`; did you mean `number`",
        ),
        ("for_players: {5: {left: 1}}", "`5` is no number of players of this game"),
        ("turns: 3", "there is no key `turns` in a card"),
    ],
)
def test_faults_in_a_card_have_their_places(text: str, headline: str) -> None:
    [problem] = tr.check(f"id: x\ntitle: x\nextends: pebbles\nedition: 1\n{text}\n")
    assert headline in problem.headline


def test_a_game_that_is_mistyped() -> None:
    [problem] = tr.check("id: x\ntitle: x\ngame: pebble\nedition: 1\nplayers: [2]\n")
    assert (problem.code, problem.suggestion) == ("unknown_game", "pebbles")


# ---- data -----------------------------------------------------------------------------------


def test_a_position_names_its_ruleset_by_id_and_digest() -> None:
    rules = tr.load("pebbles")
    state = played(rules, 3, 9)
    assert state.to_data()["ruleset"] == {"id": "pebbles", "digest": rules.digest}
    for whole in (True, False):
        assert tr.State.from_json(state.to_json(whole=whole)) == state
    seen = tr.observe(state, 1)
    assert tr.Observation.from_json(seen.to_json()) == seen
    assert pickle.loads(pickle.dumps(state)) == state
    changed = state.to_data()
    changed["ruleset"]["digest"] = "0" * 64
    with pytest.raises(tr.InvalidData, match="pebbles has changed"):
        tr.State.from_data(changed)


HAND = {
    "ruleset": "pebbles",
    "seats": 2,
    "phase": "turn",
    "to_move": 1,
    "row": [1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5],
    "looked": [[1], [], [], [], [], [], [], [], [], [], [], [], [], [], [], []],
    "taken": [None, 0, 0, 1, None, None, None, None, None, None, None, None, None, None, 1, None],
}


def test_a_position_by_hand() -> None:
    state: Any = tr.State.from_data(HAND)
    assert [sheet.total for sheet in tr.score(state)] == [1 + 1 - 4, 1 + 5]
    codes = {
        text: getattr(tr.why_illegal(state, tr.parse_move(state, text)), "code", None)
        for text in ("look 0", "look 4", "take 0", "take 1", "LOOK 14")
    }
    assert [*codes.values()] == ["looked", None, None, "taken", "taken"]
    refusal = tr.why_illegal(state, tr.Move("look", ("16",)))
    assert str(refusal) == "`look 16` is no move of these rules"
    assert str(state).splitlines()[-2:] == ["seat 0: 1[1] 2[1]", "seat 1: 3[1] 14[5]"]


@pytest.mark.parametrize(
    ("change", "path", "problem"),
    [
        ({"row": [5] * 16}, "row", "there are not so many pebbles with 5"),
        ({"row": [1] + HAND["row"]}, "row", "there are not so many pebbles with 1"),  # type: ignore[operator]
        ({"row": HAND["row"][1:]}, "", "there are 16 places in the row"),  # type: ignore[index]
        ({"row": [None] * 16}, r"row\[0\]", "expected a whole number from 0, not null"),
        ({"row": "1"}, "row", "expected a list"),
        ({"phase": "look"}, "phase", "expected one of turn, over"),
        ({"to_move": None}, "to_move", "expected a seat, for the game is not over"),
        ({"last_move": "take 16"}, "last_move", "'take 16' is not a move: expected one of 0, 1, "),
        ({"pool": []}, "", "there is no key 'pool' here"),
    ],
)
def test_what_cannot_lie_on_a_table(change: dict[str, Any], path: str, problem: str) -> None:
    with pytest.raises(tr.InvalidData, match=problem) as caught:
        tr.State.from_data({**HAND, **change})
    assert caught.match(f"^{path}: " if path else "^")


def test_a_deal_by_hand() -> None:
    row = HAND["row"]
    deal: Any = tr.Deal.from_data({"ruleset": "pebbles", "seats": 2, "row": row})
    assert deal.layout == "1 1 1 1 2 2 2 2 3 3 3 4 4 4 5 5"
    state: Any = tr.new_game(tr.load("pebbles"), 2, deal=deal)
    assert [*state.row] == row
    assert deal.to_data() == {
        "format": 1,
        "ruleset": {"id": "pebbles", "digest": deal.ruleset.digest},
        "seats": 2,
        "row": row,
        "salt": "0" * 64,
    }


def test_records_and_matches() -> None:
    record = tr.Record.start(tr.load("pebbles"), 2, seed=4)
    while not record.state.is_over:
        record = record.play(tr.legal_moves(record.state)[-1])
    read = tr.Record.from_json(record.to_json())
    assert (read, read.notice, read.state) == (record, None, record.state)
    match = tr.Match.start(tr.load({"extends": "pebbles", "match": {"games": 2}}), 2, seed=5)
    while not match.is_over:
        match = match.play(tr.legal_moves(match.state)[-1])
    assert tr.Match.from_json(match.to_json()) == match
    assert sum(match.points) == sum(s.total for r in match.records for s in tr.score(r.state))


def test_events_name_the_game() -> None:
    before = tr.new_game(tr.load("pebbles"), 2, seed=1)
    after = tr.apply_move(before, tr.Move("look", ("3",)))
    looker, other = (
        tr.events(tr.observe(before, viewer), tr.observe(after, viewer)) for viewer in (0, 1)
    )
    number = after.to_data()["row"][3]
    assert [event.to_data() for event in looker][1] == {
        "format": 1, "game": "pebbles", "kind": "shown", "place": 3, "number": number
    }  # fmt: skip
    assert str(other[1]) == "pebble 3 shows its number to the seat alone"
    for event in (*looker, *other):
        assert tr.Event.from_json(event.to_json()) == event
    with pytest.raises(
        tr.InvalidData, match="expected one of flowers, pebbles, serendipity, tulips"
    ):
        tr.Event.from_data({"game": "chess", "kind": "shown"})


def test_notation_is_read_word_by_word() -> None:
    state = tr.new_game(tr.load("pebbles"), 2, seed=1)
    assert tr.parse_move(state, "  TAKE  3 ") == tr.Move("take", ("3",))
    faults = {"": (1, "one of look, take"), "tak 3": (1, "one of look, take")}
    faults |= {"take": (5, "one of 0, 1, 2"), "take 3 4": (8, "nothing more")}
    for text, (column, expected) in faults.items():
        with pytest.raises(tr.NotationError) as caught:
            tr.parse_move(state, text)
        assert caught.value.column == column
        assert caught.value.expected.startswith(expected)


# ---- pictures -------------------------------------------------------------------------------


def test_it_is_drawn_as_its_text() -> None:
    state = played(tr.load("pebbles"), 3, 12)
    root = ET.fromstring(tr.draw_svg(state))
    texts = [node.text for node in root.iter("{http://www.w3.org/2000/svg}text")]
    assert texts == str(state).splitlines()
    *_, height = map(float, root.attrib["viewBox"].split())
    assert all(0 < float(each.attrib["y"]) < height for each in root.iter() if "y" in each.attrib)
    assert (
        state._repr_svg_() == tr.draw_svg(state) == tr.draw_svg(state, highlight=tr.score(state)[0])
    )


def test_a_part_that_a_game_does_without() -> None:
    with pytest.raises(tr.MissingPart, match="the game pebbles has no module `drawn`"):
        registry.room("pebbles", "drawn")
    with pytest.raises(KeyError):
        registry.room("chess", "game")


# ---- the command line, and frameworks for learning ------------------------------------------


def test_the_command_line_finds_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert "\npebbles " in said("list")
    assert data("play", "pebbles", "--bots", "--seed", "1")["ruleset"]["id"] == "pebbles"
    assert json.loads(said("schema", "pebbles")) == registry.rules_schema("pebbles")
    said("new", "pebbles", "ours.yaml")
    assert tr.check(Path("ours.yaml")) == ()
    assert tr.load(Path("ours.yaml")) == tr.load("pebbles")
    said("play", "ours.yaml", "--bots", "--seed", "1", "--save", "game.json")
    assert "seat 2: " not in said("replay", "game.json")
    assert said("draw", "game.json").startswith("<svg")
    text = refused("schema", "pebble")
    assert "'pebble' is not one of 'flowers', 'pebbles', 'serendipity', 'tulips'." in text


def test_programs_that_learn_find_it() -> None:
    state = played(tr.load("pebbles"), 2, 7)
    planes, seen = tr.planes(state.ruleset, 2), tr.observe(state, 1)
    numbers = {}
    start = 0
    every = [*tr.numbers(seen)]
    for plane in planes:
        numbers[plane.name] = every[start : start + plane.length]
        assert all(plane.low <= each <= plane.high for each in numbers[plane.name])
        start += plane.length
    assert start == len(every)
    row: Any = seen
    assert numbers["number"] == [each or 0 for each in row.row]
    mine = [float(seat == 1) for seat in row.taken]
    assert numbers["taken"] == mine + [float(seat == 0) for seat in row.taken]
    assert numbers["looked"][:16] == [float(1 in seats) for seats in row.looked]


def test_environments_find_it() -> None:
    env = pettingzoo.env("pebbles", 2)
    env.reset(seed=1)
    steps = 0
    for agent in env.agent_iter():
        over = env.terminations[agent] or env.truncations[agent]
        mask: Any = env.last()[4]["action_mask"]
        env.step(None if over else int(mask.argmax()))
        steps += not over
    table: Any = env.unwrapped
    assert (table.full_state.is_over, table.full_state.ply) == (True, steps)
