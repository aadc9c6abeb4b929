"""Records as people write them: short forms, and moves that cannot be made."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

import tilerules as tr
from tests.saving.games import GAMES, game, moves_of, reread, written
from tests.saving.kinds import fault_of


def puzzle(moves: list[str], *, id: str = "serendipity", **entries: Any) -> dict[str, Any]:
    """A record by hand, that begins with a position."""
    return {"ruleset": id, "seats": 2, "position": entries, "moves": moves}


def meadow(moves: list[str], *, id: str = "serendipity-small", **cells: Any) -> dict[str, Any]:
    """A small meadow in which seat 0 turns up: red tiles and a few others, all face down."""
    left = {"red": 9, "blue": 9, "yellow": 9, "serendip": 10}
    ruleset = tr.load(id)
    labels = tr.new_game(ruleset, 2, seed=1).cells  # type: ignore[attr-defined]
    for cell in cells.values():
        left[cell["tile"]] -= 1
    names = iter([name for name, number in left.items() for _ in range(number)])
    rest = {label: {"tile": next(names)} for label in labels if label not in cells}
    for cell in rest.values():
        if cell["tile"] == "serendip":
            cell["facing"] = "ne"
    entries = {"phase": "reveal", "to_move": 0, "owners": {"red": 0, "blue": 1}}
    return puzzle(moves, id=id, **entries, cells={**rest, **cells})


# ---- written by hand ------------------------------------------------------------------------


def test_a_record_by_hand_needs_little() -> None:
    deal = json.loads(tr.deal(tr.load("tulips"), 2, seed=1).to_json())
    own = {key: deal[key] for key in deal if key not in ("format", "ruleset", "seats")}
    data = {"ruleset": "tulips", "seats": 2, "deal": own, "moves": []}
    record = tr.Record.from_data(data)
    assert record == tr.Record.start(tr.load("tulips"), 2, seed=1)
    assert tr.Record.from_json(json.dumps(data)) == record
    del own["salt"]
    unsalted = tr.Record.from_data(data)
    assert unsalted.deal is not None
    assert unsalted.deal.salt == bytes(32)
    assert unsalted.states() == record.states()


def test_a_position_by_hand_is_a_puzzle() -> None:
    """Cards that lie in no garden and no pile are left over."""
    data = puzzle(
        ["take 0", "cover 0,0"],
        id="flowers",
        phase="take",
        to_move=1,
        gardens=[{"0,0": ["red-2", "yellow-4-green"]}, {"0,0": ["red-3"]}],
        piles=[["blue-1", "blue-2"], ["blue-3"], ["blue-4"]],
    )
    record = tr.Record.from_data(data)
    first, taken, covered = record.states()
    assert (record.deal, record.position) == (None, first)
    assert (first.to_move, first.ply) == (1, 0)
    assert taken.in_hand == "blue-1"  # type: ignore[attr-defined]
    assert covered.gardens[1][0, 0] == ("red-3", "blue-1")  # type: ignore[attr-defined]
    assert not covered.is_over
    assert tr.Record.from_json(record.to_json()) == record


@pytest.mark.parametrize("form", ["id", "digest"])
def test_a_bundled_ruleset_may_be_named(form: str) -> None:
    record = game("flowers-summer", plies=6)
    named: Any = "flowers-summer"
    if form == "digest":
        named = {"id": named, "digest": record.ruleset.digest}
    read = reread(record, ruleset=named)
    assert read == record
    assert read.ruleset.id == "flowers-summer"
    assert read.to_json() == record.to_json()


def test_moves_stay_as_they_were_written() -> None:
    record = tr.Record.from_data(meadow(["Reveal  C3", "KEEP"], c3={"tile": "red"}))
    assert record.moves == (tr.Move("Reveal", ("C3",)), tr.Move("KEEP"))
    assert record.to_data()["moves"] == ["Reveal C3", "KEEP"]
    assert [str(state.last_move) for state in record.states()[1:]] == ["reveal c3", "keep"]


# The edges of a Serendip of `serendipity` are blue, violet, red, yellow, orange and green,
# clockwise; blue lies to the east here, so that violet lies to the south-east, and so on.
KEPT = {
    "keep": "keep blue:e",
    "Keep Blue:E": "keep blue:e",
    "keep violet:se": "keep blue:e",
    "keep red:sw": "keep blue:e",
    "keep YELLOW:w": "keep blue:e",
    "keep orange:w": "keep blue:ne",
    "keep green:w": "keep blue:nw",
}


def serendip(moves: list[str], id: str = "serendipity") -> dict[str, Any]:
    """A Serendip waits for seat 0 on c3, its blue edge to the east; what else lies, lies down."""
    rules = tr.load(id)
    labels = tr.new_game(rules, 2, seed=1).cells  # type: ignore[attr-defined]
    colours = rules.values["tiles"]["colours"]
    names = iter([*(colour for colour in colours for _ in range(13)), *(["serendip"] * 12)])
    cells: dict[str, Any] = {label: {"tile": next(names)} for label in labels if label != "c3"}
    for cell in cells.values():
        if cell["tile"] == "serendip":
            cell["facing"] = "w"
    cells["c3"] = {"tile": "serendip", "up": True, "facing": "e"}
    owners = {colour: number % 2 for number, colour in enumerate(colours)}
    own = {"phase": "decide", "turned_up": "c3", "to_move": 0, "owners": owners, "cells": cells}
    return puzzle(moves, id=id, **own)


@pytest.mark.parametrize(("short", "whole"), KEPT.items())
def test_a_serendip_left_as_it_lies(short: str, whole: str) -> None:
    first, after = tr.Record.from_data(serendip([short])).states()
    assert after == tr.apply_move(first, *moves_of([whole]))
    assert str(after.last_move) == whole
    facing = whole.partition(":")[2]
    assert after.cells["c3"].facing == facing  # type: ignore[attr-defined]


MOVED = {
    "move g5": "move g5 blue:e",
    "MOVE G5": "move g5 blue:e",
    "move g5 violet:e": "move g5 blue:ne",
}


@pytest.mark.parametrize(("short", "whole"), MOVED.items())
def test_a_serendip_moved_as_it_lies(short: str, whole: str) -> None:
    first, after = tr.Record.from_data(serendip([short], "serendipity-turning")).states()
    assert after == tr.apply_move(first, *moves_of([whole]))
    assert str(after.last_move) == whole
    facing = whole.partition(":")[2]
    assert after.cells["g5"].facing == facing  # type: ignore[attr-defined]


def test_cells_of_a_swap_in_any_order() -> None:
    record = tr.Record.from_data(serendip(["keep", "Swap B2 a1", "reveal B2"]))
    first, kept, swapped, last = record.states()
    assert str(swapped.last_move) == "swap a1 b2"
    for now, then in (("a1", "b2"), ("b2", "a1"), ("c3", "c3")):
        assert swapped.cells[now].tile == kept.cells[then].tile  # type: ignore[attr-defined]
    assert str(last.last_move) == "reveal b2"
    assert (first.ply, last.ply) == (0, 3)


def test_capitals_in_flowers_and_tulips() -> None:
    for id in ("flowers", "tulips"):
        record = game(id, seed=4)
        shouted = [move.upper() for move in written(record)["moves"]]
        assert reread(record, moves=shouted).states() == record.states()
        assert reread(record, moves=shouted) != record


# ---- moves that cannot be made --------------------------------------------------------------


PLIES = (1, 2, 9)
WRONG = {
    "flowers": ("take 1", "take 9", "place 50,50", "cover 9,9"),
    "serendipity": ("choose red", "reveal zz", "move f6", "swap a1 b2", "pass", "back", "keep"),
    "tulips": ("start pink-3", "keep", "give 0", "give 9", "add open", "add secret"),
}


@pytest.mark.parametrize("plies", PLIES)
@pytest.mark.parametrize("id", GAMES)
def test_a_move_that_cannot_be_made_is_named(id: str, plies: int) -> None:
    record = game(id, plies=plies)
    refused = [move for move in moves_of(WRONG[id]) if tr.why_illegal(record.state, move)]
    assert len(refused) > 1
    for move in refused:
        read = reread(record, moves=[*written(record)["moves"], str(move), "take 0"])
        fault = fault_of(read.states)
        assert fault.path == f"moves[{plies}]"
        assert f"seat {record.state.to_move}" in fault.problem
        assert str(move) in fault.problem
        cause = fault.__cause__
        assert isinstance(cause, tr.IllegalMove | tr.NotationError)
        assert str(cause) in fault.problem
        if isinstance(cause, tr.IllegalMove):
            assert cause.refusal == tr.why_illegal(record.state, move)


@pytest.mark.parametrize("text", ["jump", "?", "choose", "choose pink", "reveal z99 a1", "start ?"])
@pytest.mark.parametrize("id", GAMES)
def test_what_is_no_move_is_named(id: str, text: str) -> None:
    record = game(id, plies=2)
    fault = fault_of(reread(record, moves=[*written(record)["moves"], text]).states)
    assert fault.path == "moves[2]"
    assert f"seat {record.state.to_move}" in fault.problem
    assert text in fault.problem
    assert isinstance(fault.__cause__, tr.NotationError)
    assert fault.__cause__.expected in fault.problem


def test_a_refusal_comes_with_its_rule() -> None:
    flowers, tulips = game("flowers", plies=5), game("tulips", plies=3)
    assert (flowers.state.phase, tulips.state.phase) == ("place", "second")
    done = written(tulips)["moves"][-1]
    cases = (flowers, "place 9,9", "garden.placing"), (tulips, done, "turn.actions")
    for record, text, key in cases:
        fault = fault_of(reread(record, moves=[*written(record)["moves"], text]).states)
        assert isinstance(fault.__cause__, tr.IllegalMove)
        rule = fault.__cause__.refusal.rule
        assert rule is not None
        assert (rule.key, rule.file) == (key, f"{record.ruleset.id}.yaml")
        assert (rule.file, rule.line) == record.ruleset.origin(key, seats=2)
        assert f"{rule.file}:{rule.line}" in fault.problem


@pytest.mark.parametrize("id", GAMES)
def test_after_the_end_nobody_moves(id: str) -> None:
    record = game(id)
    assert record.state.is_over
    moves = written(record)["moves"]
    fault = fault_of(reread(record, moves=[*moves, moves[-1]]).states)
    assert fault.path == f"moves[{len(moves)}]"
    assert isinstance(fault.__cause__, tr.IllegalMove)
    assert fault.__cause__.refusal.code == "game_over"
    assert "seat" not in fault.problem
    assert "None" not in fault.problem


def test_the_first_fault_is_named_however_one_looks() -> None:
    record = game("serendipity", plies=8)
    moves = written(record)["moves"]
    read = reread(record, moves=[*moves[:5], "jump", *moves[5:], "pass", "pass"])
    assert [read.at(ply) for ply in range(6)] == list(record.states()[:6])
    looks: list[Callable[[], object]] = [
        read.states,
        lambda: read.state,
        lambda: read.at(6),
        lambda: read.at(11),
        lambda: read.back(1).state,
        lambda: read.play(tr.Move("pass")),
        lambda: tr.Record.from_json(read.to_json()).states(),
    ]
    faults = [fault_of(look) for look in looks]
    assert {fault.path for fault in faults} == {"moves[5]"}
    assert len({str(fault) for fault in faults}) == 1
    assert read.back(6).states() == record.states()[:6]
    assert len(read.moves) == 11
    assert repr(read) == "<Record of serendipity, 2 seats, 11 moves>"


def test_reading_does_not_play() -> None:
    read = reread(game("tulips", plies=3), moves=["jump"] * 3)
    assert read.moves == (tr.Move("jump"),) * 3
    assert read.noted(remark="this cannot be").result is not None


@pytest.mark.parametrize("text", ["", "  ", "keep\n", "a\tb", "x" * 201, "\ud800", "a\u3000b", 3])
def test_what_is_no_text_of_a_move_is_not_read(text: Any) -> None:
    fault = fault_of(lambda: reread(game("tulips", plies=3), moves=["keep", text]))
    assert fault.path == "moves[1]"
