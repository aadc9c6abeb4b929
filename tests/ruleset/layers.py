"""What the tests of layers share: bundled cards as plain data, and what a load gives."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pytest
import yaml

import tilerules as tr
from tests.ruleset.cards import RULES, laid
from tilerules.registry import CardSource

Card = dict[str, Any]

LATE, FRENCH = "serendipity-unowned-late", "serendipity-french"
META = ("id", "title", "game", "extends", "language", "edition", "summary", "sources")
PLAIN: dict[str, Card] = {
    path.stem: yaml.safe_load(path.read_text("utf-8")) for path in sorted(RULES.glob("*.yaml"))
}


def problems(source: CardSource, *layers: CardSource) -> tuple[tr.Problem, ...]:
    """Why these cards make no ruleset."""
    with pytest.raises(tr.InvalidRuleset) as caught:
        tr.load(source, *layers)
    return tuple(caught.value.problems)


def places(rules: tr.Ruleset) -> Iterator[tuple[int, str, Any, tr.Origin]]:
    """Every value with its place, for each number of players."""
    for seats in rules.seat_counts:
        for key, value in leaves(rules.values_for(seats)):
            yield seats, ".".join(key), value, rules.origin(".".join(key), seats=seats)


def leaves(card: Mapping[Any, Any], above: tuple[str, ...] = ()) -> Iterator[tuple[Any, Any]]:
    """The values of plain data that are no blocks, by their paths of keys."""
    for key, value in card.items():
        if isinstance(value, Mapping):
            yield from leaves(value, (*above, str(key)))
        else:
            yield (*above, str(key)), value


def changes(card: Card) -> Card:
    """What a card says of the rules, its numbers of players as texts."""
    said = {key: value for key, value in card.items() if key not in META}
    some = said.get("for_players")
    if isinstance(some, dict):
        said["for_players"] = {str(seats): entry for seats, entry in some.items()}
    return said


def together(source: str, layers: Sequence[Card]) -> Card:
    """One variant that says all that the layers say."""
    card: Card = {"extends": source}
    for layer in layers:
        card = laid(card, changes(layer))
    return card


def line_of(id: str, text: str) -> int:
    """The line of a bundled card on which a text stands."""
    lines = (RULES / f"{id}.yaml").read_text("utf-8").splitlines()
    [number] = [number for number, line in enumerate(lines, 1) if text in line]
    return number
