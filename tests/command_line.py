"""Calls of the command line, within the process, as a shell would make them."""

from __future__ import annotations

import json
from typing import Any

import pytest
from click.testing import CliRunner, Result

from tilerules import cli


def make_plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal of 80 columns about which the environment says nothing special."""
    for name in ("FORCE_COLOR", "NO_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("TERM", "xterm")


def run(*arguments: str) -> Result:
    """A call, and what came of it."""
    return CliRunner().invoke(cli.commands, arguments)


def said(*arguments: str, status: int = 0) -> str:
    """What a call writes to standard output; it writes nothing to standard error."""
    done = run(*arguments)
    assert (done.exit_code, done.stderr) == (status, "")
    return done.stdout


def data(*arguments: str, status: int = 0) -> Any:
    """What a call writes as JSON."""
    return json.loads(said(*arguments, "--json", status=status))


def refused(*arguments: str, status: int = 2) -> str:
    """What a call complains of; it writes nothing to standard output."""
    done = run(*arguments)
    assert (done.exit_code, done.stdout) == (status, "")
    return done.stderr
