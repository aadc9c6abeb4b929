"""Pictures of Serendipity."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import yaml

import tilerules as tr
from making.positions import cells, up

EXAMPLE = Path(__file__).parents[3] / "tests" / "examples" / "worked_example.yaml"
OWNERS = {"blue": 0, "violet": 1, "red": 0, "yellow": 1, "orange": 0, "green": 1}
CALM = {"extends": "serendipity", "board": {"side": 4}, "tiles": {"copies": 5, "serendips": 7}}
"""A meadow of thirty-seven tiles, with all six colours, on which little is to be seen at once."""


# ---- positions ------------------------------------------------------------------------------


def meadow(named: Mapping[str, str], **more: Any) -> tr.State:
    """A calm position with two seats; cells that are not named lie face down.

    A cell is named with a tile that lies up, as `blue` or `serendip:e`.
    """
    rules = tr.load(CALM)
    lying = {cell: up(tile) for cell, tile in named.items()}
    plain = {"ruleset": rules.to_data(), "seats": 2, "phase": "reveal", "to_move": 0}
    data = {**plain, "owners": OWNERS, "cells": cells(rules, 2, lying), **more}
    return tr.State.from_data(data)


def board() -> tr.State:
    """The board of the rulebook's example: all tiles up, and six seats with a colour each."""
    told = yaml.safe_load(EXAMPLE.read_text("utf-8"))
    cells = {
        f"{row}{number}": up(tile)
        for row, tiles in told["rows"].items()
        for number, tile in enumerate(tiles.split(), 1)
    }
    plain = {"ruleset": told["rules"], "seats": told["seats"], "phase": "over", "turns": 150}
    return tr.State.from_data({**plain, "owners": told["owners"], "cells": cells})


GROWN = {
    "b2": "blue",
    "c2": "blue",
    "c3": "serendip:w",
    "d5": "violet",
    "e4": "violet",
    "f2": "red",
}
"""A meadow of some turns: three flowers and a Serendip of seat 0's, and two of seat 1's."""


# ---- pictures -------------------------------------------------------------------------------


def _start() -> str:
    """A game about to begin."""
    return tr.draw_svg(tr.new_game(tr.load("serendipity"), 2, seed=7))


def _under_way() -> str:
    """A game of three seats after sixteen rounds."""
    state, chance = tr.new_game(tr.load("serendipity"), 3, seed=7), random.Random(7)
    while state.turns < 48:
        state = tr.apply_move(state, chance.choice(tr.legal_moves(state)))
    return tr.draw_svg(state)


def _own() -> str:
    """An own flower that has just been turned up."""
    named = {**GROWN, "d4": "blue"}
    return tr.draw_svg(meadow(named, phase="decide", turned_up="d4"))


def _serendip() -> str:
    """A Serendip that has just been turned up."""
    named = {**GROWN, "e3": "serendip:ne"}
    return tr.draw_svg(meadow(named, phase="decide", turned_up="e3"))


def strip() -> tr.State:
    """Three blue flowers, and two Serendips in a row between them."""
    named = {"d2": "blue", "d3": "serendip:w", "d4": "serendip:e", "d5": "blue", "d6": "blue"}
    return meadow(named)


def _worked() -> str:
    """The strip, with the score of the seat that owns blue."""
    state = strip()
    return tr.draw_svg(state, highlight=tr.score(state)[0])


def _board() -> str:
    """The board of the rulebook's example, with the carpet that wins."""
    state = board()
    best = max(tr.score(state), key=lambda sheet: sheet.total)
    return tr.draw_svg(state, highlight=best)


PICTURES: Mapping[str, Callable[[], str]] = {
    "start": _start,
    "under-way": _under_way,
    "own": _own,
    "serendip": _serendip,
    "worked": _worked,
    "board": _board,
}
"""By the name with which pages ask for it, as `../pictures/serendipity-start.svg`."""
