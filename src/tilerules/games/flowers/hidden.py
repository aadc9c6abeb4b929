"""What a viewer may know of a Flowers table.

Open to all are the gardens with their covered cards, the open cards, those discarded, and the size
of each pile. A card taken from a hidden pile is known to its taker alone until it is placed.
"""

from __future__ import annotations

from tilerules.games.flowers.rules import UNKNOWN
from tilerules.games.flowers.state import (
    NO_CARD,
    Garden,
    Observation,
    State,
    is_open,
    lay_open,
)


def observe(state: State, viewer: int | None, *, memory: bool) -> Observation:
    """What a seat, or a spectator, may know; without memory only what lies open."""
    hand = state.hand
    if hand != NO_CARD and viewer != state.to_move and not lay_open(state):
        hand = UNKNOWN
    plots, gone = state.plots, state.gone
    if not memory:
        plots = tuple(_tops(garden) for garden in plots)
        gone = bytes([UNKNOWN]) * len(gone)
    return Observation(
        state.rules,
        tuple(_seen(state, pile) for pile in range(len(state.stock))),
        plots,
        gone,
        hand,
        state.taken_from,
        state.turned,
        state.to_move,
        state.turns,
        state.ply,
        state.last_move,
        viewer,
    )


def _seen(state: State, pile: int) -> bytes:
    cards = state.stock[pile]
    known = 1 if is_open(state, pile) else 0
    return cards[:known] + bytes([UNKNOWN]) * len(cards[known:])


def _tops(garden: Garden) -> Garden:
    stacks = tuple(bytes([UNKNOWN]) * (len(stack) - 1) + stack[-1:] for stack in garden.stacks)
    return garden._replace(stacks=stacks)
