"""Worked examples as data, played by the library and counted once more by the naive model."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

import tilerules as tr
from tests.naive.serendipity import DIRECTIONS, score_seat
from tests.serendipity.boards import card, position, values
from tilerules.games.serendipity import State

HERE = Path(__file__).parent
ROWS = "fci"  # of a strip, the next one, and so on
SIGNS = {
    "B": ("blue", None),
    "R": ("red", None),
    "<": ("blue", "w"),
    ">": ("blue", "e"),
    "(": ("red", "w"),
    ")": ("red", "e"),
    "^": ("blue", "ne"),
}


def read(name: str) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((HERE / name).read_text(encoding="utf-8"))
    return found


def naive_lines(state: State, seat: int) -> tuple[list[Any], int]:
    """The lines and the total of a seat by the naive model."""
    cells = {
        label: {"tile": cell.tile, "facing": cell.facing, "up": cell.up}
        for label, cell in state.cells.items()
    }
    mine = [colour for colour, owner in state.owners.items() if owner == seat]
    scored = score_seat(values(state.ruleset, state.seats), cells, mine)
    return scored["lines"], scored["total"]


def lines(breakdown: tr.ScoreBreakdown) -> list[Any]:
    return [(line.id, line.of, line.points, line.count, line.spots) for line in breakdown.lines]


# ---- the example of the rulebook ------------------------------------------------------------

EXAMPLE = read("worked_example.yaml")


def full_board() -> State:
    """The board of the example, from its rows."""
    board = {
        f"{row}{number}": f"{tile} up"
        for row, line in EXAMPLE["rows"].items()
        for number, tile in enumerate(line.split(), start=1)
    }
    assert len(board) == 91
    rules = tr.load(EXAMPLE["rules"])
    return position(rules, EXAMPLE["seats"], board, owners=EXAMPLE["owners"])


@pytest.mark.parametrize("colour", EXAMPLE["expect"])
def test_example_of_the_rulebook(colour: str) -> None:
    state, expected = full_board(), EXAMPLE["expect"][colour]
    seat = EXAMPLE["owners"][colour]
    breakdown = tr.score(state)[seat]
    assert {line.id: line.count for line in breakdown.lines} == {
        id: expected[id] for id in ("flowers", "serendips", "matches")
    }
    assert {line.of for line in breakdown.lines} == {colour}
    assert breakdown.total == expected["total"]
    assert (lines(breakdown), breakdown.total) == naive_lines(state, seat)


def test_the_violet_seat_wins_the_example() -> None:
    outcome = tr.outcome(full_board())
    assert outcome is not None
    ranked = [[EXAMPLE["owners"][colour] for colour in place] for place in BY_POINTS]
    assert [list(place) for place in outcome.ranking] == ranked
    assert (outcome.decided_by, outcome.cut_short) == ("points", False)


BY_POINTS = [["violet"], ["blue"], ["green", "yellow"], ["orange"], ["red"]]

# ---- strips ---------------------------------------------------------------------------------

STRIPS = read("strips.yaml")
CASES = [
    pytest.param(strip, total["scoring"], total["total"], id=f"{strip['says']}, {total['scoring']}")
    for strip in STRIPS["strips"]
    for total in strip["totals"]
]


def tile(rules: tr.Ruleset, sign: str) -> str:
    """A tile of a strip in the words of a board; a Serendip is turned by the card's edges."""
    colour, direction = SIGNS[sign]
    if direction is None:
        return f"{colour} up"
    edges = values(rules, STRIPS["seats"])["tiles"]["serendip_edges"]
    facing = DIRECTIONS[(DIRECTIONS.index(direction) - edges.index(colour)) % 6]
    return f"serendip:{facing} up"


@pytest.mark.parametrize(("strip", "scoring", "total"), CASES)
def test_strips(strip: dict[str, Any], scoring: dict[str, Any], total: int) -> None:
    rules = card(STRIPS["rules"], scoring=scoring) if scoring else tr.load(STRIPS["rules"])
    board = {
        f"{row}{number}": tile(rules, sign)
        for row, signs in zip(ROWS, strip["rows"], strict=False)
        for number, sign in enumerate(signs.split(), start=1)
    }
    owners = strip.get("owners", {"blue": 0})
    state = position(rules, STRIPS["seats"], board, owners=owners)
    breakdown = tr.score(state)[0]
    assert breakdown.total == total
    assert (lines(breakdown), total) == naive_lines(state, 0)
