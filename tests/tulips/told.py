"""What is told to the viewers of Gift of Tulips, from the rulebook.

The first festival is shown to all, a dealt hand to its seat. Start choices are shown when all have
chosen. A drawn card is shown to its drawer, and to all when it is played openly; added secretly, it
stays known to its contributor alone. The end shows the secret cards that it draws, in order, but
not whose they were. Cards removed, and secret cards that are not drawn, are never shown.

Where the hand is `known` to all, all are shown what is drawn; where the festival is, all are shown
what is put into the secret one.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import attrs

from tests.laws.positions import Card, values_of
from tests.naive.tulips import Naive
from tilerules.games.tulips import Deal

Place = tuple[str, int, int]
"""Where a card was dealt to: `festival`, the `hand` of a seat, `deck` or `left` out; how deep."""


@attrs.frozen
class Dealt:
    """A deal: which card lies at which place, the lottery, and the rules. Nobody changes it."""

    rule: Card
    cards: dict[Place, str]
    lottery: list[int]
    seats: int

    def places(self, kind: str, seat: int = 0) -> list[Place]:
        """The places of a part of the deal, in its order."""
        return [place for place in self.cards if place[:2] == (kind, seat)]

    def game(self) -> Naive:
        """The game of the deal."""

        def lying(kind: str, seat: int = 0) -> list[str]:
            return [self.cards[place] for place in self.places(kind, seat)]

        hands = [lying("hand", seat) for seat in range(self.seats)]
        return Naive(
            self.rule, self.seats, lying("festival"), hands, lying("deck"), list(self.lottery)
        )


@lru_cache(maxsize=8)
def dealt(deal: Deal) -> Dealt:
    """What lies where in a deal."""
    festival, *hands, deck, left, lottery = (part.split() for part in deal.layout.split("|"))
    parts = {("festival", 0): festival, ("deck", 0): deck, ("left", 0): left}
    parts |= {("hand", seat): hand for seat, hand in enumerate(hands)}
    cards = {(*part, deep): card for part, some in parts.items() for deep, card in enumerate(some)}
    rule = values_of(deal.ruleset, deal.seats)
    return Dealt(rule, cards, [int(number) for number in lottery], deal.seats)


@attrs.frozen
class Said:
    """What all hear of a ply, and the cards that are shown with it: to all, or to one seat."""

    words: tuple[str | int, ...]
    cards: tuple[Place, ...]
    to: int | None = None

    def heard_by(self, viewer: int | None) -> bool:
        """Whether a viewer is shown the cards."""
        return self.to is None or self.to == viewer

    def laid_open(self) -> bool:
        """Whether the cards lie open from then on."""
        in_hand_or_secret = self.words[0] in ("draw", "put away") or "secret" in self.words
        return self.to is None and not in_hand_or_secret


class Followed:
    """Where the cards lie after some moves, each by the place that it was dealt to.

    Which cards they are is asked only where a move names one.

    Attributes:
        said: what was said at the start, and in each ply.
        script: the moves, each with the place of its card.
        game: the game itself, where a card says when it ends before the deck does.
    """

    def __init__(self, dealt: Dealt, moves: Sequence[str]) -> None:
        self.dealt, self.rule, self.seats = dealt, dealt.rule, dealt.seats
        self.open_hand, self.open_festival = (
            self.rule.get(block, {}).get("known") == "all" for block in ("turn", "festival")
        )
        self.game = dealt.game() if {"points", "rounds"} & set(self.rule["end"]) else None
        self.festival, self.deck = dealt.places("festival"), dealt.places("deck")
        self.hands = [dealt.places("hand", seat) for seat in range(self.seats)]
        self.kept: list[Place] = []
        self.bouquets: list[list[Place]] = [[] for _ in self.hands]
        self.secret: list[Place] = []
        self.secret_by: list[int] = []
        self.hand: list[Place] = []
        self.drawn: list[Place] = []
        self.seat, self.actions = 0, 0
        self.over = self.begun = False
        self.said: list[list[Said]] = [[Said(("festival",), tuple(self.festival))]]
        self.said[0] += [Said(("dealt", n), tuple(hand), n) for n, hand in enumerate(self.hands)]
        self.script: list[tuple[str, Place]] = []
        for move in moves:
            self.said.append([])
            self.play(move)

    def say(self, *words: str | int, cards: Sequence[Place], to: int | None = None) -> None:
        self.said[-1].append(Said(words, tuple(cards), to))

    def play(self, move: str) -> None:
        """A start choice, or an action with a card in hand: the one named, or the only one."""
        self.game = self.game and self.game.play(move)
        verb, *args = move.split()
        among = self.hand if self.begun else self.hands[self.seat]
        named = args[-1] if args and "-" in args[-1] else self.dealt.cards[among[0]]
        card = next(place for place in among if self.dealt.cards[place] == named)
        words = [word for word in args if "-" not in word]
        self.script.append((" ".join([verb, *words, *(["-"] if words != args else [])]), card))
        if verb == "start":
            self.choose(card)
        else:
            self.hand.remove(card)
            self.act(verb, words, card)
            self.go_on()

    def choose(self, card: Place) -> None:
        """The others are put away, and the choices shown, when all have chosen."""
        self.kept.append(card)
        self.say("start", self.seat, cards=[card], to=self.seat)
        self.seat = (self.seat + 1) % self.seats
        if self.seat == 0:
            self.say("all have chosen", cards=self.kept)
            for seat, hand in enumerate(self.hands):
                left = [place for place in hand if place not in self.kept]
                self.secret += left
                self.secret_by += [seat] * len(left)
            if self.open_festival:
                self.say("put away", cards=self.secret)
            self.bouquets = [[card] for card in self.kept]
            self.begun = True
            self.begin_turn()

    def act(self, verb: str, words: list[str], card: Place) -> None:
        """The card is played: openly, or into the secret festival."""
        secret = words == ["secret"]
        alone = secret and not (self.open_hand or self.open_festival)
        self.say(verb, self.seat, *words, cards=[card], to=self.seat if alone else None)
        if secret:
            self.secret.append(card)
            self.secret_by.append(self.seat)
        elif verb == "add":
            self.festival.append(card)
        else:
            self.bouquets[int(words[0]) if verb == "give" else self.seat].append(card)
        self.actions += 1

    def go_on(self) -> None:
        """The next card, the next turn, or the end."""
        if self.hand:
            return
        one_by_one = self.rule["turn"]["drawing"] == "one_by_one"
        if one_by_one and self.deck and self.actions < self.rule["turn"]["draws"]:
            self.draw(1)
        else:
            self.seat = (self.seat + 1) % self.seats
            self.begin_turn()

    def begin_turn(self) -> None:
        self.actions = 0
        together = self.rule["turn"]["drawing"] == "together"
        if self.deck and not (self.game and self.game.phase == "over"):
            self.draw(self.rule["turn"]["draws"] if together else 1)
        else:
            self.end()

    def draw(self, number: int) -> None:
        self.hand, self.deck = self.deck[:number], self.deck[number:]
        self.say("draw", self.seat, cards=self.hand, to=None if self.open_hand else self.seat)

    def end(self) -> None:
        """The first of the secret cards, each of which was put in where the lottery says."""
        order: list[Place] = []
        for card, place in zip(self.secret, self.dealt.lottery, strict=False):
            order.insert(place, card)
        word = self.rule["end"]["drawn"]
        self.drawn = order[: {"all": len(order), "never": 0}.get(word, word)]
        self.festival += self.drawn
        self.over = True
        self.say("the end draws", cards=self.drawn)

    def known_to(self, viewer: int | None) -> set[Place]:
        """The places of the deal whose cards a viewer has been shown; the end names no place."""
        heard = [said for ply in self.said for said in ply if said.heard_by(viewer)]
        placed = [said.cards for said in heard if said.words[0] != "the end draws"]
        return {place for cards in placed for place in cards}


def followed(deal: Deal, moves: Sequence[str]) -> Followed:
    """Where the cards of a deal lie after these moves."""
    return Followed(dealt(deal), moves)


Telling = list[tuple[tuple[str | int, ...], list[str] | int]]


def told(deal: Deal, moves: Sequence[str], viewer: int | None) -> Telling:
    """All that a viewer has been told, in order: what was done, and the cards or their number."""
    table = followed(deal, moves)
    return [
        (
            said.words,
            [table.dealt.cards[place] for place in said.cards]
            if said.heard_by(viewer)
            else len(said.cards),
        )
        for ply in table.said
        for said in ply
    ]
