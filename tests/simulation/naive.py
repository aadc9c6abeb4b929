"""Games played one after another in a plain loop, and counted with lists.

The seeds are drawn from the hash itself, as `docs/guides/simulation.md` tells.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

import tilerules as tr


def text_of(seed: int | bytes) -> bytes:
    """A seed as the hash is given it."""
    return b"bytes " + seed if isinstance(seed, bytes) else b"int " + f"{seed:x}".encode()


def seeds(number: int, seed: int | bytes) -> tuple[bytes, bytes]:
    """What the deal of a game is drawn from, and what its policies draw from."""
    purpose = f"tilerules game {number} 1\n".encode()
    drawn = hashlib.shake_256(purpose + text_of(seed)).digest(64)
    return drawn[:32], drawn[32:]


def chances(seed: int | bytes, seats: int) -> list[Random]:
    """A random source for each seat."""
    drawn = hashlib.shake_256(b"tilerules playout 1\n" + text_of(seed)).digest(32 * seats)
    return [Random(drawn[32 * seat : 32 * seat + 32]) for seat in range(seats)]


def sources(number: int, seed: int | bytes, seats: int) -> list[Random]:
    """The random source of each seat in one of the games of a seed."""
    return chances(seeds(number, seed)[1], seats)


def moves_made(
    start: tr.State, policies: Sequence[tr.Policy], sources: Sequence[Random]
) -> tuple[tr.State, list[int]]:
    """The end of a game, and how many moves were legal at each ply."""
    state, legal = start, list[int]()
    while not state.is_over:
        seat = state.to_move
        assert seat is not None
        legal.append(sum(1 for _ in tr.legal_moves(state)))
        state = tr.apply_move(state, policies[seat](tr.observe(state, seat), sources[seat]))
    return state, legal


def pairs(values: Iterable[int]) -> list[list[int]]:
    """Each value, in order, with how often it is there."""
    listed = list(values)
    return [[value, listed.count(value)] for value in sorted(set(listed))]


def counted(
    ruleset: tr.Ruleset,
    seats: int,
    numbers: Sequence[int],
    policies: Sequence[tr.Policy],
    seed: int | bytes,
) -> dict[str, Any]:
    """What the games of these numbers come to, with the keys of a summary's data."""
    ends, legal = [], []
    for number in numbers:
        start = tr.new_game(ruleset, seats, seed=seeds(number, seed)[0])
        end, offered = moves_made(start, policies, sources(number, seed, seats))
        ends.append(end)
        legal.append(offered)
    outcomes = [tr.outcome(end) for end in ends]
    winners = [ended.winners if ended else () for ended in outcomes]
    return {
        "seats": seats,
        "plies": pairs(len(each) for each in legal),
        "turns": pairs(end.turns for end in ends),
        "points": [pairs(tr.score(end)[seat].total for end in ends) for seat in range(seats)],
        "wins": [pairs(len(each) for each in winners if seat in each) for seat in range(seats)],
        "cut_short": sum(1 for ended in outcomes if ended and ended.cut_short),
        "choices": {
            "total": sum(map(sum, legal)),
            "squares": sum(sum(each) ** 2 for each in legal),
            "products": sum(sum(each) * len(each) for each in legal),
        },
    }


def told(summary: tr.Summary) -> dict[str, Any]:
    """The same of a summary."""
    data = summary.to_data()
    keys = ("seats", "plies", "turns", "points", "wins", "cut_short", "choices")
    return {key: data[key] for key in keys}


def numbers_of(summary: tr.Summary) -> list[int]:
    """The numbers of the games that were played."""
    return [number for start, stop in summary.played for number in range(start, stop)]
