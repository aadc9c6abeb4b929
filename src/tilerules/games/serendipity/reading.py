"""A Serendipity card read for one number of seats, and the tables worked out from it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any

from tilerules.engine.offers import Block, ListedRuns, MoveList, MovePairs, Runs, pairs_below
from tilerules.engine.shared.rules import Ends, Shared, by_seat, shared, sizes_of
from tilerules.games.serendipity.rules import (
    ALL,
    NEVER,
    ONLY,
    UP,
    WHAT,
    CellNumbers,
    End,
    Exchange,
    Fate,
    Leave,
    Lines,
    Options,
    Rules,
    Scoring,
    With,
    facing,
)
from tilerules.ruleset.ruleset import Ruleset
from tilerules.table.hexagon import Hexagon, hexagon


def rules(ruleset: Ruleset, seats: int) -> Rules:
    """The rules of a ruleset for a number of seats."""
    card = ruleset.values_for(seats)
    tiles, turn, partners = card["tiles"], card["turn"], card.get("partners", {})
    board = hexagon(card["board"]["side"])
    told = shared(card, seats)
    foreign, unowned = Fate(**turn["foreign"]), Fate(**turn["unowned"])
    own, serendip = _options(turn["own"]), _options(turn["serendip"])
    turnings = _turnings(tiles["serendip_edges"])
    facings = [facing(tiles["serendip_edges"], direction) for direction in range(turnings)]
    chosen = "chosen" in (foreign.stays_up, unowned.stays_up)
    all_moves = _moves(tiles["colours"], board.labels, facings, own, serendip, chosen=chosen)
    cells, flowers = len(board.labels), len(tiles["colours"])
    pack: Callable[[Iterable[int]], CellNumbers] = bytes if cells <= 256 else tuple
    within = _within(board, own, serendip, pack)
    return Rules(
        ruleset=ruleset,
        seats=seats,
        shared=told,
        **_tiles(tiles),
        colours_each=tuple(by_seat(card, "colours_each", card["colours_each"], seats)),
        sharing=told.sides if partners.get("flowers") == "shared" else None,
        board=board,
        foreign=foreign,
        unowned=unowned,
        own=own,
        serendip=serendip,
        **_ending(_end(card["end"], tiles["serendips"]), told, cells, tiles["copies"]),
        scoring=_scoring(card["scoring"]),
        tie_breaks=card["tie_breaks"],
        turnings=turnings,
        numbers=range(cells),
        pack=pack,
        alone=tuple(pack((cell,)) for cell in range(cells)),
        all_moves=all_moves,
        leaving=_leaving(all_moves, own, serendip, flowers, turnings),
        kept_or_back=ListedRuns((all_moves[kind], ONLY) for kind in ("keep", "back") if chosen),
        movable=_movable(flowers),
        within=within,
        near_pairs=_near_pairs(serendip, within),
        not_serendip_up=bytes(
            code for code in range(256) if not code & UP or code & WHAT < flowers
        ),
    )


def _tiles(tiles: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "colours": tiles["colours"],
        "copies": tiles["copies"],
        "serendips": tiles["serendips"],
        "edges": tiles["serendip_edges"],
        "alike": tiles["serendip_facing"] == "alike",
        "known": tiles["known"] == ALL,
    }


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


def _ending(end: End, told: Shared, cells: int, copies: int) -> dict[str, Any]:
    """When the game ends, and what rules that out at a glance."""
    ways = _ways(told.ends)
    return {
        "end": end,
        "most_down": _most_down(ways, end, cells, copies),
        "fewest_serendips": _fewest_serendips(ways, end),
        "turns_to_look": _turns_to_look(told, end),
    }


def _ways(ends: Ends) -> list[tuple[str, ...]]:
    """The conditions that end the game together, for each way in which it may end."""
    return [(id,) for id in ends.any_of] + ([ends.all_of] if ends.all_of else [])


def _most_down(ways: Sequence[Sequence[str]], end: End, cells: int, copies: int) -> int:
    up = {
        "serendips_up": end.serendips_up,
        "complete_colours": copies * (end.complete_colours or 0),
    }
    return max((cells - sum(up.get(id, 0) for id in way) for way in ways), default=-1)


def _fewest_serendips(ways: Sequence[Sequence[str]], end: End) -> int:
    return min((end.serendips_up if "serendips_up" in way else 0 for way in ways), default=0)


def _turns_to_look(told: Shared, end: End) -> Collection[int]:
    if told.is_tallied:
        return range(sys.maxsize)
    limits = (end.turn_limit, told.ends.rounds and told.ends.rounds * len(told.sides))
    return tuple(filter(None, limits))


def _options(block: Mapping[str, Any]) -> Options:
    leave, exchange = block.get("leave"), block.get("exchange")
    return Options(
        leave=Leave(**_limited(leave, "swap_reach")) if leave else None,
        exchange=Exchange(partner=exchange["with"], **_limited(exchange, "reach", "with"))
        if exchange
        else None,
    )


def _limited(block: Mapping[str, Any], limit: str, *without: str) -> Mapping[str, Any]:
    """A block without some keys, and without a limit that is none."""
    gone = (*without, *([limit] if block.get(limit) == NEVER else []))
    return {key: value for key, value in block.items() if key not in gone}


def _scoring(card: Mapping[str, Any]) -> Scoring:
    carpet = card["carpet"]
    nothing: Mapping[str, Any] = {"points": None, "joined": "touching", "against": "carpet"}
    flowers, serendips, matches, rings, apart, face_down = (
        card.get(block, nothing)
        for block in ("flowers", "serendips", "matches", "rings", "apart", "face_down")
    )
    number, lines = carpet["number"], card.get("lines")
    return Scoring(
        largest_by=carpet["largest_by"],
        joined_by=carpet["joined_by"],
        colours=carpet["colours"],
        flowers=flowers["points"],
        serendips=serendips["points"],
        matches=matches["points"],
        joined=serendips["joined"],
        against=matches["against"],
        least=carpet["least"],
        number=None if number == ALL else number,
        sizes=sizes_of(card.get("sizes")),
        rings=rings["points"],
        lines=Lines(lines["length"], lines["points"]) if lines else None,
        apart=apart["points"],
        face_down=face_down["points"],
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
    nothing = ListedRuns(())
    flower = ListedRuns([(all_moves["keep"], ONLY)]) if own.leave else nothing
    if serendip.leave is None:
        return (flower,) * flowers + (nothing,) * turnings
    free = serendip.leave.turning == "free"
    facings = [range(turnings) if free else (lies,) for lies in range(turnings)]
    turned = (ListedRuns([(all_moves["keep_facing"], each)]) for each in facings)
    return (flower,) * flowers + (*turned,)


def _movable(flowers: int) -> Mapping[With, bytes]:
    down = bytes(not code & UP for code in range(256))
    up = bytes(bool(code & UP) and code & WHAT < flowers for code in range(256))
    return {"face_down": down, "face_up": up, "any": bytes(map(max, down, up))}


# ---- how far apart two tiles may be ---------------------------------------------------------


def _within(
    board: Hexagon,
    own: Options,
    serendip: Options,
    pack: Callable[[Iterable[int]], CellNumbers],
) -> Mapping[int, tuple[CellNumbers, ...]]:
    reaches = {options.exchange.reach for options in (own, serendip) if options.exchange}
    if serendip.leave:
        reaches.add(serendip.leave.swap_reach)
    return {
        reach: tuple(pack(sorted(_around(board, cell, reach))) for cell in range(len(board.labels)))
        for reach in filter(None, reaches)
    }


def _around(board: Hexagon, cell: int, reach: int) -> set[int]:
    """The cells that are no more than so many steps away, this one aside."""
    found, last = {cell}, {cell}
    for _ in range(reach):
        last = {near for each in last for near in board.neighbours[each]} - found
        found |= last
    return found - {cell}


def _near_pairs(
    serendip: Options, within: Mapping[int, tuple[CellNumbers, ...]]
) -> tuple[tuple[int, int, int], ...] | None:
    reach = serendip.leave and serendip.leave.swap_reach
    if not reach:
        return None
    return tuple(
        (pairs_below(second) + first, first, second)
        for second, near in enumerate(within[reach])
        for first in near
        if first < second
    )
