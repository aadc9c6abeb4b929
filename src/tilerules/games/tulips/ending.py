"""The end of a game of Gift of Tulips that is not the end of its deck."""

from __future__ import annotations

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
