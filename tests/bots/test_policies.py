"""Policies: what they decide from, that they obey the rules, and how well greedy plays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

import tilerules as tr
from tests.flowers import gardens
from tests.house.shelf import house
from tests.serendipity import boards
from tests.tulips import tables
from tilerules.bots import leads, policies
from tilerules.bots.policies import MOST_TRIED, POLICIES

Policy = policies.Policy
NAMES = ("greedy", "uniform")  # search has tests of its own


def chosen(policy: Policy, state: tr.State, seeds: int = 12) -> Counter[str]:
    """What a policy makes of a position, by a few random sources."""
    assert state.to_move is not None
    seen = tr.observe(state, state.to_move)
    return Counter(str(policy(seen, Random(seed))) for seed in range(seeds))


def played(id: str, seed: int, seats: Sequence[Policy]) -> tr.Record:
    """A game between policies; `IllegalMove` if one of them breaks the rules."""
    record, chance = tr.Record.start(tr.load(id), len(seats), seed=seed), Random(seed)
    while (seat := record.state.to_move) is not None:
        assert len(record.moves) < 2000, "this game has no end"
        record = record.play(seats[seat](tr.observe(record.state, seat), chance))
    return record


# ---- any policy -----------------------------------------------------------------------------


def test_the_names_of_policies() -> None:
    assert {"uniform": tr.uniform, "greedy": tr.greedy, "search": tr.search} == POLICIES


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "id", ["serendipity-small", "flowers", "flowers-dutch", "tulips", "tulips-full-hand"]
)
def test_a_game_of_policies_is_legal_and_repeatable(id: str, name: str) -> None:
    one, other = (played(id, 3, [POLICIES[name]] * 2) for _ in range(2))
    assert one.state.is_over
    assert one.moves == other.moves
    assert one.moves != played(id, 4, [POLICIES[name]] * 2).moves


@pytest.mark.parametrize("name", sorted(POLICIES))
@pytest.mark.parametrize("id", ["serendipity-small", "flowers", "tulips"])
def test_who_has_no_move_has_nothing_to_decide(id: str, name: str) -> None:
    record = played(id, 3, [tr.uniform] * 2)
    for state, viewer in ((record.at(0), None), (record.at(0), 1), (record.state, 0)):
        with pytest.raises(ValueError, match="has no move to make"):
            POLICIES[name](tr.observe(state, viewer), Random(1))


@pytest.mark.parametrize("name", sorted(POLICIES))
def test_a_state_is_no_observation(name: str) -> None:
    state = tr.new_game(tr.load("tulips"), 2, seed=1)
    with pytest.raises(TypeError, match="a policy takes an Observation"):
        POLICIES[name](state, Random(1))  # type: ignore[arg-type]


@pytest.mark.parametrize("name", sorted(POLICIES))
@pytest.mark.parametrize("source", [None, 7, Random])
def test_a_source_of_chance_is_asked_for(name: str, source: Any) -> None:
    seen = tr.observe(tr.new_game(tr.load("tulips"), 2, seed=1), 0)
    with pytest.raises(TypeError, match=r"a policy takes a source of chance, as Random\(7\), not "):
        POLICIES[name](seen, source)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("id", ["serendipity-small", "flowers", "tulips"])
def test_what_is_hidden_decides_nothing(id: str, name: str) -> None:
    policy = POLICIES[name]
    for ply in (0, 4, 9):
        state = played(id, 5, [tr.uniform] * 2).at(ply)
        seat = state.to_move
        assert seat is not None
        alike = tr.determinize(tr.observe(state, seat), seed=8)
        assert alike != state
        assert chosen(policy, alike, 4) == chosen(policy, state, 4)


def test_uniform_makes_every_move_as_often() -> None:
    state = tr.new_game(tr.load("serendipity-small"), 2, seed=1)
    made = chosen(tr.uniform, state, 600)
    assert {*made} == {"choose blue", "choose red", "choose yellow"}
    assert min(made.values()) > 150


# ---- greedy, worked out by hand -------------------------------------------------------------


def test_greedy_joins_two_carpets() -> None:
    # Blue lies on d1, d2 and on d4, d5; the fifth blue tile between them makes one carpet of five.
    blue = boards.some("blue up", "d1", "d2", "d4", "d5", "a4")
    state = boards.position(boards.SMALL, 2, blue, phase="decide", turned_up="a4")
    assert chosen(tr.greedy, state) == {"move d3": 12}


def test_greedy_completes_a_number_group() -> None:
    # Three yellow 4s cost 3 points, and four in two groups cost 4; only on 2,0 they are one group.
    garden = gardens.garden("y4 y4 . y4", "r1 b2 b2 g1")
    state = gardens.position(
        gardens.rules(),
        [garden, gardens.garden("y1")],
        ["r4 r4", "b4", "b3"],
        phase="place",
        in_hand="yellow-4",
        taken_from=0,
    )
    assert chosen(tr.greedy, state) == {"place 2,0": 12}


def test_greedy_gives_what_pays_most() -> None:
    # Giving a purple 3, of the first colour, pays 3 + 3; keeping or adding it pays nothing, and
    # seat 0 has the majority of purple either way.
    deck = "p2 p3 p4 b3 o3 o4 b4 p2"
    state = tables.position(tables.rules(), "u4 o2", ["u2 u4 u4", "b2"], hand="u3", deck=deck)
    assert chosen(tr.greedy, state) == {"give 1": 12}


def test_greedy_minds_the_best_other_seat() -> None:
    # Giving an orange 3 pays 2 + 3 whoever gets it. Seat 1 is ahead with 15 for purple, and would
    # get 10 more for orange; so seat 2 is given the card. Adding it pays nothing.
    deck = "p2 p3 p4 b3 o3 o4 b4 p2"
    state = tables.position(
        tables.variant(turn={"actions": ["give", "add"]}, scoring={"keeping": "removed"}),
        "u4 u3 o2",
        ["p2", "u2 u3", "b2"],
        hand="o3",
        deck=deck,
    )
    assert {"give 1", "give 2", "add open"} < {*map(str, tr.legal_moves(state))}
    assert chosen(tr.greedy, state) == {"give 2": 12}


def test_greedy_wants_what_is_good_for_a_partner() -> None:
    # Seats 0 and 2 play together, as do 1 and 3. Giving the orange 4 pays the same whoever gets it.
    # Nobody else has an orange card, so the side of the receiver has the majority.
    state = tables.position(house("tulips-two-and-two"), "p4 o3", ["b2"] * 4, hand="o4", deck="p2")
    assert chosen(tr.greedy, state) == {"give 2": 12}


def test_leads_are_over_the_best_other_side() -> None:
    # Points for giving alone: the sides have 9 and 8, or seat by seat 7, 5, 3 and 2.
    bouquets, giving = ["b2", "b3", "b3", "b4"], [7, 5, 2, 3]
    none: dict[str, Any] = {"scoring": {"majorities": "removed"}, "players": [4]}
    entries: dict[str, Any] = {"hand": "p4", "deck": "p2", "giving": giving}
    apart = tables.position(tables.variant(**none), "p4 o3", bouquets, **entries)
    assert leads.leads(apart) == [2, -2, -5, -4]
    teams = {"teams": {"sun": [0, 2], "moon": [1, 3]}, "bouquets": "apart"}
    together = tables.position(tables.variant(**none, partners=teams), "p4 o3", bouquets, **entries)
    assert leads.leads(together) == [1, -1, 1, -1]


def test_alone_the_points_count() -> None:
    state = gardens.position(gardens.rules(), [gardens.garden("y2")], ["r4 r4", "b4 b4"])
    assert leads.leads(state) == [-1]


def test_greedy_likes_equal_moves_equally() -> None:
    state = tr.new_game(tr.load("serendipity-small"), 2, seed=1)
    made = chosen(tr.greedy, state, 90)
    assert {*made} == {"choose blue", "choose red", "choose yellow"}
    assert min(made.values()) > 15


def test_of_thousands_of_moves_greedy_tries_a_sample(monkeypatch: pytest.MonkeyPatch) -> None:
    state = boards.position(boards.BASE, 6, {"f6": "serendip:e up"}, phase="swap")
    assert len(tr.legal_moves(state)) > 4000
    tried: list[tr.Move] = []

    def apply(at: tr.State, move: tr.Move) -> tr.State:
        tried.append(move)
        return tr.apply_move(at, move)

    monkeypatch.setattr(leads, "apply_move", apply)
    made = tr.greedy(tr.observe(state, 0), Random(1))
    assert len({*tried}) == len(tried) == MOST_TRIED == 60
    assert tried != [*tr.legal_moves(state)][:MOST_TRIED]
    assert made in tried
    assert tr.why_illegal(state, made) is None


@pytest.mark.parametrize("id", ["flowers", "tulips-full-hand"])
def test_greedy_beats_uniform(id: str) -> None:
    lead = wins = 0
    for seed in range(10):
        seat = seed % 2
        players = [tr.greedy, tr.uniform] if seat == 0 else [tr.uniform, tr.greedy]
        state = played(id, seed, players).state
        points = [sheet.total for sheet in tr.score(state)]
        lead += points[seat] - points[1 - seat]
        wins += points[seat] > points[1 - seat]
    assert wins >= 8
    assert lead > 100
