"""Observations as numbers: they say all that matters, within their ranges, and nothing more."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tilerules as tr
from tests.house.shelf import IDS as HOUSE_IDS
from tests.house.shelf import house
from tests.laws.leaks import sum_of
from tests.planes.back import read, told
from tests.tulips.leaks import PLANTS
from tests.tulips.told import told as told_in_tulips
from tilerules import testing
from tilerules.engine.planes import numbers_of

VIOLET = {"card": "violet", "violet": "neutral", "cover_violet": "may"}
GAMES = ("serendipity", "flowers", "tulips")


def observations(
    rules: tr.Ruleset, seats: int, seed: int, *, chance: float, plies: int = 400
) -> Iterator[tr.Observation]:
    """Some observations of a random game, by all viewers, with memory and without."""
    state, random = tr.new_game(rules, seats, seed=seed), Random(seed)
    while True:
        if state.is_over or random.random() < chance:
            for viewer in (None, *range(seats)):
                yield tr.observe(state, viewer)
            yield tr.observe(state, random.randrange(seats), memory=False)
        if state.is_over or state.ply == plies:
            return
        state = tr.apply_move(state, random.choice(tr.legal_moves(state)))


def holds(rules: tr.Ruleset, seats: int, seed: int, *, chance: float) -> None:
    """Numbers have the length of the planes, lie in their ranges, and say what was observed.

    Observations that say the same have the same numbers.
    """
    planes = tr.planes(rules, seats)
    lengths = [plane.length for plane in planes]
    low = np.repeat([plane.low for plane in planes], lengths)
    high = np.repeat([plane.high for plane in planes], lengths)
    numbered: dict[str, bytes] = {}
    for seen in observations(rules, seats, seed, chance=chance):
        numbers = tr.numbers(seen)
        flat = np.asarray(numbers)
        assert flat.shape == low.shape
        assert (low <= flat).all()
        assert (flat <= high).all()
        says = told(seen, planes)
        assert read(planes, numbers, rules.game) == says
        assert numbered.setdefault(repr(says), numbers.tobytes()) == numbers.tobytes()


@pytest.mark.parametrize("id", tr.ruleset_ids())
def test_numbers_say_what_was_observed(id: str) -> None:
    rules = tr.load(id)
    for seats in rules.seat_counts:
        holds(rules, seats, seats, chance=0.04)


@pytest.mark.parametrize("id", HOUSE_IDS)
def test_numbers_say_what_was_observed_under_house_rules(id: str) -> None:
    rules = house(id)
    holds(rules, Random(id).choice(rules.seat_counts), 1, chance=0.04)


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=25)
@given(data=st.data())
def test_numbers_say_what_was_observed_under_drawn_rules(game: str, data: st.DataObject) -> None:
    rules, seats = data.draw(testing.tables(game))
    holds(rules, seats, data.draw(st.integers(0, 2**32)), chance=0.06)


# ---- positions by hand ----------------------------------------------------------------------


def plane(seen: tr.Observation, name: str) -> list[float]:
    """The numbers of one plane."""
    planes = tr.planes(seen.ruleset, seen.seats)
    names = [each.name for each in planes]
    first = sum(each.length for each in planes[: names.index(name)])
    return [*tr.numbers(seen)[first : first + planes[names.index(name)].length]]


def filled(seen: tr.Observation, name: str) -> dict[int, float]:
    """The numbers of one plane that are not 0, by their places."""
    return {place: number for place, number in enumerate(plane(seen, name)) if number}


def test_a_table_of_serendipity() -> None:
    cells: dict[str, Any] = {
        label: {"tile": None, "up": False} for label in ["a1", "a2", "b1", "b2", "b3", "c1", "c2"]
    }
    cells["a2"] = {"tile": "red", "up": True}
    cells["b2"] = {"tile": "serendip", "up": True, "facing": "se"}
    cells["c1"] = {"tile": "blue", "up": False, "seen": True}
    card = {
        "extends": "serendipity-small",
        "board": {"side": 2},
        "tiles": {"copies": 1, "serendips": 4},
    }
    data = {
        "ruleset": tr.load(card).to_data(),
        "seats": 3,
        "viewer": 2,
        "phase": "decide",
        "to_move": 0,
        "turned_up": "b2",
        "owners": {"blue": 2, "red": 0, "yellow": 1},
        "cells": cells,
    }
    seen = tr.Observation.from_data(data)
    assert plane(seen, "viewer") == [0, 0, 1]
    assert plane(seen, "to_move") == [0, 1, 0]
    assert plane(seen, "stage") == [0, 0, 0, 1, 0, 0]
    assert plane(seen, "owners") == [1, 0, 0, 0, 1, 0, 0, 0, 1]
    assert plane(seen, "tiles.blue") == [0, 0, 0, 0, 0, 1, 0]
    assert plane(seen, "tiles.red") == [0, 1, 0, 0, 0, 0, 0]
    assert plane(seen, "tiles.yellow") == [0] * 7
    assert plane(seen, "tiles.blue:ne") == plane(seen, "tiles.blue:e") == [0] * 7
    assert plane(seen, "tiles.blue:se") == [0, 0, 0, 1, 0, 0, 0]
    assert plane(seen, "up") == [0, 1, 0, 1, 0, 0, 0]
    assert plane(seen, "turned_up") == [0, 0, 0, 1, 0, 0, 0]


def test_a_table_of_flowers() -> None:
    state = tr.State.from_data(
        {
            "ruleset": "flowers",
            "seats": 2,
            "phase": "place",
            "to_move": 0,
            "gardens": [
                {"0,0": ["red-2", "yellow-4-green"], "1,0": ["green-1"]},
                {"0,0": ["red-3"]},
            ],
            "piles": [["blue-1"], ["blue-2", "red-1"], ["blue-3"]],
            "in_hand": "green-4",
            "taken_from": 2,
        }
    )
    taker, other = tr.observe(state, 0), tr.observe(state, 1)
    cells = len(plane(taker, "gardens.cards")) // 2
    places = tr.action_space(state.ruleset, 2)
    start, beside = (
        places.id(tr.Move("place", (cell,))) - places.id(tr.parse_move(state, "place 0,-38"))
        for cell in ("0,0", "1,0")
    )
    assert filled(taker, "gardens.colours.yellow") == {start: 4}
    assert filled(other, "gardens.colours.yellow") == {cells + start: 4}
    assert filled(taker, "gardens.butterflies.green") == {start: 1}
    assert filled(taker, "gardens.colours.green") == {beside: 1}
    lying = {start: 2, beside: 1, cells + start: 1}
    assert filled(taker, "gardens.cards") == lying
    assert plane(taker, "piles") == [1, 2, 1]
    assert plane(taker, "taken") == [0, 0, 1]
    assert (plane(taker, "hands"), plane(other, "hands")) == ([1, 0], [0, 1])
    # Green 4 comes from the pile that lies face down: its taker alone knows it.
    assert sum(plane(taker, "hands.own")) == 1
    assert not any(plane(other, "hands.own") + plane(other, "hands.open"))
    # Of 108 cards the taker sees four in gardens, two on piles, and one in its hand.
    assert (sum(plane(taker, "unseen")), sum(plane(other, "unseen"))) == (101, 102)


def test_a_table_of_tulips() -> None:
    state = tr.State.from_data(
        {
            "ruleset": "tulips",
            "seats": 3,
            "phase": "second",
            "to_move": 1,
            "festival": ["pink-2", "blue-3"],
            "bouquets": [["pink-2"], ["purple-4", "purple-4"], ["orange-3"]],
            "secret": ["orange-4", "blue-2", "blue-2"],
            "secret_by": [0, 1, 2],
            "deck": ["orange-3"],
            "giving": [0, 7, 999999],
            "keeping": [1, 0, 2],
            "in_hand": "blue-4",
            "done": ["keep"],
        }
    )
    seen, other = tr.observe(state, 1), tr.observe(state, 0)
    pink, blue, orange, purple = range(0, 12, 3)
    assert plane(seen, "stage") == [0, 0, 1]
    assert plane(seen, "ranking") == [0, 1, 0, 0, 1, 0, 0, 0] + [0] * 8  # blue, then pink
    assert filled(seen, "festival") == {pink: 1, blue + 1: 1}
    bouquets = {purple + 2: 2, 12 + orange + 1: 1, 24 + pink: 1}
    assert filled(seen, "bouquets") == bouquets
    assert plane(seen, "secret") == [1, 1, 1, 0]
    assert filled(seen, "secret.known") == {blue: 1}
    assert plane(seen, "keeping") == [0, 2, 1]
    assert plane(seen, "done") == [1, 0, 0]
    assert (plane(seen, "hand"), plane(other, "hand")) == ([1], [1])
    assert filled(seen, "hand.known") == {blue + 2: 1}
    assert not any(plane(other, "hand.known"))
    # No game brings so many points; 72 cards given by the first rank bring 7 each at the most.
    assert plane(seen, "giving") == [7, 504, 0]


def test_secret_cards_that_nobody_remembers_come_from_an_unknown_seat() -> None:
    state = tr.new_game(tr.load("tulips"), 2, seed=1)
    while state.phase == "start":
        state = tr.apply_move(state, tr.legal_moves(state)[0])
    assert plane(tr.observe(state, 0, memory=False), "secret") == [0, 0, 2]
    assert plane(tr.observe(state, 0), "secret") == [1, 1, 0]


def test_the_violet_card_is_told_also_when_it_lies_covered() -> None:
    state = tr.State.from_data(
        {
            "ruleset": tr.load({"extends": "flowers", "start": VIOLET}).to_data(),
            "seats": 2,
            "phase": "take",
            "to_move": 0,
            "gardens": [{"0,0": ["violet", "red-4"], "0,1": ["red-1"]}, {"0,0": ["violet"]}],
            "piles": [["blue-1"], ["blue-2"], ["blue-3"]],
        }
    )
    seen = tr.observe(state, 1)
    own, other = filled(seen, "gardens.violet")
    assert filled(seen, "gardens.cards").pop(own) == 1
    assert filled(seen, "gardens.cards")[other] == 2
    assert filled(seen, "gardens.colours.red").pop(other) == 4
    assert own not in filled(seen, "gardens.colours.red")


# ---- the planes themselves ------------------------------------------------------------------


@pytest.mark.parametrize("id", [*tr.ruleset_ids(), *HOUSE_IDS])
def test_planes_are_described(id: str) -> None:
    rules = tr.load(id) if id in tr.ruleset_ids() else house(id)
    planes = tr.planes(rules, rules.seat_counts[-1])
    assert len({plane.name for plane in planes}) == len(planes)
    for plane in planes:
        assert plane.low < plane.high
        assert plane.length % max(1, len(plane.each)) == 0
        assert plane.meaning


def test_cells_stand_in_the_order_of_action_ids() -> None:
    for id, kind, name in (("flowers", "place", "gardens.cards"), ("serendipity", "reveal", "up")):
        rules = tr.load(id)
        space = tr.action_space(rules, 2)
        moves = map(space.move, range(len(space)))
        cells = tuple(move.args[0] for move in moves if move.kind == kind)
        [each] = [plane.each for plane in tr.planes(rules, 2) if plane.name == name]
        assert each == cells


def highest(card: dict[str, Any], seats: int, name: str) -> float | None:
    """The end of the range of a plane, or None if there is no such plane."""
    planes = tr.planes(tr.load(card), seats)
    return next((plane.high for plane in planes if plane.name == name), None)


def test_turns_are_told_as_far_as_they_count() -> None:
    rounds = {"any_of": ["empty_piles", "rounds"], "rounds": 5}
    assert highest({"extends": "flowers", "end": rounds}, 3, "turns") == 15
    together = {"any_of": [], "all_of": ["points", "rounds"], "points": 9, "rounds": 4}
    assert highest({"extends": "tulips", "end": together}, 2, "turns") == 8
    limit = {"turn_limit": 20}
    assert highest({"extends": "serendipity-small", "end": limit}, 2, "turns") == 20
    both = {**limit, "any_of": ["complete_colours", "rounds"], "rounds": 15}
    assert highest({"extends": "serendipity-small", "end": both}, 2, "turns") == 30
    for id in ("serendipity-small", "flowers", "tulips"):
        assert highest({"extends": id}, 2, "turns") is None


def test_colours_may_be_called_like_planes() -> None:
    card = {
        "extends": "flowers",
        "cards": {"colours": ["cards", "butterflies", "yellow"], "butterflies": ["cards-4-yellow"]},
        "for_players": "removed",
    }
    holds(tr.load(card), 2, 1, chance=0.1)


def test_of_a_pile_that_all_know_every_place_is_told() -> None:
    kinds, cards = 28, 108

    def lengths(**piles: Any) -> list[int]:
        rules = tr.load({"extends": "flowers", "for_players": "removed", "piles": piles})
        planes = tr.planes(rules, 2)
        return [plane.length // kinds for plane in planes if plane.name.startswith("piles.")]

    listed = {"dealt": "listed", "sizes": [20, 20, 20], "number": "removed"}
    assert lengths(**listed) == [1, 1]
    assert lengths(**listed, known="all") == [cards, cards]
    display = {"dealt": "display", "number": 2, "hidden": 1}
    assert lengths(**display) == [1, 1]
    # A place on display holds one card; the stock behind it lies open as well.
    assert lengths(**display, known="all") == [1, 1, cards]


def test_numbers_are_fresh() -> None:
    seen = tr.observe(tr.new_game(tr.load("tulips"), 2, seed=1), 0)
    numbers = tr.numbers(seen)
    numbers[0] = 7
    assert tr.numbers(seen)[0] == 1


def test_only_an_observation_has_numbers() -> None:
    state: Any = tr.new_game(tr.load("tulips"), 2, seed=1)
    with pytest.raises(TypeError, match="numbers takes an Observation"):
        tr.numbers(state)
    with pytest.raises(tr.WrongSeats):
        tr.planes(tr.load("tulips"), 7)


def test_numbers_that_know_more_than_their_viewer_are_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The leak battery looks at numbers."""
    known, honest = PLANTS.known_later(monkeypatch), numbers_of

    def telling(seen: Any) -> Any:
        numbers = honest(seen)
        numbers[0] += sum_of(known(seen)) % 2
        return numbers

    monkeypatch.setattr("tilerules.library.numbers_of", telling)
    with pytest.raises(AssertionError, match=r"differ: .*numbers"):
        testing.Secrets(told=told_in_tulips).check(tr.load("tulips"), 2, seed=1, plies=10)
