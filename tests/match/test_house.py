"""A card that says how many games a match has."""

from __future__ import annotations

import pytest

import tilerules as tr
from tests.house.shelf import house, parent
from tests.match.games import steps


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_everybody_begins_once(seats: int) -> None:
    begun = [
        match.player_to_move
        for match in steps(tr.Match.start(house("tulips-match"), seats, seed=1))
        if not match.record.moves
    ]
    assert begun == [*range(seats)]
    assert tr.Match.start(parent("tulips-match"), seats, seed=1).games == 1


def test_a_game_is_as_under_the_card_that_it_extends() -> None:
    """The card changes what follows a game, and nothing within it."""
    one, other = (
        tr.new_game(rules, 3, seed=1) for rules in (house("tulips-match"), parent("tulips-match"))
    )
    while not one.is_over:
        assert [*tr.legal_moves(one)] == [*tr.legal_moves(other)]
        move = tr.legal_moves(one)[-1]
        one, other = tr.apply_move(one, move), tr.apply_move(other, move)
    totals = [[sheet.total for sheet in tr.score(state)] for state in (one, other)]
    assert totals[0] == totals[1]
    assert tr.outcome(one) == tr.outcome(other)
