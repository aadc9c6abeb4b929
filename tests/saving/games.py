"""Games to be recorded, and their data as somebody may have changed them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from itertools import cycle, islice
from random import Random
from typing import Any

import tilerules as tr

GAMES = ("flowers", "serendipity", "tulips")
"""Each game by its base ruleset."""


def moves_of(texts: Iterable[str]) -> tuple[tr.Move, ...]:
    """Moves from their canonical notation."""
    return tuple(tr.Move(*_parts(text)) for text in texts)


def _parts(text: str) -> tuple[str, tuple[str, ...]]:
    kind, *args = text.split()
    return kind, tuple(args)


def played(record: tr.Record, *texts: str) -> tr.Record:
    """The record with these moves."""
    for move in moves_of(texts):
        record = record.play(move)
    return record


def at_random(record: tr.Record, seed: object, plies: int = 10**6) -> tr.Record:
    """The record with so many random moves, or played to its end."""
    chance = Random(f"{seed}")
    for _ in range(plies):
        legal = tr.legal_moves(record.state)
        if not legal:
            break
        record = record.play(legal[chance.randrange(len(legal))])
    return record


def game(id: str, seats: int = 2, seed: int = 1, plies: int = 10**6) -> tr.Record:
    """The record of a random game."""
    return at_random(tr.Record.start(tr.load(id), seats, seed=seed), seed, plies)


def written(record: tr.Record, **changed: Any) -> dict[str, Any]:
    """The data of a record, some entries of which somebody has changed."""
    return {**json.loads(record.to_json()), **changed}


def reread(record: tr.Record, **changed: Any) -> tr.Record:
    """The record in such data."""
    return tr.Record.from_data(written(record, **changed))


def endless() -> tuple[tr.Record, tuple[tr.Move, tr.Move]]:
    """A game of Serendipity with two moves that the seats can make in turn for ever.

    Each seat turns up a tile of the other one, which goes back.
    """
    record = tr.Record.start(tr.load("serendipity"), 2, seed=1)
    deal: Any = record.deal
    colours = record.ruleset.values["tiles"]["colours"]
    record = played(record, *(f"choose {colour}" for colour in colours))  # in turn: 0, 1, 0, …
    cells = deal.cells
    foreign = [next(c for c in cells if cells[c].tile == colours[number]) for number in (1, 0)]
    first, second = moves_of(f"reveal {cell}" for cell in foreign)
    return record, (first, second)


def long_game(plies: int) -> tr.Record:
    """A game of so many moves."""
    record, moves = endless()
    for move in islice(cycle(moves), plies - len(record.moves)):
        record = record.play(move)
    return record
