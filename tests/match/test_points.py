"""Points added up by player, and how a match ends."""

from __future__ import annotations

import pytest

import tilerules as tr
from tests.match.games import (
    GAMES,
    TEAMS,
    again,
    one_game,
    over,
    points_of,
    repeated,
    started,
    steps,
)

SHORT = {"extends": "serendipity-small", "end": {"turn_limit": 70}}
"""A game that the limit may cut short, or may not."""


def added_up(match: tr.Match) -> list[int]:
    """The points of the players, player by player and game by game."""
    return [
        sum(
            points_of(record)[(player - game) % match.seats]
            for game, record in enumerate(match.records)
            if record.state.is_over
        )
        for player in range(match.seats)
    ]


@pytest.mark.parametrize("id", GAMES)
@pytest.mark.parametrize("seats", [2, 3])
def test_points_are_added_up_by_player(id: str, seats: int) -> None:
    """At every ply; those of a game count when it is over."""
    found = set()
    for match in steps(started(id, seats, 3)):
        assert [*match.points] == added_up(match)
        found.add((match.game, match.points))
    assert (0, (0,) * seats) in found
    assert len(found) == 4


def test_the_points_of_two_games_by_hand() -> None:
    """Whoever sat on seat s in the first game sits on seat s - 1 in the second."""
    record = one_game(tr.load("tulips"), 3)
    a, b, c = points_of(record)
    assert len({a, b, c}) == 3
    assert repeated(record, 2).points == (a + c, b + a, c + b)
    assert repeated(record, 4).points == (a + c + b + a, b + a + c + b, c + b + a + c)


def test_fixed_seats_keep_their_points() -> None:
    rules = tr.load({"extends": "tulips", "match": {"games": 3, "start": "fixed"}})
    record = one_game(rules, 2)
    a, b = points_of(record)
    assert a != b
    assert repeated(record, 3).points == (3 * a, 3 * b)


# ---- the outcome ----------------------------------------------------------------------------


def by_points(points: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """The players from first to last, tied ones together."""
    return tuple(
        tuple(player for player, own in enumerate(points) if own == total)
        for total in sorted(set(points), reverse=True)
    )


@pytest.mark.parametrize("id", GAMES)
def test_most_points_win(id: str) -> None:
    firsts = set()
    for seed in range(1, 5):
        match = over(started(id, 3, 2, seed), seed)
        outcome = match.outcome
        assert outcome is not None
        assert outcome.ranking == by_points(match.points)
        assert outcome.winners == outcome.ranking[0]
        assert (outcome.decided_by, outcome.cut_short) == ("points", False)
        firsts.add(outcome.winners)
    assert len(firsts) > 1


@pytest.mark.parametrize("id", GAMES)
def test_who_plays_the_same_from_every_seat_ties(id: str) -> None:
    """Each player has had each seat of the same game once."""
    record = one_game(tr.load(id), 3)
    match = repeated(record, 3)
    assert match.points == (sum(points_of(record)),) * 3
    assert match.outcome == tr.Outcome(((0, 1, 2),), "points", cut_short=False)


def test_a_tie_below_the_winner() -> None:
    """The first alone and the others together, and the reverse."""
    ranked = {}
    for seed in range(1, 60):
        record = one_game(tr.load("tulips"), 3, seed)
        if len(set(points_of(record))) == 2:
            match = repeated(record, 1)
            assert match.outcome is not None
            assert match.outcome.ranking == by_points(points_of(record))
            assert match.outcome.decided_by == "points"
            ranked[match.outcome.ranking] = tr.outcome(record.state)
    assert {len(ranking[0]) for ranking in ranked} == {1, 2}
    # Within a game a tie may be broken; a match knows no other measure than points.
    assert any(ended and ended.ranking != ranking for ranking, ended in ranked.items())


def test_there_is_no_outcome_before_the_end() -> None:
    *before, last = steps(started("tulips", 2, 2))
    assert {match.outcome for match in before} == {None}
    assert last.outcome is not None


def test_one_player() -> None:
    match = over(started("flowers", 1, 2))
    assert match.points == (sum(map(sum, map(points_of, match.records))),)
    assert match.outcome == tr.Outcome(((0,),), "points", cut_short=False)


def test_a_match_is_cut_short_if_one_of_its_games_is() -> None:
    rules = tr.load(SHORT)
    games = {}
    for seed in range(1, 6):
        record = one_game(rules, 2, seed)
        ended = tr.outcome(record.state)
        assert ended is not None
        games[ended.cut_short] = record
    assert len(games) == 2
    for kinds, expected in (
        ([False, False], False),
        ([False, True], True),
        ([True, False], True),
        ([True, True], True),
    ):
        records = [games[kind] for kind in kinds]
        deals = [record.deal for record in records if record.deal]
        moves = [move for record in records for move in record.moves]
        match = again(tr.Match.start(rules, 2, deals=deals), *moves)
        assert match.outcome is not None
        assert match.outcome.cut_short == expected


# ---- partners -------------------------------------------------------------------------------


def test_what_partners_have_is_added_up() -> None:
    """Seats 0 and 2 against 1 and 3, who change places from game to game, and stay together."""
    rules = tr.load({"extends": "tulips", "players": [4], "partners": {"teams": TEAMS}})
    best_alone = set()
    for seed in range(1, 9):
        match = over(tr.Match.start(rules, 4, games=3, seed=seed), seed)
        points = match.points
        assert [*points] == added_up(match)
        sun, moon = points[0] + points[2], points[1] + points[3]
        places = ((0, 2), (1, 3)) if sun > moon else ((1, 3), (0, 2))
        assert match.outcome is not None
        assert match.outcome.ranking == (((0, 1, 2, 3),) if sun == moon else places)
        assert match.outcome.decided_by == "points"
        best = max(range(4), key=lambda player: points[player])
        best_alone.add(best in match.outcome.winners)
    assert best_alone == {True, False}, "the best player may be on the side that loses"


def test_sides_with_equal_points_share_a_place() -> None:
    """Two games by the same moves: each side has had the seats of both."""
    rules = tr.load({"extends": "tulips", "players": [4], "partners": {"teams": TEAMS}})
    match = repeated(one_game(rules, 4), 2)
    assert match.outcome == tr.Outcome(((0, 1, 2, 3),), "points", cut_short=False)


def test_who_has_no_partner_plays_alone() -> None:
    card = {
        "extends": "tulips",
        "players": [4],
        "partners": {"teams": {"sun": [0, 2]}},
        "match": {"games": 2, "start": "fixed"},
    }
    match = repeated(one_game(tr.load(card), 4), 2)
    a, b, c, d = match.points
    totals = {(0, 2): a + c, (1,): b, (3,): d}
    assert len(set(totals.values())) == 3
    assert match.outcome is not None
    assert match.outcome.ranking == tuple(
        sorted(totals, key=lambda side: totals[side], reverse=True)
    )
