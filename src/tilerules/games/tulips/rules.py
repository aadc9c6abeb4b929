"""The values of a Tulips card for one number of seats, and tables worked out from them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import attrs

from tilerules.engine import positions
from tilerules.engine.offers import Block, MoveList, Runs

UNKNOWN = 255  # a card, or a seat, that a viewer does not know
NEVER = "never"


@attrs.frozen
class Card:
    """One kind of card."""

    colour: str
    value: int

    def __str__(self) -> str:
        return f"{self.colour}-{self.value}"


@attrs.frozen
class Majorities:
    """What most cards of a colour are worth.

    Attributes:
        points: for each rank that scores, from 1: the points by place.
        least: how many cards of a colour a place needs.
        criteria: what puts one seat before another, in this order.
        ties: what becomes of seats that are equal in all of that.
    """

    points: Mapping[int, tuple[int, ...]]
    least: int
    criteria: tuple[str, ...]
    ties: Literal["one_place", "more_places", "split"]


@attrs.frozen(eq=False, kw_only=True)
class Rules(positions.Rules):
    """A card for one number of seats, and the tables that an engine needs.

    Attributes:
        kinds: the kinds of cards; in a state a card is the number of its kind.
        number: the number of each kind in words.
        deck: how many cards there are of each kind.
        colours: the colours; in a state a colour is its number.
        colour, value: of each kind.
        first_cards: how many cards the open festival begins with.
        left_out: how many cards are out of the game, unseen.
        dealt: how many cards each seat is dealt.
        latest_first: whether, of equal sums, the colour added to last stands in front.
        draws: how many cards a seat draws in a turn.
        together: whether it draws them all before its first action; moves then name their card.
        first_draw: how many cards a turn begins with.
        namable: how many cards a move for one action can name: all kinds then, and else one.
        bits: the actions, each with its bit in the set of those done.
        ways: the ways to add a card, `open` or `secret`, that there are.
        action_bits: for `keep`, `give` and each way, the bit of the action; 0 if there is none.
        limit_bits: for those that can be used up, a bit behind those of the actions.
        ends_early: whether the game can end while there are cards left.
        known_to_all: from this place on all know the cards of the secret festival.
        secret_open: whether the secret festival lies open, so that nobody has to remember it.
        hand_known: whether all see the cards in hand.
        secret_drawn: how many secret cards are drawn at the end; None: all of them.
        ranked_once: whether these change the ranking only after all of them.
        giving, keeping: points by rank; those of a colour that has none stand last.
        added_value: what each kind adds to the points for giving.
        thanked: whether the receiver of a card scores for keeping it.
        blocks_scored: those of giving and keeping that the card has.
        counted_with: for each seat, the one whose bouquet its own belongs to in the majorities.
        sizes, all_colours, fewest: points for a bouquet; None if the card has no such block.
        scored_at_last: the other blocks that the card has.
        offered: for each seat, what it is offered, by the bits of what is closed to it, worked out
            when it is asked for.
    """

    kinds: tuple[Card, ...]
    number: Mapping[str, int]
    deck: tuple[int, ...]
    colours: tuple[str, ...]
    colour: tuple[int, ...]
    value: tuple[int, ...]
    first_cards: int
    left_out: int
    dealt: int
    latest_first: bool
    draws: int
    together: bool
    first_draw: int
    namable: int
    bits: Mapping[str, int]
    ways: tuple[str, ...]
    action_bits: Mapping[str, int]
    limit_bits: Mapping[str, int]
    ends_early: bool
    known_to_all: int
    secret_open: bool
    hand_known: bool
    secret_drawn: int | None
    ranked_once: bool
    giving: tuple[int, ...]
    keeping: tuple[int, ...]
    added_value: tuple[int, ...]
    thanked: bool
    blocks_scored: tuple[str, ...]
    majorities: Majorities | None
    counted_with: tuple[int, ...]
    sizes: tuple[tuple[int, int], ...] | None
    all_colours: int | None
    fewest: int | None
    scored_at_last: tuple[str, ...]
    tie_breaks: tuple[str, ...]
    start: MoveList
    keep: MoveList
    give: MoveList
    add: MoveList
    offered: tuple[dict[int, Runs], ...] = attrs.field(
        default=attrs.Factory(lambda rules: tuple({} for _ in range(rules.seats)), takes_self=True)
    )

    @property
    def most_secret(self) -> int:
        """How many cards can ever be put into the secret festival of a game that is dealt."""
        return sum(self.deck) - self.first_cards - self.left_out - self.seats

    @property
    def blocks(self) -> tuple[Block, ...]:
        """The blocks of all moves, in the order of their action ids."""
        return tuple(block for block in (self.start, self.keep, self.give, self.add) if len(block))
