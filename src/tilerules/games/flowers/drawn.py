"""Random sound cards of Flowers, for tests."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

Card = dict[str, Any]

COLOURS = ["yellow", "red", "blue", "green", "white"]
VALUES = [str(value) for value in range(1, 10)]
STEPS = ["discards", "fields", "butterflies"]
MOST_COPIES = 5
TOUCHING = st.sampled_from(["sides", "corners_too"])
POINTS = st.integers(-3, 3)


@st.composite
def cards(draw: st.DrawFn) -> Card:
    """Sound Flowers cards over the whole vocabulary, of few cards."""
    seats = draw(st.integers(1, 4))
    start, number = draw(_starts()), draw(st.integers(1, 4))
    beside = 0 if start["card"] == "violet" else seats
    cards, deck = draw(_decks(beside + number))
    piles, sizes = draw(_piles(number, deck - beside))
    covering = draw(_coverings())
    scoring = draw(_scorings())
    return {
        "extends": "flowers",
        "for_players": "removed",
        "players": [seats],
        "cards": cards,
        "start": start,
        "piles": piles,
        "garden": draw(_gardens(_cells_needed(start, covering, sizes, seats))),
        "cover": covering,
        "turn": {"sweep": draw(st.sampled_from(["never", "open_piles", "other_piles"]))},
        "end": {"round": draw(st.sampled_from(["broken_off", "finished"]))},
        "scoring": scoring,
        "tie_breaks": draw(st.lists(st.sampled_from(scoring["steps"]), unique=True, max_size=3)),
    }


@st.composite
def _starts(draw: st.DrawFn) -> Card:
    if draw(st.booleans()):
        return {"card": "random"}
    return {
        "card": "violet",
        "violet": draw(st.sampled_from(["neutral", "wild", "anchor"])),
        "cover_violet": draw(st.sampled_from(["may", "never"])),
    }


@st.composite
def _decks(draw: st.DrawFn, least: int) -> tuple[Card, int]:
    """The cards, and how many there are: at least so many."""
    colours = COLOURS[: draw(st.integers(1, 5))]
    small = st.sampled_from(VALUES[:4]) | st.sampled_from(VALUES)
    chosen = draw(st.lists(small, min_size=1, max_size=4, unique=True))
    values = {value: draw(st.integers(0, MOST_COPIES)) for value in sorted(chosen)}
    missing = -(-least // len(colours)) - sum(values.values())
    values[min(chosen)] += max(missing, 0)
    lying = [(of, value, n) for of in colours for value in chosen for n in range(values[value])]
    marked = draw(st.lists(st.sampled_from(lying), max_size=8, unique=True))
    butterflies = [f"{of}-{value}-{draw(st.sampled_from(colours))}" for of, value, _ in marked]
    removed = {value: "removed" for value in VALUES[:4] if value not in values}
    cards = {"colours": colours, "values": {**removed, **values}, "butterflies": butterflies}
    return cards, len(lying)


@st.composite
def _piles(draw: st.DrawFn, number: int, left: int) -> tuple[Card, list[int]]:
    """The piles, and how many cards they have at the most."""
    piles = {
        "hidden": draw(st.integers(0, number)),
        "next_shown": draw(st.sampled_from(["next_turn", "at_once"])),
    }
    if draw(st.booleans()):
        return {**piles, "dealt": "evenly", "number": number}, [-(-left // number)] * number
    sizes = draw(st.lists(st.integers(1, left // number), min_size=number, max_size=number))
    return {**piles, "dealt": "listed", "sizes": sizes, "number": "removed"}, sizes


@st.composite
def _coverings(draw: st.DrawFn) -> Card:
    cards = draw(st.sampled_from(["any", "any", "not_start", "never"]))
    if cards == "never":
        return {"cards": cards, "depth": "removed"}
    return {"cards": cards, "depth": draw(st.just("never") | st.integers(2, 4))}


def _cells_needed(start: Card, covering: Card, sizes: list[int], seats: int) -> int:
    """How many cells leave room for every card that a seat can get, the start card lying bare."""
    rounds = -(-sum(sizes) // seats)
    if covering["depth"] == "never":
        may_lie_deep = start.get("cover_violet", "may") == "may"
        return 1 if covering["cards"] == "any" and may_lie_deep else 2
    deep = 1 if covering["depth"] == "removed" else int(covering["depth"])
    return 1 + -(-rounds // deep)


@st.composite
def _gardens(draw: st.DrawFn, cells: int) -> Card:
    """A garden that is limited one way, both ways or not at all, with room for so many cells."""
    width = draw(st.integers(1, 8))
    least = -(-cells // width)
    limits: Card = draw(
        st.sampled_from([{}, {"width": width}, {"height": width}])
        | st.integers(least, least + 3).map(lambda height: {"width": width, "height": height})
    )
    ground = {"touching": draw(TOUCHING), "placing": draw(TOUCHING)}
    return {**ground, "width": "never", "height": "never", **limits}


@st.composite
def _scorings(draw: st.DrawFn) -> Card:
    steps = draw(st.permutations(STEPS))[: draw(st.sampled_from([3, 3, 3, 2, 1]))]
    blocks: Card = {
        "discards": {"points": draw(st.integers(-2, -1) | POINTS)},
        "fields": {
            "least": draw(st.integers(1, 6)),
            "points": draw(POINTS),
            "counted": draw(st.sampled_from(["each", "largest", "whole_colour"])),
        },
        "butterflies": {
            "points": draw(POINTS),
            "counted": draw(st.sampled_from(["once", "each_card"])),
        },
    }
    scoring = {step: blocks[step] if step in steps else "removed" for step in STEPS}
    return {"steps": steps, **scoring}
