"""The games of OpenSpiel: its own suites pass, and what they cannot see is as it should be."""

from __future__ import annotations

import base64
import copy
import json
import os
import pickle
import pickletools
import subprocess
import sys
import unittest
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import pytest

import tilerules as tr
from tests.house.shelf import house
from tests.plugins.installed import EXAMPLE, distribution

pytestmark = pytest.mark.openspiel

IDS = ["serendipity", "flowers", "tulips"]
SMALL_GARDENS = {
    "extends": "flowers",
    "players": [2],
    "for_players": "removed",
    "garden": {"width": 4, "height": 4},
}


@pytest.fixture(scope="module")
def spiel() -> Any:
    """OpenSpiel's module, in which the games are registered."""
    import_module("tilerules.adapters.openspiel")
    return import_module("pyspiel")


@pytest.fixture(scope="module")
def flags() -> Iterator[Any]:
    """The flags of OpenSpiel's suites, read from an empty command line."""
    flags = import_module("absl.flags").FLAGS
    import_module("open_spiel.python.algorithms.generate_playthrough")
    import_module("open_spiel.integration_tests.api_test")
    flags(["tests"])
    yield flags
    flags.unparse_flags()


def game_string(ruleset: tr.Ruleset, seats: int, **seed: Any) -> str:
    made: str = import_module("tilerules.adapters.openspiel").game_string(ruleset, seats, **seed)
    return made


def moved(state: Any, chance: Random, moves: int) -> Any:
    """A state that is dealt, after so many random moves more, or at the end."""
    made = 0
    while state.is_chance_node() or (made < moves and not state.is_terminal()):
        made += not state.is_chance_node()
        state.apply_action(chance.choice(state.legal_actions()))
    return state


# ---- the suites of OpenSpiel ----------------------------------------------------------------


@pytest.mark.parametrize("id", IDS)
def test_random_games_pass(spiel: Any, id: str) -> None:
    game = spiel.load_game(f"tilerules_{id}")
    spiel.random_sim_test(game, num_sims=20, serialize=True, verbose=False, mask_test=True)


@pytest.mark.parametrize("id", IDS)
def test_the_suite_of_the_interface_passes(
    spiel: Any, flags: Any, monkeypatch: pytest.MonkeyPatch, id: str
) -> None:
    api_test = import_module("open_spiel.integration_tests.api_test")
    flags.test_only_games = f"^tilerules_{id}$"
    monkeypatch.setattr(api_test, "_GAMES_TO_TEST", {f"tilerules_{id}"})
    suite = api_test.load_tests(unittest.TestLoader(), None, None)
    result = unittest.TextTestRunner().run(suite)
    assert result.wasSuccessful()
    assert (result.testsRun, result.skipped) == (5, [])


@pytest.mark.parametrize("id", IDS)
def test_the_suite_of_simulations_passes(spiel: Any, id: str) -> None:
    games_sim_test = import_module("open_spiel.python.tests.games_sim_test")
    games_sim_test.GamesSimTest("sim_game").sim_game(spiel.load_game(f"tilerules_{id}"))


@pytest.mark.parametrize("id", ["serendipity", "tulips", "small gardens"])
def test_a_playthrough_can_be_repeated(spiel: Any, flags: Any, tmp_path: Path, id: str) -> None:
    """Of Flowers a card whose gardens stay small: each of a hundred states is printed in full."""
    playthroughs = import_module("open_spiel.python.algorithms.generate_playthrough")
    small = id == "small gardens"
    name = game_string(tr.load(SMALL_GARDENS), 2) if small else f"tilerules_{id}"
    file = tmp_path / "playthrough.txt"
    file.write_text(playthroughs.playthrough(name, None, seed=7), encoding="utf-8")
    first, again = playthroughs.replay(str(file))
    assert first == again
    assert "IsTerminal() = True" in first


def test_a_program_that_imports_the_games_ends_as_it_should() -> None:
    code = "import tilerules.adapters.openspiel, pyspiel; pyspiel.load_game('tilerules_flowers')"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


# ---- games ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("id", "seats"), [("serendipity", (2, 6)), ("flowers", (1, 4)), ("tulips", (2, 6))]
)
def test_a_game_says_what_it_is(spiel: Any, id: str, seats: tuple[int, int]) -> None:
    assert f"tilerules_{id}" in spiel.registered_names()
    game = spiel.load_game(f"tilerules_{id}")
    type, kinds = game.get_type(), spiel.GameType
    assert type.long_name == tr.load(id).title
    assert (type.min_num_players, type.max_num_players) == seats
    assert type.chance_mode == kinds.ChanceMode.EXPLICIT_STOCHASTIC
    assert type.information == kinds.Information.IMPERFECT_INFORMATION
    assert type.utility == kinds.Utility.GENERAL_SUM
    assert game.get_parameters() == {"ruleset": id, "seats": 2, "seed": -1}
    assert game.num_players() == 2
    assert game.num_distinct_actions() == len(tr.action_space(tr.load(id), 2))
    assert game.max_chance_nodes_in_history() == 8
    assert game.max_chance_outcomes() == 256


def test_without_chance_a_game_says_so(spiel: Any) -> None:
    game = spiel.load_game("tilerules_tulips(seats=3,seed=0)")
    assert game.get_type().chance_mode == spiel.GameType.ChanceMode.DETERMINISTIC
    assert (game.max_chance_nodes_in_history(), game.max_chance_outcomes()) == (0, 0)
    assert game.max_game_length() == 3 + 60 == game.max_history_length()


@pytest.mark.parametrize("id", tr.ruleset_ids())
def test_every_ruleset_is_loaded(spiel: Any, id: str) -> None:
    ruleset = tr.load(id)
    for seats in ruleset.seat_counts:
        name = game_string(ruleset, seats)
        assert name == f"tilerules_{ruleset.game}(ruleset={id},seats={seats},seed=-1)"
        game = spiel.load_game(name)
        assert (game.rules.ruleset, game.rules.seats) == (ruleset, seats)
        assert game.num_players() == seats


def test_whole_rules_stand_in_a_game_string(spiel: Any) -> None:
    ruleset = house("tulips-gardeners")
    name = game_string(ruleset, 3, seed=5)
    assert name.startswith("tilerules_tulips(ruleset=ey")
    assert "=" not in name.split(",")[0].removeprefix("tilerules_tulips(ruleset=")
    game = spiel.load_game(name)
    assert game.rules.ruleset.to_data() == ruleset.to_data()
    assert game.new_initial_state().position == tr.new_game(ruleset, 3, seed=5)
    assert pickle.loads(pickle.dumps(game)) == game


@pytest.mark.parametrize(
    ("parameters", "error", "message"),
    [
        ("ruleset=tulip", tr.UnknownRuleset, "did you mean 'tulips'"),
        ("ruleset=flowers", ValueError, "flowers is a ruleset of flowers; load tilerules_flowers"),
        ("ruleset=Tulips!", tr.InvalidData, "expected the id of a ruleset, or a whole one"),
        ("ruleset=eyJhIjoxfQ", tr.InvalidData, "there is no key 'a' here"),
        ("seats=9", tr.WrongSeats, "for 2, 3, 4, 5 or 6 seats, not for 9"),
        ("seed=-2", ValueError, "from 0 to 2147483647, not -2; chance draws one"),
    ],
)
def test_wrong_parameters_are_named(
    spiel: Any, parameters: str, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        spiel.load_game(f"tilerules_tulips({parameters})")


@pytest.mark.parametrize("seed", [-1, 2**31, True, 1.0, b"7"])
def test_a_wrong_seed_makes_no_game_string(spiel: Any, seed: Any) -> None:
    with pytest.raises(ValueError, match="a seed is a whole number from 0 to 2147483647"):
        game_string(tr.load("tulips"), 2, seed=seed)
    assert game_string(tr.load("tulips"), 2, seed=2**31 - 1).endswith(",seed=2147483647)")


def test_a_game_string_is_for_seats_that_may_play(spiel: Any) -> None:
    with pytest.raises(tr.WrongSeats):
        game_string(tr.load("tulips"), 7)


# ---- chance, actions, returns ---------------------------------------------------------------


def test_chance_draws_the_seed_byte_by_byte(spiel: Any) -> None:
    state = spiel.load_game("tilerules_serendipity(seats=3)").new_initial_state()
    for byte in (seed := b"a seed!\xff"):
        assert state.is_chance_node()
        assert state.position is None
        outcomes = state.chance_outcomes()
        assert [outcome for outcome, _ in outcomes] == list(range(256))
        assert {chance for _, chance in outcomes} == {1 / 256}
        assert state.action_to_string(byte) == f"seed {byte}"
        assert state.returns() == [0, 0, 0]
        state.apply_action(byte)
    assert state.position == tr.new_game(tr.load("serendipity"), 3, seed=seed)
    assert state.current_player() == 0


@pytest.mark.parametrize("id", IDS)
def test_actions_are_the_numbers_of_moves(spiel: Any, id: str) -> None:
    ruleset, chance = tr.load(id), Random(id)
    state = spiel.load_game(game_string(ruleset, 2, seed=7)).new_initial_state()
    position = tr.new_game(ruleset, 2, seed=7)
    space = tr.action_space(ruleset, 2)
    while not state.is_terminal():
        assert state.position == position
        assert state.current_player() == position.to_move
        moves = tr.legal_moves(position)
        assert state.legal_actions() == [space.id(move) for move in moves]
        move = chance.choice(moves)
        assert state.action_to_string(space.id(move)) == str(move)
        assert state.rewards() == state.returns() == [0, 0]
        state.apply_action(space.id(move))
        position = tr.apply_move(position, move)
    assert position.is_over
    assert state.returns() == [sheet.total for sheet in tr.score(position)]
    assert any(state.returns())


def test_an_illegal_action_is_refused(spiel: Any) -> None:
    state = spiel.load_game("tilerules_tulips(seed=7)").new_initial_state()
    before, legal = state.position, state.legal_actions()
    illegal = next(action for action in range(17) if action not in legal)
    with pytest.raises(tr.IllegalMove):
        state.apply_action(illegal)
    assert (state.position, state.history()) == (before, [])


def test_partners_get_what_they_have_together(spiel: Any) -> None:
    game = spiel.load_game(game_string(house("flowers-two-gardeners"), 4, seed=7))
    state = moved(game.new_initial_state(), Random(7), 1000)
    points = [sheet.total for sheet in tr.score(state.position)]
    sun, moon = points[0] + points[2], points[1] + points[3]
    assert state.returns() == [sun, moon, sun, moon]
    assert sun != moon


def test_a_game_that_never_ends_is_over_when_it_was_said_to_be(spiel: Any) -> None:
    game = spiel.load_game("tilerules_serendipity(seed=7)")
    state = moved(game.new_initial_state(), Random(7), 30)
    data = state.position.to_data()
    data["ply"] = game.max_game_length() - 1
    last = game.new_initial_state(json.dumps(data))
    assert not last.is_terminal()
    last.apply_action(last.legal_actions()[0])
    assert last.is_terminal()
    assert not last.position.is_over
    assert last.current_player() == spiel.PlayerId.TERMINAL
    assert last.legal_actions() == []
    assert last.returns() == [sheet.total for sheet in tr.score(last.position)]


def test_what_a_state_was_cloned_from_stays(spiel: Any) -> None:
    state = moved(spiel.load_game("tilerules_flowers").new_initial_state(), Random(7), 5)
    before = state.position
    clone, child = state.clone(), state.child(state.legal_actions()[0])
    moved(clone, Random(7), 3)
    assert state.position is before
    assert state.history() == child.history()[:-1] == clone.history()[:-3]
    assert clone.position.ply == before.ply + 3


# ---- what a player knows --------------------------------------------------------------------


def known(observation: tr.Observation) -> dict[str, Any]:
    """The data of an observation without the rules."""
    return {key: value for key, value in observation.to_data().items() if key != "ruleset"}


@pytest.mark.parametrize("id", IDS)
@pytest.mark.parametrize("moves", [0, 11, 30, 10_000])
def test_what_is_told_is_what_observe_tells(spiel: Any, id: str, moves: int) -> None:
    state = moved(spiel.load_game(f"tilerules_{id}(seats=3)").new_initial_state(), Random(7), moves)
    for player in range(3):
        told = state.information_state_string(player)
        assert "\n" not in told
        assert json.loads(told) == known(tr.observe(state.position, player))
        assert state.information_state_tensor(player) == [
            *tr.numbers(tr.observe(state.position, player))
        ]
        seen = tr.observe(state.position, player, memory=False)
        assert json.loads(state.observation_string(player)) == known(seen)
        assert state.observation_tensor(player) == [*tr.numbers(seen)]


def test_numbers_have_the_names_of_planes(spiel: Any) -> None:
    state = moved(spiel.load_game("tilerules_tulips").new_initial_state(), Random(7), 9)
    make = import_module("open_spiel.python.observation").make_observation
    observation = make(state.get_game(), spiel.IIGObservationType(perfect_recall=True))
    observation.set_from(state, 1)
    planes = tr.planes(tr.load("tulips"), 2)
    assert {name: len(part) for name, part in observation.dict.items()} == {
        plane.name: plane.length for plane in planes
    }
    assert observation.dict["viewer"].tolist() == [0, 1]
    assert observation.tensor.tolist() == state.information_state_tensor(1)
    assert observation.string_from(state, 1) == state.information_state_string(1)
    fresh = state.get_game().new_initial_state()
    observation.set_from(fresh, 1)
    assert not observation.tensor.any()
    assert observation.string_from(fresh, 1) == ""


def test_only_what_one_player_sees_can_be_observed(spiel: Any) -> None:
    game, kinds = spiel.load_game("tilerules_tulips"), spiel.PrivateInfoType
    make = import_module("open_spiel.python.observation").make_observation
    for public, private in [(True, kinds.NONE), (False, kinds.SINGLE_PLAYER)]:
        kind = spiel.IIGObservationType(
            perfect_recall=False, public_info=public, private_info=private
        )
        assert make(game, kind) is None
    with pytest.raises(ValueError, match="observations have no parameters"):
        make(game, None, {"colour": "pink"})


@pytest.mark.parametrize("id", IDS)
def test_a_resampled_state_fits_what_a_player_knows(spiel: Any, id: str) -> None:
    state = moved(spiel.load_game(f"tilerules_{id}").new_initial_state(), Random(7), 12)
    sampler = spiel.UniformProbabilitySampler(7, 0.0, 1.0)
    for player in (0, 1):
        first = state.resample_from_infostate(player, sampler)
        second = state.resample_from_infostate(player, sampler)
        told = state.information_state_string(player)
        assert first.information_state_string(player) == told
        assert second.information_state_string(player) == told
        assert len({str(state), str(first), str(second)}) == 3
        assert first.history() == []
        assert first.legal_actions() == state.legal_actions()
    fresh = state.get_game().new_initial_state()
    assert fresh.resample_from_infostate(0, sampler).is_chance_node()


def test_the_tree_search_of_openspiel_plays(spiel: Any) -> None:
    ismcts = import_module("open_spiel.python.algorithms.ismcts")
    mcts = import_module("open_spiel.python.algorithms.mcts")
    numpy = import_module("numpy")
    state = moved(spiel.load_game("tilerules_tulips").new_initial_state(), Random(7), 30)
    bot = ismcts.ISMCTSBot(
        game=state.get_game(),
        evaluator=mcts.RandomRolloutEvaluator(1, numpy.random.RandomState(7)),
        uct_c=20.0,
        max_simulations=20,
        random_state=numpy.random.RandomState(7),
    )
    policy = dict(bot.get_policy(state))
    assert sorted(policy) == state.legal_actions()
    assert sum(policy.values()) == pytest.approx(1)


# ---- written and read -----------------------------------------------------------------------


@pytest.mark.parametrize("id", IDS)
@pytest.mark.parametrize("moves", [None, 0, 25])
def test_a_state_is_written_as_our_json_and_read_back(
    spiel: Any, id: str, moves: int | None
) -> None:
    game = spiel.load_game(f"tilerules_{id}")
    state = game.new_initial_state()
    state.apply_action(77)
    if moves is not None:
        moved(state, Random(7), moves)
    written = state.serialize()
    data = json.loads(written)
    assert data["history"] == [[each.player, each.action] for each in state.full_history()]
    assert data["position"] == (state.position and state.position.to_data())
    copies = [
        game.deserialize_state(written),
        pickle.loads(pickle.dumps(state)),
        copy.deepcopy(state),
        spiel.deserialize_game_and_state(spiel.serialize_game_and_state(game, state))[1],
    ]
    for read in copies:
        assert read.position == state.position
        assert read.history() == state.history()
        assert read.move_number() == state.move_number()
        assert read.serialize() == written
        assert str(read) == str(state)


def test_what_openspiel_pickles_is_text(spiel: Any) -> None:
    game = spiel.load_game("tilerules_tulips")
    state = moved(game.new_initial_state(), Random(7), 25)
    written = spiel.serialize_game_and_state(game, state)
    pickled = base64.b64decode(written.split("__dict__=")[1])
    texts = [arg for _, arg, _ in pickletools.genops(pickled) if isinstance(arg, str)]
    assert texts[:3] == ["held", "builtins", "str"]
    assert [json.loads(text) for text in texts[3:]] == [state.position.to_data()]
    of_python = [arg for _, arg, _ in pickletools.genops(pickle.dumps(state))]
    assert {str(game), state.serialize()} < set(of_python)
    assert not any(isinstance(arg, str) and "__dict__" in arg for arg in of_python)


class Bomb:
    """Goes off when it is unpickled."""

    def __reduce__(self) -> tuple[Any, ...]:
        return pytest.fail, ("code was run",)


def test_nothing_that_is_read_is_run(spiel: Any) -> None:
    game = spiel.load_game("tilerules_tulips")
    bomb = base64.b64encode(pickle.dumps({"held": Bomb()})).decode()
    with pytest.raises(tr.InvalidData, match="this is no JSON"):
        game.deserialize_state(f"history=\nmove_number=0\n__dict__={bomb}")


START = tr.new_game(tr.load("tulips"), 2, seed=7).to_data()


@pytest.mark.parametrize(
    ("data", "path"),
    [
        ([], ""),
        ({"history": []}, "position"),
        ({"history": [], "position": None, "more": 1}, ""),
        ({"history": None, "position": None}, "history"),
        ({"history": [[-1, 3], [-1]], "position": None}, "history[1]"),
        ({"history": [[2, 3]], "position": START}, "history[0][0]"),
        ({"history": [[-1, 256]], "position": None}, "history[0][1]"),
        ({"history": [[-1, 1]] * 8, "position": None}, "position"),
        ({"history": [], "position": {**START, "seats": 3}}, ""),
        ({"history": [], "position": tr.new_game(tr.load("tulips"), 3).to_data()}, "ruleset"),
        ({"history": [], "position": tr.new_game(tr.load("flowers"), 2).to_data()}, "ruleset"),
    ],
)
def test_what_cannot_be_is_not_read(spiel: Any, data: Any, path: str) -> None:
    game = spiel.load_game("tilerules_tulips")
    with pytest.raises(tr.InvalidData) as caught:
        game.deserialize_state(json.dumps(data))
    assert caught.value.path.startswith(path)


def test_without_chance_there_is_always_a_position(spiel: Any) -> None:
    game = spiel.load_game("tilerules_tulips(seed=7)")
    with pytest.raises(tr.InvalidData, match="expected an object"):
        game.deserialize_state('{"history": [], "position": null}')


# ---- plug-ins -------------------------------------------------------------------------------

PEBBLES = """
import pyspiel
from tilerules.adapters import openspiel
import tilerules as tr

name = openspiel.game_string(tr.load("pebbles"), 3, seed=4)
game = pyspiel.load_game(name)
pyspiel.random_sim_test(game, num_sims=5, serialize=True, verbose=False, mask_test=True)
print(name, game.min_utility(), game.max_utility(), game.max_game_length())
"""


def test_games_of_plugins_are_registered(tmp_path: Path) -> None:
    distribution(tmp_path, "tilerules-pebbles", "pebbles = tilerules_pebbles")
    path = os.pathsep.join(map(str, (tmp_path, EXAMPLE / "src")))
    done = subprocess.run(
        [sys.executable, "-c", PEBBLES],
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=True,
    )
    # 16 pebbles that add up to 43; each of three seats looks at all of them
    expected = "tilerules_pebbles(ruleset=pebbles,seats=3,seed=4) -64.0 43.0 64"
    assert done.stdout.splitlines()[-1] == expected
