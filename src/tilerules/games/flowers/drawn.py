"""Random sound cards of Flowers, for tests."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

Card = dict[str, Any]

COLOURS = ["yellow", "red", "blue", "green", "white"]
VALUES = [str(value) for value in range(1, 10)]
STEPS = ["discards", "fields", "butterflies"]
FURTHER_STEPS = ["sizes", "squares", "lines", "all_colours", "apart"]
MOST_COPIES = 5
TOUCHING = st.sampled_from(["sides", "corners_too"])
POINTS = st.integers(-3, 3)
SELDOM = st.integers(0, 4).map(lambda number: number == 4)
MAYBE = st.integers(0, 2).map(lambda number: number == 2)
"""Whether a block stands in a card that need not: in few cards, or in more of few."""


@st.composite
def cards(draw: st.DrawFn) -> Card:
    """Sound Flowers cards over the whole vocabulary, of few cards."""
    seats = draw(st.integers(1, 4))
    start, turn, number = draw(_starts()), draw(_turns()), draw(st.integers(1, 4))
    beside = (0 if start["card"] == "violet" else seats) + seats * turn.get("hand", 0)
    cards, deck = draw(_decks(beside + number + 1))
    piles, sizes = draw(_piles(number, deck - beside))
    covering = draw(_coverings())
    uses = draw(_uses(covering, turn))
    cells = _cells_needed(start, covering, uses, _most_placed(turn, piles, sum(sizes), seats))
    garden = draw(_gardens(cells))
    by_seat = draw(_by_seat(garden, cells, seats))
    scoring = draw(_scorings())
    return {
        "extends": "flowers",
        "for_players": "removed",
        "players": [seats],
        "cards": cards,
        "start": start,
        "piles": piles,
        "garden": garden,
        "cover": covering,
        "turn": turn,
        "end": draw(_ends(len(sizes), by_seat, seats, can_fill=_can_fill(garden, by_seat, seats))),
        "scoring": scoring,
        "tie_breaks": draw(st.lists(st.sampled_from(scoring["steps"]), unique=True, max_size=3)),
        **({"seats": by_seat} if by_seat else {}),
        **draw(_partners(seats)),
        **({"uses": uses} if uses else {}),
        **draw(_goals(seats)),
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


# ---- piles and turns ------------------------------------------------------------------------


@st.composite
def _piles(draw: st.DrawFn, number: int, left: int) -> tuple[Card, list[int]]:
    """The piles, and how many cards those that one can take from have at the most.

    Of a display whose stock is no pile, all cards stand with the places.
    """
    piles = {
        "hidden": draw(st.integers(0, number)),
        "next_shown": draw(st.sampled_from(["next_turn", "at_once"])),
        **({"known": draw(st.sampled_from(["top", "all"]))} if draw(SELDOM) else {}),
    }
    dealt = draw(st.sampled_from(["evenly", "evenly", "listed", "listed", "display"]))
    if dealt == "evenly":
        return {**piles, "dealt": dealt, "number": number}, [-(-left // number)] * number
    if dealt == "display":
        hidden = draw(st.integers(0, 1))
        stock = left - number
        sizes = [1] * number + [stock] if hidden else [1 + stock] + [1] * (number - 1)
        return {**piles, "dealt": dealt, "number": number, "hidden": hidden}, sizes
    sizes = draw(st.lists(st.integers(1, left // number), min_size=number, max_size=number))
    return {**piles, "dealt": dealt, "sizes": sizes, "number": "removed"}, sizes


@st.composite
def _turns(draw: st.DrawFn) -> Card:
    """A turn, of steps in any order in which there is a card in hand at each place."""
    turn: Card = {"sweep": draw(st.sampled_from(["never", "open_piles", "other_piles"]))}
    if draw(SELDOM):
        turn["hand"] = draw(st.integers(0, 3))
    if not draw(SELDOM):
        return turn
    held, takes = turn.get("hand", 0), draw(st.integers(1, 3))
    places, steps = takes, []
    while takes or places:
        if takes and (not held or not places or draw(st.booleans())):
            held, takes = held + 1, takes - 1
            steps.append("take")
        else:
            held, places = held - 1, places - 1
            steps.append(draw(st.sampled_from(["place", "place_or_discard"])))
    return {**turn, "steps": steps}


def _most_placed(turn: Card, piles: Card, left: int, seats: int) -> int:
    """How many cards a seat can get at the most, the start card apart.

    No turn takes more cards than the one before it.
    """
    takes = turn.get("steps", ["take"]).count("take")
    if piles["dealt"] == "display":  # a place that waits for its card cannot be taken from
        return int(turn.get("hand", 0) + takes + left // seats)
    return int(turn.get("hand", 0) + takes * -(-left // (seats * takes)))


@st.composite
def _uses(draw: st.DrawFn, covering: Card, turn: Card) -> Card:
    """How often one may do what these rules allow."""
    things = ["cover"] if covering["cards"] != "never" else []
    things += ["discard"] if "place_or_discard" in turn.get("steps", []) else []
    use = st.fixed_dictionaries(
        {"times": st.integers(1, 3)}, optional={"in": st.sampled_from(["game", "turn"])}
    )
    return {thing: draw(use) for thing in things if draw(MAYBE)}


# ---- gardens --------------------------------------------------------------------------------


@st.composite
def _coverings(draw: st.DrawFn) -> Card:
    cards = draw(st.sampled_from(["any", "any", "not_start", "never"]))
    if cards == "never":
        return {"cards": cards, "depth": "removed"}
    return {"cards": cards, "depth": draw(st.just("never") | st.integers(2, 4))}


def _cells_needed(start: Card, covering: Card, uses: Card, placed: int) -> int:
    """How many cells leave room for every card that a seat can get, the start card lying bare.

    Where coverings may be used up, no card counts as lying on another.
    """
    if "cover" in uses:
        return 1 + placed
    if covering["depth"] == "never":
        may_lie_deep = start.get("cover_violet", "may") == "may"
        return 1 if covering["cards"] == "any" and may_lie_deep else 2
    deep = 1 if covering["depth"] == "removed" else int(covering["depth"])
    return 1 + -(-placed // deep)


@st.composite
def _gardens(draw: st.DrawFn, cells: int) -> Card:
    """A garden that is limited one way, both ways or not at all, with room for so many cells."""
    ground = {"touching": draw(TOUCHING), "placing": draw(TOUCHING)}
    return {**ground, "width": "never", "height": "never", **draw(_limits(cells))}


@st.composite
def _limits(draw: st.DrawFn, cells: int) -> Card:
    """Limits of a garden, with room for so many cells."""
    width = draw(st.integers(1, 8))
    least = -(-cells // width)
    limits: Card = draw(
        st.sampled_from([{}, {"width": width}, {"height": width}])
        | st.integers(least, least + 3).map(lambda height: {"width": width, "height": height})
    )
    return limits


@st.composite
def _by_seat(draw: st.DrawFn, garden: Card, cells: int, seats: int) -> Card:
    """What is different for one seat or two, whose gardens have room for so many cells."""
    found: Card = {}
    for seat in draw(st.sets(st.integers(0, seats - 1), max_size=2)) if draw(SELDOM) else ():
        own = {"width": "never", "height": "never", **draw(_limits(cells))}
        if draw(st.booleans()):
            key = draw(st.sampled_from(["width", "height"]))
            fits = _room({**own, key: garden[key]}) >= cells
            own = {each: own[each] for each in own if each != key or not fits}
        handicap = {"handicap": draw(st.integers(-5, 5))}
        found[str(seat)] = draw(st.sampled_from([handicap, own, {**handicap, **own}]))
    return found


def _room(limits: Card) -> float:
    """How many cells there are within these limits."""
    along = (limits[key] for key in ("width", "height"))
    width, height = (float("inf") if most == "never" else int(most) for most in along)
    return width * height


def _can_fill(garden: Card, by_seat: Card, seats: int) -> bool:
    """Whether the gardens of all seats are limited both ways, and none is full from the start."""
    grounds = ({**garden, **by_seat.get(str(seat), {})} for seat in range(seats))
    return all(1 < _room(each) < float("inf") for each in grounds)


# ---- who plays, and to what end -------------------------------------------------------------


@st.composite
def _partners(draw: st.DrawFn, seats: int) -> Card:
    """Teams of two or three, so that there are two sides at least."""
    if seats < 3 or not draw(SELDOM):
        return {}
    order = draw(st.permutations(range(seats)))
    parts = {"sun": order[:2]}
    if seats == 4:
        parts = draw(st.sampled_from([parts, {"sun": order[:3]}, {**parts, "moon": order[2:]}]))
    return {"partners": {"teams": {name: list(team) for name, team in parts.items()}}}


@st.composite
def _goals(draw: st.DrawFn, seats: int) -> Card:
    """What somebody who plays alone may have to reach."""
    if seats > 1 or not draw(st.booleans()):
        return {}
    goal: Card = {"points": draw(st.integers(-5, 15))}
    numbers = draw(st.lists(st.integers(-10, 20), max_size=3, unique=True))
    if numbers:
        goal["ratings"] = {str(number): f"no {place}" for place, number in enumerate(numbers)}
    return {"goal": goal}


@st.composite
def _ends(draw: st.DrawFn, piles: int, by_seat: Card, seats: int, *, can_fill: bool) -> Card:
    """Conditions of the end, each with its number, of which none can hold by the card alone."""
    end: Card = {"round": draw(st.sampled_from(["broken_off", "finished", "one_more"]))}
    if draw(st.booleans()):
        return end
    known = ["empty_piles", "points", "rounds", *(["full_gardens"] if can_fill else [])]
    several = st.lists(st.sampled_from(known), unique=True, max_size=3)
    end |= {key: draw(several) for key in ("any_of", "all_of") if draw(st.booleans())}
    handicaps: int = sum(max(0, own.get("handicap", 0)) for own in by_seat.values())
    numbers: dict[str, st.SearchStrategy[Any]] = {
        "empty_piles": st.integers(1, piles) | st.just("all"),
        "points": st.integers(1, 15).map(handicaps.__add__),
        "rounds": st.integers(1, 8),
        "full_gardens": st.integers(1, seats),
    }
    asked = {*end.get("any_of", ["empty_piles"]), *end.get("all_of", [])}
    numbers = {id: strategy for id, strategy in numbers.items() if id in asked}
    if draw(st.booleans()):
        numbers.pop("empty_piles", None)  # which is 1 then
    return end | {id: draw(strategy) for id, strategy in numbers.items()}


# ---- scoring --------------------------------------------------------------------------------


@st.composite
def _scorings(draw: st.DrawFn) -> Card:
    old = draw(st.permutations(STEPS))[: draw(st.sampled_from([3, 3, 3, 2, 1]))]
    steps = draw(st.permutations([*old, *(step for step in FURTHER_STEPS if draw(SELDOM))]))
    counted = draw(st.sampled_from(["each", "largest", "whole_colour"]))
    several = {"number": draw(st.integers(1, 3))} if counted == "largest" else {}
    blocks: Card = {
        "discards": {"points": draw(st.integers(-2, -1) | POINTS)},
        "fields": {
            "least": draw(st.integers(1, 6)),
            "points": draw(POINTS),
            "counted": counted,
            **(several if draw(st.booleans()) else {}),
        },
        "butterflies": {
            "points": draw(POINTS),
            "counted": draw(st.sampled_from(["once", "each_card"])),
        },
    }
    scoring = {step: blocks[step] if step in steps else "removed" for step in STEPS}
    further = {step: draw(_further(step)) for step in steps if step in FURTHER_STEPS}
    return {"steps": steps, **scoring, **further}


def _further(step: str) -> st.SearchStrategy[Card]:
    """A scoring block that the base card has not."""
    of = st.sampled_from(["any", "colour"])
    table = st.dictionaries(st.integers(1, 12).map(str), st.integers(-3, 6), min_size=1, max_size=3)
    keys: dict[str, Card] = {
        "sizes": {"points": table},
        "squares": {"side": st.integers(2, 3), "of": of, "points": POINTS},
        "lines": {"length": st.integers(2, 4), "of": of, "points": POINTS},
        "all_colours": {"least": st.integers(1, 3), "points": POINTS},
        "apart": {"points": POINTS},
    }
    return st.fixed_dictionaries(keys[step])
