"""What holds in every turn, whatever a card says, and the words of a card beside S1 to S25."""

from __future__ import annotations

from typing import Any

import pytest

import tilerules as tr
from tests.serendipity.boards import (
    BASE,
    SMALL,
    card,
    data,
    owners,
    play,
    position,
    some,
    texts,
    totals,
)
from tilerules.games.serendipity import Cell, Observation, State

ALL_SERENDIPS = some("serendip:e up", "a1-6", "b1-7")
ALL_BLUE = some("blue up", "j1-7", "k1-6")
ENDED = {**ALL_SERENDIPS, **ALL_BLUE}


def turn(**options: Any) -> tr.Ruleset:
    """A card with another section `turn`."""
    return card(turn=options)


def swapping(**leave: str) -> tr.Ruleset:
    """A card with another swap after a Serendip that is left."""
    return turn(serendip={"leave": leave})


def next_turn(state: State) -> bool:
    """Whether it is the start of seat 1's first turn."""
    return (state.to_move, state.phase, state.begun, state.turns) == (1, "reveal", False, 1)


# ---- what cannot be done --------------------------------------------------------------------


@pytest.mark.parametrize("swap", ["must", "may"])
@pytest.mark.parametrize("others", [{}, {"a1": "red up"}, {"a1": "red up", "a2": "serendip:e up"}])
def test_a_swap_that_cannot_be_done_is_skipped(swap: str, others: dict[str, str]) -> None:
    rules = swapping(swap=swap, swap_with="face_up")
    state = play(position(rules, 6, {"f6": "serendip", **others}), "reveal f6", "keep")
    assert next_turn(state)
    read = position(rules, 6, {"f6": "serendip up", **others}, phase="swap")
    assert next_turn(read)


def test_what_follows_a_skipped_swap() -> None:
    rules = swapping(swap_with="face_up", then="must_reveal")
    state = play(position(rules, 6, {"f6": "serendip"}), "reveal f6", "keep")
    assert (state.to_move, state.phase, state.begun) == (0, "reveal", True)
    read = position(rules, 6, {"f6": "serendip up"}, phase="swap", ply=7, turns=3)
    assert (read.to_move, read.phase, read.begun) == (0, "reveal", True)
    assert (read.ply, read.turns) == (7, 3)


def test_an_option_that_cannot_be_carried_out_is_not_offered() -> None:
    face_up = {"with": "face_up"}
    rules = turn(own={"exchange": face_up}, serendip={"exchange": face_up})
    own = play(position(rules, 6, {"f6": "blue"}), "reveal f6")
    assert texts(own) == ["keep"]
    serendip = play(position(rules, 6, {"f6": "serendip"}), "reveal f6")
    assert {text.split()[0] for text in texts(serendip)} == {"keep"}
    board = {"f6": "blue", "a1": "red up", "a2": "serendip up"}
    assert texts(play(position(rules, 6, board), "reveal f6")) == ["keep", "move a1"]


@pytest.mark.parametrize("tile", ["blue", "serendip:w"])
@pytest.mark.parametrize("then", ["end_turn", "may_reveal", "must_reveal"])
def test_a_tile_without_a_possible_option_stays_up_and_the_turn_ends(tile: str, then: str) -> None:
    only = {"leave": "removed", "exchange": {"with": "face_up", "then": then}}
    rules = turn(own=only, serendip=only)
    state = play(position(rules, 6, {"f6": tile}), "reveal f6")
    assert next_turn(state)
    assert state.cells["f6"].up
    read = position(rules, 6, {"f6": f"{tile} up"}, phase="decide", turned_up="f6")
    assert next_turn(read)
    possible = play(position(rules, 6, {"f6": tile, "a1": "red up"}), "reveal f6")
    assert texts(possible) == ["move a1"]


def test_the_end_is_looked_at_when_a_tile_stays_up_without_a_choice() -> None:
    only = {"leave": "removed", "exchange": {"with": "face_up"}}
    tiles = {"colours": ["blue", "red"], "copies": 1, "serendips": 5}
    lone = card(
        board={"side": 2},
        players=[2],
        for_players="removed",
        tiles={**tiles, "serendip_edges": ["blue", "red"] * 3},
        turn={"own": only},
        end={"serendips_up": 0},
    )
    state = play(position(lone, 2, {"b2": "blue"}), "reveal b2")
    assert (state.phase, state.turns, state.cells["b2"].up) == ("over", 1, True)


def test_any_single_choice_but_pass_is_still_a_move() -> None:
    joined = tr.load("serendipity-meadow")
    assert texts(play(position(joined, 6, {"f6": "blue"}), "reveal f6")) == ["keep"]
    one_pair = {"f6": "serendip", "a1": "red up", "a2": "green up"}
    state = play(position(swapping(swap="must", swap_with="face_up"), 6, one_pair), "reveal f6")
    assert texts(play(state, "keep")) == ["swap a1 a2"]
    all_but_one = {"f6": "red", **some("violet up", "e1-6")}
    last = position(card(end={"complete_colours": "all"}), 6, all_but_one, rest="up")
    assert texts(last) == ["reveal f6"]
    five = {"blue": 0, "violet": 1, "red": 2, "yellow": 3, "green": 4}
    assert texts(position(BASE, 6, {}, phase="choose", owners=five, to_move=5)) == ["choose orange"]


# ---- a turn ---------------------------------------------------------------------------------


def test_choosing_colours_is_no_turn() -> None:
    state = play(position(BASE, 2, {}, phase="choose", owners={}), "choose red", "choose blue")
    assert (state.turns, state.ply, state.to_move, state.begun) == (0, 2, 0, False)
    state = play(state, "choose green", "choose violet", "choose orange", "choose yellow")
    assert (state.phase, state.turns, state.ply, state.to_move) == ("reveal", 0, 6, 0)
    assert {colour for colour, seat in state.owners.items() if seat == 0} == {
        "red",
        "green",
        "orange",
    }
    assert len(state.owners) == 6


def test_play_goes_round() -> None:
    state = position(BASE, 3, some("green", "f1-4"), owners={"blue": 0, "red": 1, "yellow": 2})
    seats = []
    for cell in ("f1", "f2", "f3", "f4"):
        seats.append(state.to_move)
        state = play(state, f"reveal {cell}")
    assert (seats, state.turns) == ([0, 1, 2, 0], 4)


def test_a_further_tile_is_treated_like_the_first() -> None:
    board = {"f6": "blue", "g6": "serendip:e", "h6": "blue", "i6": "red"}
    state = play(position(BASE, 6, board), "reveal f6", "keep", "reveal g6", "move h6")
    assert (state.to_move, state.phase) == (0, "go_on")
    state = play(state, "reveal g6", "keep", "reveal i6")  # the blue tile of h6 lies on g6
    assert next_turn(state)
    assert (state.cells["i6"].up, state.cells["i6"].seen) == (False, True)


def test_only_the_tile_just_turned_up_is_exchanged() -> None:
    state = play(position(BASE, 6, {"f6": "blue", "g6": "blue up"}), "reveal f6")
    assert state.turned_up == "f6"
    state = play(state, "move a1")
    assert (state.cells["a1"].tile, state.cells["g6"].tile) == ("blue", "blue")
    assert (state.cells["a1"].up, state.cells["f6"].up, state.turned_up) == (True, False, None)


def test_moving_never_flips_a_tile_and_what_was_seen_stays_known() -> None:
    board = {"f6": "serendip:w", "a1": "red seen", "a2": "green up", "a3": "violet"}
    state = play(position(BASE, 6, board), "reveal f6", "keep", "swap a1 a2")
    assert state.cells["a1"] == Cell("green", up=True)
    assert state.cells["a2"] == Cell("red", up=False, seen=True)
    seen = tr.observe(state, None)
    assert isinstance(seen, Observation)
    assert (seen.cells["a2"].tile, seen.cells["a3"].tile) == ("red", None)


def test_turning_up_a_tile_that_was_seen_before() -> None:
    state = play(position(BASE, 6, {"a1": "blue seen", "a2": "serendip:e seen"}), "reveal a1")
    assert (state.cells["a1"].up, state.cells["a1"].seen, state.phase) == (True, False, "decide")


@pytest.mark.parametrize("how", ["keep blue:se", "move g6"])
def test_a_serendip_once_left_or_moved_is_fixed(how: str) -> None:
    board = {"f6": "serendip:se", "g6": "red", "h6": "serendip:e"}
    state = play(position(BASE, 6, board), "reveal f6", how)
    fixed = "f6" if how.startswith("keep") else "g6"
    if state.phase == "swap":
        assert not any(fixed in text.split() for text in texts(state))
    state = play(state, "pass", "reveal h6")
    assert f"move {fixed}" not in texts(state)
    assert f"reveal {fixed}" not in texts(play(state, "move i6"))
    swap = play(state, "keep")
    assert not any(fixed in text.split() for text in texts(swap))
    assert state.cells[fixed].facing == "se"


def test_the_score_counts_the_tile_just_turned_up() -> None:
    board = {"f5": "blue up", "f6": "serendip:w", "f7": "blue"}
    state = position(BASE, 6, board)
    assert totals(state)[0] == 1
    state = play(state, "reveal f6")
    assert (state.phase, totals(state)[0]) == ("decide", 1 + 2 + 2)
    own = play(position(BASE, 6, {**board, "f6": "serendip:w up"}), "reveal f7")
    assert (own.phase, totals(own)[0]) == ("decide", 2 + 2 + 2)
    assert totals(position(BASE, 6, {})) == [0] * 6


# ---- words of a card that no reading of the rules text needs --------------------------------


@pytest.mark.parametrize(
    ("fate", "up"),
    [
        ({"stays_up": "never"}, False),
        ({"stays_up": "always"}, True),
        ({"stays_up": "after_serendips", "serendips": 3}, True),
        ({"stays_up": "after_serendips", "serendips": 4}, False),
    ],
)
@pytest.mark.parametrize(
    ("then", "to_move", "phase"),
    [("end_turn", 1, "reveal"), ("may_reveal", 0, "go_on"), ("must_reveal", 0, "reveal")],
)
@pytest.mark.parametrize("whose", ["foreign", "unowned"])
def test_what_becomes_of_tiles_of_others(
    whose: str, fate: dict[str, Any], up: bool, then: str, to_move: int, phase: str
) -> None:
    if fate["stays_up"] == "never" and then == "must_reveal":
        then, phase = "may_reveal", "go_on"  # no sound card says so: the turn might never end
    rules = turn(**{whose: {**fate, "then": then}})
    tile = "red" if whose == "foreign" else "green"
    state = play(position(rules, 4, {"f6": tile, **some("serendip up", "a1-3")}), "reveal f6")
    assert (state.cells["f6"].up, state.cells["f6"].seen) == (up, not up)
    assert (state.to_move, state.phase) == (to_move, phase)
    assert state.begun == (to_move == 0)


@pytest.mark.parametrize("whose", ["foreign", "unowned"])
@pytest.mark.parametrize("choice", ["keep", "back"])
def test_the_seat_may_go_on_after_deciding_about_anothers_tile(whose: str, choice: str) -> None:
    rules = turn(**{whose: {"stays_up": "chosen", "then": "may_reveal"}})
    tile = "red" if whose == "foreign" else "green"
    state = play(position(rules, 4, {"f6": tile}), "reveal f6")
    assert texts(state) == ["keep", "back"]
    state = play(state, choice)
    assert (state.to_move, state.phase) == (0, "go_on")
    assert state.cells["f6"].up == (choice == "keep")


def test_a_card_may_take_an_option_away() -> None:
    no_leave = turn(own={"leave": "removed"}, serendip={"leave": "removed"})
    board = {"f6": "blue", "g6": "serendip"}
    kinds = {text.split()[0] for text in texts(play(position(no_leave, 6, board), "reveal f6"))}
    kinds |= {text.split()[0] for text in texts(play(position(no_leave, 6, board), "reveal g6"))}
    assert kinds == {"move"}
    no_exchange = turn(own={"exchange": "removed"}, serendip={"exchange": "removed"})
    assert texts(play(position(no_exchange, 6, board), "reveal f6")) == ["keep"]
    assert len(texts(play(position(no_exchange, 6, board), "reveal g6"))) == 6


def test_a_serendip_that_is_left_may_not_be_turned() -> None:
    state = play(position(swapping(turning="never"), 6, {"f6": "serendip:w"}), "reveal f6")
    assert texts(state)[:2] == ["keep blue:w", "move a1"]


@pytest.mark.parametrize(
    ("end", "over"),
    [
        ({}, False),
        ({"serendips_up": 12}, True),
        ({"serendips_up": 0}, True),
        ({"serendips_up": 12, "complete_colours": 2}, False),
        ({"serendips_up": 12, "complete_colours": "all"}, False),
        ({"serendips_up": 12, "complete_colours": 0}, True),
    ],
)
def test_how_much_must_be_up_at_the_end(end: dict[str, Any], over: bool) -> None:
    board = {**ENDED, "a1": "violet", **some("red up", "e1-6")}
    assert position(card(end=end), 6, board).is_over == over


def test_all_owned_colours_are_fewer_than_all() -> None:
    rules = card("serendipity-unowned-open", end={"complete_colours": "all"})
    board = {"f6": "orange", "f7": "green"}
    state = position(rules, 4, board, rest="up")
    assert state.is_over
    assert not position(rules, 5, board, rest="up").is_over


# ---- a position that is read in -------------------------------------------------------------

BEGINS: list[tuple[tr.Ruleset, dict[str, str], dict[str, Any]]] = [
    (BASE, ENDED, {}),
    (card(end={"looked_at": "turn"}), ENDED, {}),
    (BASE, {"f6": "blue"}, {"rest": "up"}),
    (card(end={"turn_limit": 8}), {}, {"turns": 8}),
    (card(end={"turn_limit": 8}), {}, {"turns": 9}),
    (card(end={"complete_colours": "all"}), {}, {"rest": "up"}),
]


@pytest.mark.parametrize(("rules", "board", "entries"), BEGINS)
def test_at_the_start_of_a_turn_the_game_may_be_over(
    rules: tr.Ruleset, board: dict[str, str], entries: dict[str, Any]
) -> None:
    read = position(rules, 6, board, **entries)
    assert (read.phase, read.to_move, read.turns) == ("over", None, entries.get("turns", 0))
    assert position(rules, 6, board, **entries, phase="over", to_move=None) == read
    assert tr.outcome(read) is not None


@pytest.mark.parametrize(
    ("looked_at", "phase", "begun", "read"),
    [
        ("choice", "reveal", True, ("over", None, 1)),
        ("choice", "go_on", True, ("over", None, 1)),
        ("turn", "reveal", True, ("reveal", 0, 0)),
        ("turn", "go_on", True, ("go_on", 0, 0)),
    ],
)
def test_within_a_turn_the_end_is_looked_at_as_the_card_says(
    looked_at: str, phase: str, begun: bool, read: tuple[str, int | None, int]
) -> None:
    rules = card(end={"looked_at": looked_at})
    state = position(rules, 6, ENDED, phase=phase, begun=begun)
    assert (state.phase, state.to_move, state.turns) == read
    down = position(rules, 6, {"f6": "blue up"}, phase=phase, begun=begun, rest="up")
    assert (down.phase, down.turns) == ("over", 1)


def test_a_choice_or_a_swap_is_finished_first() -> None:
    decide = position(BASE, 6, ENDED, phase="decide", turned_up="k6")
    assert (decide.phase, decide.to_move, decide.begun) == ("decide", 0, True)
    assert play(decide, "keep").is_over
    swap = position(BASE, 6, ENDED, phase="swap")
    assert (swap.phase, swap.to_move, swap.begun) == ("swap", 0, True)
    assert play(swap, "pass").is_over
    choose = position(BASE, 6, ENDED, phase="choose", owners={})
    assert (choose.phase, choose.begun) == ("choose", False)
    over = play(choose, *(f"choose {colour}" for colour in owners(BASE, 6)))
    assert (over.phase, over.turns) == ("over", 0)


def test_an_observation_that_is_read_in_moves_on_in_the_same_way() -> None:
    hidden = {
        label: each if each["up"] else {"tile": None, "up": False}
        for label, each in data(BASE, 6, ENDED)["cells"].items()
    }
    known = {**data(BASE, 6, ENDED), "cells": hidden, "viewer": 0}
    assert Observation.from_data(known).is_over
    swap = Observation.from_data({**known, "phase": "swap"})
    assert (swap.phase, len(tr.legal_moves(swap))) == ("swap", 1 + 78 * 77 // 2)
    go_on = Observation.from_data({**known, "phase": "go_on"})
    assert (go_on.phase, go_on.turns) == ("over", 1)


@pytest.mark.parametrize("rules", [BASE, SMALL])
def test_a_position_says_whether_its_turn_has_begun(rules: tr.Ruleset) -> None:
    assert not position(rules, 2, {}).begun
    assert position(rules, 2, {}, begun=True).begun
    assert position(rules, 2, {}, phase="go_on").begun
    assert position(rules, 2, {}, begun=True).to_data()["begun"]
    assert position(rules, 2, {}, begun=True) != position(rules, 2, {})
