"""Policies: callables from an observation and a random source to a move."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TypeAlias

from tilerules.engine.moves import Move
from tilerules.engine.play import legal_moves
from tilerules.engine.positions import Observation

Policy: TypeAlias = Callable[[Observation, Random], Move]


def uniform(observation: Observation, random: Random) -> Move:
    """Any legal move, all equally likely. `ValueError` if the viewer has none.

    >>> import random
    >>> import tilerules as tr
    >>> state = tr.new_game(tr.load("serendipity"), 6, seed=1)
    >>> tr.uniform(tr.observe(state, 0), random.Random(1)).kind
    'choose'
    """
    moves = legal_moves(observation)
    if not len(moves):
        raise ValueError("the viewer of this observation has no move to make")
    return moves[random.randrange(len(moves))]
