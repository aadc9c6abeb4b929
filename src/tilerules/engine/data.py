"""What the data of deals and positions have in common."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Any

from tilerules import registry
from tilerules.data import formats
from tilerules.data.source import LARGEST, Source, said
from tilerules.engine.moves import Move, Words
from tilerules.engine.shared.tally import TALLY_KEYS, tally_from
from tilerules.errors import InvalidData, NotationError
from tilerules.table.shuffle import SALT_BYTES

# ---- what all deals and positions begin with ------------------------------------------------

RULES = ("format", "ruleset", "seats")
DEAL_KEYS = (*RULES, "salt")
HEADING = (*RULES, "phase", "to_move", "turns", "ply", "last_move", *TALLY_KEYS)
OBSERVED = ("viewer", "memory")


def rules_heading(table: Any, *, whole: bool) -> dict[str, Any]:
    """The entries that say which rules a deal or a position has."""
    return {
        "format": formats.newest(),
        "ruleset": registry.ruleset_data(table.ruleset, whole=whole),
        "seats": table.seats,
    }


def heading(position: Any, *, whole: bool) -> dict[str, Any]:
    """The entries that the data of every position begin with."""
    return {
        **rules_heading(position, whole=whole),
        "phase": position.phase,
        "to_move": position.to_move,
        "turns": position.turns,
        "ply": position.ply,
        "last_move": position.last_move and str(position.last_move),
    }


def heading_from(rules: Any, source: Source, phases: Collection[str]) -> dict[str, Any]:
    """What `heading` writes, by the names of the fields, but for the last move.

    Args:
        phases: what can be due, besides `over`.
    """
    over = source.entry("phase").word((*phases, "over")) == "over"
    return {
        "rules": rules,
        "to_move": to_move_from(source.entry("to_move", None), rules.seats, over=over),
        "turns": source.entry("turns", 0).whole(0, LARGEST),
        "ply": source.entry("ply", 0).whole(0, LARGEST),
        "tally": tally_from(rules, source),
    }


def salt_from(source: Source) -> bytes:
    """The salt of a deal; without one all its bytes are zero."""
    salt = source.entry("salt", bytes(SALT_BYTES).hex())
    if not re.fullmatch(f"[0-9a-f]{{{2 * SALT_BYTES}}}", salt.text()):
        raise salt.fault(f"expected {2 * SALT_BYTES} hexadecimal digits, not {said(salt.value)}")
    return bytes.fromhex(salt.text())


def no_card(rules: Any, source: Source) -> InvalidData:
    """The error that something is no card of a deck."""
    return source.fault(
        f"expected a card of these rules, as {rules.kinds[0]}, not {said(source.value)}"
    )


def few_cards(rules: Any, source: Source) -> list[Source]:
    """The entries of a list of cards, which are no more than a deck and the start cards hold."""
    entries = list(source.items())
    if len(entries) > sum(rules.deck) + rules.seats:
        raise source.fault("there are more cards than these rules have")
    return entries


def check_copies(rules: Any, lying: Mapping[int, int], source: Source) -> None:
    """No card of a deck lies on the table more often than there are copies of it."""
    for card, copies in enumerate(rules.deck):
        if lying[card] > copies:
            there_are = f"there is {copies}" if copies == 1 else f"there are {copies}"
            name = rules.kinds[card]
            raise source.fault(f"{lying[card]} cards {name} lie on the table, and {there_are}")


def to_move_from(source: Source, seats: int, *, over: bool) -> int | None:
    """The seat to move: null when the game is over, and a seat until then."""
    seat = source.optional_whole(0, seats - 1)
    if (seat is None) != over:
        wanted = "null, for the game is over" if over else "a seat, for the game is not over"
        raise source.fault(f"expected {wanted}")
    return seat


def observed_by(source: Source, seats: int) -> tuple[int | None, bool]:
    """The viewer of an observation, and whether it was made with memory."""
    viewer = source.entry("viewer").optional_whole(0, seats - 1)
    return viewer, source.entry("memory", default=True).flag()


def last_move_from(source: Source, position: Any, *, veiled: Collection[Move] = ()) -> Move | None:
    """The last move, in the notation that the position reads, or None.

    In an observation it may be a veiled one, which does not name what its viewer does not know.
    """
    if source.value is None:
        return None
    for each in veiled:
        if source.value == str(each):
            return each
    rules = position.rules
    try:
        move: Move = rules.game.parse(position, Words(source.text()))
    except NotationError as error:
        raise source.fault(str(error)) from None
    if not any(block.kind == move.kind and block.find(move.args) >= 0 for block in rules.blocks):
        raise source.fault(f"the move `{move}` can never be made under these rules")
    return move
