"""Moves per second of random games: legal moves, a random one, a new state, at every ply.

    python -m tests.benchmarks.playouts                    every bundled ruleset
    python -m tests.benchmarks.playouts serendipity --seats 2 4 6
    python -m tests.benchmarks.playouts --peers            the three games beside other libraries

Beside them, in the same interleaved rounds, stands a floor: the cheapest frozen attrs state on 91
cells that answers the same three calls. Compare the ratios to it: times of one machine say little.
Those that cannot fork play in place, and are marked with a star.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Sequence
from functools import partial

import tilerules as tr
from tests.benchmarks.players import Player, floor, peers, project
from tests.benchmarks.rounds import FLOOR, rates, table

MAIN = ("serendipity", "flowers", "tulips")


def projects(
    ids: Iterable[str] = MAIN, seats: Sequence[int] | None = None, *, observing: bool = False
) -> Iterator[Player]:
    """The players of some rulesets, with the fewest and the most seats if none are given."""
    for id in ids:
        ruleset = tr.load(id)
        ends = {ruleset.seat_counts[0], ruleset.seat_counts[-1]}
        for number in seats or sorted(ends):
            yield project(ruleset, number, observing=observing)


def main(given: Sequence[str] | None = None) -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("rulesets", nargs="*", help="ids; all bundled ones if none are given")
    parser.add_argument(
        "--seats",
        type=int,
        nargs="*",
        help="numbers of seats; the fewest and the most if none are given",
    )
    parser.add_argument("--observing", action="store_true", help="observe at every ply too")
    parser.add_argument("--peers", action="store_true", help="the games beside other libraries")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.5)
    args = parser.parse_args(given)
    ids = args.rulesets or (MAIN if args.peers else tr.ruleset_ids())
    players = [Player(FLOOR, floor), *projects(ids, args.seats, observing=args.observing)]
    if args.peers:
        found, missing = peers()
        players += found
        for name in missing:
            print(f"left out, since it is not installed: {name}")
    plays = {each.label + "*" * (not each.forks): partial(each.play, None) for each in players}
    print("\n".join(table(rates(plays, args.rounds, args.seconds), max(map(len, plays)))))


if __name__ == "__main__":
    main()
