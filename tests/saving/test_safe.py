"""Reading runs no code; pickles are for processes that trust one another."""

from __future__ import annotations

import ast
import copy
import multiprocessing
import pickle
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from operator import methodcaller
from pathlib import Path
from typing import Any

import pytest

import tilerules as tr
from tests.saving.games import GAMES, game

pytestmark = pytest.mark.unmeasured

SOURCE = Path(tr.__file__).parent
FILES = sorted(SOURCE.rglob("*.py"))
MODULES = {"pickle", "_pickle", "cPickle", "marshal", "shelve", "dill", "cloudpickle", "joblib"} | {
    "dbm",
    "code",
    "codeop",
    "runpy",
    "subprocess",
    "ctypes",
}
BUILTINS = {"eval", "exec", "compile", "__import__", "execfile", "breakpoint"}
UNSAFE_YAML = {"unsafe_load", "unsafe_load_all", "full_load", "full_load_all"} | {
    "UnsafeLoader",
    "FullLoader",
    "Loader",
    "CLoader",
    "CUnsafeLoader",
    "CFullLoader",
}


KNOWN = {
    # A function is made of the names of a class's own fields, once, as the class is made.
    "engine/quick.py": ["exec"],
    # A law of `check_game` pickles positions of its own, in the tests of a game.
    "testing/positions.py": ["pickle"],
}


def faults_of(code: str) -> Iterator[str]:
    """What a module does that could run what it reads."""
    for node in ast.walk(ast.parse(code)):
        match node:
            case ast.Import(names=names):
                yield from (each.name for each in names if each.name.split(".")[0] in MODULES)
            case ast.ImportFrom(module=str(module)) if module.split(".")[0] in MODULES:
                yield module
            case ast.ImportFrom(module="builtins", names=names):
                yield from (each.name for each in names if each.name in BUILTINS)
            case ast.Name(id=name) if name in BUILTINS:
                yield name
            case ast.Attribute(value=ast.Name(id="builtins"), attr=name):
                yield name
            case ast.Attribute(value=ast.Name(id="os"), attr=("system" | "popen") as name):
                yield name
            case ast.Attribute(value=ast.Name(id="yaml"), attr=name) if name in UNSAFE_YAML:
                yield name


def test_nothing_in_the_library_can_run_what_it_reads() -> None:
    assert len(FILES) > 60
    found = {
        path.relative_to(SOURCE).as_posix(): [*faults_of(path.read_text("utf-8"))] for path in FILES
    }
    assert {name: faults for name, faults in found.items() if faults} == KNOWN


@pytest.mark.parametrize(
    "code",
    [
        "import pickle",
        "import os, marshal as m",
        "from pickle import loads",
        "def f():\n    from shelve import open",
        "f = lambda text: eval(text)",
        "run = exec",
        "import builtins\nbuiltins.eval('1')",
        "from builtins import exec",
        "__import__('pickle')",
        "os.system('x')",
        "yaml.load(text, yaml.Loader)",
    ],
)
def test_what_could_run_it_is_found(code: str) -> None:
    assert [*faults_of(code)] != []


def test_what_is_harmless_is_not_found() -> None:
    code = "import re, json\nfrom copy import copy\nre.compile('x').match('eval')\nself.eval = 1"
    assert [*faults_of(code)] == []


# ---- processes ------------------------------------------------------------------------------


def values_of(id: str) -> Iterator[Any]:
    """A value of each kind, of one game."""
    record = game(id, 2, seed=2).noted(names=("Ann", "Bob"), tags={"a": "b"}, remark="good")
    before, after = record.at(13), record.at(14)
    seen = [tr.observe(state, 1) for state in (before, after)]
    yield from (record, record.back(3), record.result, record.ruleset, record.deal)
    yield from (before, after, record.state, *seen, tr.observe(after, None, memory=False))
    yield from (
        record.moves[-1],
        *tr.events(*seen),
        *tr.score(record.state),
        tr.outcome(record.state),
        tr.simulate(record.ruleset, 2, 2, tr.uniform, seed=2),
    )


def test_values_travel_between_processes() -> None:
    """There and back by pickles, to a process that has not yet used the library."""
    values = [value for id in GAMES for value in values_of(id)]
    texts = [each for each in values if not isinstance(each, tr.Result)]
    assert len({type(value).__name__ for value in values}) > 12
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        back = [*pool.map(copy.copy, values)]
        written = [*pool.map(methodcaller("to_json"), texts)]
    for one, other in zip(values, back, strict=True):
        assert type(one) is type(other)
        assert (other, hash(other), repr(other)) == (one, hash(one), repr(one))
    assert written == [each.to_json() for each in texts]
    for one, other in zip(values, back, strict=True):
        if isinstance(one, tr.Record):
            assert isinstance(other, tr.Record)
            assert other.states() == one.states()


WAYS: dict[str, Callable[[Any], Any]] = {
    "pickle": lambda moves: pickle.loads(pickle.dumps(moves)),
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("id", [*GAMES, "serendipity-turning"])
def test_legal_moves_are_copied(id: str, way: str) -> None:
    for state in game(id, 2, seed=2).states()[:30:3]:
        moves = tr.legal_moves(state)
        for one in (moves, moves[1:]):
            other = WAYS[way](one)
            assert (other, list(other), len(other)) == (one, list(one), len(one))
            assert all(move in other for move in one)
