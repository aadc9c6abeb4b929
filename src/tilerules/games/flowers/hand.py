"""What seats hold in hand where a card may stay there, and which step of a turn is due."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tilerules.games.flowers.rules import Rules


class Held(NamedTuple):
    """What the seats hold, under rules by which a turn is more than taking and laying one card.

    Attributes:
        step: how many steps of the turn are done.
        known: for each seat the cards in its hand that all know, ascending.
        secret: for each seat the others, which it alone knows, ascending.
    """

    step: int
    known: tuple[bytes, ...]
    secret: tuple[bytes, ...]

    def number(self, seat: int) -> int:
        """How many cards a seat holds."""
        return len(self.known[seat]) + len(self.secret[seat])

    def kinds(self, seat: int) -> Sequence[int]:
        """The different cards that a seat holds, ascending."""
        return sorted({*self.known[seat], *self.secret[seat]})


def dealt(rules: Rules, hands: Sequence[bytes], piles: Sequence[bytes]) -> Held | None:
    """What the seats hold at the start; None under rules by which a turn is the usual one."""
    if rules.turn.is_usual:
        return None
    secret = tuple(ascending(hand) for hand in hands) or (b"",) * rules.seats
    return at_step(rules, Held(0, (b"",) * rules.seats, secret), 0, 0, piles)


def at_step(rules: Rules, held: Held, seat: int, step: int, stock: Sequence[bytes]) -> Held:
    """The first step from one on that does not fall away; behind the last one if all do."""
    steps = rules.turn.steps
    can_take, can_place = any(stock[: len(rules.takeable)]), held.number(seat) > 0
    while step < len(steps) and not (can_take if steps[step] == "take" else can_place):
        step += 1
    return held._replace(step=step)


def taken_in(held: Held, seat: int, card: int, *, seen: bool) -> Held:
    """A card comes into the hand of a seat; `seen` by all, or by the seat alone."""
    if seen:
        return held._replace(known=_with(held.known, seat, ascending((*held.known[seat], card))))
    return held._replace(secret=_with(held.secret, seat, ascending((*held.secret[seat], card))))


def played(held: Held, seat: int, card: int) -> Held:
    """A card leaves the hand of a seat: of two equal ones the one that all know."""
    played = bytes((card,))
    if card in held.known[seat]:
        return held._replace(known=_with(held.known, seat, _without(held.known[seat], played)))
    return held._replace(secret=_with(held.secret, seat, _without(held.secret[seat], played)))


def ascending(cards: Sequence[int]) -> bytes:
    """Cards in the order in which a hand is written."""
    return bytes(sorted(cards))


def _with(hands: tuple[bytes, ...], seat: int, hand: bytes) -> tuple[bytes, ...]:
    return (*hands[:seat], hand, *hands[seat + 1 :])


def _without(hand: bytes, card: bytes) -> bytes:
    return hand.replace(card, b"", 1)
