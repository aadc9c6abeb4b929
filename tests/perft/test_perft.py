"""How many sequences of exactly so many moves there are, for each bundled ruleset."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
import yaml

import tilerules as tr
from tests.naive.serendipity import Naive
from tests.strategies import SERENDIPITY_IDS
from tilerules.ruleset.values import thawed

Entry = dict[str, Any]

FILE = Path(__file__).with_name("perft.yaml")
ENTRIES: list[Entry] = yaml.safe_load(FILE.read_text(encoding="utf-8"))
FEW = 100
LONG = os.environ.get("HYPOTHESIS_PROFILE") == "long"


def perft(state: tr.State, depth: int) -> int:
    """The count of the engine, by what any caller has."""
    moves = tr.legal_moves(state)
    if depth == 1:
        return len(moves)
    return sum(perft(tr.apply_move(state, move), depth - 1) for move in moves)


def naive_perft(model: Naive, depth: int) -> int:
    """The count of the naive model."""
    moves = model.legal()
    if depth == 1:
        return len(moves)
    return sum(naive_perft(model.play(move), depth - 1) for move in moves)


def dealt(entry: Entry) -> tr.State:
    return tr.new_game(tr.load(entry["ruleset"]), entry["seats"], seed=entry["seed"])


def engine_at(entry: Entry) -> tr.State:
    """The position of an entry."""
    state = dealt(entry)
    for text in entry["after"]:
        state = tr.apply_move(state, tr.parse_move(state, text))
    return state


def model_at(entry: Entry) -> Naive:
    """The same of the model."""
    state = dealt(entry)
    card = thawed(state.ruleset.values_for(state.seats))
    cells = state.cells  # type: ignore[attr-defined]
    tiles = {label: (cell.tile, cell.facing) for label, cell in cells.items()}
    model = Naive(card, state.seats, tiles)
    for text in entry["after"]:
        model = model.play(text)
    return model


def named(entry: Entry) -> str:
    return f"{entry['ruleset']}-{entry['seats']}-{entry['phase']}-{len(entry['after'])}"


@pytest.mark.parametrize("entry", ENTRIES, ids=named)
def test_count(entry: Entry) -> None:
    state = engine_at(entry)
    assert state.phase == entry["phase"]
    assert perft(state, entry["depth"]) == entry["count"]


@pytest.mark.parametrize("entry", ENTRIES, ids=named)
def test_counts_of_the_model(entry: Entry) -> None:
    """At every depth that takes the model few positions, or at the whole one."""
    state, model = engine_at(entry), model_at(entry)
    for depth in range(1, entry["depth"] + 1):
        if depth == 1 or perft(state, depth - 1) <= FEW:
            assert naive_perft(model, depth) == perft(state, depth)
    if LONG:
        assert naive_perft(model, entry["depth"]) == entry["count"]


def test_every_ruleset_is_counted_in_every_phase() -> None:
    counted = {(entry["ruleset"], entry["phase"]) for entry in ENTRIES}
    phases = ("choose", "reveal", "decide", "swap", "go_on")
    assert counted == {(id, phase) for id in SERENDIPITY_IDS for phase in phases}
    assert {entry["seats"] for entry in ENTRIES} == {2, 3, 4, 5, 6}
