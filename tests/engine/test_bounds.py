"""How long games last and what they bring stays within what is said beforehand."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tilerules as tr
from tests.house.shelf import house
from tilerules import testing
from tilerules.engine.bounds import Bounds, bounds_of
from tilerules.engine.positions import rules_for
from tilerules.engine.shared.ending import points_together


def of(ruleset: tr.Ruleset, seats: int) -> Bounds:
    return bounds_of(rules_for(ruleset, seats))


BY_HAND = {
    # 6 choices and 100 for each of 91 cells; a carpet of 13 flowers, 13 Serendips, all matching
    ("serendipity", 2): Bounds(6 + 9100, 0, 13 + 2 * 13 + 2 * 13),
    # the same for each of three colours
    ("serendipity-all-colours", 2): Bounds(6 + 9100, 0, 3 * (13 + 2 * 13 + 2 * 13)),
    # piles of 26: after 76 cards one is empty; 38 cards and the start card, which count for
    # four colours if one is wild; 12 butterflies
    ("flowers", 2): Bounds(2 * 76, -39, 39 + 4 + 12),
    # 72 cards less 2, 18 left out and 4 dealt are drawn in 24 turns, 12 of a seat: it gives away
    # 12 for 3 and a value of 4, keeps 12 for 2 each, and is first in three colours
    ("tulips", 2): Bounds(2 + 48, 0, 12 * 7 + 12 * 2 + 15 + 10 + 5),
    # all 48 cards may be given to one seat, which keeps them
    ("tulips-thanks", 2): Bounds(2 + 48, 0, 12 * 7 + (12 + 48) * 2 + 15 + 10 + 5),
}


@pytest.mark.parametrize(("id", "seats"), BY_HAND)
def test_bounds_are_those_worked_out_by_hand(id: str, seats: int) -> None:
    assert of(tr.load(id), seats) == BY_HAND[id, seats]


def test_partners_have_what_they_have_together() -> None:
    alone = of(tr.load("flowers"), 4)
    together = of(house("flowers-two-gardeners"), 4)  # two of them begin with 2 points each
    assert (together.least, together.most) == (2 * alone.least, 2 * alone.most + 2 * 2)


def test_handicaps_are_points() -> None:
    alone = of(tr.load("tulips"), 2)
    card = {"extends": "tulips", "seats": {"0": {"handicap": 5}, "1": {"handicap": -3}}}
    given_some = of(tr.load(card), 2)
    assert (given_some.least, given_some.most) == (alone.least - 3, alone.most + 5)


def test_there_is_always_a_range() -> None:
    nothing = dict.fromkeys(("serendips", "matches"), "removed")
    card = {"extends": "serendipity", "scoring": {**nothing, "flowers": {"points": 0}}}
    assert of(tr.load(card), 2) == Bounds(6 + 9100, 0, 1)


@pytest.mark.parametrize(
    ("scoring", "least", "most"),
    [
        ({"apart": {"points": -1}}, -39, 65),
        ({"face_down": {"points": 1}}, 0, 65 + 39),
        ({"rings": {"points": 2}}, 0, 65 + 2 * 39),
        ({"lines": {"length": 4, "points": 3}}, 0, 65 + 3 * (3 * 39 // 4)),
        ({"sizes": {"points": {"5": -2, "9": 7}}}, -2, 65 + 7),
        # six carpets, two in each of three colours, each with all that a Serendip can touch
        (
            {"sizes": {"points": {"1": 7}}, "carpet": {"number": 2, "colours": "sum"}},
            0,
            39 + (2 + 2) * 6 * 13 + 6 * 7,
        ),
        ({"carpet": {"number": 2, "colours": "best"}}, 0, 26 + 2 * (2 * 13) + 2 * (2 * 13)),
        # with all carpets of three colours, 39 flowers may lie apart; a Serendip touches six
        ({"carpet": {"number": "all", "colours": "sum"}}, 0, 39 + (2 + 2) * 6 * 13),
        (
            {
                "carpet": {"number": "all", "colours": "sum"},
                "serendips": {"points": 2, "joined": "component"},
            },
            0,
            39 + (2 + 2) * 39 * 13,
        ),
    ],
)
def test_each_block_of_serendipity_counts(scoring: object, least: int, most: int) -> None:
    found = of(tr.load({"extends": "serendipity", "scoring": scoring}), 2)
    assert (found.least, found.most) == (least, most)


@pytest.mark.parametrize(
    ("step", "block", "most"),
    [
        ("butterflies", {"points": 1, "counted": "each_card"}, 12 * 4),
        ("squares", {"points": 2, "side": 2, "of": "colour"}, 2 * (39 + 4)),
        ("lines", {"points": 2, "length": 3, "of": "colour"}, 2 * (2 * (39 + 4) // 3)),
        ("sizes", {"points": {"5": 3, "8": 10}}, 10 * ((39 + 4) // 5)),
        ("all_colours", {"points": 6, "least": 2}, 6),
        ("apart", {"points": 1}, 39),
    ],
)
def test_each_step_of_flowers_counts(step: str, block: object, most: int) -> None:
    removed = dict.fromkeys(("discards", "fields", "butterflies"), "removed")
    scoring = {**removed, "steps": [step], step: block}
    card = {"extends": "flowers", "scoring": scoring, "tie_breaks": []}
    assert of(tr.load(card), 2) == Bounds(2 * 76, 0, most)


def test_cards_may_touch_at_corners() -> None:
    touching = {"garden": {"touching": "corners_too"}}
    butterflies = {"scoring": {"butterflies": {"counted": "each_card"}}}
    assert of(tr.load({"extends": "flowers", **touching, **butterflies}), 2).most == 43 + 12 * 8


@pytest.mark.parametrize(
    ("block", "most"),
    [
        ({"sizes": {"points": {"2": 1, "4": 3}}}, 3 * 4),
        ({"all_colours": {"points": 5}}, 5),
        ({"fewest": {"points": 2}}, 2),
    ],
)
def test_each_block_of_tulips_counts(block: object, most: int) -> None:
    usual = BY_HAND["tulips", 2]
    found = of(tr.load({"extends": "tulips", "scoring": block}), 2)
    assert (found.least, found.most) == (0, usual.most + most)


def test_a_last_turn_may_be_short() -> None:
    one_more = {"for_players": {2: {"start": {"left_out": 17}}}}
    found = of(tr.load({"extends": "tulips", **one_more}), 2)  # 49 cards in 25 turns
    assert found == Bounds(2 + 49, 0, 13 * 7 + 13 * 2 + 15 + 10 + 5)


@pytest.mark.parametrize("game", ["flowers", "serendipity", "tulips"])
@settings(max_examples=25)
@given(data=st.data())
def test_every_game_keeps_within_its_bounds(game: str, data: st.DataObject) -> None:
    ruleset, seats = data.draw(testing.tables(game))
    chance = Random(data.draw(st.integers(0, 2**32)))
    state = tr.new_game(ruleset, seats, seed=chance.getrandbits(32))
    bounds = of(ruleset, seats)
    assert bounds.least < bounds.most
    while not state.is_over and state.ply < 1000:
        if state.ply % 10 == 0:
            _within(state, bounds)
        moves = tr.legal_moves(state)
        state = tr.apply_move(state, moves[chance.randrange(len(moves))])
    _within(state, bounds)
    assert state.ply <= bounds.plies


def _within(state: tr.State, bounds: Bounds) -> None:
    for points in points_together(state.rules, tr.score(state)):
        assert bounds.least <= points <= bounds.most
