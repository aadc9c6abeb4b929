"""Gift of Tulips: tulips kept, given, and added to a festival that ranks their colours.

The classes that callers may meet are found when they are first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

# Raised when an unchanged card would play differently.
REVISION = 1

if TYPE_CHECKING:
    from tilerules.games.tulips.state import Deal as Deal
    from tilerules.games.tulips.state import Observation as Observation
    from tilerules.games.tulips.state import State as State
else:

    def __getattr__(name: str) -> Any:
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(f"{__name__}.state"), name)


__all__ = ["REVISION", "Deal", "Observation", "State"]
