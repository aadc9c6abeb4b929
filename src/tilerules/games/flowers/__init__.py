"""Flowers: gardens of cards, in which numbers must be grouped and colours should be.

The classes that callers may meet are found when they are first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

REVISION = 1
"""Raised when an unchanged card would play differently; it counts in the digest of rulesets."""

_HOMES = {
    "events": ("Covered", "Discarded", "Event", "Placed", "Swept", "Taken", "TurnedUp"),
    "state": ("Deal", "Observation", "Stacks", "State", "Turned"),
}
_HOME = {name: f"{__name__}.{room}" for room, names in _HOMES.items() for name in names}

if TYPE_CHECKING:
    from tilerules.games.flowers.events import Covered as Covered
    from tilerules.games.flowers.events import Discarded as Discarded
    from tilerules.games.flowers.events import Event as Event
    from tilerules.games.flowers.events import Placed as Placed
    from tilerules.games.flowers.events import Swept as Swept
    from tilerules.games.flowers.events import Taken as Taken
    from tilerules.games.flowers.events import TurnedUp as TurnedUp
    from tilerules.games.flowers.state import Deal as Deal
    from tilerules.games.flowers.state import Observation as Observation
    from tilerules.games.flowers.state import Stacks as Stacks
    from tilerules.games.flowers.state import State as State
    from tilerules.games.flowers.state import Turned as Turned
else:

    def __getattr__(name: str) -> Any:
        if name not in _HOME:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(_HOME[name]), name)


__all__ = [
    "REVISION",
    "Covered",
    "Deal",
    "Discarded",
    "Event",
    "Observation",
    "Placed",
    "Stacks",
    "State",
    "Swept",
    "Taken",
    "Turned",
    "TurnedUp",
]
