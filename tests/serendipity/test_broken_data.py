"""Positions broken at random: each is a position after all, or `InvalidData`, and nothing else."""

from __future__ import annotations

import copy
from collections.abc import Callable
from functools import cache

from hypothesis import given, settings
from hypothesis import strategies as st

import tilerules as tr
from tests.serendipity.boards import SMALL, card, observations, random_game
from tests.serendipity.changes import Data, through_json
from tilerules.games.serendipity import Observation, State

json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.sampled_from([10**9, -1, 0, 1, 2, 90, 2**63, 10**4000])
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["blue", "red", "serendip", "e", "a1", "f6", "over", "decide", "removed"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=6,
)


@st.composite
def broken(draw: st.DrawFn, goods: Callable[[], list[Data]]) -> Data:
    """Good data of which up to four entries were taken away, replaced, added or exchanged."""
    plain = copy.deepcopy(draw(st.sampled_from(goods())))
    for _ in range(draw(st.integers(1, 4))):
        block, key = draw(_entries(plain))
        other_block, other_key = draw(_entries(plain))
        match draw(st.sampled_from(["take away", "replace", "add", "exchange"])):
            case "take away":
                del block[key]
            case "replace":
                block[key] = draw(json_values)
            case "add":
                block[draw(st.text(max_size=3) | st.just(other_key))] = draw(json_values)
            case _:
                block[key], other_block[other_key] = (
                    copy.deepcopy(other_block[other_key]),
                    copy.deepcopy(block[key]),
                )
    return plain


@st.composite
def _entries(draw: st.DrawFn, plain: Data) -> tuple[Data, str]:
    """A block somewhere in the data, and one of its keys; higher up about as often as below."""
    block = plain
    while True:
        key = draw(st.sampled_from(sorted(block) or ["new"]))
        block.setdefault(key, 0)
        if not (isinstance(block[key], dict) and block[key] and draw(st.booleans())):
            return block, key
        block = block[key]


@cache
def states() -> list[Data]:
    """States in every phase, of a bundled card and of one that lies whole in the data."""
    found: dict[tuple[int, str], Data] = {}
    for rules in (SMALL, card("serendipity-small", turn={"unowned": {"stays_up": "chosen"}})):
        for state in random_game(rules, 2, seed=7):
            found.setdefault((id(rules), state.phase), through_json(state.to_data()))
    return list(found.values())


@cache
def observed() -> list[Data]:
    """Observations of such states."""
    read = [State.from_data(good) for good in states()]
    return [through_json(seen.to_data()) for state in read for seen in observations(state)]


def check_read(read: tr.Position) -> None:
    """A position that was read can be played on from, and be written and read again."""
    moves = tr.legal_moves(read)
    mine = not isinstance(read, Observation) or read.viewer == read.to_move
    assert bool(len(moves)) == (mine and not read.is_over)
    assert isinstance(tr.draw_text(read), str)
    assert len(tr.score(read)) == read.seats
    assert (tr.outcome(read) is None) == (not read.is_over)


@settings(max_examples=500)
@given(broken(states))
def test_a_broken_state_is_invalid_data_or_a_state(plain: Data) -> None:
    try:
        state = State.from_data(plain)
    except tr.InvalidData:
        return
    check_read(state)
    assert State.from_data(through_json(state.to_data())) == state
    if not state.is_over:
        assert tr.apply_move(state, tr.legal_moves(state)[0]).ply == state.ply + 1


@settings(max_examples=500)
@given(broken(observed))
def test_a_broken_observation_is_invalid_data_or_an_observation(plain: Data) -> None:
    try:
        seen = Observation.from_data(plain)
    except tr.InvalidData:
        return
    check_read(seen)
    assert Observation.from_data(through_json(seen.to_data())) == seen
