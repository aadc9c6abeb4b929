"""What is used of OpenSpiel's module `pyspiel`, which has no types of its own."""

from collections.abc import Callable, Mapping
from typing import Any

class SpielError(Exception): ...

class PlayerId:
    CHANCE: int
    TERMINAL: int

class PrivateInfoType:
    NONE: PrivateInfoType
    SINGLE_PLAYER: PrivateInfoType

class IIGObservationType:
    def __init__(
        self,
        *,
        perfect_recall: bool,
        public_info: bool = ...,
        private_info: PrivateInfoType = ...,
    ) -> None: ...
    perfect_recall: bool
    public_info: bool
    private_info: PrivateInfoType

class GameType:
    class Dynamics:
        SEQUENTIAL: GameType.Dynamics

    class ChanceMode:
        DETERMINISTIC: GameType.ChanceMode
        EXPLICIT_STOCHASTIC: GameType.ChanceMode

    class Information:
        IMPERFECT_INFORMATION: GameType.Information

    class Utility:
        GENERAL_SUM: GameType.Utility

    class RewardModel:
        TERMINAL: GameType.RewardModel

    def __init__(
        self,
        *,
        short_name: str,
        long_name: str,
        dynamics: GameType.Dynamics,
        chance_mode: GameType.ChanceMode,
        information: GameType.Information,
        utility: GameType.Utility,
        reward_model: GameType.RewardModel,
        max_num_players: int,
        min_num_players: int,
        provides_information_state_string: bool,
        provides_information_state_tensor: bool,
        provides_observation_string: bool,
        provides_observation_tensor: bool,
        parameter_specification: Mapping[str, Any],
    ) -> None: ...
    chance_mode: GameType.ChanceMode
    min_num_players: int
    max_num_players: int

class GameInfo:
    def __init__(
        self,
        *,
        num_distinct_actions: int,
        max_chance_outcomes: int,
        num_players: int,
        min_utility: float,
        max_utility: float,
        max_game_length: int,
    ) -> None: ...

class PlayerAction:
    player: int
    action: int

class State:
    def __init__(self, game: Game) -> None: ...
    def history(self) -> list[int]: ...
    def full_history(self) -> list[PlayerAction]: ...

class Game:
    def __init__(self, type: GameType, info: GameInfo, params: Mapping[str, Any]) -> None: ...
    def num_players(self) -> int: ...
    def deserialize_state(self, state: str) -> Any: ...

class UniformProbabilitySampler:
    def __init__(self, low: float, high: float) -> None: ...
    def __call__(self) -> float: ...

def load_game(name: str) -> Any: ...
def register_game(type: GameType, creator: Callable[[Mapping[str, Any]], Game]) -> None: ...
def registered_names() -> list[str]: ...
def random_sim_test(
    game: Any, *, num_sims: int, serialize: bool, verbose: bool, mask_test: bool
) -> None: ...
def serialize_game_and_state(game: Any, state: Any) -> str: ...
def deserialize_game_and_state(text: str) -> tuple[Any, Any]: ...
