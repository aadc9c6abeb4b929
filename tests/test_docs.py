"""Every sample of README, docs and docstrings runs, and every card in them is sound."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import re
from pathlib import Path
from types import ModuleType

import pytest

import tilerules
from tilerules import check

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("**/*.md"))]


def fenced(language: str) -> list[object]:
    """The blocks of a language on all pages, as parameters named after page and place."""
    pattern = re.compile(rf"^```{language}\n(.*?)^```", re.DOTALL | re.MULTILINE)
    return [
        pytest.param(block, id=f"{page.name}-{number}")
        for page in PAGES
        for number, block in enumerate(pattern.findall(page.read_text("utf-8")), 1)
    ]


def modules() -> list[ModuleType]:
    """All modules of the library but the command that runs when it is imported."""
    names = (
        info.name
        for info in pkgutil.walk_packages(tilerules.__path__, "tilerules.")
        if not info.name.endswith("__main__")
    )
    return [tilerules, *map(importlib.import_module, names)]


@pytest.mark.parametrize("block", fenced("python"))
def test_python_samples_run(block: str, capsys: pytest.CaptureFixture[str]) -> None:
    namespace = {"__name__": "sample"}
    exec(compile(block, "sample", "exec"), namespace)
    assert len(namespace) > 2
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("block", fenced("yaml"))
def test_cards_are_clean(block: str) -> None:
    assert check(block) == ()


@pytest.mark.parametrize("module", modules(), ids=lambda module: module.__name__)
def test_docstrings_run(module: ModuleType) -> None:
    assert doctest.testmod(module).failed == 0


def test_there_are_samples() -> None:
    assert len(fenced("python")) >= 3
    assert len(fenced("yaml")) >= 2
    finder = doctest.DocTestFinder()
    assert sum(bool(test.examples) for m in modules() for test in finder.find(m)) >= 15
