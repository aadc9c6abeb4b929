"""Pictures of tulips."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import tilerules as tr


def _start() -> str:
    """A game about to begin."""
    return tr.draw_svg(tr.new_game(tr.load("tulips"), 2, seed=7))


PICTURES: Mapping[str, Callable[[], str]] = {"start": _start}
"""By the name with which pages ask for it, as `../pictures/tulips-start.svg`."""
