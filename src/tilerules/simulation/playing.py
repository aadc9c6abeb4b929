"""One game, played out by policies."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from random import Random
from typing import Any, Generic, TypeAlias

import attrs

from tilerules import library
from tilerules.bots.policies import Policy
from tilerules.engine.moves import Move
from tilerules.engine.play import NOT_HIDDEN, S, apply_move, legal_moves
from tilerules.engine.positions import State, no_position
from tilerules.errors import IllegalMove
from tilerules.ruleset.ruleset import Ruleset
from tilerules.table.shuffle import Stream
from tilerules.wording import counted, plain, shortened

Policies: TypeAlias = Policy | Sequence[Policy]
"""One policy for each seat, or one that sits at all of them."""

LONGEST_NAME = 200
"""So many signs has the name of a policy at most."""


def playout(state: S, policies: Policies, seed: int | bytes) -> S:
    """The end of a game that policies play on from a state.

    Each seat's policy is given what that seat may know and a random source of its own.

    Args:
        state: where the game goes on; if it is over, it is returned as it is.
        policies: one for each seat, or one that plays for all.
        seed: what the random sources are drawn from. With the same state, policies and seed the
            game is the same.

    `ValueError` for another number of policies than seats, `TypeError` for what is no policy or
    gives no move, `IllegalMove` if one breaks the rules; what a policy raises passes through, with
    a note. All three tell the ply, the policy and its seat.

    >>> import tilerules as tr
    >>> start = tr.new_game(tr.load("tulips"), 2, seed=1)
    >>> end = tr.playout(start, [tr.greedy, tr.uniform], seed=2)
    >>> end.is_over, end == tr.playout(start, [tr.greedy, tr.uniform], seed=2)
    (True, True)
    """
    if not isinstance(state, State):
        raise TypeError(no_position("playout takes a State", state, NOT_HIDDEN))
    return played(state, at_seats(policies, state.seats), seed).end


def at_seats(policies: Policies, seats: int) -> tuple[Policy, ...]:
    """The policy of each seat; `ValueError` for a wrong number, `TypeError` for what is none."""
    many = isinstance(policies, Sequence) and not isinstance(policies, str)
    given: Any = policies if many else (policies,) * seats
    for each in given:
        if not callable(each):
            raise TypeError(f"a policy is a callable, as tr.greedy, not {shortened(each)}")
    if len(given) != seats:
        raise ValueError(
            f"expected a policy for each of {counted(seats, 'seat')}, or one for all, "
            f"not {len(given)}"
        )
    return tuple(given)


def in_words(policy: object) -> str:
    """What a policy is called, with what is bound in it, as `search(iterations=50)`; in one line.

    An object that has no words for itself is called by its class.
    """
    if isinstance(policy, partial):
        bound = [
            *map(in_words, policy.args),
            *(f"{key}={in_words(value)}" for key, value in policy.keywords.items()),
        ]
        name = f"{in_words(policy.func)}({', '.join(bound)})"
    else:
        is_mute = type(policy).__repr__ is object.__repr__
        own = type(policy).__qualname__ if is_mute else repr(policy)
        name = getattr(policy, "__qualname__", own)
    return plain(name, LONGEST_NAME)


@attrs.frozen
class Game(Generic[S]):
    """A game that was played to its end.

    Attributes:
        plies: how many moves were made.
        offered: how many moves were legal, added up over all plies.
    """

    end: S
    plies: int
    offered: int


def played(state: S, policies: Sequence[Policy], seed: int | bytes) -> Game[S]:
    """Play a game on to its end, and count."""
    stream = Stream(seed, "playout")
    chances = [Random(stream.seed()) for _ in policies]
    plies = offered = 0
    while (seat := state.to_move) is not None:
        offered += len(legal_moves(state))
        state = _after(state, policies[seat], chances[seat])
        plies += 1
    return Game(state, plies, offered)


def _after(state: S, policy: Policy, chance: Random) -> S:
    """The state after the move of a policy; an error tells whose move it was, and when."""
    try:
        given: object = policy(library.observe(state, state.to_move), chance)
    except Exception as error:
        error.add_note(f"{_whose(state, policy)} raised this")
        raise
    if not isinstance(given, Move):
        raise TypeError(
            f"{_whose(state, policy)} gave {shortened(given)}; a policy returns a Move, one of "
            "legal_moves(observation)"
        )
    try:
        return apply_move(state, given)
    except IllegalMove as error:
        made = f"{_whose(state, policy)} gave {shortened(str(given))}"
        message = f"{made}: {error.refusal.message}"
        raise IllegalMove(attrs.evolve(error.refusal, message=message)) from None


def _whose(state: State, policy: Policy) -> str:
    """Which policy was to move, and when."""
    return f"at ply {state.ply} the policy `{in_words(policy)}` of seat {state.to_move}"


def game_of(
    ruleset: Ruleset, policies: Sequence[Policy], seed: int | bytes, number: int
) -> Game[State]:
    """The game of a number among those of a seed: its deal and its chance are its own."""
    stream = Stream(seed, f"game {number}")
    start = library.new_game(ruleset, len(policies), seed=stream.seed())
    return played(start, policies, stream.seed())
