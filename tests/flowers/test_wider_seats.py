"""What is different by seat in Flowers, partners, how often one may cover, and a goal."""

from __future__ import annotations

from typing import Any

import pytest

import tilerules as tr
from tests.flowers.gardens import data, garden, new, outcome, play, position, rules, texts, totals
from tilerules.games.flowers import Observation, State
from tilerules.games.flowers.picture import draw_svg

Card = dict[str, Any]

ONE = garden("g4")
PILES = ("y1 y2 y3 y4", "r1 r2 r3 r4", "b1 b2 b3 b4")
COVER = "cover 0,0"


def refusal(state: State, kind: str, *args: str) -> tr.Refusal:
    found = tr.why_illegal(state, tr.Move(kind, args))
    assert found is not None
    return found


def codes(card: Card) -> list[str]:
    """The codes of what is wrong with a card."""
    with pytest.raises(tr.InvalidRuleset) as caught:
        tr.load({"extends": "flowers", **card})
    return [problem.code for problem in caught.value.problems]


# ---- gardens of different sizes -------------------------------------------------------------

SIZES: Card = {
    "players": [2],
    "garden": {"width": 3, "height": 2},
    "seats": {"1": {"width": 1, "height": "never"}},
}


def test_each_garden_has_its_own_size() -> None:
    """Seat 0 builds three wide and two high, seat 1 one wide and as high as it likes."""
    row = garden("g4 b4 b3")
    state = play(position(rules(SIZES), [row, ONE], PILES), "take 0")
    assert {*texts(state, "place")} == {f"place {x},{y}" for x in range(3) for y in (-1, 1)}
    assert {*texts(play(state, COVER, "take 0"), "place")} == {"place 0,-1", "place 0,1"}


def test_a_refusal_names_where_the_size_was_set() -> None:
    row = {"-2,0": ["green-3"], "-1,0": ["blue-3"], "0,0": ["green-4"]}
    state = play(position(rules(SIZES), [row, ONE], PILES), "take 0")
    wide = refusal(state, "place", "1,0")
    assert wide.code == "too_large"
    assert "width is 3" in wide.message
    assert wide.rule
    assert wide.rule.key == "garden.width"
    second = refusal(play(state, COVER, "take 0"), "place", "1,0")
    assert "width is 1" in second.message
    assert second.rule
    assert second.rule.key == "seats.1.width"


def test_the_grid_has_room_for_the_largest_garden() -> None:
    """Seat 1 may build 38 cells up or down in its 38 turns, and nobody more than 2 aside."""
    grid = new(rules(SIZES), 2).rules.grid
    assert max(x for x, _ in grid.cells) == 2
    assert max(y for _, y in grid.cells) == 38


def test_positions_have_the_size_of_each_seat() -> None:
    two = garden("g4 b4")
    State.from_data(data(rules(SIZES), [two, ONE], PILES))
    with pytest.raises(tr.InvalidData) as caught:
        State.from_data(data(rules(SIZES), [ONE, two], PILES))
    assert caught.value.path == "gardens[1]"
    assert "width is 1" in str(caught.value)


def test_every_garden_must_have_room() -> None:
    flat = {"cards": "never", "depth": "removed"}
    card: Card = {"players": [2], "garden": {"width": 9, "height": 9}, "cover": flat}
    tr.load({"extends": "flowers", **card})
    assert codes({**card, "seats": {"1": {"width": 4}}}) == ["no_room"]
    tr.load({"extends": "flowers", **card, "seats": {"1": {"width": 4, "height": "never"}}})
    assert codes({"players": [2], "seats": {"2": {"width": 4}}}) == ["no_such_seat"]


def test_sizes_by_seat_in_words() -> None:
    text = " ".join(tr.describe(rules(SIZES)).split())
    assert "The garden of seat 1 must not become more than 1 card wide and may become" in text
    assert "may become as high as liked." in text
    assert "garden of seat 0" not in text


# ---- handicaps and partners -----------------------------------------------------------------


def test_a_handicap_is_the_first_line() -> None:
    ruleset = rules({"players": [2], "seats": {"1": {"handicap": -3}}})
    state = position(ruleset, [garden("g2 b2 y2 r2"), garden("g1 b1")])
    first, second = tr.score(state)
    assert [line.id for line in first.lines] == ["discards"]
    assert [(line.id, line.points, line.count, line.spots) for line in second.lines] == [
        ("handicap", -3, 1, ()),
        ("discards", -2, 2, ("0,0", "1,0")),
    ]
    assert second.lines[0].rule.key == "seats.1.handicap"
    assert totals(state) == [-4, -5]
    assert "\N{MINUS SIGN}5 points" in draw_svg(state, None)
    assert "handicap: \N{MINUS SIGN}3" in draw_svg(state, second)


TEAMS: Card = {"players": [4], "partners": {"teams": {"sun": [0, 2], "moon": [1, 3]}}}


def test_partners_share_a_place() -> None:
    """Seats 0 and 2 have -4 and -1, seats 1 and 3 have -2 and -2: the latter are better by one."""
    gardens = [garden(row) for row in ("g2 b2 y2 r2", "g3 b3", "y3", "r3 y3")]
    assert outcome(position(rules({"players": [4]}), gardens)).ranking == ((2,), (1, 3), (0,))
    found = outcome(position(rules(TEAMS), gardens))
    assert found.ranking == ((1, 3), (0, 2))
    assert found.winners == (1, 3)


def test_partners_are_drawn_beside_each_other() -> None:
    state = new(rules(TEAMS), 4)
    lines = str(state).splitlines()
    assert [line for line in lines if line.startswith("seat ")] == [
        "seat 0 (with seat 2)",
        "seat 1 (with seat 3)",
        "seat 2 (with seat 0)",
        "seat 3 (with seat 1)",
    ]
    assert [each for each in range(4) if f">with seat {each}<" in draw_svg(state, None)] == [
        *range(4)
    ]
    assert "seats 0 and 2 (sun)" in " ".join(tr.describe(rules(TEAMS)).split())


# ---- covering so often ----------------------------------------------------------------------

ONCE = rules({"players": [2], "uses": {"cover": {"times": 1}}})


def test_covering_once_in_a_game() -> None:
    """Each seat covers once; then it can only place."""
    state = play(new(ONCE, 2), "take 0")
    assert texts(state, "cover") == [COVER]
    state = play(state, COVER)
    assert [{**each} for each in state.used] == [{"cover": 1}, {"cover": 0}]
    state = play(state, "take 0", COVER, "take 0")
    assert [{**each} for each in state.used] == [{"cover": 1}, {"cover": 1}]
    assert texts(state, "cover") == []
    assert len(texts(state, "place")) == 4
    used_up = refusal(state, "cover", "0,0")
    assert (used_up.code, used_up.rule and used_up.rule.key) == ("used_up", "uses.cover.times")
    assert refusal(state, "cover", "1,0").code == "no_card"


def test_covering_twice_in_a_game() -> None:
    state = new(rules({"players": [2], "uses": {"cover": {"times": 2}}}), 2)
    for cell in ("1,0", "2,0"):
        state = play(state, "take 0", COVER, "take 1", f"place {cell}")
    assert texts(play(state, "take 0"), "cover") == []
    assert len(texts(play(state, "take 0", "place 1,0", "take 1"), "cover")) == 3


def test_covering_once_in_a_turn_is_no_limit_where_a_turn_lays_one_card() -> None:
    state = new(rules({"players": [2], "uses": {"cover": {"times": 1, "in": "turn"}}}), 2)
    for _ in range(6):
        state = play(state, texts(state)[0], COVER)
        assert [{**each} for each in state.used] == [{"cover": 0}, {"cover": 0}]


def test_covering_once_in_a_turn_of_two_cards() -> None:
    """Of two cards one may cover; with the next turn this counts anew."""
    steps = ["take", "place", "take", "place"]
    uses = {"cover": {"times": 1, "in": "turn"}}
    state = new(rules({"players": [2], "turn": {"steps": steps}, "uses": uses}), 2)
    first = play(state, "take 0", COVER)
    assert [{**each} for each in first.used] == [{"cover": 1}, {"cover": 0}]
    first = play(first, "take 0")
    assert texts(first, "cover") == []
    assert refusal(first, "cover", "0,0").code == "used_up"
    after = play(first, "place 1,0")
    assert [{**each} for each in after.used] == [{"cover": 0}, {"cover": 0}]
    other = play(state, "take 0", "place 1,0", "take 0")
    assert len(texts(other, "cover")) == 2


def test_what_is_used_is_told_and_written() -> None:
    before = play(new(ONCE, 2), "take 0")
    state = play(before, COVER)
    told = tr.events(tr.observe(before, 1), tr.observe(state, 1))
    assert "seat 0 has used cover 1 time" in [str(event) for event in told]
    placed = play(before, "place 1,0")
    events = tr.events(tr.observe(before, 1), tr.observe(placed, 1))
    assert [event for event in events if event.kind == "used"] == []
    assert state.to_data()["used"] == [{"cover": 1}, {"cover": 0}]
    assert State.from_data(state.to_data()) == state
    for viewer in (0, 1, None):
        seen = tr.observe(state, viewer)
        assert [{**each} for each in seen.used] == [{"cover": 1}, {"cover": 0}]
        assert Observation.from_data(seen.to_data()) == seen
    assert "cover used, seat by seat: 1, 0; at most 1 in a game" in str(state)
    assert "Cover used, seat by seat: 1, 0" in draw_svg(state, None)
    text = " ".join(tr.describe(ONCE).split())
    assert "Each player may cover a card once in a game at the most." in text


def test_a_position_by_hand_has_used_nothing_unless_it_says_so() -> None:
    fresh = play(position(ONCE, [ONE, ONE], PILES), "take 0")
    assert texts(fresh, "cover") == [COVER]
    done = position(ONCE, [ONE, ONE], PILES, used=[{"cover": 1}, {}])
    assert texts(play(done, "take 0"), "cover") == []
    assert texts(play(done, "take 0", "place 1,0", "take 0"), "cover") == [COVER]
    with pytest.raises(tr.InvalidData) as caught:
        position(ONCE, [ONE, ONE], PILES, used=[{"cover": 2}, {}])
    assert caught.value.path == "used[0].cover"


def boxed(cells: int, uses: Card) -> Card:
    """Gardens of one row, into which each of two seats lays 38 cards at the most."""
    return {"players": [2], "garden": {"width": cells, "height": 1}, "uses": {"cover": uses}}


@pytest.mark.parametrize("times", [1, 5])
def test_a_garden_has_room_without_more_covering_than_is_allowed(times: int) -> None:
    """The start card and 38 others: so many as may be covered need no cell of their own."""
    tr.load({"extends": "flowers", **boxed(39 - times, {"times": times})})
    assert codes(boxed(38 - times, {"times": times})) == ["no_room"]
    tr.load({"extends": "flowers", **boxed(2, {"times": times, "in": "turn"})})


def test_a_depth_limits_covering_too() -> None:
    """Two cells and one on top of the other make three: fewer than ten uses would allow."""
    deep = {"depth": 2}
    assert codes({**boxed(19, {"times": 30}), "cover": deep}) == ["no_room"]
    tr.load({"extends": "flowers", **boxed(20, {"times": 30}), "cover": deep})


def test_a_position_has_room_without_more_covering_than_is_left() -> None:
    ruleset = rules(boxed(34, {"times": 5}))
    piles = ("y1", "r1 r2 r3 r4", "g4 y4 y3 y3")
    full = {f"{x},0": [card] for x, card in zip(range(34), ROW.split(), strict=True)}
    one = ("y1", "r1", "b1")
    state = position(ruleset, [full, {"0,0": ["red-1"]}], one, used=[{"cover": 4}, {}])
    assert len(texts(play(state, "take 0"))) == 34
    with pytest.raises(tr.InvalidData) as caught:
        position(ruleset, [full, {"0,0": ["red-1"]}], piles, used=[{"cover": 4}, {}])
    assert caught.value.path == "gardens[0]"


_TWO = [f"{colour}-{n}" for colour in ("blue", "green") for n in (2,) * 6 + (3,) * 8]
ROW = " ".join([*_TWO, *["yellow-2"] * 6])


# ---- a goal ---------------------------------------------------------------------------------

GOAL: Card = {"players": [1], "goal": {"points": -2, "ratings": {"-9": "gardener", "-2": "master"}}}


@pytest.mark.parametrize(
    ("row", "won", "rating"),
    [
        ("g2 b2 y3 y3", True, "master"),  # -2: the two 3s are lost
        ("g2 b2 y2 y3", False, "gardener"),  # -4
        ("g3 b3 y2 r3 g4 b4 r2 y3 b3 y4", False, None),  # all ten are lost
    ],
)
def test_a_goal(row: str, won: bool, rating: str | None) -> None:
    state = position(rules(GOAL), [garden(row)])
    found = outcome(state)
    assert (found.won, found.rating) == (won, rating)
    assert found.winners == ((0,) if won else ())
    said = ("won" if won else "lost") + (f", {rating}" if rating else "")
    assert f"Over after 0 turns: {said}" in draw_svg(state, None)


def test_a_game_without_a_goal() -> None:
    found = outcome(position(rules({"players": [1]}), [ONE]))
    assert (found.won, found.rating, found.winners) == (None, None, (0,))


def test_a_goal_is_for_one_player() -> None:
    assert codes({"players": [1, 2], "goal": {"points": 3}}) == ["goal_of_several"]
    text = " ".join(tr.describe(rules(GOAL)).split())
    assert "With -2 points or more the game is won." in text
    assert "-9 gardener and -2 master" in text
