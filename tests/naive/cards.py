"""Changes of the cards that the naive models are given."""

from __future__ import annotations

import copy
from typing import Any


def changed(card: dict[str, Any], **values: Any) -> dict[str, Any]:
    """A copy of the card; keys are paths with __ between the names."""
    card = copy.deepcopy(card)
    for path, value in values.items():
        *way, last = path.split("__")
        block = card
        for name in way:
            block = block[name]
        block[last] = value
    return card
