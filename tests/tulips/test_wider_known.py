"""Secret cards, or drawn ones, that all know."""

from __future__ import annotations

from typing import Any

import pytest

import tilerules as tr
from tests.tulips.tables import begun, cards, new, play, position, seen, variant
from tilerules.games.tulips import AddedSecretly, Drawn, Observation, PutAway, State

BASE = variant(players=[3])
SECRETS = variant(players=[3], festival={"known": "all"})
HANDS = variant(players=[3], turn={"known": "all"})
FULL = variant("tulips-full-hand", players=[3])
FULL_SECRETS = variant("tulips-full-hand", players=[3], festival={"known": "all"})
FULL_HANDS = variant("tulips-full-hand", players=[3], turn={"known": "all"})
VIEWERS = (0, 1, 2, None)


def three(ruleset: tr.Ruleset, hand: str = "o2", **entries: Any) -> State:
    """Three empty bouquets, a card in the hand of seat 0, and four secret cards."""
    entries = {
        "deck": "o3 o4 u2 u3 b2",
        "secret": "p2 u4 b4 b3",
        "secret_by": [0, 1, 2, 1],
        **entries,
    }
    return position(ruleset, "b2 p4", ["", "", ""], hand=hand, **entries)


def known(state: State, viewer: int | None) -> str:
    """The secret cards as a viewer knows them."""
    return " ".join(card or "?" for card in seen(state, viewer).secret)


# ---- secret cards ---------------------------------------------------------------------------


def test_all_know_every_secret_card() -> None:
    state = three(SECRETS)
    for viewer in VIEWERS:
        assert known(state, viewer) == "pink-2 purple-4 blue-4 blue-3"
        assert seen(state, viewer).secret_by == (0, 1, 2, 1)
        forgetful = seen(
            state, viewer, memory=False
        )  # the cards lie open, whose they were does not
        assert forgetful.secret == ("pink-2", "purple-4", "blue-4", "blue-3")
        assert forgetful.secret_by == (None,) * 4
    assert [known(three(BASE), viewer) for viewer in VIEWERS] == [
        "pink-2 ? ? ?",
        "? purple-4 ? blue-3",
        "? ? blue-4 ?",
        "? ? ? ?",
    ]


def test_what_is_added_secretly_is_shown_and_still_does_not_count() -> None:
    before = three(SECRETS)
    after = play(before, "add secret")
    assert after.ranking == before.ranking
    assert after.shown == ()
    for viewer in VIEWERS:
        assert seen(after, viewer).secret[-1] == "orange-2"
        happened = tr.events(seen(before, viewer), seen(after, viewer))
        assert AddedSecretly(0, "orange-2") in happened
    before, after = three(BASE), play(three(BASE), "add secret")
    assert AddedSecretly(0, None) in tr.events(seen(before, 1), seen(after, 1))


def test_the_hand_stays_hidden_until_it_is_added() -> None:
    state = three(SECRETS)
    assert [seen(state, viewer).in_hand for viewer in VIEWERS] == ["orange-2", None, None, None]


def test_what_is_put_away_at_the_start_is_shown_when_all_have_chosen() -> None:
    state = new(SECRETS, 3)
    hands = state.hands
    before = play(state, f"start {hands[0][0]}", f"start {hands[1][1]}")
    after = play(before, f"start {hands[2][0]}")
    assert seen(before, 0).hands[1:] == ((None, None), (None, None))
    away = [PutAway(0, hands[0][1]), PutAway(1, hands[1][0]), PutAway(2, hands[2][1])]
    for viewer in VIEWERS:
        happened = tr.events(seen(before, viewer), seen(after, viewer))
        assert [each for each in happened if isinstance(each, PutAway)] == away
        assert list(seen(after, viewer).secret) == [each.card for each in away]
    forgetful = [seen(each, None, memory=False) for each in (before, after)]
    happened = tr.events(*forgetful)
    assert [each for each in happened if isinstance(each, PutAway)] == away


@pytest.mark.parametrize(
    ("ruleset", "forgetful"),
    [(FULL_SECRETS, "add secret orange-3"), (FULL_HANDS, "add secret ?")],
)
def test_a_move_that_names_a_secret_card_is_not_veiled(ruleset: tr.Ruleset, forgetful: str) -> None:
    state = play(three(ruleset, "o2 o3"), "add secret orange-3")
    for viewer in VIEWERS:
        assert str(seen(state, viewer).last_move) == "add secret orange-3"
        assert str(seen(state, viewer, memory=False).last_move) == forgetful
    state = play(three(FULL, "o2 o3"), "add secret orange-3")
    assert str(seen(state, 1).last_move) == "add secret ?"


def test_a_start_choice_is_hidden_as_ever() -> None:
    state = new(SECRETS, 3)
    after = play(state, f"start {state.hands[0][0]}")
    assert str(seen(after, 1).last_move) == "start ?"
    assert seen(after, 1).kept == (None,)


def test_at_the_end_all_know_which_secret_cards_were_there() -> None:
    """Which were drawn of them is seen, so only the order of the others is open."""
    state = position(
        variant(players=[3], festival={"known": "all"}, end={"drawn": 2}),
        "b2 p4",
        ["", "", ""],
        secret="p2 u4 p2 b3",
        secret_by=[0, 1, 2, 1],
        deck="",
        lottery=[0, 0, 2, 1],
    )
    # the order of the lottery: p2; u4 p2; u4 p2 p2; u4 b3 p2 p2
    assert list(state.festival) == cards("b2 p4 u4 b3")
    for viewer in VIEWERS:
        observation = seen(state, viewer)
        worlds = [tr.determinize(observation, seed) for seed in range(12)]
        assert len({world.to_json() for world in worlds}) > 1
        for world in worlds:
            assert isinstance(world, State)
            assert seen(world, viewer) == observation
            assert world.secret == state.secret
            assert tr.State.from_data(world.to_data()) == world
            order: list[str | None] = []
            for card, place in zip(world.secret, world.lottery, strict=False):
                order.insert(place, card)
            assert order[:2] == cards("u4 b3")


# ---- drawn cards ----------------------------------------------------------------------------


def test_all_see_what_is_drawn() -> None:
    state = three(HANDS)
    for viewer in VIEWERS:
        for memory in (True, False):
            observation = seen(state, viewer, memory=memory)
            assert observation.in_hand == "orange-2"
            assert set(observation.deck) == {None}
            assert bool(tr.legal_moves(observation)) == (viewer == 0)
    both = three(FULL_HANDS, "o2 o3")
    assert {seen(both, viewer).in_hand for viewer in VIEWERS} == {("orange-2", "orange-3")}
    assert seen(three(FULL, "o2 o3"), 1).in_hand == (None, None)


def test_the_drawing_is_named_to_all() -> None:
    before = three(HANDS)
    after = play(before, "keep")
    for viewer in VIEWERS:
        assert Drawn(0, "orange-3") in tr.events(seen(before, viewer), seen(after, viewer))


def test_what_all_have_seen_in_hand_they_know_when_it_is_secret() -> None:
    """What was put away at the start nobody but its seat has seen."""
    state = begun(HANDS, 3)
    [added] = [state.in_hand]
    assert isinstance(added, str)
    after = play(state, "add secret")
    for viewer in VIEWERS:
        told = [after.secret[seat] if seat == viewer else None for seat in range(3)]
        assert list(seen(after, viewer).secret) == [*told, added]
        assert AddedSecretly(0, added) in tr.events(seen(state, viewer), seen(after, viewer))
        assert seen(after, viewer, memory=False).secret == (None,) * 4
        world = tr.determinize(seen(after, viewer), 1)
        assert isinstance(world, State)
        assert (world.secret[-1], world.in_hand) == (added, after.in_hand)


# ---- observations as data -------------------------------------------------------------------


@pytest.mark.parametrize("ruleset", [SECRETS, HANDS, FULL_SECRETS, FULL_HANDS])
def test_observations_are_read_back(ruleset: tr.Ruleset) -> None:
    state = play(begun(ruleset, 3), str(tr.legal_moves(begun(ruleset, 3))[-1]))
    assert "secret" in str(state.last_move)
    for viewer in VIEWERS:
        for memory in (True, False):
            observation = seen(state, viewer, memory=memory)
            assert tr.Observation.from_data(observation.to_data()) == observation


def observed(ruleset: tr.Ruleset, viewer: int | None, **entries: Any) -> dict[str, Any]:
    """The data of an observation with other entries."""
    return {**seen(three(ruleset), viewer).to_data(), **entries}


@pytest.mark.parametrize(
    ("ruleset", "viewer", "entries", "path", "message"),
    [
        (SECRETS, 1, {"secret": cards("p2 u4 b4") + [None]}, "secret[3]", "knows this card"),
        (SECRETS, 1, {"in_hand": "orange-2"}, "in_hand", "does not know what is in hand"),
        (HANDS, 1, {"in_hand": None}, "in_hand", "knows what is in hand"),
        (HANDS, None, {"secret": [None] * 4}, "secret[3]", "knows this card"),
        (HANDS, None, {"secret": [None, None, "blue-4", "blue-3"]}, "secret[2]", "does not know"),
        (
            SECRETS,
            1,
            {"memory": False, "secret_by": [None] * 4, "secret": [None] * 4},
            "secret[0]",
            "knows this card",
        ),
    ],
)
def test_observations_that_cannot_be(
    ruleset: tr.Ruleset, viewer: int | None, entries: dict[str, Any], path: str, message: str
) -> None:
    assert Observation.from_data(observed(ruleset, viewer)) == seen(three(ruleset), viewer)
    with pytest.raises(tr.InvalidData, match=message) as refused:
        Observation.from_data(observed(ruleset, viewer, **entries))
    assert refused.value.path == path


# ---- drawings -------------------------------------------------------------------------------


def test_the_drawings_show_what_all_know() -> None:
    text = " ".join(tr.draw_text(three(SECRETS)).split())
    assert "known are pink-2, purple-4, blue-4, blue-3 deck: 5 cards" in text
    assert "known are" not in tr.draw_text(three(BASE))
    assert "holding orange-2" in tr.draw_text(three(HANDS))
    assert "holding 1 card" in tr.draw_text(three(BASE))
    picture = tr.draw_svg(three(SECRETS))
    assert "blue-4, in the secret festival, by seat 2" in picture
    assert "orange-2, in the hand of seat 0" not in picture
    assert "orange-2, in the hand of seat 0" in tr.draw_svg(three(HANDS))
