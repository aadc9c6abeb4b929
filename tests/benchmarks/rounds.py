"""Rounds in which everyone plays once, so that what slows the machine slows all of them."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Mapping

Play = Callable[[], int]
"""Plays a game, or several, and says how many moves were made."""

FLOOR = "floor"


def rate(play: Play, seconds: float) -> float:
    """Moves per second of processor time, over about so many seconds, but at least one game."""
    moves, start = 0, time.process_time()
    while True:
        moves += play()
        spent = time.process_time() - start
        if spent >= seconds:
            return moves / spent


def rates(plays: Mapping[str, Play], rounds: int, seconds: float) -> dict[str, list[float]]:
    """The moves per second of everyone in each round."""
    measured: dict[str, list[float]] = {label: [] for label in plays}
    for _ in range(rounds):
        for label, play in plays.items():
            measured[label].append(rate(play, seconds))
    return measured


def table(measured: Mapping[str, list[float]], width: int) -> list[str]:
    """A line for each label: the median, and the median of its ratio to the floor in each round."""
    lines = []
    for label, each in measured.items():
        ratio = statistics.median(a / b for a, b in zip(each, measured[FLOOR], strict=True))
        median = statistics.median(each)
        lines.append(f"{label:{width}} {median:10,.0f} moves/s {ratio:7.3f} of the floor")
    return lines
