"""Pictures on the command line: one of a record, or one for each move of it."""

from __future__ import annotations

from pathlib import Path

import pytest

import tilerules as tr
from tests.command_line import make_plain, refused, run, said


@pytest.fixture(autouse=True)
def plain(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    make_plain(monkeypatch)
    monkeypatch.chdir(tmp_path)


def played(id: str, moves: int) -> tr.Record:
    """The record of a game, kept as `game.json`, in which every seat makes its first legal move."""
    record = tr.Record.start(tr.load(id), 2, seed=7)
    for _ in range(moves):
        record = record.play(tr.legal_moves(record.state)[0])
    Path("game.json").write_text(record.to_json(), encoding="ascii")
    return record


def seen(record: tr.Record, ply: int, seat: int | None = None) -> str:
    return tr.draw_svg(tr.observe(record.at(ply), seat))


# ---- one picture ----------------------------------------------------------------------------


@pytest.mark.parametrize("id", ["serendipity-small", "flowers", "tulips"])
def test_the_last_table_is_drawn(id: str) -> None:
    record = played(id, 5)
    assert said("draw", "game.json") == seen(record, 5) + "\n"


def test_the_table_after_some_moves_is_written_into_a_file() -> None:
    record = played("flowers", 5)
    for ply in (0, 3, 5):
        assert said("draw", "game.json", "--at", str(ply), "-o", f"{ply}.svg") == ""
        assert Path(f"{ply}.svg").read_text(encoding="utf-8") == seen(record, ply)
    assert len({Path(f"{ply}.svg").read_text(encoding="utf-8") for ply in (0, 3, 5)}) == 3
    assert said("draw", "game.json", "-o", "last.svg") == ""
    assert Path("last.svg").read_text() == Path("5.svg").read_text()


def test_a_seat_sees_what_a_spectator_does_not() -> None:
    record = played("tulips", 2)
    shown = [said("draw", "game.json", "--at", "0", *of) for of in ((), ("--seat", "0"))]
    assert shown == [seen(record, 0) + "\n", seen(record, 0, 0) + "\n"]
    assert shown[0] != shown[1]


def test_what_a_seat_scores_for_is_shown() -> None:
    record = played("serendipity-small", 6)
    table = tr.observe(record.at(6), None)
    shown = said("draw", "game.json", "--score", "1")
    assert shown == tr.draw_svg(table, highlight=tr.score(table)[1]) + "\n"


def test_the_score_shown_is_that_of_the_seat_named() -> None:
    record = tr.Record.start(tr.load("tulips"), 2, seed=7)
    while not record.state.is_over:
        record = record.play(tr.legal_moves(record.state)[-1])
    Path("game.json").write_text(record.to_json(), encoding="ascii")
    shown = {said("draw", "game.json", *of) for of in ((), ("--score", "0"), ("--score", "1"))}
    assert len(shown) == 3


# ---- a film ---------------------------------------------------------------------------------


def test_a_film_has_a_picture_for_the_start_and_for_each_move() -> None:
    record = played("flowers", 11)
    assert said("draw", "game.json", "--film", "new/film") == "12 pictures in new/film\n"
    files = sorted(Path("new/film").iterdir())
    assert [file.name for file in files] == [f"{ply:02}.svg" for ply in range(12)]
    for ply, file in enumerate(files):
        assert file.read_text(encoding="utf-8") == seen(record, ply)


def test_a_film_as_a_seat_sees_it() -> None:
    record = played("tulips", 3)
    said("draw", "game.json", "--film", "film", "--seat", "1", "--score", "1")
    for ply in range(4):
        table = tr.observe(record.at(ply), 1)
        wanted = tr.draw_svg(table, highlight=tr.score(table)[1])
        assert Path(f"film/{ply}.svg").read_text(encoding="utf-8") == wanted


def test_a_film_of_no_moves() -> None:
    played("flowers", 0)
    assert said("draw", "game.json", "--film", "film") == "1 picture in film\n"
    assert [file.name for file in Path("film").iterdir()] == ["0.svg"]


# ---- what is wrong --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        (["--at", "4"], "this record has 3 moves; there is no move 4"),
        (["--at", "-1"], "this record has 3 moves; there is no move -1"),
        (["--seat", "2"], "there is no seat 2; they go from 0 to 1"),
        (["--score", "2"], "there is no seat 2; they go from 0 to 1"),
        (["--score", "-1"], "there is no seat -1; they go from 0 to 1"),
    ],
)
@pytest.mark.parametrize("way", [[], ["-o", "out.svg"], ["--film", "film"]])
def test_what_is_not_there_is_not_drawn(options: list[str], problem: str, way: list[str]) -> None:
    if "--at" in options and "--film" in way:
        problem = "--film draws every move; leave --at and -o away"
    else:
        problem = f"game.json: {problem}"
    played("flowers", 3)
    assert refused("draw", "game.json", *options, *way) == f"Error: {problem}\n"
    assert [file.name for file in Path().iterdir()] == ["game.json"]


def test_a_film_is_no_single_picture() -> None:
    played("flowers", 3)
    wrong = "Error: --film draws every move; leave --at and -o away\n"
    for options in (["--at", "0"], ["-o", "out.svg"]):
        assert refused("draw", "game.json", "--film", "film", *options) == wrong
    assert not Path("film").exists()


def test_what_is_there_is_left_alone() -> None:
    played("flowers", 3)
    Path("out.svg").write_text("mine")
    wrong = "Error: out.svg cannot be written: File exists\n"
    assert refused("draw", "game.json", "-o", "out.svg") == wrong
    assert Path("out.svg").read_text() == "mine"
    Path("film").mkdir()
    wrong = "Error: film cannot be written: File exists\n"
    assert refused("draw", "game.json", "--film", "film") == wrong
    assert not [*Path("film").iterdir()]


@pytest.mark.parametrize("name", ["out.png", "out", "out.svg.html"])
def test_a_picture_is_called_one(name: str) -> None:
    played("flowers", 3)
    wrong = f"Error: {name} cannot be written: the name of a picture ends in .svg\n"
    assert refused("draw", "game.json", "-o", name) == wrong
    assert not Path(name).exists()


def test_where_nothing_can_be_written() -> None:
    played("flowers", 3)
    wrong = "Error: game.json/film cannot be written: Not a directory\n"
    assert refused("draw", "game.json", "--film", "game.json/film") == wrong
    wrong = "Error: no/out.svg cannot be written: No such file or directory\n"
    assert refused("draw", "game.json", "-o", "no/out.svg") == wrong


def test_what_is_no_record_is_refused() -> None:
    wrong = "Error: game.json cannot be read: No such file or directory\n"
    assert refused("draw", "game.json") == wrong
    Path("game.json").write_text("[]")
    wrong = "Error: game.json: expected an object with keys, not a list\n"
    assert refused("draw", "game.json") == wrong


def test_a_move_that_cannot_be_made_is_named() -> None:
    record = played("flowers", 3)
    text = record.to_json().replace('"moves": ["take 0"', '"moves": ["take 0", "take 1"')
    Path("game.json").write_text(text)
    done = run("draw", "game.json", "--film", "film")
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.startswith(
        "Error: game.json: moves[1]: seat 0 cannot make the move 'take 1'"
    )
    assert not Path("film").exists()
