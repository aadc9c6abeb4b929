"""A turn of Serendipity: what is offered, and what a move does."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable
from typing import TypeVar

import attrs

from tilerules.engine.moves import Move
from tilerules.engine.offers import Pairs, Product, Runs, pair_at
from tilerules.games.serendipity.rules import (
    NEVER,
    ONLY,
    SEEN,
    UP,
    WHAT,
    CellNumbers,
    Exchange,
    Fate,
    Leave,
    Options,
    Rules,
    With,
)
from tilerules.games.serendipity.state import NO_CELL, NOBODY, State, Table

# ---- what is offered ------------------------------------------------------------------------


def offers(table: Table) -> Runs:
    """The runs of moves of the seat to move, in the order of action ids."""
    moves = table.rules.all_moves
    match table.step:
        case "reveal" | "again":
            return ((moves["reveal"], table.down),)
        case "go_on":
            return (moves["reveal"], table.down), (moves["pass"], ONLY)
        case "decide":
            return _choices(table)
        case "swap":
            swap = (moves["swap"], Pairs(swappable(table)))
            return (swap,) if swap_is_duty(table.rules) else ((moves["pass"], ONLY), swap)
        case "choose":
            free = tuple(colour for colour, seat in enumerate(table.owner) if seat == NOBODY)
            return ((moves["choose"], free),)
    return ()


def _choices(table: Table) -> Runs:
    """What may be done with the tile just turned up."""
    rules = table.rules
    what = table.board[table.active] & WHAT
    if what >= len(rules.colours):
        exchange = rules.serendip.exchange
    elif table.owner[what] == table.to_move:
        exchange = rules.own.exchange
    else:
        return rules.kept_or_back
    leaving = rules.leaving[what]
    if exchange is None or not (cells := partners(table, exchange)):
        return leaving
    if exchange.turning == "free":
        return (*leaving, (rules.all_moves["move_facing"], Product(cells, rules.turnings)))
    return (*leaving, (rules.all_moves["move"], cells))


def choice_exists(table: Table) -> bool:
    """Whether the rules leave a choice about the tile just turned up, possible here or not."""
    return options_of(table) is not None or _fate(table).stays_up == "chosen"


def options_of(table: Table) -> Options | None:
    """The options for the tile just turned up; None if it is one to keep or turn back."""
    rules, what = table.rules, table.board[table.active] & WHAT
    if what >= len(rules.colours):
        return rules.serendip
    return rules.own if table.owner[what] == table.to_move else None


def partners(table: Table, exchange: Exchange) -> CellNumbers:
    """The cells with which the tile just turned up may be exchanged."""
    face_down = exchange.partner == "face_down"
    cells = table.down if face_down else movable(table, exchange.partner)
    if table.active in cells:
        cells = table.rules.pack(cell for cell in cells if cell != table.active)
    if exchange.beside == "own_flower":
        cells = table.rules.pack(cell for cell in cells if _joins(table, cell))
    return cells


def swappable(table: Table) -> CellNumbers:
    """The cells that may take part in the swap after a kept Serendip."""
    leave = table.rules.serendip.leave
    assert leave is not None, "the phase swap comes from leaving a Serendip"
    return movable(table, leave.swap_with)


def swap_is_duty(rules: Rules) -> bool:
    """Whether the swap after a kept Serendip may not be waived."""
    return rules.serendip.leave is not None and rules.serendip.leave.swap == "must"


def movable(table: Table, which: With) -> CellNumbers:
    """The cells of the tiles that may change places; a face-up Serendip never may."""
    return table.rules.picked(table.board, table.rules.movable[which])


def _joins(table: Table, cell: int) -> bool:
    """Whether the tile just turned up would lie there beside another flower of its colour, up."""
    board, here = table.board, table.active
    flower = board[here]
    return any(
        board[cell if near == here else near] == flower
        for near in table.rules.board.neighbours[cell]
    )


# ---- what a move does -----------------------------------------------------------------------


def _choose(state: State, move: Move, colour: int) -> State:
    """A seat names a colour; seat after seat, round after round, until each has its number."""
    rules, seat = state.rules, state.to_move
    assert seat is not None, "a game that is not over has a seat to move"
    owner = state.owner[:colour] + bytes([seat]) + state.owner[colour + 1 :]
    chooser = next_chooser(rules, owner, seat)
    if chooser is None:
        chosen = attrs.evolve(state, owner=owner)
        return _turn_begins(chosen, state.board, state.down, move, 0, state.turns)
    return attrs.evolve(state, owner=owner, to_move=chooser, ply=state.ply + 1, last_move=move)


def next_chooser(rules: Rules, owner: bytes, seat: int) -> int | None:
    """The next seat that lacks a colour, clockwise from this one, or None."""
    following = ((seat + step) % rules.seats for step in range(1, rules.seats + 1))
    return next((each for each in following if owner.count(each) < rules.colours_each), None)


def _reveal(state: State, move: Move, cell: int) -> State:
    """A tile is turned up: it goes back, stays up, or waits for a choice."""
    rules, board = state.rules, state.board
    what = board[cell] & WHAT
    if what < len(rules.colours) and state.owner[what] != state.to_move:
        fate = rules.unowned if state.owner[what] == NOBODY else rules.foreign
        if not _stays(state, fate):
            if not board[cell] & SEEN:
                board = _with_tile(board, cell, what | SEEN)
            return _gone_back(state, board, move, fate.then)
        if fate.stays_up != "chosen":
            return _dealt_with(state, *_turned_up(state, cell), move, fate.then)
    board, down = _turned_up(state, cell)
    waiting = State(
        rules,
        board,
        down,
        state.owner,
        state.to_move,
        "decide",
        cell,
        state.turns,
        state.ply + 1,
        move,
    )
    # If none of a tile's options can be done it stays up and the turn ends.
    return (
        waiting
        if rules.leaving[what] or _choices(waiting)
        else _turn_over(state, board, down, move)
    )


def _stays(state: State, fate: Fate) -> bool:
    """Whether a tile that is not the seat's own may stay up."""
    if fate.stays_up == "after_serendips":
        return serendips_up(state.rules, state.board) >= fate.serendips
    return fate.stays_up != NEVER


def _keep(state: State, move: Move, facing: int) -> State:
    """The tile just turned up is left; after a Serendip two other tiles may be swapped."""
    rules, options = state.rules, options_of(state)
    if options is None:
        return _dealt_with(state, state.board, state.down, move, _fate(state).then)
    leave = offered(options.leave)
    if options is rules.own:
        return _dealt_with(state, state.board, state.down, move, leave.then)
    board = _with_tile(state.board, state.active, len(rules.colours) + facing | UP)
    swapping = attrs.evolve(
        state, board=board, step="swap", active=NO_CELL, ply=state.ply + 1, last_move=move
    )
    return (
        swapping if can_swap(swapping) else _dealt_with(state, board, state.down, move, leave.then)
    )


def swap_exists(rules: Rules) -> bool:
    """Whether there is a swap after a kept Serendip under these rules."""
    return rules.serendip.leave is not None and rules.serendip.leave.swap != NEVER


def can_swap(table: Table) -> bool:
    """Whether the swap after a kept Serendip is possible."""
    return swap_exists(table.rules) and len(swappable(table)) > 1


def _fate(table: Table) -> Fate:
    """What becomes of the tile just turned up, which is not the seat's own."""
    owner = table.owner[table.board[table.active] & WHAT]
    return table.rules.unowned if owner == NOBODY else table.rules.foreign


def _back(state: State, move: Move, place: int) -> State:
    """The tile just turned up goes back face down; all have seen it."""
    board = _with_tile(state.board, state.active, state.board[state.active] & WHAT | SEEN)
    down = _with_cell(state.rules, state.down, state.active)
    return _dealt_with(state, board, down, move, _fate(state).then)


def _move(state: State, move: Move, place: int) -> State:
    """The tile just turned up is exchanged; moving never flips a tile."""
    rules, options = state.rules, options_of(state)
    exchange = offered(options.exchange if options else None)
    cell, board = place, state.board
    if exchange.turning == "free":
        cell, facing = divmod(place, rules.turnings)
        board = _with_tile(board, state.active, len(rules.colours) + facing | UP)
    return _dealt_with(state, *_exchanged(state, board, state.active, cell), move, exchange.then)


def _swap(state: State, move: Move, place: int) -> State:
    """Two tiles are swapped after a Serendip has been kept."""
    board, down = _exchanged(state, state.board, *pair_at(place))
    return _dealt_with(state, board, down, move, offered(state.rules.serendip.leave).then)


def _pass(state: State, move: Move, place: int) -> State:
    """The swap is waived, or no further tile is turned up."""
    if state.step == "go_on":
        return _turn_over(state, state.board, state.down, move)
    return _dealt_with(
        state, state.board, state.down, move, offered(state.rules.serendip.leave).then
    )


PERFORM: dict[str, Callable[[State, Move, int], State]] = {
    "choose": _choose,
    "reveal": _reveal,
    "keep": _keep,
    "back": _back,
    "move": _move,
    "swap": _swap,
    "pass": _pass,
}

Option = TypeVar("Option", Leave, Exchange)


def offered(option: Option | None) -> Option:
    """An option that must be there, since a move of it was offered."""
    assert option is not None, "only what the card has is offered"
    return option


def _with_tile(board: bytes, cell: int, code: int) -> bytes:
    return board[:cell] + bytes((code,)) + board[cell + 1 :]


def _turned_up(state: State, cell: int) -> tuple[bytes, CellNumbers]:
    board = _with_tile(state.board, cell, state.board[cell] & WHAT | UP)
    return board, _without_cell(state.down, cell)


def _exchanged(state: State, board: bytes, one: int, other: int) -> tuple[bytes, CellNumbers]:
    """The board, and what lies face down on it, after two tiles have changed places."""
    tiles = bytearray(board)
    tiles[one], tiles[other] = tiles[other], tiles[one]
    down = state.down
    if (board[one] ^ board[other]) & UP:
        came, went = (one, other) if board[one] & UP else (other, one)
        down = _with_cell(state.rules, _without_cell(down, went), came)
    return bytes(tiles), down


def _without_cell(cells: CellNumbers, cell: int) -> CellNumbers:
    at = cells.index(cell)
    return cells[:at] + cells[at + 1 :]


def _with_cell(rules: Rules, cells: CellNumbers, cell: int) -> CellNumbers:
    at = bisect(cells, cell)
    return cells[:at] + rules.pack((cell,)) + cells[at:]


# ---- what follows ---------------------------------------------------------------------------


def _dealt_with(state: State, board: bytes, down: CellNumbers, move: Move, then: str) -> State:
    """A tile has been dealt with: the seat goes on by duty or by right, or its turn is over."""
    rules = state.rules
    if then == "end_turn" or not down or _ended_by_choice(rules, board, down, state.owner):
        return _turn_over(state, board, down, move)
    step = "again" if then == "must_reveal" else "go_on"
    return State(
        rules,
        board,
        down,
        state.owner,
        state.to_move,
        step,
        NO_CELL,
        state.turns,
        state.ply + 1,
        move,
    )


def _gone_back(state: State, board: bytes, move: Move, then: str) -> State:
    """A tile has gone back: nothing new lies up, so only the limit on turns can end the game."""
    rules, turns = state.rules, state.turns + 1
    if then != "end_turn" or state.step != "reveal" or turns == rules.end.turn_limit:
        return _dealt_with(state, board, state.down, move, then)
    seat = (state.to_move + 1) % rules.seats  # type: ignore[operator]
    return State(
        rules,
        board,
        state.down,
        state.owner,
        seat,
        "reveal",
        NO_CELL,
        turns,
        state.ply + 1,
        move,
    )


def _turn_over(state: State, board: bytes, down: CellNumbers, move: Move) -> State:
    """The next seat's turn begins."""
    assert state.to_move is not None, "a game that is not over has a seat to move"
    seat = (state.to_move + 1) % state.rules.seats
    return _turn_begins(state, board, down, move, seat, state.turns + 1)


def _turn_begins(
    state: State, board: bytes, down: CellNumbers, move: Move, seat: int, turns: int
) -> State:
    """A turn begins, unless the game has ended by itself or by its limit."""
    rules = state.rules
    over = _at_end(rules, board, down, state.owner, turns)
    return State(
        rules,
        board,
        down,
        state.owner,
        None if over else seat,
        "over" if over else "reveal",
        NO_CELL,
        turns,
        state.ply + 1,
        move,
    )


# ---- the end --------------------------------------------------------------------------------


def serendips_up(rules: Rules, board: bytes) -> int:
    """How many Serendips lie face up."""
    return len(board.translate(None, rules.not_serendip_up))


def ended(rules: Rules, board: bytes, down: CellNumbers, owner: bytes) -> bool:
    """Whether enough Serendips and enough complete colours lie face up."""
    end = rules.end
    if len(down) > rules.most_down or serendips_up(rules, board) < end.serendips_up:
        return False
    counting = [colour for colour, seat in enumerate(owner) if seat != NOBODY or end.whose == "any"]
    complete = sum(board.count(colour | UP) == rules.copies for colour in counting)
    return complete >= (len(counting) if end.complete_colours is None else end.complete_colours)


def _ended_by_choice(rules: Rules, board: bytes, down: CellNumbers, owner: bytes) -> bool:
    """Whether the end, looked at after each choice, has come within a turn."""
    return rules.end.looked_at == "choice" and ended(rules, board, down, owner)


def at_end(table: Table) -> bool:
    """Whether the game is over if a turn were to begin now."""
    return _at_end(table.rules, table.board, table.down, table.owner, table.turns)


def _at_end(rules: Rules, board: bytes, down: CellNumbers, owner: bytes, turns: int) -> bool:
    limit = rules.end.turn_limit
    return not down or (limit is not None and turns >= limit) or ended(rules, board, down, owner)


def is_cut_short(table: Table) -> bool:
    """Whether only the limit on turns has ended the game."""
    return bool(table.down) and not ended(table.rules, table.board, table.down, table.owner)


def resumed(state: State) -> State:
    """A position that was read in, moved on as far as no choice is needed.

    At the start of a turn the game may be over; within a turn a choice or a swap may be
    impossible, or nothing left to turn up.
    """
    rules = state.rules
    match state.step:
        case "reveal" if at_end(state):
            return attrs.evolve(state, step="over", to_move=None)
        case "decide" if not _choices(state):
            return _unmoved(state, "end_turn")
        case "swap" if not can_swap(state):
            return _unmoved(state, offered(rules.serendip.leave).then)
        case "again" | "go_on" if not state.down or _ended_by_choice(
            rules, state.board, state.down, state.owner
        ):
            return _unmoved(state, "end_turn")
    return state


def _unmoved(state: State, then: str) -> State:
    """What follows where no move was made."""
    move = state.last_move
    after = _dealt_with(state, state.board, state.down, move, then)  # type: ignore[arg-type]
    return attrs.evolve(after, ply=state.ply)
