"""Rankings and tie-breaks, beside a comparison of every two seats."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.shared_rules import rules_of
from tilerules.engine import scoring
from tilerules.engine.scoring import Criterion, Outcome, ScoreBreakdown, ScoreLine
from tilerules.engine.shared.rules import Goal
from tilerules.errors import InvalidData
from tilerules.ruleset.ruleset import RulePlace

RULE = RulePlace("scoring.flowers.points", "card.yaml", 3)
TIE_BREAKS: list[Criterion] = [
    ("flowers", lambda score: score.count("flowers")),
    ("serendips", lambda score: score.count("serendips")),
]


def sheet(seat: int, *lines: tuple[str, int, int]) -> ScoreBreakdown:
    """The score of a seat with lines of block, points and count."""
    made = (ScoreLine(id, None, points, count, (), RULE) for id, points, count in lines)
    return ScoreBreakdown(seat, tuple(made))


def sheets(*seats: tuple[int, int, int]) -> list[ScoreBreakdown]:
    """Scores by points, flowers and Serendips of each seat."""
    return [
        sheet(seat, ("flowers", points, flowers), ("serendips", 0, serendips))
        for seat, (points, flowers, serendips) in enumerate(seats)
    ]


def outcome(
    scores: list[ScoreBreakdown], tie_breaks: list[Criterion], *, cut_short: bool
) -> Outcome:
    """How a game without partners and without a goal ends."""
    return scoring.outcome(rules_of(len(scores)), scores, tie_breaks, cut_short=cut_short)


def test_totals_and_counts() -> None:
    score = sheet(0, ("flowers", 12, 12), ("serendips", 6, 3), ("flowers", -2, 5))
    assert (score.total, score.count("flowers"), score.count("matches")) == (16, 17, 0)
    assert sheet(1).total == 0


@pytest.mark.parametrize("total", [15, 17, 16.0, "16", None])
def test_a_total_is_what_the_lines_add_up_to(total: object) -> None:
    data = sheet(0, ("flowers", 12, 12), ("serendips", 4, 2)).to_data()
    assert ScoreBreakdown.from_data(data).total == 16
    with pytest.raises(InvalidData, match="the lines add up to 16") as caught:
        ScoreBreakdown.from_data(data | {"total": total})
    assert caught.value.path == "total"


@pytest.mark.parametrize("ranking", [[], [[]], [[0], [0]], [[0], []], [[1]], [[0, 2]], [[0, 0]]])
def test_each_seat_has_one_place_in_a_ranking(ranking: list[list[int]]) -> None:
    data = Outcome(((1,), (0, 2)), "points", cut_short=False).to_data()
    assert Outcome.from_data(data).ranking == ((1,), (0, 2))
    with pytest.raises(InvalidData, match="in which each seat stands once") as caught:
        Outcome.from_data(data | {"ranking": ranking, "winners": []})
    assert caught.value.path == "ranking"


def test_by_points_alone() -> None:
    ended = outcome(sheets((3, 0, 0), (7, 0, 0), (3, 9, 9)), [], cut_short=True)
    assert ended == Outcome(((1,), (0, 2)), "points", cut_short=True)
    assert ended.winners == (1,)


def test_by_the_first_tie_break() -> None:
    ended = outcome(sheets((7, 2, 5), (7, 3, 1)), TIE_BREAKS, cut_short=False)
    assert ended == Outcome(((1,), (0,)), "flowers", cut_short=False)


def test_by_the_second_tie_break() -> None:
    ended = outcome(sheets((7, 3, 1), (7, 3, 2), (9, 0, 0)), TIE_BREAKS, cut_short=False)
    assert ended == Outcome(((2,), (1,), (0,)), "points", cut_short=False)
    ended = outcome(sheets((7, 3, 1), (7, 3, 2), (1, 9, 9)), TIE_BREAKS, cut_short=False)
    assert ended == Outcome(((1,), (0,), (2,)), "serendips", cut_short=False)


def test_shared() -> None:
    ended = outcome(sheets((7, 3, 1), (7, 3, 1)), TIE_BREAKS, cut_short=False)
    assert ended == Outcome(((0, 1),), "points", cut_short=False)
    assert ended.winners == (0, 1)


seats = st.tuples(*[st.integers(0, 2)] * 3)


@given(st.lists(seats, min_size=1, max_size=6), st.integers(0, 2))
def test_every_two_seats(worth: list[tuple[int, int, int]], breaks: int) -> None:
    """A seat stands before another if it has more by the first criterion in which they differ."""
    ended = outcome(sheets(*worth), TIE_BREAKS[:breaks], cut_short=False)
    place = {seat: number for number, tied in enumerate(ended.ranking) for seat in tied}
    assert sorted(place) == [*range(len(worth))]
    assert all(tied == tuple(sorted(tied)) for tied in ended.ranking)
    for one, other in combinations(range(len(worth)), 2):
        differences = [
            mine - theirs for mine, theirs in zip(worth[one], worth[other], strict=True)
        ][: 1 + breaks]
        first = next((difference for difference in differences if difference), 0)
        assert (place[one] < place[other]) == (first > 0)
        assert (place[one] == place[other]) == (first == 0)
    assert {ended.decided_by} == decided(worth, ended, breaks)


def decided(worth: list[tuple[int, int, int]], ended: Outcome, breaks: int) -> set[str]:
    """What the first seats have more of than the second ones."""
    if len(ended.ranking) == 1:
        return {"points"}
    best, second = worth[ended.ranking[0][0]], worth[ended.ranking[1][0]]
    words = ("points", "flowers", "serendips")[: 1 + breaks]
    differ = (word for word, a, b in zip(words, best, second, strict=False) if a != b)
    return {next(differ)}


# ---- partners and goals ---------------------------------------------------------------------


def test_partners_add_up_and_stand_together() -> None:
    rules = rules_of(4, sides=(0, 1, 0, 1))
    scores = sheets((9, 0, 0), (4, 0, 0), (1, 0, 0), (7, 0, 0))
    ended = scoring.outcome(rules, scores, [], cut_short=False)
    assert ended == Outcome(((1, 3), (0, 2)), "points", cut_short=False)
    assert ended.winners == (1, 3)


def test_equal_partners_share_and_a_seat_may_play_alone() -> None:
    rules = rules_of(3, sides=(0, 1, 0))
    ended = scoring.outcome(rules, sheets((2, 0, 0), (5, 0, 0), (3, 0, 0)), [], cut_short=False)
    assert ended.ranking == ((0, 1, 2),)
    ended = scoring.outcome(rules, sheets((2, 0, 0), (5, 0, 0), (2, 0, 0)), [], cut_short=False)
    assert ended.ranking == ((1,), (0, 2))


def test_the_tie_breaks_of_partners_are_added_up() -> None:
    rules = rules_of(4, sides=(0, 1, 1, 0))
    scores = sheets((3, 5, 0), (4, 3, 0), (2, 3, 0), (3, 0, 0))
    ended = scoring.outcome(rules, scores, TIE_BREAKS, cut_short=False)
    assert ended == Outcome(((1, 2), (0, 3)), "flowers", cut_short=False)


def test_a_goal_is_won_or_lost_and_the_highest_rating_reached_is_told() -> None:
    goal = Goal(30, ((20, "gardener"), (40, "master")))
    told = {}
    for points in (19, 20, 29, 30, 39, 40, 99):
        ended = scoring.outcome(rules_of(1, goal=goal), sheets((points, 0, 0)), [], cut_short=False)
        assert ended.ranking == ((0,),)
        assert ended.winners == ((0,) if points >= 30 else ())
        assert Outcome.from_data(ended.to_data()) == ended
        told[points] = (ended.won, ended.rating)
    assert told == {
        19: (False, None),
        20: (False, "gardener"),
        29: (False, "gardener"),
        30: (True, "gardener"),
        39: (True, "gardener"),
        40: (True, "master"),
        99: (True, "master"),
    }


def test_without_a_goal_nothing_is_said_of_one() -> None:
    ended = outcome(sheets((5, 0, 0)), [], cut_short=False)
    assert (ended.won, ended.rating) == (None, None)
    assert not ended.to_data().keys() & {"won", "rating"}
