"""How a playthrough of Serendipity is written down."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from tests.records.playthrough import Playthrough, Wording, positions
from tilerules.games.serendipity import State


def _turns(game: Playthrough) -> Iterator[str]:
    """A line for each turn, and for each colour chosen, which is no turn."""
    lines: list[list[str]] = []
    for before, after in pairwise(positions(game, State)):
        seat = f"seat {before.to_move}"
        if before.phase == "choose":
            lines.append(["", seat])
        elif not before.begun:
            lines.append([str(before.turns + 1), seat])
        lines[-1].append(_ply(after))
    for number, *rest in lines:
        yield f"{number:>3}  " + "  ".join(rest)


def _ply(state: State) -> str:
    """The move just made, and in parentheses what it turned up."""
    shown = state.shown
    face = f" ({shown.tile}{':' + shown.facing if shown.facing else ''})" if shown else ""
    return f"{state.last_move}{face}"


WORDING = Wording(_turns)
