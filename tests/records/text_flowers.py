"""How a playthrough of Flowers is written down."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import tilerules as tr
from tests.records.playthrough import Playthrough, Wording, positions
from tilerules.games.flowers import State


def _heading(first: tr.State) -> Iterator[str]:
    assert isinstance(first, State)
    yield "piles       " + ", ".join(str(len(pile)) for pile in first.piles)
    yield "starts      " + ", ".join(str(garden[0, 0][0]) for garden in first.gardens)
    yield "open        " + _turned(first)


def _turns(game: Playthrough) -> Iterator[str]:
    """A line for each turn, of the card taken and where it was laid."""
    line: list[str] = []
    for before, after in pairwise(positions(game, State)):
        if before.phase == "take":
            line = [f"{before.turns + 1:>3}", f"seat {before.to_move}"]
            line += [f"{after.last_move} ({after.in_hand})", *_seen(before, after)]
        else:
            yield "  ".join([*line, str(after.last_move), *_seen(before, after)])


def _seen(before: State, after: State) -> Iterator[str]:
    """In brackets what a move let all see: the cards turned up, and those that were swept."""
    if after.shown:
        yield f"[shown: {_turned(after)}]"
    if swept := after.swept[len(before.swept) :]:
        yield f"[swept: {', '.join(map(str, swept))}]"


def _turned(state: State) -> str:
    return ", ".join(f"pile {turned.pile} {turned.card}" for turned in state.shown)


WORDING = Wording(_turns, heading=_heading)
