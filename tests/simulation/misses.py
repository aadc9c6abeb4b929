"""How often intervals miss: what the binomial law allows."""

from __future__ import annotations

from math import comb, exp, log

LEVEL = 0.95


def possible(trials: int, sure: float = 0.999) -> range:
    """How many of so many intervals may miss, if each does so with 5 %; others are too rare."""
    rare, miss = (1 - sure) / 2, 1 - LEVEL
    chances = [
        exp(log(comb(trials, k)) + k * log(miss) + (trials - k) * log(LEVEL))
        for k in range(trials + 1)
    ]
    low = next(k for k in range(trials + 1) if sum(chances[: k + 1]) > rare)
    high = next(k for k in range(trials, -1, -1) if sum(chances[k:]) > rare)
    return range(low, high + 1)
