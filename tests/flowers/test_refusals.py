"""Why a move is not legal: a code, a sentence, and the rule that forbids it."""

from __future__ import annotations

import pickle
import random
from typing import Any

import pytest

import tilerules as tr
from tests.flowers.gardens import (
    garden,
    line_of,
    new,
    play,
    position,
    random_game,
    rules,
    seen,
    variant,
)
from tilerules.games.flowers import Observation, State

BASE = rules()
SUMMER = rules(base="flowers-summer")
FLAT = rules(base="flowers-flat")
EVEN_TURNS = rules(base="flowers-even-turns")
NARROW = variant(garden={"width": 2, "height": 3})
NOT_START = variant(cover={"cards": "not_start"})
SHALLOW = variant(cover={"depth": 2})
VIOLET = variant("flowers-summer", start={"cover_violet": "may"}, cover={"cards": "never"})
PILES = ["y1 y2", "r1 r2", "b1 b2"]


def refusal(position: tr.Position, text: str) -> tr.Refusal:
    """Why a move is refused; its words are taken as they are."""
    kind, *args = text.split()
    found = tr.why_illegal(position, tr.Move(kind, args))
    assert found is not None, "the move is legal"
    return found


def placing(ruleset: tr.Ruleset, *rows: str) -> State:
    """Seat 0 of 2 holds a card, and has such a garden."""
    other = garden("v" if ruleset.values["start"]["card"] == "violet" else "g4")
    return play(position(ruleset, [garden(*rows), other], PILES), "take 2")


TAKING = position(BASE, [garden("y4 r3"), garden("g4")], PILES)
LAST_ROUND = position(EVEN_TURNS, [garden("y4"), garden("g4")], ["y1", "", "b1"], to_move=1)


# ---- the form of a move, and its time -------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("fly", "there is no move 'fly' in this game"),
        ("Take 0", "there is no move 'Take' in this game"),
        ("reveal f6", "there is no move 'reveal' in this game"),
        ("take", "a pile from 0 to 2 must follow"),
        ("take 3", "a pile from 0 to 2 must follow"),
        ("take 0 1", "a pile from 0 to 2 must follow"),
        ("place", "a cell that a garden can reach must follow, as 1,-2"),
        ("place 39,0", "a cell that a garden can reach must follow"),
        ("place 1 0", "a cell that a garden can reach must follow"),
        ("cover x", "a cell that a garden can reach must follow"),
        ("cover 0,0 0,0", "a cell that a garden can reach must follow"),
    ],
)
@pytest.mark.parametrize("state", [TAKING, play(TAKING, "take 0")], ids=["take", "place"])
def test_words_that_make_no_move(state: State, text: str, message: str) -> None:
    found = refusal(state, text)
    assert (found.code, found.rule) == ("unknown_move", None)
    assert message in found.message


@pytest.mark.parametrize("text", ["place 0,1", "place 30,0", "cover 0,0", "cover 7,7"])
def test_a_card_must_be_taken_first(text: str) -> None:
    assert refusal(TAKING, text) == tr.Refusal(
        "wrong_phase", f"`{text}` cannot be done now: it is time to take a card", None
    )


@pytest.mark.parametrize("text", ["take 0", "take 2"])
def test_the_card_in_hand_must_be_placed_first(text: str) -> None:
    assert refusal(play(TAKING, "take 0"), text) == tr.Refusal(
        "wrong_phase", f"`{text}` cannot be done now: it is time to place the card in hand", None
    )


def test_a_finished_game() -> None:
    over = position(BASE, [garden("y4"), garden("r4")])
    for each in (over, seen(over, 0), seen(over, None)):
        for text in ("take 0", "place 1,0", "fly"):
            assert refusal(each, text) == tr.Refusal("game_over", "the game is over", None)


# ---- in the right phase ---------------------------------------------------------------------

CUSTOM = "custom"
SUMMER_LINE = line_of("cover_violet: never", "flowers-summer.yaml")
FLAT_LINE = line_of("cover: {cards: never}", "flowers-flat.yaml")
PLACING = tr.RulePlace("garden.placing", "flowers.yaml", line_of("placing: sides"))
Case = tuple[State, str, str, str, tr.RulePlace | None]

CASES: list[Case] = [
    (LAST_ROUND, "take 1", "empty_pile", "pile 1 has no card left", None),
    # place
    (placing(BASE, "y4 r3"), "place 1,0", "occupied", "a card lies on 1,0 already", None),
    (placing(BASE, "y4 r3"), "place 0,0", "occupied", "a card lies on 0,0 already", None),
    (placing(BASE, "y4 r3"), "place 3,0", "not_beside", "no card lies beside 3,0", PLACING),
    (placing(BASE, "y4 r3"), "place 2,1", "not_beside", "no card lies beside 2,1", PLACING),
    (
        placing(variant(garden={"placing": "corners_too"}), "y4 r3"),
        "place 3,0",
        "not_beside",
        "no card lies beside 3,0",
        tr.RulePlace("garden.placing", CUSTOM, None),
    ),
    (
        placing(variant(garden={"touching": "corners_too"}), "y4 r3"),
        "place 2,1",
        "not_beside",
        "no card lies beside 2,1",
        PLACING,
    ),
    (
        placing(variant(garden={"placing": "corners_too", "width": 2}), "y4 r3"),
        "place -1,1",
        "too_large",
        "a garden's largest width is 2",
        tr.RulePlace("garden.width", CUSTOM, None),
    ),
    (
        placing(NARROW, "y4 r3"),
        "place -1,0",
        "too_large",
        "a garden's largest width is 2",
        tr.RulePlace("garden.width", CUSTOM, None),
    ),
    (
        placing(NARROW, "y4", "r3", "b3"),
        "place 0,-1",
        "too_large",
        "a garden's largest height is 3",
        tr.RulePlace("garden.height", CUSTOM, None),
    ),
    # cover
    (
        placing(BASE, "y4 r3"),
        "cover 2,0",
        "no_card",
        "no card lies on 2,0 that could be covered",
        None,
    ),
    (placing(FLAT, "y4 r3"), "cover 2,0", "no_card", "no card lies on 2,0", None),
    (
        placing(FLAT, "y4 r3"),
        "cover 1,0",
        "no_covering",
        "these rules do not let this card be covered",
        tr.RulePlace("cover.cards", "flowers-flat.yaml", FLAT_LINE),
    ),
    (
        placing(NOT_START, "y4 r3"),
        "cover 0,0",
        "no_covering",
        "these rules do not let this card be covered",
        tr.RulePlace("cover.cards", CUSTOM, None),
    ),
    (
        placing(SUMMER, "v r3"),
        "cover 0,0",
        "no_covering",
        "the violet card may not be covered",
        tr.RulePlace("start.cover_violet", "flowers-summer.yaml", SUMMER_LINE),
    ),
    (
        placing(VIOLET, "v+y3 r3"),
        "cover 0,0",
        "no_covering",
        "these rules do not let this card be covered",
        tr.RulePlace("cover.cards", CUSTOM, None),
    ),
    (
        placing(SHALLOW, "y4 r3+b3"),
        "cover 1,0",
        "too_deep",
        "no more cards may lie in this stack",
        tr.RulePlace("cover.depth", CUSTOM, None),
    ),
]


@pytest.mark.parametrize(("state", "text", "code", "message", "rule"), CASES)
def test_reasons(
    state: State, text: str, code: str, message: str, rule: tr.RulePlace | None
) -> None:
    found = refusal(state, text)
    assert (found.code, found.rule) == (code, rule)
    assert message in found.message


def test_every_code_is_reached() -> None:
    assert {code for _, _, code, *_ in CASES} == {
        "empty_pile",
        "no_card",
        "no_covering",
        "not_beside",
        "occupied",
        "too_deep",
        "too_large",
    }


def test_a_refusal_as_text_names_its_rule() -> None:
    found = refusal(placing(FLAT, "y4"), "cover 0,0")
    assert str(found).endswith(f"[cover.cards, flowers-flat.yaml:{FLAT_LINE}]")


def test_a_rule_for_some_numbers_of_players_is_named() -> None:
    ruleset = variant(for_players={"2": {"cover": {"cards": "never"}}})
    found = refusal(placing(ruleset, "y4"), "cover 0,0")
    assert found.rule is not None
    assert (found.rule.file, found.rule.line) == (CUSTOM, None)
    assert found.rule.key.endswith("cover.cards")


# ---- observations, and IllegalMove ----------------------------------------------------------


@pytest.mark.parametrize("pile", [0, 2])
def test_on_an_observation_the_answer_is_for_its_viewer(pile: int) -> None:
    state = play(TAKING, f"take {pile}")
    legal, wrong = tr.Move("place", ("0,1",)), tr.Move("place", ("5,5",))
    for memory in (True, False):
        mine = seen(state, 0, memory=memory)
        assert tr.why_illegal(mine, legal) is None
        assert tr.legal_moves(mine) == tr.legal_moves(state)
        assert tr.why_illegal(mine, wrong) == tr.why_illegal(state, wrong)
        for viewer in (1, None):
            found = seen(state, viewer, memory=memory)
            assert len(tr.legal_moves(found)) == 0
            for text in ("place 0,1", "place 5,5", "fly"):
                assert refusal(found, text).code == "not_your_turn"
                assert refusal(found, text).rule is None


def test_an_illegal_move_carries_its_refusal() -> None:
    state = placing(FLAT, "y4 r3")
    move = tr.Move("cover", ("1,0",))
    with pytest.raises(tr.IllegalMove) as caught:
        tr.apply_move(state, move)
    assert caught.value.refusal == tr.why_illegal(state, move)
    assert str(caught.value) == str(caught.value.refusal)
    assert pickle.loads(pickle.dumps(caught.value)) == caught.value


@pytest.mark.parametrize("move", ["take 0", None, ("take", "0")])
def test_a_move_is_no_text(move: Any) -> None:
    with pytest.raises(TypeError, match="expected a Move"):
        tr.why_illegal(TAKING, move)
    with pytest.raises(TypeError, match="expected a Move"):
        tr.apply_move(TAKING, move)


# ---- laws, over the action space ------------------------------------------------------------


def sampled(state: State, number: int) -> list[tr.Move]:
    """All legal moves, those around the garden to move, and a sample of all others."""
    space = tr.action_space(state.ruleset, state.seats)
    ids = random.Random(state.ply).sample(range(len(space)), min(number, len(space)))
    near = [
        tr.Move(kind, (f"{x},{y}",))
        for kind in ("place", "cover")
        for x in range(-4, 5)
        for y in range(-4, 5)
    ]
    return [*tr.legal_moves(state), *near, *map(space.move, ids)]


HOUSES: list[tuple[tr.Ruleset, int]] = [
    (BASE, 2),
    (BASE, 1),
    (NARROW, 3),
    (NOT_START, 2),
    (SHALLOW, 4),
    (VIOLET, 2),
    (FLAT, 3),
    (EVEN_TURNS, 4),
    (variant(garden={"width": 6, "height": 7, "placing": "corners_too"}, cover={"depth": 2}), 2),
]


@pytest.mark.unmeasured
@pytest.mark.parametrize(("ruleset", "seats"), HOUSES)
def test_what_is_not_refused_is_legal(ruleset: tr.Ruleset, seats: int) -> None:
    for state in random_game(ruleset, seats, seed=4):
        if state.ply % 7 > 1 and not state.is_over:
            continue
        legal = {*tr.legal_moves(state)}
        for move in sampled(state, 60):
            found = tr.why_illegal(state, move)
            assert (found is None) == (move in legal) == (move in tr.legal_moves(state))
            if found is None:
                assert tr.apply_move(state, move).ply == state.ply + 1
            else:
                assert found.message


def test_over_the_whole_action_space() -> None:
    for ruleset in (NARROW, SUMMER):
        space = tr.action_space(ruleset, 2)
        for moves in ((), ("take 2",), ("take 0", "place 0,1", "take 1")):
            state = play(new(ruleset, 2), *moves)
            every = [space.move(id) for id in range(len(space))]
            legal = [move for move in every if tr.why_illegal(state, move) is None]
            assert legal == list(tr.legal_moves(state))


def with_hidden_cards_shuffled(state: State, seed: int) -> State:
    """The same table with other cards where nobody has seen them."""
    plain = state.to_data()
    known = seen(state, None)
    places = [
        (pile, n)
        for pile, cards in enumerate(known.piles)
        for n, card in enumerate(cards)
        if card is None
    ]
    hand_is_hidden = state.in_hand is not None and known.in_hand is None
    hidden = [plain["piles"][pile][n] for pile, n in places] + [plain["in_hand"]] * hand_is_hidden
    random.Random(seed).shuffle(hidden)
    for (pile, n), card in zip(places, hidden, strict=False):
        plain["piles"][pile][n] = card
    if hand_is_hidden:
        plain["in_hand"] = hidden[-1]
    return State.from_data(plain)


@pytest.mark.unmeasured
@pytest.mark.parametrize(("ruleset", "seats"), HOUSES)
def test_refusals_hold_nothing_that_is_hidden(ruleset: tr.Ruleset, seats: int) -> None:
    changed = 0
    for state in random_game(ruleset, seats, seed=6):
        if state.ply % 11 > 1:
            continue
        other = with_hidden_cards_shuffled(state, seed=state.ply)
        changed += other != state
        assert seen(other, None) == seen(state, None)
        mine = seen(state, state.to_move)
        read = Observation.from_data(mine.to_data())
        for move in sampled(state, 40):
            found = tr.why_illegal(state, move)
            assert {tr.why_illegal(each, move) for each in (other, mine, read)} == {found}
    assert changed > 5
