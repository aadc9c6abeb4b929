"""`Ruleset`: what it tells, equality, origins, and its data."""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import attrs
import pytest
from hypothesis import given

import tilerules as tr
from tests.ruleset.cards import RULES, root_card, write
from tests.strategies import serendipity_cards
from tilerules import registry
from tilerules.ruleset.resolving import from_data
from tilerules.ruleset.ruleset import Ruleset
from tilerules.ruleset.values import FrozenMap, thawed

BASE = tr.load("serendipity")
KEY = {  # of each game's cards
    "flowers": "scoring.fields.points",
    "serendipity": "colours_each",
    "tulips": "scoring.giving.points",
}


def reread(ruleset: Ruleset) -> Ruleset:
    """The ruleset from its data, sent as JSON."""
    resolution = from_data(json.loads(json.dumps(ruleset.to_data())), registry.SHELF)
    assert resolution.ruleset is not None, resolution.problems
    return resolution.ruleset


# ---- what it tells --------------------------------------------------------------------------


def test_a_bundled_ruleset_tells_who_it_is() -> None:
    assert (BASE.id, BASE.title, BASE.game, BASE.edition) == (
        "serendipity",
        "Serendipity",
        "serendipity",
        1,
    )
    assert BASE.summary.startswith("A meadow of ninety-one tiles lies face down.")
    assert "\n" not in BASE.summary
    assert dict(BASE.sources)["press"] == "German reviews of 2008"
    assert BASE.seat_counts == (2, 3, 4, 5, 6)
    assert BASE.lineage == ("serendipity.yaml",)
    assert repr(BASE) == "<Ruleset serendipity, edition 1>"


def test_a_variant_has_its_own_name_and_the_sources_of_all(tmp_path: Path) -> None:
    small = tr.load("serendipity-small")
    assert (small.id, small.title) == ("serendipity-small", "Serendipity, a small meadow")
    assert set(small.sources) == {"english", "french", "press", "ours"}
    assert small.sources["ours"] == "a house rule"
    assert small.lineage == ("serendipity-small.yaml", "serendipity.yaml")


def test_a_mapping_may_leave_out_who_it_is() -> None:
    custom = tr.load({"extends": "serendipity-small"})
    assert (custom.id, custom.title, custom.edition) == ("custom", "Serendipity, a small meadow", 1)
    root = {
        key: value for key, value in root_card().items() if key not in ("id", "title", "edition")
    }
    nobody = tr.load(root)
    assert (nobody.id, nobody.title, nobody.edition) == ("custom", "custom", 1)
    assert nobody == BASE
    named = tr.load({"extends": "serendipity", "id": "club", "title": "Club", "edition": 3})
    assert (named.id, named.title, named.edition, named.lineage) == (
        "club",
        "Club",
        3,
        ("custom", "serendipity.yaml"),
    )


def test_values_are_the_merged_card_and_the_numbers_of_players() -> None:
    plain = {key: root_card()[key] for key in BASE.values if key != "for_players"}
    assert thawed(BASE.values) == {
        **plain,
        "for_players": {"2": {"colours_each": 3}, "3": {"colours_each": 2}},
    }
    assert [BASE.values_for(seats)["colours_each"] for seats in BASE.seat_counts] == [3, 2, 1, 1, 1]
    assert "players" not in BASE.values_for(2)
    for seats in (1, 7, "2", None):
        with pytest.raises(tr.WrongSeats) as caught:
            BASE.values_for(seats)  # type: ignore[arg-type]
        assert caught.value.allowed == BASE.seat_counts


def test_what_is_not_said_has_its_default() -> None:
    card = root_card()
    del card["tie_breaks"], card["end"]["turn_limit"]
    ruleset = tr.load(card)
    assert "tie_breaks" not in ruleset.values
    assert ruleset.values_for(2)["tie_breaks"] == ()
    assert ruleset.values_for(2)["end"]["turn_limit"] == "never"
    assert ruleset.origin("end.turn_limit") == ("default", None)
    assert ruleset == BASE


# ---- values that stay -----------------------------------------------------------------------


def test_a_ruleset_cannot_be_changed() -> None:
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        BASE.id = "other"  # type: ignore[misc]
    values: Any = BASE.values
    sources: Any = BASE.sources
    changes: list[Callable[[], object]] = [
        lambda: values.update({}),
        lambda: values.__setitem__("board", 1),
        lambda: values["tiles"]["colours"].append("pink"),
        lambda: sources.pop("ours"),
    ]
    for change in changes:
        with pytest.raises(AttributeError):
            change()
    data = BASE.to_data()
    data["values"]["tiles"]["colours"].append("pink")
    data["sources"]["ours"] = "mine"
    assert BASE.to_data()["values"]["tiles"]["colours"][-1] == "green"
    assert BASE.sources["ours"] != "mine"


def test_a_card_given_as_a_mapping_is_not_changed_and_not_kept() -> None:
    card = root_card()
    before = copy.deepcopy(card)
    ruleset = tr.load(card)
    assert card == before
    card["board"]["side"] = 2
    assert ruleset.values["board"]["side"] == 6


def test_rulesets_are_equal_when_they_play_alike() -> None:
    renamed = tr.load({"extends": "serendipity", "id": "other", "title": "Other"})
    assert renamed == BASE
    assert hash(renamed) == hash(BASE)
    assert renamed.id != BASE.id
    assert tr.load("serendipity-french") != BASE
    assert BASE.digest != BASE


@pytest.mark.parametrize("id", tr.ruleset_ids())
@pytest.mark.parametrize(
    "way", [copy.copy, copy.deepcopy, lambda it: pickle.loads(pickle.dumps(it))]
)
def test_a_ruleset_survives_copying_and_pickling(id: str, way: Any) -> None:
    ruleset = tr.load(id)
    other = way(ruleset)
    assert other == ruleset
    assert other.to_data() == ruleset.to_data()
    for seats in ruleset.seat_counts:
        assert other.values_for(seats) == ruleset.values_for(seats)
        key = KEY[ruleset.game]
        assert other.origin(key, seats=seats) == ruleset.origin(key, seats=seats)


def test_what_is_worked_out_once_is_kept() -> None:
    ruleset = tr.load({"extends": "serendipity"})
    made: list[int] = []

    def make() -> list[int]:
        made.append(1)
        return made

    assert ruleset.table("key", make) is ruleset.table("key", make) is made
    assert made == [1]


# ---- origins --------------------------------------------------------------------------------


def line_of(card: str, text: str) -> int:
    lines = (RULES / card).read_text("utf-8").splitlines()
    [number] = [number for number, line in enumerate(lines, 1) if line.strip().startswith(text)]
    return number


def test_each_value_knows_the_line_that_set_it() -> None:
    late = tr.load("serendipity-unowned-late")
    own, base = "serendipity-unowned-late.yaml", "serendipity.yaml"
    assert late.origin("turn.unowned.serendips") == (own, line_of(own, "unowned:"))
    assert late.origin("turn.unowned.then") == (base, line_of(base, "unowned:"))
    assert late.origin("board.side") == (base, line_of(base, "board:"))
    assert late.origin("for_players.2.colours_each") == (own, line_of(own, "2:"))
    assert late.origin("players") == (own, line_of(own, "players:"))
    assert late.origin("turn").file == own
    assert late.origin("end").file == base


def test_an_origin_may_be_that_of_some_number_of_players() -> None:
    base = "serendipity.yaml"
    assert BASE.origin("colours_each") == (base, line_of(base, "colours_each:"))
    assert BASE.origin("colours_each", seats=4) == BASE.origin("colours_each")
    assert BASE.origin("colours_each", seats=2) == (base, line_of(base, "2:"))
    assert BASE.origin("colours_each", seats=3) == (base, line_of(base, "3:"))
    with pytest.raises(tr.WrongSeats):
        BASE.origin("colours_each", seats=7)


def test_the_origin_of_what_only_some_numbers_of_players_have(tmp_path: Path) -> None:
    some = "for_players:\n  3: {seats: {1: {handicap: 2}}}\n  4: {seats: {1: {handicap: 4}}}"
    path = write(tmp_path, a=f"serendipity\n{some}")
    rules, key = tr.load(path), "seats.1.handicap"
    assert rules.origin(key) == rules.origin(key, seats=3) == (str(path), 6)
    assert rules.origin(key, seats=4) == (str(path), 7)
    with pytest.raises(KeyError, match="says nothing"):
        rules.origin(key, seats=2)
    with pytest.raises(KeyError, match="says nothing"):
        rules.origin("seats.0.handicap")


def test_an_origin_in_data_has_no_line() -> None:
    custom = tr.load({"extends": "serendipity", "end": {"complete_colours": 2}})
    assert custom.origin("end.complete_colours") == ("custom", None)
    assert custom.origin("end.whose").file == "serendipity.yaml"
    assert str(tr.RulePlace("end.whose", *custom.origin("end.complete_colours"))) == (
        "end.whose, custom"
    )
    assert str(tr.RulePlace("end.whose", "a.yaml", 3)) == "end.whose, a.yaml:3"


@pytest.mark.parametrize(
    "key", ["", "boards", "board.sides", "board.side.x", "players.0", "turn.unowned.serendips", "."]
)
def test_no_origin_where_nothing_stands(key: str) -> None:
    with pytest.raises(KeyError, match="serendipity says nothing under"):
        BASE.origin(key)
    with pytest.raises(KeyError):
        BASE.origin(key, seats=2)


# ---- as data --------------------------------------------------------------------------------


def values_in(values: Mapping[str, Any], path: str = "") -> Iterator[str]:
    """The dotted paths of all values."""
    for key, value in values.items():
        if isinstance(value, Mapping):
            yield from values_in(value, f"{path}{key}.")
        else:
            yield path + key


@pytest.mark.parametrize("id", tr.ruleset_ids())
def test_the_data_of_a_bundled_ruleset_read_back(id: str) -> None:
    ruleset = tr.load(id)
    again = reread(ruleset)
    assert again == ruleset
    assert again.to_data() == ruleset.to_data()
    for seats in ruleset.seat_counts:
        assert again.values_for(seats) == ruleset.values_for(seats)
        for path in values_in(ruleset.values_for(seats)):
            assert again.origin(path, seats=seats) == ruleset.origin(path, seats=seats)


@given(serendipity_cards())
def test_the_data_of_any_ruleset_read_back(card: dict[str, Any]) -> None:
    ruleset = tr.load(card)
    again = reread(ruleset)
    assert again == ruleset
    assert again.to_data() == ruleset.to_data()


def test_data_with_an_inherited_number_that_is_dropped_read_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    id = "serendipity-unowned-late"
    never = {"stays_up": "never"}
    for change in (
        {"turn": {"unowned": never}},
        {"for_players": {2: {"turn": {"unowned": never}}}},
    ):
        ruleset = tr.load({"extends": id, **change})
        again = reread(ruleset)
        assert again.to_data() == ruleset.to_data()
        assert again == ruleset
        assert again.origin("turn.unowned.stays_up", seats=2) == ("custom", None)
    # a file called like the card that it extends
    monkeypatch.chdir(tmp_path)
    card = f"id: {id}\ntitle: T\nedition: 1\nextends: {id}\nturn: {{unowned: {never}}}\n"
    Path(f"{id}.yaml").write_text(card.replace("'", ""), encoding="utf-8")
    ruleset = tr.load(Path(f"{id}.yaml"))
    assert reread(ruleset).to_data() == ruleset.to_data()


def test_data_without_a_lineage_come_from_nowhere() -> None:
    data = BASE.to_data()
    data["lineage"], data["origins"] = [], {}
    ruleset = from_data(data, registry.SHELF).ruleset
    assert ruleset == BASE
    assert ruleset is not None
    assert ruleset.lineage == ("custom",)
    assert ruleset.origin("board.side") == ("custom", None)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"values": {"players": [2], "end": {"turn_limit": 1.5}}}, "not_plain"),
        ({"values": {"players": [2]}}, "missing"),
        ({"game": "chess"}, "unknown_game"),
        ({"title": 7}, "wrong_value"),
        ({"id": "../x"}, "wrong_value"),
        ({"values": {"extends": "a.yaml"}}, "no_folder"),
    ],
)
def test_data_that_are_no_sound_rules_are_refused(change: dict[str, Any], code: str) -> None:
    resolution = from_data({**BASE.to_data(), **change}, registry.SHELF)
    assert resolution.ruleset is None
    assert code in {problem.code for problem in resolution.problems}


# ---- frozen mappings ------------------------------------------------------------------------


def test_a_frozen_map_is_a_value() -> None:
    one, other = FrozenMap({"a": 1, "b": 2}), FrozenMap({"b": 2, "a": 1})
    assert one == other == {"a": 1, "b": 2}
    assert hash(one) == hash(other)
    assert one != FrozenMap({"a": 1})
    assert (list(one), len(one), one["b"]) == (["a", "b"], 2, 2)
    assert repr(one) == "{'a': 1, 'b': 2}"
    assert pickle.loads(pickle.dumps(one)) == one
    with pytest.raises(TypeError):
        one["c"] = 3  # type: ignore[index]
    entries = {"a": 1}
    kept = FrozenMap(entries)
    entries["a"] = 2
    assert kept["a"] == 1
