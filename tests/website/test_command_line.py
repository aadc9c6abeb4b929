"""The page of the command line tells every command, and how it may end."""

from __future__ import annotations

import re
from pathlib import Path

import click
import pytest

from tests.command_line import make_plain, said
from tests.website.consoles import Call, parts
from tilerules import cli

PAGE = (Path(__file__).parents[2] / "docs" / "reference" / "command-line.md").read_text("utf-8")
BLOCK = re.compile(r"^::: mkdocs-click\n((?:    :\w+: .+\n)+)", re.MULTILINE)
STATUS = re.compile(r"\d+")


def blocks() -> list[dict[str, str]]:
    return [dict(re.findall(r":(\w+): (.+)", block)) for block in BLOCK.findall(PAGE)]


def test_every_command_is_told_under_its_name() -> None:
    told = {block["prog_name"]: getattr(cli, block["command"]) for block in blocks()}
    assert {block["module"] for block in blocks()} == {"tilerules.cli"}
    assert told == {f"tilerules {name}": each for name, each in cli.commands.commands.items()}


@pytest.mark.parametrize("name", cli.commands.commands)
def test_every_command_has_an_example(name: str) -> None:
    calls = [part.command for part in parts(PAGE) if isinstance(part, Call)]
    assert [call for call in calls if call.startswith(f"tilerules {name} ")] or name == "list"
    assert "tilerules list" in calls


def test_the_statuses_are_those_of_the_help() -> None:
    table = PAGE.partition("| status | meaning |")[2].partition("\n\n")[0]
    told = re.findall(r"^\| (\d+) \|", table, re.MULTILINE)
    assert told == STATUS.findall(str(cli.commands.epilog))


def test_every_command_and_option_says_what_it_does() -> None:
    for name, command in cli.commands.commands.items():
        assert str(command.help)[0].isupper(), name
        for option in command.params:
            if isinstance(option, click.Option):
                assert str(option.help).endswith("."), (name, option.name)


def test_the_list_of_commands_cuts_no_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    make_plain(monkeypatch)
    assert "..." not in said("--help").partition("Commands:")[2]


def test_the_page_names_the_extra() -> None:
    assert 'pip install ".[cli]"' in PAGE
