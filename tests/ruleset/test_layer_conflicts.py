"""What layers cannot agree on, what is agreement, and what is no layer at all."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

import tilerules as tr
from tests.ruleset.cards import codes, only
from tests.ruleset.layers import FRENCH, LATE, PLAIN, Card, changes, line_of, problems, together
from tilerules.registry import CardSource

# ---- conflicts ------------------------------------------------------------------------------


def test_different_values_of_one_key_name_both_places() -> None:
    assert [str(each).splitlines()[0] for each in problems("serendipity-unowned-open", LATE)] == [
        f"serendipity-unowned-late.yaml:{line_of(LATE, 'unowned:')}:23: error: "
        "`turn.unowned.stays_up` is `after_serendips` here, and `always` in another layer "
        f"(see serendipity-unowned-open.yaml:{line_of('serendipity-unowned-open', 'unowned:')}:23)"
    ]


STAYS: Card = {"turn": {"unowned": {"stays_up": "never"}}}
CONFLICTS: dict[str, tuple[str, Card, Card, str]] = {
    "values": (
        "serendipity",
        {"board": {"side": 4}},
        {"board": {"side": 5}},
        "`board.side` is `4` here, and `5` in another layer",
    ),
    "lists": (
        "serendipity",
        {"tie_breaks": ["flowers"]},
        {"tie_breaks": []},
        "`tie_breaks` is `[flowers]` here, and `[]` in another layer",
    ),
    "set and removed": (
        "serendipity",
        {"end": {"turn_limit": 9}},
        {"end": {"turn_limit": "removed"}},
        "`end.turn_limit` is `removed` here, and `9` in another layer",
    ),
    "block and removed": (
        "serendipity",
        {"scoring": {"matches": {"points": 3}}},
        {"scoring": {"matches": "removed"}},
        "`scoring.matches` is `removed` here, and `scoring.matches.points` is `3` in another layer",
    ),
    "all players and some": (
        "serendipity",
        {"colours_each": 1},
        {"for_players": {2: {"colours_each": 2}}},
        "`colours_each` is `1` here, and `for_players.2.colours_each` is `2` in another layer",
    ),
    "all players and some, a block": (
        "serendipity",
        {"turn": {"own": {"exchange": {"then": "may_reveal"}}}},
        {"for_players": {4: {"turn": {"own": {"exchange": "removed"}}}}},
        "`for_players.4.turn.own.exchange` is `removed` here, and `turn.own.exchange.then` is "
        "`may_reveal` in another layer",
    ),
    "some players": (
        "serendipity",
        {"for_players": {2: {"colours_each": 1}}},
        {"for_players": {2: "removed"}},
        "`for_players.2` is `removed` here, and `for_players.2.colours_each` is `1` in another "
        "layer",
    ),
    "players": (
        "serendipity",
        {"players": [2]},
        {"players": [2, 3]},
        "`players` is `[2, 3]` here, and `[2]` in another layer",
    ),
    "number under a word": (
        LATE,
        {"turn": {"unowned": {"serendips": 5}}},
        STAYS,
        "`turn.unowned.serendips` is `5` here, and `turn.unowned.stays_up` is `never` in another "
        "layer",
    ),
    "number of some under a word of all": (
        LATE,
        {"for_players": {2: {"turn": {"unowned": {"serendips": 5}}}}},
        STAYS,
        "`for_players.2.turn.unowned.serendips` is `5` here, and `turn.unowned.stays_up` is "
        "`never` in another layer",
    ),
    "number of some under a word of the same": (
        LATE,
        {"for_players": {2: {"turn": {"unowned": {"serendips": 5}}}}},
        {"for_players": {2: STAYS}},
        "`for_players.2.turn.unowned.serendips` is `5` here, and "
        "`for_players.2.turn.unowned.stays_up` is `never` in another layer",
    ),
    "number of all under a word of some": (
        LATE,
        {"turn": {"unowned": {"serendips": 5}}},
        {"for_players": {2: STAYS}},
        "`for_players.2.turn.unowned.stays_up` is `never` here, and `turn.unowned.serendips` is "
        "`5` in another layer",
    ),
}


@pytest.mark.parametrize("name", CONFLICTS)
def test_what_layers_disagree_on(name: str) -> None:
    source, one, other, message = CONFLICTS[name]
    found = [only(problems(source, *layers)) for layers in ((one, other), (other, one))]
    assert message in {problem.message for problem in found}
    for problem in found:
        assert (problem.code, problem.severity) == ("layers_disagree", "error")
        assert sorted(named(problem.message)) == sorted(named(message))
        assert problem.parent is not None
        assert (problem.file, problem.parent.file) == ("layer 1", "layer 2")


THREE: Card = {"extends": "serendipity", "scoring": {"serendips": {"points": 3}}}
FOUR: Card = {"extends": "serendipity", "scoring": {"serendips": {"points": 4}}}


@pytest.mark.parametrize(
    ("sources", "here", "there"),
    [
        (("serendipity", THREE, FOUR), "layer 1", "layer 2"),
        (("serendipity", FRENCH, THREE, FOUR), "layer 2", "layer 3"),
        ((THREE, FOUR), "custom", "layer 1"),
    ],
)
def test_mappings_are_told_apart_by_their_numbers(
    sources: tuple[CardSource, ...], here: str, there: str
) -> None:
    assert only(problems(*sources)).headline == (
        f"{here}: error: `scoring.serendips.points` is `3` here, and `4` in another layer "
        f"(see {there})"
    )


@pytest.mark.parametrize("name", CONFLICTS)
def test_the_places_of_both_are_named(name: str, tmp_path: Path) -> None:
    source, *cards, message = CONFLICTS[name]
    paths = [tmp_path / "a.yaml", tmp_path / "b.yaml"]
    for path, card in zip(paths, cards, strict=True):
        path.write_text(yaml.safe_dump(card, default_flow_style=None), encoding="utf-8")
    problem = only(problems(source, *paths))
    assert problem.parent is not None
    assert [problem.file, problem.parent.file] == [*map(str, paths)]
    assert problem.line
    assert problem.parent.line
    assert problem.place.shown
    assert sorted(named(problem.message)) == sorted(named(message))


def named(message: str) -> list[str]:
    """The keys and values that a message names."""
    return message.split("`")[1::2]


AGREED: dict[str, tuple[Card, Card]] = {
    "a value": ({"tie_breaks": ["flowers"]}, {"tie_breaks": ["flowers"]}),
    "a value of some players": (
        {"for_players": {2: {"colours_each": 1}}},
        {"for_players": {"2": {"colours_each": 1}}, "tie_breaks": ["flowers"]},
    ),
    "some players as all": (
        {"for_players": {2: {"end": {"turn_limit": 9}}}},
        {"end": {"turn_limit": 9}},
    ),
    "some players as all, and more for all": (
        {"for_players": {2: {"tie_breaks": ["flowers"]}, 5: {"tie_breaks": ["flowers"]}}},
        {"tie_breaks": ["flowers"], "end": {"turn_limit": 9}},
    ),
    "some players as all, a block": (
        {"for_players": {4: {"turn": {"own": {"exchange": {"with": "any"}}}}}},
        {"turn": {"own": {"exchange": {"with": "any", "then": "may_reveal"}}}},
    ),
    "some players as the other card has them, apart from all": (
        {"for_players": {2: {"colours_each": 2}}},
        {"colours_each": 1, "for_players": {2: {"colours_each": 2}}},
    ),
    "a block removed for some, as the other card has it, apart from all": (
        {"for_players": {2: {"scoring": {"matches": "removed"}}}},
        {
            "scoring": {"matches": {"points": 3}},
            "for_players": {2: {"scoring": {"matches": "removed"}}},
        },
    ),
    "different keys of a block": (
        {"turn": {"own": {"exchange": {"with": "any"}}}},
        {"turn": {"own": {"exchange": {"then": "may_reveal"}}}},
    ),
    "a word and its number, both twice": (
        {"turn": {"unowned": {"stays_up": "after_serendips", "serendips": 3}}},
        {"turn": {"unowned": {"serendips": 3, "stays_up": "after_serendips"}}},
    ),
    "different numbers of players": (
        {"for_players": {2: {"colours_each": 1}}},
        {"for_players": {3: {"colours_each": 1}}},
    ),
    "a block removed": ({"scoring": {"matches": "removed"}}, {"scoring": {"matches": "removed"}}),
    "a value removed": (
        {"end": {"turn_limit": "removed"}, "tie_breaks": ["flowers"]},
        {"end": {"turn_limit": "removed"}},
    ),
    "one key removed, for one number of players": (
        {"for_players": {2: {"colours_each": "removed"}}},
        {"for_players": {2: {"colours_each": "removed"}}, "tie_breaks": ["flowers"]},
    ),
    "one number of players removed": (
        {"for_players": {2: "removed"}},
        {"for_players": {2: "removed"}, "tie_breaks": ["flowers"]},
    ),
    "all for some players removed": ({"for_players": "removed"}, {"for_players": "removed"}),
    "a block removed for some": (
        {"for_players": {2: {"scoring": {"matches": "removed"}}}},
        {"for_players": {2: {"scoring": {"matches": "removed"}}}, "tie_breaks": ["flowers"]},
    ),
}


@pytest.mark.parametrize("name", AGREED)
def test_agreement_is_no_conflict(name: str) -> None:
    one, other = AGREED[name]
    one, other = {"id": "one", **one}, {"id": "other", **other}
    wanted = tr.load(together("serendipity", [one, other]))
    assert tr.load("serendipity", one, other) == wanted
    assert tr.load("serendipity", other, one) == wanted


def test_the_removals_of_bundled_cards_agree_with_those_of_others() -> None:
    layer = {"extends": "serendipity", "for_players": "removed", "players": [2, 3]}
    assert tr.load("serendipity", "serendipity-small", layer) == tr.load("serendipity-small")


def test_what_layers_remove_for_some_players_does_not_hang_on_their_names() -> None:
    """One takes away what holds for any number of players, the other what holds for two."""
    every: Card = {"for_players": "removed"}
    two: Card = {"for_players": {2: "removed"}}
    found = [
        digest_or_codes("serendipity", {"id": one, **every}, {"id": other, **two})
        for one, other in (("aa", "zz"), ("zz", "aa"))
    ]
    assert found[0] == found[1]


def digest_or_codes(source: str, *layers: Card) -> object:
    """The digest of what layers give, or the codes of what is wrong with it."""
    try:
        return tr.load(source, *layers).digest
    except tr.InvalidRuleset as error:
        return [problem.code for problem in error.problems]


def test_a_number_may_stand_beside_a_word_for_other_players() -> None:
    number: Card = {"for_players": {2: {"turn": {"unowned": {"serendips": 5}}}}}
    rules = tr.load(LATE, number, {"for_players": {3: STAYS}})
    unowned = [rules.values_for(seats)["turn"]["unowned"] for seats in (2, 3, 4)]
    then = "end_turn"
    assert unowned == [
        {"stays_up": "after_serendips", "serendips": 5, "then": then},
        {"stays_up": "never", "then": then},
        {"stays_up": "after_serendips", "serendips": 10, "then": then},
    ]


# ---- what is no layer -----------------------------------------------------------------------

NO_LAYERS: dict[str, tuple[CardSource, CardSource, str]] = {
    "another game": (
        "serendipity",
        "flowers-flat",
        "flowers-flat.yaml:3:1: error: this layer is for `flowers`, and `serendipity.yaml` for "
        "`serendipity`",
    ),
    "another game, said by a mapping": (
        "serendipity-french",
        {"game": "tulips", "tie_breaks": []},
        "custom: error: this layer is for `tulips`, and `serendipity-french.yaml` for "
        "`serendipity`",
    ),
    "no card in common": (
        {"game": "serendipity", **changes(PLAIN["serendipity"])},
        "serendipity-french",
        "serendipity-french.yaml:3:1: error: this layer and `custom` extend no card in common",
    ),
    "the source itself": (
        "serendipity-french",
        "serendipity-french",
        "serendipity-french.yaml:3:1: error: this layer changes nothing in "
        "`serendipity-french.yaml`",
    ),
    "what the source extends": (
        "serendipity-french",
        "serendipity",
        "serendipity.yaml:5:1: error: this layer changes nothing in `serendipity-french.yaml`",
    ),
    "nothing": (
        "serendipity",
        {},
        "custom: error: this layer changes nothing in `serendipity.yaml`",
    ),
    "a name alone": (
        "serendipity",
        {"id": "name", "title": "A name"},
        "custom: error: this layer changes nothing in `serendipity.yaml`",
    ),
    "empty blocks for some players": (
        "serendipity-french",
        {"end": {}, "for_players": {2: {}, 3: {"turn": {"own": {}}}}},
        "custom: error: this layer changes nothing in `serendipity-french.yaml`",
    ),
    "empty blocks": (
        "serendipity",
        {"scoring": {"carpet": {}}},
        "custom: error: this layer changes nothing in `serendipity.yaml`",
    ),
}


@pytest.mark.parametrize("name", NO_LAYERS)
def test_what_is_no_layer_is_told(name: str) -> None:
    source, layer, line = NO_LAYERS[name]
    assert only(problems(source, layer)).headline == line


def test_an_unknown_id_among_layers() -> None:
    with pytest.raises(tr.UnknownRuleset, match="serendipity-french"):
        tr.load("serendipity", "serendipity-frensh")


def test_the_faults_of_a_layer_stand_in_its_file(tmp_path: Path) -> None:
    path = tmp_path / "layer.yaml"
    path.write_text("board: {sdie: 4}\nextends: serendipity\n", encoding="utf-8")
    problem = only(problems("serendipity-french", path))
    assert (problem.code, str(problem.place)) == ("unknown_key", f"{path}:1:9")
    path.write_text("board: [\n", encoding="utf-8")
    assert codes(problems("serendipity", path)) == ["syntax"]


def test_what_only_the_layers_together_break_is_found_in_its_meaning() -> None:
    # 37 cells of a side of four: the copies are for a board that the other layer does not lay
    found = problems("serendipity", {"board": {"side": 4}}, {"tie_breaks": ["flowers"]})
    assert codes(found) == ["board_not_filled"]
