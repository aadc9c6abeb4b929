"""What happened between two observations of a Flowers table."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from tilerules.engine import events as common
from tilerules.engine.events import by_kind, mover, turn_ended
from tilerules.games.flowers.state import Observation, named


@attrs.frozen
class Event(common.Event):
    """Something that happened at a Flowers table."""

    game = "flowers"


@attrs.frozen
class Taken(Event):
    """A seat has taken the top card of a pile; None if the viewer does not know the card."""

    seat: int
    pile: int
    card: str | None

    def __str__(self) -> str:
        return f"seat {self.seat} takes {self.card or 'a card'} from pile {self.pile}"


@attrs.frozen
class Placed(Event):
    """A seat has laid a card beside its others."""

    seat: int
    cell: str
    card: str

    def __str__(self) -> str:
        return f"seat {self.seat} places {self.card} on {self.cell}"


@attrs.frozen
class Covered(Event):
    """A seat has laid a card on top of those on a cell."""

    seat: int
    cell: str
    card: str

    def __str__(self) -> str:
        return f"seat {self.seat} covers {self.cell} with {self.card}"


@attrs.frozen
class TurnedUp(Event):
    """The top card of a pile now lies open."""

    pile: int
    card: str

    def __str__(self) -> str:
        return f"{self.card} lies open on pile {self.pile}"


@attrs.frozen
class Swept(Event):
    """The open card of a pile has left the game."""

    pile: int
    card: str

    def __str__(self) -> str:
        return f"{self.card} is swept from pile {self.pile}"


KINDS = by_kind(Taken, Placed, Covered, TurnedUp, Swept)


def events(before: Observation, after: Observation) -> Iterator[common.Event]:
    """What happened on the table between two observations, in order."""
    move, seat, rules = after.last_move, mover(before), after.rules
    assert move is not None, "a move lies between two observations"
    turned = [TurnedUp(pile, str(rules.kinds[card])) for pile, card in after.turned]
    if move.kind == "take":
        yield Taken(seat, after.taken_from, after.in_hand)
        yield from turned
        return
    (cell,) = move.args
    card = after.plots[seat].stack(rules.grid.find(cell))[-1]
    yield (Placed if move.kind == "place" else Covered)(seat, cell, str(rules.kinds[card]))
    for pile, cards in enumerate(before.stock):
        if len(after.stock[pile]) < len(cards):
            yield from _swept(before, pile, [each for each in turned if each.pile == pile])
            turned = [each for each in turned if each.pile != pile]
    yield from turn_ended(before, after)
    yield from turned


def _swept(before: Observation, pile: int, turned: list[TurnedUp]) -> Iterator[Event]:
    """An open card leaves the game, turned up first if it was not; then the next is turned up."""
    top = named(before.rules, before.stock[pile][0])
    if top is None:
        first, *turned = turned
        yield first
        top = first.card
    yield Swept(pile, top)
    yield from turned
