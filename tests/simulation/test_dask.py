"""Many games on a cluster: a scheduler and two workers on loopback, one of which is killed."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import tilerules as tr
from tests.simulation.naive import counted, numbers_of, told
from tests.simulation.policies import die_once, do_nothing, fail, odd_in

pytestmark = pytest.mark.dask

ROOT = Path(__file__).parents[2]
TULIPS = tr.load("tulips")
GAMES = 120
SECONDS = 60


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Any]:
    """A client of a scheduler with two workers, each a process with one thread."""
    file = tmp_path / "scheduler.json"
    common = ("--scheduler-file", str(file), "--host", "127.0.0.1", "--no-dashboard")
    worker = ("dask_worker", *common, "--no-nanny", "--nthreads", "1")
    with ExitStack() as stack:
        for program in (("dask_scheduler", *common, "--port", "0"), worker, worker):
            process = stack.enter_context(started(tmp_path, *program))
            stack.callback(process.kill)
        distributed = import_module("distributed")
        found = stack.enter_context(distributed.Client(scheduler_file=str(file), timeout=SECONDS))
        found.wait_for_workers(2, timeout=SECONDS)
        yield found


def started(folder: Path, program: str, *arguments: str) -> subprocess.Popen[bytes]:
    """A program of Dask, which finds the policies of the tests."""
    command = [sys.executable, "-m", f"distributed.cli.{program}", *arguments]
    with (folder / f"{program}.log").open("ab") as log:
        return subprocess.Popen(
            command, cwd=folder, env={**os.environ, "PYTHONPATH": str(ROOT)}, stdout=log, stderr=log
        )


def workers(client: Any) -> int:
    """How many workers the scheduler knows."""
    return len(client.scheduler_info()["workers"])


def test_a_killed_worker_changes_nothing(client: Any, tmp_path: Path) -> None:
    """What it had is played by the other one, and the totals are those of one process."""
    flag = tmp_path / "flag"
    flag.touch()
    policy = odd_in(GAMES // 2, partial(die_once, flag))
    calls = list[int]()
    done = tr.simulate(
        TULIPS,
        2,
        GAMES,
        policy,
        seed=1,
        executor=client.get_executor(pure=False),
        progress=lambda games, _: calls.append(games),
    )
    assert not flag.exists()
    assert workers(client) == 1
    assert calls == sorted(calls)
    assert done == tr.simulate(TULIPS, 2, GAMES, policy, seed=1)
    assert told(done) == counted(TULIPS, 2, range(GAMES), [policy] * 2, 1)


def test_the_sample_of_the_page(client: Any, capsys: pytest.CaptureFixture[str]) -> None:
    page = (ROOT / "docs" / "guides" / "simulation.md").read_text("utf-8")
    [sample] = re.findall(r"<!-- dask -->\n```py\n(.*?)^```", page, re.M | re.S)
    assert "tcp://scheduler:8786" in sample
    exec(sample.replace("tcp://scheduler:8786", client.scheduler.address), {})
    done = tr.simulate(TULIPS, 2, 100, tr.uniform, seed=1)
    assert capsys.readouterr().out == f"{done}\n"


def test_a_policy_that_fails_on_a_cluster(client: Any) -> None:
    with pytest.raises(tr.SimulationInterrupted) as caught:
        tr.simulate(TULIPS, 2, GAMES, odd_in(60, fail), seed=1, executor=client.get_executor())
    summary = caught.value.summary
    assert caught.value.problem.startswith("game 60: SaidBadly: ")
    played = numbers_of(summary)
    assert told(summary) == counted(TULIPS, 2, played, [odd_in(60, do_nothing)] * 2, 1)
