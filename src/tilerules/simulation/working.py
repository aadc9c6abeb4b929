"""What a worker does: some of the games of a simulation, one after another, for a while."""

from __future__ import annotations

import signal
import threading
import traceback
from collections.abc import Generator
from contextlib import contextmanager
from functools import lru_cache
from multiprocessing import parent_process
from time import monotonic

import attrs

from tilerules.bots.policies import Policy
from tilerules.ruleset.ruleset import Ruleset
from tilerules.simulation.playing import game_of, in_words
from tilerules.simulation.summary import Result, Summary, summed_up, told_seed
from tilerules.wording import plain

SECONDS = 0.5
"""So long a task goes on; what it has not begun by then is given out anew."""
INTERRUPTED = "interrupted"


@attrs.frozen
class Plan:
    """What all games of a simulation have in common.

    Attributes:
        run: tells this simulation from others.
    """

    ruleset: Ruleset
    policies: tuple[Policy, ...]
    seed: int | bytes
    run: str

    def nothing(self) -> Summary:
        """The summary of no games."""
        seats = len(self.policies)
        return Summary(
            ruleset=self.ruleset.id,
            digest=self.ruleset.digest,
            seats=seats,
            policies=tuple(map(in_words, self.policies)),
            seed=told_seed(self.seed),
            points=((),) * seats,
            wins=((),) * seats,
        )


@attrs.frozen
class Report:
    """What came of a task.

    Attributes:
        summary: of the games that were finished.
        left: the others.
        problem: what ended the task before its time, in words; None if nothing did.
        trace: the traceback, as text, of what a policy raised.
    """

    summary: Summary
    left: range
    problem: str | None = None
    trace: str | None = None


@attrs.define(eq=False)
class Task:
    """Some of the games of a plan.

    Attributes:
        games: their numbers.
        results: those of the games that are finished, which are kept whatever happens.
    """

    plan: Plan
    games: range
    results: list[Result] = attrs.field(factory=list)
    problem: str | None = None
    trace: str | None = None

    def go_on(self) -> None:
        """Play for a while, or until something is raised; an interruption passes through."""
        ruleset, until = _known(self.plan.ruleset), monotonic() + SECONDS
        for number in self.games:
            try:
                game = game_of(ruleset, self.plan.policies, self.plan.seed, number)
                self.results.append(Result.of(game))
            except KeyboardInterrupt:
                raise
            except BaseException as error:  # whatever it is, the other games are kept
                where = getattr(error, "__notes__", [])[-1:]
                self.problem = "; ".join([f"game {number}: {told(error)}", *map(plain, where)])
                self.trace = traceback.format_exc()
                break
            if monotonic() > until:
                break

    def report(self) -> Report:
        """What has come of it so far."""
        summary = summed_up(self.plan.nothing(), self.games.start, self.results)
        return Report(summary, self.games[len(self.results) :], self.problem, self.trace)


def carry_out(plan: Plan, games: range) -> Report:
    """Play some of the games for a while, in a worker."""
    task = Task(plan, games)
    try:
        with _interruptible(plan.run):
            task.go_on()
    except KeyboardInterrupt:
        task.problem = INTERRUPTED
    return task.report()


@lru_cache(maxsize=8)
def _known(ruleset: Ruleset) -> Ruleset:
    """The ruleset of a worker's first task, whose tables are worked out already."""
    return ruleset


def told(error: BaseException) -> str:
    """An error on one line."""
    text = plain(str(error)).rstrip(".")
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


# ---- interruptions --------------------------------------------------------------------------


@attrs.define
class _Worker:
    """What a worker process is at; one that is interrupted takes up no more games of that run."""

    playing: str | None = None
    stopped: str | None = None

    def interrupt(self, *_: object) -> None:
        """End the game at hand, and nothing else: a worker that ends itself takes others along."""
        if self.playing:
            self.stopped = self.playing
            raise KeyboardInterrupt


_WORKER = _Worker()


@contextmanager
def _interruptible(run: str) -> Generator[None, None, None]:
    """In the processes of a pool, let an interruption come only here, and once.

    A terminal interrupts all processes at once, also those that wait for their next task.
    """
    if parent_process() is None or threading.current_thread() is not threading.main_thread():
        yield
        return
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _WORKER.interrupt)
    if _WORKER.stopped == run:
        raise KeyboardInterrupt
    _WORKER.playing = run
    try:
        yield
    finally:
        _WORKER.playing = None
