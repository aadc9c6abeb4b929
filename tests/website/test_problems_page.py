"""The catalogue of problems is whole, and its examples are what they say."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import tilerules as tr
from making import problems
from making.catalogue import groups

SOURCE = Path(__file__).parents[2] / "src" / "tilerules"
PAGE = problems.page().text
CODE = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
FOLDER = re.compile(r"(?<![\w.])(?:[A-Z]:)?[/\\][^`\s]*[/\\](?=[\w-]+\.yaml)")
CATALOGUE = [
    (code, told) for group in groups("problems") for code, told in group["problems"].items()
]


@cache
def makers() -> frozenset[str]:
    """What is called with the code of a problem: what has it as first parameter, or field."""
    found = set[str]()
    for node in nodes():
        if isinstance(node, ast.FunctionDef):
            names = [each.arg for each in node.args.args]
            if names[:1] == ["code"] or names[:2] == ["self", "code"]:
                found.add(f"self.{node.name}" if names[0] == "self" else node.name)
        if isinstance(node, ast.ClassDef) and node.name != "Refusal":
            fields = [each.target for each in node.body if isinstance(each, ast.AnnAssign)]
            if fields and isinstance(fields[0], ast.Name) and fields[0].id == "code":
                found.add(node.name)
    return frozenset(found)


def nodes() -> Iterator[ast.AST]:
    """All that stands in the source."""
    for file in SOURCE.rglob("*.py"):
        yield from ast.walk(ast.parse(file.read_text("utf-8")))


def codes_of_the_source() -> set[str]:
    called = makers()
    found = set()
    for node in nodes():
        if isinstance(node, ast.Call) and ast.unparse(node.func) in called:
            codes = [*node.args[:1], *(each.value for each in node.keywords if each.arg == "code")]
            if codes and isinstance(codes[0], ast.Constant):
                found.add(str(codes[0].value))
    return found


def test_the_makers_of_problems_are_found() -> None:
    assert {"fault", "Check", "Problem"} <= makers()


def test_every_code_of_the_source_is_told_and_no_other() -> None:
    told = re.findall(r"^### `(\w+)` \{#(\w+)\}$", PAGE, re.MULTILINE)
    assert [code for code, anchor in told if code != anchor] == []
    codes = [code for code, _ in told]
    assert len(codes) == len(set(codes))
    assert set(codes) == codes_of_the_source()
    assert all(CODE.fullmatch(code) for code in codes)


@pytest.mark.parametrize(("code", "told"), CATALOGUE, ids=[code for code, _ in CATALOGUE])
def test_each_example_has_this_problem_alone(code: str, told: Any) -> None:
    examples = list(problems.examples(told))
    assert examples
    for example in examples:
        assert {problem.code for problem in example.problems} == {code}


@pytest.mark.parametrize(("code", "told"), CATALOGUE, ids=[code for code, _ in CATALOGUE])
def test_a_section_tells_the_meaning_what_is_printed_and_the_way_out(code: str, told: Any) -> None:
    section = PAGE.partition(f"### `{code}` {{")[2].partition("\n### ")[0]
    assert told["means"] in section
    assert f"**Way out.** {told['way_out']}" in section
    for example in problems.examples(told):
        for problem in example.problems:
            headline, *shown = FOLDER.sub("", str(problem)).splitlines()
            assert re.search(rf"^``? ?{re.escape(headline)} ?``?$", section, re.MULTILINE)
            assert "\n".join(shown) in section
            assert bool(shown) == (problem.column is not None)


def test_the_lines_of_a_fragment_are_those_of_the_card() -> None:
    [head] = re.findall(r"from line 5 on:\n\n```yml\n(.*?)```", PAGE, re.DOTALL)
    assert len(head.splitlines()) == 4
    assert tr.check(head, name="card.yaml") == ()
    rules = [each["rules"] for _, told in CATALOGUE for each in told["examples"] if "rules" in each]
    assert len(rules) > 50
    for text in rules:
        assert f"```yml\n{text}\n```" in PAGE


def test_warnings_stand_under_their_own_heading() -> None:
    for group in groups("problems"):
        for told in group["problems"].values():
            found = {
                each.severity for example in problems.examples(told) for each in example.problems
            }
            assert found == {"warning" if group["heading"] == "Warnings" else "error"}


def test_nothing_of_this_machine_is_told() -> None:
    assert "/tmp" not in PAGE
    assert str(Path.home()) not in PAGE
