"""What holds of every position and of every step of every game."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable, Mapping, Sequence, Set
from typing import Any, Protocol, Self, TypeVar

import pytest

import tilerules as tr
from tilerules.ruleset.values import thawed

S = TypeVar("S", bound=tr.State)
Card = dict[str, Any]
Worth = Mapping[int, tuple[int, ...]]
"""What is compared at the end, for each seat: its points, then what breaks ties."""


class Model(Protocol):
    """A naive model of a game: one position, which nothing changes."""

    @property
    def phase(self) -> str: ...
    @property
    def to_move(self) -> int | None: ...
    @property
    def turns(self) -> int: ...
    def legal(self) -> set[str]: ...
    def play(self, move: str, /) -> Self: ...
    def scores(self) -> list[dict[str, Any]]: ...
    def ranking(self) -> tuple[tuple[int, ...], ...]: ...


def seats_of(ruleset: tr.Ruleset, number: int) -> int:
    """One of the numbers of seats that a ruleset allows."""
    return ruleset.seat_counts[number % len(ruleset.seat_counts)]


def values_of(ruleset: tr.Ruleset, seats: int) -> Card:
    """The values of a card, as a model asks for them."""
    card: Card = thawed(ruleset.values_for(seats))
    return card


# ---- one position ---------------------------------------------------------------------------


def same_moves(state: tr.State, legal: Set[str]) -> None:
    """The legal moves are these, each once, in the order of their ids."""
    moves, space = tr.legal_moves(state), tr.action_space(state.ruleset, state.seats)
    written = [str(move) for move in moves]
    assert set(written) == legal
    assert len(moves) == len(written) == len({*written})
    ids = [space.id(move) for move in moves]
    assert ids == sorted(ids)
    assert [id for id, bit in enumerate(space.mask(state)) if bit] == ids
    assert [space.move(id) for id in ids] == list(moves)
    assert all(
        tr.parse_move(state, text) == move for text, move in zip(written, moves, strict=True)
    )
    assert bool(moves) == (state.to_move is not None) == (not state.is_over)


def judged_alike(state: tr.State, move: tr.Move, legal: Set[str]) -> None:
    """A move is legal, is not refused, can be applied, stands in the mask: all or none."""
    is_legal = str(move) in legal
    refusal = tr.why_illegal(state, move)
    assert (move in tr.legal_moves(state), refusal is None) == (is_legal, is_legal)
    if is_legal:
        assert tr.apply_move(state, move).last_move == move
    else:
        with pytest.raises(tr.IllegalMove) as caught:
            tr.apply_move(state, move)
        assert caught.value.refusal == refusal
    space = tr.action_space(state.ruleset, state.seats)
    try:
        id = space.id(move)
    except KeyError:
        assert not is_legal
    else:
        assert (space.move(id), bool(space.mask(state)[id])) == (move, is_legal)


def seen_alike(state: tr.State) -> None:
    """Moves are the mover's own, scores and outcome are everybody's."""
    moves, scores, ended = tr.legal_moves(state), tr.score(state), tr.outcome(state)
    for viewer in (None, *range(state.seats)):
        seen = tr.observe(state, viewer)
        mine = viewer is not None and viewer == state.to_move
        assert list(tr.legal_moves(seen)) == (list(moves) if mine else [])
        assert (tr.score(seen), tr.outcome(seen)) == (scores, ended)


# ---- scores ---------------------------------------------------------------------------------


def same_sheets(
    state: tr.State,
    model: Model,
    in_words: Callable[[tr.ScoreLine], tuple[Any, ...]],
) -> None:
    """The score sheets are those of the model, line by line, and they add up."""
    sheets, entries = tr.score(state), model.scores()
    assert [sheet.seat for sheet in sheets] == [*range(state.seats)]
    for sheet, entry in zip(sheets, entries, strict=True):
        lines = [in_words(line) for line in sheet.lines]
        assert (sheet.total, lines) == (entry["total"], entry["lines"])
        assert sheet.total == sum(line.points for line in sheet.lines)


def same_outcome(
    state: tr.State,
    ranking: Sequence[tuple[int, ...]],
    *,
    cut_short: bool = False,
    won: bool | None = None,
    rating: str | None = None,
) -> None:
    """There is an outcome when the game is over, and it ranks the seats so."""
    ended = tr.outcome(state)
    assert (ended is not None) == state.is_over
    if ended is not None:
        assert (ended.ranking, ended.cut_short) == (ranking, cut_short)
        assert (ended.won, ended.rating) == (won, rating)
        assert ended.winners == (() if won is False else ranking[0])


def decided_so(state: tr.State, worth: Worth, words: Sequence[str]) -> None:
    """The seats are ranked by what is compared; the first word that lifts the winners decides."""
    ended = tr.outcome(state)
    if ended is None:
        return
    best, *others = places = sorted({*worth.values()}, reverse=True)
    assert ended.ranking == tuple(
        tuple(seat for seat in worth if worth[seat] == place) for place in places
    )
    lifting = [
        word for n, word in enumerate(words) if all(o[: n + 1] < best[: n + 1] for o in others)
    ]
    assert ended.decided_by == lifting[0]


# ---- copies ---------------------------------------------------------------------------------


def written_and_read(state: S) -> S:
    """The state by way of its data."""
    return type(state).from_data(json.loads(json.dumps(state.to_data())))


def pickled(state: S) -> S:
    """The state by way of a pickle."""
    copy: S = pickle.loads(pickle.dumps(state))
    return copy


def round_trips(state: tr.State) -> None:
    """Data and pickles give equal things back, and what is equal hashes alike."""
    for copy in (written_and_read(state), pickled(state)):
        assert (copy, hash(copy), copy.to_data()) == (state, hash(state), state.to_data())
    for viewer in {None, state.to_move}:
        seen = tr.observe(state, viewer)
        data = tr.Observation.from_data(json.loads(json.dumps(seen.to_data())))
        for other in (data, pickle.loads(pickle.dumps(seen)), tr.observe(state, viewer)):
            assert (other, hash(other)) == (seen, hash(seen))


# ---- one step -------------------------------------------------------------------------------


def stepped(state: S, text: str) -> S:
    """The state after a move in notation; the one before is as it was, and a ply is one move."""
    data, before, move = state.to_data(), hash(state), tr.parse_move(state, text)
    after = tr.apply_move(state, move)
    assert (state.to_data(), hash(state)) == (data, before)
    assert (after.ply, after.last_move) == (state.ply + 1, move)
    assert after.turns - state.turns in (0, 1)
    return after


def replayed(first: S, moves: Sequence[str]) -> S:
    """The state after these moves."""
    state = first
    for text in moves:
        state = tr.apply_move(state, tr.parse_move(state, text))
    return state
