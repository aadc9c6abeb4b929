"""Information-set Monte Carlo tree search: looking ahead through guesses of what is hidden."""

from __future__ import annotations

from math import inf, isfinite, log, sqrt
from random import Random
from time import monotonic

import attrs

from tilerules.bots.leads import leads, moves_of, ranked
from tilerules.engine.moves import Move
from tilerules.engine.play import apply_move
from tilerules.engine.positions import Observation, State
from tilerules.library import determinize, observe, outcome
from tilerules.wording import shortened

ITERATIONS = 60
"""So many games are tried if nothing else is asked for."""
TURNS = 6
"""So many turns are looked ahead after the one that goes on: whole rounds of them, at least one."""
WIDTH_AT_FIRST, WIDTH_LATER = 1.5, 0.5
"""Where a seat has moved n times, this times the root of n moves have been tried: for the move that
is searched, and in the tree behind it."""
AT_FIRST, LATER, BEYOND = 60, 20, 12
"""Of so many moves, drawn evenly, the best at first sight comes first: for the move that is
searched, in the tree behind it, and beyond the tree."""
EXPLORATION = 1.0
"""How much a move gains by having been tried seldom, in standard deviations of all results."""
CAUTION = 1.0
"""So many standard errors is a move held to be worse than it has been found."""


def search(
    observation: Observation,
    random: Random,
    *,
    iterations: int | None = ITERATIONS,
    seconds: float | None = None,
) -> Move:
    """The move that looking ahead through many guesses finds best.

    In each iteration one game is tried, some rounds far. What the viewer does not know is guessed,
    and each seat moves by what it would know: first as has done well before, then greedily. What
    comes of it is compared with what greedy moves alone come to in the same guess, so that luck
    counts for little. Of many moves only a sample is tried, which grows with the iterations.

    Args:
        observation: of the seat to move.
        random: where all chance comes from. With the same observation and source, and no bound in
            seconds, the move is the same.
        iterations: how many games are tried at the most, 60 if nothing is said; None for as many as
            there is time for.
        seconds: how long is searched at the most, if there is more than one move. The iteration
            that goes on is finished.

    `ValueError` if the viewer has no move, for no bound at all, or for one that is not above 0. To
    make a policy with a bound of its own, bind it: `functools.partial(tr.search, iterations=500)`.

    >>> import random
    >>> import tilerules as tr
    >>> state = tr.new_game(tr.load("tulips"), 2, seed=1)
    >>> tr.search(tr.observe(state, 0), random.Random(1), iterations=20).kind
    'start'
    """
    until = _until(iterations, seconds)
    moves = moves_of(observation, random)
    if len(moves) == 1:
        return moves[0]
    tree = _Tree(observation, random)
    tree.grow()
    while tree.root.visits != iterations and monotonic() < until:
        tree.grow()
    return tree.best()


def _until(iterations: int | None, seconds: float | None) -> float:
    """When a search is over, by the clock; `ValueError` for bounds that cannot be."""
    if iterations is None and seconds is None:
        raise ValueError("a search needs a bound: iterations, seconds or both")
    if iterations is not None and (type(iterations) is not int or iterations < 1):
        raise ValueError(f"expected a number of iterations from 1 on, not {shortened(iterations)}")
    if seconds is None:
        return inf
    if not isinstance(seconds, int | float) or not (isfinite(seconds) and seconds > 0):
        raise ValueError(f"expected a number of seconds above 0, not {shortened(seconds)}")
    return monotonic() + seconds


@attrs.define(eq=False)
class _Results:
    """What has come of some games for one seat: how much further it is ahead than usual.

    Attributes:
        number: of the games.
        sum, squares: of what has come of each, and of the squares of that.
    """

    number: int = 0
    sum: float = 0.0
    squares: float = 0.0

    def add(self, gain: float) -> None:
        """Add the result of one more game."""
        self.number += 1
        self.sum += gain
        self.squares += gain * gain

    @property
    def mean(self) -> float:
        """What has come of a game on average."""
        return self.sum / self.number

    @property
    def deviation(self) -> float:
        """The standard deviation; 0 of nothing."""
        return sqrt(max(self.squares / self.number - self.mean**2, 0.0)) if self.number else 0.0

    def at_least(self, deviation: float) -> float:
        """The mean, cautiously: as if one more game had strayed from it by a deviation."""
        strayed = self.number * self.deviation**2 + deviation**2
        return self.mean - CAUTION * sqrt(strayed / (self.number + 1) / self.number)


@attrs.define(eq=False)
class _Node:
    """What a seat knows when it is to move.

    Attributes:
        visits: how often it has moved.
        tried: what has come of each move that it has made.
        waiting: moves that it has not made, the most promising last.
    """

    visits: int = 0
    tried: dict[Move, _Results] = attrs.field(factory=dict)
    waiting: list[Move] = attrs.field(factory=list)


@attrs.frozen(eq=False)
class _Guess:
    """A state that fits what the searching seat knows.

    Attributes:
        luck: a number from which the chance in all games that begin here is drawn.
        usual: how far each seat is ahead if the searching one makes the move that is best at first
            sight, and then all move greedily.
    """

    state: State
    luck: int
    usual: list[float]


class _Tree:
    """What has been found out: a node for all that a seat may know where it is to move."""

    def __init__(self, observation: Observation, random: Random) -> None:
        self.observation = observation
        self.random = random
        self.last_turn = observation.turns + max(1, TURNS // observation.seats) * observation.seats
        moves = ranked(observation, random, AT_FIRST)
        self.usual = moves[0]
        self.root = _Node(waiting=moves[::-1])
        self.nodes = {observation: self.root}
        self.guesses: list[_Guess] = []
        self.all = _Results()

    def grow(self) -> None:
        """Try one game, and keep what has come of it.

        What is tried at first for the nth time is tried in the nth guess, as all else is.
        """
        node, seen, known = self.root, self.observation, True
        move = self.picked(node, seen)
        guess = self.guess(node.tried[move].number)
        state, made = guess.state, list[tuple[_Results, int]]()
        while True:
            assert state.to_move is not None, "a game that is not over has a seat to move"
            made.append((node.tried[move], state.to_move))
            state = apply_move(state, move)
            if not known or self.is_far(state):
                break
            seen = observe(state, state.to_move)
            known = seen in self.nodes
            node = self.nodes.setdefault(seen, _Node())
            move = self.picked(node, seen)
        found = self.played_on(state, guess.luck)
        gains = [a - b for a, b in zip(found, guess.usual, strict=True)]
        for results, seat in made:
            results.add(gains[seat])
        self.all.add(gains[made[0][1]])

    def picked(self, node: _Node, seen: Observation) -> Move:
        """A move that has not been tried here, or else the most promising one."""
        node.visits += 1
        width = WIDTH_AT_FIRST if node is self.root else WIDTH_LATER
        if len(node.tried) < min(len(moves_of(seen, self.random)), width * sqrt(node.visits)):
            while not node.waiting:
                sample = ranked(seen, self.random, LATER)
                node.waiting = [move for move in reversed(sample) if move not in node.tried]
            move = node.waiting.pop()
            node.tried[move] = _Results()
            return move
        curiosity = EXPLORATION * (self.all.deviation or 1.0) * sqrt(log(node.visits))

        def promise(move: Move) -> float:
            results = node.tried[move]
            return results.mean + curiosity / sqrt(results.number)

        return max(node.tried, key=promise)

    def guess(self, number: int) -> _Guess:
        """The guess of a number; one that is new, or has been used before."""
        if number == len(self.guesses):
            state = determinize(self.observation, self.random.getrandbits(64))
            luck = self.random.getrandbits(64)
            usual = self.played_on(apply_move(state, self.usual), luck)
            self.guesses.append(_Guess(state, luck, usual))
        return self.guesses[number]

    def is_far(self, state: State) -> bool:
        """Whether one does not look further ahead."""
        return state.is_over or state.turns > self.last_turn

    def played_on(self, state: State, luck: int) -> list[float]:
        """How far each seat is ahead when all have moved greedily from here on."""
        while not self.is_far(state):
            seen, chance = observe(state, state.to_move), Random(luck + state.ply)
            state = apply_move(state, ranked(seen, chance, BEYOND)[0])
        ended = outcome(state)
        winners = ended.winners if ended else ()
        share = 1 / (2 * len(winners)) if winners else 0.0  # a tie-break is worth less than a point
        return [lead + share * (seat in winners) for seat, lead in enumerate(leads(state))]

    def best(self) -> Move:
        """The move of which most is to be expected, cautiously."""
        tried, deviation = self.root.tried, self.all.deviation
        return max(tried, key=lambda move: tried[move].at_least(deviation))
