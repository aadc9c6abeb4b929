"""The score of a garden: step after step, each on what the steps before it have left."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from tilerules.engine.scoring import Outcome, ScoreBreakdown, ScoreLine, outcome
from tilerules.games.flowers.rules import Card, Rules
from tilerules.games.flowers.state import Garden, Table
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
    """What a step has found: of what, how much there is of it, and the cells concerned."""

    of: str
    number: int
    cells: Sequence[int]


def score(table: Table) -> tuple[ScoreBreakdown, ...]:
    """A breakdown for each seat: of its garden, without the card in hand."""
    return tuple(
        ScoreBreakdown(seat, tuple(garden_lines(table.rules, garden)))
        for seat, garden in enumerate(table.plots)
    )


def garden_lines(rules: Rules, garden: Garden) -> list[ScoreLine]:
    """The score lines of a garden, in the order of the card's steps."""
    bed = _bed(rules, dict(zip(garden.cells, garden.stacks, strict=True)))
    lines: list[ScoreLine] = []
    for step in rules.scoring.steps:
        found, bed = _STEPS[step](bed)
        if found:
            lines += _lines(rules, step, found)
    return lines


def _bed(rules: Rules, stacks: dict[int, bytes]) -> Bed:
    return Bed(rules, stacks, {cell: rules.kinds[stack[-1]] for cell, stack in stacks.items()})


def _lines(rules: Rules, step: str, found: Iterable[Found]) -> list[ScoreLine]:
    scoring, labels = rules.scoring, rules.grid.labels
    each = {
        "discards": scoring.discards,
        "fields": scoring.fields,
        "butterflies": scoring.butterflies,
    }[step]
    assert each is not None, "a card has a block for each of its steps"
    rule = rules.rule_place(f"scoring.{step}.points")
    return [
        ScoreLine(step, of, each * number, number, tuple([labels[cell] for cell in cells]), rule)
        for of, number, cells in found
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
    beneath = {rules.grid.centre: bytes((rules.violet_card,))} if rules.violet else {}
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
    return found, _bed(rules, left | {cell: beneath[cell] for cell in gone & beneath.keys()})


def _fields(bed: Bed) -> tuple[list[Found], Bed]:
    """Every field that is large enough scores for each of its cards."""
    rules = bed.rules
    found: list[Found] = []
    for colour in rules.colours:
        cells = [cell for cell, card in bed.tops.items() if _has_colour(rules, card, colour)]
        if len(cells) < rules.scoring.least:
            continue
        fields = [field for field in regions(cells, rules.near) if _counts(bed, field)]
        if rules.scoring.fields_counted == "largest":
            fields = sorted(fields, key=lambda field: (-len(field), min(field)))[:1]
        elif rules.scoring.fields_counted == "whole_colour" and fields:
            fields = [set(cells)]
        found += [Found(colour, len(field), sorted(field)) for field in fields]
    return found, bed


def _has_colour(rules: Rules, card: Card, colour: str) -> bool:
    return card.colour == colour or (card.colour is None and rules.violet == "wild")


def _counts(bed: Bed, field: set[int]) -> bool:
    """Whether a field is large enough and, where the card asks for it, touches the violet card."""
    rules, tops = bed.rules, bed.tops
    if len(field) < rules.scoring.least:
        return False
    return rules.violet != "anchor" or any(
        other in tops and tops[other].colour is None for cell in field for other in rules.near[cell]
    )


def _butterflies(bed: Bed) -> tuple[list[Found], Bed]:
    """A butterfly scores if it touches a card of its colour."""
    rules, tops = bed.rules, bed.tops
    found: list[Found] = []
    for cell in sorted(cell for cell, card in tops.items() if card.butterfly):
        butterfly = tops[cell].butterfly or ""
        near = (other for other in rules.near[cell] if other in tops)
        touched = [other for other in near if _has_colour(rules, tops[other], butterfly)]
        if touched:
            number = 1 if rules.scoring.butterflies_counted == "once" else len(touched)
            found.append(Found(butterfly, number, [cell, *touched]))
    return found, bed


_STEPS: dict[str, Callable[[Bed], tuple[list[Found], Bed]]] = {
    "discards": _discards,
    "fields": _fields,
    "butterflies": _butterflies,
}


def game_outcome(table: Table) -> Outcome:
    """The ranking at the end: by points, then by the card's tie-breaks, then shared."""
    tie_breaks = [(id, _TIE_BREAKS[id]) for id in table.rules.tie_breaks]
    return outcome(score(table), tie_breaks, cut_short=False)


_TIE_BREAKS: dict[str, Callable[[ScoreBreakdown], int]] = {
    "discards": lambda score: -score.count("discards"),
    "fields": lambda score: score.count("fields"),
    "butterflies": lambda score: sum(line.id == "butterflies" for line in score.lines),
}
