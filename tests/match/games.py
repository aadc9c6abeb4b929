"""Matches to be played, and their data as somebody may have changed them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import tilerules as tr

GAMES = ("flowers", "serendipity-small", "tulips")
TEAMS = {"sun": [0, 2], "moon": [1, 3]}
"""Two teams that stay together when all move by one seat."""


def started(id: str = "tulips", seats: int = 2, games: int = 2, seed: int = 1) -> tr.Match:
    """A match in which no move has been made."""
    return tr.Match.start(tr.load(id), seats, games=games, seed=seed)


def steps(match: tr.Match, seed: object = 1) -> Iterator[tr.Match]:
    """The match, and what it is after each of its moves, drawn at random."""
    chance = Random(f"{seed}")
    yield match
    while not match.is_over:
        legal = tr.legal_moves(match.state)
        match = match.play(legal[chance.randrange(len(legal))])
        yield match


def until(match: tr.Match, game: int, plies: int = 0) -> tr.Match:
    """The match as it is in a game after so many random moves of that game."""
    return next(
        each for each in steps(match) if each.game == game and len(each.record.moves) == plies
    )


def over(match: tr.Match, seed: object = 1) -> tr.Match:
    """The match, played to its end at random."""
    *_, last = steps(match, seed)
    return last


def again(match: tr.Match, *moves: tr.Move) -> tr.Match:
    """The match with these moves."""
    for move in moves:
        match = match.play(move)
    return match


def one_game(ruleset: tr.Ruleset, seats: int, seed: int = 1) -> tr.Record:
    """The record of a game, played to its end at random."""
    return over(tr.Match.start(ruleset, seats, games=1, seed=seed), seed).record


def repeated(record: tr.Record, games: int) -> tr.Match:
    """A match in which the same deal is played so often, by the same moves from each seat."""
    assert record.deal is not None
    match = tr.Match.start(record.ruleset, record.seats, deals=[record.deal] * games)
    return again(match, *record.moves * games)


def points_of(record: tr.Record) -> tuple[int, ...]:
    """The points of each seat as the table is scored."""
    return tuple(sheet.total for sheet in tr.score(record.state))


def data_of(match: tr.Match) -> dict[str, Any]:
    """The data of a match, which may be changed; bundled rules are named, and not written out."""
    data: dict[str, Any] = json.loads(match.to_json())
    if match.ruleset.id in tr.ruleset_ids():
        data["ruleset"] = match.ruleset.id
    return data
