"""The score of a garden: step after step, each on what the steps before it have left."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from tilerules.engine.quick import BYTE
from tilerules.engine.scoring import ScoreBreakdown, ScoreLine, handicap_lines
from tilerules.games.flowers import patterns
from tilerules.games.flowers.beds import (
    Bed,
    Found,
    bed_of,
    coloured,
    fields_of,
    has_colour,
    larger_first,
)
from tilerules.games.flowers.rules import Rules
from tilerules.games.flowers.state import Garden, Table
from tilerules.table.regions import regions


def score(table: Table) -> tuple[ScoreBreakdown, ...]:
    """A breakdown for each seat: of its garden, without the card in hand."""
    return scores(table.rules, table.plots)


def scores(rules: Rules, plots: Sequence[Garden]) -> tuple[ScoreBreakdown, ...]:
    """A breakdown for each of these gardens."""
    return tuple(breakdown(rules, seat, garden) for seat, garden in enumerate(plots))


def breakdown(rules: Rules, seat: int, garden: Garden) -> ScoreBreakdown:
    """The breakdown of one seat."""
    lines = handicap_lines(rules, seat) + garden_lines(rules, garden)
    return ScoreBreakdown(seat, tuple(lines))


def garden_lines(rules: Rules, garden: Garden) -> list[ScoreLine]:
    """The score lines of a garden, in the order of the card's steps."""
    bed = bed_of(rules, dict(zip(garden.cells, garden.stacks, strict=True)))
    lines: list[ScoreLine] = []
    for step in rules.scoring.steps:
        if step == "discards":
            found, bed = _discards(bed)
        else:
            found = [*_STEPS[step](bed)]
        if found:
            lines += _lines(rules, step, found)
    return lines


def _lines(rules: Rules, step: str, found: Iterable[Found]) -> list[ScoreLine]:
    each, labels = rules.scoring.each.get(step, 0), rules.grid.labels
    rule = rules.rule_place(f"scoring.{step}.points")
    return [
        ScoreLine(
            step,
            of,
            each * number if points is None else points,
            number,
            tuple([labels[cell] for cell in cells]),
            rule,
        )
        for of, number, cells, points in found
    ]


# ---- the steps ------------------------------------------------------------------------------


def _discards(bed: Bed) -> tuple[list[Found], Bed]:
    """Every number group that has not as many cards as its value is removed, card by stack.

    Nothing stays on a cell whose top is removed, but for a violet card beneath.
    """
    rules, stacks, tops = bed.rules, bed.stacks, bed.tops
    by_value: dict[int, list[int]] = {}
    for cell, card in tops.items():
        if card.colour:
            by_value.setdefault(card.value, []).append(cell)
    violet = rules.violet_card
    beneath = {} if violet is None else {rules.grid.centre: BYTE[violet]}
    found: list[Found] = []
    removed: list[int] = []
    for value in sorted(by_value):
        for group in regions(by_value[value], rules.near):
            if len(group) != value:
                lost = sum([len(stacks[cell]) for cell in group])
                spared = sum(cell in group for cell in beneath)
                found.append(Found(str(value), lost - spared, sorted(group)))
                removed += group
    gone = set(removed)
    left = {cell: stack for cell, stack in stacks.items() if cell not in gone}
    return found, bed_of(rules, left | {cell: beneath[cell] for cell in gone & beneath.keys()})


def _fields(bed: Bed) -> Iterator[Found]:
    """Every field that is large enough scores for each of its cards."""
    scoring = bed.rules.scoring
    for colour in bed.rules.colours:
        fields = fields_of(bed, colour, scoring.least)
        if scoring.fields_counted == "largest":
            fields = sorted(fields, key=larger_first)[: scoring.fields_number]
        elif scoring.fields_counted == "whole_colour" and fields:
            fields = [set(coloured(bed, colour))]
        for field in fields:
            yield Found(colour, len(field), sorted(field))


def _butterflies(bed: Bed) -> Iterator[Found]:
    """A butterfly scores if it touches a card of its colour."""
    rules, tops = bed.rules, bed.tops
    for cell in sorted(cell for cell, card in tops.items() if card.butterfly):
        butterfly = tops[cell].butterfly or ""
        near = (other for other in rules.near[cell] if other in tops)
        touched = [other for other in near if has_colour(rules, tops[other], butterfly)]
        if touched:
            number = 1 if rules.scoring.butterflies_counted == "once" else len(touched)
            yield Found(butterfly, number, [cell, *touched])


_STEPS: dict[str, Callable[[Bed], Iterable[Found]]] = {
    "fields": _fields,
    "butterflies": _butterflies,
    "sizes": patterns.sizes,
    "squares": patterns.squares,
    "lines": patterns.lines,
    "all_colours": patterns.all_colours,
    "apart": patterns.apart,
}
