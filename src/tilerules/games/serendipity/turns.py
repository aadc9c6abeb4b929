"""A turn of Serendipity: what a move does, and what follows."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable
from typing import TypeVar

import attrs

from tilerules.engine.moves import Move
from tilerules.engine.offers import pair_at
from tilerules.engine.quick import BYTE
from tilerules.engine.shared.tally import after_turn, used
from tilerules.games.serendipity.choices import (
    can_swap,
    choices,
    fate_of,
    is_own,
    options_of,
    stays_up,
)
from tilerules.games.serendipity.ending import (
    end_has_come,
    ended_by_choice,
    nothing_to_play,
    turn_begins,
)
from tilerules.games.serendipity.rules import (
    NEVER,
    SEEN,
    UP,
    WHAT,
    CellNumbers,
    Exchange,
    Leave,
    Rules,
)
from tilerules.games.serendipity.state import NO_CELL, NOBODY, State, new_state

# ---- what a move does -----------------------------------------------------------------------


def _choose(state: State, move: Move, colour: int) -> State:
    """A seat names a colour; seat after seat, round after round, until each has its number."""
    rules, seat = state.rules, state.to_move
    assert seat is not None, "a game that is not over has a seat to move"
    owner = state.owner[:colour] + BYTE[seat] + state.owner[colour + 1 :]
    chooser = _next_chooser(rules, owner, seat)
    if chooser is None:
        chosen = attrs.evolve(state, owner=owner, to_move=0, step="reveal")
        return attrs.evolve(resumed(chosen), ply=state.ply + 1, last_move=move)
    return attrs.evolve(state, owner=owner, to_move=chooser, ply=state.ply + 1, last_move=move)


def _reveal(state: State, move: Move, cell: int) -> State:
    """A tile is turned up: it goes back, stays up, or waits for a choice."""
    rules, board = state.rules, state.board
    what = board[cell] & WHAT
    owner = state.owner[what] if what < len(rules.colours) else state.to_move
    if owner != state.to_move and not (rules.sharing and is_own(state, what)):
        fate = rules.unowned if owner == NOBODY else rules.foreign
        if fate.stays_up == NEVER or not stays_up(state, fate):
            if not board[cell] & SEEN:
                board = _with_tile(board, cell, what | SEEN)
            return _gone_back(state, board, move, fate.then)
        if fate.stays_up != "chosen":
            return _dealt_with(state, *_turned_up(state, cell), move, fate.then)
    board, down = _turned_up(state, cell)
    waiting = new_state(
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
        state.tally,
    )
    # If none of a tile's options can be done it stays up and the turn ends.
    return (
        waiting if rules.leaving[what] or choices(waiting) else _turn_over(state, board, down, move)
    )


def _keep(state: State, move: Move, facing: int) -> State:
    """The tile just turned up is left; after a Serendip two other tiles may be swapped."""
    rules, options = state.rules, options_of(state)
    if options is None:
        return _dealt_with(state, state.board, state.down, move, fate_of(state).then)
    leave = offered(options.leave)
    if options is rules.own:
        return _dealt_with(state, state.board, state.down, move, leave.then)
    if state.tally is not None:
        state = _turned(state, facing)
    board = _with_tile(state.board, state.active, len(rules.colours) + facing | UP)
    swapping = new_state(
        rules,
        board,
        state.down,
        state.owner,
        state.to_move,
        "swap",
        NO_CELL,
        state.turns,
        state.ply + 1,
        move,
        state.tally,
    )
    return (
        swapping if can_swap(swapping) else _dealt_with(state, board, state.down, move, leave.then)
    )


def _back(state: State, move: Move, place: int) -> State:
    """The tile just turned up goes back face down; all have seen it."""
    board = _with_tile(state.board, state.active, state.board[state.active] & WHAT | SEEN)
    down = _with_cell(state.rules, state.down, state.active)
    return _dealt_with(state, board, down, move, fate_of(state).then)


def _move(state: State, move: Move, place: int) -> State:
    """The tile just turned up is exchanged; moving never flips a tile."""
    rules, options = state.rules, options_of(state)
    exchange = offered(options.exchange if options else None)
    cell, board = place, state.board
    if state.tally is not None:
        state = _having_used(state, "exchange")
    if exchange.turning == "free":
        cell, facing = divmod(place, rules.turnings)
        if state.tally is not None:
            state = _turned(state, facing)
        board = _with_tile(board, state.active, len(rules.colours) + facing | UP)
    return _dealt_with(state, *_exchanged(state, board, state.active, cell), move, exchange.then)


def _swap(state: State, move: Move, place: int) -> State:
    """Two tiles are swapped after a Serendip has been kept."""
    if state.tally is not None:
        state = _having_used(state, "swap")
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


def _having_used(state: State, thing: str) -> State:
    """The state in which it is counted that the seat to move has done a thing once more."""
    assert state.to_move is not None, "a game that is not over has a seat to move"
    return attrs.evolve(state, tally=used(state.rules, state.tally, state.to_move, thing))


def _turned(state: State, facing: int) -> State:
    """The same for the turning of a Serendip, if it does not lie with this facing already."""
    lay = (state.board[state.active] & WHAT) - len(state.rules.colours)
    return state if facing == lay else _having_used(state, "turning")


def _with_tile(board: bytes, cell: int, code: int) -> bytes:
    return board[:cell] + BYTE[code] + board[cell + 1 :]


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
    if isinstance(cells, bytes):
        return cells.replace(BYTE[cell], b"")
    at = cells.index(cell)
    return cells[:at] + cells[at + 1 :]


def _with_cell(rules: Rules, cells: CellNumbers, cell: int) -> CellNumbers:
    at = bisect(cells, cell)
    return cells[:at] + rules.alone[cell] + cells[at:]


# ---- what follows ---------------------------------------------------------------------------


def _dealt_with(state: State, board: bytes, down: CellNumbers, move: Move, then: str) -> State:
    """A tile has been dealt with: the seat goes on by duty or by right, or its turn is over."""
    rules = state.rules
    if then == "end_turn" or not down or ended_by_choice(state, board, down):
        return _turn_over(state, board, down, move)
    step = "again" if then == "must_reveal" else "go_on"
    return new_state(
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
        state.tally,
    )


def _gone_back(state: State, board: bytes, move: Move, then: str) -> State:
    """A tile has gone back: nothing new lies up, so only the limit on turns can end the game."""
    rules, turns = state.rules, state.turns + 1
    if then != "end_turn" or state.step != "reveal" or turns in rules.turns_to_look:
        return _dealt_with(state, board, state.down, move, then)
    seat = (state.to_move + 1) % rules.seats  # type: ignore[operator]
    return new_state(
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
        state.tally,
    )


def _turn_over(state: State, board: bytes, down: CellNumbers, move: Move) -> State:
    """The next seat's turn begins, unless the game has ended by itself or by its limit."""
    rules, seat, turns = state.rules, state.to_move, state.turns + 1
    assert seat is not None, "a game that is not over has a seat to move"
    tally, over = state.tally, end_has_come(rules, board, down, state.owner, turns)
    if tally is not None:
        tally, over = after_turn(rules, tally, seat, come=over)
    over = over or nothing_to_play(rules, down, turns)
    return new_state(
        rules,
        board,
        down,
        state.owner,
        None if over else (seat + 1) % rules.seats,
        "over" if over else "reveal",
        NO_CELL,
        turns,
        state.ply + 1,
        move,
        tally,
    )


def _next_chooser(rules: Rules, owner: bytes, seat: int) -> int | None:
    """The next seat that lacks a colour, clockwise from this one, or None."""
    following = ((seat + step) % rules.seats for step in range(1, rules.seats + 1))
    return next((each for each in following if owner.count(each) < rules.colours_each[each]), None)


# ---- positions that were read in ------------------------------------------------------------


def resumed(state: State) -> State:
    """A position that was read in, moved on as far as no choice is needed.

    At the start of a turn the game may be over; within a turn a choice or a swap may be
    impossible, or nothing left to turn up.
    """
    rules = state.rules
    match state.step:
        case "reveal":
            return _turn_begun(state)
        case "decide" if not choices(state):
            return _unmoved(state, "end_turn")
        case "swap" if not can_swap(state):
            return _unmoved(state, offered(rules.serendip.leave).then)
        case "again" | "go_on" if not state.down or ended_by_choice(state, state.board, state.down):
            return _unmoved(state, "end_turn")
    return state


def _turn_begun(state: State) -> State:
    """The turn of the seat to move begins, or the game is over."""
    assert state.to_move is not None, "a game that is not over has a seat to move"
    tally, over = turn_begins(state, state.to_move)
    if over:
        return attrs.evolve(state, step="over", to_move=None, tally=tally)
    return attrs.evolve(state, tally=tally)


def _unmoved(state: State, then: str) -> State:
    """What follows where no move was made."""
    move = state.last_move
    after = _dealt_with(state, state.board, state.down, move, then)  # type: ignore[arg-type]
    return attrs.evolve(after, ply=state.ply)
