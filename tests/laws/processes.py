"""The same in every process, and in many threads at once."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import tilerules as tr
from tests.laws.positions import Card

ROOT = Path(__file__).parents[2]


def run(code: str, *flags: str, **environment: str) -> str:
    """What a fresh process prints."""
    done = subprocess.run(
        [sys.executable, *flags, "-c", code],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def transcript() -> str:
    """Games of every bundled ruleset, with all that the functions return, as text."""
    lines: list[str] = []
    for id in tr.ruleset_ids():
        ruleset = tr.load(id)
        seats = ruleset.seat_counts[-1]
        deal = tr.deal(ruleset, seats, seed=len(id))
        lines += [ruleset.digest, repr(ruleset), json.dumps(ruleset.to_data())]
        lines += [deal.layout, deal.salt.hex(), deal.commitment, repr(deal)]
        state, chance = tr.new_game(ruleset, seats, deal=deal), Random(id)
        seen = tr.observe(state, None)
        while state.ply < 60 and not state.is_over:
            seen = tr.observe(state, state.to_move)
            move = tr.uniform(seen, chance)
            refusal = tr.why_illegal(state, tr.Move("swap", ("a1", "b2")))
            lines += [repr(state), repr(tr.legal_moves(state)), repr(move), repr(refusal)]
            state = tr.apply_move(state, move)
        lines += [json.dumps(state.to_data()), json.dumps(seen.to_data()), repr(tr.score(state))]
        lines += [str(state), tr.action_space(ruleset, seats).mask(state).hex()]
    return "\n".join(lines)


# ---- many threads ---------------------------------------------------------------------------


def _played_by(ruleset: tr.Ruleset, first: tr.State, number: int) -> str:
    """A game from a state that others play from too."""
    state, lines = first, []
    chance = Random(number)
    while not state.is_over and state.ply < 80:
        moves = tr.legal_moves(tr.observe(state, state.to_move))
        state = tr.apply_move(state, moves[chance.randrange(len(moves))])
        lines += [str(state), repr(tr.score(state)), repr(tr.why_illegal(state, moves[0]))]
        lines += [tr.action_space(ruleset, first.seats).mask(state).hex()]
    lines += [json.dumps(state.to_data()), json.dumps(ruleset.to_data()), str(hash(state))]
    return "\n".join(lines)


def threads_share_rulesets_and_states(card: Card, seats: int) -> None:
    """Many threads begin at once on a ruleset that nobody has used yet."""
    alone, shared = tr.load(card), tr.load(card)
    expected = [_played_by(alone, tr.new_game(alone, seats, seed=1), number) for number in range(4)]
    together = threading.Barrier(8)

    def play(number: int) -> str:
        together.wait()
        return _played_by(shared, tr.new_game(shared, seats, seed=1), number % 4)

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        with ThreadPoolExecutor(8) as pool:
            assert list(pool.map(play, range(8))) == expected * 2
            first = tr.new_game(shared, seats, seed=1)
            same_state = list(pool.map(lambda number: _played_by(shared, first, number), range(4)))
    finally:
        sys.setswitchinterval(interval)
    assert same_state == expected


def threads_may_be_the_first(id: str) -> None:
    """Many threads begin at once in a process that has not yet used the library."""
    code = f"""
import sys, threading
import tilerules as tr
sys.setswitchinterval(1e-6)
together, found = threading.Barrier(8), []
def play():
    together.wait()
    state = tr.new_game(tr.load({id!r}), 2, seed=1)
    for _ in range(20):
        state = tr.apply_move(state, tr.legal_moves(state)[-1])
    found.append(str(state) + repr(tr.score(state)))
threads = [threading.Thread(target=play) for _ in range(8)]
[thread.start() for thread in threads]
[thread.join() for thread in threads]
print(len(found), len(set(found)))
"""
    assert run(code) == "8 1\n"
