"""The values of a Flowers card for one number of seats, and tables worked out from them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import attrs

from tilerules.engine import positions
from tilerules.engine.offers import Block, MoveList, Runs
from tilerules.games.flowers.blocks import MoveGrid
from tilerules.games.flowers.lengths import Turn
from tilerules.table.garden import Grid, Near

NEVER = "never"
VIOLET = "violet"
UNKNOWN = 255  # a card that a viewer does not know


@attrs.frozen
class Card:
    """One kind of card: its colour, its value, its butterfly; none of them for the violet one."""

    colour: str | None
    value: int
    butterfly: str | None = None

    def __str__(self) -> str:
        if self.colour is None:
            return VIOLET
        return f"{self.colour}-{self.value}" + (f"-{self.butterfly}" if self.butterfly else "")


@attrs.frozen
class Pattern:
    """Squares or lines that score: how large they are, and whether they have one colour."""

    size: int
    one_colour: bool


@attrs.frozen
class Scoring:
    """The steps in order, and what each counts; what no step asks for is empty.

    Attributes:
        each: for each step the points of one thing that it counts, but for `sizes`.
        least: how many cards a field needs.
        fields_number: how many fields of a colour count, if only the largest ones do.
        sizes: the points of fields by size, from the smallest.
        least_of_all: how many cards a field of every colour needs.
    """

    steps: tuple[str, ...]
    each: Mapping[str, int]
    least: int
    fields_counted: Literal["each", "largest", "whole_colour"] | None
    fields_number: int
    butterflies_counted: Literal["once", "each_card"] | None
    sizes: tuple[tuple[int, int], ...]
    squares: Pattern
    lines: Pattern
    least_of_all: int


@attrs.frozen(eq=False, kw_only=True)
class Rules(positions.Rules):
    """A card for one number of seats, and the tables that an engine needs.

    Attributes:
        kinds: the kinds of cards; in a state a card is the number of its kind.
        deck: how many cards there are of each kind, the violet ones apart.
        violet: what the violet start cards do, or None if a garden begins with a random card.
        violet_card: their kind, or None.
        sizes: cards in each pile at the start.
        is_display: whether the last pile is a stock that refills the others, of one card each.
        open_piles: how many piles, the first ones, have their top card open.
        fanned: how many piles, the first ones, all see from top to bottom.
        takeable: the piles that cards are taken from.
        taking: what is offered where each of them has a card.
        turn: the hands and the steps of a turn.
        most_turns: how many turns a game can have.
        most_placed: how many cards a seat can place in all of them.
        names_cards: whether a seat can have several cards in hand; moves then name theirs.
        namable: how many cards a move can name that lays one: all kinds, or 1, the one in hand.
        grid: the cells that a garden may reach.
        covers_all: whether any card may be covered at any time.
        near: what touches, for groups, fields and butterflies.
        beside: what touches, for placing.
        widths, heights: the largest ones of the garden of each seat; None: no limit.
        is_limited: whether some garden has a largest width or height.
        empty_piles: how many piles without cards end the game, where that is a condition.
        full_gardens: how many full gardens end it, where that is a condition.
        ends_usually: whether it ends when some pile has no card, and by nothing else.
    """

    kinds: tuple[Card, ...]
    number: Mapping[str, int]
    deck: tuple[int, ...]
    colours: tuple[str, ...]
    violet: Literal["neutral", "wild", "anchor"] | None
    violet_card: int | None
    cover_violet: bool
    sizes: tuple[int, ...]
    is_display: bool
    open_piles: int
    fanned: int
    takeable: range
    taking: Runs
    shown_at_once: bool
    turn: Turn
    most_turns: int
    most_placed: int
    names_cards: bool
    namable: int
    grid: Grid
    near: Near
    beside: Near
    widths: tuple[int | None, ...]
    heights: tuple[int | None, ...]
    is_limited: bool
    cover: Literal["any", "not_start", "never"]
    depth: int | None
    covers_all: bool
    sweep: Literal["never", "open_piles", "other_piles"]
    empty_piles: int
    full_gardens: int | None
    ends_usually: bool
    scoring: Scoring
    tie_breaks: tuple[str, ...]
    take: MoveList
    place: MoveGrid
    covering: MoveGrid
    discard: MoveList

    @property
    def blocks(self) -> tuple[Block, ...]:
        """The blocks of all moves, in the order of their action ids."""
        blocks = (self.take, self.place, self.covering, self.discard)
        return tuple(block for block in blocks if len(block))

    @property
    def colours_drawn(self) -> tuple[str, ...]:
        """The colours of all cards that can lie on the table."""
        return (*self.colours, VIOLET) if self.violet else self.colours


def limit_key(rules: Rules, seat: int, key: str) -> str:
    """Where a card sets the largest width or height of a seat's garden: by seat, or for all."""
    own = rules.ruleset.values_for(rules.seats).get("seats", {}).get(str(seat), {})
    return f"seats.{seat}.{key}" if key in own else f"garden.{key}"
