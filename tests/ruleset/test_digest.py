"""What the digest of a ruleset counts, and what it does not."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import tilerules as tr
from tests.ruleset.cards import laid, root_card
from tilerules import registry
from tilerules.games.serendipity import REVISION
from tilerules.ruleset import reading
from tilerules.ruleset.digest import digest
from tilerules.ruleset.shelf import Language

BASE = tr.load("serendipity")
LANGUAGE: Language = registry.SHELF.language("serendipity")


def test_the_digest_is_sha_256_of_canonical_json() -> None:
    card = root_card()
    sections = ("board", "tiles", "turn", "scoring")
    rules = {key: card[key] for key in sections}
    rules["end"] = {key: value for key, value in card["end"].items() if key != "turn_limit"}
    each = {"2": 3, "3": 2, "4": 1, "5": 1, "6": 1}
    document = {
        "game": "serendipity",
        "revision": REVISION,
        "rules": {seats: {**rules, "colours_each": number} for seats, number in each.items()},
    }
    text = json.dumps(document, sort_keys=True, separators=(",", ":"))
    assert BASE.digest == hashlib.sha256(text.encode("ascii")).hexdigest()


NEUTRAL: dict[str, dict[str, Any]] = {
    "names": {"id": "x", "title": "X", "summary": "Y", "sources": {"us": "Z"}, "edition": 9},
    "language": {"language": 1},
    "defaults": {"tie_breaks": [], "end": {"turn_limit": "never"}},
    "order of players": {"players": [6, 2, 5, 3, 4]},
    "repeated": {"for_players": {4: {"colours_each": 1}, 5: {}}},
    "unused": {"for_players": {2: {"turn": {}}}},
    "text for number": {"for_players": {"2": {"colours_each": 3}}},
}


@pytest.mark.parametrize("name", NEUTRAL)
def test_what_does_not_count(name: str) -> None:
    assert tr.load({"extends": "serendipity", **NEUTRAL[name]}).digest == BASE.digest


def test_it_does_not_matter_how_a_card_is_put_together(tmp_path: Path) -> None:
    text = json.dumps({key: root_card()[key] for key in reversed(root_card())})
    (tmp_path / "copy.yaml").write_text(text, encoding="utf-8")
    assert tr.load(tmp_path / "copy.yaml").digest == BASE.digest
    one = {
        "extends": "serendipity",
        "players": [4, 5],
        "for_players": {4: {"tie_breaks": ["flowers"]}},
    }
    other = {
        "extends": "serendipity",
        "players": [4, 5],
        "for_players": {5: {"tie_breaks": []}},
        "tie_breaks": ["flowers"],
    }
    assert tr.load(one).digest == tr.load(other).digest


def test_inherited_entries_for_other_numbers_of_players_do_not_count() -> None:
    some = {"extends": "serendipity", "players": [4]}
    assert tr.load(some).digest == tr.load({**some, "for_players": "removed"}).digest


def test_an_inherited_number_that_is_dropped_does_not_count() -> None:
    never = {"turn": {"unowned": {"stays_up": "never"}}}
    dropped = tr.load({"extends": "serendipity-unowned-late", **never})
    without = tr.load({"extends": "serendipity-unowned-open", **never})
    assert dropped.digest == without.digest


def leaves(value: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    if isinstance(value, dict):
        for key, entry in value.items():
            yield from leaves(entry, (*path, key))
    else:
        yield path


def completed(values: dict[int, Any]) -> str:
    nodes = {seats: reading.from_data(value, "test") for seats, value in values.items()}
    return digest(nodes, LANGUAGE)


def card_for(seats: int) -> dict[str, Any]:
    late = tr.load("serendipity-unowned-late")
    plain: dict[str, Any] = json.loads(json.dumps(late.values_for(seats), default=dict))
    return plain


@pytest.mark.parametrize("path", [*leaves(card_for(2))], ids=".".join)
def test_every_rule_counts(path: tuple[str, ...]) -> None:
    values = {2: card_for(2), 3: card_for(3)}
    before = completed(values)
    change: Any = "changed"
    for step in reversed(path):
        change = {step: change}
    assert completed({**values, 3: laid(values[3], change)}) != before


def test_game_revision_and_numbers_of_players_count() -> None:
    node = {2: reading.from_data(card_for(2), "test")}
    digests = {
        digest(node, LANGUAGE),
        digest(node, LANGUAGE._replace(game="other")),
        digest(node, LANGUAGE._replace(revision=2)),
        digest({3: node[2]}, LANGUAGE),
        digest({2: node[2], 3: node[2]}, LANGUAGE),
    }
    assert len(digests) == 5


def test_the_order_in_a_list_counts() -> None:
    colours = root_card()["tiles"]["colours"]
    changed = tr.load({"extends": "serendipity", "tiles": {"colours": colours[::-1]}})
    assert changed.digest != BASE.digest
