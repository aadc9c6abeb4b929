"""The bundled rulesets of a game side by side."""

from __future__ import annotations


def block(game: str) -> str:
    """A table of what differs."""
    return f"The rulesets of {game}."
