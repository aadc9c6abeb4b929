"""When there is a newer format, what was written in an older one is upgraded and read."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest

import tilerules as tr
from tests.data.games import GAMES, KINDS, played, text
from tests.data.upgrades import FIRST, SECOND, Data, older, second
from tilerules.data import formats
from tilerules.data.text import Data as Written

NAMES = {game.name: game for game in GAMES}
FORMED: dict[str, type[Written]] = {kind: KINDS[kind] for kind in KINDS if kind != "move"}
"""The kinds whose data have a format; a move is a text."""

every_game = pytest.mark.parametrize("name", NAMES)
every_kind = pytest.mark.parametrize("kind", FORMED)
two_formats = pytest.mark.usefixtures("_two_formats")


@pytest.fixture
def _two_formats(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(formats, "UPGRADES", (FIRST,))


@pytest.fixture
def _three_formats(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(formats, "UPGRADES", (FIRST, SECOND))


@cache
def _told(name: str) -> dict[str, Any]:
    return played(NAMES[name], NAMES[name].load())


def told(kind: str, name: str) -> Any:
    """A thing of a game; of events one of the game's own."""
    value = _told(name)[kind]
    return next(each for each in value if each.game) if kind == "event" else value


def written(kind: str, name: str) -> Data:
    """The data of a thing, its rules written out, in the newest format."""
    value = told(kind, name)
    data = json.loads(text(kind, [value] if kind == "event" else value))
    found: Data = data[0] if kind == "event" else data
    return found


def reads(kind: str, data: Data, name: str) -> None:
    """The data tell that thing of the game, and nothing of it is lost."""
    found, value = FORMED[kind].from_json(json.dumps(data)), told(kind, name)
    assert found == FORMED[kind].from_data(data) == value
    whole: Any = [found] if kind == "event" else found
    [*same] = [json.loads(text(kind, whole))]
    assert same == [[written(kind, name)] if kind == "event" else written(kind, name)]


def refused(kind: str, data: object, path: str) -> str:
    """What is said against data, and where."""
    with pytest.raises(tr.InvalidData) as caught:
        FORMED[kind].from_data(data)
    assert caught.value.path == path
    return caught.value.problem


# ---- there is a newer format ----------------------------------------------------------------


@two_formats
@every_game
@every_kind
def test_the_newest_format_is_written_and_read(kind: str, name: str) -> None:
    assert written(kind, name)["format"] == 2
    reads(kind, written(kind, name), name)


@two_formats
@every_game
@every_kind
def test_an_older_format_is_read(kind: str, name: str) -> None:
    data = older(kind, written(kind, name))
    assert data["format"] == 1
    reads(kind, data, name)


@two_formats
@every_kind
def test_data_that_name_no_format_are_of_the_first(kind: str) -> None:
    data = older(kind, written(kind, "flowers"))
    del data["format"]
    reads(kind, data, "flowers")


@two_formats
@every_kind
def test_what_is_of_an_older_format_is_not_what_the_newest_has(kind: str) -> None:
    """Without the upgrade the same data are refused, so that it is the upgrade that reads them."""
    data = {**older(kind, written(kind, "flowers")), "format": 2}
    if kind == "score_breakdown":
        assert tr.ScoreBreakdown.from_data(data) != told(kind, "flowers")
    else:
        with pytest.raises(tr.InvalidData):
            FORMED[kind].from_data(data)


@pytest.mark.usefixtures("_three_formats")
@every_game
@every_kind
def test_data_pass_through_all_formats_after_their_own(kind: str, name: str) -> None:
    newest = written(kind, name)
    assert newest["format"] == 3
    in_second = second(kind, newest)
    for data in (newest, in_second, older(kind, in_second)):
        reads(kind, data, name)
    assert [data["format"] for data in (in_second, older(kind, in_second))] == [2, 1]


# ---- what lies within -----------------------------------------------------------------------


@two_formats
@pytest.mark.parametrize("name", ["flowers-layers", "tulips-position"])
def test_what_lies_within_has_the_format_of_the_whole(name: str) -> None:
    """Unless it bears its own, which then counts."""
    data = older("record", written("record", name))
    assert data["ruleset"].pop("format") == 1
    reads("record", data, name)
    reads("record", {**data, "ruleset": written("ruleset", name)}, name)
    of_second = written("record", name)
    reads("record", {**of_second, "ruleset": older("ruleset", written("ruleset", name))}, name)


@two_formats
def test_an_outcome_within_a_record_has_its_own_format() -> None:
    data, outcome = written("record", "flowers"), written("outcome", "flowers")
    for inner in (outcome, older("outcome", outcome)):
        reads("record", {**data, "result": {**data["result"], "outcome": inner}}, "flowers")
    nameless = older("outcome", outcome)
    del nameless["format"]
    of_first = older("record", data)
    assert of_first["result"]["outcome"].pop("format") == 1
    reads("record", of_first, "flowers")
    refused("record", {**data, "result": {**data["result"], "outcome": nameless}}, "result.outcome")


@two_formats
def test_rules_that_are_only_named_are_read_in_any_format() -> None:
    rules = tr.load("flowers")
    for format in ({}, {"format": 1}, {"format": 2}):
        assert tr.Ruleset.from_data({**format, "id": "flowers", "digest": rules.digest}) == rules


# ---- what is refused ------------------------------------------------------------------------


@two_formats
@every_kind
@pytest.mark.parametrize("format", [3, 10**9, 10**30, 0, -1, 1.0, "1", True, None, [1]])
def test_a_format_that_is_not_known_is_refused(kind: str, format: object) -> None:
    data = {**written(kind, "flowers"), "format": format}
    problem = refused(kind, data, "format")
    assert ("newer than this library, which reads 2" in problem) == (format in (3, 10**9))


@two_formats
def test_a_newer_format_within_is_refused_where_it_stands() -> None:
    data = written("record", "flowers")
    data["ruleset"]["format"] = 3
    refused("record", data, "ruleset.format")
    data = written("record", "flowers")
    data["result"]["outcome"]["format"] = 3
    refused("record", data, "result.outcome.format")


NONSENSE: dict[str, Any] = {
    "state": {"moment": []},
    "observation": {"eyes": {}},
    "deal": {"pepper": 1},
    "event": {"kind": 7},
    "score_breakdown": {"seat": "first"},
    "outcome": {"winners": 0, "others": 0},
    "ruleset": {"lineage": 0},
    "record": {"moves": 7},
    "match": {"rounds": 7},
    "summary": {"shortened": "no"},
}


@pytest.mark.unmeasured
@two_formats
@every_kind
@pytest.mark.parametrize("junk", [None, True, 7, 1.5, "x", [], [[]], ["x"], [["x", 1]], {}])
def test_an_upgrade_that_meets_nonsense_ends_in_invalid_data(kind: str, junk: object) -> None:
    with pytest.raises(tr.InvalidData):
        FORMED[kind].from_data(junk)
    nonsense = NONSENSE[kind]
    data = older(kind, written(kind, "flowers"))
    assert {**data, **nonsense} != data
    with pytest.raises(tr.InvalidData):
        FORMED[kind].from_data({**data, **nonsense})
    for key in data.keys() - {"format"}:
        with pytest.raises(tr.InvalidData):
            FORMED[kind].from_data({**data, key: [junk, {"junk": junk}]})


@two_formats
@pytest.mark.parametrize(
    ("kind", "path"),
    [(kind, "") for kind in ("event", "score_breakdown", "outcome", "ruleset", "record")],
)
def test_what_an_upgrade_cannot_read_is_said_so(kind: str, path: str) -> None:
    data = {**older(kind, written(kind, "flowers")), **NONSENSE[kind]}
    assert refused(kind, data, path) == f"this is no {kind} of format 1"


@two_formats
def test_nonsense_within_is_named_by_its_place() -> None:
    data = older("record", written("record", "flowers"))
    data["ruleset"]["lineage"] = 0
    assert refused("record", data, "ruleset") == "this is no ruleset of format 1"
    data = older("record", written("record", "flowers"))
    data["result"]["outcome"] = {"winners": 0}
    assert refused("record", data, "result.outcome") == "this is no outcome of format 1"
    data = older("match", written("match", "flowers"))
    data["rounds"][1]["moves"] = 7
    assert refused("match", data, "games[1]") == "this is no record of format 1"
