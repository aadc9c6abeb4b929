"""Resident memory while many games are played: of this process, and of the largest worker.

    python tests/benchmarks/memory.py                      100,000 games by two workers
    python tests/benchmarks/memory.py serendipity-small --games 20000 --workers 4

It is read from /proc, which Linux has.
"""

from __future__ import annotations

import argparse
import os
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import active_children, get_context
from pathlib import Path

import tilerules as tr

STEPS = 10


def mebibytes(process: int | None) -> float:
    """The resident memory of a process."""
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def measured(ruleset: tr.Ruleset, games: int, workers: int) -> None:
    """Play, and print a line for every tenth of the games."""
    start, due = time.perf_counter(), 0

    def tell(done: int, of: int) -> None:
        nonlocal due
        if done >= due:
            due += max(1, of // STEPS)
            seconds, here = time.perf_counter() - start, mebibytes(os.getpid())
            most = max((mebibytes(child.pid) for child in active_children()), default=0)
            print(f"{done:9,} {seconds:7.0f} s {here:8.1f} MiB {most:8.1f} MiB", flush=True)

    print("    games      after         here  a worker")
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        seats = ruleset.seat_counts[0]
        tr.simulate(ruleset, seats, games, tr.uniform, seed=1, executor=pool, progress=tell)


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("ruleset", nargs="?", default="tulips")
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--workers", type=int, default=2)
    args = parser.parse_args()
    measured(tr.load(args.ruleset), args.games, args.workers)


if __name__ == "__main__":
    main()
