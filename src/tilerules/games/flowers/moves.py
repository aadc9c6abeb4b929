"""The notation of the moves of Flowers, and why a move is not legal."""

from __future__ import annotations

from collections.abc import Callable

from tilerules.engine.moves import Move, Words
from tilerules.engine.positions import Refusal
from tilerules.engine.shared.tally import used_up
from tilerules.games.flowers.lengths import DISCARDING
from tilerules.games.flowers.rules import Rules, limit_key
from tilerules.games.flowers.state import Table
from tilerules.games.flowers.turns import uncoverable
from tilerules.wording import listed

# ---- notation -------------------------------------------------------------------------------


def parse(table: Table, words: Words) -> Move:
    """The move whose words follow; where several cards can be in hand, its card stands last."""
    kind = words.one_of(_PARSERS, "one of " + ", ".join(_PARSERS))
    args = _PARSERS[kind](table.rules, words)
    if table.rules.names_cards and kind != "take":
        args = (*args, words.one_of(_names(table.rules), f"a card, as {table.rules.kinds[0]}"))
    words.end()
    return Move(kind, args)


def _names(rules: Rules) -> list[str]:
    """The cards that a move can name."""
    return [str(kind) for kind in rules.kinds[: rules.namable]]


def _pile(rules: Rules, words: Words) -> tuple[str, ...]:
    piles = [str(pile) for pile in range(len(rules.take))]
    return (words.one_of(piles, f"a pile from 0 to {piles[-1]}"),)


def _cell(rules: Rules, words: Words) -> tuple[str, ...]:
    label = words.next()
    if rules.grid.find(label) < 0:
        raise words.fault(f"a cell that a garden can reach, as {rules.grid.example}")
    return (label,)


def _nothing(rules: Rules, words: Words) -> tuple[str, ...]:
    return ()


_PARSERS: dict[str, Callable[[Rules, Words], tuple[str, ...]]] = {
    "take": _pile,
    "place": _cell,
    "cover": _cell,
    "discard": _nothing,
}

# ---- refusals -------------------------------------------------------------------------------


def refuse(table: Table, move: Move) -> Refusal:
    """Why a move that is not offered is not legal."""
    if fault := _bad_form(table, move):
        return fault
    if (move.kind == "take") != (table.phase == "take"):
        return Refusal("wrong_phase", f"`{move}` cannot be done now: it is time to {due(table)}")
    if move.kind == "take":
        return Refusal("empty_pile", f"pile {move.args[0]} has no card left")
    return _not_played(table, move)


def due(table: Table) -> str:
    """What the seat to move has to do, as `take a card`."""
    card = "a card of the hand" if table.rules.names_cards else "the card in hand"
    return _DUE[table.phase].format(card)


_DUE = {"take": "take a card", "place": "place {}", DISCARDING: "place or discard {}"}


def _bad_form(table: Table, move: Move) -> Refusal | None:
    """The fault of a move that can never be made under these rules."""
    rules = table.rules
    if move.kind == "take":
        if rules.take.find(move.args) >= 0:
            return None
        last = len(rules.take) - 1
        return Refusal("unknown_move", f"a pile from 0 to {last} must follow")
    cell, card = (move.args[:-1], move.args[-1:]) if rules.names_cards else (move.args, ())
    is_named = not rules.names_cards or card[:1] in [(name,) for name in _names(rules)]
    if is_named and move.kind == "discard" and not cell:
        return _no_discard(table) if DISCARDING not in rules.turn.steps else None
    if is_named and move.kind != "discard" and len(cell) == 1 and rules.grid.find(cell[0]) >= 0:
        return None
    return Refusal("unknown_move", _expected(rules, move.kind))


def _expected(rules: Rules, kind: str) -> str:
    """What must stand after the kind of a move that plays a card."""
    parts = {} if kind == "discard" else {"a cell that a garden can reach": rules.grid.example}
    if rules.names_cards:
        parts["a card"] = str(rules.kinds[0])
    if not parts:
        return f"nothing may follow `{kind}`"
    return f"{listed(parts)} must follow, as {' '.join(parts.values())}"


def _not_played(table: Table, move: Move) -> Refusal:
    """Why a card from the hand cannot be played as a move says."""
    rules, seat, held = table.rules, table.to_move, table.held
    assert seat is not None, "a game that is not over has a seat to move"
    if move.kind == "discard" and table.phase != DISCARDING:
        return _no_discard(table)
    named = rules.number[move.args[-1]] if rules.names_cards else None
    if held and named is not None and named not in held.kinds(seat):
        return Refusal("not_in_hand", f"{move.args[-1]} is not in hand")
    if move.kind == "discard":
        return used_up(rules, "discard", "discarding a card")
    return _not_placed(table, move) if move.kind == "place" else _not_covered(table, move)


def _no_discard(table: Table) -> Refusal:
    what = "in this step" if DISCARDING in table.rules.turn.steps else "under these rules"
    rule = table.rules.rule_place("turn.steps")
    return Refusal("no_discard", f"{what} no card may be discarded", rule)


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
    width, height = rules.widths[table.to_move], rules.heights[table.to_move]
    too_wide = width is not None and max(x) - min(x) >= width
    key, size = ("width", width) if too_wide else ("height", height)
    rule = rules.rule_place(limit_key(rules, table.to_move, key))
    return Refusal("too_large", f"a garden's largest {key} is {size}", rule)


def _not_covered(table: Table, move: Move) -> Refusal:
    assert table.to_move is not None, "a game that is not over has a seat to move"
    rules, garden, label = table.rules, table.plots[table.to_move], move.args[0]
    cell = rules.grid.find(label)
    stack = garden.stack(cell)
    if not stack:
        return Refusal("no_card", f"no card lies on {label} that could be covered")
    key = uncoverable(rules, cell, stack)
    if key is None:
        return used_up(rules, "cover", "covering a card")
    return Refusal(*_COVERING[key], rules.rule_place(key))


_COVERING = {
    "start.cover_violet": ("no_covering", "the violet card may not be covered"),
    "cover.cards": ("no_covering", "these rules do not let this card be covered"),
    "cover.depth": ("too_deep", "no more cards may lie in this stack"),
}
