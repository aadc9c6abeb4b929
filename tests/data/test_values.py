"""What all values that can be written have in common."""

from __future__ import annotations

import pytest

import tilerules as tr
from tilerules.data import text
from tilerules.data.text import Data
from tilerules.engine.positions import Ruled


def test_a_kind_says_itself_what_its_data_are() -> None:
    for call in (Data().to_data, Ruled().to_data, lambda: Data.from_data({})):
        with pytest.raises(NotImplementedError):
            call()


def test_what_is_nested_too_deep_for_the_reader_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def too_deep(*_: object, **__: object) -> object:
        raise RecursionError

    monkeypatch.setattr("json.loads", too_deep)
    with pytest.raises(tr.InvalidData, match="stand too deep in one another"):
        text.read("[]")


@pytest.mark.parametrize("move", [tr.Move("swap", ("a1 b2",)), tr.Move(""), tr.Move("a" * 201)])
def test_what_no_notation_can_say_is_not_written(move: tr.Move) -> None:
    with pytest.raises(ValueError, match="no move that can be written"):
        move.to_data()


def test_a_card_is_no_ruleset() -> None:
    data = {
        **tr.new_game(tr.load("flowers"), 2, seed=1).to_data(),
        "ruleset": {"extends": "flowers"},
    }
    with pytest.raises(tr.InvalidData, match=r"write load\(card\).to_data\(\)") as caught:
        tr.State.from_data(data)
    assert caught.value.path == "ruleset"


def test_a_pile_shows_two_cards_in_a_ply_at_most() -> None:
    state = tr.new_game(tr.load("flowers"), 2, seed=1)
    card = state.to_data()["piles"][0][0]
    shown = [{"pile": 0, "card": card}]
    assert tr.State.from_data({**state.to_data(), "shown": shown}).ply == 0
    with pytest.raises(tr.InvalidData, match="more than two cards") as caught:
        tr.State.from_data({**state.to_data(), "shown": 3 * shown})
    assert caught.value.path == "shown[2]"


def test_names_are_a_list() -> None:
    with pytest.raises(TypeError, match="one for each seat"):
        tr.Record.start(tr.load("flowers"), 2, seed=1, names="ab")
