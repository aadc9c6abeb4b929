"""`tilerules compare`: two rulesets side by side on the command line."""

from __future__ import annotations

import io
import re
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing.context import BaseContext
from pathlib import Path
from random import Random

import pytest

import tilerules as tr
from tests.command_line import data, make_plain, refused, run, said
from tilerules import cli
from tilerules.bots.policies import POLICIES
from tilerules.cli import simulating

CALL = ["compare", "tulips", "tulips-thanks", "--policy", "uniform", "--seed", "3"]
FEW = [*CALL, "--games", "6", "--workers", "1"]


@pytest.fixture(autouse=True)
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """The environment says nothing special about the terminal."""
    make_plain(monkeypatch)


def in_library(seats: int = 2, games: int = 6) -> tr.Comparison:
    """What the command compares, compared by the library."""
    base, house = tr.load("tulips"), tr.load("tulips-thanks")
    return tr.compare(base, house, seats, games, tr.uniform, seed=3)


def rows(text: str) -> dict[str, list[str]]:
    """The cells of a table behind its first ones."""
    cells = (re.split(r"  +", line) for line in text.splitlines())
    return {first: others for first, *others in cells if others}


# ---- what is told ---------------------------------------------------------------------------


def test_it_tells_what_is_compared_the_rules_that_differ_and_what_changes() -> None:
    text, found = said(*FEW), in_library()
    assert text.splitlines()[:3] == [
        "A: Gift of Tulips (tulips), 6 games",
        "B: Gift of Tulips, with thanks (tulips-thanks), 6 games",
        "2 seats, uniform at every seat, seed 3",
    ]
    [table] = re.findall(r"key .*?\n\n", said("diff", "tulips", "tulips-thanks") + "\n", re.S)
    assert table in text
    told = rows(text)
    for change in found.changes:
        assert told[change.a.title][2].endswith(" *") == change.is_clear
    points = next(change for change in found.changes if change.name == "points")
    assert points.effect is not None
    low, high = points.difference.ends or (0, 0)
    assert told["points of seat 0"] == [
        f"{points.a.estimate.value:.2f}",
        f"{points.b.estimate.value:.2f}",
        f"{points.difference.value:+.2f}" + " *" * points.is_clear,
        f"{low:.2f} to {high:.2f}",
        f"{points.effect.value:+.2f} {points.size}",
    ]
    assert told["moves in a game"] == ["50.00", "50.00", "+0.00", "always"]
    assert text.endswith("People play otherwise than policies.\n")


def test_a_clear_difference_is_marked() -> None:
    """Where no card is covered there are fewer moves, whatever else there is."""
    told = rows(said("compare", "flowers", "flowers-flat", *FEW[3:]))
    *_, difference, _, effect = told["legal moves per ply"]
    assert (difference[0], difference[-2:], effect[-5:]) == ("-", " *", "large")


def test_nothing_stands_wider_than_a_terminal() -> None:
    assert max(map(len, said(*FEW).splitlines())) <= 80


def test_json_is_that_of_the_library() -> None:
    assert data(*FEW) == in_library().to_data()


def test_workers_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int | None] = []

    class Pool(ProcessPoolExecutor):
        def __init__(self, workers: int | None, mp_context: BaseContext) -> None:
            asked.append(workers)
            super().__init__(2, mp_context)

    monkeypatch.setattr(simulating, "ProcessPoolExecutor", Pool)
    few = [*CALL, "--games", "6"]
    assert said(*few, "--workers", "2") == said(*few) == said(*FEW)
    assert asked == [2, None]


def test_a_fresh_seed_is_drawn_and_told() -> None:
    call = ["compare", "tulips", "tulips", "--policy", "uniform", "--games", "1", "--workers", "1"]
    seeds = {re.findall(r"seed (\d+)$", said(*call), re.M)[0] for _ in range(3)}
    assert len(seeds) > 1


# ---- what is compared -----------------------------------------------------------------------


def test_the_seats_are_as_few_as_both_allow() -> None:
    """Flowers is for one seat and more, its even turns for two and more."""
    call = ["--policy", "uniform", "--games", "1", "--workers", "1", "--seed", "1"]
    assert "\n2 seats, " in said("compare", "flowers", "flowers-even-turns", *call)
    assert "\n4 seats, " in said("compare", "flowers", "flowers-flat", "--seats", "4", *call)


def test_rules_that_play_alike() -> None:
    text = said("compare", "tulips", "tulips", *FEW[3:])
    assert "\nWith 2 seats both play alike.\n" in text


def test_files_are_compared(tmp_path: Path) -> None:
    card = tmp_path / "ours.yaml"
    card.write_text(
        "id: ours\ntitle: Ours\nextends: tulips\nedition: 1\nturn: {drawing: together}\n", "utf-8"
    )
    assert "B: Ours (ours), 6 games" in said("compare", "tulips", str(card), *FEW[3:])


def test_greedy_sits_at_every_seat_unless_another_is_named() -> None:
    call = ["compare", "tulips", "tulips", "--games", "1", "--workers", "1", "--seed", "1"]
    assert "greedy at every seat" in said(*call)


def test_a_policy_for_each_seat() -> None:
    call = ["compare", "tulips", "tulips-thanks", "--games", "2", "--workers", "1", "--seed", "1"]
    mixed = [*call, "--policy", "uniform", "--policy", "greedy"]
    base, house = tr.load("tulips"), tr.load("tulips-thanks")
    assert data(*mixed) == tr.compare(base, house, 2, 2, [tr.uniform, tr.greedy], seed=1).to_data()
    assert "\n2 seats, uniform, greedy, seed 1\n" in said(*mixed)
    assert refused(*mixed, "--seats", "3") == (
        "Error: expected a policy for each of 3 seats, or one for all, not 2\n"
    )


# ---- what cannot be -------------------------------------------------------------------------


def test_rules_of_two_games() -> None:
    text = refused("compare", "tulips", "flowers", *FEW[3:])
    assert text == "Error: tulips is for tulips, and flowers for flowers: nothing compares\n"


def test_rules_without_a_common_number_of_seats(tmp_path: Path) -> None:
    files = []
    for id, seats in (("few", [2]), ("many", [3, 4])):
        files.append(tmp_path / f"{id}.yaml")
        files[-1].write_text(
            f"id: {id}\ntitle: T\nextends: tulips\nedition: 1\nplayers: {seats}\n", "utf-8"
        )
    assert refused("compare", *map(str, files), *FEW[3:]) == (
        "Error: few is for 2 players, and many for 3 or 4: nobody can play by both\n"
    )
    assert refused("compare", *map(str, files), "--seats", "2", *FEW[3:]) == (
        "Error: many is for 3 or 4 seats, not for 2\n"
    )


def test_an_unknown_id() -> None:
    assert "did you mean 'tulips'" in refused("compare", "tulip", "tulips")


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (["--games", "0"], "expected a number of games, at least 1, not 0"),
        (["--workers", "0"], "0 is not in the range x>=1"),
        (["--policy", "clever"], "'clever' is not one of 'uniform', 'greedy', 'search'. Policies"),
    ],
)
def test_numbers_and_names_that_cannot_be(more: list[str], message: str) -> None:
    assert message in refused(*FEW, *more)


# ---- before its time ------------------------------------------------------------------------


def stopping(after: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let somebody interrupt when so many games have begun."""
    begun = 0

    def policy(observation: tr.Observation, random: Random) -> tr.Move:
        nonlocal begun
        begun += observation.ply == 0
        if begun > after:
            raise KeyboardInterrupt
        return tr.uniform(observation, random)

    monkeypatch.setitem(POLICIES, "uniform", policy)


def test_what_was_played_is_shown_if_the_second_is_interrupted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stopping(10, monkeypatch)
    done = run(*FEW)
    assert (done.exit_code, done.stderr) == (130, "Error: interrupted; 4 of 6 games were played\n")
    assert done.stdout.splitlines()[:2] == [
        "A: Gift of Tulips (tulips), 6 games",
        "B: Gift of Tulips, with thanks (tulips-thanks), 4 games",
    ]
    assert "points of seat 0" in done.stdout


@pytest.mark.parametrize("after", [3, 6])
def test_there_is_nothing_to_compare_before_a_game_of_the_second(
    after: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    stopping(after, monkeypatch)
    assert f"interrupted; {after % 6} of 6 games" in refused(*FEW, status=130)


# ---- the page -------------------------------------------------------------------------------


def test_a_page_is_written(tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    done = run(*FEW, "--html", str(file))
    assert (done.exit_code, done.stdout) == (0, said(*FEW))
    assert file.read_text("utf-8") == in_library().html()


def test_a_page_that_cannot_be_written_is_refused_before_a_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tr, "compare", None)
    there = tmp_path / "there.html"
    there.write_text("mine", "utf-8")
    nowhere = tmp_path / "nowhere" / "page.html"
    assert refused(*FEW, "--html", str(there)) == f"Error: {there} cannot be written: File exists\n"
    assert refused(*FEW, "--html", str(nowhere)) == (
        f"Error: {nowhere} cannot be written: No such file or directory\n"
    )
    text = tmp_path / "page.txt"
    assert refused(*FEW, "--html", str(text)) == (
        f"Error: {text} cannot be written: the name of a page ends in .html\n"
    )
    assert there.read_text("utf-8") == "mine"
    assert not text.exists()


def test_a_page_needs_an_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("page", "plots"):
        monkeypatch.delitem(sys.modules, f"tilerules.simulation.{name}", raising=False)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    file = tmp_path / "page.html"
    assert refused(*FEW, "--html", str(file)) == (
        'Error: plots need an extra: pip install "tilerules[plots]"\n'
    )
    assert not file.exists()


# ---- terminals ------------------------------------------------------------------------------


class Terminal(io.TextIOWrapper):
    """A stream that takes itself for a terminal."""

    def __init__(self) -> None:
        super().__init__(io.BytesIO(), encoding="utf-8", write_through=True)

    def isatty(self) -> bool:
        return True

    @property
    def text(self) -> str:
        self.seek(0)
        return self.read()


def test_a_bar_on_a_terminal_shows_all_games_of_both(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stderr", terminal := Terminal())
    cli.commands(FEW, standalone_mode=False)
    told = re.findall(r"(\d+)/(\d+)", terminal.text)
    assert (told[0], told[-1]) == (("0", "12"), ("12", "12"))
    assert capsys.readouterr().out == said(*FEW)
