"""Score lines, breakdowns and outcomes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

import attrs

from tilerules.data import formats
from tilerules.data.columns import columns
from tilerules.data.html import table
from tilerules.data.source import LARGEST, Source
from tilerules.data.text import Data
from tilerules.engine.shared.rules import together
from tilerules.ruleset.ruleset import RulePlace
from tilerules.wording import counted, listed, plain

if TYPE_CHECKING:
    from tilerules.engine.positions import Rules


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

    >>> import tilerules as tr
    >>> end = tr.playout(tr.new_game(tr.load("tulips"), 2, seed=1), tr.uniform, seed=2)
    >>> line = tr.score(end)[0].lines[0]
    >>> line.id, line.rule.key, line.points == line.count
    ('giving', 'scoring.giving.points', True)
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
class ScoreBreakdown(Data):
    """The score of one seat; its lines add up to the total.

    Attributes:
        seat: whose score it is.
        lines: of its score sheet.

    >>> import tilerules as tr
    >>> end = tr.playout(tr.new_game(tr.load("tulips"), 2, seed=1), tr.uniform, seed=2)
    >>> sheet = tr.score(end)[0]
    >>> sheet.total == sum(line.points for line in sheet.lines)
    True
    >>> sheet.points("giving") + sheet.points("keeping") + sheet.points("majorities") == sheet.total
    True
    """

    seat: int
    lines: tuple[ScoreLine, ...]

    @property
    def total(self) -> int:
        """The points of all lines together."""
        return sum(line.points for line in self.lines)

    def count(self, id: str) -> int:
        """How many things the lines of one block count; 0 if it has no line."""
        return sum(line.count for line in self.lines if line.id == id)

    def points(self, id: str) -> int:
        """The points of the lines of one block; 0 if it has no line."""
        return sum(line.points for line in self.lines if line.id == id)

    def to_data(self) -> dict[str, Any]:
        """The breakdown as JSON data, with its total."""
        return {
            "format": formats.newest(),
            "seat": self.seat,
            "total": self.total,
            "lines": [{**attrs.asdict(line), "spots": list(line.spots)} for line in self.lines],
        }

    def _table(self) -> tuple[str, Sequence[str], Iterable[Sequence[object]]]:
        """The score sheet: caption, heads and rows."""
        rows = [
            (line.id, line.of, ", ".join(line.spots), line.points, line.rule) for line in self.lines
        ]
        heads = ("what", "of", "where", "points", "rule")
        return f"seat {self.seat}: {counted(self.total, 'point')}", heads, rows

    def __str__(self) -> str:
        return columns(*self._table())

    def _repr_html_(self) -> str:
        """The score sheet, for a notebook."""
        return table(*self._table())

    @classmethod
    def from_data(cls, data: object) -> ScoreBreakdown:
        """The reverse of `to_data`; `InvalidData` names the place of what cannot be."""
        source = Source(data).of("score_breakdown")
        source.keys(("format", "seat", "total", "lines"))
        seat = source.entry("seat").whole(0, LARGEST)
        breakdown = cls(seat, tuple(map(_line, source.entry("lines").items())))
        total = source.entry("total", breakdown.total)
        if (type(total.value), total.value) != (int, breakdown.total):
            raise total.fault(f"the lines add up to {breakdown.total}")
        return breakdown


def _line(source: Source) -> ScoreLine:
    source.keys([field.name for field in attrs.fields(ScoreLine)])
    rule = source.entry("rule")
    rule.keys([field.name for field in attrs.fields(RulePlace)])
    return ScoreLine(
        id=source.entry("id").text(),
        of=source.entry("of", None).optional_text(),
        points=source.entry("points").whole(-LARGEST, LARGEST),
        count=source.entry("count").whole(0, LARGEST),
        spots=tuple(spot.text() for spot in source.entry("spots").items()),
        rule=RulePlace(
            rule.entry("key").text(),
            rule.entry("file").text(),
            rule.entry("line", None).optional_whole(1, LARGEST),
        ),
        place=source.entry("place", None).optional_whole(1, LARGEST),
        decided_by=source.entry("decided_by", None).optional_text(),
    )


@attrs.frozen
class Outcome(Data):
    """How a game ended.

    Attributes:
        ranking: the seats from first to last, tied seats together.
        decided_by: what lifted the winners above all others: `points`, or the word of a
            tie-break; `points` too if nobody is below them.
        cut_short: whether a limit ended the game before its own end.
        won: for one player with a goal, whether it was reached; None where there is no goal.
        rating: the word that the goal has for this result, if it has one.

    >>> import tilerules as tr
    >>> result = tr.Outcome(ranking=((2,), (0, 1)), decided_by="points", cut_short=False)
    >>> result.winners
    (2,)
    >>> print(result)
    ranking: 2, then 0 and 1; winners: 2; decided by points
    """

    ranking: tuple[tuple[int, ...], ...]
    decided_by: str
    cut_short: bool
    won: bool | None = None
    rating: str | None = None

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that share the first place; nobody if a goal was not reached."""
        return () if self.won is False else self.ranking[0]

    def __str__(self) -> str:
        parts = [
            f"ranking: {', then '.join(map(listed, self.ranking))}",
            f"winners: {listed(self.winners) or 'nobody'}",
            f"decided by {plain(self.decided_by)}",
            "" if self.won is None else goal_reached(self),
            "cut short" if self.cut_short else "",
        ]
        return "; ".join(filter(None, parts))

    def to_data(self) -> dict[str, Any]:
        """The outcome as JSON data, with the winners."""
        goal = {} if self.won is None else {"won": self.won, "rating": self.rating}
        return {
            "format": formats.newest(),
            "ranking": [list(seats) for seats in self.ranking],
            "winners": list(self.winners),
            "decided_by": self.decided_by,
            "cut_short": self.cut_short,
            **goal,
        }

    @classmethod
    def from_data(cls, data: object) -> Outcome:
        """The reverse of `to_data`; `InvalidData` names the place of what cannot be."""
        return outcome_from(Source(data))


def outcome_from(source: Source) -> Outcome:
    """An outcome in data."""
    source = source.of("outcome")
    source.keys(("format", "ranking", "winners", "decided_by", "cut_short", "won", "rating"))
    ranking = source.entry("ranking")
    places = tuple(map(_seats, ranking.items()))
    seats = [seat for place in places for seat in place]
    if not all(places) or sorted(seats) != list(range(max(1, len(seats)))):
        raise ranking.fault("expected lists of tied seats, in which each seat stands once")
    won, rating = source.entry("won", None), source.entry("rating", None)
    reached = Outcome(
        places,
        source.entry("decided_by").text(),
        source.entry("cut_short").flag(),
        None if won.value is None else won.flag(),
        rating.optional_text(),
    )
    winners = source.entry("winners", [*reached.winners])
    if _seats(winners) != reached.winners:
        raise winners.fault("expected the seats that stand first in `ranking`, unless none has won")
    return reached


def _seats(source: Source) -> tuple[int, ...]:
    return tuple(seat.whole(0, LARGEST) for seat in source.items())


Criterion = tuple[str, Callable[[ScoreBreakdown], int]]
"""The word of a tie-break, and what it measures on the score of a seat; more is better."""


def outcome(
    rules: Rules,
    scores: Sequence[ScoreBreakdown],
    tie_breaks: Sequence[Criterion],
    *,
    cut_short: bool,
) -> Outcome:
    """Rank the seats by points, then by each tie-break in turn; more is better throughout.

    What partners have is added up, and they stand together.

    Args:
        rules: of the game, which say who are partners.
        scores: of all seats, in their order.
        tie_breaks: what decides between equal points, one after another.
        cut_short: whether a limit ended the game before its own end.

    >>> import tilerules as tr
    >>> from tilerules.engine.scoring import outcome
    >>> end = tr.playout(tr.new_game(tr.load("tulips"), 2, seed=1), tr.uniform, seed=2)
    >>> most_given = ("giving", lambda sheet: sheet.points("giving"))
    >>> outcome(end.rules, tr.score(end), [most_given], cut_short=False).decided_by
    'points'
    """
    criteria: list[Criterion] = [("points", lambda score: score.total), *tie_breaks]

    sides = rules.shared.sides
    lacking = [together(sides, (-measure(score) for score in scores)) for _, measure in criteria]
    key = [*zip(*lacking, strict=True)].__getitem__
    ranking = tuple(tuple(tied) for _, tied in groupby(sorted(range(rules.seats), key=key), key))
    decided_by = "points"
    if len(ranking) > 1:
        first, second = key(ranking[0][0]), key(ranking[1][0])
        decided_by = next(
            word for (word, _), a, b in zip(criteria, first, second, strict=True) if a != b
        )
    return Outcome(ranking, decided_by, cut_short, *_measured(rules, scores[0].total))


def _measured(rules: Rules, points: int) -> tuple[bool | None, str | None]:
    """Whether one player has reached the goal, and the word for the result."""
    goal = rules.shared.goal
    if goal is None:
        return None, None
    words = [word for least, word in goal.ratings if least <= points]
    return points >= goal.points, words[-1] if words else None


def handicap_lines(rules: Rules, seat: int) -> list[ScoreLine]:
    """The points that a seat has from the start, if the card gives it any: one line, or none.

    The card says them under `seats`, as `{0: {handicap: 5}}`.

    >>> import tilerules as tr
    >>> from tilerules.engine.positions import rules_for
    >>> from tilerules.engine.scoring import handicap_lines
    >>> rules = rules_for(tr.load({"extends": "tulips", "seats": {0: {"handicap": 5}}}), 2)
    >>> [line.points for line in handicap_lines(rules, 0)], handicap_lines(rules, 1)
    ([5], [])
    """
    points = rules.shared.handicaps[seat]
    if points is None:
        return []
    rule = rules.rule_place(f"seats.{seat}.handicap")
    return [ScoreLine("handicap", None, points, 1, (), rule)]


# ---- in words -------------------------------------------------------------------------------


def goal_reached(outcome: Outcome) -> str:
    """Whether one player with a goal has won, and what the result is called."""
    rating = f", {outcome.rating}" if outcome.rating else ""
    return f"{'won' if outcome.won else 'lost'}{rating}"


def how_it_ended(turns: int, outcome: Outcome) -> str:
    """How a game ended, in a line; who plays alone wins nothing."""
    over = f"{'Broken off' if outcome.cut_short else 'Over'} after {counted(turns, 'turn')}"
    if sum(map(len, outcome.ranking)) == 1:
        return over if outcome.won is None else f"{over}: {goal_reached(outcome)}"
    seats = listed(outcome.winners)
    shared = f"seats {seats} share the win"
    return f"{over}: {shared if len(outcome.winners) > 1 else f'seat {seats} wins'}"
