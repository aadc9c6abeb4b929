"""Scoring steps that look for patterns in a garden and take nothing away from it."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from tilerules.engine.shared.rules import by_size
from tilerules.games.flowers.beds import Bed, Found, coloured, fields_of, has_colour, larger_first
from tilerules.games.flowers.rules import Rules
from tilerules.table.garden import SIDES

_ACROSS, _DOWN = SIDES[1:3]


def sizes(bed: Bed) -> Iterator[Found]:
    """Every field scores by its size."""
    table = bed.rules.scoring.sizes
    for colour in bed.rules.colours:
        for field in fields_of(bed, colour, table[0][0]):
            yield Found(colour, len(field), sorted(field), by_size(table, len(field)))


def squares(bed: Bed) -> Iterator[Found]:
    """Every full square scores."""
    pattern, index = bed.rules.scoring.squares, bed.rules.grid.index
    for colour, cells in _kinds(bed, one_colour=pattern.one_colour):
        for cell in sorted(cells):
            x, y = bed.rules.grid.cells[cell]
            steps = range(pattern.size)
            square = [index.get((x + across, y + down), -1) for down in steps for across in steps]
            if all(each in cells for each in square):
                yield Found(colour, 1, square)


def lines(bed: Bed) -> Iterator[Found]:
    """Every straight line that is long enough scores, as long as it is."""
    pattern = bed.rules.scoring.lines
    for colour, cells in _kinds(bed, one_colour=pattern.one_colour):
        for line in _straight(bed.rules, cells):
            if len(line) >= pattern.size:
                yield Found(colour, 1, line)


def _kinds(bed: Bed, *, one_colour: bool) -> Iterator[tuple[str | None, Collection[int]]]:
    """The cells of each colour, or those of all cards together."""
    if not one_colour:
        yield None, bed.tops.keys()
        return
    for colour in bed.rules.colours:
        yield colour, set(coloured(bed, colour))


def _straight(rules: Rules, cells: Collection[int]) -> Iterator[list[int]]:
    """The lines in which cells lie beside one another, across and then down."""
    places, index = rules.grid.cells, rules.grid.index
    for dx, dy in (_ACROSS, _DOWN):
        for cell in sorted(cells):
            x, y = places[cell]
            if index.get((x - dx, y - dy)) in cells:
                continue
            line = [cell]
            while (cell := index.get((x := x + dx, y := y + dy), -1)) in cells:
                line.append(cell)
            yield line


def all_colours(bed: Bed) -> Iterator[Found]:
    """Every colour has a field that is large enough."""
    rules = bed.rules
    fields = [fields_of(bed, colour, rules.scoring.least_of_all) for colour in rules.colours]
    if all(fields):
        largest = [min(each, key=larger_first) for each in fields]
        yield Found(None, 1, sorted(set().union(*largest)))


def apart(bed: Bed) -> Iterator[Found]:
    """The cards that touch no other card of their colour."""
    rules, tops = bed.rules, bed.tops
    lonely = [
        cell
        for cell, card in tops.items()
        if card.colour
        and not any(
            other in tops and has_colour(rules, tops[other], card.colour)
            for other in rules.near[cell]
        )
    ]
    if lonely:
        yield Found(None, len(lonely), sorted(lonely))
