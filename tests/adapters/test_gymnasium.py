"""Games for one player as environments of Gymnasium."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env

import tilerules as tr
from tests.house.shelf import house
from tilerules.adapters.gymnasium import SoloEnv

SOLO = [id for id in tr.ruleset_ids() if 1 in tr.load(id).seat_counts]


def played(env: Any, info: dict[str, Any], seed: int = 7) -> list[float]:
    """The rewards until a random game is over."""
    chance, rewards, over = Random(seed), list[float](), False
    while not over:
        action = int(chance.choice(np.flatnonzero(info["action_mask"])))
        _, reward, over, truncated, info = env.step(action)
        assert not truncated
        rewards.append(reward)
    return rewards


# ---- Gymnasium's own test -------------------------------------------------------------------


@pytest.mark.parametrize("id", SOLO)
def test_gymnasium_finds_no_fault(id: str) -> None:
    """A warning would be an error here. Its actions are drawn without the mask."""
    check_env(SoloEnv(id))


def test_gymnasium_finds_no_fault_in_what_it_makes() -> None:
    assert "flowers" in SOLO
    env = gymnasium.make("tilerules/Solo-v0", ruleset="flowers-flat", reward="win")
    made: Any = env.unwrapped
    check_env(made)
    assert isinstance(made, SoloEnv)
    assert (made.ruleset.id, made.reward) == ("flowers-flat", "win")
    # Through its wrappers, which look at each step.
    _, info = env.reset(seed=1)
    assert played(env, info)[-1] == 1


def test_what_an_environment_says_of_itself_makes_another() -> None:
    rules = house("flowers-for-one")
    spec = SoloEnv(rules, reward="win", illegal_reward=-5).spec
    assert spec is not None
    other: Any = spec.make().unwrapped
    assert (other.ruleset, other.reward, other.illegal_reward) == (rules, "win", -5)


# ---- what the player sees -------------------------------------------------------------------


def test_the_player_sees_what_the_seat_observes_and_can_do() -> None:
    env, chance = SoloEnv("flowers"), Random(3)
    rules = tr.load("flowers")
    space, state = tr.action_space(rules, 1), tr.new_game(rules, 1, seed=11)
    numbers, info = env.reset(seed=11)
    reward: Any = 0.0
    while True:
        assert env.full_state == state
        seen = tr.observe(state, 0)
        assert numbers in env.observation_space
        assert numbers.tobytes() == tr.numbers(seen).tobytes()
        legal = [*map(space.id, tr.legal_moves(seen))]
        assert [*info] == ["action_mask"]
        assert info["action_mask"].dtype == np.int8
        assert [*np.flatnonzero(info["action_mask"])] == legal
        if state.is_over:
            break
        assert reward == 0
        action = chance.choice(legal)
        state = tr.apply_move(state, space.move(action))
        numbers, reward, over, truncated, info = env.step(np.int64(action))
        assert (over, truncated) == (state.is_over, False)
    assert reward == tr.score(state)[0].total


def test_a_game_is_won_by_its_goal() -> None:
    easy = {"extends": "flowers", "players": [1], "goal": {"points": -1000}}
    env = SoloEnv(easy, reward="win")
    assert sum(played(env, env.reset(seed=1)[1])) == 1
    env = SoloEnv(house("flowers-for-one"), reward="win")
    assert sum(played(env, env.reset(seed=1)[1])) == 0


def test_a_seed_begins_a_series_of_games() -> None:
    games: list[list[tr.State]] = []
    for _ in range(2):
        env = SoloEnv()
        games.append([])
        for seed in (5, None, None):
            env.reset(seed=seed, options={"anything": 1})
            games[-1].append(env.full_state)
    assert games[0] == games[1]
    assert len({*games[0]}) == 3
    assert games[0][0] == tr.new_game(tr.load("flowers"), 1, seed=5)


# ---- the end, and what is refused -----------------------------------------------------------


@pytest.mark.parametrize("illegal_reward", [-1.0, -200.0])
def test_an_illegal_action_ends_the_game(illegal_reward: float) -> None:
    made: dict[str, Any] = {} if illegal_reward == -1 else {"illegal_reward": illegal_reward}
    env: Any = SoloEnv("flowers", **made)
    before, _ = env.reset(seed=1)
    state = env.full_state
    move = tr.Move("take", ("0",))
    env.step(0)
    taken = env.full_state
    numbers, reward, over, truncated, info = env.step(0)
    assert (reward, over, truncated) == (illegal_reward, True, False)
    assert info["refusal"] == str(tr.why_illegal(taken, move))
    assert info["action_mask"].any()
    assert env.full_state is taken
    assert taken == tr.apply_move(state, move)
    assert (numbers != before).any()
    with pytest.raises(ResetNeeded, match="the game is over; reset"):
        env.step(0)
    env.reset(seed=1)
    assert env.full_state == state


def test_numbers_that_are_no_actions() -> None:
    env: Any = SoloEnv()
    env.reset(seed=1)
    state = env.full_state
    for action, error in ((-1, IndexError), (env.action_space.n, IndexError), (0.0, TypeError)):
        with pytest.raises(error):
            env.step(action)
    assert env.full_state is state


def test_after_the_end_comes_a_reset() -> None:
    env: Any = SoloEnv()
    with pytest.raises(ResetNeeded, match="there is no game yet; reset"):
        env.step(0)
    _, info = env.reset(seed=1)
    played(env, info)
    with pytest.raises(ResetNeeded, match="the game is over; reset"):
        env.step(0)


@pytest.mark.parametrize(
    "copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["deep", "pickle"]
)
def test_a_copy_goes_on_in_the_same_way(copied: Callable[[Any], Any]) -> None:
    env: Any = SoloEnv()
    env.reset(seed=1)
    _, _, _, _, info = env.step(1)
    other, untouched = copied(env), env.full_state
    rewards = played(other, info)
    assert env.full_state is untouched
    assert played(env, info) == rewards
    assert env.full_state == other.full_state
    env.reset()
    other.reset()
    assert env.full_state == other.full_state


# ---- pictures, and what can be made ---------------------------------------------------------


def test_pictures_are_what_a_spectator_sees(capsys: pytest.CaptureFixture[str]) -> None:
    text, svg = SoloEnv(render_mode="ansi"), SoloEnv(render_mode="svg")
    for env in (text, svg):
        env.reset(seed=1)
    assert text.render() == tr.draw_text(tr.observe(text.full_state, None))
    assert svg.render() == tr.draw_svg(tr.observe(text.full_state, None))
    assert capsys.readouterr().out == ""
    human = SoloEnv(render_mode="human")
    human.reset(seed=1)
    human.step(np.int64(0))
    drawn = f"{text.render()}\n{tr.draw_text(human.full_state)}\n"
    assert capsys.readouterr().out == drawn


def test_nothing_is_rendered_without_a_mode() -> None:
    env = SoloEnv()
    env.reset(seed=1)
    with pytest.warns(UserWarning, match="without a render_mode; it is ansi, svg or human"):
        assert env.render() is None


def test_what_cannot_be_made() -> None:
    wrong: list[tuple[Any, dict[str, Any], type[Exception], str]] = [
        ("flower", {}, tr.UnknownRuleset, "flowers"),
        ("tulips", {}, tr.WrongSeats, "1"),
        (None, {}, TypeError, "the id of a ruleset"),
        ("flowers", {"reward": "rank"}, ValueError, "no reward 'rank'; it is score or win"),
        ("flowers", {"render_mode": "rgb"}, ValueError, "'rgb'; it is ansi, svg, human or None"),
    ]
    for rules, words, error, message in wrong:
        with pytest.raises(error, match=message):
            SoloEnv(rules, **words)
