"""What holds of every position and of every step of every game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from typing import Any, Protocol, Self

import tilerules as tr
from tilerules.ruleset.values import thawed
from tilerules.testing import positions
from tilerules.testing.positions import judged, moves_agree
from tilerules.testing.positions import pickled as pickled
from tilerules.testing.positions import replayed as replayed
from tilerules.testing.positions import seen_alike as seen_alike
from tilerules.testing.positions import stepped as stepped
from tilerules.testing.positions import written_and_read as written_and_read

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
    assert {str(move) for move in tr.legal_moves(state)} == legal
    moves_agree(state)


def judged_alike(state: tr.State, move: tr.Move, legal: Set[str]) -> None:
    """A move is legal, is not refused, can be applied: all or none."""
    assert (move in tr.legal_moves(state)) == (str(move) in legal)
    judged(state, move)


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


def round_trips(state: tr.State) -> None:
    """Data and pickles give equal things back, and what is equal hashes alike."""
    positions.round_trips(state, {None, state.to_move})
