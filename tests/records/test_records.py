"""The golden playthroughs: what was once played is played for ever in the same way."""

from __future__ import annotations

from pathlib import Path

import pytest

import tilerules as tr
from tests.naive.serendipity import Naive
from tests.records.text import read, written
from tests.strategies import SERENDIPITY_IDS
from tilerules.ruleset.values import thawed

FILES = sorted(Path(__file__).parent.glob("*.txt"))
MOST_LINES = 150


def test_every_ruleset_and_number_of_seats_has_a_file() -> None:
    expected = {f"{id}-{n}" for id in SERENDIPITY_IDS for n in tr.load(id).seat_counts}
    assert {file.stem for file in FILES} == expected, "run python -m tests.records.write"


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_playthrough(file: Path) -> None:
    """Every move is legal, shows what it showed, and leads to the table and sheet as written."""
    text = file.read_text(encoding="utf-8")
    game = read(text)
    assert file.stem == f"{game.ruleset.id}-{game.seats}"
    assert written(game).splitlines() == text.splitlines()
    assert text.count("\n") <= MOST_LINES


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_playthrough_beside_the_model(file: Path) -> None:
    """The naive model plays the same game to the same score."""
    game = read(file.read_text(encoding="utf-8"))
    first, *_, last = game.states()
    tiles = {label: (cell.tile, cell.facing) for label, cell in first.cells.items()}  # type: ignore[attr-defined]
    model = Naive(thawed(game.ruleset.values_for(game.seats)), game.seats, tiles)
    for move in game.moves:
        model = model.play(str(move))
    assert (model.phase, model.turns) == ("over", last.turns)
    assert [score.total for score in tr.score(last)] == [s["total"] for s in model.scores()]


def test_every_kind_of_move_occurs() -> None:
    games = [read(file.read_text(encoding="utf-8")) for file in FILES]
    forms = {(move.kind, len(move.args)) for game in games for move in game.moves}
    assert forms == {
        ("choose", 1),
        ("reveal", 1),
        ("keep", 0),
        ("keep", 1),
        ("move", 1),
        ("move", 2),
        ("swap", 2),
        ("pass", 0),
    }
    for game in games:
        assert {move.kind for move in game.moves} >= {"choose", "reveal", "keep", "move", "swap"}


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ("reveal f1 (serendip:ne)", "reveal f1 (serendip:e)"),
        ("swap a2 e3", "swap a2 e2"),
        ("flowers   red: 6 for 6", "flowers   red: 7 for 7"),
    ],
)
def test_a_change_is_noticed(was: str, now: str) -> None:
    text = (Path(__file__).parent / "serendipity-small-3.txt").read_text(encoding="utf-8")
    changed = text.replace(was, now)
    assert changed != text
    try:
        noticed = written(read(changed)) != changed
    except tr.IllegalMove:
        noticed = True
    assert noticed
