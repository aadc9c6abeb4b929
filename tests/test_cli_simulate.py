"""`tilerules simulate`: many games on the command line, some of which end too early."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from multiprocessing import active_children
from pathlib import Path
from typing import Any

import pytest

import tilerules as tr
from tests.command_line import data, make_plain, refused, run, said
from tests.simulation.naive import counted, numbers_of, told
from tests.simulation.policies import fail, interrupt, odd_in, raised_by
from tilerules.bots.policies import POLICIES
from tilerules.cli.simulating import pool

TULIPS = tr.load("tulips")
FEW = (
    "simulate",
    "tulips",
    "--games",
    "12",
    "--policy",
    "uniform",
    "--seed",
    "1",
    "--workers",
    "1",
)


@pytest.fixture(autouse=True)
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    make_plain(monkeypatch)


def rows(text: str) -> dict[str, list[str]]:
    """The cells of a table behind its first ones."""
    cells = (re.split(r"  +", line) for line in text.splitlines())
    return {first: others for first, *others in cells if others}


# ---- what is shown --------------------------------------------------------------------------


def test_a_table_of_what_the_games_came_to() -> None:
    text = said(*FEW)
    expected = counted(TULIPS, 2, range(12), [tr.uniform] * 2, 1)
    assert text.splitlines()[:3] == [
        "Gift of Tulips: 2 seats, 12 games, seed 1",
        "uniform, uniform",
        "",
    ]
    table = rows(text)
    assert table["measure"] == ["value", "95 % interval"]
    assert table["moves in a game"] == ["50.00", "always"]
    for seat in range(2):
        mean = sum(value * games for value, games in expected["points"][seat]) / 12
        assert table[f"points of seat {seat}"][0] == f"{mean:.2f}"
    assert max(map(len, text.splitlines())) <= 80


def test_the_same_as_data_that_can_be_read_back() -> None:
    found = data(*FEW, "--policy", "greedy")
    assert found["ruleset"]["id"] == "tulips"
    assert (found["games"], found["problem"]) == (12, None)
    summary = tr.Summary.from_data(found["summary"])
    assert summary == tr.simulate(TULIPS, 2, 12, [tr.uniform, tr.greedy], seed=1)
    told_of = [(each["name"], each["seat"], each["value"]) for each in found["measures"]]
    assert told_of == [(each.name, each.seat, each.estimate.value) for each in summary.measures]
    assert all(each["low"] <= each["value"] <= each["high"] for each in found["measures"])
    assert found["measures"][0] == {
        "name": "plies",
        "seat": None,
        "value": 50.0,
        "low": 50.0,
        "high": 50.0,
        "deviation": 0.0,
    }


def test_what_is_not_said_is_as_usual() -> None:
    """Few seats, greedy at all of them, and a fresh seed."""
    one, other = (data("simulate", "flowers-flat", "--games", "2")["summary"] for _ in range(2))
    assert (one["seats"], one["policies"], one["played"]) == (1, ["greedy"], [[0, 2]])
    assert one["seed"] != other["seed"]
    assert type(one["seed"]) is int


def test_workers_play_the_same_games() -> None:
    assert said(*FEW, "--workers", "2") == said(*FEW)


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("--games", "0"), "expected a number of games, at least 1, not 0"),
        (("--seats", "7"), "tulips is for 2, 3, 4, 5 or 6 seats, not for 7"),
        (("--seats", "4", *("--policy", "greedy") * 2), "a policy for each of 4 seats, or one for"),
        (
            ("--policy", "clever"),
            "'clever' is not one of 'uniform', 'greedy', 'search'. Policies of your own play in "
            "Python, by tr.playout, tr.simulate and tr.compare.",
        ),
        (("--seats", "9" * 12), "tulips is for 2, 3, 4, 5 or 6 seats, not for 999999999999"),
        (("--workers", "0"), "0 is not in the range"),
    ],
)
def test_what_cannot_be_is_refused(arguments: tuple[str, ...], problem: str) -> None:
    assert problem in refused("simulate", "tulips", "--games", "2", *arguments)


# ---- an end before its time -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("act", "problem", "status"),
    [
        (interrupt, "interrupted", 130),
        (fail, r"game 7: SaidBadly: red:\n\x1b[31mhot\x1b[0m\nend; {told}", 3),
    ],
)
@pytest.mark.parametrize("number", [7, 0])
def test_what_was_finished_is_shown(
    number: int, act: Any, problem: str, status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(POLICIES, "uniform", odd_in(number, act))
    problem = problem.replace("game 7", f"game {number}")
    problem = problem.replace("{told}", raised_by(number, fail))
    as_text, as_data = run(*FEW), run(*FEW, "--json")
    for done in (as_text, as_data):
        assert done.exit_code == status
        assert done.stderr == f"Error: {problem}; {number} of 12 games were played\n"
    found = json.loads(as_data.stdout)
    assert (found["games"], found["problem"]) == (12, problem)
    summary = tr.Summary.from_data(found["summary"])
    assert summary.games == number
    assert len(found["measures"]) == len(summary.measures)
    assert f"2 seats, {number} games, seed 1" in as_text.stdout
    assert ("moves in a game" in as_text.stdout) == bool(number)


def test_workers_are_not_waited_for_when_a_simulation_has_ended() -> None:
    start = time.monotonic()
    nothing = tr.simulate(TULIPS, 2, 1, tr.uniform, seed=1)

    def simulation() -> None:
        with pool(2) as executor:
            assert executor is not None
            tasks = [executor.submit(time.sleep, 600) for _ in range(2)]
            while not all(task.running() for task in tasks):
                time.sleep(0.01)
            assert len(active_children()) == 2
            raise tr.SimulationInterrupted(nothing, 2, "a policy failed")

    with pytest.raises(tr.SimulationInterrupted):
        simulation()
    assert time.monotonic() - start < 60
    assert active_children() == []


def test_a_worker_that_is_gone_does_not_end_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not every system has the signal that would do so; what it meant before, it means again."""
    number = signal.SIGPIPE
    before = signal.signal(number, signal.SIG_DFL)
    try:
        with pool(2):
            assert signal.getsignal(signal.SIGPIPE) is signal.SIG_IGN
        assert signal.getsignal(signal.SIGPIPE) is signal.SIG_DFL
        monkeypatch.delattr(signal, "SIGPIPE")
        with pool(2):
            assert signal.getsignal(number) is signal.SIG_DFL
    finally:
        signal.signal(number, before)


MAIN = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # whatever the tests run under
from tilerules.__main__ import main
main()
"""


def test_a_bar_is_shown_in_a_terminal_and_can_be_interrupted(tmp_path: Path) -> None:
    """On standard error; standard output holds the data of what was finished."""
    end, terminal = os.openpty()
    arguments = ("simulate", "tulips", "--policy", "uniform", "--seed", "1", "--json")
    command = [sys.executable, "-c", MAIN, *arguments, "--games", "90000", "--workers", "2"]
    with (
        (tmp_path / "out").open("w+b") as out,
        subprocess.Popen(command, stdout=out, stderr=terminal, start_new_session=True) as program,
    ):
        os.close(terminal)
        shown = ""
        try:
            while len(set(re.findall(r"(\d+)/90000", shown))) < 6:
                shown += os.read(end, 4096).decode()
            os.killpg(program.pid, signal.SIGINT)
            shown = _rest(end)
            assert program.wait(60) == 130
        finally:
            program.kill()
            os.close(end)
        out.seek(0)
        found = json.load(out)
    summary = tr.Summary.from_data(found["summary"])
    assert found["problem"] == "interrupted"
    assert shown.endswith(f"Error: interrupted; {summary.games} of 90000 games were played\r\n")
    assert "Traceback" not in shown
    some = numbers_of(summary)
    assert 0 < len(some) < 90000
    assert told(summary) == counted(TULIPS, 2, some, [tr.uniform] * 2, 1)


def _rest(end: int) -> str:
    """What is still written to a terminal."""
    shown = b""
    try:
        while more := os.read(end, 4096):
            shown += more
    except OSError:  # so a terminal ends when nobody writes to it any more
        pass
    return shown.decode()
