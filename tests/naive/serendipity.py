"""A slow and simple Serendipity for any resolved card: the model beside the real engine.

It shares no code with the library. S1 to S25 are the readings of the rules text.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from functools import cache
from itertools import combinations
from typing import Any

Card = dict[str, Any]
Cell = dict[str, Any]  # tile, facing, up, seen (seen: face down, but turned up before)
Cells = dict[str, Cell]
Line = tuple[str, str, int, int, tuple[str, ...]]  # block, colour, points, count, spots

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


def valued(card: Card, cells: Cells, colour: str, carpet: set[str]) -> dict[str, Any]:
    """A carpet with a line for each scoring block there is, its points, size and first cell."""
    joined = joined_serendips(card, cells, carpet)
    match = matching(card, cells, colour, carpet, joined)
    lines: list[Line] = []
    for block, spots in (("flowers", carpet), ("serendips", joined), ("matches", match)):
        if block in card["scoring"]:
            points = len(spots) * card["scoring"][block]["points"]
            in_order = tuple(sorted(spots, key=row_order))
            lines.append((block, colour, points, len(spots), in_order))
    total = sum(line[2] for line in lines)
    sizes = {"flowers": len(carpet), "tiles": len(carpet) + len(joined), "points": total}
    size = sizes[card["scoring"]["carpet"]["largest_by"]]
    return {"lines": lines, "points": total, "size": size, "first": min(map(row_order, carpet))}


def largest(some: list[dict[str, Any]]) -> dict[str, Any]:
    """S16: by size, then by points, then the one with the first cell."""
    return min(some, key=lambda v: (-v["size"], -v["points"], v["first"]))


def score_seat(card: Card, cells: Cells, colours_of_seat: list[str]) -> dict[str, Any]:
    """S18: what the colours of one seat are worth together."""
    each = [[valued(card, cells, c, k) for k in carpets(card, cells, c)] for c in colours_of_seat]
    each = [some for some in each if some]  # a colour with nothing up has no lines
    word = card["scoring"]["carpet"]["colours"]
    counted = [largest(some) for some in each]  # sum: every colour counts
    if each and word == "largest":
        counted = [largest([one for some in each for one in some])]
    elif each and word == "best":
        counted = [min(counted, key=lambda v: (-v["points"], v["first"]))]
    lines = [line for one in counted for line in one["lines"]]
    return {"total": sum(line[2] for line in lines), "lines": lines}


class Naive:
    """One position of a game. Nothing changes it; `play` gives a new one."""

    def __init__(self, card: Card, seats: int, tiles: dict[str, tuple[str, str | None]]) -> None:
        self.card = card
        self.seats = seats
        self.edges: list[str] = card["tiles"]["serendip_edges"]
        self.cells: Cells = {}
        for label in labels(card["board"]["side"]):
            tile, facing = tiles[label]
            facing = canonical(self.edges, facing) if facing else None  # S2
            self.cells[label] = {"tile": tile, "facing": facing, "up": False, "seen": False}
        self.owners: dict[str, int] = {}
        self.phase = "choose"
        self.to_move: int | None = 0
        self.turns = 0
        self.turned_up: str | None = None
        self.cut_short = False
        self.shown: tuple[str, str, str | None] | None = None

    def legal(self) -> set[str]:
        """All legal moves in canonical notation."""
        reveals = {f"reveal {label}" for label in self._targets("face_down")}
        if self.phase == "choose":
            free = [c for c in self.card["tiles"]["colours"] if c not in self.owners]
            return {f"choose {colour}" for colour in free}
        if self.phase == "reveal":
            return reveals
        if self.phase == "go_on":  # S11: a right, not a duty
            return reveals | {"pass"}
        if self.phase == "decide":
            return self._choices()
        if self.phase == "swap":  # S6: a duty or not
            waive = {"pass"} if self.card["turn"]["serendip"]["leave"]["swap"] == "may" else set()
            return self._swaps() | waive
        return set()

    def _targets(self, which: str) -> list[str]:
        """S7, S8: the cells an exchange may touch; never a Serendip that lies face up."""
        found = []
        for label, cell in self.cells.items():
            if cell["up"] and cell["tile"] != SERENDIP and which in ("any", "face_up"):
                found.append(label)
            if not cell["up"] and which in ("any", "face_down"):
                found.append(label)
        return found

    def _swaps(self) -> set[str]:
        targets = self._targets(self.card["turn"]["serendip"]["leave"]["swap_with"])
        return {f"swap {a} {b}" for a, b in combinations(sorted(targets, key=row_order), 2)}

    def _choices(self) -> set[str]:
        """What may become of the tile just turned up."""
        here = self.turned_up or ""
        tile = self.cells[here]["tile"]
        if tile == SERENDIP:
            return self._serendip_choices(here)
        if self.owners.get(tile) == self.to_move:
            return self._own_choices(here)
        return {"keep", "back"}  # S23: the seat decides

    def _own_choices(self, here: str) -> set[str]:
        own = self.card["turn"]["own"]
        moves = {"keep"} if "leave" in own else set()
        if "exchange" in own:
            for there in self._targets(own["exchange"]["with"]):
                if there != here and self._may_lie(here, there):
                    moves.add(f"move {there}")
        return moves

    def _may_lie(self, here: str, there: str) -> bool:
        """S9: after the exchange it may have to lie beside another own flower."""
        if self.card["turn"]["own"]["exchange"]["beside"] == "any":
            return True
        after = self._copy()
        after._exchange(here, there)
        colour = after.cells[there]["tile"]
        return bool(touching(there, self.card) & face_up(after.cells, colour))

    def _serendip_choices(self, here: str) -> set[str]:
        serendip = self.card["turn"]["serendip"]
        moves = set()
        if "leave" in serendip:
            free = serendip["leave"]["turning"] == "free"
            facings = turnings(self.edges) if free else [self.cells[here]["facing"]]
            moves |= {f"keep {self.edges[0]}:{facing}" for facing in facings}
        if "exchange" in serendip:
            for there in self._targets(serendip["exchange"]["with"]):
                if serendip["exchange"]["turning"] == "free":  # S4
                    moves |= {f"move {there} {self.edges[0]}:{f}" for f in turnings(self.edges)}
                else:
                    moves.add(f"move {there}")
        return moves

    def play(self, move: str) -> Naive:
        """The position after a legal move."""
        if move not in self.legal():
            raise ValueError(f"not legal here: {move}")
        new = self._copy()
        new.shown = None
        word, *args = move.split()
        getattr(new, f"_{word}")(*args)
        return new

    def _copy(self) -> Naive:
        new = copy.copy(self)
        new.cells = copy.deepcopy(self.cells)
        new.owners = copy.deepcopy(self.owners)
        return new

    def _choose(self, colour: str) -> None:
        """S19: seat after seat, round after round, until all have their number of colours."""
        self.owners[colour] = seat = self.to_move or 0
        self.to_move = (seat + 1) % self.seats
        if len(self.owners) == self.seats * self.card["colours_each"]:
            self._begin_turn()

    def _reveal(self, label: str) -> None:
        cell = self.cells[label]
        cell["up"], cell["seen"] = True, False
        self.shown = (label, cell["tile"], cell["facing"])
        self.phase, self.turned_up = "decide", label
        if cell["tile"] == SERENDIP or self.owners.get(cell["tile"]) == self.to_move:
            if not self._choices():  # nothing can be done: it stays up and the turn ends
                self._end_turn()
            return
        rule = self._others_rule(cell["tile"])
        if rule["stays_up"] == "chosen":
            return
        if not self._stays_up(rule):
            cell["up"], cell["seen"] = False, True
        self._dealt_with(rule["then"])

    def _others_rule(self, tile: str) -> dict[str, Any]:
        rule: dict[str, Any] = self.card["turn"]["foreign" if tile in self.owners else "unowned"]
        return rule

    def _stays_up(self, rule: dict[str, Any]) -> bool:
        """S23, S24: a Serendip once turned up stays up, so those turned up are those up now."""
        if rule["stays_up"] == "after_serendips":
            return len(face_up(self.cells, SERENDIP)) >= int(rule["serendips"])
        return bool(rule["stays_up"] == "always")

    def _keep(self, turning: str | None = None) -> None:
        cell = self.cells[self.turned_up or ""]
        if cell["tile"] == SERENDIP:
            leave = self.card["turn"]["serendip"]["leave"]
            cell["facing"] = (turning or "").split(":")[1]
            if leave["swap"] != "never" and self._swaps():  # S6; without a pair it is void
                self.phase, self.turned_up = "swap", None
            else:
                self._dealt_with(leave["then"])  # S5
        elif self.owners.get(cell["tile"]) == self.to_move:
            self._dealt_with(self.card["turn"]["own"]["leave"]["then"])  # S11
        else:
            self._dealt_with(self._others_rule(cell["tile"])["then"])  # S23

    def _back(self) -> None:
        cell = self.cells[self.turned_up or ""]
        cell["up"], cell["seen"] = False, True
        self._dealt_with(self._others_rule(cell["tile"])["then"])

    def _move(self, there: str, turning: str | None = None) -> None:
        here = self.turned_up or ""
        cell = self.cells[here]
        if turning is not None:  # S4
            cell["facing"] = turning.split(":")[1]
        self._exchange(here, there)
        kind = "serendip" if cell["tile"] == SERENDIP else "own"
        self._dealt_with(self.card["turn"][kind]["exchange"]["then"])  # S5, S10, S11

    def _swap(self, a: str, b: str) -> None:
        self._exchange(a, b)
        self._dealt_with(self.card["turn"]["serendip"]["leave"]["then"])  # S5

    def _exchange(self, a: str, b: str) -> None:
        """Up stays up, down stays down, a tile keeps its facing (S3), what was seen is known."""
        self.cells[a], self.cells[b] = self.cells[b], self.cells[a]

    def _pass(self) -> None:
        if self.phase == "swap":
            self._dealt_with(self.card["turn"]["serendip"]["leave"]["then"])  # S6
        else:
            self._end_turn()  # S11

    def _dealt_with(self, then: str) -> None:
        """A tile has been dealt with, its swap included."""
        self.turned_up = None
        over = self.card["end"]["looked_at"] == "choice" and self._end_has_come()  # S20
        if over or then == "end_turn" or not self._targets("face_down"):  # S12
            self._end_turn()
        else:
            self.phase = "reveal" if then == "must_reveal" else "go_on"  # S11

    def _end_turn(self) -> None:
        self.turns += 1
        self.to_move = ((self.to_move or 0) + 1) % self.seats
        self._begin_turn()
        limit = self.card["end"]["turn_limit"]
        if self.phase != "over" and limit != "never" and self.turns >= limit:  # S25
            self.phase, self.to_move, self.cut_short = "over", None, True

    def _begin_turn(self) -> None:
        self.phase, self.turned_up = "reveal", None
        if self._end_has_come() or not self._targets("face_down"):  # S12
            self.phase, self.to_move = "over", None

    def _end_has_come(self) -> bool:
        """S20: enough Serendips are up, and enough colours are up with all their tiles."""
        end, tiles = self.card["end"], self.card["tiles"]
        needed = tiles["serendips"] if end["serendips_up"] == "all" else end["serendips_up"]
        if len(face_up(self.cells, SERENDIP)) < needed:
            return False
        colours = list(self.owners) if end["whose"] == "owned" else list(tiles["colours"])
        complete = [c for c in colours if len(face_up(self.cells, c)) == tiles["copies"]]
        wanted = len(colours) if end["complete_colours"] == "all" else end["complete_colours"]
        return len(complete) >= wanted

    def known(self) -> dict[str, tuple[str, str | None]]:
        """The cells whose tile everybody knows: it is up, or was seen and turned back."""
        return {
            label: (cell["tile"], cell["facing"])
            for label, cell in self.cells.items()
            if cell["up"] or cell["seen"]
        }

    def scores(self) -> list[dict[str, Any]]:
        """The score of each seat, of what is up."""
        entries = []
        for seat in range(self.seats):
            mine = [c for c in self.card["tiles"]["colours"] if self.owners.get(c) == seat]
            entries.append(score_seat(self.card, self.cells, mine))
        return entries

    def ranking(self) -> tuple[tuple[int, ...], ...]:
        """The seats from first to last, tied seats together (S22: a shared win)."""
        worth: dict[int, tuple[int, ...]] = {}
        for seat, entry in enumerate(self.scores()):
            counts = [
                sum(line[3] for line in entry["lines"] if line[0] == word)
                for word in self.card["tie_breaks"]
            ]
            worth[seat] = (entry["total"], *counts)
        places = sorted(set(worth.values()), reverse=True)
        return tuple(tuple(s for s in worth if worth[s] == place) for place in places)


def perft(game: Naive, depth: int) -> int:
    """How many sequences of exactly so many moves there are from here."""
    if depth == 0:
        return 1
    return sum(perft(game.play(move), depth - 1) for move in game.legal())
