"""Games per second where many are played: in a loop, by `simulate` here, and by its workers.

    python -m tests.benchmarks.batches tulips --seats 4

The loop plays at random and looks at nothing but the end; `simulate` shows each player what it may
know, scores each game, and counts. Seconds are those of a clock, for workers share the machine.
"""

from __future__ import annotations

import argparse
import os
import statistics
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from functools import partial

import tilerules as tr
from tests.benchmarks.players import project


def main(given: Sequence[str] | None = None) -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("rulesets", nargs="*", default=["serendipity", "flowers", "tulips"])
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    args = parser.parse_args(given)
    for id in args.rulesets:
        with ProcessPoolExecutor(args.workers) as executor:
            ways = _ways(tr.load(id), args.seats, args.games, executor)
            for way, seconds in _seconds(ways, args.rounds).items():
                rate = args.games / statistics.median(seconds)
                print(f"{id}, {args.seats} seats: {way:24} {rate:9,.0f} games/s")


def _ways(
    ruleset: tr.Ruleset, seats: int, games: int, executor: Executor
) -> dict[str, Callable[[], object]]:
    """Each way to play so many games."""
    play = project(ruleset, seats).play
    simulate = partial(tr.simulate, ruleset, seats, games, tr.uniform, seed=1)
    return {
        "in a loop": lambda: [play(None) for _ in range(games)],
        "simulate": simulate,
        "simulate, with workers": partial(simulate, executor=executor),
    }


def _seconds(ways: dict[str, Callable[[], object]], rounds: int) -> dict[str, list[float]]:
    """How long each way takes, in each round."""
    spent: dict[str, list[float]] = {way: [] for way in ways}
    for _ in range(rounds):
        for way, run in ways.items():
            start = time.perf_counter()
            run()
            spent[way].append(time.perf_counter() - start)
    return spent


if __name__ == "__main__":
    main()
