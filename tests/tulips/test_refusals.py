"""Why a move is not legal: a code, a sentence, and the rule that forbids it."""

from __future__ import annotations

import pickle
import random
from typing import Any

import pytest

import tilerules as tr
from tests.tulips.tables import (
    CUSTOM,
    cards,
    line_of,
    play,
    position,
    random_game,
    rules,
    seen,
    variant,
)
from tilerules.games.tulips import Observation, State

BASE = rules()
FOUR = rules(base="tulips-four-actions")
TOGETHER = rules(base="tulips-full-hand")
NO_GIVE = variant(turn={"actions": ["keep", "add_open"]}, scoring={"giving": "removed"})
NO_KEEP = variant(
    turn={"actions": ["give", "add_secret"]},
    scoring={"keeping": "removed"},
)


def refusal(position: tr.Position, text: str) -> tr.Refusal:
    """Why a move is refused; its words are taken as they are."""
    kind, *args = text.split(" ")
    found = tr.why_illegal(position, tr.Move(kind, args))
    assert found is not None, "the move is legal"
    return found


def three(ruleset: tr.Ruleset, hand: str = "o2", deck: str = "o3 o4 u2", **entries: Any) -> State:
    """Three empty bouquets, and cards in the hand of seat 0."""
    return position(ruleset, "b2 p4", ["", "", ""], hand=hand, deck=deck, **entries)


def start(ruleset: tr.Ruleset) -> State:
    """Two seats choose of two cards each."""
    entries: dict[str, Any] = {
        "phase": "start",
        "to_move": 0,
        "hands": [cards("p2 b3"), cards("u4 o4")],
    }
    return position(ruleset, "b2 p4", ["", ""], deck="o2 o3", **entries)


CHOOSING, ACTING = start(BASE), three(BASE)
BOTH = three(TOGETHER, "o2 p3")


# ---- the form of a move, and its time -------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("fly", "there is no move 'fly' in this game"),
        ("pass", "there is no move 'pass' in this game"),
        ("Keep", "there is no move 'Keep' in this game"),
        ("take 0", "there is no move 'take' in this game"),
        ("", "there is no move '' in this game"),
        ("start", "after `start` must stand a card, as pink-2"),
        ("start pink-5", "after `start` must stand a card, as pink-2"),
        ("start ?", "after `start` must stand a card, as pink-2"),
        ("start pink-2 blue-3", "after `start` must stand a card, as pink-2"),
        ("keep orange-2", "after `keep` must stand nothing"),
        ("give", "after `give` must stand a seat from 0 to 2"),
        ("give 3", "after `give` must stand a seat from 0 to 2"),
        ("give 01", "after `give` must stand a seat from 0 to 2"),
        ("give 1 orange-2", "after `give` must stand a seat from 0 to 2"),
        ("add", "after `add` must stand open or secret"),
        ("add hidden", "after `add` must stand open or secret"),
        ("add open orange-2", "after `add` must stand open or secret"),
    ],
)
def test_words_that_make_no_move(text: str, message: str) -> None:
    for state in (ACTING, play(ACTING, "keep"), seen(ACTING, 0)):
        assert refusal(state, text) == tr.Refusal("unknown_move", message, None)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("keep", "after `keep` must stand a card, as pink-2"),
        ("keep ?", "after `keep` must stand a card, as pink-2"),
        ("give 1", "after `give` must stand a seat from 0 to 2 and a card, as pink-2"),
        ("give orange-2 1", "after `give` must stand a seat from 0 to 2 and a card, as pink-2"),
        ("add open", "after `add` must stand open or secret and a card, as pink-2"),
        ("add secret ?", "after `add` must stand open or secret and a card, as pink-2"),
        ("start", "after `start` must stand a card, as pink-2"),
    ],
)
def test_with_all_cards_in_hand_a_move_names_its_card(text: str, message: str) -> None:
    for state in (BOTH, seen(BOTH, 0)):
        assert refusal(state, text) == tr.Refusal("unknown_move", message, None)


def test_a_long_word_is_cut_short() -> None:
    assert len(refusal(ACTING, "fly" * 1000).message) < 120
    assert len(refusal(ACTING, "give " + "1" * 1000).message) < 120


@pytest.mark.parametrize("text", ["keep", "give 1", "give 0", "add open", "add secret"])
def test_the_start_choices_come_first(text: str) -> None:
    assert refusal(CHOOSING, text) == tr.Refusal(
        "wrong_phase",
        f"`{text}` cannot be done now: it is time to keep one of the cards dealt",
        None,
    )


@pytest.mark.parametrize("text", ["start orange-2", "start pink-4"])
def test_after_them_nobody_chooses(text: str) -> None:
    for state in (ACTING, play(ACTING, "keep")):
        assert refusal(state, text) == tr.Refusal(
            "wrong_phase", f"`{text}` cannot be done now: it is time to play the card in hand", None
        )


def test_with_all_cards_in_hand_it_is_time_to_play_one_of_them() -> None:
    for state in (BOTH, play(BOTH, "keep pink-3")):
        assert refusal(state, "start orange-2") == tr.Refusal(
            "wrong_phase",
            "`start orange-2` cannot be done now: it is time to play a card from the hand",
            None,
        )


def test_a_finished_game() -> None:
    over = position(BASE, "b2 p4", ["", ""])
    for each in (over, seen(over, 0), seen(over, None)):
        for text in ("keep", "give 1", "start pink-2", "fly"):
            assert refusal(each, text) == tr.Refusal("game_over", "the game is over", None)


# ---- in the right phase ---------------------------------------------------------------------

ACTIONS = tr.RulePlace("turn.actions", "tulips.yaml", line_of("actions: [keep, give, add]"))
FOUR_FILE = "tulips-four-actions.yaml"
FOUR_ACTIONS = tr.RulePlace(
    "turn.actions", FOUR_FILE, line_of("actions: [keep, give, add_open, add_secret]", FOUR_FILE)
)
OF_VARIANT = tr.RulePlace("turn.actions", CUSTOM, None)
Case = tuple[State, str, str, str, tr.RulePlace | None]

CASES: list[Case] = [
    # the start
    (CHOOSING, "start purple-4", "not_in_hand", "purple-4 is not one of the cards dealt", None),
    (CHOOSING, "start pink-4", "not_in_hand", "pink-4 is not one of the cards dealt", None),
    (play(CHOOSING, "start pink-2"), "start pink-2", "not_in_hand", "not one of the cards", None),
    # the same action again
    (play(ACTING, "keep"), "keep", "already_done", "`keep` has been done in this turn", ACTIONS),
    (play(ACTING, "give 1"), "give 1", "already_done", "`give` has been done", ACTIONS),
    (play(ACTING, "give 1"), "give 2", "already_done", "`give` has been done", ACTIONS),
    (play(ACTING, "give 1"), "give 0", "already_done", "`give` has been done", ACTIONS),
    (play(ACTING, "add open"), "add open", "already_done", "`add` has been done", ACTIONS),
    (play(ACTING, "add open"), "add secret", "already_done", "`add` has been done", ACTIONS),
    (play(ACTING, "add secret"), "add open", "already_done", "`add` has been done", ACTIONS),
    (
        play(three(FOUR), "add open"),
        "add open",
        "already_done",
        "`add_open` has been done in this turn",
        FOUR_ACTIONS,
    ),
    (
        play(three(FOUR), "add secret"),
        "add secret",
        "already_done",
        "`add_secret` has been done in this turn",
        FOUR_ACTIONS,
    ),
    (
        play(BOTH, "keep pink-3"),
        "keep orange-2",
        "already_done",
        "`keep` has been done in this turn",
        ACTIONS,
    ),
    (play(BOTH, "keep pink-3"), "keep pink-3", "already_done", "`keep` has been done", ACTIONS),
    (
        play(three(NO_GIVE), "add open"),
        "add open",
        "already_done",
        "`add_open` has been done in this turn",
        OF_VARIANT,
    ),
    # no such action
    (three(NO_GIVE), "give 1", "no_action", "`give` is none of the actions", OF_VARIANT),
    (three(NO_GIVE), "give 0", "no_action", "`give` is none of the actions", OF_VARIANT),
    (three(NO_GIVE), "add secret", "no_action", "`add secret` is none of the", OF_VARIANT),
    (three(NO_KEEP), "keep", "no_action", "`keep` is none of the actions", OF_VARIANT),
    (three(NO_KEEP), "add open", "no_action", "`add open` is none of the actions", OF_VARIANT),
    (start(NO_KEEP), "keep", "no_action", "`keep` is none of the actions", OF_VARIANT),
    # the receiver
    (ACTING, "give 0", "own_bouquet", "a card is given to another seat", None),
    (three(BASE, to_move=2), "give 2", "own_bouquet", "is given to another seat", None),
    (BOTH, "give 0 orange-2", "own_bouquet", "a card is given to another seat", None),
    (BOTH, "give 0 blue-2", "own_bouquet", "a card is given to another seat", None),
    # the card
    (BOTH, "keep blue-2", "not_in_hand", "blue-2 is not in hand", None),
    (BOTH, "give 1 orange-3", "not_in_hand", "orange-3 is not in hand", None),
    (BOTH, "add secret pink-4", "not_in_hand", "pink-4 is not in hand", None),
    (play(BOTH, "keep pink-3"), "give 1 pink-3", "not_in_hand", "pink-3 is not in hand", None),
]


@pytest.mark.parametrize(("state", "text", "code", "message", "rule"), CASES)
def test_reasons(
    state: State, text: str, code: str, message: str, rule: tr.RulePlace | None
) -> None:
    for position_ in (state, seen(state, state.to_move), seen(state, state.to_move, memory=False)):
        found = refusal(position_, text)
        assert (found.code, found.rule) == (code, rule)
        assert message in found.message


def test_every_code_is_reached() -> None:
    assert {code for _, _, code, *_ in CASES} == {
        "already_done",
        "no_action",
        "not_in_hand",
        "own_bouquet",
    }


def test_a_refusal_as_text_names_its_rule() -> None:
    found = refusal(play(three(FOUR), "add open"), "add open")
    assert str(found).endswith(f"[turn.actions, {FOUR_FILE}:{FOUR_ACTIONS.line}]")
    assert str(refusal(ACTING, "give 0")) == "a card is given to another seat"


def test_a_rule_for_some_numbers_of_players_is_named() -> None:
    ruleset = variant(for_players={"3": {"turn": {"actions": ["keep", "add", "give"]}}})
    found = refusal(play(three(ruleset), "keep"), "keep").rule
    assert found is not None
    assert (found.file, found.line) == (CUSTOM, None)
    assert found.key.endswith("turn.actions")


# ---- observations, and IllegalMove ----------------------------------------------------------


@pytest.mark.parametrize(
    ("state", "legal", "wrong"),
    [
        (CHOOSING, "start pink-2", "start purple-4"),
        (ACTING, "keep", "give 0"),
        (play(ACTING, "keep"), "give 1", "keep"),
        (BOTH, "add secret pink-3", "keep blue-2"),
    ],
)
@pytest.mark.parametrize("memory", [True, False])
def test_on_an_observation_the_answer_is_for_its_viewer(
    state: State, legal: str, wrong: str, memory: bool
) -> None:
    mine = seen(state, 0, memory=memory)
    kind, *args = legal.split()
    assert tr.why_illegal(mine, tr.Move(kind, args)) is None
    assert tr.legal_moves(mine) == tr.legal_moves(state)
    assert refusal(mine, wrong) == refusal(state, wrong)
    for viewer in (1, None):
        found = seen(state, viewer, memory=memory)
        assert len(tr.legal_moves(found)) == 0
        for text in (legal, wrong, "fly"):
            assert refusal(found, text) == tr.Refusal(
                "not_your_turn", "it is another seat's move", None
            )


def test_an_illegal_move_carries_its_refusal() -> None:
    state = play(ACTING, "keep")
    move = tr.Move("keep")
    with pytest.raises(tr.IllegalMove) as caught:
        tr.apply_move(state, move)
    assert caught.value.refusal == tr.why_illegal(state, move)
    assert str(caught.value) == str(caught.value.refusal)
    assert pickle.loads(pickle.dumps(caught.value)) == caught.value


@pytest.mark.parametrize("move", ["keep", None, ("give", "1")])
def test_a_move_is_no_text(move: Any) -> None:
    with pytest.raises(TypeError, match="expected a Move"):
        tr.why_illegal(ACTING, move)
    with pytest.raises(TypeError, match="expected a Move"):
        tr.apply_move(ACTING, move)


# ---- laws, over the whole action space ------------------------------------------------------

HOUSES: list[tuple[tr.Ruleset, int]] = [
    (BASE, 2),
    (FOUR, 3),
    (TOGETHER, 3),
    (NO_GIVE, 4),
    (NO_KEEP, 2),
    (variant("tulips-four-actions", turn={"draws": 4, "drawing": "together"}), 3),
    (variant(turn={"draws": 1}, start={"dealt": 3}), 3),
]


@pytest.mark.parametrize(("ruleset", "seats"), HOUSES)
def test_what_is_not_refused_is_legal(ruleset: tr.Ruleset, seats: int) -> None:
    space = tr.action_space(ruleset, seats)
    every = [space.move(id) for id in range(len(space))]
    for state in random_game(ruleset, seats, seed=4):
        if state.ply % 4 > 1 and not state.is_over:
            continue
        legal = [move for move in every if tr.why_illegal(state, move) is None]
        assert legal == list(tr.legal_moves(state))
        assert bool(legal) == (not state.is_over)
        for move in legal:
            assert tr.apply_move(state, move).ply == state.ply + 1


def with_hidden_cards_shuffled(state: State, seed: int) -> State:
    """The same table with other cards where the seat to move has seen none."""
    plain = state.to_data()
    own = [by == state.to_move for by in state.secret_by]
    hidden = [tulip for tulip, mine in zip(plain["secret"], own, strict=True) if not mine]
    hidden += plain["deck"]
    random.Random(seed).shuffle(hidden)
    secret = [
        tulip if mine else hidden.pop() for tulip, mine in zip(state.secret, own, strict=True)
    ]
    return State.from_data({**plain, "secret": secret, "deck": hidden, "last_move": None})


@pytest.mark.unmeasured
@pytest.mark.parametrize(("ruleset", "seats"), HOUSES)
def test_refusals_hold_nothing_that_is_hidden(ruleset: tr.Ruleset, seats: int) -> None:
    space, changed = tr.action_space(ruleset, seats), 0
    for state in random_game(ruleset, seats, seed=6):
        if state.ply % 7 or state.phase == "start":
            continue
        state = State.from_data({**state.to_data(), "last_move": None})
        other = with_hidden_cards_shuffled(state, seed=state.ply)
        changed += other != state
        mine = seen(state, state.to_move)
        assert seen(other, state.to_move) == mine
        read = Observation.from_data(mine.to_data())
        for move in map(space.move, range(len(space))):
            found = tr.why_illegal(state, move)
            assert {tr.why_illegal(each, move) for each in (other, mine, read)} == {found}
    assert changed > 3
