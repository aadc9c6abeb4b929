"""Whether a garden has room for the cards that its seat can still get.

A rules card leaves room for every game from its start; a position that was written by hand may not.
"""

from __future__ import annotations

from tilerules.engine.shared.rules import Use
from tilerules.games.flowers.lengths import most_turns, must_be_laid, shared_out
from tilerules.games.flowers.rules import NEVER, Rules
from tilerules.games.flowers.state import NO_CARD, Garden, State


def has_room(state: State, seat: int) -> bool:
    """Whether a garden has room for every card that its seat can still get."""
    rules, to_move = state.rules, state.to_move
    if to_move is None or (rules.covers_all and not rules.shared.uses):
        return True
    steps, turn = rules.turn.steps[state.step :], rules.turn
    sizes = _later_sizes(state, steps.count("take"))
    turns, before = _most_turns(state, sizes), (seat - to_move - 1) % rules.seats
    later = -((before - turns) // rules.seats) if turns > before else 0
    placed = turn.takes * later
    held = state.held.number(seat) if state.held else 0
    if seat == to_move:
        placed += len(steps) - steps.count("take")
        held += state.hand != NO_CARD
    placed = min(placed, held + sum(map(len, state.stock)))
    discards = _last_uses(state, seat, "discard", is_last=not later)
    return _room(state, seat, is_last=not later) >= must_be_laid(placed, turn, *discards)


def _later_sizes(state: State, takes: int) -> list[int]:
    """The sizes of the piles after this turn, in which so many cards may still be taken."""
    rules, stock = state.rules, state.stock
    piles = [len(pile) for pile in stock]
    sizes = [*shared_out(piles, len(rules.takeable), is_display=rules.is_display)]
    most = sum(sizes)
    if len(rules.takeable) < len(stock) and not rules.shown_at_once:
        most = sum(map(len, stock[:-1]))
    for _ in range(min(takes, most)):
        sizes[sizes.index(max(sizes))] -= 1
    return sizes


def _most_turns(state: State, sizes: list[int]) -> int:
    """How many turns there can be after this one, which leaves piles of these sizes."""
    rules, left, turn = state.rules, state.turns_left, state.rules.turn
    assert state.to_move is not None, "there are turns only before the end"
    if left is not None:
        return min(-(-sum(sizes) // turn.least), left - 1)
    return most_turns(
        sizes,
        rules.seats,
        rules.shared.ends,
        rules.empty_piles,
        least=turn.least,
        turns=state.turns + 1,
        seat=(state.to_move + 1) % rules.seats,
    )


def _room(state: State, seat: int, *, is_last: bool) -> int:
    """How many more cards a garden can take at least, however they are placed.

    Args:
        is_last: whether the seat has no turn after this one.
    """
    rules, garden = state.rules, state.plots[seat]
    cells = _cells_at_last(rules, seat, garden) - len(garden.cells)
    deep = rules.depth or sum(rules.deck)
    covers = (most_stacked(rules.cover, deep) - 1) * cells
    for cell, stack in zip(garden.cells, garden.stacks, strict=True):
        is_start = cell == rules.grid.centre and len(stack) == 1
        violet = rules.cover_violet if stack[-1] == rules.violet_card else None
        most = most_stacked(rules.cover, deep, is_start=is_start, cover_violet=violet)
        covers += max(most - len(stack), 0)
    use, left = _last_uses(state, seat, "cover", is_last=is_last)
    return cells + (min(covers, left) if rules.turn.is_limited_by(use) else covers)


def most_stacked(
    cards: str, deep: int, *, is_start: bool = False, cover_violet: bool | None = None
) -> int:
    """How many cards a stack holds when no other can be laid on it.

    Args:
        cards: which ones may be covered.
        deep: how many may lie on one another, or as many as matter where there is no limit.
        is_start: whether its lowest card is that with which the garden began.
        cover_violet: whether this is a violet card that may be covered; None for another card.
    """
    most = 1 if cards == NEVER else deep
    if cover_violet is not None:
        return max(most, 2) if cover_violet else 1
    return 1 if is_start and cards != "any" else most


def _last_uses(state: State, seat: int, thing: str, *, is_last: bool) -> tuple[Use | None, int]:
    """What limits a thing, and how often a seat can do it with the last cards that it lays."""
    for place, use in enumerate(state.rules.shared.uses):
        if use.thing == thing and state.tally:
            done = state.tally.used[seat][place] if use.within == "game" or is_last else 0
            return use, use.times - done
    return None, 0


def _cells_at_last(rules: Rules, seat: int, garden: Garden) -> int:
    """How many cells a garden covers at least when no other can be added."""
    cells, places = rules.grid.cells, [rules.grid.cells[cell] for cell in garden.cells]
    if not rules.is_limited:
        return len(cells)
    columns = _windows([x for x, _ in cells], [x for x, _ in places], rules.widths[seat])
    rows = _windows([y for _, y in cells], [y for _, y in places], rules.heights[seat])
    return min(
        sum(x in across and y in down for x, y in cells) for across in columns for down in rows
    )


def _windows(grid: list[int], taken: list[int], limit: int | None) -> tuple[range, range]:
    """The outermost columns (or rows) among which a garden can come to lie."""
    first, last = min(grid), max(grid)
    size = min(limit or len(grid), last - first + 1)
    left, right = max(first, max(taken) - size + 1), min(last - size + 1, min(taken))
    return range(left, left + size), range(right, right + size)
