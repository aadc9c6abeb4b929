"""What a card may change about choosing colours and about a turn, worked out by hand.

With four seats they own blue, violet, red and yellow; seat 0 is to move.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import tilerules as tr
from tests.serendipity.boards import (
    BASE,
    Board,
    card,
    data,
    play,
    position,
    random_game,
    some,
    texts,
    totals,
)
from tests.serendipity.changes import through_json
from tests.serendipity.test_picture import Seen
from tests.serendipity.test_refusals import refusal
from tilerules.games.serendipity import Observation, State

AROUND = ["e5", "e6", "f5", "f7", "g5", "g6"]  # the neighbours of f6
BACK: dict[str, Any] = {"f6": "serendip:e", "h3": "serendip:ne", "k1": "blue"}


def told(before: State, *moves: str) -> list[str]:
    """What all see of the last of some moves."""
    state = play(before, *moves[:-1])
    after = play(state, moves[-1])
    return [str(event) for event in tr.events(tr.observe(state, None), tr.observe(after, None))]


def uses(**things: Any) -> tr.Ruleset:
    """The card on which Serendips turn as they move, with limits."""
    return card("serendipity-turning", uses=things)


def used(state: State) -> list[dict[str, int]]:
    """What the seats have used, as in data."""
    found: list[dict[str, int]] = state.to_data()["used"]
    return found


# ---- uses -----------------------------------------------------------------------------------


def test_a_swap_is_used_up() -> None:
    rules = uses(swap={"times": 1})
    state = play(position(rules, 4, BACK), "reveal f6", "keep blue:e")
    assert (state.phase, used(state)[0]) == ("swap", {"swap": 0})
    assert used(play(state, "pass")) == [{"swap": 0}] * 4
    state = play(state, "swap a1 a2")
    assert used(state) == [{"swap": 1}, *[{"swap": 0}] * 3]
    again = play(position(rules, 4, BACK, used=used(state)), "reveal f6")
    over = play(again, "keep blue:e")
    assert (over.phase, over.to_move) == ("reveal", 1)
    other = position(rules, 4, BACK, used=used(state), to_move=1)
    assert play(other, "reveal f6", "keep blue:e").phase == "swap"


def test_a_used_up_swap_is_refused_by_its_rule() -> None:
    state = position(uses(swap={"times": 1}), 4, BACK, used=[{"swap": 1}, {}, {}, {}])
    found = refusal(play(state, "reveal f6"), "swap a1 a2")
    assert found.rule is not None
    assert (found.code, found.rule.key) == ("used_up", "uses.swap.times")
    assert "a swap is allowed 1 time in a game" in found.message
    assert refusal(position(BASE, 4, BACK), "swap a1 a2").code == "wrong_phase"


def test_a_duty_to_swap_is_void_when_it_is_used_up() -> None:
    duty = {"leave": {"swap": "must"}}
    rules = card(turn={"serendip": duty}, uses={"swap": {"times": 1}})
    free, bound = (
        play(position(rules, 4, BACK, used=done), "reveal f6", "keep blue:e")
        for done in ([{"swap": 1}, {}, {}, {}], [{}, {"swap": 1}, {}, {}])
    )
    assert (free.to_move, free.phase) == (1, "reveal")
    assert (bound.to_move, bound.phase, "pass" in texts(bound)) == (0, "swap", False)


def test_a_position_in_a_swap_that_is_used_up_moves_on() -> None:
    rules = uses(swap={"times": 1})
    board = {**BACK, "f6": "serendip:e up"}
    state = position(rules, 4, board, phase="swap", used=[{"swap": 1}, {}, {}, {}])
    assert (state.to_move, state.phase, state.turns) == (1, "reveal", 1)


def test_turning_is_used_up_and_lying_as_before_is_no_turning() -> None:
    rules = uses(turning={"times": 1})
    state = play(position(rules, 4, BACK), "reveal f6")
    assert used(play(state, "keep blue:e"))[0] == {"turning": 0}
    assert used(play(state, "keep blue:w"))[0] == {"turning": 1}
    assert used(play(state, "move a1 blue:e"))[0] == {"turning": 0}
    assert used(play(state, "move a1 blue:w"))[0] == {"turning": 1}
    state = play(position(rules, 4, BACK, used=[{"turning": 1}, {}, {}, {}]), "reveal f6")
    moves = texts(state)
    assert moves[:3] == ["keep blue:e", "move a1 blue:e", "move a2 blue:e"]
    assert len(moves) == 1 + 90
    for text in ("keep blue:w", "move a1 blue:w"):
        found = refusal(state, text)
        assert found.rule is not None
        assert (found.code, found.rule.key) == ("used_up", "uses.turning.times")
    assert str(tr.parse_move(state, "keep")) == "keep blue:e"
    assert refusal(state, "move a1").code == "facing_needed"


def test_what_counts_in_a_turn_counts_anew_in_the_next() -> None:
    goes_on = {"serendip": {"leave": {"then": "must_reveal", "swap": "never"}}}
    rules = card(turn=goes_on, uses={"turning": {"times": 1, "in": "turn"}})
    state = play(position(rules, 4, BACK), "reveal f6", "keep blue:w")
    assert used(state)[0] == {"turning": 1}
    state = play(state, "reveal h3")
    assert [text for text in texts(state) if text.startswith("keep")] == ["keep blue:ne"]
    state = play(state, "move a1", "pass")
    assert (state.to_move, used(state)) == (1, [{"turning": 0}] * 4)
    game = card(turn=goes_on, uses={"turning": {"times": 1}})
    state = play(position(game, 4, BACK), "reveal f6", "keep blue:w", "reveal h3", "move a1")
    assert used(play(state, "pass"))[0] == {"turning": 1}


def test_an_exchange_is_used_up() -> None:
    rules = uses(exchange={"times": 2})
    state = play(position(rules, 4, BACK), "reveal f6", "move a1")
    assert used(state)[0] == {"exchange": 1}
    state = play(state, "reveal k1", "move a2")
    assert used(state)[0] == {"exchange": 2}
    board, done = {**BACK, "k2": "blue"}, [{"exchange": 2}, {}, {}, {}]
    own = play(position(rules, 4, board, used=done), "reveal k1")
    assert texts(own) == ["keep"]
    assert texts(play(own, "keep", "reveal f6"))[0] == "keep blue:ne"
    assert len(texts(play(own, "keep", "reveal f6"))) == 6
    found = refusal(own, "move a1")
    assert found.rule is not None
    assert (found.code, found.rule.key) == ("used_up", "uses.exchange.times")


def test_without_any_option_left_the_tile_stays_up_and_the_turn_ends() -> None:
    rules = card(turn={"own": {"leave": "removed"}}, uses={"exchange": {"times": 1}})
    state = play(position(rules, 4, BACK, used=[{"exchange": 1}, {}, {}, {}]), "reveal k1")
    assert (state.cells["k1"].up, state.to_move, state.phase) == (True, 1, "reveal")


def test_uses_are_told() -> None:
    rules = uses(swap={"times": 2}, turning={"times": 2}, exchange={"times": 2})
    start = position(rules, 4, BACK)
    assert "seat 0 has used turning 1 time" in told(start, "reveal f6", "keep blue:w")
    swapped = told(start, "reveal f6", "keep blue:e", "swap a1 a2")
    assert [line for line in swapped if "used" in line] == ["seat 0 has used swap 1 time"]
    moved = told(start, "reveal f6", "move a1 blue:ne")
    assert [line for line in moved if "used" in line] == [
        "seat 0 has used turning 1 time",
        "seat 0 has used exchange 1 time",
    ]
    assert not [line for line in told(start, "reveal f6", "keep blue:e") if "used" in line]


def test_a_table_in_text_shows_what_is_used() -> None:
    rules = uses(swap={"times": 2}, exchange={"times": 3, "in": "turn"})
    state = position(rules, 3, BACK, used=[{"swap": 1}, {}, {"swap": 2}])
    lines = str(state).splitlines()
    assert "swap used, seat by seat: 1, 0, 2; at most 2 in a game" in lines
    assert "exchange used, seat by seat: 0, 0, 0; at most 3 in a turn" in lines
    assert "used" not in str(position(BASE, 3, BACK))


# ---- colours of a seat ----------------------------------------------------------------------


def chosen(rules: tr.Ruleset, seats: int) -> list[int | None]:
    """The seats that name colours, in their order."""
    state, found = tr.new_game(rules, seats, seed=1), []
    while state.phase == "choose":
        found.append(state.to_move)
        state = tr.apply_move(state, tr.legal_moves(state)[0])
    assert (state.to_move, state.phase, state.turns) == (0, "reveal", 0)
    return found


def test_a_seat_that_has_its_colours_is_passed_over() -> None:
    one, last, first = (
        card(players=[3], seats={seat: {"colours_each": number}})
        for seat, number in ((1, 1), (2, 2), (0, 1))
    )
    assert chosen(one, 3) == [0, 1, 2, 0, 2]
    assert chosen(last, 3) == [0, 1, 2, 0, 1, 2]
    assert chosen(first, 3) == [0, 1, 2, 1, 2]
    many = card(players=[3], for_players="removed", seats={2: {"colours_each": 4}})
    assert chosen(many, 3) == [0, 1, 2, 2, 2, 2]


def test_a_position_knows_how_many_colours_each_seat_has() -> None:
    rules = card(players=[3], seats={1: {"colours_each": 1}})
    plain = data(rules, 3, {}, phase="choose", to_move=1, owners={"blue": 0, "red": 1})
    with pytest.raises(tr.InvalidData, match="to_move: this seat has all its colours already"):
        State.from_data(plain)
    plain["owners"] = {"blue": 1, "red": 1}
    with pytest.raises(tr.InvalidData, match="owners: seat 1 has more than 1 colours"):
        State.from_data(plain)


# ---- flowers of partners --------------------------------------------------------------------

TEAMS = {"teams": {"sun": [0, 2], "moon": [1, 3]}}
SHARED = card(players=[4], partners={**TEAMS, "flowers": "shared"})
APART = card(players=[4], partners=TEAMS)
FLOWERS = {"f6": "red", "h3": "violet", "k1": "orange"}


def test_a_flower_of_a_partner_is_like_an_own_one() -> None:
    state = play(position(SHARED, 4, FLOWERS), "reveal f6")
    assert (state.phase, texts(state)[:2], len(texts(state))) == ("decide", ["keep", "move a1"], 91)
    kept = play(state, "keep")
    assert (kept.to_move, kept.phase, kept.begun) == (0, "reveal", True)
    assert totals(kept) == [0, 0, 1, 0]
    for rules in (APART, card(players=[4])):
        back = play(position(rules, 4, FLOWERS), "reveal f6")
        assert (back.to_move, back.cells["f6"].up, back.cells["f6"].seen) == (1, False, True)


def test_other_flowers_stay_others_among_partners() -> None:
    for label in ("h3", "k1"):
        back = play(position(SHARED, 4, FLOWERS), f"reveal {label}")
        assert (back.to_move, back.cells[label].seen) == (1, True)


def test_a_flower_of_a_partner_joins_its_own_colour() -> None:
    turn = {"own": {"exchange": {"beside": "own_flower"}}}
    rules = card(players=[4], partners={**TEAMS, "flowers": "shared"}, turn=turn)
    board = {"f6": "red", "a1": "red up", "k6": "blue up"}
    assert texts(play(position(rules, 4, board), "reveal f6")) == [
        "keep",
        *(f"move {label}" for label in ("a2", "b1", "b2")),
    ]


def test_partners_are_named() -> None:
    text = str(position(SHARED, 4, {}))
    assert "seat 0 (with seat 2): blue" in text
    assert "seat 3 (with seat 1): yellow" in text
    seen = Seen(position(SHARED, 4, {}))
    assert seen.what["seat 0 (with seat 2)"] == "blue; 0 points; to move"
    assert "seat 3 (with seat 1)" in seen.texts()
    assert "with" not in str(position(BASE, 4, {})).partition("seat 0")[2]
    trio = card(players=[4], partners={"teams": {"all": [0, 1, 3]}})
    text = str(position(trio, 4, {}))
    assert "seat 1 (with seats 0 and 3): violet" in text
    assert "seat 2: red" in text


# ---- how far a tile may go ------------------------------------------------------------------

NEAR = card(
    turn={
        "own": {"exchange": {"reach": 1}},
        "serendip": {"leave": {"swap_reach": 1}, "exchange": {"reach": 2}},
    }
)


def moves_of(rules: tr.Ruleset, board: Board, label: str) -> list[str]:
    """Where the tile that is turned up there may go."""
    state = play(position(rules, 4, board), f"reveal {label}")
    return [text.split()[1] for text in texts(state) if text.startswith("move")]


def test_an_own_flower_goes_one_step() -> None:
    assert moves_of(NEAR, {"f6": "blue"}, "f6") == AROUND
    assert moves_of(NEAR, {"a1": "blue"}, "a1") == ["a2", "b1", "b2"]
    assert moves_of(NEAR, {"f6": "blue", "e5": "red up"}, "f6") == AROUND[1:]


def test_a_serendip_goes_two_steps() -> None:
    cells = moves_of(NEAR, {"f6": "serendip:e", "e5": "serendip:e up"}, "f6")
    assert len(cells) == 6 + 12 - 1
    assert {"d4", "d5", "d6", "f4", "f8", "h4", "h5", "h6"} < {*cells}
    assert not {"e5", "f6", "c3", "f3"} & {*cells}


def test_too_far_is_refused_by_its_rule() -> None:
    board = {"f6": "blue", "h3": "serendip:e"}
    for label, text, key in (
        ("f6", "move f4", "turn.own.exchange.reach"),
        ("h3", "move f6", "turn.serendip.exchange.reach"),
    ):
        state = play(position(NEAR, 4, board), f"reveal {label}")
        if label == "h3":
            text = "move a1"
        found = refusal(state, text)
        assert found.rule is not None
        assert (found.code, found.rule.key) == ("too_far", key)
    assert refusal(state, "move h3").code == "same_tile"


def test_near_and_beside_an_own_flower() -> None:
    turn = {"own": {"exchange": {"reach": 1, "beside": "own_flower"}}}
    board = {"f6": "blue", "e5": "blue up", "a1": "blue up"}
    assert moves_of(card(turn=turn), board, "f6") == ["e6", "f5"]
    state = play(position(card(turn=turn), 4, board), "reveal f6")
    assert refusal(state, "move a2").code == "too_far"
    assert refusal(state, "move f7").code == "not_beside"
    alone = {"f6": "blue", "a1": "blue up"}
    assert texts(play(position(card(turn=turn), 4, alone), "reveal f6")) == ["keep"]


def test_a_swap_of_neighbours() -> None:
    """91 cells have 240 pairs of neighbours; six of them are of the Serendip that was left."""
    state = play(position(NEAR, 4, {"f6": "serendip:e"}), "reveal f6", "keep blue:e")
    moves = texts(state)
    assert len(moves) == 1 + 240 - 6
    assert {"pass", "swap a1 a2", "swap a1 b1", "swap a1 b2", "swap j7 k6"} <= {*moves}
    assert not {"swap a1 a3", "swap a1 b3", "swap e5 f6"} & {*moves}
    found = refusal(state, "swap a1 a3")
    assert found.rule is not None
    assert (found.code, found.rule.key) == ("too_far", "turn.serendip.leave.swap_reach")
    assert refusal(state, "swap e5 f6").code == "fixed"
    after = play(state, "swap a1 b2")
    assert after.cells["b2"] == state.cells["a1"]


@pytest.mark.parametrize(("other", "phase"), [("a2", "swap"), ("a3", "reveal")])
def test_a_duty_to_swap_asks_for_two_that_are_near(other: str, phase: str) -> None:
    leave = {"swap": "must", "swap_with": "face_up", "swap_reach": 1}
    rules = card(turn={"serendip": {"leave": leave}})
    board = {"f6": "serendip:e", "a1": "red up", other: "violet up"}
    state = play(position(rules, 4, board), "reveal f6", "keep blue:e")
    assert state.phase == phase
    if phase == "swap":
        assert texts(state) == ["swap a1 a2"]


def test_reach_on_a_board_of_more_cells_than_a_byte_counts() -> None:
    turn = {
        "own": {"exchange": {"reach": 1}},
        "serendip": {"leave": {"swap_reach": 1}, "exchange": {"reach": 18}},
    }
    rules = card(board={"side": 10}, tiles={"copies": 43}, turn=turn)
    board = {"a1": "blue", "s10": "serendip:e"}
    state = position(rules, 4, board)
    assert texts(play(state, "reveal a1")) == ["keep", "move a2", "move b1", "move b2"]
    state = play(state, "reveal s10")
    assert len(texts(state)) == 6 + 270
    assert len(texts(play(state, "keep blue:e"))) == 1 + (9 * 100 - 15 * 10 + 6) - 3


# ---- known tiles ----------------------------------------------------------------------------

KNOWN = card(tiles={"known": "all"})


def test_all_tiles_are_known_from_the_start() -> None:
    state = tr.new_game(KNOWN, 4, seed=5)
    assert isinstance(state, State)
    assert {(cell.up, cell.seen) for cell in state.cells.values()} == {(False, True)}
    hidden, plain = tr.observe(state, 1, memory=False), tr.observe(state, 1)
    assert isinstance(hidden, Observation)
    assert isinstance(plain, Observation)
    assert {cell.tile for cell in hidden.cells.values()} == {None}
    assert dict(plain.cells) == dict(state.cells)
    assert tr.determinize(plain, seed=3) == state
    tiles = Counter(cell.tile for cell in plain.cells.values())
    assert tiles == {**dict.fromkeys(BASE.values["tiles"]["colours"], 13), "serendip": 13}
    other = tr.new_game(BASE, 4, seed=5)
    assert {cell.seen for cell in other.cells.values()} == {False}  # type: ignore[attr-defined]


@pytest.mark.unmeasured
def test_known_tiles_in_the_data_of_a_game() -> None:
    for state in random_game(KNOWN, 4, 1, plies=60):
        assert State.from_data(through_json(state.to_data())) == state
        for memory in (True, False):
            seen = tr.observe(state, None, memory=memory)
            assert Observation.from_data(through_json(seen.to_data())) == seen


def test_known_tiles_in_data() -> None:
    plain = data(KNOWN, 4, some("red up", "a1"))
    assert State.from_data(plain).cells["a2"].seen
    plain["cells"]["a2"]["seen"] = False
    with pytest.raises(tr.InvalidData, match=r"cells\.a2\.seen"):
        State.from_data(plain)
    seen_data = tr.observe(State.from_data(data(KNOWN, 4, {})), None).to_data()
    seen_data["cells"]["a2"] = {"tile": None, "up": False}
    with pytest.raises(tr.InvalidData, match=r"cells\.a2"):
        Observation.from_data(seen_data)
