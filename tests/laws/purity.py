"""Functions that change nothing but what they return, and values that cannot be changed."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from random import Random
from typing import Any

import attrs
import pytest

import tilerules as tr
from tests.laws.positions import Card, seats_of
from tilerules.ruleset.values import FrozenMap, thawed
from tilerules.testing import purity
from tilerules.testing.purity import spoil, without_chance_and_clocks

# ---- arguments for every public function ----------------------------------------------------

TEXTS = ("keep", "move a1", "swap b1 a1", "take 0", "place 1,0", "give 1", "add open", "jump", "")


@attrs.frozen(eq=False)
class World:
    """Arguments for every public function."""

    card: Card
    text: str
    ruleset: tr.Ruleset
    seats: int
    seed: int | bytes
    deal: Any
    state: Any
    earlier: Any
    seen: Any
    move: tr.Move
    others: tuple[tr.Move, ...]

    def snapshot(self) -> tuple[Any, ...]:
        """All that there is to see of these arguments, hidden things included."""
        values = (self.ruleset, self.deal, self.state, self.seen, self.move, self.others)
        return (
            copy.deepcopy(self.card),
            [hash(value) for value in values],
            [attrs.astuple(value, recurse=False) for value in (self.deal, self.state, self.seen)],
            [json.dumps(value.to_data()) for value in (self.ruleset, self.state, self.seen)],
            (self.deal.layout, self.deal.salt, self.deal.commitment, repr(self.move)),
            thawed(self.ruleset.values_for(self.seats)),
        )


def world(card: Card, number: int, seed: int | bytes, plies: int) -> World:
    """A position of a card, some plies after its beginning."""
    ruleset = tr.load(card)
    seats = seats_of(ruleset, number)
    deal = tr.deal(ruleset, seats, seed=seed)
    earlier = state = tr.new_game(ruleset, seats, deal=deal)
    for ply in range(plies):
        if moves := tr.legal_moves(state):
            earlier, state = state, tr.apply_move(state, moves[(number + ply * ply) % len(moves)])
    space = tr.action_space(ruleset, seats)
    others = tuple(space.move((number * ply) % len(space)) for ply in range(1, 9))
    moves = tr.legal_moves(state)
    move = moves[number % len(moves)] if moves else others[0]
    before, seen = (tr.observe(at, state.to_move) for at in (earlier, state))
    return World(card, "title: [", ruleset, seats, seed, deal, state, before, seen, move, others)


CALLS: Mapping[str, Callable[[World], Any]] = {
    "action_space": lambda w: tr.action_space(w.ruleset, w.seats).mask(w.state),
    "apply_move": lambda w: [tried(tr.apply_move, w.state, move) for move in (w.move, *w.others)],
    "check": lambda w: (tr.check(w.card), tr.check(w.text)),
    "deal": lambda w: tr.deal(w.ruleset, w.seats, seed=w.seed),
    "determinize": lambda w: tr.determinize(w.seen, w.seed),
    "describe": lambda w: tr.describe(w.ruleset),
    "diff": lambda w: tried(tr.diff, w.ruleset, tr.load(w.ruleset.game)),
    "draw_text": lambda w: (tr.draw_text(w.state), tr.draw_text(w.seen)),
    "draw_svg": lambda w: (
        tr.draw_svg(w.state),
        tr.draw_svg(w.seen, highlight=tr.score(w.state)[0]),
    ),
    "events": lambda w: tried(tr.events, w.earlier, w.seen),
    "greedy": lambda w: tried(tr.greedy, w.seen, Random(1)),
    "legal_moves": lambda w: (tr.legal_moves(w.state), tr.legal_moves(w.seen)),
    "load": lambda w: (tr.load(w.card).to_data(), tr.load("serendipity").to_data()),
    "new_game": lambda w: (
        tr.new_game(w.ruleset, w.seats, seed=w.seed),
        tr.new_game(w.ruleset, w.seats, deal=w.deal),
    ),
    "numbers": lambda w: tr.numbers(w.seen),
    "observe": lambda w: [
        tr.observe(w.state, viewer, memory=memory)
        for viewer in (None, *range(w.seats))
        for memory in (True, False)
    ],
    "outcome": lambda w: (tr.outcome(w.state), tr.outcome(w.seen)),
    "parse_move": lambda w: [
        tried(tr.parse_move, position, text)
        for position in (w.state, w.seen)
        for text in (str(w.move), *TEXTS)
    ],
    "planes": lambda w: tr.planes(w.ruleset, w.seats),
    "ruleset_ids": lambda w: tr.ruleset_ids(),
    "score": lambda w: (tr.score(w.state), tr.score(w.seen)),
    "uniform": lambda w: tried(tr.uniform, w.seen, Random(1)),
    "verify_deal": lambda w: tr.verify_deal(w.deal, w.deal.commitment),
    "why_illegal": lambda w: [
        tr.why_illegal(position, move)
        for position in (w.state, w.seen)
        for move in (w.move, *w.others)
    ],
}

PLAYING: Mapping[str, Callable[[World], Any]] = {
    "compare": lambda w: tr.compare(w.ruleset, w.ruleset, w.seats, 1, tr.uniform, seed=1),
    "playout": lambda w: tr.playout(w.state, tr.uniform, 1),
    "search": lambda w: tried(partial(tr.search, iterations=2), w.seen, Random(1)),
    "simulate": lambda w: tr.simulate(w.ruleset, w.seats, 1, tr.uniform, seed=1),
}
"""Those that play whole games, and look at a clock for how long that takes."""


def tried(function: Callable[..., Any], *args: Any) -> Any:
    """What a function returns, or the error that it raises."""
    try:
        return function(*args)
    except (tr.TilerulesError, ValueError) as error:
        return type(error), error.args


def everything(of: World) -> dict[str, Any]:
    """All that the public functions return."""
    return {name: call(of) for name, call in CALLS.items()}


# ---- arguments stay, results repeat ---------------------------------------------------------


def arguments_stay_and_results_repeat(
    card: Card,
    number: int,
    seed: int | bytes,
    plies: int,
    calls: Mapping[str, Callable[[World], Any]] = CALLS,
) -> None:
    """No call changes an argument; the same arguments, or equal ones, give the same again."""
    of = world(card, number, seed, plies)
    before, same = of.snapshot(), world(copy.deepcopy(card), number, seed, plies)
    for name, call in calls.items():
        first = call(of)
        assert of.snapshot() == before, name
        assert call(of) == first, name
        assert call(same) == first, name
    assert same.snapshot() == before


def data_are_fresh(of: World) -> None:
    """What a caller does to data changes nothing that was made of it."""
    before = of.snapshot()
    for value in (of.ruleset, of.state, of.seen):
        spoil(value.to_data())
    assert of.snapshot() == before
    for kind, value in ((tr.State, of.state), (tr.Observation, of.seen)):
        written = value.to_data()
        read = kind.from_data(written)
        spoil(written)
        assert read == value


# ---- no chance, no clock --------------------------------------------------------------------


def no_chance_and_no_clock_is_read(of: World) -> None:
    """Neither those are read, nor does the state of Python's own source of chance matter."""
    expected, before = everything(of), random.getstate()
    with without_chance_and_clocks():
        assert everything(of) == expected
    assert random.getstate() == before
    random.seed(1)
    try:
        assert everything(of) == expected
    finally:
        random.setstate(before)


# ---- values that cannot be changed ----------------------------------------------------------


def attributes_stay(values: Iterable[Any]) -> set[type]:
    """No attribute of these values can be set or deleted; the classes that they are of."""
    classes = set()
    for value in values:
        classes.add(type(value))
        purity.attributes_stay(value)
    return classes


def mapping_stays(mapping: Any, key: Any) -> None:
    """Nothing can be put into a mapping, or taken out of it."""
    before = dict(mapping)
    for name in ("clear", "pop", "popitem", "setdefault", "update"):
        assert not hasattr(mapping, name)
    with pytest.raises(TypeError):
        mapping[key] = 1
    with pytest.raises(TypeError):
        del mapping[key]
    with pytest.raises(AttributeError):
        mapping.something_new = 1
    assert dict(mapping) == before


def values_are_frozen(card: Card) -> None:
    """Nothing in the values of a card can be changed, at any depth."""
    ruleset = tr.load(card)
    for seats in ruleset.seat_counts:
        _frozen_throughout(ruleset.values_for(seats))
    _frozen_throughout(ruleset.values)
    hash(ruleset.values)


def _frozen_throughout(value: Any) -> None:
    assert isinstance(value, FrozenMap | tuple | str | int)
    if isinstance(value, FrozenMap | tuple):
        for each in value.values() if isinstance(value, FrozenMap) else value:
            _frozen_throughout(each)
