"""Reading JSON data that may be wrong: each fault is named by its path."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from tilerules import registry
from tilerules.engine.moves import Move, Words
from tilerules.errors import InvalidData, NotationError, UnknownRuleset
from tilerules.ruleset import resolving
from tilerules.ruleset.ruleset import Ruleset
from tilerules.ruleset.schema import CARD_KEYS
from tilerules.ruleset.wording import counted
from tilerules.table.shuffle import SALT_BYTES

FORMAT = 1
LARGEST = 10**9
_REQUIRED: Any = object()


class Source:
    """A value in JSON data, with its path; a mapping is read key by key."""

    def __init__(self, value: object, path: str = "") -> None:
        self.value = value
        self.path = path

    def fault(self, problem: str) -> InvalidData:
        """The error that something is wrong with this value."""
        return InvalidData(self.path, problem)

    def fault_at(self, key: str, problem: str) -> InvalidData:
        """The error that something is wrong with the entry of a key."""
        return InvalidData(self._inner(key), problem)

    def _inner(self, key: str) -> str:
        name = key if key.isprintable() and len(key) <= 40 else said(key)
        return f"{self.path}.{name}" if self.path else name

    def keys(self, known: Collection[str] | None = None) -> list[str]:
        """The keys of this mapping; all of them must be known, if those known are given."""
        if not isinstance(self.value, dict):
            raise self.fault(f"expected an object with keys, not {said(self.value)}")
        for key in self.value:
            if not isinstance(key, str):
                raise self.fault(f"a key must be a text, not {said(key)}")
            if known is not None and key not in known:
                raise self.fault(f"there is no key {said(key)} here; known are {listed(known)}")
        return list(self.value)

    def entry(self, key: str, default: object = _REQUIRED) -> Source:
        """The entry of a key."""
        if not isinstance(self.value, dict):
            raise self.fault(f"expected an object with keys, not {said(self.value)}")
        if key not in self.value and default is _REQUIRED:
            raise self.fault_at(key, "is missing")
        return Source(self.value.get(key, default), self._inner(key))

    def entries(self) -> Iterator[tuple[str, Source]]:
        """All entries of this mapping."""
        for key in self.keys():
            yield key, self.entry(key)

    def items(self) -> Iterator[Source]:
        """The items of this list."""
        if not isinstance(self.value, list):
            raise self.fault(f"expected a list, not {said(self.value)}")
        for number, item in enumerate(self.value):
            yield Source(item, f"{self.path}[{number}]")

    def exactly(self, number: int, thing: str) -> list[Source]:
        """The items of this list, which are so many."""
        if isinstance(self.value, list) and len(self.value) != number:
            raise self.fault(f"expected {counted(number, thing)}, not {len(self.value)}")
        return list(self.items())

    def whole(self, low: int, high: int) -> int:
        """This value as a whole number within bounds."""
        if (
            isinstance(self.value, bool)
            or not isinstance(self.value, int)
            or not low <= self.value <= high
        ):
            raise self.fault(
                f"expected a whole number from {low} to {high}, not {said(self.value)}"
            )
        return self.value

    def optional_whole(self, low: int, high: int) -> int | None:
        """This value as a whole number within bounds, or None."""
        return None if self.value is None else self.whole(low, high)

    def flag(self) -> bool:
        """This value as true or false."""
        if not isinstance(self.value, bool):
            raise self.fault(f"expected true or false, not {said(self.value)}")
        return self.value

    def text(self) -> str:
        """This value as a text."""
        if not isinstance(self.value, str):
            raise self.fault(f"expected a text, not {said(self.value)}")
        return self.value

    def word(self, known: Collection[str]) -> str:
        """This value as one of some words."""
        if not isinstance(self.value, str) or self.value not in known:
            raise self.fault(f"expected one of {listed(known)}, not {said(self.value)}")
        return self.value


def said(value: object) -> str:
    """A value for a message, cut short."""
    if isinstance(value, dict | list | tuple):
        return "a list" if isinstance(value, list | tuple) else "an object"
    if isinstance(value, int) and value.bit_length() > 128:
        return "a huge number"
    text = (
        ascii(value) if isinstance(value, str | int | float | bool | None) else type(value).__name__
    )
    return text if len(text) <= 40 else text[:37] + "..."


def listed(words: Collection[str]) -> str:
    """Words for a message; of many only the first and the last."""
    if len(words) <= 16:
        return ", ".join(words)
    first, second, *_, last = words
    return f"{first}, {second}, … {last}"


# ---- what all deals and positions begin with ------------------------------------------------

DEAL_KEYS = ("format", "ruleset", "seats", "salt")
HEADING = ("format", "ruleset", "seats", "phase", "to_move", "turns", "ply", "last_move")
OBSERVED = ("viewer", "memory")


def rules_heading(table: Any, *, whole: bool) -> dict[str, Any]:
    """The entries that say which rules a deal or a position has."""
    return {
        "format": FORMAT,
        "ruleset": ruleset_data(table.ruleset, whole=whole),
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


def ruleset_data(ruleset: Ruleset, *, whole: bool) -> dict[str, Any]:
    """A ruleset by id and digest if it is a bundled one, unless it is wanted whole."""
    if not whole and ruleset.table("bundled", lambda: _is_bundled(ruleset)):
        return {"id": ruleset.id, "digest": ruleset.digest}
    return ruleset.to_data()


def _is_bundled(ruleset: Ruleset) -> bool:
    """Whether this is a bundled ruleset, with all that it is called and where it was set."""
    known = ruleset.id in registry.ruleset_ids()
    return known and registry.bundled(ruleset.id).to_data() == ruleset.to_data()


def ruleset_from(source: Source) -> Ruleset:
    """The reverse of `ruleset_data`; the id of a bundled ruleset alone is enough."""
    if isinstance(source.value, str):
        return _bundled(source)
    if "values" in set(source.keys()):
        return _whole(source)
    source.keys(("id", "digest"))
    found = _bundled(source.entry("id"))
    digest = source.entry("digest", found.digest)
    if digest.text() != found.digest:
        raise digest.fault(f"{found.id} has changed: its digest is {found.digest} here")
    return found


def _bundled(source: Source) -> Ruleset:
    try:
        return registry.bundled(source.text())
    except UnknownRuleset as error:
        raise source.fault(str(error)) from None


def _whole(source: Source) -> Ruleset:
    source.keys(
        (
            "id",
            "title",
            "game",
            "edition",
            "summary",
            "sources",
            "digest",
            "lineage",
            "ways",
            "values",
            "origins",
        )
    )
    lineage = source.entry("lineage", [])
    if not isinstance(lineage.value, list) or not all(
        isinstance(file, str) for file in lineage.value
    ):
        raise lineage.fault("expected a list of file names")
    for key, value in source.entry("values").entries():
        if key in CARD_KEYS:
            raise value.fault("only rules stand here, all of them")
    ways, origins = source.entry("ways", {}), source.entry("origins", {})
    for place in (
        *(each for _, way in ways.entries() for each in way.items()),
        *(each for _, each in origins.entries()),
    ):
        _check_origin(place)
    data: dict[str, Any] = {
        **source.value,  # type: ignore[dict-item]
        "lineage": lineage.value,
        "ways": ways.value,
        "origins": origins.value,
    }
    resolution = resolving.from_data(data, registry.SHELF)
    if resolution.ruleset is None:
        raise source.fault(
            "these are no sound rules: " + "; ".join(p.message for p in resolution.problems)
        )
    digest = source.entry("digest", resolution.ruleset.digest)
    if digest.text() != resolution.ruleset.digest:
        raise digest.fault("the digest does not belong to these rules")
    return resolution.ruleset


def _check_origin(source: Source) -> None:
    match source.value:
        case [str(), int() | None]:
            return
    raise source.fault("expected a file name and a line")


def salt_from(source: Source) -> bytes:
    """The salt of a deal; without one all its bytes are zero."""
    salt = source.entry("salt", bytes(SALT_BYTES).hex())
    if not re.fullmatch(f"[0-9a-f]{{{2 * SALT_BYTES}}}", salt.text()):
        raise salt.fault(f"expected {2 * SALT_BYTES} hexadecimal digits, not {said(salt.value)}")
    return bytes.fromhex(salt.text())


def check_copies(rules: Any, lying: Mapping[int, int], source: Source) -> None:
    """No card of a deck lies on the table more often than there are copies of it."""
    for card, copies in enumerate(rules.deck):
        if lying[card] > copies:
            raise source.fault(f"there are more than {copies} cards {rules.kinds[card]}")


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
