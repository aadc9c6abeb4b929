"""A match is a value: never changed, compared, copied, shared; and it tells nothing hidden."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from itertools import cycle, islice
from typing import Any

import attrs
import pytest

import tilerules as tr
from tests.laws.processes import run
from tests.match.games import GAMES, again, over, started, steps, until
from tests.profiled import calls_of
from tests.saving.games import endless

COPIES: dict[str, Callable[[Any], Any]] = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda value: pickle.loads(pickle.dumps(value)),
    "an old pickle": lambda value: pickle.loads(pickle.dumps(value, 0)),
}


def told(match: tr.Match) -> tuple[Any, ...]:
    """All that there is to see of a match."""
    return (
        repr(match),
        match.game,
        match.games,
        match.names,
        match.deals,
        match.records,
        match.state,
        match.is_over,
        match.points,
        match.outcome,
        match.player_to_move,
        match.to_json(),
    )


def moments(id: str) -> list[tr.Match]:
    """A match at its start, within a game, as a game has begun, and at its end."""
    match = started(id, 3, 3).noted(names=["Ann", "Bob", "Cem"], tags={"a": "b"}, remark="good")
    return [match, until(match, 0, 5), until(match, 1), until(match, 1, 7), over(match)]


# ---- never changed --------------------------------------------------------------------------


@pytest.mark.parametrize("id", GAMES)
def test_play_changes_nothing(id: str) -> None:
    for match in moments(id):
        before = told(match)
        for move in tr.legal_moves(match.state)[:3]:
            one, other = match.play(move), match.play(move)
            assert one == other != match
            assert told(one) == told(other)
        match.noted(names=["x", "y", "z"], tags={}, remark="")
        assert told(match) == before


def test_nothing_can_be_set() -> None:
    match = started()
    for name in ("game", "_games", "names", "points", "new"):
        with pytest.raises((attrs.exceptions.FrozenInstanceError, AttributeError)):
            setattr(match, name, 1)


def test_data_are_fresh() -> None:
    match = until(started(), 1, 3)
    data = match.to_data()
    data["names"].append("Eve")
    data["games"][0]["moves"].clear()
    data["games"].pop()
    assert match.to_data() != data
    assert tr.Match.from_data(match.to_data()) == match


# ---- compared -------------------------------------------------------------------------------


def test_matches_are_equal_when_all_their_games_are() -> None:
    match = until(started("tulips", 2, 2), 1, 3)
    same = until(started("tulips", 2, 2), 1, 3)
    assert (same, hash(same)) == (match, hash(match))
    first, *rest = tr.legal_moves(match.state)
    others = {
        match.play(first),
        match.play(rest[0]),
        match.noted(names=["Ann", "Bob"]),
        match.noted(names=["Bob", "Ann"]),
        match.noted(tags={"a": "b"}),
        match.noted(remark="late"),
        until(started("tulips", 2, 3), 1, 3),
        until(started("tulips", 2, 2, seed=2), 1, 3),
        until(started("tulips-full-hand", 2, 2), 1, 3),
    }
    assert len(others) == len({*map(hash, others)}) == 9
    assert match not in others
    assert match != match.record
    assert match != 7


def test_a_deal_to_come_is_part_of_a_match() -> None:
    rules = tr.load("tulips")
    first = tr.deal(rules, 2, seed=1)
    one, other = (
        tr.Match.start(rules, 2, deals=[first, tr.deal(rules, 2, seed=seed)]) for seed in (2, 3)
    )
    assert one != other
    assert one.record == other.record


# ---- copied ---------------------------------------------------------------------------------


@pytest.mark.parametrize("way", COPIES)
@pytest.mark.parametrize("id", GAMES)
def test_a_copy_is_equal(id: str, way: str) -> None:
    for match in moments(id):
        other = COPIES[way](match)
        assert (other, hash(other)) == (match, hash(match))
        assert told(other) == told(match)
        for move in tr.legal_moves(match.state)[:1]:
            assert other.play(move) == match.play(move)


def test_a_pickle_arrives_in_another_process() -> None:
    match = until(started("tulips", 3, 2), 1, 3)
    code = (
        f"import pickle, sys; match = pickle.loads({pickle.dumps(match)!r});"
        "import tilerules as tr; match = match.play(tr.legal_moves(match.state)[0]);"
        "sys.stdout.write(match.to_json())"
    )
    expected = match.play(tr.legal_moves(match.state)[0])
    assert run(code, PYTHONHASHSEED="7") == expected.to_json()


# ---- however long ---------------------------------------------------------------------------


def long_match(plies: int) -> tr.Match:
    """A match whose first game has so many moves."""
    record, moves = endless()
    assert record.deal is not None
    match = tr.Match.start(record.ruleset, 2, deals=[record.deal] * 3)
    match = again(match, *record.moves)
    return again(match, *islice(cycle(moves), plies - len(record.moves)))


def test_a_move_costs_the_same_however_long_the_match_is() -> None:
    start, (move, _) = endless()
    length = len(start.moves)
    short, long = long_match(length + 10), long_match(length + 3_000)
    expected = calls_of(lambda: short.play(move))
    assert calls_of(lambda: long.play(move)) == expected
    restored = pickle.loads(pickle.dumps(long))
    assert calls_of(lambda: restored.play(move)) == expected
    assert calls_of(lambda: restored.state) == calls_of(lambda: short.state)


def test_games_that_are_over_are_not_replayed() -> None:
    """What a game has scored is known, also of a match that was sent or read."""
    match = until(started("tulips", 2, 2), 1)
    expected = calls_of(lambda: match.points)
    for other in (pickle.loads(pickle.dumps(match)), tr.Match.from_json(match.to_json())):
        assert other.points == match.points  # from here on its rules are worked out
        assert calls_of(lambda other=other: other.points) == expected  # type: ignore[misc]


# ---- notes ----------------------------------------------------------------------------------


def test_notes_are_those_of_the_game_that_is_played() -> None:
    match = until(started("tulips", 2, 2), 0, 3).noted(tags={"place": "Praha"}, remark="rain")
    assert match.record.tags == {"place": "Praha"}
    assert match.record.result == tr.Result(None, None, "rain")
    second = next(each for each in steps(match) if each.game == 1)
    assert second.records[0].tags == {"place": "Praha"}
    result = second.records[0].result
    assert result is not None
    assert (result.remark, result.outcome is None) == ("rain", False)
    assert dict(second.record.tags) == {}
    assert second.record.result is None
    bare = match.noted(tags={}, remark="")
    assert dict(bare.record.tags) == {}
    assert bare.record.result is None


def test_names_are_those_of_the_players() -> None:
    match = until(started("tulips", 3, 3), 1)
    named = match.noted(names=["Ann", "Bob", "Cem"])
    assert named.names == ("Ann", "Bob", "Cem")
    assert [record.names for record in named.records] == [
        ("Ann", "Bob", "Cem"),
        ("Bob", "Cem", "Ann"),
    ]
    assert named.noted(remark="late").names == named.names
    assert named.noted(names=[]) == match
    last = over(named)
    assert last.record.names == ("Cem", "Ann", "Bob")
    assert last.noted(names=()).outcome == last.outcome


@pytest.mark.parametrize(
    ("notes", "problem"),
    [
        ({"names": ["Ann"]}, "expected 3 names, not 1"),
        ({"names": ["Ann", "Bob", "x" * 201]}, "at most 200 signs"),
        ({"tags": {"a": "b\n"}}, "one line"),
        ({"remark": "\x00"}, "one line"),
    ],
)
def test_notes_that_cannot_be(notes: dict[str, Any], problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        started("tulips", 3, 2).noted(**notes)


# ---- what lies hidden -----------------------------------------------------------------------


@pytest.mark.parametrize("id", GAMES)
def test_a_match_tells_nothing_hidden(id: str) -> None:
    one, other = (started(id, 2, 3, seed) for seed in (1, 2))
    assert one != other
    for tell in (repr, str, format, lambda match: repr([match])):
        assert tell(one) == tell(other)
    assert repr(one) == f"<Match of {id}, 2 seats, 3 games: game 0, 0 moves>"


def test_what_is_told_of_a_match() -> None:
    match = until(started("tulips", 3, 3), 2, 1)
    assert repr(match) == "<Match of tulips, 3 seats, 3 games: game 2, 1 move>"
    assert repr(started("flowers", 1, 1)) == "<Match of flowers, 1 seat, 1 game: game 0, 0 moves>"


def test_a_refusal_tells_nothing_of_deals_to_come() -> None:
    rules = tr.load("tulips")
    first = tr.deal(rules, 2, seed=1)
    matches = [
        tr.Match.start(rules, 2, deals=[first, tr.deal(rules, 2, seed=seed)]) for seed in (2, 3)
    ]
    said = set()
    for match in matches:
        with pytest.raises(tr.IllegalMove) as caught:
            match.play(tr.Move("jump"))
        said.add(str(caught.value))
    assert len(said) == 1
