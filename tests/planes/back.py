"""What numbers say, read back by the names, lengths and things of their planes alone.

`read` makes of numbers what `told` makes of an observation: all that matters for how the game goes
on, as plain data.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

import numpy as np

import tilerules as tr

Told = dict[str, Any]
T = TypeVar("T")
NOT_BEGUN = ("choose", "reveal", None)


def only(things: Sequence[T]) -> T | None:
    """The one thing of a list, or None if it is empty."""
    assert len(things) <= 1
    return things[0] if things else None


class Numbers:
    """Numbers under their planes: a row for each seat or pile, a column for each thing."""

    def __init__(self, planes: Sequence[tr.Plane], numbers: Sequence[float]) -> None:
        flat = np.asarray(numbers)
        ends = np.cumsum([plane.length for plane in planes])
        assert len(flat) == ends[-1]
        self.each = {plane.name: plane.each for plane in planes}
        self.rows = {
            plane.name: flat[end - plane.length : end].reshape(-1, max(1, len(plane.each)))
            for plane, end in zip(planes, ends, strict=True)
        }
        self.viewer = only(self.marked("viewer"))
        self.seats = len(self.rows["viewer"])

    def row(self, name: str) -> list[int]:
        """The numbers of a plane that has one for each seat, or one alone."""
        assert not self.each[name]
        return [int(number) for number in self.rows[name][:, 0]]

    def marked(self, name: str) -> list[int]:
        """The places of a plane, of whatever shape, that are not 0."""
        return [int(place) for place in np.flatnonzero(self.rows[name])]

    def one(self, name: str) -> str | None:
        """The one thing that is marked, or None."""
        return only([self.each[name][place] for place in self.marked(name)])

    def counted(self, name: str) -> list[Counter[str]]:
        """How many there are of each thing, row by row."""
        found = [Counter[str]() for _ in self.rows[name]]
        for row, column in zip(*np.nonzero(self.rows[name]), strict=True):
            found[row][self.each[name][column]] = int(self.rows[name][row, column])
        return found

    def by_seat(self, rows: Sequence[Any]) -> list[Any]:
        """Rows that begin with the viewer, from seat 0 on."""
        first = self.viewer or 0
        return [rows[(seat - first) % self.seats] for seat in range(self.seats)]


def read(planes: Sequence[tr.Plane], numbers: Sequence[float], game: str) -> Told:
    """What numbers say."""
    found = Numbers(planes, numbers)
    is_to_move = found.by_seat(found.row("to_move"))
    uses = [name for name in found.rows if name.startswith("used.")]
    used = {name.removeprefix("used."): found.by_seat(found.row(name)) for name in uses}
    counts = [name for name in ("turns", "turns_left") if name in found.rows]
    return {
        "viewer": found.viewer,
        "to_move": only([seat for seat in range(found.seats) if is_to_move[seat]]),
        "used": used,
        **{name: found.row(name) for name in counts},
        **_READ[game](found),
    }


def told(seen: tr.Observation, planes: Sequence[tr.Plane]) -> Told:
    """What an observation says that matters."""
    data = seen.to_data()
    most = {plane.name: plane.high for plane in planes}
    things = [name.removeprefix("used.") for name in most if name.startswith("used.")]
    found: Told = {
        "viewer": data["viewer"],
        "to_move": data["to_move"],
        "used": {thing: [each[thing] for each in data["used"]] for thing in things},
    }
    if "turns" in most:
        found["turns"] = [min(data["turns"], most["turns"])]
    if "turns_left" in most:
        found["turns_left"] = [-1 if data["turns_left"] is None else data["turns_left"]]
    return found | _TOLD[seen.ruleset.game](seen, data)


# ---- Serendipity ----------------------------------------------------------------------------


def _read_serendipity(found: Numbers) -> Told:
    labels, step = found.each["up"], found.one("stage")
    cells: dict[str, Any] = dict.fromkeys(labels, (None, None, False))
    up = {labels[place] for place in found.marked("up")}
    for name in found.rows:
        kind, _, tile = name.partition(".")
        if kind == "tiles":
            colour, colon, facing = tile.partition(":")
            what = "serendip" if colon else colour
            for place in found.marked(name):
                label = labels[place]
                assert cells[label][0] is None
                cells[label] = (what, facing or None, label in up)
    return {
        "phase": {"again": "reveal", None: "over"}.get(step, step),
        "begun": step not in NOT_BEGUN,
        "turned_up": found.one("turned_up"),
        "owners": {
            colour: seat
            for seat, own in enumerate(found.by_seat(found.counted("owners")))
            for colour in own
        },
        "cells": cells,
    }


def _told_in_serendipity(seen: Any, data: Told) -> Told:
    cells = {
        label: (cell["tile"], cell.get("facing"), cell["up"])
        for label, cell in data["cells"].items()
    }
    return {key: data[key] for key in ("phase", "begun", "turned_up", "owners")} | {"cells": cells}


# ---- Flowers --------------------------------------------------------------------------------


def _read_flowers(found: Numbers) -> Told:
    sizes, piles = found.row("piles"), []
    for pile, size in enumerate(sizes):
        name = f"piles.{pile}"
        lying = (
            [next(iter(each)) for each in found.counted(name) if each] if name in found.rows else []
        )
        piles.append((size, lying))
    return {
        "stage": [*found.marked("stage")],
        "gardens": found.by_seat(_gardens(found)),
        "piles": piles,
        "taken": found.marked("taken"),
        "hands": found.by_seat(found.row("hands")),
        "open": found.by_seat(found.counted("hands.open")),
        "own": found.counted("hands.own")[0],
        "unseen": found.counted("unseen")[0],
    }


def _gardens(found: Numbers) -> list[dict[str, Any]]:
    """For each cell the visible card, how many lie there, and whether the violet one does."""
    labels = found.each["gardens.cards"]
    gardens: list[dict[str, Any]] = [{} for _ in range(found.seats)]
    faces: dict[tuple[int, int], list[str]] = {}
    violet = set[tuple[int, int]]()
    planes = [name for name in found.rows if name.startswith("gardens.")]
    for name in planes:
        what = name.removeprefix("gardens.")
        rows = found.rows[name]
        for seat, cell in zip(*map(list, np.nonzero(rows)), strict=True):
            at, number = (int(seat), int(cell)), int(rows[seat, cell])
            if what == "violet":
                violet.add(at)
            elif what == "cards":
                face = "-".join(faces.get(at, ["violet"]))
                gardens[at[0]][labels[at[1]]] = (face, number, at in violet)
            elif what.startswith("butterflies."):
                faces[at].append(what.removeprefix("butterflies."))
            else:
                faces[at] = [what.removeprefix("colours."), str(number)]
    return gardens


def _told_in_flowers(seen: Any, data: Told) -> Told:
    taken = data["taken_from"]
    known = [card for pile in data["piles"] for card in pile]
    known += data["swept"]
    known += [card for garden in data["gardens"] for stack in garden.values() for card in stack]
    if "hands" in data:
        hands, numbers, stage = data["hands"], data["hands_known"], data["step"]
    else:
        stage = int(data["phase"] == "place")
        hands, numbers = [[] for _ in range(seen.seats)], [0] * seen.seats
        if stage:
            hands[seen.to_move] = [data["in_hand"]]
            numbers[seen.to_move] = _lay_open(seen.ruleset.values_for(seen.seats)["piles"], data)
        taken = [] if taken is None else [taken]
    own = [] if seen.viewer is None else hands[seen.viewer][numbers[seen.viewer] :]
    known += [card for hand in hands for card in hand]
    return {
        "stage": [] if data["phase"] == "over" else [stage],
        "gardens": [
            {cell: (stack[-1], len(stack), "violet" in stack) for cell, stack in garden.items()}
            for garden in data["gardens"]
        ],
        "piles": [(len(pile), _known(pile)) for pile in data["piles"]],
        "taken": taken,
        "hands": [len(hand) for hand in hands],
        "open": [Counter(hand[:number]) for hand, number in zip(hands, numbers, strict=True)],
        "own": Counter(own),
        "unseen": _deck(seen) - Counter(_known(known)),
    }


def _lay_open(piles: Told, data: Told) -> int:
    """Whether the one card in hand was taken where all saw it."""
    stock = 1 if piles["dealt"] == "display" else piles["hidden"]
    seen = piles["dealt"] == "display" and piles["known"] == "all"
    return int(seen or data["taken_from"] < len(data["piles"]) - stock)


def _known(cards: Iterable[Any]) -> list[Any]:
    return [card for card in cards if card is not None]


def _deck(seen: tr.Observation) -> Counter[str]:
    """All cards of the deck, as any deal has them."""
    deal = tr.deal(seen.ruleset, seen.seats, seed=0).to_data()
    parts = (deal["starts"], *deal.get("hands", []), *deal["piles"], deal["left_over"])
    deck = Counter(card for part in parts for card in part)
    del deck["violet"]
    return deck


# ---- Gift of Tulips -------------------------------------------------------------------------


def _read_tulips(found: Numbers) -> Told:
    colours = found.each["ranking"]
    [hand], [size] = found.counted("hand.known"), found.row("hand")
    secret = Counter[tuple[int | None, str | None]]()
    from_seats = zip(found.row("secret"), found.counted("secret.known"), strict=True)
    for after, (number, known) in enumerate(from_seats):
        seat = None if after == found.seats else (after + (found.viewer or 0)) % found.seats
        secret += Counter({(seat, card): copies for card, copies in known.items()})
        secret[seat, None] += number - known.total()
    points = [id for id in ("giving", "keeping") if id in found.rows]
    return {
        "phase": found.one("stage") or "over",
        "ranking": [colours[place % len(colours)] for place in found.marked("ranking")],
        "festival": found.counted("festival")[0],
        "bouquets": found.by_seat(found.counted("bouquets")),
        "secret": +secret,
        **{id: found.by_seat(found.row(id)) for id in points},
        "deck": found.row("deck"),
        "in_hand": (size, hand),
        "done": [found.each["done"][place] for place in found.marked("done")],
        "dealt": found.counted("dealt")[0],
        "kept": found.counted("kept")[0],
    }


def _told_in_tulips(seen: Any, data: Told) -> Told:
    hand, viewer = data["in_hand"], data["viewer"]
    if not isinstance(hand, list):
        hand = [] if data["phase"] in ("start", "over") else [hand]

    def own(key: str) -> list[Any]:
        return [] if viewer is None else data[key][viewer : viewer + 1]

    scores = seen.ruleset.values_for(seen.seats)["scoring"]
    return {
        **{key: data[key] for key in ("phase", "done")},
        "ranking": [*seen.ranking],
        "festival": Counter(data["festival"]),
        "bouquets": [*map(Counter, data["bouquets"])],
        "secret": Counter(zip(data["secret_by"], data["secret"], strict=True)),
        **{id: data[id] for id in ("giving", "keeping") if id in scores},
        "deck": [len(data["deck"])],
        "in_hand": (len(hand), Counter(_known(hand))),
        "dealt": Counter(card for cards in own("hands") for card in cards),
        "kept": Counter(own("kept")),
    }


_READ = {"serendipity": _read_serendipity, "flowers": _read_flowers, "tulips": _read_tulips}
_TOLD = {
    "serendipity": _told_in_serendipity,
    "flowers": _told_in_flowers,
    "tulips": _told_in_tulips,
}
