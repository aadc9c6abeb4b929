"""What happened between two observations of a Flowers table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import attrs

from tilerules.engine import events as common
from tilerules.engine.events import by_kind, mover, turn_ended
from tilerules.engine.moves import Move
from tilerules.games.flowers.rules import Rules
from tilerules.games.flowers.state import Observation, named


@attrs.frozen
class Event(common.Event):
    """Something that happened at a table of Flowers: a `tr.Event`.

    >>> from tilerules.games import flowers
    >>> event = flowers.Swept(0, "red-3")
    >>> event.game, event.kind
    ('flowers', 'swept')
    """

    game = "flowers"


@attrs.frozen
class Taken(Event):
    """A seat has taken the top card of a pile; None if the viewer does not know the card.

    Attributes:
        seat: who has taken it.
        pile: its number, from 0.
        card: the card, as `yellow-4-red`.

    >>> from tilerules.games import flowers
    >>> print(flowers.Taken(0, 1, "red-3"))
    seat 0 takes red-3 from pile 1
    """

    seat: int
    pile: int
    card: str | None

    def __str__(self) -> str:
        return f"seat {self.seat} takes {self.card or 'a card'} from pile {self.pile}"


@attrs.frozen
class Placed(Event):
    """A seat has laid a card beside its others.

    The card of the game says under `garden.placing` where that may be.

    Attributes:
        seat: in whose garden.
        cell: where, as `1,-2`; the start card lies on `0,0`.
        card: the card.

    >>> from tilerules.games import flowers
    >>> print(flowers.Placed(0, "1,-2", "red-3"))
    seat 0 places red-3 on 1,-2
    """

    seat: int
    cell: str
    card: str

    def __str__(self) -> str:
        return f"seat {self.seat} places {self.card} on {self.cell}"


@attrs.frozen
class Covered(Event):
    """A seat has laid a card on top of those on a cell.

    The card of the game says under `cover` where that may be.

    Attributes:
        seat: in whose garden.
        cell: where.
        card: the card that lies on top now.

    >>> from tilerules.games import flowers
    >>> print(flowers.Covered(0, "0,0", "red-3"))
    seat 0 covers 0,0 with red-3
    """

    seat: int
    cell: str
    card: str

    def __str__(self) -> str:
        return f"seat {self.seat} covers {self.cell} with {self.card}"


@attrs.frozen
class Discarded(Event):
    """A seat has laid a card out of the game, face up.

    Attributes:
        seat: who has.
        card: the card.

    >>> from tilerules.games import flowers
    >>> print(flowers.Discarded(0, "red-3"))
    seat 0 discards red-3
    """

    seat: int
    card: str

    def __str__(self) -> str:
        return f"seat {self.seat} discards {self.card}"


@attrs.frozen
class TurnedUp(Event):
    """The top card of a pile now lies open; a place of a display has got it from the stock.

    The card of the game says under `piles.next_shown` when that is.

    Attributes:
        pile: its number, from 0.
        card: the card.

    >>> from tilerules.games import flowers
    >>> print(flowers.TurnedUp(0, "red-3"))
    red-3 lies open on pile 0
    """

    pile: int
    card: str

    def __str__(self) -> str:
        return f"{self.card} lies open on pile {self.pile}"


@attrs.frozen
class Swept(Event):
    """The open card of a pile has left the game.

    The card of the game says under `turn.sweep` whether cards do.

    Attributes:
        pile: its number, from 0.
        card: the card.

    >>> from tilerules.games import flowers
    >>> print(flowers.Swept(0, "red-3"))
    red-3 is swept from pile 0
    """

    pile: int
    card: str

    def __str__(self) -> str:
        return f"{self.card} is swept from pile {self.pile}"


KINDS = by_kind(Taken, Placed, Covered, Discarded, TurnedUp, Swept)


def events(before: Observation, after: Observation) -> Iterator[common.Event]:
    """What happened on the table between two observations, in order."""
    move, rules = after.last_move, after.rules
    assert move is not None, "a move lies between two observations"
    turned = [TurnedUp(pile, str(rules.kinds[card])) for pile, card in after.turned if pile >= 0]
    stock, taken = [[*pile] for pile in before.piles], before.taken
    if move.kind == "take":
        pile = int(move.args[0])
        taken = (*taken, pile)
        yield Taken(mover(before), pile, stock[pile].pop(0) or _taken(before, after))
        if rules.shown_at_once:
            yield from _turned_up(rules, stock, pile, turned)
    else:
        yield _played(before, after, move)
    if after.turns > before.turns:
        if len(after.gone) > len(before.gone) + (move.kind == "discard"):
            yield from _swept(rules, stock, taken, turned)
        yield from turn_ended(before, after)
    yield from turned


def _taken(before: Observation, after: Observation) -> str | None:
    """The card that has come into the hand of the seat that moved."""
    seat, held = mover(before), after.held
    if held is None or before.held is None:
        return named(after.rules, after.hand)
    fresh = Counter(held.secret[seat]) - Counter(before.held.secret[seat])
    return named(after.rules, next(iter(fresh)))


def _played(before: Observation, after: Observation, move: Move) -> Event:
    """A card has been laid or discarded."""
    seat, rules = mover(before), after.rules
    if move.kind == "discard":
        return Discarded(seat, after.shown[0].card)
    cell = move.args[0]
    top = after.plots[seat].stack(rules.grid.find(cell))[-1]
    return (Placed if move.kind == "place" else Covered)(seat, cell, str(rules.kinds[top]))


def _turned_up(
    rules: Rules, stock: list[list[str | None]], pile: int, turned: list[TurnedUp]
) -> Iterator[TurnedUp]:
    """The next card of a pile is turned up, if one is."""
    found = next((each for each in turned if each.pile == pile), None)
    if found is not None:
        turned.remove(found)
        del stock[-1 if rules.is_display else pile][:1]
        stock[pile].insert(0, found.card)
        yield found


def _swept(
    rules: Rules, stock: list[list[str | None]], taken: Sequence[int], turned: list[TurnedUp]
) -> Iterator[Event]:
    """Open cards leave the game, turned up first if they were not; then the next are turned up."""
    for pile in range(rules.open_piles):
        if not stock[pile] or (rules.sweep == "other_piles" and pile in taken):
            continue
        if stock[pile][0] is None:
            yield from _turned_up(rules, stock, pile, turned)
        yield Swept(pile, str(stock[pile].pop(0)))
        yield from _turned_up(rules, stock, pile, turned)
