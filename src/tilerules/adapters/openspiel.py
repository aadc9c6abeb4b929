"""The games as Python games of OpenSpiel, as `tilerules_serendipity`, those of plug-ins too.

They are registered when this module is imported. It needs the extra `openspiel`.
"""

from __future__ import annotations

import base64
import json
import types
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cached_property
from itertools import compress
from typing import Any, ClassVar

import numpy as np
import pyspiel

from tilerules import library, registry
from tilerules.data import text
from tilerules.data.source import Source
from tilerules.engine import positions
from tilerules.engine.actions import space_of
from tilerules.engine.bounds import bounds_of
from tilerules.engine.planes import planes_of
from tilerules.engine.play import apply_move
from tilerules.engine.positions import rules_for
from tilerules.engine.shared.ending import points_together
from tilerules.errors import InvalidData, MissingPart
from tilerules.ruleset.ruleset import Ruleset
from tilerules.wording import shortened

NO_SEED = -1
"""In a game string: chance draws the seed of each game."""
LARGEST_SEED = 2**31 - 1
"""Beyond it OpenSpiel takes no number as a parameter."""
SEED_BYTES = 8
"""So many bytes make a seed; each is an outcome of chance of its own."""

_BYTE = [(byte, 1 / 256) for byte in range(256)]
_NOTHING = "fS4="
"""An empty dictionary, as OpenSpiel keeps what a state holds."""


def game_string(ruleset: Ruleset, seats: int, *, seed: int | None = None) -> str:
    """What `pyspiel.load_game` takes to load a game of these rules.

    A bundled ruleset stands in it by its id, any other whole. With a seed, from 0 to 2147483647,
    chance has no part: every game has the deal of that seed. `WrongSeats` if the ruleset is not
    for this number of seats; `ValueError` for any other seed.

    >>> import tilerules as tr
    >>> from tilerules.adapters import openspiel
    >>> openspiel.game_string(tr.load("tulips-thanks"), 3, seed=7)
    'tilerules_tulips(ruleset=tulips-thanks,seats=3,seed=7)'
    """
    rules_for(ruleset, seats)
    data = registry.ruleset_data(ruleset, whole=False)
    name = _encoded(data) if "values" in data else ruleset.id
    number = NO_SEED if seed is None else _seed(seed)
    return f"{_short_name(ruleset.game)}(ruleset={name},seats={seats},seed={number})"


def _short_name(game: str) -> str:
    """What OpenSpiel calls a game."""
    return f"tilerules_{game.replace('-', '_')}"


def _encoded(data: object) -> str:
    """Data as JSON in base64url without padding: no sign in it means anything to OpenSpiel."""
    return base64.urlsafe_b64encode(_line(data).encode("ascii")).rstrip(b"=").decode("ascii")


def _ruleset(name: str) -> Ruleset:
    """The ruleset that a parameter names by its id, or holds whole; no id has capital letters."""
    if name == name.lower():
        return registry.load(name)
    try:
        written = base64.b64decode(name + "=" * (-len(name) % 4), b"-_", validate=True)
    except ValueError:
        raise InvalidData(
            "ruleset", "expected the id of a ruleset, or a whole one as JSON in base64url"
        ) from None
    return Ruleset.from_json(written)


def _seed(seed: object) -> int:
    if type(seed) is not int or not 0 <= seed <= LARGEST_SEED:
        raise ValueError(
            f"a seed is a whole number from 0 to {LARGEST_SEED}, not {shortened(seed)}; "
            f"chance draws one if there is none, or {NO_SEED} in a game string"
        )
    return seed


# ---- states ---------------------------------------------------------------------------------


class _Held:
    """A position inside a state of OpenSpiel, which copies and pickles all that a state holds.

    A copy is the same position, for positions never change; what is pickled is a text, as JSON.
    """

    def __init__(self, position: positions.State | None) -> None:
        self.position = position

    @cached_property
    def json(self) -> str:
        """The position as JSON on one line."""
        return _line(None if self.position is None else self.position.to_data())

    @cached_property
    def legal(self) -> list[int]:
        """The numbers of the legal moves."""
        assert self.position is not None, "chance has outcomes instead"
        mask = space_of(self.position.rules).mask(self.position)
        return [*compress(range(len(mask)), mask)]

    def __deepcopy__(self, memo: object) -> _Held:
        return self

    def __reduce__(self) -> tuple[type[str], tuple[str]]:
        return str, (self.json,)


def _line(data: object) -> str:
    return json.dumps(data, separators=(",", ":"))


class State(pyspiel.State):
    """A state of OpenSpiel: a position, or a deal for which chance is still drawing the seed.

    >>> import pyspiel
    >>> import tilerules as tr
    >>> from tilerules.adapters import openspiel
    >>> game = pyspiel.load_game(openspiel.game_string(tr.load("tulips"), 2, seed=7))
    >>> state = game.new_initial_state()
    >>> state.position == tr.new_game(tr.load("tulips"), 2, seed=7)
    True
    >>> moves = tr.legal_moves(state.position)
    >>> [state.action_to_string(action) for action in state.legal_actions()] == [*map(str, moves)]
    True
    """

    __slots__ = ("__dict__", "_game")

    def __init__(self, game: Game, position: positions.State | None) -> None:
        super().__init__(game)
        self._game = game
        self.held = _Held(position)

    @property
    def held(self) -> _Held:
        """What OpenSpiel copies and pickles; set from its JSON, it is read and checked."""
        held: _Held = self.__dict__["held"]
        return held

    @held.setter
    def held(self, held: _Held | str) -> None:
        if isinstance(held, str):
            held = _Held(self._game.position_from(text.read(held)))
        self.__dict__["held"] = held

    @property
    def position(self) -> positions.State | None:
        """The whole truth; None as long as chance is drawing the seed of the deal."""
        return self.held.position

    def current_player(self) -> int:
        """The seat to move, or OpenSpiel's number for chance or for the end."""
        position = self.position
        if position is None:
            return pyspiel.PlayerId.CHANCE
        if self.is_terminal() or position.to_move is None:
            return pyspiel.PlayerId.TERMINAL
        return position.to_move

    def is_terminal(self) -> bool:
        """Whether the game is over, or as long as OpenSpiel was told that it can be."""
        position = self.position
        return position is not None and (position.is_over or position.ply >= self._game.longest)

    def _legal_actions(self, player: int) -> list[int]:
        return self.held.legal

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The next byte of the seed: all are equally likely."""
        return [*_BYTE]

    def _apply_action(self, action: int) -> None:
        if self.position is not None:
            after = apply_move(self.position, self._game.space.move(action))
            self.held = _Held(after)
            return
        drawn = [*self.history(), action]
        if len(drawn) == SEED_BYTES:
            self.held = _Held(self._game.dealt(bytes(drawn)))

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"seed {action}"
        return str(self._game.space.move(action))

    def returns(self) -> list[float]:
        """At the end the points of each seat, with those of its partners; 0 before."""
        if self.position is None or not self.is_terminal():
            return [0.0] * self._game.num_players()
        position = self.position
        return [*map(float, points_together(position.rules, library.score(position)))]

    def __str__(self) -> str:
        return f"seed {self.history()}" if self.position is None else self.held.json

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> State:
        """A state that fits what a player knows, the rest drawn evenly; its history is empty.

        A history would tell what the player does not know.
        """
        if self.position is None:
            return self._game.new_initial_state()
        seen = library.observe(self.position, player)
        return State(self._game, library.determinize(seen, int(sampler() * 2**53)))

    def serialize(self) -> str:
        """The state as JSON on one line, for `deserialize_state` of its game."""
        history = [[item.player, item.action] for item in self.full_history()]
        return f'{{"history":{_line(history)},"position":{self.held.json}}}'

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickled, (str(self._game), self.serialize())


def _unpickled(game: str, state: str) -> State:
    """The state that was pickled."""
    loaded: Game = pyspiel.load_game(game)
    return loaded.deserialize_state(state)


# ---- games ----------------------------------------------------------------------------------


class Game(pyspiel.Game):
    """A game of OpenSpiel, by the rules, the seats and the seed of its parameters.

    Attributes:
        rules: the rules for this number of seats.
        space: the numbering of moves, which is that of actions.
        longest: after so many moves the game is over for OpenSpiel in any case.
        id: of the game, as `serendipity`; each game has a class of its own.

    `UnknownRuleset`, `InvalidData`, `WrongSeats`, or `ValueError` name what cannot be.

    >>> import pyspiel
    >>> from tilerules.adapters import openspiel
    >>> game = pyspiel.load_game("tilerules_tulips", {"seats": 3})
    >>> game.num_players(), game.num_distinct_actions() == len(game.space)
    (3, True)
    >>> game.new_initial_state().is_chance_node(), game.max_chance_nodes_in_history()
    (True, 8)
    """

    id: ClassVar[str]

    def __init__(self, params: Mapping[str, Any]) -> None:
        ruleset, seed = _ruleset(params["ruleset"]), params["seed"]
        if ruleset.game != self.id:
            raise ValueError(
                f"{ruleset.id} is a ruleset of {ruleset.game}; load {_short_name(ruleset.game)}"
            )
        self.rules = rules_for(ruleset, params["seats"])
        self.space = space_of(self.rules)
        bounds = bounds_of(self.rules)
        self.longest = bounds.plies
        self._start = None if seed == NO_SEED else self.dealt(_seed(seed))
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.space),
            max_chance_outcomes=0 if self._start else len(_BYTE),
            num_players=self.rules.seats,
            min_utility=float(bounds.least),
            max_utility=float(bounds.most),
            max_game_length=bounds.plies,
        )
        super().__init__(_game_type(self.id, has_chance=self._start is None), info, params)

    def __reduce__(self) -> tuple[Any, ...]:
        return pyspiel.load_game, (str(self),)

    def dealt(self, seed: int | bytes) -> positions.State:
        """The first position of the deal of a seed."""
        return library.new_game(self.rules.ruleset, self.rules.seats, seed=seed)

    def max_chance_nodes_in_history(self) -> int:
        """How often chance decides: as often as a seed has bytes."""
        return 0 if self._start else SEED_BYTES

    def new_initial_state(self, position: str | None = None) -> State:
        """The start of a game, or the state of a position given as its JSON.

        `InvalidData` names the place of what cannot be.
        """
        if position is not None:
            return State(self, self.position_from(text.read(position)))
        return State(self, self._start)

    def position_from(self, data: object) -> positions.State | None:
        """The position in JSON data, null before the deal; `InvalidData` if it is no such."""
        if data is None and self._start is None:
            return None
        position = positions.State.from_data(data)
        if position.rules != self.rules:
            wanted = f"{self.rules.ruleset.id} for {self.rules.seats} seats"
            raise InvalidData("ruleset", f"this is no position of {wanted}")
        return position

    def deserialize_state(self, state: str) -> State:
        """The state that `serialize` wrote; nothing in the text is run as code.

        `InvalidData` names the place of what cannot be.
        """
        source = Source(text.read(state))
        source.keys(("history", "position"))
        position = _Held(self.position_from(source.entry("position").value))
        history = [*map(self._action, source.entry("history").items())]
        if position.position is None and len(history) >= SEED_BYTES:
            raise source.fault_at("position", "is missing: the seed of its deal is complete")
        written = f"history={','.join(history)}\nmove_number={len(history)}\n__dict__={_NOTHING}"
        made: State = super().deserialize_state(written)
        made.held = position
        return made

    def _action(self, source: Source) -> str:
        """An entry of a history as OpenSpiel writes it."""
        player, action = source.exactly(2, "number")
        who = player.whole(pyspiel.PlayerId.CHANCE, self.rules.seats - 1)
        return f"{who}:{action.whole(0, max(len(self.space), len(_BYTE)) - 1)}"

    def make_py_observer(
        self, iig_obs_type: pyspiel.IIGObservationType | None = None, params: object = None
    ) -> _Observer | None:
        """What makes information states, or observations; None for what is not offered.

        Offered is what one player sees; what all see alone, and what a player sees besides, is not.
        `ValueError` for any parameters.
        """
        if params:
            raise ValueError(f"observations have no parameters, not {shortened(params)}")
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if not kind.public_info or kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            return None
        return _Observer(self, memory=kind.perfect_recall)


class _Observer:
    """What a player knows, as a text and as numbers, with memory or without."""

    def __init__(self, game: Game, *, memory: bool) -> None:
        self._memory = memory
        planes = planes_of(game.rules)
        self.tensor = np.zeros(sum(plane.length for plane in planes), np.float32)
        self.dict: dict[str, Any] = {}
        start = 0
        for plane in planes:
            self.dict[plane.name] = self.tensor[start : start + plane.length]
            start += plane.length

    def set_from(self, state: State, player: int) -> None:
        """Write what a player knows into `tensor`; all is 0 before the deal."""
        if state.position is None:
            self.tensor.fill(0)
        else:
            seen = library.observe(state.position, player, memory=self._memory)
            self.tensor[:] = library.numbers(seen)

    def string_from(self, state: State, player: int) -> str:
        """What a player knows as JSON on one line, without the rules; empty before the deal."""
        if state.position is None:
            return ""
        data = library.observe(state.position, player, memory=self._memory).to_data()
        del data["ruleset"]
        return _line(data)


# ---- registered -----------------------------------------------------------------------------


def _game_type(id: str, *, has_chance: bool) -> pyspiel.GameType:
    ruleset, kinds = registry.bundled(id), pyspiel.GameType
    mode, counts = kinds.ChanceMode, ruleset.seat_counts
    return pyspiel.GameType(
        short_name=_short_name(id),
        long_name=ruleset.title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=mode.EXPLICIT_STOCHASTIC if has_chance else mode.DETERMINISTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=counts[-1],
        min_num_players=counts[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            "ruleset": id,
            "seats": 2 if 2 in counts else counts[0],
            "seed": NO_SEED,
        },
    )


def _register(id: str) -> None:
    """Let OpenSpiel know a game; one without planes or bounds cannot be."""
    with suppress(MissingPart):
        for part in ("planes", "bounds"):
            registry.room(id, part)
        made = types.new_class(id, (Game,), exec_body=lambda space: space.update(id=id))
        pyspiel.register_game(_game_type(id, has_chance=True), made)


for _id in registry.GAMES:
    _register(_id)
