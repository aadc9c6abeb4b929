"""What goes to the terminal: tables, texts, JSON."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Sequence
from typing import Any

import click
from rich import box
from rich.console import Console, RenderableType
from rich.table import Table

import tilerules as tr


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


def table_text(position: tr.Position) -> str:
    """The table as text, in colour if the terminal shows colours and nobody minds."""
    wanted = sys.stdout is not None and sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    return tr.draw_text(position, colour=wanted and os.environ.get("TERM") != "dumb")


def encoding() -> str:
    """The encoding of standard output, which may have been closed."""
    return getattr(sys.stdout, "encoding", "ascii")
