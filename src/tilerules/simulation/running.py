"""Many games, played here or shared out among workers."""

from __future__ import annotations

import traceback
from collections import deque
from collections.abc import Callable, Iterable
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from contextlib import suppress
from functools import lru_cache
from time import monotonic
from typing import Any, TypeAlias

import attrs

from tilerules.bots.policies import Policy
from tilerules.engine.positions import rules_for
from tilerules.errors import SimulationInterrupted
from tilerules.ruleset.ruleset import Ruleset
from tilerules.simulation.playing import Policies, at_seats, game_of, in_words
from tilerules.simulation.summary import Counts, Summary, joined
from tilerules.wording import plain, shortened

Progress: TypeAlias = Callable[[int, int], object]
"""Called with the number of games that are over, and that of all."""

UNDER_WAY = 256
"""So many tasks an executor has at once: memory stays flat, and no worker waits."""
SECONDS = 0.5
"""So long a task goes on; what it has not begun by then is given out anew."""
GRACE = 5.0
"""When a simulation stops early, it waits so many seconds for tasks that have begun."""


def simulate(
    ruleset: Ruleset,
    seats: int,
    games: int,
    policies: Policies,
    *,
    seed: int | bytes,
    executor: Executor | None = None,
    progress: Progress | None = None,
    resume: Summary | None = None,
) -> Summary:
    """Play many games, and sum up what they came to.

    Each game has a seed of its own, drawn from `seed` and the number of the game. So the summary
    does not depend on the executor, on how many workers it has, or on the order of their work.

    Args:
        ruleset: the rules of all games.
        seats: how many seats there are.
        games: how many games are played, at least one.
        policies: one for each seat, or one that sits at all of them.
        seed: what the seeds of all games are drawn from.
        executor: what plays the games; without one they are played here. Rules and policies are
            pickled for it.
        progress: called, here, with the number of games that are over and that of all.
        resume: the summary of some of these games, as an interruption leaves it; only the others
            are played.

    `WrongSeats` if the ruleset is not for this number of seats; `ValueError` for numbers that
    cannot be, or if `resume` is of other games. `SimulationInterrupted`, with the summary of what
    was played, if a policy fails, a worker is lost, or the user interrupts.

    >>> import tilerules as tr
    >>> done = tr.simulate(tr.load("tulips"), 2, 20, tr.uniform, seed=1)
    >>> done.games, done.cut_short
    (20, 0)
    """
    at_each = at_seats(policies, rules_for(ruleset, seats).seats)
    if type(games) is not int or games < 1:
        raise ValueError(f"expected a number of games, at least 1, not {shortened(games)}")
    run = _begun(Plan(ruleset, at_each, seed), games, resume)
    run.play(executor or _Here(), progress or _silent, UNDER_WAY if executor else 1)
    return run.summary


# ---- what a worker does ---------------------------------------------------------------------


@attrs.frozen
class Plan:
    """What all games of a simulation have in common."""

    ruleset: Ruleset
    policies: tuple[Policy, ...]
    seed: int | bytes

    def nothing(self) -> Summary:
        """The summary of no games."""
        seats = len(self.policies)
        return Summary(
            ruleset=self.ruleset.id,
            digest=self.ruleset.digest,
            seats=seats,
            policies=tuple(map(in_words, self.policies)),
            seed=self.seed if isinstance(self.seed, int) else f"bytes {self.seed.hex()}",
            points=((),) * seats,
            wins=((),) * seats,
        )


@attrs.frozen
class Report:
    """What came of a task.

    Attributes:
        summary: of the games that were played to their end.
        left: those that were not begun.
        problem: what was raised in the game between the two, in words; None if nothing was.
        trace: its traceback as text.
    """

    summary: Summary
    left: range
    problem: str | None = None
    trace: str | None = None


def carry_out(plan: Plan, games: range) -> Report:
    """Play some of the games, for a while; those that are finished are kept, whatever happens."""
    ruleset, counts = _known(plan.ruleset), Counts.of(len(plan.policies))
    until = monotonic() + SECONDS
    number, problem, trace = games.start, None, None
    while number < games.stop and not problem:
        try:
            game = game_of(ruleset, plan.policies, plan.seed, number)
        except (Exception, KeyboardInterrupt) as error:
            problem, trace = f"game {number}: {_told(error)}", traceback.format_exc()
        else:
            counts.add(game)
            number += 1
            if monotonic() > until:
                break
    summary = counts.summary(plan.nothing(), range(games.start, number))
    return Report(summary, range(number, games.stop), problem, trace)


@lru_cache(maxsize=8)
def _known(ruleset: Ruleset) -> Ruleset:
    """The ruleset of a worker's first task, whose tables are worked out already."""
    return ruleset


def _told(error: BaseException) -> str:
    """An error on one line."""
    text = plain(str(error))
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


# ---- what is done here ----------------------------------------------------------------------


class _Here(Executor):
    """Carries a task out at once, in the caller's own process."""

    def submit(self, task: Callable[..., Any], /, *given: Any, **named: Any) -> Future[Any]:
        """The result of a task."""
        future: Future[Any] = Future()
        future.set_result(task(*given, **named))
        return future


def _silent(done: int, games: int) -> None:
    """No progress is shown."""


def _begun(plan: Plan, games: int, resume: Summary | None) -> _Run:
    """A simulation at its beginning, or as an interruption left it."""
    summary = none = plan.nothing()
    if resume is not None:
        for name in ("digest", "seats", "policies", "seed"):
            if (theirs := getattr(resume, name)) != getattr(none, name):
                raise ValueError(f"`resume` is of other games: its {name} is {shortened(theirs)}")
        summary = resume
    starts = [*(start for start, _ in summary.played), games]
    stops = [0, *(stop for _, stop in summary.played)]
    return _Run(plan, games, summary, deque(filter(None, map(range, stops, starts))))


@attrs.define(eq=False)
class _Run:
    """A simulation that goes on.

    Attributes:
        summary: of the games that are over.
        to_do: the numbers of those that nobody plays yet.
        under_way: what workers have been given.
        problem: what stopped the simulation, in words; None as long as nothing does.
        trace: the traceback, as text, of what a policy raised.
    """

    plan: Plan
    games: int
    summary: Summary
    to_do: deque[range]
    under_way: dict[Future[Report], range] = attrs.field(factory=dict)
    problem: str | None = None
    trace: str | None = None

    def play(self, executor: Executor, progress: Progress, at_once: int) -> None:
        """Play all that is to do; `SimulationInterrupted` if that cannot be."""
        try:
            progress(self.summary.games, self.games)
            while not self.problem and (self.to_do or self.under_way):
                self.give_out(executor, at_once)
                self.take_in(wait(self.under_way, return_when=FIRST_COMPLETED).done)
                progress(self.summary.games, self.games)
        except KeyboardInterrupt:
            self.problem = "interrupted"
        if self.problem:
            self.wind_up()
            error = SimulationInterrupted(self.summary, self.games, self.problem)
            if self.trace:
                error.add_note(self.trace)
            raise error

    def give_out(self, executor: Executor, at_once: int) -> None:
        """Give workers as many tasks as they may have, smaller ones towards the end."""
        while self.to_do and len(self.under_way) < at_once:
            share = max(1, sum(map(len, self.to_do)) // max(1, at_once // 4))
            games = self.to_do.popleft()
            if games[share:]:
                self.to_do.appendleft(games[share:])
            try:
                task = executor.submit(carry_out, self.plan, games[:share])
            except Exception as error:  # the executor is broken, or shut down
                self.problem = f"no worker takes a game: {_told(error)}"
                break
            self.under_way[task] = games[:share]

    def take_in(self, tasks: Iterable[Future[Report]]) -> None:
        """Keep what tasks have come to."""
        for task in tasks:
            try:
                report = task.result()
            except Exception as error:  # of the worker, not of a game
                games = self.under_way.pop(task)
                self.note(f"games {games[0]} to {games[-1]} are lost: {_told(error)}", None)
                continue
            both = joined(self.summary, report.summary)
            # No call stands between these two, so no interruption can part them.
            self.summary = both
            del self.under_way[task]
            if report.problem:
                self.note(report.problem, report.trace)
            elif report.left:
                self.to_do.append(report.left)

    def note(self, problem: str, trace: str | None) -> None:
        """Keep the first problem; later ones mostly follow from it."""
        if not self.problem:
            self.problem, self.trace = problem, trace

    def wind_up(self) -> None:
        """Take back what nobody has begun, and wait a while for the rest."""
        with suppress(KeyboardInterrupt):
            begun = [task for task in self.under_way if not task.cancel()]
            self.take_in(wait(begun, timeout=GRACE).done)
