"""Bytes per state, where all states of whole games are kept, the project's beside its peers'.

    python -m tests.benchmarks.kept_states

It is the growth of the process that is measured, so that what is made in C++ counts as well; Linux
tells it. What was kept of one stays while the next one is measured, so that nothing is used again.
"""

from __future__ import annotations

import argparse
import gc
import os
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.benchmarks.players import Player, floor, peers
from tests.benchmarks.playouts import projects
from tests.benchmarks.rounds import FLOOR


def main(given: Sequence[str] | None = None) -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--states", type=int, default=20_000, help="so many of each at most")
    parser.add_argument("--seconds", type=float, default=4.0, help="so long for each at most")
    args = parser.parse_args(given)
    found, missing = peers()
    players = [Player(FLOOR, floor), *projects(), *(peer for peer in found if peer.forks)]
    kept: list[list[Any]] = []
    for player in players:
        kept.append([])
        size = _bytes_each(player, kept[-1], args.states, args.seconds)
        print(f"{player.label:36} {size:10,.0f} bytes, {len(kept[-1]):6} states kept")
    for name in missing:
        print(f"left out, since it is not installed: {name}")


def _bytes_each(player: Player, kept: list[Any], states: int, seconds: float) -> float:
    """The bytes that each state takes which is kept of some games."""
    player.play([])
    gc.collect()
    before, end = _resident(), time.monotonic() + seconds
    while len(kept) < states and time.monotonic() < end:
        player.play(kept)
    gc.collect()
    return (_resident() - before) / len(kept)


def _resident() -> int:
    """The bytes of this process that are in memory."""
    pages = Path("/proc/self/statm").read_text("ascii").split()[1]
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


if __name__ == "__main__":
    main()
