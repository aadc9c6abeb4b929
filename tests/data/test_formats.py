"""What was written in any format is read, and tells the same as the game played on the spot."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import tilerules as tr
from tests.data.games import FORMATS, GAMES, KINDS, Game, file_name, played, read, states, text
from tests.data.write import write
from tests.schemas import DOCUMENTS, validator
from tilerules import registry
from tilerules.data import formats
from tilerules.engine import events

ALL = range(1, formats.newest() + 1)
NAMES = {game.name: game for game in GAMES}

every_format = pytest.mark.parametrize("format", ALL)
every_game = pytest.mark.parametrize("name", NAMES)
every_kind = pytest.mark.parametrize("kind", KINDS)


def said(format: int, kind: str, game: Game) -> bytes:
    """What a file says."""
    return (FORMATS / str(format) / file_name(kind, game)).read_bytes()


@cache
def rules(format: int, name: str) -> tr.Ruleset:
    """The rules of a game, as a file of a format has them."""
    return tr.Ruleset.from_json(said(format, "ruleset", NAMES[name]))


@cache
def spot(format: int, name: str) -> dict[str, Any]:
    """The game, played on the spot by the rules that were written."""
    return played(NAMES[name], rules(format, name))


# ---- which files there are ------------------------------------------------------------------


def test_each_format_has_a_file_of_each_kind_and_game() -> None:
    """A format that is released anew forgets none, nor does a game that comes in."""
    for format in ALL:
        found = {path.name for path in (FORMATS / str(format)).iterdir()}
        assert found == {file_name(kind, game) for kind in KINDS for game in GAMES}
    assert {path.name for path in FORMATS.iterdir()} == set(map(str, ALL))
    assert (
        {tr.load(id).game for id in tr.ruleset_ids()} == registry.GAMES.keys() == names_of_games()
    )
    assert {*KINDS} == DOCUMENTS.keys() - registry.GAMES.keys()


def names_of_games() -> set[str]:
    """The games that are told."""
    return {rules(1, name).game for name in NAMES if name in registry.GAMES}


@every_format
def test_the_files_tell_of_hidden_things(format: int) -> None:
    """Cards and tiles that lie unseen, and what a viewer of them does not know."""
    told = {name: spot(format, name) for name in NAMES}
    cells = told["serendipity"]["observation"].cells.values()
    assert {(cell.up, cell.seen, cell.tile is None) for cell in cells} == {
        (True, False, False),
        (False, True, False),
        (False, False, True),
    }
    assert told["flowers"]["state"].in_hand == "red-2"
    assert told["flowers"]["observation"].in_hand is None
    assert None in told["flowers-layers"]["observation"].piles[0]
    for key in ("secret", "deck"):
        assert None in getattr(told["tulips"]["observation"], key)
        assert None not in getattr(told["tulips"]["state"], key)
    assert told["tulips-position"]["state"].kept == ("blue-4",)
    assert told["tulips-position"]["observation"].kept == (None,)
    assert str(told["tulips-position"]["observation"].last_move) == "start ?"


def test_events_of_all_kinds_are_told() -> None:
    told: dict[str, set[type[tr.Event]]] = {}
    for name in NAMES:
        told.setdefault(rules(1, name).game, set()).update(map(type, spot(1, name)["event"]))
    for game, found in told.items():
        assert found == {*events.KINDS.values(), *registry.game(game).event_kinds.values()}


# ---- what they tell -------------------------------------------------------------------------


@every_format
@every_game
@every_kind
def test_a_file_tells_what_the_game_gives(format: int, name: str, kind: str) -> None:
    value, found = spot(format, name)[kind], read(kind, said(format, kind, NAMES[name]))
    assert type(found) is type(value)
    assert found == value
    assert text(kind, found) == text(kind, value)


@every_format
@every_game
def test_rules_are_those_of_the_cards(format: int, name: str) -> None:
    """As long as the edition is the same, the game is; a card may be told in other words."""
    then, today = rules(format, name), NAMES[name].load()
    assert (then.id, then.game, then.seat_counts) == (today.id, today.game, today.seat_counts)
    alike = all(then.values_for(seats) == today.values_for(seats) for seats in then.seat_counts)
    assert (then == today) == alike == (then.edition == today.edition)


@every_format
@every_game
def test_a_record_replays_to_its_result(format: int, name: str) -> None:
    game = NAMES[name]
    record = tr.Record.from_json(said(format, "record", game))
    first = game.begun or 0
    last = None if game.length is None else first + game.length + 1
    expected = states(game, record.ruleset)[first:last]
    assert record.states() == tuple(expected)
    assert record.state == expected[-1]
    ended = tr.outcome(expected[-1])
    points = tuple(sheet.total for sheet in tr.score(expected[-1])) if ended else None
    found = tr.Result(points, ended, game.remark)
    assert record.result == found
    assert (record.names, dict(record.tags)) == (game.names, game.tags)
    assert (record.deal is None, record.position is None) == (bool(first), not first)


@every_game
@every_kind
def test_the_newest_format_is_written_again_byte_for_byte(name: str, kind: str) -> None:
    before = said(formats.newest(), kind, NAMES[name])
    assert text(kind, read(kind, before)) == before
    assert before.isascii()
    assert before.endswith(b"\n")


@every_game
@every_kind
def test_the_newest_format_is_what_its_schema_describes(name: str, kind: str) -> None:
    data = json.loads(said(formats.newest(), kind, NAMES[name]))
    for each in data if kind == "event" else [data]:
        validator(kind).validate(each)


# ---- how they are written -------------------------------------------------------------------


def test_what_is_there_is_not_written_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, [game] = tmp_path / "1", GAMES[:1]
    monkeypatch.setattr("tests.data.write.GAMES", [game])
    write(folder)
    written = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert written.keys() == {file_name(kind, game) for kind in KINDS}
    (folder / file_name("move", game)).write_bytes(b'"pass"\n')
    (folder / file_name("state", game)).unlink()
    write(folder)
    again = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert again == written | {file_name("move", game): b'"pass"\n'}
