"""The picture of the start page."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

import tilerules as tr

_PLIES = 150


def _game() -> str:
    """A game that has gone on for a while, with what one seat scores for."""
    state, chance = tr.new_game(tr.load("serendipity"), 3, seed=7), Random(7)
    while not state.is_over and state.ply < _PLIES:
        state = tr.apply_move(state, tr.greedy(tr.observe(state, state.to_move), chance))
    return tr.draw_svg(state, highlight=tr.score(state)[state.to_move or 0])


PICTURES: Mapping[str, Callable[[], str]] = {"game": _game}
"""By the name with which pages ask for it, as `pictures/start-game.svg`."""
