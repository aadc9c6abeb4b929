"""Policies: callables from an observation and a random source to a move."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TypeAlias

from tilerules.bots.leads import moves_of, ranked
from tilerules.bots.search import search
from tilerules.engine.moves import Move
from tilerules.engine.positions import Observation

Policy: TypeAlias = Callable[[Observation, Random], Move]
"""Who decides on a move: called with what the seat to move may know, and with a source of chance.

`uniform`, `greedy` and `search` are policies, and so is any function of your own with these two
arguments. It returns a legal move, and takes all chance from the source, so that a game can be
played again.
"""


def uniform(observation: Observation, random: Random) -> Move:
    """Any legal move, all equally likely.

    `ValueError` if the viewer has none.

    >>> import random
    >>> import tilerules as tr
    >>> state = tr.new_game(tr.load("serendipity"), 6, seed=1)
    >>> tr.uniform(tr.observe(state, 0), random.Random(1)).kind
    'choose'
    """
    moves = moves_of(observation, random)
    return moves[random.randrange(len(moves))]


MOST_TRIED = 60


def greedy(observation: Observation, random: Random) -> Move:
    """The move after which the viewer is furthest ahead at once.

    What the viewer does not know is guessed, once for all moves that are tried; of many moves only
    a sample of 60 is tried. Moves that are equally good are equally likely. Partners have their
    points together; one player alone looks at its points. `ValueError` if the viewer has no move.

    >>> import random
    >>> import tilerules as tr
    >>> state = tr.new_game(tr.load("tulips"), 2, seed=1)
    >>> tr.greedy(tr.observe(state, 0), random.Random(1)).kind
    'start'
    """
    return ranked(observation, random, MOST_TRIED)[0]


POLICIES: dict[str, Policy] = {"uniform": uniform, "greedy": greedy, "search": search}
