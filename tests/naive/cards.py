"""Copies and changes of plain data, as the naive models are made of."""

from __future__ import annotations

from typing import Any


def copied(value: Any) -> Any:
    """A copy of the dicts and lists in a value, at any depth; nothing else in it ever changes."""
    if isinstance(value, dict):
        return {key: copied(entry) for key, entry in value.items()}
    if isinstance(value, list):
        return [copied(entry) for entry in value]
    return value


def changed(card: dict[str, Any], **values: Any) -> dict[str, Any]:
    """A copy of the card; keys are paths with __ between the names."""
    card = copied(card)
    for path, value in values.items():
        *way, last = path.split("__")
        block = card
        for name in way:
            block = block[name]
        block[last] = value
    return card
