"""Whether what was counted fits the chances that it should have."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from tilerules.testing.chance import likelihood

LIKELY = 1e-4


def chi_square(observed: Sequence[int], expected: Sequence[float]) -> float:
    """How likely it is to miss the expected counts at least so far, if they are right.

    With one thing alone there is nothing to miss.
    """
    assert len(observed) == len(expected) > 0, "one expected count for each observed one"
    assert min(expected) > 0, "what cannot happen is not counted here"
    freedom = len(observed) - 1
    if freedom == 0:
        return 1.0
    return likelihood(
        freedom, sum((o - e) ** 2 / e for o, e in zip(observed, expected, strict=True))
    )


def evenly(counts: Mapping[Any, int], weights: Mapping[Any, float | Fraction]) -> None:
    """Exactly the things with a weight were seen, each about as often as its weight says."""
    things = [thing for thing, weight in weights.items() if weight]
    possible = set(things)
    seen = {thing for thing, count in counts.items() if count}
    assert seen <= possible, f"seen, but impossible: {list(seen - possible)[:5]}"
    assert possible <= seen, f"possible, but never seen: {list(possible - seen)[:5]}"
    whole, draws = sum(weights[thing] for thing in things), sum(counts[thing] for thing in things)
    expected = [float(draws * weights[thing] / whole) for thing in things]
    assert min(expected) >= 5, f"too few draws ({draws}) for so many things ({len(things)})"
    likely = chi_square([counts[thing] for thing in things], expected)
    assert likely > LIKELY, f"this uneven only {likely:.2g} of the time"
