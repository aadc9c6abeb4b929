"""Moves per second of random playouts: legal moves, a random one, a new state, at every ply.

    python tests/benchmarks/playouts.py                    every bundled ruleset, fewest seats
    python tests/benchmarks/playouts.py serendipity --seats 2 4 6

Beside them, in the same interleaved rounds, stands a floor: the cheapest frozen attrs state on 91
cells that answers the same three calls. Compare the ratios to it: times of one machine say little.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable
from itertools import compress

import attrs

import tilerules as tr

Play = Callable[[], int]


@attrs.frozen
class Fill:
    """The floor: cells are filled one by one."""

    board: bytes
    player: int
    ply: int
    score0: int
    score1: int
    passes: int


EMPTY = bytes([1]) + bytes(255)
CELLS = tuple(range(91))


def fill() -> int:
    """One game of the floor."""
    state = Fill(bytes(91), 0, 0, 0, 0, 0)
    while moves := list(compress(CELLS, state.board.translate(EMPTY))):
        cell = moves[int(random.random() * len(moves))]
        if state.board[cell]:
            raise ValueError("the cell is full")
        board = state.board[:cell] + bytes((state.player + 1,)) + state.board[cell + 1 :]
        state = Fill(board, 1 - state.player, state.ply + 1, 0, 0, 0)
    return state.ply


def playout(ruleset: tr.Ruleset, seats: int, *, observing: bool = False) -> Play:
    """Games of a ruleset, each from a fresh deal."""
    deals = [tr.deal(ruleset, seats, seed=seed) for seed in range(64)]
    legal_moves, apply_move, observe = tr.legal_moves, tr.apply_move, tr.observe

    def play() -> int:
        state = tr.new_game(ruleset, seats, deal=random.choice(deals))
        while True:
            moves = legal_moves(observe(state, state.to_move) if observing else state)
            number = len(moves)
            if not number:
                return state.ply
            state = apply_move(state, moves[int(random.random() * number)])

    return play


def rate(play: Play, seconds: float) -> float:
    """Moves per second over about so many seconds."""
    moves, start = 0, time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds:
        moves += play()
    return moves / spent


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("rulesets", nargs="*", help="ids; all bundled ones if none are given")
    parser.add_argument(
        "--seats", type=int, nargs="*", help="numbers of seats; the fewest if none are given"
    )
    parser.add_argument("--observing", action="store_true", help="observe at every ply too")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.5)
    args = parser.parse_args()
    plays: dict[str, Play] = {"floor": fill}
    for id in args.rulesets or tr.ruleset_ids():
        ruleset = tr.load(id)
        for seats in args.seats or ruleset.seat_counts[:1]:
            plays[f"{id}, {seats} seats"] = playout(ruleset, seats, observing=args.observing)
    rates: dict[str, list[float]] = {label: [] for label in plays}
    for _ in range(args.rounds):
        for label, play in plays.items():
            rates[label].append(rate(play, args.seconds))
    floor = statistics.median(rates["floor"])
    for label, measured in rates.items():
        median = statistics.median(measured)
        print(f"{label:36} {median:10,.0f} moves/s {median / floor:6.2f} of the floor")


if __name__ == "__main__":
    main()
