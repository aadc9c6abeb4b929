"""Flowers: gardens of cards, in which numbers must be grouped and colours should be.

The classes that callers may meet are found when they are first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

# Raised when an unchanged card would play differently.
REVISION = 1

if TYPE_CHECKING:
    from tilerules.games.flowers.state import Deal as Deal
    from tilerules.games.flowers.state import Observation as Observation
    from tilerules.games.flowers.state import Stacks as Stacks
    from tilerules.games.flowers.state import State as State
    from tilerules.games.flowers.state import Turned as Turned
else:

    def __getattr__(name: str) -> Any:
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(f"{__name__}.state"), name)


__all__ = ["REVISION", "Deal", "Observation", "Stacks", "State", "Turned"]
