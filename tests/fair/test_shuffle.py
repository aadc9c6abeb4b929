"""Shuffles and deals are even: all that can lie somewhere lies there as often as it should.

The seeds are fixed, so these always give the same counts; a fair shuffle passes each test with all
but one of ten thousand choices of seeds.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache, reduce
from itertools import permutations, product
from operator import getitem
from typing import Any

import pytest

import tilerules as tr
from tests.fair.described import flowers_deck, tulips_deck
from tests.laws.chance import evenly
from tilerules.ruleset.values import thawed
from tilerules.table.shuffle import Stream

pytestmark = pytest.mark.unmeasured

Shuffle = Callable[[Stream, Sequence[int]], list[int]]

# ---- shuffles -------------------------------------------------------------------------------


def fair(stream: Stream, things: Sequence[int]) -> list[int]:
    """As the library shuffles."""
    return stream.shuffled(things)


def never_itself(stream: Stream, things: Sequence[int]) -> list[int]:
    """The classic slip: each changes places with one before it, and never stays."""
    out = list(things)
    for last in range(len(out) - 1, 0, -1):
        other = stream.below(last)
        out[last], out[other] = out[other], out[last]
    return out


def first_stays_out(stream: Stream, things: Sequence[int]) -> list[int]:
    """Another: the shuffle ends one place too early."""
    out = list(things)
    for last in range(len(out) - 1, 1, -1):
        other = stream.below(last + 1)
        out[last], out[other] = out[other], out[last]
    return out


def from_all_places(stream: Stream, things: Sequence[int]) -> list[int]:
    """Each changes places with any, so that some orders come about in more ways."""
    out = list(things)
    for place in range(len(out)):
        other = stream.below(len(out))
        out[place], out[other] = out[other], out[place]
    return out


def without_rejection(stream: Stream, things: Sequence[int]) -> list[int]:
    """A byte's remainder for a place: the low places are more likely."""
    out = list(things)
    for last in range(len(out) - 1, 0, -1):
        other = stream.bytes(1)[0] % (last + 1)
        out[last], out[other] = out[other], out[last]
    return out


def orders_are_even(shuffle: Shuffle) -> None:
    """All orders of four things."""
    counts = Counter(tuple(shuffle(Stream(seed), range(4))) for seed in range(6_000))
    evenly(counts, dict.fromkeys(permutations(range(4)), 1))


def places_are_even(shuffle: Shuffle) -> None:
    """Where each of nine things comes to lie."""
    drawn = [shuffle(Stream(seed), range(9)) for seed in range(3_000)]
    for place in range(9):
        evenly(Counter(order[place] for order in drawn), dict.fromkeys(range(9), 1))
    for thing in range(9):
        evenly(Counter(order.index(thing) for order in drawn), dict.fromkeys(range(9), 1))


def neighbours_are_even(shuffle: Shuffle) -> None:
    """Which two of eight things come to lie on a place and the next one."""
    drawn = [shuffle(Stream(seed), range(8)) for seed in range(3_000)]
    for place in range(7):
        pairs = Counter((order[place], order[place + 1]) for order in drawn)
        evenly(pairs, dict.fromkeys(permutations(range(8), 2), 1))


def the_last_of_many_is_even(shuffle: Shuffle) -> None:
    """Which of a hundred things comes to lie last."""
    lasts = Counter(shuffle(Stream(seed), range(100))[-1] for seed in range(4_000))
    evenly(lasts, dict.fromkeys(range(100), 1))


LAWS = [orders_are_even, places_are_even, neighbours_are_even, the_last_of_many_is_even]


@pytest.mark.parametrize("law", LAWS)
def test_shuffles_are_even(law: Callable[[Shuffle], None]) -> None:
    law(fair)


@pytest.mark.parametrize(
    ("shuffle", "law"),
    [
        *product([never_itself, first_stays_out], LAWS[:3]),
        *product([from_all_places], LAWS[:3]),
        (without_rejection, the_last_of_many_is_even),
    ],
)
def test_uneven_shuffles_are_found(shuffle: Shuffle, law: Callable[[Shuffle], None]) -> None:
    with pytest.raises(AssertionError, match=r"uneven|impossible|never seen"):
        law(shuffle)


@pytest.mark.parametrize("limit", [1, 2, 3, 5, 7, 13, 91, 100, 129, 255, 256, 257, 300, 1001])
def test_numbers_are_even(limit: int) -> None:
    stream = Stream(limit)
    counts = Counter(stream.below(limit) for _ in range(20 * limit + 5_000))
    evenly(counts, dict.fromkeys(range(limit), 1))


@pytest.mark.parametrize("limit", [91, 100])
def test_remainders_alone_are_not_even(limit: int) -> None:
    counts = Counter(byte % limit for byte in Stream(limit).bytes(20 * limit + 5_000))
    with pytest.raises(AssertionError, match="uneven"):
        evenly(counts, dict.fromkeys(range(limit), 1))


# ---- deals ----------------------------------------------------------------------------------


@cache
def dealt(id: str, seats: int, number: int) -> list[dict[str, Any]]:
    """The data of deals of many seeds."""
    ruleset = tr.load(id)
    return [tr.deal(ruleset, seats, seed=seed).to_data() for seed in range(number)]


def at(data: Any, *way: str | int) -> Any:
    """What lies at the end of a way of keys."""
    return reduce(getitem, way, data)


def in_turn(deck: Counter[str], number: int) -> Iterator[tuple[tuple[str, ...], float]]:
    """So many cards drawn from a deck, and how many ways of the physical cards there are."""
    if number == 0:
        yield (), 1
        return
    for card, copies in deck.items():
        if copies:
            for others, ways in in_turn(deck - Counter([card]), number - 1):
                yield (card, *others), copies * ways


def test_tiles_are_even() -> None:
    """On each cell of the small game, and on each two that follow each other."""
    card = thawed(tr.load("serendipity-small").values_for(2))["tiles"]
    tiles = Counter(card["colours"] * card["copies"] + ["serendip"] * card["serendips"])
    deals = [
        [cell["tile"] for cell in data["cells"].values()]
        for data in dealt("serendipity-small", 2, 2_000)
    ]
    pairs = dict(in_turn(tiles, 2))
    for place in range(37):
        evenly(Counter(deal[place] for deal in deals), tiles)
        if place:
            evenly(Counter((deal[place - 1], deal[place]) for deal in deals), pairs)


@pytest.mark.parametrize(
    ("id", "facings"),
    [("serendipity", "ne e se sw w nw"), ("serendipity-small", "ne e se")],
)
def test_facings_are_even(id: str, facings: str) -> None:
    """Those of the first two Serendips in row order, and of the last."""
    deals = [
        [cell["facing"] for cell in data["cells"].values() if cell["tile"] == "serendip"]
        for data in dealt(id, 2, 2_000)
    ]
    words = facings.split()
    evenly(Counter((deal[0], deal[1]) for deal in deals), dict.fromkeys(product(words, words), 1))
    evenly(Counter(deal[-1] for deal in deals), dict.fromkeys(words, 1))


def test_cards_of_flowers_are_even() -> None:
    """A start card, the cards on top of and under each pile, a card left over."""
    deck = Counter(flowers_deck(thawed(tr.load("flowers").values_for(2))["cards"]))
    deals = dealt("flowers", 2, 2_000)
    ways = [*product(["starts", "left_over"], [0, -1]), *product(["piles"], range(3), [0, -1])]
    for way in ways:
        evenly(Counter(at(data, *way) for data in deals), deck)


def colour(card: str) -> str:
    """The colour of a card."""
    return card.partition("-")[0]


def festivals(deck: Counter[str], number: int) -> Iterator[tuple[tuple[str, ...], Fraction]]:
    """The first cards that a festival can draw, and their chances."""
    if number == 0:
        yield (), Fraction(1)
        return
    for card, copies in deck.items():
        rest = Counter({other: deck[other] for other in deck if colour(other) != colour(card)})
        for others, chance in festivals(rest, number - 1):
            yield (card, *others), chance * copies / deck.total()


@pytest.mark.parametrize("equal_sums", ["latest_first", "oldest_first"])
@pytest.mark.parametrize(
    ("number", "cards"),
    [
        (2, {}),
        (2, {"values": {"2": 30, "3": 4, "4": 6}}),
        (2, {"more": ["pink-3"] * 30}),
        (3, {"values": {"2": 20, "3": 20, "4": "removed"}}),
    ],
)
def test_the_first_cards_of_a_festival_are_even(
    number: int, cards: dict[str, Any], equal_sums: str
) -> None:
    """By all ways in which they can be drawn, each added so that the highest value is first."""
    changes = {"start": {"festival": number}, "festival": {"equal_sums": equal_sums}}
    ruleset = tr.load({"extends": "tulips", "cards": cards, **changes})
    deck = Counter(tulips_deck(thawed(ruleset.values_for(3))["cards"]))
    chances: dict[object, Fraction] = defaultdict(Fraction)
    for drawn, chance in festivals(deck, number):
        added = sorted(drawn, key=lambda card: -int(card.partition("-")[2]))
        chances[tuple(added if equal_sums == "oldest_first" else reversed(added))] += chance
    layouts = (tr.deal(ruleset, 3, seed=seed).layout for seed in range(6_000))
    evenly(Counter(tuple(layout.split(" | ")[0].split()) for layout in layouts), chances)


def test_cards_of_tulips_are_even() -> None:
    """Of all but the festival's cards, whose draw leaves the colours as likely as they were."""
    deck = Counter(tulips_deck(thawed(tr.load("tulips").values_for(3))["cards"]))
    deals = dealt("tulips", 3, 3_000)
    for way in [("hands", 0, 0), ("hands", 2, 1), ("deck", 0), ("deck", -1), ("left_out", 0)]:
        evenly(Counter(at(data, *way) for data in deals), deck)


def test_the_lottery_is_even() -> None:
    """Each number is, and so is each order in which the end would take the first four cards."""
    deals = [data["lottery"] for data in dealt("tulips", 3, 3_000)]
    for number in [*range(12), 62]:
        evenly(Counter(deal[number] for deal in deals), dict.fromkeys(range(number + 1), 1))
    orders: Counter[object] = Counter()
    for deal in deals:
        order: list[int] = []
        for card in range(4):
            order.insert(deal[card], card)
        orders[tuple(order)] += 1
    evenly(orders, dict.fromkeys(permutations(range(4)), 1))
