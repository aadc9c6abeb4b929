"""Functions that change nothing but what they return, and values that cannot be changed."""

from __future__ import annotations

import ast
import builtins
import copy
import json
import logging
import os
import pickle
import random
import secrets
import subprocess
import sys
import threading
import time
import uuid
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from types import MethodType
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tilerules as tr
from tests.strategies import Card, seeds, serendipity_cards
from tilerules.games import serendipity
from tilerules.ruleset.values import FrozenMap, thawed

SOURCE = Path(tr.__file__).parents[1]
ROOT = Path(__file__).parents[2]

# ---- every public function ------------------------------------------------------------------


@attrs.frozen(eq=False)
class World:
    """Arguments for every public function."""

    card: Card
    text: str
    ruleset: tr.Ruleset
    seats: int
    seed: int | bytes
    deal: serendipity.Deal
    state: serendipity.State
    seen: serendipity.Observation
    move: tr.Move
    others: tuple[tr.Move, ...]

    def snapshot(self) -> tuple[Any, ...]:
        """All that there is to see of these arguments, hidden things included."""
        values = (self.ruleset, self.deal, self.state, self.seen, self.move, self.others)
        return (
            copy.deepcopy(self.card),
            [hash(value) for value in values],
            [attrs.astuple(value, recurse=False) for value in (self.deal, self.state, self.seen)],
            [data(value) for value in (self.ruleset, self.state, self.seen)],
            (self.deal.layout, self.deal.salt, self.deal.commitment, repr(self.move)),
            thawed(self.ruleset.values_for(self.seats)),
        )


def world(card: Card, number: int, seed: int | bytes, plies: int) -> World:
    """A position of a drawn card, some plies after its beginning."""
    ruleset = tr.load(card)
    seats = ruleset.seat_counts[number % len(ruleset.seat_counts)]
    deal = tr.deal(ruleset, seats, seed=seed)
    assert isinstance(deal, serendipity.Deal)
    state = tr.new_game(ruleset, seats, deal=deal)
    assert isinstance(state, serendipity.State)
    for ply in range(plies):
        if moves := tr.legal_moves(state):
            state = tr.apply_move(state, moves[(number + ply * ply) % len(moves)])
    space = tr.action_space(ruleset, seats)
    others = tuple(space.move((number * ply) % len(space)) for ply in range(1, 9))
    moves = tr.legal_moves(state)
    move = moves[number % len(moves)] if moves else others[0]
    seen = tr.observe(state, state.to_move)
    assert isinstance(seen, serendipity.Observation)
    return World(card, "title: [", ruleset, seats, seed, deal, state, seen, move, others)


def data(value: Any) -> bytes:
    """A value as JSON bytes."""
    return json.dumps(value.to_data()).encode()


CALLS: Mapping[str, Callable[[World], Any]] = {
    "action_space": lambda w: tr.action_space(w.ruleset, w.seats).mask(w.state),
    "apply_move": lambda w: [tried(tr.apply_move, w.state, move) for move in (w.move, *w.others)],
    "check": lambda w: (tr.check(w.card), tr.check(w.text)),
    "deal": lambda w: tr.deal(w.ruleset, w.seats, seed=w.seed),
    "draw_text": lambda w: (tr.draw_text(w.state), tr.draw_text(w.seen)),
    "legal_moves": lambda w: (tr.legal_moves(w.state), tr.legal_moves(w.seen)),
    "load": lambda w: (tr.load(w.card).to_data(), tr.load("serendipity").to_data()),
    "new_game": lambda w: (
        tr.new_game(w.ruleset, w.seats, seed=w.seed),
        tr.new_game(w.ruleset, w.seats, deal=w.deal),
    ),
    "observe": lambda w: [
        tr.observe(w.state, viewer, memory=memory)
        for viewer in (None, *range(w.seats))
        for memory in (True, False)
    ],
    "outcome": lambda w: (tr.outcome(w.state), tr.outcome(w.seen)),
    "parse_move": lambda w: [
        tried(tr.parse_move, position, text)
        for position in (w.state, w.seen)
        for text in (str(w.move), "keep", "move a1", "swap b1 a1", "jump", "")
    ],
    "ruleset_ids": lambda w: tr.ruleset_ids(),
    "score": lambda w: (tr.score(w.state), tr.score(w.seen)),
    "uniform": lambda w: tried(tr.uniform, w.seen, Random(1)),
    "why_illegal": lambda w: [
        tr.why_illegal(position, move)
        for position in (w.state, w.seen)
        for move in (w.move, *w.others)
    ],
}


def tried(function: Callable[..., Any], *args: Any) -> Any:
    """What a function returns, or the error that it raises."""
    try:
        return function(*args)
    except (tr.TilerulesError, ValueError) as error:
        return type(error), error.args


def everything(of: World) -> dict[str, Any]:
    return {name: call(of) for name, call in CALLS.items()}


def fixed_world(plies: int = 12) -> World:
    """One world that needs no drawing, with every choice in its card."""
    card = {"extends": "serendipity-small", "turn": {"foreign": {"stays_up": "chosen"}}}
    return world(card, 3, seed=5, plies=plies)


def test_every_public_function_is_called() -> None:
    public = {name for name in tr.__all__ if name.islower() and name[0] != "_"}
    assert public == CALLS.keys(), "give each public function a line in CALLS"


@given(serendipity_cards(), st.integers(0, 2**24), seeds, st.integers(0, 40))
def test_arguments_stay_and_results_repeat(
    card: Card, number: int, seed: int | bytes, plies: int
) -> None:
    of = world(card, number, seed, plies)
    before, same = of.snapshot(), world(copy.deepcopy(card), number, seed, plies)
    for name, call in CALLS.items():
        first = call(of)
        assert of.snapshot() == before, name
        assert call(of) == first, name
        assert call(same) == first, name
    assert same.snapshot() == before


def test_data_are_fresh() -> None:
    """What a caller does to data or to a card changes nothing that was made of it."""
    of = fixed_world()
    before = of.snapshot()
    for value in (of.ruleset, of.state, of.seen):
        spoil(value.to_data())
    assert of.snapshot() == before
    mapping = {"extends": "serendipity", "tie_breaks": ["flowers"]}
    ruleset = tr.load(mapping)
    mapping["tie_breaks"].append("matches")  # type: ignore[attr-defined]
    assert ruleset.values["tie_breaks"] == ("flowers",)
    written = of.state.to_data()
    read = tr.State.from_data(written)
    spoil(written)
    assert read == of.state


def spoil(plain: Any) -> None:
    """Empty every mapping and list in some data."""
    for inner in [*plain.values()] if isinstance(plain, dict) else [*plain]:
        if isinstance(inner, dict | list):
            spoil(inner)
    plain.clear()


# ---- the same everywhere --------------------------------------------------------------------


def transcript() -> str:
    """Games of every bundled ruleset, with all that the functions return, as text."""
    lines: list[str] = []
    for id in tr.ruleset_ids():
        ruleset = tr.load(id)
        seats = ruleset.seat_counts[-1]
        deal = tr.deal(ruleset, seats, seed=len(id))
        lines += [ruleset.digest, repr(ruleset), json.dumps(ruleset.to_data())]
        lines += [deal.layout, deal.salt.hex(), deal.commitment, repr(deal)]
        state, chance = tr.new_game(ruleset, seats, deal=deal), Random(id)
        seen = tr.observe(state, None)
        while state.ply < 60 and not state.is_over:
            seen = tr.observe(state, state.to_move)
            move = tr.uniform(seen, chance)
            refusal = tr.why_illegal(state, tr.Move("swap", ("a1", "b2")))
            lines += [repr(state), repr(tr.legal_moves(state)), repr(move), repr(refusal)]
            state = tr.apply_move(state, move)
        lines += [json.dumps(state.to_data()), json.dumps(seen.to_data()), repr(tr.score(state))]
        lines += [str(state), tr.action_space(ruleset, seats).mask(state).hex()]
    return "\n".join(lines)


def run(code: str, *flags: str, **environment: str) -> str:
    """What a fresh process prints."""
    done = subprocess.run(
        [sys.executable, *flags, "-c", code],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("hashes", ["0", "12345"])
def test_a_fresh_process_gives_the_same(hashes: str) -> None:
    """Whatever its hashes of texts, the order of which must not matter."""
    code = (
        "import sys; from tests.serendipity.test_purity import transcript;"
        "sys.stdout.reconfigure(encoding='utf-8'); sys.stdout.write(transcript())"
    )
    assert run(code, PYTHONHASHSEED=hashes) == transcript()


def test_pickles_of_another_process() -> None:
    """Positions and rulesets arrive equal, hash alike there, and play on."""
    of = fixed_world()
    sent = pickle.dumps((of.ruleset, of.deal, of.state, of.seen, tr.score(of.state), of.move))
    code = (
        "import pickle, sys; ruleset, deal, state, seen, score, move = pickle.loads("
        f"{sent!r}); import tilerules as tr;"
        "assert tr.observe(state, state.to_move) == seen and tr.score(state) == score;"
        "assert hash(tr.observe(state, state.to_move)) == hash(seen);"
        "assert state.ruleset == deal.ruleset == ruleset and state.ruleset.id == 'custom';"
        "sys.stdout.write(pickle.dumps((ruleset, deal, tr.apply_move(state, move))).hex())"
    )
    ruleset, deal, after = pickle.loads(bytes.fromhex(run(code, PYTHONHASHSEED="7")))
    assert (ruleset, deal, after) == (of.ruleset, of.deal, tr.apply_move(of.state, of.move))
    assert hash(after) == hash(tr.apply_move(of.state, of.move))
    assert ruleset.to_data() == of.ruleset.to_data()


# ---- no chance, no clock, no output ---------------------------------------------------------


def refused(*args: Any, **named: Any) -> Any:
    raise AssertionError("a source of chance or a clock was read")


CLOCKS = ("monotonic", "perf_counter", "process_time", "thread_time", "time")
SOURCES: list[tuple[Any, str]] = [
    *[(random, name) for name in dir(random) if isinstance(getattr(random, name), MethodType)],
    *[(time, name + ending) for name in CLOCKS for ending in ("", "_ns")],
    (os, "urandom"),
    (secrets, "token_bytes"),
    (uuid, "uuid4"),
]


def test_no_chance_and_no_clock_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    of = fixed_world()
    expected, before = everything(of), random.getstate()
    with monkeypatch.context() as patch:
        for module, name in SOURCES:
            patch.setattr(module, name, refused)
        assert everything(of) == expected
        assert transcript()
    assert random.getstate() == before
    random.seed(1)
    try:
        assert everything(of) == expected
    finally:
        random.setstate(before)


def test_without_a_seed_32_secret_bytes_are_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    ruleset, before = tr.load("serendipity"), random.getstate()
    deals = [tr.deal(ruleset, 2) for _ in range(4)]
    games = [tr.new_game(ruleset, 2) for _ in range(4)]
    assert len({deal.layout for deal in deals}) == len({*games}) == 4
    assert random.getstate() == before
    monkeypatch.setattr(secrets, "token_bytes", lambda number: b"x" * number)
    assert tr.deal(ruleset, 2) == tr.deal(ruleset, 2, seed=b"x" * 32)
    assert tr.new_game(ruleset, 2) == tr.new_game(ruleset, 2, seed=b"x" * 32)


def test_nothing_is_printed_or_logged(
    capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.NOTSET):
        everything(fixed_world())
        transcript()
    assert capfd.readouterr() == ("", "")
    assert caplog.records == []


def test_what_has_been_read_is_not_opened_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bundled rules and schemas are read once; play opens no file at all."""
    of = fixed_world()
    expected = everything(of)
    with monkeypatch.context() as patch:
        patch.setattr(builtins, "open", refused)
        patch.setattr(os, "open", refused)
        assert everything(of) == expected


# ---- values that cannot be changed ----------------------------------------------------------


def values(of: World) -> Iterator[Any]:
    """A value of every public class that has values."""
    yield from (of.ruleset, of.state, of.seen, of.move, of.deal, of.deal.cells["a1"])
    score = tr.score(of.state)[0]
    yield from (score, score.lines[0], score.lines[0].rule)
    yield of.ruleset.origin("board.side")
    yield next(refusal for move in of.others if (refusal := tr.why_illegal(of.state, move)))
    yield tr.check(of.text)[0]
    yield tr.check(of.text)[0].place
    yield tr.outcome(last_of_game())
    yield next(shown for plies in range(20) if (shown := fixed_world(plies).seen.shown))


def last_of_game() -> tr.State:
    card = {"extends": "serendipity-small", "end": {"turn_limit": 1}}
    state = tr.new_game(tr.load(card), 2, seed=1)
    while moves := tr.legal_moves(state):
        state = tr.apply_move(state, moves[0])
    return state


def names_of(value: Any) -> list[str]:
    fields = [field.name for field in attrs.fields(type(value))] if attrs.has(type(value)) else []
    return [*fields, *(name for name in dir(value) if not name.startswith("__")), "something_new"]


def test_attributes_cannot_be_set_or_deleted() -> None:
    classes = set()
    for value in values(fixed_world(plies=20)):
        classes.add(type(value))
        before = hash(value)
        for name in names_of(value):
            with pytest.raises(AttributeError):
                setattr(value, name, 1)
            with pytest.raises(AttributeError):
                delattr(value, name)
        assert hash(value) == before
    assert classes >= {
        tr.Ruleset,
        tr.Move,
        tr.Refusal,
        tr.ScoreBreakdown,
        tr.ScoreLine,
        tr.RulePlace,
        tr.Origin,
        tr.Outcome,
        tr.Place,
        tr.Problem,
        serendipity.Cell,
        serendipity.Deal,
        serendipity.Observation,
        serendipity.Shown,
        serendipity.State,
    }


def test_mappings_and_sequences_cannot_be_changed() -> None:
    of = fixed_world()
    mappings: list[Any] = [of.state.cells, of.state.owners, of.ruleset.sources]
    mappings += [of.ruleset.values_for(of.seats), of.ruleset.values["turn"]["own"]["leave"]]
    for mapping in mappings:
        before = dict(mapping)
        for name in ("clear", "pop", "popitem", "setdefault", "update"):
            assert not hasattr(mapping, name)
        with pytest.raises(TypeError):
            mapping["a1"] = 1
        with pytest.raises(TypeError):
            del mapping["a1"]
        with pytest.raises(AttributeError):
            mapping.something_new = 1
        assert dict(mapping) == before
    moves: Any = tr.legal_moves(of.state)
    with pytest.raises(TypeError):
        moves[0] = of.move
    with pytest.raises(TypeError):
        del moves[0]


@given(serendipity_cards())
def test_values_are_frozen_at_every_depth(card: Card) -> None:
    ruleset = tr.load(card)
    for seats in ruleset.seat_counts:
        frozen_throughout(ruleset.values_for(seats))
    frozen_throughout(ruleset.values)
    hash(ruleset.values)


def frozen_throughout(value: Any) -> None:
    assert isinstance(value, FrozenMap | tuple | str | int)
    if isinstance(value, FrozenMap | tuple):
        for each in value.values() if isinstance(value, FrozenMap) else value:
            frozen_throughout(each)


# ---- many threads ---------------------------------------------------------------------------


def played_by(ruleset: tr.Ruleset, first: tr.State, number: int) -> str:
    """A game from a state that others play from too."""
    state, lines = first, []
    chance = Random(number)
    while not state.is_over and state.ply < 80:
        moves = tr.legal_moves(tr.observe(state, state.to_move))
        state = tr.apply_move(state, moves[chance.randrange(len(moves))])
        lines += [str(state), repr(tr.score(state)), repr(tr.why_illegal(state, moves[0]))]
        lines += [tr.action_space(ruleset, first.seats).mask(state).hex()]
    lines += [json.dumps(state.to_data()), json.dumps(ruleset.to_data()), str(hash(state))]
    return "\n".join(lines)


def test_threads_share_rulesets_and_states() -> None:
    """Many threads begin at once on a ruleset that nobody has used yet."""
    card = {"extends": "serendipity-turning", "end": {"turn_limit": 30}}
    alone, shared = tr.load(card), tr.load(card)
    expected = [played_by(alone, tr.new_game(alone, 3, seed=1), number) for number in range(4)]
    together = threading.Barrier(8)

    def play(number: int) -> str:
        together.wait()
        return played_by(shared, tr.new_game(shared, 3, seed=1), number % 4)

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        with ThreadPoolExecutor(8) as pool:
            assert list(pool.map(play, range(8))) == expected * 2
            first = tr.new_game(shared, 3, seed=1)
            same_state = list(pool.map(lambda number: played_by(shared, first, number), range(4)))
    finally:
        sys.setswitchinterval(interval)
    assert same_state == expected


def test_threads_may_be_the_first_to_use_the_library() -> None:
    code = """
import sys, threading
import tilerules as tr
sys.setswitchinterval(1e-6)
together, found = threading.Barrier(8), []
def play():
    together.wait()
    state = tr.new_game(tr.load("serendipity"), 2, seed=1)
    for _ in range(20):
        state = tr.apply_move(state, tr.legal_moves(state)[-1])
    found.append(str(state) + repr(tr.score(state)))
threads = [threading.Thread(target=play) for _ in range(8)]
[thread.start() for thread in threads]
[thread.join() for thread in threads]
print(len(found), len(set(found)))
"""
    assert run(code) == "8 1\n"


# ---- what is imported, and what is there ----------------------------------------------------


def imported(code: str, *flags: str) -> set[str]:
    """The modules that some code imports, besides those that Python has at its start."""
    before = "import sys; before = {*sys.modules}"
    return {*run(f"{before}; {code}; print(*{{*sys.modules}} - before)", *flags).split()}


def test_import_takes_in_next_to_nothing() -> None:
    """Without site-packages: what is imported comes from Python itself."""
    code = f"sys.path.insert(0, {str(SOURCE)!r}); import tilerules"
    modules = imported(code, "-I", "-S")
    assert {name for name in modules if name.startswith("tilerules")} == {"tilerules"}
    heavy = {"random", "hashlib", "json", "dataclasses", "inspect", "pathlib", "importlib.metadata"}
    assert not modules & heavy


@pytest.mark.parametrize("heavy", ["attrs", "yaml", "jsonschema", "random", "importlib.metadata"])
def test_import_leaves_what_is_heavy_alone(heavy: str) -> None:
    assert heavy not in imported("import tilerules")


def test_a_bundled_ruleset_needs_no_schema_library() -> None:
    modules = imported("import tilerules; tilerules.load('serendipity-small')")
    assert "tilerules.registry" in modules
    assert not modules & {"jsonschema", "referencing", "importlib.metadata", "secrets"}


def test_play_needs_no_schema_library() -> None:
    code = (
        "import tilerules as tr; s = tr.new_game(tr.load('serendipity'), 2, seed=1);"
        "s = tr.apply_move(s, tr.legal_moves(s)[0]); tr.score(s);"
        "str(s); tr.observe(s, 0).to_data()"
    )
    modules = imported(code)
    assert "tilerules.games.serendipity" in modules
    assert not modules & {"jsonschema", "referencing", "importlib.metadata"}


def typed_names() -> dict[str, str]:
    """What type checkers are told: each name, and the module that it comes from."""
    tree = ast.parse(Path(tr.__file__).read_text(encoding="utf-8"))
    [checking] = [
        node
        for node in tree.body
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
    ]
    imports = [node for node in checking.body if isinstance(node, ast.ImportFrom)]
    pairs = {(name.name, name.asname, str(node.module)) for node in imports for name in node.names}
    assert all(name == asname for name, asname, _ in pairs)
    return {name: module for name, _, module in pairs}


def test_all_and_reality_agree() -> None:
    assert tr.__all__ == sorted({*tr.__all__})
    typed = typed_names()
    assert {*typed, "__version__"} == {*tr.__all__}
    for name, module in typed.items():
        assert getattr(tr, name) is getattr(sys.modules[module], name)


def test_dir_shows_what_is_public_and_no_more() -> None:
    code = "import tilerules; print(*(n for n in dir(tilerules) if n[0] != '_'))"
    assert run(code).split() == [name for name in tr.__all__ if name != "__version__"]
    assert {*tr.__all__} <= {*dir(tr)}


def test_a_star_brings_all() -> None:
    space: dict[str, Any] = {}
    exec("from tilerules import *", space)
    assert space.keys() - {"__builtins__"} == {*tr.__all__}


@pytest.mark.parametrize("name", ["Game", "registry_", "random", "new_Game", "__path"])
def test_what_is_not_there(name: str) -> None:
    with pytest.raises(AttributeError, match=f"module 'tilerules' has no attribute '{name}'"):
        getattr(tr, name)
