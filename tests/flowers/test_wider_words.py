"""The ends of Flowers in words."""

from __future__ import annotations

from typing import Any

import pytest

import tilerules as tr
from tests.flowers.gardens import garden, play, position, rules, variant

Card = dict[str, Any]


@pytest.mark.parametrize(
    ("end", "said"),
    [
        (
            {"empty_piles": 2},
            "After each turn this is looked at: the game ends when two piles have run out.",
        ),
        ({"empty_piles": "all"}, "The game ends when no pile has a card left."),
        (
            {"any_of": [], "all_of": ["empty_piles", "rounds"], "empty_piles": "all", "rounds": 8},
            "when all piles have run out and each player has had eight turns.",
        ),
        ({"any_of": []}, "The game ends when no pile has a card left."),
        (
            {"any_of": ["points"], "points": 9},
            "when a player has at least 9 points as the table stands.",
        ),
        (
            {"any_of": ["rounds"], "rounds": 8, "round": "one_more"},
            "the end has come when each player has had eight turns.",
        ),
        (
            {"any_of": ["empty_piles"], "all_of": ["points", "rounds"], "points": 9, "rounds": 8},
            "when a pile has run out, or when a player has at least 9 points as the table stands",
        ),
        ({"round": "one_more"}, "every player takes one more turn from the piles that still have"),
    ],
)
def test_the_end_in_words(end: Card, said: str) -> None:
    assert said in " ".join(tr.describe(rules({"end": end})).split())


def test_full_gardens_in_words() -> None:
    card = {
        "garden": {"width": 2, "height": 1},
        "end": {"any_of": ["full_gardens"], "full_gardens": 1},
    }
    text = " ".join(tr.describe(rules(card)).split())
    assert "the game ends when a garden is full." in text
    assert "A garden is full when its largest width and height leave no cell" in text


@pytest.mark.parametrize("sweep", ["open_piles", "other_piles"])
@pytest.mark.parametrize(
    ("end", "left"),
    [({}, 0), ({"empty_piles": "all"}, 1), ({"round": "finished"}, 0), ({"round": "one_more"}, 1)],
)
def test_a_sweep_in_words(sweep: str, end: Card, left: int) -> None:
    """The rulebook says of an emptied pile what is true whatever ends the game."""
    ruleset = variant(players=[1], for_players={"1": {"turn": {"sweep": sweep}}}, end=end)
    state = play(position(ruleset, [garden("y4")], ["y1", "b1 b2"]), "take 1", "place 1,0")
    assert (state.swept, state.is_over) == (("yellow-1",), not left)
    text = " ".join(tr.describe(ruleset).split())
    assert "A pile that this empties has run out, as if its last card had been taken" in text
