"""What is told to the viewers of Flowers, from the rulebook.

Start cards and all that is placed or discarded lie open, so do the tops of the open piles and what
is swept. A card that was dealt to a hand, or that comes from where nobody sees it, is known to its
holder alone until it is played. All cards of piles that are fanned out are seen by all.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Self

from tests.laws.positions import Card, values_of
from tests.naive.flowers import Naive, steps_of
from tilerules.games.flowers import Deal

Place = tuple[str, int, int]
"""Where a card was dealt to: `start` and a seat, `hand` of a seat and which card of it, `pile` and
how deep in it, or `left` over."""


class Dealt(str):
    """A card in the model, which knows the place that it was dealt to."""

    place: Place

    def __new__(cls, place: Place, card: str) -> Self:
        made = super().__new__(cls, card)
        made.place = place
        return made


def place_of(card: str) -> Place:
    """Where a card of the model was dealt to."""
    assert isinstance(card, Dealt), "all cards in play have been dealt"
    return card.place


class Followed:
    """Where the cards lie after some moves, each by the place that it was dealt to."""

    def __init__(self, game: Naive) -> None:
        self.game = game
        self.over = game.phase == "over"
        self.gardens = [
            {f"{x},{y}": [*map(place_of, stack)] for (x, y), stack in garden.items()}
            for garden in game.gardens
        ]
        self.piles = [[*map(place_of, pile)] for pile in game.piles]
        self.hands = [[place_of(card) for card, _ in hand] for hand in game.hands]
        self.swept = [*map(place_of, game.swept)]
        self.fanned = game.card["piles"].get("known") == "all"
        self.in_hands = steps_of(game.card) != ["take", "place"] or game.card["turn"].get("hand")

    @property
    def hand(self) -> Place | None:
        """The first card in the hand of the seat to move, if there is one."""
        held = [] if self.game.to_move is None else self.hands[self.game.to_move]
        return held[0] if held else None

    def shown_to(self, viewer: int | None) -> set[Place]:
        """The places of the deal whose cards a viewer has been shown."""
        shown = {*self.swept}
        shown |= {place for garden in self.gardens for stack in garden.values() for place in stack}
        shown |= {
            place
            for pile, seen in zip(self.piles, self.game.seen_piles(), strict=True)
            for place, card in zip(pile, seen, strict=True)
            if card is not None
        }
        return shown | {
            place_of(card)
            for seat, hand in enumerate(self.game.hands)
            for card, known_to_all in hand
            if known_to_all or seat == viewer
        }


def begun(rule: Card, seats: int, cards: Mapping[Place, str]) -> Naive:
    """The game of a deal, by the places of its cards."""

    def lying(kind: str, number: int) -> list[str]:
        return [Dealt(place, card) for place, card in cards.items() if place[:2] == (kind, number)]

    piles = rule["piles"]
    number = len(piles["sizes"]) if piles["dealt"] == "listed" else piles["number"]
    return Naive(
        rule,
        seats,
        [card for seat in range(seats) for card in lying("start", seat)],
        [lying("pile", pile) for pile in range(number + (piles["dealt"] == "display"))],
        [lying("hand", seat) for seat in range(seats)],
    )


def dealt(deal: Deal) -> dict[Place, str]:
    """Which card was dealt to which place."""
    data = deal.to_data()
    cards: dict[Place, str] = {("start", n, 0): card for n, card in enumerate(data["starts"])}
    for kind, lists in (("hand", data.get("hands", ())), ("pile", data["piles"])):
        cards |= {(kind, n, k): card for n, some in enumerate(lists) for k, card in enumerate(some)}
    return cards | {("left", n, 0): card for n, card in enumerate(data["left_over"])}


@lru_cache(maxsize=4)
def game_of(deal: Deal, moves: tuple[str, ...]) -> Naive:
    """The whole table of a deal after some moves."""
    if moves:
        return game_of(deal, moves[:-1]).play(moves[-1])
    return begun(values_of(deal.ruleset, deal.seats), deal.seats, dealt(deal))


@lru_cache(maxsize=4)
def _followed(deal: Deal, moves: tuple[str, ...]) -> Followed:
    return Followed(game_of(deal, moves))


def followed(deal: Deal, moves: Sequence[str]) -> Followed:
    """Where the cards of a deal lie after these moves."""
    return _followed(deal, (*moves,))


def told(deal: Deal, moves: Sequence[str], viewer: int | None) -> dict[Place, str]:
    """The cards that a viewer has been shown, by the place that they were dealt to."""
    cards = dealt(deal)
    return {place: cards[place] for place in followed(deal, moves).shown_to(viewer)}
