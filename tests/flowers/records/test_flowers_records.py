"""The golden playthroughs: what was once played is played for ever in the same way."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

import tilerules as tr
from tests.flowers.records.text import positions, read, written
from tests.flowers.strategies import FLOWERS_IDS
from tests.flowers.test_invariants import model_of, same_moves, same_position, same_scores

FILES = sorted(Path(__file__).parent.glob("*.txt"))
MOST_LINES = 160


def test_every_ruleset_and_number_of_seats_has_a_file() -> None:
    expected = {f"{id}-{n}" for id in FLOWERS_IDS for n in tr.load(id).seat_counts}
    assert {file.stem for file in FILES} == expected, "run python -m tests.flowers.records.write"


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
    """The naive model plays the same game, ply by ply, to the same score and ranking."""
    game = read(file.read_text(encoding="utf-8"))
    first, *later = positions(game)
    model = model_of(first)
    for move, state in zip(game.moves, later, strict=True):
        model = model.play(str(move))
        same_position(state, model)
    same_moves(later[-1], model)
    same_scores(later[-1], model)
    assert model.phase == "over"


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_deal_of_the_seed_is_the_same(file: Path) -> None:
    """Dealt again from the seed in the file, and given to a new game, it starts as written."""
    text = file.read_text(encoding="utf-8")
    game = read(text)
    deal = tr.deal(game.ruleset, game.seats, seed=game.seed)
    assert f"commitment  {deal.commitment}\n" in text
    starts, *piles = [part.split() for part in deal.layout.split("|")]
    assert f"starts      {', '.join(starts)}\n" in text
    first = tr.new_game(game.ruleset, game.seats, deal=deal)
    assert first == next(positions(game))
    assert [list(pile) for pile in next(positions(game)).piles] == piles[:-1]


def test_every_kind_of_move_and_of_line_occurs() -> None:
    for id in FLOWERS_IDS:
        games = [read(f.read_text(encoding="utf-8")) for f in FILES if f.stem[:-2] == id]
        kinds = {move.kind for game in games for move in game.moves}
        assert kinds == {"take", "place", *([] if id == "flowers-flat" else ["cover"])}
        sheets = [sheet for game in games for sheet in tr.score([*positions(game)][-1])]
        lines = {line.id for sheet in sheets for line in sheet.lines}
        assert lines == {"discards", "fields", "butterflies"}


def test_every_ending_occurs() -> None:
    """A pile runs out by a card taken, by a card swept, and before the last turn of a round."""
    lasts = {}
    for file in FILES:
        *_, (before, after) = pairwise(positions(read(file.read_text(encoding="utf-8"))))
        lasts[file.stem] = (all(before.piles), before.swept != after.swept)
    assert lasts["flowers-2"] == (False, False)
    assert any(by_sweep for _, by_sweep in lasts.values())
    ran_out = {
        state.turns % state.seats
        for file in FILES
        if "even-turns" in file.stem
        for state in positions(read(file.read_text(encoding="utf-8")))
        if state.phase == "take" and not all(state.piles)
    }
    assert ran_out, "in none of these games another turn followed when a pile had run out"


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ("[shown: pile 0 ", "[shown: pile 1 "),
        ("seat 1  take 2", "seat 1  take 1"),
        ("  fields    red: 5 for 5", "  fields    red: 6 for 6"),
    ],
)
def test_a_change_is_noticed(was: str, now: str) -> None:
    text = (Path(__file__).parent / "flowers-2.txt").read_text(encoding="utf-8")
    changed = text.replace(was, now, 1)
    assert changed != text
    try:
        noticed = written(read(changed)) != changed
    except tr.IllegalMove:
        noticed = True
    assert noticed
