"""Gardens written as rows of short cards, positions made of them, and the moves made from them."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from typing import Any

import tilerules as tr
from tilerules.games.flowers import Observation, State

COLOURS = {"y": "yellow", "r": "red", "b": "blue", "g": "green"}
Cell = tuple[int, int]


def card(short: str) -> str:
    """A card in full: `y4g` is `yellow-4-green`."""
    if short == "v":
        return "violet"
    butterfly = f"-{COLOURS[short[2]]}" if len(short) > 2 else ""
    return f"{COLOURS[short[0]]}-{short[1]}{butterfly}"


def cards(shorts: str) -> list[str]:
    """Cards in full, as `y1 y4g`."""
    return [card(short) for short in shorts.split()]


def garden(*rows: str) -> dict[str, list[str]]:
    """The stacks of a garden by cell; the first card of the first row lies on 0,0."""
    signs = {(x, y): sign for y, row in enumerate(rows) for x, sign in enumerate(row.split())}
    filled = {cell: sign for cell, sign in signs.items() if sign != "."}
    left, top = min(filled, key=lambda cell: (cell[1], cell[0]))
    return {
        f"{x - left},{y - top}": [card(short) for short in sign.split("+")]
        for (x, y), sign in filled.items()
    }


def rules(changes: Mapping[str, Any] | None = None, base: str = "flowers") -> tr.Ruleset:
    """The base card with changes laid over it."""
    return tr.load({"extends": base, **changes}) if changes else tr.load(base)


def variant(base: str = "flowers", **changes: Any) -> tr.Ruleset:
    """The same, with a section for each word."""
    return rules(changes, base)


def data(
    ruleset: tr.Ruleset,
    gardens: Sequence[Mapping[str, list[str]]],
    piles: Sequence[str] | None = None,
    **entries: Any,
) -> dict[str, Any]:
    """The data of a position; without piles it is over, with them seat 0 is to take.

    The piles are given from the top, in short.
    """
    first = tr.new_game(ruleset, len(gardens), seed=1).to_data()
    over: dict[str, Any] = {"phase": "over", "to_move": None, "piles": [[] for _ in first["piles"]]}
    begun: dict[str, Any] = {
        "phase": "take",
        "to_move": 0,
        "piles": [cards(pile) for pile in piles or ()],
    }
    return {
        "ruleset": first["ruleset"],
        "seats": len(gardens),
        "gardens": [dict(each) for each in gardens],
        **(over if piles is None else begun),
        **entries,
    }


def position(
    ruleset: tr.Ruleset,
    gardens: Sequence[Mapping[str, list[str]]],
    piles: Sequence[str] | None = None,
    **entries: Any,
) -> State:
    """A position by hand, read from such data."""
    return State.from_data(data(ruleset, gardens, piles, **entries))


def line_of(text: str, file: str = "flowers.yaml") -> int:
    """The line of a bundled card in which a text stands, which stands there once."""
    lines = files("tilerules.rules").joinpath(file).read_text(encoding="utf-8").splitlines()
    (found,) = [number for number, line in enumerate(lines, start=1) if text in line]
    return found


# ---- play -----------------------------------------------------------------------------------


def new(ruleset: tr.Ruleset, seats: int, seed: int = 1) -> State:
    """A new game."""
    state = tr.new_game(ruleset, seats, seed=seed)
    assert isinstance(state, State)
    return state


def play(state: State, *moves: str) -> State:
    """The state after some moves in notation."""
    for text in moves:
        state = tr.apply_move(state, tr.parse_move(state, text))
    return state


def texts(position: tr.Position, kind: str = "") -> list[str]:
    """The legal moves in notation, all of them or those of a kind, in their order."""
    return [str(move) for move in tr.legal_moves(position) if kind in ("", move.kind)]


def totals(position: tr.Position) -> list[int]:
    """The points of each seat."""
    return [breakdown.total for breakdown in tr.score(position)]


def outcome(position: tr.Position) -> tr.Outcome:
    """The outcome of a game that is over."""
    found = tr.outcome(position)
    assert found is not None, "the game is over"
    return found


def shown(position: State | Observation) -> list[tuple[int, str]]:
    """What the last ply turned up, as pairs of pile and card."""
    return [(turned.pile, turned.card) for turned in position.shown if turned.pile is not None]


def seen(state: State, viewer: int | None, *, memory: bool = True) -> Observation:
    """What a viewer may know."""
    found = tr.observe(state, viewer, memory=memory)
    assert isinstance(found, Observation)
    return found


def observations(state: State) -> Iterator[Observation]:
    """What everybody sees of a state, with and without memory."""
    for viewer in (*range(state.seats), None):
        for memory in (True, False):
            yield seen(state, viewer, memory=memory)


def hands_of(at: State | Observation) -> list[list[str | None]]:
    """The cards in the hand of each seat; where a turn is to take and to place, the one taken."""
    if at.hands:
        return [[*hand] for hand in at.hands]
    holds = at.to_move if at.phase == "place" else None
    held = [] if isinstance(at.in_hand, tuple) else [at.in_hand]
    return [held if seat == holds else [] for seat in range(at.seats)]


def random_game(ruleset: tr.Ruleset, seats: int, seed: int) -> Iterator[State]:
    """The states of a game of random moves, in which about one card in three is covered."""
    rng = random.Random(f"{ruleset.id} {seats} {seed}")
    state = new(ruleset, seats, seed)
    yield state
    while not state.is_over:
        moves = tr.legal_moves(state)
        covers = [move for move in moves if move.kind == "cover"]
        others = [move for move in moves if move.kind != "cover"]
        some = covers if covers and (not others or rng.random() < 1 / 3) else others
        state = tr.apply_move(state, rng.choice(some))
        yield state


def bundled() -> list[str]:
    """The ids of the bundled rulesets of Flowers."""
    return [id for id in tr.ruleset_ids() if tr.load(id).game == "flowers"]
