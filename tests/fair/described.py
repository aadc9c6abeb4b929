"""Deals by their description in `docs/guides/deals.md` alone, in nothing but Python's own library.

The values are those of a ruleset for a number of seats, as plain data.
"""

from __future__ import annotations

import hashlib
from typing import Any, NamedTuple

FACINGS = ["ne", "e", "se", "sw", "w", "nw"]


class Dealt(NamedTuple):
    """The salt and the layout of a deal."""

    salt: bytes
    layout: str


class Drawn:
    """The stream, read from one long output."""

    def __init__(self, seed: int | bytes) -> None:
        said = b"bytes " + seed if isinstance(seed, bytes) else f"int {seed:x}".encode()
        self.output = hashlib.shake_256(b"tilerules deal 1\n" + said).digest(10_000)
        self.read = 0

    def bytes(self, number: int) -> bytes:
        """The next bytes."""
        self.read += number
        assert self.read <= len(self.output), "no deal takes so many bytes"
        return self.output[self.read - number : self.read]

    def below(self, limit: int) -> int:
        """A number below a limit."""
        size = 1
        while limit - 1 >= 256**size:
            size += 1
        largest = 256**size // limit * limit
        while True:
            number = int.from_bytes(self.bytes(size), "big")
            if number < largest:
                return number % limit

    def shuffle(self, things: list[str]) -> None:
        """Shuffle a list."""
        for place in range(len(things), 1, -1):
            other = self.below(place)
            things[place - 1], things[other] = things[other], things[place - 1]


def dealt(game: str, values: dict[str, Any], seats: int, seed: int | bytes) -> Dealt:
    """The deal of a seed."""
    stream = Drawn(seed)
    salt = stream.bytes(32)
    deals = {"serendipity": serendipity, "flowers": flowers, "tulips": tulips}
    return Dealt(salt, deals[game](stream, values, seats))


def serendipity(stream: Drawn, values: dict[str, Any], seats: int) -> str:
    """The tiles in row order."""
    card = values["tiles"]
    tiles = [colour for colour in card["colours"] for _ in range(card["copies"])]
    tiles += ["serendip"] * card["serendips"]
    stream.shuffle(tiles)
    edges = card["serendip_edges"]
    different = 1
    while edges[different:] + edges[:different] != edges:
        different += 1
    for place, tile in enumerate(tiles):
        if tile == "serendip":
            alike = card["serendip_facing"] == "alike"
            facing = FACINGS[0 if alike else stream.below(different)]
            tiles[place] = f"serendip:{facing}"
    return " ".join(tiles)


def flowers(stream: Drawn, values: dict[str, Any], seats: int) -> str:
    """The start cards, the hands if any are dealt, the piles, the cards left over."""
    deck = flowers_deck(values["cards"])
    stream.shuffle(deck)
    violet = values["start"]["card"] == "violet"
    starts = ["violet"] * seats if violet else [deck.pop(0) for _ in range(seats)]
    held = values["turn"]["hand"]
    hands = [[deck.pop(0) for _ in range(held)] for _ in range(seats if held else 0)]
    if values["piles"]["dealt"] == "listed":
        sizes = values["piles"]["sizes"]
    elif values["piles"]["dealt"] == "display":
        number = values["piles"]["number"]
        sizes = [1] * number + [len(deck) - number]
    else:
        number = values["piles"]["number"]
        sizes = [(len(deck) + number - 1 - pile) // number for pile in range(number)]
    piles = [[deck.pop(0) for _ in range(size)] for size in sizes]
    return layout([starts, *hands, *piles, deck])


def flowers_deck(card: dict[str, Any]) -> list[str]:
    """The deck before the shuffle."""
    winged: list[str] = card["butterflies"]
    names = [name.rpartition("-")[0] for name in winged]
    deck = []
    for colour in card["colours"]:
        for value in sorted(map(int, card["values"])):
            name = f"{colour}-{value}"
            deck += [name] * (card["values"][str(value)] - names.count(name))
    return deck + sorted(winged, key=winged.index)


def tulips(stream: Drawn, values: dict[str, Any], seats: int) -> str:
    """The first cards of the festival, the hands, the deck, the cards left out, the lottery."""
    deck, start = tulips_deck(values["cards"]), values["start"]
    drawn: list[str] = []
    for _ in range(start["festival"]):
        colours = {card.partition("-")[0] for card in drawn}
        others = [n for n, card in enumerate(deck) if card.partition("-")[0] not in colours]
        drawn.append(deck.pop(others[stream.below(len(others))]))
    stream.shuffle(deck)
    left_out = [deck.pop(0) for _ in range(start["left_out"])]
    hands = [[deck.pop(0) for _ in range(start["dealt"])] for _ in range(seats)]
    secret = len(deck) + sum(len(hand) - 1 for hand in hands)
    lottery = [str(stream.below(before + 1)) for before in range(secret)]
    drawn.sort(key=lambda card: int(card.partition("-")[2]), reverse=True)
    if values["festival"]["equal_sums"] == "latest_first":
        drawn.reverse()
    return layout([drawn, *hands, deck, left_out, lottery])


def tulips_deck(card: dict[str, Any]) -> list[str]:
    """The deck before any card is drawn."""
    more: list[str] = card["more"]
    numbers = {*map(int, card["values"]), *(int(name.partition("-")[2]) for name in more)}
    deck = []
    for colour in card["colours"]:
        for value in sorted(numbers):
            name = f"{colour}-{value}"
            deck += [name] * (card["values"].get(str(value), 0) + more.count(name))
    return deck


def layout(parts: list[list[str]]) -> str:
    """The parts, divided by bars."""
    return " | ".join(" ".join(part) for part in parts)


def commitment(digest: str, seats: int, deal: Dealt) -> str:
    """The commitment to a deal."""
    lines = ["tilerules commitment 1", digest, str(seats), deal.salt.hex(), deal.layout]
    return hashlib.sha256("".join(line + "\n" for line in lines).encode()).hexdigest()
