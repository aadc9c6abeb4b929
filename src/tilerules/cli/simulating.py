"""Many games at once: who plays them, how far they are, and what two rulesets make of them."""

from __future__ import annotations

import signal
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from importlib import import_module
from multiprocessing import active_children, get_context
from typing import Any

from rich.console import Console, RenderableType
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

import tilerules as tr
from tilerules.bots.policies import POLICIES
from tilerules.cli.cards import differences, heading
from tilerules.cli.terminal import columns, numbers, picked
from tilerules.simulation.comparison import HEADS, told
from tilerules.simulation.summary import MEASURED, in_rows
from tilerules.wording import counted

CAVEAT = (
    "\n* A clear difference: its interval of 95 % leaves 0 out. About one interval in twenty "
    "misses, so that of many differences some seem clear by chance; pp are percentage points. "
    "People play otherwise than policies."
)


@contextmanager
def pool(workers: int | None) -> Generator[Executor | None, None, None]:
    """So many processes that play games, by default one for each processor.

    A single one is this process, for which the executor is None.
    """
    if workers == 1:
        yield None
        return
    with (
        _pipes_that_raise(),
        ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as executor,
    ):
        try:
            yield executor
        except tr.SimulationInterrupted:
            for process in active_children():  # what they still play does not count
                process.terminate()
            raise


@contextmanager
def _pipes_that_raise() -> Generator[None, None, None]:
    """Let what is written to a worker that is gone raise an error, and not end this process."""
    if not hasattr(signal, "SIGPIPE"):
        yield
        return
    before = signal.signal(signal.SIGPIPE, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGPIPE, before)


@contextmanager
def progress_bar() -> Generator[Callable[[int, int], None], None, None]:
    """A bar on standard error, if that is a terminal; it is told how many games are over."""
    console = Console(stderr=True)
    console.quiet = not console.file.isatty()
    with Progress(
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        auto_refresh=False,
        disable=console.quiet,
    ) as progress:
        task = progress.add_task("", total=None)

        def tell(done: int, games: int) -> None:
            progress.update(task, completed=done, total=games, refresh=True)

        yield tell


def named(policies: Sequence[str]) -> tr.Policy | list[tr.Policy]:
    """The policies of these names: one for all seats, or one for each."""
    found = [POLICIES[name] for name in policies]
    return found[0] if len(found) == 1 else found


# ---- one ruleset ----------------------------------------------------------------------------


def summary_data(
    rules: tr.Ruleset, summary: tr.Summary, games: int, ended: tr.SimulationInterrupted | None
) -> dict[str, Any]:
    """What games came to, as data: the summary, which can be read back, and its measures."""
    return {
        "ruleset": heading(rules),
        "games": games,
        "problem": ended.problem if ended else None,
        "summary": summary.to_data(),
        "measures": [
            {
                **picked(measure, ("name", "seat", "deviation")),
                **picked(measure.estimate, ("value", "low", "high")),
            }
            for measure in summary.measures
        ],
    }


def summary_text(rules: tr.Ruleset, summary: tr.Summary) -> Iterator[RenderableType]:
    """What games came to, as people read it."""
    seats, games = counted(summary.seats, "seat"), counted(summary.games, "game")
    yield f"{rules.title}: {seats}, {games}, seed {summary.seed}"
    yield ", ".join(summary.policies)
    if summary.games:
        table = columns(*MEASURED, numeric=2)
        for row in in_rows(summary):
            table.add_row(*row)
        yield ""
        yield table


# ---- two rulesets ---------------------------------------------------------------------------


def common_seats(a: tr.Ruleset, b: tr.Ruleset) -> int:
    """The smallest number of seats that two rulesets are for; `ValueError` if there is none."""
    both = {*a.seat_counts} & {*b.seat_counts}
    if not both:
        raise ValueError(
            f"{a.id} is for {numbers(a.seat_counts)} players, and {b.id} for "
            f"{numbers(b.seat_counts)}: nobody can play by both"
        )
    return min(both)


def check_plots() -> None:
    """That the pictures of a page can be drawn; `ValueError` says why not."""
    try:
        import_module("tilerules.simulation.page")
    except ModuleNotFoundError as error:
        raise ValueError(str(error)) from error


def comparison_text(a: tr.Ruleset, b: tr.Ruleset, found: tr.Comparison) -> Iterator[RenderableType]:
    """A comparison as people read it: the rules that differ, and then what changes."""
    for letter, side, title in zip("AB", (found.a, found.b), found.titles, strict=True):
        yield f"{letter}: {title} ({side.ruleset}), {counted(side.games, 'game')}"
    yield f"{counted(found.a.seats, 'seat')}, {found.players}, seed {found.seed}\n"
    if found.differences:
        yield from differences(a, b, found.differences)
    else:
        yield f"With {counted(found.a.seats, 'seat')} both play alike."
    yield ""
    table = columns(*HEADS)
    for change in found.changes:
        table.add_row(*told(change))
    yield table
    yield CAVEAT
