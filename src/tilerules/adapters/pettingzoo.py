"""Games as environments of PettingZoo, in which seats act one after another.

>>> from tilerules.adapters import pettingzoo
>>> env = pettingzoo.env("tulips", 2)
>>> env.reset(seed=7)
>>> for agent in env.agent_iter():
...     observation, reward, terminated, truncated, info = env.last()
...     mask = info["action_mask"]
...     env.step(None if terminated or truncated else env.action_space(agent).sample(mask))
>>> env.full_state.is_over
True
"""

from __future__ import annotations

from operator import index
from random import Random
from typing import Any, TypeAlias

import numpy as np
from gymnasium.spaces import Discrete, Space
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import TerminateIllegalWrapper

from tilerules import library
from tilerules.adapters.environments import (
    RENDER_MODES,
    REWARDS,
    Floats,
    Named,
    box,
    mask,
    numbers,
    one_of,
    rendered,
    ruleset_of,
)
from tilerules.engine.play import apply_move
from tilerules.engine.positions import State
from tilerules.wording import listed, shortened

Action: TypeAlias = "int | np.int64 | None"
"""The number of a move; None of an agent that is terminated."""


def env(
    ruleset: Named,
    seats: int,
    *,
    reward: str = "score",
    render_mode: str | None = None,
    illegal_reward: float = -1.0,
) -> TerminateIllegalWrapper[str, Floats, Action]:
    """A game as an environment in which an illegal action ends the game.

    It is `raw_env` in PettingZoo's `TerminateIllegalWrapper`: whoever takes an action that is not
    legal gets `illegal_reward`, all others nothing, and the game is over.

    Args:
        ruleset: as for `raw_env`, which has the same errors.
        seats: how many there are.
        reward: `score`, `rank` or `win`.
        render_mode: `ansi`, `svg`, `human` or None.
        illegal_reward: for an action that is not legal.

    >>> from tilerules.adapters import pettingzoo
    >>> env = pettingzoo.env("tulips", 2)
    >>> env.reset(seed=7)
    >>> observation, reward, terminated, truncated, info = env.last()
    >>> int(info["action_mask"].sum()), env.agent_selection
    (2, 'seat_0')
    """
    raw = raw_env(ruleset, seats, reward=reward, render_mode=render_mode)
    return TerminateIllegalWrapper(raw, illegal_reward=illegal_reward)


class raw_env(AECEnv[str, Floats, Action]):
    """A game as an environment that refuses illegal actions.

    Agents are called `seat_0`, `seat_1` and so on. An action is the number of a move in
    `tr.action_space`; an observation holds the numbers of `tr.numbers`, as `tr.planes` describes
    them. `infos[agent]["action_mask"]` has a 1 for each legal action; it is all 0 for whoever is
    not to move. Rewards come with the end, when all agents are terminated; none is ever truncated.

    Args:
        ruleset: a `Ruleset`, or what `tr.load` makes one of: the id of a known ruleset, a `Path`,
            or a card as a mapping.
        seats: how many there are.
        reward: `score`, the points of a seat and its partners; `rank`, from 1 for the first to -1
            for the last seat, 0 together; or `win`, 1 for the winner, shared if there are several.
        render_mode: `ansi`, a text; `svg`, a picture as text; or `human`, which prints the text
            after each step; None renders nothing.

    `UnknownRuleset`, `InvalidRuleset`, `WrongSeats`, or `ValueError` name what cannot be.

    >>> from tilerules import IllegalMove
    >>> from tilerules.adapters import pettingzoo
    >>> env = pettingzoo.raw_env("tulips", 2)
    >>> env.reset(seed=7)
    >>> try:
    ...     env.step(env.action_space("seat_0").n - 1)
    ... except IllegalMove as error:
    ...     print(error.refusal.code)
    wrong_phase
    """

    metadata: dict[str, Any]

    def __init__(
        self, ruleset: Named, seats: int, *, reward: str = "score", render_mode: str | None = None
    ) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        one_of("reward", reward, REWARDS)
        one_of("render mode", render_mode, [*RENDER_MODES, None])
        self.ruleset = ruleset_of(ruleset, seats)
        self.reward = reward
        self.render_mode = render_mode
        self.metadata = {
            "name": f"tilerules_{self.ruleset.id}",
            "render_modes": [*RENDER_MODES],
            "render_fps": 1,
            "is_parallelizable": False,
        }
        self.possible_agents = agents = [f"seat_{seat}" for seat in range(seats)]
        actions = len(library.action_space(self.ruleset, seats))
        self.observation_spaces = {agent: box(self.ruleset, seats) for agent in agents}
        self.action_spaces = {agent: Discrete(actions) for agent in agents}
        self._chance = Random()
        self._state: State | None = None

    @property
    def full_state(self) -> State:
        """The state of the game, hidden things included: the whole truth, which is for no agent.

        `RuntimeError` before the first `reset`.
        """
        if self._state is None:
            raise RuntimeError("there is no game yet; reset() begins one")
        return self._state

    def observation_space(self, agent: str) -> Space[Floats]:
        """The box in which the observations of an agent lie, the same for all."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space[Action]:
        """The numbers of all moves that can ever be made, the same for all agents."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin the game that `tr.new_game` deals from this seed.

        Without a seed the next one of a series is taken, which begins with the last seed that was
        given. Nothing is read from `options`.
        """
        if seed is None:
            seed = self._chance.getrandbits(64)
        else:
            self._chance = Random(seed)
        self._state = library.new_game(self.ruleset, len(self.possible_agents), seed=seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._look()

    def step(self, action: Action) -> None:
        """Make the move of a number for the agent that is selected; None if that one is terminated.

        `IllegalMove` says why a move is refused; `IndexError` that there is no such number. Then
        nothing has happened. `RuntimeError` if there is no game, or it is over.
        """
        state = self.full_state
        if not self.agents:
            raise RuntimeError("the game is over; reset() begins another one")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise TypeError(f"{agent} is to move, and None is no action")
        space = library.action_space(state.ruleset, state.seats)
        after = self._state = apply_move(state, space.move(index(action)))
        if after.is_over:
            self.rewards = dict(zip(self.agents, REWARDS[self.reward](after), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._look()

    def _look(self) -> None:
        """Select the agent whose move it is, and show all what they can do."""
        state, agents = self.full_state, enumerate(self.possible_agents)
        if state.to_move is not None:
            self.agent_selection = self.possible_agents[state.to_move]
        self.infos = {agent: {"action_mask": mask(state, seat)} for seat, agent in agents}
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Floats:
        """What an agent may know, as numbers, also when it is not to move.

        An array of single floats, as long as all planes together. `ValueError` if there is no such
        agent.
        """
        state, agents = self.full_state, self.possible_agents
        if agent not in agents:
            raise ValueError(f"there is no agent {shortened(agent)}; they are {listed(agents)}")
        return numbers(state, agents.index(agent))

    def render(self) -> str | None:
        """The table as a spectator sees it, in the render mode."""
        return rendered(self.full_state, self.render_mode)

    def close(self) -> None:
        """Do nothing: there is nothing to be released."""
