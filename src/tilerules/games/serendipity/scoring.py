"""The points of Serendipity."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from tilerules.engine.scoring import ScoreBreakdown, ScoreLine, handicap_lines
from tilerules.games.serendipity.bonuses import apart, rings, rows
from tilerules.games.serendipity.carpets import Carpet, Meadow, counted, meadows_on
from tilerules.games.serendipity.rules import Rules
from tilerules.games.serendipity.state import Table


def score(table: Table) -> tuple[ScoreBreakdown, ...]:
    """A breakdown for each seat, of what lies face up."""
    return scores(table.rules, table.board, table.owner)


def scores(rules: Rules, board: bytes, owner: bytes) -> tuple[ScoreBreakdown, ...]:
    """The same for a board on which the colours have these owners."""
    meadows = meadows_on(rules, board, owner)
    return tuple(
        ScoreBreakdown(
            seat,
            (
                *handicap_lines(rules, seat),
                *_lines(rules, [meadow for meadow in meadows if meadow.owner == seat]),
            ),
        )
        for seat in range(rules.seats)
    )


def _lines(rules: Rules, meadows: Sequence[Meadow]) -> Iterator[ScoreLine]:
    """The lines of a seat: of its carpets, then of what its flowers score besides."""
    carpets = counted(rules, meadows)
    for carpet in carpets:
        yield from _carpet_lines(carpet)
    if not rules.scoring.besides:
        return
    for bonus in (_rings, _rows, _apart, _face_down):
        for meadow in meadows:
            yield from bonus(meadow, carpets)


def _carpet_lines(carpet: Carpet) -> Iterator[ScoreLine]:
    """A line for each scoring block of carpets that the card has."""
    meadow, scoring = carpet.meadow, carpet.meadow.rules.scoring
    blocks = (
        ("flowers", scoring.flowers, carpet.flowers),
        ("serendips", scoring.serendips, carpet.serendips),
        ("matches", scoring.matches, carpet.matches),
    )
    for id, points, cells in blocks:
        if points is not None:
            yield _line(meadow, id, points * len(cells), len(cells), cells)
    if (points := carpet.by_size) is not None:
        yield _line(meadow, "sizes", points, len(carpet.flowers), carpet.flowers)


def _rings(meadow: Meadow, carpets: Sequence[Carpet]) -> Iterator[ScoreLine]:
    points = meadow.rules.scoring.rings
    if points is not None and (middles := rings(meadow)):
        yield _line(meadow, "rings", points * len(middles), len(middles), middles)


def _rows(meadow: Meadow, carpets: Sequence[Carpet]) -> Iterator[ScoreLine]:
    lines = meadow.rules.scoring.lines
    if lines is not None and (found := rows(meadow, lines.length)):
        cells = {cell for row in found for cell in row}
        yield _line(meadow, "lines", lines.points * len(found), len(found), cells)


def _apart(meadow: Meadow, carpets: Sequence[Carpet]) -> Iterator[ScoreLine]:
    points = meadow.rules.scoring.apart
    if points is not None and (cells := apart(meadow, carpets)):
        yield _line(meadow, "apart", points * len(cells), len(cells), cells)


def _face_down(meadow: Meadow, carpets: Sequence[Carpet]) -> Iterator[ScoreLine]:
    points = meadow.rules.scoring.face_down
    if points is not None and (number := meadow.rules.copies - len(meadow.flowers)):
        yield _line(meadow, "face_down", points * number, number, ())


def _line(meadow: Meadow, id: str, points: int, count: int, cells: Collection[int]) -> ScoreLine:
    """A line about a colour; `cells` are where it counts something."""
    rules, labels = meadow.rules, meadow.rules.board.labels
    return ScoreLine(
        id=id,
        of=meadow.colour,
        points=points,
        count=count,
        spots=tuple([labels[cell] for cell in sorted(cells)]),
        rule=rules.rule_place(f"scoring.{id}.points"),
    )
