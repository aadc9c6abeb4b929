"""Each benchmark runs and tells a figure of everything; what it measures is not judged here."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from tests.benchmarks import batches, costs, growth, kept_states, playouts
from tests.benchmarks.players import PEERS, Player, floor, peers

FIGURE = re.compile(r"^(.*\S) +-?[\d,.]+ (?:moves/s|games/s|bytes|ms|µs)", re.MULTILINE)
GAMES = ("serendipity, 2 seats", "serendipity, 6 seats", "flowers, 1 seat", "tulips, 6 seats")

RUNS: list[tuple[Callable[[list[str]], None], str, tuple[str, ...]]] = [
    (playouts.main, "--peers --rounds 1 --seconds 0", ("floor", *GAMES)),
    (playouts.main, "flowers --seats 3 --observing --rounds 1 --seconds 0", ("flowers, 3 seats",)),
    (kept_states.main, "--states 1", ("floor", *GAMES)),
    (
        growth.main,
        "--games 1 --rounds 1 --seconds 0",
        ("serendipity, 19 cells", "serendipity, 397 cells", "flowers, 4 seats, from ply 120"),
    ),
    (
        batches.main,
        "tulips --games 2 --rounds 1 --workers 1",
        ("tulips, 2 seats: simulate", "tulips, 2 seats: simulate, with workers"),
    ),
    (
        costs.main,
        "--rounds 1 --calls 1",
        ("import tilerules", "a user's card, the second time", "score, all seats, in the middle"),
    ),
]


@pytest.mark.parametrize(("main", "given", "some"), RUNS)
def test_a_benchmark_runs(
    main: Callable[[list[str]], None],
    given: str,
    some: tuple[str, ...],
    capsys: pytest.CaptureFixture[str],
) -> None:
    main(given.split())
    assert {*some} <= {*FIGURE.findall(capsys.readouterr().out)}


def test_every_peer_plays_or_is_left_out() -> None:
    players, missing = peers()
    assert {*missing} <= {*PEERS}
    assert len(players) >= len(PEERS) - len(missing)
    for player in [Player("floor", floor), *players]:
        kept: list[object] = []
        moves = player.play(kept)
        assert moves > 0, player.label
        assert len(kept) >= moves or not player.forks, player.label
        assert len({*map(id, kept)}) == len(kept) or not player.forks, player.label
