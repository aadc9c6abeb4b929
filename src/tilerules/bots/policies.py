"""Policies: callables from an observation and a random source to a move."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import TypeAlias

from tilerules.engine.moves import Move
from tilerules.engine.offers import LegalMoves
from tilerules.engine.play import apply_move, legal_moves
from tilerules.engine.positions import Observation, State
from tilerules.library import determinize, score

Policy: TypeAlias = Callable[[Observation, Random], Move]


def uniform(observation: Observation, random: Random) -> Move:
    """Any legal move, all equally likely. `ValueError` if the viewer has none.

    >>> import random
    >>> import tilerules as tr
    >>> state = tr.new_game(tr.load("serendipity"), 6, seed=1)
    >>> tr.uniform(tr.observe(state, 0), random.Random(1)).kind
    'choose'
    """
    moves = _moves(observation)
    return moves[random.randrange(len(moves))]


MOST_TRIED = 60


def greedy(observation: Observation, random: Random) -> Move:
    """The move after which the viewer is furthest ahead at once; `ValueError` if it has none.

    What the viewer does not know is guessed anew for every move, and of many moves only a sample of
    60 is tried. Moves that are equally good are equally likely.

    >>> import random
    >>> import tilerules as tr
    >>> state = tr.new_game(tr.load("tulips"), 2, seed=1)
    >>> tr.greedy(tr.observe(state, 0), random.Random(1)).kind
    'start'
    """
    moves: Sequence[Move] = _moves(observation)
    if len(moves) > MOST_TRIED:
        moves = random.sample(moves, MOST_TRIED)
    guess = determinize(observation, random.getrandbits(64))
    assert observation.viewer is not None, "a spectator has no move"
    worth = {move: _lead(apply_move(guess, move), observation.viewer) for move in moves}
    best = max(worth.values())
    return random.choice([move for move in moves if worth[move] == best])


def _moves(observation: Observation) -> LegalMoves:
    moves = legal_moves(observation)
    if not len(moves):
        raise ValueError("the viewer of this observation has no move to make")
    return moves


def _lead(state: State, seat: int) -> int:
    """How far a seat is ahead of the best other one, or behind it."""
    totals = [sheet.total for sheet in score(state)]
    mine = totals.pop(seat)
    return mine - max(totals, default=0)


POLICIES: dict[str, Policy] = {"uniform": uniform, "greedy": greedy}
