"""Positions with cards in hand written by hand, and whether their gardens have room."""

from __future__ import annotations

import pytest

import tilerules as tr
from tests.flowers.gardens import data, garden, new, play, position, seen, texts, variant
from tests.flowers.holding import (
    HAND,
    ONE,
    PILES,
    THROWN_LATE,
    TWO,
    TWO_STEPS,
    Data,
    hands,
    table,
    turns,
)
from tilerules.games.flowers import Observation, State

# ---- positions by hand ----------------------------------------------------------------------


def test_defaults_of_a_position() -> None:
    state = table(TWO)
    assert (state.hands, state.hands_known, state.step, state.taken) == (((), ()), (0, 0), 0, ())
    written = state.to_data()
    assert (written["hands"], written["hands_known"], written["step"]) == ([[], []], [0, 0], 0)
    assert "in_hand" not in written
    assert "hands" not in new(variant(), 2).to_data()
    later = table(THROWN_LATE, phase="take", step=2, hands=hands("b4", "g4"))
    assert later.step == 2
    assert table(THROWN_LATE, phase="place", hands=hands("b4", "g4")).step == 1


HELD: Data = {"hands": hands("b4 r3", "g4 g4")}
STEP_TWO: Data = {"phase": "place", "step": 2, "hands": hands("b4 r3", "")}


@pytest.mark.parametrize(
    ("ruleset", "entries", "path", "told"),
    [
        (HAND, {"hands": hands("b4 r3 r3", "")}, "hands[0]", "2 cards at most"),
        (HAND, {"hands": hands("b4", "r3 r3 r3")}, "hands[1]", "2 cards at most"),
        (TWO, {"hands": hands("", "r3")}, "hands[1]", "0 cards at most"),
        (HAND, {"hands": hands("b4")}, "hands", "2 hands"),
        (HAND, {"hands": [["violet"], []]}, "hands[0][0]", "a card of these rules"),
        (HAND, {"hands": [[None], []]}, "hands[0][0]", "text"),
        (HAND, {**HELD, "hands_known": [3, 0]}, "hands_known[0]", "0 to 2"),
        (HAND, {**HELD, "hands_known": [1]}, "hands_known", "2 numbers"),
        (HAND, {**HELD, "in_hand": None}, "", "no key 'in_hand'"),
        (HAND, {"hands": hands("y1 y1", "y1 y1")}, "", "yellow-1"),
        (TWO, {**STEP_TWO, "step": 1}, "step", "`take`, not `place`"),
        (TWO, {**STEP_TWO, "step": 4}, "step", "0 to 3"),
        (TWO, {**STEP_TWO, "hands": hands("", "")}, "phase", "no card to play"),
        (TWO, {"phase": "place_or_discard"}, "phase", "one of take, place, over"),
        (TWO, {**STEP_TWO, "taken_from": [0, 0]}, "taken_from", "ascending"),
        (TWO, {**STEP_TWO, "taken_from": [2, 0]}, "taken_from", "ascending"),
        (TWO, {**STEP_TWO, "taken_from": [3]}, "taken_from[0]", "0 to 2"),
        (TWO, {**STEP_TWO, "taken_from": [0, 1, 2]}, "taken_from", "2 piles"),
        (TWO, {"taken_from": [0]}, "taken_from", "0 piles"),
        (TWO, {**STEP_TWO, "last_move": "take 0 red-1"}, "last_move", "nothing more"),
        (TWO, {**STEP_TWO, "last_move": "discard red-1"}, "last_move", "never be made"),
    ],
)
def test_faults_of_positions(ruleset: tr.Ruleset, entries: Data, path: str, told: str) -> None:
    with pytest.raises(tr.InvalidData) as caught:
        State.from_data(data(ruleset, [ONE, ONE], PILES, **entries))
    assert caught.value.path == path
    assert told in str(caught.value)


def test_a_take_without_cards_is_no_position() -> None:
    all_cards = turns(steps=TWO_STEPS, end={"any_of": []})
    entries: Data = {"step": 1, "hands": hands("b4", ""), "phase": "take"}
    with pytest.raises(tr.InvalidData, match="no card to take"):
        State.from_data(data(all_cards, [ONE, ONE], ["", "", ""], **entries))


@pytest.mark.parametrize(
    ("entries", "path"),
    [
        ({"hands": [["blue-4", "red-3"], ["green-4", "green-4"]]}, "hands[1][0]"),
        ({"hands": [[None, "red-3"], [None, None]]}, "hands[0][0]"),
        ({"hands_known": [0, 1]}, "hands[1][0]"),
        ({"hands_known": [1, 0], "memory": False, "swept": []}, "hands_known"),
    ],
)
def test_faults_of_observations(entries: Data, path: str) -> None:
    written = seen(table(HAND, **HELD), 0).to_data()
    assert Observation.from_data(written).hands == (("red-3", "blue-4"), (None, None))
    with pytest.raises(tr.InvalidData) as caught:
        Observation.from_data({**written, **entries})
    assert caught.value.path == path


# ---- room in a garden -----------------------------------------------------------------------


def use(times: int, within: str = "game") -> Data:
    """How often a card may be discarded."""
    return {"uses": {"discard": {"times": times, "in": within}}}


FLAT: Data = {"cover": {"cards": "never", "depth": "removed"}}
ROW: Data = {**FLAT, "garden": {"width": 3, "height": 1}}


@pytest.mark.parametrize(
    ("steps", "changes", "fits"),
    [
        (["take", "place"], {}, True),
        (["take", "take", "place", "place"], {}, True),  # one turn for each seat, or two
        (["take"] * 3 + ["place"] * 3, {}, False),
        (["take", "place"], {"end": {"any_of": []}}, False),
        (["take", "place_or_discard"], {"end": {"any_of": []}}, True),
        (["take", "place_or_discard"], {"end": {"any_of": []}, **use(1)}, True),
        (["take", "place_or_discard"] * 3, {"end": {"any_of": []}, **use(1)}, True),
        (["take", "place_or_discard"] * 4, {"end": {"any_of": []}, **use(1, "turn")}, False),
        (["take", "place_or_discard"] * 4, {"end": {"any_of": []}, **use(2, "turn")}, True),
        (["take", "place_or_discard", "take", "place"], {"end": {"any_of": []}}, False),
    ],
)
def test_a_garden_has_room_for_all_that_must_be_laid(
    steps: list[str], changes: Data, fits: bool
) -> None:
    """Two cells are free in a row of three, and three piles have two cards each.

    The game ends with the first empty pile, with the fourth card at the latest, or with the sixth:
    with single cards after four turns or six, with three or four at once after two turns. A seat
    may lay what it could discard, and then have to lay what it cannot.
    """
    piles = {"piles": {"sizes": [2, 2, 2]}}
    card = {"extends": "flowers", "players": [2], "for_players": {2: piles}, **ROW}
    codes = [problem.code for problem in tr.check({**card, "turn": {"steps": steps}, **changes})]
    assert codes == ([] if fits else ["no_room"])


def test_a_full_garden_discards() -> None:
    """Where nothing can be laid any more, a card is discarded as long as the rules allow it."""
    row = turns(steps=["take", "place_or_discard"], **ROW)
    full = position(row, [garden("y4 y4 y3"), ONE], PILES)
    assert texts(play(full, "take 0")) == ["discard"]


@pytest.mark.parametrize(("free", "fits"), [(3, False), (4, True)])
def test_a_position_has_room_for_what_a_seat_can_still_get(free: int, fits: bool) -> None:
    """Three piles of three cards: four turns of two cards, two of each seat."""
    wide = turns(steps=TWO_STEPS, garden={"width": 40, "height": 1}, **FLAT)
    kinds = ["yellow-3", "red-3", "blue-3", "green-3", "yellow-4", "red-4", "blue-4", "green-4"]
    row = {f"{x},0": [kinds[x % 8]] for x in range(40 - free)}
    if fits:
        assert len(position(wide, [row, ONE], PILES).gardens[0]) == 36
    else:
        with pytest.raises(tr.InvalidData, match="no room"):
            position(wide, [row, ONE], PILES)
