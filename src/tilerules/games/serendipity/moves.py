"""The notation of Serendipity's moves, and why a move is not legal."""

from __future__ import annotations

from collections.abc import Callable

from tilerules.engine.moves import Move, Words
from tilerules.engine.positions import Refusal
from tilerules.engine.shared.tally import is_used_up, used_up
from tilerules.games.serendipity.choices import due, lies_for_good, options_of
from tilerules.games.serendipity.rules import NEVER, UP, WHAT, Exchange, Rules
from tilerules.games.serendipity.state import NOBODY, Table
from tilerules.table.hexagon import DIRECTIONS
from tilerules.wording import counted

# ---- notation -------------------------------------------------------------------------------


def parse(table: Table, words: Words) -> Move:
    """The move whose words follow.

    A short form is completed from the position: a bare `keep` of a Serendip, or a bare `move` of
    one that might be turned, leaves it as it lies.
    """
    kind = words.one_of(_PARSERS, "one of " + ", ".join(_PARSERS))
    move = Move(kind, _PARSERS[kind](table, words))
    words.end()
    return move


def _colour(table: Table, words: Words) -> tuple[str, ...]:
    colours = table.rules.colours
    return (words.one_of(colours, "a colour: " + ", ".join(colours)),)


def _cell(table: Table, words: Words) -> str:
    labels = table.rules.board.index
    first, *_, last = labels
    return words.one_of(labels, f"a cell from {first} to {last}")


def _reveal(table: Table, words: Words) -> tuple[str, ...]:
    return (_cell(table, words),)


def _keep(table: Table, words: Words) -> tuple[str, ...]:
    word = words.next()
    return (_facing(table.rules, word, words),) if word else _as_it_lies(table)


def _move(table: Table, words: Words) -> tuple[str, ...]:
    cell = _cell(table, words)
    if word := words.next():
        return cell, _facing(table.rules, word, words)
    exchange = table.rules.serendip.exchange
    turned = exchange is not None and exchange.turning == "free"
    return (cell, *_as_it_lies(table)) if turned else (cell,)


def _as_it_lies(table: Table) -> tuple[str, ...]:
    """The facing of the Serendip just turned up; nothing if there is none."""
    rules = table.rules
    what = table.board[table.active] & WHAT if table.phase == "decide" else 0
    return (rules.facing(what - len(rules.colours)),) if what >= len(rules.colours) else ()


def _facing(rules: Rules, word: str, words: Words) -> str:
    """A facing by any colour of the edge, as `red:w`, made the one of the first colour."""
    colour, colon, direction = word.partition(":")
    if not colon or colour not in rules.edges or direction not in DIRECTIONS:
        colours = ", ".join(dict.fromkeys(rules.edges))
        raise words.fault(
            f"a colour of an edge ({colours}), a colon and one of {', '.join(DIRECTIONS)}"
        )
    turned = DIRECTIONS.index(direction) - rules.edges.index(colour)
    return rules.facing(turned % 6 % rules.turnings)


def _pair(table: Table, words: Words) -> tuple[str, ...]:
    one, other = _cell(table, words), _cell(table, words)
    if one == other:
        raise words.fault("another cell than the first")
    return tuple(sorted((one, other), key=table.rules.board.index.__getitem__))


def _nothing(table: Table, words: Words) -> tuple[str, ...]:
    return ()


_PARSERS: dict[str, Callable[[Table, Words], tuple[str, ...]]] = {
    "choose": _colour,
    "reveal": _reveal,
    "keep": _keep,
    "back": _nothing,
    "move": _move,
    "swap": _pair,
    "pass": _nothing,
}

# ---- refusals -------------------------------------------------------------------------------

_PHASES = {
    "choose": ("choose",),
    "reveal": ("reveal", "go_on"),
    "keep": ("decide",),
    "back": ("decide",),
    "move": ("decide",),
    "swap": ("swap",),
    "pass": ("go_on", "swap"),
}


def refuse(table: Table, move: Move) -> Refusal:
    """Why a move that is not offered is not legal."""
    if fault := _FORMS[move.kind](table.rules, move.args):
        return fault
    if table.phase not in _PHASES[move.kind]:
        return _wrong_phase(table, move)
    return _REASONS[move.kind](table, move)


def _wrong_phase(table: Table, move: Move) -> Refusal:
    rules = table.rules
    message = f"`{move}` cannot be done now: it is time to {due(table)}"
    rule = None
    if move.kind == "pass" and table.step == "again":
        message = "there is a duty to turn up one more tile"
    elif move.kind == "swap" and rules.serendip.leave and rules.serendip.leave.swap == NEVER:
        message, rule = (
            "there is no swap under these rules",
            rules.rule_place("turn.serendip.leave.swap"),
        )
    elif move.kind == "swap" and is_used_up(table, "swap"):
        return used_up(rules, "swap", "a swap")
    return Refusal("wrong_phase", message, rule)


# ---- the form of a move ---------------------------------------------------------------------


def _bad_form(message: str) -> Refusal:
    return Refusal("unknown_move", message)


def _no_args(rules: Rules, args: tuple[str, ...]) -> Refusal | None:
    return _bad_form("this word stands alone") if args else None


def _known_colour(rules: Rules, args: tuple[str, ...]) -> Refusal | None:
    known = len(args) == 1 and args[0] in rules.colours
    return (
        None
        if known
        else _bad_form("a colour of these rules must follow: " + ", ".join(rules.colours))
    )


def _known_cells(number: int) -> Callable[[Rules, tuple[str, ...]], Refusal | None]:
    def check(rules: Rules, args: tuple[str, ...]) -> Refusal | None:
        known = len(args) == number and all(label in rules.board.index for label in args)
        ascending = known and [*args] == sorted(set(args), key=rules.board.index.__getitem__)
        if ascending:
            return None
        what = (
            "a cell of the board"
            if number == 1
            else "two cells of the board, the earlier one first,"
        )
        return _bad_form(f"{what} must follow")

    return check


def _maybe_facing(cells: int) -> Callable[[Rules, tuple[str, ...]], Refusal | None]:
    def check(rules: Rules, args: tuple[str, ...]) -> Refusal | None:
        if cells and (fault := _known_cells(1)(rules, args[:1])):
            return fault
        facings = [rules.facing(turn) for turn in range(rules.turnings)]
        rest = args[cells:]
        if not rest or (len(rest) == 1 and rest[0] in facings):
            return None
        return _bad_form("a facing must be one of " + ", ".join(facings))

    return check


_FORMS: dict[str, Callable[[Rules, tuple[str, ...]], Refusal | None]] = {
    "choose": _known_colour,
    "reveal": _known_cells(1),
    "keep": _maybe_facing(0),
    "back": _no_args,
    "move": _maybe_facing(1),
    "swap": _known_cells(2),
    "pass": _no_args,
}

# ---- the reasons, in the right phase --------------------------------------------------------


def _not_choose(table: Table, move: Move) -> Refusal:
    seat = table.owners[move.args[0]]
    return Refusal("colour_taken", f"{move.args[0]} belongs to seat {seat} already")


def _not_reveal(table: Table, move: Move) -> Refusal:
    return Refusal("face_up", f"the tile on {move.args[0]} lies face up already")


def _not_pass(table: Table, move: Move) -> Refusal:
    rule = table.rules.rule_place("turn.serendip.leave.swap")
    return Refusal("duty", "the swap is a duty here", rule)


def _not_back(table: Table, move: Move) -> Refusal:
    if options_of(table) is table.rules.serendip:
        return Refusal("stays_up", "a Serendip never goes back face down")
    return Refusal("stays_up", "a tile of an own colour never goes back face down")


def _not_keep(table: Table, move: Move) -> Refusal:
    rules, options = table.rules, options_of(table)
    if options is not None and options.leave is None:
        return Refusal(
            "not_an_option",
            "these rules do not let this tile stay where it lies",
            rules.rule_place(_option_key(table)),
        )
    if options is not None and options is rules.serendip:
        if not move.args:
            message = f"say how the Serendip is to lie, as `keep {rules.facing(0)}`"
            return Refusal("facing_needed", message)
        if options.leave and options.leave.turning == "free":
            return _turning_used_up(rules)
        rule = rules.rule_place("turn.serendip.leave.turning")
        return Refusal("no_turning", "a Serendip that is left may not be turned", rule)
    return Refusal("no_facing", "only a Serendip has a facing")


def _not_move(table: Table, move: Move) -> Refusal:
    rules, options = table.rules, options_of(table)
    if options is None:
        rule = rules.rule_place(f"{_others_key(table)}.stays_up")
        return Refusal("not_an_option", "this tile may only be kept or turned back", rule)
    key = _option_key(table)
    if options.exchange is None:
        return Refusal(
            "not_an_option", "these rules do not let this tile be exchanged", rules.rule_place(key)
        )
    if is_used_up(table, "exchange"):
        return used_up(rules, "exchange", "letting a tile just turned up change places")
    if fault := _wrong_facing(table, options.exchange, move):
        return fault
    cell = rules.board.index[move.args[0]]
    if cell == table.active:
        return Refusal("same_tile", "a tile cannot be exchanged with itself")
    if fault := _not_partner(table, cell, options.exchange.partner, f"{key}.exchange.with"):
        return fault
    reach = options.exchange.reach
    if reach is not None and cell not in rules.within[reach][table.active]:
        return _too_far(rules, reach, f"{key}.exchange.reach")
    message = "the tile must come to lie beside another face-up flower of its colour"
    return Refusal("not_beside", message, rules.rule_place(f"{key}.exchange.beside"))


def _wrong_facing(table: Table, exchange: Exchange, move: Move) -> Refusal | None:
    rules = table.rules
    if exchange.turning == "free" and len(move.args) == 1:
        return Refusal(
            "facing_needed", f"say how the Serendip is to lie, as `{move} {rules.facing(0)}`"
        )
    if exchange.turning == NEVER and len(move.args) == 2:
        if options_of(table) is rules.serendip:
            rule = rules.rule_place("turn.serendip.exchange.turning")
            return Refusal("no_turning", "a Serendip that is exchanged may not be turned", rule)
        return Refusal("no_facing", "only a Serendip has a facing")
    lies = lies_for_good(table)
    if len(move.args) == 2 and lies is not None and move.args[1] != rules.facing(lies):
        return _turning_used_up(rules)
    return None


def _turning_used_up(rules: Rules) -> Refusal:
    return used_up(rules, "turning", "turning a Serendip")


def _too_far(rules: Rules, reach: int, key: str) -> Refusal:
    message = f"the two tiles are more than {counted(reach, 'step')} apart"
    return Refusal("too_far", message, rules.rule_place(key))


def _not_partner(table: Table, cell: int, which: str, key: str) -> Refusal | None:
    """Why the tile on a cell may not change places, by its own state alone."""
    rules, code = table.rules, table.board[cell]
    label = rules.board.labels[cell]
    if code & UP and code & WHAT >= len(rules.colours):
        return Refusal("fixed", f"the Serendip on {label} is fixed")
    if which == "face_down" and code & UP:
        return Refusal("face_up", f"the tile on {label} lies face up", rules.rule_place(key))
    if which == "face_up" and not code & UP:
        return Refusal("face_down", f"the tile on {label} lies face down", rules.rule_place(key))
    return None


def _not_swap(table: Table, move: Move) -> Refusal:
    leave = table.rules.serendip.leave
    assert leave is not None, "the phase swap comes from leaving a Serendip"
    cells = [table.rules.board.index[label] for label in move.args]
    key = "turn.serendip.leave.swap_with"
    faults = (_not_partner(table, cell, leave.swap_with, key) for cell in cells)
    if fault := next(filter(None, faults), None):
        return fault
    assert leave.swap_reach is not None, "without a limit two such tiles may be swapped"
    return _too_far(table.rules, leave.swap_reach, "turn.serendip.leave.swap_reach")


def _others_key(table: Table) -> str:
    owned = table.owner[table.board[table.active] & WHAT] != NOBODY
    return "turn.foreign" if owned else "turn.unowned"


def _option_key(table: Table) -> str:
    return "turn.serendip" if options_of(table) is table.rules.serendip else "turn.own"


_REASONS: dict[str, Callable[[Table, Move], Refusal]] = {
    "choose": _not_choose,
    "reveal": _not_reveal,
    "keep": _not_keep,
    "back": _not_back,
    "move": _not_move,
    "swap": _not_swap,
    "pass": _not_pass,
}
