"""What happens in a ply of Flowers, from the whole truth, and a picture that it is played on."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

import tilerules as tr
from tests.flowers.told import dealt
from tests.laws.events import Data, Events, Happenings, due, ended, fits, moved, turn_ended
from tests.laws.positions import values_of
from tests.naive.flowers import Naive
from tilerules.games.flowers import Deal

# ---- what happened --------------------------------------------------------------------------


@lru_cache(maxsize=4)
def table(deal: Deal, moves: tuple[str, ...]) -> Naive:
    """The whole table after some moves."""
    if moves:
        return table(deal, moves[:-1]).play(moves[-1])
    piles: list[list[str]] = [[] for _ in deal.piles]
    starts = []
    for (kind, number, _), card in dealt(deal).items():
        starts += [card] if kind == "start" else []
        if kind == "pile":
            piles[number].append(card)
    rule = values_of(deal.ruleset, deal.seats)
    rule["cover"].setdefault("depth", "never")
    return Naive(rule, deal.seats, starts, piles)


def happened(deal: Deal, moves: Sequence[str], viewer: int | None) -> list[Data]:
    """What a viewer is told of the last of these moves."""
    before, after = table(deal, (*moves[:-1],)), table(deal, (*moves,))
    seat, (verb, where) = before.to_move, moves[-1].split()
    told: list[Data] = [{"kind": "moved", "seat": seat, "move": moves[-1]}]
    if verb == "take":
        told += flowers(taking(before, after, int(where), viewer))
    else:
        told += flowers(laying(before, where, int(verb == "cover")))
        told += flowers(sweeping(before, after))
        told.append({"kind": "turn_ended", "seat": seat})
        told += flowers(turning_up(before, after))
    if after.phase == "over":
        told.append({"kind": "ended"})
    else:
        told.append({"kind": "due", "seat": after.to_move, "phase": after.phase})
    return told


def flowers(events: Iterator[Data]) -> list[Data]:
    return [{"game": "flowers", **event} for event in events]


def taking(before: Naive, after: Naive, pile: int, viewer: int | None) -> Iterator[Data]:
    """A card from a hidden pile is known to its taker alone; the next one may be shown at once."""
    known = before.face_up[pile] or viewer == before.to_move
    card = before.piles[pile][0] if known else None
    yield {"kind": "taken", "seat": before.to_move, "pile": pile, "card": card}
    if after.piles[pile] and after.face_up[pile]:
        yield {"kind": "turned_up", "pile": pile, "card": after.piles[pile][0]}


def laying(before: Naive, cell: str, covers: int) -> Iterator[Data]:
    """Whatever was known of the card in hand, all see it lie."""
    kind = ("placed", "covered")[covers]
    yield {"kind": kind, "seat": before.to_move, "cell": cell, "card": before.in_hand}


def swept(before: Naive, after: Naive) -> list[int]:
    """The piles that a card has left the game from."""
    return [n for n, pile in enumerate(after.piles) if len(pile) < len(before.piles[n])]


def sweeping(before: Naive, after: Naive) -> Iterator[Data]:
    """All see the card that leaves the game, and the next one."""
    for pile in swept(before, after):
        top, *others = before.piles[pile]
        if not before.face_up[pile]:
            yield {"kind": "turned_up", "pile": pile, "card": top}
        yield {"kind": "swept", "pile": pile, "card": top}
        for card in others[:1]:
            yield {"kind": "turned_up", "pile": pile, "card": card}


def turning_up(before: Naive, after: Naive) -> Iterator[Data]:
    """The pile that was taken from shows its next card when the next turn begins."""
    for pile, cards in enumerate(after.piles):
        fresh = after.face_up[pile] and not before.face_up[pile]
        if fresh and cards and pile not in swept(before, after):
            yield {"kind": "turned_up", "pile": pile, "card": cards[0]}


# ---- a picture of the table -----------------------------------------------------------------


class Picture:
    """What a viewer sees, as data that change with each event."""

    def __init__(self, before: Data) -> None:
        self.before, self.data = before, copy.deepcopy(before)

    def moved(self, event: Data) -> None:
        moved(self.data, event)
        self.data["shown"] = []

    def taken(self, event: Data) -> None:
        """The card on top, if it lay open, is the one in the hand."""
        pile = self.data["piles"][event["pile"]]
        fits(pile and event["seat"] == self.data["to_move"])
        fits(pile.pop(0) in (None, event["card"]))
        self.data["in_hand"], self.data["taken_from"] = event["card"], event["pile"]

    def placed(self, event: Data) -> None:
        fits(event["cell"] not in self.data["gardens"][event["seat"]])
        self.lay(event)

    def covered(self, event: Data) -> None:
        fits(event["cell"] in self.data["gardens"][event["seat"]])
        self.lay(event)

    def lay(self, event: Data) -> None:
        """The card in hand lies on top; without memory what it covers is forgotten."""
        fits(self.data["taken_from"] is not None)
        fits(self.data["in_hand"] in (None, event["card"]))
        below = self.data["gardens"][event["seat"]].get(event["cell"], [])
        remembered = below if self.data["memory"] else [None for _ in below]
        self.data["gardens"][event["seat"]][event["cell"]] = [*remembered, event["card"]]
        self.data["in_hand"] = None

    def turned_up(self, event: Data) -> None:
        pile = self.data["piles"][event["pile"]]
        fits(pile and pile[0] is None)
        pile[0] = event["card"]
        self.data["shown"].append({"pile": event["pile"], "card": event["card"]})

    def swept(self, event: Data) -> None:
        """Only a card that all see leaves the game; without memory it is forgotten."""
        pile = self.data["piles"][event["pile"]]
        fits(pile and pile.pop(0) == event["card"])
        self.forget_taking(event["pile"] == self.data["taken_from"])
        self.data["swept"].append(event["card"] if self.data["memory"] else None)

    def turn_ended(self, event: Data) -> None:
        turn_ended(self.data, event)

    def due(self, event: Data) -> None:
        due(self.data, event)
        self.forget_taking(event["phase"] == "take")

    def ended(self, event: Data) -> None:
        """Where cards are shown with the next turn, the pile last taken from still waits."""
        ended(self.data, event)
        ruleset = tr.Observation.from_data(self.before).ruleset
        rule = ruleset.values_for(self.data["seats"])["piles"]["next_shown"]
        self.forget_taking(rule == "at_once")

    def forget_taking(self, shown: bool) -> None:
        """The pile last taken from is not told where nothing waits for it."""
        if shown:
            self.data["taken_from"] = None


def animated(before: Data, events: Events) -> Data:
    """The picture after these events."""
    picture = Picture(before)
    for event in events:
        fits(event.get("game") in (None, "flowers"))
        play: Any = getattr(picture, event["kind"])
        play(event)
    return picture.data


HAPPENINGS = Happenings(happened=happened, animated=animated)
