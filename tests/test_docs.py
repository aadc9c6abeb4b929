"""Every sample of README, docs and docstrings runs, and every card in them is sound."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import re
from pathlib import Path

import attrs
import pytest

import tilerules
from tilerules import check, load, registry
from tilerules.engine.events import KINDS

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("**/*.md"))]
GROUPS = ("openspiel",)
"""Adapters, with a page of the same name, that only a group of tests has what it takes to run."""


def fenced(language: str) -> list[object]:
    """The blocks of a language on all pages, as parameters named after page and place."""
    pattern = re.compile(rf"^```{language}\n(.*?)^```", re.DOTALL | re.MULTILINE)
    return [
        pytest.param(block, id=f"{page.name}-{number}", marks=marks(page.stem))
        for page in PAGES
        for number, block in enumerate(pattern.findall(page.read_text("utf-8")), 1)
    ]


def stem(module: str) -> str:
    """The last part of a module's name."""
    return module.rpartition(".")[2]


def marks(name: str) -> tuple[pytest.MarkDecorator, ...]:
    """The mark of the group that a page or a module belongs to."""
    return (getattr(pytest.mark, name),) if name in GROUPS else ()


def modules() -> list[str]:
    """All modules of the library but the command that runs when it is imported."""
    found = pkgutil.walk_packages(tilerules.__path__, "tilerules.")
    names = (info.name for info in found)
    return ["tilerules", *(name for name in names if not name.endswith("__main__"))]


@pytest.mark.unmeasured
@pytest.mark.parametrize("block", fenced("python"))
def test_python_samples_run(
    block: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)  # some write files
    namespace = {"__name__": "sample"}
    exec(compile(block, "sample", "exec"), namespace)
    assert len(namespace) > 2
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("block", fenced("yaml"))
def test_cards_are_clean(block: str) -> None:
    assert check(block) == ()


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=marks(stem(name))) for name in modules()]
)
def test_docstrings_run(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_there_are_samples() -> None:
    assert len(fenced("python")) >= 3
    assert len(fenced("yaml")) >= 2
    finder = doctest.DocTestFinder()
    ordinary = [importlib.import_module(name) for name in modules() if not marks(stem(name))]
    assert sum(bool(test.examples) for m in ordinary for test in finder.find(m)) >= 15


def test_the_table_of_events_names_every_kind_with_its_fields() -> None:
    page = (ROOT / "docs" / "guides" / "hidden-information.md").read_text("utf-8")
    table = page[page.index("| game | kind |") :].split("\n\n")[0]
    told: set[tuple[str, str, tuple[str, ...]]] = set()
    game = ""
    for row in table.splitlines()[2:]:
        _, heading, kinds, fields, _, _ = row.split("|")
        game = heading.strip() or game
        of_kind = tuple(re.findall(r"`(\w+)`", fields))
        told |= {(game, kind, of_kind) for kind in re.findall(r"`(\w+)`", kinds)}
    there = {"every game": KINDS}
    there |= {load(id).title: registry.game(id).event_kinds for id in registry.GAMES}
    assert told == {
        (game, kind.__name__, tuple(field.name for field in attrs.fields(kind)))
        for game, kinds in there.items()
        for kind in kinds.values()
    }
