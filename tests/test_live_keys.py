"""Every key of every schema changes a game: what changes nothing that anybody can see is dead."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterable, Iterator
from functools import reduce
from operator import getitem
from random import Random
from typing import Any

import pytest
from hypothesis import Phase, given, settings

import tilerules as tr
from tests.house.shelf import IDS as HOUSE_IDS
from tests.house.shelf import written
from tilerules import registry, testing
from tilerules.ruleset.schema import Key, Schema

pytestmark = pytest.mark.unmeasured

Card = dict[str, Any]
Path = tuple[str, ...]

PLIES = 300  # of an endless game


TWO_COLOURS: Card = {  # so many flowers of each that some lie round a cell
    "players": [2],
    "tiles": {
        "colours": ["blue", "red"],
        "serendip_edges": ["blue", "red"] * 3,
        "copies": 45,
        "serendips": 1,
    },
    "turn": {"foreign": {"stays_up": "always"}},
    "scoring": {"rings": {"points": 2}},
}

TOGETHER: dict[str, dict[str, Card]] = {  # what can be changed only along with other keys
    "flowers": {
        "piles.dealt": {"piles": {"dealt": "listed", "sizes": [20, 20, 20], "number": "removed"}},
        "start.card": {"start": {"card": "violet", "violet": "neutral", "cover_violet": "never"}},
        "end.all_of": {"end": {"all_of": ["rounds"], "rounds": 2}},
        "partners.teams": {"partners": {"teams": {"sun": [0, 2], "moon": [1, 3]}}},
        "end.points": {"end": {"any_of": ["points"], "points": 1}},
    },
    "serendipity": {
        "end.points": {"end": {"any_of": ["points"], "points": 1}},
        "board.side": {"board": {"side": 5}, "tiles": {"copies": 8, "serendips": 13}},
        "tiles.copies": {"tiles": {"copies": 12, "serendips": 19}},
        "tiles.serendips": {"tiles": {"copies": 14, "serendips": 7}},
        "end.all_of": {"end": {"all_of": ["rounds"], "rounds": 2}},
        "end.rounds": {"end": {"any_of": ["rounds"], "rounds": 3}},
        "partners.teams": {"partners": {"teams": {"sun": [0, 2]}, "flowers": "shared"}},
        "scoring.sizes.points": {"scoring": {"sizes": {"points": {"1": 3}}}},
        "scoring.rings.points": TWO_COLOURS,
    },
    "tulips": {
        "end.all_of": {"end": {"all_of": ["rounds"], "rounds": 2}},
        "partners.teams": {"partners": {"teams": {"sun": [0, 2], "moon": [1, 3]}}},
        "scoring.sizes.points": {"scoring": {"sizes": {"points": {"2": 3}}}},
    },
}


OF_A_MATCH = {"match.games", "match.start"}  # one game by itself does not read them


def leaves(keys: Iterable[Key], above: Path = ()) -> Iterator[tuple[Path, Key]]:
    """The keys behind which no block stands, each with its path."""
    for key in keys:
        path = (*above, key.name)
        if key.keys is None:
            yield path, key
        else:
            yield from leaves(key.keys, path)


def family(path: Path) -> str:
    """The path with each number as a star: values and ranks are alike."""
    return re.sub(r"\b\d+\b", "*", ".".join(path))


def others(value: Any, key: Key) -> Iterator[Any]:
    """Other values that could stand behind a key."""
    for choice in key.choices:
        low, _, high = choice.partition(" to ")
        if not high:
            yield choice
        elif isinstance(value, int):
            yield from (each for each in (value - 1, value + 1) if int(low) <= each <= int(high))
        else:
            yield int(low) + 1
    if isinstance(value, list):
        yield from (value[::-1], value[:-1], value[1:])
        yield from ([value[0] + 1, *value[1:]] for first in value[:1] if isinstance(first, int))
        more = ("bouquet", "giving", "flowers", "fields", "pink-2", "points", "rounds")
        yield from ([*value, word] for word in more)
    if isinstance(value, dict) and key.entries:
        for name, entry in value.items():
            yield from ({**value, name: other} for other in others(entry, key.entries))
    if isinstance(value, str) and not key.choices:
        yield f"another {value}"
    if key.keys is None and value is None and not key.choices:
        yield from ([1], [2, 1])


def changed(card: Card, path: Path, value: Any) -> Card:
    out = copy.deepcopy(card)
    block = out
    for step in path[:-1]:
        if not isinstance(block.setdefault(step, {}), dict):
            return card
        block = block[step]
    block[path[-1]] = value
    return out


def standing(card: Card, path: Path) -> Any:
    try:
        return reduce(getitem, path, card)
    except (KeyError, TypeError):
        return None


def trace(ruleset: tr.Ruleset) -> list[Any]:
    """What all can see of a game that is played by chance."""
    seats, chance = ruleset.seat_counts[0], Random(3)
    state, seen = tr.new_game(ruleset, seats, seed=3), list[Any]()
    while not state.is_over and state.ply < PLIES:
        moves = tr.legal_moves(state)
        if state.ply % 3 == 0:
            viewers = (None, state.to_move)
            data = [tr.observe(state, viewer).to_data() for viewer in viewers]
            seen.append([{**each, "ruleset": None} for each in data])
        move = moves[chance.randrange(len(moves))]
        seen.append((len(moves), str(moves[0]), str(moves[-1]), str(move)))
        state = tr.apply_move(state, move)
    sheets = [
        [(line.id, line.of, line.points, line.count, line.spots) for line in sheet.lines]
        for sheet in tr.score(state)
    ]
    return [*seen, sheets, tr.outcome(state)]


def drawn(game: str, number: int) -> list[Card]:
    found: list[Card] = []

    @settings(max_examples=number, phases=[Phase.generate], database=None)
    @given(testing.cards(game))
    def draw(card: Card) -> None:
        found.append(card)

    draw()
    return found


@pytest.mark.parametrize("game", sorted(registry.GAMES))
def test_no_key_is_dead(game: str) -> None:
    schema = Schema(registry.rules_schema(game))
    keys = dict(leaves(schema.rules))
    dead = {family(path) for path in keys} - TOGETHER[game].keys() - OF_A_MATCH
    houses = [card for id in HOUSE_IDS if (card := written(id))["extends"] == game]
    for card in [*drawn(game, 120), *houses]:
        if not dead:
            break
        before = trace(tr.load(card))
        for path, key in keys.items():
            if family(path) not in dead:
                continue
            for value in others(standing(card, path), key):
                try:
                    ruleset = tr.load(changed(card, path, value))
                except tr.InvalidRuleset:
                    continue
                if trace(ruleset) != before:
                    dead.discard(family(path))
                    break
    assert dead == set()
    base = {"extends": game, "players": [4], "for_players": "removed"}
    for name, change in TOGETHER[game].items():
        assert trace(tr.load({**base, **change})) != trace(tr.load(base)), name
