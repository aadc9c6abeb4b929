"""A game for the terminal: played by bots, shown with its score sheet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import reduce
from operator import getitem
from random import Random
from typing import Any

from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn
from rich.table import Table

import tilerules as tr
from tilerules.cli.terminal import columns, encoding, write, write_text
from tilerules.wording import counted


def play_out(record: tr.Record, choices: Random) -> tr.Record:
    """The record of a game to whose end every seat plays by the uniform policy."""
    console = Console(stderr=True)
    console.quiet = not console.file.isatty()
    with Progress(
        SpinnerColumn("line"),
        TextColumn("{task.description}"),
        console=console,
        transient=True,
        disable=console.quiet,
    ) as progress:
        task = progress.add_task("")
        while not (state := record.state).is_over:
            record = record.play(tr.uniform(tr.observe(state, state.to_move), choices))
            progress.update(task, description=f"turn {state.turns + 1}, move {state.ply}")
    return record


def show_position(position: tr.Position) -> None:
    """The table, the score sheet, and how the game has ended if it has."""
    write_text(f"\n{tr.draw_text(position)}\n")
    scores, ended = tr.score(position), tr.outcome(position)
    write(score_sheet(scores, position.ruleset.values_for(position.seats)))
    if ended:
        write("", result(ended, scores[ended.winners[0]].total))


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
    times = "×" if encoding().lower().startswith("utf") else "x"
    return f"{line.count} {times} {each}" if isinstance(each, int) else ""


def result(outcome: tr.Outcome, best: int) -> str:
    """Who has won, with how many points, and what set them apart."""
    *others, last = map(str, outcome.winners)
    sentence = (
        f"Seats {', '.join(others)} and {last} share the win" if others else f"Seat {last} wins"
    )
    sentence += f" with {counted(best, 'point')}"
    if outcome.decided_by != "points":
        sentence += f", ahead by {outcome.decided_by}"
    return f"{sentence}. A limit cut the game short." if outcome.cut_short else f"{sentence}."
