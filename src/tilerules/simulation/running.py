"""Many games, played here or shared out among workers."""

from __future__ import annotations

import secrets
import traceback
from collections import deque
from collections.abc import Callable, Collection
from concurrent.futures import CancelledError, Executor, Future, wait
from contextlib import suppress
from queue import SimpleQueue
from typing import TypeAlias

import attrs

from tilerules.engine.positions import rules_for
from tilerules.errors import SimulationInterrupted
from tilerules.ruleset.ruleset import Ruleset
from tilerules.simulation.playing import Policies, at_seats
from tilerules.simulation.summary import Summary, joined, joined_ranges
from tilerules.simulation.working import INTERRUPTED, Plan, Report, Task, carry_out, told
from tilerules.table.shuffle import Stream
from tilerules.wording import listed, shortened

Progress: TypeAlias = Callable[[int, int], object]
"""Called with the number of games that are over, and that of all."""

UNDER_WAY = 256
"""So many tasks an executor has at once: memory stays flat, and no worker waits."""
GRACE = 30.0
"""When a simulation stops early, it waits so many seconds for tasks that have begun."""
MOST_TOLD = 3
"""So many ranges of lost games are told of."""
PICKLED = (
    "rules and policies are pickled for other processes, so a policy is to be a function at the "
    "top of a module, or a partial of one"
)


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

    `WrongSeats` if the ruleset is not for this number of seats; `TypeError` or `ValueError` for
    arguments that cannot be, and if `resume` is of other games. `SimulationInterrupted`, with the
    summary of what was played, if a policy or `progress` fails, a worker is lost, or the user
    interrupts.

    >>> import tilerules as tr
    >>> done = tr.simulate(tr.load("tulips"), 2, 20, tr.uniform, seed=1)
    >>> done.games, done.cut_short
    (20, 0)
    """
    check_given(executor, progress, resume)
    at_each = at_seats(policies, rules_for(ruleset, seats).seats)
    if type(games) is not int or games < 1:
        raise ValueError(f"expected a number of games, at least 1, not {shortened(games)}")
    Stream(seed)  # a `TypeError` now, rather than in each worker
    run = _begun(Plan(ruleset, at_each, seed, secrets.token_hex(8)), games, resume)
    run.play(executor, progress or _silent)
    return run.summary


def check_given(executor: object, progress: object, resume: object = None) -> None:
    """That what may be given beside the games is of its kind; `TypeError` if it is not."""
    if not isinstance(executor, Executor | None):
        raise TypeError(
            f"expected an executor, as ProcessPoolExecutor(4), not {shortened(executor)}"
        )
    if progress is not None and not callable(progress):
        raise TypeError(f"`progress` is a callable, as print, not {shortened(progress)}")
    if not isinstance(resume, Summary | None):
        raise TypeError("`resume` is a Summary, as the error of an interruption holds it")


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
    if stops[-1] > games:
        raise ValueError(f"`resume` has game {stops[-1] - 1}, and there are to be {games} games")
    return _Run(plan, games, summary, deque(filter(None, map(range, stops, starts))))


@attrs.define(eq=False)
class _Run:
    """A simulation that goes on.

    Attributes:
        summary: of the games that are over.
        to_do: the numbers of those that nobody plays yet.
        under_way: what workers have been given.
        news: those of these tasks that have ended.
        at_hand: what is played here, without workers.
        lost: what was given to workers who do not answer.
        problem: what stopped the simulation, in words; None as long as nothing does.
        trace: the traceback, as text, of what was raised.
    """

    plan: Plan
    games: int
    summary: Summary
    to_do: deque[range]
    under_way: dict[Future[Report], range] = attrs.field(factory=dict)
    news: SimpleQueue[Future[Report]] = attrs.field(factory=SimpleQueue)
    at_hand: Task | None = None
    lost: list[tuple[int, int]] = attrs.field(factory=list)
    problem: str | None = None
    trace: str | None = None

    def play(self, executor: Executor | None, progress: Progress) -> None:
        """Play all that is to do; `SimulationInterrupted` if that cannot be."""
        try:
            self.tell(progress)
            while not self.problem and (self.to_do or self.under_way):
                if executor is None:
                    self.play_here()
                else:
                    self.give_out(executor)
                    self.take_in(self.ended())
                self.tell(progress)
        except KeyboardInterrupt:
            self.note(INTERRUPTED)
        finally:
            self.wind_up()
        if self.problem:
            raise self.interruption()

    def tell(self, progress: Progress) -> None:
        """Tell how far it is; whoever cannot hear that loses no game."""
        try:
            progress(self.summary.games, self.games)
        except Exception as error:
            self.note(f"`progress` failed: {told(error)}", traceback.format_exc())

    # ---- games ------------------------------------------------------------------------------

    def play_here(self) -> None:
        """Play for a while in this process."""
        self.at_hand = Task(self.plan, self.to_do.popleft())
        self.at_hand.go_on()
        self.keep(self.at_hand.report())
        self.at_hand = None

    def give_out(self, executor: Executor) -> None:
        """Give workers as many tasks as they may have, smaller ones towards the end."""
        while self.to_do and len(self.under_way) < UNDER_WAY:
            share = max(1, sum(map(len, self.to_do)) // (UNDER_WAY // 4))
            games = self.to_do.popleft()
            if games[share:]:
                self.to_do.appendleft(games[share:])
            try:
                task = executor.submit(carry_out, self.plan, games[:share])
            except Exception as error:  # the executor is broken, or shut down
                hint = f"; {PICKLED}" if _is_of_pickling(error) else ""
                self.note(f"no worker takes a game: {told(error)}{hint}")
                break
            self.under_way[task] = games[:share]
            task.add_done_callback(self.news.put)

    def ended(self) -> list[Future[Report]]:
        """Tasks that have ended, as soon as there is one; none if nothing is under way.

        They are not waited for one by one: an interruption could leave one of their locks held, and
        the executor would stand still for good.
        """
        tasks: list[Future[Report]] = []
        while self.under_way and not (tasks and self.news.empty()):
            tasks.append(self.news.get())
        return tasks

    def take_in(self, tasks: Collection[Future[Report]]) -> None:
        """Keep what tasks have come to, in the order in which they were given out."""
        for task in [task for task in self.under_way if task in tasks]:
            try:
                failed = task.exception()
            except CancelledError as error:
                failed = error
            if failed is None:
                self.keep(task.result())
            elif _is_of_pickling(failed):
                self.note(f"{told(failed)}; {PICKLED}")
            else:
                self.lost.append((self.under_way[task].start, self.under_way[task].stop))
                self.note(f"a worker failed: {told(failed)}")
            del self.under_way[task]

    def keep(self, report: Report) -> None:
        """Keep what a task has come to, once, whatever interrupts this."""
        done = report.summary.played
        if done and not any(start <= done[0][0] < stop for start, stop in self.summary.played):
            self.summary = joined(self.summary, report.summary)
        if report.problem:
            self.note(report.problem, report.trace)
        elif report.left:
            self.to_do.append(report.left)

    # ---- an end before its time -------------------------------------------------------------

    def note(self, problem: str, trace: str | None = None) -> None:
        """Keep the first problem; later ones mostly follow from it."""
        if not self.problem:
            self.problem, self.trace = problem, trace

    def wind_up(self) -> None:
        """Take back what nobody has begun, and wait a while for the rest."""
        with suppress(KeyboardInterrupt):
            if self.at_hand:
                self.keep(self.at_hand.report())
            begun = [task for task in self.under_way if not task.cancel()]
            self.take_in(wait(begun, timeout=GRACE).done)

    def interruption(self) -> SimulationInterrupted:
        """The error that tells what was in the way, and holds what was played."""
        problem = f"{self.problem}"
        if self.lost:
            ranges = [
                f"{a} to {b - 1}" if a + 1 < b else f"{a}" for a, b in joined_ranges(self.lost)
            ]
            more = ["others"] if ranges[MOST_TOLD:] else []
            problem += f"; games lost: {listed([*ranges[:MOST_TOLD], *more])}"
        error = SimulationInterrupted(self.summary, self.games, problem)
        if self.trace:
            error.add_note(self.trace)
        return error


def _is_of_pickling(error: BaseException) -> bool:
    """Whether an error says that something cannot be pickled; it is of no class of its own."""
    return "pickle" in told(error).lower()
