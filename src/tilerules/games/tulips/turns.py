"""The start choices and a turn of Gift of Tulips: what is offered, and what a move does."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import attrs

from tilerules.engine.moves import Move
from tilerules.engine.offers import ListedRuns, MoveList, Runs, each_of
from tilerules.engine.quick import BYTE
from tilerules.engine.shared.tally import after_turn, in_last_turns, is_used_up, used
from tilerules.games.tulips.ending import end_has_come
from tilerules.games.tulips.festival import Festival, Secret, added, at_last, new_secret
from tilerules.games.tulips.rules import Rules
from tilerules.games.tulips.state import Opening, State, Table, new_state

# ---- what is offered ------------------------------------------------------------------------


def offers(table: Table) -> Runs:
    """The runs of moves of the seat to move, in the order of action ids."""
    seat, rules = table.to_move, table.rules
    if seat is None:
        return ()
    if table.opening:
        return ((rules.start, sorted(set(table.opening.hands[seat]))),)
    closed = table.did if table.tally is None else table.did | _limits_reached(table)
    try:
        runs = rules.offered[seat][closed]
    except KeyError:
        runs = rules.offered[seat].setdefault(closed, _acting(rules, seat, closed))
    return _each_with_a_card(rules, runs, sorted(set(table.hand))) if rules.together else runs


def _limits_reached(table: Table) -> int:
    """The bits of what the seat to move has used up."""
    return sum(bit for thing, bit in table.rules.limit_bits.items() if is_used_up(table, thing))


def _acting(rules: Rules, seat: int, closed: int) -> Runs:
    """The actions that are left, each with its targets; a move that names its card is to come."""

    def is_left(thing: str) -> bool:
        return not closed & (rules.action_bits[thing] | rules.limit_bits.get(thing, 0))

    others = [other for other in range(rules.seats) if other != seat]
    targets: tuple[tuple[MoveList, Sequence[int]], ...] = (
        (rules.keep, (0,) if is_left("keep") else ()),
        (rules.give, others if is_left("give") else ()),
        (rules.add, [place for place, way in enumerate(rules.ways) if is_left(way)]),
    )
    runs = tuple((block, tuple(each)) for block, each in targets if len(block) and each)
    return runs if rules.together else ListedRuns(runs)


def _each_with_a_card(rules: Rules, acting: Runs, cards: Sequence[int]) -> Runs:
    """The same where a move names its card."""
    return tuple(
        (
            block,
            tuple(target * rules.namable + card for target in each_of(targets) for card in cards),
        )
        for block, targets in acting
    )


# ---- what a move does -----------------------------------------------------------------------


def _start(state: State, move: Move, card: int) -> State:
    """A dealt card is kept; with the last choice all are shown, and the first turn begins."""
    rules, opening, stock = state.rules, state.opening, state.stock
    assert opening is not None, "start choices are offered only while they go on"
    opening = Opening(opening.hands, opening.kept + BYTE[card])
    hand, held, pool, turned, to_move = b"", state.held, state.pool, b"", len(opening.kept)
    begins = to_move == rules.seats
    if begins:
        hand, stock = stock[: rules.first_draw], stock[rules.first_draw :]
        held, pool = tuple(BYTE[card] for card in opening.kept), _put_away(opening)
        turned, to_move = opening.kept, 0
    after = new_state(
        rules,
        stock,
        hand,
        None if begins else opening,
        state.market,
        held,
        pool,
        state.giving,
        state.keeping,
        state.did,
        turned,
        to_move,
        state.turns,
        state.ply + 1,
        move,
        state.tally,
        state.places,
    )
    return end_drawn(after) if begins and not hand else after


def end_drawn(state: State) -> State:
    """The end of a game in which nothing is drawn for another turn."""
    market, drawn = at_last(state.rules, state.market, state.pool.cards, state.places)
    return new_state(
        state.rules,
        state.stock,
        state.hand,
        state.opening,
        market,
        state.held,
        state.pool,
        state.giving,
        state.keeping,
        state.did,
        state.turned + drawn,
        None,
        state.turns,
        state.ply,
        state.last_move,
        state.tally,
        state.places,
    )


def _put_away(opening: Opening) -> Secret:
    """The secret festival made of the cards that were not kept, seat by seat."""
    left = [
        hand.replace(BYTE[card], b"", 1)
        for hand, card in zip(opening.hands, opening.kept, strict=True)
    ]
    by = [BYTE[seat] * len(cards) for seat, cards in enumerate(left)]
    return new_secret((b"".join(left), b"".join(by)))


def _keep(state: State, move: Move, place: int) -> State:
    """The card goes to the own bouquet."""
    rules, seat, held, keeping = state.rules, state.to_move, list(state.held), state.keeping
    assert seat is not None, "a game that is not over has a seat to move"
    card = BYTE[place] if rules.together else state.hand
    held[seat] += card
    rank = state.market.ranks[rules.colour[card[0]]]
    keeping = _with_points(keeping, seat, rules.keeping[rank])
    market, pool, giving = state.market, state.pool, state.giving
    return _acted(state, move, seat, "keep", card, card, market, tuple(held), pool, giving, keeping)


def _give(state: State, move: Move, place: int) -> State:
    """The card goes to the bouquet of another seat."""
    rules, seat, held, keeping = state.rules, state.to_move, list(state.held), state.keeping
    assert seat is not None, "a game that is not over has a seat to move"
    card, receiver = state.hand, place
    if rules.together:
        receiver, number = divmod(place, rules.namable)
        card = BYTE[number]
    held[receiver] += card
    rank = state.market.ranks[rules.colour[card[0]]]
    giving = _with_points(state.giving, seat, rules.giving[rank] + rules.added_value[card[0]])
    if rules.thanked:
        keeping = _with_points(keeping, receiver, rules.keeping[rank])
    market, pool = state.market, state.pool
    return _acted(state, move, seat, "give", card, card, market, tuple(held), pool, giving, keeping)


def _with_points(points: tuple[int, ...], seat: int, more: int) -> tuple[int, ...]:
    """The points of all seats, with more for one."""
    if not more:
        return points
    changed = list(points)
    changed[seat] += more
    return tuple(changed)


def _add(state: State, move: Move, place: int) -> State:
    """The card goes to the open festival, whose ranking it may change, or to the secret one."""
    rules, seat, market, pool = state.rules, state.to_move, state.market, state.pool
    assert seat is not None, "a game that is not over has a seat to move"
    card, number = state.hand, place
    if rules.together:
        number, kind = divmod(place, rules.namable)
        card = BYTE[kind]
    way = rules.ways[number]
    if way == "open":
        turned, market = card, added(rules, market, card)
    else:
        turned, pool = b"", new_secret((pool.cards + card, pool.by + BYTE[seat]))
    held, giving, keeping = state.held, state.giving, state.keeping
    return _acted(state, move, seat, way, card, turned, market, held, pool, giving, keeping)


PERFORM: dict[str, Callable[[State, Move, int], State]] = {
    "start": _start,
    "keep": _keep,
    "give": _give,
    "add": _add,
}


# ---- what follows ---------------------------------------------------------------------------


def _acted(
    state: State,
    move: Move,
    seat: int,
    thing: str,
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
    tally = state.tally and used(rules, state.tally, seat, thing)
    did = state.did | rules.action_bits[thing]
    hand = state.hand.replace(card, b"", 1) if rules.together else b""
    if not hand and stock and did.bit_count() < rules.draws:
        hand, stock = BYTE[stock[0]], stock[1:]
    elif not hand:
        did, turns, to_move = 0, turns + 1, (seat + 1) % rules.seats
        if not rules.ends_early:
            hand, stock = stock[: rules.first_draw], stock[rules.first_draw :]
    after = new_state(
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
        tally,
        state.places,
    )
    if hand:
        return after
    return _between_turns(after, seat) if rules.ends_early else end_drawn(after)


def _between_turns(state: State, seat: int) -> State:
    """What follows a turn of a seat where the game can end early: the next one, or the end."""
    rules, stock = state.rules, state.stock
    come = not in_last_turns(state) and end_has_come(state)
    tally, over = after_turn(rules, state.tally, seat, come=come)
    drawn = 0 if over else rules.first_draw
    after = attrs.evolve(state, tally=tally, hand=stock[:drawn], stock=stock[drawn:])
    return after if after.hand else end_drawn(after)
