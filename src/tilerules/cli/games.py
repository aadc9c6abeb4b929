"""A game for the terminal: its table, its score sheet and its result."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import reduce
from operator import getitem
from typing import Any

from rich.table import Table

import tilerules as tr
from tilerules.cli.terminal import columns, encoding, picked, table_text, write, write_text
from tilerules.engine.scoring import goal_reached
from tilerules.engine.shared.ending import most_points
from tilerules.wording import counted


def game_data(record: tr.Record, seed: int | None) -> dict[str, Any]:
    """A game that has been played to its end, as data."""
    state, ended = record.state, tr.outcome(record.state)
    return {
        "ruleset": picked(record.ruleset, ("id", "edition", "digest")),
        "seats": record.seats,
        "seed": seed,
        "plies": state.ply,
        "turns": state.turns,
        "moves": [str(move) for move in record.moves],
        "scores": [sheet.to_data() for sheet in tr.score(state)],
        "outcome": ended and ended.to_data(),
    }


def show_position(position: tr.Position) -> None:
    """The table, the score sheet, and how the game has ended if it has."""
    write_text(f"\n{table_text(position)}\n")
    scores, ended = tr.score(position), tr.outcome(position)
    write(score_sheet(scores, position.ruleset.values_for(position.seats)))
    if ended:
        write("", result(ended, most_points(position.rules, scores)))


def score_sheet(scores: Iterable[tr.ScoreBreakdown], values: Mapping[str, Any]) -> Table:
    """The lines of each seat, and what they add up to."""
    table = columns("seat", "what", "of", "how", "points", numeric=2)
    for sheet in scores:
        seat = f"seat {sheet.seat}"
        for line in sheet.lines:
            each = reduce(getitem, line.rule.key.split("."), values)
            table.add_row(seat, line.id, line.of, how(line, each), f"{line.points}")
            seat = ""
        table.add_row(seat, "total", "", "", f"{sheet.total}", style="bold", end_section=True)
    return table


def how(line: tr.ScoreLine, each: Any) -> str:
    """What the points of a line come from; nothing where they were scored bit by bit."""
    if line.place:
        return f"place {line.place} by {line.decided_by}, with {line.count}"
    if not isinstance(each, int):
        return ""
    if line.count * each != line.points:  # all of them together are worth it
        return f"with {line.count}"
    times = "×" if encoding().lower().startswith("utf") else "x"
    return f"{line.count} {times} {each}"


def result(outcome: tr.Outcome, best: int) -> str:
    """Who has won, with how many points, and what set them apart."""
    *others, last = map(str, outcome.ranking[0])
    sentence = (
        f"Seats {', '.join(others)} and {last} share the win" if others else f"Seat {last} wins"
    )
    if outcome.won is not None:
        sentence = f"The game is {goal_reached(outcome)},"
    sentence += f" with {counted(best, 'point')}"
    if outcome.decided_by != "points":
        sentence += f", ahead by {outcome.decided_by}"
    return f"{sentence}. A limit cut the game short." if outcome.cut_short else f"{sentence}."
