"""The values of a Serendipity card for one number of seats, and tables worked out from them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import compress
from typing import Any, Literal, TypeAlias

import attrs

from tilerules.engine import positions
from tilerules.engine.offers import Block, MoveList, MovePairs, Runs
from tilerules.ruleset.ruleset import Ruleset
from tilerules.table.hexagon import DIRECTIONS, Hexagon, hexagon

# Numbers of cells, ascending, quick to search: bytes while they fit into bytes, else a tuple.
CellNumbers: TypeAlias = Any

Then = Literal["end_turn", "may_reveal", "must_reveal"]
With = Literal["face_down", "face_up", "any"]
NEVER = "never"
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
    """A tile is left where it lies; a Serendip may be turned, and two others swapped."""

    then: Then
    turning: Literal["free", "never"] = "never"
    swap: Literal["may", "must", "never"] = "never"
    swap_with: With = "any"


@attrs.frozen
class Exchange:
    """A tile changes places with another."""

    then: Then
    partner: With
    turning: Literal["free", "never"] = "never"
    beside: Literal["any", "own_flower"] = "any"


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
class Scoring:
    """What a carpet is, and the points of one of each thing; None is not counted."""

    largest_by: Literal["flowers", "tiles", "points"]
    joined_by: Literal["chain", "single", "never"]
    colours: Literal["best", "largest", "sum"]
    flowers: int | None
    serendips: int | None
    matches: int | None
    joined: Literal["touching", "component"]
    against: Literal["carpet", "any_own"]


@attrs.frozen(eq=False, kw_only=True)
class Rules(positions.Rules):
    """A card for one number of seats, and the tables that an engine needs.

    Attributes:
        edges: the colours round a Serendip, clockwise.
        alike: whether all Serendips lie alike at the start.
        turnings: how many facings of a Serendip look different.
        numbers: of the cells.
        pack: makes `CellNumbers` of numbers.
        all_moves: the blocks of all moves, by name, in the order of action ids.
        leaving: for each tile that a seat owns, and each Serendip, the moves that leave it.
        kept_or_back: the moves where the card lets the seat choose about another's tile.
        movable: for each byte, 1 if it is a tile that may change places, by where it lies; for
            `bytes.translate`, as all the following. A face-up Serendip never may.
        not_serendip_up: the bytes that are no face-up Serendip.
        most_down: how many tiles may lie face down at the most when the end has come.
        hidden: for each byte, what it is to somebody who has seen all that was shown.
        forgotten: the same without memory.
    """

    colours: tuple[str, ...]
    copies: int
    serendips: int
    edges: tuple[str, ...]
    alike: bool
    colours_each: int
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
    all_moves: Mapping[str, Block]
    leaving: tuple[Runs, ...]
    kept_or_back: Runs
    movable: Mapping[With, bytes]
    not_serendip_up: bytes
    most_down: int
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


def rules(ruleset: Ruleset, seats: int) -> Rules:
    """The rules of a ruleset for a number of seats."""
    card = ruleset.values_for(seats)
    tiles, turn = card["tiles"], card["turn"]
    board = hexagon(card["board"]["side"])
    end = _end(card["end"], tiles["serendips"])
    foreign, unowned = Fate(**turn["foreign"]), Fate(**turn["unowned"])
    own, serendip = _options(turn["own"]), _options(turn["serendip"])
    turnings = _turnings(tiles["serendip_edges"])
    facings = [facing(tiles["serendip_edges"], direction) for direction in range(turnings)]
    chosen = "chosen" in (foreign.stays_up, unowned.stays_up)
    all_moves = _moves(tiles["colours"], board.labels, facings, own, serendip, chosen=chosen)
    cells, flowers = len(board.labels), len(tiles["colours"])
    return Rules(
        ruleset=ruleset,
        seats=seats,
        colours=tiles["colours"],
        copies=tiles["copies"],
        serendips=tiles["serendips"],
        edges=tiles["serendip_edges"],
        alike=tiles["serendip_facing"] == "alike",
        colours_each=card["colours_each"],
        board=board,
        foreign=foreign,
        unowned=unowned,
        own=own,
        serendip=serendip,
        end=end,
        scoring=_scoring(card["scoring"]),
        tie_breaks=card["tie_breaks"],
        turnings=turnings,
        numbers=range(cells),
        pack=bytes if cells <= 256 else tuple,
        all_moves=all_moves,
        leaving=_leaving(all_moves, own, serendip, flowers, turnings),
        kept_or_back=((all_moves["keep"], ONLY), (all_moves["back"], ONLY)) if chosen else (),
        movable=_movable(flowers),
        not_serendip_up=bytes(
            code for code in range(256) if not code & UP or code & WHAT < flowers
        ),
        most_down=cells - end.serendips_up - (end.complete_colours or 0) * tiles["copies"],
    )


def _turnings(edges: tuple[str, ...]) -> int:
    return next(turn for turn in (1, 2, 3, 6) if edges == edges[turn:] + edges[:turn])


def _end(card: Mapping[str, Any], serendips: int) -> End:
    up, colours, limit = card["serendips_up"], card["complete_colours"], card["turn_limit"]
    return End(
        serendips_up=serendips if up == "all" else up,
        complete_colours=None if colours == "all" else colours,
        whose=card["whose"],
        looked_at=card["looked_at"],
        turn_limit=None if limit == NEVER else limit,
    )


def _options(block: Mapping[str, Any]) -> Options:
    leave, exchange = block.get("leave"), block.get("exchange")
    return Options(
        leave=Leave(**leave) if leave else None,
        exchange=Exchange(
            partner=exchange["with"], **{k: v for k, v in exchange.items() if k != "with"}
        )
        if exchange
        else None,
    )


def _scoring(card: Mapping[str, Any]) -> Scoring:
    carpet = card["carpet"]
    nothing: Mapping[str, Any] = {"points": None, "joined": "touching", "against": "carpet"}
    flowers, serendips, matches = (
        card.get(block, nothing) for block in ("flowers", "serendips", "matches")
    )
    return Scoring(
        largest_by=carpet["largest_by"],
        joined_by=carpet["joined_by"],
        colours=carpet["colours"],
        flowers=flowers["points"],
        serendips=serendips["points"],
        matches=matches["points"],
        joined=serendips["joined"],
        against=matches["against"],
    )


def _moves(
    colours: Sequence[str],
    cells: Sequence[str],
    facings: Sequence[str],
    own: Options,
    serendip: Options,
    *,
    chosen: bool,
) -> dict[str, Block]:
    """The blocks of all moves that can ever be made under these rules, by name.

    `keep` and `move` are two blocks each: with and without a facing.
    """
    moved = [options.exchange for options in (own, serendip) if options.exchange]
    turned = any(exchange.turning == "free" for exchange in moved)
    plain = any(exchange.turning == NEVER for exchange in moved)
    leave = serendip.leave
    blocks: dict[str, Block] = {
        "choose": MoveList("choose", ((colour,) for colour in colours)),
        "reveal": MoveList("reveal", ((cell,) for cell in cells)),
        "keep": MoveList("keep", [()] if chosen or own.leave else []),
        "keep_facing": MoveList("keep", ((each,) for each in facings) if leave else []),
        "back": MoveList("back", [()] if chosen else []),
        "pass": MoveList("pass", [()]),
        "move": MoveList("move", ((cell,) for cell in cells) if plain else []),
        "move_facing": MoveList("move", ((c, f) for c in cells for f in facings) if turned else []),
        "swap": MovePairs("swap", cells if leave and leave.swap != NEVER else ()),
    }
    return {name: block for name, block in blocks.items() if len(block)}


def _leaving(
    all_moves: Mapping[str, Block], own: Options, serendip: Options, flowers: int, turnings: int
) -> tuple[Runs, ...]:
    flower: Runs = ((all_moves["keep"], ONLY),) if own.leave else ()
    if serendip.leave is None:
        return (flower,) * flowers + ((),) * turnings
    free = serendip.leave.turning == "free"
    facings = [range(turnings) if free else (lies,) for lies in range(turnings)]
    return (flower,) * flowers + tuple(((all_moves["keep_facing"], each),) for each in facings)


def _movable(flowers: int) -> Mapping[With, bytes]:
    down = bytes(not code & UP for code in range(256))
    up = bytes(bool(code & UP) and code & WHAT < flowers for code in range(256))
    return {"face_down": down, "face_up": up, "any": bytes(map(max, down, up))}
