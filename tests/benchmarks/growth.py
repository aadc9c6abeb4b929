"""What a move costs as the board grows, and as a game goes on.

    python -m tests.benchmarks.growth

Serendipity is played on boards of several sides; games of several rulesets are taken up at several
plies, and ten plies of each are played. The floor is the one of the playouts.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from functools import partial
from random import Random, choice, random

import tilerules as tr
from tests.benchmarks.players import floor, project
from tests.benchmarks.rounds import FLOOR, Play, rates, table

SIDES = (3, 4, 6, 9, 12)
FROM = (("flowers", 1, (0, 10, 20, 30, 40)), ("flowers", 4, (0, 40, 80, 120)))
SPAN = 10


def main(given: Sequence[str] | None = None) -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--games", type=int, default=32, help="so many are taken up at each ply")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--seconds", type=float, default=0.2)
    args = parser.parse_args(given)
    plays: dict[str, Play] = {FLOOR: partial(floor, None)}
    for side in SIDES:
        meadow = hexagon(side)
        cells = sum(meadow.values["tiles"][key] * times for key, times in TILES.items())
        plays[f"serendipity, {cells} cells"] = partial(project(meadow, 2).play, None)
    for id, seats, plies in FROM:
        for ply in plies:
            label = f"{id}, {seats} seat{'s' * (seats > 1)}, from ply {ply}"
            plays[label] = taken_up(tr.load(id), seats, ply, args.games)
    print("\n".join(table(rates(plays, args.rounds, args.seconds), max(map(len, plays)))))


TILES = {"copies": 6, "serendips": 1}


def hexagon(side: int) -> tr.Ruleset:
    """Serendipity on a hexagon of this side, with tiles in about the usual numbers."""
    cells = 3 * side * (side - 1) + 1
    copies = cells // 7
    tiles = {"copies": copies, "serendips": cells - TILES["copies"] * copies}
    return tr.load({"extends": "serendipity", "board": {"side": side}, "tiles": tiles})


def taken_up(ruleset: tr.Ruleset, seats: int, ply: int, games: int) -> Play:
    """Some plies, from this one on, of games that were played so far at random."""
    chooser, begun = Random(1), list[tr.State]()
    while len(begun) < games:
        state = tr.new_game(ruleset, seats, seed=chooser.randbytes(8))
        while state.ply < ply and not state.is_over:
            state = tr.apply_move(state, chooser.choice(tr.legal_moves(state)))
        begun += [state] if not state.is_over else []
    legal_moves, apply_move = tr.legal_moves, tr.apply_move

    def play() -> int:
        start = state = choice(begun)
        for _ in range(SPAN):
            moves = legal_moves(state)
            if not moves:
                break
            state = apply_move(state, moves[int(random() * len(moves))])
        return state.ply - start.ply

    return play


if __name__ == "__main__":
    main()
