"""Each law of the battery is broken by a game that breaks it, and by its name."""

from __future__ import annotations

from importlib.util import module_from_spec, spec_from_file_location
from typing import Any

import attrs
import pytest

from tests.check_game.mutants import MUTANTS
from tests.plugins.installed import EXAMPLE
from tilerules.testing import check_game
from tilerules.testing.laws import EVENNESS, LAWS

FOR_TWO = {"extends": "pebbles", "players": [2]}


@pytest.fixture(scope="module")
def example(game: Any) -> Any:
    """The example's own test, with what it says of the game."""
    spec = spec_from_file_location("test_pebbles", EXAMPLE / "tests" / "test_pebbles.py")
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def held(example: Any, **options: Any) -> None:
    check_game("pebbles", told=example.told, things=example.things, **options)


def test_the_example_holds_all_laws(example: Any) -> None:
    example.test_pebbles()


@pytest.mark.parametrize("name", MUTANTS)
def test_a_mutant_is_caught(
    game: Any, example: Any, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    law, said, plant = MUTANTS[name]
    plant(game, monkeypatch)
    with pytest.raises(AssertionError, match=rf"^{law}: .*({said})") as caught:
        held(example, rulesets=[FOR_TWO], seeds=[1], cards=4)
    assert "custom, 2 seats, seed 1, ply " in str(caught.value)


def test_a_fault_that_only_other_cards_show(
    game: Any, example: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The card is told too, so that it can be loaded again."""

    def start(deal: Any) -> Any:
        if deal.rules.left != 2:
            raise ValueError("what other cards say")
        return game.start(deal)

    monkeypatch.setattr(game.Rules, "game", attrs.evolve(game.GAME, start=start))
    said = r'^ending: ValueError.* \(custom, \d seats, seed 1, ply 0, card {"extends": "pebbles", '
    with pytest.raises(AssertionError, match=said):
        held(example, rulesets=[], cards=10)


def test_there_is_no_such_game() -> None:
    with pytest.raises(KeyError):
        check_game("chess")


def test_every_law_has_a_mutant() -> None:
    assert {mutant.law for mutant in MUTANTS.values()} == {"ending", *LAWS, *EVENNESS}
