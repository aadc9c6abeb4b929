"""Summaries as values, as data, and added up."""

from __future__ import annotations

import copy
import pickle
import re
from collections.abc import Callable
from functools import reduce
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tilerules as tr
from tests.house.shelf import house
from tests.schemas import validator
from tests.simulation.made_up import game, summary
from tilerules.simulation.summary import Choices, joined, joined_ranges, summed_up

TULIPS = tr.load("tulips")
DONE = tr.simulate(TULIPS, 2, 20, [tr.greedy, tr.uniform], seed=1)
VALID = validator("summary")

# ---- values ---------------------------------------------------------------------------------


def test_a_summary_is_a_value() -> None:
    for other in (pickle.loads(pickle.dumps(DONE)), copy.deepcopy(DONE)):
        assert (other, hash(other), repr(other)) == (DONE, hash(DONE), repr(DONE))
    assert repr(DONE) == "<Summary of 20 games of tulips, 2 seats>"
    alone = tr.simulate(tr.load("flowers"), 1, 1, tr.uniform, seed=1)
    assert repr(alone) == "<Summary of 1 game of flowers, 1 seat>"
    assert alone != DONE


def test_a_summary_shows_itself_in_a_notebook() -> None:
    html = DONE._repr_html_()
    assert "<caption>tulips, 20 games: greedy, uniform</caption>" in html
    rows = re.findall("<tr><td>(.*?)</td><td>(.*?)</td><td>(.*?)</td></tr>", html)
    assert [row[0] for row in rows] == [measure.title for measure in DONE.measures]
    assert [row[1] for row in rows][:2] == ["50.00", "24.00"]  # tulips of two seats, always
    nothing = summary([])
    assert "<caption>made-up, 0 games: nobody, nobody</caption>" in nothing._repr_html_()


# ---- added up -------------------------------------------------------------------------------

GAMES = st.builds(
    game,
    st.integers(0, 5),
    st.tuples(st.integers(-2, 2), st.integers(-2, 2)),
    offered=st.integers(5, 9),
    winners=st.sampled_from([(), (0,), (1,), (0, 1)]),
    cut_short=st.booleans(),
)


@given(st.lists(GAMES, max_size=12), st.data())
def test_parts_add_up_to_the_whole_in_any_order(games: list[Any], data: st.DataObject) -> None:
    cuts = sorted({0, *data.draw(st.sets(st.integers(0, len(games)))), len(games)})
    none = summary([])
    parts = [
        summed_up(none, start, games[start:stop])
        for start, stop in zip(cuts, [*cuts[1:], len(games)], strict=True)
    ]
    whole = summary(games)
    assert reduce(joined, data.draw(st.permutations(parts)), none) == whole
    assert tr.Summary.from_json(whole.to_json()) == whole
    assert VALID.is_valid(whole.to_data())


def test_a_long_id_comes_back() -> None:
    """Layers laid over a card add theirs to its id."""
    layers = [
        {"id": "a" * 64, "scoring": {"matches": {"points": 3}}},
        {"id": "b" * 64, "scoring": {"serendips": {"points": 9}}},
        {"id": "c" * 64, "end": {"turn_limit": 99}},
    ]
    ruleset = tr.load("serendipity-small", *layers)
    done = tr.simulate(ruleset, 2, 1, tr.uniform, seed=1)
    assert len(done.ruleset) > 200
    assert VALID.is_valid(done.to_data())
    assert tr.Summary.from_json(done.to_json()) == done


def test_ranges_that_touch_are_one() -> None:
    assert joined_ranges([(5, 7), (0, 2), (2, 3), (7, 8), (10, 11)]) == ((0, 3), (5, 8), (10, 11))
    assert joined_ranges([]) == ()


# ---- data -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "done",
    [
        DONE,
        summary([]),
        tr.simulate(house("flowers-for-one"), 1, 9, tr.uniform, seed=b"\x00"),
        tr.simulate(house("serendipity-partners"), 4, 2, tr.uniform, seed=-(10**30)),
        tr.simulate(house("serendipity-twelve-turns"), 3, 2, tr.uniform, seed=0),
    ],
)
def test_a_summary_comes_back(done: tr.Summary) -> None:
    text = done.to_json()
    read = tr.Summary.from_json(text)
    assert (read, hash(read), read.to_json()) == (done, hash(done), text)
    assert tr.Summary.from_data(done.to_data()) == done
    VALID.validate(done.to_data())


def test_the_data_of_a_summary() -> None:
    """Two games of three: each seat wins one, and one is shared."""
    games = [
        game(10, (5, 2), offered=30, winners=(0,)),
        game(12, (3, 3), offered=31, winners=(0, 1), cut_short=True),
        game(10, (2, 4), offered=32, winners=(1,)),
    ]
    assert summary(games).to_data() == {
        "format": 1,
        "ruleset": "made-up",
        "digest": 64 * "0",
        "seats": 2,
        "policies": ["nobody", "nobody"],
        "seed": 1,
        "played": [[0, 3]],
        "plies": [[10, 2], [12, 1]],
        "turns": [[5, 2], [6, 1]],
        "points": [[[2, 1], [3, 1], [5, 1]], [[2, 1], [3, 1], [4, 1]]],
        "wins": [[[1, 1], [2, 1]], [[1, 1], [2, 1]]],
        "cut_short": 1,
        "choices": {"total": 93, "squares": 900 + 961 + 1024, "products": 300 + 372 + 320},
    }


def changed(*path: Any, to: Any) -> Callable[[Any], None]:
    """What puts something else at a place of data."""

    def change(data: Any) -> None:
        for key in path[:-1]:
            data = data[key]
        data[path[-1]] = to

    return change


TWO = summary([game(10, (5, 2)), game(11, (3, 3), winners=(0, 1)), game(10, winners=(1,))])
FAULTS: dict[str, tuple[Callable[[Any], None], str, str]] = {
    "no digest": (changed("digest", to="a" * 63), "digest", "64 hexadecimal digits"),
    "no seats": (changed("seats", to=0), "seats", "a whole number from 1 to 100"),
    "too many seats": (changed("seats", to=101), "seats", "a whole number from 1 to 100"),
    "another number of seats": (changed("seats", to=3), "points", "3 seats, not 2"),
    "a policy too many": (changed("policies", to=["a"] * 3), "policies", "2 names, not 3"),
    "a policy of two lines": (changed("policies", 1, to="a\nb"), "policies[1]", "one line"),
    "no ruleset": (changed("ruleset", to="my rules"), "ruleset", "the id of a ruleset, not 'my r"),
    "a fraction as a seed": (changed("seed", to=1.5), "seed", "a whole number"),
    "no hexadecimal seed": (changed("seed", to="bytes 0a1"), "seed", "hexadecimal digits"),
    "a seed without a kind": (changed("seed", to="7"), "seed", "hexadecimal digits"),
    "an empty range": (changed("played", 0, to=[3, 3]), "played[0][1]", "from 4"),
    "a range backwards": (changed("played", 0, to=[3, 0]), "played[0][1]", "from 4"),
    "a game below 0": (changed("played", 0, to=[-1, 2]), "played[0][0]", "from 0"),
    "ranges that overlap": (changed("played", to=[[0, 2], [1, 2]]), "played[1][0]", "from 3"),
    "ranges that touch": (changed("played", to=[[0, 2], [2, 3]]), "played[1][0]", "from 3"),
    "three numbers": (changed("played", 0, to=[0, 1, 3]), "played[0]", "2 numbers, not 3"),
    "another number of games": (changed("played", to=[[0, 4]]), "plies", "adds up to 3 games, not"),
    "values that repeat": (changed("plies", to=[[10, 2], [10, 1]]), "plies[1][0]", "from 11"),
    "values that descend": (changed("plies", to=[[10, 2], [9, 1]]), "plies[1][0]", "from 11"),
    "plies below 0": (changed("plies", to=[[-1, 3]]), "plies[0][0]", "from 0"),
    "a value of no games": (changed("turns", to=[[5, 3], [6, 0]]), "turns[1][1]", "from 1"),
    "turns of one game": (changed("turns", to=[[5, 1]]), "turns", "adds up to 1 game, not 3"),
    "points of two games": (changed("points", 1, to=[[0, 2]]), "points[1]", "to 2 games, not 3"),
    "a win of three": (changed("wins", 0, to=[[3, 1]]), "wins[0][0][0]", "from 1 to 2"),
    "too many wins": (changed("wins", 0, to=[[1, 3], [2, 1]]), "wins", "3 games cannot have been"),
    "half a shared win": (changed("wins", 0, to=[[1, 1]]), "wins", "3 games cannot have been"),
    "shared with oneself": (
        changed("wins", to=[[[2, 2]], []]),
        "wins",
        "a seat has more wins than there were",
    ),
    "cut short too often": (changed("cut_short", to=4), "cut_short", "there were 3 games"),
    "a key too many": (changed("choices", "more", to=1), "choices", "there is no key"),
    "fewer moves than plies": (
        changed("choices", to={"total": 30, "squares": 2700, "products": 930}),
        "choices",
        "no games of such plies",
    ),
    "too few squares": (changed("choices", "squares", to=2699), "choices", "no games of such"),
    "too few products": (changed("choices", "products", to=320), "choices", "no games of such"),
    "too many products": (changed("choices", "products", to=932), "choices", "no games of such"),
    "products beyond squares": (
        changed("choices", to={"total": 90, "squares": 2701, "products": 2702}),
        "choices",
        "no games of such plies",
    ),
}


@pytest.mark.parametrize(("change", "path", "problem"), FAULTS.values(), ids=FAULTS)
def test_what_cannot_be_is_named(change: Callable[[Any], None], path: str, problem: str) -> None:
    data = TWO.to_data()
    assert tr.Summary.from_data(data) == TWO
    change(data)
    with pytest.raises(tr.InvalidData) as caught:
        tr.Summary.from_data(data)
    assert caught.value.path == path
    assert problem in caught.value.problem


@pytest.mark.parametrize("key", sorted(DONE.to_data().keys() - {"format"}))
def test_every_key_is_needed(key: str) -> None:
    data = DONE.to_data()
    del data[key]
    with pytest.raises(tr.InvalidData, match="is missing") as caught:
        tr.Summary.from_data(data)
    assert caught.value.path == key
    assert not VALID.is_valid(data)


def test_the_largest_sums_are_read() -> None:
    """A thousand million games, of a million moves with a thousand choices each."""
    choices = Choices(10**18, 10**27, 10**24)
    plies = ((10**6, 10**9),)
    zero = ((0, 10**9),)
    done = tr.Summary(
        ruleset="endless",
        digest="0" * 64,
        seats=1,
        policies=("uniform",),
        seed=1,
        played=((0, 10**9),),
        plies=plies,
        turns=zero,
        points=(zero,),
        wins=((),),
        cut_short=10**9,
        choices=choices,
    )
    assert tr.Summary.from_json(done.to_json()) == done
    VALID.validate(done.to_data())


def test_no_true_games_are_taken_for_false() -> None:
    """However long and narrow they are: some with a single choice at every ply, some with none."""
    chance = Random(1)
    for _ in range(300):
        some = [
            game(
                plies := chance.choice((0, 1, 7, 300)), offered=plies * chance.choice((1, 1, 2, 90))
            )
            for _ in range(chance.randrange(1, 5))
        ]
        assert tr.Summary.from_data(summary(some).to_data()).games == len(some)
