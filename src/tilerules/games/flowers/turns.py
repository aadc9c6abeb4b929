"""A turn of Flowers: what is offered, and what a move does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from tilerules.engine.moves import Move
from tilerules.engine.offers import Block, Runs
from tilerules.engine.shared.tally import Tally, is_used_up, used
from tilerules.games.flowers.ending import after_turn_of
from tilerules.games.flowers.hand import Held, at_step, played, taken_in
from tilerules.games.flowers.lengths import DISCARDING
from tilerules.games.flowers.piles import (
    NOTHING,
    Stock,
    Turned,
    shown,
    swept,
    with_cards,
)
from tilerules.games.flowers.rules import NEVER, Rules
from tilerules.games.flowers.state import (
    NO_CARD,
    NO_PILE,
    Garden,
    State,
    Table,
    covered,
    is_open,
    new_state,
    placed,
)

# ---- what is offered ------------------------------------------------------------------------


def offers(table: Table) -> Runs:
    """The runs of moves of the seat to move, in the order of action ids."""
    seat, rules = table.to_move, table.rules
    if seat is None:
        return ()
    if table.held is not None:
        return _offered(table, table.held, seat)
    if table.hand == NO_CARD:
        stock = table.stock
        return rules.taking if all(stock) else ((rules.take, with_cards(rules, stock)),)
    garden = table.plots[seat]
    place = (rules.place, garden.frontier)
    if table.tally is not None and is_used_up(table, "cover"):
        return (place,)
    if rules.covers_all:
        return place, (rules.covering, garden.cells)
    if not len(rules.covering):
        return (place,)
    return place, (rules.covering, coverable(rules, garden))


def _offered(table: Table, held: Held, seat: int) -> Runs:
    """The same where a card may stay in hand; where moves name it, each card for each cell."""
    rules, garden = table.rules, table.plots[seat]
    step = rules.turn.steps[held.step]
    if step == "take":
        return ((rules.take, with_cards(rules, table.stock)),)
    size, cards = rules.namable, held.kinds(seat) if rules.names_cards else (0,)
    covers = () if is_used_up(table, "cover") else coverable(rules, garden)
    runs: list[tuple[Block, Sequence[int]]] = [
        (block, tuple(cell * size + card for cell in cells for card in cards))
        for block, cells in ((rules.place, garden.frontier), (rules.covering, covers))
        if len(block)
    ]
    if step == DISCARDING and not is_used_up(table, "discard"):
        runs.append((rules.discard, cards))
    return tuple(runs)


def coverable(rules: Rules, garden: Garden) -> tuple[int, ...]:
    """The cells whose top card may be covered."""
    return tuple(
        cell
        for cell, stack in zip(garden.cells, garden.stacks, strict=True)
        if uncoverable(rules, cell, stack) is None
    )


def uncoverable(rules: Rules, cell: int, stack: bytes) -> str | None:
    """The key of the rule that forbids covering a stack, or None."""
    if stack[-1] == rules.violet_card:
        return None if rules.cover_violet else "start.cover_violet"
    is_start = len(stack) == 1 and cell == rules.grid.centre
    if rules.cover == NEVER or (rules.cover == "not_start" and is_start):
        return "cover.cards"
    return "cover.depth" if rules.depth is not None and len(stack) >= rules.depth else None


# ---- what a move does -----------------------------------------------------------------------


def _take(state: State, move: Move, pile: int) -> State:
    """The top card of a pile is taken; the next one is shown at once, or at the next turn."""
    rules, stock, held = state.rules, state.stock, state.held
    card, turned, left = stock[pile][0], NOTHING, list(stock)
    left[pile] = left[pile][1:]
    stock = tuple(left)
    if rules.shown_at_once and pile < rules.open_piles:
        stock, turned = shown(rules, stock, pile)
    if held is not None:
        held = taken_in(held, _seat(state), card, seen=is_open(state, pile))
        taken = tuple(sorted({*state.taken, pile}))
        step = Step(stock, state.gone, held, taken, turned)
        return _stepped(state, move, state.plots, state.tally, step)
    return new_state(
        rules,
        stock,
        state.plots,
        state.gone,
        card,
        None,
        (pile,),
        turned,
        state.to_move,
        state.turns,
        state.ply + 1,
        move,
        state.tally,
    )


def _place(state: State, move: Move, place: int) -> State:
    """A card from the hand is laid beside another."""
    seat, card = _seat(state), state.hand
    if state.held is not None:
        place, card = _named(state, seat, place)
    garden = placed(state.rules, seat, state.plots[seat], place, card)
    return _grown(state, move, seat, garden, card, state.tally)


def _cover(state: State, move: Move, place: int) -> State:
    """A card from the hand is laid on top of another."""
    seat, card, tally = _seat(state), state.hand, state.tally
    if state.held is not None:
        place, card = _named(state, seat, place)
    if tally is not None:
        tally = used(state.rules, tally, seat, "cover")
    return _grown(state, move, seat, covered(state.plots[seat], place, card), card, tally)


def _discard(state: State, move: Move, place: int) -> State:
    """A card from the hand leaves the game face up."""
    seat, held = _seat(state), state.held
    assert held is not None, "a card is discarded only from a hand"
    _, card = _named(state, seat, place)
    tally = used(state.rules, state.tally, seat, "discard") if state.tally else None
    gone, held = state.gone + bytes((card,)), played(held, seat, card)
    step = Step(state.stock, gone, held, state.taken, ((NO_PILE, card),))
    return _stepped(state, move, state.plots, tally, step)


PERFORM: dict[str, Callable[[State, Move, int], State]] = {
    "take": _take,
    "place": _place,
    "cover": _cover,
    "discard": _discard,
}


def _seat(state: State) -> int:
    assert state.to_move is not None, "a game that is not over has a seat to move"
    return state.to_move


def _named(state: State, seat: int, place: int) -> tuple[int, int]:
    """The cell and the card of a place in a block; where moves name no card, the one in hand."""
    held, rules = state.held, state.rules
    assert held is not None, "a move names its card only where one may stay in hand"
    cell, card = divmod(place, rules.namable)
    return cell, card if rules.names_cards else held.kinds(seat)[0]


# ---- what follows ---------------------------------------------------------------------------


class Step(NamedTuple):
    """What the table is like after a step of a turn in which a card may stay in hand."""

    stock: Stock
    gone: bytes
    held: Held
    taken: tuple[int, ...]
    turned: Turned


def _grown(
    state: State, move: Move, seat: int, garden: Garden, card: int, tally: Tally | None
) -> State:
    """A card lies in a garden, and the turn is over or goes on."""
    plots = state.plots
    plots = (*plots[:seat], garden, *plots[seat + 1 :]) if len(plots) > 1 else (garden,)
    if state.held is None:
        return _turn_over(state, move, seat, plots, tally, None)
    held = played(state.held, seat, card)
    step = Step(state.stock, state.gone, held, state.taken, NOTHING)
    return _stepped(state, move, plots, tally, step)


def _stepped(
    state: State, move: Move, plots: tuple[Garden, ...], tally: Tally | None, step: Step
) -> State:
    """A step is done, and the turn is over or goes on."""
    rules, seat, turns, ply = state.rules, _seat(state), state.turns, state.ply + 1
    stock, gone, held, taken, turned = step
    held = at_step(rules, held, seat, held.step + 1, stock)
    if held.step == len(rules.turn.steps):
        return _turn_over(state, move, seat, plots, tally, step)
    return new_state(
        rules, stock, plots, gone, NO_CARD, held, taken, turned, seat, turns, ply, move, tally
    )


def _turn_over(
    state: State,
    move: Move,
    seat: int,
    plots: tuple[Garden, ...],
    done: Tally | None,
    step: Step | None,
) -> State:
    """The turn is over: cards may be swept, the game may end, or the next turn begins.

    Args:
        step: the last one; None in a usual turn.
    """
    rules = state.rules
    stock, gone, held, taken, turned = state.stock, state.gone, None, state.taken, NOTHING
    if step is not None:
        stock, gone, held, taken, turned = step
    turns, following = state.turns + 1, (seat + 1) % rules.seats
    waiting = () if rules.shown_at_once else taken
    tally, over = after_turn_of(rules, done, stock, plots, turns, seat)
    if not over and rules.sweep != NEVER:
        stock, away, more, waiting = swept(rules, stock, taken, waiting)
        gone, turned = gone + away, turned + more
        if not all(stock):  # nothing else that ends a game has changed
            tally, over = after_turn_of(rules, done, stock, plots, turns, seat)
    if not over:
        for pile in waiting:
            if pile < rules.open_piles:
                stock, more = shown(rules, stock, pile)
                turned += more
    if held is not None:
        held = held._replace(step=0) if over else at_step(rules, held, following, 0, stock)
    return new_state(
        rules,
        stock,
        plots,
        gone,
        NO_CARD,
        held,
        waiting if over else (),
        turned,
        None if over else following,
        turns,
        state.ply + 1,
        move,
        tally,
    )
