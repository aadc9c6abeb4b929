"""What is told to the viewers of Flowers, from the rulebook.

Start cards and all that is placed lie open, so do the tops of the open piles and what is swept; a
card from a hidden pile is known to its taker alone until it is placed.
"""

from __future__ import annotations

from collections.abc import Sequence

from tests.laws.positions import Card
from tilerules.games.flowers import Deal

Place = tuple[str, int, int]
"""Where a card was dealt to: `start` and a seat, `pile` and how deep in it, or `left` over."""


class Followed:
    """Where the cards lie after some moves, each by the place that it was dealt to.

    Which card was dealt to which place is not known here, so nothing can depend on it.
    """

    def __init__(self, rule: Card, seats: int, sizes: Sequence[int], moves: Sequence[str]) -> None:
        self.rule, self.seats = rule, seats
        self.gardens = [{"0,0": [("start", seat, 0)]} for seat in range(seats)]
        self.piles = [[("pile", n, deep) for deep in range(size)] for n, size in enumerate(sizes)]
        self.open = self.piles[: len(self.piles) - rule["piles"]["hidden"]]
        self.hand: Place | None = None
        self.swept: list[Place] = []
        self.shown = {("start", seat, 0) for seat in range(seats)}
        self.taker, self.taken_from, self.over = 0, [("", 0, 0)], False
        self.turn_up(self.open)
        for move in moves:
            self.play(*move.split())

    def turn_up(self, piles: Sequence[list[Place]]) -> None:
        """All see the top cards of these piles."""
        self.shown |= {pile[0] for pile in piles if pile}

    def play(self, verb: str, where: str) -> None:
        """A card is taken, or it is laid and the turn is over."""
        if verb == "take":
            self.taken_from = self.piles[int(where)]
            self.hand = self.taken_from.pop(0)
            if self.rule["piles"]["next_shown"] == "at_once":
                self.turn_up([pile for pile in self.open if pile is self.taken_from])
            return
        assert self.hand is not None
        self.gardens[self.taker].setdefault(where, []).append(self.hand)
        self.shown.add(self.hand)
        self.hand, self.taker = None, (self.taker + 1) % self.seats
        if not self.ends():
            self.sweep()
        self.over = self.ends()
        if not self.over:
            self.turn_up(self.open)

    def sweep(self) -> None:
        """The top card of each open pile, or of each other one, leaves the game, seen by all."""
        word = self.rule["turn"]["sweep"]
        for pile in [] if word == "never" else self.open:
            if pile and not (word == "other_piles" and pile is self.taken_from):
                self.turn_up([pile])
                self.swept.append(pile.pop(0))
                self.turn_up([pile])

    def ends(self) -> bool:
        """Whether the turn that would follow is not played."""
        goes_on = self.rule["end"]["round"] == "finished" and self.taker != 0 and any(self.piles)
        return not (all(self.piles) or goes_on)

    def shown_to(self, viewer: int | None) -> set[Place]:
        """The places of the deal whose cards a viewer has been shown."""
        mine = {self.hand} if self.hand is not None and viewer == self.taker else set()
        return self.shown | mine


def dealt(deal: Deal) -> dict[Place, str]:
    """Which card was dealt to which place."""
    starts, *piles, left = [part.split() for part in deal.layout.split("|")]
    cards: dict[Place, str] = {("start", n, 0): card for n, card in enumerate(starts)}
    cards |= {
        ("pile", n, deep): card for n, pile in enumerate(piles) for deep, card in enumerate(pile)
    }
    return cards | {("left", n, 0): card for n, card in enumerate(left)}


def followed(deal: Deal, moves: Sequence[str]) -> Followed:
    """Where the cards of a deal lie after these moves."""
    rule: Card = dict(deal.ruleset.values_for(deal.seats))
    return Followed(rule, deal.seats, [len(pile) for pile in deal.piles], moves)


def told(deal: Deal, moves: Sequence[str], viewer: int | None) -> dict[Place, str]:
    """The cards that a viewer has been shown, by the place that they were dealt to."""
    cards = dealt(deal)
    return {place: cards[place] for place in followed(deal, moves).shown_to(viewer)}
