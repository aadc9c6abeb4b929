"""What a viewer may know of a Flowers table.

Open to all are the gardens with their covered cards, the open cards, those that left the game, and
the sizes of piles and hands. A card that did not lie open when it was taken, or was dealt to a
hand, is known to its seat alone until it is played; one that lay open is known to all in the hand.
"""

from __future__ import annotations

from collections.abc import Iterator

from tilerules.games.flowers.hand import Held, ascending
from tilerules.games.flowers.rules import UNKNOWN
from tilerules.games.flowers.state import (
    NO_CARD,
    Garden,
    Observation,
    State,
    is_open,
    lay_open,
    new_observation,
    new_state,
)
from tilerules.table.shuffle import Stream


def observe(state: State, viewer: int | None, *, memory: bool) -> Observation:
    """What a seat, or a spectator, may know; without memory only what lies open."""
    hand = state.hand
    if hand != NO_CARD and viewer != state.to_move and not lay_open(state):
        hand = UNKNOWN
    plots, gone, held = state.plots, state.gone, state.held
    if held is not None:
        held = _hands(held, viewer, memory=memory)
    if not memory:
        plots = tuple(_tops(garden) for garden in plots)
        gone = bytes([UNKNOWN]) * len(gone)
    return new_observation(
        state.rules,
        tuple(_seen(state, pile) for pile in range(len(state.stock))),
        plots,
        gone,
        hand,
        held,
        state.taken,
        state.turned,
        state.to_move,
        state.turns,
        state.ply,
        state.last_move,
        state.tally,
        viewer,
        memory,
    )


def _seen(state: State, pile: int) -> bytes:
    cards = state.stock[pile]
    known = 1 if is_open(state, pile) else 0
    if pile < state.rules.fanned:
        known = len(cards)
    return cards[:known] + bytes([UNKNOWN]) * len(cards[known:])


def _hands(held: Held, viewer: int | None, *, memory: bool) -> Held:
    """The hands: each seat knows its own; who forgets does not know what others have seen."""
    known, secret = held.known, held.secret
    if not memory:
        pairs = zip(known, secret, strict=True)
        known, secret = (b"",) * len(known), tuple(ascending(a + b) for a, b in pairs)
    own = (
        hand if seat == viewer else bytes([UNKNOWN]) * len(hand) for seat, hand in enumerate(secret)
    )
    return Held(held.step, known, tuple(own))


def _tops(garden: Garden) -> Garden:
    stacks = tuple(bytes([UNKNOWN]) * (len(stack) - 1) + stack[-1:] for stack in garden.stacks)
    return garden._replace(stacks=stacks)


def determinize(seen: Observation, stream: Stream) -> State:
    """A state that fits: the cards not seen are shuffled over the piles and the hidden hands."""
    unseen = iter(stream.shuffled(_unseen(seen)))
    return new_state(
        seen.rules,
        tuple(_drawn(pile, unseen) for pile in seen.stock),
        seen.plots,
        seen.gone,
        next(unseen) if seen.hand == UNKNOWN else seen.hand,
        seen.held and _guessed(seen.held, unseen),
        seen.taken,
        seen.turned,
        seen.to_move,
        seen.turns,
        seen.ply,
        seen.last_move,
        seen.tally,
    )


def _unseen(seen: Observation) -> list[int]:
    """The cards that the viewer has not seen, those that are out of the game among them."""
    stacks = (stack for garden in seen.plots for stack in garden.stacks)
    hand = bytes((seen.hand,)) if seen.hand != NO_CARD else b""
    hands = (*seen.held.known, *seen.held.secret) if seen.held else ()
    known = b"".join((*seen.stock, *stacks, seen.gone, hand, *hands))
    return [
        card
        for card, copies in enumerate(seen.rules.deck)
        for _ in range(copies - known.count(card))
    ]


def _drawn(pile: bytes, unseen: Iterator[int]) -> bytes:
    return bytes(next(unseen) if card == UNKNOWN else card for card in pile)


def _guessed(held: Held, unseen: Iterator[int]) -> Held:
    return held._replace(secret=tuple(ascending(_drawn(hand, unseen)) for hand in held.secret))
