"""How large the piles are, what a turn takes from them, and how long a game can last."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import attrs

from tilerules.engine.shared.rules import Ends, Use, ends_of

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


@attrs.frozen
class Supply:
    """The cards that there are for the seats, and how long they last.

    Attributes:
        turn: what becomes of them.
        sizes: cards in each pile at the start.
        takeable: how many piles, the first ones, are taken from.
        empty_piles: how many of these without cards the condition of this name asks for.
        most_turns: how many turns a game can have.
        most_placed: how many cards a seat can place in all of them.
    """

    turn: Turn
    sizes: tuple[int, ...]
    takeable: int
    empty_piles: int
    most_turns: int
    most_placed: int


def supply(
    cards: int,
    piles: Mapping[str, Any],
    turn: Mapping[str, Any],
    end: Mapping[str, Any],
    seats: int,
    *,
    begins: bool,
) -> Supply:
    """What blocks of a card make of so many cards.

    Args:
        begins: whether each garden begins with one of them.
    """
    untaken = piles["dealt"] == "display" and not piles["hidden"]
    of = _turn(turn, piles, is_limited=untaken and piles["next_shown"] == "next_turn")
    sizes = _pile_sizes(piles, cards - seats * (of.dealt + begins))
    takeable = len(sizes) - untaken
    empty: int | str = end["empty_piles"]
    needed = takeable if isinstance(empty, str) else empty
    shared = shared_out(sizes, takeable, is_display=piles["dealt"] == "display")
    turns = most_turns(shared, seats, ends_of(end), needed, least=of.least)
    placed = min(of.takes * -(-turns // seats), of.dealt + sum(sizes))
    return Supply(of, sizes, takeable, needed, turns, placed)


def _turn(turn: Mapping[str, Any], piles: Mapping[str, Any], *, is_limited: bool) -> Turn:
    """The hands and the steps; limited are they by the open cards of a display."""
    steps: tuple[str, ...] = turn["steps"]
    least = steps.count("take")
    return Turn(turn["hand"], steps, min(least, piles["number"]) if is_limited else least)


def _pile_sizes(piles: Mapping[str, Any], left: int) -> tuple[int, ...]:
    """The sizes of the piles when so many cards are left after the start cards and the hands."""
    if piles["dealt"] == "listed":
        sizes: tuple[int, ...] = piles["sizes"]
        return sizes
    number: int = piles["number"]
    return (*(1,) * number, left - number) if piles["dealt"] == "display" else _evenly(left, number)


def _evenly(cards: int, number: int) -> tuple[int, ...]:
    """The sizes of so many piles, the last ones the shorter."""
    each, more = divmod(cards, number)
    return tuple(each + (pile < more) for pile in range(number))


def shared_out(sizes: Sequence[int], takeable: int, *, is_display: bool) -> Sequence[int]:
    """The piles that are taken from, so many; the cards of a display are shared among them."""
    return _evenly(sum(sizes), takeable) if is_display else sizes


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
