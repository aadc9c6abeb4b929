"""What a viewer may know of a Tulips table.

Open to all are the festival, the bouquets, the points, and the sizes of the deck and of the secret
festival with who added to it when. A drawn card is known to its drawer until it is played, a secret
card to the seat that it came from, a start choice to the seat that made it until all have chosen.
Rules may show all what is in hand, and so what is added secretly, or every secret card.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tilerules.engine.moves import Move
from tilerules.games.tulips.festival import Secret
from tilerules.games.tulips.lottery import fitting
from tilerules.games.tulips.rules import UNKNOWN, Rules
from tilerules.games.tulips.state import (
    Observation,
    Opening,
    State,
    can_be_secret,
    named,
    new_observation,
    new_state,
)
from tilerules.table.shuffle import Stream

VEILED = "?"  # what stands in a move for a card that a viewer does not know


def observe(state: State, viewer: int | None, *, memory: bool) -> Observation:
    """What a seat, or a spectator, may know; without memory only what lies open or is in hand."""
    rules, hand = state.rules, state.hand
    pool = (_remembered if memory else _forgotten)(rules, state.pool, viewer)
    return new_observation(
        rules,
        _unknown(state.stock),
        hand if rules.hand_known or viewer == state.to_move else _unknown(hand),
        state.opening and _opening(state.opening, viewer),
        state.market,
        state.held,
        pool,
        state.giving,
        state.keeping,
        state.did,
        state.turned,
        state.to_move,
        state.turns,
        state.ply,
        _last_move(state, viewer, pool),
        state.tally,
        viewer,
        memory,
    )


def _unknown(cards: bytes) -> bytes:
    return bytes((UNKNOWN,)) * len(cards)


def _opening(opening: Opening, viewer: int | None) -> Opening:
    """The start choices: each seat knows its own."""
    kept = (card if seat == viewer else UNKNOWN for seat, card in enumerate(opening.kept))
    hands = (hand if seat == viewer else _unknown(hand) for seat, hand in enumerate(opening.hands))
    return Opening(tuple(hands), bytes(kept))


def _remembered(rules: Rules, pool: Secret, viewer: int | None) -> Secret:
    """The secret festival, in which a seat knows the cards that came from it, or that all know."""
    pairs = zip(pool.cards[: rules.known_to_all], pool.by, strict=False)
    own = bytes(card if seat == viewer else UNKNOWN for card, seat in pairs)
    return Secret(own + pool.cards[rules.known_to_all :], pool.by)


def _forgotten(rules: Rules, pool: Secret, viewer: int | None) -> Secret:
    """The secret festival as somebody sees it who forgets: its cards only if they lie open."""
    return Secret(pool.cards if rules.secret_open else _unknown(pool.cards), _unknown(pool.by))


def _last_move(state: State, viewer: int | None, seen: Secret) -> Move | None:
    """The last move, without the card that it names if the viewer does not know it."""
    move = state.last_move
    if move is None:
        return None
    if move.kind == "start" and state.opening:
        known = viewer == len(state.opening.kept) - 1
    elif len(move.args) == 2 and move.args[0] == "secret":
        known = seen.cards[-1] != UNKNOWN
    else:
        known = True
    return move if known else Move(move.kind, (*move.args[:-1], VEILED))


# ---- determinizations -----------------------------------------------------------------------


def determinize(seen: Observation, stream: Stream) -> State:
    """A state that fits: unseen cards are shuffled, start choices and the lottery drawn anew."""
    rules, unseen = seen.rules, _unseen(seen)
    if seen.is_over:
        drawn = seen.market.cards[len(seen.market.cards) - seen.drawn :]
        secret, places = fitting(seen.pool.cards, drawn, unseen, stream)
        others = unseen - (Counter(secret) - Counter(seen.pool.cards))
        cards = iter(stream.shuffled([*others.elements()]) if seen.stock else ())
    else:
        cards = iter(stream.shuffled([*unseen.elements()]))
        secret, places = _filled(seen.pool.cards, cards), b""
    opening = seen.opening and _chosen(seen.opening, cards, stream)
    numbers = range(len(places), max(rules.most_secret, can_be_secret(seen)))
    return new_state(
        rules,
        _filled(seen.stock, cards),
        _filled(seen.hand, cards),
        opening,
        seen.market,
        seen.held,
        Secret(secret, seen.pool.by),
        seen.giving,
        seen.keeping,
        seen.did,
        seen.turned,
        seen.to_move,
        seen.turns,
        seen.ply,
        _unveiled(seen, opening.kept if opening else secret),
        seen.tally,
        places + bytes(stream.below(number + 1) for number in numbers),
    )


def _unseen(seen: Observation) -> Counter[int]:
    """The cards that the viewer has not seen, those that are out of the game among them.

    What the end has drawn is one of the secret cards, so it counts only where it is known as such.
    """
    market = seen.market.cards[: len(seen.market.cards) - seen.drawn]
    hands = seen.opening.hands if seen.opening else ()
    known = b"".join((market, *seen.held, seen.pool.cards, seen.hand, *hands))
    return Counter(
        {card: copies - known.count(card) for card, copies in enumerate(seen.rules.deck)}
    )


def _filled(cards: bytes, others: Iterator[int]) -> bytes:
    return bytes(next(others) if card == UNKNOWN else card for card in cards)


def _chosen(opening: Opening, cards: Iterator[int], stream: Stream) -> Opening:
    """The start choices; what a seat has kept may be any of the cards it was dealt."""
    hands = tuple(_filled(hand, cards) for hand in opening.hands)
    kept = (
        hand[stream.below(len(hand))] if card == UNKNOWN else card
        for hand, card in zip(hands, opening.kept, strict=False)
    )
    return Opening(hands, bytes(kept))


def _unveiled(seen: Observation, hidden: bytes) -> Move | None:
    """The last move; a card that it does not name to the viewer is the last one that is hidden."""
    move = seen.last_move
    if move is None or move.args[-1:] != (VEILED,):
        return move
    return Move(move.kind, (*move.args[:-1], str(named(seen.rules, hidden[-1]))))
