"""What an observation of Flowers says as numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import TypeAlias

from tilerules.engine.planes import (
    Filled,
    Part,
    Plane,
    common,
    from_viewer,
    seats_from_viewer,
    single,
)
from tilerules.games.flowers.rules import VIOLET, Rules
from tilerules.games.flowers.state import Observation, lay_open

Cards: TypeAlias = "Sequence[str | None]"


def parts(rules: Rules) -> list[Part]:
    """The planes of these rules, and what fills them."""
    return [
        *common(rules, rules.turn.steps, lambda seen: seen.step),
        _gardens(rules),
        _pile_sizes(rules),
        *(_pile(rules, pile) for pile in range(max(rules.open_piles, rules.fanned))),
        _taken(rules),
        _hand_sizes(rules),
        _hands_open(rules),
        _hand_own(rules),
        _unseen(rules),
    ]


# ---- gardens --------------------------------------------------------------------------------


def _gardens(rules: Rules) -> Part:
    """The visible card of each cell, and how many lie there."""
    cells, index = len(rules.grid.cells), rules.grid.index
    size = rules.seats * cells
    planes = tuple(_garden_planes(rules, size))
    start = {plane.name.partition(".")[2]: number * size for number, plane in enumerate(planes)}
    faces = {
        str(kind): [(start[f"colours.{kind.colour}"], kind.value)]
        for kind in rules.kinds
        if kind.colour
    }
    for kind in rules.kinds:
        if kind.butterfly:
            faces[str(kind)].append((start[f"butterflies.{kind.butterfly}"], 1))

    def fill(seen: Observation) -> Filled:
        for after, seat in enumerate(seats_from_viewer(seen)):
            for place, stack in seen.gardens[seat].items():
                at = after * cells + index[place]
                yield start["cards"] + at, len(stack)
                if VIOLET in stack:
                    yield start[VIOLET] + at, 1
                for first, shown in faces.get(stack[-1] or "", ()):
                    yield first + at, shown

    return Part(planes, fill)


def _garden_planes(rules: Rules, size: int) -> Iterator[Plane]:
    labels = tuple(map(rules.grid.label, range(len(rules.grid.cells))))

    def plane(name: str, most: int, meaning: str) -> Plane:
        where = f"{meaning}: each seat from the viewer on, and each cell"
        return Plane(f"gardens.{name}", size, 0, most, where, labels)

    values: dict[str, int] = {}
    for kind in rules.kinds:
        if kind.colour:
            values[kind.colour] = max(kind.value, values.get(kind.colour, 0))
    for colour, most in values.items():
        yield plane(
            f"colours.{colour}", most, "the value of the visible card if it has this colour"
        )
    for colour in dict.fromkeys(kind.butterfly for kind in rules.kinds if kind.butterfly):
        yield plane(f"butterflies.{colour}", 1, "1 where a butterfly of this colour is to be seen")
    if rules.violet:
        yield plane(VIOLET, 1, "1 where the violet card lies, covered or not")
    yield plane("cards", sum(rules.deck) + 1, "how many cards lie there")


# ---- piles and hands ------------------------------------------------------------------------


def _pile_sizes(rules: Rules) -> Part:
    plane = Plane(
        "piles", len(rules.sizes), 0, sum(rules.deck), "how many cards there are: each pile"
    )
    return single(plane, lambda seen: enumerate(map(len, seen.piles)))


def _pile(rules: Rules, pile: int) -> Part:
    """The cards of a pile that lie open: the top one, or all."""
    kinds = len(rules.deck)
    one = pile >= rules.fanned or (rules.is_display and pile < rules.open_piles)
    depth = 1 if one else sum(rules.deck)
    places = "" if one else "each place from the top, and "
    meaning = f"1 for the open card: {places}each kind"

    def fill(seen: Observation) -> Filled:
        known = _known(seen.piles[pile])
        return ((place * kinds + rules.number[card], 1) for place, card in enumerate(known))

    return single(Plane(f"piles.{pile}", depth * kinds, 0, 1, meaning, _kinds(rules)), fill)


def _kinds(rules: Rules) -> tuple[str, ...]:
    """The kinds of cards in the deck."""
    return tuple(map(str, rules.kinds[: len(rules.deck)]))


def _known(cards: Cards) -> Iterator[str]:
    """The known cards; in a pile they lie on top."""
    return (card for card in cards if card is not None)


def _taken(rules: Rules) -> Part:
    meaning = "1 where a card has been taken in this turn: each pile"
    plane = Plane("taken", len(rules.sizes), 0, 1, meaning)
    return single(plane, lambda seen: ((pile, 1) for pile in seen.taken))


def _hand_sizes(rules: Rules) -> Part:
    meaning = "how many cards in hand: each seat from the viewer on"
    plane = Plane("hands", rules.seats, 0, rules.turn.most_in_hand, meaning)
    return single(
        plane, lambda seen: ((from_viewer(seen, seat), len(hand)) for seat, hand, _ in _held(seen))
    )


def _hands_open(rules: Rules) -> Part:
    kinds, most = _kinds(rules), rules.turn.most_in_hand
    meaning = "how many cards in hand that all know: each seat from the viewer on, and each kind"
    plane = Plane("hands.open", rules.seats * len(kinds), 0, most, meaning, kinds)

    def fill(seen: Observation) -> Filled:
        for seat, hand, open_to_all in _held(seen):
            for card in _known(hand[:open_to_all]):
                yield from_viewer(seen, seat) * len(kinds) + rules.number[card], 1

    return single(plane, fill)


def _hand_own(rules: Rules) -> Part:
    kinds, most = _kinds(rules), rules.turn.most_in_hand
    meaning = "how many cards in hand that the viewer alone knows: each kind"
    plane = Plane("hands.own", len(kinds), 0, most, meaning, kinds)

    def fill(seen: Observation) -> Filled:
        for _, hand, open_to_all in _held(seen):
            for card in _known(hand[open_to_all:]):
                yield rules.number[card], 1

    return single(plane, fill)


def _held(seen: Observation) -> list[tuple[int, Cards, int]]:
    """The seats that can hold cards, what they hold, and how many of these, the first, all know."""
    hand = seen.in_hand
    if not seen.rules.turn.is_usual:
        return [*zip(range(seen.seats), seen.hands, seen.hands_known, strict=True)]
    if seen.to_move is None or seen.phase == "take" or isinstance(hand, tuple):
        return []
    return [(seen.to_move, (hand,), int(lay_open(seen)))]


# ---- what has not been seen -----------------------------------------------------------------


def _unseen(rules: Rules) -> Part:
    """What may still lie anywhere: covered cards and those that left the game are seen."""
    kinds = _kinds(rules)
    meaning = "how many cards the viewer has not seen: each kind"
    plane = Plane("unseen", len(kinds), 0, max(rules.deck), meaning, kinds)

    def fill(seen: Observation) -> Filled:
        stacks = (stack for garden in seen.gardens for stack in garden.values())
        hands = (hand for _, hand, _ in _held(seen))
        lying = Counter(chain(*stacks, *seen.piles, *hands, seen.swept))
        numbers = zip(kinds, rules.deck, strict=True)
        return enumerate(copies - lying[kind] for kind, copies in numbers)

    return single(plane, fill)
