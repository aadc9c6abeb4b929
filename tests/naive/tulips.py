"""A slow and simple Gift of Tulips for any resolved card: the model beside the real engine.

It shares no code with the library. G1 to G21 are the readings of the rules text.
"""

from __future__ import annotations

import copy
import random
from typing import Any

from .cards import copied

Card = dict[str, Any]  # the rules card; a tulip is a plain text such as "pink-3"
# block, colour, points, count, place, decided by, cards
Line = tuple[str, str | None, int, int, int | None, str | None, list[str]]

PHASES = ("first", "second", "third", "fourth")
THINGS = {"keep": "keep", "give": "give", "add open": "open", "add secret": "secret"}


def colour_of(tulip: str) -> str:
    """The colour of a tulip."""
    return tulip.split("-")[0]


def value_of(tulip: str) -> int:
    """The value of a tulip."""
    return int(tulip.split("-")[1])


def all_cards(card: Card) -> list[str]:
    """G1: the tulips that there are, those of `more` besides those counted."""
    found = []
    for colour in card["cards"]["colours"]:
        for value, copies in card["cards"]["values"].items():
            found += [f"{colour}-{value}"] * copies
    return found + list(card["cards"]["more"])


def deal(
    card: Card, seats: int, rng: random.Random
) -> tuple[list[str], list[list[str]], list[str], list[int]]:
    """Set up at random: the festival in the order of adding, the hands, the deck, the lottery."""
    start = card["start"]
    rest = all_cards(card)
    rng.shuffle(rest)
    festival: list[str] = []
    for _ in range(start["festival"]):
        there = {colour_of(tulip) for tulip in festival}
        festival.append(next(tulip for tulip in rest if colour_of(tulip) not in there))
        rest.remove(festival[-1])
    if card["festival"]["equal_sums"] == "latest_first":  # G4: the first drawn stands in front
        festival.reverse()
    rng.shuffle(rest)
    rest = rest[start["left_out"] :]
    hands = [[rest.pop() for _ in range(start["dealt"])] for _ in range(seats)]
    most = len(rest) + seats * (start["dealt"] - 1)  # of cards in the secret festival
    return festival, hands, rest, [rng.randint(0, k) for k in range(most)]


def thing_of(way: str) -> str:
    """What is counted when a card is played in this way."""
    return THINGS[way if way in THINGS else way.split()[0]]


def worth_of(table: dict[str, int], number: int) -> int | None:
    """The points at the greatest number that is not above this one, if there is one."""
    reached = [int(size) for size in table if int(size) <= number]
    return table[str(max(reached))] if reached else None


class Naive:
    """One position of a game. Nothing changes it; `play` gives a new one."""

    def __init__(
        self,
        card: Card,
        seats: int,
        festival: list[str],
        hands: list[list[str]],
        deck: list[str],
        lottery: list[int],
    ) -> None:
        self.card = card
        self.seats = seats
        self.festival = list(festival)  # in the order of adding
        self.hands = [list(hand) for hand in hands]  # the dealt cards, until all have chosen
        self.kept: list[str] = []  # the start cards chosen so far, until all have chosen
        self.deck = list(deck)  # from the top
        self.lottery = list(lottery)
        self.bouquets: list[list[str]] = [[] for _ in range(seats)]
        self.secret: list[str] = []  # in the order of putting in, after the end too
        self.secret_by: list[int] = []
        self.giving = [0] * seats
        self.keeping = [0] * seats
        self.in_hand = list(self.hands[0])  # of the seat to move
        self.done: list[str] = []
        self.drawn = 0
        self.phase = "start"
        self.to_move: int | None = 0  # G17
        self.turns = 0
        self.turns_left: int | None = None  # once the end has come
        self.used: list[dict[str, int]] = [dict.fromkeys(THINGS.values(), 0) for _ in range(seats)]

    def _all_at_once(self) -> bool:
        """G20: whether a seat has all cards of its turn in hand before it acts."""
        return bool(self.card["turn"]["drawing"] == "together")

    # What may be done

    def legal(self) -> set[str]:
        """All legal moves in notation."""
        if self.phase == "start":  # G15
            return {f"start {tulip}" for tulip in self.in_hand}
        if self._all_at_once():
            return {f"{move} {tulip}" for move in self._ways() for tulip in self.in_hand}
        return self._ways() if self.in_hand else set()

    def _ways(self) -> set[str]:
        """What may still be done in this turn with a card; G19: declining is not among it."""
        seat = self.to_move or 0
        others = [other for other in range(self.seats) if other != seat]
        ways = {
            "keep": {"keep"},
            "give": {f"give {other}" for other in others},
            "add": {"add open", "add secret"},  # G2
            "add_open": {"add open"},
            "add_secret": {"add secret"},
        }
        left = [action for action in self.card["turn"]["actions"] if action not in self.done]
        offered = {way for action in left for way in ways[action]}
        return {way for way in offered if not self._used_up(seat, thing_of(way))}

    def _used_up(self, seat: int, thing: str) -> bool:
        """Whether the seat has done this as often as it may in a game."""
        times = self.card.get("uses", {}).get(thing, {}).get("times", "never")
        return bool(times != "never" and self.used[seat][thing] >= times)

    # Playing

    def play(self, text: str) -> Naive:
        """The position after a legal move."""
        if text not in self.legal():
            raise ValueError(f"not legal here: {text}")
        new = copy.copy(self)
        for name in vars(self).keys() - {"card"}:
            setattr(new, name, copied(getattr(self, name)))
        word, *rest = text.split()
        if word == "start":
            new._choose(rest[0])
            return new
        tulip = rest[-1] if self._all_at_once() else self.in_hand[0]
        new.in_hand.remove(tulip)
        way = " ".join([word, *rest[: len(rest) - self._all_at_once()]])
        new.used[self.to_move or 0][thing_of(way)] += 1
        if word == "keep":
            new._keep(tulip)
        elif word == "give":
            new._give(tulip, int(rest[0]))
        else:
            new._add(tulip, rest[0])
            if "add" not in self.card["turn"]["actions"]:  # G2
                word = f"add_{rest[0]}"
        new._action_done(word)
        return new

    def _choose(self, tulip: str) -> None:
        """G15: the choices are shown, and the other cards put away, when the last seat has one."""
        self.kept.append(tulip)
        if len(self.kept) < self.seats:
            self.to_move = len(self.kept)
            self.in_hand = list(self.hands[self.to_move])
            return
        for seat, hand in enumerate(self.hands):
            hand.remove(self.kept[seat])
            self.bouquets[seat] = [self.kept[seat]]
            self.secret += hand
            self.secret_by += [seat] * len(hand)
        self.hands = [[] for _ in range(self.seats)]
        self.kept = []
        self._begin_turn(0)

    def _keep(self, tulip: str) -> None:
        seat = self.to_move or 0
        self.keeping[seat] += self._by_rank("keeping", tulip)
        self.bouquets[seat].append(tulip)

    def _give(self, tulip: str, to: int) -> None:
        seat = self.to_move or 0
        rule = self.card["scoring"].get("giving")
        if rule is not None:
            self.giving[seat] += self._by_rank("giving", tulip)
            if rule["value"] == "added":
                self.giving[seat] += value_of(tulip)
            if rule["receiver"] == "keeping":  # G11
                self.keeping[to] += self._by_rank("keeping", tulip)
        self.bouquets[to].append(tulip)

    def _add(self, tulip: str, where: str) -> None:
        if where == "open":
            self.festival.append(tulip)
        else:
            self.secret.append(tulip)
            self.secret_by.append(self.to_move or 0)

    def _by_rank(self, block: str, tulip: str) -> int:
        """The points for the rank that the colour has now."""
        rule = self.card["scoring"].get(block)
        if rule is None:
            return 0
        order = self.ranked()
        if colour_of(tulip) in order:
            return int(rule["points"][order.index(colour_of(tulip))])
        if self.card["festival"]["unranked"] == "last":  # G5: also if the last rank is vacant
            return int(rule["points"][-1])
        return 0

    # Turns

    def _begin_turn(self, seat: int) -> None:
        self.done = []
        if not self.deck or self.turns_left == 0:
            self._end()
            return
        self.to_move = seat
        self.phase = PHASES[0]
        self._draw(self.card["turn"]["draws"] if self._all_at_once() else 1)

    def _look_at_the_end(self, seat: int) -> None:
        """Whether it has come with the turn of a seat, and what then becomes of the round."""
        if self.turns_left is None and self._end_has_come():
            after = self.seats - 1 - seat
            rounds = {"broken_off": 0, "finished": after, "one_more": self.seats}
            self.turns_left = rounds[self.card["end"].get("round", "broken_off")]

    def _end_has_come(self) -> bool:
        """Whether one of some conditions holds, or all of others."""
        end = self.card["end"]
        holds = {word: self._holds(word) for word in ("points", "rounds") if word in end}
        all_of = [holds[word] for word in end.get("all_of", [])]
        return any(holds[word] for word in end.get("any_of", [])) or (bool(all_of) and all(all_of))

    def _holds(self, word: str) -> bool:
        number: int = self.card["end"][word]
        if word == "rounds":
            return self.turns >= number * self.seats
        totals = [entry["total"] for entry in self.scores()]
        return any(sum(totals[seat] for seat in side) >= number for side in self.sides())

    def _draw(self, number: int) -> None:
        """G10: as many as are left, if there are fewer."""
        self.in_hand = self.deck[:number]
        self.deck = self.deck[number:]

    def _action_done(self, action: str) -> None:
        self.done.append(action)
        if not self._all_at_once() and len(self.done) < self.card["turn"]["draws"]:
            self._draw(1)
        if self.in_hand:
            self.phase = PHASES[len(self.done)]
            return
        self.turns += 1
        if self.turns_left is not None:
            self.turns_left -= 1
        seat = self.to_move or 0
        self._look_at_the_end(seat)
        self._begin_turn((seat + 1) % self.seats)

    def _end(self) -> None:
        """Draw from the secret festival, in the order of the lottery. G13: the rest stays hidden.

        A card for which the lottery has no place comes last.
        """
        order: list[int] = []
        for k in range(len(self.secret)):
            order.insert(self.lottery[k] if k < len(self.lottery) else k, k)
        word = self.card["end"]["drawn"]
        number = {"all": len(order), "never": 0}.get(word, word)
        shown = [self.secret[k] for k in order[:number]]
        self.festival += shown
        self.drawn = len(shown)
        self.phase, self.to_move = "over", None
        self.in_hand = []

    # Ranking and scoring

    def ranked(self) -> list[str]:
        """The colours of the festival from the one ranked 1st on."""
        late = self.drawn if self.card["end"]["ranked"] == "once" else 0
        before = self.festival[: len(self.festival) - late]
        order: list[str] = []
        sums: dict[str, int] = {}
        for tulip in before:  # each card ranks its colour anew
            colour = colour_of(tulip)
            sums[colour] = sums.get(colour, 0) + value_of(tulip)
            order = [other for other in order if other != colour]
            if self.card["festival"]["equal_sums"] == "latest_first":  # G3
                ahead = [other for other in order if sums[other] > sums[colour]]
            else:
                ahead = [other for other in order if sums[other] >= sums[colour]]
            order.insert(len(ahead), colour)
        for tulip in self.festival[len(before) :]:  # G12: a new colour stands behind
            colour = colour_of(tulip)
            sums[colour] = sums.get(colour, 0) + value_of(tulip)
            if colour not in order:
                order.append(colour)
        if late:  # equal sums keep their order
            order.sort(key=lambda colour: -sums[colour])
        return order

    def sides(self) -> list[list[int]]:
        """The teams, and the seats that play alone, each in the order of its seats."""
        teams = [sorted(team) for team in self.card.get("partners", {}).get("teams", {}).values()]
        alone = [[seat] for seat in range(self.seats) if not any(seat in team for team in teams)]
        return sorted(teams + alone)

    def _holders(self) -> list[list[int]]:
        """The seats whose bouquets count as one in the majorities."""
        if self.card.get("partners", {}).get("bouquets") == "shared":
            return self.sides()
        return [[seat] for seat in range(self.seats)]

    def _places(self, colour: str) -> list[tuple[int, list[list[int]], str]]:
        """Who stands where in a colour: place (from 1), holders, and what put them there."""
        rule = self.card["scoring"]["majorities"]
        worth: dict[tuple[int, ...], dict[str, int]] = {}
        for holder in self._holders():
            values = [value_of(tulip) for tulip in self._of_colour(holder, colour)]
            if len(values) >= rule.get("least", 1):  # G7
                worth[tuple(holder)] = {
                    "cards": len(values),
                    "sum": sum(values),
                    "highest": max(values),
                }
        criteria = rule["decided_by"]  # G21
        keys = {holder: [worth[holder][word] for word in criteria] for holder in worth}
        levels = sorted({tuple(key) for key in keys.values()}, reverse=True)
        found = []
        place = 1
        for n, level in enumerate(levels):
            group = [list(holder) for holder, key in keys.items() if tuple(key) == level]
            why = criteria[0]
            if n + 1 < len(levels):
                pairs = zip(criteria, level, levels[n + 1], strict=True)
                why = next(word for word, mine, lower in pairs if mine != lower)
            found.append((place, group, why))
            place += 1 if rule["ties"] == "one_place" else len(group)  # G6
        return found

    def _of_colour(self, seats: list[int], colour: str) -> list[str]:
        held = [tulip for seat in seats for tulip in self.bouquets[seat]]
        return [tulip for tulip in held if colour_of(tulip) == colour]

    def _majorities(self) -> list[list[Line]]:
        """The lines of each seat. G8: of colours in the festival only."""
        lines: list[list[Line]] = [[] for _ in range(self.seats)]
        rule = self.card["scoring"]["majorities"]
        table = {int(rank): points for rank, points in rule["points"].items()}
        for rank, colour in enumerate(self.ranked(), start=1):
            listed = table.get(rank, [])
            for place, group, why in self._places(colour):
                if place > len(listed):  # G9: the list says how many places score
                    continue
                points = listed[place - 1]
                if rule["ties"] == "split":  # G6
                    points = sum(listed[place - 1 : place - 1 + len(group)]) // len(group)
                for holder in group:
                    spots = self._of_colour(holder, colour)
                    line = ("majorities", colour, points, len(spots), place, why, spots)
                    lines[min(holder)].append(line)
        return lines

    def _bouquet_lines(self, seat: int) -> list[Line]:
        """What a bouquet scores by itself, and for being small."""
        scoring, colours = self.card["scoring"], self.card["cards"]["colours"]
        bouquet, lines = list(self.bouquets[seat]), list[Line]()
        of_colour = {colour: self._of_colour([seat], colour) for colour in colours}
        if "sizes" in scoring:
            for colour, spots in of_colour.items():
                points = worth_of(scoring["sizes"]["points"], len(spots))
                if points is not None:
                    lines.append(("sizes", colour, points, len(spots), None, None, spots))
        if "all_colours" in scoring and all(of_colour.values()):
            points = scoring["all_colours"]["points"]
            lines.append(("all_colours", None, points, 1, None, None, bouquet))
        if "fewest" in scoring and len(bouquet) == min(len(other) for other in self.bouquets):
            points = scoring["fewest"]["points"]
            lines.append(("fewest", None, points, len(bouquet), None, None, bouquet))
        return lines

    def scores(self) -> list[dict[str, Any]]:
        """The score of each seat, by the open festival as it stands."""
        scoring = self.card["scoring"]
        lines: list[list[Line]] = [[] for _ in range(self.seats)]
        for number, rule in self.card.get("seats", {}).items():
            if "handicap" in rule:
                points = rule["handicap"]
                lines[int(number)].append(("handicap", None, points, 1, None, None, []))
        for block, gained in (("giving", self.giving), ("keeping", self.keeping)):
            if block in scoring:
                for seat in range(self.seats):
                    lines[seat].append((block, None, gained[seat], gained[seat], None, None, []))
        if "majorities" in scoring:
            lines = [a + b for a, b in zip(lines, self._majorities(), strict=True)]
        lines = [some + self._bouquet_lines(seat) for seat, some in enumerate(lines)]
        return [{"total": sum(line[2] for line in some), "lines": some} for some in lines]

    def ranking(self) -> tuple[tuple[int, ...], ...]:
        """The seats from first to last, tied seats and partners together.

        G18: more of anything is better. What partners have is added up.
        """
        worth: dict[int, tuple[int, ...]] = {}
        for seat, entry in enumerate(self.scores()):
            counts = [
                len(self.bouquets[seat])
                if word == "bouquet"
                else sum(line[2] for line in entry["lines"] if line[0] == word)
                for word in self.card["tie_breaks"]
            ]
            worth[seat] = (entry["total"], *counts)
        for side in self.sides():
            together = tuple(sum(some) for some in zip(*(worth[s] for s in side), strict=True))
            worth |= dict.fromkeys(side, together)
        places = sorted(set(worth.values()), reverse=True)
        return tuple(tuple(s for s in worth if worth[s] == place) for place in places)


def perft(naive: Naive, depth: int) -> int:
    """How many sequences of exactly so many moves there are from here."""
    if depth == 0:
        return 1
    return sum(perft(naive.play(move), depth - 1) for move in naive.legal())
