"""Cards for the terminal: as people read them, as data, and side by side."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

import attrs
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

import tilerules as tr
from tilerules.cli.terminal import columns, numbers, picked
from tilerules.ruleset.values import in_words, leaves
from tilerules.wording import counted, names_a_file, shortened

PLACE = ("file", "line", "column")
PROBLEM = ("code", "severity", "file", "line", "column", "key", "message", "expected", "suggestion")


class Value(NamedTuple):
    """A value of a card, the numbers of players it is in force with, and where it was set."""

    key: str
    value: Any
    seats: tuple[int, ...]
    file: str
    line: int | None


def load(ruleset: str) -> tr.Ruleset:
    """The ruleset of an id, or of a file if the text looks like one."""
    return tr.load(Path(ruleset) if names_a_file(ruleset) else ruleset)


def unknown(error: tr.UnknownRuleset) -> str:
    """That no ruleset has an id, and what was meant."""
    file = f"{error.id}.yaml"
    if os.path.isfile(file):  # noqa: PTH113 - a Path raises where a name is too long
        return f"no ruleset has the id {shortened(error.id)}; did you mean the file {file}?"
    if error.close:
        return str(error)
    return f"no ruleset has the id {shortened(error.id)}; `tilerules list` shows all"


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
            table.add_row(each.key, in_words(each.value), str(tr.Origin(each.file, each.line)))
    return table


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


# ---- side by side ---------------------------------------------------------------------------


def differences(
    a: tr.Ruleset, b: tr.Ruleset, found: Sequence[tr.Difference]
) -> Iterator[RenderableType]:
    """The values in which two cards differ, first those of every number of players."""
    if not found:
        yield f"{a.id} and {b.id} play alike."
        return
    every = tuple(sorted({*a.seat_counts} & {*b.seat_counts}))
    table = columns("key", a.id, b.id)
    ordered = sorted(found, key=lambda each: (each.key != "players", each.seats != every))
    for each in ordered:
        some = "" if each.seats == every or each.key == "players" else _with(each.seats)
        table.add_row(
            f"{each.key}{some}", _told(each.a, each.a_origin), _told(each.b, each.b_origin)
        )
    yield table


def _with(seats: Sequence[int]) -> str:
    return f" (with {numbers(seats)} players)"


def _told(value: Any, origin: tr.Origin | None) -> str:
    if origin is None:
        return "-"
    return f"{in_words(value)}  [{origin}]"


def difference_data(difference: tr.Difference) -> dict[str, Any]:
    """A difference as data."""
    return attrs.asdict(difference)
