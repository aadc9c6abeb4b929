"""What a viewer may know of a Tulips table.

Open to all are the festival, the bouquets, the points, and the sizes of the deck and of the secret
festival with who added to it when. A drawn card is known to its drawer until it is played, a secret
card to the seat that it came from, a start choice to the seat that made it until all have chosen.
"""

from __future__ import annotations

from tilerules.engine.moves import Move
from tilerules.games.tulips.festival import Secret
from tilerules.games.tulips.rules import UNKNOWN
from tilerules.games.tulips.state import Observation, Opening, State

VEILED = "?"  # what stands in a move for a card that a viewer does not know


def observe(state: State, viewer: int | None, *, memory: bool) -> Observation:
    """What a seat, or a spectator, may know; without memory only what lies open or is in hand."""
    return Observation(
        state.rules,
        _unknown(state.stock),
        state.hand if viewer == state.to_move else _unknown(state.hand),
        state.opening and _opening(state.opening, viewer),
        state.market,
        state.held,
        _remembered(state.pool, viewer) if memory else Secret(*map(_unknown, state.pool)),
        state.giving,
        state.keeping,
        state.did,
        state.turned,
        state.to_move,
        state.turns,
        state.ply,
        _last_move(state, viewer, memory=memory),
        viewer,
    )


def _unknown(cards: bytes) -> bytes:
    return bytes((UNKNOWN,)) * len(cards)


def _opening(opening: Opening, viewer: int | None) -> Opening:
    """The start choices: each seat knows its own."""
    kept = (card if seat == viewer else UNKNOWN for seat, card in enumerate(opening.kept))
    hands = (hand if seat == viewer else _unknown(hand) for seat, hand in enumerate(opening.hands))
    return Opening(tuple(hands), bytes(kept))


def _remembered(pool: Secret, viewer: int | None) -> Secret:
    """The secret festival, in which a seat knows the cards that came from it."""
    pairs = zip(pool.cards, pool.by, strict=True)
    return Secret(bytes(card if seat == viewer else UNKNOWN for card, seat in pairs), pool.by)


def _last_move(state: State, viewer: int | None, *, memory: bool) -> Move | None:
    """The last move, without the card that it names if the viewer does not know it."""
    move = state.last_move
    if move is None:
        return None
    if move.kind == "start" and state.opening:
        known = viewer == len(state.opening.kept) - 1
    elif len(move.args) == 2 and move.args[0] == "secret":
        known = memory and viewer == state.pool.by[-1]
    else:
        known = True
    return move if known else Move(move.kind, (*move.args[:-1], VEILED))
