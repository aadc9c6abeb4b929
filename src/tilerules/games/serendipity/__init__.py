"""Serendipity: ninety-one hexagonal tiles, face down, and the carpets that grow on them.

The classes that callers may meet are found when they are first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

REVISION = 1
"""Raised when an unchanged card would play differently; it counts in the digest of rulesets."""

_HOMES = {
    "events": ("ColourChosen", "Event", "Exchanged", "Rotated", "TurnedBack", "TurnedUp"),
    "state": ("Cell", "Cells", "Deal", "Observation", "Shown", "State"),
}
_HOME = {name: f"{__name__}.{room}" for room, names in _HOMES.items() for name in names}

if TYPE_CHECKING:
    from tilerules.games.serendipity.events import ColourChosen as ColourChosen
    from tilerules.games.serendipity.events import Event as Event
    from tilerules.games.serendipity.events import Exchanged as Exchanged
    from tilerules.games.serendipity.events import Rotated as Rotated
    from tilerules.games.serendipity.events import TurnedBack as TurnedBack
    from tilerules.games.serendipity.events import TurnedUp as TurnedUp
    from tilerules.games.serendipity.state import Cell as Cell
    from tilerules.games.serendipity.state import Cells as Cells
    from tilerules.games.serendipity.state import Deal as Deal
    from tilerules.games.serendipity.state import Observation as Observation
    from tilerules.games.serendipity.state import Shown as Shown
    from tilerules.games.serendipity.state import State as State
else:

    def __getattr__(name: str) -> Any:
        if name not in _HOME:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(_HOME[name]), name)


__all__ = [
    "REVISION",
    "Cell",
    "Cells",
    "ColourChosen",
    "Deal",
    "Event",
    "Exchanged",
    "Observation",
    "Rotated",
    "Shown",
    "State",
    "TurnedBack",
    "TurnedUp",
]
