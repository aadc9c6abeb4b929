"""Positions as data: written by hand, written by the library, broken in every way, read back."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings

import tilerules as tr
from tests.serendipity.boards import (
    BASE,
    card,
    data,
    observations,
    play,
    position,
    random_game,
    some,
    texts,
)
from tests.serendipity.changes import HUGE, Change, Data, drop, put, several, through_json
from tests.strategies import serendipity_games
from tilerules.engine import positions as engine
from tilerules.games.serendipity import Deal, Observation, State

# ---- written by hand ------------------------------------------------------------------------


def test_a_position_in_the_words_of_the_documentation() -> None:
    """The cells and owners of the sample, with the other 89 cells beside them."""
    sample = {
        "ruleset": "serendipity",
        "seats": 2,
        "phase": "reveal",
        "to_move": 0,
        "owners": {"blue": 0},
        "cells": {
            **data(BASE, 2, {"a1": "red", "a2": "serendip"})["cells"],
            "a1": {"tile": "red", "up": True},
            "a2": {"tile": "serendip", "up": True, "facing": "e"},
        },
    }
    state = tr.State.from_data(sample)
    assert isinstance(state, State)
    assert (state.ruleset, state.seats, state.phase, state.to_move) == (BASE, 2, "reveal", 0)
    assert dict(state.owners) == {"blue": 0}
    assert (state.cells["a1"].tile, state.cells["a1"].up) == ("red", True)
    assert (state.cells["a2"].tile, state.cells["a2"].facing) == ("serendip", "e")
    assert (state.turns, state.ply, state.last_move, state.turned_up) == (0, 0, None, None)
    assert len(tr.legal_moves(state)) == 89


def test_what_else_there_is_has_a_default() -> None:
    least: Data = {"ruleset": "serendipity", "seats": 6, "phase": "choose", "to_move": 0}
    least["cells"] = {
        label: {"tile": each["tile"]} for label, each in data(BASE, 6, {})["cells"].items()
    }
    state = State.from_data(least)
    assert dict(state.owners) == {}
    assert not any(cell.up or cell.seen for cell in state.cells.values())
    facings = {cell.facing for cell in state.cells.values() if cell.tile == "serendip"}
    assert facings == {"ne"}


def test_the_same_keys_are_written_as_are_read() -> None:
    state = play(position(BASE, 6, {"f6": "red", "g6": "blue"}, turns=6, ply=40), "reveal f6")
    state = play(position(BASE, 6, {"f6": "red seen", "g6": "blue"}, turns=6), "reveal g6")
    written = state.to_data()
    assert {key: written[key] for key in written if key not in ("cells", "ruleset", "owners")} == {
        "format": 1,
        "seats": 6,
        "phase": "decide",
        "begun": True,
        "turned_up": "g6",
        "to_move": 0,
        "turns": 6,
        "ply": 1,
        "last_move": "reveal g6",
    }
    assert written["ruleset"] == {"id": "serendipity", "digest": BASE.digest}
    assert written["cells"]["f6"] == {"tile": "red", "up": False, "seen": True}
    assert written["cells"]["g6"] == {"tile": "blue", "up": True}
    seen = tr.observe(state, 2).to_data()
    assert (seen["viewer"], seen["shown"]) == (2, {"cell": "g6", "tile": "blue", "facing": None})
    assert {*seen} == {*written, "viewer", "memory", "shown"}


@pytest.mark.parametrize("turns", [0, 1, 17])
def test_how_a_position_came_about_is_never_asked(turns: int) -> None:
    uneven = position(BASE, 6, some("red up", "a1-6"), turns=turns, ply=3, to_move=4)
    assert (uneven.turns, uneven.to_move) == (turns, 4)
    assert len(tr.legal_moves(uneven)) == 85
    finished = position(BASE, 6, {}, rest="up", turns=turns)
    assert finished.is_over
    assert finished == position(BASE, 6, {}, rest="up", turns=turns, phase="over", to_move=None)


def test_last_move_is_read_in_notation() -> None:
    board = {"f6": "red seen"}
    state = position(BASE, 6, board, last_move=" Reveal F6 ")
    assert state.last_move == tr.Move("reveal", ("f6",))
    assert state.shown is not None
    assert (state.shown.cell, state.shown.tile) == ("f6", "red")
    assert position(BASE, 6, {}, last_move="keep red:w").last_move == tr.Move("keep", ("blue:se",))
    assert position(BASE, 6, {}, last_move="pass").shown is None


# ---- what a position is ---------------------------------------------------------------------


def test_positions_are_equal_when_all_their_fields_are() -> None:
    state = position(BASE, 6, {"f6": "blue", "g6": "red"}, turns=6, ply=9, last_move="pass")
    plain = state.to_data()
    assert State.from_data(plain) == state
    others: list[Data] = [
        {"to_move": 1},
        {"turns": 7},
        {"ply": 8},
        {"last_move": None},
        {"begun": True},
        {"owners": {"blue": 0}},
        {"ruleset": "serendipity-french"},
        {"cells": {**plain["cells"], "f6": plain["cells"]["g6"], "g6": plain["cells"]["f6"]}},
    ]
    different = [State.from_data({**plain, **change}) for change in others]
    assert len({state, *different}) == 1 + len(others)
    assert all(other != state for other in different)
    assert tr.observe(different[-1], 0) == tr.observe(state, 0)  # hidden tiles alone differ


def test_positions_survive_pickling() -> None:
    state = play(position(card(tie_breaks=["flowers"]), 4, {"f6": "red"}), "reveal f6")
    values: list[State | Observation] = [state, *observations(state)]
    for value in values:
        again = pickle.loads(pickle.dumps(value))
        assert again == value
        assert again.to_data() == value.to_data()


def test_what_is_printed_shows_no_hidden_tile() -> None:
    state = position(BASE, 6, {"f6": "blue", "g6": "red"})
    other = position(BASE, 6, {"g6": "blue", "f6": "red"})
    assert repr(state) == "<State of serendipity, 6 seats, ply 0: reveal, seat 0 to move>"
    assert (repr(other), str(other)) == (repr(state), str(state))
    assert repr(state.cells) == "<Cells (91)>"
    over = position(BASE, 6, {}, rest="up", ply=40)
    assert repr(over) == "<State of serendipity, 6 seats, ply 40: over>"
    seen = [tr.observe(over, viewer) for viewer in (2, None)]
    assert [repr(each).partition(" of ")[0] for each in seen] == [
        "<Observation by seat 2",
        "<Observation by a spectator",
    ]


def test_a_deal_is_the_table_before_the_first_move() -> None:
    deal = tr.deal(BASE, 6, seed=5)
    assert isinstance(deal, Deal)
    state = tr.new_game(BASE, 6, deal=deal)
    assert isinstance(state, State)
    assert dict(deal.cells) == dict(state.cells)
    assert state == tr.new_game(BASE, 6, seed=5)
    words = [
        f"{cell.tile}:{cell.facing}" if cell.facing else cell.tile for cell in deal.cells.values()
    ]
    assert deal.layout.split() == words
    assert (deal.ruleset, deal.seats, len(deal.salt)) == (BASE, 6, 32)
    assert repr(deal) == f"<Deal of serendipity for 6 seats, commitment {deal.commitment}>"


@pytest.mark.parametrize("seats", [1, 7, True, "2", None])
def test_a_game_needs_a_number_of_seats_that_the_rules_allow(seats: Any) -> None:
    for start in (tr.new_game, tr.deal, tr.action_space):
        with pytest.raises(tr.WrongSeats):
            start(BASE, seats)


def test_a_game_needs_rules_that_are_loaded() -> None:
    name: Any = "serendipity"
    with pytest.raises(TypeError, match="as load"):
        tr.new_game(name, 2)


def test_a_game_says_what_the_engine_does_not_know() -> None:
    for unknown in (
        lambda: tr.Position().phase,
        lambda: tr.Deal().layout,
        lambda: engine.Rules(BASE, 2, engine.rules_for(BASE, 2).shared).blocks,
    ):
        with pytest.raises(NotImplementedError):
            unknown()


# ---- faults ---------------------------------------------------------------------------------

GOOD = data(BASE, 2, {"a1": "red up", "a2": "serendip:e up", "a3": "blue", "a4": "green seen"})
FAULTS: list[tuple[Change, str, str]] = [
    # the heading
    (put("format", value=2), "format", "newer than this library"),
    (put("format", value=0), "format", "whole number"),
    (put("format", value="1"), "format", "whole number"),
    (drop("ruleset"), "ruleset", "is missing"),
    (put("ruleset", value="serendipitee"), "ruleset", "did you mean 'serendipity' or"),
    (put("ruleset", value="chess"), "ruleset", "no ruleset has the id 'chess'"),
    (put("ruleset", value=None), "ruleset", "expected an object"),
    (put("ruleset", value=["serendipity"]), "ruleset", "not a list"),
    (put("ruleset", value={}), "ruleset.id", "is missing"),
    (put("ruleset", value={"id": 7}), "ruleset.id", "expected a text"),
    (put("ruleset", value={"id": "serendipity", "digest": "0" * 64}), "ruleset.digest", "changed"),
    (put("ruleset", value={"id": "serendipity", "digest": None}), "ruleset.digest", "a text"),
    (put("ruleset", value={"id": "serendipity", "edition": 1}), "ruleset", "'edition'"),
    (drop("seats"), "seats", "is missing"),
    (put("seats", value=7), "seats", "for 2, 3, 4, 5 or 6 seats"),
    (put("seats", value=1), "seats", "for 2, 3, 4, 5 or 6 seats"),
    (put("seats", value=True), "seats", "a whole number, not true"),
    (put("seats", value=2.0), "seats", "a whole number, not 2.0"),
    (put("seats", value=HUGE), "seats", "a whole number, not a huge number"),
    (put("phase", value="take"), "phase", "expected one of choose, reveal"),
    (put("phase", value=["reveal"]), "phase", "not a list"),
    (drop("phase"), "phase", "is missing"),
    (drop("to_move"), "to_move", "expected"),
    (put("to_move", value=2), "to_move", "from 0 to 1"),
    (put("to_move", value=-1), "to_move", "from 0 to 1"),
    (put("to_move", value=-HUGE), "to_move", "not a huge number"),
    (put("to_move", value=False), "to_move", "not false"),
    (put("turns", value=-1), "turns", "whole number"),
    (put("turns", value=HUGE), "turns", "whole number"),
    (put("turns", value=None), "turns", "not null"),
    (put("ply", value=1.5), "ply", "whole number"),
    (put("ply", value=10**18 + 1), "ply", "whole number"),
    (put("winner", value=0), "", "no key 'winner'"),
    (put("viewer", value=0), "", "no key 'viewer'"),
    # phases that do not fit
    (put("phase", value="over"), "to_move", "expected"),
    (several(phase="over", to_move=None), "phase", "the end has not come"),
    (several(phase="choose", to_move=None), "to_move", "expected a seat"),
    (put("phase", value="choose"), "to_move", "all its colours already"),
    (put("phase", value="decide"), "turned_up", "is missing: the cell of the tile"),
    (several(phase="decide", turned_up="a3"), "turned_up", "lies face down"),
    (several(phase="decide", turned_up="z9"), "turned_up", "not 'z9'"),
    (several(phase="decide", turned_up=3), "turned_up", "not 3"),
    (several(phase="decide", turned_up="a1", to_move=1), "turned_up", "leave no choice"),
    (put("turned_up", value="a1"), "turned_up", "only in the phase decide"),
    (several(phase="swap", turned_up="a1"), "turned_up", "only in the phase decide"),
    (several(phase="swap", begun=False), "begun", "is true in the phase swap"),
    (several(phase="decide", begun=False, turned_up="a1"), "begun", "is true in the phase decide"),
    (several(phase="go_on", begun=False), "begun", "is true in the phase go_on"),
    (several(phase="choose", begun=True), "begun", "is false in the phase choose"),
    (several(phase="over", begun=True, to_move=None), "begun", "is false in the phase over"),
    (put("begun", value=1), "begun", "true or false"),
    (several(phase="swap", begun=None), "begun", "true or false"),
    # owners
    (put("owners", value=None), "owners", "expected an object"),
    (put("owners", value=[0, 1]), "owners", "not a list"),
    (put("owners", "pink", value=0), "owners.pink", "there is no colour 'pink'"),
    (put("owners", "serendip", value=0), "owners.serendip", "there is no colour"),
    (put("owners", "blue", value=2), "owners.blue", "from 0 to 1"),
    (put("owners", "blue", value="0"), "owners.blue", "whole number"),
    (put("owners", "violet", value=0), "owners", "seat 0 has more than 3 colours"),
    (put("owners", value={1: 0}), "owners", "a key must be a text, not 1"),
    (put("owners", value={"\ud800": 0}), "owners.'\\ud800'", "there is no colour '\\ud800'"),
    (put("owners", value={"x" * 99: 0}), "owners.'" + "x" * 36 + "...", "there is no colour"),
    # cells
    (drop("cells"), "cells", "is missing"),
    (put("cells", value=[]), "cells", "not a list"),
    (drop("cells", "k6"), "cells.k6", "is missing"),
    (put("cells", "k7", value={"tile": "red", "up": True}), "cells", "there is no key 'k7'"),
    (put("cells", "A1", value={"tile": "red", "up": True}), "cells", "there is no key 'A1'"),
    (put("cells", "a1", value="red"), "cells.a1", "expected an object"),
    (put("cells", "a1", value=None), "cells.a1", "not null"),
    (put("cells", "a1", value={}), "cells.a1.tile", "is missing"),
    (put("cells", "a1", "tile", value="pink"), "cells.a1.tile", "expected one of blue"),
    (put("cells", "a1", "tile", value=None), "cells.a1.tile", "not null"),
    (put("cells", "a3", "tile", value=None), "cells.a3.tile", "not null"),
    (put("cells", "a1", "tile", value={"blue": 1}), "cells.a1.tile", "not an object"),
    (put("cells", "a1", "up", value=1), "cells.a1.up", "true or false"),
    (put("cells", "a1", "up", value="yes"), "cells.a1.up", "true or false"),
    (put("cells", "a4", "seen", value=None), "cells.a4.seen", "true or false"),
    (put("cells", "a1", "seen", value=True), "cells.a1.seen", "has been turned back"),
    (put("cells", "a1", "facing", value="e"), "cells.a1.facing", "only a Serendip"),
    (put("cells", "a2", "facing", value="n"), "cells.a2.facing", "expected one of ne"),
    (put("cells", "a2", "facing", value=1), "cells.a2.facing", "expected one of ne"),
    (put("cells", "a1", "owner", value=0), "cells.a1", "there is no key 'owner'"),
    (put("cells", "a3", "tile", value="red"), "cells", "more than 13 red tiles"),
    (put("cells", "a3", "tile", value="serendip"), "cells", "more than 13 Serendips"),
    # last_move
    (put("last_move", value="fly a1"), "last_move", "expected one of choose"),
    (put("last_move", value=""), "last_move", "expected one of choose"),
    (put("last_move", value="reveal"), "last_move", "expected a cell from a1 to k6"),
    (put("last_move", value="reveal z1"), "last_move", "column 8"),
    (put("last_move", value="swap a1 a1"), "last_move", "another cell"),
    (put("last_move", value="back"), "last_move", "can never be made"),
    (put("last_move", value="move a1 blue:e"), "last_move", "can never be made"),
    (put("last_move", value="reveal a3"), "last_move", "lies up, or has been seen"),
    (put("last_move", value=7), "last_move", "expected a text"),
    (put("last_move", value=["pass"]), "last_move", "expected a text"),
    (put("last_move", value="pass " * 10**5), "last_move", "nothing more"),
]


@pytest.mark.parametrize(("change", "path", "words"), FAULTS)
def test_a_fault_is_named_by_its_path(change: Change, path: str, words: str) -> None:
    assert isinstance(State.from_data(GOOD), State)
    broken = copy.deepcopy(GOOD)
    change(broken)
    with pytest.raises(tr.InvalidData) as caught:
        State.from_data(broken)
    assert caught.value.path == path
    assert words in caught.value.problem
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize("whole", [None, [], "serendipity", 7, True, 1.5, {1: 2}, {HUGE: 0}])
@pytest.mark.parametrize("read", [State.from_data, Observation.from_data])
def test_what_is_no_position_at_all(whole: object, read: Callable[[object], object]) -> None:
    with pytest.raises(tr.InvalidData) as caught:
        read(whole)
    assert caught.value.path in ("", "ruleset")


def test_a_swap_must_exist_in_the_card() -> None:
    rules = card(turn={"serendip": {"leave": {"swap": "never"}}})
    for phase, path in (("swap", "phase"), ("decide", "turned_up")):
        with pytest.raises(tr.InvalidData) as caught:
            position(rules, 6, {}, phase=phase)
        assert caught.value.path == path


def test_a_tile_that_the_card_leaves_to_the_seat_may_wait_for_a_choice() -> None:
    board = {"a1": "green up"}
    chosen = card(turn={"unowned": {"stays_up": "chosen"}})
    state = position(chosen, 4, board, phase="decide", turned_up="a1")
    assert texts(state) == ["keep", "back"]
    with pytest.raises(tr.InvalidData):
        position(BASE, 4, board, phase="decide", turned_up="a1")
    foreign = card(turn={"foreign": {"stays_up": "chosen"}})
    with pytest.raises(tr.InvalidData):
        position(foreign, 4, board, phase="decide", turned_up="a1")


# ---- observations ---------------------------------------------------------------------------

SEEN = through_json(tr.observe(play(State.from_data(GOOD), "reveal a6"), 1).to_data())
TURNED_BACK = through_json(
    tr.observe(play(position(BASE, 6, {"f6": "red"}), "reveal f6"), 1).to_data()
)
FORGOTTEN = through_json(
    tr.observe(play(position(BASE, 6, {"f6": "red"}), "reveal f6"), 1, memory=False).to_data()
)

OBSERVATION_FAULTS: list[tuple[Data, Change, str, str]] = [
    (SEEN, drop("viewer"), "viewer", "is missing"),
    (SEEN, put("viewer", value=2), "viewer", "from 0 to 1"),
    (SEEN, put("viewer", value="0"), "viewer", "whole number"),
    (SEEN, put("deal", value=[]), "", "no key 'deal'"),
    (SEEN, put("cells", "k1", value={"tile": "red", "up": False}), "cells.k1.tile", "is known"),
    (SEEN, put("cells", "k1", value={"tile": None, "up": True}), "cells.k1.tile", "not null"),
    (SEEN, put("cells", "k1", "seen", value=True), "cells.k1.tile", "not null"),
    (SEEN, put("shown", value="a6"), "shown", "expected an object"),
    (SEEN, put("shown", "cell", value="a5"), "shown.cell", "expected one of a6"),
    (SEEN, put("shown", "tile", value="violet"), "shown", "another tile lies on a6"),
    (SEEN, put("shown", "tile", value=None), "shown.tile", "expected one of blue"),
    (SEEN, put("shown", "facing", value="e"), "shown.facing", "only a Serendip"),
    (SEEN, put("shown", "seat", value=0), "shown", "no key 'seat'"),
    (SEEN, put("last_move", value="pass"), "shown", "unless the last move turned up"),
    (SEEN, put("last_move", value=None), "shown", "unless the last move turned up"),
    (TURNED_BACK, put("shown", "tile", value="blue"), "shown", "another tile lies on f6"),
    (FORGOTTEN, put("shown", value=None), "shown", "expected an object"),
    (FORGOTTEN, put("memory", value=True), "cells.f6", "the last move turned this tile up"),
    (FORGOTTEN, drop("memory"), "cells.f6", "the last move turned this tile up"),
    (TURNED_BACK, put("memory", value=False), "cells.f6", "without memory no tile"),
    (TURNED_BACK, put("memory", value="no"), "memory", "expected true or false"),
    (FORGOTTEN, drop("shown"), "shown", "expected an object"),
    (FORGOTTEN, put("shown", "cell", value=None), "shown.cell", "expected one of f6"),
]


@pytest.mark.parametrize(("good", "change", "path", "words"), OBSERVATION_FAULTS)
def test_a_fault_of_an_observation(good: Data, change: Change, path: str, words: str) -> None:
    assert Observation.from_data(good).to_data() == good
    broken = copy.deepcopy(good)
    change(broken)
    with pytest.raises(tr.InvalidData) as caught:
        Observation.from_data(broken)
    assert caught.value.path == path
    assert words in caught.value.problem


def test_what_was_shown_need_not_be_written_where_it_is_known() -> None:
    for good in (SEEN, TURNED_BACK):
        brief = {key: value for key, value in good.items() if key != "shown"}
        assert Observation.from_data(brief).to_data() == good


def test_a_state_is_no_observation_and_the_reverse() -> None:
    with pytest.raises(tr.InvalidData) as caught:
        Observation.from_data(GOOD)
    assert caught.value.path == "viewer"
    with pytest.raises(tr.InvalidData) as caught:
        State.from_data(SEEN)
    assert caught.value.path == ""


def test_a_position_of_another_game() -> None:
    class Elsewhere(tr.State):
        """A state of no known game."""

    with pytest.raises(tr.InvalidData) as caught:
        Elsewhere.from_data(GOOD)
    assert (caught.value.path, caught.value.problem) == (
        "ruleset",
        "this is a position of serendipity, another game",
    )


# ---- there and back -------------------------------------------------------------------------


@pytest.mark.unmeasured
@pytest.mark.parametrize("id", [id for id in tr.ruleset_ids() if tr.load(id).game == "serendipity"])
def test_states_and_observations_of_games_are_read_back(id: str) -> None:
    rules = tr.load(id)
    for seats in {min(rules.seat_counts), max(rules.seat_counts)}:
        for ply, state in enumerate(random_game(rules, seats, seed=seats)):
            if ply % 13 and not state.is_over:
                continue
            again = State.from_data(through_json(state.to_data()))
            assert again == state
            assert (hash(again), again.to_data()) == (hash(state), state.to_data())
            for seen in observations(state):
                read = Observation.from_data(through_json(seen.to_data()))
                assert read == seen
                assert (hash(read), read.shown) == (hash(seen), state.shown)


@settings(max_examples=50)
@given(serendipity_games())
def test_states_and_observations_of_any_card_are_read_back(states: list[tr.State]) -> None:
    state = states[-1]
    assert isinstance(state, State)
    assert State.from_data(through_json(state.to_data())) == state
    for seen in observations(state):
        assert Observation.from_data(through_json(seen.to_data())) == seen
