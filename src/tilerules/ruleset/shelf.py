"""What is known before a card is read: other cards, and the vocabularies of the games."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

from tilerules.ruleset.layering import Card
from tilerules.ruleset.problems import Unreadable, close_word, fault
from tilerules.ruleset.reading import Node, shortened
from tilerules.ruleset.schema import Schema

if TYPE_CHECKING:
    from tilerules.ruleset.checking import Check


class Language(NamedTuple):
    """The vocabulary of a game's cards: its schema, its further checks, its engine's revision.

    Others are the schemas of other games, by their ids, from which somebody may have taken a key.
    """

    game: str
    revision: int
    schema: Schema
    checks: Callable[[], Iterable[Check]]
    others: Callable[[], Mapping[str, Schema]]


class Shelf(Protocol):
    """Where known cards and games are found."""

    def ids(self) -> tuple[str, ...]:
        """The ids of the known cards."""
        ...

    def card(self, id: str) -> Card | None:
        """The known card of an id."""
        ...

    def games(self) -> Collection[str]:
        """The ids of the games."""
        ...

    def language(self, game: str) -> Language:
        """The vocabulary of a game."""
        ...

    def broken(self, id: str) -> str | None:
        """Why a game or a card cannot be used that somebody brings; None if nobody does."""
        ...


def known_card(extends: Node, shelf: Shelf) -> Card:
    """The known card of the id that a card extends; `Unreadable` if there is none."""
    name = str(extends.value)
    found = shelf.card(name)
    if found is None:
        message = shelf.broken(name) or f"no known card has the id `{shortened(name)}`"
        raise _unknown("unknown_id", "extends", extends, message, shelf.ids())
    return found


def language_of(cards: Sequence[Card], shelf: Shelf) -> Language:
    """The vocabulary of the game that the oldest card of a lineage names."""
    oldest = cards[0].node
    named = oldest.at(("game",))
    if named is None:
        message = "the card names no game, and no card that it extends"
        expected = "`extends` with the id of a card, or `game`"
        raise Unreadable(fault("missing", oldest.place, message, expected, key="game"))
    if named.value is None:
        message = "nothing stands behind `game`"
        raise Unreadable(fault("no_value", named.place, message, key="game"))
    if not isinstance(named.value, str):
        from tilerules.ruleset.wording import one_of, said

        message, expected = f"{said(named)} cannot stand behind `game`", one_of(shelf.games())
        raise Unreadable(fault("wrong_value", named.place, message, expected, key="game"))
    if named.value not in shelf.games():
        message = shelf.broken(named.value) or f"there is no game `{shortened(named.value)}`"
        raise _unknown("unknown_game", "game", named, message, shelf.games())
    return shelf.language(named.value)


def _unknown(code: str, key: str, node: Node, message: str, known: Collection[str]) -> Unreadable:
    from tilerules.ruleset.wording import one_of

    close = close_word(node.value, known)
    return Unreadable(
        fault(
            code,
            node.place,
            message,
            None if close else one_of(known),
            key=key,
            close=close,
            name=node.value,
            known=tuple(known),
        )
    )
