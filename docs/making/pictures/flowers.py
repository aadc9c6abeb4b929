"""Pictures of flowers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import tilerules as tr
from making.positions import after

Garden = Mapping[str, Sequence[str]]


def _table(
    gardens: Sequence[Garden],
    tops: Sequence[str | None],
    sizes: Sequence[int],
    *,
    phase: str = "take",
    ruleset: str = "flowers",
    swept: Sequence[str] = (),
) -> tr.State:
    """A position in which the piles have these cards on top, and below them any that are left."""
    seats = len(gardens)
    lying = [card for garden in gardens for stack in garden.values() for card in stack]
    left = tr.deal(tr.load(ruleset), seats, seed=1).layout.replace("|", " ").split()
    for card in [*lying, *filter(None, tops), *swept]:
        left.remove(card)
    piles = []
    for top, size in zip(tops, sizes, strict=True):
        below = [left.pop() for _ in range(size - bool(top))]
        piles.append([top, *below] if top else below)
    turns = len(lying) - seats
    return tr.State.from_data(
        {
            "ruleset": ruleset,
            "seats": seats,
            "phase": phase,
            "to_move": turns % seats if phase == "take" else None,
            "turns": turns,
            "gardens": gardens,
            "piles": piles,
            "swept": list(swept),
        }
    )


def _scored(seat: int, gardens: Sequence[Garden], *, sizes: Sequence[int]) -> str:
    """Gardens at the end of a game, with the score of a seat."""
    tops = ["blue-1", *[None] * (len(sizes) - 1)]
    state = _table(gardens, tops, sizes, phase="over")
    return tr.draw_svg(state, highlight=tr.score(state)[seat])


# ---- set-up and turns -----------------------------------------------------------------------


def _start() -> str:
    """A game about to begin."""
    gardens = [{"0,0": ["yellow-3"]}, {"0,0": ["red-4-blue"]}]
    start = _table(gardens, ["green-4", "blue-2", None], [26, 26, 26])
    shown = [{"pile": 0, "card": "green-4"}, {"pile": 1, "card": "blue-2"}]
    return tr.draw_svg(tr.State.from_data({**start.to_data(), "shown": shown}))


def _under_way() -> str:
    """A game in which both gardens have grown."""
    mine = {
        "0,0": ["yellow-3"],
        "1,0": ["yellow-2"],
        "2,0": ["red-2"],
        "0,1": ["blue-3"],
        "1,1": ["green-1", "yellow-4-red"],
        "2,1": ["red-4"],
        "0,2": ["blue-3"],
        "1,2": ["green-4"],
    }
    other = {
        "0,0": ["red-4-blue"],
        "1,0": ["blue-4"],
        "2,0": ["blue-1"],
        "0,1": ["red-4", "green-3"],
        "1,1": ["blue-4", "blue-2"],
        "2,1": ["blue-3"],
        "1,2": ["blue-2"],
    }
    tops = ["red-3", "green-2", None]
    return tr.draw_svg(_table([mine, other], tops, [22, 19, 21]))


def _taken() -> tr.State:
    """A seat has taken an open card, and has not laid it yet."""
    gardens = [{"0,0": ["yellow-3"], "1,0": ["yellow-2"], "0,1": ["blue-3"]}]
    gardens.append({"0,0": ["red-4-blue"], "1,0": ["blue-4"], "0,1": ["green-3"]})
    state = _table(gardens, ["red-2", "blue-1", None], [24, 25, 25])
    return after(state, "take 0")


def _in_hand() -> str:
    """A card that waits to be laid."""
    return tr.draw_svg(_taken())


def _covered() -> str:
    """The same card on top of another."""
    return tr.draw_svg(after(_taken(), "cover 1,0"))


def _alone() -> str:
    """A game of one player, after a turn."""
    garden = {"0,0": ["yellow-3"], "1,0": ["yellow-3"], "0,1": ["red-2"], "1,1": ["blue-3"]}
    swept = ["red-3", "blue-4", "green-2"]
    state = _table([garden], ["green-1", None], [35, 38], swept=swept)
    return tr.draw_svg(after(state, "take 1", "place 2,1"))


def _summer() -> str:
    """Gardens that begin with violet cards."""
    mine = {"0,0": ["violet"], "1,0": ["red-2"], "0,1": ["green-4"], "0,-1": ["blue-2"]}
    other = {"0,0": ["violet"], "-1,0": ["yellow-4-red"], "1,0": ["red-3"], "0,1": ["red-4"]}
    tops, sizes = ["blue-1", "green-3", None], [23, 24, 25]
    state = _table([mine, other], tops, sizes, ruleset="flowers-summer")
    return tr.draw_svg(state)


# ---- scores ---------------------------------------------------------------------------------


def _groups() -> str:
    """Groups that are valid, and two that are not."""
    valid = {
        "0,0": ["red-2"],
        "1,0": ["blue-2"],
        "0,1": ["green-1"],
        "1,1": ["red-3"],
        "0,2": ["blue-3"],
        "1,2": ["yellow-3"],
    }
    invalid = {
        "0,0": ["yellow-2"],
        "1,0": ["yellow-2"],
        "0,1": ["blue-2"],
        "1,1": ["red-2"],
        "0,2": ["green-1"],
        "1,2": ["red-1"],
    }
    return _scored(1, [valid, invalid], sizes=[9, 0, 8])


def _fields() -> str:
    """A field that is large enough, and one that is not."""
    five = {
        "0,0": ["red-3"],
        "1,0": ["red-3"],
        "2,0": ["red-3"],
        "1,1": ["red-2"],
        "1,2": ["red-2"],
    }
    four = {"0,0": ["blue-4"], "1,0": ["blue-4"], "2,0": ["blue-4"], "2,1": ["blue-4"]}
    return _scored(0, [five, four], sizes=[9, 0, 8])


def _butterflies() -> str:
    """A butterfly beside its colour, and one that touches it at a corner alone."""
    pays = {
        "0,0": ["yellow-4-green"],
        "1,0": ["red-4"],
        "0,1": ["green-4"],
        "1,1": ["blue-4"],
    }
    pays_not = {
        "0,0": ["red-4-blue"],
        "1,0": ["yellow-4"],
        "0,1": ["green-4"],
        "1,1": ["blue-4"],
    }
    return _scored(0, [pays, pays_not], sizes=[9, 0, 8])


WORKED: Garden = {
    "0,0": ["red-4"],
    "1,0": ["red-4"],
    "2,0": ["red-3"],
    "3,0": ["red-3"],
    "0,1": ["red-4-green"],
    "1,1": ["yellow-4-blue"],
    "2,1": ["red-1", "blue-2"],
    "3,1": ["yellow-3"],
    "0,2": ["green-1"],
    "1,2": ["green-2"],
    "1,3": ["green-2"],
    "2,3": ["green-1"],
}


def _worked() -> str:
    """The example that is scored step by step."""
    return _scored(0, [WORKED], sizes=[9, 0])


PICTURES: Mapping[str, Callable[[], str]] = {
    "start": _start,
    "under-way": _under_way,
    "in-hand": _in_hand,
    "covered": _covered,
    "alone": _alone,
    "groups": _groups,
    "fields": _fields,
    "butterflies": _butterflies,
    "worked": _worked,
    "summer": _summer,
}
"""By the name with which pages ask for it, as `../pictures/flowers-start.svg`."""
