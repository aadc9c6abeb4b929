"""The naive model of each game, set up as a first state lies, and how the two are compared."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import attrs

from tests.flowers import test_invariants as of_flowers
from tests.laws.positions import Model
from tests.serendipity import test_invariants as of_serendipity
from tests.tulips import test_invariants as of_tulips
from tilerules.games import flowers, serendipity, tulips

Layout = list[Sequence[str] | None]


@attrs.frozen
class Comparison:
    """How a game is held beside its model.

    Attributes:
        model_of: the model at the start of the game of a first state.
        same_position: asserts that a state and a model agree in all that lies there.
        same_scores: asserts the same of the score sheets.
        layout: the parts of the layout of a deal, as its first state has them; None is a part
            that no state has.
    """

    model_of: Callable[[Any], Model]
    same_position: Callable[[Any, Any], None]
    same_scores: Callable[[Any, Any], None]
    layout: Callable[[Any], Layout]


# ---- Serendipity ----------------------------------------------------------------------------


def _serendipity_layout(first: serendipity.State) -> Layout:
    return [
        [
            f"{cell.tile}:{cell.facing}" if cell.facing else str(cell.tile)
            for cell in first.cells.values()
        ]
    ]


# ---- Flowers --------------------------------------------------------------------------------


def _flowers_layout(first: flowers.State) -> Layout:
    """The start cards and the piles; nobody has the cards that are left over."""
    starts = [str(garden[0, 0][0]) for garden in first.gardens]
    return [starts, *([str(card) for card in pile] for pile in first.piles), None]


# ---- Gift of Tulips -------------------------------------------------------------------------


def _tulips_layout(first: tulips.State) -> Layout:
    """The festival, the hands, the deck and the lottery; nobody has the cards left out."""
    lists = [first.festival, *first.hands, first.deck]
    return [*([str(card) for card in cards] for cards in lists), None, [*map(str, first.lottery)]]


COMPARISONS: dict[str, Comparison] = {
    "serendipity": Comparison(
        of_serendipity.model_of,
        of_serendipity.same_position,
        of_serendipity.same_scores,
        _serendipity_layout,
    ),
    "flowers": Comparison(
        of_flowers.model_of,
        of_flowers.same_position,
        of_flowers.same_scores,
        _flowers_layout,
    ),
    "tulips": Comparison(
        of_tulips.model_of, of_tulips.same_position, of_tulips.same_scores, _tulips_layout
    ),
}
"""The comparison for each game."""
