"""What a page says that one sees in a console, and what one does see.

A fence ``console`` holds commands behind `$ ` and, below each, all that it writes; a line `...`
stands for lines left out. Behind a question of a game, as `seat 0> `, stands what is typed. A
comment `<!-- file: NAME -->` makes the fence that follows a file. Files and commands of a page
share one folder, and come in the order of the page.
"""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from click.testing import CliRunner

from tilerules import cli

PART = re.compile(
    r"^<!-- file: (?P<name>\S+) -->\n+```\w+\n(?P<content>.*?)^```$"
    r"|^```console\n(?P<console>.*?)^```$",
    re.DOTALL | re.MULTILINE,
)
TYPED = re.compile(r"^(?:seat \d+> (.*)|Seat \d+ is to move\. .* press Enter\. )$", re.MULTILINE)


class File(NamedTuple):
    """A file that a page shows."""

    name: str
    content: str


class Call(NamedTuple):
    """A command, and what a page says that it writes."""

    command: str
    shown: str

    def fits(self, written: str) -> bool:
        """Whether something is what the page shows, but for the lines left out."""
        kept = re.split(r"^\.\.\.$\n?", f"{plain(self.shown)}\n", flags=re.MULTILINE)
        return bool(re.fullmatch(r"(?:.*\n)*?".join(map(re.escape, kept)), f"{plain(written)}\n"))


class Folder:
    """The present folder, in which the commands of a page run one after another."""

    status = 0

    def run(self, call: Call) -> str:
        """Everything that a command writes."""
        words = shlex.split(call.command)
        if words == ["echo", "$?"]:
            return f"{self.status}\n"
        words, kept_in = (words[:-2], words[-1]) if ">" in words[-2:-1] else (words, None)
        program, *arguments = words
        if program == "python":
            return self._python(arguments)
        assert program == "tilerules", f"a console cannot run {program}"
        typed = "".join(f"{each or ''}\n" for each in TYPED.findall(call.shown))
        done = CliRunner(echo_stdin=True).invoke(cli.commands, arguments, input=typed)
        if done.exception and not isinstance(done.exception, SystemExit):
            raise done.exception
        self.status = done.exit_code
        if kept_in:
            Path(kept_in).write_text(done.stdout, encoding="utf-8")
            return done.stderr
        return done.output

    def _python(self, arguments: list[str]) -> str:
        done = subprocess.run(
            [sys.executable, *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
            timeout=60,
            check=False,
        )
        self.status = done.returncode
        return done.stdout.decode().replace("\r\n", "\n")


def plain(text: str) -> str:
    """A text without spaces at the ends of its lines, and without empty lines round it."""
    return "\n".join(line.rstrip() for line in text.splitlines()).strip("\n")


def parts(page: str) -> Iterator[File | Call]:
    """The files and the commands of a page, in order."""
    for part in PART.finditer(page):
        if part["console"] is None:
            yield File(part["name"], part["content"])
            continue
        before, *calls = re.split(r"^\$ ", part["console"], flags=re.MULTILINE)
        assert not before, f"a console begins with a command, not with {before!r}"
        for each in calls:
            command, _, shown = each.replace("\\\n", " ").partition("\n")
            yield Call(command, shown)


def faults(page: str) -> Iterator[str]:
    """Run a page in the present folder; what it shows and is not so."""
    folder = Folder()
    for part in parts(page):
        if isinstance(part, File):
            Path(part.name).write_text(part.content, encoding="utf-8")
        elif not part.fits(written := folder.run(part)):
            yield f"$ {part.command}\nwrites\n{written}\nand the page shows\n{part.shown}"
