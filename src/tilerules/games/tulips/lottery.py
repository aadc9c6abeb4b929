"""The lottery of the end, seen from behind: secret cards and an order that give what was drawn.

Each card put into the secret festival got a place among those there before it, so that all orders
are equally likely; the end has drawn the first cards of the order. Which of the cards were drawn is
hidden, so a viewer's own secret card may be one of them, or lie there still.
"""

from __future__ import annotations

from bisect import bisect
from collections import Counter
from collections.abc import Sequence
from itertools import accumulate
from math import comb, perm

from tilerules.games.tulips.rules import UNKNOWN
from tilerules.table.shuffle import Stream


def fitting(
    secret: bytes, drawn: bytes, unseen: Counter[int], stream: Stream
) -> tuple[bytes, bytes]:
    """The secret cards, all known, and a place for each, so that the end draws what it has drawn.

    Args:
        secret: the secret cards, in the order of adding, some of them unknown.
        drawn: the cards that the end has drawn, in order.
        unseen: the cards that may be any of the unknown ones; those drawn are among them, unless
            they are known secret cards.
        stream: draws evenly among all ways to lay physical cards on the unknown places and to
            order the places.
    """
    spots = {card: stream.shuffled(_spots(secret, card)) for card in {UNKNOWN, *drawn}}
    origins = {
        card: stream.shuffled([True] * hidden + [False] * (drawn.count(card) - hidden))
        for card, hidden in _split(drawn, spots, unseen, stream).items()
    }
    cards, order, left = bytearray(secret), list[int](), Counter(unseen)
    for card in drawn:
        hidden = origins[card].pop()
        order.append(spots[UNKNOWN if hidden else card].pop())
        cards[order[-1]] = card
        left[card] -= hidden
    others = stream.shuffled(sorted(left.elements()))
    for spot in spots[UNKNOWN]:
        cards[spot] = others.pop()
    return bytes(cards), _places(order + stream.shuffled([*{*range(len(cards))} - {*order}]))


def _spots(secret: bytes, card: int) -> list[int]:
    return [spot for spot, each in enumerate(secret) if each == card]


def _split(
    drawn: bytes, spots: dict[int, list[int]], unseen: Counter[int], stream: Stream
) -> dict[int, int]:
    """For each card drawn, how many of them were unknown secret cards.

    How likely that is, is counted: which of the draws they were, the known spots of the others, and
    the physical copies; and at last the unknown spots, and what lies on the rest of these.
    """
    cards, room = sorted(set(drawn)), len(spots[UNKNOWN])
    ways = [
        [
            comb(drawn.count(card), hidden)
            * perm(len(spots[card]), drawn.count(card) - hidden)
            * perm(unseen[card], hidden)
            for hidden in range(drawn.count(card) + 1)
        ]
        for card in cards
    ]
    most = min(len(drawn), room, unseen.total())
    # after[n][hidden]: the ways that are left when the first n cards have so many hidden ones.
    after = [[perm(room, n) * perm(unseen.total() - n, room - n) for n in range(most + 1)]]
    for each in reversed(ways):
        later = after[0]
        after.insert(0, [_joined(each, later[so_far:]) for so_far in range(most + 1)])
    split, so_far = dict[int, int](), 0
    for card, each, later in zip(cards, ways, after[1:], strict=True):
        weights = [a * b for a, b in zip(each, later[so_far:], strict=False)]
        split[card] = _chosen(weights, stream)
        so_far += split[card]
    return split


def _joined(ways: Sequence[int], later: Sequence[int]) -> int:
    return sum(a * b for a, b in zip(ways, later, strict=False))


def _chosen(weights: Sequence[int], stream: Stream) -> int:
    """A number that is as likely as its weight says."""
    return bisect(list(accumulate(weights)), stream.below(sum(weights)))


def _places(order: Sequence[int]) -> bytes:
    """For each card by its number, the place among those before it that leads to this order."""
    at = {card: place for place, card in enumerate(order)}
    return bytes(sum(at[each] < at[card] for each in range(card)) for card in range(len(order)))
