"""How often the intervals of `compare` miss, where a ruleset is compared with itself.

    python -m tests.benchmarks.coverage_of_intervals                      two seats of each game
    python -m tests.benchmarks.coverage_of_intervals flowers --seats 3 --games 500

Every comparison plays games of its own, so that all are independent. Whatever differs, differs by
chance, and so each interval of a difference should leave 0 out in 5 of 100 comparisons. Beside the
misses stand the numbers that the binomial law lets happen in 99.9 % of all such runs.
"""

from __future__ import annotations

import argparse
import os
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from multiprocessing import get_context

import tilerules as tr
from tests.simulation.misses import possible
from tilerules.bots.policies import POLICIES
from tilerules.registry import GAMES


def comparisons(
    ruleset: tr.Ruleset, options: argparse.Namespace, pool: Executor
) -> Iterator[tr.Comparison]:
    """Comparisons of a ruleset with itself, each from another seed."""
    for number in range(options.comparisons):
        yield tr.compare(
            *(ruleset, ruleset, options.seats, options.games, POLICIES[options.policy]),
            seed=options.seed + number,
            executor=pool,
        )


def report(ruleset: tr.Ruleset, options: argparse.Namespace, pool: Executor) -> None:
    """Print how often the intervals of each measure have missed."""
    misses, vary = Counter[str](), Counter[str]()
    for comparison in comparisons(ruleset, options, pool):
        for change in comparison.changes:
            misses[change.a.title] += change.is_clear
            vary[change.a.title] += bool(change.a.deviation or change.b.deviation)
    allowed = possible(options.comparisons)
    print(f"\n{ruleset.title}, {options.seats} seats, {options.games} games on each side")
    for title, times in misses.items():
        judged = "as promised" if times in allowed else "OUTSIDE"
        told = f"{times:4} of {options.comparisons}, {judged}" if vary[title] else "never varies"
        print(f"  {title:22} {told}")


def main() -> None:
    """Compare each ruleset with itself, again and again."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("rulesets", nargs="*", default=[*GAMES])
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--comparisons", type=int, default=100)
    parser.add_argument("--policy", choices=POLICIES, default="uniform")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    options = parser.parse_args()
    allowed = possible(options.comparisons)
    print(f"possible with 99.9 %: {allowed[0]} to {allowed[-1]} misses of {options.comparisons}")
    with ProcessPoolExecutor(options.workers, mp_context=get_context("spawn")) as pool:
        for id in options.rulesets:
            report(tr.load(id), options, pool)


if __name__ == "__main__":
    main()
