"""What moves are worth at first sight: how far each seat is ahead after them."""

from __future__ import annotations

from random import Random

from tilerules.engine.moves import Move
from tilerules.engine.offers import LegalMoves
from tilerules.engine.play import apply_move, legal_moves
from tilerules.engine.positions import Observation, State
from tilerules.engine.shared.ending import by_side
from tilerules.library import determinize, score


def moves_of(observation: Observation) -> LegalMoves:
    """The legal moves of the viewer; `ValueError` if it has none, `TypeError` for a state."""
    if not isinstance(observation, Observation):
        raise TypeError("a policy takes an Observation; observe() makes one of a state")
    moves = legal_moves(observation)
    if not len(moves):
        raise ValueError("the viewer of this observation has no move to make")
    return moves


def ranked(observation: Observation, random: Random, most: int) -> list[Move]:
    """A sample of at most so many moves, those first after which the viewer is furthest ahead.

    What the viewer does not know is guessed, once for all of them. Moves that are equally good
    stand in random order. `ValueError` if there are none.
    """
    moves = moves_of(observation)
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
    sides = by_side(state.rules, score(state))
    totals = [sum(sheet.total for sheet in side) for side in sides]
    found = [0] * state.seats
    for place, side in enumerate(sides):
        lead = totals[place] - max(totals[:place] + totals[place + 1 :], default=0)
        for sheet in side:
            found[sheet.seat] = lead
    return found
