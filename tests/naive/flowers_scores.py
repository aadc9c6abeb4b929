"""A slow and simple scoring of a garden of Flowers, by any resolved card.

It shares no code with the library. F7 to F20 are the readings of the rules text.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any

from .cards import copied

Card = dict[str, Any]  # the rules card; what is taken and laid is a plain text such as "red-2"
Cell = tuple[int, int]  # x to the right, y downwards
Garden = dict[Cell, list[str]]  # stacks from the bottom
Tops = dict[Cell, str]
Line = tuple[str, str | None, int, int, tuple[str, ...]]  # step, what, points, count, spots

VIOLET = "violet"
STEPS = {  # F7
    "sides": [(0, -1), (1, 0), (0, 1), (-1, 0)],
    "corners_too": [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)],
}


def colour_of(text: str) -> str:
    """F19: the violet card has a colour of its own, which is none of the game's."""
    return text.split("-")[0]


def value_of(text: str) -> str | None:
    """F19: the violet card has no value."""
    return None if text == VIOLET else text.split("-")[1]


def butterfly_of(text: str) -> str | None:
    """The colour of the butterfly on a card, if there is one."""
    parts = text.split("-")
    return parts[2] if len(parts) == 3 else None


def row_order(cell: Cell) -> Cell:
    """The sort key of cells: from the top row down, in a row from the left."""
    return cell[1], cell[0]


def beside(cell: Cell, word: str) -> set[Cell]:
    """F7: the four or eight cells that touch a cell."""
    return {(cell[0] + right, cell[1] + down) for right, down in STEPS[word]}


def merged(cells: set[Cell], word: str) -> list[set[Cell]]:
    """Join any two groups that touch until nothing changes; the group with the first cell first."""
    groups = [{cell} for cell in cells]
    while True:
        for one, other in combinations(groups, 2):
            if any(beside(cell, word) & other for cell in one):
                groups = [g for g in groups if g is not one and g is not other] + [one | other]
                break
        else:
            return sorted(groups, key=lambda group: min(map(row_order, group)))


def visible(garden: Garden) -> Tops:
    """Covered cards count nowhere, but where their cover is removed."""
    return {cell: stack[-1] for cell, stack in garden.items()}


def labels(spots: set[Cell]) -> tuple[str, ...]:
    """Cells in row order."""
    return tuple(f"{x},{y}" for x, y in sorted(spots, key=row_order))


def line_of(card: Card, step: str, what: str | None, count: int, spots: set[Cell]) -> Line:
    """A score line, worth the points of its block for each thing counted."""
    return step, what, count * card["scoring"][step]["points"], count, labels(spots)


def of_colour(card: Card, tops: Tops, colour: str) -> set[Cell]:
    """The visible cards of a colour. F19: a wild violet card is one of every colour."""
    wild = card["start"].get("violet") == "wild"
    return {c for c, top in tops.items() if colour_of(top) == colour or (wild and top == VIOLET)}


def fields_of(card: Card, tops: Tops, colour: str) -> list[set[Cell]]:
    """The fields of a colour that can score, whatever their size. F19: beside an anchor only."""
    groups = merged(of_colour(card, tops, colour), card["garden"]["touching"])  # F7
    return [group for group in groups if anchored(card, tops, group)]


def anchored(card: Card, tops: Tops, group: set[Cell]) -> bool:
    """F19: a field may have to touch the violet card. F20: a covered one is not there."""
    if card["start"].get("violet") != "anchor":
        return True
    anchors = {cell for cell, top in tops.items() if top == VIOLET}
    return any(beside(cell, card["garden"]["touching"]) & anchors for cell in group)


# ---- the steps ------------------------------------------------------------------------------


def discards(card: Card, left: Garden) -> list[Line]:
    """Number groups of a wrong size. They are taken out of `left`."""
    tops = visible(left)
    lines = []
    for value in card["cards"]["values"]:
        cells = {cell for cell, top in tops.items() if value_of(top) == str(value)}
        for group in merged(cells, card["garden"]["touching"]):  # F7
            if len(group) != int(value):
                count = sum(removed(left, cell) for cell in group)
                lines.append(line_of(card, "discards", str(value), count, group))
    return lines


def removed(left: Garden, cell: Cell) -> int:
    """Take away a stack; how many cards it costs. F20: a violet card below stays, free of cost."""
    stack = left.pop(cell)
    if VIOLET in stack:
        left[cell] = [VIOLET]
    return len([text for text in stack if text != VIOLET])


def fields(card: Card, left: Garden) -> list[Line]:
    """Large enough fields of one colour."""
    rule = card["scoring"]["fields"]
    tops = visible(left)
    lines = []
    for colour in card["cards"]["colours"]:
        paying = [g for g in fields_of(card, tops, colour) if len(g) >= rule["least"]]
        if rule["counted"] == "largest":  # F14: of equal ones those with the first cells
            in_size = sorted(paying, key=lambda group: (-len(group), min(map(row_order, group))))
            paying = in_size[: rule.get("number", 1)]
        elif paying and rule["counted"] == "whole_colour":  # F14
            paying = [of_colour(card, tops, colour)]
        lines += [line_of(card, "fields", colour, len(group), group) for group in paying]
    return lines


def butterflies(card: Card, left: Garden) -> list[Line]:
    """Butterflies beside a card of their own colour. F16: both must be there still."""
    tops = visible(left)
    lines = []
    for cell in sorted(tops, key=row_order):
        colour = butterfly_of(tops[cell])
        if colour is None:
            continue
        count = len(beside(cell, card["garden"]["touching"]) & of_colour(card, tops, colour))  # F7
        if count and card["scoring"]["butterflies"]["counted"] == "once":  # F15
            count = 1
        if count:
            lines.append(line_of(card, "butterflies", colour, count, {cell}))
    return lines


def table_points(table: Card, size: int) -> int | None:
    """The points at the greatest number not above a size."""
    reached = [int(number) for number in table if int(number) <= size]
    by_number = {int(number): points for number, points in table.items()}
    return by_number[max(reached)] if reached else None


def sizes(card: Card, left: Garden) -> list[Line]:
    """Each field by a table of sizes."""
    lines: list[Line] = []
    for colour in card["cards"]["colours"]:
        for group in fields_of(card, visible(left), colour):
            points = table_points(card["scoring"]["sizes"]["points"], len(group))
            if points is not None:
                lines.append(("sizes", colour, points, len(group), labels(group)))
    return lines


def alike(card: Card, left: Garden, step: str) -> list[tuple[str | None, set[Cell]]]:
    """The cells of each colour, or all cells with a card, whichever a block asks for."""
    tops = visible(left)
    if card["scoring"][step]["of"] == "any":
        return [(None, set(tops))]
    return [(colour, of_colour(card, tops, colour)) for colour in card["cards"]["colours"]]


def squares(card: Card, left: Garden) -> list[Line]:
    """Full squares of so many cards a side, overlapping ones too."""
    side = range(card["scoring"]["squares"]["side"])
    lines = []
    for what, cells in alike(card, left, "squares"):
        for x, y in sorted(cells, key=row_order):
            square = {(x + right, y + down) for right in side for down in side}
            if square <= cells:
                lines.append(line_of(card, "squares", what, 1, square))
    return lines


def lines(card: Card, left: Garden) -> list[Line]:
    """Straight rows, then columns, that go on at neither end."""
    found = []
    for what, cells in alike(card, left, "lines"):
        for right, down in ((1, 0), (0, 1)):
            for x, y in sorted(cells, key=row_order):
                if (x - right, y - down) in cells:
                    continue
                row = {(x, y)}
                while (x + right * len(row), y + down * len(row)) in cells:
                    row.add((x + right * len(row), y + down * len(row)))
                if len(row) >= card["scoring"]["lines"]["length"]:
                    found.append(line_of(card, "lines", what, 1, row))
    return found


def all_colours(card: Card, left: Garden) -> list[Line]:
    """Once, if each colour has a large enough field."""
    large = []
    for colour in card["cards"]["colours"]:
        found = fields_of(card, visible(left), colour)
        large.append([g for g in found if len(g) >= card["scoring"]["all_colours"]["least"]])
    return [line_of(card, "all_colours", None, 1, set())] if all(large) else []


def apart(card: Card, left: Garden) -> list[Line]:
    """Cards that touch none of their colour. F19: a wild violet card is of every colour."""
    tops = visible(left)
    cells = set()
    for cell, top in tops.items():
        touched = beside(cell, card["garden"]["touching"])
        if top != VIOLET and not touched & of_colour(card, tops, colour_of(top)):
            cells.add(cell)
    return [line_of(card, "apart", None, len(cells), cells)] if cells else []


DOING = {
    "discards": discards,
    "fields": fields,
    "butterflies": butterflies,
    "sizes": sizes,
    "squares": squares,
    "lines": lines,
    "all_colours": all_colours,
    "apart": apart,
}


def score_garden(card: Card, garden: Garden) -> dict[str, Any]:
    """F13: step by step, each on what the steps before it left."""
    left = copied(garden)
    found = [line for step in card["scoring"]["steps"] for line in DOING[step](card, left)]
    return {"total": sum(line[2] for line in found), "lines": found}
