"""How many sequences of exactly so many moves there are, for each bundled ruleset."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

import tilerules as tr
from tests.laws.positions import Model
from tests.records.models import COMPARISONS
from tests.records.playthrough import Playthrough
from tests.records.text import read

pytestmark = pytest.mark.unmeasured

Entry = dict[str, Any]

HERE = Path(__file__).parent
RECORDS = HERE.parent / "records"
GAMES = {
    "serendipity": {"choose", "reveal", "decide", "swap", "go_on"},
    "flowers": {"take", "place"},
    "tulips": {"start", "first", "second"},
}
"""The phases of each game."""
OPENED = ("flowers", "tulips")
"""The games whose positions are taken from the golden playthroughs."""
FEW = 100
LONG = os.environ.get("HYPOTHESIS_PROFILE") == "long"


def entries_of(game: str) -> list[Entry]:
    """The entries of a game, in the order of its file."""
    entries: list[Entry] = yaml.safe_load((HERE / f"{game}.yaml").read_text(encoding="utf-8"))
    return entries


ENTRIES = {game: entries_of(game) for game in GAMES}


def perft(state: tr.State, depth: int) -> int:
    """The count of the engine, by what any caller has."""
    moves = tr.legal_moves(state)
    if depth == 1:
        return len(moves)
    return sum(perft(tr.apply_move(state, move), depth - 1) for move in moves)


def naive_perft(model: Model, depth: int) -> int:
    """The count of a naive model."""
    moves = model.legal()
    if depth == 1:
        return len(moves)
    return sum(naive_perft(model.play(move), depth - 1) for move in moves)


@cache
def record(id: str, seats: int) -> Playthrough:
    """The golden playthrough of a ruleset for a number of seats."""
    return read((RECORDS / f"{id}-{seats}.txt").read_text(encoding="utf-8"))


def moves_to(entry: Entry) -> list[str]:
    """The moves that lead to the position of an entry."""
    if "after" in entry:
        return list(entry["after"])
    game = record(entry["ruleset"], entry["seats"])
    assert game.seed == entry["seed"]
    return [str(move) for move in game.moves[: entry["opening"]]]


def reached(entry: Entry) -> tuple[tr.State, Model]:
    """The position of an entry, by the engine and by the model."""
    ruleset = tr.load(entry["ruleset"])
    state = tr.new_game(ruleset, entry["seats"], seed=entry["seed"])
    model = COMPARISONS[ruleset.game].model_of(state)
    for text in moves_to(entry):
        state, model = tr.apply_move(state, tr.parse_move(state, text)), model.play(text)
    return state, model


def named(entry: Entry) -> str:
    plies = entry["opening"] if "opening" in entry else len(entry["after"])
    return f"{entry['ruleset']}-{entry['seats']}-{entry['phase']}-{plies}"


every_entry = pytest.mark.parametrize(
    "entry", [entry for entries in ENTRIES.values() for entry in entries], ids=named
)


@every_entry
def test_count(entry: Entry) -> None:
    """The engine's count, and at every depth that takes few positions that of the model too."""
    state, model = reached(entry)
    assert state.phase == model.phase == entry["phase"]
    assert perft(state, entry["depth"]) == entry["count"]
    for depth in range(1, entry["depth"] + 1):
        if LONG or depth == 1 or perft(state, depth - 1) <= FEW:
            assert naive_perft(model, depth) == perft(state, depth)


@pytest.mark.parametrize("game", GAMES)
def test_every_ruleset_is_counted_in_every_phase(game: str) -> None:
    rulesets = [tr.load(id) for id in tr.ruleset_ids() if tr.load(id).game == game]
    counted = {(entry["ruleset"], entry["phase"]) for entry in ENTRIES[game]}
    assert counted == {(ruleset.id, phase) for ruleset in rulesets for phase in GAMES[game]}
    seats = {entry["seats"] for entry in ENTRIES[game]}
    assert seats == {number for ruleset in rulesets for number in ruleset.seat_counts}


def test_every_game_is_counted() -> None:
    assert {tr.load(id).game for id in tr.ruleset_ids()} == GAMES.keys()


@pytest.mark.parametrize("game", OPENED)
def test_every_number_of_seats_is_counted_from_the_start_to_the_end(game: str) -> None:
    """At the start of the game, in each phase, and where it ends within the depth."""
    tables = {(id, n) for id in tr.ruleset_ids() for n in tr.load(id).seat_counts}
    tables = {(id, n) for id, n in tables if tr.load(id).game == game}
    assert {(entry["ruleset"], entry["seats"]) for entry in ENTRIES[game]} == tables
    for table in tables:
        entries = [e for e in ENTRIES[game] if (e["ruleset"], e["seats"]) == table]
        assert {entry["phase"] for entry in entries} == GAMES[game]
        assert min(entry["opening"] for entry in entries) == 0
        assert max(e["opening"] + e["depth"] for e in entries) > len(record(*table).moves)
