"""Serendipity: ninety-one hexagonal tiles, face down, and the carpets that grow on them.

The classes that callers may meet are found when they are first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

# Raised when an unchanged card would play differently.
REVISION = 1

if TYPE_CHECKING:
    from tilerules.games.serendipity.state import Cell as Cell
    from tilerules.games.serendipity.state import Deal as Deal
    from tilerules.games.serendipity.state import Observation as Observation
    from tilerules.games.serendipity.state import Shown as Shown
    from tilerules.games.serendipity.state import State as State
else:

    def __getattr__(name: str) -> Any:
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(f"{__name__}.state"), name)


__all__ = ["REVISION", "Cell", "Deal", "Observation", "Shown", "State"]
