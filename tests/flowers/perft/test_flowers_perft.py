"""How many sequences of exactly so many moves there are, for each bundled ruleset."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

import tilerules as tr
from tests.flowers.records.text import read
from tests.flowers.strategies import FLOWERS_IDS
from tests.flowers.test_invariants import beginning
from tests.naive import flowers as naive
from tests.perft.test_perft import FEW, LONG, perft
from tests.records.text import Playthrough
from tilerules.games.flowers import State

Entry = dict[str, Any]

FILE = Path(__file__).with_name("perft.yaml")
RECORDS = Path(__file__).parents[1] / "records"
ENTRIES: list[Entry] = yaml.safe_load(FILE.read_text(encoding="utf-8"))


@cache
def record(id: str, seats: int) -> Playthrough:
    """The golden playthrough of a ruleset for a number of seats."""
    return read((RECORDS / f"{id}-{seats}.txt").read_text(encoding="utf-8"))


def reached(entry: Entry) -> tuple[State, naive.Naive]:
    """The position of an entry, by the engine and by the model."""
    game = record(entry["ruleset"], entry["seats"])
    state, model = beginning(game.ruleset, entry["seats"], entry["seed"])
    for move in game.moves[: entry["opening"]]:
        state, model = tr.apply_move(state, move), model.play(str(move))
    return state, model


def named(entry: Entry) -> str:
    return f"{entry['ruleset']}-{entry['seats']}-{entry['opening']}"


@pytest.mark.parametrize("entry", ENTRIES, ids=named)
def test_count(entry: Entry) -> None:
    """The engine's count, and at every depth that takes few positions that of the model too."""
    state, model = reached(entry)
    assert entry["seed"] == record(entry["ruleset"], entry["seats"]).seed
    assert perft(state, entry["depth"]) == entry["count"]
    for depth in range(1, entry["depth"] + 1):
        if LONG or depth == 1 or perft(state, depth - 1) <= FEW:
            assert naive.perft(model, depth) == perft(state, depth)


def test_every_ruleset_and_number_of_seats_is_counted_in_both_phases() -> None:
    """At the start of the game, in its middle, and where it ends within the depth."""
    tables = {(id, seats) for id in FLOWERS_IDS for seats in tr.load(id).seat_counts}
    for id, seats in tables:
        entries = [e for e in ENTRIES if (e["ruleset"], e["seats"]) == (id, seats)]
        ends = len(record(id, seats).moves)
        assert {e["opening"] % 2 for e in entries} == {0, 1}, "a turn is two plies"
        assert min(e["opening"] for e in entries) == 0
        assert max(e["opening"] + e["depth"] for e in entries) > ends
    assert {(e["ruleset"], e["seats"]) for e in ENTRIES} == tables
