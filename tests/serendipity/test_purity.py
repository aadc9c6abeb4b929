"""Functions of Serendipity that change nothing, values that cannot be changed; and the library."""

from __future__ import annotations

import ast
import builtins
import logging
import os
import pickle
import random
import secrets
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tilerules as tr
from tests.laws.positions import Card
from tests.laws.processes import (
    run,
    threads_may_be_the_first,
    threads_share_rulesets_and_states,
    transcript,
)
from tests.laws.purity import (
    CALLS,
    PLAYING,
    World,
    arguments_stay_and_results_repeat,
    attributes_stay,
    data_are_fresh,
    everything,
    mapping_stays,
    no_chance_and_no_clock_is_read,
    values_are_frozen,
    world,
)
from tests.strategies import seeds, serendipity_cards
from tilerules.games import serendipity
from tilerules.testing.purity import without_chance_and_clocks

SOURCE = Path(tr.__file__).parents[1]

# ---- every public function ------------------------------------------------------------------


def fixed_world(plies: int = 12) -> World:
    """One world that needs no drawing, with every choice in its card."""
    card = {"extends": "serendipity-small", "turn": {"foreign": {"stays_up": "chosen"}}}
    return world(card, 3, seed=5, plies=plies)


def test_every_public_function_is_called() -> None:
    public = {name for name in tr.__all__ if name.islower() and name[0] != "_"}
    assert public == {*CALLS, *PLAYING}, "give each public function a line in CALLS"


@pytest.mark.parametrize("id", ["serendipity-small", "flowers", "tulips"])
def test_arguments_stay_and_results_repeat_where_games_are_played(id: str) -> None:
    card = {"extends": id, "players": [2]}
    arguments_stay_and_results_repeat(card, 7, 5, 12, PLAYING)


@given(serendipity_cards(), st.integers(0, 2**24), seeds, st.integers(0, 40))
def test_arguments_stay_and_results_repeat(
    card: Card, number: int, seed: int | bytes, plies: int
) -> None:
    arguments_stay_and_results_repeat(card, number, seed, plies)


def test_data_are_fresh() -> None:
    """What a caller does to data or to a card changes nothing that was made of it."""
    data_are_fresh(fixed_world())
    mapping = {"extends": "serendipity", "tie_breaks": ["flowers"]}
    ruleset = tr.load(mapping)
    mapping["tie_breaks"].append("matches")  # type: ignore[attr-defined]
    assert ruleset.values["tie_breaks"] == ("flowers",)


# ---- the same everywhere --------------------------------------------------------------------


@pytest.mark.parametrize("hashes", ["0", "12345"])
def test_a_fresh_process_gives_the_same(hashes: str) -> None:
    """Whatever its hashes of texts, the order of which must not matter."""
    code = (
        "import sys; from tests.laws.processes import transcript;"
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


def test_no_chance_and_no_clock_is_read() -> None:
    no_chance_and_no_clock_is_read(fixed_world())
    with without_chance_and_clocks():
        assert transcript()


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

    def refused(*args: Any, **named: Any) -> Any:
        raise AssertionError("a file is opened")

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
    yield tr.diff(of.ruleset, tr.load("serendipity"))[0]
    yield next(shown for plies in range(20) if (shown := fixed_world(plies).seen.shown))


def last_of_game() -> tr.State:
    card = {"extends": "serendipity-small", "end": {"turn_limit": 1}}
    state = tr.new_game(tr.load(card), 2, seed=1)
    while moves := tr.legal_moves(state):
        state = tr.apply_move(state, moves[0])
    return state


def test_attributes_cannot_be_set_or_deleted() -> None:
    classes = attributes_stay(values(fixed_world(plies=20)))
    assert classes >= {
        tr.Difference,
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
        mapping_stays(mapping, "a1")
    moves: Any = tr.legal_moves(of.state)
    with pytest.raises(TypeError):
        moves[0] = of.move
    with pytest.raises(TypeError):
        del moves[0]


@given(serendipity_cards())
def test_values_are_frozen_at_every_depth(card: Card) -> None:
    values_are_frozen(card)


# ---- many threads ---------------------------------------------------------------------------


def test_threads_share_rulesets_and_states() -> None:
    card = {"extends": "serendipity-turning", "end": {"turn_limit": 30}}
    threads_share_rulesets_and_states(card, seats=3)


def test_threads_may_be_the_first_to_use_the_library() -> None:
    threads_may_be_the_first("serendipity")


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
