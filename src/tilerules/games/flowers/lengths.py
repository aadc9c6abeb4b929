"""How large the piles are, what a turn takes from them, and how long a game can last."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import attrs

from tilerules.engine.shared.rules import Ends, Use

DISCARDING = "place_or_discard"
"""The step in which a card may be laid or leave the game."""


@attrs.frozen
class Turn:
    """What a seat is dealt, and what it does in a turn.

    Attributes:
        dealt: how many cards are dealt to each hand.
        steps: of a turn, in order.
        least: how many cards each turn takes, as long as there are so many.
    """

    dealt: int
    steps: tuple[str, ...]
    least: int

    @property
    def takes(self) -> int:
        """How many cards a turn takes at the most; it lays as many."""
        return self.steps.count("take")

    def is_limited_by(self, use: Use | None) -> bool:
        """Whether a use keeps a seat from doing a thing with each card that it lays."""
        return use is not None and (use.within == "game" or use.times < self.takes)

    @property
    def is_usual(self) -> bool:
        """Whether a card is taken and laid, and none is in hand between turns."""
        return (self.dealt, self.steps) == (0, ("take", "place"))

    def in_hand_at(self, step: int) -> int:
        """How many cards a seat has in hand when so many steps are done, if none fell away."""
        takes = self.steps[:step].count("take")
        return self.dealt + takes - (step - takes)

    @property
    def most_in_hand(self) -> int:
        """How many cards a seat can have in hand."""
        return max(map(self.in_hand_at, range(len(self.steps))))


def turn_of(turn: Mapping[str, Any], piles: Mapping[str, Any]) -> Turn:
    """The hands and the steps of a turn, of which a display may let fewer cards be taken."""
    steps: tuple[str, ...] = turn["steps"]
    least = steps.count("take")
    if untaken(piles) and piles["next_shown"] == "next_turn":
        least = min(least, piles["number"])
    return Turn(turn["hand"], steps, least)


def untaken(piles: Mapping[str, Any]) -> int:
    """How many piles nobody takes from: the stock of a display may be such."""
    return 1 if piles["dealt"] == "display" and not piles["hidden"] else 0


def pile_sizes(piles: Mapping[str, Any], left: int) -> tuple[int, ...]:
    """The sizes of the piles when so many cards are left after the start cards and the hands."""
    if piles["dealt"] == "listed":
        sizes: tuple[int, ...] = piles["sizes"]
        return sizes
    number: int = piles["number"]
    return (*(1,) * number, left - number) if piles["dealt"] == "display" else evenly(left, number)


def evenly(cards: int, number: int) -> tuple[int, ...]:
    """The sizes of so many piles, the last ones the shorter."""
    each, more = divmod(cards, number)
    return tuple(each + (pile < more) for pile in range(number))


def counted(sizes: Sequence[int], piles: int, *, is_display: bool) -> Sequence[int]:
    """The piles that are taken from, so many; the cards of a display are shared among them."""
    return evenly(sum(sizes), piles) if is_display else sizes


def empty_piles(end: Mapping[str, Any], piles: int) -> int:
    """How many piles without cards, of so many, the condition `empty_piles` asks for."""
    number: int | str = end["empty_piles"]
    return piles if isinstance(number, str) else number


def most_placed(sizes: Sequence[int], seats: int, ends: Ends, empty: int, turn: Turn) -> int:
    """How many cards a seat can ever place.

    Args:
        empty: how many piles without cards the condition `empty_piles` asks for.
    """
    turns = most_turns(sizes, seats, ends, empty, least=turn.least)
    return min(turn.takes * -(-turns // seats), turn.dealt + sum(sizes))


def must_be_laid(placed: int, turn: Turn, discard: Use | None, left: int) -> int:
    """How many of the cards that a seat may place must find room, for they cannot be discarded.

    A seat may lay whatever it could discard, and discard the last cards of all, if it may then.

    Args:
        discard: how often a seat may discard a card; None: as often as it likes.
        left: how many of the last cards it may discard so.
    """
    if "place" in turn.steps:
        return placed
    if not turn.is_limited_by(discard):
        return 0
    return max(placed - left, 0)


def most_turns(
    sizes: Sequence[int],
    seats: int,
    ends: Ends,
    empty: int,
    *,
    least: int,
    turns: int = 0,
    seat: int = 0,
) -> int:
    """How many turns can follow as long as the end has not come, with piles of these sizes.

    Args:
        empty: how many piles without cards the condition `empty_piles` asks for.
        least: how many cards each turn takes, as long as there are so many.
        turns: how many are finished.
        seat: whose turn is next.
    """
    cards, having_cards = sum(sizes), sum(map(bool, sizes))
    left = cards - (len(sizes) - empty) if len(sizes) - having_cards < empty else 0
    longest = -(-cards // least)
    until = {
        "empty_piles": -(-max(left, 0) // least),
        "full_gardens": longest,
        "points": longest,
        "rounds": max((ends.rounds or 0) * seats - turns, 0),
    }
    most = min([longest, *(until[id] for id in ends.any_of)])
    if ends.all_of:
        most = min(most, max(until[id] for id in ends.all_of))
    more = {"broken_off": 0, "finished": -(seat + most) % seats, "one_more": seats}[ends.round]
    return min(most + more, longest)
