"""The end of a game: which conditions hold, and for whom the points of partners count together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from tilerules.engine.shared.rules import Ends, together

if TYPE_CHECKING:
    from tilerules.engine.positions import Rules
    from tilerules.engine.scoring import ScoreBreakdown


def has_come(ends: Ends, holds: Callable[[str], bool]) -> bool:
    """Whether one of `any_of` holds, or all of `all_of`; `holds` is asked about a condition."""
    return any(map(holds, ends.any_of)) or (bool(ends.all_of) and all(map(holds, ends.all_of)))


def rounds_played(rules: Rules, turns: int) -> bool:
    """Whether each seat has had as many turns as the condition `rounds` asks for."""
    rounds = rules.shared.ends.rounds
    return rounds is not None and turns >= rounds * rules.seats


def points_reached(rules: Rules, scores: Sequence[ScoreBreakdown]) -> bool:
    """Whether a side has as many points as the condition `points` asks for."""
    points = rules.shared.ends.points
    return points is not None and most_points(rules, scores) >= points


def most_points(rules: Rules, scores: Iterable[ScoreBreakdown]) -> int:
    """The points of the side that has most of them."""
    return max(points_together(rules, scores))


def points_together(rules: Rules, scores: Iterable[ScoreBreakdown]) -> list[int]:
    """For each seat, its points and those of its partners."""
    return together(rules.shared.sides, (score.total for score in scores))
