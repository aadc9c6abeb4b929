"""The board of Serendipity, and what lies on it worth: a part of the slow and simple model.

S1 to S25 are the readings of the rules text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations
from typing import Any

Card = dict[str, Any]
Cell = dict[str, Any]  # tile, facing, up, seen (seen: face down, but known to all)
Cells = dict[str, Cell]
Line = tuple[str, str | None, int, int, tuple[str, ...]]  # block, colour, points, count, spots

SERENDIP = "serendip"
DIRECTIONS = ("ne", "e", "se", "sw", "w", "nw")  # clockwise
# A step in each direction: rows down, half cells to the right.
STEPS = {"ne": (-1, 1), "e": (0, 2), "se": (1, 1), "sw": (1, -1), "w": (0, -2), "nw": (-1, -1)}


@cache
def _places(side: int) -> dict[tuple[int, int], str]:
    """Where each cell lies (row, half cells from the left edge of the widest row) -> label."""
    places = {}
    widest = 2 * side - 1
    for row in range(widest):
        length = widest - abs(row - (side - 1))
        for number in range(length):
            places[row, widest - length + 2 * number] = f"{chr(ord('a') + row)}{number + 1}"
    return places


def labels(side: int) -> list[str]:
    """All cells in row order, by number and not by text."""
    return list(_places(side).values())


def row_order(label: str) -> tuple[str, int]:
    """The sort key that puts e2 before e10."""
    return label[0], int(label[1:])


@cache
def neighbours(label: str, side: int) -> dict[str, str]:
    """The neighbours of a cell by direction."""
    places = _places(side)
    row, x = next(at for at, name in places.items() if name == label)
    beside = {d: places.get((row + down, x + right)) for d, (down, right) in STEPS.items()}
    return {direction: name for direction, name in beside.items() if name is not None}


def touching(label: str, card: Card) -> set[str]:
    """The cells beside a cell."""
    return set(neighbours(label, card["board"]["side"]).values())


@cache
def steps(label: str, side: int) -> dict[str, int]:
    """How many steps it is from a cell to each cell of the board."""
    found: dict[str, int] = {}
    edge, number = {label}, 0
    while edge:
        found |= dict.fromkeys(edge, number)
        beyond = {there for here in edge for there in neighbours(here, side).values()}
        edge, number = beyond - set(found), number + 1
    return found


def look(edges: list[str], facing: str) -> dict[str, str]:
    """Which colour shows in which direction (S1: the list runs clockwise from its first edge)."""
    first = DIRECTIONS.index(facing)
    return {DIRECTIONS[(first + n) % 6]: edges[n] for n in range(6)}


def turnings(edges: list[str]) -> list[str]:
    """S2: turnings that look alike are one, named by the first direction."""
    found: list[str] = []
    for facing in DIRECTIONS:
        if all(look(edges, facing) != look(edges, other) for other in found):
            found.append(facing)
    return found


def canonical(edges: list[str], facing: str) -> str:
    """The name of the turning that looks like this one."""
    return next(f for f in turnings(edges) if look(edges, f) == look(edges, facing))


def merged(spots: set[str], linked: Callable[[str, str], bool]) -> list[set[str]]:
    """Join any two groups with a link between them until nothing changes."""
    groups = [{spot} for spot in spots]
    while True:
        for one, other in combinations(groups, 2):
            if any(linked(p, q) for p in one for q in other):
                groups = [g for g in groups if g is not one and g is not other] + [one | other]
                break
        else:
            return groups


def face_up(cells: Cells, tile: str) -> set[str]:
    """S17: face-down tiles count nowhere."""
    return {label for label, cell in cells.items() if cell["up"] and cell["tile"] == tile}


def carpets(card: Card, cells: Cells, colour: str) -> list[set[str]]:
    """S13: the flowers of each carpet of one colour."""
    joined_by = card["scoring"]["carpet"]["joined_by"]
    flowers, serendips = face_up(cells, colour), face_up(cells, SERENDIP)

    def linked(p: str, q: str) -> bool:
        if joined_by == "single" and p in serendips and q in serendips:
            return False
        return q in touching(p, card)

    spots = flowers if joined_by == "never" else flowers | serendips
    return [group & flowers for group in merged(spots, linked) if group & flowers]


def joined_serendips(card: Card, cells: Cells, carpet: set[str]) -> set[str]:
    """S14: the Serendips that belong to a carpet."""
    if "serendips" not in card["scoring"]:
        return set()
    serendips = face_up(cells, SERENDIP)
    joined = {s for s in serendips if touching(s, card) & carpet}
    if card["scoring"]["serendips"]["joined"] == "component":
        for group in merged(serendips, lambda p, q: q in touching(p, card)):
            if group & joined:
                joined |= group
    return joined


def matching(card: Card, cells: Cells, colour: str, carpet: set[str], joined: set[str]) -> set[str]:
    """S15 and S2: joined Serendips with an edge of the colour against the carpet (or any own)."""
    if "matches" not in card["scoring"]:
        return set()
    any_own = card["scoring"]["matches"]["against"] == "any_own"
    flowers = face_up(cells, colour) if any_own else carpet
    found = set()
    for spot in joined:
        shows = look(card["tiles"]["serendip_edges"], cells[spot]["facing"])
        for direction, beside in neighbours(spot, card["board"]["side"]).items():
            if shows[direction] == colour and beside in flowers:
                found.add(spot)
    return found


def by_size(table: dict[Any, int], size: int) -> int | None:
    """The points at the greatest number that is not above the size, or none."""
    reached = [int(number) for number in table if int(number) <= size]
    return (
        {int(number): points for number, points in table.items()}[max(reached)] if reached else None
    )


def valued(card: Card, cells: Cells, colour: str, carpet: set[str]) -> dict[str, Any]:
    """A carpet with a line for each scoring block there is, its points, size and first cell."""
    joined = joined_serendips(card, cells, carpet)
    match = matching(card, cells, colour, carpet, joined)
    lines: list[Line] = []
    for block, spots in (("flowers", carpet), ("serendips", joined), ("matches", match)):
        if block in card["scoring"]:
            points = len(spots) * card["scoring"][block]["points"]
            lines.append((block, colour, points, len(spots), in_order(spots)))
    if "sizes" in card["scoring"]:
        worth = by_size(card["scoring"]["sizes"]["points"], len(carpet))
        if worth is not None:
            lines.append(("sizes", colour, worth, len(carpet), in_order(carpet)))
    total = sum(line[2] for line in lines)
    sizes = {"flowers": len(carpet), "tiles": len(carpet) + len(joined), "points": total}
    size = sizes[card["scoring"]["carpet"]["largest_by"]]
    return {
        "lines": lines,
        "points": total,
        "size": size,
        "first": min(map(row_order, carpet)),
        "carpet": carpet,
    }


def in_order(spots: set[str]) -> tuple[str, ...]:
    """Cells in row order."""
    return tuple(sorted(spots, key=row_order))


def largest(some: list[dict[str, Any]], number: int | str) -> list[dict[str, Any]]:
    """S16: so many, by size, then by points, then by the first cell."""
    ranked = sorted(some, key=lambda v: (-v["size"], -v["points"], v["first"]))
    return ranked if number == "all" else ranked[: int(number)]


def counted_carpets(card: Card, cells: Cells, colours_of_seat: list[str]) -> list[dict[str, Any]]:
    """S18: the carpets of one seat that count; small ones do not."""
    rule = card["scoring"]["carpet"]
    least, number = rule.get("least", 1), rule.get("number", 1)
    each = [
        [valued(card, cells, colour, k) for k in carpets(card, cells, colour) if len(k) >= least]
        for colour in colours_of_seat
    ]
    each = [some for some in each if some]  # a colour without a carpet has no lines
    if rule["colours"] == "largest":
        return largest([one for some in each for one in some], number)
    counted = [largest(some, number) for some in each]
    if each and rule["colours"] == "best":
        return min(counted, key=lambda some: (-sum(v["points"] for v in some), some[0]["first"]))
    return [one for some in counted for one in some]  # sum: every colour counts


def rings(card: Card, flowers: set[str]) -> list[str]:
    """The cells with six neighbours, all of them these flowers."""
    every = labels(card["board"]["side"])
    return [at for at in every if len(touching(at, card)) == 6 and touching(at, card) <= flowers]


def rows(card: Card, flowers: set[str], length: int) -> Iterator[list[str]]:
    """The straight rows of so many of these flowers or more that cannot be longer."""
    side = card["board"]["side"]
    for onward, back in (("e", "w"), ("se", "nw"), ("sw", "ne")):
        for at in flowers:
            if neighbours(at, side).get(back) in flowers:
                continue  # the row begins before
            row = [at]
            while (beyond := neighbours(row[-1], side).get(onward)) in flowers:
                row.append(str(beyond))
            if len(row) >= length:
                yield row


def further_lines(
    card: Card, cells: Cells, colour: str, in_carpets: set[str]
) -> Iterator[tuple[str, int, set[str]]]:
    """The blocks that ask for no carpet, for one colour: what is counted, and where it lies."""
    flowers, scoring = face_up(cells, colour), card["scoring"]
    if "rings" in scoring:
        middles = set(rings(card, flowers))
        yield "rings", len(middles), middles
    if "lines" in scoring:
        found = list(rows(card, flowers, scoring["lines"]["length"]))
        yield "lines", len(found), {at for row in found for at in row}
    if "apart" in scoring:
        yield "apart", len(flowers - in_carpets), flowers - in_carpets
    if "face_down" in scoring:
        down = [cell for cell in cells.values() if cell["tile"] == colour and not cell["up"]]
        yield "face_down", len(down), set()


def score_seat(card: Card, cells: Cells, colours_of_seat: list[str]) -> dict[str, Any]:
    """What the colours of one seat are worth together."""
    counted = counted_carpets(card, cells, colours_of_seat)
    lines: list[Line] = [line for one in counted for line in one["lines"]]
    in_carpets = {at for one in counted for at in one["carpet"]}
    further: list[Line] = []
    for colour in colours_of_seat:
        for block, count, spots in further_lines(card, cells, colour, in_carpets):
            points = count * card["scoring"][block]["points"]
            further.append((block, colour, points, count, in_order(spots)))
    blocks = ["rings", "lines", "apart", "face_down"]
    further.sort(key=lambda line: blocks.index(line[0]))  # block by block, colour by colour
    lines += [line for line in further if line[3]]
    return {"total": sum(line[2] for line in lines), "lines": lines}
