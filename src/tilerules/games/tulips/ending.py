"""The end of a game of Gift of Tulips: conditions beside the empty deck, and the ranking."""

from __future__ import annotations

from collections.abc import Callable

from tilerules.engine.scoring import Outcome, ScoreBreakdown, outcome
from tilerules.engine.shared.ending import has_come, points_reached, rounds_played
from tilerules.games.tulips.scoring import score
from tilerules.games.tulips.state import Table


def end_has_come(table: Table) -> bool:
    """Whether the conditions of the end hold as the table stands between two turns."""
    rules = table.rules

    def holds(condition: str) -> bool:
        if condition == "rounds":
            return rounds_played(rules, table.turns)
        return points_reached(rules, score(table))

    return has_come(rules.shared.ends, holds)


def game_outcome(table: Table) -> Outcome:
    """The ranking at the end: by points, then by the card's tie-breaks, then shared."""

    def measure(word: str) -> Callable[[ScoreBreakdown], int]:
        if word == "bouquet":
            return lambda score: len(table.held[score.seat])
        return lambda score: score.points(word)

    tie_breaks = [(word, measure(word)) for word in table.rules.tie_breaks]
    return outcome(table.rules, score(table), tie_breaks, cut_short=False)
