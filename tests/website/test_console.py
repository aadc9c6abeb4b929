"""Every command in a console on README and pages runs, and writes what stands there."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.command_line import make_plain
from tests.website.consoles import Call, File, faults, parts

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("**/*.md"))]
WITH_CONSOLES = [page for page in PAGES if "```console" in page.read_text("utf-8")]
CARD = """\
id: ours
title: Ours
extends: serendipity
edition: 1
tie_breaks: [flowers]
"""


@pytest.fixture(autouse=True)
def empty_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    make_plain(monkeypatch)
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("page", WITH_CONSOLES, ids=lambda page: page.stem)
def test_consoles_show_what_is_written(page: Path) -> None:
    assert list(faults(page.read_text("utf-8"))) == []


def test_the_page_of_the_command_line_has_consoles() -> None:
    page = ROOT / "docs" / "reference" / "command-line.md"
    assert sum(isinstance(part, Call) for part in parts(page.read_text("utf-8"))) >= 5


# ---- the test itself ------------------------------------------------------------------------


def console(*lines: str) -> str:
    return "\n".join(["```console", *lines, "```", ""])


def test_files_and_commands_are_found_in_order() -> None:
    page = "<!-- file: a.yaml -->\n```yaml\nid: a\n```\n\n" + console("$ x", "1", "$ y \\", " z")
    assert list(parts(page)) == [File("a.yaml", "id: a\n"), Call("x", "1\n"), Call("y   z", "")]


@pytest.mark.parametrize(
    ("shown", "fits"),
    [
        ("one\ntwo\nthree\n", True),
        ("one\n...\nthree\n", True),
        ("...\nthree\n", True),
        ("one\n...\n", True),
        ("...\n", True),
        ("one\n...\ntwo\nthree\n", True),
        ("one\ntwo\n", False),
        ("two\nthree\n", False),
        ("one\n...\ntwo\n", False),
        ("one\n...\nthre\n", False),
        ("...\nhree\n", False),
        ("one\nt.o\nthree\n", False),
        ("", False),
    ],
)
def test_what_fits(shown: str, fits: bool) -> None:
    assert Call("x", shown).fits("one\ntwo  \nthree\n\n") is fits


def test_a_page_that_is_so_and_one_that_is_not() -> None:
    file = f"<!-- file: ours.yaml -->\n\n```yaml\n{CARD}```\n\n"
    good = console("$ tilerules check ours.yaml", "ours.yaml: clean", "", "$ echo $?", "0")
    assert list(faults(file + good)) == []
    assert len(list(faults(file + good.replace("clean", "cleen")))) == 1
    assert len(list(faults(good.replace("ours", "other")))) == 2


def test_what_goes_to_standard_error_is_shown() -> None:
    page = console("$ tilerules show nothing", "Error: no ruleset has the id 'nothing'; ...")
    (fault,) = faults(page)
    assert "Error: no ruleset has the id 'nothing'; `tilerules list` shows" in fault
    assert list(faults(console("$ tilerules show nothing", "...", "$ echo $?", "2"))) == []


def test_output_goes_into_a_file() -> None:
    page = console("$ tilerules show flowers --json > flowers.json")
    assert list(faults(page)) == []
    assert Path("flowers.json").read_text("utf-8").startswith('{\n  "id": "flowers"')


def test_what_a_person_types_is_read_from_the_page() -> None:
    page = console(
        "$ tilerules play serendipity-small --seats 2 --seed 5 --seat you --seat you",
        "...",
        "seat 0> why keep",
        "...",
        "seat 0> quit",
        "...",
    )
    assert list(faults(page)) == []
    assert len(list(faults(page.replace("seat 0> quit", "seat 1> quit")))) == 1


def test_a_script_runs() -> None:
    file = "<!-- file: say.py -->\n```python\nprint('this')\n```\n"
    assert list(faults(file + console("$ python say.py", "this"))) == []
    assert len(list(faults(file + console("$ python say.py", "that")))) == 1
