"""Files that commands read and write, and what is said if one cannot be."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import click

import tilerules as tr
from tilerules.cli.replaying import record_from


class BadArguments(click.ClickException):
    """What was asked for cannot be done."""

    exit_code = 2


def write_new(file: Path, text: str) -> None:
    """Write a file that is not there yet."""
    try:
        with file.open("x", encoding="utf-8") as out:
            out.write(text)
    except OSError as error:
        raise BadArguments(f"{file} cannot be written: {error.strerror}") from error


def check_name(file: Path, thing: str, ending: str) -> None:
    """That a file can be written under a name that says what is in it."""
    if file.suffix != ending:
        raise BadArguments(f"{file} cannot be written: the name of a {thing} ends in {ending}")
    reason = "File exists" if file.exists() else "No such file or directory"
    if file.exists() or not file.parent.is_dir():
        raise BadArguments(f"{file} cannot be written: {reason}")


@contextmanager
def about(file: Path) -> Generator[None, None, None]:
    """Name the record in which something is wrong, or lacks what was asked for."""
    try:
        yield
    except (tr.InvalidData, IndexError, ValueError) as error:
        raise BadArguments(f"{file}: {error}") from error


def read_record(file: Path, game: int | None = None) -> tr.Record:
    """The record in a file, or that of a game of the match in it."""
    try:
        with about(file):
            return record_from(file, game)
    except OSError as error:
        raise BadArguments(f"{file} cannot be read: {error.strerror}") from error
