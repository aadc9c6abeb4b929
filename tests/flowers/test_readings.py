"""What the rules text leaves open, F1 to F23: the reading of the base card, and every other one.

A test named `default` says what the base card does. Where there are other readings, each has a test
that plays a card with it, and asserts what is false of the base card.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import tilerules as tr
from tests.flowers.gardens import (
    cards,
    garden,
    new,
    outcome,
    play,
    position,
    random_game,
    rules,
    seen,
    shown,
    texts,
    totals,
    variant,
)
from tilerules.games.flowers import Deal, State

BASE = rules()
DUTCH = rules(base="flowers-dutch")
SUMMER = rules(base="flowers-summer")
EVEN_TURNS = rules(base="flowers-even-turns")
FLAT = rules(base="flowers-flat")


def sizes(ruleset: tr.Ruleset, seats: int) -> list[int]:
    """The cards in each pile of a new game."""
    return [len(pile) for pile in new(ruleset, seats).piles]


def left_over(ruleset: tr.Ruleset, seats: int) -> int:
    """How many cards are out of the game from the start."""
    deal = tr.deal(ruleset, seats, seed=1)
    assert isinstance(deal, Deal)
    return len(deal.left_over)


def open_tops(ruleset: tr.Ruleset, seats: int) -> list[bool]:
    """Of which piles the top card lies open in a new game."""
    return [pile[0] is not None for pile in seen(new(ruleset, seats), None).piles]


def with_piles(seats: int, **piles: Any) -> tr.Ruleset:
    """The base card with other piles for a number of seats."""
    return variant(for_players={str(seats): {"piles": piles}})


# ---- F1 to F6: piles, and the first turn ----------------------------------------------------


def test_f1_default_two_seats_have_26_cards_in_each_pile() -> None:
    assert sizes(BASE, 2) == [26, 26, 26]
    assert left_over(BASE, 2) == 108 - 2 - 3 * 26


def test_f1_two_seats_have_25_cards_in_each_pile() -> None:
    assert sizes(DUTCH, 2) == [25, 25, 25]
    assert left_over(DUTCH, 2) == 108 - 2 - 3 * 25


def test_f2_default_piles_of_three_and_four_seats() -> None:
    assert sizes(BASE, 3) == [30, 30, 30]
    assert left_over(BASE, 3) == 108 - 3 - 90
    assert sizes(BASE, 4) == [35, 35, 34]
    assert left_over(BASE, 4) == 0
    assert sizes(SUMMER, 4) == [36, 36, 36]  # no start card comes from the deck


@pytest.mark.parametrize("number", range(1, 12))
def test_f2_default_the_piles_are_as_even_as_can_be(number: int) -> None:
    found = sizes(with_piles(4, number=number, hidden=1), 4)
    assert (len(found), sum(found)) == (number, 104)
    assert found == sorted(found, reverse=True)
    assert found[0] - found[-1] <= 1


def test_f2_any_other_sizes() -> None:
    assert sizes(with_piles(3, sizes=[20, 21, 22]), 3) == [20, 21, 22]
    assert sizes(with_piles(4, dealt="listed", number="removed", sizes=[9] * 3), 4) == [9] * 3
    evenly = with_piles(3, dealt="evenly", sizes="removed")
    assert sizes(evenly, 3) == [35, 35, 35]


def test_f3_default_the_sizes_are_exact() -> None:
    for seats in (1, 2, 3, 4):
        assert len({tuple(map(len, new(BASE, seats, seed).piles)) for seed in range(5)}) == 1


def test_f3_any_other_list() -> None:
    assert sizes(with_piles(2, sizes=[10, 1, 3, 30]), 2) == [10, 1, 3, 30]
    assert sizes(with_piles(2, sizes=[106]), 2) == [106]


def test_f4_default_one_seat_has_two_piles_of_40_one_of_them_hidden() -> None:
    assert sizes(BASE, 1) == [40, 40]
    assert open_tops(BASE, 1) == [True, False]
    assert left_over(BASE, 1) == 108 - 1 - 80


@pytest.mark.parametrize(
    ("hidden", "tops"),
    [
        (0, [True, True, True]),
        (1, [True, True, False]),
        (2, [True, False, False]),
        (3, [False, False, False]),
    ],
)
def test_f4_any_list_and_how_many_are_hidden(hidden: int, tops: list[bool]) -> None:
    other = with_piles(1, sizes=[20, 30, 40], hidden=hidden)
    assert sizes(other, 1) == [20, 30, 40]
    assert open_tops(other, 1) == tops


def two_seats(ruleset: tr.Ruleset, *piles: str, **entries: Any) -> State:
    """Two gardens of one card each; seat 0 is to take from the piles."""
    return position(ruleset, [garden("y4"), garden("r4")], piles, **entries)


def test_f5_default_the_next_card_is_shown_at_the_start_of_the_next_turn() -> None:
    state = play(two_seats(BASE, "y1 y2 y3", "r1 r2", "b1 b2"), "take 0")
    assert (shown(state), seen(state, 0).piles[0]) == ([], (None, None))
    state = play(state, "place 1,0")
    assert (shown(state), seen(state, 0).piles[0]) == ([(0, "yellow-2")], ("yellow-2", None))


def test_f5_the_next_card_is_shown_at_once() -> None:
    state = play(two_seats(DUTCH, "y1 y2 y3", "r1 r2", "b1 b2"), "take 0")
    assert (shown(state), seen(state, 0).piles[0]) == ([(0, "yellow-2")], ("yellow-2", None))
    state = play(state, "place 1,0")
    assert (shown(state), seen(state, 0).piles[0]) == ([], ("yellow-2", None))


@pytest.mark.parametrize(("when", "top"), [("next_turn", None), ("at_once", "red-2")])
def test_f5_after_the_last_placement_nothing_is_shown(when: str, top: str | None) -> None:
    ruleset = variant("flowers-even-turns", piles={"next_shown": when})
    state = play(two_seats(ruleset, "y1", "r1 r2", "b1 b2"), "take 0", "place 1,0")
    state = play(state, "take 1", "place 1,0")
    assert state.is_over
    assert (shown(state), seen(state, None).piles[1]) == ([], (top,))


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_f6_default_seat_0_starts(seats: int) -> None:
    for seed in range(8):
        state = new(BASE, seats, seed)
        assert (state.to_move, state.phase) == (0, "take")


# ---- F7 to F9: where a card may lie ---------------------------------------------------------


def touching(word: str) -> tr.Ruleset:
    """The base card with another notion of touching."""
    return variant(garden={"touching": word})


@pytest.mark.parametrize(
    ("stacks", "sides", "corners"),
    [
        (garden("y2 b1", ". r2"), -2, 0),
        (garden("y2 y2 y1 r3 .", ". . . y3 y3"), 0, 5),
        (garden("y4g r4 b4 r4", ". g1 . ."), 0, 1),
    ],
    ids=["group", "field", "butterfly"],
)
def test_f7_touching(stacks: dict[str, list[str]], sides: int, corners: int) -> None:
    assert totals(position(BASE, [stacks])) == [sides]
    assert totals(position(touching("corners_too"), [stacks])) == [corners]
    placing = variant(garden={"placing": "corners_too"})
    assert totals(position(placing, [stacks])) == [sides]


SIDES = ["place 0,-1", "place -1,0", "place 1,0", "place 0,1"]
AROUND = [
    *("place -1,-1", "place 0,-1", "place 1,-1"),
    *("place -1,0", "place 1,0"),
    *("place -1,1", "place 0,1", "place 1,1"),
]


def test_f7_default_a_card_is_placed_across_a_side() -> None:
    for ruleset in (BASE, touching("corners_too")):
        assert texts(play(new(ruleset, 2), "take 0"), "place") == SIDES


def test_f7_a_card_is_placed_across_a_corner_too() -> None:
    ruleset = variant(garden={"placing": "corners_too"})
    state = play(new(ruleset, 2), "take 0")
    assert texts(state, "place") == AROUND
    state = play(state, "place 1,1")
    assert {*state.gardens[0]} == {(0, 0), (1, 1)}


def row_of(number: int) -> dict[str, list[str]]:
    """A garden of one row, of 3s and 4s."""
    return garden(" ".join(("r3", "y4", "b4", "g4")[place % 4] for place in range(number)))


def offered(ruleset: tr.Ruleset, stacks: dict[str, list[str]], kind: str) -> list[str]:
    """What may be done with a card of a kind of move in such a garden."""
    state = position(ruleset, [stacks], ["g1 g1 g2 g2", "b1 b1"])
    return texts(play(state, "take 0"), kind)


def placing(ruleset: tr.Ruleset, stacks: dict[str, list[str]]) -> list[str]:
    """Where a card may be placed."""
    return offered(ruleset, stacks, "place")


def covering(ruleset: tr.Ruleset, stacks: dict[str, list[str]]) -> list[str]:
    """Which cards may be covered."""
    return offered(ruleset, stacks, "cover")


def test_f8_default_a_garden_has_no_limits() -> None:
    found = placing(BASE, row_of(25))
    assert len(found) == 25 + 25 + 2
    assert found[25:27] == ["place -1,0", "place 25,0"]


@pytest.mark.parametrize(
    ("limits", "places"),
    [
        ({"width": 2}, ["place 0,-1", "place 1,-1", "place 0,1", "place 1,1"]),
        ({"height": 1}, ["place -1,0", "place 2,0"]),
        ({"height": 1, "width": 3}, ["place -1,0", "place 2,0"]),
        ({"height": 1, "width": 2}, []),
    ],
)
def test_f8_a_largest_width_and_height(limits: dict[str, int], places: list[str]) -> None:
    assert placing(variant(garden=limits), row_of(2)) == places
    assert placing(BASE, row_of(2)) != places


def test_f8_a_card_must_leave_room_for_every_card_that_a_seat_can_get() -> None:
    # With two seats 76 cards can be taken until a pile is empty: 38 each, and the start card.
    no_cover = {"cover": {"cards": "never"}, "players": [2]}
    just = rules({**no_cover, "garden": {"width": 13, "height": 3}})
    assert just.values["garden"]["width"] == 13
    with pytest.raises(tr.InvalidRuleset) as caught:
        rules({**no_cover, "garden": {"width": 19, "height": 2}})
    assert [problem.code for problem in caught.value.problems] == ["no_room"]


@pytest.mark.parametrize(
    ("base", "changes", "sound"),
    [
        ("flowers", {}, True),  # one high stack
        ("flowers", {"cover": {"cards": "not_start"}}, False),
        ("flowers", {"cover": {"depth": 9}}, False),
        ("flowers-summer", {}, False),
        ("flowers-summer", {"start": {"cover_violet": "may"}}, True),
    ],
)
def test_f8_a_garden_of_one_cell(base: str, changes: dict[str, Any], sound: bool) -> None:
    whole = {**changes, "garden": {"width": 1, "height": 1}}
    if sound:
        *_, last = random_game(rules(whole, base), 2, seed=1)
        assert [len(plot) for plot in last.gardens] == [1, 1]
        return
    with pytest.raises(tr.InvalidRuleset) as caught:
        rules(whole, base)
    assert {problem.code for problem in caught.value.problems} == {"no_room"}


DEEP = garden("y1+y2+y3+y4+r1+r2+r3+r4 b3")


def test_f9_default_any_card_is_covered_at_any_depth() -> None:
    assert covering(BASE, garden("y1 b3")) == ["cover 0,0", "cover 1,0"]
    assert covering(BASE, DEEP) == ["cover 0,0", "cover 1,0"]
    state = play(new(BASE, 2), "take 0", "cover 0,0")
    assert len(state.gardens[0][0, 0]) == 2


def test_f9_covering_is_forbidden() -> None:
    assert covering(FLAT, garden("y1 b3")) == []


def test_f9_all_but_the_start_card_are_covered() -> None:
    ruleset = variant(cover={"cards": "not_start"})
    assert covering(ruleset, garden("y1 b3")) == ["cover 1,0"]
    assert covering(ruleset, garden("y1 b3+g1+r3")) == ["cover 1,0"]


@pytest.mark.parametrize(("depth", "cells"), [(2, [0]), (3, [0, 1]), (4, [0, 1, 2])])
def test_f9_a_largest_depth(depth: int, cells: list[int]) -> None:
    ruleset = variant(cover={"depth": depth})
    stacks = garden("y1 b3+g1 y4+y4+y4") if depth > 2 else garden("y1 b3+g1")
    assert covering(ruleset, stacks) == [f"cover {x},0" for x in cells]
    assert covering(BASE, stacks) == [f"cover {x},0" for x in range(len(stacks))]


# ---- F13 to F18: the score ------------------------------------------------------------------

# A field of five, of which the lone 2 and the lone 3s are removed; two fields; two neighbours.
BROKEN_FIELD = garden("y3 y1 y3 y1 y2")
TWO_FIELDS = garden(". . . y2 y2 y1 y2 y2 .", "y1 b2 b2 r1 . . . . .", ". . . y3 y3 y3 y1 y2 y2")
TWO_NEIGHBOURS = garden("g1 . . .", "y4g r4 b4 r4", "g2 g2 . .")


def one(ruleset: tr.Ruleset, stacks: dict[str, list[str]]) -> int:
    """The points of one garden."""
    return totals(position(ruleset, [stacks]))[0]


def test_f13_default_fields_are_counted_after_the_removal() -> None:
    assert one(BASE, BROKEN_FIELD) == -3


def test_f13_fields_are_counted_before_the_removal() -> None:
    ruleset = variant(scoring={"steps": ["fields", "discards", "butterflies"]})
    assert one(ruleset, BROKEN_FIELD) == 5 - 3


@pytest.mark.parametrize(
    ("counted", "points"), [("each", 5 + 6), ("largest", 6), ("whole_colour", 12)]
)
def test_f14_several_fields_of_a_colour(counted: str, points: int) -> None:
    ruleset = variant(scoring={"fields": {"counted": counted}})
    assert one(ruleset, TWO_FIELDS) == points
    if counted == "each":
        assert one(BASE, TWO_FIELDS) == points


def test_f15_default_a_butterfly_scores_1_whatever_it_touches() -> None:
    assert one(BASE, TWO_NEIGHBOURS) == 1


def test_f15_a_butterfly_scores_1_for_each_neighbour() -> None:
    assert one(variant(scoring={"butterflies": {"counted": "each_card"}}), TWO_NEIGHBOURS) == 2


def test_f16_butterfly_and_neighbour_must_survive_the_removal() -> None:
    assert one(BASE, garden("y4g r4 b4 r4", "g1 . . .")) == 1
    assert one(BASE, garden("y4g r4 b4", "g1 . .")) == -3  # the butterfly is removed
    assert one(BASE, garden("y4g r4 b4 r4", "g2 . . .")) == -1  # its neighbour is


def dealt(ruleset: tr.Ruleset) -> Counter[str]:
    """How many cards of each kind there are, start cards and those left over among them."""
    words = tr.deal(ruleset, 4, seed=1).layout.replace("|", " ").split()
    return Counter(words)


def test_f18_default_one_butterfly_of_each_other_colour_on_4s_of_each_colour() -> None:
    found = dealt(BASE)
    four = ("yellow", "red", "blue", "green")
    for colour in four:
        others = [other for other in four if other != colour]
        assert [found[f"{colour}-4-{other}"] for other in others] == [1, 1, 1]
        assert [found[f"{colour}-{value}"] for value in (1, 2, 3, 4)] == [3, 6, 8, 10 - 3]
    assert found.total() == 108


def test_f18_any_other_table_of_butterflies() -> None:
    table = ["yellow-1-yellow", "red-2-blue", "red-2-blue", "green-4-red"]
    found = dealt(variant(cards={"butterflies": table}))
    assert {name: number for name, number in found.items() if name.count("-") == 2} == Counter(
        table
    )
    assert (found["yellow-1"], found["red-2"], found["green-4"], found["blue-4"]) == (2, 4, 9, 10)
    assert found.total() == 108
    none = dealt(variant(cards={"butterflies": []}))
    assert {name.count("-") for name in none} == {1}


# ---- F19 to F20: the violet card ------------------------------------------------------------


def violet(word: str, may_cover: str = "never", **changes: Any) -> tr.Ruleset:
    """The Summer card with another violet card."""
    return variant("flowers-summer", start={"violet": word, "cover_violet": may_cover}, **changes)


def test_f19_the_base_card_has_no_violet_card() -> None:
    assert "violet" not in dealt(BASE)
    assert {stack for plot in new(BASE, 4).gardens for stack in plot.values()} != {("violet",)}


def test_f19_summer_gardens_begin_with_the_violet_card() -> None:
    for seats in (1, 2, 3, 4):
        state = new(SUMMER, seats)
        assert [dict(plot) for plot in state.gardens] == [{(0, 0): ("violet",)}] * seats
        assert texts(play(state, "take 0"), "place") == SIDES
    assert dealt(SUMMER) == dealt(BASE) + Counter({"violet": 4})


FOUR_AND_VIOLET = garden("v y2 y2 y1", ". . . y4", ". . r4 b4", ". . . g4")  # a field of 4
FAR_FIELD = garden("v r1 y2 y2 y1 y2 y2")
NEAR_FIELD = garden("v y2 y2 y1 y2 y2")
BESIDE_BUTTERFLY = garden("v y4g r4 b4 r4")


def test_f19_default_the_violet_card_is_neutral() -> None:
    for ruleset in (SUMMER, violet("neutral")):
        gardens = (FOUR_AND_VIOLET, FAR_FIELD, NEAR_FIELD, BESIDE_BUTTERFLY, garden("v"))
        assert [one(ruleset, each) for each in gardens] == [0, 5, 5, 0, 0]


def test_f19_the_violet_card_is_wild() -> None:
    assert one(violet("wild"), FOUR_AND_VIOLET) == 5
    assert one(violet("wild"), NEAR_FIELD) == 6
    assert one(violet("wild"), BESIDE_BUTTERFLY) == 1
    both = garden(". . . v y1 y2 y2 y1", "r1 r2 r2 r1 . . . .")
    lines = {line.of: line.count for line in tr.score(position(violet("wild"), [both]))[0].lines}
    assert lines == {"yellow": 5, "red": 5}


def test_f19_every_counted_field_must_touch_the_violet_card() -> None:
    assert one(violet("anchor"), NEAR_FIELD) == 5
    assert one(violet("anchor"), FAR_FIELD) == 0


def test_f20_default_the_violet_card_is_never_covered() -> None:
    assert covering(SUMMER, garden("v b3")) == ["cover 1,0"]
    assert covering(SUMMER, garden("v b3+g1")) == ["cover 1,0"]


@pytest.mark.parametrize(
    ("cover", "cells"),
    [
        ({}, [0, 1]),
        ({"cards": "not_start"}, [0, 1]),
        ({"cards": "never"}, [0]),
        ({"depth": 2}, [0, 1]),
    ],
)
def test_f20_the_violet_card_may_be_covered_whatever_f9_says(
    cover: dict[str, Any], cells: list[int]
) -> None:
    ruleset = violet("neutral", "may", cover=cover)
    assert covering(ruleset, garden("v b3")) == [f"cover {x},0" for x in cells]
    never = violet("neutral", cover=cover)
    assert "cover 0,0" not in covering(never, garden("v b3"))


def test_f20_its_cover_is_covered_as_any_other_card() -> None:
    stacks = garden("v+r1 b3")
    assert covering(violet("neutral", "may"), stacks) == ["cover 0,0", "cover 1,0"]
    assert covering(violet("neutral", "may", cover={"cards": "never"}), stacks) == []
    assert covering(violet("neutral", "may", cover={"depth": 2}), stacks) == ["cover 1,0"]


def test_f20_a_covered_violet_card_counts_as_not_there() -> None:
    wild, anchor = violet("wild", "may"), violet("anchor", "may")
    under = garden("v+r1 y2 y2 y1 y2 y2")
    assert (one(wild, under), one(anchor, under)) == (5, 0)


def test_f20_it_stays_when_its_cover_is_removed_and_counts_again() -> None:
    wild, anchor = violet("wild", "may"), violet("anchor", "may")
    under = garden("v+b1+r3 y2 y2 y1 y2 y2")  # the lone 3 and the 1 under it are removed
    assert (one(wild, under), one(anchor, under)) == (6 - 2, 5 - 2)
    assert one(violet("neutral", "may"), garden("v+r3")) == -1


# ---- F21: alone -----------------------------------------------------------------------------


def alone(ruleset: tr.Ruleset, *piles: str) -> State:
    """One garden of one card, and the piles to take from."""
    return position(ruleset, [garden("y4")], piles)


def sweeping(word: str) -> tr.Ruleset:
    """The base card, whose one seat sweeps in another way."""
    return variant(for_players={"1": {"turn": {"sweep": word}}})


def test_f21_default_the_open_cards_are_swept_after_each_placement() -> None:
    state = play(alone(BASE, "y1 y2 y3 y4", "b1 b2 b3 b4"), "take 0", "place 1,0")
    assert state.swept == ("yellow-2",)
    assert shown(state) == [(0, "yellow-2"), (0, "yellow-3")]  # it is shown, and then the next
    assert state.piles == (("yellow-3", "yellow-4"), tuple(cards("b1 b2 b3 b4")))
    state = play(state, "take 1", "cover 0,0")
    assert state.swept == ("yellow-2", "yellow-3")
    assert shown(state) == [(0, "yellow-4")]


def test_f21_default_with_several_seats_nothing_is_swept() -> None:
    for seats in (2, 3, 4):
        state = play(new(BASE, seats), "take 0", "place 1,0", "take 2", "cover 0,0")
        assert (state.swept, len(state.piles[1])) == ((), len(new(BASE, seats).piles[1]))


def test_f21_default_a_sweep_that_empties_a_pile_ends_the_game() -> None:
    state = play(alone(BASE, "y1 y2", "b1 b2 b3"), "take 1", "place 1,0")
    assert (state.phase, state.swept, state.turns) == ("take", ("yellow-1",), 1)
    state = play(state, "take 1", "place 2,0")
    assert (state.phase, state.swept, state.turns) == ("over", ("yellow-1", "yellow-2"), 2)


@pytest.mark.parametrize("piles", [("y1", "b1 b2"), ("y1 y2", "b1")])
def test_f21_default_a_placement_that_ends_the_game_sweeps_nothing(piles: tuple[str, str]) -> None:
    last = 0 if piles[0] == "y1" else 1
    state = play(alone(BASE, *piles), f"take {last}", "place 1,0")
    assert (state.phase, state.swept) == ("over", ())


def test_f21_only_from_piles_not_just_taken_from() -> None:
    ruleset = sweeping("other_piles")
    state = play(alone(ruleset, "y1 y2 y3 y4", "b1 b2 b3 b4"), "take 0", "place 1,0")
    assert (state.swept, shown(state)) == ((), [(0, "yellow-2")])
    state = play(state, "take 1", "place 2,0")
    assert (state.swept, shown(state)) == (("yellow-2",), [(0, "yellow-3")])


def test_f21_nothing_is_swept() -> None:
    ruleset = sweeping("never")
    state = play(alone(ruleset, "y1 y2 y3 y4", "b1 b2 b3 b4"), "take 0", "place 1,0")
    assert (state.swept, shown(state)) == ((), [(0, "yellow-2")])
    state = play(state, "take 1", "place 2,0")
    assert (state.swept, shown(state)) == ((), [])


# ---- F22 and F23: the end -------------------------------------------------------------------


def test_f22_equal_points_share_the_win() -> None:
    gardens = [garden("y1"), garden("r1 b2 b2"), garden("y1 r1"), garden("g1")]
    state = position(BASE, gardens)
    assert totals(state) == [0, 0, -2, 0]
    found = outcome(state)
    assert (found.ranking, found.winners) == (((0, 1, 3), (2,)), (0, 1, 3))


def test_f22_with_one_seat_the_score_is_the_result() -> None:
    state = position(BASE, [garden("y1 r1")])
    assert (totals(state), outcome(state).ranking) == ([-2], ((0,),))


def three(ruleset: tr.Ruleset, *piles: str, **entries: Any) -> State:
    """Three gardens of one card each."""
    return position(ruleset, [garden("y4"), garden("r4"), garden("b4")], piles, **entries)


def test_f23_default_the_game_ends_at_once() -> None:
    for seat in (0, 1, 2):
        state = three(BASE, "y1", "r1 r2 r3", "b1 b2 b3", to_move=seat, turns=9 + seat)
        state = play(state, "take 0", "place 1,0")
        assert (state.phase, state.to_move, state.turns) == ("over", None, 10 + seat)


def test_f23_the_round_is_finished() -> None:
    state = three(EVEN_TURNS, "y1", "r1 r2 r3", "b1 b2 b3")
    for seat in (0, 1, 2):
        assert (state.to_move, state.phase) == (seat, "take")
        state = play(state, f"take {seat}", "place 1,0")
    assert (state.phase, state.turns) == ("over", 3)
    last = three(EVEN_TURNS, "y1", "r1 r2 r3", "b1 b2 b3", to_move=2)
    assert play(last, "take 0", "place 1,0").is_over


def test_f23_only_piles_that_have_cards_are_taken_from() -> None:
    state = play(three(EVEN_TURNS, "y1", "r1 r2 r3", "b1 b2 b3"), "take 0", "place 1,0")
    assert texts(state) == ["take 1", "take 2"]


def test_f23_another_pile_running_out_changes_nothing() -> None:
    state = play(three(EVEN_TURNS, "y1", "r1", "b1 b2"), "take 0", "place 1,0")
    state = play(state, "take 1", "place 1,0")
    assert (state.to_move, texts(state)) == (2, ["take 2"])
    assert play(state, "take 2", "place 1,0").is_over


def test_f23_if_no_pile_has_cards_the_game_ends() -> None:
    short = variant("flowers-even-turns", for_players={"3": {"piles": {"sizes": [1, 1]}}})
    state = play(three(short, "y1", "r1"), "take 0", "place 1,0")
    state = play(state, "take 1", "place 1,0")
    assert (state.phase, state.turns) == ("over", 2)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_f23_in_whole_games_all_have_had_as_many_turns(seats: int) -> None:
    for seed in range(3):
        *_, even = random_game(EVEN_TURNS, seats, seed)
        assert even.turns % seats == 0
    ends = [list(random_game(BASE, seats, seed))[-1].turns % seats for seed in range(6)]
    assert any(ends)
