"""Why a move is not legal: a code, a sentence, and the rule that forbids it."""

from __future__ import annotations

import json
import pickle
import random
from typing import Any

import pytest
from hypothesis import given, settings

import tilerules as tr
from tests.serendipity.boards import (
    BASE,
    SMALL,
    card,
    line_of,
    play,
    position,
    random_game,
)
from tests.strategies import serendipity_games
from tilerules.games.serendipity import Observation, State

TURNING = tr.load("serendipity-turning")
MEADOW = tr.load("serendipity-meadow")
FACE_UP = {"exchange": {"with": "face_up"}}
DUTY = card(turn={"serendip": {"leave": {"swap": "must", "swap_with": "face_up"}}})
CHOSEN = card(turn={"unowned": {"stays_up": "chosen"}})
THEIRS = card(turn={"foreign": {"stays_up": "chosen"}})
NO_SWAP = card(turn={"serendip": {"leave": {"swap": "never"}}})
NO_TURNING = card(turn={"serendip": {"leave": {"turning": "never"}}})
NO_LEAVING = card(turn={"own": {"leave": "removed"}, "serendip": {"leave": "removed"}})
NO_MOVING = card(turn={"own": {"exchange": "removed"}, "serendip": {"exchange": "removed"}})
UP_ONLY = card(turn={"own": FACE_UP, "serendip": FACE_UP})

UP = {"a1": "red up", "a2": "serendip:e up", "a3": "violet up"}
OWN = {"f6": "blue up", **UP}
FLOWER = {"f6": "serendip:w up", **UP}


def refusal(position: tr.Position, text: str) -> tr.Refusal:
    """Why a move is refused; its words are taken as they are."""
    kind, *args = text.split()
    found = tr.why_illegal(position, tr.Move(kind, args))
    assert found is not None, "the move is legal"
    return found


def deciding(rules: tr.Ruleset, board: dict[str, str]) -> State:
    """Seat 0 of 4 decides about the tile on f6."""
    return position(rules, 4, board, phase="decide", turned_up="f6")


def swapping(rules: tr.Ruleset) -> State:
    """Seat 0 of 4 has left a Serendip on f6."""
    return position(rules, 4, FLOWER, phase="swap")


BESIDE: dict[str, dict[str, Any]] = {"decide": {"turned_up": "f6"}, "choose": {"owners": {}}}
"""What a position of a phase needs beside its board."""


# ---- the form of a move, and its time -------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("fly", "there is no move 'fly' in this game"),
        ("choose", "a colour of these rules must follow: blue, violet, red"),
        ("choose pink", "a colour of these rules must follow"),
        ("choose blue red", "a colour of these rules must follow"),
        ("reveal", "a cell of the board must follow"),
        ("reveal z1", "a cell of the board must follow"),
        ("reveal a1 a2", "a cell of the board must follow"),
        ("keep blue", "a facing must be one of blue:ne, blue:e"),
        ("keep red:e", "a facing must be one of blue:ne"),
        ("keep blue:e blue:e", "a facing must be one of blue:ne"),
        ("back a1", "this word stands alone"),
        ("pass a1", "this word stands alone"),
        ("move", "a cell of the board must follow"),
        ("move blue:e", "a cell of the board must follow"),
        ("move a1 red:e", "a facing must be one of"),
        ("swap a1", "two cells of the board, the earlier one first, must follow"),
        ("swap a1 a1", "the earlier one first"),
        ("swap b1 a1", "the earlier one first"),
        ("swap e10 e2", "the earlier one first"),
    ],
)
@pytest.mark.parametrize("phase", ["choose", "reveal", "decide", "swap", "go_on"])
def test_words_that_make_no_move(phase: str, text: str, message: str) -> None:
    found = refusal(position(BASE, 4, OWN, phase=phase, **BESIDE.get(phase, {})), text)
    assert (found.code, found.rule) == ("unknown_move", None)
    assert message in found.message


IN_PHASE = {
    "choose": ("choose a colour", ["choose blue"]),
    "reveal": ("turn up a tile", ["reveal f1"]),
    "decide": (
        "decide about f6",
        ["keep", "keep blue:e", "back", "move f1", "move f1 blue:e"],
    ),
    "swap": ("swap two tiles, or pass", ["swap a1 a3", "pass"]),
    "go_on": ("turn up one more tile, or pass", ["reveal f1", "pass"]),
}


@pytest.mark.parametrize("phase", IN_PHASE)
def test_a_move_at_the_wrong_time(phase: str) -> None:
    state = position(BASE, 4, FLOWER, phase=phase, **BESIDE.get(phase, {}))
    due, fitting = IN_PHASE[phase]
    for text in {text for _, moves in IN_PHASE.values() for text in moves} - {*fitting}:
        found = refusal(state, text)
        assert (found.code, found.rule) == ("wrong_phase", None)
        assert found.message == f"`{text}` cannot be done now: it is time to {due}"


def test_a_pass_where_it_is_a_duty_to_go_on() -> None:
    state = play(position(BASE, 6, {"f6": "blue"}), "reveal f6", "keep")
    found = refusal(state, "pass")
    assert (found.code, found.message) == (
        "wrong_phase",
        "there is a duty to turn up one more tile",
    )


def test_a_swap_that_may_not_be_waived_is_all_that_is_due() -> None:
    state = swapping(DUTY)
    assert {move.kind for move in tr.legal_moves(state)} == {"swap"}
    assert refusal(state, "reveal f1").message.endswith("it is time to swap two tiles")


def test_one_more_tile_is_due_where_it_is_a_duty_to_go_on() -> None:
    state = play(position(BASE, 6, {"f6": "blue"}), "reveal f6", "keep")
    assert refusal(state, "back").message.endswith("it is time to turn up one more tile")


def test_a_swap_under_rules_without_one() -> None:
    found = refusal(deciding(NO_SWAP, FLOWER), "swap a1 a3")
    assert (found.code, found.message) == ("wrong_phase", "there is no swap under these rules")
    assert found.rule == tr.RulePlace("turn.serendip.leave.swap", "custom", None)


def test_a_finished_game() -> None:
    over = position(BASE, 6, {}, rest="up")
    for seen in (over, tr.observe(over, 0), tr.observe(over, None)):
        for text in ("pass", "reveal a1", "fly"):
            assert refusal(seen, text) == tr.Refusal("game_over", "the game is over", None)


# ---- in the right phase ---------------------------------------------------------------------

BASE_CARD = "serendipity.yaml"
LEAVE_LINE = "leave: {turning: free"
EXCHANGE_LINE = "exchange: {with: any, turning: never"
OWN_LINE = "exchange: {with: face_down"
Case = tuple[State, str, str, str | None, str | None]  # rule: key, and text of the bundled card

CASES: list[Case] = [
    (
        position(BASE, 4, {}, phase="choose", owners={"blue": 3}),
        "choose blue",
        "colour_taken",
        None,
        None,
    ),
    (position(BASE, 4, UP), "reveal a1", "face_up", None, None),
    (position(BASE, 4, UP, phase="go_on"), "reveal a2", "face_up", None, None),
    # keep
    (deciding(BASE, OWN), "keep blue:e", "no_facing", None, None),
    (deciding(BASE, FLOWER), "keep", "facing_needed", None, None),
    (deciding(NO_TURNING, FLOWER), "keep blue:e", "no_turning", "turn.serendip.leave.turning", ""),
    (deciding(NO_LEAVING, OWN), "keep", "not_an_option", "turn.own", ""),
    (deciding(NO_LEAVING, FLOWER), "keep blue:e", "not_an_option", "turn.serendip", ""),
    (deciding(CHOSEN, {"f6": "green up"}), "keep blue:e", "no_facing", None, None),
    # back
    (deciding(BASE, OWN), "back", "stays_up", None, None),
    (deciding(BASE, FLOWER), "back", "stays_up", None, None),
    # move
    (deciding(BASE, OWN), "move f6", "same_tile", None, None),
    (deciding(BASE, OWN), "move a1", "face_up", "turn.own.exchange.with", OWN_LINE),
    (deciding(BASE, OWN), "move a2", "fixed", None, None),
    (deciding(BASE, OWN), "move f1 blue:e", "no_facing", None, None),
    (
        deciding(BASE, FLOWER),
        "move f1 blue:e",
        "no_turning",
        "turn.serendip.exchange.turning",
        EXCHANGE_LINE,
    ),
    (deciding(BASE, FLOWER), "move a2", "fixed", None, None),
    (deciding(TURNING, FLOWER), "move f1", "facing_needed", None, None),
    (deciding(TURNING, FLOWER), "move a2 blue:e", "fixed", None, None),
    (deciding(TURNING, OWN), "move f1 blue:e", "no_facing", None, None),
    (deciding(UP_ONLY, OWN), "move f1", "face_down", "turn.own.exchange.with", ""),
    (deciding(UP_ONLY, FLOWER), "move f1", "face_down", "turn.serendip.exchange.with", ""),
    (deciding(NO_MOVING, OWN), "move f1", "not_an_option", "turn.own", ""),
    (deciding(NO_MOVING, FLOWER), "move f1", "not_an_option", "turn.serendip", ""),
    (deciding(CHOSEN, {"f6": "green up"}), "move f1", "not_an_option", "turn.unowned.stays_up", ""),
    (deciding(THEIRS, {"f6": "red up"}), "move f1", "not_an_option", "turn.foreign.stays_up", ""),
    # swap
    (swapping(BASE), "swap a1 a2", "fixed", None, None),
    (swapping(BASE), "swap a2 f1", "fixed", None, None),
    (swapping(BASE), "swap f1 f6", "fixed", None, None),
    (swapping(DUTY), "swap a1 f1", "face_down", "turn.serendip.leave.swap_with", ""),
    (swapping(DUTY), "pass", "duty", "turn.serendip.leave.swap", ""),
]


@pytest.mark.parametrize(("state", "text", "code", "key", "line"), CASES)
def test_reasons(state: State, text: str, code: str, key: str | None, line: str | None) -> None:
    found = refusal(state, text)
    assert found.code == code
    if key is None:
        assert found.rule is None
    elif line:
        assert found.rule == tr.RulePlace(key, BASE_CARD, line_of(line))
    else:
        assert found.rule is not None
        assert (found.rule.key, found.rule.file, found.rule.line) == (key, "custom", None)


def test_a_rule_of_a_bundled_variant_is_named_there() -> None:
    state = deciding(MEADOW, {"f6": "blue up", "a1": "blue up"})
    found = refusal(state, "move f1")
    line = line_of("beside: own_flower", "serendipity-meadow.yaml")
    assert found.code == "not_beside"
    assert found.rule == tr.RulePlace("turn.own.exchange.beside", "serendipity-meadow.yaml", line)
    assert str(found).endswith(f"[turn.own.exchange.beside, serendipity-meadow.yaml:{line}]")


def test_every_code_is_reached() -> None:
    codes = {refusal(state, text).code for state, text, *_ in CASES}
    assert codes == {
        "colour_taken",
        "duty",
        "face_down",
        "face_up",
        "facing_needed",
        "fixed",
        "no_facing",
        "no_turning",
        "not_an_option",
        "same_tile",
        "stays_up",
    }


def test_the_sentence_tells_what_to_do() -> None:
    assert "`keep blue:ne`" in refusal(deciding(BASE, FLOWER), "keep").message
    assert "`move f1 blue:ne`" in refusal(deciding(TURNING, FLOWER), "move f1").message
    taken = position(BASE, 4, {}, phase="choose", owners={"blue": 3})
    assert refusal(taken, "choose blue").message == "blue belongs to seat 3 already"
    assert str(refusal(taken, "choose blue")) == "blue belongs to seat 3 already"


# ---- observations, and IllegalMove ----------------------------------------------------------


def test_on_an_observation_the_answer_is_for_its_viewer() -> None:
    state = position(BASE, 4, OWN)
    legal, wrong = tr.Move("reveal", ("f1",)), tr.Move("reveal", ("a1",))
    assert tr.why_illegal(tr.observe(state, 0), legal) is None
    mine = tr.why_illegal(tr.observe(state, 0), wrong)
    assert mine == tr.why_illegal(state, wrong)
    assert mine is not None
    assert mine.code == "face_up"
    for viewer in (1, 2, 3, None):  # other seats, and a spectator
        seen = tr.observe(state, viewer)
        assert len(tr.legal_moves(seen)) == 0
        for move in (legal, wrong, tr.Move("fly")):
            found = tr.why_illegal(seen, move)
            assert found is not None
            assert (found.code, found.rule) == ("not_your_turn", None)


def test_an_illegal_move_carries_its_refusal() -> None:
    state = deciding(BASE, OWN)
    move = tr.Move("move", ("a1",))
    with pytest.raises(tr.IllegalMove) as caught:
        tr.apply_move(state, move)
    assert caught.value.refusal == tr.why_illegal(state, move)
    assert str(caught.value) == str(caught.value.refusal)
    assert pickle.loads(pickle.dumps(caught.value)) == caught.value


@pytest.mark.parametrize("move", ["pass", None, ("pass",)])
def test_a_move_is_no_text(move: Any) -> None:
    state = position(BASE, 4, OWN)
    with pytest.raises(TypeError, match="expected a Move"):
        tr.why_illegal(state, move)
    with pytest.raises(TypeError, match="expected a Move"):
        tr.apply_move(state, move)


def test_an_observation_is_not_played_on() -> None:
    seen: Any = tr.observe(position(BASE, 4, OWN), 0)
    with pytest.raises(TypeError, match="takes a State"):
        tr.apply_move(seen, tr.Move("pass"))
    with pytest.raises(TypeError, match="takes a State"):
        tr.observe(seen, 0)


# ---- laws, over the whole action space ------------------------------------------------------


def all_moves(state: tr.State) -> list[tr.Move]:
    space = tr.action_space(state.ruleset, state.seats)
    return [space.move(id) for id in range(len(space))]


def check_refusals(state: tr.State) -> None:
    """A move is legal, not refused, and can be applied, or none of the three."""
    legal = set(tr.legal_moves(state))
    moves = all_moves(state)
    assert legal <= {*moves}
    assert {move for move in moves if tr.why_illegal(state, move) is None} == legal
    for move in random.Random(state.ply).sample(moves, min(20, len(moves))):
        if move in legal:
            assert tr.apply_move(state, move).ply == state.ply + 1
        else:
            with pytest.raises(tr.IllegalMove):
                tr.apply_move(state, move)


@pytest.mark.unmeasured
@pytest.mark.parametrize(
    ("rules", "seats", "every"),
    [(SMALL, 3, 1), (card("serendipity-small", turn=DUTY.values["turn"]), 2, 2), (BASE, 6, 17)],
)
def test_what_is_not_refused_is_legal(rules: tr.Ruleset, seats: int, every: int) -> None:
    for ply, state in enumerate(random_game(rules, seats, seed=4, plies=120)):
        if ply % every == 0:
            check_refusals(state)


@settings(max_examples=60)
@given(serendipity_games())
def test_what_is_not_refused_is_legal_by_any_card(states: list[tr.State]) -> None:
    check_refusals(states[-1])


def with_hidden_tiles_shuffled(state: State, seed: int) -> State:
    """The same table with other tiles where nobody has seen them."""
    plain = json.loads(json.dumps(state.to_data()))
    hidden = [label for label, cell in state.cells.items() if not cell.up and not cell.seen]
    tiles = [plain["cells"][label] for label in hidden]
    random.Random(seed).shuffle(tiles)
    plain["cells"].update(zip(hidden, tiles, strict=True))
    return State.from_data(plain)


@pytest.mark.unmeasured
@pytest.mark.parametrize(("rules", "seats"), [(SMALL, 2), (MEADOW, 6), (CHOSEN, 4)])
def test_refusals_hold_nothing_that_is_hidden(rules: tr.Ruleset, seats: int) -> None:
    step = 1 if rules is SMALL else 23
    for ply, state in enumerate(random_game(rules, seats, seed=6, plies=100)):
        if ply % step:
            continue
        other = with_hidden_tiles_shuffled(state, seed=ply)
        seen = tr.observe(state, state.to_move)
        assert tr.observe(other, state.to_move) == seen
        read = Observation.from_data(seen.to_data())
        for move in all_moves(state):
            found = tr.why_illegal(state, move)
            assert {tr.why_illegal(each, move) for each in (other, seen, read)} == {found}
