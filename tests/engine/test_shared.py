"""The blocks that all games share: uses, the end, the last turns, tables of sizes."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from tests.engine.shared_rules import SWAPS, TURNS, ending, rules_of
from tests.engine.test_scoring import sheets
from tilerules.engine.shared import tally as tallies
from tilerules.engine.shared.ending import has_come, points_reached, rounds_played
from tilerules.engine.shared.rules import Goal, Use, by_seat, by_size, shared, sizes_of
from tilerules.engine.shared.tally import Tally, after_turn, before_turn, is_used_up, used

END = {"any_of": (), "all_of": (), "round": "broken_off"}


@attrs.frozen
class Table:
    """What the shared code asks a position for."""

    rules: Any
    tally: Tally | None
    to_move: int | None = 0

    @property
    def is_over(self) -> bool:
        """Whether nobody is to move."""
        return self.to_move is None


# ---- reading --------------------------------------------------------------------------------


def test_a_card_without_these_blocks_says_nothing() -> None:
    plain = shared({"end": END}, 3)
    assert (plain.handicaps, plain.sides, plain.uses) == ((None, None, None), (0, 1, 2), ())
    assert not plain.is_tallied
    assert plain.goal is None


def test_what_the_blocks_say() -> None:
    card = {
        "end": {**END, "any_of": ("points",), "points": 20, "round": "finished"},
        "seats": {"1": {"handicap": -3}, "2": {"width": 4}},
        "partners": {"teams": {"sun": (3, 1), "moon": (2, 0)}},
        "uses": {"swap": {"times": 2, "in": "turn"}, "give": {"times": 5}},
        "goal": {"points": 9, "ratings": {"10": "good", "-2": "poor", "9": "fair"}},
    }
    found = shared(card, 4)
    assert found.handicaps == (None, -3, None, None)
    assert found.sides == (0, 1, 0, 1)
    assert found.uses == (Use("swap", 2, "turn"), Use("give", 5, "game"))
    assert found.ends == ending(any_of=("points",), points=20, round="finished")
    assert found.goal == Goal(9, ((-2, "poor"), (9, "fair"), (10, "good")))
    assert found.is_tallied
    assert by_seat(card, "width", 7, 4) == [7, 7, 4, 7]


def test_a_table_of_sizes_goes_by_the_greatest_size_that_is_reached() -> None:
    sizes = sizes_of({"points": {"10": 8, "5": 3, "7": -1}})
    assert sizes is not None
    assert sizes == ((5, 3), (7, -1), (10, 8))
    told = [by_size(sizes, number) for number in (0, 4, 5, 6, 7, 9, 10, 30)]
    assert told == [None, None, 3, 3, -1, -1, 8, 8]
    assert sizes_of(None) is None


# ---- the end --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("any_of", "all_of", "true", "come"),
    [
        ((), (), "", False),
        (("a",), (), "a", True),
        (("a",), (), "b", False),
        (("a", "b"), (), "b", True),
        ((), ("a", "b"), "a", False),
        ((), ("a", "b"), "ab", True),
        (("c",), ("a", "b"), "c", True),
        (("c",), ("a", "b"), "ab", True),
        (("c",), ("a", "b"), "b", False),
    ],
)
def test_one_of_some_or_all_of_others(
    any_of: tuple[str, ...], all_of: tuple[str, ...], true: str, come: bool
) -> None:
    ends = ending(any_of=any_of, all_of=all_of)
    assert has_come(ends, lambda condition: condition in true) == come


def test_rounds_are_turns_of_all_seats() -> None:
    rules = rules_of(3, ends=ending(rounds=4))
    assert [rounds_played(rules, turns) for turns in (0, 11, 12, 13)] == [False, False, True, True]
    assert not rounds_played(rules_of(3), 1000)


def test_points_are_those_of_partners_together() -> None:
    scores = sheets((4, 0, 0), (5, 0, 0), (3, 0, 0))
    assert not points_reached(rules_of(3, ends=ending(points=6)), scores)
    assert points_reached(rules_of(3, ends=ending(points=5)), scores)
    partners = rules_of(3, sides=(0, 1, 0), ends=ending(points=7))
    assert points_reached(partners, scores)
    assert not points_reached(rules_of(3), scores)


# ---- the last turns -------------------------------------------------------------------------


def turns_after(how: str, seats: int, seat: int) -> list[int]:
    """The seats that play on after the end has come in the turn of a seat."""
    rules = rules_of(seats, ends=ending(round=how))
    tally, over = after_turn(rules, tallies.begun(rules), seat, come=True)
    played = []
    while not over:
        seat = (seat + 1) % seats
        played.append(seat)
        tally, over = after_turn(rules, tally, seat, come=False)
    return played


def test_the_round_is_broken_off_finished_or_followed_by_one_more() -> None:
    assert turns_after("broken_off", 3, 1) == []
    assert turns_after("finished", 3, 0) == [1, 2]
    assert turns_after("finished", 3, 2) == []
    assert turns_after("finished", 1, 0) == []
    assert turns_after("one_more", 3, 1) == [2, 0, 1]
    assert turns_after("one_more", 1, 0) == [0]


def test_until_the_end_comes_no_turn_is_counted() -> None:
    for how in ("broken_off", "finished", "one_more"):
        rules = rules_of(2, ends=ending(round=how))
        tally, over = after_turn(rules, tallies.begun(rules), 1, come=False)
        assert not over
        assert tally is None or tally.turns_left is None


def test_a_position_that_was_read_in_goes_by_its_seat() -> None:
    finished = rules_of(3, ends=ending(round="finished"))
    start = tallies.begun(finished)
    left = [before_turn(finished, start, seat, come=True) for seat in range(3)]
    assert [(tally and tally.turns_left, over) for tally, over in left] == [
        (0, True),
        (2, False),
        (1, False),
    ]
    one_more = rules_of(3, ends=ending(round="one_more"))
    tally, over = before_turn(one_more, tallies.begun(one_more), 1, come=True)
    assert (tally and tally.turns_left, over) == (3, False)
    told = Tally(((),) * 3, 2)
    assert before_turn(one_more, told, 1, come=False) == (told, False)
    assert before_turn(rules_of(3), None, 1, come=True) == (None, True)


# ---- uses -----------------------------------------------------------------------------------


def test_a_thing_is_used_up_seat_by_seat() -> None:
    rules = rules_of(2, uses=(SWAPS, TURNS))
    tally = tallies.begun(rules)
    for _ in range(2):
        assert not is_used_up(Table(rules, tally), "swap")  # type: ignore[arg-type]
        tally = used(rules, tally, 0, "swap")
    assert is_used_up(Table(rules, tally), "swap")  # type: ignore[arg-type]
    assert not is_used_up(Table(rules, tally), "turning")  # type: ignore[arg-type]
    assert not is_used_up(Table(rules, tally, 1), "swap")  # type: ignore[arg-type]
    assert not is_used_up(Table(rules, tally, None), "swap")  # type: ignore[arg-type]
    assert tally == Tally(((2, 0), (0, 0)), None)


def test_what_is_counted_by_turns_begins_anew_with_the_end_of_a_turn() -> None:
    rules = rules_of(2, uses=(SWAPS, TURNS))
    tally: Tally | None = Tally(((1, 1), (2, 1)), None)
    tally, over = after_turn(rules, tally, 0, come=False)
    assert (tally, over) == (Tally(((1, 0), (2, 1)), None), False)


def test_without_such_rules_nothing_is_counted() -> None:
    rules = rules_of(2)
    assert tallies.begun(rules) is None
    assert used(rules, None, 0, "swap") is None
    assert not is_used_up(Table(rules, None), "swap")  # type: ignore[arg-type]
    assert tallies.in_words(Table(rules, None)) == []  # type: ignore[arg-type]


def test_what_is_counted_is_told() -> None:
    rules = rules_of(2, uses=(SWAPS,), ends=ending(round="one_more"))
    table: Any = Table(rules, Tally(((1,), (0,)), 2))
    assert tallies.in_words(table) == [
        "swap used, seat by seat: 1, 0; at most 2 in a game",
        "the end has come: 2 turns left",
    ]
    over: Any = Table(rules, Tally(((1,), (0,)), 2), None)
    assert tallies.in_words(over) == ["swap used, seat by seat: 1, 0; at most 2 in a game"]
    assert [dict(each) for each in tallies.used_in_words(table)] == [{"swap": 1}, {"swap": 0}]
