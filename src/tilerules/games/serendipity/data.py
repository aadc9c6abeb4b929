"""Deals and positions of Serendipity as JSON data, written and read back."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import attrs

from tilerules.data.source import LARGEST, Source, said
from tilerules.engine.data import (
    DEAL_KEYS,
    HEADING,
    OBSERVED,
    last_move_from,
    observed_by,
    salt_from,
    to_move_from,
)
from tilerules.engine.moves import Move
from tilerules.engine.shared.tally import check_tally, tally_from
from tilerules.games.serendipity.choices import choice_exists, swap_exists
from tilerules.games.serendipity.ending import can_be_over
from tilerules.games.serendipity.rules import SEEN, UNKNOWN, UP, WHAT, Rules
from tilerules.games.serendipity.state import (
    NO_CELL,
    NOBODY,
    SERENDIP,
    Cell,
    Deal,
    Observation,
    Shown,
    State,
    Table,
    decoded,
    encoded,
    new_observation,
    new_state,
)
from tilerules.games.serendipity.turns import resumed
from tilerules.table.hexagon import DIRECTIONS

PHASES = ("choose", "reveal", "decide", "swap", "go_on", "over")
_DEAL_KEYS = (*DEAL_KEYS, "cells")
_STATE_KEYS = (*HEADING, "begun", "turned_up", "owners", "cells")
_OBSERVATION_KEYS = (*_STATE_KEYS, *OBSERVED, "shown")


def deal_data(deal: Deal) -> dict[str, Any]:
    """The entries of Serendipity in the data of a deal."""
    return {"cells": {label: _tile_data(cell) for label, cell in deal.cells.items()}}


def table_data(table: Table) -> dict[str, Any]:
    """The entries of Serendipity in the data of a position."""
    return {
        "begun": table.begun,
        "turned_up": table.turned_up,
        "owners": dict(table.owners),
        "cells": {label: _cell_data(cell) for label, cell in table.cells.items()},
    }


def _tile_data(cell: Cell) -> dict[str, Any]:
    entries = {"tile": cell.tile, "facing": cell.facing}
    return {key: value for key, value in entries.items() if value}


def _cell_data(cell: Cell) -> dict[str, Any]:
    data: dict[str, Any] = {"tile": cell.tile, "up": cell.up}
    if cell.facing:
        data["facing"] = cell.facing
    if cell.seen:
        data["seen"] = True
    return data


def observation_data(observation: Observation) -> dict[str, Any]:
    """The same for an observation, with what the last ply turned up."""
    shown = observation.shown
    return {**table_data(observation), "shown": shown and attrs.asdict(shown)}


# ---- reading --------------------------------------------------------------------------------


def deal_from(rules: Rules, source: Source) -> Deal:
    """Read a deal; that there are as many cells as tiles, the rules see to."""
    source.keys(_DEAL_KEYS)
    board = _board(rules, source.entry("cells"), _dealt)
    return Deal(rules, board, salt_from(source))


def state_from(rules: Rules, source: Source) -> State:
    """Read a state; a position in which no choice is open moves on to where one is."""
    source.keys(_STATE_KEYS)
    return _position(rules, source, unknown=False)


def observation_from(rules: Rules, source: Source) -> Observation:
    """Read an observation, in the same way."""
    source.keys(_OBSERVATION_KEYS)
    viewer, memory = observed_by(source, rules.seats)
    position = _position(rules, source, unknown=True)
    _check_remembered(position, source.entry("cells"), memory=memory)
    shown = _shown(position, source.entry("shown", None))
    fields: tuple[Any, ...] = (*attrs.astuple(position, recurse=False), viewer, memory, shown)
    return new_observation(*fields)


def _position(rules: Rules, source: Source, *, unknown: bool) -> State:
    """What states and observations share, as a state; in an observation tiles may be unknown."""
    step = _step(source)
    owner = _owner(rules, source.entry("owners", {}))
    board = _board(rules, source.entry("cells"), partial(_code, unknown=unknown))
    position = new_state(
        rules,
        board,
        rules.face_down(board),
        owner,
        to_move_from(source.entry("to_move", None), rules.seats, over=step == "over"),
        step,
        _active(rules, source.entry("turned_up", None), step, board),
        source.entry("turns", 0).whole(0, LARGEST),
        source.entry("ply", 0).whole(0, LARGEST),
        _last_move(rules, source.entry("last_move", None), board),
        tally_from(rules, source),
    )
    _check_choice(position, source)
    _check_counted(position, source)
    return resumed(position)


def _step(source: Source) -> str:
    """The phase, and whether it lies within a turn that has begun."""
    phase = source.entry("phase").word(PHASES)
    within = phase in ("decide", "swap", "go_on")
    begun = source.entry("begun", within)
    if phase == "reveal":
        return "again" if begun.flag() else "reveal"
    if begun.flag() != within:
        raise begun.fault(f"is {'true' if within else 'false'} in the phase {phase}")
    return phase


def _owner(rules: Rules, source: Source) -> bytes:
    owner = bytearray([NOBODY]) * len(rules.colours)
    for colour, seat in source.entries():
        if colour not in rules.colours:
            raise seat.fault(
                f"there is no colour {said(colour)}; known are {', '.join(rules.colours)}"
            )
        owner[rules.colours.index(colour)] = seat.whole(0, rules.seats - 1)
    for seat_number, most in enumerate(rules.colours_each):
        if owner.count(seat_number) > most:
            raise source.fault(f"seat {seat_number} has more than {most} colours")
    return bytes(owner)


def _board(rules: Rules, source: Source, code: Callable[[Rules, Source], int]) -> bytes:
    """The bytes of all cells, each read with a function."""
    source.keys(rules.board.labels)
    board = bytes(code(rules, source.entry(label)) for label in rules.board.labels)
    whats = [code & WHAT for code in board]
    for number, colour in enumerate(rules.colours):
        if whats.count(number) > rules.copies:
            raise source.fault(f"there are more than {rules.copies} {colour} tiles")
    if sum(len(rules.colours) <= what < UNKNOWN for what in whats) > rules.serendips:
        raise source.fault(f"there are more than {rules.serendips} Serendips")
    return board


def _dealt(rules: Rules, source: Source) -> int:
    """The byte of a tile that is dealt."""
    source.keys(("tile", "facing"))
    tile, facing = source.entry("tile"), source.entry("facing", None)
    code = _tile(rules, tile, facing)
    if rules.alike and code > len(rules.colours):
        raise facing.fault("these rules lay all Serendips alike, facing ne")
    return code


def _code(rules: Rules, source: Source, *, unknown: bool) -> int:
    """The byte of a cell."""
    source.keys(("tile", "up", "facing", "seen"))
    up = _flag(source, "up")
    seen = source.entry("seen", rules.known and not up and not unknown).flag()
    if up and seen:
        raise source.fault_at("seen", "only a tile that lies face down has been turned back")
    if rules.known and not (up or seen or unknown):
        raise source.fault_at("seen", "these rules let all see all tiles before the first turn")
    flags = UP if up else SEEN if seen else 0
    tile, facing = source.entry("tile"), source.entry("facing", None)
    if not unknown or flags:
        return _tile(rules, tile, facing) | flags
    if tile.value is not None:
        raise tile.fault("only a tile that lies up, or has been seen, is known")
    return UNKNOWN


def _tile(rules: Rules, tile: Source, facing: Source) -> int:
    """The byte of a face-down tile."""
    name = tile.word((*rules.colours, SERENDIP))
    if facing.value is None:
        return encoded(rules, name, None)
    if name != SERENDIP:
        raise facing.fault("only a Serendip has a facing")
    return encoded(rules, name, facing.word(DIRECTIONS))


def _flag(source: Source, key: str) -> bool:
    return source.entry(key, default=False).flag()


def _active(rules: Rules, source: Source, step: str, board: bytes) -> int:
    if step != "decide":
        if source.value is not None:
            raise source.fault("a tile waits for a choice only in the phase decide")
        return NO_CELL
    if source.value is None:
        raise source.fault("is missing: the cell of the tile that waits for a choice")
    cell = rules.board.index[source.word(rules.board.labels)]
    if not board[cell] & UP:
        raise source.fault("the tile here lies face down, so it does not wait for a choice")
    return cell


def _last_move(rules: Rules, source: Source, board: bytes) -> Move | None:
    nothing_turned_up = new_state(rules, board, (), b"", 0, "reveal", NO_CELL, 0, 0, None, None)
    move = last_move_from(source, nothing_turned_up)
    if move and move.kind == "reveal":
        code = board[rules.board.index[move.args[0]]]
        if code != UNKNOWN and not code & (UP | SEEN):
            raise source.fault("a tile that the last move turned up lies up, or has been seen")
    return move


def _shown(position: State, source: Source) -> Shown | None:
    """What the last ply turned up; without memory it alone tells a tile that went back."""
    last, rules = position.last_move, position.rules
    if last is None or last.kind != "reveal":
        if source.value is not None:
            raise source.fault("is null unless the last move turned up a tile")
        return None
    lies = position.cells[last.args[0]]
    if source.value is None and lies.tile is not None:
        return position.shown
    source.keys(("cell", "tile", "facing"))
    label = source.entry("cell").word(last.args)
    tile = decoded(rules, _tile(rules, source.entry("tile"), source.entry("facing", None)))
    if lies.tile is not None and (lies.tile, lies.facing) != (tile.tile, tile.facing):
        raise source.fault(f"another tile lies on {label}")
    return Shown(label, str(tile.tile), tile.facing)


def _check_remembered(position: State, cells: Source, *, memory: bool) -> None:
    """With memory a tile that was turned up is known wherever it lies; without, none face down."""
    move = position.last_move
    for label, code in zip(position.rules.board.labels, position.board, strict=True):
        if not memory and code & SEEN:
            raise cells.fault_at(label, "without memory no tile that lies face down is known")
        if memory and code == UNKNOWN and move and move.kind == "reveal" and label in move.args:
            raise cells.fault_at(label, "the last move turned this tile up, so it is known")
        if memory and code == UNKNOWN and position.rules.known:
            raise cells.fault_at(label, "these rules let all see all tiles before the first turn")


def _check_choice(position: State, source: Source) -> None:
    """Whoever is to move has a choice that fits the phase."""
    rules, step, seat = position.rules, position.step, position.to_move
    if (
        step == "choose"
        and seat is not None
        and position.owner.count(seat) >= rules.colours_each[seat]
    ):
        raise source.fault_at("to_move", "this seat has all its colours already")
    if step == "decide" and not choice_exists(position):
        raise source.fault_at("turned_up", "these rules leave no choice about this tile")
    if step == "swap" and not swap_exists(rules):
        raise source.fault_at("phase", "there is no swap under these rules")
    if step == "over" and not can_be_over(position):
        raise source.fault_at("phase", "the end has not come, so the game cannot be over")


def _check_counted(position: State, source: Source) -> None:
    """What is counted fits the turn, and nothing has been counted before the first one."""
    tally, left = position.tally, position.turns_left
    if tally and position.step == "choose" and (left is not None or any(map(any, tally.used))):
        raise source.fault_at("phase", "before the first turn nothing has been counted")
    check_tally(position, source, within=position.begun)
