"""Functions that change nothing but what they return, and values that cannot be changed."""

from __future__ import annotations

import json
import os
import random
import secrets
import time
import uuid
from collections.abc import Callable, Generator, Mapping
from contextlib import ExitStack, contextmanager
from functools import partial
from types import MethodType
from typing import Any
from unittest.mock import patch

import attrs

from tilerules import library
from tilerules.engine import events as happenings
from tilerules.engine import play
from tilerules.engine.moves import Move
from tilerules.engine.positions import Deal, Observation, State
from tilerules.testing.positions import hold

# ---- values that cannot be changed ----------------------------------------------------------


def attributes_stay(value: Any) -> None:
    """No attribute of a value can be set or deleted, or a further one added."""
    before, kind = _fields(value), type(value).__name__
    for name in [*before, *(name for name in dir(value) if not name.startswith("__")), "further"]:
        for change in (partial(setattr, value, name, 1), partial(delattr, value, name)):
            hold(_is_refused(change), f"the attribute `{name}` of a {kind} can be changed")


def _is_refused(change: Callable[[], None]) -> bool:
    try:
        change()
    except AttributeError:
        return True
    return False


def fields_stay(value: Any) -> None:
    """What a value is made of can be hashed, and so is not open to change."""
    for name, field in _fields(value).items():
        try:
            hash(field)
        except TypeError:
            kind = type(value).__name__
            raise AssertionError(f"the field `{name}` of a {kind} can be changed") from None


def data_are_fresh(value: Any) -> None:
    """What a caller does to data changes neither their value nor one that was made of them."""
    before, kind = value.to_json(), type(value).__name__
    spoil(value.to_data())
    hold(value.to_json() == before, f"the data of a {kind} are those that it keeps")
    written = value.to_data()
    read = type(value).from_data(written)
    before = read.to_json()
    spoil(written)
    hold(read.to_json() == before, f"a {kind} keeps the data that it was read from")


def spoil(plain: Any) -> None:
    """Empty every mapping and list in some data."""
    for inner in [*plain.values()] if isinstance(plain, dict) else [*plain]:
        if isinstance(inner, dict | list):
            spoil(inner)
    plain.clear()


def _fields(value: Any) -> dict[str, Any]:
    """What a value is made of, by name."""
    if attrs.has(type(value)):
        return {field.name: getattr(value, field.name) for field in attrs.fields(type(value))}
    return {name: getattr(value, name) for name in getattr(value, "_fields", ())}


# ---- arguments stay, results repeat ---------------------------------------------------------


@attrs.frozen(eq=False)
class World:
    """Arguments for the functions of play.

    Attributes:
        earlier: the state one ply before, or the state itself if it is the first.
        moves: some that are legal, and some that are not.
    """

    deal: Deal
    earlier: State
    state: State
    seed: int
    moves: tuple[Move, ...]

    def snapshot(self) -> list[Any]:
        """All that there is to see of these arguments, hidden things included."""
        values = (self.deal, self.earlier, self.state)
        return [
            *[(hash(each), _fields(each), json.dumps(each.to_data())) for each in values],
            self.moves,
        ]

    @property
    def seen(self) -> Observation:
        """What the seat to move sees."""
        return library.observe(self.state, self.state.to_move)


def _all_views(of: World) -> object:
    viewers = (None, *range(of.state.seats))
    return [
        library.observe(of.state, viewer, memory=m) for viewer in viewers for m in (True, False)
    ]


def _events(of: World) -> object:
    viewers = (None, *range(of.state.seats))
    seen = ([library.observe(at, viewer) for at in (of.earlier, of.state)] for viewer in viewers)
    return [happenings.events(*pair) for pair in seen if of.state.ply]


CALLS: Mapping[str, Callable[[World], object]] = {
    "action_space": lambda w: library.action_space(w.state.ruleset, w.state.seats).mask(w.state),
    "apply_move": lambda w: [tried(play.apply_move, w.state, move) for move in w.moves],
    "deal": lambda w: library.deal(w.state.ruleset, w.state.seats, seed=w.seed),
    "describe": lambda w: library.describe(w.state.ruleset),
    "determinize": lambda w: library.determinize(w.seen, w.seed),
    "draw_svg": lambda w: [library.draw_svg(at) for at in (w.state, w.seen)],
    "draw_text": lambda w: [library.draw_text(at) for at in (w.state, w.seen)],
    "events": _events,
    "legal_moves": lambda w: [play.legal_moves(at) for at in (w.state, w.seen)],
    "new_game": lambda w: library.new_game(w.state.ruleset, w.state.seats, deal=w.deal),
    "observe": _all_views,
    "outcome": lambda w: [library.outcome(at) for at in (w.state, w.seen)],
    "parse_move": lambda w: [tried(library.parse_move, w.state, str(move)) for move in w.moves],
    "score": lambda w: [library.score(at) for at in (w.state, w.seen)],
    "why_illegal": lambda w: [
        play.why_illegal(at, move) for at in (w.state, w.seen) for move in w.moves
    ],
}


def tried(function: Callable[..., Any], *args: Any) -> Any:
    """What a function returns, or the error that it raises."""
    try:
        return function(*args)
    except Exception as error:
        return type(error), str(error)


def arguments_stay_and_results_repeat(of: World, same: World) -> None:
    """No call changes an argument; the same arguments, or equal ones, give the same again."""
    before = of.snapshot()
    hold(same.snapshot() == before, "the same seed and moves give something else")
    for name, call in CALLS.items():
        first = tried(call, of)
        hold(of.snapshot() == before, f"{name} changes what it is given")
        hold(tried(call, of) == first, f"{name} does not give the same again")
        hold(tried(call, same) == first, f"{name} gives something else for equal arguments")


# ---- no chance, no clock --------------------------------------------------------------------

_CLOCKS = ("monotonic", "perf_counter", "process_time", "thread_time", "time")
SOURCES: tuple[tuple[Any, str], ...] = (
    *((random, name) for name in dir(random) if isinstance(getattr(random, name), MethodType)),
    *((time, name + ending) for name in _CLOCKS for ending in ("", "_ns")),
    (os, "urandom"),
    (secrets, "token_bytes"),
    (uuid, "uuid4"),
)


def _refused(*args: Any, **named: Any) -> Any:
    raise AssertionError("a source of chance, or a clock, was read")


@contextmanager
def without_chance_and_clocks() -> Generator[None, None, None]:
    """Where chance, or a clock, is read, that is an error."""
    with ExitStack() as patches:
        for module, name in SOURCES:
            patches.enter_context(patch.object(module, name, _refused))
        yield


def no_chance_and_no_clock_is_read(of: World) -> None:
    """Neither those are read, nor does the state of Python's own source of chance matter."""
    expected, before = {name: tried(call, of) for name, call in CALLS.items()}, random.getstate()
    with without_chance_and_clocks():
        for name, call in CALLS.items():
            hold(tried(call, of) == expected[name], f"{name} reads a source of chance, or a clock")
    hold(random.getstate() == before, "Python's own source of chance is used")
