"""Positions that pictures and examples need: after moves, and on a meadow laid by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import tilerules as tr

Tile = Mapping[str, Any]


def after(state: tr.State, *moves: str) -> tr.State:
    """What moves lead to."""
    for move in moves:
        state = tr.apply_move(state, tr.parse_move(state, move))
    return state


def up(tile: str) -> Tile:
    """A tile of Serendipity that lies face up, written as `blue` or `serendip:e`."""
    name, _, facing = tile.partition(":")
    return {"tile": name, "up": True} | ({"facing": facing} if facing else {})


def cells(rules: tr.Ruleset, seats: int, lying: Mapping[str, Tile]) -> dict[str, Tile]:
    """A meadow of Serendipity: tiles in their cells, and on the other cells those that are left."""
    tiles = rules.values["tiles"]
    left = Counter(dict.fromkeys(tiles["colours"], tiles["copies"]))
    left["serendip"] = tiles["serendips"]
    left.subtract(tile["tile"] for tile in lying.values())
    others = left.elements()
    labels = tr.new_game(rules, seats, seed=7).to_data()["cells"]
    return {label: lying.get(label) or {"tile": next(others)} for label in labels}
