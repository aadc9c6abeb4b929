"""Search: what it finds by looking ahead, what bounds it, and that hidden things decide nothing."""

from __future__ import annotations

import pickle
from collections import Counter
from functools import partial
from itertools import count
from random import Random
from typing import Any

import pytest

import tilerules as tr
from tests.benchmarks.strength import Challenge
from tests.bots.test_policies import chosen
from tests.flowers import gardens
from tests.house.shelf import house
from tests.serendipity import boards
from tests.tulips import tables
from tilerules.bots import search as rooms

NO_MAJORITIES: dict[str, Any] = {
    "players": [2],
    "scoring": {"majorities": "removed"},
    "for_players": {2: {"scoring": {"majorities": "removed"}}},
}
LAST_TURN = tables.variant("tulips-full-hand", **NO_MAJORITIES)
SOON = partial(tr.search, iterations=60)


def middle(id: str, seats: int, ply: int, seed: int = 3) -> tr.State:
    """A position that random moves lead to."""
    state, chance = tr.new_game(tr.load(id), seats, seed=seed), Random(seed)
    while state.ply < ply:
        assert state.to_move is not None
        state = tr.apply_move(state, tr.uniform(tr.observe(state, state.to_move), chance))
    return state


def searched(state: tr.State, seed: int = 1, **bounds: Any) -> tr.Move:
    """What a search makes of a position."""
    return tr.search(tr.observe(state, state.to_move), Random(seed), **bounds)


# ---- worked out by hand ---------------------------------------------------------------------


def test_a_card_that_pays_now_pays_more_when_its_colour_is_first() -> None:
    # Pink is first with 4, orange second with 3. Giving the orange 4 pays 2 + 4 at once, and
    # nothing is left that pays. With the orange 2 in the festival orange is first with 5, and the
    # gift pays 3 + 4. Then the deck is empty and the game over.
    state = tables.position(LAST_TURN, "p4 o3", ["b2", "b3"], hand="o2 o4")
    assert chosen(tr.greedy, state) == {"give 1 orange-4": 12}
    assert chosen(SOON, state, 6) == {"add open orange-2": 6}


def test_a_card_is_taken_for_the_place_where_it_fits() -> None:
    # With the open yellow 4 between the others all groups are complete, which is worth 0. Two 4s
    # or more are lost whatever is done with the blue 1, and the hidden card is a 4 in less than
    # half of all cases. Each of these cards is the last of its pile and ends the game.
    garden = gardens.garden("y4 y4 . y4", "r1 b2 b2 g1")
    piles = ["y4", "b1", "b3"]
    state = gardens.position(gardens.rules(), [garden, gardens.garden("y1")], piles)
    assert {*chosen(tr.greedy, state)} == {"take 0", "take 1", "take 2"}
    assert chosen(SOON, state, 6) == {"take 0": 6}


def test_a_flower_that_has_been_seen_is_better_than_one_that_may_be_there() -> None:
    # This is the last turn, and all Serendips lie up, far away. The blue flower on d3 joins the
    # others, and the turn goes on; what lies beside them unseen is mostly not blue.
    rules = boards.card("serendipity-small", end={"turn_limit": 1})
    away = ("a3", "a4", "b4", "b5", "c6", "e6", "f4", "f5", "g3", "g4")
    board = dict.fromkeys(away, "serendip:e up") | {"d1": "blue up", "d2": "blue up"}
    state = boards.position(rules, 2, board | {"d3": "blue seen"})
    assert len(chosen(tr.greedy, state)) > 1
    assert chosen(SOON, state, 6) == {"reveal d3": 6}


def test_of_equal_points_the_tie_break_decides() -> None:
    # Nothing pays any more, the first colour is not paid for when it is kept, and the points are
    # equal; but with the card kept seat 0 has the larger bouquet.
    rules = tables.variant(**NO_MAJORITIES)
    state = tables.position(
        rules, "p4 o3", ["b2", "b3"], hand="p2", phase="second", done=["give"], giving=[5, 5]
    )
    assert {*chosen(tr.greedy, state)} == {"keep", "add open", "add secret"}
    assert chosen(SOON, state, 6) == {"keep": 6}


# ---- what it may know -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("id", "ply"),
    [("serendipity-small", 9), ("flowers", 8), ("flowers", 9), ("tulips", 1), ("tulips", 8)],
)
def test_what_is_hidden_decides_nothing(id: str, ply: int) -> None:
    state = middle(id, 2, ply)
    alike = tr.determinize(tr.observe(state, state.to_move), seed=8)
    assert alike != state
    quick = partial(tr.search, iterations=8)
    assert chosen(quick, alike, 4) == chosen(quick, state, 4)


# ---- bounds ---------------------------------------------------------------------------------


@pytest.fixture
def tried(monkeypatch: pytest.MonkeyPatch) -> list[rooms._Tree]:
    """The tree of each game that is tried."""
    trees: list[rooms._Tree] = []
    grow = rooms._Tree.grow

    def grown(tree: rooms._Tree) -> None:
        trees.append(tree)
        grow(tree)

    monkeypatch.setattr(rooms._Tree, "grow", grown)
    return trees


@pytest.mark.parametrize("iterations", [1, 7])
def test_as_many_games_are_tried_as_were_asked_for(
    iterations: int, tried: list[rooms._Tree]
) -> None:
    searched(middle("tulips", 2, 8), iterations=iterations)
    assert len(tried) == iterations
    assert sum(results.number for results in tried[0].root.tried.values()) == iterations


def test_without_a_bound_few_games_are_tried(tried: list[rooms._Tree]) -> None:
    searched(middle("tulips", 2, 8))
    assert len(tried) == rooms.ITERATIONS


@pytest.mark.parametrize(("iterations", "games"), [(None, 5), (99, 5), (3, 3)])
def test_when_the_time_is_over_the_game_that_goes_on_is_the_last(
    iterations: int | None,
    games: int,
    tried: list[rooms._Tree],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # By this clock each game takes 10 seconds: the fifth one begins after 40.
    monkeypatch.setattr(rooms, "monotonic", lambda: 1000 + 10 * len(tried))
    searched(middle("tulips", 2, 8), iterations=iterations, seconds=41)
    assert len(tried) == games


def test_the_clock_is_a_real_one() -> None:
    state = middle("tulips", 2, 8)
    assert searched(state, iterations=None, seconds=0.01) in tr.legal_moves(state)


@pytest.mark.parametrize(
    ("bounds", "message"),
    [
        ({"iterations": None}, "a search needs a bound: iterations, seconds or both"),
        ({"iterations": 0}, "a number of iterations from 1 on, not 0"),
        ({"iterations": 2.0}, "a number of iterations from 1 on, not 2.0"),
        ({"iterations": True}, "a number of iterations from 1 on, not True"),
        ({"seconds": 0}, "a number of seconds above 0, not 0"),
        ({"seconds": -1.5}, "a number of seconds above 0, not -1.5"),
        ({"seconds": "3"}, "a number of seconds above 0, not '3'"),
        ({"seconds": float("nan")}, "a number of seconds above 0, not nan"),
        ({"seconds": float("inf")}, "a number of seconds above 0, not inf"),
    ],
)
def test_bounds_that_cannot_be(bounds: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        searched(middle("tulips", 2, 8), **bounds)


def test_a_single_move_is_made_at_once(tried: list[rooms._Tree]) -> None:
    state, chance = middle("serendipity", 6, 5), Random(1)
    before = chance.getstate()
    assert [tr.search(tr.observe(state, 5), chance)] == [*tr.legal_moves(state)]
    assert (tried, chance.getstate()) == ([], before)


# ---- how it looks ---------------------------------------------------------------------------


def test_the_same_chance_makes_the_same_move() -> None:
    seen = tr.observe(middle("flowers", 2, 33), 0)
    moves = [[SOON(seen, Random(seed)) for seed in range(3)] for _ in range(2)]
    assert moves[0] == moves[1]


def test_all_that_is_tried_first_is_tried_in_the_same_guesses(tried: list[rooms._Tree]) -> None:
    searched(middle("tulips", 2, 8), iterations=40)
    tree = tried[0]
    numbers = [results.number for results in tree.root.tried.values()]
    assert len(numbers) > 1
    assert len(tree.guesses) == max(numbers) < 40


def test_what_comes_of_a_move_is_compared_with_the_greedy_one(tried: list[rooms._Tree]) -> None:
    # As above, giving the orange 4 is greedy, and nothing that can follow pays.
    state = tables.position(LAST_TURN, "p4 o3", ["b2", "b3"], hand="o2 o4")
    searched(state, iterations=60)
    results = tried[0].root.tried[tr.Move("give", ("1", "orange-4"))]
    assert results.number > 4
    assert (results.sum, results.squares) == (0, 0)


@pytest.mark.parametrize(("seats", "turns"), [(2, 7), (3, 7), (4, 5), (5, 6), (6, 7)])
def test_it_looks_ahead_by_whole_rounds(
    seats: int, turns: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    # This turn and six others, or as many of them as make whole rounds.
    looked: set[int] = set()

    def leads_of(state: tr.State) -> list[int]:
        looked.add(state.turns)
        return [0] * seats

    monkeypatch.setattr(rooms, "leads", leads_of)
    state = middle("tulips", seats, seats + 3)
    searched(state, iterations=4)
    assert looked == {state.turns + turns}


def test_each_seat_moves_by_what_it_knows(tried: list[rooms._Tree]) -> None:
    searched(middle("tulips", 2, 9), iterations=60)
    tree = tried[0]
    assert {seen.viewer for seen in tree.nodes} == {0, 1}
    assert all(seen.viewer == seen.to_move for seen in tree.nodes)
    # A card is drawn for the second action, unseen before: one move leads to several nodes.
    later = Counter(seen.last_move for seen in tree.nodes if seen.ply == 10)
    assert max(later.values()) > 1


def test_each_seat_moves_by_what_comes_of_it_for_itself(
    tried: list[rooms._Tree], monkeypatch: pytest.MonkeyPatch
) -> None:
    # Seat 1 has more from game to game, and seat 0 never anything.
    points = count()
    monkeypatch.setattr(rooms, "leads", lambda _: [0, next(points)])
    searched(middle("tulips", 2, 10), iterations=40)
    found: dict[int, set[float]] = {0: set(), 1: set()}
    for seen, node in tried[0].nodes.items():
        assert seen.viewer is not None
        found[seen.viewer] |= {results.sum for results in node.tried.values()}
    assert found[0] == {0}
    assert min(found[1]) > 0


def test_where_nothing_matters_all_moves_are_tried_alike(
    tried: list[rooms._Tree], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooms, "leads", lambda _: [0, 0])
    state = middle("tulips", 2, 10)
    searched(state, iterations=60)
    numbers = [results.number for results in tried[0].root.tried.values()]
    assert len(numbers) == len(tr.legal_moves(state)) > 2
    assert max(numbers) <= min(numbers) + 2


def test_the_same_luck_makes_the_same_game() -> None:
    state = middle("tulips", 3, 12)
    tree = rooms._Tree(tr.observe(state, state.to_move), Random(1))
    games = [tuple(tree.played_on(state, luck)) for luck in range(8)]
    assert games == [tuple(tree.played_on(state, luck)) for luck in range(8)]
    assert len({*games}) > 1


def test_of_thousands_of_moves_a_sample_is_tried(tried: list[rooms._Tree]) -> None:
    state = boards.position(boards.SMALL, 2, {"d4": "serendip:e up"}, phase="swap")
    moves = tr.legal_moves(state)
    assert len(moves) > 500
    assert searched(state, iterations=9) in moves
    assert 2 <= len(tried[0].root.tried) <= 6


def test_the_sample_grows(tried: list[rooms._Tree], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms, "AT_FIRST", 2)
    monkeypatch.setattr(rooms, "LATER", 1)
    monkeypatch.setattr(rooms, "WIDTH_AT_FIRST", 50)
    state = boards.position(
        boards.SMALL, 2, {"d4": "serendip:e up"}, phase="decide", turned_up="d4"
    )
    moves = tr.legal_moves(state)
    assert len(moves) > 20
    searched(state, iterations=8)
    root = tried[0].root
    assert len(root.tried) == 8
    assert {*root.tried} < {*moves}
    assert len(root.waiting) < 2


@pytest.mark.parametrize(
    ("rules", "seats"),
    [
        (house("flowers-for-one"), 1),
        (house("flowers-two-gardeners"), 4),
        (house("flowers-secret-hand"), 2),
        (house("serendipity-partners"), 4),
        (house("serendipity-few-swaps"), 2),
        (house("tulips-two-and-two"), 4),
        (house("tulips-gifts-alone"), 3),
        (tr.load("tulips-full-hand"), 2),
        (tr.load("flowers-summer"), 1),
    ],
    ids=lambda value: getattr(value, "id", str(value)),
)
def test_it_plays_by_every_card(rules: tr.Ruleset, seats: int) -> None:
    # A move that breaks the rules raises `IllegalMove`. Only each seventh move is searched for.
    state, chance = tr.new_game(rules, seats, seed=5), Random(5)
    phases = set()
    while state.to_move is not None:
        policy = tr.uniform if state.ply % 7 else partial(tr.search, iterations=2)
        phases.add(state.phase)
        state = tr.apply_move(state, policy(tr.observe(state, state.to_move), chance))
    assert len(phases) > 1


def test_a_bound_search_is_a_policy_that_can_be_sent() -> None:
    policy: tr.Policy = pickle.loads(pickle.dumps(partial(tr.search, iterations=4)))
    state = middle("tulips", 2, 9)
    assert policy(tr.observe(state, state.to_move), Random(2)) == searched(state, 2, iterations=4)


@pytest.mark.unmeasured
def test_search_beats_greedy() -> None:
    # Games of Flowers with four cards in each pile. `docs/guides/policies.md` has whole ones.
    few = {"piles": {"sizes": [4, 4, 4]}}
    rules = gardens.variant(players=[2], for_players={2: few})
    lead, _ = Challenge(rules, 2, partial(tr.search, iterations=12), tr.greedy, 1).played(16)
    assert lead.low is not None
    assert lead.low > 0
