"""Tables in a card: keys that its writer chooses, merged and taken away like all others."""

from __future__ import annotations

from typing import Any

import pytest

import tilerules as tr

SIZES = {"scoring": {"sizes": {"points": {5: 3, 8: 10}}}}


def sizes(*cards: Any) -> dict[str, int]:
    """The table of sizes of Serendipity with some layers."""
    return dict(tr.load("serendipity", *cards).values["scoring"]["sizes"]["points"])


def codes(card: dict[str, Any]) -> list[tuple[str, str]]:
    """The codes and keys of the problems of a card."""
    whole = {"id": "ours", "title": "Ours", "edition": 1, "extends": "serendipity", **card}
    return [(problem.code, problem.key) for problem in tr.check(whole)]


def with_table(table: Any) -> dict[str, Any]:
    """A card with a table of sizes."""
    return {"scoring": {"sizes": {"points": table}}}


def test_a_table_is_what_the_card_says() -> None:
    assert sizes(SIZES) == {"5": 3, "8": 10}
    assert codes(SIZES) == []


def test_a_variant_changes_adds_and_takes_away_entries() -> None:
    parent = tr.load("serendipity", {"id": "parent", **SIZES})
    child = with_table({8: "removed", 5: 4, 12: 20})
    assert parent.values["scoring"]["sizes"]["points"]["8"] == 10
    alone = {"extends": "serendipity", "for_players": {2: child}, **SIZES}
    ruleset = tr.load(alone)
    assert dict(ruleset.values_for(2)["scoring"]["sizes"]["points"]) == {"5": 4, "12": 20}
    assert dict(ruleset.values_for(3)["scoring"]["sizes"]["points"]) == {"5": 3, "8": 10}


def test_an_entry_knows_where_it_was_set() -> None:
    ruleset = tr.load({"extends": "serendipity", **SIZES})
    assert ruleset.origin("scoring.sizes.points.8").file == "custom"
    assert ruleset.origin("scoring.flowers.points").file == "serendipity.yaml"


@pytest.mark.parametrize("table", [{"0": 1}, {"five": 1}, {"1000": 1}, {"05": 1}])
def test_a_key_that_is_no_size_is_refused(table: dict[str, int]) -> None:
    [(code, key)] = codes(with_table(table))
    assert (code, key) == ("wrong_name", f"scoring.sizes.points.{next(iter(table))}")


@pytest.mark.parametrize("points", ["many", 101, -101, [1]])
def test_an_entry_that_is_no_number_of_points_is_refused(points: Any) -> None:
    assert codes(with_table({5: points})) == [("wrong_value", "scoring.sizes.points.5")]


def test_a_table_of_nothing_is_refused() -> None:
    assert codes(with_table({})) == [("wrong_value", "scoring.sizes.points")]
    assert codes({"for_players": {2: with_table({5: "removed"})}, **with_table({5: 1})}) == [
        ("missing", "scoring.sizes.points")
    ]


def test_there_must_be_an_entry_to_take_away() -> None:
    assert codes(with_table({5: 3, 8: "removed"})) == [
        ("nothing_to_remove", "scoring.sizes.points.8")
    ]


def test_sizes_in_another_order_are_the_same_rules() -> None:
    one = tr.load("serendipity", with_table({5: 3, 8: 10}))
    other = tr.load("serendipity", with_table({8: 10, 5: 3}))
    assert one.digest == other.digest
    assert one.digest != tr.load("serendipity", with_table({5: 3, 8: 11})).digest
