"""The carpets of Serendipity and their points."""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from tilerules.engine.scoring import Outcome, ScoreBreakdown, ScoreLine, outcome
from tilerules.games.serendipity.ending import is_cut_short
from tilerules.games.serendipity.rules import NEVER, UP, WHAT, Rules
from tilerules.games.serendipity.state import NOBODY, Table
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
        counted = (
            (self.flowers, scoring.flowers),
            (self.serendips, scoring.serendips),
            (self.matches, scoring.matches),
        )
        return sum(len(cells) * (points or 0) for cells, points in counted)

    @property
    def size(self) -> int:
        """How large the carpet is, as the card measures it."""
        match self.meadow.rules.scoring.largest_by:
            case "flowers":
                return len(self.flowers)
            case "tiles":
                return len(self.flowers) + len(self.serendips)
        return self.points


def score(table: Table) -> tuple[ScoreBreakdown, ...]:
    """A breakdown for each seat, of what lies face up."""
    meadows = _meadows(table)
    return tuple(
        ScoreBreakdown(
            seat,
            tuple(
                line
                for carpet in counted(table.rules, [m for m in meadows if m.owner == seat])
                for line in _lines(carpet)
            ),
        )
        for seat in range(table.seats)
    )


def counted(rules: Rules, meadows: Iterable[Meadow]) -> list[Carpet]:
    """The carpets that count for the owner of some meadows, in the order of the colours."""
    by_colour = [_carpets(meadow) for meadow in meadows]
    if rules.scoring.colours == "largest":
        return _largest(carpet for carpets in by_colour for carpet in carpets)
    largest = [carpet for carpets in by_colour for carpet in _largest(carpets)]
    if rules.scoring.colours == "sum":
        return largest
    return sorted(largest, key=lambda carpet: (-carpet.points, min(carpet.flowers)))[:1]


def _largest(carpets: Iterable[Carpet]) -> list[Carpet]:
    """The largest carpet, if there is one; equal ones go by points, then by the first cell."""
    return sorted(carpets, key=lambda carpet: (-carpet.size, -carpet.points, min(carpet.flowers)))[
        :1
    ]


def _meadows(table: Table) -> list[Meadow]:
    """What lies face up of each colour that somebody owns."""
    rules = table.rules
    lying: list[list[int]] = [[] for _ in rules.colours]
    serendips: dict[int, int] = {}
    for cell, code in enumerate(table.board):
        what = code & WHAT
        if code & UP and what < len(lying):
            lying[what].append(cell)
        elif code & UP:
            serendips[cell] = what - len(lying)
    return [
        Meadow(rules, rules.colours[colour], owner, frozenset(lying[colour]), serendips)
        for colour, owner in enumerate(table.owner)
        if owner != NOBODY
    ]


def _carpets(meadow: Meadow) -> list[Carpet]:
    """The carpets of a colour among which the largest is."""
    groups = _groups(meadow)
    if meadow.rules.scoring.largest_by == "flowers":
        most = max(map(len, groups), default=0)
        groups = [group for group in groups if len(group) == most]
    return [_carpet(meadow, group) for group in groups]


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
    matches = frozenset(cell for cell in joined if _matches(meadow, cell, against))
    return Carpet(meadow, flowers, frozenset(joined), matches)


def _matches(meadow: Meadow, cell: int, against: frozenset[int]) -> bool:
    """Whether an edge of the meadow's colour lies against one of these flowers."""
    facing, edges = meadow.serendips[cell], meadow.rules.edges
    around = meadow.rules.board.around[cell]
    return any(
        edge == meadow.colour and around[(place + facing) % 6] in against
        for place, edge in enumerate(edges)
    )


def _lines(carpet: Carpet) -> list[ScoreLine]:
    """A line for each scoring block that the card has."""
    rules = carpet.meadow.rules
    counted = (
        ("flowers", rules.scoring.flowers, carpet.flowers),
        ("serendips", rules.scoring.serendips, carpet.serendips),
        ("matches", rules.scoring.matches, carpet.matches),
    )
    return [
        ScoreLine(
            id=id,
            of=carpet.meadow.colour,
            points=points * len(cells),
            count=len(cells),
            spots=tuple(rules.board.labels[cell] for cell in sorted(cells)),
            rule=rules.rule_place(f"scoring.{id}.points"),
        )
        for id, points, cells in counted
        if points is not None
    ]


def game_outcome(table: Table) -> Outcome:
    """The ranking at the end: by points, then by the card's tie-breaks, then shared."""
    tie_breaks = [(id, lambda score, id=id: score.count(id)) for id in table.rules.tie_breaks]
    return outcome(score(table), tie_breaks, cut_short=is_cut_short(table))
