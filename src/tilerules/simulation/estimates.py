"""Means and shares of samples, with the intervals in which those of all games are likely to lie.

All intervals are two-sided, of 95 %.
"""

from __future__ import annotations

from functools import lru_cache
from math import asin, exp, hypot, lgamma, log, sqrt
from statistics import NormalDist

import attrs

LEVEL = 0.95
"""So many intervals of a hundred hold what they estimate."""
Z = NormalDist().inv_cdf((1 + LEVEL) / 2)
EFFECTS = ((0.2, "negligible"), (0.5, "small"), (0.8, "medium"))
"""Cohen's bounds: below each number, an effect is called by its word; beyond all, large."""


@attrs.frozen
class Estimate:
    """A value found by a sample, and its confidence interval of 95 %.

    Attributes:
        value: what was found.
        low: the lower end of the interval; None where one game tells nothing of the spread.
        high: the upper end, or None.

    >>> from tilerules import Estimate
    >>> estimate = Estimate(2.5, 2.0, 3.0)
    >>> estimate.ends, estimate.excludes(0)
    ((2.0, 3.0), True)
    """

    value: float
    low: float | None = None
    high: float | None = None

    @property
    def ends(self) -> tuple[float, float] | None:
        """Both ends of the interval, if there is one."""
        return None if self.low is None or self.high is None else (self.low, self.high)

    def excludes(self, value: float) -> bool:
        """Whether a value lies outside of the interval."""
        return self.ends is not None and not self.ends[0] <= value <= self.ends[1]


@attrs.frozen
class Sample:
    """What an interval is made of.

    Attributes:
        mean: the mean of a value over games.
        variance: its variance over games; None for a single game.
        games: how many there are, at least one.
    """

    mean: float
    variance: float | None
    games: int

    @property
    def error(self) -> float | None:
        """The variance of the mean."""
        return None if self.variance is None else self.variance / self.games


# ---- one sample -----------------------------------------------------------------------------


def mean(sample: Sample) -> Estimate:
    """The mean of all games, by Student's t."""
    if sample.error is None:
        return Estimate(sample.mean)
    reach = t_quantile(sample.games - 1) * sqrt(sample.error)
    return Estimate(sample.mean, sample.mean - reach, sample.mean + reach)


def share(sample: Sample) -> Estimate:
    """The mean of all games of a value from 0 to 1, by Wilson's score.

    Values between, as of a win that is shared, vary less than 0 and 1 alone would; so the sample
    counts as a larger one. If it does not vary at all it counts as it is.
    """
    p, games = sample.mean, float(sample.games)
    varies = (sample.variance or 0) * (games - 1) / games
    if varies:
        games *= p * (1 - p) / varies
    shrink = 1 + Z**2 / games
    middle = (p + Z**2 / (2 * games)) / shrink
    reach = Z * sqrt(p * (1 - p) / games + (Z / (2 * games)) ** 2) / shrink
    return Estimate(p, min(p, max(0.0, middle - reach)), max(p, min(1.0, middle + reach)))


# ---- two samples ----------------------------------------------------------------------------


def mean_difference(a: Sample, b: Sample) -> Estimate:
    """The mean of the second less that of the first, by Welch's t."""
    value = b.mean - a.mean
    if a.error is None or b.error is None:
        return Estimate(value)
    both = a.error + b.error
    if not both:
        return Estimate(value, value, value)
    freedom = both**2 / (a.error**2 / (a.games - 1) + b.error**2 / (b.games - 1))
    reach = t_quantile(freedom) * sqrt(both)
    return Estimate(value, value - reach, value + reach)


def share_difference(a: Estimate, b: Estimate) -> Estimate:
    """The second share less the first, by Newcombe's hybrid of two score intervals."""
    assert a.ends, "a share has an interval"
    assert b.ends, "a share has an interval"
    value = b.value - a.value
    below = hypot(b.value - b.ends[0], a.ends[1] - a.value)
    above = hypot(b.ends[1] - b.value, a.value - a.ends[0])
    return Estimate(value, value - below, value + above)


def mean_effect(a: Sample, b: Sample, difference: Estimate) -> Estimate | None:
    """Hedges' g, the difference in standard deviations; None where nothing varies, or one game."""
    if a.variance is None or b.variance is None:
        return None
    freedom = a.games + b.games - 2
    pooled = sqrt(((a.games - 1) * a.variance + (b.games - 1) * b.variance) / freedom)
    if not pooled:
        return None
    scale = (1 - 3 / (4 * freedom - 1)) / pooled
    assert difference.ends, "where something varies there are several games"
    return Estimate(*(end * scale for end in (difference.value, *difference.ends)))


def share_effect(a: Estimate, b: Estimate, difference: Estimate) -> Estimate:
    """Cohen's h, the difference of two shares as angles.

    The ends of the interval are those of the difference, around the middle of both shares.
    """
    assert difference.ends, "shares have an interval, and so has their difference"
    middle = (a.value + b.value) / 2

    def angle(value: float) -> float:
        return _angle(middle + value / 2) - _angle(middle - value / 2)

    return Estimate(*map(angle, (difference.value, *difference.ends)))


def _angle(share: float) -> float:
    return 2 * asin(sqrt(min(1.0, max(0.0, share))))


def effect_in_words(effect: float) -> str:
    """What an effect size is called: negligible, small, medium or large."""
    return next((word for bound, word in EFFECTS if abs(effect) < bound), "large")


# ---- Student's t ----------------------------------------------------------------------------


@lru_cache(maxsize=256)
def t_quantile(freedom: float) -> float:
    """How far from 0, either way, 95 % of Student's t reach; degrees of freedom from 1 on.

    Found by Newton's method: the tail is convex, so that from below it comes near from below.
    """
    t, step = Z, 1.0
    scale = 2 * exp(-_log_beta(freedom / 2, 0.5)) / sqrt(freedom)
    while step > 1e-12 * t:
        density = scale * (1 + t * t / freedom) ** (-(freedom + 1) / 2)
        step = (_outside(t, freedom) - (1 - LEVEL)) / density
        t += step
    return t


def _outside(t: float, freedom: float) -> float:
    """The share of Student's t farther than `t` from 0: an incomplete beta function.

    By its continued fraction, in the way of Lentz.
    """
    a, b, x = freedom / 2, 0.5, freedom / (freedom + t * t)
    c, d, number, change = 1.0, 1 / (1 - (a + b) * x / (a + 1)), 0, 0.0
    whole = d
    while abs(change - 1) > 1e-15:
        number += 1
        m, n = number, a + 2 * number
        change = 1.0
        for part in (
            m * (b - m) * x / ((n - 1) * n),
            -(a + m) * (a + b + m) * x / (n * (n + 1)),
        ):
            d = 1 / (1 + part * d)
            c = 1 + part / c
            change *= c * d
        whole *= change
    return exp(a * log(x) + b * log(1 - x) - _log_beta(a, b)) * whole / a


def _log_beta(a: float, b: float) -> float:
    return lgamma(a) + lgamma(b) - lgamma(a + b)
