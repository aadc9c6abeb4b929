"""An engine beside a naive model of its game, on drawn cards and at every ply."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, ClassVar, Generic, TypeVar

import attrs
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

import tilerules as tr
from tests.laws.positions import (
    Card,
    Model,
    judged_alike,
    pickled,
    replayed,
    round_trips,
    same_moves,
    seats_of,
    seen_alike,
    stepped,
    written_and_read,
)

M = TypeVar("M", bound=Model)
S = TypeVar("S", bound=tr.State)
numbers = st.integers(0, 2**24)
"""What a choice among a few things is made by."""


@attrs.frozen(kw_only=True)
class Beside(Generic[S, M]):
    """A game and its naive model.

    Attributes:
        state: the class of its states.
        model: the model of the game of a first state.
        same_position: all that lies on the table is the same, hidden things included.
        same_scores: the score sheets and the outcome are the same.
        same_views: every viewer sees what the model says.
        step: what holds of a position, a move and the position after it.
        likely: what somebody plays who wants to see the whole game.
        most_plies: how long the game of a first state can last in this way.
        alien: the moves of other rules, most of which can never be made.
    """

    state: type[S]
    model: Callable[[S], M]
    same_position: Callable[[S, M], None]
    same_scores: Callable[[S, M], None]
    same_views: Callable[[S, M], None]
    step: Callable[[S, tr.Move, S], None]
    likely: Callable[[M, Random], str]
    most_plies: Callable[[S], int]
    alien: tr.ActionSpace

    def beginning(self, ruleset: tr.Ruleset, seats: int, seed: int | bytes) -> tuple[S, M]:
        """A game of the engine, and the model with the same deal."""
        state = tr.new_game(ruleset, seats, seed=seed)
        assert isinstance(state, self.state)
        return state, self.model(state)

    def agree(self, state: S, model: M) -> None:
        """The engine and the model agree about a position."""
        self.same_position(state, model)
        same_moves(state, model.legal())
        self.same_scores(state, model)

    def agree_beyond(self, state: S, model: M) -> None:
        """The same of what viewers see and of what copies are."""
        seen_alike(state)
        self.same_views(state, model)
        round_trips(state)

    def judge(self, state: S, model: M, number: int) -> None:
        """Two moves, which may be illegal or belong to other rules, are judged alike."""
        space, legal = tr.action_space(state.ruleset, state.seats), model.legal()
        judged_alike(state, space.move(number % len(space)), legal)
        judged_alike(state, self.alien.move(number % len(self.alien)), legal)

    def played_out(
        self, ruleset: tr.Ruleset, seats: int, seed: int, *, plies: int | None = None
    ) -> list[tuple[S, M]]:
        """The positions of a whole game, or of so many plies."""
        random = Random(seed)
        state, model = self.beginning(ruleset, seats, seed)
        positions, most = [(state, model)], self.most_plies(state)
        while not state.is_over and state.ply != plies:
            assert state.ply < most
            text = self.likely(model, random)
            state = tr.apply_move(state, tr.parse_move(state, text))
            model = model.play(text)
            positions.append((state, model))
        return positions

    def holds_to_the_end(self, card: Card, seed: int) -> list[tuple[S, M]]:
        """A sound card can be played to its end; the positions on the way."""
        ruleset = tr.load(card)
        positions = self.played_out(ruleset, seats_of(ruleset, seed), seed)
        for state, model in positions:
            self.same_position(state, model)
        state, model = positions[-1]
        assert tr.outcome(state) is not None
        self.agree(state, model)
        self.agree_beyond(state, model)
        return positions

    def holds_of_a_bundled_game(
        self, ruleset: tr.Ruleset, seats: int, *, every: int
    ) -> list[tuple[S, M]]:
        """All positions of a game are the same, and some of them in every respect."""
        positions = self.played_out(ruleset, seats, seed=seats)
        for state, model in positions:
            self.same_position(state, model)
        for state, model in positions[::every]:
            same_moves(state, model.legal())
            round_trips(state)
        self.agree(*positions[-1])
        self.agree_beyond(*positions[-1])
        return positions


class BesideTheModel(RuleBasedStateMachine):
    """A game of a drawn card; after every move the engine and the model agree.

    A game's own machine says `of`, begins by `start`, and adds rules for what is rare.
    """

    of: ClassVar[Beside[Any, Any]]
    state: Any
    model: Any

    def start(self, card: Card, number: int, seed: int | bytes) -> None:
        """Begin a game of a card."""
        ruleset = tr.load(card)
        self.again = (ruleset, seats_of(ruleset, number), seed)
        self.state, self.model = self.of.beginning(*self.again)
        self.first = self.state
        self.moves: list[str] = []

    def some(self, *kinds: str) -> list[str]:
        """The legal moves of these kinds, in a fixed order; without kinds all of them."""
        legal = sorted(self.model.legal())
        return [text for text in legal if not kinds or text.split()[0] in kinds]

    def play(self, moves: list[str], number: int) -> None:
        """Play one of these moves, after a look at some others that may be illegal."""
        self.of.judge(self.state, self.model, number)
        before, text = self.state, moves[number % len(moves)]
        self.state = stepped(before, text)
        self.of.step(before, self.state.last_move, self.state)
        self.model = self.model.play(text)
        self.moves.append(text)

    @precondition(lambda self: self.state.is_over)
    @rule(number=numbers)
    def after_the_end(self, number: int) -> None:
        self.of.judge(self.state, self.model, number)

    @precondition(lambda self: not self.state.is_over)
    @rule(number=numbers)
    def any_move(self, number: int) -> None:
        self.play(self.some(), number)

    @rule(copied=st.sampled_from([written_and_read, pickled]))
    def go_on_with_a_copy(self, copied: Callable[[tr.State], tr.State]) -> None:
        copy = copied(self.state)
        assert isinstance(copy, self.of.state)
        assert (copy, hash(copy)) == (self.state, hash(self.state))
        self.state = copy

    @invariant()
    def agree(self) -> None:
        self.of.agree(self.state, self.model)

    def teardown(self) -> None:
        if not hasattr(self, "moves"):
            return
        self.of.agree_beyond(self.state, self.model)
        first, _ = self.of.beginning(*self.again)
        assert (first, hash(first)) == (self.first, hash(self.first))
        again = replayed(first, self.moves)
        assert (again, hash(again)) == (self.state, hash(self.state))
        assert again.ply == len(self.moves)
