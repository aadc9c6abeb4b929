"""Rulesets and score sheets as tables for notebooks."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree as ET

import pytest

import tilerules as tr
from tests.flowers.gardens import line_of
from tests.serendipity.boards import BASE, position, strip
from tests.serendipity.boards import line_of as serendipity_line
from tilerules.data.html import table

Rows = list[list[str]]


def read(html: str) -> tuple[str, list[str], Rows]:
    """The caption, the heads and the rows of a table; it holds nothing else."""
    root = ET.fromstring(html)
    assert [root.tag, *(part.tag for part in root)] == ["table", "caption", "thead", "tbody"]
    assert {part.tag for part in root.iter()} <= {
        *("table", "caption", "thead", "tbody", "tr", "th", "td")
    }
    assert not any(part.attrib for part in root.iter())
    caption, heads, body = root
    assert [len(row) for row in body] == [len(heads[0])] * len(body)
    return (
        caption.text or "",
        [cell.text or "" for cell in heads[0]],
        [[cell.text or "" for cell in row] for row in body],
    )


def test_every_text_is_escaped() -> None:
    html = table('<b>"&', ["a<"], [["<script>"], [None], [0], ["it's"]])
    assert "<b>" not in html
    assert "<script>" not in html
    assert read(html) == ('<b>"&', ["a<"], [["<script>"], [""], ["0"], ["it's"]])


def test_a_table_without_rows() -> None:
    assert read(table("none", ["one", "two"], [])) == ("none", ["one", "two"], [])


# ---- rulesets -------------------------------------------------------------------------------


@pytest.mark.parametrize("id", tr.ruleset_ids())
def test_a_ruleset_shows_all_that_it_sets(id: str) -> None:
    rules = tr.load(id)
    caption, heads, rows = read(rules._repr_html_())
    assert caption == f"{rules.title} ({id})"
    assert heads == ["rule", "value", "set in"]
    assert len({key for key, _, _ in rows}) == len(rows) > 20
    for key, _, place in rows:
        assert place == ":".join(map(str, rules.origin(key)))


def test_a_ruleset_shows_where_a_value_was_set() -> None:
    _, _, rows = read(tr.load("flowers")._repr_html_())
    assert ["garden.touching", "sides", f"flowers.yaml:{line_of('touching: sides')}"] in rows
    [colours, ties] = [line_of(f"{key}: [") for key in ("colours", "tie_breaks")]
    assert ["cards.colours", "yellow, red, blue, green", f"flowers.yaml:{colours}"] in rows
    assert ["tie_breaks", "none", f"flowers.yaml:{ties}"] in rows
    number = line_of("values: {1: 3, 2: 6")
    assert ["cards.values.3", "8", f"flowers.yaml:{number}"] in rows


def test_a_variant_shows_what_it_changes_beside_what_it_keeps() -> None:
    rules = tr.load(
        {"extends": "flowers", "title": "A <i>&</i>", "garden": {"touching": "corners_too"}}
    )
    caption, _, rows = read(rules._repr_html_())
    assert caption == f"A <i>&</i> ({rules.id})"
    value = {key: (shown, place) for key, shown, place in rows}
    assert value["garden.touching"] == ("corners_too", "custom")
    assert value["garden.placing"] == ("sides", f"flowers.yaml:{line_of('placing: sides')}")


# ---- score sheets ---------------------------------------------------------------------------


def test_a_score_sheet_shows_its_lines() -> None:
    state = position(BASE, 6, {**strip("f", "B < > B B"), "e10": "blue up"})
    file = "serendipity.yaml"
    flowers = serendipity_line("flowers: {points: 1}")
    caption, heads, rows = read(tr.score(state)[0]._repr_html_())
    assert caption == "seat 0: 11 points"
    assert heads == ["what", "of", "where", "points", "rule"]
    assert [row[:4] for row in rows] == [
        ["flowers", "blue", "f1, f4, f5", "3"],
        ["serendips", "blue", "f2, f3", "4"],
        ["matches", "blue", "f2, f3", "4"],
    ]
    for number, (block, row) in enumerate(
        zip(("flowers", "serendips", "matches"), rows, strict=True)
    ):
        assert f"scoring.{block}" in row[4]
        assert f"{file}:{flowers + number}" in row[4]


def test_a_score_sheet_without_lines() -> None:
    state = position(BASE, 6, strip("f", "B"))
    assert read(tr.score(state)[5]._repr_html_())[::2] == ("seat 5: 0 points", [])
    assert read(tr.score(state)[0]._repr_html_())[0] == "seat 0: 1 point"


def test_a_line_about_nothing_in_particular_has_an_empty_cell() -> None:
    rule = {"key": "scoring.giving.points", "file": "tulips.yaml", "line": 3}
    line: dict[str, Any] = {
        "id": "giving",
        "of": None,
        "points": -2,
        "count": 1,
        "spots": [],
        "rule": rule,
    }
    sheet = tr.score(tr.new_game(tr.load("tulips"), 2, seed=1))[0].to_data()
    line |= {"place": None, "decided_by": None}
    sheet |= {"lines": [line], "total": -2}
    caption, _, rows = read(tr.ScoreBreakdown.from_data(sheet)._repr_html_())
    assert caption == "seat 0: -2 points"
    assert [row[:4] for row in rows] == [["giving", "", "", "-2"]]
