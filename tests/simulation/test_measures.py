"""The measures of a summary against the games themselves, kept one by one."""

from __future__ import annotations

import statistics
from functools import cache
from math import sqrt

import pytest

import tilerules as tr
from tests.simulation.made_up import game, summary
from tilerules.simulation import estimates
from tilerules.simulation.estimates import Estimate, Sample
from tilerules.simulation.measures import Measure, decimals, interval_in_words, number_in_words
from tilerules.simulation.playing import Game, game_of

SEATS, GAMES, SEED = 2, 80, 5


@cache
def rules() -> tr.Ruleset:
    """Small games, about half of which a limit ends."""
    return tr.load({"extends": "serendipity-small", "end": {"turn_limit": 70}})


@cache
def games() -> tuple[Game[tr.State], ...]:
    """The games that are summed up, one by one."""
    return tuple(game_of(rules(), [tr.uniform] * SEATS, SEED, number) for number in range(GAMES))


@cache
def measures() -> dict[tuple[str, int | None], Measure]:
    found = tr.simulate(rules(), SEATS, GAMES, tr.uniform, seed=SEED).measures
    return {(measure.name, measure.seat): measure for measure in found}


def one_by_one(name: str, seat: int | None) -> list[float]:
    """What each game has of a measure."""
    match name:
        case "plies":
            return [each.plies for each in games()]
        case "turns":
            return [each.end.turns for each in games()]
        case "points":
            return [tr.score(each.end)[seat or 0].total for each in games()]
    outcomes = [outcome for each in games() if (outcome := tr.outcome(each.end))]
    if name == "cut_short":
        return [float(outcome.cut_short) for outcome in outcomes]
    return [(seat in each.winners) / len(each.winners) for each in outcomes]


# ---- against games --------------------------------------------------------------------------


def test_the_measures_in_their_order() -> None:
    assert list(measures()) == [
        ("plies", None),
        ("turns", None),
        ("branching", None),
        ("points", 0),
        ("points", 1),
        ("win_share", 0),
        ("win_share", 1),
        ("cut_short", None),
    ]


@pytest.mark.parametrize(
    ("name", "seat"),
    [("plies", None), ("turns", None), ("points", 0), ("points", 1)],
)
def test_a_mean_is_that_of_the_games(name: str, seat: int | None) -> None:
    values, measure = one_by_one(name, seat), measures()[name, seat]
    mean, deviation = statistics.fmean(values), statistics.stdev(values)
    assert measure.sample.mean == pytest.approx(mean)
    assert measure.deviation == pytest.approx(deviation)
    reach = 1.990 * deviation / sqrt(GAMES)  # t of 79 degrees, as tables have it for 80
    assert measure.estimate.ends == pytest.approx((mean - reach, mean + reach), rel=1e-3)
    assert not measure.is_share


@pytest.mark.parametrize(
    ("name", "seat"), [("win_share", 0), ("win_share", 1), ("cut_short", None)]
)
def test_a_share_is_that_of_the_games(name: str, seat: int | None) -> None:
    """Among these games are some with a shared win, which counts as a half."""
    values, measure = one_by_one(name, seat), measures()[name, seat]
    assert (0.5 in values) == (name == "win_share")
    assert 0 < statistics.fmean(values) < 1
    assert measure.sample.mean == pytest.approx(statistics.fmean(values))
    assert measure.deviation == pytest.approx(statistics.stdev(values))
    assert measure.estimate == estimates.share(measure.sample)
    assert measure.is_share


def test_all_wins_together_are_all_games() -> None:
    """Where somebody wins every game, the shares add up to one."""
    assert sum(measures()["win_share", seat].sample.mean for seat in range(SEATS)) == 1


def test_the_branching_is_that_of_all_plies() -> None:
    """The ratio and its variance by the textbook, from what is left of each game."""
    pairs = [(each.offered, each.plies) for each in games()]
    ratio = sum(offered for offered, _ in pairs) / sum(plies for _, plies in pairs)
    left = [offered - ratio * plies for offered, plies in pairs]
    assert sum(left) == pytest.approx(0, abs=1e-6)
    mean_plies = statistics.fmean(plies for _, plies in pairs)
    deviation = sqrt(sum(each**2 for each in left) / (GAMES - 1)) / mean_plies
    measure = measures()["branching", None]
    assert measure.sample.mean == pytest.approx(ratio)
    assert measure.deviation == pytest.approx(deviation)


def test_the_branching_varies_as_it_does_when_games_are_left_out() -> None:
    """The jackknife, which knows nothing of the formula, finds the same error but for a tenth."""
    pairs = [(each.offered, each.plies) for each in games()]
    offered, plies = (sum(each[place] for each in pairs) for place in (0, 1))
    without = [(offered - one) / (plies - own) for one, own in pairs]
    error = statistics.pvariance(without) * (GAMES - 1)
    assert measures()["branching", None].sample.error == pytest.approx(error, rel=0.1)


# ---- by hand --------------------------------------------------------------------------------


def test_a_long_game_has_more_plies_than_a_short_one() -> None:
    """30 moves at 10 plies and 30 at 5: four per ply, not the mean of three and six."""
    found = {each.name: each for each in summary([game(10), game(5)]).measures}
    assert found["branching"].sample.mean == 4
    # What is left is 30 - 40 and 30 - 20; the mean number of plies is 7.5.
    assert found["branching"].deviation == pytest.approx(sqrt(200) / 7.5)


def test_a_win_is_shared_by_all_who_win() -> None:
    """Of three games one is won alone, one by two and one by three: 1 + 1/2 + 1/3 of 3."""
    played = [game(points=(1, 1, 1), winners=seats) for seats in ((0,), (0, 1), (0, 1, 2))]
    found = {each.seat: each for each in summary(played, 3).measures if each.name == "win_share"}
    shares = [found[seat].sample.mean for seat in range(3)]
    assert shares == pytest.approx([11 / 18, 5 / 18, 2 / 18])


def test_games_that_nobody_wins_count() -> None:
    """As where one player has a goal, and reaches it once in four games."""
    played = [game(points=(9,), winners=[0] * (number == 0)) for number in range(4)]
    assert summary(played, 1).measure("win_share", 0).sample.mean == 0.25


def test_large_sums_are_not_rounded() -> None:
    """Points near 10**15 that differ by two have the variance of 0 and 2."""
    played = [game(points=(10**15 + two, 0)) for two in (0, 2, 0, 2)]
    points = summary(played).measure("points", 0)
    assert points.sample.variance == pytest.approx(4 / 3, rel=1e-12)


def test_a_measure_is_found_by_its_name_and_seat() -> None:
    done = summary([game(points=(3, 8), winners=[1])])
    assert [done.measure("points", seat).sample.mean for seat in (0, 1)] == [3, 8]
    assert [done.measure(each.name, each.seat) for each in done.measures] == [*done.measures]


@pytest.mark.parametrize("about", [("points", None), ("points", 2), ("turns", 0), ("length", None)])
def test_a_measure_that_is_not_there_is_refused(about: tuple[str, int | None]) -> None:
    with pytest.raises(ValueError, match=f"no measure '?{about[0]}.* there are plies, turns, .*"):
        summary([game()]).measure(*about)
    with pytest.raises(ValueError, match="there are none"):
        summary([]).measure("plies")


# ---- few games ------------------------------------------------------------------------------


def test_no_games_have_no_measures() -> None:
    assert summary([]).measures == ()


def test_one_game_has_means_without_an_interval_and_shares_with_one() -> None:
    for measure in summary([game(winners=(0, 1), cut_short=True)]).measures:
        assert measure.deviation is None
        if measure.is_share:
            low, high = measure.estimate.ends or (0, 0)
            assert high - low > 0.5
        else:
            assert measure.estimate == Estimate(measure.sample.mean)


def test_equal_games_have_intervals_without_length() -> None:
    """But for shares: that nobody has won yet does not mean that nobody will."""
    for measure in summary([game(winners=(1,))] * 5).measures:
        assert measure.deviation == 0
        low, high = measure.estimate.ends or (0, 0)
        assert (low < high) == measure.is_share


def test_games_without_a_move() -> None:
    """Of nothing there is nothing per ply, and no error."""
    found = {each.name: each.estimate for each in summary([game(0, offered=0)] * 2).measures}
    assert found["branching"] == Estimate(0, 0, 0)


# ---- for people -----------------------------------------------------------------------------


def test_what_measures_are_called() -> None:
    titles = [measure.title for measure in measures().values()]
    assert titles[2:5] == ["legal moves per ply", "points of seat 0", "points of seat 1"]
    assert len({*titles}) == len(titles)


@pytest.mark.parametrize(
    ("value", "share", "signed", "text"),
    [
        (12.345, False, False, "12.35"),
        (12.345, False, True, "+12.35"),
        (-0.001, False, True, "+0.00"),
        (0.12345, True, False, "12.3 %"),
        (-0.12345, True, True, "-12.3 pp"),
    ],
)
def test_numbers_for_people(value: float, share: bool, signed: bool, text: str) -> None:
    assert number_in_words(value, share=share, signed=signed) == text


def test_intervals_for_people() -> None:
    found = Estimate(0.5, -0.25, 0.75)
    assert interval_in_words(found, share=False) == "-0.25 to 0.75"
    assert interval_in_words(found, share=True, signed=True) == "-25.0 to +75.0 pp"
    assert interval_in_words(found, share=True) == "-25.0 to 75.0 %"
    assert interval_in_words(Estimate(3), share=False) == "unknown"
    assert interval_in_words(Estimate(3, 3, 3), share=False) == "always"
    assert Sample(3, None, 1).error is None


@pytest.mark.parametrize(
    ("low", "high", "digits"),
    [(0, 40, 2), (0, 0.05, 2), (0.0012, 0.0094, 3), (-0.0004, 0.0004, 4), (0, 1e-12, 6), (3, 3, 2)],
)
def test_decimals_tell_the_ends_of_an_interval_apart(low: float, high: float, digits: int) -> None:
    assert decimals(Estimate(low, low, high)) == digits
    assert decimals(Estimate(low)) == 2


def test_numbers_with_more_decimals() -> None:
    found = Estimate(3.31692, 3.3131, 3.3215)
    assert number_in_words(found.value, share=False, decimals=decimals(found)) == "3.317"
    assert interval_in_words(found, share=False, decimals=decimals(found)) == "3.313 to 3.321"
