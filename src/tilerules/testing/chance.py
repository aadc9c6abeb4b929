"""Whether things that were counted are equally likely."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from statistics import NormalDist
from typing import Any

FEWEST = 10
"""What was counted less often is counted together."""


def likelihood(freedom: int, miss: float) -> float:
    """How likely chance alone misses so far or further: chi-square, after Wilson and Hilferty."""
    spread = 2 / (9 * freedom)
    return 1 - NormalDist(1 - spread, spread**0.5).cdf((miss / freedom) ** (1 / 3))


def two_samples(one: Mapping[Any, int], other: Mapping[Any, int]) -> float:
    """How likely two samples of equal size differ at least so far, if they are drawn alike."""
    pairs = [(one.get(thing, 0), other.get(thing, 0)) for thing in {**one, **other}]
    often = [pair for pair in pairs if sum(pair) >= FEWEST]
    rare = [sum(each) for each in zip(*(pair for pair in pairs if sum(pair) < FEWEST), strict=True)]
    counts = [*often, (rare[0], rare[1])] if sum(rare) >= FEWEST else often
    if len(counts) < 2:
        return 1.0
    return likelihood(len(counts) - 1, sum((a - b) ** 2 / (a + b) for a, b in counts))


def leaves(data: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """What stands in data, by its path."""
    if isinstance(data, dict | list):
        for key, inner in data.items() if isinstance(data, dict) else enumerate(data):
            yield from leaves(inner, f"{path}.{key}" if path else str(key))
    else:
        yield path, data


def uneven(one: Iterable[Any], other: Iterable[Any], *, likely: float) -> str | None:
    """A place at which two samples of data, of equal size, differ too far for chance."""
    counted: tuple[dict[str, Counter[Any]], ...] = ({}, {})
    for places, sample in zip(counted, (one, other), strict=True):
        for data in sample:
            for path, thing in leaves(data):
                places.setdefault(path, Counter())[thing] += 1
    paths = {**counted[0], **counted[1]}
    for path in paths:
        first, second = (places.get(path, Counter()) for places in counted)
        if two_samples(first, second) < likely / len(paths):
            return path
    return None
