"""The values of a Flowers card for one number of seats, and tables worked out from them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import attrs

from tilerules.engine import positions
from tilerules.engine.moves import Move
from tilerules.engine.offers import Block, MoveList
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
class Scoring:
    """The steps in order, and what each counts; None where the card has no such block."""

    steps: tuple[str, ...]
    discards: int | None
    fields: int | None
    least: int
    fields_counted: Literal["each", "largest", "whole_colour"]
    butterflies: int | None
    butterflies_counted: Literal["once", "each_card"]


@attrs.frozen(eq=False, kw_only=True)
class Rules(positions.Rules):
    """A card for one number of seats, and the tables that an engine needs.

    Attributes:
        kinds: the kinds of cards; in a state a card is the number of its kind.
        deck: how many cards there are of each kind, the violet ones apart.
        violet: what the violet start cards do, or None if a garden begins with a random card.
        sizes: cards in each pile; None: all that are left, as evenly as can be.
        open_piles: how many piles, the first ones, have their top card open.
        grid: the cells that a garden may reach.
        covers_all: whether any card may be covered at any time.
        near: what touches, for groups, fields and butterflies.
        beside: what touches, for placing.
        is_limited: whether a garden has a largest width or height.
    """

    kinds: tuple[Card, ...]
    number: Mapping[str, int]
    deck: tuple[int, ...]
    colours: tuple[str, ...]
    violet: Literal["neutral", "wild", "anchor"] | None
    cover_violet: bool
    sizes: tuple[int, ...]
    open_piles: int
    shown_at_once: bool
    grid: Grid
    near: Near
    beside: Near
    width: int | None
    height: int | None
    is_limited: bool
    cover: Literal["any", "not_start", "never"]
    depth: int | None
    covers_all: bool
    sweep: Literal["never", "open_piles", "other_piles"]
    finishes_round: bool
    scoring: Scoring
    tie_breaks: tuple[str, ...]
    take: MoveList
    place: MoveGrid
    covering: MoveGrid

    @property
    def blocks(self) -> tuple[Block, ...]:
        """The blocks of all moves, in the order of their action ids."""
        return tuple(block for block in (self.take, self.place, self.covering) if len(block))

    @property
    def violet_card(self) -> int:
        """The kind of the violet cards, where there are such."""
        return len(self.kinds) - 1


class MoveGrid:
    """A block of moves that each name a cell of a grid; each is made once, when it is asked for."""

    __slots__ = ("_grid", "_length", "_moves", "_places", "kind")

    def __init__(self, kind: str, grid: Grid, *, possible: bool = True) -> None:
        self.kind = kind
        self._grid = grid
        self._length = len(grid.cells) if possible else 0
        self._moves: dict[int, Move] = {}
        self._places: dict[tuple[str, ...], int] = {}

    def __len__(self) -> int:
        return self._length

    def __getitem__(self, place: int, /) -> Move:
        move = self._moves.get(place)
        if move is None:
            move = self._moves.setdefault(place, Move(self.kind, (self._grid.label(place),)))
            self._places[move.args] = place
        return move

    def find(self, args: tuple[str, ...]) -> int:
        """The place of the move with these args, or -1."""
        place = self._places.get(args)
        if place is None:
            place = self._grid.find(args[0]) if len(args) == 1 and self._length else -1
        return place


def rules(ruleset: Ruleset, seats: int) -> Rules:
    """The rules of a ruleset for a number of seats."""
    card = ruleset.values_for(seats)
    garden, cover, piles, start = card["garden"], card["cover"], card["piles"], card["start"]
    deck = _deck(card["cards"])
    violet = start["violet"] if start["card"] == VIOLET else None
    kinds = (*deck, Card(None, 0)) if violet else tuple(deck)
    sizes = pile_sizes(piles, sum(deck.values()) - (0 if violet else seats))
    width, height = _limit(garden["width"]), _limit(garden["height"])
    plot = _plot(most_placed(sizes, seats), width, height, garden["placing"])
    coverable = cover["cards"] != NEVER or bool(violet and start["cover_violet"] == "may")
    return Rules(
        ruleset=ruleset,
        seats=seats,
        kinds=kinds,
        number={str(kind): number for number, kind in enumerate(kinds)},
        deck=tuple(deck.values()),
        colours=card["cards"]["colours"],
        violet=violet,
        cover_violet=violet is not None and start["cover_violet"] == "may",
        sizes=sizes,
        open_piles=len(sizes) - piles["hidden"],
        shown_at_once=piles["next_shown"] == "at_once",
        grid=plot,
        near=plot.sides if garden["touching"] == "sides" else plot.around,
        beside=plot.sides if garden["placing"] == "sides" else plot.around,
        width=width,
        height=height,
        is_limited=width is not None or height is not None,
        cover=cover["cards"],
        depth=_limit(cover.get("depth", NEVER)),
        covers_all=cover["cards"] == "any" and cover["depth"] == NEVER and not violet,
        sweep=card["turn"]["sweep"],
        finishes_round=card["end"]["round"] == "finished",
        scoring=_scoring(card["scoring"]),
        tie_breaks=card["tie_breaks"],
        take=MoveList("take", ((str(pile),) for pile in range(len(sizes)))),
        place=MoveGrid("place", plot),
        covering=MoveGrid("cover", plot, possible=coverable),
    )


def _limit(value: int | str) -> int | None:
    return None if isinstance(value, str) else value


def _plot(reach: int, width: int | None, height: int | None, placing: str) -> Grid:
    across = reach if width is None else width - 1
    down = reach if height is None else height - 1
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
    return deck


def pile_sizes(piles: Mapping[str, Any], left: int) -> tuple[int, ...]:
    """The sizes of the piles when so many cards are left after the start cards."""
    if piles["dealt"] == "listed":
        sizes: tuple[int, ...] = piles["sizes"]
        return sizes
    each, more = divmod(left, piles["number"])
    return tuple(each + (pile < more) for pile in range(piles["number"]))


def most_placed(sizes: Sequence[int], seats: int) -> int:
    """How many cards a seat can ever place: the game ends when the first pile is empty."""
    return -(-(sum(sizes) - len(sizes) + 1) // seats)


def _scoring(card: Mapping[str, Any]) -> Scoring:
    nothing: Mapping[str, Any] = {"points": None, "least": 1, "counted": None}
    discards, fields, butterflies = (
        card.get(step, nothing) for step in ("discards", "fields", "butterflies")
    )
    return Scoring(
        steps=card["steps"],
        discards=discards["points"],
        fields=fields["points"],
        least=fields["least"],
        fields_counted=fields["counted"],
        butterflies=butterflies["points"],
        butterflies_counted=butterflies["counted"],
    )
