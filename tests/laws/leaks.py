"""Leaks put in on purpose, which the laws of `hidden` must find."""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable
from typing import Any

import attrs
import pytest

import tilerules as tr
from tilerules.engine.protocol import Game

Plant = Callable[[pytest.MonkeyPatch], None]


class Plants(dict[str, Plant]):
    """Leaks by name, in the game that some rules are of."""

    def __init__(self, game: Game, rules: type[Any]) -> None:
        super().__init__()
        self.game = game
        self.rules = rules

    def __call__(self, plant: Plant) -> Plant:
        """Take up a leak, as a decorator."""
        self[plant.__name__] = plant
        return plant

    def replace(self, patch: pytest.MonkeyPatch, **functions: Any) -> None:
        """Give the game other functions than its own."""
        patch.setattr(self.rules, "game", attrs.evolve(self.game, **functions))

    def seen_otherwise(
        self, patch: pytest.MonkeyPatch, change: Callable[..., dict[str, Any]]
    ) -> None:
        """Observations some of whose fields `change` makes of the honest one and the state."""

        def observe(at: Any, viewer: int | None, *, memory: bool) -> Any:
            honest: Any = self.game.observe(at, viewer, memory=memory)
            return attrs.evolve(honest, **change(honest, at, viewer))

        self.replace(patch, observe=observe)


def sum_of(at: tr.Position) -> int:
    """A number that depends on everything in a position."""
    return zlib.crc32(json.dumps(at.to_data()).encode())  # type: ignore[attr-defined]


def common(plants: Plants) -> None:
    """Leaks that there can be in every game."""
    game, replace = plants.game, plants.replace

    @plants
    def the_forgetful_remember(patch: pytest.MonkeyPatch) -> None:
        def observe(at: Any, viewer: int | None, *, memory: bool) -> Any:
            return game.observe(at, viewer, memory=True)

        replace(patch, observe=observe)

    @plants
    def what_was_told_is_forgotten(patch: pytest.MonkeyPatch) -> None:
        def observe(at: Any, viewer: int | None, *, memory: bool) -> Any:
            return game.observe(at, viewer, memory=False)

        replace(patch, observe=observe)

    @plants
    def an_observation_carries_a_sum_of_its_state(patch: pytest.MonkeyPatch) -> None:
        def change(honest: Any, at: tr.State, viewer: int | None) -> dict[str, Any]:
            return {"ply": honest.ply + sum_of(at) % 7 * 10**6}

        plants.seen_otherwise(patch, change)

    @plants
    def a_repr_carries_the_state(patch: pytest.MonkeyPatch) -> None:
        patch.setattr(tr.State, "__repr__", lambda at: f"<State {at.to_data()}>")

    @plants
    def a_text_carries_a_sum_of_the_state(patch: pytest.MonkeyPatch) -> None:
        def draw_text(at: Any) -> str:
            return f"{game.draw_text(at)} {sum_of(at)}"

        replace(patch, draw_text=draw_text)

    @plants
    def a_refusal_carries_a_sum_of_the_state(patch: pytest.MonkeyPatch) -> None:
        def refuse(at: Any, move: tr.Move) -> tr.Refusal:
            refusal = game.refuse(at, move)
            return attrs.evolve(refusal, message=f"{refusal.message} ({sum_of(at)})")

        replace(patch, refuse=refuse)

    @plants
    def an_error_carries_the_state(patch: pytest.MonkeyPatch) -> None:
        def refuse(at: Any, move: tr.Move) -> tr.Refusal:
            return attrs.evolve(game.refuse(at, move), rule=at.to_data())

        replace(patch, refuse=refuse)

    @plants
    def a_score_depends_on_a_sum_of_the_state(patch: pytest.MonkeyPatch) -> None:
        def score(at: Any) -> Any:
            return tuple(
                attrs.evolve(sheet, lines=sheet.lines[sum_of(at) % 2 :]) for sheet in game.score(at)
            )

        replace(patch, score=score)
