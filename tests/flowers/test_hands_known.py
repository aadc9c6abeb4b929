"""What viewers know of cards in hand, what they are told, and how it is drawn."""

from __future__ import annotations

from functools import partial
from random import Random

import pytest

import tilerules as tr
from tests.flowers.gardens import garden, play, position, seen, texts, variant
from tests.flowers.holding import AT_ONCE, HAND, THROWN, THROWN_LATE, TWO, hands, table, told, turns
from tests.flowers.test_hidden import SECRETS, shows_what_was_told
from tilerules.games.flowers import State, hidden
from tilerules.games.flowers.hand import Held
from tilerules.games.flowers.rules import UNKNOWN

# ---- what viewers know ----------------------------------------------------------------------


def known(state: State, viewer: int | None, *, memory: bool = True) -> list[list[str | None]]:
    """What a viewer knows of the hands."""
    return [list(hand) for hand in seen(state, viewer, memory=memory).hands]


def test_a_dealt_hand_is_known_to_its_seat_alone() -> None:
    state = table(HAND, hands=hands("b4 r3", "g4 g4"))
    assert known(state, None) == [[None, None], [None, None]]
    assert known(state, 0) == [["red-3", "blue-4"], [None, None]]
    assert known(state, 1) == [[None, None], ["green-4", "green-4"]]


def test_an_open_card_stays_known_until_it_is_played() -> None:
    state = play(table(HAND, hands=hands("b4 r3", "g4 g4")), "take 0", "place 0,1 blue-4")
    for viewer in (None, 1):
        assert known(state, viewer)[0] == ["yellow-1", None]
    assert seen(state, 1).hands_known == (1, 0)
    later = play(state, "take 1", "place 0,1 green-4", "take 1", "place 0,2 yellow-1")
    assert known(later, 1)[0] == ["blue-2", None]


def test_a_hidden_card_stays_secret_in_the_hand() -> None:
    state = play(table(HAND, hands=hands("b4 r3", "g4 g4")), "take 2", "place 0,1 blue-4")
    assert state.hands_known == (0, 0)
    assert known(state, 0)[0] == ["red-3", "green-1"]
    assert known(state, 1)[0] == known(state, None)[0] == [None, None]


def test_the_second_card_of_an_open_pile_may_be_secret() -> None:
    """The next card lies face down until the next turn, unless it is shown at once."""
    later = play(table(TWO), "take 0", "take 0")
    assert (later.hands_known, known(later, 1)[0]) == ((1, 0), ["yellow-1", None])
    assert known(later, 0)[0] == ["yellow-1", "red-2"]
    at_once = play(table(AT_ONCE), "take 0", "take 0")
    assert known(at_once, 1)[0] == ["yellow-1", "red-2"]


def test_who_forgets_knows_its_own_hand_alone() -> None:
    state = play(table(HAND, hands=hands("b4 r3", "g4 g4")), "take 0")
    assert known(state, 1, memory=False) == [[None] * 3, ["green-4", "green-4"]]
    assert known(state, 0, memory=False)[0] == ["yellow-1", "red-3", "blue-4"]
    assert seen(state, 0, memory=False).hands_known == (0, 0)


def test_hands_stay_hidden_at_the_end() -> None:
    left = table(HAND, "", "r1", "b1", hands=hands("b4 r3", "g4 g4"), hands_known=[1, 0])
    assert left.is_over
    assert known(left, None) == [["blue-4", None], [None, None]]


def test_other_viewers_have_no_moves_of_a_hand() -> None:
    state = play(table(HAND, hands=hands("b4 r3", "g4 g4")), "take 2")
    assert texts(seen(state, 1)) == []
    assert texts(seen(state, 0)) == texts(state)


def test_unseen_cards_are_drawn_for_hands_too() -> None:
    """One red 1 is unseen, and four of eight cards may be it: the hand has it in every second."""
    two = {"colours": ["yellow", "red"], "values": {"1": 3, "2": 1}, "butterflies": []}
    two["values"] |= {"3": "removed", "4": "removed"}  # type: ignore[operator]
    ruleset = variant(
        players=[2],
        for_players="removed",
        cards=two,
        piles={"number": 2, "hidden": 1},
        turn={"hand": 1},
    )
    state = position(
        ruleset, [garden("y1"), garden("r1")], ["y1", "r1 r1"], hands=hands("y2", "r2")
    )
    view = seen(state, 0)
    assert view.hands == (("yellow-2",), (None,))
    unseen = ["yellow-1", "red-1", "red-1", "red-2"]  # one of them is left over
    drawn = [tr.determinize(view, seed) for seed in range(800)]
    found = [made.hands[1][0] for made in drawn if isinstance(made, State)]
    assert {*found} == {*unseen}
    assert 340 < found.count("red-1") < 460
    for made in drawn[:20]:
        assert tr.observe(made, 0) == view
        assert State.from_data(made.to_data()) == made


# ---- leaks put in on purpose ----------------------------------------------------------------


def leaks_are_found() -> None:
    """All laws of hidden things, in games in which cards stay in hand."""
    for ruleset, seed in ((HAND, 1), (TWO, 2), (THROWN_LATE, 3)):
        game = SECRETS.played(ruleset, 2, seed, plies=30)
        shows_what_was_told(game)
        for agreed, viewer in ((0, 1), (9, None), (18, 0)):
            SECRETS.looks_alike(game, agreed, viewer, Random(agreed))


def seen_otherwise(held: Held, viewer: int | None, *, memory: bool, leak: str) -> Held:
    """The hands as some viewer must not see them."""
    honest = HONEST(held, viewer, memory=memory)
    if leak == "all see all hands":
        return held
    if leak == "a seat does not see its own":
        return honest._replace(secret=tuple(bytes([UNKNOWN]) * len(h) for h in honest.secret))
    if leak == "nobody remembers what all have seen":
        return HONEST(held, viewer, memory=False)
    if leak == "the forgetful remember":
        return HONEST(held, viewer, memory=True)
    assert leak == "a step is left out if the other hand has a low card"
    low = any(min(hand, default=UNKNOWN) == 0 for hand in held.secret)
    return honest._replace(step=0) if low else honest


HONEST = hidden._hands
LEAKS = [
    "all see all hands",
    "a seat does not see its own",
    "nobody remembers what all have seen",
    "the forgetful remember",
    "a step is left out if the other hand has a low card",
]


@pytest.mark.unmeasured
def test_without_a_leak_nothing_is_found() -> None:
    leaks_are_found()


@pytest.mark.unmeasured
@pytest.mark.parametrize("leak", LEAKS)
def test_a_planted_leak_is_found(leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hidden, "_hands", partial(seen_otherwise, leak=leak))
    with pytest.raises(AssertionError):
        leaks_are_found()


# ---- what happens, and how it is drawn ------------------------------------------------------


def test_events_of_a_turn_in_steps() -> None:
    state = play(table(TWO), "take 0")
    assert told(table(TWO), "take 0", 1) == ["seat 0 takes yellow-1 from pile 0"]
    assert told(state, "take 0", 1) == [
        "seat 0 takes a card from pile 0",
        "seat 0 is to move: place",
    ]
    assert told(state, "take 0", 0)[0] == "seat 0 takes red-2 from pile 0"
    laid = play(state, "take 0", "place 0,1 red-2")
    assert told(laid, "cover 0,0 yellow-1", None) == [
        "seat 0 covers 0,0 with yellow-1",
        "the turn of seat 0 is over",
        "blue-3 lies open on pile 0",
        "seat 1 is to move: take",
    ]


def test_events_of_a_turn_that_ends_with_a_take() -> None:
    """Shown at once, swept, and the next one shown."""
    swept = turns(hand=1, steps=["place", "take"], sweep="open_piles")
    at_once = turns(
        hand=1, steps=["place", "take"], sweep="open_piles", piles={"next_shown": "at_once"}
    )
    for ruleset in (swept, at_once):
        state = play(table(ruleset, phase="place", hands=hands("b4", "g4")), "place 0,1")
        assert told(state, "take 0", None) == [
            "seat 0 takes yellow-1 from pile 0",
            "red-2 lies open on pile 0",
            "red-2 is swept from pile 0",
            "blue-3 lies open on pile 0",
            "yellow-2 is swept from pile 1",
            "blue-2 lies open on pile 1",
            "the turn of seat 0 is over",
            "seat 1 is to move: place",
        ]


def test_events_of_a_discard() -> None:
    state = play(table(THROWN), "take 2")
    assert told(state, "discard", 1)[:2] == [
        "seat 0 discards green-1",
        "the turn of seat 0 is over",
    ]
    after = play(state, "discard")
    views = [seen(each, 1, memory=False) for each in (state, after)]
    assert str(tr.events(*views)[1]) == "seat 0 discards green-1"
    assert after.to_data()["shown"] == [{"pile": None, "card": "green-1"}]


def test_hands_are_drawn() -> None:
    state = play(table(HAND, hands=hands("b4 r3", "g4 g4")), "take 0")
    text = tr.draw_text(tr.observe(state, 0))
    assert "hand of seat 0: 3 cards, known to all: Y1; the others: R3 B4" in text
    assert "hand of seat 1: 2 cards: ? ?" in text
    assert "hand of seat 0: 3 cards, known to all: Y1; the others: ? ?" in tr.draw_text(state)
    picture = tr.draw_svg(tr.observe(state, 1))
    assert picture.count("<title>in hand of seat 0: a card face down<") == 2
    assert "in hand of seat 0: yellow 1, known to all" in picture
    assert picture.count("<title>in hand of seat 1: green 4<") == 2
    assert "place a card of the hand" in picture
    thrown = play(table(THROWN), "take 2", "discard")
    assert "discarded: G1" in tr.draw_text(thrown)
    assert "discarded: green 1" in tr.draw_svg(thrown)


def test_the_card_just_laid_is_marked_within_a_turn() -> None:
    state = play(table(TWO), "take 0", "take 1", "place 0,1 yellow-1")
    assert "seat 0, 0,1: yellow 1, just laid" in tr.draw_svg(state)
    after = play(state, "cover 0,0 yellow-2")
    assert "seat 0, 0,0: yellow 2, on yellow 4, just laid" in tr.draw_svg(after)
