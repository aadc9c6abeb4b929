"""Cards of a game that does not say itself how they are drawn."""

from __future__ import annotations

from typing import Any

from hypothesis import HealthCheck, Phase, given, settings

import tilerules as tr
from tests.laws.vocabulary import said
from tilerules.testing import cards, tables


def drawn(strategy: Any, number: int) -> list[Any]:
    """So many things, the same at every run."""
    found: list[Any] = []

    @settings(
        max_examples=number,
        database=None,
        derandomize=True,
        phases=[Phase.generate],
        suppress_health_check=[HealthCheck.filter_too_much],
    )
    @given(strategy)
    def keep(thing: Any) -> None:
        found.append(thing)

    keep()
    return found


def test_variants_go_over_the_whole_schema(game: Any) -> None:
    found = drawn(cards("pebbles"), 100)
    words = {word for card in found for word in said(card)}
    keys = {key for key, _ in words}
    sections = {"players", "pebbles.1", "left", "scoring.number", "scoring.repeat", "match.games"}
    assert keys >= sections
    assert {("scoring.number", "removed"), ("scoring.repeat", "removed")} <= words
    assert {("match.start", "fixed"), ("match.start", "rotating")} <= words
    assert ("match", "removed") not in words
    assert {number for key, number in words if key == "players" and number} == {2, 3, 4}
    left = [number for key, number in words if key == "left"]
    assert (min(left), max(left)) == (0, 20)


def test_variants_are_sound(game: Any) -> None:
    for card in drawn(cards("pebbles"), 40):
        assert card["extends"] == "pebbles"
        assert [each for each in tr.check(card) if each.severity == "error"] == []


def test_tables_have_seats_for_all(game: Any) -> None:
    found = drawn(tables("pebbles"), 40)
    assert {seats for _, seats in found} == {2, 3, 4}
    assert all(seats in ruleset.seat_counts for ruleset, seats in found)
