"""The page on observations as numbers tells every plane as it is."""

from __future__ import annotations

from pathlib import Path

import pytest

import tilerules as tr

PAGE = (Path(__file__).parents[2] / "docs" / "guides" / "planes.md").read_text(encoding="utf-8")


def rows(id: str, seats: int) -> list[str]:
    """The table of the planes of a ruleset."""
    found = ["| plane | numbers | from | to | meaning |", "| --- | --- | --- | --- | --- |"]
    for plane in tr.planes(tr.load(id), seats):
        cells = (f"`{plane.name}`", plane.length, plane.low, plane.high, plane.meaning)
        found.append(f"| {' | '.join(map(str, cells))} |")
    return found


@pytest.mark.parametrize("id", ["serendipity", "flowers", "tulips"])
def test_the_page_tells_every_plane(id: str) -> None:
    section = PAGE[PAGE.index(f"## {tr.load(id).title}\n") :].split("\n## ")[0]
    told = [line for line in section.splitlines() if line.startswith("|")]
    assert told == rows(id, 2)
