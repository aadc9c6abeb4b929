"""Turn, end, and who knows what of it, whatever the readings G1 to G21 say."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any

import pytest

import tilerules as tr
from tests.tulips.tables import (
    begun,
    bundled,
    card,
    cards,
    data,
    observations,
    play,
    position,
    random_game,
    rules,
    seen,
    texts,
    variant,
)
from tilerules.games.tulips import State

BASE = rules()
FOUR = rules(base="tulips-four-actions")
TOGETHER = rules(base="tulips-full-hand")
NAMES = [(id, seats) for id in bundled() for seats in tr.load(id).seat_counts]


def two(ruleset: tr.Ruleset, hand: str, deck: str = "", **entries: Any) -> State:
    """Two empty bouquets, and a festival in which pink is ranked first, then blue."""
    entries = {"festival": "b2 p4", **entries}
    return position(ruleset, bouquets=["", ""], hand=hand, deck=deck, **entries)


# ---- a turn ---------------------------------------------------------------------------------


def test_a_card_is_kept() -> None:
    state = play(two(BASE, "o2", "o3 o4", keeping=[3, 1]), "keep")
    assert (state.bouquets, state.giving, state.keeping) == ((("orange-2",), ()), (0, 0), (5, 1))
    assert (state.phase, state.to_move, state.in_hand, state.done) == (
        "second",
        0,
        "orange-3",
        ("keep",),
    )
    assert (state.turns, state.ply, state.deck) == (0, 1, ("orange-4",))
    assert (state.shown, state.last_move) == (("orange-2",), tr.Move("keep"))


def test_a_card_is_given() -> None:
    state = play(two(BASE, "b3", "o3 o4", giving=[3, 1]), "give 1")
    assert (state.bouquets, state.giving, state.keeping) == (((), ("blue-3",)), (8, 1), (0, 0))
    assert (state.done, state.shown) == (("give",), ("blue-3",))


def test_a_card_is_added_openly() -> None:
    state = play(two(BASE, "b3", "o3 o4"), "add open")
    assert (state.festival, state.ranking) == (("blue-2", "pink-4", "blue-3"), ("blue", "pink"))
    assert (state.secret, state.shown, state.done) == ((), ("blue-3",), ("add",))
    assert (state.giving, state.keeping, state.bouquets) == ((0, 0), (0, 0), ((), ()))


def test_a_card_is_added_secretly() -> None:
    state = play(two(BASE, "b3", "o3 o4", secret="u2", secret_by=[1]), "add secret")
    assert (state.secret, state.secret_by) == (("purple-2", "blue-3"), (1, 0))
    assert (state.festival, state.shown) == (("blue-2", "pink-4"), ())
    assert (state.done, str(state.last_move)) == (("add",), "add secret")


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_any_other_seat_is_given_to(seats: int) -> None:
    for seat in range(seats):
        state = position(BASE, "b2 p4", [""] * seats, hand="u2", to_move=seat, deck="u3")
        others = [other for other in range(seats) if other != seat]
        assert texts(state, "give") == [f"give {other}" for other in others]
        for other in others:
            held = play(state, f"give {other}").bouquets
            assert held == tuple(("purple-2",) if each == other else () for each in range(seats))


@pytest.mark.parametrize(
    ("first", "left"),
    [
        ("keep", ["give 1", "give 2", "add open", "add secret"]),
        ("give 1", ["keep", "add open", "add secret"]),  # giving to another seat is the same
        ("add open", ["keep", "give 1", "give 2"]),
        ("add secret", ["keep", "give 1", "give 2"]),
    ],
)
def test_the_second_action_is_a_different_one(first: str, left: list[str]) -> None:
    state = position(BASE, "b2 p4", ["", "", ""], hand="u2", deck="u3 u4 u4")
    assert texts(state) == ["keep", "give 1", "give 2", "add open", "add secret"]
    state = play(state, first)
    assert texts(state) == left
    for second in left:
        assert texts(play(state, second)) == ["keep", "give 0", "give 2", "add open", "add secret"]


def test_a_turn_ends() -> None:
    state = play(two(BASE, "o2", "o3 o4 u2"), "keep", "give 1")
    assert (state.phase, state.to_move, state.in_hand) == ("first", 1, "orange-4")
    assert (state.turns, state.ply, state.done, state.deck) == (1, 2, (), ("purple-2",))
    assert state.bouquets == (("orange-2",), ("orange-3",))


def test_play_goes_round() -> None:
    state, seats = begun(BASE, 3), []
    for _ in range(7):
        seats.append(state.to_move)
        state = play(state, "keep", "add secret")
    assert seats == [0, 1, 2, 0, 1, 2, 0]
    assert (state.turns, state.ply) == (7, 3 + 14)


@pytest.mark.parametrize(("id", "seats"), NAMES)
def test_turns_and_plies_are_counted(id: str, seats: int) -> None:
    for ply, state in enumerate(random_game(tr.load(id), seats, seed=2)):
        acted = max(0, ply - seats)
        assert (state.ply, state.turns) == (ply, acted // 2)
        if ply < seats:
            assert (state.phase, state.to_move) == ("start", ply)
        elif not state.is_over:
            assert state.phase == ("second" if acted % 2 else "first")
            assert state.to_move == acted // 2 % seats
        assert len(state.done) == (0 if ply < seats else acted % 2)


@pytest.mark.parametrize("draws", [1, 3, 4])
def test_other_numbers_of_draws(draws: int) -> None:
    ruleset = variant("tulips-four-actions", turn={"draws": draws})
    moves = ["add secret", "give 1", "keep", "add open"][:draws]
    actions = ["add_secret", "give", "keep", "add_open"]
    state = two(ruleset, "o2", "o3 o4 u2 u3 u4")
    for number, move in enumerate(moves):
        assert state.phase == ("first", "second", "third", "fourth")[number]
        assert set(state.done) == {*actions[:number]}
        assert (state.to_move, state.turns, len(state.deck)) == (0, 0, 5 - number)
        state = play(state, move)
    assert (state.phase, state.to_move, state.turns) == ("first", 1, 1)
    assert state.in_hand == cards("o3 o4 u2 u3 u4")[draws - 1]


def test_actions_done_stand_in_the_order_of_the_card() -> None:
    state = play(two(variant(turn={"draws": 3}), "o2", "o3 o4 u2"), "add open", "keep")
    assert state.done == ("keep", "add")


@pytest.mark.parametrize("draws", [1, 3, 4])
def test_all_cards_of_a_turn_are_drawn_together(draws: int) -> None:
    ruleset = variant("tulips-four-actions", turn={"draws": draws, "drawing": "together"})
    state, left = begun(ruleset, 3), []
    first = state.in_hand
    assert isinstance(first, tuple)
    assert len(first) == draws
    for number in range(draws):
        assert isinstance(state.in_hand, tuple)
        left.append(len(state.in_hand))
        move = ("keep", "give 1", "add open", "add secret")[number]
        state = play(state, f"{move} {state.in_hand[-1]}")
    assert left == [*range(draws, 0, -1)]
    assert (state.to_move, state.turns, len(state.deck)) == (1, 1, 60 - 2 * draws)


def test_a_last_turn_of_fewer_cards() -> None:
    one_by_one, together = (
        variant(turn={"draws": 3, "drawing": word}) for word in ("one_by_one", "together")
    )
    for state, moves in (
        (two(one_by_one, "o2"), ["keep"]),
        (two(one_by_one, "o2", "o3"), ["keep", "give 1"]),
        (two(together, "o2"), ["keep orange-2"]),
        (two(together, "o2 o3"), ["keep orange-3", "give 1 orange-2"]),
    ):
        for move in moves:
            assert not state.is_over
            state = play(state, move)
        assert (state.phase, state.turns, state.ply) == ("over", 1, len(moves))


def test_the_next_seat_draws_together_what_is_left() -> None:
    state = play(two(TOGETHER, "o2 o3", "u3"), "keep orange-2", "give 1 orange-3")
    assert (state.to_move, state.in_hand, state.deck) == (1, ("purple-3",), ())
    state = play(state, "keep purple-3")
    assert (state.is_over, state.turns, state.in_hand) == (True, 2, ())


# ---- the end --------------------------------------------------------------------------------


def end(ruleset: tr.Ruleset, secret: str, lottery: list[int]) -> State:
    """The last card is given; pink is ranked first before, then blue."""
    return play(two(ruleset, "o2", secret=secret, lottery=lottery), "give 1")


@pytest.mark.parametrize(
    ("secret", "lottery", "drawn"),
    [
        ("p2 p3", [0, 0], "p3 p2"),
        ("p2 p3", [0, 1], "p2 p3"),
        ("p2 p3 b3", [0, 1, 1], "p2 b3 p3"),
        ("p2 p3 b3 u2", [0, 0, 1, 0], "u2 p3 b3 p2"),
        # p2 · p3 p2 · p3 p2 b3 · p3 u2 p2 b3 · p3 u2 u3 p2 b3 · o3 p3 u2 u3 p2 b3
        ("p2 p3 b3 u2 u3 o3", [0, 0, 2, 1, 2, 0], "o3 p3 u2 u3 p2"),
        # the same, the last one behind: p3 u2 u3 p2 b3 o3
        ("p2 p3 b3 u2 u3 o3", [0, 0, 2, 1, 2], "p3 u2 u3 p2 b3"),
        ("p2 p3 b3 u2 u3 o3 o4", [], "p2 p3 b3 u2 u3"),
        ("", [], ""),
    ],
)
def test_the_lottery_says_which_secret_cards_are_drawn(
    secret: str, lottery: list[int], drawn: str
) -> None:
    state = end(BASE, secret, lottery)
    assert (state.phase, state.to_move, state.turns) == ("over", None, 1)
    assert state.festival == ("blue-2", "pink-4", *cards(drawn))
    assert (state.drawn, state.shown) == (len(drawn.split()), ("orange-2", *cards(drawn)))
    assert state.secret == tuple(cards(secret))  # it still holds what was put in
    for found in observations(state):
        assert (found.festival, found.drawn, found.shown) == (
            state.festival,
            state.drawn,
            state.shown,
        )


@pytest.mark.parametrize(
    ("number", "drawn"),
    [(1, "u3"), (3, "u3 p3 p2"), (7, "u3 p3 p2 b3"), ("all", "u3 p3 p2 b3"), ("never", "")],
)
def test_how_many_secret_cards_are_drawn(number: int | str, drawn: str) -> None:
    # p2 · p3 p2 · p3 p2 b3 · u3 p3 p2 b3
    state = end(variant(end={"drawn": number}), "p2 p3 b3 u3", [0, 0, 2, 0])
    assert state.festival == ("blue-2", "pink-4", *cards(drawn))
    assert state.drawn == len(drawn.split())


def test_all_of_many_secret_cards_are_drawn() -> None:
    *_, last = random_game(variant(end={"drawn": "all"}), 3, seed=3)
    assert last.drawn == len(last.secret) > 5
    assert Counter(last.festival[-last.drawn :]) == Counter(last.secret)


def test_drawn_cards_are_ranked_one_by_one() -> None:
    """Blue passes pink, and pink draws level and goes in front: pink 4 + 2, blue 2 + 4."""
    state = end(BASE, "b4 p2", [0, 1])
    assert state.ranking == ("pink", "blue")
    assert end(BASE, "b4 p2", [0, 0]).ranking == ("blue", "pink")


def test_an_addition_as_the_last_action_comes_before_the_end() -> None:
    state = play(two(BASE, "o2", secret="u3"), "add open")
    assert state.festival == tuple(cards("b2 p4 o2 u3"))
    assert (state.shown, state.drawn) == (("orange-2", "purple-3"), 1)
    state = play(two(BASE, "o2", secret="u3", lottery=[0, 0]), "add secret")
    assert state.festival == tuple(cards("b2 p4 o2 u3"))  # the k-th card, from 0, has place k
    assert (state.shown, state.drawn, state.secret) == (
        ("orange-2", "purple-3"),
        2,
        ("purple-3", "orange-2"),
    )


@pytest.mark.parametrize(("id", "seats"), NAMES)
def test_the_end_of_whole_games_is_that_of_the_lottery(id: str, seats: int) -> None:
    *_, before, last = random_game(tr.load(id), seats, seed=4)
    assert not before.is_over
    order: list[str | None] = []
    for tulip, place in zip(last.secret, last.lottery, strict=False):
        order.insert(place, tulip)
    assert list(last.festival[len(last.festival) - last.drawn :]) == order[:5]
    assert (last.in_hand or None, last.deck, last.done) == (None, (), ())


# ---- what is shown, and who knows what ------------------------------------------------------


def laid_open(before: State, after: State) -> Counter[str]:
    """The cards that lie open after a ply, and did not before."""
    tables = [
        Counter([*state.festival, *(card for held in state.bouquets for card in held)])
        for state in (before, after)
    ]
    assert not tables[0] - tables[1], "what lies open stays so"
    return tables[1] - tables[0]


@pytest.mark.parametrize(("id", "seats"), NAMES)
def test_shown_is_what_the_last_ply_laid_open(id: str, seats: int) -> None:
    kinds = set()
    for before, after in pairwise(random_game(tr.load(id), seats, seed=8)):
        assert Counter(after.shown) == laid_open(before, after)
        kinds.add((str(after.last_move).split()[0], bool(after.shown)))
        for found in observations(after):
            assert found.shown == after.shown
    assert kinds == {("keep", True), ("give", True), ("add", True), ("add", False)} | {
        ("start", True),
        ("start", False),
    }


@pytest.mark.parametrize("ruleset", [BASE, TOGETHER])
@pytest.mark.parametrize("memory", [True, False])
def test_a_drawn_card_is_known_to_its_drawer(ruleset: tr.Ruleset, memory: bool) -> None:
    together = ruleset is TOGETHER
    state = two(ruleset, "o2 u4" if together else "o2", "o3 o4")
    held, hidden = state.in_hand, (None, None) if together else None
    found = {viewer: seen(state, viewer, memory=memory) for viewer in (0, 1, None)}
    assert [found[viewer].in_hand for viewer in (0, 1, None)] == [held, hidden, hidden]
    assert {each.deck for each in found.values()} == {(None, None)}


@pytest.mark.parametrize(("ruleset", "word"), [(BASE, ""), (TOGETHER, " orange-2")])
def test_a_secret_card_is_known_to_its_contributor(ruleset: tr.Ruleset, word: str) -> None:
    hand = "o2 u4" if word else "o2"
    state = two(ruleset, hand, "o3 o4", secret="p2 p3", secret_by=[1, 0])
    state = play(state, f"add secret{word}")
    known = {0: (None, "pink-3", "orange-2"), 1: ("pink-2", None, None), None: (None, None, None)}
    for viewer, secret in known.items():
        found = seen(state, viewer)
        assert (found.secret, found.secret_by) == (secret, (1, 0, 0))
        named = viewer == 0 or not word
        assert str(found.last_move) == f"add secret{word if named else ' ?'}"
        forgetful = seen(state, viewer, memory=False)
        assert (forgetful.secret, forgetful.secret_by) == ((None,) * 3, (None,) * 3)
        assert str(forgetful.last_move) == ("add secret ?" if word else "add secret")


def test_drawn_secret_cards_do_not_say_whose_they_were() -> None:
    state = two(BASE, "o2", secret="p2 p3 u3", secret_by=[1, 0, 1], lottery=[0, 0, 0])
    state = play(state, "give 1")
    assert state.shown == tuple(cards("o2 u3 p3 p2"))
    assert seen(state, 0).secret == (None, "pink-3", None)
    assert seen(state, None).secret == (None, None, None)


@pytest.mark.parametrize(("id", "seats"), NAMES)
def test_everything_else_is_open_to_all(id: str, seats: int) -> None:
    names = ("phase", "to_move", "turns", "ply", "festival", "ranking", "bouquets", "secret_by")
    for state in random_game(tr.load(id), seats, seed=6):
        if state.ply % 3:
            continue
        for viewer in (*range(seats), None):
            found = seen(state, viewer)
            for name in (*names, "giving", "keeping", "done", "drawn", "shown"):
                assert getattr(found, name) == getattr(state, name)
            assert len(found.deck) == len(state.deck)
            assert (len(found.secret), found.viewer) == (len(state.secret), viewer)
            assert not hasattr(found, "lottery")


# ---- states are values ----------------------------------------------------------------------


def test_play_changes_no_earlier_state() -> None:
    states = list(random_game(FOUR, 2, seed=10))
    before = [(hash(state), repr(state.to_data())) for state in states]
    for state in states:
        for move in tr.legal_moves(state)[:4]:
            tr.apply_move(state, move)
        tr.score(state)
        str(state)
    assert [(hash(state), repr(state.to_data())) for state in states] == before
    assert len(set(states)) == len(states)
    assert list(random_game(FOUR, 2, seed=10)) == states


def test_states_that_differ_in_hidden_things_alone_are_not_equal() -> None:
    plain = data(BASE, "b2 p4", ["", ""], hand="o2", deck="o3 o4", secret="p2", secret_by=[1])
    changes: list[dict[str, Any]] = [
        {},
        {"deck": cards("o4 o3")},
        {"secret": [card("p3")]},
        {"lottery": [0, 0]},
    ]
    states = [State.from_data({**plain, **change}) for change in changes]
    assert len(set(states)) == len(changes)
    assert len({seen(state, None) for state in states}) == 1
    assert len({(repr(state), str(state)) for state in states}) == 1
