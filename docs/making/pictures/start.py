"""The picture of the start page."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import tilerules as tr
from making.positions import Tile, cells

ROWS = """
v . . G . v
. v v G . . o
v . . r V R Y .
y B V y b . . g Y
O y *sw O O R . G . b
O O O O *e G V B . . b
O O R *nw Y y r . . g
B *w *ne R O g g o .
B *sw *sw *se y . y G
B *nw R B r . r
B R v r y V
"""
"""A meadow as `draw_text` shows it: capitals lie up, small letters were seen and turned back."""
COLOURS = {
    "B": "blue",
    "V": "violet",
    "R": "red",
    "Y": "yellow",
    "O": "orange",
    "G": "green",
}
OWNERS = {"red": 0, "yellow": 0, "blue": 1, "violet": 1, "orange": 2, "green": 2}


def _tile(sign: str) -> Tile:
    """A tile by its sign."""
    if sign.startswith("*"):
        return {"tile": "serendip", "up": True, "facing": sign[1:]}
    return {"tile": COLOURS[sign.upper()], "up": sign.isupper(), "seen": sign.islower()}


def _game() -> str:
    """A game that has gone on for a while, with what one seat scores for."""
    rules = tr.load("serendipity")
    lying = {
        f"{row}{number}": _tile(sign)
        for row, signs in zip("abcdefghijk", ROWS.strip().splitlines(), strict=True)
        for number, sign in enumerate(signs.split(), 1)
        if sign != "."
    }
    state = tr.State.from_data(
        {
            "ruleset": rules.id,
            "seats": 3,
            "phase": "go_on",
            "to_move": 2,
            "turns": 86,
            "ply": 150,
            "last_move": "move f5",
            "owners": OWNERS,
            "cells": cells(rules, 3, lying),
        }
    )
    return tr.draw_svg(state, highlight=tr.score(state)[2])


PICTURES: Mapping[str, Callable[[], str]] = {"game": _game}
"""By the name with which pages ask for it, as `pictures/start-game.svg`."""
