"""The same value is the same JSON: in every process, by whatever way it came about."""

from __future__ import annotations

import json
from functools import cache
from hashlib import sha256
from random import Random
from typing import Any

import pytest

import tilerules as tr
from tests.data.games import GAMES, KINDS, played, read, text
from tests.laws.processes import run

pytestmark = pytest.mark.unmeasured

NAMES = {game.name: game for game in GAMES}
every_game = pytest.mark.parametrize("name", NAMES)


@cache
def told(name: str) -> dict[str, Any]:
    """What is told of a game, played on the spot."""
    return played(NAMES[name], NAMES[name].load())


def everything() -> str:
    """A digest of all that is told of all games, played on the spot."""
    out = sha256()
    for name in NAMES:
        for kind, value in told(name).items():
            out.update(text(kind, value))
    return out.hexdigest()


def test_processes_write_the_same_bytes() -> None:
    """However the hashes of texts fall out, and with it the order of sets."""
    code = "from tests.data.test_stability import everything; print(everything())"
    assert {run(code, PYTHONHASHSEED=seed) for seed in ("1", "2")} == {everything() + "\n"}


# ---- there and back -------------------------------------------------------------------------


@every_game
@pytest.mark.parametrize("kind", KINDS)
def test_what_is_read_is_written_in_the_same_bytes(kind: str, name: str) -> None:
    said = text(kind, told(name)[kind])
    assert text(kind, read(kind, said)) == said


@every_game
@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "event"])
def test_data_are_what_their_json_says(kind: str, name: str) -> None:
    """They hold nothing but what JSON knows: lists, and no tuples."""
    value = told(name)[kind]
    assert json.loads(value.to_json()) == value.to_data()


def shuffled(data: Any, chance: Random) -> Any:
    """The same data, in which keys stand in another order; only rules stay as they are."""
    if isinstance(data, list):
        return [shuffled(each, chance) for each in data]
    if not isinstance(data, dict):
        return data
    keys = list(data)
    chance.shuffle(keys)
    return {key: data[key] if key == "ruleset" else shuffled(data[key], chance) for key in keys}


@every_game
@pytest.mark.parametrize("kind", ["state", "observation", "deal", "score_breakdown", "outcome"])
def test_the_order_of_keys_does_not_matter(kind: str, name: str) -> None:
    value = told(name)[kind]
    said = text(kind, value)
    for seed in range(3):
        other = json.dumps(shuffled(json.loads(said), Random(seed))).encode()
        assert json.loads(other) == json.loads(said)
        assert read(kind, other) == value
        assert text(kind, read(kind, other)) == said


def test_the_order_of_keys_does_not_matter_in_a_record() -> None:
    """Tags, too, are the same in any order."""
    record = tr.Record.start(tr.load("flowers"), 2, seed=1, tags={"b": "1", "a": "2"})
    other = tr.Record.start(tr.load("flowers"), 2, seed=1, tags={"a": "2", "b": "1"})
    assert record == other
    assert record.to_json() == other.to_json()
    data = shuffled(json.loads(record.to_json()), Random(1))
    assert tr.Record.from_data(data).to_json() == record.to_json()


def test_rules_with_many_sources_are_read_again() -> None:
    """A card may name forty sources, beside those of the card that it extends."""
    card = {"extends": "flowers", "sources": {f"book_{number}": "a book" for number in range(40)}}
    ruleset = tr.load(card)
    assert len(ruleset.sources) == 40 + len(tr.load("flowers").sources)
    assert tr.Ruleset.from_json(ruleset.to_json()).sources == ruleset.sources


# ---- by other ways --------------------------------------------------------------------------


LONE = {"extends": "flowers", "for_players": {"1": {"turn": {"sweep": "never"}}}}
THREE = {"extends": "tulips-full-hand", "turn": {"draws": 3}}


@pytest.mark.parametrize(
    ("rules", "seats", "before", "plies", "width", "states"),
    [
        ("serendipity", 2, 0, 4, 6, 180),  # seat 0 chooses its two colours in either order
        ("serendipity-small", 2, 2, 4, 5, None),
        (LONE, 1, 0, 6, 5, None),
        (THREE, 2, 2, 3, 20, None),
    ],
)
def test_equal_states_are_written_alike_whatever_led_there(
    rules: Any, seats: int, before: int, plies: int, width: int, states: int | None
) -> None:
    """All ways of so many plies, with so many first moves at each, that lead to equal states."""
    first = tr.new_game(tr.load(rules), seats, seed=1)
    for _ in range(before):
        first = tr.apply_move(first, tr.legal_moves(first)[0])
    ways = [first]
    for _ in range(plies):
        ways = [tr.apply_move(state, move) for state in ways for move in moves(state, width)]
    said: dict[tr.State, str] = {}
    for state in ways:
        assert said.setdefault(state, state.to_json()) == state.to_json()
    assert len(said) < len(ways)
    assert states in (None, len(said))


def moves(state: tr.State, width: int) -> list[tr.Move]:
    """The first legal moves."""
    return list(tr.legal_moves(state)[:width])
