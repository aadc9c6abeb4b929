"""What is printed of results: the tables that notebooks show, as plain text."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

import tilerules as tr
from tests.data.test_html import read
from tests.serendipity.boards import BASE, position, strip
from tilerules.data.columns import WIDEST, columns

TULIPS, THANKS = tr.load("tulips"), tr.load("tulips-thanks")
END = tr.playout(tr.new_game(TULIPS, 2, seed=1), tr.uniform, seed=1)


def results() -> list[Any]:
    """Score sheets, summaries and a comparison, some of them of nothing."""
    crowded = position(BASE, 6, {**strip("f", "B B B B B B B B B B B"), **strip("e", "B B")})
    done = tr.simulate(TULIPS, 2, 20, tr.uniform, seed=1)
    none = tr.Summary.from_data(
        {
            **tr.simulate(TULIPS, 2, 1, tr.uniform, seed=1).to_data(),
            "played": [],
            "plies": [],
            "turns": [],
            "points": [[], []],
            "wins": [[], []],
            "choices": {"total": 0, "squares": 0, "products": 0},
        }
    )
    both = tr.compare(TULIPS, THANKS, 2, 20, tr.uniform, seed=1)
    return [*tr.score(END), *tr.score(crowded), done, none, both]


@pytest.mark.parametrize("result", results(), ids=lambda result: type(result).__name__)
def test_what_is_printed_is_the_table_of_a_notebook(result: Any) -> None:
    caption, heads, rows = read(result._repr_html_())
    first, *lines = str(result).splitlines()
    assert first == caption
    starts = [0, *(lines[0].index(f"  {head}") + 2 for head in heads[1:]), 999]
    found = [[line[a:b].rstrip() for a, b in pairwise(starts)] for line in lines]
    cut = [
        [cell if len(cell) <= WIDEST else cell[: WIDEST - 3] + "..." for cell in row]
        for row in rows
    ]
    assert found == [heads, *cut]


def test_what_is_too_wide_is_cut_short() -> None:
    text = columns("all", ["a", "b"], [["x" * WIDEST, 1], ["y" * (WIDEST + 1), 2]])
    assert [len(line) for line in text.splitlines()] == [3, *[WIDEST + 3] * 3]
    assert text.splitlines()[2:] == ["x" * WIDEST + "  1", "y" * (WIDEST - 3) + "...  2"]


def test_a_cell_keeps_to_its_line() -> None:
    text = columns("two\nlines", ["a", "b"], [["c\nd", "\x1b[31mred"], [None, 0]])
    assert text.splitlines() == ["two\\nlines", "a     b", "c\\nd  \\x1b[31mred", "      0"]


# ---- outcomes -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("outcome", "said"),
    [
        (
            tr.Outcome(((2,), (0, 1)), "points", cut_short=False),
            "ranking: 2, then 0 and 1; winners: 2; decided by points",
        ),
        (
            tr.Outcome(((0, 1),), "points", cut_short=True),
            "ranking: 0 and 1; winners: 0 and 1; decided by points; cut short",
        ),
        (
            tr.Outcome(((0,),), "points", cut_short=False, won=False, rating="seedling"),
            "ranking: 0; winners: nobody; decided by points; lost, seedling",
        ),
    ],
)
def test_an_outcome_is_printed_with_its_winners(outcome: tr.Outcome, said: str) -> None:
    assert str(outcome) == said
