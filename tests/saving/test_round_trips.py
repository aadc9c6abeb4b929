"""What is written is read back as it was: games of all rules, and everything told of them."""

from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tilerules as tr
from tests.saving.games import GAMES, at_random, game
from tilerules import testing
from tilerules.data.text import Data

pytestmark = pytest.mark.unmeasured

TABLES = [(id, seats) for id in tr.ruleset_ids() for seats in tr.load(id).seat_counts]
WIDTH = 100


def comes_back(value: Data) -> None:
    """JSON text gives an equal value back, which is written in the same bytes."""
    text = value.to_json()
    for read in (type(value).from_json(text), type(value).from_json(text.encode("utf-8"))):
        assert (read, hash(read), read.to_json()) == (value, hash(value), text)


def is_laid_out(text: str) -> None:
    """ASCII, with a line for all that fits into one, and the last line ended."""
    assert text.isascii()
    assert text.endswith("\n")
    lines = text.split("\n")[:-1]
    for number, line in enumerate(lines):
        assert line == line.rstrip() != ""
        if len(line) > WIDTH:
            assert TEXT_ALONE.fullmatch(line)
        if line.endswith(("{", "[")):
            assert not fits(lines[number:])


TEXT_ALONE = re.compile(r' *("[^"]*": )?"([^"\\]|\\.)*",?')
"""A text can be longer than a line; it cannot be broken."""


def fits(lines: list[str]) -> bool:
    """Whether what the first of these lines opens would have had room on that line."""
    indent = len(lines[0]) - len(lines[0].lstrip())
    length = len(lines[0])
    for number, line in enumerate(lines[1:]):
        entry = line.lstrip()
        is_last = len(line) - len(entry) == indent
        length += len(entry) + (number > 0 and not is_last)
        if length >= WIDTH or is_last:
            break
    return length < WIDTH


# ---- games of all rules ---------------------------------------------------------------------


@pytest.mark.parametrize(("id", "seats"), TABLES)
def test_a_recorded_game_is_the_game(id: str, seats: int) -> None:
    states = [tr.new_game(tr.load(id), seats, seed=seats)]
    record = tr.Record.start(tr.load(id), seats, seed=seats)
    chance = Random(f"{id} {seats}")
    while not record.state.is_over:
        legal = tr.legal_moves(record.state)
        move = legal[chance.randrange(len(legal))]
        record = record.play(move)
        states.append(tr.apply_move(states[-1], move))
    assert len(record.moves) > 9
    comes_back(record)
    read = tr.Record.from_json(record.to_json())
    replayed = read.states()
    assert replayed == tuple(states)
    assert tr.score(replayed[-1]) == tr.score(states[-1])
    assert tr.outcome(replayed[-1]) == tr.outcome(states[-1])
    assert read.result is not None
    assert read.result.outcome == tr.outcome(states[-1])
    assert read.result.points == tuple(sheet.total for sheet in tr.score(states[-1]))
    viewer = None if seats == 3 else seats - 1
    assert seen_by(viewer, replayed) == seen_by(viewer, states)


def seen_by(viewer: int | None, states: tuple[tr.State, ...] | list[tr.State]) -> list[object]:
    """What happened before the eyes of a viewer."""
    seen = [tr.observe(state, viewer) for state in states[-90:]]
    return [tr.events(before, after) for before, after in pairwise(seen)]


@pytest.mark.parametrize(("id", "seats"), TABLES)
def test_all_that_is_told_of_a_game_comes_back(id: str, seats: int) -> None:
    record = game(id, seats, seed=seats)
    states = record.states()
    assert record.deal is not None
    comes_back(record.deal)
    comes_back(record.ruleset)
    whole = tr.Deal.from_json(record.deal.to_json(whole=True))
    assert (whole, whole.to_json()) == (record.deal, record.deal.to_json())
    viewer = None if seats == 2 else 0
    for number in (0, len(states) // 3, len(states) - 2):
        before, after = states[number : number + 2]
        seen = [tr.observe(state, viewer) for state in (before, after)]
        for position in (after, *seen, tr.observe(after, viewer, memory=False)):
            comes_back(position)
            longer = type(position).from_json(position.to_json(whole=True))
            assert (longer, longer.to_json()) == (position, position.to_json())
        for value in (*tr.events(*seen), *tr.score(after), record.moves[number]):
            comes_back(value)
    ended = tr.outcome(states[-1])
    assert ended is not None
    comes_back(ended)


@pytest.mark.parametrize(("id", "seats"), TABLES[:: len(TABLES) // 12])
def test_a_game_from_the_middle_comes_back(id: str, seats: int) -> None:
    state = game(id, seats, seed=seats, plies=21).state
    start = tr.Record.start(tr.load(id), seats, position=state)
    comes_back(start)
    record = at_random(start, seats)
    comes_back(record)
    assert tr.Record.from_json(record.to_json()).states() == record.states()
    assert record.states()[0] == state


# ---- plain data -----------------------------------------------------------------------------


def values_of(id: str) -> Iterator[Data]:
    """A value of each kind, and an event of each that happens, from a game."""
    record = game(id, 2, seed=2).noted(names=("Ann", "Bob"), tags={"a": "b"}, remark="good")
    yield from (record, record.back(5), record.ruleset, *record.moves[:9], *tr.score(record.state))
    for before, after in pairwise(record.states()[:40]):
        seen = [tr.observe(state, 1) for state in (before, after)]
        yield from (before, seen[0], *tr.events(*seen))
    for value in (record.deal, tr.outcome(record.state)):
        assert value is not None
        yield value


PLAIN = {str, int, bool, type(None)}


def is_plain(data: object) -> bool:
    """Whether it is made of texts, numbers, lists and dicts, and of no kin of theirs."""
    if type(data) is dict:
        return all(type(key) is str and is_plain(value) for key, value in data.items())
    if type(data) is list:
        return all(map(is_plain, data))
    return type(data) in PLAIN


@pytest.mark.parametrize("id", GAMES)
def test_data_are_plain_data(id: str) -> None:
    for value in values_of(id):
        data = value.to_data()
        assert is_plain(data), type(value)
        assert json.loads(value.to_json()) == data
        assert type(value).from_data(data) == value
        assert value.to_data() == data


# ---- generated cards ------------------------------------------------------------------------


@pytest.mark.parametrize("id", GAMES)
def test_games_by_generated_cards_come_back(id: str) -> None:
    @settings(max_examples=12)
    @given(testing.tables(id), st.integers(0, 2**32), st.integers(0, 60))
    def check(table: tuple[tr.Ruleset, int], seed: int, plies: int) -> None:
        ruleset, seats = table
        record = at_random(tr.Record.start(ruleset, seats, seed=seed), seed, plies)
        onward = at_random(tr.Record.start(ruleset, seats, position=record.state), seed, plies)
        for each in (record, onward):
            comes_back(each)
            read = tr.Record.from_json(each.to_json())
            assert read.states() == each.states()
            assert tr.score(read.state) == tr.score(each.state)
            assert seen_by(0, read.states()) == seen_by(0, each.states())
            assert read.ruleset.to_data() == ruleset.to_data()
        for value in (ruleset, record.state, tr.observe(record.state, 0), *tr.score(record.state)):
            comes_back(value)
            is_laid_out(value.to_json())

    check()


# ---- bytes ----------------------------------------------------------------------------------


@pytest.mark.parametrize("id", GAMES)
def test_text_is_laid_out_to_be_read(id: str) -> None:
    record = game(id, 2, seed=3).noted(names=("Zoë", "李"), tags={"a": "x" * 200}, remark="☘")
    state = record.at(30)
    values: list[Data] = [record, state, tr.observe(state, 0), record.ruleset, *tr.score(state)]
    values += [record.moves[0], *tr.events(tr.observe(record.at(29), 0), tr.observe(state, 0))]
    for value in values:
        is_laid_out(value.to_json())


TEXTS = """
from tests.saving.test_round_trips import digest
print(digest())
"""


def digest() -> str:
    """A fingerprint of the texts of some games and of what is told of them."""
    found = hashlib.sha256()
    for id in GAMES:
        record = game(id, 2, seed=3).noted(tags={"club": "Tulpe", "place": "Berlin"})
        state = record.at(30)
        for value in (record, record.deal, state, tr.observe(state, 1), *tr.score(state)):
            assert value is not None
            found.update(value.to_json().encode())
    return found.hexdigest()


def test_texts_are_the_same_in_every_process() -> None:
    environment = {name: value for name, value in os.environ.items() if "COV" not in name}
    run = subprocess.run(
        [sys.executable, "-c", TEXTS],
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(__file__).parents[2],
        env={**environment, "PYTHONHASHSEED": "1"},
    )
    assert run.stdout.strip() == digest()
