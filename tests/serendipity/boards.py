"""Positions of Serendipity, set up by hand in a few words, and the moves made from them.

A board names the cells that matter, each with a tile: `blue` lies face down, `blue up` face up,
`blue seen` face down after having been turned back, `serendip:e up` with its first edge to the
east. All other cells lie face down with the tiles that are left: the colours in their order, then
the Serendips, in row order.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import tilerules as tr
from tilerules.games.serendipity import Observation, State
from tilerules.ruleset.values import thawed
from tilerules.table.hexagon import hexagon

ROOT = Path(__file__).parents[2]
SERENDIP = "serendip"
Board = Mapping[str, str]

BASE = tr.load("serendipity")
SMALL = tr.load("serendipity-small")


def card(base: str = "serendipity", **changes: Any) -> tr.Ruleset:
    """A card that extends another by some sections."""
    return tr.load({"extends": base, **changes})


def values(rules: tr.Ruleset, seats: int) -> dict[str, Any]:
    """The plain values of a card for one number of seats."""
    plain: dict[str, Any] = thawed(rules.values_for(seats))
    return plain


def cell(words: str) -> dict[str, Any]:
    """One cell as data."""
    name, *flags = words.split()
    tile, colon, facing = name.partition(":")
    data: dict[str, Any] = {"tile": tile, "up": "up" in flags}
    if colon:
        data["facing"] = facing
    if "seen" in flags:
        data["seen"] = True
    return data


def cells(rules: tr.Ruleset, seats: int, board: Board, rest: str = "") -> dict[str, dict[str, Any]]:
    """A whole board as data; the cells that are not named get the tiles left over, and `rest`."""
    tiles, side = values(rules, seats)["tiles"], values(rules, seats)["board"]["side"]
    named = {label: cell(words) for label, words in board.items()}
    left = Counter(dict.fromkeys(tiles["colours"], tiles["copies"]))
    left[SERENDIP] = tiles["serendips"]
    left.subtract(each["tile"] for each in named.values())
    assert not -left, f"the board names too many of {-left}"
    others = left.elements()
    labels = hexagon(side).labels
    return {
        label: named[label] if label in named else cell(f"{next(others)} {rest}")
        for label in labels
    }


def owners(rules: tr.Ruleset, seats: int) -> dict[str, int]:
    """Who owns what if each seat names the first free colour."""
    card = values(rules, seats)
    chosen = card["tiles"]["colours"][: card["colours_each"] * seats]
    return {colour: number % seats for number, colour in enumerate(chosen)}


def data(
    rules: tr.Ruleset, seats: int, board: Board, *, rest: str = "", **entries: Any
) -> dict[str, Any]:
    """The data of a position; seat 0 begins a turn unless the entries say otherwise."""
    return {
        "ruleset": rules.id if rules.id in tr.ruleset_ids() else rules.to_data(),
        "seats": seats,
        "phase": "reveal",
        "to_move": 0,
        "owners": owners(rules, seats),
        "cells": cells(rules, seats, board, rest),
        **entries,
    }


def position(
    rules: tr.Ruleset, seats: int, board: Board, *, rest: str = "", **entries: Any
) -> State:
    """A state read from such data."""
    return State.from_data(data(rules, seats, board, rest=rest, **entries))


def some(tile: str, *labels: str) -> dict[str, str]:
    """A board with one kind of tile on several cells, each given as `a1` or as `a1-6`."""
    return {label: tile for word in labels for label in _spread(word)}


def _spread(word: str) -> list[str]:
    first, dash, last = word.partition("-")
    numbers = range(int(first[1:]), int(last) + 1) if dash else [int(first[1:])]
    return [f"{first[0]}{number}" for number in numbers]


def strip(row: str, signs: str) -> dict[str, str]:
    """A row of face-up tiles, a sign each: `B` blue, `R` red, `<`, `>` and `^` Serendips.

    A Serendip has its blue edge to the west, to the east, or to the ne, away from the row.
    """
    return {f"{row}{n}": f"{SIGNS[sign]} up" for n, sign in enumerate(signs.split(), start=1)}


SIGNS = {
    "B": "blue",
    "R": "red",
    "<": "serendip:w",
    ">": "serendip:e",
    "^": "serendip:ne",
}


def line_of(text: str, file: str = "serendipity.yaml") -> int:
    """The line of a bundled card in which a text stands, which stands there once."""
    lines = (ROOT / "rules" / file).read_text(encoding="utf-8").splitlines()
    (found,) = [number for number, line in enumerate(lines, start=1) if text in line]
    return found


# ---- play -----------------------------------------------------------------------------------


def play(state: State, *moves: str) -> State:
    """The state after some moves in notation."""
    for text in moves:
        state = tr.apply_move(state, tr.parse_move(state, text))
    return state


def texts(position: tr.Position) -> list[str]:
    """The legal moves in notation, in their order."""
    return [str(move) for move in tr.legal_moves(position)]


def totals(position: tr.Position) -> list[int]:
    """The points of each seat."""
    return [breakdown.total for breakdown in tr.score(position)]


def random_game(rules: tr.Ruleset, seats: int, seed: int, *, plies: int = 400) -> Iterator[State]:
    """The states of a game of random moves, up to a number of plies."""
    rng = random.Random(f"{rules.id} {seats} {seed}")
    state: tr.State = tr.new_game(rules, seats, seed=seed)
    for _ in range(plies):
        assert isinstance(state, State)
        yield state
        if state.is_over:
            return
        state = tr.apply_move(state, drawn(rng, tr.legal_moves(state)))


def drawn(rng: random.Random, moves: Sequence[tr.Move]) -> tr.Move:
    """A random move; half of the time a kind is drawn first, so that rare kinds come up."""
    if rng.random() < 0.5:
        return rng.choice(moves)
    kind = rng.choice(sorted({moves[rng.randrange(len(moves))].kind for _ in range(8)}))
    return rng.choice([move for move in moves if move.kind == kind])


def observations(state: State) -> Iterator[Observation]:
    """What everybody sees of a state, with and without memory."""
    for viewer in (*range(state.seats), None):
        for memory in (True, False):
            seen = tr.observe(state, viewer, memory=memory)
            assert isinstance(seen, Observation)
            yield seen
