"""What happens in each move of Gift of Tulips, and a picture of the table that is kept by it.

`happened` says what a viewer is told of a move, from the whole truth: a naive game says aloud what
it does while it does it, and whatever one seat alone may know is veiled for the others. `Picture`
carries such events out on the data of an observation, as somebody does who only hears them.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

import attrs

from tests.laws.events import (
    Data,
    Events,
    Happenings,
    due,
    ended,
    fits,
    moved,
    table_of,
    turn_ended,
)
from tests.laws.positions import Card, values_of
from tests.naive.tulips import Naive
from tilerules.games.tulips import Deal


def ranked(rule: Card, festival: Sequence[str], drawn: int = 0) -> list[str]:
    """The colours of a festival, from first to last; the end has drawn the last of its cards."""
    table = Naive(rule, 1, list(festival), [[]], [], [])
    table.drawn = drawn
    return table.ranked()


# ---- what happened --------------------------------------------------------------------------


class Aloud(Naive):
    """A game that says what it does.

    Attributes:
        said: what was said of the last move, each with the seat that knows its card alone, if any.
    """

    said: list[tuple[Data, int | None]]

    def _alone(self, seat: int, *blocks: str) -> int | None:
        """The seat, unless its cards are known to all by one of these blocks of the rules."""
        return None if any(self.card[block].get("known") == "all" for block in blocks) else seat

    def play(self, text: str) -> Aloud:
        """The position after a legal move."""
        seat, among_many = self.to_move or 0, text.startswith("add secret ")
        hidden = among_many or (self.phase == "start" and len(self.kept) + 1 < self.seats)
        move: Data = {"kind": "moved", "seat": seat, "move": text}
        knows = self._alone(seat, "turn", "festival") if among_many else seat
        speaking = copy.copy(self)
        speaking.said = [(move, knows if hidden else None)]
        new = super(Aloud, speaking).play(text)
        assert isinstance(new, Aloud)
        new.said += [(data, None) for data in counted(self, new)]
        if new.to_move is None:
            new.said.append(({"kind": "ended"}, None))
        elif (new.to_move, new.phase) != (self.to_move, self.phase):
            new.said.append(({"kind": "due", "seat": new.to_move, "phase": new.phase}, None))
        return new

    def say(self, kind: str, knows: int | None = None, /, **fields: Any) -> None:
        """Say something of Gift of Tulips: to all, or with its card to one seat."""
        self.said.append(({"game": "tulips", "kind": kind, **fields}, knows))

    def _choose(self, tulip: str) -> None:
        seat = len(self.kept)
        is_last = seat + 1 == self.seats
        self.say("start_kept", None if is_last else seat, seat=seat, card=tulip)
        super()._choose(tulip)

    def _keep(self, tulip: str) -> None:
        before = (list(self.giving), list(self.keeping))
        super()._keep(tulip)
        self.say("kept", seat=self.to_move, card=tulip)
        self._say_points(*before)

    def _give(self, tulip: str, to: int) -> None:
        before = (list(self.giving), list(self.keeping))
        super()._give(tulip, to)
        self.say("given", seat=self.to_move, card=tulip, to=to)
        self._say_points(*before)

    def _add(self, tulip: str, where: str) -> None:
        order = self.ranked()
        super()._add(tulip, where)
        if where == "secret":
            knows = self._alone(self.to_move or 0, "turn", "festival")
            self.say("added_secretly", knows, seat=self.to_move, card=tulip)
        else:
            self.say("added", seat=self.to_move, card=tulip)
            self._say_ranking(order, self.ranked())

    def _say_points(self, giving: list[int], keeping: list[int]) -> None:
        """What each seat has more than before."""
        both = (("giving", giving, self.giving), ("keeping", keeping, self.keeping))
        for block, old, new in both:
            for seat, points in enumerate(new):
                if points != old[seat]:
                    self.say("scored", seat=seat, block=block, points=points - old[seat])

    def _say_ranking(self, before: list[str], after: list[str]) -> None:
        if after != before:
            self.say("ranked", ranking=after)

    def _begin_turn(self, seat: int) -> None:
        if self.phase == "start":
            for mine, (tulip,) in enumerate(self.bouquets):
                self.say("bouquet_begun", seat=mine, card=tulip)
            for tulip, by in zip(self.secret, self.secret_by, strict=True):
                self.say("put_away", self._alone(by, "festival"), seat=by, card=tulip)
        else:
            self.said.append(({"kind": "turn_ended", "seat": self.to_move}, None))
        super()._begin_turn(seat)

    def _draw(self, number: int) -> None:
        super()._draw(number)
        for tulip in self.in_hand:
            knows = self._alone(self.to_move or 0, "turn")
            self.say("drawn", knows, seat=self.to_move, card=tulip)

    def _end(self) -> None:
        before = len(self.festival)
        super()._end()
        at_once = self.card["end"]["ranked"] == "each_card"
        order = first = ranked(self.card, self.festival[:before])
        for count, tulip in enumerate(self.festival[before:], start=1):
            self.say("end_drawn", card=tulip)
            if at_once:
                old, order = order, ranked(self.card, self.festival[: before + count])
                self._say_ranking(old, order)
        if not at_once:
            self._say_ranking(first, self.ranked())


def counted(before: Naive, after: Naive) -> Iterator[Data]:
    """What a seat has done of what is limited, and how many turns the end leaves."""
    for seat, (was, done) in enumerate(zip(before.used, after.used, strict=True)):
        for thing in before.card.get("uses", ()):
            if done[thing] > was[thing]:
                yield {"kind": "used", "seat": seat, "thing": thing, "times": done[thing]}
    counts = before.card["end"].get("round", "broken_off") != "broken_off"
    if counts and before.turns_left is None and after.turns_left is not None:
        yield {"kind": "end_came", "turns_left": after.turns_left}


@lru_cache(maxsize=128)
def _played(deal: Deal, moves: tuple[str, ...]) -> Aloud:
    """The game after some moves."""
    if moves:
        return _played(deal, moves[:-1]).play(moves[-1])
    festival, *hands, deck, _, lottery = (part.split() for part in deal.layout.split("|"))
    rule, numbers = values_of(deal.ruleset, deal.seats), [int(number) for number in lottery]
    return Aloud(rule, deal.seats, festival, hands, deck, numbers)


def happened(deal: Deal, moves: Sequence[str], viewer: int | None) -> list[Data]:
    """The data of the events of the last of these moves, as a viewer is told of them."""
    said = _played(deal, tuple(moves)).said
    return [data if knows in (None, viewer) else _veiled(data) for data, knows in said]


def _veiled(data: Data) -> Data:
    """The same for whoever does not know its card."""
    if data["kind"] == "moved":
        return {**data, "move": " ".join([*data["move"].split()[:-1], "?"])}
    return {**data, "card": None}


# ---- the picture ----------------------------------------------------------------------------


@attrs.define
class Picture:
    """A table as a viewer sees it, to which events are done; it shows how the festival is ranked.

    Attributes:
        rule: the rules card.
        data: the data of an observation.
        ranking: the ranking that was told last.
    """

    rule: Card
    data: Data
    ranking: list[str]

    def show(self, event: Data) -> None:
        """Carry out an event. Nothing goes on before a festival that has changed is ranked."""
        late = self.rule["end"]["ranked"] == "once" and self.data["drawn"]
        if event["kind"] != "ranked" and not late:
            self.check_ranking()
        common = {"moved": self.moved, "turn_ended": self.turn_ended, "used": self.used}
        common |= {"end_came": self.end_came, "due": due, "ended": ended}
        if event["kind"] in common:
            common[event["kind"]](self.data, event)
        else:
            getattr(self, event["kind"])(**_fields(event))

    def check_ranking(self) -> None:
        fits(self.ranking == ranked(self.rule, self.data["festival"], self.data["drawn"]))

    def moved(self, data: Data, event: Data) -> None:
        moved(data, event)
        data["shown"] = []

    def turn_ended(self, data: Data, event: Data) -> None:
        turn_ended(data, event)
        data["done"] = []
        if data.get("turns_left") is not None:
            data["turns_left"] -= 1

    def used(self, data: Data, event: Data) -> None:
        """The seat has done a thing once more."""
        fits(data["used"][event["seat"]][event["thing"]] == event["times"] - 1)
        data["used"][event["seat"]][event["thing"]] = event["times"]

    def end_came(self, data: Data, event: Data) -> None:
        fits(data["turns_left"] is None)
        data["turns_left"] = event["turns_left"]

    # The start

    def start_kept(self, seat: int, card: str | None) -> None:
        fits(len(self.data["kept"]) == seat == self.data["to_move"])
        fits({card, None} & {*self.data["hands"][seat]})
        self.data["kept"].append(card)

    def bouquet_begun(self, seat: int, card: str) -> None:
        """All seats have kept a card; each goes from a hand to a bouquet."""
        fits(len(self.data["kept"]) == self.data["seats"] - seat)
        fits(self.data["kept"].pop(0) in (card, None))
        self.from_hand(seat, card)
        self.openly(self.data["bouquets"][seat], card)

    def put_away(self, seat: int, card: str | None) -> None:
        fits(not self.data["kept"])
        self.from_hand(seat, card)
        self.into_secret(seat, card)

    def from_hand(self, seat: int, card: str | None) -> None:
        """A dealt card leaves the hand; with the last one the hands are gone."""
        fits(self.data["hands"])
        _take(self.data["hands"][seat], card)
        if not any(self.data["hands"]):
            self.data["hands"] = []

    # A turn

    def drawn(self, seat: int, card: str | None) -> None:
        fits(self.data["deck"])
        _take(self.data["deck"], card)
        if self.rule["turn"]["drawing"] == "together":
            self.data["in_hand"] = [*(self.data["in_hand"] or []), card]
        else:
            fits(self.data["in_hand"] is None)
            self.data["in_hand"] = card

    def kept(self, seat: int, card: str) -> None:
        self.act("keep", seat, card)
        self.openly(self.data["bouquets"][seat], card)

    def given(self, seat: int, card: str, to: int) -> None:
        self.act("give", seat, card)
        self.openly(self.data["bouquets"][to], card)

    def added(self, seat: int, card: str) -> None:
        self.act("add_open", seat, card)
        self.openly(self.data["festival"], card)

    def added_secretly(self, seat: int, card: str | None) -> None:
        self.act("add_secret", seat, card)
        self.into_secret(seat, card)

    def act(self, action: str, seat: int, card: str | None) -> None:
        """A seat does an action with a card in hand."""
        fits(seat == self.data["to_move"])
        held = self.data["in_hand"]
        if isinstance(held, list):
            _take(held, card)
        else:
            fits(held in (card, None))
            self.data["in_hand"] = None
        actions = self.rule["turn"]["actions"]
        done = {*self.data["done"], action if action in actions else action.split("_")[0]}
        self.data["done"] = [each for each in actions if each in done]

    def openly(self, to: list[str], card: str) -> None:
        to.append(card)
        self.data["shown"].append(card)

    def into_secret(self, seat: int, card: str | None) -> None:
        """Whoever has no memory forgets whose it was, and the card too unless it lies open."""
        memory, lies_open = self.data["memory"], self.rule["festival"]["known"] == "all"
        self.data["secret"].append(card if memory or lies_open else None)
        self.data["secret_by"].append(seat if memory else None)

    def scored(self, seat: int, block: str, points: int) -> None:
        self.data[block][seat] += points

    def ranked(self, ranking: list[str]) -> None:
        self.ranking = ranking

    # The end

    def end_drawn(self, card: str) -> None:
        self.openly(self.data["festival"], card)
        self.data["drawn"] += 1


def _fields(event: Data) -> Data:
    return {key: value for key, value in event.items() if key not in ("game", "kind")}


def _take(cards: list[str | None], card: str | None) -> None:
    """A card is taken from among others; if it was not known there, it lay unseen."""
    fits({card, None} & {*cards})
    cards.remove(card if card in cards else None)


def happenings(deal: Deal) -> Happenings:
    """What is told of the games of a deal."""
    rule = values_of(deal.ruleset, deal.seats)

    def animated(before: Data, events: Events) -> Data:
        standing = ranked(rule, before["festival"], before["drawn"])
        picture = Picture(rule, table_of(before), standing)
        for event in events:
            picture.show(event)
        picture.check_ranking()
        return picture.data

    return Happenings(happened=happened, animated=animated)
