"""Gift of Tulips: tulips kept, given, and added to a festival that ranks their colours.

The classes that callers may meet are found when they are first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

REVISION = 1
"""Raised when an unchanged card would play differently; it counts in the digest of rulesets."""

_HOMES = {
    "events": (
        "Added",
        "AddedSecretly",
        "BouquetBegun",
        "Drawn",
        "EndDrawn",
        "Event",
        "Given",
        "Kept",
        "PutAway",
        "Ranked",
        "Scored",
        "StartKept",
    ),
    "state": ("Deal", "Observation", "State"),
}
_HOME = {name: f"{__name__}.{room}" for room, names in _HOMES.items() for name in names}

if TYPE_CHECKING:
    from tilerules.games.tulips.events import Added as Added
    from tilerules.games.tulips.events import AddedSecretly as AddedSecretly
    from tilerules.games.tulips.events import BouquetBegun as BouquetBegun
    from tilerules.games.tulips.events import Drawn as Drawn
    from tilerules.games.tulips.events import EndDrawn as EndDrawn
    from tilerules.games.tulips.events import Event as Event
    from tilerules.games.tulips.events import Given as Given
    from tilerules.games.tulips.events import Kept as Kept
    from tilerules.games.tulips.events import PutAway as PutAway
    from tilerules.games.tulips.events import Ranked as Ranked
    from tilerules.games.tulips.events import Scored as Scored
    from tilerules.games.tulips.events import StartKept as StartKept
    from tilerules.games.tulips.state import Deal as Deal
    from tilerules.games.tulips.state import Observation as Observation
    from tilerules.games.tulips.state import State as State
else:

    def __getattr__(name: str) -> Any:
        if name not in _HOME:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(_HOME[name]), name)


__all__ = [
    "REVISION",
    "Added",
    "AddedSecretly",
    "BouquetBegun",
    "Deal",
    "Drawn",
    "EndDrawn",
    "Event",
    "Given",
    "Kept",
    "Observation",
    "PutAway",
    "Ranked",
    "Scored",
    "StartKept",
    "State",
]
