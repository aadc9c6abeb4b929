"""Records on the command line: kept by `play`, told, shown and stepped through by `replay`."""

from __future__ import annotations

import io
import json
import os
import re
import select
import sys
import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest

import tilerules as tr
from tests.command_line import data, make_plain, refused, run, said
from tilerules import cli, registry
from tilerules.cli.replaying import KEYS


@pytest.fixture(autouse=True)
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    make_plain(monkeypatch)


def played(id: str, seats: int, moves: int = 10**6, **notes: object) -> tr.Record:
    """The record of a game in which every seat makes its last legal move."""
    record = tr.Record.start(tr.load(id), seats, seed=7)
    while not record.state.is_over and len(record.moves) < moves:
        record = record.play(tr.legal_moves(record.state)[-1])
    return record.noted(**notes)  # type: ignore[arg-type]


Kept = Callable[[tr.Record], str]


@pytest.fixture
def kept(tmp_path: Path) -> Kept:
    """What writes a record into a file, and gives the name of that."""

    def keep(record: tr.Record) -> str:
        file = tmp_path / "game.json"
        file.write_text(record.to_json(), encoding="ascii")
        return str(file)

    return keep


TULIPS = played("tulips", 2, names=["Ann", "Zoë"], tags={"place": "Praha"}, remark="well played")


# ---- kept -----------------------------------------------------------------------------------


def test_play_keeps_the_record_of_its_game(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    call = ["play", "flowers", "--seats", "3", "--seed", "5", "--bots"]
    shown = said(*call)
    assert said(*call, "--save", str(file)) == shown
    record = tr.Record.from_json(file.read_bytes())
    assert (record.ruleset, record.seats) == (tr.load("flowers"), 3)
    assert record.deal == tr.deal(tr.load("flowers"), 3, seed=5)
    assert [str(move) for move in record.moves] == data(*call)["moves"]
    assert tr.draw_text(record.states()[-1]) in shown


def test_a_file_that_is_there_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text("mine")
    text = refused("play", "flowers", "--seed", "5", "--bots", "--save", str(file))
    assert text == f"Error: {file} cannot be written: File exists\n"
    assert file.read_text() == "mine"


# ---- told -----------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_every_move_is_told_as_the_viewer_sees_it(kept: Kept, seat: int | None) -> None:
    text = said("replay", kept(TULIPS), *([] if seat is None else ["--seat", str(seat)]))
    seen = [tr.observe(state, seat) for state in TULIPS.states()]
    told = []
    for ply, (before, after) in enumerate(pairwise(seen), 1):
        moved, *happened = tr.events(before, after)
        told += [f"{ply:2}  {moved}", *(f"      {event}" for event in happened)]
    log = text.partition("\n\n")[0].splitlines()
    assert log[:4] == [
        "Gift of Tulips: 2 seats, " + f"{len(TULIPS.moves)} moves",
        "seat 0: Ann",
        "seat 1: Zoë",
        "place: Praha",
    ]
    assert log[4:] == told
    assert tr.draw_text(seen[-1]) in text
    assert text.endswith("\nwell played\n")


def test_a_spectator_is_not_told_what_was_hidden(kept: Kept) -> None:
    chosen = TULIPS.moves[0].args[0]
    first = said("replay", kept(TULIPS)).splitlines()[4]
    assert (first, str(TULIPS.moves[0])) == (" 1  seat 0: start ?", f"start {chosen}")
    assert f" 1  seat 0: start {chosen}" in said("replay", kept(TULIPS), "--seat", "0")


# ---- shown ----------------------------------------------------------------------------------


def test_the_table_after_some_moves(kept: Kept) -> None:
    file = kept(TULIPS)
    for ply in (0, 5, len(TULIPS.moves)):
        text = said("replay", file, "--at", str(ply))
        assert text.startswith(f"\nAfter move {ply} of {len(TULIPS.moves)}:\n")
        assert tr.draw_text(tr.observe(TULIPS.at(ply), None)) in text
        totals = [int(row.split()[-1]) for row in text.splitlines() if row.split()[:1] == ["total"]]
        assert totals == [sheet.total for sheet in tr.score(TULIPS.at(ply))]
        assert ("well played" in text) == ("wins with" in text) == (ply == len(TULIPS.moves))


def test_the_table_as_data(kept: Kept) -> None:
    file = kept(TULIPS)
    read = data("replay", file, "--at", "4", "--seat", "1")
    state = TULIPS.at(4)
    assert tr.Observation.from_data(read["observation"]) == tr.observe(state, 1)
    assert [tr.Event.from_data(event) for event in read["events"]] == [
        *tr.events(tr.observe(TULIPS.at(3), 1), tr.observe(state, 1))
    ]
    assert [tr.ScoreBreakdown.from_data(sheet) for sheet in read["scores"]] == [*tr.score(state)]
    rules = tr.load("tulips")
    assert {key: read[key] for key in read if key not in ("observation", "events", "scores")} == {
        "ruleset": {"id": "tulips", "edition": rules.edition, "digest": rules.digest},
        "seats": 2,
        "names": ["Ann", "Zoë"],
        "tags": {"place": "Praha"},
        "remark": "well played",
        "notice": None,
        "plies": len(TULIPS.moves),
        "at": 4,
        "outcome": None,
    }
    last = data("replay", file)
    assert last["at"] == len(TULIPS.moves)
    assert tr.Outcome.from_data(last["outcome"]) == tr.outcome(TULIPS.state)
    assert data("replay", kept(played("flowers", 2, 0)))["events"] == []


# ---- what is wrong --------------------------------------------------------------------------


@pytest.mark.parametrize("ply", ["-1", "4"])
def test_there_are_not_so_many_moves(kept: Kept, ply: str) -> None:
    file = kept(played("flowers", 2, 3))
    wrong = f"Error: {file}: this record has 3 moves; there is no move {ply}\n"
    assert refused("replay", file, "--at", ply) == wrong


def test_there_is_no_such_seat(kept: Kept) -> None:
    file = kept(played("flowers", 2, 3))
    wrong = f"Error: {file}: there is no seat 2; they go from 0 to 1\n"
    assert refused("replay", file, "--seat", "2") == wrong


def test_a_move_that_cannot_be_made_is_named(kept: Kept) -> None:
    file = kept(played("flowers", 2, 3))
    text = Path(file).read_text().replace('"moves": ["take 2"', '"moves": ["take 2", "take 1"')
    Path(file).write_text(text)
    state = tr.apply_move(tr.new_game(tr.load("flowers"), 2, seed=7), tr.Move("take", ("2",)))
    refusal = tr.why_illegal(state, tr.Move("take", ("1",)))
    wrong = f"Error: {file}: moves[1]: seat 0 cannot make the move 'take 1': {refusal}\n"
    assert refused("replay", file) == refused("replay", file, "--at", "3") == wrong
    assert "After move 1 of 4" in said("replay", file, "--at", "1")


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"", "this is no JSON that can be read: line 1, column 1: Expecting value"),
        (b"\xff", "this is no JSON that can be read: byte 0 is not UTF-8"),
        (b"[]", "expected an object with keys, not a list"),
        (b" " * (4 * 2**20 + 1), "this JSON is too long: at most 4 MiB are read"),
    ],
)
def test_what_is_no_record_is_refused(tmp_path: Path, content: bytes, problem: str) -> None:
    file = tmp_path / "game.json"
    file.write_bytes(content)
    assert refused("replay", str(file)) == f"Error: {file}: {problem}\n"


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    text = refused("replay", str(tmp_path / "none.json"))
    assert text == f"Error: {tmp_path / 'none.json'} cannot be read: No such file or directory\n"
    assert "cannot be read" in refused("replay", str(tmp_path))


def test_rules_that_have_changed_since_are_noticed(
    kept: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = kept(TULIPS)
    today = said("replay", file)
    changed = tr.load({"extends": "tulips", "id": "tulips", "edition": 2, "end": {"drawn": 3}})
    bundled = registry.bundled
    monkeypatch.setattr(registry, "bundled", lambda id: changed if id == "tulips" else bundled(id))
    done = run("replay", file)
    assert (done.exit_code, done.stdout) == (0, today)
    assert done.stderr == (
        "note: tulips has changed: this game follows edition 1, which the record holds, and"
        " edition 2 is bundled\n"
    )


# ---- stepped through ------------------------------------------------------------------------


def stepped(file: str, *answers: str) -> str:
    """What a person sees who answers so in a real terminal; empty is Enter, None the end."""
    import pty

    child, terminal = pty.fork()
    if not child:
        os.execv(sys.executable, [sys.executable, "-m", "tilerules", "replay", file])
    seen = _until_prompt(terminal)
    for answer in answers:
        os.write(terminal, answer.encode())
        seen += _until_prompt(terminal)
    _, status = os.waitpid(child, 0)
    os.close(terminal)
    assert status == 0
    return re.sub("\x1b\\[[0-9;]*m", "", seen.replace("\r", ""))


def _until_prompt(terminal: int) -> str:
    """What the terminal shows until it waits for an answer, or is left."""
    out, deadline = b"", time.monotonic() + 30
    while not out.endswith(b"> "):
        assert select.select([terminal], [], [], deadline - time.monotonic())[0], out
        try:
            more = os.read(terminal, 4096)
        except OSError:  # how Linux tells that nobody is there any more
            break
        if not more:
            break
        out += more
    return out.decode()


def test_stepping_in_a_terminal(kept: Kept) -> None:
    record = played("serendipity-small", 2, 6)
    file = kept(record)
    tables = [tr.draw_text(state) for state in record.states()]
    seen = stepped(file, "\n", "n\n", "b\n", "e\n", "n\n", "2\n", "s\n", "what\n", "q\n")
    start, *shown = seen.split("move 0 of 6> ")[0], *seen.split("of 6> ")[1:]
    assert KEYS in start
    assert tables[0] in start
    wanted = [tables[1], tables[2], tables[1], tables[6]]
    for part, table in zip(shown, wanted, strict=False):
        assert table in part
    assert "The moves go from 0 to 6." in shown[4]
    assert tables[2] in shown[5]
    assert "After move 2 of 6" in shown[6]
    assert KEYS in shown[7]
    assert str(tr.events(*(tr.observe(record.at(n), None) for n in (0, 1)))[0]) in shown[0]
    assert len(shown) == 9


def test_a_faulty_move_stops_a_step_and_the_end_of_input_leaves(kept: Kept) -> None:
    file = kept(played("serendipity-small", 2, 3))
    record = json.loads(Path(file).read_text())
    record["moves"][1] = "pass"
    Path(file).write_text(json.dumps(record))
    shown = stepped(file, "\n", "\n", "\x04").split("of 3> ")
    assert "Error: moves[1]: seat 1 cannot make the move 'pass'" in shown[2]
    assert shown[2].endswith("move 1 ")


class Terminal(io.StringIO):
    """A stream that takes itself for a terminal."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


def talked(monkeypatch: pytest.MonkeyPatch, file: str, answers: str) -> str:
    """The same within this process."""
    monkeypatch.setattr("sys.stdin", Terminal(answers))
    monkeypatch.setattr("sys.stdout", out := Terminal())
    cli.commands(["replay", file], standalone_mode=False)
    return re.sub("\x1b\\[[0-9;]*m", "", out.getvalue())


def test_stepping_by_every_key(kept: Kept, monkeypatch: pytest.MonkeyPatch) -> None:
    record = played("serendipity-small", 2, 6)
    shown = talked(monkeypatch, kept(record), "\n\nb\ne\nn\n2\ns\n-1\nq\n").split("of 6> ")
    wanted = [tr.draw_text(record.at(ply)) for ply in (0, 1, 2, 1, 6)]
    for part, table in zip(shown, wanted, strict=False):
        assert table in part
    assert "The moves go from 0 to 6." in shown[5]
    assert tr.draw_text(record.at(2)) in shown[6]
    assert "After move 2 of 6" in shown[7]
    assert KEYS in shown[8]


def test_a_fault_is_told_and_the_end_of_input_leaves(
    kept: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = kept(played("serendipity-small", 2, 3))
    record = json.loads(Path(file).read_text())
    record["moves"][1] = "pass"
    Path(file).write_text(json.dumps(record))
    shown = talked(monkeypatch, file, "\n\n").split("of 3> ")
    assert "Error: moves[1]: seat 1 cannot make the move 'pass'" in shown[2]
    assert shown[-1] == "\n"
