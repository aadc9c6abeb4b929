"""The numbering of all moves, written from the guide to notation alone; values of a card go in."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

Card = Mapping[str, Any]

DIRECTIONS = ("ne", "e", "se", "sw", "w", "nw")


def moves(game: str, card: Card, seats: int) -> list[str]:
    """All moves of a card for a number of seats, in the order of their numbers."""
    if game == "serendipity":
        return [*_serendipity(card)]
    return [*(_flowers(card, seats) if game == "flowers" else _tulips(card, seats))]


def digest(lines: Sequence[str]) -> str:
    """SHA-256 over moves, each on a line of its own."""
    return hashlib.sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest()


# ---- Serendipity ----------------------------------------------------------------------------


def _serendipity(card: Card) -> Iterator[str]:
    turn = card["turn"]
    own, serendip = turn["own"], turn["serendip"]
    chosen = "chosen" in (turn["foreign"]["stays_up"], turn["unowned"]["stays_up"])
    cells, facings = board_cells(card), written_facings(card)
    turning = serendip["exchange"]["turning"] if "exchange" in serendip else None
    yield from (f"choose {colour}" for colour in card["tiles"]["colours"])
    yield from (f"reveal {cell}" for cell in cells)
    if "leave" in own or chosen:
        yield "keep"
    if "leave" in serendip:
        yield from (f"keep {facing}" for facing in facings)
    if chosen:
        yield "back"
    yield "pass"
    if "exchange" in own or turning == "never":
        yield from (f"move {cell}" for cell in cells)
    if turning == "free":
        yield from (f"move {cell} {facing}" for cell in cells for facing in facings)
    if "leave" in serendip and serendip["leave"]["swap"] != "never":
        yield from (f"swap {one} {cells[n]}" for n in range(len(cells)) for one in cells[:n])


def board_cells(card: Card) -> list[str]:
    """The labels of a board in row order."""
    side = card["board"]["side"]
    lengths = [*range(side, 2 * side), *range(2 * side - 2, side - 1, -1)]
    rows = zip("abcdefghijklmnopqrstuvwxy", lengths, strict=False)
    return [f"{row}{place}" for row, length in rows for place in range(1, length + 1)]


def different_facings(card: Card) -> int:
    """After how many steps the edges of a Serendip repeat themselves."""
    edges = [*card["tiles"]["serendip_edges"]]
    return min(n for n in (1, 2, 3, 6) if edges == edges[:n] * (6 // n))


def written_facings(card: Card) -> list[str]:
    """The facings that look different, from `ne` clockwise."""
    first = card["tiles"]["serendip_edges"][0]
    return [f"{first}:{direction}" for direction in DIRECTIONS[: different_facings(card)]]


def written_facing(card: Card, read: str) -> str:
    """A facing as it is written, of one by any colour."""
    colour, _, direction = read.rpartition(":")
    k = [*card["tiles"]["serendip_edges"]].index(colour)
    steps = (DIRECTIONS.index(direction) - k) % 6
    return written_facings(card)[steps % different_facings(card)]


# ---- Flowers --------------------------------------------------------------------------------


def _flowers(card: Card, seats: int) -> Iterator[str]:
    cells, start = garden_cells(card, seats), card["start"]
    named = [f" {kind}" for kind in kinds_of_flowers(card)] if several_in_hand(card) else [""]
    yield from (f"take {pile}" for pile in range(pile_count(card)))
    single = [f"place {cell}" for cell in cells]
    violet = start["card"] == "violet" and start["cover_violet"] == "may"
    if card["cover"]["cards"] != "never" or violet:
        single += [f"cover {cell}" for cell in cells]
    if "place_or_discard" in card["turn"]["steps"]:
        single.append("discard")
    yield from (move + card_named for move in single for card_named in named)


def several_in_hand(card: Card) -> bool:
    """Whether a seat can have two cards in hand."""
    in_hand = most = card["turn"]["hand"]
    for step in card["turn"]["steps"]:
        in_hand += 1 if step == "take" else -1
        most = max(most, in_hand)
    return bool(most >= 2)


def kinds_of_flowers(card: Card) -> list[str]:
    """The kinds of cards of which there is a copy, those with butterflies behind all others."""
    deck = card["cards"]
    winged = [*dict.fromkeys(deck["butterflies"])]
    left = {f"{of}-{value}": n for of in deck["colours"] for value, n in deck["values"].items()}
    for name in deck["butterflies"]:
        left[name.rpartition("-")[0]] -= 1
    plain = (f"{of}-{value}" for of in deck["colours"] for value in range(1, 10))
    return [*(kind for kind in plain if left.get(kind)), *winged]


def pile_count(card: Card) -> int:
    """How many piles can be taken from."""
    piles = card["piles"]
    if piles["dealt"] == "display":
        return int(piles["number"] + piles["hidden"])
    return len(piles["sizes"]) if piles["dealt"] == "listed" else int(piles["number"])


def _rounded_up(number: int, by: int) -> int:
    return number // by + (number % by > 0)


def _reach(card: Card, seats: int) -> int:
    """How many cards a seat can ever place."""
    piles, turn, end = card["piles"], card["turn"], card["end"]
    takes = least = turn["steps"].count("take")
    display = piles["dealt"] == "display"
    if display and piles["hidden"] == 0 and piles["next_shown"] == "next_turn":
        least = min(takes, piles["number"])
    lying, empty = _lying(card, seats), end["empty_piles"]
    without = lying - pile_count(card) + (pile_count(card) if empty == "all" else empty)
    all_turns = _rounded_up(lying, least)
    latest = dict.fromkeys(("full_gardens", "points"), all_turns)
    latest |= {
        "empty_piles": _rounded_up(without, least),
        "rounds": end.get("rounds", 0) * seats,
    }
    turns = min([all_turns, *(latest[id] for id in end["any_of"])])
    turns = min(turns, max([latest[id] for id in end["all_of"]], default=turns))
    more = {"broken_off": 0, "finished": -turns % seats, "one_more": seats}[end["round"]]
    placed: int = takes * _rounded_up(min(turns + more, all_turns), seats)
    most: int = lying + turn["hand"]
    return min(placed, most)


def _lying(card: Card, seats: int) -> int:
    """How many cards lie in all piles at the start."""
    piles, deck = card["piles"], card["cards"]
    if piles["dealt"] == "listed":
        return int(sum(piles["sizes"]))
    cards: int = len(deck["colours"]) * sum(deck["values"].values())
    dealt: int = card["turn"]["hand"] + (card["start"]["card"] == "random")
    return cards - seats * dealt


def garden_cells(card: Card, seats: int) -> list[str]:
    """The cells of a garden that are in reach, row by row."""
    reach, garden = _reach(card, seats), card["garden"]
    own = card.get("seats", {})

    def far(size: str) -> int:
        sizes = [own.get(str(seat), {}).get(size, garden[size]) for seat in range(seats)]
        return reach if "never" in sizes else min(reach, max(sizes) - 1)

    far_x, far_y = far("width"), far("height")
    return [
        f"{x},{y}"
        for y in range(-far_y, far_y + 1)
        for x in range(-far_x, far_x + 1)
        if garden["placing"] == "corners_too" or abs(x) + abs(y) <= reach
    ]


# ---- Gift of Tulips -------------------------------------------------------------------------


def _tulips(card: Card, seats: int) -> Iterator[str]:
    turn, kinds = card["turn"], kinds_of_cards(card)
    actions = turn["actions"]
    yield from (f"start {kind}" for kind in kinds)
    single = ["keep"] if "keep" in actions else []
    single += [f"give {seat}" for seat in range(seats) if "give" in actions]
    single += [f"add {way}" for way in ("open", "secret") if {"add", f"add_{way}"} & {*actions}]
    named = [f" {kind}" for kind in kinds] if turn["drawing"] == "together" else [""]
    yield from (move + card_named for move in single for card_named in named)


def kinds_of_cards(card: Card) -> list[str]:
    """The kinds of cards of which there is a copy, colour by colour and value by value."""
    deck = card["cards"]
    there = {*deck["more"]}
    there |= {f"{of}-{value}" for of in deck["colours"] for value, n in deck["values"].items() if n}
    possible = (f"{colour}-{value}" for colour in deck["colours"] for value in range(1, 10))
    return [kind for kind in possible if kind in there]
