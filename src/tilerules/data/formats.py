"""The formats of data, and how data of an older one are brought to the newest."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

Upgrade: TypeAlias = Callable[[Any], Any]

UPGRADES: tuple[Mapping[str, Upgrade], ...] = ()
"""For each format but the newest, from 1: what makes data of a kind into data of the next format.

A kind that stays as it was is not named. An upgrade is given whatever somebody wrote, and returns
new data. What lies within, such as the ruleset in a state, is upgraded as a kind of its own.
"""


def newest() -> int:
    """The format that is written."""
    return 1 + len(UPGRADES)


def upgraded(value: Any, kind: str, format: int) -> Any:
    """Data of a kind in the newest format, from data of an older one."""
    for upgrades in UPGRADES[format - 1 :]:
        if kind in upgrades:
            value = upgrades[kind](value)
    return value
