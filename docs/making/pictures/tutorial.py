"""Pictures of the tutorial: what the programs on its pages draw."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from functools import partial

import tilerules as tr
from making.positions import after

OPENING = "choose red, choose yellow, reveal a1, keep, reveal a2"
"""The moves with which the tutorial begins."""
MOMENT = (
    "choose red, choose yellow, reveal d1, reveal f4, move d4, reveal e6, move e2, reveal b1, "
    "move f1, reveal e5, move d2, reveal a2"
)
"""The first twelve moves of the game that `tilerules play` plays with the seed 7."""


def _after(moves: str) -> str:
    """The table after moves, from the deal of all pages."""
    return tr.draw_svg(after(_start(), *moves.split(", ")))


def _carpet() -> str:
    """The end of a game by chance, with what the winner scores for."""
    state, chance = _start(), random.Random(7)
    while not state.is_over:
        state = tr.apply_move(state, chance.choice(tr.legal_moves(state)))
    return tr.draw_svg(state, highlight=tr.score(state)[1])


def _start() -> tr.State:
    """The deal of all pages."""
    return tr.new_game(tr.load("serendipity-small"), 2, seed=7)


PICTURES: Mapping[str, Callable[[], str]] = {
    "opening": partial(_after, OPENING),
    "carpet": _carpet,
    "moment": partial(_after, MOMENT),
}
"""By the name with which pages ask for it, as `../pictures/tutorial-opening.svg`."""
