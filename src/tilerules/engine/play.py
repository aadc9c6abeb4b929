"""Legal moves, refusals and steps: the same few lines for every game.

All of it rests on what a game offers in a position, so that a move is in `legal_moves`, is not
refused, and can be applied, or none of the three.
"""

from __future__ import annotations

from typing import TypeVar

from tilerules.engine.moves import Move
from tilerules.engine.offers import LazyMoves, LegalMoves, ListedRuns, Runs, locate
from tilerules.engine.positions import Observation, Position, Refusal, State, no_position
from tilerules.errors import IllegalMove
from tilerules.wording import shortened

S = TypeVar("S", bound=State)

_NONE: Runs = ()
NOT_HIDDEN = "an observation does not hold what lies hidden"
_NOT_A_MOVE = "expected a Move; parse_move makes one of its notation"
OVER = Refusal("game_over", "the game is over")
NOT_YOUR_TURN = Refusal("not_your_turn", "it is another seat's move")


def runs_of(position: Position) -> Runs:
    """The runs of moves that are legal here; on an observation, those of its viewer."""
    if not isinstance(position, State):
        if not isinstance(position, Observation):
            raise TypeError(no_position("expected a State or an Observation", position))
        if position.viewer != position.to_move:
            return _NONE
    runs: Runs = position.rules.game.offers(position)
    return runs


def legal_moves(position: Position) -> LegalMoves:
    """The legal moves of the seat to move, in the order of their action ids.

    On an observation, those of its viewer: none unless it is the viewer's move. An ended game
    has none.

    >>> import tilerules as tr
    >>> [str(move) for move in tr.legal_moves(tr.new_game(tr.load("serendipity"), 2, seed=1))][:2]
    ['choose blue', 'choose violet']
    """
    mine = isinstance(position, State)
    runs: Runs = position.rules.game.offers(position) if mine else runs_of(position)
    return runs.moves if type(runs) is ListedRuns else LazyMoves(runs)


def apply_move(state: S, move: Move) -> S:
    """The state after a move; the argument is untouched.

    `IllegalMove`, with the refusal, if the move is not legal; `TypeError` for an observation, which
    does not hold what lies hidden.

    >>> import tilerules as tr
    >>> state = tr.new_game(tr.load("serendipity"), 6, seed=1)
    >>> tr.apply_move(state, tr.Move("choose", ("red",))).to_move
    1
    """
    if not isinstance(state, State):
        raise TypeError(no_position("apply_move takes a State", state, NOT_HIDDEN))
    if not isinstance(move, Move):
        raise TypeError(_NOT_A_MOVE)
    game = state.rules.game
    runs = game.offers(state)
    place = runs.places.get(id(move)) if type(runs) is ListedRuns else None
    if place is None:
        place = locate(runs, move)
    if place is None:
        raise IllegalMove(_refusal(state, move))
    after: S = game.perform[move.kind](state, move, place)
    return after


def why_illegal(position: Position, move: Move) -> Refusal | None:
    """Why a move is not legal, or None if it is: exactly for the members of `tr.legal_moves`.

    On an observation the answer is for its viewer: `not_your_turn` where it is not the viewer's
    move. A server checks a client's move by `why_illegal(observe(state, seat), move)`.

    >>> import tilerules as tr
    >>> state = tr.new_game(tr.load("serendipity"), 2, seed=1)
    >>> tr.why_illegal(state, tr.Move("pass")).code
    'wrong_phase'
    """
    if not isinstance(move, Move):
        raise TypeError(_NOT_A_MOVE)
    return None if locate(runs_of(position), move) is not None else _refusal(position, move)


def _refusal(position: Position, move: Move) -> Refusal:
    if position.is_over:
        return OVER
    if isinstance(position, Observation) and position.viewer != position.to_move:
        return NOT_YOUR_TURN
    if len(move.kind.split()) > 1:
        problem = f"{shortened(move.kind)} is no kind of move; parse_move makes a Move of a text"
        return Refusal("unknown_move", problem)
    game = position.rules.game
    if move.kind not in game.perform:
        return Refusal("unknown_move", f"there is no move {shortened(move.kind)} in this game")
    refusal: Refusal = game.refuse(position, move)
    return refusal
