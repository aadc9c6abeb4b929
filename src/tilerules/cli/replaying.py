"""A record for the terminal: read, told move by move, stepped through."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

import tilerules as tr
from tilerules.cli.games import show_position
from tilerules.cli.terminal import picked, table_text, write_text
from tilerules.data.text import LONGEST, read
from tilerules.wording import counted

KEYS = "Enter: next, b: back, a number: go there, e: end, s: score, q: leave"


class Replay:
    """A record as one viewer sees it, a seat or a spectator."""

    def __init__(self, record: tr.Record, seat: int | None) -> None:
        self.record = record
        self.seat = seat
        self.length = len(record.moves)

    def seen(self, ply: int) -> tr.Observation:
        """What the viewer knows after so many moves."""
        return tr.observe(self.record.at(ply), self.seat)

    def events(self, ply: int) -> tuple[tr.Event, ...]:
        """What the last of so many moves made happen; nothing at the start."""
        return tr.events(self.seen(ply - 1), self.seen(ply)) if ply else ()

    def log(self) -> list[tuple[tr.Event, ...]]:
        """What each move made happen; every move, and the result, is checked before."""
        seen = [tr.observe(state, self.seat) for state in self.record.states()]
        return list(map(tr.events, seen, seen[1:]))


def record_from(file: Path, game: int | None = None) -> tr.Record:
    """The record in a file, or that of a game of the match in it.

    `InvalidData` or `OSError` if there is none; `ValueError` if a game is to be named, and is not,
    or the reverse.
    """
    with file.open("rb") as opened:
        data = read(opened.read(LONGEST + 1))
    if isinstance(data, dict) and "games" in data:
        return _game_of(tr.Match.from_data(data), game)
    if game is not None:
        raise ValueError("this is one game, and no match; leave --game away")
    return tr.Record.from_data(data)


def _game_of(match: tr.Match, game: int | None) -> tr.Record:
    """The record of a game that has begun."""
    if game is None:
        raise ValueError(
            f"this is a match of {counted(match.games, 'game')}; `tilerules replay FILE --game N`"
            f" shows one of them, with N from 0 to {match.game}"
        )
    if not 0 <= game <= match.game:
        raise ValueError(f"there is no game {game} to be seen; they go from 0 to {match.game}")
    return match.records[game]


def replay_data(replay: Replay, ply: int) -> dict[str, Any]:
    """A record, and its table after so many moves, as data."""
    record, position = replay.record, replay.seen(ply)
    ended = tr.outcome(position)
    return {
        "ruleset": picked(record.ruleset, ("id", "edition", "digest")),
        "seats": record.seats,
        "names": record.names,
        "tags": record.tags,
        "remark": record.result and record.result.remark,
        "notice": record.notice,
        "plies": replay.length,
        "at": ply,
        "observation": position.to_data(),
        "events": [event.to_data() for event in replay.events(ply)],
        "scores": [sheet.to_data() for sheet in tr.score(position)],
        "outcome": ended and ended.to_data(),
    }


def tell(replay: Replay) -> None:
    """Every move with what it made happen, then the last table and how the game came out."""
    log, digits = replay.log(), len(str(replay.length))
    write_text(_title(replay))
    for ply, (moved, *happened) in enumerate(log, 1):
        write_text(f"{ply:{digits}}  {moved}")
        for event in happened:
            write_text(f"{'':{digits}}    {event}")
    show_at(replay, replay.length)


def show_at(replay: Replay, ply: int) -> None:
    """The table after so many moves, with the score sheet."""
    position, result = replay.seen(ply), replay.record.result
    write_text(f"\nAfter move {ply} of {replay.length}:")
    show_position(position)
    if result and result.remark and ply == replay.length:
        write_text(result.remark)


def step(replay: Replay) -> None:
    """Show the table move by move, as the person at the terminal asks."""
    write_text(f"{_title(replay)}\n{KEYS}")
    ply = _go(replay, 0, 0)
    while answer := _answer(f"move {ply} of {replay.length}> "):
        word = answer.strip().lower()
        if word == "q":
            return
        if word == "s":
            show_at(replay, ply)
        elif word in ("", "n", "b", "e"):
            ply = _go(replay, ply, {"b": ply - 1, "e": replay.length}.get(word, ply + 1))
        elif word.isdecimal() and len(word) < 9:
            ply = _go(replay, ply, int(word))
        else:
            write_text(KEYS)
    write_text("")


def _answer(question: str) -> str:
    """A line that the person writes; empty at the end of input."""
    click.echo(question, nl=False)
    return sys.stdin.readline()


def _go(replay: Replay, here: int, wanted: int) -> int:
    """Show what led to a table, and the table; the ply at which the person is then."""
    if not 0 <= wanted <= replay.length:
        write_text(f"The moves go from 0 to {replay.length}.")
        return here
    try:
        events = "".join(f"{event}\n" for event in replay.events(wanted))
        write_text(f"\n{events}\n{table_text(replay.seen(wanted))}\n")
    except tr.InvalidData as error:
        write_text(f"Error: {error}")
        return here
    return wanted


def _title(replay: Replay) -> str:
    """What is played, how long, and what its record notes."""
    record = replay.record
    seats, moves = counted(record.seats, "seat"), counted(replay.length, "move")
    names = (f"seat {seat}: {name}" for seat, name in enumerate(record.names))
    tags = (f"{key}: {tag}" for key, tag in record.tags.items())
    return "\n".join((f"{record.ruleset.title}: {seats}, {moves}", *names, *tags))
