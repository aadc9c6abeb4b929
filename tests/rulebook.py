"""The rules in words, taken apart again."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import attrs

import tilerules as tr

WITH = re.compile(r"\*With ([\d, or]+) players?:\* ")
MARK = re.compile(r"\*\*(?:(Changed)(?: with ([\d, or]+) players?)?\.|No longer:)\*\* ")


@attrs.frozen
class Paragraph:
    """A paragraph of a rulebook: its heading and text, for whom it is, and the mark before it.

    Attributes:
        section: the heading.
        text: the text alone.
        seats: the numbers of players that it is for.
        mark: `Changed` or `No longer`, or nothing.
        some: the numbers of players that the mark names, if it is for some of them only.
    """

    section: str
    text: str
    seats: tuple[int, ...]
    mark: str = ""
    some: tuple[int, ...] = ()

    @property
    def gone(self) -> bool:
        """Whether it is no longer so."""
        return self.mark == "No longer"


@attrs.frozen
class Book:
    """A rulebook, taken apart."""

    title: str
    summary: str
    players: tuple[int, ...]
    players_changed: bool
    paragraphs: tuple[Paragraph, ...]

    def said(self, seats: int) -> list[tuple[str, str]]:
        """What it says with so many players, under which headings."""
        return [
            (each.section, each.text)
            for each in self.paragraphs
            if seats in each.seats and not each.gone
        ]

    def gone(self, seats: int) -> list[tuple[str, str]]:
        """What it says no longer with so many players."""
        marked = [each for each in self.paragraphs if each.gone]
        return [(each.section, each.text) for each in marked if seats in each.seats]

    @property
    def marked(self) -> list[str]:
        """The texts that are marked, as changed or as gone."""
        return [each.text for each in self.paragraphs if each.mark]


def read(text: str) -> Book:
    """Take a rulebook apart."""
    head, *sections = text.removesuffix("\n").split("\n\n## ")
    title, *rest = head.removeprefix("# ").split("\n\n")
    *summary, line = rest
    for_whom = re.fullmatch(r"(\*\*Changed\.\*\* )?For (?:1 player|([\d, or]+) players)\.", line)
    assert for_whom, line
    players = numbers(for_whom[2] or "1")
    paragraphs: list[Paragraph] = []
    for each in sections:
        section, *texts = each.split("\n\n")
        paragraphs += [_paragraph(section, paragraph, players) for paragraph in texts]
    return Book(title, " ".join(summary), players, bool(for_whom[1]), tuple(paragraphs))


def _paragraph(section: str, text: str, players: tuple[int, ...]) -> Paragraph:
    """A paragraph, taken from the mark before it and the players that it is for."""
    mark = MARK.match(text)
    body = text[mark.end() :] if mark else text
    some = WITH.match(body)
    said = body[some.end() :] if some else body
    assert not re.match(r"\*\*(Changed|No longer)\b|\*With ", said), text
    seats = numbers(some[1]) if some else players
    if mark is None:
        return Paragraph(section, said, seats)
    return Paragraph(section, said, seats, mark[1] or "No longer", numbers(mark[2] or ""))


def numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, re.findall(r"\d+", text)))


def book(rules: tr.Ruleset) -> Book:
    return read(tr.describe(rules))


def leaves(values: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, Any]]:
    """The values that are no blocks, by their dotted paths."""
    for key, value in values.items():
        if isinstance(value, Mapping):
            yield from leaves(value, f"{above}{key}.")
        else:
            yield above + key, value
