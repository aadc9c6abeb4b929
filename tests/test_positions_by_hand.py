"""Positions of all games, written by hand: what may lie on a table is played on from there."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tilerules as tr
from tests.house.shelf import IDS, house
from tests.laws.positions import round_trips, same_moves, values_of
from tests.naive.serendipity import labels
from tests.records.models import COMPARISONS
from tests.serendipity.changes import HUGE, Data
from tests.tables_by_hand import FACINGS, MODELS, SERENDIP, TABLES
from tilerules import registry, testing
from tilerules.games.serendipity import State as Serendipity
from tilerules.games.tulips import State as Tulips

GAMES = ("serendipity", "flowers", "tulips")

# ---- beside the model -----------------------------------------------------------------------


def read(data: Data) -> tr.State | tr.InvalidData:
    """The state that data are, or what is wrong with them."""
    try:
        return tr.State.from_data(data)
    except tr.InvalidData as fault:
        return fault


def stands(ruleset: tr.Ruleset, seats: int, chance: Random) -> bool:
    """Whether a position by hand is read; it is then played as the model plays it."""
    table = TABLES[ruleset.game](values_of(ruleset, seats), seats, chance)
    data = {"ruleset": ruleset.to_data(), "seats": seats, "turns": chance.choice([0, 9]), **table}
    before = copy.deepcopy(data)
    model = MODELS[ruleset.game](values_of(ruleset, seats), seats, data)
    may_be = data["phase"] != "over" or model.phase == "over"
    state = read(data)
    if isinstance(state, tr.InvalidData):
        in_hand_or_not = state.path == "in_hand" and (model.phase == "over") == ("in_hand" in data)
        impossible = in_hand_or_not or (state.path == "phase" and not may_be)
        assert impossible or state.path.startswith("gardens[")
        return False
    assert may_be
    assert data == before
    plays_alike(state, model, chance)
    return True


def plays_alike(state: tr.State, model: Any, chance: Random) -> None:
    """From a position on, engine and model do the same; it can be written and dealt anew."""
    comparison = COMPARISONS[state.ruleset.game]
    for viewer in (None, 0):
        seen = tr.observe(state, viewer)
        assert tr.observe(tr.determinize(seen, chance.randrange(9)), viewer) == seen
    round_trips(state)
    for ply in range(21):
        comparison.same_position(state, model)
        legal = {move for move in model.legal() if has_a_name(state, move)}
        if ply % 20 == 0 or state.is_over:
            same_moves(state, legal)
            comparison.same_scores(state, model)
        if state.is_over:
            break
        move = chance.choice(sorted(legal))
        state, model = tr.apply_move(state, tr.parse_move(state, move)), model.play(move)
    round_trips(state)


def has_a_name(state: tr.State, move: str) -> bool:
    """Whether there is such a move: a garden by hand may reach the last cells that have a name."""
    if not move.startswith("place"):
        return True
    try:
        tr.parse_move(state, move)
    except tr.NotationError:
        return False
    return True


@pytest.mark.unmeasured
@pytest.mark.parametrize("game", GAMES)
def test_positions_of_any_card_are_played_as_the_model_plays_them(game: str) -> None:
    read: list[bool] = []

    @settings(max_examples=12)
    @given(testing.tables(game), st.integers(0, 2**32))
    def any_card(table: tuple[tr.Ruleset, int], number: int) -> None:
        read.append(stands(*table, Random(number)))

    any_card()
    assert sum(read) > 5


@pytest.mark.unmeasured
@pytest.mark.parametrize("id", [*tr.ruleset_ids(), *IDS])
def test_positions_of_each_card_are_played_as_the_model_plays_them(id: str) -> None:
    ruleset = house(id) if id in IDS else tr.load(id)
    chance = Random(id)
    tries = (stands(ruleset, chance.choice(ruleset.seat_counts), chance) for _ in range(20))
    assert any(tries)


# ---- defaults -------------------------------------------------------------------------------

TILES = ["blue", "violet", "red", "yellow", "orange", "green", SERENDIP]
"""The tiles of the usual game, 13 of each, as they lie on `LEAST`'s board, again and again."""
LEAST: dict[str, Data] = {
    "serendipity": {
        "ruleset": "serendipity",
        "seats": 2,
        "phase": "reveal",
        "to_move": 1,
        "cells": {at: {"tile": TILES[k % 7]} for k, at in enumerate(labels(6))},
    },
    "flowers": {
        "ruleset": "flowers",
        "seats": 2,
        "phase": "take",
        "to_move": 1,
        "gardens": [{"0,0": ["red-2"]}, {"0,0": ["red-3"]}],
        "piles": [["blue-1"], ["blue-2"], ["blue-3"]],
    },
    "tulips": {
        "ruleset": "tulips",
        "seats": 2,
        "phase": "first",
        "to_move": 1,
        "festival": ["pink-2"],
        "bouquets": [[], ["pink-4"]],
        "in_hand": "blue-4",
    },
}
OVER: dict[str, Data] = {
    "serendipity": {
        "cells": {at: {**cell, "up": True} for at, cell in LEAST["serendipity"]["cells"].items()}
    },
    "flowers": {"piles": [[], ["blue-2"], []]},
    "tulips": {"in_hand": None},
}


SCHEMA: Data = json.loads(registry.schema_text("state"))


def described(game: str) -> Data:
    """What the schema says about a position of a game."""
    schema: Data = SCHEMA["definitions"][game]
    return schema


def defaults(block: Data) -> Data:
    """The defaults of the keys of a block in the schema, behind their references."""
    found = {}
    for key, entry in block["properties"].items():
        way = entry.get("$ref", "")
        if way.startswith("#/"):
            entry = SCHEMA
            for step in way.split("/")[1:]:
                entry = entry[step]
        if "default" in entry:
            found[key] = entry["default"]
    return found


@pytest.mark.parametrize("game", GAMES)
def test_what_is_not_said_is_what_the_schema_says(game: str) -> None:
    least, said = LEAST[game], defaults(described(game))
    state = tr.State.from_data(least)
    assert len(said) >= 5
    for key in said.keys() - least.keys():
        assert tr.State.from_data({**least, key: said[key]}) == state
    tally = {"used", "turns_left"}  # only where the rules count something
    held = {"hands", "hands_known", "step"} if game == "flowers" else set()
    assert state.to_data().keys() == described(game)["properties"].keys() - tally - held


@pytest.mark.parametrize("game", GAMES)
def test_when_it_is_over_nobody_need_be_said_to_move(game: str) -> None:
    least = {key: entry for key, entry in LEAST[game].items() if key != "to_move"}
    state = tr.State.from_data({**least, **OVER[game], "phase": "over"})
    assert (state.is_over, state.to_move) == (True, None)
    assert tr.State.from_data({**LEAST[game], **OVER[game]}) == state


@pytest.mark.parametrize("game", GAMES)
def test_what_the_schema_requires_is_missed(game: str) -> None:
    for key in described(game)["required"]:
        lacking = {each: entry for each, entry in LEAST[game].items() if each != key}
        with pytest.raises(tr.InvalidData) as caught:
            tr.State.from_data(lacking)
        assert (caught.value.path, caught.value.problem) == (key, "is missing")


def test_what_the_schema_tells_of_a_cell() -> None:
    said = defaults(SCHEMA["definitions"]["cell"])
    assert said == {"up": False, "facing": "ne", "seen": False}
    cells = {
        at: {**said, **cell} if cell["tile"] == SERENDIP else cell
        for at, cell in LEAST["serendipity"]["cells"].items()
    }
    state = tr.State.from_data(LEAST["serendipity"])
    assert tr.State.from_data({**LEAST["serendipity"], "cells": cells}) == state


# ---- every single entry ---------------------------------------------------------------------

FULL: dict[str, Data] = {
    "serendipity": {
        **LEAST["serendipity"],
        "turns": 3,
        "ply": 4,
        "last_move": "reveal a1",
        "owners": {"blue": 0},
        "cells": {
            **LEAST["serendipity"]["cells"],
            "a1": {"tile": "blue", "up": False, "seen": True},
            "b1": {"tile": SERENDIP, "up": True, "facing": "e"},
        },
    },
    "flowers": {
        **LEAST["flowers"],
        "phase": "place",
        "in_hand": "green-4",
        "taken_from": 1,
        "swept": ["yellow-4-green"],
        "shown": [{"pile": 0, "card": "blue-1"}],
        "last_move": "take 1",
    },
    "tulips": {
        **LEAST["tulips"],
        "phase": "second",
        "done": ["keep"],
        "secret": ["orange-4", "blue-2"],
        "secret_by": [1, 1],
        "deck": ["orange-3"],
        "giving": [3, 0],
        "keeping": [0, 2],
        "lottery": [0, 1, 0],
        "shown": ["pink-4"],
        "last_move": "keep",
    },
    "a start": {
        **LEAST["tulips"],
        "phase": "start",
        "in_hand": None,
        "bouquets": [[], []],
        "hands": [["pink-3", "blue-3"], ["pink-3"]],
        "kept": ["blue-3"],
    },
    "an end": {
        **LEAST["tulips"],
        "phase": "over",
        "to_move": None,
        "in_hand": None,
        "secret": ["pink-2"],
        "festival": ["blue-3", "pink-2"],
        "drawn": 1,
    },
}


class Text(str):
    """A text that is more than a text."""

    __slots__ = ()


def entries(value: Any, path: str = "") -> Iterator[tuple[str, Any, Any, Any]]:
    """Every entry of data, with its path, and the block and key by which it is reached."""
    places = value.items() if isinstance(value, dict) else enumerate(value)
    for key, entry in places:
        here = f"{path}[{key}]" if isinstance(value, list) else f"{path}.{key}".lstrip(".")
        yield here, entry, value, key
        if isinstance(entry, dict | list):
            yield from entries(entry, here)


def wrong(entry: Any) -> list[Any]:
    """What cannot stand in place of an entry."""
    round_and_round: list[Any] = []
    round_and_round.append(round_and_round)
    others: list[Any] = [1.0, -1, HUGE, float("nan"), True, "x", b"x", "\ud800", (), {1}, object]
    others += [round_and_round, {"x": {}}, []]
    alike = bool | int if type(entry) is int else type(entry)
    kept = [other for other in others if not isinstance(other, alike)]
    if isinstance(entry, str):
        kept += ["x", "\ud800", ""]
    if type(entry) is int:
        kept += [True, -1, HUGE]
    return kept


@pytest.mark.parametrize("name", FULL)
def test_what_cannot_stand_in_a_place_is_refused_there(name: str) -> None:
    data = copy.deepcopy(FULL[name])
    for path, entry, block, key in [*entries(data)]:
        if entry is None or (path.startswith("cells.") and path[6:8] not in ("a1", "b1")):
            continue
        for other in wrong(entry):
            block[key] = other
            with pytest.raises(tr.InvalidData) as caught:
                tr.State.from_data(data)
            assert caught.value.path.startswith(path)
            assert len(str(caught.value)) < 300
        block[key] = entry
    assert data == FULL[name]


@pytest.mark.parametrize("name", FULL)
def test_what_is_read_is_plain_and_stays(name: str) -> None:
    """Texts of another class are read as texts, and the data may be used for something else."""
    data = copy.deepcopy(FULL[name])
    for _, entry, block, key in [*entries(data)]:
        if type(entry) is str:
            block[key] = Text(entry)
    state, plain = tr.State.from_data(data), tr.State.from_data(FULL[name])
    for _, _, block, _ in [*entries(data)]:
        block.clear()
    assert state == plain
    assert not [path for path, entry, *_ in entries(state.to_data()) if type(entry) is Text]
    assert tr.State.from_json(state.to_json()) == state


# ---- what cannot lie on a table, and what can -----------------------------------------------


def test_facings_that_look_alike_are_one() -> None:
    """Where three colours stand twice round a Serendip, it looks the same after half a turn."""
    first = tr.new_game(tr.load("serendipity-small"), 2, seed=1).to_data()
    at = next(at for at, cell in first["cells"].items() if cell["tile"] == SERENDIP)
    looks = []
    for facing in FACINGS:
        first["cells"][at]["facing"] = facing
        state = tr.State.from_data(first)
        assert isinstance(state, Serendipity)
        looks.append(state.cells[at].facing)
    assert looks == ["ne", "e", "se", "ne", "e", "se"]


def test_a_seat_without_a_colour_plays_for_nothing() -> None:
    state = tr.State.from_data({**LEAST["serendipity"], "owners": {"red": 0}})
    assert [(sheet.total, sheet.lines) for sheet in tr.score(state)][1] == (0, ())
    assert len(tr.legal_moves(state)) == 91


def test_secret_cards_stay_when_the_start_choices_are_made() -> None:
    """Those that lay there before, if there can be any, lie there still."""
    data = {**FULL["a start"], "secret": ["orange-4"]}
    state = read(data)
    if isinstance(state, tr.InvalidData):
        assert state.path == "secret"
        return
    after = tr.apply_move(state, tr.Move("start", ("pink-3",)))
    assert isinstance(after, Tulips)
    assert sorted(map(str, after.secret)) == ["orange-4", "pink-3"]


LATE: list[tuple[str, Data, str]] = [
    ("serendipity", {"ply": 10**9}, "reveal a1"),
    ("flowers", {"ply": 10**9}, "take 0"),
    ("tulips", {"giving": [0, 10**9]}, "give 0"),
]


@pytest.mark.parametrize(("game", "entry", "move"), LATE)
def test_what_is_read_can_be_played_and_written_however_late(
    game: str, entry: Data, move: str
) -> None:
    state = read({**LEAST[game], **entry})
    if isinstance(state, tr.InvalidData):
        assert state.path.startswith(next(iter(entry)))  # so late it cannot be
        return
    after = tr.apply_move(state, tr.parse_move(state, move))
    assert tr.State.from_data(after.to_data()) == after


# ---- how a fault is told --------------------------------------------------------------------


@pytest.mark.parametrize("key", ["piles", "gardens"])
def test_a_tuple_is_called_a_tuple(key: str) -> None:
    data = {**LEAST["flowers"], key: tuple(LEAST["flowers"][key])}
    with pytest.raises(tr.InvalidData, match="expected a list, not a tuple") as caught:
        tr.State.from_data(data)
    assert caught.value.path == key


FAULTS: list[tuple[str, Data, str]] = [
    ("serendipity", {"cells": {}}, "position.cells.a1"),
    ("serendipity", {"phase": "over", "to_move": None}, "position.phase"),
    (
        "serendipity",
        {"phase": "choose", "owners": dict.fromkeys(TILES[:3], 1)},
        "position.to_move",
    ),
    ("flowers", {"gardens": [{}, {}]}, "position.gardens[0].0,0"),
    ("flowers", {"phase": "over", "to_move": None}, "position.phase"),
    (
        "tulips",
        {"phase": "over", "to_move": None, "in_hand": None, "deck": ["pink-2"]},
        "position.phase",
    ),
    ("tulips", {"bouquets": [["pink-5"], []]}, "position.bouquets[0][0]"),
]


@pytest.mark.parametrize(("game", "entries", "path"), FAULTS)
def test_a_fault_in_a_record_is_named_from_its_root(game: str, entries: Data, path: str) -> None:
    whole = {**LEAST[game], **entries}
    heading = {key: whole.pop(key) for key in ("ruleset", "seats")}
    with pytest.raises(tr.InvalidData) as caught:
        tr.Record.from_data({**heading, "position": whole, "moves": []})
    assert caught.value.path == path


@pytest.mark.parametrize("key", ["id", "title", "game", "edition", "summary", "values"])
def test_rules_that_are_nested_without_end_are_refused(key: str) -> None:
    nested: Any = {}
    for _ in range(10**4):
        nested = {"a": nested}
    rules = house(IDS[0]).to_data()
    with pytest.raises(tr.InvalidData) as caught:
        tr.State.from_data({**LEAST["flowers"], "ruleset": {**rules, key: nested}})
    assert caught.value.path.startswith("ruleset")
