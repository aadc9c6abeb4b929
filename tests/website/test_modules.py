"""The reference of modules: every public name has its place, and its docstring says enough."""

from __future__ import annotations

import ast
import builtins
import doctest
import importlib
import inspect
import pkgutil
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import tilerules as tr
from making import modules
from making.docstring_text import as_markdown
from making.topics import LIBRARY, TOPICS, Topic
from tilerules import adapters, games

ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "src"
PLUGIN = ROOT / "docs" / "examples" / "pebbles" / "src"
GUIDE = ROOT / "docs" / "guides" / "adding-a-game.md"

NOT_FOR_CALLERS = {"environments"}
"""Adapters without a page: what the two kinds of environments have in common is theirs alone."""
NOT_MODULES = {
    "tilerules.games": "the group of entry points, and the package of the bundled games",
    "tilerules.testing.check_game": "a name of a module that has its page",
    "tilerules.engine.protocol.Game": "another",
}
"""What the guide names with dots, and is no module with a page."""
UNSAID = {"AssertionError", "AttributeError", "NotImplementedError", "StopIteration", "TypeError"}
"""Errors that a docstring need not name: an argument of another type is one for all names."""
HIDDEN_SOURCE = {"tables"}
"""What Hypothesis makes of a function has no source that can be read."""
ELSEWHERE = {"Path", "Callable"}
"""Classes of Python that docstrings name, and their modules need not import."""


def named(topics: tuple[Topic, ...]) -> list[Any]:
    """All names of topics, as parameters; those of OpenSpiel belong to the group that has it."""
    return [
        pytest.param(
            topic.module,
            name,
            id=f"{topic.module}.{name}",
            marks=[pytest.mark.openspiel] if topic.module.endswith("openspiel") else [],
        )
        for topic in topics
        for name in topic.names.split()
    ]


def of_module(module: str) -> set[str]:
    """The names that stand on the page of a module."""
    return {name for topic in TOPICS if topic.module == module for name in topic.names.split()}


def asked() -> Counter[str]:
    """How often all pages together ask for each path."""
    return Counter(
        path
        for page in modules.pages()
        for path in re.findall(r"^::: (\S+)$", page.text, re.MULTILINE)
    )


# ---- every name has its place ---------------------------------------------------------------


def test_every_name_of_the_library_stands_on_one_page() -> None:
    there = {path: number for path, number in asked().items() if path.count(".") == 1}
    assert there == {f"tilerules.{name}": 1 for name in tr.__all__}


def test_every_public_name_of_a_game_and_of_testing_stands_on_its_page() -> None:
    packages = [f"tilerules.games.{info.name}" for info in pkgutil.iter_modules(games.__path__)]
    for module in (*packages, "tilerules.testing"):
        assert of_module(module) == {*importlib.import_module(module).__all__}, module


def test_every_public_name_of_an_adapter_stands_on_its_page() -> None:
    names = {info.name for info in pkgutil.iter_modules(adapters.__path__)}
    assert names > NOT_FOR_CALLERS
    for name in names - NOT_FOR_CALLERS:
        module = f"tilerules.adapters.{name}"
        assert of_module(module) == {*defined(module)}, module


def defined(module: str) -> Iterator[str]:
    """The names that a module defines itself, but for private ones; it is not imported."""
    path = SOURCES.joinpath(*module.split(".")).with_suffix(".py")
    for node in ast.parse(path.read_text("utf-8")).body:
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        names = [target.id for target in targets if isinstance(target, ast.Name)]
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            names = [node.name]
        yield from (name for name in names if not name.startswith("_"))


def test_what_the_example_of_a_plug_in_imports_stands_on_a_page() -> None:
    imported = [
        (node.module, alias.name)
        for path in PLUGIN.glob("**/*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith("tilerules.")
        for alias in node.names
    ]
    assert len(imported) > 10
    pages = {topic.module for topic in TOPICS}
    for module, name in imported:
        is_common = module in pages and name in tr.__all__
        is_there = name in of_module(str(module)) or f"{module}.{name}" in pages
        assert is_common or is_there, (module, name)


def test_what_the_guide_to_games_names_stands_on_a_page() -> None:
    guide = GUIDE.read_text("utf-8")
    told = {*re.findall(r"tilerules(?:\.\w+)+", guide)}
    assert len(told) > 4
    assert told - {topic.module for topic in TOPICS} == NOT_MODULES.keys()
    for path in NOT_MODULES.keys() - {"tilerules.games"}:
        module, _, name = path.rpartition(".")
        assert name in of_module(module)


def test_pages_are_whole() -> None:
    pages = modules.pages()
    assert len({page.path for page in pages}) == len(pages) == len(TOPICS)
    for page, topic in zip(pages, TOPICS, strict=True):
        heading, _, rest = page.text.partition("\n\n")
        assert heading.replace("<wbr>", "") == f"# {page.title}"
        assert page.title == topic.module or topic in LIBRARY
        assert rest.startswith(as_markdown(topic.words))
        assert 1 <= len(re.findall(r"[.;](?= |$)", topic.words)) <= 4, "one to three sentences"
    assert all(number == 1 for number in asked().values())


def test_classes_show_what_they_have_from_bases_without_a_page() -> None:
    text = "".join(page.text for page in modules.pages())
    of_path = dict(
        re.findall(r"^::: (\S+)\n(?:    .*\n)*?.*inherited_members: \[(.*)\]", text, re.M)
    )
    had = {path: set(filter(None, members.split(", "))) for path, members in of_path.items()}
    assert had["tilerules.games.serendipity.State"] == {
        "phase", "begun", "cells", "owners", "turned_up",
    }  # fmt: skip
    assert had["tilerules.games.serendipity.Observation"] == set()
    assert had["tilerules.Move"] == had["tilerules.Record"] == {"to_json", "from_json"}
    assert had["tilerules.Position"] >= {"ruleset", "seats", "to_json", "from_json"}
    assert had["tilerules.State"] == had["tilerules.IllegalMove"] == set()
    assert not any(name.startswith("_") for names in had.values() for name in names)


def test_the_table_of_names_has_a_line_for_each() -> None:
    rows = re.findall(r"^\| \[`(\w+)`\]\[tilerules\.(\w+)\] \| (.+) \|$", modules.block(), re.M)
    assert [one for one, _, _ in rows] == [other for _, other, _ in rows]
    assert Counter(name for name, _, _ in rows) == Counter(tr.__all__)
    assert all(line.endswith(".") and len(line) > 10 for _, _, line in rows)
    lines = {name: line for name, _, line in rows}
    assert lines["load"] == str(tr.load.__doc__).partition("\n")[0]
    assert lines["Policy"].startswith("Who decides on a move")


# ---- docstrings say enough ------------------------------------------------------------------


@cache
def with_examples(module: str) -> frozenset[str]:
    """The names of what has examples, which `tests/test_docs.py` runs."""
    found = doctest.DocTestFinder().find(importlib.import_module(module))
    return frozenset(test.name for test in found if test.examples)


@pytest.mark.parametrize(("module", "name"), named(TOPICS))
def test_there_is_a_docstring_with_an_example(module: str, name: str) -> None:
    found = getattr(importlib.import_module(module), name)
    if inspect.isroutine(found) or isinstance(found, type):
        assert str(found.__doc__).strip().partition("\n")[0].endswith(".")
        assert f"{found.__module__}.{found.__name__}" in with_examples(found.__module__)
    else:
        assert is_said_below(name), "a constant or an alias has its text below it"


def is_said_below(name: str) -> bool:
    """Whether a text follows the line, or lines, that give a name its value."""
    below = re.compile(rf'^ *{name}(?:: \w+)?(?: = .*)?\n *"""\S', re.MULTILINE)
    return any(below.search(path.read_text("utf-8")) for path in SOURCES.glob("**/*.py"))


def told(module: str, name: str) -> Iterator[tuple[Any, str]]:
    """A name and its public members, each with its docstring."""
    found = getattr(importlib.import_module(module), name)
    members = vars(found).items() if isinstance(found, type) else ()
    public = [member for key, member in members if not key.startswith("_")]
    for each in (found, *(getattr(member, "fget", member) for member in public)):
        each = getattr(each, "__func__", each)
        if inspect.isroutine(each) or isinstance(each, type):
            yield each, inspect.getdoc(each) or ""


@pytest.mark.parametrize(("module", "name"), named(TOPICS))
def test_every_member_has_a_docstring(module: str, name: str) -> None:
    for each, said in told(module, name):
        if inspect.isfunction(each) and each.__module__.startswith("tilerules."):
            assert said, each.__qualname__


@pytest.mark.parametrize(("module", "name"), named(TOPICS))
def test_docstrings_name_classes_that_there_are(module: str, name: str) -> None:
    for each, said in told(module, name):
        if not str(getattr(each, "__module__", "")).startswith("tilerules."):
            continue
        for word, after in re.findall(r"`([A-Z][a-z]\w+)`(.{0,10})", said, re.DOTALL):
            meant = class_called(word, each.__module__)
            assert isinstance(meant, type) or word in ELSEWHERE or word == "Policy", (word, said)
            if word.endswith("Error") or re.match(r" (if|for|names|says)\b", after):
                assert issubclass(meant, BaseException), (word, said)


def class_called(word: str, module: str) -> Any:
    """What a docstring of a module means by a word."""
    places = (importlib.import_module(module), tr, builtins)
    rooms = {topic.module for topic in TOPICS if word in topic.names.split()}
    on_pages = map(importlib.import_module, rooms - {"tilerules.adapters.openspiel"})
    found = (getattr(place, word, None) for place in (*places, *on_pages))
    return next((each for each in found if each is not None), None)


@pytest.mark.parametrize(("module", "name"), named(TOPICS))
def test_errors_that_are_raised_are_told(module: str, name: str) -> None:
    for each, said in told(module, name):
        is_ours = inspect.isfunction(each) and each.__module__.startswith("tilerules.")
        if is_ours and each.__name__ not in HIDDEN_SOURCE:
            raised = {*re.findall(r"\braise (\w+)\(", inspect.getsource(each))} - UNSAID
            assert all(f"`{error}`" in said for error in raised), (each.__qualname__, raised)


# ---- docstrings as Markdown -----------------------------------------------------------------


def test_examples_are_fenced_wherever_they_stand() -> None:
    said = """A thing.

    >>> one()  # doctest: +ELLIPSIS
    'a ...'
    >>> for each in "ab":
    ...     print(each)
    a
    <BLANKLINE>
    b

Words between.

Args:
    name: of it, as in

        >>> two(
        ...     1
        ... )
          indented
    other: not part of it.

>>> three()
"""
    assert (
        as_markdown(said)
        == """A thing.

    ```pycon
    >>> one()
    'a ...'
    >>> for each in "ab":
    ...     print(each)
    a

    b
    ```

Words between.

Args:
    name: of it, as in

        ```pycon
        >>> two(
        ...     1
        ... )
          indented
        ```
    other: not part of it.

```pycon
>>> three()
```
"""
    )


def test_names_are_links_but_not_in_code_or_to_themselves() -> None:
    assert as_markdown("A `State`, by `tr.load` or `observe()`.") == (
        "A [`State`][tilerules.State], by [`tr.load`][tilerules.load] or"
        " [`observe()`][tilerules.observe]."
    )
    assert as_markdown("Its `State`, a `tr.State`.", "State") == (
        "Its `State`, a [`tr.State`][tilerules.State]."
    )
    assert as_markdown("`MoveList`") == "[`MoveList`][tilerules.engine.offers.MoveList]"
    for same in ("the reward `score`", "`ValueError`", "[`State`](x.md)", ">>> `State`"):
        assert "][" not in as_markdown(same)


@pytest.mark.browser  # for the extra `site`
def test_classes_show_the_constructor_that_attrs_gives_them() -> None:
    import griffe

    from making.docstrings import Docstrings

    library = griffe.load(
        "tilerules", search_paths=[SOURCES], extensions=griffe.load_extensions(Docstrings())
    )
    move, pairs = library["engine.moves.Move"], library["engine.offers.MoveList"]
    assert [(each.name, str(each.annotation), each.default) for each in move.parameters][1:] == [
        ("kind", "str", None),
        ("args", "tuple[str, ...]", "()"),
    ]
    assert [each.name for each in pairs.parameters][1:] == ["kind", "args"]
    assert "__init__" not in library["engine.positions.State"].all_members
    assert "```pycon" in move.docstring.value
    assert str(library["errors.IllegalMove"].attributes["refusal"].annotation) == "Refusal"
