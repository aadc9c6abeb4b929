"""Rules that lie whole in a position: read back with their places, refused when tampered with."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

import tilerules as tr
from tests.serendipity.boards import card, data, play, position, strip, totals
from tests.serendipity.changes import HUGE, Change, Data, put, through_json
from tilerules.games.serendipity import State

HOUSE = """\
id: house
title: House
extends: serendipity
edition: 3
sources: {ours: our house}
scoring:
  matches: {points: 3}   # ours
turn:
  own: {exchange: {beside: own_flower}}
"""


def house(folder: Path) -> tr.Ruleset:
    file = folder / "house.yaml"
    file.write_text(HOUSE, encoding="utf-8")
    return tr.load(file)


def refusals(state: State) -> list[tr.Refusal | None]:
    space = tr.action_space(state.ruleset, state.seats)
    return [tr.why_illegal(state, space.move(id)) for id in range(0, len(space), 11)]


def test_rules_that_are_not_bundled_lie_whole_in_a_position(tmp_path: Path) -> None:
    rules = house(tmp_path)
    board = {**strip("f", "B B <"), "h3": "blue"}
    state = play(position(rules, 6, board), "reveal h3")
    again = State.from_data(through_json(state.to_data()))
    assert again == state
    assert again.ruleset.digest == rules.digest
    assert (again.ruleset.id, again.ruleset.title, again.ruleset.edition) == ("house", "House", 3)
    assert again.ruleset.sources == rules.sources
    assert again.ruleset.origin("scoring.matches.points") == (str(tmp_path / "house.yaml"), 7)
    assert again.ruleset.origin("scoring.flowers.points").file == "serendipity.yaml"
    assert again.to_data() == state.to_data()


def test_scores_and_refusals_name_the_same_rules_after_reading(tmp_path: Path) -> None:
    board = {**strip("f", "B B <"), "h3": "blue"}
    state = play(position(house(tmp_path), 6, board), "reveal h3")
    again = State.from_data(through_json(state.to_data()))
    assert tr.score(again) == tr.score(state)
    assert tr.score(again)[0].lines[2].rule.line == 7
    assert refusals(again) == refusals(state)
    not_beside = tr.why_illegal(again, tr.Move("move", ("a1",)))
    assert not_beside is not None
    assert not_beside.rule is not None
    assert (not_beside.rule.file, not_beside.rule.line) == (str(tmp_path / "house.yaml"), 9)


def test_rules_that_only_bear_a_bundled_name_lie_whole_too() -> None:
    rules = card(id="serendipity", scoring={"matches": {"points": 3}})
    state = position(rules, 6, strip("f", "B <"), ruleset=rules.to_data())
    assert "values" in state.to_data()["ruleset"]
    again = State.from_data(through_json(state.to_data()))
    assert (again.ruleset.digest, totals(again)[0]) == (rules.digest, 1 + 2 + 3)


def test_rules_given_as_a_mapping_are_read_back() -> None:
    for rules in (card(), card("serendipity-small", tie_breaks=["flowers"])):
        state = tr.new_game(rules, 2, seed=3)
        assert tr.State.from_data(through_json(state.to_data())) == state


WHOLE = data(card(scoring={"matches": {"points": 3}}), 2, {})


def in_rules(*way: str, value: Any) -> Change:
    return put("ruleset", *way, value=value)


TAMPERED: list[tuple[Change, str, str]] = [
    (in_rules("values", "scoring", "matches", "points", value=4), "ruleset.digest", "not belong"),
    (in_rules("digest", value="0" * 64), "ruleset.digest", "does not belong"),
    (in_rules("digest", value=None), "ruleset.digest", "expected a text"),
    (in_rules("values", "board", "side", value=5), "ruleset.values.board.side", "no sound rules"),
    (
        in_rules("values", "board", "side", value=HUGE),
        "ruleset",
        "no sound rules",
    ),
    (in_rules("values", "board", "side", value=1.5), "ruleset", "no sound rules"),
    (in_rules("values", "bord", value={}), "ruleset.values.bord", "no sound rules"),
    (in_rules("values", value=[]), "ruleset.values", "not a list"),
    (in_rules("values", value={}), "ruleset.values.players", "no sound rules"),
    (in_rules("values", "board", value=None), "ruleset.values.board", "no sound rules"),
    (in_rules("values", "extends", value="serendipity-french"), "ruleset.values.extends", "only"),
    (in_rules("values", "id", value="other"), "ruleset.values.id", "only rules stand here"),
    (in_rules("game", value="chess"), "ruleset.game", "no sound rules"),
    (in_rules("game", value=["serendipity"]), "ruleset.game", "no sound rules"),
    (in_rules("id", value="Not An Id"), "ruleset.id", "no sound rules"),
    (in_rules("title", value=7), "ruleset.title", "no sound rules"),
    (in_rules("edition", value="1"), "ruleset.edition", "no sound rules"),
    (in_rules("sources", value=[1]), "ruleset.sources", "not a list"),
    (in_rules("lineage", value="serendipity.yaml"), "ruleset.lineage", "a list of file names"),
    (in_rules("lineage", value=[7]), "ruleset.lineage", "a list of file names"),
    (in_rules("origins", value=[]), "ruleset.origins", "not a list"),
    (in_rules("origins", "board", value="x"), "ruleset.origins.board", "expected a list"),
    (in_rules("origins", "board", value=["x"]), "ruleset.origins.board", "a file name and a line"),
    (in_rules("origins", "board", value=["x", "1"]), "ruleset.origins.board[1]", "a whole number"),
    (in_rules("origins", "board", value=[1, 1]), "ruleset.origins.board[0]", "expected a text"),
    (in_rules("tables", value={}), "ruleset", "no key 'tables'"),
    (put("seats", value=9), "seats", "custom is for 2, 3, 4, 5 or 6 seats"),
]


@pytest.mark.parametrize(("change", "path", "words"), TAMPERED)
def test_rules_that_were_tampered_with_are_refused(change: Change, path: str, words: str) -> None:
    assert State.from_data(through_json(WHOLE)).ruleset.id == "custom"
    broken = copy.deepcopy(WHOLE)
    change(broken)
    with pytest.raises(tr.InvalidData) as caught:
        State.from_data(broken)
    assert caught.value.path == path
    assert words in caught.value.problem


def nested(depth: int) -> dict[str, Any]:
    """Objects within objects."""
    out: dict[str, Any] = {}
    for _ in range(depth):
        out = {"a": out}
    return out


@pytest.mark.parametrize("key", ["board", "scoring", "tie_breaks"])
@pytest.mark.parametrize("value", [nested(50_000), {str(n): n for n in range(100_000)}])
def test_deep_and_wide_data_are_refused(key: str, value: Any) -> None:
    large: Data = {**WHOLE, "ruleset": dict(WHOLE["ruleset"])}
    large["ruleset"]["values"] = {**WHOLE["ruleset"]["values"], key: value}
    with pytest.raises(tr.InvalidData) as caught:
        State.from_data(large)
    assert caught.value.path == "ruleset"
    with pytest.raises(tr.InvalidData):
        State.from_data({**WHOLE, "cells": value})


def test_a_whole_ruleset_may_leave_out_what_only_explains_it() -> None:
    brief = copy.deepcopy(WHOLE)
    for key in ("origins", "lineage", "digest", "summary", "sources"):
        del brief["ruleset"][key]
    state = State.from_data(brief)
    assert state.ruleset.digest == WHOLE["ruleset"]["digest"]
    assert state.ruleset.origin("board.side") == ("custom", None)


def test_bundled_rules_lie_whole_in_a_position_where_that_is_asked_for() -> None:
    state = tr.new_game(tr.load("serendipity-small"), 2, seed=1)
    assert state.to_data()["ruleset"] == {
        "id": "serendipity-small",
        "digest": state.ruleset.digest,
    }
    data = json.loads(json.dumps(state.to_data(whole=True)))
    assert data["ruleset"]["values"]["board"] == {"side": 4}
    read = tr.State.from_data(data)
    assert read == state
    assert read.ruleset.origin("board.side") == state.ruleset.origin("board.side")
    seen = tr.observe(state, 0).to_data(whole=True)
    assert seen["ruleset"] == data["ruleset"]
    assert tr.Observation.from_data(seen) == tr.observe(state, 0)
