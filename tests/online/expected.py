"""What must have been said at a table, worked out from the record of its game."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

import tilerules as tr


def lines(record: tr.Record, seat: int) -> list[Any]:
    """What a seat must have been sent in the course of a game, and nothing besides."""
    assert record.deal is not None
    seen = [tr.observe(state, seat) for state in record.states()]
    happened = [(), *(tr.events(*both) for both in pairwise(seen))]
    shown = [
        {"observation": each.to_data(), "events": [event.to_data() for event in events]}
        for each, events in zip(seen, happened, strict=True)
    ]
    welcome = {"seat": seat, "commitment": record.deal.commitment}
    return [welcome, *shown, {"record": record.to_data()}]


def verdict(record: tr.Record) -> str:
    """What a client has to print about a whole game."""
    last = record.state
    outcome = tr.outcome(last)
    assert outcome is not None
    points = ", ".join(f"seat {seat}: {sheet.total}" for seat, sheet in enumerate(tr.score(last)))
    ranking = [list(seats) for seats in outcome.ranking]
    return f"{len(record.moves)} moves, {points}, ranking {ranking}\n"


def traffic(record: tr.Record, seat: int) -> list[bytes]:
    """The very bytes that a seat must have been sent, line by line."""
    return [json.dumps(line).encode() + b"\n" for line in lines(record, seat)]


def own_moves(record: tr.Record, seat: int) -> list[bytes]:
    """What a seat must have said."""
    movers = (state.to_move for state in record.states())
    own = (move for mover, move in zip(movers, record.moves, strict=False) if mover == seat)
    return [json.dumps({"move": str(move)}).encode() + b"\n" for move in own]
