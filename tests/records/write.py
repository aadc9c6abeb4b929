"""Write a golden playthrough for each bundled ruleset and number of seats.

    python -m tests.records.write

Only missing files are written. They are kept: a later change of the policies alters none of them,
and a change of the library that does not play them as they stand breaks a promise. To make one
anew, delete it first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from random import Random
from typing import Protocol

import attrs

import tilerules as tr
from tests.records import player_flowers, player_serendipity, player_tulips
from tests.records.playthrough import Playthrough
from tests.records.text import written

HERE = Path(__file__).parent

# ---- which of a few games is kept -----------------------------------------------------------


def shortness(game: Playthrough) -> int:
    """More for fewer lines."""
    return -written(game).count("\n")


def points(game: Playthrough) -> int:
    """The points of all seats together."""
    *_, last = game.states()
    return sum(sheet.total for sheet in tr.score(last))


def close_calls(game: Playthrough) -> int:
    """How much was shared, or decided by a second criterion: places in colours, and the game."""
    *_, last = game.states()
    lines = [line for sheet in tr.score(last) for line in sheet.lines if line.place]
    decided = sum(line.decided_by != "cards" for line in lines)
    shared = len(lines) - len({(line.of, line.place) for line in lines})
    ended = tr.outcome(last)
    assert ended is not None, "the game has been played to its end"
    draws = last.seats - len(ended.ranking)
    return decided + 2 * shared + 3 * draws + 3 * (ended.decided_by != "points")


# ---- playing --------------------------------------------------------------------------------


class Player(Protocol):
    """One decision of the seat to move, from what it may know."""

    def __init__(self, seen: tr.Observation, random: Random) -> None: ...

    def move(self) -> tr.Move:
        """The move to make."""
        ...


@attrs.frozen
class Policy:
    """Who plays a game, from which seeds, and what the game that is kept has most of."""

    player: type[Player]
    seeds: Iterable[int]
    measure: Callable[[Playthrough], int]


POLICIES = {
    "serendipity": Policy(player_serendipity.Player, range(1, 31), shortness),
    "flowers": Policy(player_flowers.Player, range(1, 5), points),
    "tulips": Policy(player_tulips.Player, range(1, 31), close_calls),
}


def played(ruleset: tr.Ruleset, seats: int, seed: int) -> Playthrough:
    """A whole game of the policy."""
    player = POLICIES[ruleset.game].player
    state = tr.new_game(ruleset, seats, seed=seed)
    random = Random(f"{ruleset.id} {seats} {seed}")
    moves: list[tr.Move] = []
    while not state.is_over:
        moves.append(player(tr.observe(state, state.to_move), random).move())
        state = tr.apply_move(state, moves[-1])
    return Playthrough(ruleset, seats, seed, tuple(moves))


def main() -> None:
    """Write the files that are missing, each the best of the games of a few seeds."""
    for id in tr.ruleset_ids():
        ruleset = tr.load(id)
        policy = POLICIES[ruleset.game]
        for seats in ruleset.seat_counts:
            file = HERE / f"{id}-{seats}.txt"
            if not file.exists():
                games = (played(ruleset, seats, seed) for seed in policy.seeds)
                file.write_text(written(max(games, key=policy.measure)), encoding="utf-8")


if __name__ == "__main__":
    main()
