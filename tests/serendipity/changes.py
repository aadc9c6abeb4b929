"""Good data and how to break them."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

Data = dict[str, Any]
Change = Callable[[Data], object]

HUGE = 10**5000


def through_json(plain: Data) -> Data:
    """The same data, written and read."""
    again: Data = json.loads(json.dumps(plain))
    return again


def put(*way: str, value: Any) -> Change:
    """Put a value at the end of a way of keys."""

    def change(plain: Data) -> None:
        for key in way[:-1]:
            plain = plain[key]
        plain[way[-1]] = value

    return change


def drop(*way: str) -> Change:
    """Take a key away."""

    def change(plain: Data) -> None:
        for key in way[:-1]:
            plain = plain[key]
        del plain[way[-1]]

    return change


def several(**entries: Any) -> Change:
    """Put several entries."""
    return lambda plain: plain.update(entries)
