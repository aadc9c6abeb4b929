"""What a schema cannot say about a Serendipity card: each check with faulty and sound cards."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

import tilerules as tr
from tests.ruleset.cards import codes, laid, root_card
from tilerules.games.serendipity.drawn import COLOURS
from tilerules.ruleset.schema import REMOVED, Key

# By the code of a check: changes of Serendipity's card that it refuses, and, after `but`, how each
# may be mended. An entry of `for_players` is refused for that number alone.
FATE = {"stays_up": "after_serendips", "serendips": 14, "then": "end_turn"}
FAULTY: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ("too_few_colours", {"colours_each": 2}, {"players": [2, 3]}),
    ("too_few_colours", {"for_players": {3: {"colours_each": 3}}}, {"players": [2, 4]}),
    ("too_few_colours", {"for_players": {2: {"colours_each": 4}}}, {"players": [3]}),
    ("too_few_colours", {"for_players": {2: "removed"}, "colours_each": 7}, {"colours_each": 1}),
    ("board_not_filled", {"board": {"side": 5}}, {"tiles": {"copies": 8}}),
    ("board_not_filled", {"tiles": {"serendips": 12}}, {"tiles": {"serendips": 13}}),
    ("board_not_filled", {"tiles": {"copies": 14}}, {"tiles": {"serendips": 7}}),
    ("board_not_filled", {"for_players": {4: {"board": {"side": 5}}}}, {"players": [2, 3, 5]}),
    (
        "unknown_edge",
        {"tiles": {"serendip_edges": ["blue"] * 5 + ["pink"]}},
        {"tiles": {"serendip_edges": ["blue"] * 5 + ["red"]}},
    ),
    (
        "unknown_edge",
        {"tiles": {"colours": ["blue", "violet", "red", "yellow", "orange", "pink"]}},
        {"tiles": {"serendip_edges": ["blue", "pink"] * 3}},
    ),
    ("too_few_serendips", {"end": {"serendips_up": 14}}, {"end": {"serendips_up": 13}}),
    ("too_few_serendips", {"turn": {"foreign": FATE}}, {"turn": {"foreign": {"serendips": 13}}}),
    ("too_few_serendips", {"turn": {"unowned": FATE}}, {"turn": {"unowned": {"serendips": 13}}}),
    (
        "too_few_serendips",
        {"tiles": {"serendips": 1, "copies": 15}, "end": {"serendips_up": 2}},
        {"end": {"serendips_up": "all"}},
    ),
    (
        "no_end",
        {"end": {"complete_colours": 4}, "players": [3], "for_players": "removed"},
        {"for_players": {3: {"colours_each": 2}}},
    ),
    ("no_end", {"end": {"complete_colours": 5}, "players": [4, 5]}, {"players": [5]}),
    (
        "no_end",
        {"end": {"complete_colours": "all", "whose": "any"}, "players": [4]},
        {"turn": {"unowned": {"stays_up": "chosen"}}},
    ),
    (
        "no_end",
        {"end": {"complete_colours": 5, "whose": "any"}, "players": [4]},
        {"turn": {"unowned": {"stays_up": "always"}}},
    ),
    (
        "no_end",
        {"end": {"complete_colours": 7, "whose": "any"}, "players": [2, 6]},
        {"end": {"complete_colours": 6}},
    ),
    (
        "no_end",
        {"end": {"complete_colours": 3}, "for_players": {2: {"colours_each": 1}}},
        {"players": [3]},
    ),
    (
        "over_at_once",
        {"end": {"serendips_up": 0, "complete_colours": 0}},
        {"end": {"serendips_up": 1}},
    ),
    (
        "over_at_once",
        {
            "tiles": {
                "serendips": 0,
                "colours": [*"abcdefg"],
                "serendip_edges": [*"abcdef"],
                "copies": 13,
            },
            "end": {"complete_colours": 0},
        },
        {"end": {"complete_colours": 1}},
    ),
    (
        "too_few_colours",
        {"players": [4], "seats": {3: {"colours_each": 4}}},
        {"seats": {3: {"colours_each": 3}}},
    ),
    (
        "no_end",
        {"players": [4], "end": {"complete_colours": 5}},
        {"seats": {3: {"colours_each": 2}}},
    ),
    (
        "no_end",
        {"players": [4], "end": {"complete_colours": 5, "any_of": ["serendips_up"]}},
        {"end": {"all_of": []}},
    ),
    ("no_end", {"end": {"all_of": ["points"], "points": 9}}, {"end": {"turn_limit": 99}}),
    ("no_end", {"end": {"all_of": []}}, {"end": {"any_of": ["complete_colours"]}}),
    (
        "over_at_once",
        {"end": {"serendips_up": 0, "any_of": ["serendips_up"]}},
        {"end": {"any_of": []}},
    ),
    (
        "over_at_once",
        {
            "players": [4],
            "partners": {"teams": {"sun": [0, 1]}},
            "seats": {0: {"handicap": 5}, 1: {"handicap": 4}},
            "end": {"any_of": ["points"], "points": 9},
        },
        {"partners": {"teams": {"sun": [0, 2]}}},
    ),
    (
        "nothing_scores",
        {"scoring": {"flowers": "removed", "serendips": "removed", "matches": "removed"}},
        {"scoring": {"rings": {"points": 1}}},
    ),
    ("tie_break_without_block", {"tie_breaks": ["apart"]}, {"scoring": {"apart": {"points": 0}}}),
    (
        "endless_turn",
        {"turn": {"foreign": {"then": "must_reveal"}}},
        {"turn": {"foreign": {"then": "may_reveal"}}},
    ),
    (
        "endless_turn",
        {"turn": {"foreign": {"then": "must_reveal"}}},
        {"turn": {"foreign": {"stays_up": "always"}}},
    ),
    (
        "endless_turn",
        {"turn": {"unowned": {"then": "must_reveal"}}},
        {"turn": {"unowned": {"stays_up": "chosen"}}},
    ),
    (
        "endless_turn",
        {"turn": {"unowned": {"then": "must_reveal"}}},
        {"turn": {"unowned": {"stays_up": "after_serendips", "serendips": 13}}},
    ),
    (
        "endless_turn",
        {"for_players": {5: {"turn": {"unowned": {"then": "must_reveal"}}}}},
        {"players": [2, 3, 4]},
    ),
    (
        "use_without_option",
        {"uses": {"swap": {"times": 1}}, "turn": {"serendip": {"leave": {"swap": "never"}}}},
        {"turn": {"serendip": {"leave": {"swap": "must"}}}},
    ),
    (
        "use_without_option",
        {"uses": {"turning": {"times": 1}}, "turn": {"serendip": {"leave": {"turning": "never"}}}},
        {"turn": {"serendip": {"exchange": {"turning": "free"}}}},
    ),
    (
        "use_without_option",
        {
            "uses": {"exchange": {"times": 1}},
            "turn": {"own": {"exchange": "removed"}, "serendip": {"exchange": "removed"}},
        },
        {"turn": {"own": {"exchange": {"with": "any", "beside": "any", "then": "end_turn"}}}},
    ),
    (
        "no_option",
        {"turn": {"own": {"leave": "removed", "exchange": "removed"}}},
        {"turn": {"own": {"leave": {"then": "may_reveal"}}}},
    ),
    (
        "no_option",
        {"turn": {"serendip": {"leave": "removed", "exchange": "removed"}}},
        {
            "turn": {
                "serendip": {"exchange": {"with": "any", "turning": "free", "then": "end_turn"}}
            }
        },
    ),
    (
        "nothing_scores",
        {"scoring": {"flowers": "removed", "serendips": "removed", "matches": "removed"}},
        {"scoring": {"flowers": {"points": 0}}},
    ),
    (
        "matches_without_serendips",
        {"scoring": {"serendips": "removed"}},
        {"scoring": {"serendips": {"points": 0, "joined": "touching"}}},
    ),
    (
        "matches_without_serendips",
        {"scoring": {"serendips": "removed"}},
        {"scoring": {"matches": "removed"}},
    ),
    (
        "tie_break_without_block",
        {"scoring": {"matches": "removed"}, "tie_breaks": ["flowers", "matches"]},
        {"tie_breaks": ["flowers", "serendips"]},
    ),
    (
        "tie_break_without_block",
        {"for_players": {3: {"scoring": {"flowers": "removed"}, "tie_breaks": ["flowers"]}}},
        {"for_players": {3: {"tie_breaks": []}}},
    ),
]


@pytest.mark.parametrize(("code", "change", "mend"), FAULTY)
def test_a_check(code: str, change: dict[str, Any], mend: dict[str, Any]) -> None:
    card = {"extends": "serendipity", **change}
    problems = [problem for problem in tr.check(card) if problem.severity == "error"]
    assert {*codes(tuple(problems))} == {code}
    mended = laid(card, mend)
    assert [problem for problem in tr.check(mended) if problem.severity == "error"] == []
    ruleset = tr.load(mended)
    assert tr.new_game(ruleset, ruleset.seat_counts[-1], seed=1).phase == "choose"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            {"for_players": {4: {"turn": {"foreign": {"then": "must_reveal"}}}}},
            "with 4 players: a turn might never end",
        ),
        (
            {"for_players": {n: {"tiles": {"copies": 12}} for n in (2, 4, 5)}},
            "with 2, 4 and 5 players: a side of 6 makes 91 cells",
        ),
        ({"players": [2, 5], "tiles": {"copies": 12}}, "a side of 6 makes 91 cells"),
    ],
)
def test_a_problem_names_the_numbers_of_players(change: dict[str, Any], message: str) -> None:
    [problem] = tr.check({"extends": "serendipity", **change})
    assert problem.message.startswith(message)


@pytest.mark.parametrize(
    "change",
    [
        {"tiles": {"copies": "many"}},
        {"tiles": {"copy": 12}},
        {"tiles": {"colours": "blue"}},
        {"board": {"side": None}},
        {"board": [4]},
        {"turn": {"own": {"leave": 5, "exchange": "removed"}}},
        {"scoring": "none"},
        {"end": {"complete_colours": [1]}},
        {"turn": {"foreign": {"stays_up": "nevr", "then": "must_reveal"}}},
        {"for_players": {2: {"tiles": {"copies": "x"}}}},
        {"for_players": {2: {"turn": 7}}},
        {"for_players": {2: [1]}},
        {"for_players": "all"},
        {"for_players": {3: {"end": {"complete_colour": 9}}}},
    ],
)
def test_what_is_wrong_already_is_not_checked_further(change: dict[str, Any]) -> None:
    problems = tr.check({"extends": "serendipity", **change})
    assert {problem.code for problem in problems} <= {"wrong_value", "unknown_key", "no_value"}
    assert len(problems) == 1


# ---- whatever passes can be played to its end -----------------------------------------------


TABLES: dict[str, st.SearchStrategy[dict[str, Any]]] = {
    "points": st.dictionaries(st.sampled_from("123456"), st.integers(-2, 6), min_size=1),
    "teams": st.fixed_dictionaries(
        {"sun": st.lists(st.integers(0, 3), min_size=2, max_size=3, unique=True)}
    ),
}


@st.composite
def rule(draw: st.DrawFn, key: Key, schema: Any, card: Any) -> Any:
    """Any value that the schema allows behind a key of a block, in the width of a small card."""
    if key.keys is not None:
        return draw(block(key.keys, schema[key.name], card))
    if key.entries is not None:
        return draw(TABLES[key.name])
    kinds = schema[key.name]["anyOf"]
    lists = [kind["items"]["enum"] for kind in kinds if kind.get("type") == "array"]
    if lists:
        return draw(st.lists(st.sampled_from(lists[0]), unique=True, max_size=2))
    words = [word for kind in kinds for word in kind.get("enum", [])]
    most = card["tiles"]["serendips"] + draw(st.sampled_from([0, 0, 0, 1]))
    most = max(1, most) if key.name.startswith("serendips") else 6
    ranges = [(kind["minimum"], min(kind["maximum"], most)) for kind in kinds if "minimum" in kind]
    strategies = [st.integers(*bounds) for bounds in ranges]
    if words:
        strategies.append(st.sampled_from(words))
    return draw(st.one_of(strategies))


@st.composite
def block(draw: st.DrawFn, keys: Any, schema: Any, card: Any) -> Any:
    """A block with the numbers that its words ask for, and no others."""
    properties = properties_of(schema)
    out: dict[str, Any] = {}
    for key in keys:
        in_base = key.name in ("leave", "exchange", "flowers", "serendips", "matches")
        gone = key.optional and draw(st.integers(0, 7)) in ((0,) if in_base else range(5))
        if gone and in_base:
            out[key.name] = REMOVED
        elif key.asked_by is None and not gone:
            out[key.name] = draw(rule(key, properties, card))
    for key in keys:
        if key.asked_by and out.get(key.asked_by[0]) in key.asked_by[1]:
            out[key.name] = draw(rule(key, properties, card))
    return out


def properties_of(schema: Any) -> dict[str, Any]:
    """The schemas of the keys of a block, with their references followed."""
    schema = followed(schema)
    found = next(kind for kind in schema["anyOf"] if "properties" in kind)["properties"]
    return {name: followed(entry) for name, entry in found.items()}


def followed(schema: Any) -> Any:
    from tilerules import registry

    return registry.SHELF.language("serendipity").schema.resolved(schema)


@st.composite
def any_cards(draw: st.DrawFn) -> dict[str, Any]:
    """Cards over the whole width of the schema on a small board: many sound, many not."""
    from tilerules import registry

    language = registry.SHELF.language("serendipity")
    side = draw(st.sampled_from([2, 2, 2, 3]))
    cells = 3 * side * (side - 1) + 1
    number = draw(st.integers(2, min(cells, 7)))
    copies = draw(st.integers(1, cells // number))
    colours = list(COLOURS[:number])
    edges = st.lists(st.sampled_from(colours), min_size=6, max_size=6)
    players = draw(st.lists(st.integers(2, min(6, number)), min_size=1, unique=True))
    card: dict[str, Any] = {
        "extends": "serendipity",
        "players": players,
        "for_players": "removed",
        "colours_each": draw(st.integers(1, number // draw(st.sampled_from(players)))),
        "board": {"side": side},
        "tiles": {
            "colours": colours,
            "copies": copies,
            "serendips": cells - number * copies,
            "serendip_edges": draw(edges),
            "serendip_facing": draw(st.sampled_from(["random", "alike"])),
        },
    }
    tops = {name: followed(entry) for name, entry in language.schema.document["properties"].items()}
    for key in language.schema.rules:
        if key.name not in card and not (key.optional and draw(st.integers(0, 3))):
            card[key.name] = draw(rule(key, tops, card))
    return card


PLIES = 30_000


def played(state: tr.State, random: Random) -> int:
    """How many plies a game takes: the kind of move is drawn first, then the move."""
    for ply in range(PLIES):
        if state.is_over:
            return ply
        moves = tr.legal_moves(state)
        assert len(moves), state
        first, last = moves[0], moves[len(moves) - 1]
        ends = first if random.random() < 0.1 else last if random.random() < 0.1 else None
        state = tr.apply_move(state, ends or moves[random.randrange(len(moves))])
    raise AssertionError(f"no end after {PLIES} plies")


@settings(max_examples=300)
@given(any_cards(), st.integers(0, 2**32))
def test_whatever_passes_can_be_played_to_its_end(card: dict[str, Any], seed: int) -> None:
    errors = [problem for problem in tr.check(card) if problem.severity == "error"]
    event("refused: " + errors[0].code if errors else "sound")
    if errors:
        return
    ruleset = tr.load(card)
    for seats in ruleset.seat_counts:
        state = tr.new_game(ruleset, seats, seed=seed)
        played(state, Random(seed))


@pytest.mark.parametrize("id", tr.ruleset_ids())
def test_every_bundled_card_can_be_played_to_its_end(id: str) -> None:
    ruleset = tr.load(id)
    for seats in ruleset.seat_counts:
        played(tr.new_game(ruleset, seats, seed=seats), Random(seats))


def test_what_a_card_extends_need_not_be_sound_for_other_numbers_of_players() -> None:
    card = {**root_card(), "players": [2], "for_players": {}, "colours_each": 3}
    assert tr.load(card).seat_counts == (2,)
