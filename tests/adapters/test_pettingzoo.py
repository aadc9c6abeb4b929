"""Games as environments of PettingZoo."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import numpy as np
import pytest
from pettingzoo.test.api_test import api_test
from pettingzoo.test.render_test import render_test
from pettingzoo.test.seed_test import seed_test
from pettingzoo.utils.wrappers import TerminateIllegalWrapper

import tilerules as tr
from tests.house.shelf import house, path
from tilerules.adapters import pettingzoo
from tilerules.adapters.environments import REWARDS

TABLES = [(id, seats) for id in tr.ruleset_ids() for seats in tr.load(id).seat_counts]
EACH_GAME = [("serendipity-small", 2), ("flowers", 1), ("tulips", 3)]
CUT_SHORT = {"extends": "serendipity-small", "end": {"turn_limit": 3}}


def some_action(env: Any, agent: str, chance: Random) -> int:
    """A legal action, drawn evenly."""
    return int(chance.choice(np.flatnonzero(env.infos[agent]["action_mask"])))


def plies(env: Any, number: int, seed: int = 7) -> Any:
    """The environment after so many random actions of a game."""
    chance = Random(seed)
    env.reset(seed=seed)
    for _ in range(number):
        env.step(some_action(env, env.agent_selection, chance))
    return env


def played(env: Any, seed: int = 7) -> dict[str, float]:
    """What each agent has got when a random game is over, and all agents have left it."""
    chance, rewards = Random(seed), dict[str, float]()
    for agent in env.agent_iter():
        _, reward, terminated, truncated, _ = env.last()
        assert not truncated
        rewards[agent] = rewards.get(agent, 0) + reward
        env.step(None if terminated else some_action(env, agent, chance))
    return rewards


# ---- PettingZoo's own tests -----------------------------------------------------------------


@pytest.mark.parametrize(("id", "seats"), TABLES)
def test_pettingzoo_finds_no_fault(id: str, seats: int, caplog: pytest.LogCaptureFixture) -> None:
    """A warning would be an error here, and nothing is logged."""
    api_test(pettingzoo.env(id, seats), num_cycles=1000)
    seed_test(lambda: pettingzoo.env(id, seats))
    assert not caplog.records
    # Its actions are drawn without the mask, so that it logs the illegal ones among them.
    made: Any = partial(pettingzoo.env, id, seats)
    render_test(made)
    assert all("Illegal move made" in record.message for record in caplog.records)


@pytest.mark.parametrize(("id", "seats"), EACH_GAME)
def test_pettingzoo_finds_no_fault_in_raw_environments(id: str, seats: int) -> None:
    api_test(pettingzoo.raw_env(id, seats), num_cycles=1000)
    seed_test(lambda: pettingzoo.raw_env(id, seats))


# ---- what agents see ------------------------------------------------------------------------


@pytest.mark.parametrize(("id", "seats"), EACH_GAME)
def test_agents_see_what_their_seats_observe_and_can_do(id: str, seats: int) -> None:
    env: Any = pettingzoo.raw_env(id, seats)
    chance = Random(3)
    agents = [f"seat_{seat}" for seat in range(seats)]
    assert env.possible_agents == agents
    space = tr.action_space(tr.load(id), seats)
    planes = tr.planes(tr.load(id), seats)
    state = tr.new_game(tr.load(id), seats, seed=11)
    env.reset(seed=11)
    while not state.is_over:
        assert env.full_state == state
        assert env.agents == agents
        assert env.agent_selection == agents[state.to_move or 0]
        for seat, agent in enumerate(agents):
            assert env.action_space(agent).n == len(space)
            seen = tr.observe(state, seat)
            numbers = env.observe(agent)
            assert numbers.dtype == np.float32
            assert numbers.tobytes() == tr.numbers(seen).tobytes()
            legal = [*map(space.id, tr.legal_moves(seen))]
            mask = env.infos[agent]["action_mask"]
            assert mask.dtype == np.int8
            assert [*np.flatnonzero(mask)] == legal
            assert mask.sum() == len(legal)
        action = some_action(env, env.agent_selection, chance)
        env.step(np.int64(action))
        state = tr.apply_move(state, space.move(action))
    assert env.full_state == state
    assert not any(info["action_mask"].any() for info in env.infos.values())
    box = env.observation_space("seat_0")
    assert box.shape == (sum(plane.length for plane in planes),)
    first = 0
    for plane in planes:
        run = slice(first, first := first + plane.length)
        assert (box.low[run] == plane.low).all()
        assert (box.high[run] == plane.high).all()


def test_what_was_handed_out_is_the_agents_own() -> None:
    env = plies(pettingzoo.raw_env("tulips", 2), 4)
    agent = env.agent_selection
    seen, mask = env.observe(agent).copy(), env.infos[agent]["action_mask"].copy()
    env.observe(agent)[:] = -7
    assert (env.observe(agent) == seen).all()
    env.infos[agent]["action_mask"][:] = 0
    env.step(int(np.flatnonzero(mask)[0]))
    assert env.infos[env.agent_selection]["action_mask"].any()


def test_spaces_are_the_agents_own() -> None:
    env = pettingzoo.raw_env("tulips", 2)
    assert env.action_space("seat_0") is env.action_space("seat_0")
    assert env.action_space("seat_0") is not env.action_space("seat_1")
    assert env.action_space("seat_0") == env.action_space("seat_1")
    assert env.observation_space("seat_0") == env.observation_space("seat_1")


# ---- seeds ----------------------------------------------------------------------------------


def test_a_seed_begins_a_series_of_games() -> None:
    one, other = pettingzoo.env("tulips", 2), pettingzoo.env("tulips", 2)
    games: list[list[tr.State]] = []
    for env in (one, other):
        games.append([])
        for seed in (5, None, None):
            env.reset(seed=seed)
            games[-1].append(env.full_state)
    assert games[0] == games[1]
    assert len({*games[0]}) == 3
    assert games[0][0] == tr.new_game(tr.load("tulips"), 2, seed=5)


def test_without_a_seed_each_environment_has_other_games() -> None:
    states = set[tr.State]()
    for _ in range(2):
        env = pettingzoo.raw_env("tulips", 2)
        for _ in range(2):
            env.reset(options={"anything": 1})
            states.add(env.full_state)
    assert len(states) == 4


# ---- rewards and the end --------------------------------------------------------------------


def ended(points: list[int], **card: Any) -> tr.State:
    """Four gardens that are worth 0, -1, -2 or -3: a single 1, or a 2 with cards under it."""
    deep = ["red-3", "red-4", "yellow-4"]
    gardens = [{"0,0": [*deep[: -each - 1], "red-2"] if each else ["red-1"]} for each in points]
    return tr.State.from_data(
        {
            "ruleset": tr.load({"extends": "flowers", **card}).to_data(),
            "seats": len(points),
            "phase": "over",
            "gardens": gardens,
            "piles": [[], ["blue-2"], ["blue-3"]],
        }
    )


def test_rewards_by_score_rank_and_win() -> None:
    state = ended([-1, 0, -1, -3])
    assert REWARDS["score"](state) == [-1, 0, -1, -3]
    # Before three others; between one and one; the same; behind three.
    assert REWARDS["rank"](state) == [0, 1, 0, -1]
    assert REWARDS["win"](state) == [0, 1, 0, 0]
    shared = ended([0, -1, 0])
    assert REWARDS["rank"](shared) == [0.5, -1, 0.5]
    assert REWARDS["win"](shared) == [0.5, 0, 0.5]
    assert REWARDS["rank"](ended([-1, -1])) == [0, 0]


def test_partners_win_together() -> None:
    teams = {"sun": [0, 2], "moon": [1, 3]}
    state = ended([0, -1, -3, -1], players=[4], for_players="removed", partners={"teams": teams})
    assert REWARDS["rank"](state) == [-2 / 3, 2 / 3, -2 / 3, 2 / 3]
    assert REWARDS["win"](state) == [0, 0.5, 0, 0.5]
    assert REWARDS["score"](state) == [-3, -2, -3, -2]


@pytest.mark.parametrize(("id", "seats"), EACH_GAME)
@pytest.mark.parametrize("reward", ["score", "rank", "win"])
def test_rewards_come_with_the_end(id: str, seats: int, reward: str) -> None:
    env = pettingzoo.env(id, seats, reward=reward)
    env.reset(seed=3)
    rewards, state = played(env), env.full_state
    assert list(rewards) == env.possible_agents
    if reward == "score":
        assert [*rewards.values()] == [sheet.total for sheet in tr.score(state)]
    else:
        assert sum(rewards.values()) == pytest.approx({"rank": 0, "win": 1}[reward])
    won = [env.possible_agents[seat] for seat in tr.outcome(state).winners]  # type: ignore[union-attr]
    assert won == [agent for agent in rewards if rewards[agent] == max(rewards.values())]


def test_whoever_misses_the_goal_has_not_won() -> None:
    rules = house("flowers-for-one")
    env = pettingzoo.env(rules, 1, reward="win")
    env.reset(seed=1)
    assert played(env) == {"seat_0": 0}
    assert tr.score(env.full_state)[0].total < rules.values["goal"]["points"]


def test_the_agents_leave_when_the_game_is_over() -> None:
    env: Any = pettingzoo.raw_env("tulips", 2)
    env.reset(seed=2)
    while not env.full_state.is_over:
        assert not any(env.rewards.values())
        env.step(some_action(env, env.agent_selection, Random(1)))
    assert env.terminations == {"seat_0": True, "seat_1": True}
    scores = {f"seat_{sheet.seat}": sheet.total for sheet in tr.score(env.full_state)}
    assert env.rewards == scores
    with pytest.raises(ValueError, match="the only valid action is None"):
        env.step(0)
    first = env.agent_selection
    assert env.last()[1:4] == (scores[first], True, False)
    env.step(None)
    assert first not in env.agents
    second = env.agent_selection
    assert env.last()[1:4] == (scores[second], True, False)
    env.step(None)
    assert env.agents == []
    with pytest.raises(RuntimeError, match="the game is over; reset"):
        env.step(None)
    env.reset(seed=2)
    assert env.agents == env.possible_agents == ["seat_0", "seat_1"]


def test_a_game_that_its_card_cuts_short_is_terminated() -> None:
    env = pettingzoo.raw_env(CUT_SHORT, 2)
    env.reset(seed=1)
    rewards = played(env)
    outcome = tr.outcome(env.full_state)
    assert outcome is not None
    assert outcome.cut_short
    assert [*rewards.values()] == [sheet.total for sheet in tr.score(env.full_state)]


# ---- actions that are refused ---------------------------------------------------------------


def test_a_raw_environment_refuses_and_nothing_has_happened() -> None:
    env: Any = plies(pettingzoo.raw_env("flowers", 2), 3)
    state, infos = env.full_state, env.infos
    space = tr.action_space(state.ruleset, 2)
    move = tr.Move("place", ("5,5",))
    with pytest.raises(tr.IllegalMove) as refused:
        env.step(space.id(move))
    assert refused.value.refusal == tr.why_illegal(state, move)
    for action, error in ((len(space), IndexError), (-1, IndexError), (1.0, TypeError)):
        with pytest.raises(error):
            env.step(action)
    with pytest.raises(TypeError, match="seat_1 is to move, and None is no action"):
        env.step(None)
    assert env.full_state is state
    assert env.infos is infos
    assert sum(played(env).values()) == sum(sheet.total for sheet in tr.score(env.full_state))


@pytest.mark.parametrize("illegal_reward", [-1, -99.5])
def test_an_illegal_action_ends_the_game(illegal_reward: float) -> None:
    made: dict[str, Any] = {} if illegal_reward == -1 else {"illegal_reward": illegal_reward}
    env: Any = plies(pettingzoo.env("tulips", 3, **made), 5)
    assert isinstance(env, TerminateIllegalWrapper)
    assert isinstance(env.unwrapped, pettingzoo.raw_env)
    culprit = env.agent_selection
    illegal = int(np.flatnonzero(env.infos[culprit]["action_mask"] == 0)[0])
    state = env.full_state
    env.step(illegal)
    assert env.full_state is state
    rewards = {}
    for agent in env.agent_iter():
        _, rewards[agent], terminated, _, _ = env.last()
        assert terminated
        env.step(None)
    assert rewards == {"seat_0": 0, "seat_1": 0, "seat_2": 0} | {culprit: illegal_reward}
    env.reset(seed=1)
    assert sum(played(env).values()) == sum(sheet.total for sheet in tr.score(env.full_state))


# ---- copies ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("id", "seats"), EACH_GAME)
@pytest.mark.parametrize("make", [pettingzoo.env, pettingzoo.raw_env])
@pytest.mark.parametrize(
    "copied",
    [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))],
    ids=["deepcopy", "pickle"],
)
def test_a_copy_goes_on_in_the_same_way(
    id: str, seats: int, make: Callable[..., Any], copied: Callable[[Any], Any]
) -> None:
    env = plies(make(id, seats), 9)
    for seat, agent in enumerate(env.agents):
        env.action_space(agent).seed(seat)
    other = copied(env)
    untouched = env.full_state
    assert [env.action_space(a).sample() for a in env.agents] == [
        other.action_space(a).sample() for a in env.agents
    ]
    rewards = played(other)
    assert env.full_state is untouched
    assert not untouched.is_over
    assert played(env) == rewards
    assert env.full_state == other.full_state
    env.reset()
    other.reset()
    assert env.full_state == other.full_state


# ---- pictures -------------------------------------------------------------------------------


def test_pictures_are_what_a_spectator_sees(capsys: pytest.CaptureFixture[str]) -> None:
    text = plies(pettingzoo.env("tulips", 2, render_mode="ansi"), 6)
    spectator = tr.observe(text.full_state, None)
    assert text.render() == tr.draw_text(spectator)
    svg = plies(pettingzoo.env("tulips", 2, render_mode="svg"), 6)
    assert svg.render() == tr.draw_svg(spectator)
    assert capsys.readouterr().out == ""


def test_pictures_for_people_are_printed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    env = pettingzoo.env("tulips", 2, render_mode="human")
    drawn = []
    env.reset(seed=7)
    for _ in range(3):
        drawn.append(tr.draw_text(env.full_state))
        env.step(some_action(env, env.agent_selection, Random(1)))
    drawn.append(tr.draw_text(env.full_state))
    assert env.render() is None
    assert capsys.readouterr().out == "".join(f"{text}\n" for text in [*drawn, drawn[-1]])


def test_nothing_is_rendered_without_a_mode() -> None:
    env = plies(pettingzoo.env("tulips", 2), 1)
    with pytest.warns(UserWarning, match="without a render_mode; it is ansi, svg or human"):
        assert env.render() is None


# ---- what can be made -----------------------------------------------------------------------


def test_rules_come_in_every_form() -> None:
    for rules in (tr.load("tulips-thanks"), "tulips-thanks", {"extends": "tulips-thanks"}):
        assert pettingzoo.raw_env(rules, 2).ruleset == tr.load("tulips-thanks")
    env = pettingzoo.env(path("flowers-market"), 3)
    assert (str(env), env.metadata["name"]) == ("tilerules_flowers-market",) * 2
    env.reset(seed=1)
    assert len(played(env)) == 3


def test_what_cannot_be_made() -> None:
    wrong: list[tuple[tuple[Any, ...], dict[str, Any], type[Exception], str]] = [
        (("tulip", 2), {}, tr.UnknownRuleset, "tulips"),
        (({"extends": "tulips", "players": 2}, 2), {}, tr.InvalidRuleset, "players"),
        ((None, 2), {}, TypeError, "the id of a ruleset"),
        (("tulips", 7), {}, tr.WrongSeats, "7"),
        (("tulips", None), {}, tr.WrongSeats, "None"),
        (
            ("tulips", 2),
            {"reward": "points"},
            ValueError,
            "no reward 'points'; it is score, rank or win",
        ),
        (
            ("tulips", 2),
            {"render_mode": "rgb"},
            ValueError,
            "no render mode 'rgb'; it is ansi, svg,",
        ),
    ]
    for make in (pettingzoo.env, pettingzoo.raw_env):
        for args, words, error, message in wrong:
            with pytest.raises(error, match=message):
                make(*args, **words)


def test_there_is_no_game_before_the_first_reset() -> None:
    env = pettingzoo.raw_env("tulips", 2)
    for call in (
        lambda: env.step(0),
        env.render,
        lambda: env.observe("seat_0"),
        lambda: env.full_state,
    ):
        with pytest.raises(RuntimeError, match="there is no game yet; reset"):
            call()


def test_only_agents_of_the_game_observe() -> None:
    env = plies(pettingzoo.raw_env("tulips", 2), 1)
    with pytest.raises(ValueError, match="no agent 'player_0'; they are seat_0 and seat_1"):
        env.observe("player_0")
