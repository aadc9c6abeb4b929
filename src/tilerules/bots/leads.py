"""What moves are worth at first sight: how far each seat is ahead after them."""

from __future__ import annotations

from random import Random

from tilerules.engine.moves import Move
from tilerules.engine.offers import LegalMoves
from tilerules.engine.play import apply_move, legal_moves
from tilerules.engine.positions import Observation, State
from tilerules.engine.shared.ending import points_together
from tilerules.library import determinize, score
from tilerules.wording import shortened


def moves_of(observation: Observation, random: Random) -> LegalMoves:
    """The legal moves of the viewer; `ValueError` if it has none.

    `TypeError` for what a policy does not take.
    """
    if not isinstance(observation, Observation):
        raise TypeError("a policy takes an Observation; observe() makes one of a state")
    if not isinstance(random, Random):
        raise TypeError(f"a policy takes a source of chance, as Random(7), not {shortened(random)}")
    moves = legal_moves(observation)
    if not len(moves):
        raise ValueError("the viewer of this observation has no move to make")
    return moves


def ranked(observation: Observation, random: Random, most: int) -> list[Move]:
    """A sample of at most so many moves, those first after which the viewer is furthest ahead.

    What the viewer does not know is guessed, once for all of them. Moves that are equally good
    stand in random order. `ValueError` if there are none.
    """
    moves = moves_of(observation, random)
    tried = random.sample(moves, min(len(moves), most))
    seat = observation.viewer
    assert seat is not None, "a spectator has no move"
    if len(tried) == 1:
        return tried
    guess = determinize(observation, random.getrandbits(64))
    worth = {move: leads(apply_move(guess, move))[seat] for move in tried}
    return sorted(tried, key=worth.__getitem__, reverse=True)


def leads(state: State) -> list[int]:
    """For each seat how far it is ahead of the best other one, or behind it.

    Partners have their points together. Who plays alone, or all together, are ahead by all points.
    """
    sides, totals = state.rules.shared.sides, points_together(state.rules, score(state))
    of_sides = dict(zip(sides, totals, strict=True))
    return [
        total - max((of_sides[other] for other in of_sides if other != side), default=0)
        for side, total in zip(sides, totals, strict=True)
    ]
