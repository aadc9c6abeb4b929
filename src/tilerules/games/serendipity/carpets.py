"""The carpets of Serendipity: what is joined, and which of them count."""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from tilerules.engine.shared.rules import by_size
from tilerules.games.serendipity.rules import NEVER, UP, WHAT, Rules
from tilerules.games.serendipity.state import NOBODY
from tilerules.table.regions import region, regions


@attrs.frozen
class Meadow:
    """What of a seat's colour lies face up: its flowers, and all Serendips with their facings."""

    rules: Rules
    colour: str
    owner: int
    flowers: frozenset[int]
    serendips: dict[int, int]


@attrs.frozen
class Carpet:
    """Flowers of one colour that are joined, the Serendips joined to them, those that match."""

    meadow: Meadow
    flowers: frozenset[int]
    serendips: frozenset[int]
    matches: frozenset[int]

    @property
    def points(self) -> int:
        """What the carpet is worth."""
        scoring = self.meadow.rules.scoring
        return (
            len(self.flowers) * (scoring.flowers or 0)
            + len(self.serendips) * (scoring.serendips or 0)
            + len(self.matches) * (scoring.matches or 0)
            + (self.by_size or 0)
        )

    @property
    def by_size(self) -> int | None:
        """The points for its size alone; None if there are none for so few flowers."""
        sizes = self.meadow.rules.scoring.sizes
        return by_size(sizes, len(self.flowers)) if sizes else None

    @property
    def size(self) -> int:
        """How large the carpet is, as the card measures it."""
        match self.meadow.rules.scoring.largest_by:
            case "flowers":
                return len(self.flowers)
            case "tiles":
                return len(self.flowers) + len(self.serendips)
        return self.points

    @property
    def order(self) -> tuple[int, int, int]:
        """Sorts carpets, the largest first; equal ones go by points, then by the first cell."""
        return -self.size, -self.points, min(self.flowers)


def meadows_on(rules: Rules, board: bytes, owner: bytes) -> list[Meadow]:
    """What lies face up of each colour that somebody owns."""
    lying: list[list[int]] = [[] for _ in rules.colours]
    serendips: dict[int, int] = {}
    for cell, code in enumerate(board):
        what = code & WHAT
        if code & UP and what < len(lying):
            lying[what].append(cell)
        elif code & UP:
            serendips[cell] = what - len(lying)
    return [
        Meadow(rules, rules.colours[colour], seat, frozenset(lying[colour]), serendips)
        for colour, seat in enumerate(owner)
        if seat != NOBODY
    ]


# ---- which carpets count --------------------------------------------------------------------


def counted(rules: Rules, meadows: Iterable[Meadow]) -> list[Carpet]:
    """The carpets that count for the owner of some meadows, in the order of the colours."""
    by_colour = [_carpets(meadow) for meadow in meadows]
    if rules.scoring.colours == "largest":
        return _largest(rules, (carpet for carpets in by_colour for carpet in carpets))
    largest = [_largest(rules, carpets) for carpets in by_colour if carpets]
    if rules.scoring.colours == "best":
        largest = sorted(largest, key=_worth)[:1]
    return [carpet for carpets in largest for carpet in carpets]


def _worth(carpets: list[Carpet]) -> tuple[int, int]:
    """Sorts the counted carpets of colours, those with the most points together first."""
    return -sum(carpet.points for carpet in carpets), min(carpets[0].flowers)


def _largest(rules: Rules, carpets: Iterable[Carpet]) -> list[Carpet]:
    """The largest of some carpets, as many as count."""
    return sorted(carpets, key=lambda carpet: carpet.order)[: rules.scoring.number]


def _carpets(meadow: Meadow) -> list[Carpet]:
    """The carpets of a colour that are large enough, among which those are that count."""
    scoring = meadow.rules.scoring
    groups = [group for group in _groups(meadow) if len(group) >= scoring.least]
    if scoring.largest_by == "flowers" and scoring.number == 1:
        most = max(map(len, groups), default=0)
        groups = [group for group in groups if len(group) == most]
    return [_carpet(meadow, group) for group in groups]


# ---- what is joined -------------------------------------------------------------------------


def _groups(meadow: Meadow) -> list[frozenset[int]]:
    """The flowers that are joined: by touching, and over Serendips as the card says."""
    near = meadow.rules.board.neighbours
    if meadow.rules.scoring.joined_by == "chain":
        joined = regions(meadow.flowers | meadow.serendips.keys(), near)
        return [group for part in joined if (group := meadow.flowers & part)]
    groups = [frozenset(group) for group in regions(meadow.flowers, near)]
    if meadow.rules.scoring.joined_by == NEVER:
        return groups
    for serendip in meadow.serendips:
        touched = [group for group in groups if not group.isdisjoint(near[serendip])]
        if len(touched) > 1:
            groups = [group for group in groups if group not in touched] + [
                frozenset().union(*touched)
            ]
    return groups


def _carpet(meadow: Meadow, flowers: frozenset[int]) -> Carpet:
    scoring, near = meadow.rules.scoring, meadow.rules.board.neighbours
    joined: set[int] = set()
    if scoring.serendips is not None:
        joined = {cell for cell in meadow.serendips if not flowers.isdisjoint(near[cell])}
        if scoring.joined == "component":
            joined = region(joined, meadow.serendips.keys(), near)
    against = meadow.flowers if scoring.against == "any_own" else flowers
    edges = [place for place, edge in enumerate(meadow.rules.edges) if edge == meadow.colour]
    matches = frozenset(cell for cell in joined if _matches(meadow, cell, edges, against))
    return Carpet(meadow, flowers, frozenset(joined), matches)


def _matches(meadow: Meadow, cell: int, edges: Iterable[int], against: frozenset[int]) -> bool:
    """Whether one of these edges lies against one of these flowers."""
    facing, around = meadow.serendips[cell], meadow.rules.board.around[cell]
    return any(around[(edge + facing) % 6] in against for edge in edges)
