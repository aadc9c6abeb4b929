"""Who sits where, whose move it is, and when the next game begins."""

from __future__ import annotations

from typing import Any

import pytest

import tilerules as tr
from tests.match.games import GAMES, TEAMS, over, started, steps, until

# The players on the seats 0, 1 … of each game, worked out by hand: all move by one seat, so that
# player k begins game k.
ROTATING = {
    1: ["0", "0", "0"],
    2: ["01", "10", "01"],
    3: ["012", "120", "201", "012"],
    4: ["0123", "1230", "2301", "3012", "0123", "1230"],
}
NAMES = ("Ann", "Bob", "Cem", "Dua")


@pytest.mark.parametrize("seats", ROTATING)
def test_all_move_by_one_seat(seats: int) -> None:
    rows = ROTATING[seats]
    match = started("flowers", seats, len(rows))
    for game, row in enumerate(rows):
        players = list(map(int, row))
        assert [match.player_of(seat, game=game) for seat in range(seats)] == players
        assert [match.seat_of(player, game=game) for player in players] == [*range(seats)]
        assert match.seat_of(game % seats, game=game) == 0


@pytest.mark.parametrize("id", GAMES)
def test_the_next_player_begins_the_next_game(id: str) -> None:
    match = started(id, 3, 4).noted(names=NAMES[:3])
    begun = {}
    for each in steps(match):
        seat = each.state.to_move
        if seat is not None and not each.record.moves:
            begun[each.game] = each.player_to_move
            assert seat == 0
        assert each.player_to_move == (None if seat is None else each.player_of(seat))
        assert each.seat_of(0) == each.seat_of(0, game=each.game) == -each.game % 3
        assert [each.record.names[each.seat_of(player)] for player in range(3)] == [*NAMES[:3]]
        assert each.names == NAMES[:3]
        if (player := each.player_to_move) is not None:
            assert each.seat_of(player) == seat
    assert begun == {0: 0, 1: 1, 2: 2, 3: 0}


def test_the_names_of_the_second_game_stand_on_their_seats() -> None:
    match = until(started("tulips", 3, 2).noted(names=NAMES[:3]), 1)
    assert match.records[0].names == ("Ann", "Bob", "Cem")
    assert match.record.names == ("Bob", "Cem", "Ann")


def test_a_game_begins_when_the_last_one_is_over() -> None:
    """The records are those of all that have begun, and the state is that of the last of them."""
    games, every = [], [*steps(started("tulips", 2, 3))]
    for match in every:
        games.append(match.game)
        assert len(match.records) == match.game + 1
        assert match.record == match.records[-1]
        assert match.state == match.record.state
        assert all(record.state.is_over for record in match.records[:-1])
        assert match.state.is_over == match.is_over == (match.outcome is not None)
        assert [record.deal for record in match.records] == [*match.deals[: match.game + 1]]
        assert (match.games, match.seats, match.ruleset.id) == (3, 2, "tulips")
    plies = [games.count(game) for game in (0, 1, 2)]
    lengths = [len(record.moves) for record in every[-1].records]
    assert games == sorted(games)
    assert plies == [lengths[0], lengths[1], lengths[2] + 1]
    assert every[-1].is_over


def test_nobody_can_move_when_all_is_over() -> None:
    match = over(started("tulips", 2, 2))
    assert (match.game, match.player_to_move) == (1, None)
    with pytest.raises(tr.IllegalMove) as caught:
        match.play(tr.Move("keep"))
    assert caught.value.refusal == tr.why_illegal(match.state, tr.Move("keep"))


def test_an_illegal_move_is_refused_as_in_a_game() -> None:
    match = until(started("flowers", 2, 2), 1, 3)
    move = tr.Move("take", ("9",))
    with pytest.raises(tr.IllegalMove) as caught:
        match.play(move)
    assert caught.value.refusal == tr.why_illegal(match.state, move)


@pytest.mark.parametrize(
    ("call", "problem"),
    [
        (lambda match: match.seat_of(2), "there is no player 2; they go from 0 to 1"),
        (lambda match: match.seat_of(-1), "there is no player -1; they go from 0 to 1"),
        (lambda match: match.player_of(2), "there is no seat 2; they go from 0 to 1"),
        (lambda match: match.player_of(True), "there is no seat True; they go from 0 to 1"),
        (lambda match: match.seat_of(0, game=3), "there is no game 3; they go from 0 to 2"),
        (lambda match: match.player_of(0, game=-1), "there is no game -1; they go from 0 to 2"),
        (lambda match: match.player_of(None), "there is no seat None; they go from 0 to 1"),
    ],
)
def test_there_are_no_others(call: Any, problem: str) -> None:
    with pytest.raises(ValueError, match="there is no") as caught:
        call(started("flowers", 2, 3))
    assert str(caught.value) == problem


# ---- what a card says -----------------------------------------------------------------------


def test_a_card_without_the_block_has_one_game() -> None:
    match = tr.Match.start(tr.load("flowers"), 2, seed=1)
    assert (match.games, len(match.deals)) == (1, 1)


@pytest.mark.parametrize("start", [None, "rotating", "fixed"])
def test_a_card_says_how_many_games_there_are_and_who_begins(start: str | None) -> None:
    block = {"games": 3} if start is None else {"games": 3, "start": start}
    rules = tr.load({"extends": "flowers", "match": block})
    for games in (None, 2):
        match = tr.Match.start(rules, 3, seed=1, games=games)
        assert match.games == (games or 3)
        players = [match.player_of(0, game=game) for game in range(match.games)]
        assert players == ([0, 0, 0] if start == "fixed" else [0, 1, 2])[: match.games]


def test_a_card_may_say_it_by_the_number_of_players() -> None:
    rules = tr.load(
        {
            "extends": "flowers",
            "match": {"games": 2},
            "for_players": {"3": {"match": {"games": 5, "start": "fixed"}}},
        }
    )
    two, three = (tr.Match.start(rules, seats, seed=1) for seats in (2, 3))
    assert (two.games, three.games) == (2, 5)
    assert (two.seat_of(0, game=1), three.seat_of(0, game=1)) == (1, 0)


def test_names_stay_on_their_seats_where_the_start_is_fixed() -> None:
    rules = tr.load({"extends": "tulips", "match": {"games": 2, "start": "fixed"}})
    match = until(tr.Match.start(rules, 2, seed=1, names=["Ann", "Bob"]), 1)
    assert match.record.names == match.names == ("Ann", "Bob")
    assert match.player_to_move == 0


# ---- partners -------------------------------------------------------------------------------


PARTED: dict[str, tuple[int, dict[str, list[int]]]] = {
    "side by side": (3, {"sun": [0, 1]}),
    "at the end": (3, {"sun": [1, 2]}),
    "across, and two alone": (4, {"sun": [0, 2]}),
    "two and two side by side": (4, {"sun": [0, 1], "moon": [2, 3]}),
    "two and four": (6, {"sun": [0, 3], "moon": [1, 2, 4, 5]}),
}
TOGETHER: dict[str, tuple[int, dict[str, list[int]]]] = {
    "two and two across": (4, TEAMS),
    "three and three": (6, {"sun": [0, 2, 4], "moon": [1, 3, 5]}),
    "two, two and two": (6, {"sun": [0, 3], "moon": [1, 4], "star": [2, 5]}),
}


def partners(seats: int, teams: dict[str, list[int]], start: str | None = None) -> tr.Ruleset:
    """Rules with partners, for so many seats."""
    block = {"match": {"games": 1, "start": start}} if start else {}
    card = {"extends": "tulips", "players": [seats], "partners": {"teams": teams}}
    return tr.load({**card, **block})


@pytest.mark.parametrize(("seats", "teams"), TOGETHER.values(), ids=TOGETHER)
def test_partners_stay_together(seats: int, teams: dict[str, list[int]]) -> None:
    """In every game the teams are the same players, whatever seats they sit on."""
    match = tr.Match.start(partners(seats, teams), seats, games=seats)
    for game in range(seats):
        found = [
            sorted(match.player_of(seat, game=game) for seat in team) for team in teams.values()
        ]
        assert sorted(found) == sorted(teams.values())


@pytest.mark.parametrize(("seats", "teams"), PARTED.values(), ids=PARTED)
def test_partners_must_stay_together(seats: int, teams: dict[str, list[int]]) -> None:
    ruleset = partners(seats, teams)
    with pytest.raises(ValueError, match="partners do not stay together"):
        tr.Match.start(ruleset, seats, games=2)
    assert tr.Match.start(ruleset, seats, games=1).games == 1
    assert tr.Match.start(partners(seats, teams, "fixed"), seats, games=2).games == 2


def test_data_in_which_partners_part_are_refused() -> None:
    data = tr.Match.start(partners(3, {"sun": [0, 1]}), 3, games=1, seed=1).to_data()
    assert tr.Match.from_data(data).games == 1
    with pytest.raises(tr.InvalidData, match="partners do not stay together") as caught:
        tr.Match.from_data({**data, "games": data["games"] * 2})
    assert caught.value.path == "games"
