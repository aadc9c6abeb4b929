"""Many games in other processes, some of which are interrupted or killed."""

from __future__ import annotations

import multiprocessing
import os
import re
import runpy
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path
from subprocess import PIPE
from typing import Any

import pytest

import tilerules as tr
from tests.simulation.executors import Watched
from tests.simulation.naive import counted, numbers_of, told
from tests.simulation.policies import (
    Named,
    die_once,
    do_nothing,
    fail,
    interrupt,
    leave,
    odd_in,
    raised_by,
)
from tilerules.simulation import working
from tilerules.simulation.running import simulate
from tilerules.simulation.working import INTERRUPTED, Plan, carry_out

TULIPS = tr.load("tulips")
GAMES = 40
ROOT = Path(__file__).parents[2]


def pool(workers: int, start: str = "spawn") -> ProcessPoolExecutor:
    return ProcessPoolExecutor(workers, multiprocessing.get_context(start))


@pytest.fixture(scope="module")
def two_workers() -> Iterator[ProcessPoolExecutor]:
    with pool(2) as executor:
        yield executor


def expected(games: int = GAMES) -> dict[str, Any]:
    """What so many games of Gift of Tulips with two seats come to."""
    return counted(TULIPS, 2, range(games), [tr.uniform] * 2, 1)


def stopped(policy: tr.Policy, executor: Any, games: int = GAMES) -> tr.SimulationInterrupted:
    """How a simulation ends before its time."""
    with pytest.raises(tr.SimulationInterrupted) as caught:
        simulate(TULIPS, 2, games, policy, seed=1, executor=executor)
    return caught.value


# ---- the same games -------------------------------------------------------------------------


@pytest.mark.parametrize(("workers", "start"), [(1, "spawn"), (3, "spawn"), (2, "forkserver")])
def test_any_number_of_processes_plays_the_same_games(workers: int, start: str) -> None:
    with pool(workers, start) as executor:
        done = simulate(TULIPS, 2, GAMES, tr.uniform, seed=1, executor=executor)
    assert told(done) == expected()


def test_policies_of_all_sorts_are_sent(two_workers: ProcessPoolExecutor) -> None:
    policies: list[tr.Policy] = [odd_in(3, do_nothing), Named(3)]
    done = simulate(TULIPS, 2, GAMES, policies, seed=1, executor=two_workers)
    assert told(done) == counted(TULIPS, 2, range(GAMES), policies, 1)


def test_the_program_of_the_page_plays_games(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "guides" / "simulation.md").read_text("utf-8")
    file, text = re.findall(r"<!-- file: (.*?) -->\n```python\n(.*?)^```", page, re.M | re.S)[0]
    (tmp_path / file).write_text(text, "utf-8")
    command = [sys.executable, str(tmp_path / file)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    last = runpy.run_path(str(tmp_path / file))["last"]
    here = tr.simulate(TULIPS, 2, 500, last, seed=1)
    assert (done.stdout, done.stderr) == (f"{here}\n", "")


# ---- a policy fails -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("act", "problem"),
    [
        (fail, rf"game 23: SaidBadly: red:\n\x1b[31mhot\x1b[0m\nend; {raised_by(23, fail)}"),
        (leave, "game 23: SystemExit: 3"),
        (interrupt, "interrupted"),
    ],
)
def test_a_policy_that_fails_in_a_worker(
    act: Any, problem: str, two_workers: ProcessPoolExecutor
) -> None:
    """What it raises cannot be pickled, or would end the worker; no finished game is lost."""
    executor = Watched(two_workers)
    error = stopped(odd_in(23, act), executor)
    played = numbers_of(error.summary)
    assert error.problem == problem
    assert {*played} == executor.finished()
    assert 23 not in played
    assert told(error.summary) == counted(TULIPS, 2, played, [odd_in(23, do_nothing)] * 2, 1)
    if act is fail:
        assert "in fail\n" in error.__notes__[0]
    assert two_workers.submit(os.getpid).result() != os.getpid()


def test_a_policy_that_cannot_be_sent(two_workers: ProcessPoolExecutor) -> None:
    for policy in (lambda seen, random: tr.uniform(seen, random), Named(threading.Lock())):
        error = stopped(policy, two_workers)
        assert error.problem.endswith(
            "; rules and policies are pickled for other processes, so a policy is to be a "
            "function at the top of a module, or a partial of one"
        )
        assert error.summary.games == 0


# ---- a worker is lost -----------------------------------------------------------------------


def test_a_worker_that_is_killed(tmp_path: Path) -> None:
    """What was finished is kept; then another pool plays the rest, to the same end."""
    flag = tmp_path / "flag"
    flag.touch()
    policy = odd_in(23, partial(die_once, flag))
    with Watched(pool(2)) as executor:
        error = stopped(policy, executor)
    assert not flag.exists()
    played = numbers_of(error.summary)
    assert {*played} == executor.finished()
    assert 23 not in played
    assert "a worker failed: BrokenProcessPool: " in error.problem
    lost = {
        number
        for part in error.problem.rpartition("; games lost: ")[2].split(" and ")
        for number in range(int(part.split(" to ")[0]), int(part.split(" to ")[-1]) + 1)
    }
    assert lost == {*range(GAMES)} - {*played}
    with pool(1) as another:
        done = simulate(TULIPS, 2, GAMES, policy, seed=1, executor=another, resume=error.summary)
    assert told(done) == counted(TULIPS, 2, range(GAMES), [policy] * 2, 1)


# ---- interruptions, as a terminal sends them ------------------------------------------------

PROGRAM = """
import json, signal
from concurrent.futures import ProcessPoolExecutor
import tilerules as tr
from tilerules.simulation import working

def begun():
    print("begun", flush=True)

def progress(done, games):
    print(done, flush=True)

if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)  # whatever the tests run under
    working.SECONDS = 0.02
    rules, given = tr.load("tulips"), dict(seed=1, progress=progress)
    with ProcessPoolExecutor(2, initializer=begun) as pool:
        try:
            tr.simulate(rules, 2, 300, tr.uniform, executor=pool, **given)
        except tr.SimulationInterrupted as error:
            print("stopped", error.problem)
            print(json.dumps(error.summary.to_data()))
            first = error.summary
        done = tr.simulate(rules, 2, 300, tr.uniform, executor=pool, resume=first, **given)
        print("played", json.dumps(done.to_data()))
"""


@pytest.mark.parametrize("whom", [os.kill, os.killpg])
def test_a_program_that_is_interrupted(whom: Any, tmp_path: Path) -> None:
    """Alone or with its workers; nothing is written but what it says, and it can go on."""
    file = tmp_path / "program.py"
    file.write_text(PROGRAM, "utf-8")
    command = [sys.executable, str(file)]
    with subprocess.Popen(
        command, stdout=PIPE, stderr=PIPE, text=True, start_new_session=True
    ) as program:
        try:
            assert program.stdout is not None
            lines = (line.rstrip() for line in program.stdout)
            before = [next(lines) for _ in range(7)]
            assert "".join(before).count("begun") == 2
            whom(program.pid, signal.SIGINT)
            said, complained = program.communicate(timeout=120)
        finally:
            with suppress(ProcessLookupError):
                os.killpg(program.pid, signal.SIGKILL)
    assert (program.returncode, complained) == (0, "")
    _, _, after = said.partition("stopped interrupted\n")
    first, *progress, last = after.splitlines()
    summary = tr.Summary.from_json(first)
    assert progress[0] == str(summary.games)
    assert 300 > summary.games > 2
    played = numbers_of(summary)
    assert told(summary) == counted(TULIPS, 2, played, [tr.uniform] * 2, 1)
    done = tr.Summary.from_json(last.removeprefix("played "))
    assert done == simulate(TULIPS, 2, 300, tr.uniform, seed=1)


# ---- what a worker makes of them ------------------------------------------------------------


@pytest.fixture
def worker(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """As if this were a worker of a pool."""
    monkeypatch.setattr(working, "_WORKER", working._Worker())
    monkeypatch.setattr(working, "parent_process", multiprocessing.current_process)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def plan(act: Any = do_nothing, run: str = "a run") -> Plan:
    return Plan(TULIPS, (odd_in(3, act),) * 2, 1, run)


def interrupted_by_signal() -> None:
    signal.raise_signal(signal.SIGINT)


@pytest.mark.usefixtures("worker")
def test_an_interruption_ends_the_game_of_a_worker_and_not_the_worker() -> None:
    report = carry_out(plan(interrupted_by_signal), range(9))
    assert (report.problem, report.summary.played) == (INTERRUPTED, ((0, 3),))
    assert told(report.summary) == told(carry_out(plan(run="another"), range(3)).summary)
    signal.raise_signal(signal.SIGINT)  # between tasks


@pytest.mark.usefixtures("worker")
def test_a_worker_that_was_interrupted_plays_no_more_of_that_run() -> None:
    carry_out(plan(interrupted_by_signal), range(9))
    report = carry_out(plan(), range(20, 25))
    assert (report.problem, report.summary.games, report.left) == (INTERRUPTED, 0, range(20, 25))
    report = carry_out(plan(run="another"), range(20, 25))
    assert (report.problem, report.summary.games) == (None, 5)


@pytest.mark.usefixtures("worker")
def test_a_worker_keeps_what_it_does_with_interruptions_otherwise() -> None:
    calls = list[object]()
    signal.signal(signal.SIGINT, lambda *given: calls.append(given))
    report = carry_out(plan(interrupted_by_signal), range(9))
    assert (len(calls), report.problem, report.summary.games) == (1, None, 9)


def test_other_processes_and_threads_are_left_as_they_are() -> None:
    before = signal.getsignal(signal.SIGINT)
    carry_out(plan(), range(2))
    assert signal.getsignal(signal.SIGINT) is before


@pytest.mark.usefixtures("worker")
def test_a_thread_of_a_worker_does_nothing_about_interruptions() -> None:
    with ThreadPoolExecutor(1) as threads:
        report = threads.submit(carry_out, plan(), range(2)).result()
    assert report.summary.games == 2
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
