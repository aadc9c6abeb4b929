"""What a schema cannot say about a Flowers card.

That a game ends follows from each turn taking a card from a pile, and a pile that is empty ending
the game or its last round.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tilerules.games.flowers.rules import most_placed, pile_sizes
from tilerules.ruleset.checking import Check

MOST_CARDS = 240


def _deck(values: Mapping[str, int], colours: Sequence[str]) -> int:
    return sum(values.values()) * len(colours)


def _not_too_many(values: Mapping[str, int], colours: Sequence[str], *, seats: int) -> str | None:
    cards = _deck(values, colours)
    if cards <= MOST_CARDS:
        return None
    each = sum(values.values())
    return f"{len(colours)} colours of {each} are {cards} cards, more than {MOST_CARDS}"


def _butterflies_fit(
    butterflies: Sequence[str], values: Mapping[str, int], colours: Sequence[str], *, seats: int
) -> str | None:
    on: dict[tuple[str, str], int] = {}
    for name in butterflies:
        colour, value, butterfly = name.split("-")
        unknown = next((each for each in (colour, butterfly) if each not in colours), None)
        if unknown:
            return f"`{name}` names the colour `{unknown}`, which there is not"
        on[colour, value] = on.get((colour, value), 0) + 1
        if on[colour, value] > values.get(value, 0):
            return f"more butterflies are on `{colour}-{value}` than there are such cards"
    return None


def _left(card: str, values: Mapping[str, int], colours: Sequence[str], seats: int) -> int:
    """The cards that are left for the piles after the start cards."""
    return _deck(values, colours) - (seats if card == "random" else 0)


def _piles_fit(
    sizes: Sequence[int] | None,
    card: str,
    values: Mapping[str, int],
    colours: Sequence[str],
    *,
    seats: int,
) -> str | None:
    if sizes is None:
        return None
    left, needed = _left(card, values, colours, seats), sum(sizes)
    if needed <= left:
        return None
    return f"the piles need {needed} cards, and {max(left, 0)} are left after the start cards"


def _piles_have_cards(
    number: int | None, card: str, values: Mapping[str, int], colours: Sequence[str], *, seats: int
) -> str | None:
    left = _left(card, values, colours, seats)
    if number is None or left >= number:
        return None
    return f"{number} piles cannot be made of the {max(left, 0)} cards after the start cards"


def _hidden_fit(
    hidden: int, sizes: Sequence[int] | None, number: int | None, *, seats: int
) -> str | None:
    piles = number if sizes is None else len(sizes)
    if piles is None or hidden <= piles:
        return None
    return f"{hidden} piles cannot be hidden, there are {piles}"


def _room(
    width: int | str,
    height: int | str,
    cards: str,
    depth: int | str | None,
    piles: Mapping[str, Any],
    start: str,
    cover_violet: str | None,
    values: Mapping[str, int],
    colours: Sequence[str],
    *,
    seats: int,
) -> str | None:
    """A garden has room for every card that a seat can get."""
    if isinstance(width, str) or isinstance(height, str):
        return None
    covers_start = cover_violet == "may" or (cards == "any" and cover_violet is None)
    if isinstance(depth, str) and (width * height > 1 or covers_start):
        return None
    sizes = pile_sizes(piles, _left(start, values, colours, seats))
    needed = most_placed(sizes, seats) + 1
    deep = depth if isinstance(depth, int) else 1
    room = 1 + (width * height - 1) * deep
    if room >= needed:
        return None
    return f"a garden of {width} by {height} has room for {room} cards, and a seat can get {needed}"


def _steps_have_blocks(
    steps: Sequence[str], discards: Any, fields: Any, butterflies: Any, *, seats: int
) -> str | None:
    blocks = {"discards": discards, "fields": fields, "butterflies": butterflies}
    missing = next((step for step in steps if not blocks[step]), None)
    return missing and f"the step `{missing}` has no block under `scoring`"


def _blocks_are_steps(
    steps: Sequence[str], discards: Any, fields: Any, butterflies: Any, *, seats: int
) -> str | None:
    blocks = {"discards": discards, "fields": fields, "butterflies": butterflies}
    idle = next((id for id, block in blocks.items() if block and id not in steps), None)
    return idle and (
        f"the block `{idle}` is none of the steps, so it would never score; say `{idle}: removed`"
    )


def _tie_breaks_score(tie_breaks: Sequence[str], steps: Sequence[str], *, seats: int) -> str | None:
    missing = next((id for id in tie_breaks if id not in steps), None)
    return missing and f"`{missing}` cannot break a tie: it is none of the steps of scoring"


_DECK = ("cards.values", "cards.colours")
_LIMITS = ("garden.width", "garden.height", "cover.cards", "cover.depth")
_BLOCKS = ("scoring.discards", "scoring.fields", "scoring.butterflies")

CHECKS = (
    Check("too_many_cards", _DECK, _not_too_many),
    Check("butterflies_without_cards", ("cards.butterflies", *_DECK), _butterflies_fit),
    Check("too_few_cards", ("piles.sizes", "start.card", *_DECK), _piles_fit),
    Check("too_few_cards", ("piles.number", "start.card", *_DECK), _piles_have_cards),
    Check("too_few_piles", ("piles.hidden", "piles.sizes", "piles.number"), _hidden_fit),
    Check(
        "no_room",
        (
            "garden.width",
            "garden.height",
            "cover.cards",
            "cover.depth",
            "piles",
            "start.card",
            "start.cover_violet",
            *_DECK,
        ),
        _room,
    ),
    Check("step_without_block", ("scoring.steps", *_BLOCKS), _steps_have_blocks),
    Check("block_without_step", ("scoring.steps", *_BLOCKS), _blocks_are_steps),
    Check("tie_break_without_step", ("tie_breaks", "scoring.steps"), _tie_breaks_score),
)
