"""The catalogue of refusals is whole, and its moves are refused as it says."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import tilerules as tr
from making import refusals, schemas
from making.catalogue import groups

SOURCE = Path(__file__).parents[2] / "src" / "tilerules"
PAGE = refusals.page().text
SCHEMAS = {page.path: page.text for page in schemas.pages()}
CATALOGUE = [
    (code, told) for group in groups("refusals") for code, told in group["refusals"].items()
]
EXAMPLES = [
    pytest.param(code, example, id=f"{code}-{number}")
    for code, told in CATALOGUE
    for number, example in enumerate(told["examples"])
]


def codes_in(file: Path) -> Iterator[str]:
    """The codes of the refusals that a module makes: written in the call, or in a table for it."""
    tree = ast.parse(file.read_text("utf-8"))
    tables = {
        ast.unparse(node.targets[0]): node.value
        for node in tree.body
        if isinstance(node, ast.Assign)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "Refusal":
            code = node.args[0]
            if isinstance(code, ast.Constant):
                yield str(code.value)
                continue
            assert isinstance(code, ast.Starred)
            assert isinstance(code.value, ast.Subscript)
            yield from (
                entry[0]
                for entry in ast.literal_eval(tables[ast.unparse(code.value.value)]).values()
            )


@cache
def codes_of_the_source() -> dict[str, set[str]]:
    """For each code the games whose rooms make it; those of the engine belong to every game."""
    found: dict[str, set[str]] = {}
    for file in SOURCE.rglob("*.py"):
        for code in codes_in(file):
            room = file.relative_to(SOURCE).parts
            found.setdefault(code, set()).add(room[1] if room[0] == "games" else "any")
    return found


def section(code: str) -> str:
    found = re.search(
        rf"^### `{code}` \{{#{code}\}}\n(.*?)(?=^##|\Z)", PAGE, re.MULTILINE | re.DOTALL
    )
    assert found
    return found[1]


def told_after(code: str, example: Any) -> str:
    """What a section says from the sentence on that tells of a position and a move."""
    asked = f"{example['when']} The move `{example['move']}` is refused:"
    _, found, after = section(code).partition(asked)
    assert found
    return after


def test_every_code_of_the_source_is_told_and_no_other() -> None:
    told = re.findall(r"^### `(\w+)` \{#(\w+)\}$", PAGE, re.MULTILINE)
    codes = [code for code, _ in told]
    assert codes == [anchor for _, anchor in told]
    assert len(codes) == len(set(codes))
    assert set(codes) == set(codes_of_the_source())
    assert {"game_over", "no_covering", "colour_taken", "used_up"} <= set(codes)


@pytest.mark.parametrize(("code", "told"), CATALOGUE, ids=[code for code, _ in CATALOGUE])
def test_there_is_an_example_of_each_game_that_refuses_so(code: str, told: Any) -> None:
    games = {refusals.ruleset(example).game for example in told["examples"]}
    made_by = codes_of_the_source()[code]
    assert games == made_by - {"any"} or made_by == {"any"}
    if code == "used_up":
        assert games == {"serendipity", "flowers", "tulips"}


@pytest.mark.parametrize(("code", "example"), EXAMPLES)
def test_the_move_is_refused_by_this_code(code: str, example: Any) -> None:
    kind, *args = example["move"].split()
    answer = tr.why_illegal(refusals.position(example), tr.Move(kind, args))
    assert answer is not None
    assert answer.code == code
    assert answer.message in told_after(code, example)


@pytest.mark.parametrize(("code", "example"), EXAMPLES)
def test_the_rule_is_told_and_linked_to_its_key(code: str, example: Any) -> None:
    answer = refusals.refusal(example)
    line = told_after(code, example).split("\n\n")[2].strip()
    if answer.rule is None:
        assert line == "No rule, a plain fact."
        return
    game = refusals.ruleset(example).game
    assert f"[`{answer.rule.key}`](schemas/{game}.md#{answer.rule.key})" in line
    page = SCHEMAS[f"reference/schemas/{game}.md"]
    assert f"{{#{answer.rule.key}}}" in page or f'<a id="{answer.rule.key}"></a>' in page
    if answer.rule.line is not None:
        assert f"line {answer.rule.line} of `{answer.rule.file}`" in line


@pytest.mark.parametrize(("code", "example"), EXAMPLES)
def test_the_same_position_has_legal_moves_unless_it_is_over(code: str, example: Any) -> None:
    position = refusals.position(example)
    legal = tr.legal_moves(position)
    assert bool(legal) == (code not in ("game_over", "not_your_turn"))


def test_every_section_tells_a_meaning() -> None:
    for code, told in CATALOGUE:
        assert section(code).strip().startswith(told["means"])
        assert told["means"].endswith(".")
