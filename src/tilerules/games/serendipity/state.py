"""The deal, the state and the observation of Serendipity."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

import attrs

from tilerules.engine import positions
from tilerules.engine.moves import Move
from tilerules.engine.quick import maker
from tilerules.engine.shared.tally import Tally, begun
from tilerules.games.serendipity.rules import SEEN, UNKNOWN, UP, WHAT, CellNumbers, Rules
from tilerules.ruleset.values import FrozenMap
from tilerules.table.hexagon import DIRECTIONS
from tilerules.table.shuffle import SALT_BYTES, Stream

NOBODY = 255
NO_CELL = -1
SERENDIP = "serendip"


@attrs.frozen
class Cell:
    """What lies on a cell.

    Attributes:
        tile: its colour, or `serendip`; None where the viewer does not know.
        up: whether it lies face up.
        facing: for a Serendip, where its first edge lies: ne, e, se, sw, w or nw.
        seen: whether it lies face down now, but has been turned up before, or was looked at by all
            before the first turn.

    >>> import tilerules as tr
    >>> state = tr.new_game(tr.load("serendipity"), 2, seed=1)
    >>> tr.observe(state, 0).cells["f6"]
    Cell(tile=None, up=False, facing=None, seen=False)
    """

    tile: str | None
    up: bool
    facing: str | None = None
    seen: bool = False


@attrs.frozen
class Shown:
    """The tile that the last ply turned up, and where.

    Attributes:
        cell: its label.
        tile: its colour, or `serendip`.
        facing: for a Serendip, where its first edge lies.

    >>> import tilerules as tr
    >>> state = tr.new_game(tr.load("serendipity"), 6, seed=1)
    >>> while state.phase == "choose":
    ...     state = tr.apply_move(state, tr.legal_moves(state)[0])
    >>> state.shown is None
    True
    >>> tr.apply_move(state, tr.Move("reveal", ("f6",))).shown.cell
    'f6'
    """

    cell: str
    tile: str
    facing: str | None = None


class Cells(Mapping[str, Cell]):
    """What lies on each cell, by its label, in row order.

    >>> import tilerules as tr
    >>> state = tr.new_game(tr.load("serendipity-small"), 2, seed=1)
    >>> len(state.cells), list(state.cells)[:3], state.cells["d4"].up
    (37, ['a1', 'a2', 'a3'], False)
    """

    __slots__ = ("_board", "_rules")

    def __init__(self, rules: Rules, board: bytes) -> None:
        self._rules = rules
        self._board = board

    def __getitem__(self, label: str) -> Cell:
        return decoded(self._rules, self._board[self._rules.board.index[label]])

    def __iter__(self) -> Iterator[str]:
        return iter(self._rules.board.labels)

    def __len__(self) -> int:
        return len(self._board)

    def __repr__(self) -> str:
        return f"<Cells ({len(self)})>"


def decoded(rules: Rules, code: int) -> Cell:
    """A tile's byte in words."""
    what, up = code & WHAT, bool(code & UP)
    seen = bool(code & SEEN)
    if what == UNKNOWN:
        return Cell(None, up=False)
    if what < len(rules.colours):
        return Cell(rules.colours[what], up, seen=seen)
    return Cell(SERENDIP, up, DIRECTIONS[what - len(rules.colours)], seen)


def encoded(rules: Rules, tile: str, facing: str | None) -> int:
    """The byte of a face-down tile, with facings that look alike made one."""
    if tile != SERENDIP:
        return rules.colours.index(tile)
    return len(rules.colours) + DIRECTIONS.index(facing or DIRECTIONS[0]) % rules.turnings


# ---- the deal -------------------------------------------------------------------------------


@attrs.frozen(repr=False)
class Deal(positions.Deal):
    """Which tile lies where, and how the Serendips are turned.

    It is a `tr.Deal`.

    Attributes:
        rules: the rules for this number of seats.
        board: a byte for each cell, in row order; `cells` says the same in words.
        salt: 32 bytes that make the commitment unguessable.

    >>> import tilerules as tr
    >>> deal = tr.deal(tr.load("serendipity"), 2, seed=1)
    >>> sum(cell.tile == "serendip" for cell in deal.cells.values())
    13
    """

    rules: Rules
    board: bytes
    salt: bytes = bytes(SALT_BYTES)

    @property
    def cells(self) -> Cells:
        """What lies on each cell, by its label: a mapping of `Cell`."""
        return Cells(self.rules, self.board)

    @property
    def layout(self) -> str:
        """The tiles in row order, as `red serendip:e blue`."""
        tiles = (decoded(self.rules, code) for code in self.board)
        return " ".join(
            f"{cell.tile}:{cell.facing}" if cell.facing else str(cell.tile) for cell in tiles
        )


def deal(rules: Rules, stream: Stream) -> Deal:
    """Draw the salt, then the order of the tiles, then the facing of each Serendip in row order."""
    salt = stream.bytes(SALT_BYTES)
    first_serendip = len(rules.colours)
    tiles = [colour for colour in range(first_serendip) for _ in range(rules.copies)]
    order = stream.shuffled(tiles + [first_serendip] * rules.serendips)
    if not rules.alike:
        order = [
            tile + stream.below(rules.turnings) if tile == first_serendip else tile
            for tile in order
        ]
    return Deal(rules, bytes(order), salt)


# ---- positions ------------------------------------------------------------------------------


@attrs.frozen(repr=False)
class Table(positions.Position):
    """What a state and an observation of Serendipity share.

    Attributes:
        board: a byte for each cell, in row order; `cells` says the same in words.
        down: the cells that lie face down, ascending.
        owner: the seat of each colour; `owners` says the same in words.
        step: the phase, and `again` for a duty to turn up one more tile within a turn.
        active: the cell of the tile that waits for a choice, or -1; `turned_up` is its label.
    """

    rules: Rules
    board: bytes
    down: CellNumbers
    owner: bytes
    to_move: int | None
    step: str
    active: int
    turns: int
    ply: int
    last_move: Move | None
    tally: Tally | None

    @property
    def phase(self) -> str:
        """What kind of move is due: choose, reveal, decide, swap, go_on, or over."""
        return "reveal" if self.step == "again" else self.step

    @property
    def begun(self) -> bool:
        """Whether a tile has been turned up in this turn."""
        return self.step in ("again", "decide", "swap", "go_on")

    @property
    def cells(self) -> Cells:
        """What lies on each cell, by its label: a mapping of `Cell`, row by row."""
        return Cells(self.rules, self.board)

    @property
    def owners(self) -> FrozenMap[int]:
        """The seat of each colour that has one, by the colour."""
        pairs = zip(self.rules.colours, self.owner, strict=True)
        return FrozenMap({colour: seat for colour, seat in pairs if seat != NOBODY})

    @property
    def turned_up(self) -> str | None:
        """The cell of the tile that waits for a choice, by its label, or None."""
        return None if self.active == NO_CELL else self.rules.board.labels[self.active]


@attrs.frozen(repr=False)
class State(Table, positions.State):
    """A position of Serendipity, with what lies face down: a `tr.State`.

    >>> import tilerules as tr
    >>> state = tr.new_game(tr.load("serendipity"), 2, seed=1)
    >>> state.phase, state.to_move, len(state.cells), state.cells["f6"].up
    ('choose', 0, 91, False)
    """

    @property
    def shown(self) -> Shown | None:
        """What the last ply turned up, if it turned a tile up."""
        return shown(self)

    if TYPE_CHECKING:

        def _seen(self) -> Observation: ...


@attrs.frozen(repr=False)
class Observation(Table, positions.Observation):
    """What a viewer may know of a position of Serendipity: a `tr.Observation`.

    It has what a state of the game has; None stands for a tile that the viewer does not know.
    All viewers know the same: what lies up, and with memory what has been turned up and back,
    wherever it lies by now.

    Attributes:
        viewer: the seat that it is for; None for a spectator.
        memory: whether it holds tiles that were turned back.
        shown: what the last ply turned up, if it turned a tile up.

    >>> import tilerules as tr
    >>> seen = tr.observe(tr.new_game(tr.load("serendipity"), 2, seed=1), None)
    >>> {cell.tile for cell in seen.cells.values()}
    {None}
    """

    viewer: int | None
    memory: bool
    shown: Shown | None


new_state = maker(State)
new_observation = maker(Observation)


def shown(table: Table) -> Shown | None:
    """What the last ply turned up: it still lies there, up or seen."""
    if table.last_move is None or table.last_move.kind != "reveal":
        return None
    label = table.last_move.args[0]
    cell = table.cells[label]
    assert cell.tile is not None, "a tile just turned up is known"
    return Shown(label, cell.tile, cell.facing)


def start(deal: Deal) -> State:
    """The first state of a deal: all face down, seen or not, and seat 0 to choose a colour."""
    rules = deal.rules
    owner = bytes([NOBODY]) * len(rules.colours)
    board = bytes(code | SEEN for code in deal.board) if rules.known else deal.board
    return new_state(
        rules,
        board,
        rules.pack(rules.numbers),
        owner,
        0,
        "choose",
        NO_CELL,
        0,
        0,
        None,
        begun(rules),
    )
