"""What is wrong with a rules card, and where."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import attrs

Severity = Literal["error", "warning"]


@attrs.frozen
class Place:
    """Where a value stands.

    Attributes:
        file: the name of a bundled card, or the path as the caller gave it.
        line: from 1; None where there are no lines (data given as a mapping, defaults).
        column: from 1, or None.
    """

    file: str
    line: int | None = None
    column: int | None = None

    def __str__(self) -> str:
        return ":".join(str(part) for part in (self.file, self.line, self.column) if part)


@attrs.frozen(kw_only=True)
class Problem:
    """One thing that is wrong, or strange, in a rules card.

    Attributes:
        code: names the kind of problem; stable, for programs and translations.
        severity: `error`, or `warning` for what can be played all the same.
        place: where; `file`, `line` and `column` give its parts.
        key: the path of the key concerned, as `turn.own.leave`; empty for the whole card.
        message: what is wrong, in a sentence.
        expected: what could stand there, or None.
        suggestion: the known word that is really close, or None.
        parent: where an inherited or overriding value stands, or None.
        fields: the values that the message is made of, as (name, value) pairs.
    """

    code: str
    place: Place
    message: str
    severity: Severity = "error"
    key: str = ""
    expected: str | None = None
    suggestion: str | None = None
    parent: Place | None = None
    fields: tuple[tuple[str, object], ...] = ()

    @property
    def file(self) -> str:
        """The file of the place."""
        return self.place.file

    @property
    def line(self) -> int | None:
        """The line of the place, from 1."""
        return self.place.line

    @property
    def column(self) -> int | None:
        """The column of the place, from 1."""
        return self.place.column

    def __str__(self) -> str:
        text = f"{self.place}: {self.severity}: {self.message}"
        if self.expected:
            text += f"; expected {self.expected}"
        if self.suggestion:
            text += f"; did you mean `{self.suggestion}`?"
        if self.parent:
            text += f" (see {self.parent})"
        return text


class Unreadable(Exception):
    """Reading stops here: the one problem that is known so far."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        self.problem = problem


def in_order(problems: Iterable[Problem]) -> list[Problem]:
    """Without repetitions, in the order of the file."""
    return sorted(dict.fromkeys(problems), key=lambda p: (p.file, p.line or 0, p.column or 0))


def close_word(word: object, known: Iterable[str]) -> str | None:
    """The known word that is really close to a mistyped one, or None."""
    import difflib

    close = difflib.get_close_matches(str(word).lower(), list(known), n=1, cutoff=0.75)
    return close[0] if close else None
