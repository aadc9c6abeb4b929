"""The start choices and a turn of Gift of Tulips: what is offered, and what a move does."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import attrs

from tilerules.engine.moves import Move
from tilerules.engine.offers import Runs
from tilerules.games.tulips.festival import Festival, Secret, added, at_last, drawn_at_end
from tilerules.games.tulips.rules import Rules
from tilerules.games.tulips.state import Opening, State, Table

# ---- what is offered ------------------------------------------------------------------------


def offers(table: Table) -> Runs:
    """The runs of moves of the seat to move, in the order of action ids."""
    seat, rules = table.to_move, table.rules
    if seat is None:
        return ()
    if table.opening:
        return ((rules.start, sorted(set(table.opening.hands[seat]))),)
    if rules.together:
        return _acting(rules, seat, table.did, sorted(set(table.hand)))
    runs = rules.offered.get((seat, table.did))
    if runs is None:
        runs = rules.offered.setdefault((seat, table.did), _acting(rules, seat, table.did, (0,)))
    return runs


def _acting(rules: Rules, seat: int, did: int, cards: Sequence[int]) -> Runs:
    """The actions that are left, with each card that can be named."""
    others = [other for other in range(rules.seats) if other != seat]
    ways = [way for way, bit in enumerate(rules.added_bits) if not did & bit]
    targets = (
        (rules.keep, () if did & rules.bits.get("keep", 0) else (0,)),
        (rules.give, () if did & rules.bits.get("give", 0) else others),
        (rules.add, ways),
    )
    return tuple(
        (block, tuple(target * rules.namable + card for target in each for card in cards))
        for block, each in targets
        if len(block) and each
    )


# ---- what a move does -----------------------------------------------------------------------


def _start(state: State, move: Move, card: int) -> State:
    """A dealt card is kept; with the last choice all are shown, and the first turn begins."""
    opening, seat = state.opening, state.to_move
    assert opening is not None, "start choices are offered only while they go on"
    assert seat is not None, "a game that is not over has a seat to move"
    chosen = attrs.evolve(
        state,
        opening=Opening(opening.hands, opening.kept + bytes((card,))),
        turned=b"",
        to_move=seat + 1,
        ply=state.ply + 1,
        last_move=move,
    )
    return _begun(chosen) if seat + 1 == state.seats else chosen


def _begun(state: State) -> State:
    """The first turn, when the last start choice has been made."""
    opening = state.opening
    assert opening is not None, "the first turn follows the start choices"
    pool = _put_away(opening)
    hand, stock, market, drawn = turn_begun(state, state.stock, state.market, pool)
    return attrs.evolve(
        state,
        stock=stock,
        hand=hand,
        opening=None,
        market=market,
        held=tuple(bytes((card,)) for card in opening.kept),
        pool=pool,
        turned=opening.kept + drawn,
        to_move=0 if hand else None,
    )


def _put_away(opening: Opening) -> Secret:
    """The secret festival made of the cards that were not kept, seat by seat."""
    left = [
        hand.replace(bytes((card,)), b"", 1)
        for hand, card in zip(opening.hands, opening.kept, strict=True)
    ]
    by = bytes(seat for seat, cards in enumerate(left) for _ in cards)
    return Secret(b"".join(left), by)


def _keep(state: State, move: Move, place: int) -> State:
    """The card goes to the own bouquet."""
    rules, seat, card = state.rules, state.to_move, _card(state, place)
    assert seat is not None, "a game that is not over has a seat to move"
    points = rules.keeping[state.market.ranks[rules.colour[card[0]]]]
    return _acted(
        state,
        move,
        seat,
        rules.bits["keep"],
        card,
        card,
        state.market,
        _with_card(state.held, seat, card),
        state.pool,
        state.giving,
        _with_points(state.keeping, seat, points) if points else state.keeping,
    )


def _give(state: State, move: Move, place: int) -> State:
    """The card goes to the bouquet of another seat."""
    rules, seat, card = state.rules, state.to_move, _card(state, place)
    assert seat is not None, "a game that is not over has a seat to move"
    receiver, rank = place // rules.namable, state.market.ranks[rules.colour[card[0]]]
    points = rules.giving[rank] + rules.added_value[card[0]]
    thanks = rules.keeping[rank] if rules.thanked else 0
    return _acted(
        state,
        move,
        seat,
        rules.bits["give"],
        card,
        card,
        state.market,
        _with_card(state.held, receiver, card),
        state.pool,
        _with_points(state.giving, seat, points) if points else state.giving,
        _with_points(state.keeping, receiver, thanks) if thanks else state.keeping,
    )


def _add(state: State, move: Move, place: int) -> State:
    """The card goes to the open festival, whose ranking it may change, or to the secret one."""
    rules, seat, card = state.rules, state.to_move, _card(state, place)
    assert seat is not None, "a game that is not over has a seat to move"
    market, pool, way = state.market, state.pool, place // rules.namable
    if rules.ways[way] == "open":
        turned, market = card, added(rules, market, card[0])
    else:
        turned, pool = b"", Secret(pool.cards + card, pool.by + bytes((seat,)))
    return _acted(
        state,
        move,
        seat,
        rules.added_bits[way],
        card,
        turned,
        market,
        state.held,
        pool,
        state.giving,
        state.keeping,
    )


PERFORM: dict[str, Callable[[State, Move, int], State]] = {
    "start": _start,
    "keep": _keep,
    "give": _give,
    "add": _add,
}


def _card(state: State, place: int) -> bytes:
    """The card that a move plays: the one in hand, or the one that it names."""
    rules = state.rules
    return bytes((place % rules.namable,)) if rules.together else state.hand


def _with_card(held: tuple[bytes, ...], seat: int, card: bytes) -> tuple[bytes, ...]:
    return held[:seat] + (held[seat] + card,) + held[seat + 1 :]


def _with_points(points: tuple[int, ...], seat: int, more: int) -> tuple[int, ...]:
    return points[:seat] + (points[seat] + more,) + points[seat + 1 :]


# ---- what follows ---------------------------------------------------------------------------


def _acted(
    state: State,
    move: Move,
    seat: int,
    bit: int,
    card: bytes,
    turned: bytes,
    market: Festival,
    held: tuple[bytes, ...],
    pool: Secret,
    giving: tuple[int, ...],
    keeping: tuple[int, ...],
) -> State:
    """The next card is drawn, the next turn begins, or the game ends."""
    rules, turns, stock, to_move = state.rules, state.turns, state.stock, state.to_move
    hand, did = state.hand.replace(card, b"", 1), state.did | bit
    if not hand and stock and did.bit_count() < rules.draws:
        hand, stock = stock[:1], stock[1:]
    elif not hand:
        hand, stock, market, drawn = turn_begun(state, stock, market, pool)
        to_move = (seat + 1) % rules.seats if hand else None
        did, turns, turned = 0, turns + 1, turned + drawn
    return State(
        rules,
        stock,
        hand,
        None,
        market,
        held,
        pool,
        giving,
        keeping,
        did,
        turned,
        to_move,
        turns,
        state.ply + 1,
        move,
        state.places,
    )


def turn_begun(
    state: State, stock: bytes, market: Festival, pool: Secret
) -> tuple[bytes, bytes, Festival, bytes]:
    """The hand, the deck and the open festival when a turn begins, and what the end has drawn.

    With no card left to draw the hand is empty: the game has ended.
    """
    if stock:
        drawn = state.rules.draws if state.rules.together else 1
        return stock[:drawn], stock[drawn:], market, b""
    drawn_cards = drawn_at_end(state.rules, pool.cards, state.places)
    return b"", b"", at_last(state.rules, market, drawn_cards), drawn_cards
