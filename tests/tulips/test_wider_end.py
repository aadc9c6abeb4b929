"""Games that end before their deck: conditions, the last round, and positions in it."""

from __future__ import annotations

from typing import Any

import pytest

import tilerules as tr
from tests.tulips.tables import (
    cards,
    data,
    new,
    outcome,
    play,
    position,
    random_game,
    seen,
    variant,
)
from tilerules.engine.events import EndCame, Ended
from tilerules.games.tulips import EndDrawn, State

PINK_FIRST = "b2 p4"  # pink is ranked first, then blue
PLAIN = {"majorities": "removed"}  # what is given and kept is all


def ending(players: int, /, **changes: Any) -> tr.Ruleset:
    """Rules that end early by what is said here, without majorities."""
    end = {"drawn": 1, **changes.pop("end")}
    return variant(players=[players], for_players="removed", scoring=PLAIN, end=end, **changes)


def points(number: int, **end: Any) -> dict[str, Any]:
    """So many points end the game."""
    return {"any_of": ["points"], "points": number, **end}


def rounds(number: int, **end: Any) -> dict[str, Any]:
    """So many rounds end the game."""
    return {"any_of": ["rounds"], "rounds": number, **end}


def table(ruleset: tr.Ruleset, hand: str = "o2", **entries: Any) -> State:
    """Empty bouquets, a card in the hand of seat 0 and seven more."""
    (seats,) = ruleset.seat_counts
    entries = {"deck": "o3 o4 u2 u3 u4 b3 b4", "secret": "b3", **entries}
    return position(ruleset, PINK_FIRST, [""] * seats, hand=hand, **entries)


# ---- points ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("number", "over"), [(5, True), (6, False)])
def test_points_end_the_game_with_the_turn(number: int, *, over: bool) -> None:
    """A pink 2 that is given scores 3 + 2; three cards are left besides, and the end draws."""
    state = play(table(ending(2, end=points(number)), "p2"), "give 1")
    assert (state.phase, state.to_move) == ("second", 0)
    state = play(state, "keep")  # orange, which is not there: as the fourth rank
    assert state.keeping == (2, 0)
    assert state.is_over == (number <= 7)
    state = play(table(ending(2, end=points(number)), "p2"), "give 1", "add secret")
    assert state.is_over == over
    assert state.turns == 1
    assert list(state.deck) == cards("o4 u2 u3 u4 b3 b4")[0 if over else 1 :]
    assert (state.in_hand is None) == over
    if over:
        assert state.drawn == 1
        assert len(state.festival) == 3
        assert outcome(state).ranking == ((0,), (1,))
        assert outcome(state).cut_short is False


def test_points_count_as_the_score_stands() -> None:
    """A first place in pink is worth 15, a gift of the pink 2 scores 3 + 2; a handicap counts."""
    whole = variant(players=[2], for_players="removed", end=points(16))
    state = position(whole, PINK_FIRST, ["p2", ""], hand="b2", deck="b3 b4")
    assert play(state, "add secret", "keep").is_over  # 15 and 10 by the festival
    bare = variant(players=[2], for_players="removed", end=points(26))
    state = position(bare, PINK_FIRST, ["p2", ""], hand="b2", deck="b3 b4")
    assert not play(state, "add secret", "keep").is_over
    for handicap, over in ((4, True), (3, False)):
        handicapped = ending(2, end=points(9), seats={"0": {"handicap": handicap}})
        assert play(table(handicapped, "p2"), "give 1", "add open").is_over == over


def test_points_of_partners_count_together() -> None:
    """Seats 0 and 2 have 4 and 3 + 2; neither has 9."""
    end, teams = points(9), {"teams": {"sun": [0, 2], "moon": [1, 3]}}
    together, apart = ending(4, end=end, partners=teams), ending(4, end=end)
    for ruleset, over in ((together, True), (apart, False)):
        state = table(ruleset, "p2", giving=[0, 0, 4, 0])
        assert play(state, "give 1", "add open").is_over == over
        state = table(ruleset, "p2", giving=[0, 4, 0, 0])
        assert not play(state, "give 1", "add open").is_over


# ---- rounds, and several conditions ---------------------------------------------------------


@pytest.mark.parametrize(("turns", "over"), [(4, False), (5, True)])
def test_rounds_end_the_game_when_each_seat_has_had_its_turns(turns: int, *, over: bool) -> None:
    state = table(ending(3, end=rounds(2)), turns=turns, to_move=2)
    assert play(state, "keep", "add open").is_over == over


def test_a_whole_game_of_three_rounds() -> None:
    state = new(ending(3, end=rounds(3)), 3)
    while not state.is_over:
        state = play(state, str(tr.legal_moves(state)[0]))
    assert (state.turns, state.ply) == (9, 3 + 2 * 9)
    assert len(state.deck) == 72 - 4 - 2 - 2 * 3 - 2 * 9


@pytest.mark.parametrize(
    ("any_of", "all_of", "turns", "over"),
    [
        ([], ["points", "rounds"], 3, False),
        ([], ["points", "rounds"], 5, True),
        (["points", "rounds"], [], 3, True),
        (["rounds"], ["points"], 3, True),
        (["rounds"], ["points", "rounds"], 3, False),
        ([], [], 5, False),
    ],
)
def test_any_and_all(any_of: list[str], all_of: list[str], turns: int, *, over: bool) -> None:
    """The turn scores points enough; the rounds are over after six turns."""
    numbers = {"points": 5, "rounds": 2}
    there = {id: numbers[id] for id in numbers if id in any_of + all_of}
    ruleset = ending(3, end={"any_of": any_of, "all_of": all_of, **there})
    state = table(ruleset, "p2", turns=turns, to_move=2)
    assert play(state, "give 0", "add open").is_over == over


# ---- the last round -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("how", "seat", "left"),
    [
        ("finished", 0, [2, 1, 0]),
        ("finished", 1, [1, 0]),
        ("finished", 2, [0]),
        ("one_more", 0, [3, 2, 1, 0]),
        ("one_more", 2, [3, 2, 1, 0]),
    ],
)
def test_turns_that_are_left(how: str, seat: int, left: list[int]) -> None:
    ruleset = ending(3, end=points(5, round=how))
    state = table(ruleset, "p2", to_move=seat, deck="o3 o4 u2 u3 u4 b3 b4 b3 o2")
    assert state.turns_left is None
    state, met = play(state, f"give {(seat + 1) % 3}", "add secret"), list[int | None]()
    met.append(state.turns_left)
    while not state.is_over:
        state = play(state, "add secret", "keep")
        met.append(state.turns_left)
    assert met == left
    assert state.drawn == 1
    last = seat if how == "one_more" else 2
    assert state.turns == len(left)
    assert state.deck or how == "one_more"
    assert (seat + len(left) - 1) % 3 == last


def test_once_it_has_come_the_end_is_not_looked_at_again() -> None:
    """The majority that has brought it is lost in the last turn; the game ends all the same."""
    ruleset = variant(
        players=[2],
        for_players="removed",
        scoring={
            "giving": "removed",
            "keeping": "removed",
            "majorities": {"points": {"1": [15], "2": "removed", "3": "removed"}},
        },
        end=points(15, round="finished"),
    )
    state = position(ruleset, PINK_FIRST, ["p2", ""], hand="o2", deck="b4 b4 b3 u2 u3")
    state = play(state, "give 1", "add secret")
    assert state.turns_left == 1
    state = play(state, "add open", "keep")
    assert state.is_over
    assert state.ranking[0] == "blue"


def test_without_cards_the_game_ends_though_turns_are_left() -> None:
    ruleset = ending(3, end=points(5, round="one_more"))
    state = play(table(ruleset, "p2", deck="o3 o4"), "give 1", "add secret")
    assert (state.turns_left, state.is_over) == (3, False)
    state = play(state, "keep")  # the last card
    assert (state.turns_left, state.is_over) == (2, True)
    assert tr.State.from_data(state.to_data()) == state


def test_the_coming_of_the_end_is_an_event() -> None:
    before = play(table(ending(3, end=points(5, round="one_more")), "p2"), "give 1")
    after = play(before, "add secret")
    for viewer in (0, 1, None):
        happened = tr.events(seen(before, viewer), seen(after, viewer))
        assert [each for each in happened if isinstance(each, EndCame)] == [EndCame(3)]
    last = play(table(ending(3, end=points(5)), "p2", secret="b4"), "give 1")
    happened = tr.events(seen(last, 1), seen(play(last, "add open"), 1))
    assert EndDrawn("blue-4") in happened
    assert happened[-1] == Ended()
    assert not [each for each in happened if isinstance(each, EndCame)]


# ---- what is told and written ---------------------------------------------------------------


def test_the_turns_left_are_written_and_read() -> None:
    state = play(table(ending(3, end=points(5, round="one_more")), "p2"), "give 1", "add secret")
    written = state.to_data()
    assert written["turns_left"] == 3
    assert "used" not in written
    assert tr.State.from_data(written) == state
    for viewer in (0, 1, None):
        observation = seen(state, viewer)
        assert observation.to_data()["turns_left"] == 3
        assert tr.Observation.from_data(observation.to_data()) == observation
        assert tr.determinize(observation, 1).turns_left == 3
    assert "the end has come: 3 turns left" in tr.draw_text(state)
    assert "The end has come: 3 turns left" in tr.draw_svg(state)
    written = table(ending(3, end=points(5))).to_data()
    assert "turns_left" not in written


def test_an_early_end_hides_the_deck_still() -> None:
    state = play(table(ending(2, end=points(5)), "p2"), "give 1", "add secret")
    assert state.is_over
    orders = set()
    for seed in range(20):
        observation = seen(state, 1)
        assert observation.deck == (None,) * 6
        world = tr.determinize(observation, seed)
        assert isinstance(world, State)
        assert seen(world, 1) == observation
        assert tr.State.from_data(world.to_data()) == world
        orders.add(world.deck)
    assert len(orders) == 20


def test_what_might_be_after_an_early_end_has_each_card_as_often_as_the_deck() -> None:
    """There are two of each card, so that a card laid twice would be one too many."""
    few = {"values": {"2": 2, "3": 2, "4": 2}}
    ruleset = variant(players=[2], for_players="removed", cards=few, end=rounds(2, drawn=3))
    for seed in range(6):
        *_, state = random_game(ruleset, 2, seed)
        assert (state.is_over, state.turns, len(state.deck)) == (True, 4, 24 - 4 - 2 - 4 - 8)
        for viewer in (0, None):
            for number in range(5):
                world = tr.determinize(seen(state, viewer), number)
                assert tr.State.from_data(world.to_data()) == world
                assert tr.observe(world, viewer) == seen(state, viewer)


def test_a_position_in_which_the_end_has_come_is_over() -> None:
    """At the start of a turn, with nothing in hand: as if the last turn had just been played."""
    ruleset = ending(2, end=points(5))
    entries: dict[str, Any] = {"giving": [5, 0], "turns": 3, "to_move": 1, "phase": "first"}
    entry = data(ruleset, PINK_FIRST, ["", ""], deck="o2 o3", secret="b4", **entries)
    state = tr.State.from_data(entry)
    assert isinstance(state, State)
    assert (state.is_over, state.drawn, len(state.deck)) == (True, 1, 2)
    assert list(state.festival) == cards("b2 p4 b4")
    with pytest.raises(tr.InvalidData, match="is missing: a card drawn stands here") as refused:
        tr.State.from_data({**entry, "giving": [4, 0]})
    assert refused.value.path == "in_hand"
    with pytest.raises(tr.InvalidData, match="the end has come, so that nothing") as refused:
        tr.State.from_data({**entry, "in_hand": "orange-4"})
    assert refused.value.path == "in_hand"


@pytest.mark.parametrize(
    ("how", "seat", "left"),
    [("finished", 1, 2), ("finished", 2, 1), ("one_more", 0, 3), ("one_more", 2, 3)],
)
def test_a_position_in_which_the_last_turns_begin(how: str, seat: int, left: int) -> None:
    ruleset = ending(3, end=points(5, round=how))
    state = table(ruleset, giving=[5, 0, 0], turns=3 + seat, to_move=seat)
    assert state.turns_left == left
    assert table(ruleset, giving=[4, 0, 0], turns=3 + seat, to_move=seat).turns_left is None
    acting: dict[str, Any] = {"phase": "second", "done": ["keep"]}
    state = table(ruleset, giving=[5, 0, 0], turns=3 + seat, to_move=seat, **acting)
    assert state.turns_left is None


def test_a_position_after_the_last_seat_is_over() -> None:
    ruleset = ending(3, end=points(5, round="finished"))
    entries: dict[str, Any] = {"giving": [5, 0, 0], "turns": 3, "to_move": 0, "phase": "first"}
    entry = data(ruleset, PINK_FIRST, ["", "", ""], deck="o2 o3", **entries)
    state = tr.State.from_data(entry)
    assert (state.is_over, state.turns_left) == (True, 0)
    assert tr.State.from_data(state.to_data()) == state


FINISHED = ending(3, end=points(5, round="finished"))
ONE_MORE = ending(3, end=points(5, round="one_more"))
AT_ONCE = ending(3, end=points(5))
NO_CONDITION = ending(3, end={"round": "one_more"})
OVER: dict[str, Any] = {"hand": "", "deck": "o2"}
START: dict[str, Any] = {
    "hand": "",
    "deck": "",
    "secret": "",
    "phase": "start",
    "to_move": 0,
    "hands": [["orange-2"]] * 3,
}


@pytest.mark.parametrize(
    ("ruleset", "entries", "path", "message"),
    [
        (AT_ONCE, {"turns_left": 1}, "turns_left", "over when its end comes"),
        (NO_CONDITION, {"turns_left": 1}, "turns_left", "no condition of the end"),
        (NO_CONDITION, {**OVER, "turns_left": 0}, "turns_left", "no condition of the end"),
        (ONE_MORE, {"turns_left": 4}, "turns_left", "from 0 to 3"),
        (ONE_MORE, {"turns_left": 0}, "turns_left", "is at least 1 within a turn"),
        (ONE_MORE, {**START, "turns_left": 1}, "turns_left", "before the first turn"),
        (FINISHED, {"turns_left": 1, "to_move": 1}, "turns_left", "those of seat 1 up to the last"),
        (FINISHED, OVER, "turns_left", "is 0 when a game ends with cards in the deck"),
        (ONE_MORE, {**OVER, "turns_left": 1}, "turns_left", "is 0 when a game ends"),
        (AT_ONCE, OVER, "phase", "cards are left in the deck, and the end has not come"),
        (NO_CONDITION, OVER, "phase", "cards are left in the deck, so the game cannot be over"),
        (AT_ONCE, {**OVER, "giving": [4, 0, 0]}, "phase", "the end has not come"),
    ],
)
def test_ends_that_cannot_be(
    ruleset: tr.Ruleset, entries: dict[str, Any], path: str, message: str
) -> None:
    with pytest.raises(tr.InvalidData, match=message) as refused:
        table(ruleset, **entries)
    assert refused.value.path == path


@pytest.mark.parametrize(
    ("ruleset", "entries"),
    [
        (AT_ONCE, {"giving": [0, 5, 0]}),
        (FINISHED, {"turns_left": 0}),  # points may have fallen since
        (ONE_MORE, {"turns_left": 0}),
    ],
)
def test_ends_that_can_be(ruleset: tr.Ruleset, entries: dict[str, Any]) -> None:
    state = table(ruleset, **OVER, **entries)
    assert (state.is_over, state.drawn, state.deck) == (True, 1, ("orange-2",))
    assert tr.State.from_data(state.to_data()) == state


def test_the_end_has_come_by_the_festival_before_the_draw() -> None:
    """The majority in pink is lost by the blue card that the end has drawn."""
    ruleset = variant(players=[2], for_players="removed", end=points(15, drawn=1))
    state = position(ruleset, PINK_FIRST, ["p2", ""], hand="", deck="o2", secret="b4")
    assert (state.is_over, state.ranking) == (True, ("blue", "pink"))
    assert tr.score(state)[0].total == 10
    assert tr.State.from_data(state.to_data()) == state
    with pytest.raises(tr.InvalidData, match="the end has not come"):
        position(ruleset, PINK_FIRST, ["", ""], hand="", deck="o2", secret="b4")
