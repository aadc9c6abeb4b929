"""What is offered in a turn of Serendipity."""

from __future__ import annotations

from tilerules.engine.offers import Pairs, Places, Product, Runs
from tilerules.engine.shared.tally import is_used_up
from tilerules.games.serendipity.ending import serendips_up
from tilerules.games.serendipity.rules import (
    NEVER,
    ONLY,
    WHAT,
    CellNumbers,
    Exchange,
    Fate,
    Options,
    Rules,
    With,
)
from tilerules.games.serendipity.state import NOBODY, Table


def offers(table: Table) -> Runs:
    """The runs of moves of the seat to move, in the order of action ids."""
    moves = table.rules.all_moves
    match table.step:
        case "reveal" | "again":
            return ((moves["reveal"], table.down),)
        case "go_on":
            return (moves["reveal"], table.down), (moves["pass"], ONLY)
        case "decide":
            return choices(table)
        case "swap":
            swap = (moves["swap"], swaps(table))
            return (swap,) if swap_is_duty(table.rules) else ((moves["pass"], ONLY), swap)
        case "choose":
            free = tuple(colour for colour, seat in enumerate(table.owner) if seat == NOBODY)
            return ((moves["choose"], free),)
    return ()


def due(table: Table) -> str:
    """What the seat to move has to do, as `turn up a tile`."""
    match table.step:
        case "choose":
            return "choose a colour"
        case "decide":
            return f"decide about {table.turned_up}"
        case "swap":
            return "swap two tiles" if swap_is_duty(table.rules) else "swap two tiles, or pass"
        case "go_on":
            return "turn up one more tile, or pass"
        case "again":
            return "turn up one more tile"
    return "turn up a tile"


def choices(table: Table) -> Runs:
    """What may be done with the tile just turned up."""
    rules = table.rules
    what = table.board[table.active] & WHAT
    if what >= len(rules.colours):
        exchange = rules.serendip.exchange
    elif is_own(table, what):
        exchange = rules.own.exchange
    else:
        return rules.kept_or_back
    leaving = rules.leaving[what]
    if table.tally is not None:
        return _choices_left(table, leaving, exchange)
    if exchange is None or not (cells := exchangeable(table, exchange)):
        return leaving
    if exchange.turning == "free":
        return (*leaving, (rules.all_moves["move_facing"], Product(cells, rules.turnings)))
    return (*leaving, (rules.all_moves["move"], cells))


def _choices_left(table: Table, leaving: Runs, exchange: Exchange | None) -> Runs:
    """The same where something may be used up."""
    rules, lies = table.rules, lies_for_good(table)
    if leaving and lies is not None:
        leaving = ((rules.all_moves["keep_facing"], (lies,)),)
    if exchange is None or is_used_up(table, "exchange"):
        return leaving
    if not (cells := exchangeable(table, exchange)):
        return leaving
    if exchange.turning == NEVER:
        return (*leaving, (rules.all_moves["move"], cells))
    facings = range(rules.turnings) if lies is None else (lies,)
    places = tuple(cell * rules.turnings + facing for cell in cells for facing in facings)
    return (*leaving, (rules.all_moves["move_facing"], places))


def lies_for_good(table: Table) -> int | None:
    """How the Serendip just turned up lies, if it may not be turned for it is used up; or None."""
    lies = (table.board[table.active] & WHAT) - len(table.rules.colours)
    return lies if lies >= 0 and is_used_up(table, "turning") else None


def choice_exists(table: Table) -> bool:
    """Whether the rules leave a choice about the tile just turned up, possible here or not."""
    return options_of(table) is not None or fate_of(table).stays_up == "chosen"


def options_of(table: Table) -> Options | None:
    """The options for the tile just turned up; None if it is one to keep or turn back."""
    rules, what = table.rules, table.board[table.active] & WHAT
    if what >= len(rules.colours):
        return rules.serendip
    return rules.own if is_own(table, what) else None


def is_own(table: Table, colour: int) -> bool:
    """Whether a flower is one of the seat's own in this turn, as a partner's may be too."""
    owner, seat, sides = table.owner[colour], table.to_move, table.rules.sharing
    if owner in (seat, NOBODY) or sides is None:
        return owner == seat
    return sides[owner] == sides[seat]  # type: ignore[index]


def exchangeable(table: Table, exchange: Exchange) -> CellNumbers:
    """The cells with which the tile just turned up may be exchanged."""
    face_down = exchange.partner == "face_down"
    cells = table.down if face_down else movable(table, exchange.partner)
    if table.active in cells:
        cells = table.rules.pack(cell for cell in cells if cell != table.active)
    if exchange.reach is not None:
        near = table.rules.within[exchange.reach][table.active]
        cells = table.rules.pack(cell for cell in cells if cell in near)
    if exchange.beside == "own_flower":
        cells = table.rules.pack(cell for cell in cells if _joins(table, cell))
    return cells


def swaps(table: Table) -> Places:
    """The places of the swaps that are possible after a kept Serendip."""
    rules, leave = table.rules, table.rules.serendip.leave
    assert leave is not None, "the phase swap comes from leaving a Serendip"
    if rules.near_pairs is None:
        return Pairs(movable(table, leave.swap_with))
    can = table.board.translate(rules.movable[leave.swap_with])
    return tuple(place for place, one, other in rules.near_pairs if can[one] and can[other])


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


def swap_exists(rules: Rules) -> bool:
    """Whether there is a swap after a kept Serendip under these rules."""
    return rules.serendip.leave is not None and rules.serendip.leave.swap != NEVER


def can_swap(table: Table) -> bool:
    """Whether the swap after a kept Serendip is possible."""
    if not swap_exists(table.rules) or (table.tally and is_used_up(table, "swap")):
        return False
    return len(swaps(table)) > 0


def fate_of(table: Table) -> Fate:
    """What becomes of the tile just turned up, which is not the seat's own."""
    owner = table.owner[table.board[table.active] & WHAT]
    return table.rules.unowned if owner == NOBODY else table.rules.foreign


def stays_up(table: Table, fate: Fate) -> bool:
    """Whether a tile that is not the seat's own may stay up."""
    if fate.stays_up == "after_serendips":
        return serendips_up(table.rules, table.board) >= fate.serendips
    return fate.stays_up != NEVER
