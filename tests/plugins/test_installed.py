"""The example is installed into an environment of its own, with the library, and found by both."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest

from tests.plugins.installed import EXAMPLE

ROOT = Path(__file__).parents[2]
LOOK = """
import tilerules as tr
from tilerules.testing import check_game
import tilerules_pebbles
assert "pebbles" in tr.ruleset_ids()
state = tr.new_game(tr.load("pebbles"), 2, seed=1)
assert tr.State.from_json(state.to_json()) == state
check_game("pebbles", rulesets=[{"extends": "pebbles", "players": [2]}], seeds=[1], cards=1)
print(tr.__file__, tilerules_pebbles.__file__, sep="\\n")
"""


def wheel(source: Path, folder: Path) -> Path:
    """The wheel of a source, made from a copy of it, where no older build has left anything."""
    copy = folder / f"copy of {source.name}"
    skipped = shutil.ignore_patterns(".*", "*.egg-info", "build", "tests", "docs", "__pycache__")
    shutil.copytree(source, copy, ignore=skipped)
    make = (
        "import sys; from setuptools import build_meta; print(build_meta.build_wheel(sys.argv[1]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", make, str(folder)],
        cwd=copy,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return folder / done.stdout.split()[-1]


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of a fresh environment with the library and the example in it."""
    folder = tmp_path_factory.mktemp("fresh")
    wheels = [wheel(source, folder) for source in (ROOT, EXAMPLE)]
    venv.create(folder / "venv")
    scripts = sysconfig.get_path("scripts", "venv", {"base": str(folder / "venv")})
    python = Path(scripts, "python")
    pip = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet"]
    subprocess.run([*pip, "--no-index", "--no-deps", *map(str, wheels)], check=True)
    return python


def run(python: Path, *arguments: str) -> str:
    """What a program of the environment prints; what else they need lies where it lies for us."""
    others = sysconfig.get_path("purelib")
    start = (
        "import sys, runpy; import tilerules, tilerules_pebbles;"
        f"sys.path.append({others!r}); sys.argv = sys.argv[1:];"
    )
    program = "runpy.run_module('tilerules', run_name='__main__')" if arguments[0] != "-c" else ""
    code = start + (program or arguments[1])
    words = [] if arguments[0] == "-c" else ["tilerules", *arguments]
    done = subprocess.run(
        [str(python), "-I", "-c", code, *words],
        capture_output=True,
        encoding="utf-8",
        check=False,
        cwd=python.parent,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done.stdout


def test_the_plug_in_is_found_and_holds_all_laws(python: Path) -> None:
    places = run(python, "-c", LOOK).split()
    assert len(places) == 2
    assert all(Path(place).is_relative_to(python.parents[1]) for place in places)


def test_the_command_line_finds_it(python: Path) -> None:
    assert "\npebbles " in run(python, "list")
    assert "Pebbles: 2 seats, seed 1" in run(python, "play", "pebbles", "--bots", "--seed", "1")
    assert '"const": "pebbles"' in run(python, "schema", "pebbles")
