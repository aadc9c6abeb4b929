"""What the house rules of Gift of Tulips change, beside the cards that they extend."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import tilerules as tr
from tests.house.shelf import house, parent, path
from tests.tulips.tables import (
    begun,
    data,
    earned,
    new,
    outcome,
    play,
    position,
    random_game,
    seen,
    texts,
)
from tilerules.games.tulips import State

FULL = {"extends": "tulips", "turn": {"drawing": "together"}}
PINK_FIRST = "b2 p4"  # pink is ranked first, then blue


def both(id: str) -> tuple[tr.Ruleset, tr.Ruleset]:
    """The rules of a house card, and of the one that it extends."""
    return house(id), parent(id)


def two(ruleset: tr.Ruleset, hand: str, deck: str = "", **entries: Any) -> State:
    """Two empty bouquets, and a card in the hand of seat 0."""
    entries = {"festival": PINK_FIRST, **entries}
    return position(ruleset, bouquets=["", ""], hand=hand, deck=deck, **entries)


def gives(ruleset: tr.Ruleset, hand: str, **entries: Any) -> list[int]:
    """The points of both seats when seat 0 gives a card to seat 1."""
    state = play(two(ruleset, hand, "b2 b2", **entries), "give 1")
    return [state.giving[seat] + state.keeping[seat] for seat in (0, 1)]


def keeps(ruleset: tr.Ruleset, hand: str, **entries: Any) -> int:
    """The points of seat 0 when it keeps a card."""
    state = play(two(ruleset, hand, "b2 b2", **entries), "keep")
    return state.keeping[0]


# ---- the set-up -----------------------------------------------------------------------------

LEFT = {2: 48, 3: 60, 4: 56, 5: 70, 6: 72}  # after the set-up


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_more_secrets(seats: int) -> None:
    for rules, dealt in zip(both("tulips-more-secrets"), (3, 2), strict=True):
        assert [len(hand) for hand in new(rules, seats).hands] == [dealt] * seats
        state = begun(rules, seats)
        assert len(state.secret) == (dealt - 1) * seats
        assert [len(bouquet) for bouquet in state.bouquets] == [1] * seats
        assert len(state.deck) == LEFT[seats] - 1


@pytest.mark.parametrize(("seats", "left"), [(2, 40), (3, 36)])
def test_three_colours(seats: int, left: int) -> None:
    """There are 54 cards: two begin the festival, two are dealt to each, eight or ten left out."""
    rules, base = both("tulips-three-colours")
    state = begun(rules, seats)
    assert len(state.deck) == left - 1
    assert len(begun(base, seats).deck) == LEFT[seats] - 1
    *_, last = random_game(rules, seats, 2)
    assert last.turns == left // 2
    assert last.turns % seats == 0
    layout = tr.deal(rules, seats, seed=1).layout.split("|")[:-1]
    deck = Counter(" ".join(layout).split())
    kinds = [f"{colour}-{value}" for colour in ("pink", "blue", "orange") for value in (2, 3, 4)]
    assert deck == dict.fromkeys(kinds, 6)


def test_three_colours_points() -> None:
    rules, base = both("tulips-three-colours")
    assert (gives(rules, "p2"), gives(base, "p2")) == ([2 + 2, 0], [3 + 2, 0])
    assert (gives(rules, "b2"), gives(base, "b2")) == ([1 + 2, 0], [2 + 2, 0])
    assert [keeps(rules, hand) for hand in ("p2", "b2", "o2")] == [0, 1, 2]
    assert [keeps(base, hand) for hand in ("p2", "b2", "o2")] == [0, 0, 2]


def test_duel_of_six_colours() -> None:
    rules, base = both("tulips-duel")
    layout = tr.deal(rules, 2, seed=1).layout.split("|")[:-1]
    deck = Counter(" ".join(layout).split())
    assert (len(deck), {*deck.values()}) == (18, {4})
    four = "u2 o3 b3 p4"  # pink, blue, orange, purple
    gifts = [gives(rules, hand, festival=four) for hand in ("p2", "b2", "o2", "u2")]
    assert gifts == [[5 + 2, 0], [4 + 2, 0], [3 + 2, 0], [2 + 2, 0]]
    gifts = [gives(base, hand, festival=four) for hand in ("p2", "b2", "o2", "u2")]
    assert gifts == [[3 + 2, 0], [2 + 2, 0], [1 + 2, 0], [2, 0]]
    assert (keeps(rules, "u2", festival=four), keeps(base, "u2", festival=four)) == (0, 2)
    assert keeps(rules, "o2", festival=four, in_hand="yellow-2") == 2  # not there: as the sixth
    assert gives(rules, "o2", festival=four, in_hand="white-3") == [3, 0]


# ---- a turn ---------------------------------------------------------------------------------


def test_three_cards_a_turn() -> None:
    three, base = (
        play(two(rules, "o2", "o3 o4 u3"), "keep", "give 1") for rules in both("tulips-three-cards")
    )
    assert (base.to_move, base.turns) == (1, 1)
    assert (three.to_move, three.phase, texts(three)) == (0, "third", ["add open", "add secret"])
    assert play(three, "add open").to_move == 1


@pytest.mark.parametrize(("seats", "turns"), [(2, 8), (3, 6), (4, 4), (5, 4), (6, 4)])
def test_three_cards_all_have_as_many_turns(seats: int, turns: int) -> None:
    *states, last = random_game(house("tulips-three-cards"), seats, 4)
    begun_turns = Counter(state.to_move for state in states if state.phase == "first")
    assert begun_turns == dict.fromkeys(range(seats), turns)
    assert last.ply == seats + 3 * seats * turns


def test_no_secrets_are_added() -> None:
    rules, base = both("tulips-no-secrets")
    assert texts(two(rules, "o2")) == ["keep", "give 1", "add open"]
    assert texts(two(base, "o2")) == ["keep", "give 1", "add open", "add secret"]


def test_no_secrets_all_come_out_and_are_ranked_once() -> None:
    """With the secret blue 2 blue has as much as pink, and stays behind it if ranked once."""
    rules, base = both("tulips-no-secrets")
    state, before = (play(two(each, "o3", secret="b2"), "keep") for each in (rules, base))
    assert (state.ranking, before.ranking) == (("pink", "blue"), ("blue", "pink"))
    seven = "u2 u3 u4 o2 o3 o4 o4"
    state, before = (play(two(each, "o3", secret=seven), "keep") for each in (rules, base))
    assert (state.drawn, before.drawn) == (7, 5)
    assert state.ranking == ("orange", "purple", "pink", "blue")  # 13, 9, 4 and 2


# ---- giving and keeping ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "points", "before"), [("p2", 6, 3 + 2), ("b4", 4, 2 + 4), ("o4", 0, 4)]
)
def test_it_is_the_thought_that_counts(hand: str, points: int, before: int) -> None:
    rules, base = both("tulips-it-is-the-thought")
    assert (gives(rules, hand), gives(base, hand)) == ([points, 0], [before, 0])


def test_thoughtful_gifts_please_both() -> None:
    rules, base = both("tulips-thoughtful-gifts")
    assert (gives(rules, "o3"), gives(base, "o3")) == ([0, 2], [3, 0])
    assert (gives(rules, "p3"), gives(base, "p3")) == ([3, 0], [3 + 3, 0])


def test_old_favourites_stay_in_front() -> None:
    rules, base = both("tulips-old-favourites")
    states = [play(two(each, "b2", "o2"), "add open") for each in (rules, base)]
    assert [state.ranking for state in states] == [("pink", "blue"), ("blue", "pink")]


def test_old_favourites_nothing_for_what_is_not_there() -> None:
    rules, base = both("tulips-old-favourites")
    assert (keeps(rules, "o3"), keeps(base, "o3")) == (0, 2)
    assert (gives(rules, "o3"), gives(base, "o3")) == ([3, 0], [3, 0])  # the value alone


# ---- the most tulips ------------------------------------------------------------------------


def test_fair_shares() -> None:
    """Two seats have two pink tulips each: (15 + 10) / 2, rounded down."""
    rules, base = both("tulips-fair-shares")
    bouquets = ["p2 p2", "p4 p4", "p3"]
    assert earned(position(rules, PINK_FIRST, bouquets)) == [12, 12, 0]
    assert earned(position(base, PINK_FIRST, bouquets)) == [10, 15, 0]


def test_second_of_two() -> None:
    rules, base = both("tulips-second-of-two")
    bouquets = ["p2 p2 b2 o2 o3", "p3 b2 b2 o4"]
    festival = "o2 b3 p4"
    assert earned(position(rules, festival, bouquets)) == [15 + 7 + 5, 10 + 10 + 3]
    assert earned(position(base, festival, bouquets)) == [15 + 5, 10]


def test_gifts_alone() -> None:
    rules, base = both("tulips-gifts-alone")
    for seats in (2, 3, 5):
        bouquets = ["p2 p2", "p3", *["u2"] * (seats - 2)]
        state = position(rules, PINK_FIRST, bouquets)
        assert [breakdown.total for breakdown in tr.score(state)] == [0] * seats
        assert earned(position(base, PINK_FIRST, bouquets))[0] == 15
    level = {"giving": [5, 4], "keeping": [1, 2]}
    bouquets = ["o2", "o2 o3"]  # of a colour that is not ranked
    ended = outcome(position(rules, PINK_FIRST, bouquets, **level))
    assert (ended.ranking, ended.decided_by) == (((0,), (1,)), "giving")
    before = outcome(position(base, PINK_FIRST, bouquets, **level))
    assert (before.ranking, before.decided_by) == (((1,), (0,)), "bouquet")


# ---- partners, handicaps, uses, the end, and what all know ----------------------------------


def test_two_and_two_put_their_bouquets_together() -> None:
    """Sun has three pink tulips, moon two, one seat of it both."""
    rules, base = both("tulips-two-and-two")
    bouquets = ["p2 p3", "p2 p4", "p2", "o2"]
    assert earned(position(rules, PINK_FIRST, bouquets)) == [15, 10, 0, 0]
    assert outcome(position(rules, PINK_FIRST, bouquets)).ranking == ((0, 2), (1, 3))
    assert earned(position(base, PINK_FIRST, bouquets)) == [10, 15, 0, 0]
    assert outcome(position(base, PINK_FIRST, bouquets)).ranking == ((1,), (0,), (2, 3))


def test_head_start() -> None:
    rules, base = both("tulips-head-start")
    for ruleset, points in ((rules, [-5, 2]), (base, [0, 0])):
        assert [sheet.total for sheet in tr.score(new(ruleset, 2))] == points


def test_few_gifts() -> None:
    rules, base = both("tulips-few-gifts")
    for state in (*random_game(rules, 3, 1), *random_game(rules, 2, 5)):
        for seat, used in enumerate(state.used):
            assert used["give"] <= 4
            assert used["secret"] <= 1
            if state.to_move == seat and state.phase == "first":
                kinds = {move.kind for move in tr.legal_moves(state)}
                assert ("give" in kinds) == (used["give"] < 4)
    spent = [{"give": 4, "secret": 1}, {}]
    assert texts(two(rules, "o2", "o3", used=spent)) == ["keep", "add open"]
    assert texts(two(base, "o2", "o3")) == ["keep", "give 1", "add open", "add secret"]


@pytest.mark.parametrize(("points", "left"), [(20, 1), (19, None)])
def test_forty_points(points: int, left: int | None) -> None:
    """15 for pink and 5 for the gift; of two seats the other has one more turn."""
    rules, base = both("tulips-forty-points")
    table = data(rules, PINK_FIRST, ["p2", ""], hand="p2", deck="o2 o3 o4 u2 u3")
    state = State.from_data({**table, "giving": [points, 0]})
    state = play(state, "give 1", "add secret")
    assert state.turns_left == left
    state = play(state, "add secret", "keep")
    assert state.is_over == (left is not None)
    assert not play(two(base, "p2", "o2 o3 o4 u2", giving=[99, 0]), "keep", "give 1").is_over


def test_four_rounds_at_least() -> None:
    rules, _ = both("tulips-at-least-four-rounds")
    rich: dict[str, Any] = {"giving": [30, 0], "deck": "o2 o3 o4 u2 u3 u4 b2 b3 b4"}
    state = play(two(rules, "o2", turns=6, **rich), "keep", "add secret")
    assert (state.turns, state.turns_left) == (7, None)
    state = play(state, "keep", "add secret")
    assert (state.turns, state.turns_left) == (8, 2)
    assert play(state, *["keep", "add secret"] * 2).is_over
    late = play(two(rules, "o2", rich["deck"], turns=9, to_move=1, giving=[0, 0]), "keep")
    assert play(late, "add secret").turns_left is None


def test_open_secrets() -> None:
    rules, base = both("tulips-open-secrets")
    for ruleset, known in ((rules, "orange-2"), (base, None)):
        state = play(two(ruleset, "o2", "o3", secret="b4", secret_by=[0]), "add secret")
        assert seen(state, 1).secret[1] == known
        assert seen(state, 0).secret == ("blue-4", "orange-2")


def test_face_up() -> None:
    rules, base = both("tulips-face-up")
    for ruleset, known in ((rules, ("orange-2", "orange-3")), (base, (None, None))):
        assert seen(two(ruleset, "o2 o3", "o4"), 1).in_hand == known


def test_gardeners() -> None:
    """Six pink tulips, all colours, and the smallest bouquet with one card of each of two."""
    rules, base = both("tulips-gardeners")
    state = position(rules, PINK_FIRST, ["p2 p2 p2 p3 p3 b2 o2 u2", "p4 b4"])
    ids = ("majorities", "sizes", "all_colours", "fewest")
    assert [earned(state, id) for id in ids] == [[15, 0], [6, 0], [4, 0], [0, -3]]
    before = position(base, PINK_FIRST, ["p2 p2 p2 p3 p3 b2 o2 u2", "p4 b4"])
    assert earned(before) == [15, 10]
    assert [sheet.total for sheet in tr.score(before)] == [15, 10]


# ---- several together -----------------------------------------------------------------------


def test_gifts_of_thought_that_please_both() -> None:
    """Both say that the value does not score; only one says by what it is made up for."""
    rules = house("tulips-thoughtful-gifts", "tulips-it-is-the-thought")
    assert [gives(rules, hand) for hand in ("p3", "b3", "o3")] == [[6, 0], [4, 0], [0, 2]]
    assert earned(position(rules, PINK_FIRST, ["p2", ""])) == [0, 0]


def test_old_favourites_with_fair_shares_and_a_full_hand() -> None:
    rules = tr.load(path("tulips-old-favourites"), path("tulips-fair-shares"), FULL)
    assert rules.id == "tulips-old-favourites+custom+tulips-fair-shares"
    assert rules == tr.load(path("tulips-fair-shares"), FULL, path("tulips-old-favourites"))
    state = position(rules, PINK_FIRST, ["", ""], hand="b2 o3", deck="u2 u3")
    assert play(state, "add open blue-2").ranking == ("pink", "blue")
    assert play(state, "keep orange-3").keeping == (0, 0)
    bouquets = ["p2 p2", "p4 p4", "p3"]
    assert earned(position(rules, PINK_FIRST, bouquets)) == [12, 12, 0]


def test_a_position_under_rules_of_several_cards_is_read_back() -> None:
    names = ("tulips-old-favourites", "tulips-fair-shares", "tulips-it-is-the-thought")
    state = new(house(*names), 3)
    assert tr.State.from_data(state.to_data()) == state


def test_a_duel_with_points_for_the_second() -> None:
    rules = house("tulips-duel", "tulips-second-of-two")
    state = position(rules, PINK_FIRST, ["p2 p2", "p3"])
    assert earned(state) == [15, 10]
    assert gives(rules, "p2") == [5 + 2, 0]


def test_two_ways_to_leave_cards_out_disagree() -> None:
    with pytest.raises(tr.InvalidRuleset) as refused:
        house("tulips-three-cards", "tulips-more-secrets")
    keys = [each.key for each in refused.value.problems]
    assert keys == [f"for_players.{seats}.start.left_out" for seats in (3, 4, 5)]
    places = {each.parent.line for each in refused.value.problems if each.parent}
    assert places == {12, 14, 16}
