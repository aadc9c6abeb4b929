"""When a game may end besides, and the turns that remain then, worked out by hand.

Four seats own blue, violet, red and yellow.
"""

from __future__ import annotations

from typing import Any

import pytest

import tilerules as tr
from tests.serendipity.boards import (
    Board,
    card,
    data,
    observations,
    play,
    position,
    random_game,
    some,
    texts,
    totals,
)
from tests.serendipity.changes import through_json
from tests.serendipity.test_picture import Seen
from tilerules.games.serendipity import Observation, State


def ending(**end: Any) -> tr.Ruleset:
    """The base card for four with other entries under `end`."""
    return card(players=[4], end=end)


def is_over(state: State) -> bool:
    """Whether the game is over by its own end."""
    outcome = tr.outcome(state)
    return outcome is not None and not outcome.cut_short


TWO = {**some("blue up", "a1-2"), "a3": "blue", "k1": "violet", "k3": "blue"}

# ---- conditions -----------------------------------------------------------------------------

POINTS = {"any_of": ["points", "rounds"], "all_of": [], "rounds": 50}


def test_points_end_the_game_when_the_tile_has_been_dealt_with() -> None:
    state = play(position(ending(**POINTS, points=3), 4, TWO), "reveal a3")
    assert (totals(state)[0], state.phase) == (3, "decide")
    assert is_over(play(state, "keep"))
    assert not is_over(play(position(ending(**POINTS, points=4), 4, TWO), "reveal a3", "keep"))


def test_points_at_the_end_of_a_turn() -> None:
    """A duty to go on is done before the end is looked at."""
    rules = ending(**POINTS, points=3, looked_at="turn")
    state = play(position(rules, 4, TWO), "reveal a3", "keep")
    assert (state.phase, state.begun) == ("reveal", True)
    assert is_over(play(state, "reveal k1"))


def test_the_points_of_partners_count_together() -> None:
    board = {**TWO, "c1": "red up"}
    for partners, over in ((None, False), ({"teams": {"sun": [0, 2]}}, True)):
        more: dict[str, Any] = {"partners": partners} if partners else {}
        rules = card(players=[4], end={**POINTS, "points": 4}, **more)
        assert is_over(play(position(rules, 4, board), "reveal a3", "keep")) == over


def test_a_handicap_counts_for_points() -> None:
    rules = card(players=[4], end={**POINTS, "points": 7}, seats={0: {"handicap": 4}})
    assert is_over(play(position(rules, 4, TWO), "reveal a3", "keep"))


def test_rounds() -> None:
    rules = ending(any_of=["rounds"], rounds=2)
    assert not is_over(play(position(rules, 4, TWO, turns=6, to_move=2), "reveal a3"))
    over = play(position(rules, 4, TWO, turns=7, to_move=3), "reveal a3")
    assert is_over(over)
    assert (over.turns, over.turns_left, "turns_left" in over.to_data()) == (8, None, False)


def test_all_of_several_conditions() -> None:
    """One Serendip up and a round played; neither alone is enough."""
    rules = ending(all_of=["serendips_up", "rounds"], serendips_up=1, rounds=1)
    board = {**TWO, "f6": "serendip:e"}
    early = play(position(rules, 4, board), "reveal f6", "keep blue:e", "pass")
    assert not early.is_over
    late = play(position(rules, 4, board, turns=3, to_move=3), "reveal a3")
    assert not late.is_over
    up = {**board, "f6": "serendip:e up"}
    assert is_over(play(position(rules, 4, up, turns=3, to_move=3), "reveal a3"))
    within = position(rules, 4, board, turns=5)
    assert is_over(play(within, "reveal f6", "move k6"))


@pytest.mark.parametrize(("whole", "up", "over"), [(13, 0, True), (12, 1, True), (12, 0, False)])
def test_any_of_the_conditions_of_the_base_card(whole: int, up: int, over: bool) -> None:
    rules = ending(any_of=["serendips_up", "complete_colours"], all_of=[], serendips_up=2)
    flowers = [*some("", "f1-11", "g1-2")]
    board = {**dict.fromkeys(flowers[:whole], "blue up"), "k6": "serendip:e up", "k5": "serendip:e"}
    if up:
        board["k5"] = "serendip:e up"
    state = position(rules, 4, {**board, "a1": "violet"})
    assert is_over(state) == over


def test_without_conditions_the_game_goes_on_to_its_last_tile() -> None:
    rules = ending(all_of=[], turn_limit=500)
    board = {**some("violet up", "a1-6"), "k6": "blue"}
    down = {*data(rules, 4, {})["cells"]} - {*board}
    colours = {label: cell["tile"] for label, cell in data(rules, 4, board)["cells"].items()}
    whole = {label: f"{colours[label]} up" for label in down}
    state = position(rules, 4, {**board, **whole})
    assert not state.is_over
    state = play(state, "reveal k6", "keep")
    assert is_over(state)


def test_what_a_card_may_not_ask() -> None:
    for end, code in (
        ({"any_of": ["points"]}, "condition_without_number"),
        ({"points": 9}, "number_without_condition"),
        ({"rounds": 9}, "number_without_condition"),
        ({"all_of": ["points"], "points": 9}, "no_end"),
        ({"all_of": ["points", "rounds"], "points": 9, "rounds": 3}, "no_end"),
        ({"all_of": []}, "no_end"),
        ({"any_of": ["serendips_up"], "serendips_up": 0}, "over_at_once"),
    ):
        problems = tr.check({"extends": "serendipity", "end": end})
        assert [problem.code for problem in problems if problem.code == code], end
    for end in (
        {"all_of": ["points"], "points": 9, "turn_limit": 40},
        {"all_of": ["points"], "any_of": ["rounds"], "points": 9, "rounds": 3},
        {"all_of": [], "turn_limit": 40},
        {"all_of": [], "any_of": ["complete_colours"], "serendips_up": 0},
    ):
        assert tr.check({"extends": "serendipity", "end": end}) == ()


def test_points_that_are_there_at_the_start() -> None:
    """Six points by handicap, and 13 flowers of each colour that lie face down."""
    for seats, down, points, over in (
        ({0: {"handicap": 6}}, 0, 6, True),
        ({0: {"handicap": 6}}, 0, 7, False),
        ({0: {"handicap": 6}}, 1, 19, True),
        ({0: {"handicap": 6}}, 1, 20, False),
        ({0: {"handicap": 6, "colours_each": 2}}, 1, 32, True),
    ):
        problems = tr.check(
            {
                "extends": "serendipity",
                "players": [4],
                "end": {**POINTS, "points": points},
                "seats": seats,
                "scoring": {"face_down": {"points": down}},
            }
        )
        assert ([problem.code for problem in problems] == ["over_at_once"]) == over


# ---- the last turns -------------------------------------------------------------------------

# Seat 1 has one violet flower; a second one makes two points.
LAST = {"a1": "violet up", "a2": "violet", "b1": "red", "k1": "blue", "k2": "blue", "k3": "orange"}


def finishing(round: str, **more: Any) -> tr.Ruleset:
    return card(players=[4], end={**POINTS, "points": 2, "round": round}, **more)


def left(state: State) -> tuple[int | None, int | None]:
    """Whose move it is, and how many turns remain."""
    return state.to_move, state.turns_left


def test_broken_off_is_over_at_once() -> None:
    state = play(position(finishing("broken_off"), 4, LAST, to_move=1), "reveal a2", "keep")
    assert is_over(state)


def test_finished_gives_a_turn_to_the_seats_that_follow() -> None:
    start = position(finishing("finished"), 4, LAST, to_move=1)
    assert left(start) == (1, None)
    state = play(start, "reveal a2", "keep")
    assert left(state) == (2, 2)
    state = play(state, "reveal k1")
    assert left(state) == (3, 1)
    state = play(state, "reveal k1")
    assert (is_over(state), state.turns_left, state.turns) == (True, 0, 3)


def test_finished_by_the_last_seat_is_over_at_once() -> None:
    board = {"a1": "yellow up", "a2": "yellow", "k1": "blue"}
    state = play(position(finishing("finished"), 4, board, to_move=3), "reveal a2", "keep")
    assert (is_over(state), state.turns_left) == (True, 0)


def test_one_more_gives_a_turn_to_everybody_this_seat_last() -> None:
    state = play(position(finishing("one_more"), 4, LAST, to_move=1), "reveal a2", "keep")
    found = [left(state)]
    while not state.is_over:
        state = play(state, "reveal k3")
        found.append(left(state))
    assert found == [(2, 4), (3, 3), (0, 2), (1, 1), (None, 0)]
    assert is_over(state)


def test_last_turns_are_played_in_full() -> None:
    """Seat 2 keeps a flower, and goes on by duty although seat 1 still has its points."""
    state = play(position(finishing("one_more"), 4, LAST, to_move=1), "reveal a2", "keep")
    state = play(state, "reveal b1", "keep")
    assert (left(state), state.phase, state.begun) == ((2, 4), "reveal", True)
    assert left(play(state, "reveal k1")) == (3, 3)


def test_points_may_fall_in_the_last_turns() -> None:
    """Red changes places with a violet flower."""
    rules = finishing("finished", turn={"own": {"exchange": {"with": "face_up"}}})
    state = play(position(rules, 4, {**LAST, "e1": "red"}, to_move=1), "reveal a2", "keep")
    assert totals(state)[1] == 2
    state = play(state, "reveal e1", "move a1")
    assert (totals(state)[1], left(state)) == (1, (3, 1))
    assert is_over(play(state, "reveal k1"))


def test_the_limit_on_turns_cuts_the_last_turns_short() -> None:
    rules = card(players=[4], end={**POINTS, "points": 2, "round": "one_more", "turn_limit": 9})
    state = play(position(rules, 4, LAST, to_move=1, turns=6), "reveal a2", "keep", "reveal k1")
    assert left(state) == (3, 3)
    state = play(state, "reveal k1")
    outcome = tr.outcome(state)
    assert outcome is not None
    assert (outcome.cut_short, state.turns_left) == (True, 2)
    assert State.from_data(through_json(state.to_data())) == state


def test_with_nothing_face_down_there_are_no_last_turns() -> None:
    rules = finishing("one_more")
    board = {"a1": "violet up", "a2": "violet"}
    tiles = data(rules, 4, board)["cells"]
    whole = {label: f"{cell['tile']} up" for label, cell in tiles.items() if label not in board}
    low = {label: tile for label, tile in whole.items() if not tile.startswith("serendip")}
    state = position(rules, 4, {**whole, **board}, to_move=1, turns_left=1)
    assert low
    assert is_over(play(state, "reveal a2", "keep"))


def test_the_end_that_comes_is_told() -> None:
    before = play(position(finishing("finished"), 4, LAST, to_move=1), "reveal a2")
    after = play(before, "keep")
    told = tr.events(tr.observe(before, None), tr.observe(after, None))
    assert [str(event) for event in told[1:]] == [
        "the turn of seat 1 is over",
        "the end has come: 2 turns left",
        "seat 2 is to move: reveal",
    ]
    assert "the end has come: 2 turns left" in str(after).splitlines()
    assert "the end has come: 2 turns left" in Seen(after).texts()
    later = play(after, "reveal k1")
    told = tr.events(tr.observe(after, None), tr.observe(later, None))
    assert not [event for event in told if event.kind == "end_came"]


# ---- in data --------------------------------------------------------------------------------


def test_a_position_in_which_the_end_has_come() -> None:
    """The end came in the turn before, whether the position says so or not."""
    board = {**LAST, "a2": "violet up"}
    assert left(position(finishing("finished"), 4, board, to_move=2)) == (2, 2)
    assert left(position(finishing("finished"), 4, board, to_move=2, turns_left=2)) == (2, 2)
    assert left(position(finishing("one_more"), 4, board, to_move=2)) == (2, 4)
    assert is_over(position(finishing("finished"), 4, board, to_move=0))
    assert is_over(position(finishing("one_more"), 4, board, to_move=2, turns_left=0))
    assert left(position(finishing("finished"), 4, board, to_move=2, begun=True)) == (3, 1)
    within = position(finishing("finished"), 4, board, to_move=2, begun=True, turns_left=2)
    assert (left(within), within.begun) == ((2, 2), True)
    assert left(play(within, "reveal k1")) == (3, 1)


LIMITED: Board = {**LAST, "f6": "serendip:e up"}
FAULTS: list[tuple[tr.Ruleset, dict[str, Any], str]] = [
    (finishing("broken_off"), {"turns_left": 1}, "turns_left: under these rules"),
    (finishing("one_more"), {"turns_left": 5}, "turns_left"),
    (finishing("one_more"), {"turns_left": -1}, "turns_left"),
    (finishing("one_more"), {"turns_left": "1"}, "turns_left"),
    (finishing("one_more"), {"turns_left": 0, "begun": True}, "turns_left: is at least 1"),
    (finishing("finished"), {"turns_left": 2, "to_move": 1}, "turns_left: the last turns are"),
    (finishing("finished"), {"turns_left": 4}, "turns_left: the last turns are"),
    (
        finishing("one_more"),
        {"turns_left": 1, "phase": "choose", "owners": {}},
        "phase: before the first turn nothing",
    ),
    (finishing("one_more"), {"phase": "over", "to_move": None}, "phase: the end has not come"),
    (
        finishing("one_more"),
        {"phase": "over", "to_move": None, "turns_left": 2},
        "phase: the end has not come",
    ),
    (card(players=[4]), {"used": [{}] * 4}, "used: these rules do not limit"),
]
USES = card(players=[4], uses={"swap": {"times": 2}, "turning": {"times": 1, "in": "turn"}})
USED: list[tuple[tr.Ruleset, dict[str, Any], str]] = [
    (USES, {"used": [{}] * 3}, "used"),
    (USES, {"used": [{"swap": 3}, {}, {}, {}]}, r"used\[0\].swap|used.0.swap"),
    (USES, {"used": [{"exchange": 1}, {}, {}, {}]}, "exchange"),
    (USES, {"used": [{"turning": 1}, {}, {}, {}]}, "used: seat 0 is not in a turn"),
    (USES, {"used": [{}, {"turning": 1}, {}, {}], "begun": True}, "used: seat 1 is not in a turn"),
    (
        USES,
        {"used": [{"swap": 1}, {}, {}, {}], "phase": "choose", "owners": {}},
        "phase: before the first turn nothing",
    ),
]


@pytest.mark.parametrize(("rules", "entries", "message"), [*FAULTS, *USED])
def test_counts_that_cannot_be(rules: tr.Ruleset, entries: dict[str, Any], message: str) -> None:
    with pytest.raises(tr.InvalidData, match=message):
        State.from_data(data(rules, 4, LIMITED, **entries))


def test_counts_that_can_be() -> None:
    used = [{"swap": 2, "turning": 1}, {"swap": 1}, {}, {}]
    state = position(USES, 4, LIMITED, used=used, begun=True)
    assert [dict(each) for each in state.used] == [
        {"swap": 2, "turning": 1},
        {"swap": 1, "turning": 0},
        *[{"swap": 0, "turning": 0}] * 2,
    ]
    assert State.from_data(through_json(state.to_data())) == state


@pytest.mark.unmeasured
def test_games_with_counts_round_trip() -> None:
    """Every state and every observation, to the end of a game of thirty rounds and one more."""
    rules = card(
        players=[4],
        end={"any_of": ["rounds"], "all_of": [], "rounds": 20, "round": "one_more"},
        uses={
            "swap": {"times": 1},
            "turning": {"times": 1, "in": "turn"},
            "exchange": {"times": 2},
        },
        turn={"serendip": {"leave": {"then": "may_reveal"}}},
    )
    phases = set[str]()
    states = list(random_game(rules, 4, 3))
    for state in states:
        phases.add(state.phase)
        assert State.from_data(through_json(state.to_data())) == state
        for seen in observations(state):
            assert (seen.used, seen.turns_left) == (state.used, state.turns_left)
            assert Observation.from_data(through_json(seen.to_data())) == seen
            if seen.memory:
                assert tr.determinize(seen, seed=1).tally == state.tally
            assert texts(seen) == (texts(state) if seen.viewer == state.to_move else [])
    assert states[-1].turns == 4 * 20 + 4
    assert phases >= {"choose", "reveal", "decide", "swap", "go_on", "over"}
