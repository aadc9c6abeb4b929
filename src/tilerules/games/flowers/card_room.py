"""Whether the gardens of a Flowers card are large enough, and whether its end can come."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tilerules.engine.shared.meaning import AtStart, over_at_once
from tilerules.engine.shared.rules import use_of
from tilerules.games.flowers.lengths import must_be_laid, supply
from tilerules.games.flowers.room import most_stacked
from tilerules.ruleset.checking import Check
from tilerules.wording import counted

Limit = int | str
Block = Mapping[str, Any]


def _room(
    width: Limit,
    height: Limit,
    own: Block | None,
    cards: str,
    depth: Limit | None,
    use: Block | None,
    discard: Block | None,
    piles: Block,
    turn: Block,
    end: Block,
    start: str,
    cover_violet: str | None,
    values: Mapping[str, int],
    colours: Sequence[str],
    *,
    seats: int,
) -> str | None:
    """Every garden has room for every card that its seat can get."""
    in_deck = sum(values.values()) * len(colours)
    given = supply(in_deck, piles, turn, end, seats, begins=start == "random")
    leaving = use_of("discard", discard) if discard else None
    left = leaving.times if leaving else 0
    needed = must_be_laid(given.most_placed, given.turn, leaving, left) + 1
    covering = use_of("cover", use) if use else None
    most_covers = covering.times if covering and given.turn.is_limited_by(covering) else needed
    deep = depth if isinstance(depth, int) else needed
    may_cover = None if cover_violet is None else cover_violet == "may"
    on_start = most_stacked(cards, deep, is_start=True, cover_violet=may_cover) - 1
    on_another = most_stacked(cards, deep) - 1
    for wide, high in _sizes(width, height, own, seats):
        if isinstance(wide, str) or isinstance(high, str):
            continue
        cells = wide * high
        room = cells + min(on_start + on_another * (cells - 1), most_covers)
        if room < needed:
            return (
                f"a garden of {wide} by {high} has room for {counted(room, 'card')}, and a seat"
                f" can get {needed}"
            )
    return None


def _sizes(
    width: Limit, height: Limit, own: Block | None, seats: int
) -> Iterator[tuple[Limit, Limit]]:
    """The largest width and height of the garden of each seat."""
    for seat in range(seats):
        mine = (own or {}).get(str(seat), {})
        yield mine.get("width", width), mine.get("height", height)


def _can_be_full(
    number: int | None, width: Limit, height: Limit, own: Block | None, *, seats: int
) -> str | None:
    if number is None:
        return None
    for seat, (wide, high) in enumerate(_sizes(width, height, own, seats)):
        key = "width" if isinstance(wide, str) else "height" if isinstance(high, str) else None
        if key:
            return f"the garden of seat {seat} has no largest {key}, so it is never full"
    return None


def _at_start(
    number: int | None, width: Limit, height: Limit, own: Block | None, *, seats: int
) -> AtStart:
    """Each garden is one card, which may be all that it holds; what that card scores is chance."""
    full = [*_sizes(width, height, own, seats)].count((1, 1))
    is_full = number is not None and full >= number
    return AtStart(points=[0] * seats, holds=["full_gardens"] * is_full)


def _gardens_are_there(number: int | None, *, seats: int) -> str | None:
    if number is None or number <= seats:
        return None
    return f"{number} gardens cannot be full, there are {seats}"


def _piles_are_there(number: Limit, piles: Block, *, seats: int) -> str | None:
    there_are = piles.get("number") or len(piles.get("sizes", ()))
    if piles["dealt"] == "display" and piles["hidden"]:
        there_are += 1
    if isinstance(number, str) or number <= there_are:
        return None
    return f"{number} piles cannot be empty, there are {there_are}"


def _something_is_covered(
    use: Block | None, cards: str, cover_violet: str | None, *, seats: int
) -> str | None:
    if use is None or cards != "never" or cover_violet == "may":
        return None
    return "no card may be covered, so this would limit nothing"


_SIZES = ("garden.width", "garden.height", "seats")

CHECKS = (
    Check(
        "no_room",
        (
            *_SIZES,
            "cover.cards",
            "cover.depth",
            "uses.cover",
            "uses.discard",
            "piles",
            "turn",
            "end",
            "start.card",
            "start.cover_violet",
            "cards.values",
            "cards.colours",
        ),
        _room,
    ),
    Check(
        "use_without_covering",
        ("uses.cover", "cover.cards", "start.cover_violet"),
        _something_is_covered,
    ),
    Check("garden_without_size", ("end.full_gardens", *_SIZES), _can_be_full),
    over_at_once(_at_start, "end.full_gardens", *_SIZES),
    Check("too_few_gardens", ("end.full_gardens",), _gardens_are_there),
    Check("too_few_piles", ("end.empty_piles", "piles"), _piles_are_there),
)
"""The checks of sizes and ends."""
