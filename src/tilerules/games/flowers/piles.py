"""The piles of Flowers: what can be taken, what is turned up then, and what is swept."""

from __future__ import annotations

from collections.abc import Sequence

from tilerules.games.flowers.rules import Rules

Stock = tuple[bytes, ...]
Turned = tuple[tuple[int, int], ...]
"""Cards that are turned up, each behind its pile."""
NOTHING: Turned = ()


def with_cards(rules: Rules, stock: Stock) -> Sequence[int]:
    """The piles that a card can be taken from."""
    return tuple(pile for pile in rules.takeable if stock[pile])


def without_cards(rules: Rules, stock: Stock) -> int:
    """How many piles have run out; a display is looked at as it will be refilled."""
    if not rules.is_display:
        return stock.count(b"")
    left = len(stock[-1]) - stock[:-1].count(b"")
    is_pile = len(rules.takeable) == len(stock)
    return max(-left, 0) + (is_pile and left <= 0)


def shown(rules: Rules, stock: Stock, pile: int) -> tuple[Stock, Turned]:
    """The next card of an open pile is turned up, or a place of a display refilled."""
    if not rules.is_display:
        return stock, turned_up(rules, pile, stock[pile])
    card, rest = stock[-1][:1], stock[-1][1:]
    stock = (*stock[:pile], stock[pile] + card, *stock[pile + 1 : -1], rest) if card else stock
    return stock, ((pile, card[0]),) if card else ()


def turned_up(rules: Rules, pile: int, cards: bytes) -> Turned:
    """The top one of the cards of an open pile is turned up, unless all have been seen."""
    return ((pile, cards[0]),) if cards and pile >= rules.fanned else ()


def swept(
    rules: Rules, stock: Stock, taken: Sequence[int], waiting: tuple[int, ...]
) -> tuple[Stock, bytes, Turned, tuple[int, ...]]:
    """The piles, what was swept, what was turned up, and the piles that wait for it still.

    Of each open pile the top card is turned up, if it was not yet, and leaves the game; then the
    next one is turned up.
    """
    gone, turned, left = b"", NOTHING, list(stock)
    for pile in range(rules.open_piles):
        cards = left[pile]
        if not cards or (rules.sweep == "other_piles" and pile in taken):
            continue
        if pile in waiting:
            waiting = tuple(other for other in waiting if other != pile)
            turned += turned_up(rules, pile, cards)
        gone += cards[:1]
        left[pile] = cards[1:]
        if rules.is_display:
            stock, more = shown(rules, tuple(left), pile)
            left, turned = list(stock), turned + more
        else:
            turned += turned_up(rules, pile, left[pile])
    return tuple(left), gone, turned, waiting
