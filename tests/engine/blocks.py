"""Four blocks of moves that the tests of this folder share."""

from __future__ import annotations

from tilerules.engine.offers import Block, MoveList, MovePairs


def labels(number: int) -> list[str]:
    return [f"c{each}" for each in range(number)]


BLOCKS: tuple[Block, ...] = (
    MoveList("reveal", [(label,) for label in labels(5)]),
    MoveList("pass", [()]),
    MoveList("move", [(label, turn) for label in labels(5) for turn in "xyz"]),
    MovePairs("swap", labels(5)),
)
