"""Tables of all games laid by chance, as no game would have left them, and the models of them.

A table is the data of a position without its ruleset and seats, written by hand, as it were: with
whatever a card has, anywhere it can lie.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from itertools import chain
from random import Random
from typing import Any

from tests.naive import flowers, serendipity, tulips
from tests.serendipity.changes import Data

SERENDIP = "serendip"
FACINGS = ("ne", "e", "se", "sw", "w", "nw")
STAGES = ("first", "second", "third", "fourth")
Card = dict[str, Any]
Some = Callable[..., list[str]]
"""Draws cards of what is left of a deck, as many as one of some numbers says."""


def serendipity_table(card: Card, seats: int, chance: Random) -> Data:
    """Tiles up and down as they come, in any phase, perhaps at the end."""
    tiles = card["tiles"]
    lying = tiles["colours"] * tiles["copies"] + [SERENDIP] * tiles["serendips"]
    chance.shuffle(lying)
    up, seen, serendips = (chance.choice([0, 0.3, 0.9, 1]) for _ in range(3))
    cells: dict[str, Data] = {}
    for label, tile in zip(serendipity.labels(card["board"]["side"]), lying, strict=True):
        cells[label] = {"tile": tile}
        if chance.random() < (serendips if tile == SERENDIP else up):
            cells[label]["up"] = True
        elif chance.random() < seen:
            cells[label]["seen"] = True
        if tile == SERENDIP and chance.random() < 0.8:
            cells[label]["facing"] = chance.choice(FACINGS)
    colours = chance.sample(tiles["colours"], len(tiles["colours"]))
    order, seat = serendipity_choosing(card, seats), chance.randrange(seats)
    owners = dict(zip(colours, order, strict=False))
    own = {colour for colour, owner in owners.items() if owner in partners(card, seat)}
    waiting = [
        at for at, cell in cells.items() if "up" in cell and cell["tile"] in own | {SERENDIP}
    ]
    data: Data = {"owners": owners, "cells": cells, "to_move": seat}
    phases = ["choose", "reveal", "again", "decide", "decide", "swap", "go_on", "over"]
    phase = chance.choice(phases)
    if phase == "choose":
        chosen = chance.randrange(len(order))
        return data | {
            "phase": phase,
            "turns": 0,
            "to_move": order[chosen],
            "owners": dict([*owners.items()][:chosen]),
        }
    remaining = {"finished": [None, seats - seat], "one_more": [None, 1, seats]}
    left = remaining.get(card["end"].get("round", "broken_off"), [])
    if phase == "over":
        return data | {"phase": phase, "to_move": None} | ({"turns_left": 0} if left else {})
    if left and (seat or "one_more" in card["end"].values()):
        data["turns_left"] = chance.choice(left)
    if phase == "decide" and waiting:
        data |= {"phase": phase, "turned_up": chance.choice(waiting)}
    elif phase == "go_on" or (phase == "swap" and swaps(card)):
        data["phase"] = phase
    else:
        data |= {"phase": "reveal", "begun": phase == "again"}
    if "uses" in card:
        in_turn = seat if data.get("begun", True) else None
        data["used"] = serendipity_used(card, seats, in_turn, chance)
    return data


def serendipity_choosing(card: Card, seats: int) -> list[int]:
    """The seats in the order in which they choose their colours."""
    each = [
        card.get("seats", {}).get(str(seat), {}).get("colours_each", card["colours_each"])
        for seat in range(seats)
    ]
    return [seat for turn in range(max(each)) for seat in range(seats) if each[seat] > turn]


def partners(card: Card, seat: int) -> set[int]:
    """The seats whose flowers are in a seat's turn like its own."""
    block = card.get("partners", {"flowers": "apart", "teams": {}})
    shared = block["teams"].values() if block["flowers"] == "shared" else []
    return {seat}.union(*(team for team in shared if seat in team))


def serendipity_used(
    card: Card, seats: int, mover: int | None, chance: Random
) -> list[dict[str, int]]:
    """What the seats have done; in its turn only the seat that moves has."""
    return [
        {
            thing: chance.randint(0, use["times"])
            for thing, use in card["uses"].items()
            if use["in"] == "game" or seat == mover
        }
        for seat in range(seats)
    ]


def swaps(card: Card) -> bool:
    """Whether there can be a swap after a Serendip has been left."""
    return bool(card["turn"]["serendip"].get("leave", {"swap": "never"})["swap"] != "never")


def serendipity_model(card: Card, seats: int, data: Data) -> serendipity.Naive:
    """The model with this table; where no choice is open it moves on."""
    tiles = {
        label: (cell["tile"], cell.get("facing", "ne") if cell["tile"] == SERENDIP else None)
        for label, cell in data["cells"].items()
    }
    model = serendipity.Naive(card, seats, tiles)
    for label, cell in model.cells.items():
        cell |= {key: data["cells"][label].get(key, False) for key in ("up", "seen")}
        cell["seen"] |= card["tiles"].get("known") == "all" and not cell["up"]
    model.owners, model.turns = dict(data["owners"]), data.get("turns", 0)
    model.phase, model.to_move = data["phase"], data["to_move"]
    model.turned_up, model.turns_left = data.get("turned_up"), data.get("turns_left")
    for used, done in zip(model.used, data.get("used", []), strict="used" in data):
        used |= done
    match model.phase:
        case "decide" if not model._choices():
            model._end_turn()
        case "swap" if not model._swaps():
            model._dealt_with(card["turn"]["serendip"]["leave"]["then"])
        case "reveal" | "over" if not data.get("begun"):  # the turn before is just over
            model.turns, model.to_move = model.turns - 1, ((data["to_move"] or 0) - 1) % seats
            if model.turns_left is not None:
                model.turns_left += 1
            model._end_turn()
        case "reveal" | "go_on":  # a tile has just been dealt with
            model._dealt_with("must_reveal" if model.phase == "reveal" else "may_reveal")
    return model


def flowers_table(card: Card, seats: int, chance: Random) -> Data:
    """Small gardens with stacks, piles of any size, a card in hand or none."""
    deck = flowers.deck(card)
    chance.shuffle(deck)

    def some(*numbers: int) -> list[str]:
        return [deck.pop() for _ in range(min(len(deck), chance.choice(numbers)))]

    violet = card["start"]["card"] == "violet"
    gardens: list[dict[str, list[str]]] = []
    for _ in range(seats):
        garden = {"0,0": ["violet"] if violet else some(1, 2) or ["none"]}
        for cell in ("1,0", "0,1", "1,1", "0,2")[: chance.choice([0, 0, 1, 4])]:
            garden |= {cell: stack} if (stack := some(1, 1, 2)) else {}
        gardens.append(garden)
    if flowers.steps_of(card) != ["take", "place"] or card["turn"].get("hand"):
        return {"gardens": gardens, "swept": some(0, 0, 3), **held_table(card, seats, chance, some)}
    phase = chance.choice(["take", "place", "place", "over"])
    hand = some(1) if phase == "place" else []
    taken = [chance.randrange(takeable(card, seats))] if hand else []
    piles = flowers_piles(card, seats, chance, some, taken)
    data: Data = {
        "phase": phase if hand or phase != "place" else "take",
        "to_move": None if phase == "over" else chance.randrange(seats),
        "gardens": gardens,
        "piles": [[] for _ in piles] if phase == "over" else piles,
        "swept": some(0, 0, 3),
    }
    return data | ({"in_hand": hand[0], "taken_from": taken[0]} if hand else {})


def takeable(card: Card, seats: int) -> int:
    """How many piles cards are taken from."""
    piles = card["piles"]
    if piles["dealt"] == "display":
        return int(piles["number"] + piles["hidden"])
    return len(flowers.pile_sizes(card, seats))


def flowers_piles(
    card: Card, seats: int, chance: Random, some: Some, taken: Sequence[int]
) -> list[list[str]]:
    """Piles of any size; places of a display that wait, have a card, or cannot be refilled."""
    if card["piles"]["dealt"] != "display":
        return [some(0, 1, 2, 4) for _ in range(takeable(card, seats))]
    waiting = taken if card["piles"]["next_shown"] == "next_turn" else ()
    stock, number = some(0, 0, 1, 2, 4), card["piles"]["number"]
    least = 1 if stock else 0
    places = [[] if pile in waiting else some(least, 1, 1) for pile in range(number)]
    full = all(place or pile in waiting for pile, place in enumerate(places))
    return [*places, stock if full else []]


def held_table(card: Card, seats: int, chance: Random, some: Some) -> Data:
    """Hands, of which all know some cards, at any step of a turn."""
    steps, dealt = flowers.steps_of(card), card["turn"].get("hand", 0)
    step, mover = chance.randrange(len(steps)), chance.randrange(seats)
    over = chance.random() < 0.15
    takes = 0 if over else steps[:step].count("take")
    taken = sorted(
        chance.sample(range(takeable(card, seats)), chance.randint(0, 1) if takes else 0)
    )
    piles = flowers_piles(card, seats, chance, some, taken)
    in_hand = [dealt] * seats
    if not over:
        in_hand[mover] += 2 * takes - step
    hands = [some(max(number - 1, 0), number) for number in in_hand]
    can = hands[mover] if steps[step] != "take" else [*chain(*piles[: takeable(card, seats)])]
    if over or not can:
        over, taken, piles = True, [], [[] for _ in piles]
        hands = [hand[:dealt] for hand in hands]
    return {
        "phase": "over" if over else steps[step],
        "step": 0 if over else step,
        "to_move": None if over else mover,
        "piles": piles,
        "hands": hands,
        "hands_known": [chance.randint(0, len(hand)) for hand in hands],
        "taken_from": taken,
    }


def flowers_model(card: Card, seats: int, data: Data) -> flowers.Naive:
    """The model with this table; it is over where the end has come at the start of a turn."""
    card["cover"].setdefault("depth", "never")
    model = flowers.Naive(card, seats, flowers.deck(card)[:1] * seats, data["piles"])
    model.gardens = [
        {flowers_cell(label): list(stack) for label, stack in garden.items()}
        for garden in data["gardens"]
    ]
    model.swept, model.turns = list(data["swept"]), data.get("turns", 0)
    model.phase, model.to_move = data["phase"], data["to_move"]
    model.piles = copy.deepcopy(data["piles"])
    if "hands" in data:
        pairs = zip(data["hands"], data["hands_known"], strict=True)
        model.hands = [
            [(text, place < number) for place, text in enumerate(hand)] for hand, number in pairs
        ]
        model.taken, model.step = [*data["taken_from"]], data["step"]
    else:
        model.in_hand, model.taken_from = data.get("in_hand"), data.get("taken_from")
        model.step = int(model.phase == "place")
    model.turns_left = 0 if model.phase == "over" else None
    model.face_up = [pile in model._open_piles() for pile in range(len(model.piles))]
    if model.phase not in ("take", "over") or model.step:
        for pile in model.taken if card["piles"]["next_shown"] == "next_turn" else ():
            model.face_up[pile] = False
    if model.phase == "over" and all(model.piles):
        model.phase = "no pile is empty"
    sound = not any(["none"] in garden.values() for garden in data["gardens"])
    if sound and model.phase != "over" and model.step == 0:
        model._look_at_the_end(((model.to_move or 0) - 1) % seats)
        if model._is_over():
            model.phase, model.to_move = "over", None
    return model


def flowers_cell(label: str) -> tuple[int, int]:
    """The cell behind a label, as `1,-2`."""
    x, y = label.split(",")
    return int(x), int(y)


def tulips_table(card: Card, seats: int, chance: Random) -> Data:
    """Cards wherever cards can lie, in any phase, the end drawn already or not."""
    deck, turn = tulips.all_cards(card), card["turn"]
    chance.shuffle(deck)

    def some(*numbers: int) -> list[str]:
        return [deck.pop() for _ in range(min(len(deck), chance.choice(numbers)))]

    stages = STAGES[: turn["draws"]]
    phase, seat = chance.choice(["start", "over", *stages]), chance.randrange(seats)
    data: Data = {
        "phase": phase,
        "to_move": None if phase == "over" else seat,
        "giving": [chance.randrange(50) for _ in range(seats)],
        "keeping": [chance.randrange(50) for _ in range(seats)],
        "lottery": [chance.randint(0, k) for k in range(chance.choice([0, 2, len(deck)]))],
    }
    if phase == "start":
        hands = [some(1) for _ in range(seats)]
        data["deck"] = some(1, 7)  # the model keeps a hand where there is nothing to draw
        data["hands"] = [hand + some(0, 0, 1, 2) for hand in hands]
        data["kept"] = [chance.choice(hand) for hand in data["hands"][:seat]]
    if phase in stages:
        did = stages.index(phase)
        together = turn["drawing"] == "together"
        hand = some(turn["draws"] - did if together else 1)
        data["done"] = chance.sample(turn["actions"], did)
        data["in_hand"] = hand if together else hand[0]
    if "uses" in card:
        data["used"] = tulips_used(card, seats, data, chance)
    if phase in stages and {"points", "rounds"} & set(card["end"]):
        up_to_last = [seats - seat] if seat else []  # after the last seat nothing is left
        some_left = {"broken_off": [], "finished": up_to_last, "one_more": [1, seats]}
        data["turns_left"] = chance.choice([None, *some_left[card["end"]["round"]]])
        if phase == "first" and data["turns_left"] is None and chance.random() < 0.3:
            held = data.pop("in_hand")  # as after a turn with which the end has come
            deck.append(held[0] if isinstance(held, list) else held)
    data["bouquets"] = [[] if phase == "start" else some(0, 1, 4) for _ in range(seats)]
    data["secret"] = [] if phase == "start" else some(0, 1, 4, 8)
    if phase != "start":
        data["deck"] = [] if phase == "over" else some(0, 1, 7)
    data["festival"] = some(0, 2, 6)
    if phase == "over" and chance.random() < 0.5:
        drawn = card["end"]["drawn"]
        most = {"all": 999, "never": 0}[drawn] if isinstance(drawn, str) else drawn
        data["drawn"] = min(len(data["secret"]), most)
        data["festival"] += chance.sample(data["secret"], data["drawn"])
    return data


def tulips_used(card: Card, seats: int, data: Data, chance: Random) -> list[dict[str, int]]:
    """What the seats have used up, or once less; the seat that moves has done what it has done."""
    used = []
    for seat in range(seats):
        done = data.get("done", []) if seat == data["to_move"] else []
        did = {"open" if each == "add" else each.removeprefix("add_") for each in done}
        most = {thing: rule["times"] for thing, rule in card["uses"].items()}
        least = {thing: int(thing in did) for thing in most}
        least |= {"secret": 1} if "add" in done and "secret" in most else {}
        used.append({thing: chance.randint(least[thing], most[thing]) for thing in most})
    return used


def tulips_model(card: Card, seats: int, data: Data) -> tulips.Naive:
    """The model with this table; where nothing is left to play the end draws."""
    secret, hand, hands = data["secret"], data.get("in_hand", []), data.get("hands", [])
    held = [hand] if isinstance(hand, str) else list(hand)
    can_be = len(secret + data["deck"] + held) + sum(len(hand) - 1 for hand in hands)
    lottery = [*data["lottery"], *range(len(data["lottery"]), can_be)]
    dealt = hands or [[]] * seats
    model = tulips.Naive(card, seats, data["festival"], dealt, data["deck"], lottery)
    for name in ("bouquets", "giving", "keeping", "secret", "phase", "to_move"):
        setattr(model, name, copy.deepcopy(data[name]))
    model.secret_by = [number % seats for number in range(len(secret))]
    model.done, model.turns = list(data.get("done", [])), data.get("turns", 0)
    model.kept, model.drawn = list(data.get("kept", [])), data.get("drawn", 0)
    model.in_hand = list(hands[data["to_move"]]) if hands else held
    model.turns_left = data.get("turns_left")
    if model.phase == "first" and model.turns:
        model._look_at_the_end(((model.to_move or 0) - 1) % seats)
    for used, done in zip(model.used, data.get("used", []), strict="used" in data):
        used |= done
    nothing_left = model.turns_left == 0 or not held + model.deck
    over = model.phase == "over" and "drawn" not in data
    if over or (model.phase == "first" and nothing_left):
        model._end()
    return model


TABLES: dict[str, Callable[[Card, int, Random], Data]] = {
    "serendipity": serendipity_table,
    "flowers": flowers_table,
    "tulips": tulips_table,
}
MODELS: dict[str, Callable[[Card, int, Data], Any]] = {
    "serendipity": serendipity_model,
    "flowers": flowers_model,
    "tulips": tulips_model,
}
