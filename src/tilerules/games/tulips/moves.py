"""The notation of the moves of Gift of Tulips, and why a move is not legal."""

from __future__ import annotations

from collections.abc import Callable

from tilerules.engine.moves import Move, Words
from tilerules.engine.positions import Refusal
from tilerules.engine.shared.tally import is_used_up, used_up
from tilerules.games.tulips.rules import Rules
from tilerules.games.tulips.state import Table

# ---- notation -------------------------------------------------------------------------------


def parse(table: Table, words: Words) -> Move:
    """The move whose words follow; where all cards of a turn are in hand, its card stands last."""
    kind = words.one_of(_PARSERS, "one of " + ", ".join(_PARSERS))
    args = _PARSERS[kind](table.rules, words)
    if table.rules.together and kind != "start":
        args = (*args, *_card(table.rules, words))
    words.end()
    return Move(kind, args)


def _card(rules: Rules, words: Words) -> tuple[str, ...]:
    return (words.one_of(rules.number, f"a card, as {rules.kinds[0]}"),)


def _nothing(rules: Rules, words: Words) -> tuple[str, ...]:
    return ()


def _receiver(rules: Rules, words: Words) -> tuple[str, ...]:
    seats = [str(seat) for seat in range(rules.seats)]
    return (words.one_of(seats, f"a seat from 0 to {seats[-1]}"),)


def _way(rules: Rules, words: Words) -> tuple[str, ...]:
    return (words.one_of(("open", "secret"), "open or secret"),)


_PARSERS: dict[str, Callable[[Rules, Words], tuple[str, ...]]] = {
    "start": _card,
    "keep": _nothing,
    "give": _receiver,
    "add": _way,
}

# ---- refusals -------------------------------------------------------------------------------


def refuse(table: Table, move: Move) -> Refusal:
    """Why a move that is not offered is not legal."""
    rules = table.rules
    if fault := _bad_form(rules, move):
        return fault
    if (move.kind == "start") != (table.phase == "start"):
        hand = "a card from the hand" if rules.together else "the card in hand"
        due = "keep one of the cards dealt" if table.phase == "start" else f"play {hand}"
        return Refusal("wrong_phase", f"`{move}` cannot be done now: it is time to {due}")
    if move.kind == "start":
        return Refusal("not_in_hand", f"{move.args[0]} is not one of the cards dealt to this seat")
    thing = move.args[0] if move.kind == "add" else move.kind
    if rules.action_bits[thing] & table.did:
        rule, action = rules.rule_place("turn.actions"), _action(rules, thing)
        return Refusal("already_done", f"`{action}` has been done in this turn", rule)
    if is_used_up(table, thing):
        return used_up(rules, thing, _DOING[thing])
    if move.kind == "give" and move.args[0] == str(table.to_move):
        return Refusal("own_bouquet", "a card is given to another seat")
    return Refusal("not_in_hand", f"{move.args[-1]} is not in hand")


def _bad_form(rules: Rules, move: Move) -> Refusal | None:
    """The fault of a move that can never be made under these rules."""
    blocks = {"start": rules.start, "keep": rules.keep, "give": rules.give, "add": rules.add}
    if blocks[move.kind].find(move.args) >= 0:
        return None
    if move.kind in ("keep", "give") and move.kind not in rules.bits:
        return _no_action(rules, move.kind)
    if move.kind == "add" and move.args[:1] in _WAYS and move.args[0] not in rules.ways:
        return _no_action(rules, f"add {move.args[0]}")
    return Refusal("unknown_move", f"after `{move.kind}` must stand {_expected(rules, move.kind)}")


_WAYS = (("open",), ("secret",))


def _no_action(rules: Rules, action: str) -> Refusal:
    rule = rules.rule_place("turn.actions")
    return Refusal("no_action", f"`{action}` is none of the actions of these rules", rule)


def _expected(rules: Rules, kind: str) -> str:
    """What must stand after the kind of a move."""
    card = f"a card, as {rules.kinds[0]}"
    target = {"start": card, "give": f"a seat from 0 to {rules.seats - 1}", "add": "open or secret"}
    parts = [target[kind]] if kind in target else []
    if rules.together and kind != "start":
        parts.append(card)
    return " and ".join(parts) or "nothing"


def _action(rules: Rules, thing: str) -> str:
    """The action by which a thing is done."""
    bit = rules.action_bits[thing]
    return next(action for action, each in rules.bits.items() if each == bit)


_DOING = {
    "keep": "keeping a card",
    "give": "giving a card away",
    "open": "adding a card openly",
    "secret": "adding a card secretly",
}
