"""What happened between two observations of a Tulips table."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from tilerules.engine import events as common
from tilerules.engine.events import by_kind, mover, turn_ended
from tilerules.engine.quick import BYTE
from tilerules.games.tulips.festival import Festival, added
from tilerules.games.tulips.rules import UNKNOWN, Rules
from tilerules.games.tulips.state import Observation, named


@attrs.frozen
class Event(common.Event):
    """Something that happened at a table of Gift of Tulips: a `tr.Event`.

    >>> from tilerules.games import tulips
    >>> event = tulips.EndDrawn("pink-3")
    >>> event.game, event.kind
    ('tulips', 'end_drawn')
    """

    game = "tulips"


@attrs.frozen
class StartKept(Event):
    """A seat has made its start choice; None if the viewer does not know the card.

    Attributes:
        seat: who has chosen.
        card: the card that it keeps, as `pink-3`.

    >>> from tilerules.games import tulips
    >>> print(tulips.StartKept(0, None))
    seat 0 has chosen a card to start with
    """

    seat: int
    card: str | None

    def __str__(self) -> str:
        return f"seat {self.seat} has chosen {self.card or 'a card'} to start with"


@attrs.frozen
class BouquetBegun(Event):
    """The start choice of a seat has been shown, and lies in its bouquet.

    Attributes:
        seat: whose bouquet it is.
        card: the card.

    >>> from tilerules.games import tulips
    >>> print(tulips.BouquetBegun(0, "pink-3"))
    the bouquet of seat 0 begins with pink-3
    """

    seat: int
    card: str

    def __str__(self) -> str:
        return f"the bouquet of seat {self.seat} begins with {self.card}"


@attrs.frozen
class PutAway(Event):
    """A card that a seat did not keep has gone into the secret festival.

    Attributes:
        seat: who was dealt it.
        card: the card; None if the viewer does not know it.

    >>> from tilerules.games import tulips
    >>> print(tulips.PutAway(0, None))
    seat 0 puts a card into the secret festival
    """

    seat: int
    card: str | None

    def __str__(self) -> str:
        return f"seat {self.seat} puts {self.card or 'a card'} into the secret festival"


@attrs.frozen
class Drawn(Event):
    """A seat has drawn a card; None if the viewer does not know it.

    Attributes:
        seat: who has drawn.
        card: the card, or None.

    >>> from tilerules.games import tulips
    >>> print(tulips.Drawn(0, "pink-3"))
    seat 0 draws pink-3
    """

    seat: int
    card: str | None

    def __str__(self) -> str:
        return f"seat {self.seat} draws {self.card or 'a card'}"


@attrs.frozen
class Kept(Event):
    """A seat has kept a card.

    Attributes:
        seat: in whose bouquet it lies now.
        card: the card.

    >>> from tilerules.games import tulips
    >>> print(tulips.Kept(0, "pink-3"))
    seat 0 keeps pink-3
    """

    seat: int
    card: str

    def __str__(self) -> str:
        return f"seat {self.seat} keeps {self.card}"


@attrs.frozen
class Given(Event):
    """A seat has given a card to another.

    Attributes:
        seat: who gives.
        card: the card.
        to: in whose bouquet it lies now.

    >>> from tilerules.games import tulips
    >>> print(tulips.Given(0, "pink-3", 1))
    seat 0 gives pink-3 to seat 1
    """

    seat: int
    card: str
    to: int

    def __str__(self) -> str:
        return f"seat {self.seat} gives {self.card} to seat {self.to}"


@attrs.frozen
class Added(Event):
    """A seat has added a card to the open festival.

    Attributes:
        seat: who has added it.
        card: the card.

    >>> from tilerules.games import tulips
    >>> print(tulips.Added(0, "pink-3"))
    seat 0 adds pink-3 to the festival
    """

    seat: int
    card: str

    def __str__(self) -> str:
        return f"seat {self.seat} adds {self.card} to the festival"


@attrs.frozen
class AddedSecretly(Event):
    """A seat has added a card to the secret festival; None if the viewer does not know it.

    Attributes:
        seat: who has added it.
        card: the card, or None.

    >>> from tilerules.games import tulips
    >>> print(tulips.AddedSecretly(0, None))
    seat 0 adds a card to the secret festival
    """

    seat: int
    card: str | None

    def __str__(self) -> str:
        return f"seat {self.seat} adds {self.card or 'a card'} to the secret festival"


@attrs.frozen
class Scored(Event):
    """A seat has got points: `block` is `giving` or `keeping`.

    How many, the card says under `scoring.giving` and `scoring.keeping`.

    Attributes:
        seat: whose points they are.
        block: the scoring block that they come from.
        points: how many.

    >>> from tilerules.games import tulips
    >>> print(tulips.Scored(0, "giving", 3))
    seat 0 scores 3 for giving
    """

    seat: int
    block: str = attrs.field(metadata={"words": ("giving", "keeping")})
    points: int

    def __str__(self) -> str:
        return f"seat {self.seat} scores {self.points} for {self.block}"


@attrs.frozen
class Ranked(Event):
    """The colours of the festival are ranked otherwise: here they are, from the first.

    The card says under `festival` what puts one before another.

    Attributes:
        ranking: the colours that have a rank.

    >>> from tilerules.games import tulips
    >>> print(tulips.Ranked(("pink", "blue")))
    the festival ranks pink, blue
    """

    ranking: tuple[str, ...]

    def __str__(self) -> str:
        return f"the festival ranks {', '.join(self.ranking)}"


@attrs.frozen
class EndDrawn(Event):
    """The end has drawn a card from the secret festival into the open one.

    How many it draws, the card says under `end.drawn`.

    Attributes:
        card: the card.

    >>> from tilerules.games import tulips
    >>> print(tulips.EndDrawn("pink-3"))
    the end draws pink-3
    """

    card: str

    def __str__(self) -> str:
        return f"the end draws {self.card}"


KINDS = by_kind(
    StartKept,
    BouquetBegun,
    PutAway,
    Drawn,
    Kept,
    Given,
    Added,
    AddedSecretly,
    Scored,
    Ranked,
    EndDrawn,
)


def events(before: Observation, after: Observation) -> Iterator[common.Event]:
    """What happened on the table between two observations, in order."""
    market = before.market
    if before.opening:
        yield from _chosen(before, after)
    else:
        for event in _acted(before, after):
            yield event
            if isinstance(event, Added):
                market = added(after.rules, market, BYTE[after.market.cards[len(market.cards)]])
                yield from _ranked(after.rules, before.market, market)
        yield from turn_ended(before, after)
    number = len(before.stock) - len(after.stock)
    for card in after.hand[len(after.hand) - number :]:
        assert after.to_move is not None, "nobody draws after the end"
        yield Drawn(after.to_move, named(after.rules, card))
    if after.is_over:
        yield from _end_drawn(after, market)


def _chosen(before: Observation, after: Observation) -> Iterator[Event]:
    """A start choice; with the last one all are shown, and the other cards put away."""
    rules, seat, opening = after.rules, mover(before), before.opening
    if after.opening:
        yield StartKept(seat, named(rules, after.opening.kept[-1]))
        return
    assert opening is not None, "start choices go on before the last one"
    kept, away = [held[:1] for held in after.held], iter(after.pool.cards)
    yield StartKept(seat, named(rules, kept[seat][0]))
    for each, card in enumerate(kept):
        yield BouquetBegun(each, str(rules.kinds[card[0]]))
    for each, hand in enumerate(opening.hands):
        left = hand.replace(kept[each], b"", 1) if kept[each] in hand else hand[1:]
        for mine, secret in zip(left, away, strict=False):
            yield PutAway(each, named(rules, secret if mine == UNKNOWN else mine))


def _acted(before: Observation, after: Observation) -> Iterator[Event]:
    """An action, and the points for it."""
    rules, seat, move = after.rules, mover(before), after.last_move
    assert move is not None, "a move lies between two observations"
    match move.kind, move.args:
        case "keep", _:
            yield Kept(seat, str(rules.kinds[after.held[seat][-1]]))
        case "give", (receiver, *_):
            to = int(receiver)
            yield Given(seat, str(rules.kinds[after.held[to][-1]]), to)
        case "add", ("open", *_):
            yield Added(seat, str(rules.kinds[after.market.cards[len(before.market.cards)]]))
        case _:
            card = _played(before, after)
            secret = after.pool.cards[-1] if card == UNKNOWN else card
            yield AddedSecretly(seat, named(rules, secret))
    for block, earlier, later in (
        ("giving", before.giving, after.giving),
        ("keeping", before.keeping, after.keeping),
    ):
        for each, points in enumerate(later):
            if points != earlier[each]:
                yield Scored(each, block, points - earlier[each])


def _played(before: Observation, after: Observation) -> int:
    """The card that has left the hand, which else is as it was but for what was drawn."""
    played = before.hand
    for card in after.hand[: len(before.hand) - 1]:
        played = played.replace(BYTE[card], b"", 1)
    return played[0]


def _end_drawn(after: Observation, market: Festival) -> Iterator[Event]:
    """The secret cards that the end draws, which change the ranking one by one or at last."""
    rules = after.rules
    for card in after.market.cards[len(market.cards) :]:
        yield EndDrawn(str(rules.kinds[card]))
        if not rules.ranked_once:
            grown = added(rules, market, BYTE[card])
            yield from _ranked(rules, market, grown)
            market = grown
    if rules.ranked_once:
        yield from _ranked(rules, market, after.market)


def _ranked(rules: Rules, before: Festival, after: Festival) -> Iterator[Event]:
    """The ranking, if it has changed."""
    if after.ranking != before.ranking:
        yield Ranked(tuple(rules.colours[colour] for colour in after.ranking))
