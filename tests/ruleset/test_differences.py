"""Two rulesets side by side, against a comparison of all their values one by one."""

from __future__ import annotations

import pickle
from collections.abc import Mapping
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tilerules as tr
from tests.flowers.strategies import flowers_cards
from tests.strategies import serendipity_cards
from tests.tulips.strategies import tulips_cards

CARDS = {"serendipity": serendipity_cards(), "flowers": flowers_cards(), "tulips": tulips_cards()}
PAIRS = [
    (one, other)
    for one, other in combinations(tr.ruleset_ids(), 2)
    if tr.load(one).game == tr.load(other).game
]


def flat(values: Any, above: str = "") -> dict[str, Any]:
    """Values by their paths of keys."""
    if not isinstance(values, Mapping):
        return {above: values}
    found: dict[str, Any] = {}
    for key, value in values.items():
        found |= flat(value, f"{above}.{key}" if above else key)
    return found


ABSENT = object()


def expected(a: tr.Ruleset, b: tr.Ruleset) -> set[tuple[Any, ...]]:
    """What differs, one entry for each key and number of players: key, seats, values, places."""
    out: set[tuple[Any, ...]] = set()
    for seats in range(1, 7):
        if seats in a.seat_counts and seats in b.seat_counts:
            mine, theirs = flat(a.values_for(seats)), flat(b.values_for(seats))
            for key in {**mine, **theirs}:
                if mine.get(key, ABSENT) != theirs.get(key, ABSENT):
                    out.add((key, seats, *told(a, mine, key, seats), *told(b, theirs, key, seats)))
    return out


def told(
    rules: tr.Ruleset, values: dict[str, Any], key: str, seats: int
) -> tuple[Any, tr.Origin | None]:
    """A value and its place; None and None where there is none."""
    return (values[key], rules.origin(key, seats=seats)) if key in values else (None, None)


def holds(a: tr.Ruleset, b: tr.Ruleset) -> None:
    """Everything that is asked of the comparison of two rulesets of a game."""
    found = tr.diff(a, b)
    rules = [each for each in found if each.key != "players"]
    spread = [
        (each.key, seats, each.a, each.a_origin, each.b, each.b_origin)
        for each in rules
        for seats in each.seats
    ]
    assert len(spread) == len({*spread})
    assert {*spread} == expected(a, b)
    assert all(each.seats == tuple(sorted(each.seats)) for each in found)
    apart = [(each.key, each.a, each.b, each.a_origin, each.b_origin) for each in rules]
    assert len(apart) == len({*apart}), "what differs alike is told once for all numbers of players"
    players = [each for each in found if each.key == "players"]
    assert [(each.a, each.b) for each in players] == (
        [(a.seat_counts, b.seat_counts)] if a.seat_counts != b.seat_counts else []
    )
    assert (found == ()) == (a == b)
    assert (tr.diff(a, a), tr.diff(b, b)) == ((), ())
    assert {*tr.diff(b, a)} == {mirrored(each) for each in found}


def mirrored(each: tr.Difference) -> tr.Difference:
    return tr.Difference(each.key, each.seats, each.b, each.a, each.b_origin, each.a_origin)


@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_bundled_rulesets_against_a_naive_comparison(one: str, other: str) -> None:
    holds(tr.load(one), tr.load(other))


@pytest.mark.parametrize("game", CARDS)
@settings(max_examples=25)
@given(st.data())
def test_any_rulesets_against_a_naive_comparison(game: str, data: st.DataObject) -> None:
    one = tr.load(data.draw(CARDS[game]))
    holds(one, tr.load(game))
    holds(tr.load(data.draw(CARDS[game])), one)


# ---- by hand --------------------------------------------------------------------------------


CUSTOM = tr.Origin("custom", None)


def test_numbers_of_players_that_only_one_is_for_are_told_by_players_alone() -> None:
    # With three players each has two colours, with four one; none of that is told.
    three = tr.load({"extends": "serendipity", "players": [3], "board": {"side": 6}})
    four = tr.load({"extends": "serendipity", "players": [4], "tie_breaks": ["flowers"]})
    assert tr.diff(three, four) == (tr.Difference("players", (3, 4), (3,), (4,), CUSTOM, CUSTOM),)


def test_the_default_of_nobody_has_its_own_place() -> None:
    limited = tr.load({"extends": "serendipity", "end": {"turn_limit": 9}})
    unsaid = tr.load({"extends": "serendipity", "end": {"turn_limit": "removed"}})
    [each] = tr.diff(limited, unsaid)
    assert each == tr.Difference(
        "end.turn_limit", (2, 3, 4, 5, 6), 9, "never", CUSTOM, tr.Origin("default", None)
    )


def test_a_block_that_is_not_there_is_told_value_by_value() -> None:
    gone = {"butterflies": "removed", "steps": ["discards", "fields"]}
    found = tr.diff(tr.load({"extends": "flowers", "scoring": gone}), tr.load("flowers"))
    told = {each.key: (each.a, each.b, each.a_origin is None) for each in found}
    assert told == {
        "scoring.steps": (
            ("discards", "fields"),
            ("discards", "fields", "butterflies"),
            False,
        ),
        "scoring.butterflies.points": (None, 1, True),
        "scoring.butterflies.counted": (None, "once", True),
    }


def test_a_number_that_falls_away_has_no_value_and_no_place() -> None:
    late, never = tr.load("serendipity-unowned-late"), tr.load("serendipity")
    found = {(each.key, each.seats): each for each in tr.diff(late, never)}
    # two players have two colours there, three here; three one and two; four and five one in both
    assert found.keys() == {
        ("players", (2, 3, 4, 5, 6)),
        ("colours_each", (2,)),
        ("colours_each", (3,)),
        ("turn.unowned.stays_up", (2, 3, 4, 5)),
        ("turn.unowned.serendips", (2, 3, 4, 5)),
    }
    number = found["turn.unowned.serendips", (2, 3, 4, 5)]
    assert (number.a, number.b, number.b_origin) == (10, None, None)
    assert (found["colours_each", (2,)].a, found["colours_each", (2,)].b) == (2, 3)
    assert (found["colours_each", (3,)].a, found["colours_each", (3,)].b) == (1, 2)


def test_one_value_from_different_places_is_no_difference() -> None:
    again = tr.load({"extends": "tulips", "end": {"drawn": 5}})
    assert again.origin("end.drawn").file == "custom"
    assert tr.diff(again, tr.load("tulips")) == ()


def test_different_values_from_one_place_for_some_are_told_apart() -> None:
    # the deck of five and six players differs from that of two to four
    more = tr.load({"extends": "tulips", "cards": {"values": {4: 7}}})
    found = [each for each in tr.diff(more, tr.load("tulips")) if each.key == "cards.values.4"]
    assert [(each.seats, each.a, each.b) for each in found] == [((2, 3, 4), 7, 6)]


@pytest.mark.parametrize(
    ("one", "other"), [("flowers", "serendipity"), ("tulips-thanks", "flowers-dutch")]
)
def test_rulesets_of_different_games_do_not_compare(one: str, other: str) -> None:
    a, b = tr.load(one), tr.load(other)
    with pytest.raises(ValueError, match=f"^{one} is for {a.game}, and {other} for {b.game}: "):
        tr.diff(a, b)


def test_differences_are_values() -> None:
    found = tr.diff(tr.load("flowers"), tr.load("flowers-dutch"))
    assert hash(found) == hash(pickle.loads(pickle.dumps(found)))
    assert found == pickle.loads(pickle.dumps(found))
    assert [(each.key, each.seats) for each in found] == [
        ("piles.next_shown", (1, 2, 3, 4)),
        ("piles.sizes", (2,)),
    ]
