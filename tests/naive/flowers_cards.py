"""Cards of Flowers for the model: the base card, changes to it, and random sound ones."""

from __future__ import annotations

import copy
import random
from typing import Any

from .flowers import VIOLET, Naive, deck, pile_sizes, steps_of

FOUR = ["yellow", "red", "blue", "green"]
LISTED = {1: [40, 40], 2: [26, 26, 26], 3: [30, 30, 30]}


def base(seats: int) -> dict[str, Any]:
    """The base card, for one number of seats."""
    piles: dict[str, Any] = {"hidden": 1, "next_shown": "next_turn"}
    if seats in LISTED:
        piles |= {"dealt": "listed", "sizes": LISTED[seats]}
    else:
        piles |= {"dealt": "evenly", "number": 3}
    marked = [f"{colour}-4-{other}" for colour in FOUR for other in FOUR if other != colour]
    return {
        "cards": {
            "colours": FOUR,
            "values": {"1": 3, "2": 6, "3": 8, "4": 10},
            "butterflies": marked,
        },
        "start": {"card": "random"},
        "piles": piles,
        "garden": {
            "touching": "sides",
            "placing": "sides",
            "width": "never",
            "height": "never",
        },
        "cover": {"cards": "any", "depth": "never"},
        "turn": {"sweep": "open_piles" if seats == 1 else "never"},
        "end": {"round": "broken_off"},
        "scoring": {
            "steps": ["discards", "fields", "butterflies"],
            "discards": {"points": -1},
            "fields": {"least": 5, "points": 1, "counted": "each"},
            "butterflies": {"points": 1, "counted": "once"},
        },
        "tie_breaks": [],
    }


BASE = base(2)


SCORING_BLOCKS = (
    "fields",
    "butterflies",
    "discards",
    "sizes",
    "squares",
    "lines",
    "all_colours",
    "apart",
)


def random_card(rng: random.Random, seats: int) -> dict[str, Any]:
    """Any reading of every rule and any of the blocks, with room for the cards a seat can get."""
    one = rng.choice
    card = copy.deepcopy(BASE)
    card["cards"] = random_cards(rng)
    violet = {"violet": one(["neutral", "wild", "anchor"]), "cover_violet": one(["may", "never"])}
    card["start"] = one([{"card": "random"}, {"card": "violet"} | violet])
    turn: dict[str, Any] = random_turn(rng, 3)
    turn["sweep"] = one(["never", "open_piles", "other_piles"])
    free = len(deck(card)) - (seats if card["start"]["card"] == "random" else 0)
    number = rng.randint(1, min(4, free))
    room_for = (free - number - 1) // seats
    if turn.get("hand", 0) > max(room_for, 0):
        turn = {"sweep": turn["sweep"]}
    card["turn"] = turn
    free -= seats * turn.get("hand", 0)
    card["piles"] = random_piles(rng, number, free)
    card["scoring"] = random_scoring(rng)
    steps = card["scoring"]["steps"]
    card["tie_breaks"] = rng.sample(steps, rng.randint(0, min(3, len(steps))))
    if rng.random() < 0.2:
        times = {"times": rng.randint(1, 3), "in": one(["game", "turn"])}
        card["uses"] = {one(["cover", "discard"]): times}
    takes = steps_of(card).count("take")
    most = 1 + turn.get("hand", 0) + takes + -(-sum(pile_sizes(card, seats)) // seats)
    card |= random_ground(rng, most, "cover" in card.get("uses", {}))
    card["end"] = random_end(rng, card, seats)
    return card | random_seats(rng, seats)


def random_cards(rng: random.Random) -> dict[str, Any]:
    """A deck of 16 cards or more, some with butterflies."""
    colours = FOUR[: rng.randint(2, 4)]
    values = {str(value): rng.randint(2, 6) for value in range(1, rng.randint(3, 6))}
    while len(colours) * sum(values.values()) < 16:
        values["1"] += 1
    kinds = [(colour, value) for colour in colours for value in values]
    marked = [
        f"{colour}-{value}-{other}"
        for colour, value in rng.sample(kinds, rng.randint(0, 3))
        for other in rng.choices(colours, k=rng.randint(1, values[value]))
    ]
    return {"colours": colours, "values": values, "butterflies": marked}


def random_turn(rng: random.Random, most_takes: int) -> dict[str, Any]:
    """The steps of a turn in any order, in which there is a card in hand at each place."""
    if rng.random() < 0.6:
        return {}
    hand, takes = rng.randint(0, 2), rng.randint(1, most_takes)
    steps: list[str] = []
    left, held = {"take": takes, "place": takes}, hand
    while any(left.values()):
        kinds = [kind for kind in left if left[kind] and (kind == "take" or held)]
        kind = rng.choice(kinds)
        left[kind] -= 1
        held += 1 if kind == "take" else -1
        steps.append(kind if kind == "take" else rng.choice(["place", "place_or_discard"]))
    return {"hand": hand, "steps": steps}


def random_piles(rng: random.Random, number: int, cards: int) -> dict[str, Any]:
    """So many piles of these cards; those of a display have a stock behind them."""
    one = rng.choice
    piles = {"hidden": rng.randint(0, number), "next_shown": one(["next_turn", "at_once"])}
    if rng.random() < 0.2:
        piles["known"] = "all"
    match one(["evenly", "evenly", "listed", "listed", "display"]):
        case "evenly":
            return piles | {"dealt": "evenly", "number": number}
        case "listed":
            sizes = [rng.randint(1, cards // number) for _ in range(number)]
            return piles | {"dealt": "listed", "sizes": sizes}
        case _:
            hidden = rng.randint(0, 1 if cards > number else 0)
            return piles | {"dealt": "display", "number": number, "hidden": hidden}


def random_scoring(rng: random.Random) -> dict[str, Any]:
    """Some blocks, in any order."""
    one = rng.choice
    old = rng.sample(SCORING_BLOCKS[:3], one([1, 2, 3, 3, 3]))
    steps = [*old, *(step for step in SCORING_BLOCKS[3:] if rng.random() < 0.2)]
    rng.shuffle(steps)
    counted = one(["each", "largest", "whole_colour"])
    extra = {"number": rng.randint(1, 3)} if counted == "largest" and one([True, False]) else {}
    table = {str(size): rng.randint(-2, 6) for size in rng.sample(range(1, 13), rng.randint(1, 3))}
    shape = {"of": one(["any", "colour"]), "points": rng.randint(-1, 3)}
    blocks = {
        "discards": {"points": rng.randint(-3, 0)},
        "fields": {"least": rng.randint(1, 6), "points": 1, "counted": counted} | extra,
        "butterflies": {"points": rng.randint(1, 3), "counted": one(["once", "each_card"])},
        "sizes": {"points": table},
        "squares": {"side": rng.randint(2, 3)} | shape,
        "lines": {"length": rng.randint(2, 4)} | shape,
        "all_colours": {"least": rng.randint(1, 3), "points": 5},
        "apart": {"points": rng.randint(-2, 2)},
    }
    return {"steps": steps, **{step: blocks[step] for step in steps}}


def random_end(rng: random.Random, card: dict[str, Any], seats: int) -> dict[str, Any]:
    """Some conditions with their numbers; those of the gardens where all are limited."""
    end: dict[str, Any] = {"round": rng.choice(["broken_off", "finished", "one_more"])}
    if rng.random() < 0.6:
        return end
    known = ["empty_piles", "points", "rounds"]
    if "never" not in (card["garden"]["width"], card["garden"]["height"]):
        known.append("full_gardens")
    for key in ("any_of", "all_of"):
        end[key] = rng.sample(known, rng.randint(0, 2))
    numbers = {
        "empty_piles": rng.choice([1, 2, "all"]),
        "points": rng.randint(1, 12),
        "rounds": rng.randint(1, 8),
        "full_gardens": rng.randint(1, seats),
    }
    return end | {word: numbers[word] for word in {*end["any_of"], *end["all_of"]}}


def random_seats(rng: random.Random, seats: int) -> dict[str, Any]:
    """What is different for some seats, who are partners, and what one seat has to reach."""
    blocks: dict[str, Any] = {}
    if rng.random() < 0.2:
        blocks["seats"] = {str(rng.randrange(seats)): {"handicap": rng.randint(-5, 5)}}
    if rng.random() < 0.3 and seats > 2:
        blocks["partners"] = {"teams": {"sun": rng.sample(range(seats), 2)}}
    if rng.random() < 0.3 and seats == 1:
        blocks["goal"] = {"points": rng.randint(-5, 20), "ratings": {"0": "some", "12": "many"}}
    return blocks


def limit(value: Any, most: int) -> int:
    return most if value == "never" else int(value)


def random_ground(rng: random.Random, most: int, covers_run_out: bool) -> dict[str, Any]:
    """Limits that leave room for so many cards in a garden."""
    one = rng.choice
    words = ["sides", "corners_too"]
    while True:
        width, height = (one(["never", rng.randint(1, 8)]) for _ in range(2))
        cards, depth = one(["any", "not_start", "never"]), one(["never", 2, 3])
        high = 1 if cards == "never" or covers_run_out else limit(depth, most)
        cells = limit(width, most) * limit(height, most)
        if (cells - 1) * high + 1 >= most:  # perhaps the start card must stay bare
            garden = {"touching": one(words), "placing": one(words)}
            return {
                "garden": garden | {"width": width, "height": height},
                "cover": {"cards": cards, "depth": depth},
            }


def new_game(rng: random.Random, card: dict[str, Any], seats: int) -> Naive:
    bag = deck(card)
    rng.shuffle(bag)
    random_start = card["start"]["card"] == "random"
    starts = [bag.pop() if random_start else VIOLET for _ in range(seats)]
    hands = [[bag.pop() for _ in range(card["turn"].get("hand", 0))] for _ in range(seats)]
    piles = [[bag.pop() for _ in range(size)] for size in pile_sizes(card, seats)]
    return Naive(card, seats, starts, piles, hands)
