"""The grammar of `docs/guides/notation.md`, read from the page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TypeAlias

import attrs

PAGE = Path(__file__).parents[2] / "docs" / "guides" / "notation.md"


@attrs.frozen
class Quoted:
    """A text that stands as it is."""

    text: str


@attrs.frozen
class Named:
    """What another rule describes."""

    rule: str


@attrs.frozen
class Special:
    """What the page tells in words."""

    words: str


@attrs.frozen
class Sequence:
    """One part after the other."""

    parts: tuple[Node, ...]


@attrs.frozen
class Choice:
    """One of some parts."""

    parts: tuple[Node, ...]


@attrs.frozen
class Optional:
    """A part, or nothing."""

    part: Node


@attrs.frozen
class Repeated:
    """A part any number of times, or nothing."""

    part: Node


@attrs.frozen
class Except:
    """A part, but not what some words tell."""

    part: Node
    but: Special


Node: TypeAlias = Quoted | Named | Special | Sequence | Choice | Optional | Repeated | Except

_TOKENS = re.compile(
    r"""(?P<blank>\s+|\(\*.*?\*\))
    | (?P<quoted>"[^"]+")
    | (?P<special>\?[^?]+\?)
    | (?P<named>[a-z]+(?:\ [a-z]+)*)
    | (?P<sign>[=|,;()\[\]{}-])""",
    re.VERBOSE | re.DOTALL,
)


class _Reader:
    """Reads rules in EBNF, as many as there are in a text."""

    def __init__(self, text: str) -> None:
        self._tokens = [*_tokens(text), ("end", "")]

    def rules(self) -> Iterator[tuple[str, Node]]:
        """The rules, each with its name."""
        while self._tokens[0][0] != "end":
            name = self._take("named")
            self._take("sign", "=")
            yield name, self._choice()
            self._take("sign", ";")

    def _take(self, kind: str, text: str | None = None) -> str:
        found, said = self._tokens.pop(0)
        assert found == kind, f"{said!r} stands where a {kind} was expected"
        assert text in (None, said), f"{said!r} stands where {text!r} was expected"
        return said

    def _skip(self, sign: str) -> bool:
        """Whether a sign comes next, and if so goes past it."""
        comes = self._tokens[0] == ("sign", sign)
        if comes:
            self._tokens.pop(0)
        return comes

    def _choice(self) -> Node:
        parts = [self._sequence()]
        while self._skip("|"):
            parts.append(self._sequence())
        return Choice(tuple(parts)) if parts[1:] else parts[0]

    def _sequence(self) -> Node:
        parts = [self._term()]
        while self._skip(","):
            parts.append(self._term())
        return Sequence(tuple(parts)) if parts[1:] else parts[0]

    def _term(self) -> Node:
        part = self._factor()
        return Except(part, Special(self._words())) if self._skip("-") else part

    def _words(self) -> str:
        return self._take("special").strip("? ")

    def _factor(self) -> Node:
        for opening, closing in ("()", "[]", "{}"):
            if self._skip(opening):
                inner = self._choice()
                self._take("sign", closing)
                return {"(": inner, "[": Optional(inner), "{": Repeated(inner)}[opening]
        if self._tokens[0][0] == "quoted":
            return Quoted(self._take("quoted").strip('"'))
        if self._tokens[0][0] == "special":
            return Special(self._words())
        return Named(self._take("named"))


def _tokens(text: str) -> Iterator[tuple[str, str]]:
    at = 0
    while at < len(text):
        token = _TOKENS.match(text, at)
        assert token, f"no EBNF: {text[at : at + 20]!r}"
        at, kind = token.end(), str(token.lastgroup)
        if kind != "blank":
            yield kind, token[0]


def read(page: str) -> dict[str, Node]:
    """The rules in the blocks of EBNF of a page, by their names."""
    blocks = re.findall(r"^```ebnf\n(.*?)^```", page, re.DOTALL | re.MULTILINE)
    rules = [rule for block in blocks for rule in _Reader(block).rules()]
    assert len({name for name, _ in rules}) == len(rules), "a rule stands twice"
    return dict(rules)


RULES = read(PAGE.read_text(encoding="utf-8"))
"""The grammar."""
