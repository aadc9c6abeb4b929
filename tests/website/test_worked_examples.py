"""The worked examples on the pages of games: tables, programs and pictures tell the same."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import tilerules as tr
from making.pictures import flowers, serendipity, tulips

GAMES = Path(__file__).parents[2] / "docs" / "games"


def example(game: str) -> str:
    """What a page says of a worked example."""
    text = (GAMES / f"{game}.md").read_text("utf-8")
    return text.partition("\n## A worked example\n")[2].partition("\n## ")[0]


def defined(game: str) -> dict[str, Any]:
    """What the first program of a worked example defines."""
    program = re.findall(r"^```python\n(.*?)^```$", example(game), re.DOTALL | re.MULTILINE)[0]
    namespace: dict[str, Any] = {}
    exec(program, namespace)
    return namespace


# ---- pictures -------------------------------------------------------------------------------


def test_the_picture_of_the_strip_shows_the_tiles_of_the_program() -> None:
    cells = serendipity.strip().to_data()["cells"]
    up = {cell: tile for cell, tile in cells.items() if tile["up"]}
    assert up == defined("serendipity")["strip"]


def test_the_picture_of_the_garden_shows_the_cards_of_the_program() -> None:
    assert defined("flowers")["garden"] == flowers.WORKED


@pytest.mark.parametrize("what", ["festival", "bouquets", "giving", "keeping"])
def test_the_picture_of_the_festival_shows_the_table_of_the_program(what: str) -> None:
    assert tulips.WORKED[what] == defined("tulips")["state"].to_data()[what]


# ---- tables ---------------------------------------------------------------------------------


def test_the_whole_board_is_worth_what_the_table_says() -> None:
    cells = r"^\| (\w+) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|$"
    rows = re.findall(cells, example("serendipity"), re.MULTILINE)
    state = serendipity.board()
    owners = state.to_data()["owners"]
    assert len(rows) == len(owners) == 6
    for colour, *told in rows:
        sheet = tr.score(state)[owners[colour]]
        assert [*(line.count for line in sheet.lines), sheet.total] == [int(each) for each in told]


def test_the_strip_is_worth_what_the_table_says() -> None:
    sheet = tr.score(serendipity.strip())[0]
    lines = {line.id: (line.count, line.points) for line in sheet.lines}
    rows = re.findall(r"^\| `(\w+)` \| (\d) \| (\d) \|$", example("serendipity"), re.MULTILINE)
    assert lines == {id: (int(count), int(points)) for id, count, points in rows}
    assert f"**{sheet.total}**" in example("serendipity")


def test_the_festival_is_worth_what_the_table_says() -> None:
    sheets = tr.score(defined("tulips")["state"])
    cells = r"^\| (\w+) \| (\d+) \| (\d+) \| (\d+) \|$"
    rows = re.findall(cells, example("tulips"), re.MULTILINE)
    assert [name for name, *_ in rows] == ["giving", "keeping", "purple", "orange", "pink"]
    for name, *told in rows:
        found = [
            sum(line.points for line in sheet.lines if name in (line.id, line.of))
            for sheet in sheets
        ]
        assert found == [int(each) for each in told]
