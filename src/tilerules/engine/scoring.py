"""Score lines, breakdowns and outcomes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby

import attrs

from tilerules.ruleset.ruleset import RulePlace


@attrs.frozen
class ScoreLine:
    """One line of a score sheet.

    Attributes:
        id: of the scoring block in the card, as `flowers`.
        of: what the line is about, as the colour of a carpet; None if that needs no saying.
        points: what the line is worth.
        count: how many things it counts.
        spots: where they lie: cells or cards, in the notation of moves.
        rule: where the points of one are set.
        place: the place, from 1, that earns them against other seats; None without such a contest.
        decided_by: what put the seat in that place, before the next one: the word of the card.
    """

    id: str
    of: str | None
    points: int
    count: int
    spots: tuple[str, ...]
    rule: RulePlace
    place: int | None = None
    decided_by: str | None = None


@attrs.frozen
class ScoreBreakdown:
    """The score of one seat; its lines add up to the total."""

    seat: int
    lines: tuple[ScoreLine, ...]

    @property
    def total(self) -> int:
        """The points of all lines together."""
        return sum(line.points for line in self.lines)

    def count(self, id: str) -> int:
        """How many things the lines of one block count."""
        return sum(line.count for line in self.lines if line.id == id)

    def points(self, id: str) -> int:
        """The points of the lines of one block."""
        return sum(line.points for line in self.lines if line.id == id)


@attrs.frozen
class Outcome:
    """How a game ended.

    Attributes:
        ranking: the seats from first to last, tied seats together.
        decided_by: what lifted the winners above all others: `points`, or the word of a
            tie-break; `points` too if nobody is below them.
        cut_short: whether a limit ended the game before its own end.
    """

    ranking: tuple[tuple[int, ...], ...]
    decided_by: str
    cut_short: bool

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that share the first place."""
        return self.ranking[0]


Criterion = tuple[str, Callable[[ScoreBreakdown], int]]


def outcome(
    scores: Sequence[ScoreBreakdown], tie_breaks: Sequence[Criterion], *, cut_short: bool
) -> Outcome:
    """Rank the seats by points, then by each tie-break in turn; more is better throughout."""
    criteria: list[Criterion] = [("points", lambda score: score.total), *tie_breaks]

    def key(score: ScoreBreakdown) -> tuple[int, ...]:
        return tuple(-measure(score) for _, measure in criteria)

    groups = [
        (k, tuple(score.seat for score in tied))
        for k, tied in groupby(sorted(scores, key=key), key)
    ]
    decided_by = "points"
    if len(groups) > 1:
        first, second = groups[0][0], groups[1][0]
        decided_by = next(
            word for (word, _), a, b in zip(criteria, first, second, strict=True) if a != b
        )
    return Outcome(tuple(seats for _, seats in groups), decided_by, cut_short)
