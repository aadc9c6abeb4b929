"""What a schema cannot say about the blocks of all games: faulty and sound cards of each game."""

from __future__ import annotations

from typing import Any

import pytest

import tilerules as tr

Card = dict[str, Any]

FOUR = {"players": [4]}
TWO_TEAMS = {"teams": {"sun": [0, 2], "moon": [1, 3]}}
NEIGHBOURS = {"teams": {"sun": [0, 1], "moon": [2, 3]}}
FIVE_POINTS = {"any_of": ["points", "rounds"], "all_of": [], "points": 5, "rounds": 9}


def no_seat(seat: int, players: int) -> str:
    """What is said of a seat that needs so many players."""
    return (
        f"there is no seat {seat}, as they are counted from 0; say `players: [{players}]`, or put "
        f"this under `for_players: {{{players}: ...}}`"
    )


# The code and key of the problem, the end of its message, and the change of the card.
FAULTY: list[tuple[str, str, str, Card]] = [
    (
        "no_such_seat",
        "seats",
        no_seat(2, 3),
        {"players": [2], "seats": {2: {"handicap": 1}}},
    ),
    (
        "no_such_seat",
        "partners.teams",
        no_seat(3, 4),
        {"players": [3], "partners": {"teams": {"sun": [0, 3]}}},
    ),
    (
        "no_such_seat",
        "partners.teams",
        no_seat(3, 4),
        {"players": [3], "partners": {"teams": {"sun": [0, 3]}}, "match": {"games": 2}},
    ),
    (
        "partner_twice",
        "partners.teams",
        "seat 2 is in two teams",
        {**FOUR, "partners": {"teams": {"sun": [0, 2], "moon": [2, 3]}}},
    ),
    (
        "one_side",
        "partners.teams",
        "all seats are partners, so nobody is left to play against",
        {"players": [3], "partners": {"teams": {"sun": [0, 1, 2]}}},
    ),
    (
        "teams_rotate",
        "partners.teams",
        "when all move one seat on, these teams would be others; say `start: fixed`",
        {**FOUR, "partners": NEIGHBOURS, "match": {"games": 2}},
    ),
    (
        "condition_without_number",
        "end.any_of",
        "the condition `rounds` needs a number: say `rounds` under `end` too",
        {"players": [2], "end": {"any_of": ["rounds"]}},
    ),
    (
        "number_without_condition",
        "end.points",
        "`points` stands neither under `any_of` nor under `all_of`, so it would change nothing",
        {"players": [2], "end": {"points": 20}},
    ),
    (
        "over_at_once",
        "end.points",
        "what the end waits for is there before the first turn: seat 1 begins with 5 points",
        {"players": [2], "seats": {1: {"handicap": 5}}, "end": FIVE_POINTS},
    ),
    (
        "over_at_once",
        "end.points",
        "what the end waits for is there before the first turn: seats 0 and 2 begin with 5 points",
        {
            **FOUR,
            "partners": TWO_TEAMS,
            "seats": {0: {"handicap": 2}, 1: {"handicap": 4}, 2: {"handicap": 3}},
            "end": FIVE_POINTS,
        },
    ),
]

SOUND: list[Card] = [
    {"players": [2, 3], "seats": {0: {"handicap": 5}, 1: {"handicap": -5}}},
    {**FOUR, "partners": TWO_TEAMS, "match": {"games": 4}},
    {**FOUR, "partners": NEIGHBOURS, "match": {"games": 2, "start": "fixed"}},
    {"players": [3], "partners": {"teams": {"sun": [2, 0]}}},
    {"players": [2], "end": {"any_of": ["rounds"], "rounds": 3, "round": "one_more"}},
    {"players": [2], "match": {"games": 3}},
    {"players": [2], "seats": {0: {"handicap": 4}, 1: {"handicap": 4}}, "end": FIVE_POINTS},
    {
        **FOUR,
        "partners": TWO_TEAMS,
        "seats": {0: {"handicap": 9}, 2: {"handicap": -5}},
        "end": FIVE_POINTS,
    },
    {
        "players": [2],
        "seats": {1: {"handicap": 5}},
        "end": {"any_of": ["rounds"], "all_of": ["points", "rounds"], "points": 5, "rounds": 3},
    },
]


def found(game: str, card: Card) -> list[tuple[str, str, str]]:
    """The problems of a variant of a game: code, key and message."""
    whole = {"id": "ours", "title": "Ours", "edition": 1, "extends": game, **card}
    return [(each.code, each.key, each.message) for each in tr.check(whole)]


@pytest.mark.parametrize("game", ["serendipity", "flowers", "tulips"])
@pytest.mark.parametrize(
    ("code", "key", "message", "card"), FAULTY, ids=[f"{code}-{key}" for code, key, *_ in FAULTY]
)
def test_a_fault_is_told_once(game: str, code: str, key: str, message: str, card: Card) -> None:
    [(told, at, why)] = found(game, card)
    assert (told, at) == (code, key)
    assert why.endswith(message)


@pytest.mark.parametrize("game", ["serendipity", "flowers", "tulips"])
@pytest.mark.parametrize("card", SOUND, ids=[str(number) for number in range(len(SOUND))])
def test_what_is_sound_passes_and_plays(game: str, card: Card) -> None:
    assert found(game, card) == []
    ruleset = tr.load({"extends": game, **card})
    for seats in ruleset.seat_counts:
        assert tr.legal_moves(tr.new_game(ruleset, seats, seed=1))


@pytest.mark.parametrize(
    ("game", "few"), [("serendipity", "2 and 3"), ("flowers", "1, 2 and 3"), ("tulips", "2 and 3")]
)
def test_partners_of_too_many_seats_are_told_once_with_the_way_out(game: str, few: str) -> None:
    partners = {"partners": TWO_TEAMS}
    message = f"with {few} players: {no_seat(3, 4)}"
    assert found(game, partners) == [("no_such_seat", "partners.teams", message)]
    assert found(game, {"players": [4], **partners}) == []
    assert found(game, {"for_players": {4: partners}}) == []


def test_a_goal_is_for_one_player() -> None:
    goal = {"goal": {"points": 30, "ratings": {20: "gardener"}}}
    assert found("flowers", {"players": [1], **goal}) == []
    problems = found("flowers", {"players": [1, 2], **goal})
    way_out = "say `players: [1]`, or put this under `for_players: {1: ...}`"
    why = f"with 2 players: a goal is for one player, who plays alone; {way_out}"
    assert problems == [("goal_of_several", "goal", why)]
    alone = {"for_players": {1: goal}}
    assert found("flowers", alone) == []
    assert found("tulips", goal)[0][0] == "unknown_key"


@pytest.mark.parametrize("team", [[0], [0, 0], [0, 6], "sun"])
def test_a_team_is_a_list_of_two_or_more_seats(team: Any) -> None:
    [(code, key, _)] = found("tulips", {"players": [6], "partners": {"teams": {"sun": team}}})
    assert code == "wrong_value"
    assert key.startswith("partners.teams.sun")


def test_a_variant_takes_a_team_away() -> None:
    both = {"players": [6], "partners": TWO_TEAMS}
    parent = tr.load({"extends": "tulips", "id": "parent", **both})
    assert parent.values["partners"]["teams"].keys() == {"sun", "moon"}
    card = {
        "extends": "tulips",
        **both,
        "for_players": {6: {"partners": {"teams": {"moon": "removed"}}}},
    }
    assert tr.load(card).values_for(6)["partners"]["teams"].keys() == {"sun"}
