"""Records copied, shared, very long, and told without what lies hidden."""

from __future__ import annotations

import copy
import gc
import pickle
import sys
import threading
import tracemalloc
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import pytest

import tilerules as tr
from tests.profiled import calls_of
from tests.saving.games import (
    GAMES,
    at_random,
    endless,
    game,
    long_game,
    moves_of,
    played,
    reread,
    written,
)

COPIES: dict[str, Callable[[Any], Any]] = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda value: pickle.loads(pickle.dumps(value)),
    "an old pickle": lambda value: pickle.loads(pickle.dumps(value, 0)),
}
LONG = 20_000


@pytest.fixture(scope="module")
def long() -> tr.Record:
    return long_game(LONG)


# ---- copies ---------------------------------------------------------------------------------


@pytest.mark.unmeasured
@pytest.mark.parametrize("way", COPIES)
@pytest.mark.parametrize("id", GAMES)
def test_a_copy_is_equal(id: str, way: str) -> None:
    noted = game(id, seed=2).noted(names=("Ann", "Bob"), tags={"a": "b"}, remark="a good game")
    middle = noted.back(9)
    puzzle = at_random(tr.Record.start(middle.ruleset, 2, position=middle.state), 2)
    for record in (noted, middle, puzzle, reread(noted)):
        other = COPIES[way](record)
        assert (other, hash(other), repr(other)) == (record, hash(record), repr(record))
        assert other.to_json() == record.to_json()
        assert other.states() == record.states()
        assert (other.names, other.tags, other.result) == (record.names, record.tags, record.result)
        if not record.state.is_over:
            move = tr.legal_moves(record.state)[-1]
            assert other.play(move) == record.play(move)


@pytest.mark.unmeasured
@pytest.mark.parametrize("way", COPIES)
def test_a_long_game_is_copied(long: tr.Record, way: str) -> None:
    other = COPIES[way](long)
    assert (other, hash(other)) == (long, hash(long))
    assert other.state == long.state


def test_a_faulty_record_is_copied_as_it_is() -> None:
    record = reread(game("tulips", plies=3), moves=["jump", "choose red"])
    for way in COPIES.values():
        other = way(record)
        assert (other, other.moves) == (record, record.moves)
        with pytest.raises(tr.InvalidData):
            other.states()


# ---- long games -----------------------------------------------------------------------------


@pytest.mark.unmeasured
def test_a_long_game_is_written_and_read(long: tr.Record) -> None:
    assert len(long.moves) == long.state.ply == LONG
    assert tr.Record.from_json(long.to_json()) == long
    states = long.states()
    assert len(states) == LONG + 1
    assert states[-1] == long.state
    assert long.back(LONG - 7).state == long.at(7) == states[7]
    assert repr(long) == "<Record of serendipity, 2 seats, 20000 moves>"


@pytest.mark.unmeasured
def test_a_long_game_is_thrown_away() -> None:
    """However deep its moves may lie in one another."""
    texts = ["pass"] * 250_000
    record = reread(endless()[0], moves=texts)
    assert len(record.moves) == 250_000
    del record
    gc.collect()


def bytes_of(record: tr.Record, move: tr.Move) -> int:
    """How many bytes are in use at most while a move is played, beyond those before."""
    tracemalloc.start()
    try:
        record.play(move)
        tracemalloc.clear_traces()
        before = tracemalloc.get_traced_memory()[0]
        tracemalloc.reset_peak()
        record.play(move)
        return tracemalloc.get_traced_memory()[1] - before
    finally:
        tracemalloc.stop()


def test_a_move_costs_the_same_however_long_the_game_is() -> None:
    """After so many plies of this game all lies as it lay."""
    start, (move, _) = endless()
    length = len(start.moves)
    short, long = long_game(length + 10), long_game(length + 5_000)
    assert calls_of(lambda: short.play(move)) == calls_of(lambda: long.play(move))
    noted = [record.noted(names=("Ann", "Bob")) for record in (short, long)]
    assert calls_of(lambda: noted[0].play(move)) == calls_of(lambda: noted[1].play(move))
    assert bytes_of(long, move) < bytes_of(short, move) + 1_000 < 20_000


def test_a_record_that_was_read_is_replayed_once() -> None:
    start, moves = endless()
    length = len(start.moves)
    read = reread(long_game(length + 1_000)).play(moves[0])
    fresh = long_game(length + 1_000).play(moves[0])
    assert calls_of(lambda: read.play(moves[1])) == calls_of(lambda: fresh.play(moves[1]))


# ---- threads --------------------------------------------------------------------------------


def looked_at(record: tr.Record, number: int) -> tuple[Any, ...]:
    """All that there is to see of a record, and a game that is played on from it."""
    onward = at_random(record.back(number), number, 9)
    return (
        record.to_json(),
        hash(record),
        record.states(),
        record.at(number),
        record.notice,
        onward.to_json(),
        onward.result,
    )


@pytest.mark.parametrize("id", GAMES)
def test_threads_share_a_record(id: str) -> None:
    def fresh() -> tr.Record:
        mine = tr.load({"extends": id})
        return reread(at_random(tr.Record.start(mine, 2, seed=1), 1, 40))

    shared, alone = fresh(), fresh()
    expected = [looked_at(alone, number) for number in range(4)]
    together = threading.Barrier(8)

    def look(number: int) -> tuple[Any, ...]:
        together.wait()
        return looked_at(shared, number % 4)

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        with ThreadPoolExecutor(8) as pool:
            assert list(pool.map(look, range(8))) == expected * 2
    finally:
        sys.setswitchinterval(interval)


# ---- what lies hidden -----------------------------------------------------------------------


def alike(id: str, seats: int, plies: int, seed: int) -> tuple[tr.Record, tr.Record]:
    """Two records from positions that look alike to a spectator, and are not."""
    state = game(id, seats, seed, plies).state
    seen = tr.observe(state, None)
    others = (tr.determinize(seen, number) for number in range(20))
    other = next(each for each in others if each != state)
    assert tr.observe(other, None) == seen
    one, two = (tr.Record.start(state.ruleset, seats, position=each) for each in (state, other))
    assert one != two
    return one, two


SPOTS = ((2, 0), (4, 1), (2, 2), (4, 7), (2, 30))
CASES = [(id, seats, plies) for id in GAMES for seats, plies in SPOTS]


@pytest.mark.unmeasured
@pytest.mark.parametrize(("id", "seats", "plies"), CASES)
def test_a_record_tells_a_spectator_nothing(id: str, seats: int, plies: int) -> None:
    one, other = alike(id, seats, plies, seed=plies + 1)
    for told in (repr, str, format, lambda record: repr([record])):
        assert told(one) == told(other)
    space = tr.action_space(one.ruleset, seats)
    chance = Random(f"{id} {plies}")
    moves = [space.move(chance.randrange(len(space))) for _ in range(40)]
    moves += moves_of(("jump", "reveal f6 f6", "start ?", "take 9"))
    illegal = [move for move in moves if all(tr.why_illegal(at.state, move) for at in (one, other))]
    assert len(illegal) > 9
    assert told_of_faults(one, illegal) == told_of_faults(other, illegal)


def told_of_faults(record: tr.Record, illegal: Iterable[tr.Move]) -> list[str]:
    """What is said of moves that cannot be made, of results that do not fit, and of numbers."""
    told, data = [], written(record)
    for move in illegal:
        told.append(said(lambda move=move: record.play(move)))  # type: ignore[misc]
        told.append(said(tr.Record.from_data({**data, "moves": [str(move)]}).states))
    told.append(said(reread(record, result={"points": [99] * record.seats}).states))
    told.append(said(lambda: record.at(1)))
    told.append(said(lambda: record.back(1)))
    told.append(said(lambda: record.noted(names=("Ann",))))
    told.append(said(lambda: tr.Record.start(tr.load("flowers-flat"), 2, position=record.state)))
    return told


def said(call: Callable[[], object]) -> str:
    """What the error says that comes out, and those behind it."""
    with pytest.raises((tr.TilerulesError, ValueError, IndexError)) as caught:
        call()
    error: BaseException | None = caught.value
    told = ""
    while error is not None:
        told += f"{error!r}: {error}\n"
        error = error.__cause__ or error.__context__
    return told


def test_a_deal_tells_nothing() -> None:
    """Meadows of which nothing has been turned up look alike; only what is published differs."""
    ruleset = tr.load("serendipity")
    one, other = (tr.Record.start(ruleset, 2, seed=seed) for seed in (1, 2))
    assert one.deal != other.deal
    assert (repr(one), str(one)) == (repr(other), str(other))
    for record in (one, other):
        assert record.deal is not None
        assert repr(record.deal).replace(record.deal.commitment, "") == (
            "<Deal of serendipity for 2 seats, commitment >"
        )
        last = played(record, "choose blue")
        assert said(reread(last, moves=["choose blue", "choose blue"]).states) == said(
            reread(played(one, "choose blue"), moves=["choose blue", "choose blue"]).states
        )
