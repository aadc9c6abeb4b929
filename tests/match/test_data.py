"""Matches as data: read back as they were written, and refused where they cannot be."""

from __future__ import annotations

import copy
import json
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tilerules as tr
from tests.data.games import FORMATS
from tests.match.games import GAMES, data_of, over, points_of, started, steps, until
from tests.saving.games import endless
from tests.saving.kinds import fault_of, judged
from tests.schemas import validator

SCHEMA = validator("match")
Data = dict[str, Any]


@cache
def sample() -> tr.Match:
    """A match of three games, of which the second is played."""
    match = until(started("tulips", 2, 3), 1, 6)
    return match.noted(names=["Ann", "Bob"], tags={"place": "Praha"}, remark="rain")


def changed(*path: str | int, to: Any = ...) -> Data:
    """The data of the sample with another value at a place, or none."""
    data = data_of(sample())
    at: Any = data
    for key in path[:-1]:
        at = at[key]
    if to is ...:
        del at[path[-1]]
    else:
        at[path[-1]] = to
    return data


# ---- there and back -------------------------------------------------------------------------


@pytest.mark.unmeasured
@pytest.mark.parametrize("id", GAMES)
@pytest.mark.parametrize("seats", [2, 3])
def test_a_match_comes_back_from_any_moment(id: str, seats: int) -> None:
    for number, match in enumerate(steps(started(id, seats, 3))):
        if number % 37 and not match.is_over:
            continue
        text = match.to_json()
        read = tr.Match.from_json(text)
        assert (read, hash(read), read.to_json()) == (match, hash(match), text)
        assert (read.game, read.state, read.points) == (match.game, match.state, match.points)
        assert (read.outcome, read.names) == (match.outcome, match.names)
        assert json.loads(text) == match.to_data()
        SCHEMA.validate(data_of(match))


def test_a_match_goes_on_as_if_it_had_never_been_written() -> None:
    read = tr.Match.from_json(sample().to_json())
    assert over(read) == over(sample())


def test_the_last_of_many_games_is_found_again() -> None:
    match = until(started("tulips", 2, 6), 4, 2)
    read = tr.Match.from_json(match.to_json())
    assert (read.game, read.state) == (4, match.state)
    assert over(read).game == 5


def test_rules_stand_once() -> None:
    """What belongs to the whole of a match is not repeated in its games."""
    data = sample().to_data()
    assert [*data] == ["format", "ruleset", "seats", "names", "games"]
    assert [[*game] for game in data["games"]] == [["tags", "deal", "moves", "result"]] * 3
    assert (data["format"], data["seats"], data["names"]) == (1, 2, ["Ann", "Bob"])
    assert data["ruleset"] == sample().ruleset.to_data()
    for game, record in zip(data["games"], sample().records, strict=False):
        alone = record.to_data()
        assert {key: alone[key] for key in game} == game
    coming = data["games"][2]
    assert (coming["tags"], coming["moves"], coming["result"]) == ({}, [], None)


def test_rules_of_ones_own_are_kept() -> None:
    rules = tr.load({"extends": "tulips", "turn": {"draws": 3}})
    match = over(tr.Match.start(rules, 2, games=2, seed=1))
    read = tr.Match.from_json(match.to_json())
    assert (read, read.ruleset.to_data()) == (match, rules.to_data())


def test_what_is_optional_may_be_left_out() -> None:
    """Results are worked out, and nobody is named."""
    data = data_of(sample().noted(names=(), tags={}, remark=""))
    del data["format"], data["names"]
    for game in data["games"]:
        del game["tags"], game["result"]
    SCHEMA.validate(data)
    read = tr.Match.from_data(data)
    assert read == sample().noted(names=(), tags={}, remark="")
    assert read.points == points_of(read.records[0])


def test_a_result_may_say_less_than_there_is() -> None:
    for result in ({}, {"points": None}, {"points": list(points_of(sample().records[0]))}):
        data = changed("games", 0, "result", to={**result, "remark": None})
        read = tr.Match.from_data(data)
        assert read == sample()
        assert read.records[0].result == sample().records[0].result


FIRST = sample().records[1].moves[0].args[0].upper()


def test_moves_by_hand_may_be_short() -> None:
    """As in a record: they are kept as they are written, and mean the same."""
    data = changed("games", 1, "moves", 0, to=f"START  {FIRST}")
    read = tr.Match.from_data(data)
    assert read.state == sample().state
    assert tr.Match.from_json(read.to_json()) == read


@pytest.mark.parametrize("name", ["tulips", "tulips-position", "serendipity"])
def test_a_golden_file_tells_the_points_of_its_players(name: str) -> None:
    """The first game is over; the second has begun with another player."""
    text = (FORMATS / "1" / f"match-{name}.json").read_text(encoding="ascii")
    match = tr.Match.from_json(text)
    first, second = json.loads(text)["games"]
    assert match.points == tuple(first["result"]["points"])
    assert (match.game, match.seat_of(1)) == (1, 0)
    assert [str(move) for move in match.record.moves] == second["moves"]


# ---- what cannot be -------------------------------------------------------------------------

OVER = "no move can be made before game 1 is over"
GAME_KEYS = "known are tags, deal, moves, result"
BESIDE = "stands beside `games`, for the whole of the match"


def _shifted() -> Data:
    """The moves of the second game stand in the third, too."""
    data = data_of(sample())
    data["games"][2]["moves"] = data["games"][1]["moves"]
    return data


def _short() -> Data:
    """The first game lacks its last move and its result, and the second has begun."""
    data = data_of(sample())
    data["games"][0]["moves"].pop()
    data["games"][0]["result"] = None
    return data


def _late() -> Data:
    """The third game has moves, and those in front of it have none."""
    data = data_of(started("tulips", 2, 3))
    data["games"][2]["moves"] = ["keep"]
    return data


def _long() -> Data:
    """The first game goes on after its end."""
    data = data_of(sample())
    data["games"][0]["moves"].append("keep")
    return data


FAULTS: dict[str, tuple[Data, str, str]] = {
    "a move": (
        changed("games", 1, "moves", 3, to="take 1"),
        "games[1].moves[3]",
        "cannot make the move 'take 1'",
    ),
    "a move of the first game": (
        changed("games", 0, "moves", 0, to="keep"),
        "games[0].moves[0]",
        "seat 0 cannot make the move 'keep'",
    ),
    "a move after the end": (
        _long(),
        f"games[0].moves[{len(sample().records[0].moves)}]",
        "nobody can make the move 'keep'",
    ),
    "a game before the last is over": (_shifted(), "games[2].moves", OVER),
    "a game that is not over": (_short(), "games[1].moves", OVER.replace("1", "0")),
    "a game before two others": (_late(), "games[2].moves", OVER.replace("1", "0")),
    "points": (
        changed("games", 0, "result", "points", to=[1, 1]),
        "games[0].result.points",
        "by the rules they are",
    ),
    "an outcome": (
        changed("games", 0, "result", "outcome", "decided_by", to="keeping"),
        "games[0].result.outcome",
        "by the rules it is",
    ),
    "points of a game that goes on": (
        changed("games", 1, "result", to={"points": [1, 1]}),
        "games[1].result.points",
        "by the rules they are open",
    ),
    "points of a game to come": (
        changed("games", 2, "result", to={"points": [0, 0]}),
        "games[2].result.points",
        "by the rules they are open",
    ),
    "a deal": (
        changed("games", 2, "deal", "festival", to=[]),
        "games[2].deal.festival",
        "",
    ),
    "no deal": (changed("games", 1, "deal"), "games[1].deal", "is missing"),
    "a position": (
        changed("games", 1, "position", to={}),
        "games[1]",
        f"there is no key 'position' here; {GAME_KEYS}",
    ),
    "no moves": (changed("games", 1, "moves"), "games[1].moves", "is missing"),
    "names of a game": (changed("games", 1, "names", to=["Bob", "Ann"]), "games[1].names", BESIDE),
    "rules of a game": (changed("games", 0, "ruleset", to="tulips"), "games[0].ruleset", BESIDE),
    "seats of a game": (changed("games", 2, "seats", to=2), "games[2].seats", BESIDE),
    "a format of a game": (changed("games", 2, "format", to=1), "games[2].format", BESIDE),
    "a key": (changed("games", 1, "state", to={}), "games[1]", GAME_KEYS),
    "a key of the whole": (
        changed("points", to=[1, 1]),
        "",
        "known are format, ruleset, seats, names, games",
    ),
    "a tag": (changed("games", 0, "tags", to={"a": 1}), "games[0].tags.a", "expected a text"),
    "no game": (changed("games", to=[]), "games", "expected 1 to 100 games, not 0"),
    "no games": (changed("games"), "games", "is missing"),
    "no list of games": (changed("games", to={}), "games", "expected a list, not an object"),
    "a game that is none": (changed("games", 1, to=7), "games[1]", "expected an object"),
    "too few names": (changed("names", to=["Ann"]), "names", "expected 2 names, or none"),
    "a name": (changed("names", 1, to="B\n"), "names[1]", "one line"),
    "seats": (changed("seats", to=7), "seats", "tulips is for 2, 3, 4, 5 or 6 seats, not for 7"),
    "no rules": (changed("ruleset"), "ruleset", "is missing"),
    "a format": (changed("format", to=2), "format", "newer than this library"),
}


@pytest.mark.parametrize(("data", "path", "problem"), FAULTS.values(), ids=FAULTS)
def test_what_cannot_be_is_named(data: Data, path: str, problem: str) -> None:
    fault = fault_of(lambda: tr.Match.from_data(data)) if path else _fault_of_all(data)
    assert fault.path == path
    assert problem in fault.problem


def _fault_of_all(data: Data) -> tr.InvalidData:
    """The fault of the whole, which has no path."""
    with pytest.raises(tr.InvalidData) as caught:
        tr.Match.from_data(data)
    return caught.value


@pytest.mark.unmeasured
def test_there_are_no_more_than_a_hundred_games() -> None:
    data = data_of(started("tulips", 2, 100))
    SCHEMA.validate(data)
    assert tr.Match.from_data(data).games == 100
    data["games"].append(data["games"][0])
    assert not SCHEMA.is_valid(data)
    assert fault_of(lambda: tr.Match.from_data(data)).path == "games"


def test_a_fault_tells_nothing_hidden() -> None:
    """A move that cannot be made is refused alike, whatever lies in the deals."""
    said = set()
    for seed in (1, 2):
        data = data_of(started("serendipity-small", 2, 2, seed))
        for game in data["games"]:
            game["moves"] = ["choose red", "reveal a1"]
        said.add(str(fault_of(lambda data=data: tr.Match.from_data(data))))  # type: ignore[misc]
    assert len(said) == 1


# ---- harm -----------------------------------------------------------------------------------

JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=6,
)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """All places within data."""
    entries = (
        value.items()
        if isinstance(value, dict)
        else enumerate(value)
        if isinstance(value, list)
        else ()
    )
    return [path] + [place for key, each in entries for place in places(each, (*path, key))]


PLACES = places(data_of(sample()))


@settings(max_examples=60)
@given(st.sampled_from(PLACES), JUNK)
def test_junk_anywhere_is_read_or_refused(place: tuple[Any, ...], junk: Any) -> None:
    data = copy.deepcopy(data_of(sample())) if place else junk
    if place:
        at: Any = data
        for key in place[:-1]:
            at = at[key]
        at[place[-1]] = junk
    judged(tr.Match, lambda: tr.Match.from_data(data))


@pytest.mark.parametrize("text", ["", "[]", "{}", "null", '{"games": 1, "games": 2}', "[" * 10**5])
def test_a_text_that_is_none(text: str) -> None:
    with pytest.raises(tr.InvalidData):
        tr.Match.from_json(text)


@pytest.mark.unmeasured
def test_a_long_match_takes_little_time() -> None:
    record, moves = endless()
    assert record.deal is not None
    data = tr.Match.start(record.ruleset, 2, deals=[record.deal] * 2).to_data()
    data["games"][0]["moves"] = [*map(str, record.moves), *map(str, moves)] + [
        *map(str, moves * 20_000)
    ]
    match = judged(tr.Match, lambda: tr.Match.from_data(data))
    assert isinstance(match, tr.Match)
    assert match.state.ply == len(match.record.moves) == len(record.moves) + 40_002
