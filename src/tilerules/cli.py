"""The command line: list, show and check cards, and play a game.

Standard output is for results, and with `--json` holds nothing but JSON; whatever else there is to
say goes to standard error.
"""

from __future__ import annotations

import json
import os
import secrets
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import groupby
from operator import getitem
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import attrs
import click
from rich import box
from rich.console import Console, RenderableType
from rich.progress import Progress, SpinnerColumn, TextColumn
from rich.table import Table
from rich.text import Text

import tilerules as tr

PLACE = ("file", "line", "column")
PROBLEM = ("code", "severity", "file", "line", "column", "key", "message", "expected", "suggestion")

# ---- the commands ---------------------------------------------------------------------------


class BadArguments(click.ClickException):
    """What was asked for cannot be done."""

    exit_code = 2


class Commands(click.Group):
    """The commands; an error of the library becomes a message and an exit status."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command."""
        try:
            return super().invoke(ctx)
        except tr.InvalidRuleset as error:
            click.echo(str(error), err=True)
            sys.exit(exit_status(error.problems))
        except tr.TilerulesError as error:
            raise BadArguments(str(error)) from error
        except KeyboardInterrupt:
            sys.exit(130)


@click.group(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Exit status: 0, clean or with warnings; 1, a card has errors; 2, bad arguments or a "
    "file that cannot be read.",
)
@click.version_option(package_name="tilerules", message="tilerules %(version)s")
def commands() -> None:
    """Tabletop games whose rules are YAML cards.

    An ID is one of those that `list` shows, or a file: what ends in .yaml or has a slash.
    """


as_json = click.option("--json", "as_json", is_flag=True, help="Write JSON, for programs.")


@commands.command("list")
@as_json
def list_rulesets(*, as_json: bool) -> None:
    """List the known rulesets."""
    rulesets = [tr.load(id) for id in tr.ruleset_ids()]
    if as_json:
        write_json([heading(rules) for rules in rulesets])
    else:
        table = columns("id", "players", "title")
        for rules in rulesets:
            table.add_row(rules.id, numbers(rules.seat_counts), rules.title)
        write(table)


@commands.command()
@click.argument("ruleset", metavar="ID")
@as_json
def show(ruleset: str, *, as_json: bool) -> None:
    """Show a card, resolved: each value, and where it was set."""
    rules = load(ruleset)
    if as_json:
        values = [value._asdict() for value in resolved_values(rules)]
        origin = {"sources": rules.sources, "lineage": rules.lineage}
        write_json({**heading(rules), **origin, "values": values})
    else:
        write(*card(rules))


@commands.command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@as_json
def check(files: tuple[str, ...], *, as_json: bool) -> None:
    """Check cards, and list what is wrong or strange in each."""
    found = [(file, tr.check(Path(file))) for file in files]
    if as_json:
        listed = [
            {"file": file, "problems": list(map(problem_data, problems))}
            for file, problems in found
        ]
        write_json({"files": listed})
    else:
        for file, problems in found:
            write_text("\n".join([*map(str, problems), f"{file}: {tally(problems)}"]))
    sys.exit(max(exit_status(problems) for _, problems in found))


@commands.command()
@click.argument("ruleset", metavar="ID")
@click.option("--seats", type=int, help="How many seats; by default as few as the rules allow.")
@click.option("--seed", type=int, help="Makes the game repeatable; by default a fresh one.")
@click.option("--bots", is_flag=True, help="Let bots sit at every seat; so far nobody else can.")
@as_json
def play(ruleset: str, *, seats: int | None, seed: int | None, bots: bool, as_json: bool) -> None:
    """Play a game, and show the final table and the score sheet.

    Each bot makes any legal move, all equally likely.
    """
    rules = load(ruleset)
    seats = rules.seat_counts[0] if seats is None else seats
    seed = secrets.randbelow(10**9) if seed is None else seed
    start = tr.new_game(rules, seats, seed=seed)
    if not bots:
        raise BadArguments("people cannot sit at this table; add --bots to watch a game")
    state, moves = play_out(start, Random(f"uniform {seed}"))
    scores, outcome = tr.score(state), tr.outcome(state)
    assert outcome is not None, "the game has been played to its end"
    if as_json:
        data = {
            "ruleset": picked(rules, ("id", "edition", "digest")),
            "seats": seats,
            "seed": seed,
            "plies": state.ply,
            "turns": state.turns,
            "moves": moves,
            "scores": [{**attrs.asdict(sheet), "total": sheet.total} for sheet in scores],
            "outcome": {**attrs.asdict(outcome), "winners": outcome.winners},
        }
        write_json(data)
    else:
        chairs = "1 seat" if seats == 1 else f"{seats} seats"
        write(f"{rules.title}: {chairs}, seed {seed}, {state.ply} moves")
        write_text(f"\n{tr.draw_text(state)}\n")
        best = scores[outcome.winners[0]].total
        write(score_sheet(scores, rules.values_for(seats)), "", result(outcome, best))


# ---- cards ----------------------------------------------------------------------------------


class Value(NamedTuple):
    """A value of a card, the numbers of players it is in force with, and where it was set."""

    key: str
    value: Any
    seats: tuple[int, ...]
    file: str
    line: int | None


def load(ruleset: str) -> tr.Ruleset:
    """The ruleset of an id, or of a file if the text looks like one."""
    is_file = ruleset.endswith((".yaml", ".yml")) or "/" in ruleset or os.sep in ruleset
    return tr.load(Path(ruleset) if is_file else ruleset)


def heading(rules: tr.Ruleset) -> dict[str, Any]:
    """What tells one ruleset from another, as data."""
    parts = picked(rules, ("id", "title", "game", "edition", "summary", "digest"))
    return {**parts, "seats": rules.seat_counts}


def resolved_values(rules: tr.Ruleset) -> list[Value]:
    """The values in force, in the order of the card; one for each way in which they differ."""
    players = Value("players", rules.seat_counts, rules.seat_counts, *rules.origin("players"))
    found: dict[tuple[str, Any, tr.Origin], list[int]] = {}
    for seats in rules.seat_counts:
        for key, value in leaves(rules.values_for(seats)):
            found.setdefault((key, value, rules.origin(key, seats=seats)), []).append(seats)
    values = (Value(key, value, tuple(n), *place) for (key, value, place), n in found.items())
    return [players, *values]


def leaves(values: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, Any]]:
    """What stands in a card that is no block of keys, behind dotted paths."""
    for key, value in values.items():
        if isinstance(value, Mapping):
            yield from leaves(value, f"{above}{key}.")
        else:
            yield above + key, value


def card(rules: tr.Ruleset) -> Iterator[RenderableType]:
    """A card as people read it, part by part."""
    yield Text(rules.title, "bold")
    yield f"{rules.id}, edition {rules.edition}, for {numbers(rules.seat_counts)} players\n"
    if rules.summary:
        yield f"{rules.summary}\n"
    yield value_table(resolved_values(rules), rules.seat_counts)
    if rules.sources:
        sources = Table.grid(padding=(0, 2))
        for key, source in rules.sources.items():
            sources.add_row(key, source)
        yield Text("\nsources", "bold")
        yield sources


def value_table(values: Iterable[Value], every: tuple[int, ...]) -> Table:
    """First what holds for every number of players, then what does not, number by number."""
    table = columns("key", "value", "set in")
    by_seats = sorted(values, key=lambda value: (value.seats != every, value.seats))
    for seats, group in groupby(by_seats, lambda value: value.seats):
        if seats != every:
            table.add_row()
            table.add_row(f"with {numbers(seats)} players", style="bold")
        for each in group:
            place = f"{each.file}:{each.line}" if each.line else each.file
            table.add_row(each.key, in_words(each.value), place)
    return table


def in_words(value: Any) -> str:
    """A value as people write it."""
    if isinstance(value, tuple):
        return ", ".join(map(in_words, value)) or "none"
    return str(value)


def problem_data(problem: tr.Problem) -> dict[str, Any]:
    """A problem as data, with the other places that it names."""
    parent = problem.parent and picked(problem.parent, PLACE)
    through = [picked(place, PLACE) for place in problem.through]
    return {**picked(problem, PROBLEM), "parent": parent, "through": through}


def exit_status(problems: Sequence[tr.Problem]) -> int:
    """What a card's problems mean for the exit status."""
    if any(problem.code == "no_file" and not problem.key for problem in problems):
        return 2
    return int(any(problem.severity == "error" for problem in problems))


def tally(problems: Sequence[tr.Problem]) -> str:
    """How many errors and warnings there are."""
    severities = [problem.severity for problem in problems]
    counts = ((severities.count(word), word) for word in ("error", "warning"))
    return ", ".join(counted(number, word) for number, word in counts if number) or "clean"


# ---- a game ---------------------------------------------------------------------------------


def play_out(state: tr.State, choices: Random) -> tuple[tr.State, list[str]]:
    """The end of a game in which every seat plays by the uniform policy, and all moves."""
    moves: list[str] = []
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
        while not state.is_over:
            move = tr.uniform(tr.observe(state, state.to_move), choices)
            state = tr.apply_move(state, move)
            moves.append(str(move))
            progress.update(task, description=f"turn {state.turns + 1}, move {state.ply}")
    return state, moves


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


# ---- on the terminal ------------------------------------------------------------------------


def columns(*titles: str, numeric: int = 0) -> Table:
    """An empty table; its last `numeric` columns hold numbers."""
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, padding=(0, 1, 0, 0), pad_edge=False)
    for place, title in enumerate(titles):
        table.add_column(
            title,
            justify="right" if place >= len(titles) - numeric else "left",
            overflow="fold",
            no_wrap=place == 0,
        )
    return table


def numbers(seats: Sequence[int]) -> str:
    """Numbers of players in words."""
    if len(seats) > 2 and seats[-1] - seats[0] == len(seats) - 1:
        return f"{seats[0]} to {seats[-1]}"
    return " or ".join(map(str, seats))


def counted(number: int, noun: str) -> str:
    """A number and a noun, as `2 points`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def picked(thing: object, names: Iterable[str]) -> dict[str, Any]:
    """Some attributes of a thing, as data."""
    return {name: getattr(thing, name) for name in names}


def write(*parts: RenderableType) -> None:
    """Lay things out for the width of the terminal, without trailing spaces for a pipe."""
    console = Console(file=sys.stdout, markup=False, highlight=False, emoji=False)
    with console.capture() as shown:
        for part in parts:
            console.print(part)
    write_text("\n".join(line.rstrip() for line in shown.get().splitlines()))


def write_json(data: object) -> None:
    """Write data of plain values and mappings as JSON, in signs that every terminal knows."""
    write_text(json.dumps(data, indent=2, default=dict))


def write_text(text: str) -> None:
    """Write lines as they are; a sign that the terminal does not know becomes `?`."""
    click.echo(text.encode(encoding(), "replace").decode(encoding()))


def encoding() -> str:
    """The encoding of standard output, which may have been closed."""
    return getattr(sys.stdout, "encoding", "ascii")
