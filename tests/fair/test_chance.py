"""The measure of evenness: printed tables, and what it must catch."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from math import comb

import pytest

from tests.laws.chance import chi_square, evenly


@pytest.mark.parametrize(
    ("statistic", "degrees", "probability"),
    [
        (3.841, 1, 0.05),
        (9.210, 2, 0.01),
        (15.086, 5, 0.01),
        (18.307, 10, 0.05),
        (35.564, 10, 0.0001),
        (149.449, 100, 0.001),
    ],
)
def test_lines_of_printed_tables(statistic: float, degrees: int, probability: float) -> None:
    """Two counts are off, all others as expected; far out the approximation is coarser."""
    count = 1000.0
    things = degrees + 1
    # a on one, -a on another: the sum is 2 a² / count, and the counts add up
    off = round((statistic * count / 2) ** 0.5)
    observed = [int(count) + off, int(count) - off, *[int(count)] * (things - 2)]
    found = chi_square(observed, [count] * things)
    assert found == pytest.approx(probability, rel=0.3)


def test_expected_counts_may_differ() -> None:
    """Four coins: 1, 4, 6, 4 and 1 of 16."""
    heads = [comb(4, number) for number in range(5)]
    assert chi_square([100 * each for each in heads], [100 * each for each in heads]) > 0.999
    assert chi_square([320] * 5, [100.0 * each for each in heads]) < 1e-6


def test_one_thing_alone_is_as_it_must_be() -> None:
    assert chi_square([12], [12.0]) == 1


def test_what_fits() -> None:
    evenly({"a": 98, "b": 203, "c": 99}, {"a": 1, "b": 2, "c": 1, "never": 0})


@pytest.mark.parametrize(
    ("counts", "reason"),
    [
        ({"a": 100, "b": 200, "c": 100, "d": 1}, "seen, but impossible"),
        ({"a": 100, "b": 200, "c": 100, "never": 1}, "seen, but impossible"),
        ({"a": 100, "b": 200}, "possible, but never seen"),
        ({"a": 100, "b": 200, "c": 0}, "possible, but never seen"),
        ({"a": 1000, "b": 2400, "c": 1000}, "this uneven"),
        ({"a": 4, "b": 8, "c": 4}, "too few draws"),
    ],
)
def test_what_does_not_fit(counts: dict[object, int], reason: str) -> None:
    with pytest.raises(AssertionError, match=reason):
        evenly(counts, {"a": 1, "b": 2, "c": 1, "never": 0})


def test_the_orders_of_a_deck_fit() -> None:
    """Every order 20 times over fits; with one order 60 times it does not."""
    orders: Counter[object] = Counter(dict.fromkeys(permutations("abcd"), 20))
    evenly(orders, dict.fromkeys(orders, 1))
    orders[tuple("abcd")] = 60
    with pytest.raises(AssertionError, match="this uneven"):
        evenly(orders, dict.fromkeys(orders, 1))
