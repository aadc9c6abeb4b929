"""The values of a Serendipity card for one number of seats, and tables worked out from them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import compress
from typing import Any, Literal, TypeAlias

import attrs

from tilerules.engine import positions
from tilerules.engine.offers import Block, Runs
from tilerules.table.hexagon import DIRECTIONS, Hexagon

# Numbers of cells, ascending, quick to search: bytes while they fit into bytes, else a tuple.
CellNumbers: TypeAlias = Any

Then = Literal["end_turn", "may_reveal", "must_reveal"]
With = Literal["face_down", "face_up", "any"]
NEVER = "never"
ALL = "all"
ONLY = (0,)  # the one place of a block of one move

# A tile is one byte: what it is, and two flags. A flower is the number of its colour; a Serendip
# is the number after the colours plus its facing. The flags travel with the tile when it moves.
UP = 0x80
SEEN = 0x40
WHAT = 0x3F
UNKNOWN = WHAT


@attrs.frozen
class Fate:
    """What becomes of a tile that is not the seat's own."""

    stays_up: Literal["never", "always", "after_serendips", "chosen"]
    then: Then
    serendips: int = 0


@attrs.frozen
class Leave:
    """A tile is left where it lies; a Serendip may be turned, and two others swapped.

    Attributes:
        swap_reach: how many steps the two others may be apart; None for any.
    """

    then: Then
    turning: Literal["free", "never"] = "never"
    swap: Literal["may", "must", "never"] = "never"
    swap_with: With = "any"
    swap_reach: int | None = None


@attrs.frozen
class Exchange:
    """A tile changes places with another.

    Attributes:
        reach: how many steps the other may be away; None for any.
    """

    then: Then
    partner: With
    turning: Literal["free", "never"] = "never"
    beside: Literal["any", "own_flower"] = "any"
    reach: int | None = None


@attrs.frozen
class Options:
    """What a seat may do with a tile; None is not offered."""

    leave: Leave | None
    exchange: Exchange | None


@attrs.frozen
class End:
    """When the game ends; None stands for all colours, and for no limit on turns."""

    serendips_up: int
    complete_colours: int | None
    whose: Literal["owned", "any"]
    looked_at: Literal["choice", "turn"]
    turn_limit: int | None


@attrs.frozen
class Lines:
    """Straight rows of flowers that score."""

    length: int
    points: int


@attrs.frozen
class Scoring:
    """What a carpet is, and the points of one of each thing; None is not counted.

    For `number`, how many carpets count, None stands for all.
    """

    largest_by: Literal["flowers", "tiles", "points"]
    joined_by: Literal["chain", "single", "never"]
    colours: Literal["best", "largest", "sum"]
    flowers: int | None
    serendips: int | None
    matches: int | None
    joined: Literal["touching", "component"]
    against: Literal["carpet", "any_own"]
    least: int
    number: int | None
    sizes: tuple[tuple[int, int], ...] | None
    rings: int | None
    lines: Lines | None
    apart: int | None
    face_down: int | None

    @property
    def besides(self) -> bool:
        """Whether flowers score something besides their carpets."""
        return any(
            block is not None for block in (self.rings, self.lines, self.apart, self.face_down)
        )


@attrs.frozen(eq=False, kw_only=True)
class Rules(positions.Rules):
    """A card for one number of seats, and the tables that an engine needs.

    Attributes:
        edges: the colours round a Serendip, clockwise.
        alike: whether all Serendips lie alike at the start.
        known: whether all tiles have been seen at the start.
        colours_each: how many colours each seat owns.
        sharing: for each seat its side, if partners treat each other's flowers like their own.
        turnings: how many facings of a Serendip look different.
        numbers: of the cells.
        pack: makes `CellNumbers` of numbers.
        alone: for each cell the `CellNumbers` of it alone.
        all_moves: the blocks of all moves, by name, in the order of action ids.
        leaving: for each tile that a seat owns, and each Serendip, the moves that leave it.
        kept_or_back: the moves where the card lets the seat choose about another's tile.
        movable: for each byte, 1 if it is a tile that may change places, by where it lies; for
            `bytes.translate`, as all the following. A face-up Serendip never may.
        within: for each reach, and each cell, the cells that are no more steps away.
        near_pairs: the place and the cells of each swap that reaches far enough; None if all do.
        not_serendip_up: the bytes that are no face-up Serendip.
        most_down: how many tiles may lie face down at the most when the end has come.
        fewest_serendips: how many Serendips lie face up at least when the end has come.
        turns_to_look: after how many turns the end is looked at, even if nothing new lies face up.
        hidden: for each byte, what it is to somebody who has seen all that was shown.
        forgotten: the same without memory.
    """

    colours: tuple[str, ...]
    copies: int
    serendips: int
    edges: tuple[str, ...]
    alike: bool
    known: bool
    colours_each: tuple[int, ...]
    sharing: tuple[int, ...] | None
    board: Hexagon
    foreign: Fate
    unowned: Fate
    own: Options
    serendip: Options
    end: End
    scoring: Scoring
    tie_breaks: tuple[str, ...]

    turnings: int
    numbers: range
    pack: Callable[[Iterable[int]], CellNumbers]
    alone: tuple[CellNumbers, ...]
    all_moves: Mapping[str, Block]
    leaving: tuple[Runs, ...]
    kept_or_back: Runs
    movable: Mapping[With, bytes]
    within: Mapping[int, tuple[CellNumbers, ...]]
    near_pairs: tuple[tuple[int, int, int], ...] | None
    not_serendip_up: bytes
    most_down: int
    fewest_serendips: int
    turns_to_look: Collection[int]
    hidden: bytes = bytes(code if code & (UP | SEEN) else UNKNOWN for code in range(256))
    forgotten: bytes = bytes(code if code & UP else UNKNOWN for code in range(256))

    @property
    def blocks(self) -> tuple[Block, ...]:
        """The blocks of all moves, in the order of their action ids."""
        return tuple(self.all_moves.values())

    def face_down(self, board: bytes) -> CellNumbers:
        """The cells that lie face down."""
        return self.picked(board, self.movable["face_down"])

    def picked(self, board: bytes, table: bytes) -> CellNumbers:
        """The cells whose tile a translation table marks."""
        return self.pack(compress(self.numbers, board.translate(table)))

    def facing(self, direction: int) -> str:
        """A facing in notation, as `blue:e`: where the first edge lies."""
        return facing(self.edges, direction)


def facing(edges: Sequence[str], direction: int) -> str:
    """A facing in notation: the first edge and where it lies."""
    return f"{edges[0]}:{DIRECTIONS[direction]}"
