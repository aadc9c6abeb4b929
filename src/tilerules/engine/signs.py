"""Colours in text: their short signs, and how a terminal paints them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import chain, count

import attrs


def signs(colours: Sequence[str]) -> dict[str, str]:
    """The sign of each colour: one or two of its letters, or one and a number."""
    out: dict[str, str] = {}
    for colour in colours:
        others = [other for other in colours if other != colour]
        first = [colour[:n] for n in (1, 2) if not any(o.startswith(colour[:n]) for o in others)]
        pairs = (colour[0] + letter for letter in colour[1:])
        short = [colour] if len(colour) <= 2 else []
        numbered = (f"{colour[0]}{number}" for number in count(2))
        known = set(out.values())
        spare = (each.upper() for each in chain(first, pairs, short, numbered))
        out[colour] = next(each for each in spare if each not in known)
    return out


CODES = {
    "white": 231,
    "yellow": 220,
    "pink": 212,
    "lime": 148,
    "orange": 208,
    "grey": 245,
    "teal": 37,
    "green": 71,
    "violet": 141,
    "red": 167,
    "brown": 137,
    "purple": 134,
    "blue": 68,
    "black": 240,
}
"""The colours of a terminal of 256 that can be read on light and on dark ground."""


@attrs.frozen
class Paint:
    """The colours of a card in a terminal; without `on` every text stays as it is."""

    colours: Sequence[str]
    on: bool

    def __call__(self, text: str, colour: str | None) -> str:
        """A text in a colour; it looks as wide as before."""
        if not self.on or colour is None or colour not in self.colours:
            return text
        spare = [code for name, code in CODES.items() if name not in self.colours]
        code = CODES.get(colour) or spare[self.colours.index(colour) % len(spare)]
        return f"\x1b[38;5;{code}m{text}\x1b[39m"

    def names(self, text: str) -> str:
        """A text in which each name of a colour, as a word, is in that colour."""
        if not self.on:
            return text
        names = "|".join(sorted(map(re.escape, self.colours), key=len, reverse=True))
        return re.sub(rf"(?<![\w-])(?:{names})(?![\w])", lambda at: self(at[0], at[0]), text)
