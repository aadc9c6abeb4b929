"""A Serendipity table as text for a terminal."""

from __future__ import annotations

from tilerules.engine.positions import Position
from tilerules.engine.scoring import how_it_ended
from tilerules.engine.shared.tally import in_words
from tilerules.engine.shared.words import seat_in_words
from tilerules.engine.signs import Paint, signs
from tilerules.games.serendipity.ending import game_outcome
from tilerules.games.serendipity.hidden import observe
from tilerules.games.serendipity.rules import Rules
from tilerules.games.serendipity.state import SERENDIP, Cell, Observation, State, Table

_WIDTH = 4
_TERMINAL = 80


def draw_text(position: Position, *, colour: bool = False) -> str:
    """The board in rows, and beneath it what the signs mean and whose move it is.

    A state is drawn as a spectator sees it.
    """
    assert isinstance(position, State | Observation), "the game draws its own positions"
    table = observe(position, None, memory=True) if isinstance(position, State) else position
    paint = Paint(table.rules.colours, colour)
    below = "\n".join([*_legend(table.rules), *_seats(table), *in_words(table), _status(table)])
    return "\n".join([*_board(table, paint), "", paint.names(below)])


def _board(table: Table, paint: Paint) -> list[str]:
    rules, board = table.rules, table.rules.board
    sign = signs(rules.colours)
    signed = {name: _tile(table, name, sign) for name in board.labels}
    longest, labels = 2 * board.side - 1, 8
    usual = _WIDTH if longest * _WIDTH + labels <= _TERMINAL else _WIDTH - 1
    width = max(usual, *(len(each) + 2 for each in sign.values()), *map(len, signed.values()))
    wide = longest * width + labels > _TERMINAL
    lines = []
    for row in board.rows:
        names = [board.labels[cell] for cell in row]
        indent = " " * ((longest - len(row)) * width // 2)
        tiles = (paint(signed[name].center(width), table.cells[name].tile) for name in names)
        line = f"{names[0]} {indent}{''.join(tiles)}"
        lines.append(line if wide else f"{line}{indent} {names[-1]}")
    return lines


def _tile(table: Table, label: str, sign: dict[str, str]) -> str:
    cell = table.cells[label]
    text = _face(cell, sign)
    return f"[{text}]" if label == table.turned_up else text


def _face(cell: Cell, sign: dict[str, str]) -> str:
    if cell.tile is None or not (cell.up or cell.seen):
        return "."
    if cell.tile == SERENDIP:
        return f"*{cell.facing}"
    return sign[cell.tile] if cell.up else sign[cell.tile].lower()


def _legend(rules: Rules) -> list[str]:
    sign = signs(rules.colours)
    flowers = ", ".join(f"{sign[colour]} {colour}" for colour in rules.colours)
    edges = ", ".join(rules.edges)
    return [
        flowers,
        "small letters: seen, and turned back; . not seen yet",
        "*e: a Serendip; from the e its edges are, clockwise,",
        f"    {edges}",
        "",
    ]


def _seats(table: Table) -> list[str]:
    owned: dict[int, list[str]] = {seat: [] for seat in range(table.seats)}
    for colour, seat in table.owners.items():
        owned[seat].append(colour)
    return [
        f"{seat_in_words(table.rules.shared, seat)}: {', '.join(colours) or 'no colour yet'}"
        for seat, colours in owned.items()
    ]


def _status(table: Table) -> str:
    if table.is_over:
        return how_it_ended(table.turns, game_outcome(table))
    last = f"; last move: {table.last_move}" if table.last_move else ""
    shown = table.shown if isinstance(table, Observation) else None
    if shown:
        last += f" ({shown.tile})"
    return f"turn {table.turns + 1}, seat {table.to_move} to move: {table.phase}{last}"
