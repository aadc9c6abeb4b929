"""A garden while it is scored: what the steps have left of it, and its colours."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tilerules.games.flowers.rules import Card, Rules
from tilerules.table.regions import regions


class Bed(NamedTuple):
    """What is left of a garden between two steps.

    Attributes:
        stacks: the cards on each cell, from the bottom.
        tops: the visible card of each cell.
    """

    rules: Rules
    stacks: dict[int, bytes]
    tops: dict[int, Card]


class Found(NamedTuple):
    """What a step has found.

    Attributes:
        of: of what it is; None if that needs no saying.
        number: how much there is of it.
        cells: the cells concerned.
        points: what it is worth; None if that is the points of one, as often as there are.
    """

    of: str | None
    number: int
    cells: Sequence[int]
    points: int | None = None


def bed_of(rules: Rules, stacks: dict[int, bytes]) -> Bed:
    """A bed with these cards."""
    return Bed(rules, stacks, {cell: rules.kinds[stack[-1]] for cell, stack in stacks.items()})


def has_colour(rules: Rules, card: Card, colour: str) -> bool:
    """Whether a card counts as one of a colour."""
    return card.colour == colour or (card.colour is None and rules.violet == "wild")


def coloured(bed: Bed, colour: str) -> list[int]:
    """The cells whose visible cards count as of a colour."""
    return [cell for cell, card in bed.tops.items() if has_colour(bed.rules, card, colour)]


def fields_of(bed: Bed, colour: str, least: int) -> list[set[int]]:
    """The fields of a colour that have so many cards and, if they have to, touch the violet one."""
    cells = coloured(bed, colour)
    if len(cells) < least:
        return []
    return [
        field
        for field in regions(cells, bed.rules.near)
        if len(field) >= least and _is_held(bed, field)
    ]


def _is_held(bed: Bed, field: set[int]) -> bool:
    """Whether a field touches the violet card, if it has to."""
    rules, tops = bed.rules, bed.tops
    return rules.violet != "anchor" or any(
        other in tops and tops[other].colour is None for cell in field for other in rules.near[cell]
    )


def larger_first(field: set[int]) -> tuple[int, int]:
    """The order of fields: by size, then by their first cells."""
    return -len(field), min(field)
