"""Sound data of every kind, small where they can be, and what is held of whatever is read."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import cache
from itertools import pairwise
from time import process_time
from typing import Any

import pytest

import tilerules as tr
from tests.saving.games import game
from tilerules.data.text import Data

SMALL = ("flowers", "serendipity-small", "tulips")
SECONDS = 5
LONGEST = 500


@cache
def samples() -> dict[str, tuple[type[Data], str]]:
    """A class and a JSON text of it, for every kind of every game, and every kind of event."""
    out: dict[str, tuple[type[Data], str]] = {}
    for id in SMALL:
        for name, kind, value in _told_of(id):
            out[f"{name} {id}"] = kind, value.to_json()
    for id in ("flowers", "tulips"):  # whole rules, and a record from a position
        record = game(id, 2, seed=4, plies=13)
        out[f"whole state {id}"] = tr.State, record.state.to_json(whole=True)
        start = tr.Record.start(record.ruleset, 2, position=record.state)
        out[f"record from a position {id}"] = tr.Record, start.to_json()
    done = tr.simulate(tr.load("flowers"), 2, 3, tr.uniform, seed=4)
    out["summary"] = tr.Summary, done.to_json()
    return out


def _told_of(id: str) -> Iterator[tuple[str, type[Data], Data]]:
    record = game(id, 2, seed=4).noted(names=("Ann", "Bob"), tags={"a": "b"}, remark="good")
    state, ended = record.at(13), tr.outcome(record.state)
    assert record.deal is not None
    assert ended is not None
    yield "state", tr.State, state
    yield "observation", tr.Observation, tr.observe(state, 1)
    yield "deal", tr.Deal, record.deal
    yield "move", tr.Move, record.moves[-1]
    yield "outcome", tr.Outcome, ended
    yield "ruleset", tr.Ruleset, record.ruleset
    yield "record", tr.Record, record
    scores = tr.score(record.state)
    yield "score", tr.ScoreBreakdown, tr.ScoreBreakdown(0, scores[0].lines[:2])
    for before, after in pairwise(record.states()):
        for event in tr.events(tr.observe(before, 0), tr.observe(after, 0)):
            yield f"event {event.kind}", tr.Event, event


def judged(kind: type[Data], read: Callable[[], Data]) -> Data | None:
    """What is read is of its kind, and can be used and written; or it is refused in a few words.

    Both take little time.
    """
    start = process_time()
    try:
        value = read()
    except (tr.InvalidData, tr.NotationError) as error:
        assert process_time() - start < SECONDS
        is_said_well(error)
        return None
    assert isinstance(value, kind)
    text = value.to_json()
    assert (kind.from_json(text), kind.from_json(text).to_json()) == (value, text)
    hash(value)
    use(value)
    assert process_time() - start < SECONDS
    return value


def is_said_well(error: tr.TilerulesError) -> None:
    """The message is short, and can be printed everywhere."""
    message = str(error)
    assert len(message) < LONGEST, f"{len(message)} signs: {message[:200]}"
    assert message.isprintable(), ascii(message)
    message.encode("utf-8")


def fault_of(look: Callable[[], object]) -> tr.InvalidData:
    """The fault that comes out, told in one short line."""
    with pytest.raises(tr.InvalidData) as caught:
        look()
    is_said_well(caught.value)
    assert str(caught.value).startswith(f"{caught.value.path}: ")
    return caught.value


def use(value: Data) -> None:
    """Do with a value what it is for; only a record may turn out to be faulty."""
    for text in (repr(value), str(value)):
        text.encode("utf-8")
    match value:
        case tr.Record():
            try:
                value.states()
            except tr.InvalidData as error:
                is_said_well(error)
            assert value.notice is None or value.notice.isprintable()
        case tr.State() | tr.Observation():
            assert (tr.outcome(value) is None) != value.is_over
            assert len(tr.score(value)) == value.seats
            for move in tr.legal_moves(value)[:1]:
                if isinstance(value, tr.State):
                    tr.apply_move(value, move)
        case tr.Deal():
            tr.new_game(value.ruleset, value.seats, deal=value)
            assert len(value.commitment) == 64
        case tr.Ruleset():
            tr.new_game(value, value.seat_counts[0], seed=1)
            tr.describe(value)
        case tr.Summary():
            assert bool(value.measures) == bool(value.games)
            value._repr_html_().encode("utf-8")


def fresh(text: str) -> Any:
    """The data in a text, which may be changed."""
    return json.loads(text)
