"""What events of all games have in common; what each game tells, its own tests say."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

import tilerules as tr
from tilerules.engine.events import Due, Ended, Moved, TurnEnded
from tilerules.games import flowers, serendipity, tulips

RULES = tr.load("serendipity-small")


def test_kinds_are_named_after_their_classes() -> None:
    kinds = [Moved.kind, TurnEnded.kind, Due.kind, Ended.kind, tulips.AddedSecretly.kind]
    assert kinds == ["moved", "turn_ended", "due", "ended", "added_secretly"]


def test_a_class_reads_its_own_kinds_alone() -> None:
    swept = flowers.Swept(1, "red-3")
    for reader in (tr.Event, flowers.Event, flowers.Swept):
        assert reader.from_data(swept.to_data()) == swept
    others: list[type[tr.Event]] = [flowers.Taken, serendipity.Event, Moved]
    for other in others:
        with pytest.raises(tr.InvalidData, match="is no kind of") as caught:
            other.from_data(swept.to_data())
        assert caught.value.path == "kind"


def test_the_same_kind_of_two_games_is_not_the_same_event() -> None:
    tile: tr.Event = serendipity.TurnedUp("f6", "red", None)
    card: tr.Event = flowers.TurnedUp(1, "red-3")
    assert tile.kind == card.kind
    assert tile != card
    assert tr.Event.from_data(tile.to_data()) == tile
    assert tr.Event.from_data(card.to_data()) == card


def test_observations_of_different_games() -> None:
    """Next to each other by their numbers, but no choice about a tile was open in the first."""
    before = state = tr.new_game(RULES, 2, seed=1)
    while state.phase != "decide":
        before, state = state, tr.apply_move(state, tr.legal_moves(state)[0])
    after: Any = tr.observe(tr.apply_move(state, tr.Move("move", (last_cell(state),))), 0)
    stranger: tr.Observation = attrs.evolve(after, ply=before.ply + 1)
    with pytest.raises(ValueError, match="different games"):
        tr.events(tr.observe(before, 0), stranger)


def last_cell(state: tr.State) -> str:
    """The last cell that the tile just turned up may be exchanged with."""
    moves = [move for move in tr.legal_moves(state) if move.kind == "move"]
    return moves[-1].args[0]
