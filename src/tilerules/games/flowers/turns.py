"""A turn of Flowers: what is offered, and what a move does."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tilerules.engine.moves import Move
from tilerules.engine.offers import Runs
from tilerules.games.flowers.rules import NEVER, VIOLET, Rules
from tilerules.games.flowers.state import (
    NO_CARD,
    NO_PILE,
    Garden,
    State,
    Table,
    covered,
    placed,
)

# ---- what is offered ------------------------------------------------------------------------


def offers(table: Table) -> Runs:
    """The runs of moves of the seat to move, in the order of action ids."""
    seat, rules = table.to_move, table.rules
    if seat is None:
        return ()
    if table.hand == NO_CARD:
        return ((rules.take, _with_cards(table.stock)),)
    garden = table.plots[seat]
    place = (rules.place, garden.frontier)
    if rules.covers_all:
        return place, (rules.covering, garden.cells)
    if not len(rules.covering):
        return (place,)
    return place, (rules.covering, coverable(rules, garden))


def _with_cards(stock: tuple[bytes, ...]) -> Sequence[int]:
    """The piles that have cards."""
    if all(stock):
        return range(len(stock))
    return tuple(pile for pile, cards in enumerate(stock) if cards)


def coverable(rules: Rules, garden: Garden) -> tuple[int, ...]:
    """The cells whose top card may be covered."""
    return tuple(
        cell
        for cell, stack in zip(garden.cells, garden.stacks, strict=True)
        if uncoverable(rules, cell, stack) is None
    )


def uncoverable(rules: Rules, cell: int, stack: bytes) -> str | None:
    """The key of the rule that forbids covering a stack, or None."""
    if str(rules.kinds[stack[-1]]) == VIOLET:
        return None if rules.cover_violet else "start.cover_violet"
    is_start = len(stack) == 1 and cell == rules.grid.centre
    if rules.cover == NEVER or (rules.cover == "not_start" and is_start):
        return "cover.cards"
    return "cover.depth" if rules.depth is not None and len(stack) >= rules.depth else None


# ---- what a move does -----------------------------------------------------------------------


def _take(state: State, move: Move, pile: int) -> State:
    """The top card of a pile is taken; the next one is shown at once, or at the next turn."""
    rules, cards = state.rules, state.stock[pile]
    stock = state.stock[:pile] + (cards[1:],) + state.stock[pile + 1 :]
    shown = rules.shown_at_once and pile < rules.open_piles and len(cards) > 1
    return State(
        rules,
        stock,
        state.plots,
        state.gone,
        cards[0],
        pile,
        ((pile, cards[1]),) if shown else (),
        state.to_move,
        state.turns,
        state.ply + 1,
        move,
    )


def _place(state: State, move: Move, cell: int) -> State:
    """The card in hand is laid beside another."""
    return _grown(state, move, placed(state.rules, state.plots[_seat(state)], cell, state.hand))


def _cover(state: State, move: Move, cell: int) -> State:
    """The card in hand is laid on top of another."""
    return _grown(state, move, covered(state.plots[_seat(state)], cell, state.hand))


PERFORM: dict[str, Callable[[State, Move, int], State]] = {
    "take": _take,
    "place": _place,
    "cover": _cover,
}


def _seat(state: State) -> int:
    assert state.to_move is not None, "a game that is not over has a seat to move"
    return state.to_move


# ---- what follows ---------------------------------------------------------------------------


def _grown(state: State, move: Move, garden: Garden) -> State:
    """The turn is over: cards may be swept, the game may end, or the next turn begins."""
    rules, seat, stock, gone = state.rules, _seat(state), state.stock, state.gone
    plots = state.plots[:seat] + (garden,) + state.plots[seat + 1 :]
    following = (seat + 1) % rules.seats
    waiting = state.taken_from if not rules.shown_at_once else NO_PILE
    turned: tuple[tuple[int, int], ...] = ()
    over = at_end(rules, stock, following)
    if not over and rules.sweep != NEVER:
        stock, gone, turned, waiting = _swept(state, waiting)
        over = at_end(rules, stock, following)
    if not over and 0 <= waiting < rules.open_piles and stock[waiting]:
        turned += ((waiting, stock[waiting][0]),)
    return State(
        rules,
        stock,
        plots,
        gone,
        NO_CARD,
        waiting if over else NO_PILE,
        turned,
        None if over else following,
        state.turns + 1,
        state.ply + 1,
        move,
    )


def _swept(
    state: State, waiting: int
) -> tuple[tuple[bytes, ...], bytes, tuple[tuple[int, int], ...], int]:
    """The piles, what was swept, what was turned up, and the pile whose card still waits for it.

    Of each open pile the top card is turned up, if it was not yet, and leaves the game; then the
    next one is turned up.
    """
    rules, stock, gone = state.rules, state.stock, state.gone
    turned: tuple[tuple[int, int], ...] = ()
    for pile, cards in enumerate(stock[: rules.open_piles]):
        if not cards or (rules.sweep == "other_piles" and pile == state.taken_from):
            continue
        if pile == waiting:
            turned, waiting = turned + ((pile, cards[0]),), NO_PILE
        if len(cards) > 1:
            turned += ((pile, cards[1]),)
        gone += cards[:1]
        stock = stock[:pile] + (cards[1:],) + stock[pile + 1 :]
    return stock, gone, turned, waiting


def at_end(rules: Rules, stock: tuple[bytes, ...], following: int) -> bool:
    """Whether the game is over when the turn of a seat would begin."""
    if all(stock):
        return False
    return not rules.finishes_round or following == 0 or not any(stock)
