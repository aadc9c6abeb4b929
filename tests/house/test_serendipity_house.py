"""What the house rules of Serendipity change, beside the cards that they extend."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import tilerules as tr
from tests.house.shelf import house, parent
from tests.serendipity.boards import SERENDIP, play, position, some, strip, texts, totals
from tilerules.games.serendipity import State


def both(id: str) -> tuple[tr.Ruleset, tr.Ruleset]:
    """The rules of a house card, and of the one that it extends."""
    return house(id), parent(id)


def begun(rules: tr.Ruleset, seats: int) -> State:
    """A game in which each seat has named the first free colours."""
    state = tr.new_game(rules, seats, seed=3)
    while state.phase == "choose":
        state = tr.apply_move(state, tr.legal_moves(state)[0])
    assert isinstance(state, State)
    return state


# ---- for the youngest -----------------------------------------------------------------------

FIRST, FIRST_PARENT = both("serendipity-first-game")


def test_first_game_an_own_flower_can_only_be_left() -> None:
    state = play(position(FIRST, 6, {"h3": "blue"}), "reveal h3")
    assert texts(state) == ["keep"]
    before = play(position(FIRST_PARENT, 6, {"h3": "blue"}), "reveal h3")
    assert len(texts(before)) == 1 + 90  # or any of the other tiles, which all lie face down
    after = play(state, "keep")
    assert (after.to_move, after.phase) == (0, "reveal")


def test_first_game_a_serendip_is_turned_and_ends_the_turn() -> None:
    state, before = (
        play(position(rules, 6, {"h3": "serendip:e"}), "reveal h3")
        for rules in (FIRST, FIRST_PARENT)
    )
    assert len(texts(state)) == 6
    assert len(texts(before)) == 6 + 90
    assert (play(state, "keep blue:w").to_move, play(state, "keep blue:w").phase) == (1, "reveal")
    assert (play(before, "keep blue:w").to_move, play(before, "keep blue:w").phase) == (0, "swap")


def test_first_game_no_points_for_an_edge() -> None:
    board = strip("f", "B B <")  # two flowers, and a Serendip whose blue edge lies against them
    assert totals(position(FIRST, 6, board))[0] == 2 + 2
    assert totals(position(FIRST_PARENT, 6, board))[0] == 2 + 2 + 2


# ---- larger, and with more colours ----------------------------------------------------------


def test_large_more_cells_and_tiles() -> None:
    large, base = both("serendipity-large")
    for rules, last, copies, serendips in ((large, "m7", 18, 19), (base, "k6", 13, 13)):
        cells = begun(rules, 6).cells
        assert list(cells)[-1] == last
        assert Counter(cell.tile for cell in cells.values()) == {
            **dict.fromkeys(("blue", "violet", "red", "yellow", "orange", "green"), copies),
            SERENDIP: serendips,
        }
    # The middle row of a side of seven has 13 cells: 7 + 8 + 9 + 10 + 11 + 12 twice, and 13.
    assert len(begun(large, 2).cells) == 2 * 57 + 13


def test_duel_four_colours_each() -> None:
    duel, base = both("serendipity-duel")
    state = begun(duel, 2)
    assert Counter(state.owners.values()) == {0: 4, 1: 4}
    assert Counter(begun(base, 2).owners.values()) == {0: 3, 1: 3}
    colours = ("blue", "violet", "red", "yellow", "orange", "green", "pink", "white")
    tiles = Counter(cell.tile for cell in state.cells.values())
    assert tiles == {**dict.fromkeys(colours, 10), SERENDIP: 11}


@pytest.mark.parametrize("facing", ["ne", "e", "se", "sw", "w", "nw"])
def test_duel_a_colour_without_an_edge_never_matches(facing: str) -> None:
    duel, base = both("serendipity-duel")
    owners = {"blue": 0, "white": 1}
    board = {"f1": "white up", "f2": f"serendip:{facing} up"}
    assert totals(position(duel, 2, board, owners=owners)) == [0, 1 + 2]
    blue = {"f1": "blue up", "f2": f"serendip:{facing} up"}
    matching = 2 if facing == "w" else 0
    for rules in (duel, base):
        assert totals(position(rules, 2, blue, owners={"blue": 0}))[0] == 1 + 2 + matching


# ---- what stays up, and what follows --------------------------------------------------------


@pytest.mark.parametrize("tile", ["red", "green"])  # seat 2 owns red, nobody owns green
def test_in_the_open_every_flower_stays_up(tile: str) -> None:
    opened, base = (
        play(position(rules, 4, {"a1": tile}), "reveal a1")
        for rules in both("serendipity-in-the-open")
    )
    assert (opened.cells["a1"].up, base.cells["a1"].up) == (True, False)
    assert (opened.to_move, base.to_move) == (1, 1)
    points = 1 if tile == "red" else 0
    assert totals(opened) == [0, 0, points, 0]
    assert totals(base) == [0, 0, 0, 0]


@pytest.mark.parametrize(("seats", "tile"), [(3, "red"), (2, "yellow")])
def test_second_chance_the_seat_may_go_on(seats: int, tile: str) -> None:
    board = {"a1": tile, "a2": tile, "a3": "blue"}
    small, base = (
        play(position(rules, seats, board), "reveal a1")
        for rules in both("serendipity-second-chance")
    )
    assert (base.phase, base.to_move) == ("reveal", 1)
    assert (small.phase, small.to_move, small.cells["a1"].up) == ("go_on", 0, False)
    assert len(texts(small)) == 37 + 1  # any tile of the meadow, or `pass`
    again = play(small, "reveal a2")
    assert (again.phase, again.to_move) == ("go_on", 0)
    assert texts(play(again, "reveal a3"))[0] == "keep"
    assert (play(again, "pass").phase, play(again, "pass").to_move) == ("reveal", 1)


def test_restless_two_tiles_must_be_swapped_and_lie_face_down() -> None:
    board = {"h3": "serendip:e", **some("red up", "a1-3")}
    state, base = (
        play(position(rules, 6, board), "reveal h3", "keep blue:e")
        for rules in both("serendipity-restless")
    )
    down, others = 91 - 4, 91 - 1  # face down; all but the Serendip that is up
    assert len(tr.legal_moves(state)) == down * (down - 1) // 2
    assert len(tr.legal_moves(base)) == others * (others - 1) // 2 + 1
    assert "pass" in texts(base)
    assert "pass" not in texts(state)
    refused = tr.why_illegal(state, tr.parse_move(state, "swap a1 b1"))
    assert refused is not None
    assert refused.rule is not None
    assert refused.rule.key == "turn.serendip.leave.swap_with"
    assert play(state, "swap b1 b2").to_move == 1


def test_restless_race_a_serendip_stays_as_it_lies() -> None:
    state, base = (
        play(position(rules, 6, {"h3": "serendip:se", "a1": "red up"}), "reveal h3")
        for rules in both("serendipity-restless-race")
    )
    assert texts(state) == ["keep blue:se"]
    assert len(texts(base)) == 6 + 90
    swapping = play(state, "keep")
    assert swapping.phase == "swap"
    assert len(tr.legal_moves(swapping)) == 89 * 88 // 2  # the tiles that lie face down


# ---- the end --------------------------------------------------------------------------------

BLUE = some("blue up", "a1-6", "b1-6")


def test_race_one_colour_ends_the_game() -> None:
    race, base = (
        play(position(rules, 6, {**BLUE, "c1": "blue"}), "reveal c1", "keep")
        for rules in both("serendipity-race")
    )
    assert (race.is_over, race.phase) == (True, "over")
    assert (base.is_over, base.phase, base.to_move) == (False, "reveal", 0)
    ended = tr.outcome(race)
    assert ended is not None
    assert (ended.winners, ended.cut_short) == ((0,), False)
    assert totals(race) == [13, 0, 0, 0, 0, 0]


def test_restless_race_is_a_race_too() -> None:
    board = {**BLUE, "c1": "blue"}
    state = play(position(house("serendipity-restless-race"), 6, board), "reveal c1", "keep")
    assert state.is_over


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_twelve_turns_and_it_is_over(seats: int) -> None:
    last: dict[str, Any] = {"turns": 12 * seats - 1, "to_move": seats - 1}
    board = {"a1": "blue"}  # of seat 0
    limited, base = (
        play(position(rules, seats, board, **last), "reveal a1")
        for rules in both("serendipity-twelve-turns")
    )
    assert (limited.is_over, limited.turns) == (True, 12 * seats)
    assert (base.is_over, base.to_move) == (False, 0)
    ended = tr.outcome(limited)
    assert ended is not None
    assert ended.cut_short
    earlier: dict[str, Any] = {"turns": 12 * seats - 2, "to_move": seats - 2}
    rules = house("serendipity-twelve-turns")
    tile = "violet" if seats == 2 else "blue"  # of the other seat
    assert not play(position(rules, seats, {"a1": tile}, **earlier), "reveal a1").is_over


# ---- the score ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("signs", "lucky", "french"),
    [
        ("B B <", 2 + 1 + 4, 2 + 2 + 2),
        ("B B ^", 2 + 1, 2 + 2),
        ("B > B B", 2 + 1 + 4, 2 + 2 + 2),  # the carpet is the last two flowers
        ("^ B ^", 1 + 2 * 1, 1 + 2 * 2),
    ],
)
def test_lucky_serendips(signs: str, lucky: int, french: int) -> None:
    rules, base = both("serendipity-lucky-serendips")
    assert totals(position(rules, 6, strip("f", signs)))[0] == lucky
    assert totals(position(base, 6, strip("f", signs)))[0] == french


def test_equal_points_more_matches_win_then_more_serendips() -> None:
    """The three seats have 5 points each: of five flowers, of one match, of two Serendips."""
    board = {
        **some("blue up", "a1-5"),
        "f1": "violet up",
        "f2": "serendip:sw up",  # violet comes after blue, at w
        "k1": "serendip:ne up",  # red comes two after blue, at se
        "k2": "red up",
        "k3": "serendip:ne up",
        "f6": "blue",
    }
    ended = []
    for rules in (house("serendipity-equal-points", LIMIT), house(LIMIT)):
        last: dict[str, Any] = {
            "turns": 35,
            "to_move": 2,
            "owners": {"blue": 0, "violet": 1, "red": 2},
        }
        state = play(position(rules, 3, board, **last), "reveal f6")
        assert totals(state) == [5, 5, 5]
        ended.append(tr.outcome(state))
    by_ties, shared = ended
    assert by_ties is not None
    assert shared is not None
    assert (by_ties.ranking, by_ties.decided_by) == (((1,), (2,), (0,)), "matches")
    assert shared.ranking == ((0, 1, 2),)


# ---- several together -----------------------------------------------------------------------

LIMIT = "serendipity-twelve-turns"
RACE = "serendipity-race"


@pytest.mark.parametrize("others", [(RACE, "serendipity-restless"), ("serendipity-restless", RACE)])
def test_a_restless_race_of_twelve_turns(others: tuple[str, ...]) -> None:
    rules = house(LIMIT, *others)
    assert rules.id == "serendipity-twelve-turns+serendipity-race+serendipity-restless"
    assert rules == house(RACE, LIMIT, "serendipity-restless")
    last: dict[str, Any] = {"turns": 71, "to_move": 5}
    cut = play(position(rules, 6, {"a1": "blue"}, **last), "reveal a1")
    won = play(position(rules, 6, {**BLUE, "c1": "blue"}), "reveal c1", "keep")
    ended = [tr.outcome(cut), tr.outcome(won)]
    assert [each and each.cut_short for each in ended] == [True, False]
    shaken = play(position(rules, 6, {"h3": "serendip:e"}), "reveal h3", "keep blue:e")
    assert "pass" not in texts(shaken)
    assert not play(position(house(RACE), 6, {"a1": "blue"}, **last), "reveal a1").is_over


def test_in_the_open_with_a_second_chance() -> None:
    """What one card says of a tile of another seat does not take away what the other says."""
    rules = house("serendipity-second-chance", "serendipity-in-the-open")
    assert rules.seat_counts == (2, 3)
    state = play(position(rules, 3, {"a1": "red", "a2": "yellow"}), "reveal a1")
    assert (state.cells["a1"].up, state.phase, state.to_move) == (True, "go_on", 0)
    assert totals(play(state, "reveal a2", "pass")) == [0, 1, 1]
    alone = play(position(house("serendipity-second-chance"), 3, {"a1": "red"}), "reveal a1")
    assert totals(alone) == [0, 0, 0]


def test_cards_that_disagree_are_refused_with_both_places() -> None:
    with pytest.raises(tr.InvalidRuleset) as refused:
        house("serendipity-first-game", "serendipity-restless")
    found = {(each.key, each.place.line) for each in refused.value.problems}
    assert ("turn.serendip.leave.swap", 13) in found
    assert all(each.parent is not None for each in refused.value.problems)
