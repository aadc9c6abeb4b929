"""What callers' tests can draw."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tilerules as tr
from tilerules import registry, testing
from tilerules.ruleset.schema import Key, Schema
from tilerules.ruleset.values import leaves

each_game = pytest.mark.parametrize("game", sorted(registry.GAMES))


@each_game
@given(data=st.data())
def test_a_drawn_card_is_a_sound_card_of_its_game(game: str, data: st.DataObject) -> None:
    card = data.draw(testing.cards(game))
    assert [problem for problem in tr.check(card) if problem.severity == "error"] == []
    assert tr.load(card).game == game


@each_game
@given(data=st.data())
def test_a_drawn_table_can_be_played_at(game: str, data: st.DataObject) -> None:
    ruleset, seats = data.draw(testing.tables(game))
    state = tr.new_game(ruleset, seats, seed=data.draw(st.integers(0, 9)))
    for number in data.draw(st.lists(st.integers(0, 2**20), max_size=30)):
        if state.is_over:
            break
        moves = tr.legal_moves(state)
        state = tr.apply_move(state, moves[number % len(moves)])
    assert len(tr.score(state)) == seats


def choices(keys: Iterable[Key], above: str = "") -> Iterator[tuple[str, str]]:
    """Every word that may stand behind a key, with the path of the key."""
    for key in keys:
        yield from ((above + key.name, word) for word in key.choices if " " not in word)
        yield from choices(key.keys or (), f"{above}{key.name}.")


@each_game
def test_drawn_cards_go_over_all_words_of_the_schema(game: str) -> None:
    seen: set[tuple[str, Any]] = set()

    @settings(max_examples=250, database=None)
    @given(testing.cards(game))
    def collect(card: dict[str, Any]) -> None:
        seen.update((path, value) for path, value in leaves(card) if isinstance(value, str))

    collect()
    schema = Schema(json.loads(registry.schema_text(game)))
    assert set(choices(schema.rules)) - seen == set()


def test_an_unknown_game() -> None:
    with pytest.raises(KeyError):
        testing.cards("chess")
