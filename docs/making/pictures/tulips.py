"""Pictures of Gift of Tulips: tables that are laid by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

import tilerules as tr
from tilerules.games.tulips import State

# ---- three seats ----------------------------------------------------------------------------

CHOICE: Mapping[str, Any] = {
    "phase": "start",
    "to_move": 1,
    "ply": 1,
    "last_move": "start blue-3",
    "festival": ["blue-2", "pink-3"],
    "bouquets": [[], [], []],
    "hands": [["blue-3", "purple-4"], ["purple-4", "blue-2"], ["blue-4", "orange-4"]],
    "kept": ["blue-3"],
}
MIDDLE: Mapping[str, Any] = {
    "phase": "second",
    "to_move": 2,
    "turns": 8,
    "ply": 20,
    "last_move": "add open",
    "festival": ["blue-2", "pink-3", "purple-2", "orange-3", "pink-2", "orange-2", "purple-4"],
    "bouquets": [
        ["blue-3", "orange-2", "pink-4"],
        ["purple-4", "pink-4", "purple-3", "pink-2", "purple-2"],
        ["blue-4", "blue-2", "purple-4"],
    ],
    "secret": ["purple-4", "blue-2", "orange-4", "pink-2", "purple-3", "blue-4", "orange-2"],
    "secret_by": [0, 1, 2, 2, 1, 2, 0],
    "in_hand": "pink-2",
    "done": ["add"],
    "giving": [12, 2, 5],
    "keeping": [0, 1, 1],
    "shown": ["purple-4"],
}


def _choice() -> State:
    """The start choices: seat 0 has made its own, and seat 1 is to make the next."""
    return _state(3, CHOICE, 60)


def _middle() -> State:
    """A turn in the middle: its first card has been added, and its second one is in hand."""
    return _state(3, MIDDLE, 42)


# ---- two seats ------------------------------------------------------------------------------

SECRETS: Mapping[str, Any] = {
    "phase": "second",
    "to_move": 0,
    "turns": 4,
    "ply": 11,
    "last_move": "add secret",
    "festival": ["blue-2", "pink-3"],
    "bouquets": [["purple-4", "orange-3", "blue-2"], ["pink-3", "pink-4", "purple-2"]],
    "secret": ["orange-2", "purple-3", "blue-4", "pink-2", "blue-3", "orange-4", "pink-4"],
    "secret_by": [0, 1, 0, 1, 0, 1, 0],
    "in_hand": "purple-3",
    "done": ["add"],
    "giving": [7, 4],
    "keeping": [2, 2],
}
FIRST_ACTION: Mapping[str, Any] = {
    "phase": "first",
    "to_move": 0,
    "turns": 2,
    "festival": ["pink-2", "blue-3", "blue-2", "purple-2"],
    "bouquets": [["purple-4", "orange-3"], ["pink-3", "blue-4"]],
    "secret": ["orange-4", "pink-4"],
    "in_hand": "orange-2",
    "giving": [7, 3],
}


def _secrets() -> State:
    """A turn whose first card has just been put into the secret festival."""
    return _state(2, SECRETS, 38)


def _first_action() -> State:
    """The first action of a turn, before it is done."""
    return _state(2, FIRST_ACTION, 43)


def _after_addition() -> State:
    """The same turn, the card added to the open festival."""
    return tr.apply_move(_first_action(), tr.Move("add", ("open",)))


# ---- a score --------------------------------------------------------------------------------

WORKED: Mapping[str, Any] = {
    "phase": "over",
    "turns": 30,
    "festival": [
        *["pink-3", "purple-4", "orange-3", "purple-2"],
        *["blue-2", "orange-4", "purple-3", "pink-2", "blue-2"],
    ],
    "bouquets": [
        ["purple-2", "purple-3", "purple-3", "orange-4", "pink-3", "blue-2"],
        ["purple-4", "purple-4", "orange-2", "orange-4", "blue-3", "blue-4"],
        ["purple-4", "orange-2", "orange-2", "pink-3", "blue-4"],
    ],
    "secret": ["orange-4", "blue-2", "pink-2", "blue-2", "purple-3", "pink-4", "blue-3"],
    "drawn": 5,
    "giving": [24, 19, 29],
    "keeping": [3, 5, 4],
}


def _worked() -> str:
    """The end of a game, with what seat 1 scores."""
    state = _state(3, WORKED, 0)
    return tr.draw_svg(state, highlight=tr.score(state)[1])


# ---- laying them ----------------------------------------------------------------------------


def _state(seats: int, position: Mapping[str, Any], deck: int) -> State:
    """A position by the usual rules, with so many cards in the deck of those that lie nowhere."""
    rules = tr.load("tulips").values_for(seats)["cards"]
    copies = {
        f"{colour}-{value}": rules["values"][value]
        for colour in rules["colours"]
        for value in rules["values"]
    }
    piles = (*position["bouquets"], *position.get("hands", ()), position["festival"])
    lying = Counter(card for pile in piles for card in pile)
    lying.update([*position.get("secret", ()), position.get("in_hand")])
    left = [*(Counter(copies) - lying).elements()]
    return State.from_data({"ruleset": "tulips", "seats": seats, "deck": left[:deck], **position})


PICTURES: Mapping[str, Callable[[], str]] = {
    "start": lambda: tr.draw_svg(tr.observe(_choice(), 1)),
    "table": lambda: tr.draw_svg(_middle()),
    "before": lambda: tr.draw_svg(tr.observe(_first_action(), 0)),
    "after": lambda: tr.draw_svg(tr.observe(_after_addition(), 0)),
    "seat-0": lambda: tr.draw_svg(tr.observe(_secrets(), 0)),
    "seat-1": lambda: tr.draw_svg(tr.observe(_secrets(), 1)),
    "worked": _worked,
}
"""By the name with which pages ask for it, as `../pictures/tulips-start.svg`."""
