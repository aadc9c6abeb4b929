"""The deal, the state and the observation of Gift of Tulips."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import attrs

from tilerules.engine import positions
from tilerules.engine.moves import Move
from tilerules.engine.quick import maker
from tilerules.engine.shared.tally import Tally, begun
from tilerules.games.tulips.festival import Festival, Secret, festival_of
from tilerules.games.tulips.rules import UNKNOWN, Rules
from tilerules.table.shuffle import SALT_BYTES, Stream

STAGES = ("first", "second", "third", "fourth")


def named(rules: Rules, card: int) -> str | None:
    """A card in words, or None if it is not known."""
    return None if card == UNKNOWN else str(rules.kinds[card])


# ---- the deal -------------------------------------------------------------------------------


@attrs.frozen(repr=False)
class Deal(positions.Deal):
    """The cards of the festival, of each seat, of the deck and left out, and the end draw.

    Attributes:
        festival: the first cards of the open festival, in the order of adding.
        hands: the cards that each seat is dealt.
        stock: the deck, from the top.
        left_out: the cards that are out of the game, unseen.
        lottery: for each card put into the secret festival, its place among those there before;
            the end draws from the front.
        rules: the rules for this number of seats.
        salt: 32 bytes that make the commitment unguessable.

    It is a `tr.Deal`. Cards are bytes, the places of their kinds in the rules; `layout` and
    `to_data` name them.

    >>> import tilerules as tr
    >>> deal = tr.deal(tr.load("tulips"), 3, seed=1)
    >>> [len(hand) for hand in deal.hands], len(deal.stock), len(deal.left_out)
    ([2, 2, 2], 60, 4)
    """

    rules: Rules
    festival: bytes
    hands: tuple[bytes, ...]
    stock: bytes
    left_out: bytes
    lottery: bytes
    salt: bytes = bytes(SALT_BYTES)

    @property
    def layout(self) -> str:
        """The cards, part by part, and the numbers of the lottery, divided by bars."""
        parts = (self.festival, *self.hands, self.stock, self.left_out)
        cards = (" ".join(str(self.rules.kinds[card]) for card in part) for part in parts)
        return " | ".join([*cards, " ".join(map(str, self.lottery))])


def deal(rules: Rules, stream: Stream) -> Deal:
    """Draw the salt, the first cards of the festival, the order of all others, and the lottery."""
    salt = stream.bytes(SALT_BYTES)
    cards = [card for card, copies in enumerate(rules.deck) for _ in range(copies)]
    drawn: list[int] = []
    while len(drawn) < rules.first_cards:
        met = {rules.colour[card] for card in drawn}
        others = [place for place, card in enumerate(cards) if rules.colour[card] not in met]
        drawn.append(cards.pop(others[stream.below(len(others))]))
    ranked = sorted(drawn, key=lambda card: -rules.value[card])
    order = bytes(stream.shuffled(cards))
    left_out, order = order[: rules.left_out], order[rules.left_out :]
    hands = []
    for _ in range(rules.seats):
        hands.append(order[: rules.dealt])
        order = order[rules.dealt :]
    return Deal(
        rules,
        bytes(reversed(ranked) if rules.latest_first else ranked),
        tuple(hands),
        order,
        left_out,
        bytes(stream.below(place + 1) for place in range(rules.most_secret)),
        salt,
    )


# ---- positions ------------------------------------------------------------------------------


class Opening(NamedTuple):
    """The start choices, before all have been made.

    Attributes:
        hands: the cards that each seat was dealt.
        kept: the card that each seat has kept, of those that have chosen.
    """

    hands: tuple[bytes, ...]
    kept: bytes


@attrs.frozen(repr=False)
class Table(positions.Position):
    """What a state and an observation of Gift of Tulips share.

    Attributes:
        stock: the cards of the deck, from the top; `deck` says the same in words.
        hand: the cards that the seat to move has drawn; `in_hand` in words.
        opening: the start choices while they go on; `hands` and `kept` in words.
        market: the open festival; `festival` and `ranking` in words.
        held: the bouquet of each seat; `bouquets` in words.
        pool: the secret festival; `secret` and `secret_by` in words.
        giving: the points of each seat for giving.
        keeping: the points of each seat for keeping.
        did: the actions done in this turn, as a set of bits; `done` in words.
        turned: the cards that the last ply laid open, in order; `shown` in words.
    """

    rules: Rules
    stock: bytes
    hand: bytes
    opening: Opening | None
    market: Festival
    held: tuple[bytes, ...]
    pool: Secret
    giving: tuple[int, ...]
    keeping: tuple[int, ...]
    did: int
    turned: bytes
    to_move: int | None
    turns: int
    ply: int
    last_move: Move | None
    tally: Tally | None

    @property
    def phase(self) -> str:
        """What kind of move is due: start, first, second and so on in a turn, or over."""
        if self.to_move is None:
            return "over"
        return "start" if self.opening else STAGES[self.did.bit_count()]

    def _words(self, cards: bytes) -> tuple[str | None, ...]:
        return tuple(named(self.rules, card) for card in cards)

    @property
    def festival(self) -> tuple[str, ...]:
        """The cards of the open festival, in the order of adding."""
        return tuple(str(self.rules.kinds[card]) for card in self.market.cards)

    @property
    def ranking(self) -> tuple[str, ...]:
        """The colours of the open festival, from the first."""
        return tuple(self.rules.colours[colour] for colour in self.market.ranking)

    @property
    def bouquets(self) -> tuple[tuple[str, ...], ...]:
        """The bouquet of each seat, in the order of coming."""
        return tuple(tuple(str(self.rules.kinds[card]) for card in held) for held in self.held)

    @property
    def secret(self) -> tuple[str | None, ...]:
        """What was put into the secret festival, in that order; None is not known.

        After the end it still holds all of it, the cards that were drawn too.
        """
        return self._words(self.pool.cards)

    @property
    def secret_by(self) -> tuple[int | None, ...]:
        """The seats that put the secret cards there; None is not known."""
        return tuple(None if seat == UNKNOWN else seat for seat in self.pool.by)

    @property
    def deck(self) -> tuple[str | None, ...]:
        """The cards of the deck, from the top; None is not known."""
        return self._words(self.stock)

    @property
    def in_hand(self) -> str | tuple[str | None, ...] | None:
        """The card that the seat to move has drawn; None if there is none, or it is not known.

        Under rules that draw all cards of a turn together, all that are still in hand.
        """
        cards = self._words(self.hand)
        return cards if self.rules.together else next(iter(cards), None)

    @property
    def hands(self) -> tuple[tuple[str | None, ...], ...]:
        """The cards that each seat was dealt, while the start choices go on."""
        return tuple(map(self._words, self.opening.hands)) if self.opening else ()

    @property
    def kept(self) -> tuple[str | None, ...]:
        """The cards kept by the seats that have chosen, while the start choices go on."""
        return self._words(self.opening.kept) if self.opening else ()

    @property
    def done(self) -> tuple[str, ...]:
        """The actions that the seat to move has done in this turn."""
        return tuple(action for action, bit in self.rules.bits.items() if self.did & bit)

    @property
    def drawn(self) -> int:
        """How many cards, the last ones of `festival`, the end has drawn from the secret ones."""
        return len(self.pool.cards[: self.rules.secret_drawn]) if self.is_over else 0

    @property
    def shown(self) -> tuple[str, ...]:
        """The cards that the last ply laid open, in order."""
        return tuple(str(self.rules.kinds[card]) for card in self.turned)


@attrs.frozen(repr=False)
class State(Table, positions.State):
    """A position of Gift of Tulips, with what lies hidden: a `tr.State`.

    Attributes:
        giving: the points of each seat for giving.
        keeping: the points of each seat for keeping.
        places: the lottery of the deal; `lottery` says the same as numbers.

    >>> import tilerules as tr
    >>> state = tr.new_game(tr.load("tulips"), 3, seed=1)
    >>> state.phase, len(state.deck), len(state.festival)
    ('start', 60, 2)
    """

    places: bytes

    @property
    def lottery(self) -> tuple[int, ...]:
        """The place that each card put into the secret festival gets among those before it."""
        return tuple(self.places)

    if TYPE_CHECKING:

        def _seen(self) -> Observation: ...


@attrs.frozen(repr=False)
class Observation(Table, positions.Observation):
    """What a viewer may know of a position of Gift of Tulips: a `tr.Observation`.

    It has what a state of the game has; None stands for a card that the viewer does not know.

    Attributes:
        giving: the points of each seat for giving.
        keeping: the points of each seat for keeping.
        viewer: the seat that it is for; None for a spectator.
        memory: whether it holds the secret cards of its viewer, and from whom each one came.

    >>> import tilerules as tr
    >>> seen = tr.observe(tr.new_game(tr.load("tulips"), 2, seed=1), 1)
    >>> seen.hands[0], None in seen.hands[1]
    ((None, None), False)
    """

    viewer: int | None
    memory: bool


new_state = maker(State)
new_observation = maker(Observation)


def can_be_secret(table: Table) -> int:
    """How many cards lie in the secret festival, or may still come there."""
    away = (hand[1:] for hand in (table.opening.hands if table.opening else ()))
    return sum(map(len, (table.pool.cards, table.stock, table.hand, *away)))


def start(deal: Deal) -> State:
    """The first state of a deal."""
    rules, nothing = deal.rules, (0,) * deal.seats
    return new_state(
        rules=rules,
        stock=deal.stock,
        hand=b"",
        opening=Opening(deal.hands, b""),
        market=festival_of(rules, deal.festival),
        held=(b"",) * deal.seats,
        pool=Secret(b"", b""),
        giving=nothing,
        keeping=nothing,
        did=0,
        turned=deal.festival,
        to_move=0,
        turns=0,
        ply=0,
        last_move=None,
        tally=begun(rules),
        places=deal.lottery,
    )
