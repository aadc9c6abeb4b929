"""The score of a garden: step after step, each on what the steps before it have left."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import attrs

from tilerules.engine.scoring import Outcome, ScoreBreakdown, ScoreLine, outcome
from tilerules.games.flowers.rules import Card, Rules
from tilerules.games.flowers.state import Garden, Table
from tilerules.table.regions import regions


@attrs.frozen
class Bed:
    """What is left of a garden between two steps: the stacks, and the cards that lie on top."""

    rules: Rules
    stacks: dict[int, bytes]

    def tops(self) -> dict[int, Card]:
        """The visible card of each cell."""
        return {cell: self.rules.kinds[stack[-1]] for cell, stack in self.stacks.items()}


def score(table: Table) -> tuple[ScoreBreakdown, ...]:
    """A breakdown for each seat: of its garden, without the card in hand."""
    return tuple(
        ScoreBreakdown(seat, tuple(garden_lines(table.rules, garden)))
        for seat, garden in enumerate(table.plots)
    )


def garden_lines(rules: Rules, garden: Garden) -> list[ScoreLine]:
    """The score lines of a garden, in the order of the card's steps."""
    bed = Bed(rules, dict(zip(garden.cells, garden.stacks, strict=True)))
    lines: list[ScoreLine] = []
    for step in rules.scoring.steps:
        found, bed = _STEPS[step](bed)
        lines += found
    return lines


# ---- the steps ------------------------------------------------------------------------------


def _discards(bed: Bed) -> tuple[list[ScoreLine], Bed]:
    """Every number group that has not as many cards as its value is removed, card by stack."""
    stacks, lines = dict(bed.stacks), []
    by_value: dict[int, set[int]] = {}
    for cell, card in bed.tops().items():
        if card.colour:
            by_value.setdefault(card.value, set()).add(cell)
    for value, cells in sorted(by_value.items()):
        for group in regions(cells, bed.rules.near):
            if len(group) != value:
                left = {cell: _left(bed.rules, cell) for cell in group}
                lost = sum(len(stacks[cell]) - len(left[cell]) for cell in group)
                lines.append(_line(bed, "discards", str(value), lost, group))
                stacks |= left
    return lines, Bed(bed.rules, {cell: stack for cell, stack in stacks.items() if stack})


def _left(rules: Rules, cell: int) -> bytes:
    """What stays on a cell when its top is removed: nothing, or the violet card beneath."""
    return bytes((rules.violet_card,)) if rules.violet and cell == rules.grid.centre else b""


def _fields(bed: Bed) -> tuple[list[ScoreLine], Bed]:
    """Every field that is large enough scores for each of its cards."""
    scoring, tops, lines = bed.rules.scoring, bed.tops(), []
    for colour in bed.rules.colours:
        cells = {cell for cell, card in tops.items() if _has_colour(bed.rules, card, colour)}
        fields = [field for field in regions(cells, bed.rules.near) if _counts(bed, tops, field)]
        if scoring.fields_counted == "largest":
            fields = sorted(fields, key=lambda field: (-len(field), min(field)))[:1]
        elif scoring.fields_counted == "whole_colour" and fields:
            fields = [cells]
        lines += [_line(bed, "fields", colour, len(field), field) for field in fields]
    return lines, bed


def _has_colour(rules: Rules, card: Card, colour: str) -> bool:
    return card.colour == colour or (card.colour is None and rules.violet == "wild")


def _counts(bed: Bed, tops: dict[int, Card], field: set[int]) -> bool:
    """Whether a field is large enough and, where the card asks for it, touches the violet card."""
    if len(field) < bed.rules.scoring.least:
        return False
    near = bed.rules.near
    return bed.rules.violet != "anchor" or any(
        other in tops and tops[other].colour is None for cell in field for other in near[cell]
    )


def _butterflies(bed: Bed) -> tuple[list[ScoreLine], Bed]:
    """A butterfly scores if it touches a card of its colour."""
    tops, lines = bed.tops(), []
    for cell, card in sorted(tops.items(), key=lambda item: item[0]):
        if card.butterfly is None:
            continue
        near = (other for other in bed.rules.near[cell] if other in tops)
        touched = [other for other in near if _has_colour(bed.rules, tops[other], card.butterfly)]
        if touched:
            count = 1 if bed.rules.scoring.butterflies_counted == "once" else len(touched)
            lines.append(_line(bed, "butterflies", card.butterfly, count, [cell, *touched]))
    return lines, bed


_STEPS: dict[str, Callable[[Bed], tuple[list[ScoreLine], Bed]]] = {
    "discards": _discards,
    "fields": _fields,
    "butterflies": _butterflies,
}


def _line(bed: Bed, id: str, of: str, count: int, cells: Iterable[int]) -> ScoreLine:
    rules = bed.rules
    points = {
        "discards": rules.scoring.discards,
        "fields": rules.scoring.fields,
        "butterflies": rules.scoring.butterflies,
    }[id]
    spots = cells if isinstance(cells, list) else sorted(cells)
    return ScoreLine(
        id=id,
        of=of,
        points=(points or 0) * count,
        count=count,
        spots=tuple(rules.grid.label(cell) for cell in spots),
        rule=rules.rule_place(f"scoring.{id}.points"),
    )


def game_outcome(table: Table) -> Outcome:
    """The ranking at the end: by points, then by the card's tie-breaks, then shared."""

    def measure(id: str) -> Callable[[ScoreBreakdown], int]:
        better = -1 if id == "discards" else 1
        return lambda score: better * score.count(id)

    tie_breaks = [(id, measure(id)) for id in table.rules.tie_breaks]
    return outcome(score(table), tie_breaks, cut_short=False)
