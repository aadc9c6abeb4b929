"""The errors of the library: one root, each with fields, and equal when their fields are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tilerules.wording import listed, names_a_file, plain, shortened

if TYPE_CHECKING:
    from tilerules.engine.positions import Refusal
    from tilerules.ruleset.problems import Problem
    from tilerules.simulation.summary import Summary


class TilerulesError(Exception):
    """The root of all errors of this library.

    The fields of an error are its `args`, in order; errors of one class with equal fields are
    equal. No message holds anything that a spectator may not see.

    >>> import tilerules as tr
    >>> try:
    ...     tr.load("tulip")
    ... except tr.TilerulesError as error:
    ...     print(error)
    no ruleset has the id 'tulip'; did you mean 'tulips'?
    """

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and other.args == self.args

    def __hash__(self) -> int:
        return hash((type(self), str(self)))  # what an error holds need not be hashable


class InvalidRuleset(TilerulesError):
    """A rules card has errors.

    Attributes:
        problems: every problem found, warnings too, in the order of the file.

    >>> import tilerules as tr
    >>> try:
    ...     tr.load({"extends": "serendipity", "scoring": {"match": {"points": 3}}})
    ... except tr.InvalidRuleset as error:
    ...     [problem] = error.problems
    >>> problem.code, problem.key, problem.suggestion
    ('unknown_key', 'scoring.match', 'matches')
    """

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__(self.problems)

    def __str__(self) -> str:
        return "\n".join(str(problem) for problem in self.problems)


class UnknownRuleset(TilerulesError):
    """No known ruleset has this id.

    Attributes:
        id: what was asked for.
        close: known ids that are spelt much like it, the closest first.
        known: all known ids.

    >>> import tilerules as tr
    >>> try:
    ...     tr.load("tulip")
    ... except tr.UnknownRuleset as error:
    ...     print(error.id, error.close)
    tulip ('tulips',)
    """

    def __init__(self, id: str, close: Sequence[str], known: Sequence[str]) -> None:
        self.id = id
        self.close = tuple(close)
        self.known = tuple(known)
        super().__init__(id, self.close, self.known)

    def __str__(self) -> str:
        text = shortened(self.id)
        if len(self.id.splitlines()) > 1:
            return (
                "no ruleset has an id of several lines; tr.check takes the text of a card, and "
                "tr.load takes a card as a Path or as a mapping"
            )
        if names_a_file(self.id):
            hint = f"tr.load takes a file as a Path, as Path({text})"
        elif self.close:
            hint = "did you mean " + " or ".join(f"'{name}'" for name in self.close) + "?"
        else:
            few = self.known[:6]
            hint = "known are " + ", ".join(few)
            if len(self.known) > len(few):
                hint += f" and {len(self.known) - len(few)} more, as ruleset_ids() lists them"
        return f"no ruleset has the id {text}; {hint}"


class BrokenPlugin(TilerulesError):
    """The plug-in that has this game, or this ruleset, cannot be used.

    Attributes:
        name: of its entry point, which is the id of its game.
        distribution: the name and version of the distribution that brings it.
        problem: what is wrong with it.

    >>> import tilerules as tr
    >>> print(tr.BrokenPlugin("pebbles", "tilerules-pebbles 1.0", "it has no card pebbles.yaml"))
    the plug-in pebbles of tilerules-pebbles 1.0 cannot be used: it has no card pebbles.yaml
    """

    def __init__(self, name: str, distribution: str, problem: str) -> None:
        self.name = name
        self.distribution = distribution
        self.problem = problem
        super().__init__(name, distribution, problem)

    def __str__(self) -> str:
        problem = plain(self.problem, 1000)
        return f"the plug-in {self.name} of {self.distribution} cannot be used: {problem}"


class MissingPart(TilerulesError):
    """A game does without the module that something needs.

    All bundled games have all parts; a game of a plug-in may do without some.

    Attributes:
        game: its id.
        part: the name of the module, as `planes`.

    >>> import tilerules as tr
    >>> print(tr.MissingPart("pebbles", "planes"))
    the game pebbles has no module `planes`, which this needs
    """

    def __init__(self, game: str, part: str) -> None:
        self.game = game
        self.part = part
        super().__init__(game, part)

    def __str__(self) -> str:
        return f"the game {self.game} has no module `{self.part}`, which this needs"


class PluginWarning(UserWarning):
    """A plug-in cannot be used, and its game is left out; all else works.

    It is a warning, not an error. Who asks for that game all the same gets `BrokenPlugin`.

    >>> import warnings
    >>> import tilerules as tr
    >>> with warnings.catch_warnings():
    ...     warnings.simplefilter("error", tr.PluginWarning)  # strict: a broken plug-in stops us
    ...     found = tr.ruleset_ids()
    >>> "serendipity" in found
    True
    """


class IllegalMove(TilerulesError):
    """The move is not legal in the position.

    Attributes:
        refusal: why, with the rule that forbids it.

    >>> import tilerules as tr
    >>> state = tr.new_game(tr.load("serendipity"), 2, seed=1)
    >>> try:
    ...     tr.apply_move(state, tr.Move("pass"))
    ... except tr.IllegalMove as error:
    ...     print(error.refusal.code)
    wrong_phase
    """

    def __init__(self, refusal: Refusal) -> None:
        self.refusal = refusal
        super().__init__(refusal)

    def __str__(self) -> str:
        return str(self.refusal)


class NotationError(TilerulesError):
    """A text is not the notation of a move.

    Attributes:
        text: what was read.
        column: where it goes wrong, from 1.
        expected: what could stand there.
        close: the word that is probably meant; None if none is spelt much like it.

    >>> import tilerules as tr
    >>> state = tr.new_game(tr.load("flowers"), 2, seed=1)
    >>> try:
    ...     tr.parse_move(state, "take three")
    ... except tr.NotationError as error:
    ...     print(error.column, error)
    6 'take three' is not a move: expected a pile from 0 to 2 at column 6
    """

    def __init__(self, text: str, column: int, expected: str, close: str | None = None) -> None:
        self.text = text
        self.column = column
        self.expected = expected
        self.close = close
        super().__init__(text, column, expected, close)

    def __str__(self) -> str:
        hint = f"; did you mean `{self.close}`?" if self.close else ""
        where = f"expected {self.expected} at column {self.column}"
        return f"{shortened(self.text)} is not a move: {where}{hint}"


class InvalidData(TilerulesError):
    """Data do not describe what they should.

    Attributes:
        path: where in the data, as `cells.a1.tile`; empty for the whole.
        problem: what is wrong there, and what is expected.

    >>> import tilerules as tr
    >>> try:
    ...     tr.State.from_data({"ruleset": "flowers", "seats": 9})
    ... except tr.InvalidData as error:
    ...     print(error.path, "-", error.problem)
    seats - flowers is for 1, 2, 3 or 4 seats, not for 9
    """

    def __init__(self, path: str, problem: str) -> None:
        self.path = plain(path)
        self.problem = plain(problem)
        super().__init__(self.path, self.problem)

    def __str__(self) -> str:
        return f"{self.path}: {self.problem}" if self.path else self.problem


class WrongSeats(TilerulesError):
    """The ruleset is not for this number of seats.

    Attributes:
        ruleset: its id.
        seats: the number asked for.
        allowed: the numbers it is for.

    >>> import tilerules as tr
    >>> try:
    ...     tr.new_game(tr.load("flowers"), 5)
    ... except tr.WrongSeats as error:
    ...     print(error.seats, error.allowed)
    5 (1, 2, 3, 4)
    """

    def __init__(self, ruleset: str, seats: object, allowed: Sequence[int]) -> None:
        self.ruleset = ruleset
        self.seats = seats
        self.allowed = tuple(allowed)
        super().__init__(ruleset, seats, self.allowed)

    def __str__(self) -> str:
        numbers = "1 seat" if self.allowed == (1,) else f"{listed(self.allowed, 'or')} seats"
        return f"{self.ruleset} is for {numbers}, not for {shortened(self.seats)}"


class SimulationInterrupted(TilerulesError):
    """A simulation ended before all its games were played.

    Attributes:
        summary: of the games that were played; `simulate(..., resume=summary)` plays the others.
        games: how many there were to be.
        problem: what was in the way: `interrupted`, what a policy raised and in which game, or
            what became of a worker.
        earlier: where rulesets are compared and it was the second: the summary of the first.

    >>> import tilerules as tr
    >>> def tired(observation, random):
    ...     if observation.ply > 20:
    ...         raise RuntimeError("no more")
    ...     return tr.uniform(observation, random)
    >>> try:
    ...     tr.simulate(tr.load("tulips"), 2, 5, tired, seed=1)
    ... except tr.SimulationInterrupted as error:
    ...     print(error.summary.games, "of", error.games)
    0 of 5
    """

    def __init__(
        self, summary: Summary, games: int, problem: str, earlier: Summary | None = None
    ) -> None:
        self.summary = summary
        self.games = games
        self.problem = problem
        self.earlier = earlier
        super().__init__(summary, games, problem, earlier)

    def __str__(self) -> str:
        return f"{self.problem}; {self.summary.games} of {self.games} games were played"
