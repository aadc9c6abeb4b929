"""The notation of the moves of Flowers, and why a move is not legal."""

from __future__ import annotations

from collections.abc import Callable

from tilerules.engine.moves import Move, Words
from tilerules.engine.positions import Refusal
from tilerules.games.flowers.state import Table
from tilerules.games.flowers.turns import uncoverable
from tilerules.wording import shortened

# ---- notation -------------------------------------------------------------------------------


def parse(table: Table, words: Words) -> Move:
    """The move whose words follow."""
    kind = words.one_of(_PARSERS, "one of " + ", ".join(_PARSERS))
    move = Move(kind, (_PARSERS[kind](table, words),))
    words.end()
    return move


def _pile(table: Table, words: Words) -> str:
    piles = [str(pile) for pile in range(len(table.stock))]
    return words.one_of(piles, f"a pile from 0 to {piles[-1]}")


def _cell(table: Table, words: Words) -> str:
    label = words.next()
    if table.rules.grid.find(label) < 0:
        raise words.fault(f"a cell that a garden can reach, as {table.rules.grid.example}")
    return label


_PARSERS: dict[str, Callable[[Table, Words], str]] = {"take": _pile, "place": _cell, "cover": _cell}

# ---- refusals -------------------------------------------------------------------------------


def refuse(table: Table, move: Move) -> Refusal:
    """Why a move that is not offered is not legal."""
    if move.kind not in _PARSERS:
        return Refusal("unknown_move", f"there is no move {shortened(move.kind)} in this game")
    if fault := _bad_form(table, move):
        return fault
    if (move.kind == "take") != (table.phase == "take"):
        due = "take a card" if table.phase == "take" else "place the card in hand"
        return Refusal("wrong_phase", f"`{move}` cannot be done now: it is time to {due}")
    if move.kind == "take":
        return Refusal("empty_pile", f"pile {move.args[0]} has no card left")
    return _not_placed(table, move) if move.kind == "place" else _not_covered(table, move)


def _bad_form(table: Table, move: Move) -> Refusal | None:
    if move.kind == "take":
        known = len(move.args) == 1 and table.rules.take.find(move.args) >= 0
        last = len(table.stock) - 1
        return None if known else Refusal("unknown_move", f"a pile from 0 to {last} must follow")
    if len(move.args) == 1 and table.rules.grid.find(move.args[0]) >= 0:
        return None
    example = table.rules.grid.example
    return Refusal("unknown_move", f"a cell that a garden can reach must follow, as {example}")


def _not_placed(table: Table, move: Move) -> Refusal:
    assert table.to_move is not None, "a game that is not over has a seat to move"
    rules, garden, label = table.rules, table.plots[table.to_move], move.args[0]
    cell = rules.grid.find(label)
    if garden.stack(cell):
        return Refusal("occupied", f"a card lies on {label} already")
    if not any(garden.stack(near) for near in rules.beside[cell]):
        rule = rules.rule_place("garden.placing")
        return Refusal("not_beside", f"no card lies beside {label}", rule)
    x = [rules.grid.cells[each][0] for each in (*garden.cells, cell)]
    too_wide = rules.width is not None and max(x) - min(x) >= rules.width
    key, size = ("width", rules.width) if too_wide else ("height", rules.height)
    rule = rules.rule_place(f"garden.{key}")
    return Refusal("too_large", f"a garden's largest {key} is {size}", rule)


def _not_covered(table: Table, move: Move) -> Refusal:
    assert table.to_move is not None, "a game that is not over has a seat to move"
    rules, garden, label = table.rules, table.plots[table.to_move], move.args[0]
    cell = rules.grid.find(label)
    stack = garden.stack(cell)
    if not stack:
        return Refusal("no_card", f"no card lies on {label} that could be covered")
    key = uncoverable(rules, cell, stack)
    assert key is not None, "a card that may be covered is offered"
    return Refusal(*_COVERING[key], rules.rule_place(key))


_COVERING = {
    "start.cover_violet": ("no_covering", "the violet card may not be covered"),
    "cover.cards": ("no_covering", "these rules do not let this card be covered"),
    "cover.depth": ("too_deep", "no more cards may lie in this stack"),
}
