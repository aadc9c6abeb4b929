"""The values of a Flowers card for one number of seats, and tables worked out from them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import attrs

from tilerules.engine import positions
from tilerules.engine.offers import Block, MoveList
from tilerules.engine.shared.rules import by_seat, shared, sizes_of
from tilerules.games.flowers.blocks import MoveGrid
from tilerules.games.flowers.lengths import (
    DISCARDING,
    Turn,
    counted,
    empty_piles,
    most_placed,
    pile_sizes,
    turn_of,
    untaken,
)
from tilerules.ruleset.ruleset import Ruleset
from tilerules.table.garden import Grid, Near, grid

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
        sizes: cards in each pile.
        is_display: whether the last pile is a stock that refills the others, of one card each.
        open_piles: how many piles, the first ones, have their top card open.
        fanned: how many piles, the first ones, all see from top to bottom.
        takeable: the piles that cards are taken from.
        turn: the hands and the steps of a turn.
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
    cover_violet: bool
    sizes: tuple[int, ...]
    is_display: bool
    open_piles: int
    fanned: int
    takeable: range
    shown_at_once: bool
    turn: Turn
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
    def violet_card(self) -> int:
        """The kind of the violet cards, where there are such."""
        return len(self.kinds) - 1


def rules(ruleset: Ruleset, seats: int) -> Rules:
    """The rules of a ruleset for a number of seats."""
    card = ruleset.values_for(seats)
    garden, cover, piles, start = card["garden"], card["cover"], card["piles"], card["start"]
    deck, turn = _deck(card["cards"]), turn_of(card["turn"], piles)
    violet = start["violet"] if start["card"] == VIOLET else None
    kinds = (*deck, Card(None, 0)) if violet else tuple(deck)
    sizes = pile_sizes(piles, sum(deck.values()) - seats * (turn.dealt + (not violet)))
    widths = [_limit(each) for each in by_seat(card, "width", garden["width"], seats)]
    heights = [_limit(each) for each in by_seat(card, "height", garden["height"], seats)]
    blocks = shared(card, seats)
    is_display, takeable = piles["dealt"] == "display", len(sizes) - untaken(piles)
    empty = empty_piles(card["end"], takeable)
    reach = most_placed(
        counted(sizes, takeable, is_display=is_display), seats, blocks.ends, empty, turn
    )
    plot = _plot(reach, widths, heights, garden["placing"])
    coverable = cover["cards"] != NEVER or bool(violet and start["cover_violet"] == "may")
    named = [(str(kind),) for kind in deck] if turn.most_in_hand > 1 else [()]
    return Rules(
        ruleset=ruleset,
        seats=seats,
        shared=blocks,
        kinds=kinds,
        number={str(kind): number for number, kind in enumerate(kinds)},
        deck=tuple(deck.values()),
        colours=card["cards"]["colours"],
        violet=violet,
        cover_violet=violet is not None and start["cover_violet"] == "may",
        sizes=sizes,
        is_display=is_display,
        open_piles=piles["number"] if is_display else len(sizes) - piles["hidden"],
        fanned=_fanned(piles, sizes),
        takeable=range(takeable),
        shown_at_once=piles["next_shown"] == "at_once",
        turn=turn,
        names_cards=turn.most_in_hand > 1,
        namable=len(named),
        grid=plot,
        near=plot.sides if garden["touching"] == "sides" else plot.around,
        beside=plot.sides if garden["placing"] == "sides" else plot.around,
        widths=tuple(widths),
        heights=tuple(heights),
        is_limited=any(limit is not None for limit in (*widths, *heights)),
        cover=cover["cards"],
        depth=_limit(cover.get("depth", NEVER)),
        covers_all=cover["cards"] == "any" and cover["depth"] == NEVER and not violet,
        sweep=card["turn"]["sweep"],
        empty_piles=empty,
        full_gardens=card["end"].get("full_gardens"),
        ends_usually=(empty, is_display, blocks.ends.any_of, blocks.ends.all_of) == _USUAL_END,
        scoring=_scoring(card["scoring"]),
        tie_breaks=card["tie_breaks"],
        take=MoveList("take", ((str(pile),) for pile in range(takeable))),
        place=MoveGrid("place", plot, named),
        covering=MoveGrid("cover", plot, named, possible=coverable),
        discard=MoveList("discard", named if DISCARDING in turn.steps else ()),
    )


def _limit(value: int | str) -> int | None:
    return None if isinstance(value, str) else value


_USUAL_END = (1, False, ("empty_piles",), ())


def _plot(
    reach: int, widths: Sequence[int | None], heights: Sequence[int | None], placing: str
) -> Grid:
    """The cells that the largest garden may reach."""
    across, down = (
        max(reach if limit is None else limit - 1 for limit in limits)
        for limits in (widths, heights)
    )
    return grid(reach, across, down, diagonal=placing == "corners_too")


def _deck(cards: Mapping[str, Any]) -> dict[Card, int]:
    """How many cards there are of each kind; those with a butterfly are among the others."""
    values = sorted(map(int, cards["values"]))
    deck: dict[Card, int] = {
        Card(colour, value): cards["values"][str(value)]
        for colour in cards["colours"]
        for value in values
    }
    for name in cards["butterflies"]:
        colour, value, butterfly = name.split("-")
        kind = Card(colour, int(value), butterfly)
        deck[kind] = deck.get(kind, 0) + 1
        deck[Card(colour, int(value))] -= 1
    return {kind: copies for kind, copies in deck.items() if copies}


def _fanned(piles: Mapping[str, Any], sizes: Sequence[int]) -> int:
    """How many piles, the first ones, all see from top to bottom."""
    if piles["known"] == "top":
        return 0
    return len(sizes) if piles["dealt"] == "display" else len(sizes) - piles["hidden"]


def limit_key(rules: Rules, seat: int, key: str) -> str:
    """Where a card sets the largest width or height of a seat's garden: by seat, or for all."""
    own = rules.ruleset.values_for(rules.seats).get("seats", {}).get(str(seat), {})
    return f"seats.{seat}.{key}" if key in own else f"garden.{key}"


def _scoring(card: Mapping[str, Any]) -> Scoring:
    none: Mapping[str, Any] = {}
    fields, butterflies = card.get("fields", none), card.get("butterflies", none)
    squares, lines = card.get("squares", none), card.get("lines", none)
    return Scoring(
        steps=card["steps"],
        each={step: card[step]["points"] for step in card["steps"] if step != "sizes"},
        least=fields.get("least", 1),
        fields_counted=fields.get("counted"),
        fields_number=fields.get("number", 1),
        butterflies_counted=butterflies.get("counted"),
        sizes=sizes_of(card.get("sizes")) or (),
        squares=Pattern(squares.get("side", 1), squares.get("of") == "colour"),
        lines=Pattern(lines.get("length", 1), lines.get("of") == "colour"),
        least_of_all=card.get("all_colours", none).get("least", 1),
    )
