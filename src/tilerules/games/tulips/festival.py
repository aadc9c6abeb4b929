"""The open festival, which ranks the colours, and the secret one."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from tilerules.engine.quick import of_fields
from tilerules.games.tulips.rules import Rules


class Festival(NamedTuple):
    """The open festival.

    Attributes:
        cards: in the order of adding.
        sums: of the values of each colour.
        ranking: the colours that are there, from the first.
        ranks: the rank of each colour, from 0; that of one that is not there comes after all.
    """

    cards: bytes
    sums: tuple[int, ...]
    ranking: tuple[int, ...]
    ranks: tuple[int, ...]


class Secret(NamedTuple):
    """The secret festival: its cards in the order of adding, and the seats that they came from."""

    cards: bytes
    by: bytes


new_festival = of_fields(Festival)
new_secret = of_fields(Secret)


def festival_of(rules: Rules, cards: bytes) -> Festival:
    """The open festival to which these cards were added one by one."""
    colours = len(rules.colours)
    nothing = new_festival((b"", (0,) * colours, (), (colours,) * colours))
    return added(rules, nothing, cards)


def added(rules: Rules, festival: Festival, cards: bytes) -> Festival:
    """The festival with more cards, each colour ranked anew as a card of it is added."""
    before, sums_before, ranking, ranks = festival
    sums, lead = [*sums_before], 0 if rules.latest_first else 1
    for card in cards:
        colour = rules.colour[card]
        sums[colour] += rules.value[card]
        enough = sums[colour] - lead
        place = ranks[colour] if colour in ranking else len(ranking)
        while place and enough >= sums[ranking[place - 1]]:
            place -= 1
        if place != ranks[colour]:
            ranking, ranks = _moved(ranking, colour, place, len(sums))
    return new_festival((before + cards, (*sums,), ranking, ranks))


@lru_cache(maxsize=4096)
def _moved(
    ranking: tuple[int, ...], colour: int, place: int, colours: int
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The ranking in which a colour has come to a place, and the ranks by it."""
    others = [each for each in ranking if each != colour]
    moved = (*others[:place], colour, *others[place:])
    return moved, _ranks(moved, colours)


def added_together(rules: Rules, festival: Festival, cards: bytes) -> Festival:
    """The festival with more cards, and the colours ranked anew once.

    Equal sums keep their order; colours new to the festival stand behind, as they came.
    """
    sums = list(festival.sums)
    order = dict.fromkeys(festival.ranking)
    for card in cards:
        sums[rules.colour[card]] += rules.value[card]
        order[rules.colour[card]] = None
    ranking = tuple(sorted(order, key=lambda each: -sums[each]))
    return Festival(festival.cards + cards, tuple(sums), ranking, _ranks(ranking, len(sums)))


def _ranks(ranking: tuple[int, ...], colours: int) -> tuple[int, ...]:
    """The rank of each colour in a ranking."""
    ranks = [colours] * colours
    for rank, colour in enumerate(ranking):
        ranks[colour] = rank
    return tuple(ranks)


def at_last(
    rules: Rules, festival: Festival, secret: bytes, lottery: bytes
) -> tuple[Festival, bytes]:
    """The open festival with the secret cards that the end draws, and these in their order.

    Each card was put into the secret festival at a place that the deal has chosen, among all
    places equally likely; the end takes the first ones.
    """
    order: list[int] = []
    for card, place in zip(secret, lottery, strict=False):
        order.insert(place, card)
    drawn = bytes(order[: rules.secret_drawn])
    return with_drawn(rules, festival, drawn), drawn


def with_drawn(rules: Rules, festival: Festival, drawn: bytes) -> Festival:
    """The open festival with the cards that the end has drawn."""
    return (added_together if rules.ranked_once else added)(rules, festival, drawn)
