"""Intervals and effect sizes against published tables and examples, hand computation and laws."""

from __future__ import annotations

import random
import statistics
from fractions import Fraction
from math import asin, exp, inf, lgamma, log, pi, sqrt, tan

import pytest

from tests.simulation.misses import possible
from tilerules.simulation import estimates
from tilerules.simulation.estimates import Estimate, Sample


def sample(values: list[float]) -> Sample:
    """The sample of some values."""
    variance = statistics.variance(values) if values[1:] else None
    return Sample(statistics.fmean(values), variance, len(values))


def share_of(hits: int, games: int) -> Sample:
    """The sample in which so many values are 1, and the others 0."""
    return sample([1.0] * hits + [0.0] * (games - hits))


def ends(estimate: Estimate) -> tuple[float, float]:
    assert estimate.ends is not None
    return estimate.ends


# ---- Student's t ----------------------------------------------------------------------------

# NIST/SEMATECH e-Handbook of Statistical Methods, section 1.3.6.7.2, column 0.975.
FREEDOM = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 15, 20, 25, 30, 40, 50, 60, 80, 100)
PUBLISHED = (
    *(12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228),
    *(2.131, 2.086, 2.060, 2.042, 2.021, 2.009, 2.000, 1.990, 1.984),
)


@pytest.mark.parametrize(("freedom", "quantile"), [*zip(FREEDOM, PUBLISHED, strict=True)])
def test_t_is_that_of_the_tables(freedom: int, quantile: float) -> None:
    assert estimates.t_quantile(freedom) == pytest.approx(quantile, abs=0.0005)


def test_t_where_it_has_a_closed_form() -> None:
    """With one degree of freedom it is Cauchy's law; with two the quantile is algebraic."""
    assert estimates.t_quantile(1) == pytest.approx(tan(0.475 * pi), rel=1e-11)
    assert estimates.t_quantile(2) == pytest.approx(0.95 * sqrt(2 / (1 - 0.95**2)), rel=1e-11)


@pytest.mark.parametrize("freedom", [1.01, 1.5, 2.5, 7.3, 100.4, 999.5, 250_000.0])
def test_t_holds_its_share_of_the_density(freedom: float) -> None:
    """Simpson's rule from 0 to the quantile, for any number of degrees."""
    scale = lgamma((freedom + 1) / 2) - lgamma(freedom / 2) - log(freedom * pi) / 2

    def density(x: float) -> float:
        return exp(scale - (freedom + 1) / 2 * log(1 + x * x / freedom))

    steps = 4000
    width = estimates.t_quantile(freedom) / steps
    weights = [1, *([4, 2] * (steps // 2 - 1)), 4, 1]
    total = sum(weight * density(place * width) for place, weight in enumerate(weights))
    assert 2 * total * width / 3 == pytest.approx(0.95, abs=1e-9)


def test_t_comes_near_the_normal_law() -> None:
    """By its expansion, the first term beyond z is (z³ + z) / 4 df."""
    z = statistics.NormalDist().inv_cdf(0.975)
    for freedom in (1e4, 1e5, 1e6):
        beyond = (z**3 + z) / (4 * freedom)
        assert estimates.t_quantile(freedom) - z == pytest.approx(beyond, rel=1e-2)


# ---- one mean, one share --------------------------------------------------------------------


def test_the_interval_of_a_mean_by_hand() -> None:
    """Of 1, 2, 3, 4, 5 the variance is 5/2, and t of 4 degrees 2.776 in every table."""
    found = estimates.mean(sample([1, 2, 3, 4, 5]))
    assert found.value == 3
    assert ends(found) == pytest.approx((3 - 2.776 * sqrt(0.5), 3 + 2.776 * sqrt(0.5)), abs=0.001)


def test_one_value_tells_nothing_of_the_spread() -> None:
    assert estimates.mean(sample([7])) == Estimate(7, None, None)


def test_values_without_spread_have_an_interval_without_length() -> None:
    assert estimates.mean(sample([7, 7, 7])) == Estimate(7, 7, 7)


# R. G. Newcombe, Two-sided confidence intervals for the single proportion, Statistics in Medicine
# 17 (1998) 857-872, table I, method 3: the score method without continuity correction.
SINGLE = [
    (81, 263, 0.2553, 0.3662),
    (15, 148, 0.0624, 0.1605),
    (0, 20, 0.0000, 0.1611),
    (1, 29, 0.0061, 0.1718),
]


@pytest.mark.parametrize(("hits", "games", "low", "high"), SINGLE)
def test_the_interval_of_a_share_is_the_published_one(
    hits: int, games: int, low: float, high: float
) -> None:
    found = estimates.share(share_of(hits, games))
    assert found.value == hits / games
    assert ends(found) == pytest.approx((low, high), abs=0.00005)
    mirrored = estimates.share(share_of(games - hits, games))
    assert ends(mirrored) == pytest.approx((1 - high, 1 - low), abs=0.00005)


@pytest.mark.parametrize("games", [1, 2, 50])
def test_a_share_of_all_or_nothing_is_open_to_one_side(games: int) -> None:
    """Wilson's ends are 0 and z² / (n + z²) for no hit; the value itself always lies within."""
    reach = 1.959964**2 / (games + 1.959964**2)
    none, every = (estimates.share(share_of(hits, games)) for hits in (0, games))
    assert (none.low, every.high) == (0, 1)
    assert none.high == pytest.approx(reach)
    assert every.low == pytest.approx(1 - reach)


def test_shared_wins_count_as_a_larger_sample() -> None:
    """Of 40 games 10 are won and 20 shared: half the variance, and the interval of 80 games."""
    shared = estimates.share(sample([1.0] * 10 + [0.5] * 20 + [0.0] * 10))
    assert ends(shared) == pytest.approx(ends(estimates.share(share_of(40, 80))))


def test_wins_that_are_always_shared_count_as_if_they_were_not() -> None:
    """They do not vary at all, which a small sample cannot promise for all games."""
    shared = estimates.share(sample([0.5] * 10))
    assert ends(shared) == pytest.approx(ends(estimates.share(share_of(5, 10))))


# ---- two means ------------------------------------------------------------------------------

# "Student", The probable error of a mean, Biometrika 6 (1908): hours of sleep gained by two drugs.
# The example of R's t.test(extra ~ group, data = sleep): Welch's interval of the first less the
# second is -3.3654832 to 0.2054832, with 17.776 degrees of freedom.
FIRST_DRUG = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0]
SECOND_DRUG = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4]


def test_the_difference_of_means_is_the_published_one() -> None:
    found = estimates.mean_difference(sample(FIRST_DRUG), sample(SECOND_DRUG))
    assert found.value == pytest.approx(1.58)
    assert ends(found) == pytest.approx((-0.2054832, 3.3654832), abs=1e-6)


def test_the_difference_of_means_by_hand() -> None:
    """Samples of different size and spread.

    The variances are 5/2 of 5 values and 4 of 3; so that of the difference is 1/2 + 4/3 = 11/6,
    and the degrees of freedom are (11/6)² / ((1/2)² / 4 + (4/3)² / 2) = 3.5328. The t of so many
    lies between those of 3 and 4 degrees, 3.182 and 2.776; the other test has it by its density.
    """
    freedom = Fraction(11, 6) ** 2 / (Fraction(1, 4) / 4 + Fraction(16, 9) / 2)
    assert float(freedom) == pytest.approx(3.5328, abs=0.0001)
    reach = estimates.t_quantile(float(freedom)) * sqrt(11 / 6)
    assert 2.776 * sqrt(11 / 6) < reach < 3.182 * sqrt(11 / 6)
    found = estimates.mean_difference(sample([1, 2, 3, 4, 5]), sample([2, 4, 6]))
    assert found.value == 1
    assert ends(found) == pytest.approx((1 - reach, 1 + reach))


def test_the_difference_without_spread() -> None:
    """If nothing varies the interval has no length; if one side does, that side alone counts."""
    same, other, wide = sample([5, 5]), sample([7, 7, 7]), sample([4, 6])
    assert estimates.mean_difference(same, same) == Estimate(0, 0, 0)
    assert estimates.mean_difference(same, other) == Estimate(2, 2, 2)
    found = estimates.mean_difference(same, wide)
    assert ends(found) == pytest.approx((-12.706, 12.706), abs=0.001)  # t of one degree, times 1


def test_the_difference_of_single_values_has_no_interval() -> None:
    for a, b in (([1.0], [1.0, 2.0]), ([1.0, 1.0], [1.0])):
        found = estimates.mean_difference(sample(a), sample(b))
        assert (found.value, found.ends) == (b[0] - 1 + (len(b) - 1) / 2, None)
        assert estimates.mean_effect(sample(a), sample(b), found) is None


def test_a_value_may_be_excluded_at_either_end() -> None:
    assert Estimate(2, 1, 3).excludes(0)
    assert Estimate(-2, -3, -1).excludes(0)
    assert not Estimate(0, 0, 0).excludes(0)
    assert not Estimate(1, 0, 2).excludes(0)
    assert not Estimate(1, None, None).excludes(0)


# ---- two shares -----------------------------------------------------------------------------

# R. G. Newcombe, Interval estimation for the difference between independent proportions,
# Statistics in Medicine 17 (1998) 873-890, table II, method 10, examples (a) to (h).
PAIRS = [
    ((56, 70), (48, 80), 0.0524, 0.3339),
    ((9, 10), (3, 10), 0.1705, 0.8090),
    ((6, 7), (2, 7), 0.0582, 0.8062),
    ((5, 56), (0, 29), -0.0381, 0.1926),
    ((0, 10), (0, 20), -0.1611, 0.2775),
    ((0, 10), (0, 10), -0.2775, 0.2775),
    ((10, 10), (0, 20), 0.6791, 1.0000),
    ((10, 10), (0, 10), 0.6075, 1.0000),
]


@pytest.mark.parametrize(("one", "other", "low", "high"), PAIRS)
def test_the_difference_of_shares_is_the_published_one(
    one: tuple[int, int], other: tuple[int, int], low: float, high: float
) -> None:
    """Newcombe takes the second share from the first, we the first from the second."""
    first, second = (estimates.share(share_of(*each)) for each in (one, other))
    found = estimates.share_difference(second, first)
    assert ends(found) == pytest.approx((low, high), abs=0.00005)
    reverse = estimates.share_difference(first, second)
    assert ends(reverse) == pytest.approx((-high, -low), abs=0.00005)


# ---- effect sizes ---------------------------------------------------------------------------


def test_hedges_g_by_hand() -> None:
    """The pooled variance is (4 · 5/2 + 2 · 4) / 6 = 3, and the correction 1 - 3 / 23."""
    a, b = sample([1, 2, 3, 4, 5]), sample([2, 4, 6])
    difference = estimates.mean_difference(a, b)
    found = estimates.mean_effect(a, b, difference)
    assert found is not None
    scale = 20 / 23 / sqrt(3)
    assert found.value == pytest.approx(scale)
    assert ends(found) == pytest.approx(tuple(end * scale for end in ends(difference)))


def test_no_effect_size_where_nothing_varies() -> None:
    same, other = sample([5, 5]), sample([7, 7])
    assert estimates.mean_effect(same, other, Estimate(2, 2, 2)) is None


@pytest.mark.parametrize(
    ("a", "b", "effect"),
    [  # the sines of π/12, π/6, π/4, π/3 and π/2 are square roots of these shares
        ((1, 4), (3, 4), pi / 3),
        ((3, 4), (2, 4), -pi / 6),
        ((0, 4), (4, 4), pi),
        ((2, 4), (2, 4), 0),
    ],
)
def test_cohens_h_by_hand(a: tuple[int, int], b: tuple[int, int], effect: float) -> None:
    one, other = (estimates.share(share_of(*each)) for each in (a, b))
    difference = estimates.share_difference(one, other)
    found = estimates.share_effect(one, other, difference)
    assert found.value == pytest.approx(effect)
    low, high = ends(found)
    assert low <= found.value <= high


@pytest.mark.parametrize("hits", [(0, 0), (3, 0), (20, 29), (30, 11), (40, 40)])
def test_an_effect_is_clear_where_the_difference_is(hits: tuple[int, int]) -> None:
    one, other = (estimates.share(share_of(each, 40)) for each in hits)
    difference = estimates.share_difference(one, other)
    effect = estimates.share_effect(one, other, difference)
    for found, end in zip(ends(effect), ends(difference), strict=True):
        assert (found > 0) - (found < 0) == (end > 0) - (end < 0)
    middle = sum(hits) / 80
    shares = [min(1, max(0, middle + sign * ends(difference)[1] / 2)) for sign in (-1, 1)]
    low, high = (2 * asin(sqrt(share)) for share in shares)
    assert ends(effect)[1] == pytest.approx(high - low)


@pytest.mark.parametrize(
    ("effect", "word"),
    [  # J. Cohen, Statistical Power Analysis, 1988: small from 0.2, medium from 0.5, large from 0.8
        (0, "negligible"),
        (-0.19, "negligible"),
        (0.2, "small"),
        (-0.49, "small"),
        (0.5, "medium"),
        (0.79, "medium"),
        (-0.8, "large"),
        (inf, "large"),
    ],
)
def test_words_for_effect_sizes(effect: float, word: str) -> None:
    assert estimates.effect_in_words(effect) == word


# ---- promises -------------------------------------------------------------------------------


def test_intervals_of_shared_wins_miss_as_often_as_they_promise() -> None:
    """A seat wins a quarter of its games and shares half: the true share is one half.

    Without the true variance, the intervals would be too wide: of 2,000 about 11 would miss.
    """
    chance = random.Random(1998)
    wins = [1.0, 0.5, 0.5, 0.0]
    samples = (sample(chance.choices(wins, k=150)) for _ in range(2000))
    misses = sum(estimates.share(each).excludes(0.5) for each in samples)
    assert misses in possible(2000)
    assert 11 not in possible(2000)
