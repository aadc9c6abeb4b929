"""The readings of a game: what its sources leave open, and what a card can say."""

from __future__ import annotations


def block(game: str) -> str:
    """All readings of a game, as `docs/games/readings` has them."""
    return f"The readings of {game}."
