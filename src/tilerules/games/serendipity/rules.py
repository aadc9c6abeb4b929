"""The values of a Serendipity card for one number of seats, and tables worked out from them once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import compress
from typing import Any, Literal

import attrs

from tilerules.engine import positions
from tilerules.engine.moves import Block, MoveList, MovePairs
from tilerules.ruleset.ruleset import Ruleset
from tilerules.table.hexagon import DIRECTIONS, Hexagon, hexagon

Then = Literal["end_turn", "may_reveal", "must_reveal"]
With = Literal["face_down", "face_up", "any"]
ALL = "all"
NEVER = "never"

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
    """When the game ends."""

    serendips_up: int
    complete_colours: int | Literal["all"]
    whose: Literal["owned", "any"]
    looked_at: Literal["choice", "turn"]
    turn_limit: int | Literal["never"]


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
    """A card for one number of seats.

    Attributes:
        turnings: how many facings of a Serendip look different.
        blocks: of all moves, in the order of action ids.
        down, flower_up: for each byte, 1 if it is such a tile; for `bytes.translate`.
        hidden: for each byte, what it is to somebody who has not seen it.
        forgotten: the same without memory.
        not_serendip_up: the bytes that are no face-up Serendip.
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

    turnings: int = attrs.field(init=False)
    all_moves: Mapping[str, Block] = attrs.field(init=False)
    down: bytes = attrs.field(init=False)
    flower_up: bytes = attrs.field(init=False)
    not_serendip_up: bytes = attrs.field(init=False)
    hidden: bytes = attrs.field(init=False)
    forgotten: bytes = attrs.field(init=False)

    @turnings.default
    def _turnings(self) -> int:
        edges = self.edges
        return next(turn for turn in (1, 2, 3, 6) if edges == edges[turn:] + edges[:turn])

    @all_moves.default
    def _all_moves(self) -> Mapping[str, Block]:
        return _moves(self)

    @down.default
    def _down(self) -> bytes:
        return bytes(not code & UP for code in range(256))

    @flower_up.default
    def _flower_up(self) -> bytes:
        return bytes(bool(code & UP) and code & WHAT < len(self.colours) for code in range(256))

    @not_serendip_up.default
    def _not_serendip_up(self) -> bytes:
        return bytes(code for code in range(256) if not code & UP or code & WHAT < len(self.colours))

    @hidden.default
    def _hidden(self) -> bytes:
        return bytes(code if code & (UP | SEEN) else UNKNOWN for code in range(256))

    @forgotten.default
    def _forgotten(self) -> bytes:
        return bytes(code if code & UP else UNKNOWN for code in range(256))

    @property
    def blocks(self) -> tuple[Block, ...]:
        return tuple(self.all_moves.values())

    def cells(self, chosen: Iterable[int]) -> Sequence[int]:
        """Cells as a short sequence that is quick to search: bytes while they fit, else a tuple."""
        return bytes(chosen) if len(self.board.labels) <= 256 else tuple(chosen)

    def picked(self, board: bytes, table: bytes) -> Sequence[int]:
        """The cells whose tile a translation table marks."""
        return self.cells(compress(range(len(board)), board.translate(table)))

    def facing(self, direction: int) -> str:
        """A facing in notation, as `blue:e`: where the first edge lies."""
        return f"{self.edges[0]}:{DIRECTIONS[direction]}"


def rules(ruleset: Ruleset, seats: int) -> Rules:
    """The rules of a ruleset for a number of seats."""
    card = ruleset.values_for(seats)
    tiles, turn, end, scoring = card["tiles"], card["turn"], card["end"], card["scoring"]
    all_up = end["serendips_up"] == ALL
    return Rules(
        ruleset=ruleset,
        seats=seats,
        colours=tiles["colours"],
        copies=tiles["copies"],
        serendips=tiles["serendips"],
        edges=tiles["serendip_edges"],
        alike=tiles["serendip_facing"] == "alike",
        colours_each=card["colours_each"],
        board=hexagon(card["board"]["side"]),
        foreign=Fate(**turn["foreign"]),
        unowned=Fate(**turn["unowned"]),
        own=_options(turn["own"]),
        serendip=_options(turn["serendip"]),
        end=End(**{**end, "serendips_up": tiles["serendips"] if all_up else end["serendips_up"]}),
        scoring=_scoring(scoring),
        tie_breaks=card["tie_breaks"],
    )


def _options(block: Mapping[str, Any]) -> Options:
    leave, exchange = block.get("leave"), block.get("exchange")
    return Options(
        leave=Leave(**leave) if leave else None,
        exchange=Exchange(partner=exchange["with"], **{k: v for k, v in exchange.items() if k != "with"})
        if exchange
        else None,
    )


def _scoring(card: Mapping[str, Any]) -> Scoring:
    points = {id: card[id]["points"] if id in card else None for id in ("flowers", "serendips", "matches")}
    return Scoring(
        **card["carpet"],
        **points,
        joined=card["serendips"]["joined"] if "serendips" in card else "touching",
        against=card["matches"]["against"] if "matches" in card else "carpet",
    )


def _moves(rules: Rules) -> dict[str, Block]:
    """The blocks of all moves that can ever be made under these rules, by name.

    `keep` and `move` are two blocks each: with and without a facing.
    """
    cells = rules.board.labels
    facings = [rules.facing(direction) for direction in range(rules.turnings)]
    chosen = "chosen" in (rules.foreign.stays_up, rules.unowned.stays_up)
    moved = [options.exchange for options in (rules.own, rules.serendip) if options.exchange]
    turned = any(exchange.turning == "free" for exchange in moved)
    leave = rules.serendip.leave
    every: dict[str, tuple[bool, Block]] = {
        "choose": (True, MoveList("choose", ((colour,) for colour in rules.colours))),
        "reveal": (True, MoveList("reveal", ((cell,) for cell in cells))),
        "keep": (chosen or rules.own.leave is not None, MoveList("keep", [()])),
        "keep_facing": (leave is not None, MoveList("keep", ((facing,) for facing in facings))),
        "back": (chosen, MoveList("back", [()])),
        "pass": (True, MoveList("pass", [()])),
        "move": (any(e.turning == "never" for e in moved), MoveList("move", ((cell,) for cell in cells))),
        "move_facing": (turned, MoveList("move", ((c, f) for c in cells for f in facings if turned))),
        "swap": (leave is not None and leave.swap != NEVER, MovePairs("swap", cells)),
    }
    return {name: block for name, (possible, block) in every.items() if possible}
