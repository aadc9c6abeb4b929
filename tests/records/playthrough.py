"""A whole game from a seed, and what is particular to a game when it is written down."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

import attrs

import tilerules as tr

S = TypeVar("S", bound=tr.State)


@attrs.frozen
class Playthrough:
    """A game from a seed."""

    ruleset: tr.Ruleset
    seats: int
    seed: int
    moves: tuple[tr.Move, ...]

    def states(self) -> Iterator[tr.State]:
        """The states before and after each move; `IllegalMove` at a move that is not legal."""
        state = tr.new_game(self.ruleset, self.seats, seed=self.seed)
        yield state
        for move in self.moves:
            state = tr.apply_move(state, move)
            yield state


def positions(game: Playthrough, kind: type[S]) -> Iterator[S]:
    """The states of a game, which are of this kind."""
    for state in game.states():
        assert isinstance(state, kind)
        yield state


def nothing(state: tr.State) -> Iterable[str]:
    """No lines."""
    return ()


def sheet_line(line: tr.ScoreLine) -> str:
    """A line of a score sheet that names what it is for, and the spots."""
    return f"{line.id:9} {line.of}: {line.points} for {line.count}  {' '.join(line.spots)}"


@attrs.frozen
class Wording:
    """What a text says in the way of its game.

    Attributes:
        turns: a line for each turn, of its moves in notation, two blanks apart; what a move let
            all see stands behind it in parentheses, or for itself in brackets.
        heading: lines about the first state.
        ending: lines about the last state, before it is drawn.
        line: a line of a score sheet.
    """

    turns: Callable[[Playthrough], Iterable[str]]
    heading: Callable[[tr.State], Iterable[str]] = nothing
    ending: Callable[[tr.State], Iterable[str]] = nothing
    line: Callable[[tr.ScoreLine], str] = sheet_line
