"""Whether a garden has room for the cards that its seat can still get.

A rules card leaves room for every game from its start; a position that was written by hand may not.
"""

from __future__ import annotations

from tilerules.games.flowers.rules import NEVER, VIOLET, Rules
from tilerules.games.flowers.state import NO_CARD, Garden, State
from tilerules.games.flowers.turns import at_end


def has_room(state: State, seat: int) -> bool:
    """Whether a garden has room for every card that its seat can still get."""
    rules, to_move = state.rules, state.to_move
    if to_move is None or rules.covers_all:
        return True
    holds = state.hand != NO_CARD
    following = (to_move + holds) % rules.seats
    turns = _most_turns(rules, state.stock, following)
    before = (seat - following) % rules.seats
    due = -((before - turns) // rules.seats) if turns > before else 0
    return _room(rules, state.plots[seat]) >= due + (holds and seat == to_move)


def _most_turns(rules: Rules, stock: tuple[bytes, ...], following: int) -> int:
    """How many turns there can be, from that of a seat on."""
    if at_end(rules, stock, following):
        return 0
    cards = sum(map(len, stock))
    turns = cards - len(stock) + 1 if all(stock) else 1
    if rules.finishes_round:
        turns += -(following + turns) % rules.seats
    return min(cards, turns)


def _room(rules: Rules, garden: Garden) -> int:
    """How many more cards a garden can take at least, however they are placed."""
    deep = 1 if rules.cover == NEVER else rules.depth or sum(rules.deck)
    room = deep * (_cells_at_last(rules, garden) - len(garden.cells))
    for cell, stack in zip(garden.cells, garden.stacks, strict=True):
        most = deep
        if cell == rules.grid.centre and len(stack) == 1 and rules.cover != "any":
            most = 1
        if str(rules.kinds[stack[-1]]) == VIOLET:
            most = max(deep, 2) if rules.cover_violet else 1
        room += max(most - len(stack), 0)
    return room


def _cells_at_last(rules: Rules, garden: Garden) -> int:
    """How many cells a garden covers at least when no other can be added."""
    cells, places = rules.grid.cells, [rules.grid.cells[cell] for cell in garden.cells]
    if not rules.is_limited:
        return len(cells)
    columns = _windows([x for x, _ in cells], [x for x, _ in places], rules.width)
    rows = _windows([y for _, y in cells], [y for _, y in places], rules.height)
    return min(
        sum(x in across and y in down for x, y in cells) for across in columns for down in rows
    )


def _windows(grid: list[int], taken: list[int], limit: int | None) -> tuple[range, range]:
    """The outermost columns (or rows) among which a garden can come to lie."""
    first, last = min(grid), max(grid)
    size = min(limit or len(grid), last - first + 1)
    left, right = max(first, max(taken) - size + 1), min(last - size + 1, min(taken))
    return range(left, left + size), range(right, right + size)
