"""Games for one player as environments of Gymnasium.

>>> import gymnasium
>>> from tilerules.adapters.gymnasium import SoloEnv
>>> env = SoloEnv("flowers")
>>> observation, info = env.reset(seed=7)
>>> over = False
>>> while not over:
...     action = env.action_space.sample(info["action_mask"])
...     observation, reward, over, _, info = env.step(action)
>>> env.full_state.is_over
True
>>> gymnasium.make("tilerules/Solo-v0", ruleset="flowers-dutch").unwrapped.ruleset.id
'flowers-dutch'
"""

from __future__ import annotations

from operator import index
from typing import Any

import gymnasium
import numpy as np
from gymnasium.envs.registration import EnvSpec
from gymnasium.error import ResetNeeded
from gymnasium.spaces import Discrete

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
from tilerules.engine.play import apply_move, why_illegal
from tilerules.engine.positions import State

ID = "tilerules/Solo-v0"
"""What `gymnasium.make` takes to make a `SoloEnv`."""


class SoloEnv(gymnasium.Env[Floats, np.int64]):
    """A game that one seat plays.

    An action is the number of a move in `tr.action_space`; an observation holds the numbers of
    `tr.numbers`, as `tr.planes` describes them. `info["action_mask"]` has a 1 for each legal
    action. The reward comes with the end, when the game is terminated; it is never truncated.

    An action that is not legal ends the game too: the reward is `illegal_reward`, and
    `info["refusal"]` says why.

    Args:
        ruleset: a `Ruleset`, or what `tr.load` makes one of: the id of a known ruleset, a `Path`,
            or a card as a mapping.
        reward: `score`, the points; or `win`, 1 if the goal of the card is reached, or if it has
            none.
        illegal_reward: for an action that is not legal.
        render_mode: `ansi`, a text; `svg`, a picture as text; or `human`, which prints the text
            after each step; None renders nothing.

    `UnknownRuleset`, `InvalidRuleset`, `WrongSeats`, or `ValueError` name what cannot be.

    >>> from tilerules.adapters.gymnasium import SoloEnv
    >>> env = SoloEnv("flowers", illegal_reward=-5)
    >>> observation, info = env.reset(seed=7)
    >>> never_legal_now = env.action_space.n - 1
    >>> _, reward, over, _, info = env.step(never_legal_now)
    >>> reward, over, "refusal" in info
    (-5.0, True, True)
    """

    metadata = {"render_modes": [*RENDER_MODES], "render_fps": 1}  # noqa: RUF012  as in the parent

    def __init__(
        self,
        ruleset: Named = "flowers",
        *,
        reward: str = "score",
        illegal_reward: float = -1.0,
        render_mode: str | None = None,
    ) -> None:
        one_of("reward", reward, ("score", "win"))
        one_of("render mode", render_mode, [*RENDER_MODES, None])
        self.ruleset = ruleset_of(ruleset, 1)
        self.reward = reward
        self.illegal_reward = float(illegal_reward)
        self.render_mode = render_mode
        self.spec = EnvSpec(
            ID,
            entry_point=f"{__name__}:SoloEnv",
            kwargs={"ruleset": self.ruleset, "reward": reward, "illegal_reward": illegal_reward},
        )
        self.observation_space = box(self.ruleset, 1)
        self.action_space = Discrete(len(library.action_space(self.ruleset, 1)))
        self._state: State | None = None
        self._is_over = True

    @property
    def full_state(self) -> State:
        """The state of the game, hidden things included: the whole truth, which is for no agent.

        `ResetNeeded` before the first `reset`.
        """
        if self._state is None:
            raise ResetNeeded("there is no game yet; reset() begins one")
        return self._state

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Floats, dict[str, Any]]:
        """Begin the game that `tr.new_game` deals from this seed.

        Without a seed the next one of a series is taken, which begins with the last seed that was
        given. Nothing is read from `options`.
        """
        super().reset(seed=seed)
        if seed is None:
            seed = int(self.np_random.integers(2**63))
        self._state = library.new_game(self.ruleset, 1, seed=seed)
        self._is_over = False
        return self._looked()

    def step(self, action: np.int64) -> tuple[Floats, float, bool, bool, dict[str, Any]]:
        """Make the move of a number.

        `IndexError` if there is no such number; `ResetNeeded` after the end.
        """
        state = self.full_state
        if self._is_over:
            raise ResetNeeded("the game is over; reset() begins another one")
        move = library.action_space(self.ruleset, 1).move(index(action))
        if refusal := why_illegal(state, move):
            self._is_over = True
            observation, info = self._looked()
            return observation, self.illegal_reward, True, False, {**info, "refusal": str(refusal)}
        after = self._state = apply_move(state, move)
        self._is_over = after.is_over
        [reward] = REWARDS[self.reward](after) if after.is_over else [0.0]
        observation, info = self._looked()
        return observation, reward, after.is_over, False, info

    def _looked(self) -> tuple[Floats, dict[str, Any]]:
        """What the player may know, and can do."""
        if self.render_mode == "human":
            self.render()
        state = self.full_state
        return numbers(state, 0), {"action_mask": mask(state, 0)}

    def render(self) -> str | None:
        """The table as a spectator sees it, in the render mode."""
        return rendered(self.full_state, self.render_mode)


gymnasium.register(ID, entry_point=f"{__name__}:SoloEnv")
