"""What is written is read as the same move, and a short form as the move it stands for."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tilerules as tr
from tests.notation.cards import CASES, RULESETS
from tests.notation.drawn import GAMES, Position, positions
from tests.notation.language import as_it_lies

pytestmark = pytest.mark.unmeasured

FEW = 30
"""So many of the legal moves of a position are looked at."""


def some(moves: tr.LegalMoves) -> list[tr.Move]:
    """All of these moves, or some that are drawn from many."""
    return list(moves) if len(moves) <= FEW else random.Random(len(moves)).sample(moves, FEW)


def game(ruleset: tr.Ruleset, seats: int) -> Iterator[tr.State]:
    """The states of a game of random moves."""
    state, chance = tr.new_game(ruleset, seats, seed=3), random.Random(seats)
    yield state
    while moves := tr.legal_moves(state):
        state = tr.apply_move(state, chance.choice(moves))
        yield state


def view(state: tr.State) -> Position:
    """The state, or what somebody sees of it, one ply after the other."""
    memory = state.ply % 2 == 0
    viewers = ["state", None, *range(state.seats)]
    viewer = viewers[state.ply % len(viewers)]
    return state if isinstance(viewer, str) else tr.observe(state, viewer, memory=memory)


@pytest.mark.parametrize("case", CASES)
def test_legal_moves_are_read_as_they_are_written(case: str) -> None:
    kinds = set()
    for state in game(*CASES[case]):
        moves, position = some(tr.legal_moves(state)), view(state)
        assert [tr.parse_move(position, str(move)) for move in moves] == moves
        kinds |= {move.kind for move in moves}
    assert len(kinds) >= 2, "a game has moves of several kinds"


@pytest.mark.parametrize("name", RULESETS)
def test_all_moves_are_read_as_they_are_written(name: str) -> None:
    """Where no Serendip waits, nothing is completed; no two moves differ by case or blanks."""
    ruleset = RULESETS[name]
    for seats in {min(ruleset.seat_counts), max(ruleset.seat_counts)}:
        position = tr.observe(tr.new_game(ruleset, seats, seed=1), None)
        space = tr.action_space(ruleset, seats)
        moves = [space.move(id) for id in range(len(space))]
        texts = [str(move) for move in moves]
        assert [tr.parse_move(position, text) for text in texts] == moves
        assert len({"".join(text.lower().split()) for text in texts}) == len(moves)


@pytest.mark.parametrize("of", GAMES)
@settings(max_examples=40)
@given(st.data())
def test_moves_of_any_card_are_read_as_they_are_written(of: str, data: st.DataObject) -> None:
    language, position = data.draw(positions(of))
    space = tr.action_space(position.ruleset, language.seats)
    legal = space.mask(position)
    for id in data.draw(st.lists(st.integers(0, len(space) - 1), max_size=20)):
        move = space.move(id)
        read = tr.parse_move(position, str(move))
        assert read == language.meant(str(move), position)
        assert read == move or not legal[id], "only what is not legal is completed"
    for move in some(tr.legal_moves(position)):
        assert tr.parse_move(position, str(move)) == move


@pytest.mark.parametrize("name", ["serendipity", "serendipity-turning", "serendipity-small"])
def test_short_forms_of_a_serendip_are_legal_where_the_long_ones_are(name: str) -> None:
    """Whoever leaves the facing out never has to say it: the Serendip stays as it lies."""
    waited, chance = 0, random.Random(2)
    for state in game(RULESETS[name], 3):
        facing = as_it_lies(state)
        if facing is None:
            continue
        waited += 1
        exchange = RULESETS[name].values["turn"]["serendip"].get("exchange", {})
        turned = exchange.get("turning") == "free"
        cell = chance.choice([*state.cells])  # type: ignore[attr-defined]
        for short, long in (
            ("keep", f"keep {facing}"),
            (f"move {cell}", f"move {cell} {facing}" if turned else f"move {cell}"),
        ):
            move = tr.parse_move(tr.observe(state, None), short)
            assert str(move) == long
        assert tr.why_illegal(state, tr.parse_move(state, "keep")) is None
        assert tr.why_illegal(state, tr.Move("keep")) is not None
    assert waited >= 3
