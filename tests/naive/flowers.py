"""A slow and simple Flowers for any resolved card: the model beside the real engine.

It shares no code with the library. F1 to F23 are the readings of the rules text.
"""

from __future__ import annotations

import copy
from itertools import combinations
from typing import Any

Card = dict[str, Any]  # the rules card; what is taken and laid is a plain text such as "red-2"
Cell = tuple[int, int]  # x to the right, y downwards
Garden = dict[Cell, list[str]]  # stacks from the bottom
Tops = dict[Cell, str]
Line = tuple[str, str, int, int, tuple[str, ...]]  # step, what, points, count, spots

VIOLET = "violet"
START = (0, 0)
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


def deck(card: Card) -> list[str]:
    """All cards, the violet ones apart. F18: a butterfly sits on one of the copies."""
    marked = card["cards"]["butterflies"]
    found = list(marked)
    for colour in card["cards"]["colours"]:
        for value, copies in card["cards"]["values"].items():
            with_butterfly = sum(name.startswith(f"{colour}-{value}-") for name in marked)
            found += [f"{colour}-{value}"] * (copies - with_butterfly)
    return found


def pile_sizes(card: Card, seats: int) -> list[int]:
    """F1 to F4: as listed, or card by card round all piles, so that the last are the shorter."""
    piles = card["piles"]
    if piles["dealt"] == "listed":
        return list(piles["sizes"])
    sizes = [0] * piles["number"]
    starts = seats if card["start"]["card"] == "random" else 0  # F19: violet comes from elsewhere
    for n in range(len(deck(card)) - starts):
        sizes[n % len(sizes)] += 1
    return sizes


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


def line_of(card: Card, step: str, what: str, count: int, spots: set[Cell]) -> Line:
    """A score line; its cells stand in row order."""
    labels = tuple(f"{x},{y}" for x, y in sorted(spots, key=row_order))
    return step, what, count * card["scoring"][step]["points"], count, labels


def of_colour(card: Card, tops: Tops, colour: str) -> set[Cell]:
    """The visible cards of a colour. F19: a wild violet card is one of every colour."""
    wild = card["start"].get("violet") == "wild"
    return {c for c, top in tops.items() if colour_of(top) == colour or (wild and top == VIOLET)}


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
        cells = of_colour(card, tops, colour)
        paying = []
        for group in merged(cells, card["garden"]["touching"]):  # F7
            if len(group) >= rule["least"] and anchored(card, tops, group):
                paying.append(group)
        if paying and rule["counted"] == "largest":  # F14: of equal ones that with the first cell
            most = max(len(group) for group in paying)
            paying = [next(group for group in paying if len(group) == most)]
        elif paying and rule["counted"] == "whole_colour":  # F14
            paying = [cells]
        lines += [line_of(card, "fields", colour, len(group), group) for group in paying]
    return lines


def anchored(card: Card, tops: Tops, group: set[Cell]) -> bool:
    """F19: a field may have to touch the violet card. F20: a covered one is not there."""
    if card["start"].get("violet") != "anchor":
        return True
    anchors = {cell for cell, top in tops.items() if top == VIOLET}
    return any(beside(cell, card["garden"]["touching"]) & anchors for cell in group)


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


def score_garden(card: Card, garden: Garden) -> dict[str, Any]:
    """F13: step by step, each on what the steps before it left."""
    left = copy.deepcopy(garden)
    doing = {"discards": discards, "fields": fields, "butterflies": butterflies}
    lines = [line for step in card["scoring"]["steps"] for line in doing[step](card, left)]
    return {"total": sum(line[2] for line in lines), "lines": lines}


class Naive:
    """One position of a game. Nothing changes it; `play` gives a new one."""

    def __init__(self, card: Card, seats: int, starts: list[str], piles: list[list[str]]) -> None:
        self.card = card
        self.seats = seats
        self.gardens: list[Garden] = [{START: [start]} for start in starts]
        self.piles = copy.deepcopy(piles)
        self.face_up = [False] * len(piles)  # whether the top card of each pile lies face up
        self.in_hand: str | None = None
        self.taken_from: int | None = None  # in this turn; after the end, in the last one
        self.swept: list[str] = []
        self.phase = "take"
        self.to_move: int | None = None
        self.turns = 0
        for pile in self._open_piles():
            self.face_up[pile] = True
        if self._end_has_come(0):
            self.phase = "over"
        else:
            self._begin_turn(0)  # F6

    def _open_piles(self) -> list[int]:
        """F4: all but the last ones; those that have run out too."""
        return list(range(len(self.piles) - self.card["piles"]["hidden"]))

    def open_cards(self) -> list[str | None]:
        """What of each pile's top lies open to all."""
        return [p[0] if p and up else None for p, up in zip(self.piles, self.face_up, strict=True)]

    def legal(self) -> set[str]:
        """All legal moves in notation."""
        if self.phase == "take":
            return {f"take {n}" for n, pile in enumerate(self.piles) if pile}
        if self.phase == "place":
            garden = self.gardens[self.to_move or 0]
            moves = {f"place {x},{y}" for x, y in self._free_cells(garden)}
            return moves | {f"cover {x},{y}" for x, y in garden if self._may_cover(garden, (x, y))}
        return set()

    def _free_cells(self, garden: Garden) -> set[Cell]:
        """F7: beside a card that lies there."""
        cells: set[Cell] = set()
        for cell in garden:
            cells |= beside(cell, self.card["garden"]["placing"])
        return {cell for cell in cells - set(garden) if self._fits(garden, cell)}

    def _fits(self, garden: Garden, cell: Cell) -> bool:
        """F8: with the new cell the garden is not too wide and not too high."""
        for axis, word in enumerate(("width", "height")):
            most = self.card["garden"][word]
            along = [some[axis] for some in [*garden, cell]]
            if most != "never" and max(along) - min(along) + 1 > most:
                return False
        return True

    def _may_cover(self, garden: Garden, cell: Cell) -> bool:
        """F9: by the height of the stack and by the card that would be covered."""
        rule, stack = self.card["cover"], garden[cell]
        if rule["depth"] != "never" and len(stack) >= rule["depth"]:
            return False
        if stack[-1] == VIOLET:  # F20 goes before F9
            return bool(self.card["start"]["cover_violet"] == "may")
        if rule["cards"] == "not_start":
            return not (cell == START and len(stack) == 1)
        return bool(rule["cards"] == "any")

    def play(self, move: str) -> Naive:
        """The position after a legal move."""
        if move not in self.legal():
            raise ValueError(f"not legal here: {move}")
        new = copy.copy(self)
        for name in ("gardens", "piles", "face_up", "swept"):
            setattr(new, name, copy.deepcopy(getattr(self, name)))
        word, where = move.split()
        if word == "take":
            new._take(int(where))
        else:
            x, y = where.split(",")
            new._lay((int(x), int(y)))
        return new

    def _take(self, pile: int) -> None:
        self.in_hand = self.piles[pile].pop(0)
        self.taken_from = pile
        self.phase = "place"
        at_once = self.card["piles"]["next_shown"] == "at_once"  # F5
        self.face_up[pile] = at_once and pile in self._open_piles()

    def _lay(self, cell: Cell) -> None:
        """The card in hand goes on top of what lies there, if anything; the turn is over."""
        seat = self.to_move or 0
        self.gardens[seat].setdefault(cell, []).append(self.in_hand or "")
        self.in_hand = None
        self.turns += 1
        following = (seat + 1) % self.seats
        if not self._end_has_come(following):
            self._discard()
        if self._end_has_come(following):
            self.phase, self.to_move = "over", None  # F5: nothing more is shown
        else:
            self._begin_turn(following)

    def _discard(self) -> None:
        """F21: the top cards leave the game, seen by all, and the next ones are shown."""
        word = self.card["turn"]["sweep"]
        for pile in self._open_piles():
            spared = word == "never" or (word == "other_piles" and pile == self.taken_from)
            if self.piles[pile] and not spared:
                self.swept.append(self.piles[pile].pop(0))
                self.face_up[pile] = True

    def _begin_turn(self, seat: int) -> None:
        self.phase, self.to_move, self.taken_from = "take", seat, None
        for pile in self._open_piles():  # F5: now at the latest
            self.face_up[pile] = True

    def _end_has_come(self, following: int) -> bool:
        """Whether the game is over instead of a turn of the seat that would follow."""
        if all(self.piles):
            return False
        if not any(self.piles):  # F23: nothing to take
            return True
        if self.card["end"]["round"] == "finished":  # F23: up to the last seat
            return following == 0
        return True

    def score_garden(self, seat: int) -> dict[str, Any]:
        """The score of a seat, of what lies in its garden; a card in hand does not count."""
        return score_garden(self.card, self.gardens[seat])

    def scores(self) -> list[dict[str, Any]]:
        """The score of each seat."""
        return [self.score_garden(seat) for seat in range(self.seats)]

    def ranking(self) -> tuple[tuple[int, ...], ...]:
        """The seats from first to last, tied seats together (F22: a shared win)."""
        worth: dict[int, tuple[int, ...]] = {}
        for seat, entry in enumerate(self.scores()):
            counts = [
                sum(
                    1 if word == "butterflies" else line[3]  # each butterfly has a line
                    for line in entry["lines"]
                    if line[0] == word
                )
                * (-1 if word == "discards" else 1)  # fewer cards lost are better
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
