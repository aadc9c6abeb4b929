"""Conditions of the end of Flowers, and the round in which it comes, each worked out by hand."""

from __future__ import annotations

from typing import Any

import pytest

import tilerules as tr
from tests.flowers.gardens import data, garden, new, play, position, rules, texts
from tilerules.games.flowers import Observation, State

Card = dict[str, Any]

ONE = garden("g4")
PILES = ("y1 y2 y3 y4", "r1 r2 r3 r4", "b1 b2 b3 b4")
COVER = "cover 0,0"


def ends(**end: Any) -> tr.Ruleset:
    """The base card with another end."""
    return rules({"end": end})


def turns(state: State, *piles: int) -> State:
    """The state after turns in which a card is taken and laid on the first one."""
    for pile in piles:
        state = play(state, f"take {pile}", COVER)
    return state


def at(
    ruleset: tr.Ruleset, seats: int = 2, piles: tuple[str, ...] = PILES, **entries: Any
) -> State:
    """Gardens of one card each, and piles."""
    return position(ruleset, [ONE] * seats, piles, **entries)


def over_after(state: State, *piles: int) -> int | None:
    """The number of the turn, from 1, with which the game is over; None if it goes on."""
    for number, pile in enumerate(piles, start=1):
        state = turns(state, pile)
        if state.is_over:
            return number
    return None


def problems(card: Card) -> list[tuple[str, str]]:
    """What is wrong with a card."""
    with pytest.raises(tr.InvalidRuleset) as caught:
        tr.load({"extends": "flowers", **card})
    return [(problem.code, problem.key) for problem in caught.value.problems]


# ---- empty piles ----------------------------------------------------------------------------


@pytest.mark.parametrize(("number", "last"), [(1, 2), (2, 4), (3, 6), ("all", 6)])
def test_so_many_piles_without_cards(number: int | str, last: int) -> None:
    """Of three piles of two cards each the first, the second and the third run out in turn."""
    short = ("y1 y2", "r1 r2", "b1 b2")
    ruleset = rules({"players": [2], "end": {"empty_piles": number}})
    assert over_after(at(ruleset, 2, short), 0, 0, 1, 1, 2, 2) == last


def test_an_empty_pile_cannot_be_taken_from() -> None:
    state = turns(at(ends(empty_piles=2), 2, ("y1", "r1 r2", "b1 b2")), 0)
    assert texts(state) == ["take 1", "take 2"]
    refusal = tr.why_illegal(state, tr.Move("take", ("0",)))
    assert refusal
    assert refusal.code == "empty_pile"


def test_without_conditions_the_cards_are_played_to_the_last() -> None:
    assert over_after(at(ends(any_of=[]), 2, ("y1", "r1", "b1 b2")), 0, 1, 2, 2) == 4


# ---- rounds, points and gardens -------------------------------------------------------------


@pytest.mark.parametrize(("seats", "rounds", "last"), [(2, 1, 2), (2, 2, 4), (3, 1, 3), (1, 2, 2)])
def test_rounds(seats: int, rounds: int, last: int) -> None:
    ruleset = rules(
        {
            "end": {"any_of": ["rounds"], "rounds": rounds},
            "for_players": {1: {"turn": {"sweep": "never"}}},
        }
    )
    piles = PILES[:2] if seats == 1 else PILES
    assert over_after(at(ruleset, seats, piles), 0, 0, 0, 0) == last


def fields(points: int, **card: Any) -> tr.Ruleset:
    """The game ends with so many points, one for each card of a field of three or more."""
    steps = {"steps": ["fields"], "discards": "removed", "butterflies": "removed"}
    scoring = {**steps, "fields": {"least": 3}}
    return rules({"scoring": scoring, "end": {"any_of": ["points"], "points": points}, **card})


THREE = garden("y4 y4 y4")


def test_points_as_the_table_stands() -> None:
    state = position(fields(4), [ONE, THREE], ("y1 r1", "r2", "b1"), to_move=1)
    assert play(state, "take 0", "place 3,0").is_over
    assert not play(state, "take 1", "place 3,0").is_over
    assert position(fields(3), [ONE, THREE], PILES).is_over


def test_what_a_handicap_brings() -> None:
    """With a handicap of five and a field of three there are eight points."""
    handicap = {"1": {"handicap": 5}}
    at = [ONE, garden("y4 y4")]
    for points, over in ((8, True), (9, False)):
        state = position(fields(points, seats=handicap, players=[2]), at, PILES, to_move=1)
        assert play(state, "take 0", "place 2,0").is_over == over


def test_a_start_card_may_bring_the_end() -> None:
    """Each of the start cards is a field by itself, and scores one point."""
    card: Card = {"scoring": {"steps": ["fields"], "fields": {"least": 1}}}
    card["scoring"] |= {"discards": "removed", "butterflies": "removed"}
    end = {"any_of": ["points"], "points": 1}
    at_once = new(rules({**card, "end": end}), 2)
    assert (at_once.is_over, at_once.turns, texts(at_once)) == (True, 0, [])
    assert State.from_data(at_once.to_data()) == at_once
    later = new(rules({**card, "end": {**end, "round": "one_more"}}), 2)
    assert left(later) == (2, 0)
    assert left(turns(later, 0, 0)) == (0, None)


def test_points_of_partners_count_together() -> None:
    """Two handicaps of two and a field of three are seven for two partners, for one seat five."""
    card: Card = {"players": [4], "seats": {str(seat): {"handicap": 2} for seat in range(4)}}
    two = garden("y4 y4")
    at = [ONE, ONE, ONE, two]
    alone = position(fields(7, **card), at, ("y1 y2", *PILES[1:]), to_move=3)
    assert not play(alone, "take 0", "place 2,0").is_over
    teams = {"teams": {"sun": [1, 3]}}
    together = position(fields(7, **card, partners=teams), at, ("y1 y2", *PILES[1:]), to_move=3)
    assert play(together, "take 0", "place 2,0").is_over


SMALL: Card = {"garden": {"width": 2, "height": 1}}


def test_full_gardens() -> None:
    """A garden of two cells is full with its second card, even if others are covered first."""
    one = rules({**SMALL, "end": {"any_of": ["full_gardens"], "full_gardens": 1}})
    start = at(one)
    assert not turns(start, 0, 0).is_over
    assert play(start, "take 0", "place 1,0").is_over
    end = {"any_of": ["full_gardens"], "full_gardens": 2}
    two = rules({**SMALL, "end": end, "players": [2, 3]})
    both = play(at(two), "take 0", "place -1,0")
    assert not both.is_over
    assert play(both, "take 0", "place 1,0").is_over


def test_any_of_and_all_of() -> None:
    both = {"rounds": 1, "full_gardens": 1}
    either = rules({**SMALL, "end": {"any_of": ["rounds", "full_gardens"], **both}})
    assert play(at(either), "take 0", "place 1,0").is_over
    assert turns(at(either), 0, 0).is_over
    together = rules({**SMALL, "end": {"any_of": [], "all_of": ["rounds", "full_gardens"], **both}})
    first = play(at(together), "take 0", "place 1,0")
    assert not first.is_over
    assert turns(first, 0).is_over
    assert not turns(at(together), 0, 0).is_over
    later = turns(at(together), 0, 0)
    assert play(later, "take 0", "place 1,0").is_over


# ---- the last round -------------------------------------------------------------------------


def left(state: State) -> tuple[int | None, int | None]:
    return state.turns_left, state.to_move


def test_one_more_turn_for_each() -> None:
    """Seat 1 of three takes the last card of a pile: then 2, 0 and 1 have a turn each."""
    state = at(ends(round="one_more"), 3, ("y1", *PILES[1:]), to_move=1)
    assert left(state) == (None, 1)
    state = turns(state, 0)
    assert left(state) == (3, 2)
    state = turns(state, 1)
    assert left(state) == (2, 0)
    state = turns(state, 1)
    assert left(state) == (1, 1)
    assert left(turns(state, 1)) == (0, None)


def test_the_round_is_finished() -> None:
    state = turns(at(ends(round="finished"), 3, ("y1", *PILES[1:])), 0)
    assert left(state) == (2, 1)
    assert left(turns(state, 1)) == (1, 2)
    assert left(turns(state, 1, 1)) == (0, None)
    last = turns(at(ends(round="finished"), 3, ("y1", *PILES[1:]), to_move=2), 0)
    assert left(last) == (0, None)


def test_without_cards_the_last_turns_fall_away() -> None:
    state = turns(at(ends(round="one_more"), 3, ("y1", "r1", "b1")), 0)
    assert left(state) == (3, 1)
    assert left(turns(state, 1, 2)) == (0, None)


def test_what_has_come_is_not_looked_at_again() -> None:
    """Seat 0 has two points by a square and covers it, but the game ends all the same."""
    squares = {"side": 2, "of": "colour", "points": 2}
    removed = dict.fromkeys(("discards", "fields", "butterflies"), "removed")
    ruleset = rules(
        {
            "scoring": {**removed, "steps": ["squares"], "squares": squares},
            "end": {"any_of": ["points"], "points": 2, "round": "one_more"},
        }
    )
    three = garden("y4 y4", "y4 .")
    state = position(ruleset, [three, ONE], ("y1 r1 r2 y2", "r3 r4", "b1 b2"))
    state = play(state, "take 0", "place 1,1")
    assert left(state) == (2, 1)
    state = play(turns(state, 1), "take 0", COVER)
    assert tr.score(state)[0].total == 0
    assert left(state) == (0, None)


def test_a_lone_seat_has_one_more_turn() -> None:
    card = {"end": {"any_of": ["rounds"], "rounds": 2, "round": "one_more"}}
    state = at(rules({**card, "for_players": {1: {"turn": {"sweep": "never"}}}}), 1, PILES[:2])
    assert left(turns(state, 0, 0)) == (1, 0)
    assert left(turns(state, 0, 0, 0)) == (0, None)


def test_a_sweep_may_bring_the_end() -> None:
    """A seat alone: the second card of the open pile is swept, then one more turn is played."""
    state = at(ends(round="one_more"), 1, ("y1 y2", "b1 b2 b3"))
    state = turns(state, 0)
    assert (state.piles[0], *left(state)) == ((), 1, 0)
    assert left(turns(state, 1)) == (0, None)


def test_the_end_is_told_once() -> None:
    taken = play(at(ends(round="one_more"), 2, ("y1", *PILES[1:])), "take 0")
    laid = play(taken, COVER)
    told = tr.events(tr.observe(taken, None), tr.observe(laid, None))
    assert [str(event) for event in told] == [
        "seat 0: cover 0,0",
        "seat 0 covers 0,0 with yellow-1",
        "the turn of seat 0 is over",
        "the end has come: 2 turns left",
        "seat 1 is to move: take",
    ]
    assert "the end has come: 2 turns left" in str(laid)
    assert "The end has come: 2 turns left" in laid._repr_svg_()


# ---- positions ------------------------------------------------------------------------------

ONE_MORE = ends(round="one_more")


def test_a_position_says_how_many_turns_are_left() -> None:
    state = turns(at(ONE_MORE, 2, ("y1", *PILES[1:])), 0)
    assert state.to_data()["turns_left"] == 2
    assert State.from_data(state.to_data()) == state
    for viewer in (0, 1, None):
        seen = tr.observe(state, viewer)
        assert seen.turns_left == 2
        assert Observation.from_data(seen.to_data()) == seen
        assert tr.determinize(seen, seed=1).turns_left == 2
    assert "turns_left" not in at(ends(empty_piles=2)).to_data()


def test_a_position_by_hand_in_which_the_end_has_come() -> None:
    empty = ("", *PILES[1:])
    assert left(at(rules(), 3, empty)) == (None, None)
    assert left(at(ONE_MORE, 3, empty, to_move=1)) == (3, 1)
    assert left(at(ONE_MORE, 3, empty, to_move=1, turns_left=1)) == (1, 1)
    assert left(at(ONE_MORE, 3, empty, to_move=1, turns_left=0)) == (0, None)
    assert left(at(ends(round="finished"), 3, empty, to_move=1)) == (2, 1)
    assert left(at(ends(round="finished"), 3, empty)) == (0, None)
    assert left(at(ONE_MORE, 3, ("", "", ""))) == (0, None)
    over = position(ONE_MORE, [ONE] * 2)
    assert left(over) == (0, None)
    assert left(at(ends(any_of=["rounds"], rounds=2), 2, turns=4)) == (None, None)
    assert left(at(ends(any_of=["rounds"], rounds=2), 2, turns=3)) == (None, 0)


@pytest.mark.parametrize(
    ("ruleset", "entries", "path"),
    [
        (ONE_MORE, {"phase": "place", "in_hand": "yellow-3", "turns_left": 0}, "turns_left"),
        (ONE_MORE, {"turns_left": 3}, "turns_left"),
        (ONE_MORE, {"turns_left": "1"}, "turns_left"),
        (rules(), {"turns_left": 1}, "turns_left"),
        (ONE_MORE, {"phase": "over", "to_move": None, "turns_left": 1}, "phase"),
        (ends(empty_piles=2), {"phase": "over", "to_move": None}, "phase"),
        (ends(any_of=["rounds"], rounds=2), {"phase": "over", "to_move": None}, "phase"),
    ],
)
def test_a_position_that_cannot_be(ruleset: tr.Ruleset, entries: Card, path: str) -> None:
    wrong = data(ruleset, [ONE] * 2, PILES, **entries)
    with pytest.raises(tr.InvalidData) as caught:
        State.from_data(wrong)
    assert caught.value.path == path


# ---- cards ----------------------------------------------------------------------------------


def test_cards_whose_end_makes_no_sense() -> None:
    assert problems({"end": {"any_of": ["rounds"]}}) == [("condition_without_number", "end.any_of")]
    assert problems({"end": {"points": 9}}) == [("number_without_condition", "end.points")]
    full: Card = {"end": {"any_of": ["full_gardens"], "full_gardens": 1}}
    assert problems(full) == [("garden_without_size", "end.full_gardens")]
    assert problems({**full, "garden": {"width": 9}}) == [
        ("garden_without_size", "end.full_gardens")
    ]
    own = {"1": {"width": "never"}}
    unlimited = problems(
        {**full, "players": [2], "garden": {"width": 9, "height": 9}, "seats": own}
    )
    assert [code for code, _ in unlimited] == ["garden_without_size"]
    many: Card = {"end": {"any_of": ["full_gardens"], "full_gardens": 3}, "players": [2, 3]}
    assert problems({**many, "garden": {"width": 9, "height": 9}}) == [
        ("too_few_gardens", "end.full_gardens")
    ]
    assert problems({"players": [2], "end": {"empty_piles": 4}}) == [
        ("too_few_piles", "end.empty_piles")
    ]


NARROW: Card = {"players": [2], "garden": {"width": 6, "height": 7}, "cover": {"cards": "never"}}
NARROW["cover"]["depth"] = "removed"


@pytest.mark.parametrize(
    ("end", "needed"),
    [
        ({}, 39),  # 78 cards in three piles: 76 turns, 38 for each seat, and the start card
        ({"empty_piles": 3}, 40),  # all 78
        ({"round": "one_more"}, 40),  # 76 turns and two more
        ({"round": "finished"}, 39),
        ({"any_of": []}, 40),
        ({"any_of": ["points"], "points": 9}, 40),
        ({"any_of": ["rounds"], "rounds": 5}, 6),
        ({"any_of": ["rounds"], "rounds": 5, "round": "one_more"}, 7),
        ({"any_of": ["rounds", "empty_piles"], "rounds": 5}, 6),
        ({"any_of": [], "all_of": ["rounds", "empty_piles"], "rounds": 5}, 39),
        ({"any_of": [], "all_of": ["points"], "points": 9}, 40),
    ],
)
def test_a_garden_has_room_until_the_end(end: Card, needed: int) -> None:
    """A garden of one row is too small with one cell less than its seat can need."""

    def one_row(cells: int) -> Card:
        return {**NARROW, "garden": {"width": cells, "height": 1}, "end": end}

    tr.load({"extends": "flowers", **one_row(needed)})
    with pytest.raises(tr.InvalidRuleset) as caught:
        tr.load({"extends": "flowers", **one_row(needed - 1)})
    (problem,) = caught.value.problems
    assert (problem.code, f"can get {needed}" in problem.message) == ("no_room", True)


@pytest.mark.parametrize(
    "end",
    [
        {"empty_piles": "all"},
        {"round": "one_more"},
        {"any_of": ["points"], "points": 900},
        {"any_of": ["rounds"], "rounds": 7, "round": "one_more"},
        {"any_of": [], "all_of": ["rounds", "empty_piles"], "rounds": 9, "empty_piles": 2},
    ],
)
def test_a_garden_never_leaves_its_grid(end: Card) -> None:
    """Each seat builds straight to the right; every such cell has a name and is offered."""
    piles = {"dealt": "listed", "sizes": [9, 9, 9]}
    ruleset = rules({"players": [2], "for_players": {2: {"piles": piles}}, "end": end})
    state = new(ruleset, 2, seed=5)
    reach = [0, 0]
    while not state.is_over:
        seat = state.to_move or 0
        reach[seat] += 1
        fullest = max(range(3), key=lambda pile: len(state.piles[pile]))
        state = play(state, f"take {fullest}", f"place {reach[seat]},0")
    grid = state.rules.grid
    assert max(reach) == max(x for x, _ in grid.cells)


def test_no_step_is_done_when_a_game_with_hands_is_over() -> None:
    state = tr.new_game(
        tr.load({"extends": "flowers", "players": [2], "turn": {"hand": 1}}), 2, seed=1
    )
    while not state.is_over:
        state = tr.apply_move(state, tr.legal_moves(state)[0])
    data = state.to_data()
    assert data["step"] == 0
    assert tr.State.from_data(data) == state
    with pytest.raises(tr.InvalidData) as caught:
        tr.State.from_data({**data, "step": 1})
    assert (caught.value.path, caught.value.problem) == ("step", "is 0 when the game is over")
