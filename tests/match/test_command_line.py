"""A match on the command line: `replay` shows one of its games."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.command_line import data, make_plain, refused, said
from tests.match.games import over, started, until


@pytest.fixture(autouse=True)
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    make_plain(monkeypatch)


MATCH = until(started("tulips", 2, 3).noted(names=["Ann", "Bob"]), 1, 4)


@pytest.fixture
def file(tmp_path: Path) -> str:
    file = tmp_path / "match.json"
    file.write_text(MATCH.to_json(), encoding="ascii")
    return str(file)


def test_a_game_of_a_match_is_replayed_as_its_record_is(file: str, tmp_path: Path) -> None:
    for game, record in enumerate(MATCH.records):
        alone = tmp_path / "game.json"
        alone.write_text(record.to_json(), encoding="ascii")
        for more in ([], ["--at", "2"], ["--seat", "1"], ["--json"]):
            told = said("replay", file, "--game", str(game), *more)
            assert told == said("replay", str(alone), *more)
    assert said("replay", file, "--game", "1").splitlines()[:3] == [
        "Gift of Tulips: 2 seats, 4 moves",
        "seat 0: Bob",
        "seat 1: Ann",
    ]
    assert data("replay", file, "--game", "0")["plies"] == len(MATCH.records[0].moves)


@pytest.mark.parametrize("call", [["replay"], ["draw"], ["play", "--bots"]])
def test_a_match_says_how_to_look_at_it(file: str, call: list[str]) -> None:
    assert refused(*call, file) == (
        f"Error: {file}: this is a match of 3 games; `tilerules replay FILE --game N` shows one of"
        " them, with N from 0 to 1\n"
    )


@pytest.mark.parametrize("game", ["2", "-1", "99"])
def test_only_games_that_have_begun_are_shown(file: str, game: str) -> None:
    wrong = f"Error: {file}: there is no game {game} to be seen; they go from 0 to 1\n"
    assert refused("replay", file, "--game", game) == wrong


def test_the_last_game_of_a_match_that_is_over(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    file.write_text(over(MATCH).to_json(), encoding="ascii")
    assert "wins with" in said("replay", str(file), "--game", "2")


def test_one_game_is_no_match(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(MATCH.record.to_json(), encoding="ascii")
    wrong = f"Error: {file}: this is one game, and no match; leave --game away\n"
    assert refused("replay", str(file), "--game", "0") == wrong


def test_a_faulty_match_is_named_by_its_place(file: str) -> None:
    text = Path(file).read_text(encoding="ascii")
    last = f'"{MATCH.record.moves[-1]}"'
    start = text.rindex(last)
    broken = text[:start] + '"jump"' + text[start + len(last) :]
    Path(file).write_text(broken, encoding="ascii")
    assert refused("replay", file, "--game", "0").startswith(
        f"Error: {file}: games[1].moves[3]: seat "
    )
