"""The gardens worked out by hand, and the naive model's opinion of each."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

import tilerules as tr
from tests.flowers.gardens import garden, position, rules
from tests.naive import flowers as naive
from tilerules.ruleset.values import thawed

CASES: list[dict[str, Any]] = yaml.safe_load(
    Path(__file__).with_name("gardens.yaml").read_text("utf-8")
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_garden(case: dict[str, Any]) -> None:
    ruleset = rules(case.get("rules"))
    stacks = garden(*case["rows"])
    (sheet,) = tr.score(position(ruleset, [stacks]))
    found: dict[str, list[str]] = {}
    for line in sheet.lines:
        found.setdefault(line.id, []).append(f"{line.of} {line.points}")
    expected = {id: sorted(lines) for id, lines in case["lines"].items() if lines}
    assert {id: sorted(lines) for id, lines in found.items()} == expected
    assert sheet.total == sum(int(each.split()[1]) for lines in expected.values() for each in lines)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_the_naive_model_agrees(case: dict[str, Any]) -> None:
    ruleset = rules(case.get("rules"))
    stacks = garden(*case["rows"])
    (sheet,) = tr.score(position(ruleset, [stacks]))
    cells = {tuple(map(int, label.split(","))): stack for label, stack in stacks.items()}
    told = naive.score_garden(thawed(ruleset.values_for(1)), cells)  # type: ignore[arg-type]
    spots = {
        (line.id, line.of, line.points, line.spots[:1] if line.id == "butterflies" else line.spots)
        for line in sheet.lines
    }
    assert spots == {(line[0], line[1], line[2], tuple(line[4])) for line in told["lines"]}
    assert sheet.total == told["total"]


def test_there_are_enough() -> None:
    assert len({case["name"] for case in CASES}) == len(CASES) >= 28
