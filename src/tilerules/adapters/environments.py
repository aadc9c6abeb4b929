"""What the environments for learning have in common: spaces, masks, rewards, pictures."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Space
from numpy.typing import NDArray

from tilerules import library, registry
from tilerules.engine.positions import State, rules_for
from tilerules.engine.shared.ending import points_together
from tilerules.ruleset.ruleset import Ruleset
from tilerules.wording import listed, shortened

Floats: TypeAlias = NDArray[np.float32]
Mask: TypeAlias = NDArray[np.int8]
Named: TypeAlias = "Ruleset | str | Path | Mapping[Any, Any]"
"""A ruleset, or what `load` makes one of."""

RENDER_MODES = ("ansi", "svg", "human")


def ruleset_of(named: Named, seats: int) -> Ruleset:
    """The ruleset that is meant. `UnknownRuleset`, `InvalidRuleset`, or `WrongSeats`."""
    ruleset = named if isinstance(named, Ruleset) else registry.load(named)
    rules_for(ruleset, seats)
    return ruleset


def one_of(what: str, value: str | None, words: Collection[str | None]) -> None:
    """`ValueError` if a word is none of those that there are."""
    if value not in words:
        known = listed(words, "or")
        raise ValueError(f"there is no {what} {shortened(value)}; it is {known}")


# ---- what an agent is given -----------------------------------------------------------------


def box(ruleset: Ruleset, seats: int) -> Space[Floats]:
    """The space of observations: the numbers of all planes, each within the range of its plane."""
    planes = library.planes(ruleset, seats)
    lengths = [plane.length for plane in planes]
    low, high = (
        np.repeat(np.array(ends, dtype=np.float32), lengths)
        for ends in ([plane.low for plane in planes], [plane.high for plane in planes])
    )
    return Box(low, high, dtype=np.float32)


def numbers(state: State, seat: int) -> Floats:
    """What a seat may know, as a point of that space."""
    return np.frombuffer(library.numbers(library.observe(state, seat)), dtype=np.float32)


def mask(state: State, seat: int) -> Mask:
    """1 for each action that a seat can take; none for a seat that is not to move."""
    space = library.action_space(state.ruleset, state.seats)
    if seat != state.to_move:
        return np.zeros(len(space), dtype=np.int8)
    return np.frombuffer(bytearray(space.mask(library.observe(state, seat))), dtype=np.int8)


# ---- what a game was worth ------------------------------------------------------------------


def _by_score(state: State) -> Sequence[float]:
    """The points of a seat, with those of its partners."""
    return [*map(float, points_together(state.rules, library.score(state)))]


def _by_rank(state: State) -> Sequence[float]:
    """The share of the others that a seat stands before, less the share that it stands behind."""
    outcome = library.outcome(state)
    assert outcome is not None, "a game that is over has an outcome"
    rewards, before = [0.0] * state.seats, 0
    for tied in outcome.ranking:
        behind = state.seats - before - len(tied)
        for seat in tied:
            rewards[seat] = (behind - before) / max(1, state.seats - 1)
        before += len(tied)
    return rewards


def _by_win(state: State) -> Sequence[float]:
    """One win, shared by those who have won."""
    outcome = library.outcome(state)
    assert outcome is not None, "a game that is over has an outcome"
    winners = outcome.winners
    return [1 / len(winners) if seat in winners else 0.0 for seat in range(state.seats)]


REWARDS: Mapping[str, Callable[[State], Sequence[float]]] = {
    "score": _by_score,
    "rank": _by_rank,
    "win": _by_win,
}


# ---- pictures -------------------------------------------------------------------------------


def rendered(state: State, mode: str | None) -> str | None:
    """The table as a spectator sees it: as text, as SVG, or printed."""
    if mode == "svg":
        return library.draw_svg(state)
    if mode is None:
        gymnasium.logger.warn(
            f"nothing is rendered without a render_mode; it is {listed(RENDER_MODES, 'or')}"
        )
        return None
    text = library.draw_text(state)
    if mode == "ansi":
        return text
    sys.stdout.write(f"{text}\n")
    return None
