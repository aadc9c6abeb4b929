"""Leaks put in on purpose, which the laws of `hidden` must find."""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Iterable
from typing import Any

import attrs
import pytest

import tilerules as tr
from tilerules import registry
from tilerules.engine.actions import ActionSpace
from tilerules.engine.events import Due
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
        """Give the game other functions than those that it has."""
        patch.setattr(self.rules, "game", attrs.evolve(self.rules.game, **functions))

    def seen_otherwise(
        self, patch: pytest.MonkeyPatch, change: Callable[..., dict[str, Any]]
    ) -> None:
        """Observations some of whose fields `change` makes of the honest one and the state."""

        def observe(at: Any, viewer: int | None, *, memory: bool) -> Any:
            honest: Any = self.game.observe(at, viewer, memory=memory)
            return attrs.evolve(honest, **change(honest, at, viewer))

        self.replace(patch, observe=observe)

    def known_later(self, patch: pytest.MonkeyPatch) -> Callable[[Any], Any]:
        """What makes of an observation the state that it was made of, which nobody should have."""
        states: dict[int, tuple[Any, Any]] = {}

        def observe(at: Any, viewer: int | None, *, memory: bool) -> Any:
            seen = self.game.observe(at, viewer, memory=memory)
            states[id(seen)] = seen, at  # with the observation, which keeps its id
            return seen

        self.replace(patch, observe=observe)
        return lambda seen: states.get(id(seen), (None, None))[1]

    def happening_otherwise(
        self, patch: pytest.MonkeyPatch, change: Callable[[list[Any], Any], Iterable[Any]]
    ) -> None:
        """Events that `change` makes of the honest ones and the state after the ply."""
        known = self.known_later(patch)

        def events(before: Any, after: Any) -> Iterable[Any]:
            return change([*self.game.events(before, after)], known(after))

        self.replace(patch, events=events)


def sum_of(at: tr.Position) -> int:
    """A number that depends on everything in a position."""
    return zlib.crc32(json.dumps(at.to_data()).encode())


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
            return attrs.evolve(game.observe(at, viewer, memory=False), memory=memory)  # type: ignore[misc]

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
        def draw_text(at: Any, *, colour: bool = False) -> str:
            return f"{game.draw_text(at)} {sum_of(at)}"

        replace(patch, draw_text=draw_text)

    @plants
    def an_id_in_a_picture_carries_a_sum_of_the_state(patch: pytest.MonkeyPatch) -> None:
        picture = registry.room(game.id, "picture")
        honest = picture.draw_svg

        def draw_svg(at: Any, highlight: Any) -> str:
            svg: str = honest(at, highlight)
            return svg.replace("<g ", f'<g id="g{sum_of(at)}" ', 1)

        patch.setattr(picture, "draw_svg", draw_svg)

    @plants
    def a_notebook_shows_a_state_as_the_seat_to_move_sees_it(patch: pytest.MonkeyPatch) -> None:
        def shown(at: tr.State) -> str:
            return tr.draw_svg(tr.observe(at, at.to_move)) + f"<!-- {sum_of(at)} -->"

        patch.setattr(tr.State, "_repr_svg_", shown, raising=False)

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

    @plants
    def a_hash_depends_on_a_sum_of_the_state(patch: pytest.MonkeyPatch) -> None:
        known = plants.known_later(patch)
        observation = registry.room(game.id, "state").Observation
        patch.setattr(observation, "__hash__", lambda seen: known(seen) and sum_of(known(seen)))

    @plants
    def an_event_tells_a_sum_of_the_state(patch: pytest.MonkeyPatch) -> None:
        plants.happening_otherwise(patch, lambda happened, at: [*happened, Due(sum_of(at), "x")])

    @plants
    def an_event_is_left_out_by_a_sum_of_the_state(patch: pytest.MonkeyPatch) -> None:
        plants.happening_otherwise(patch, lambda happened, at: happened[sum_of(at) % 2 :])

    @plants
    def a_drawn_state_depends_on_a_sum_of_the_true_one(patch: pytest.MonkeyPatch) -> None:
        known = plants.known_later(patch)

        def determinize(seen: Any, stream: Any) -> Any:
            stream.bytes(sum_of(known(seen)) % 5)
            return game.determinize(seen, stream)

        plants.replace(patch, determinize=determinize)

    @plants
    def a_mask_marks_a_sum_of_the_state(patch: pytest.MonkeyPatch) -> None:
        known, honest = plants.known_later(patch), ActionSpace.mask

        def mask(space: ActionSpace, position: Any) -> bytes:
            seen = bytearray(honest(space, position))
            if at := known(position):
                seen[0] ^= sum_of(at) % 2
            return bytes(seen)

        patch.setattr(ActionSpace, "mask", mask)
