"""What holds of every position of every game, and of every step."""

from __future__ import annotations

import json
import pickle
from collections.abc import Iterable, Sequence
from typing import TypeVar

from tilerules import library
from tilerules.engine import play
from tilerules.engine.moves import Move
from tilerules.engine.positions import Position, State
from tilerules.errors import IllegalMove

S = TypeVar("S", bound=State)
P = TypeVar("P", bound=Position)


def hold(condition: object, problem: str) -> None:
    """`AssertionError` with the problem unless a condition is true, under `python -O` as well."""
    if not condition:
        raise AssertionError(problem)


# ---- moves ----------------------------------------------------------------------------------


def moves_agree(state: State) -> None:
    """Each legal move is listed once, in the order of ids, stands in the mask, and reads back."""
    moves, space = play.legal_moves(state), library.action_space(state.ruleset, state.seats)
    ids = [space.id(move) for move in moves]
    hold(ids == sorted({*ids}), "the legal moves are not in the order of their ids, each once")
    masked = [id for id, bit in enumerate(space.mask(state)) if bit]
    hold(masked == ids, "the mask does not mark the legal moves")
    for id, move in zip(ids, moves, strict=True):
        hold(space.move(id) == move, f"the id of `{move}` is that of `{space.move(id)}`")
        read = library.parse_move(state, str(move))
        hold(read == move, f"the notation `{move}` is read as `{read}`")
    hold(bool(ids) != state.is_over, "there are legal moves after the end, or none before it")


def judged(state: State, move: Move) -> None:
    """A move is legal, is not refused, and can be applied: all or none of it."""
    is_legal, refusal = move in play.legal_moves(state), play.why_illegal(state, move)
    hold((refusal is None) == is_legal, f"`{move}` is legal: {is_legal}, but refused: {refusal}")
    error = None
    try:
        play.apply_move(state, move)
    except IllegalMove as refused:
        error = refused.refusal
    hold(error == refusal, f"`{move}` is refused by {refusal}, and when it is applied by {error}")
    space = library.action_space(state.ruleset, state.seats)
    try:
        id = space.id(move)
    except KeyError:
        return
    hold(space.move(id) == move, f"the id of `{move}` is that of `{space.move(id)}`")


def seen_alike(state: State) -> None:
    """Moves are the mover's own, scores and outcome are everybody's."""
    moves, scores, ended = play.legal_moves(state), library.score(state), library.outcome(state)
    for viewer in (None, *range(state.seats)):
        seen = library.observe(state, viewer)
        mine = moves if viewer is not None and viewer == state.to_move else ()
        hold([*play.legal_moves(seen)] == [*mine], f"viewer {viewer} is offered other moves")
        same = (library.score(seen), library.outcome(seen)) == (scores, ended)
        hold(same, f"viewer {viewer} sees another score, or another outcome")


# ---- steps ----------------------------------------------------------------------------------


def stepped(state: S, text: str) -> S:
    """The state after a move in notation; the one before is as it was, and a ply is one move."""
    data, before, move = state.to_data(), hash(state), library.parse_move(state, text)
    after = play.apply_move(state, move)
    hold((state.to_data(), hash(state)) == (data, before), f"`{text}` changes the state before it")
    hold((after.ply, after.last_move) == (state.ply + 1, move), f"`{text}` is not one ply")
    hold(after.turns - state.turns in (0, 1), f"`{text}` ends more than one turn")
    return after


def replayed(first: S, moves: Sequence[str]) -> S:
    """The state after these moves."""
    state = first
    for text in moves:
        state = play.apply_move(state, library.parse_move(state, text))
    return state


# ---- copies ---------------------------------------------------------------------------------


def written_and_read(position: P) -> P:
    """A position by way of its data."""
    return type(position).from_data(json.loads(json.dumps(position.to_data())))


def pickled(position: P) -> P:
    """A position by way of a pickle."""
    copy: P = pickle.loads(pickle.dumps(position))
    return copy


def round_trips(state: State, viewers: Iterable[int | None] | None = None) -> None:
    """Data and pickles give equal things back, and what is equal hashes alike.

    Args:
        viewers: whose observations are looked at; by default those of all.
    """
    _is_read_back(state, "state")
    for viewer in (None, *range(state.seats)) if viewers is None else viewers:
        for memory in (True, False):
            seen = library.observe(state, viewer, memory=memory)
            _is_read_back(seen, f"observation of {viewer}")


def _is_read_back(position: Position, what: str) -> None:
    for copy in (written_and_read(position), pickled(position)):
        same = (copy, hash(copy), copy.to_data()) == (position, hash(position), position.to_data())
        hold(same, f"the {what} that is read back is another one")
