"""Good data of positions in every phase, and what becomes of them when they are changed."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

import tilerules as tr
from tests.serendipity.changes import Change, Data, through_json
from tests.tulips.tables import cards, data, rules, seen, variant
from tilerules.games.tulips import State

GOOD: Data = {
    **data(
        rules(),
        "b2 p4 p3",
        ["p2 o4", "u4 b3"],
        hand="o2",
        deck="o3 o4 u2",
        secret="u3 b2",
        giving=[5, 2],
        keeping=[0, 1],
        lottery=[0, 1, 0],
        shown=["pink-3"],
        last_move="add open",
    ),
    "ruleset": "tulips",
}
SECOND: Data = {**GOOD, "phase": "second", "done": ["add"]}
THIRD: Data = {
    **GOOD,
    "ruleset": variant(turn={"draws": 3}).to_data(),
    "phase": "third",
    "done": ["keep", "add"],
}
START: Data = {
    **GOOD,
    "phase": "start",
    "to_move": 1,
    "in_hand": None,
    "bouquets": [[], []],
    "secret": [],
    "shown": [],
    "hands": [cards("p2 b3"), cards("u4 o4")],
    "kept": ["blue-3"],
    "last_move": "start blue-3",
}
OVER: Data = {
    **GOOD,
    "phase": "over",
    "to_move": None,
    "in_hand": None,
    "deck": [],
    "festival": cards("b2 p4 u3 b2"),
    "shown": ["blue-2"],
    "drawn": 2,
}
HAND: Data = {**GOOD, "ruleset": "tulips-full-hand", "last_move": None, "in_hand": cards("o2 u2")}
SECRET: Data = {
    **HAND,
    "phase": "second",
    "done": ["add"],
    "in_hand": ["orange-2"],
    "last_move": "add secret blue-2",
}


def put(*way: str | int, value: Any) -> Change:
    """Put a value at the end of a way of keys and places."""

    def change(plain: Any) -> None:
        for key in way[:-1]:
            plain = plain[key]
        plain[way[-1]] = value

    return change


def refused(read: Callable[[Data], object], good: Data, change: Change) -> tr.InvalidData:
    """The error that changed data raise; without the change they are read."""
    read(good)
    broken = copy.deepcopy(good)
    change(broken)
    with pytest.raises(tr.InvalidData) as caught:
        read(broken)
    assert len(str(caught.value)) < 300
    return caught.value


def observed_by(good: Data, viewer: int | None, *, memory: bool = True) -> Data:
    """What a viewer has of a state, as data."""
    return through_json(seen(State.from_data(good), viewer, memory=memory).to_data())
