"""Short signs for colours, in pictures and in text."""

from __future__ import annotations

from collections.abc import Sequence


def signs(colours: Sequence[str]) -> dict[str, str]:
    """The sign of each colour: one or two of its letters, more only where these are taken."""
    out: dict[str, str] = {}
    for colour in colours:
        others = [other for other in colours if other != colour]
        first = [colour[:n] for n in (1, 2) if not any(o.startswith(colour[:n]) for o in others)]
        pairs = (colour[0] + letter for letter in colour[1:])
        spare = (each for each in (*first, *pairs, colour) if each.upper() not in out.values())
        out[colour] = next(spare).upper()
    return out
