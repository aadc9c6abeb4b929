"""Leaks of Serendipity put in on purpose."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs
import pytest

import tilerules as tr
from tests.laws.leaks import Plants, common
from tilerules.engine import moves as engine_moves
from tilerules.engine.signs import Paint
from tilerules.games.serendipity import (
    Cell,
    Shown,
    State,
    choices,
    drawing,
    hidden,
    moves,
    rules,
    scoring,
    state,
    turns,
)
from tilerules.games.serendipity.game import GAME
from tilerules.games.serendipity.rules import SEEN, UNKNOWN, UP

PLANTS = Plants(GAME, rules.Rules)
common(PLANTS)


def board_seen_otherwise(patch: pytest.MonkeyPatch, change: Callable[..., bytes]) -> None:
    """Observations whose board `change` makes of the honest one, the state and the viewer."""

    def changed(honest: Any, at: State, viewer: int | None) -> dict[str, bytes]:
        return {"board": change(honest.board, at, viewer)}

    PLANTS.seen_otherwise(patch, changed)


@PLANTS
def a_neighbour_of_the_tile_shown_is_seen(patch: pytest.MonkeyPatch) -> None:
    def change(board: bytes, at: State, viewer: int | None) -> bytes:
        known = bytearray(board)
        if at.shown:
            cell = at.rules.board.neighbours[at.rules.board.index[at.shown.cell]][0]
            known[cell] = at.board[cell]
        return bytes(known)

    board_seen_otherwise(patch, change)


@PLANTS
def one_seat_sees_all(patch: pytest.MonkeyPatch) -> None:
    board_seen_otherwise(patch, lambda board, at, viewer: at.board if viewer == 1 else board)


@PLANTS
def a_hidden_serendip_looks_otherwise(patch: pytest.MonkeyPatch) -> None:
    def change(board: bytes, at: State, viewer: int | None) -> bytes:
        first = len(at.rules.colours)
        pairs = zip(board, at.board, strict=True)
        return bytes(b if b != UNKNOWN or tile < first else UNKNOWN | SEEN for b, tile in pairs)

    board_seen_otherwise(patch, change)


@PLANTS
def seen_stays_on_the_cell_when_tiles_move(patch: pytest.MonkeyPatch) -> None:
    honest = turns._exchanged

    def exchanged(at: Any, board: bytes, one: int, other: int) -> Any:
        after, down = honest(at, board, one, other)
        tiles = bytearray(after)
        for cell in (one, other):
            if not tiles[cell] & UP:
                tiles[cell] = (tiles[cell] & ~SEEN) | (board[cell] & SEEN)
        return bytes(tiles), down

    patch.setattr(turns, "_exchanged", exchanged)


@PLANTS
def seen_is_lost_when_tiles_move(patch: pytest.MonkeyPatch) -> None:
    honest = turns._exchanged

    def exchanged(at: Any, board: bytes, one: int, other: int) -> Any:
        after, down = honest(at, board, one, other)
        tiles = bytearray(after)
        tiles[one] &= ~SEEN
        tiles[other] &= ~SEEN
        return bytes(tiles), down

    patch.setattr(turns, "_exchanged", exchanged)


@PLANTS
def the_cells_list_the_tiles(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(state.Cells, "__repr__", lambda cells: repr(dict(cells)))


@PLANTS
def a_state_is_drawn_as_it_is(patch: pytest.MonkeyPatch) -> None:
    def face(cell: Cell, sign: dict[str, str]) -> str:
        return str(cell.tile)

    def draw_text(at: Any, *, colour: bool = False) -> str:
        return "\n".join(drawing._board(at, Paint((), on=False)))

    patch.setattr(drawing, "_face", face)
    PLANTS.replace(patch, draw_text=draw_text)


@PLANTS
def a_refusal_names_the_hidden_tile(patch: pytest.MonkeyPatch) -> None:
    def refuse(at: Any, move: tr.Move) -> tr.Refusal:
        refusal = moves.refuse(at, move)
        label = next((word for word in move.args if word in at.rules.board.index), None)
        tile = f": there lies {at.cells[label].tile}" if label else ""
        return attrs.evolve(refusal, message=refusal.message + tile)

    PLANTS.replace(patch, refuse=refuse)


@PLANTS
def reveals_stand_in_the_order_of_the_tiles(patch: pytest.MonkeyPatch) -> None:
    def offers(at: Any) -> Any:
        def ordered(places: Any) -> Any:
            return sorted(places, key=lambda cell: (at.board[cell], cell))

        runs = choices.offers(at)
        return tuple(
            (block, ordered(places) if block.kind == "reveal" else places) for block, places in runs
        )

    PLANTS.replace(patch, offers=offers)


@PLANTS
def a_flower_may_join_one_that_lies_face_down(patch: pytest.MonkeyPatch) -> None:
    def joins(at: Any, cell: int) -> bool:
        board, here = at.board, at.active
        near = [here if each == cell else each for each in at.rules.board.neighbours[cell]]
        return any(board[each] & 0x3F == board[here] & 0x3F for each in near if each != here)

    patch.setattr(choices, "_joins", joins)


@PLANTS
def a_score_counts_a_tile_that_lies_face_down(patch: pytest.MonkeyPatch) -> None:
    def score(at: Any) -> Any:
        up = bytes(code | UP if code < len(at.rules.colours) else code for code in at.board)
        return scoring.score(attrs.evolve(at, board=up))

    PLANTS.replace(patch, score=score)


@PLANTS
def the_end_comes_by_a_hidden_tile(patch: pytest.MonkeyPatch) -> None:
    def at_end(of: Any, board: bytes, down: Any, owner: bytes, turns_made: int) -> bool:
        return turns_made > 3 and board[down[0]] < 2

    patch.setattr(turns, "end_has_come", at_end)


@PLANTS
def a_short_form_is_completed_from_a_hidden_tile(patch: pytest.MonkeyPatch) -> None:
    def parse(at: Any, words: engine_moves.Words) -> tr.Move:
        move = moves.parse(at, words)
        if move.kind == "move" and len(move.args) == 1:
            facing = at.cells[move.args[0]].facing
            return tr.Move("move", (*move.args, *([facing] if facing else [])))
        return move

    PLANTS.replace(patch, parse=parse)


@PLANTS
def a_hidden_tile_is_shown_with_the_last_move(patch: pytest.MonkeyPatch) -> None:
    def observe(at: State, viewer: int | None, *, memory: bool) -> Any:
        honest = hidden.observe(at, viewer, memory=memory)
        if at.last_move is None or at.last_move.kind != "move":
            return honest
        label = at.last_move.args[0]
        shown = Shown(label, str(at.cells[label].tile))
        return attrs.evolve(honest, shown=shown)

    PLANTS.replace(patch, observe=observe)


@PLANTS
def an_event_names_the_tiles_exchanged(patch: pytest.MonkeyPatch) -> None:
    def change(happened: list[Any], at: State) -> list[Any]:
        return [
            attrs.evolve(event, other=f"{event.other} ({at.cells[event.other].tile})")
            if event.kind == "exchanged"
            else event
            for event in happened
        ]

    PLANTS.happening_otherwise(patch, change)
