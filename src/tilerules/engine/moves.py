"""Moves and their notation."""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from tilerules.data.source import Source, said
from tilerules.data.text import Data
from tilerules.errors import NotationError
from tilerules.ruleset.problems import close_word
from tilerules.wording import shortened

LONGEST = 200
"""So many signs has a move in data at most."""


def _words(args: Iterable[str]) -> tuple[str, ...]:
    words = tuple(args)
    if isinstance(args, str) or not all(isinstance(word, str) for word in words):
        raise TypeError("the args of a move are a sequence of texts, as ('g5', 'blue:e')")
    return words


@attrs.frozen
class Move(Data):
    """One move of any game; nothing in it depends on a ruleset.

    Attributes:
        kind: the verb, as `reveal`.
        args: the words after it, as `("f6",)`.

    As text it is its notation, and its `repr` makes it again.

    >>> from tilerules import Move
    >>> str(Move("swap", ("a1", "b2")))
    'swap a1 b2'
    >>> Move("pass")
    Move(kind='pass', args=())
    """

    kind: str = attrs.field(validator=attrs.validators.instance_of(str))
    args: tuple[str, ...] = attrs.field(default=(), converter=_words)

    def __str__(self) -> str:
        return " ".join((self.kind, *self.args))

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

    def to_data(self) -> str:
        """The move as JSON data: its notation; `ValueError` if no move can be written so."""
        text = str(self)
        if text.split() != [self.kind, *self.args] or not _is_notation(text):
            raise ValueError(f"{shortened(self)} is no move that can be written")
        return text

    @classmethod
    def from_data(cls, data: object) -> Move:
        """The reverse of `to_data`; the words stay as they are, for there is no position.

        `InvalidData` if it is no text, or none that can be a move.
        """
        return move_from(Source(data))


def _is_notation(text: str) -> bool:
    return bool(text.split()) and text.isprintable() and len(text) <= LONGEST


def move_from(source: Source) -> Move:
    """The move that a text in data names; its words stay as they are written."""
    text = source.text()
    if not _is_notation(text):
        raise source.fault(f"expected a move in notation, not {said(text)}")
    kind, *args = text.split()
    return Move(kind, tuple(args))


# ---- notation -------------------------------------------------------------------------------


class Words:
    """The words of a move in notation, read one by one; case and spaces do not matter.

    The function `parse` of a game is given them. `TypeError` if it is no text.

    >>> from tilerules.engine.moves import Words
    >>> words = Words(" Take  2 ")
    >>> words.one_of(["take", "place"], "take or place"), words.next()
    ('take', '2')
    >>> words.end()
    """

    def __init__(self, text: str) -> None:
        if not isinstance(text, str):
            raise TypeError("a move in notation is a text")
        self.text = text
        self._column = 0

    def next(self) -> str:
        """The next word in small letters, empty at the end; no other sign counts as a letter."""
        rest = self.text[self._column :]
        self._at = self._column + len(rest) - len(rest.lstrip())
        word = rest.split(maxsplit=1)[0] if rest.strip() else ""
        self._column = self._at + len(word)
        return word.lower() if word.isascii() else word

    def fault(self, expected: str, close: str | None = None) -> NotationError:
        """The error that the word just read is not what was expected, but close to a word."""
        return NotationError(self.text, self._at + 1, expected, close)

    def one_of(self, known: Iterable[str], expected: str) -> str:
        """The next word, one of those known; `NotationError`, with what is expected, if not."""
        word = self.next()
        if word not in known:
            is_word = word.isalpha() and len(word) <= LONGEST
            raise self.fault(expected, close_word(word, known) if is_word else None)
        return word

    def end(self) -> None:
        """Nothing may follow; `NotationError` if something does."""
        if self.next():
            raise self.fault("nothing more")
