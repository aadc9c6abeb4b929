"""What is wrong with a rules card, and where."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal
from unicodedata import east_asian_width

import attrs

Severity = Literal["error", "warning"]


@attrs.frozen
class Place:
    """Where a value stands.

    Attributes:
        file: the name of a bundled card, or the path as the caller gave it.
        line: from 1; None where there are no lines (data given as a mapping, defaults).
        column: from 1, or None.
        text: that line itself, or None; it does not count when places are compared.

    >>> import tilerules as tr
    >>> [problem] = tr.check("title: [", name="our.yaml")
    >>> print(problem.place)
    our.yaml:1:9
    >>> for line in problem.place.shown:
    ...     print(line)
        1 | title: [
          |         ^
    """

    file: str
    line: int | None = None
    column: int | None = None
    text: str | None = attrs.field(default=None, eq=False, repr=False)

    def __str__(self) -> str:
        return ":".join(str(part) for part in (self.file, self.line, self.column) if part)

    @property
    def shown(self) -> tuple[str, ...]:
        """The line, cut to what a terminal holds, and below it a caret; nothing without a line."""
        if self.text is None or self.line is None or self.column is None:
            return ()
        first = max(0, self.column - 60) if len(self.text) > 90 else 0
        text = self.text[first:][:90].replace("\t", " ")
        line = "".join(sign if sign.isprintable() else "·" for sign in text)
        before = line[: self.column - 1 - first]
        number = f"{self.line:5}"
        return f"{number} | {line}", f"{'':5} | {' ' * _width(before)}^"


def _width(text: str) -> int:
    """The columns that a text takes in a terminal."""
    return sum(1 + (east_asian_width(sign) in "WF") for sign in text)


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
        through: where the card's file, and then each that it extends, names the next one, if the
            place lies in a file that the card extends.
        fields: the values that the message is made of, as (name, value) pairs.

    >>> import tilerules as tr
    >>> card = {"extends": "serendipity", "scoring": {"flower": {"points": 3}}}
    >>> [problem] = tr.check(card, name="our.yaml")
    >>> print(problem)
    our.yaml: error: there is no key `flower` under `scoring`; did you mean `flowers`?
    """

    code: str
    place: Place
    message: str
    severity: Severity = "error"
    key: str = ""
    expected: str | None = None
    suggestion: str | None = None
    parent: Place | None = None
    through: tuple[Place, ...] = ()
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
        through = (f"{'':5} = extended by {place}" for place in reversed(self.through))
        return "\n".join((self.headline, *self.place.shown, *through))

    @property
    def headline(self) -> str:
        """The place, what is wrong, and the way out, in one line."""
        text = f"{self.place}: {self.severity}: {self.message}"
        if self.expected:
            text += f"; expected {self.expected}"
        if self.suggestion:
            text += f"; did you mean `{self.suggestion}`?"
        if self.parent:
            text += f" (see {self.parent})"
        return text


def fault(
    code: str,
    place: Place,
    message: str,
    expected: str | None = None,
    *,
    key: str = "",
    close: str | None = None,
    parent: Place | None = None,
    **fields: object,
) -> Problem:
    """An error; what its sentence is made of is given by name."""
    return Problem(
        code=code,
        place=place,
        key=key,
        message=message,
        expected=expected,
        suggestion=close,
        parent=parent,
        fields=tuple(fields.items()),
    )


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

    mistyped, words = str(word).lower(), list(known)
    exchanged = [each for each in words if _has_letters_exchanged(each, mistyped)]
    close = exchanged or difflib.get_close_matches(mistyped, words, n=1, cutoff=0.75)
    return close[0] if close else None


def _has_letters_exchanged(word: str, mistyped: str) -> bool:
    """Whether two letters that follow each other stand in the wrong order, as in `onw`."""
    if len(word) != len(mistyped):
        return False
    apart = [at for at, (one, other) in enumerate(zip(word, mistyped, strict=True)) if one != other]
    at = apart[0] if apart else 0
    return apart == [at, at + 1] and word[at : at + 2] == mistyped[at : at + 2][::-1]


class Paths:
    """Some paths of keys; the empty path is the whole card."""

    def __init__(self, paths: Iterable[str]) -> None:
        self._paths = frozenset(paths)
        self._around = frozenset(step for path in self._paths for step in _steps(path))

    def __contains__(self, path: str) -> bool:
        return path in self._paths

    def touch(self, path: str) -> bool:
        """Whether one of them is this path, stands under it, or has it under itself."""
        return path in self._around or not self._paths.isdisjoint(_steps(path))


def _steps(path: str) -> Iterator[str]:
    """A path and all that it stands under, the whole card too."""
    while path:
        yield path
        path = path.rpartition(".")[0]
    yield ""


def unsound(problems: Iterable[Problem], seats: int) -> Paths:
    """The paths of the keys that have problems with so many players.

    Instead of a mistyped key it is the one that is meant.
    """
    head = f"for_players.{seats}"
    paths = set()
    for problem in problems:
        path = problem.key
        if problem.code == "unknown_key" and problem.suggestion:
            path = ".".join([*path.split(".")[:-1], problem.suggestion])
        if path in ("for_players", head):
            paths.add("")
        elif path.startswith(f"{head}."):
            paths.add(path.removeprefix(f"{head}."))
        elif not path.startswith("for_players."):
            paths.add(path)
    return Paths(paths)


def with_seats(found: Mapping[int, Iterable[Problem]]) -> Iterator[Problem]:
    """The problems of each number of players, once; they say which if it is not every one.

    Two are alike if they say the same; the fields are those of the first.
    """
    seats_of: dict[Problem, tuple[Problem, list[int]]] = {}
    for seats, problems in found.items():
        for problem in problems:
            alike = attrs.evolve(problem, fields=())
            seats_of.setdefault(alike, (problem, []))[1].append(seats)
    for problem, seats_found in seats_of.values():
        if len(seats_found) == len(found) or problem.key.startswith("for_players"):
            yield problem
        else:
            from tilerules.wording import players

            message = f"with {players(seats_found)}: {problem.message}"
            fields = (*problem.fields, ("seats", tuple(seats_found)))
            yield attrs.evolve(problem, message=message, fields=fields)
