"""What happens in a ply of Flowers, from the whole truth, and a picture that it is played on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from tests.flowers.told import game_of
from tests.laws.events import (
    Data,
    Events,
    Happenings,
    due,
    ended,
    fits,
    moved,
    rules_read,
    table_of,
    turn_ended,
    values_read,
)
from tests.naive.cards import copied
from tests.naive.flowers import Naive
from tilerules.engine.positions import rules_for
from tilerules.games.flowers import Deal

# ---- what happened --------------------------------------------------------------------------


def happened(deal: Deal, moves: Sequence[str], viewer: int | None) -> list[Data]:
    """What a viewer is told of the last of these moves."""
    before, after = game_of(deal, (*moves[:-1],)), game_of(deal, (*moves,))
    seat, ply = before.to_move, Ply(before, after, moves[-1], viewer)
    told: list[Data] = [{"kind": "moved", "seat": seat, "move": moves[-1]}]
    told += flowers(ply.done())
    if after.turns > before.turns:
        told += flowers(ply.sweeping())
        told.append({"kind": "turn_ended", "seat": seat})
        told += flowers(ply.turning_up())
    told += counted(before, after)
    if after.phase == "over":
        told.append({"kind": "ended"})
    elif (after.to_move, after.phase) != (seat, before.phase):
        told.append({"kind": "due", "seat": after.to_move, "phase": after.phase})
    return told


def flowers(events: Iterator[Data]) -> list[Data]:
    return [{"game": "flowers", **event} for event in events]


class Ply:
    """What a move does to the piles, one thing after the other, from the whole truth."""

    def __init__(self, before: Naive, after: Naive, move: str, viewer: int | None) -> None:
        self.before, self.after, self.viewer = before, after, viewer
        self.verb, *self.words = move.split()
        self.rule = before.card["piles"]
        self.piles = copied(before.piles)
        self.display = self.rule["dealt"] == "display"
        number = len(self.piles)
        self.open = range(number - 1 if self.display else number - self.rule["hidden"])
        self.taken = {*before.taken}
        self.waiting: set[int] = set()
        self.seen = [pile[:1] != [None] for pile in before.seen_piles()]

    def done(self) -> Iterator[Data]:
        """A card from where it is not seen is known to its taker alone; any other to all."""
        seat = self.before.to_move
        if self.verb != "take":
            yield self.played(seat or 0)
            return
        pile = int(self.words[0])
        known = self.seen[pile] or self.viewer == seat
        card = self.piles[pile].pop(0)
        self.taken.add(pile)
        yield {"kind": "taken", "seat": seat, "pile": pile, "card": card if known else None}
        if self.rule["next_shown"] == "at_once":
            yield from self.next_one(pile)

    def played(self, seat: int) -> Data:
        """All see the card that is laid or discarded, whatever was known of it."""
        cell = [] if self.verb == "discard" else self.words[:1]
        named = self.words[len(cell) :]
        held = [card for card, _ in self.before.hands[seat]]
        (card,) = named or held
        kind = {"place": "placed", "cover": "covered", "discard": "discarded"}[self.verb]
        return {"kind": kind, "seat": seat, **({"cell": cell[0]} if cell else {}), "card": card}

    def next_one(self, pile: int) -> Iterator[Data]:
        """The next card of an open pile is seen now, or the stock refills a place."""
        if pile not in self.open:
            return
        fanned = self.rule["known"] == "all"
        if self.display and self.piles[-1]:
            self.piles[pile].append(self.piles[-1].pop(0))
        elif self.display or fanned or not self.piles[pile]:
            return
        yield {"kind": "turned_up", "pile": pile, "card": self.piles[pile][0]}

    def sweeping(self) -> Iterator[Data]:
        """All see the card that leaves the game, and the next one."""
        if self.rule["next_shown"] == "next_turn":
            self.waiting = {*self.taken}
        left = len(self.after.swept) - len(self.before.swept)
        if left == (self.verb == "discard"):
            return
        others = self.before.card["turn"]["sweep"] == "other_piles"
        for pile in self.open:
            if not self.piles[pile] or (others and pile in self.taken):
                continue
            if pile in self.waiting:
                yield from self.next_one(pile)
                self.waiting.remove(pile)
            yield {"kind": "swept", "pile": pile, "card": self.piles[pile].pop(0)}
            yield from self.next_one(pile)

    def turning_up(self) -> Iterator[Data]:
        """What waits is seen when the next turn begins."""
        for pile in sorted(self.waiting) if self.after.phase != "over" else []:
            yield from self.next_one(pile)


def counted(before: Naive, after: Naive) -> Iterator[Data]:
    """What a seat has done of what is limited, and how many turns the end leaves.

    What is limited in each turn counts anew when the turn is over.
    """
    for seat, (was, now) in enumerate(zip(before.used, after.used, strict=True)):
        for thing, use in before.card.get("uses", {}).items():
            anew = use["in"] == "turn" and after.turns > before.turns
            if now[thing] > was[thing] and not anew:
                yield {"kind": "used", "seat": seat, "thing": thing, "times": now[thing]}
    counts = before.card["end"]["round"] != "broken_off"
    if counts and before.turns_left is None and after.turns_left is not None:
        yield {"kind": "end_came", "turns_left": after.turns_left}


# ---- a picture of the table -----------------------------------------------------------------


class Picture:
    """What a viewer sees, as data that change with each event."""

    def __init__(self, before: Data) -> None:
        self.before, self.data = before, table_of(before)

    def moved(self, event: Data) -> None:
        moved(self.data, event)
        self.data["shown"] = []

    def taken(self, event: Data) -> None:
        """The card on top, if it lay open, is the one in the hand."""
        pile = self.data["piles"][event["pile"]]
        fits(pile and event["seat"] == self.data["to_move"])
        fits(pile.pop(0) in (None, event["card"]))
        if "hands" not in self.data:
            self.data["in_hand"], self.data["taken_from"] = event["card"], event["pile"]
            return
        self.data["taken_from"] = sorted({*self.data["taken_from"], event["pile"]})
        known, own = self.hand(event["seat"])
        seen = self.lay_open(event["pile"])
        self.hold(
            event["seat"], [*known, *[event["card"]] * seen], [*own, *[event["card"]] * (not seen)]
        )

    def hand(self, seat: int) -> tuple[list[str | None], list[str | None]]:
        """The cards in a hand that all know, and the others."""
        hand, number = self.data["hands"][seat], self.data["hands_known"][seat]
        return hand[:number], hand[number:]

    def hold(self, seat: int, known: list[str | None], own: list[str | None]) -> None:
        """A hand has these cards; who forgets keeps only what is its own in mind."""
        if not self.data["memory"]:
            known, own = [], known + own
        if seat != self.data["viewer"]:
            own = [None] * len(own)
        self.data["hands"][seat] = self.in_order(known) + self.in_order(own)
        self.data["hands_known"][seat] = len(known)

    def in_order(self, cards: list[str | None]) -> list[str | None]:
        """Cards as a hand is written: those that are not known last."""
        kinds = [str(kind) for kind in rules_for(rules_read(self.data), self.data["seats"]).kinds]
        return sorted(cards, key=lambda card: len(kinds) if card is None else kinds.index(card))

    def lay_open(self, pile: int) -> bool:
        """Whether a card that was just taken had lain open; it is gone by now."""
        rule, number = self.values()["piles"], len(self.data["piles"])
        display, known = rule["dealt"] == "display", rule["known"] == "all"
        hidden = 1 if display else rule["hidden"]
        if pile >= number - hidden:
            return bool(display and known)
        taken = pile in self.before["taken_from"] and rule["next_shown"] == "next_turn"
        return bool(known or not taken)

    def play(self, event: Data) -> None:
        """A card leaves the hand: of two equal ones the one that all know."""
        if "hands" not in self.data:
            fits(self.data["taken_from"] is not None)
            fits(self.data["in_hand"] in (None, event["card"]))
            self.data["in_hand"] = None
            return
        known, own = self.hand(event["seat"])
        some = next(cards for cards in (known, own, [event["card"]]) if event["card"] in cards)
        if some is not known and some is not own:
            fits(None in own)
            own.remove(None)
        else:
            some.remove(event["card"])
        self.hold(event["seat"], known, own)

    def discarded(self, event: Data) -> None:
        self.play(event)
        self.data["swept"].append(event["card"] if self.data["memory"] else None)
        self.data["shown"].append({"pile": None, "card": event["card"]})

    def placed(self, event: Data) -> None:
        fits(event["cell"] not in self.data["gardens"][event["seat"]])
        self.lay(event)

    def covered(self, event: Data) -> None:
        fits(event["cell"] in self.data["gardens"][event["seat"]])
        self.lay(event)

    def lay(self, event: Data) -> None:
        """The card in hand lies on top; without memory what it covers is forgotten."""
        self.play(event)
        below = self.data["gardens"][event["seat"]].get(event["cell"], [])
        remembered = below if self.data["memory"] else [None for _ in below]
        self.data["gardens"][event["seat"]][event["cell"]] = [*remembered, event["card"]]

    def turned_up(self, event: Data) -> None:
        pile = self.data["piles"][event["pile"]]
        if self.values()["piles"]["dealt"] == "display":
            stock = self.data["piles"][-1]
            fits(not pile and stock and stock.pop(0) in (None, event["card"]))
            pile.append(event["card"])
        else:
            fits(pile and pile[0] is None)
            pile[0] = event["card"]
        self.data["shown"].append({"pile": event["pile"], "card": event["card"]})

    def swept(self, event: Data) -> None:
        """Only a card that all see leaves the game; without memory it is forgotten."""
        pile = self.data["piles"][event["pile"]]
        fits(pile and pile.pop(0) == event["card"])
        if "hands" in self.data:
            self.data["taken_from"] = [n for n in self.data["taken_from"] if n != event["pile"]]
        else:
            self.forget_taking(event["pile"] == self.data["taken_from"])
        self.data["swept"].append(event["card"] if self.data["memory"] else None)

    def turn_ended(self, event: Data) -> None:
        """What is counted in a turn is counted anew, and of the last turns one is over."""
        turn_ended(self.data, event)
        for thing in self.data["used"][event["seat"]] if "used" in self.data else ():
            if self.values()["uses"][thing]["in"] == "turn":
                self.data["used"][event["seat"]][thing] = 0
        if self.data.get("turns_left") is not None:
            self.data["turns_left"] -= 1

    def used(self, event: Data) -> None:
        """The seat that moves has done a thing once more."""
        fits(self.data["used"][event["seat"]][event["thing"]] == event["times"] - 1)
        self.data["used"][event["seat"]][event["thing"]] = event["times"]

    def end_came(self, event: Data) -> None:
        fits(self.data["turns_left"] is None)
        self.data["turns_left"] = event["turns_left"]

    def due(self, event: Data) -> None:
        due(self.data, event)
        self.forget_taking(event["phase"] == "take" if "in_hand" in self.data else self.is_new)

    def ended(self, event: Data) -> None:
        """Where cards are shown with the next turn, the pile last taken from still waits."""
        ended(self.data, event)
        if "turns_left" in self.data:
            fits(self.data["turns_left"] is not None)
            self.data["turns_left"] = 0
        self.forget_taking(self.values()["piles"]["next_shown"] == "at_once")

    @property
    def is_new(self) -> bool:
        """Whether a turn has ended, so that another begins."""
        return bool(self.data["turns"] > self.before["turns"])

    def go_on(self) -> None:
        """The step that is due: the next one that can be done."""
        if "hands" not in self.data:
            return
        if self.data["to_move"] is None:
            self.data["step"] = 0
            return
        if self.is_new and self.data["to_move"] == self.before["to_move"]:
            self.forget_taking(True)  # one seat alone goes on and on, and is not told so
        steps, rule = self.values()["turn"]["steps"], self.values()["piles"]
        step = 0 if self.is_new else self.before["step"] + 1
        display = rule["dealt"] == "display" and not rule["hidden"]
        can_take = any(self.data["piles"][:-1] if display else self.data["piles"])
        can_play = bool(self.data["hands"][self.data["to_move"]])
        can = {"take": can_take}
        due = [n for n, word in enumerate(steps) if n >= step and can.get(word, can_play)]
        fits(due and steps[due[0]] == self.data["phase"])
        self.data["step"] = due[0]

    def values(self) -> Data:
        """What the card says for so many seats."""
        return values_read(self.data)

    def forget_taking(self, shown: bool) -> None:
        """The pile last taken from is not told where nothing waits for it."""
        if shown:
            self.data["taken_from"] = [] if "hands" in self.data else None


def animated(before: Data, events: Events) -> Data:
    """The picture after these events."""
    picture = Picture(before)
    for event in events:
        fits(event.get("game") in (None, "flowers"))
        play: Any = getattr(picture, event["kind"])
        play(event)
    picture.go_on()
    return picture.data


HAPPENINGS = Happenings(happened=happened, animated=animated)
