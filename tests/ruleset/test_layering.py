"""Merging, numbers of players, `removed`, numbers that no word asks for, and warnings."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given

import tilerules as tr
from tests.ruleset.cards import HEAD, NAME, base, checked, codes, laid, only, root_card, write
from tests.strategies import serendipity_cards
from tilerules import registry
from tilerules.ruleset.schema import Key
from tilerules.ruleset.values import thawed

# ---- merging --------------------------------------------------------------------------------


def without_removed(card: Any) -> Any:
    """Plain data without the entries that are removed."""
    if not isinstance(card, dict):
        return card
    return {key: without_removed(value) for key, value in card.items() if value != "removed"}


def texts(card: Any) -> Any:
    """Plain data whose keys are texts."""
    if not isinstance(card, dict):
        return card
    return {str(key): texts(value) for key, value in card.items()}


def without_defaults(values: Any, keys: Sequence[Key]) -> Any:
    """The same without what a card need not say."""
    if not isinstance(values, dict):
        return values
    named = {key.name: key for key in keys}
    return {
        name: without_defaults(value, named[name].keys or ()) if named[name].keys else value
        for name, value in values.items()
        if value != named[name].default
    }


@given(serendipity_cards())
def test_a_variant_is_the_card_it_extends_with_its_entries_laid_over(card: dict[str, Any]) -> None:
    flat = without_removed(laid(root_card(), {key: card[key] for key in card if key != "extends"}))
    wanted = {str(seats): entry for seats, entry in flat.pop("for_players", {}).items()}
    players = flat.pop("players")
    ruleset = tr.load(card)
    assert ruleset.seat_counts == tuple(sorted(players))
    keys = registry.SHELF.language("serendipity").schema.rules
    rules = {key.name: flat[key.name] for key in keys if key.name in flat}
    for seats in players:
        unasked = laid(rules, wanted.get(str(seats), {}))
        leave = unasked["turn"]["serendip"].get("leave", {})
        if leave.get("swap") == "never":
            leave = {key: leave[key] for key in leave if key not in ("swap_with", "swap_reach")}
            unasked = laid(unasked, {"turn": {"serendip": {"leave": "gone"}}})
            unasked = laid(unasked, {"turn": {"serendip": {"leave": leave}}})
        found = thawed(ruleset.values_for(seats))
        assert without_defaults(found, keys) == without_defaults(texts(unasked), keys)


def values(seats: int, *bodies: str) -> Any:
    """The values of a line of inline variants; the last body is the youngest."""
    return loaded(*bodies).values_for(seats)


def loaded(*bodies: str) -> tr.Ruleset:
    """The ruleset of a line of variants of Serendipity, each with these lines."""
    with TemporaryDirectory() as folder:
        parents = ["serendipity", *(f"c{n}.yaml" for n in range(len(bodies) - 1))]
        cards = {f"c{n}": f"{parents[n]}\n{body}" for n, body in enumerate(bodies)}
        write(Path(folder), **cards)
        return tr.load(Path(folder) / f"c{len(bodies) - 1}.yaml")


def test_maps_merge_and_everything_else_replaces() -> None:
    card = "tiles: {serendip_edges: [red, red, red, blue, blue, blue]}\nend: {serendips_up: 3}"
    got = values(2, card, "end: {complete_colours: 2}")
    assert got["tiles"]["serendip_edges"] == ("red",) * 3 + ("blue",) * 3
    assert (got["end"]["serendips_up"], got["end"]["complete_colours"]) == (3, 2)
    assert got["end"]["whose"] == "owned"


def test_an_empty_list_is_a_value() -> None:
    assert values(2, "tie_breaks: [flowers]")["tie_breaks"] == ("flowers",)
    assert values(2, "tie_breaks: [flowers]", "tie_breaks: []")["tie_breaks"] == ()


def test_a_number_of_players_is_a_small_variant() -> None:
    card = "colours_each: 1\nfor_players: {3: {end: {complete_colours: 3}}}"
    assert [values(seats, card)["end"]["complete_colours"] for seats in (2, 3, 4)] == [1, 3, 1]
    assert [values(seats, card)["colours_each"] for seats in (2, 3, 4)] == [3, 2, 1]
    younger = "for_players: {2: {end: {whose: any}}, 3: {colours_each: 1}}\nend: {looked_at: turn}"
    got = values(3, card, younger)
    assert (got["colours_each"], got["end"]["complete_colours"]) == (1, 3)
    assert (got["end"]["whose"], got["end"]["looked_at"]) == ("owned", "turn")


def test_removed_takes_away_the_entry_of_the_parent() -> None:
    assert "exchange" not in values(2, "turn: {own: {exchange: removed}}")["turn"]["own"]
    back = "turn: {own: {exchange: {with: any, beside: any, then: end_turn}}}"
    assert values(2, "turn: {own: {exchange: removed}}", back)["turn"]["own"]["exchange"] == {
        "with": "any",
        "beside": "any",
        "then": "end_turn",
        "reach": "never",
    }
    assert values(2, "for_players: removed")["colours_each"] == 1
    assert values(3, "for_players: {2: removed}")["colours_each"] == 2
    assert values(2, "for_players: {2: removed}")["colours_each"] == 1
    assert values(2, "for_players: {2: {colours_each: removed}}")["colours_each"] == 1
    limited = "end: {turn_limit: 9}"
    assert values(2, limited, "end: {turn_limit: removed}")["end"]["turn_limit"] == "never"


def test_removed_for_a_number_of_players_takes_away_what_the_others_have() -> None:
    card = "for_players: {2: {turn: {own: {exchange: removed}}}}"
    assert "exchange" not in values(2, card)["turn"]["own"]
    assert "exchange" in values(3, card)["turn"]["own"]
    # to say so again changes nothing
    assert "exchange" not in values(2, card, card)["turn"]["own"]


@pytest.mark.parametrize(
    "body",
    [
        "turn: {own: {leave: {turning: removed}}}",
        "tiles: {serendips: removed}",
    ],
)
def test_what_is_removed_must_be_sayable_and_what_is_needed_is_missed(body: str) -> None:
    assert set(codes(tr.check(HEAD + body))) <= {"unknown_key", "missing"}
    assert tr.check(HEAD + body)


def test_removed_on_a_card_without_a_parent_has_nothing_to_take_away() -> None:
    changes: list[tuple[dict[str, Any], str | None]] = [
        ({"for_players": "removed"}, "for_players"),
        ({"for_players": {2: "removed"}}, "for_players.2"),
        ({"for_players": {2: {"end": {"turn_limit": "removed"}}, 3: {}}}, None),
        ({"tie_breaks": "removed"}, "tie_breaks"),
        ({"turn": "removed"}, "turn"),
        ({"turn": {"own": {"leave": "removed"}}}, "turn.own.leave"),
        ({"turn": {"unowned": {"serendips": "removed"}}}, "turn.unowned.serendips"),
    ]
    for change, key in changes:
        card = root_card()
        problems = tr.check({**laid({**card, "for_players": {}}, change), "colours_each": 1})
        expected = [("nothing_to_remove", key)] if key else []
        assert [(problem.code, problem.key) for problem in problems] == expected, change
    problem = only(tr.check({**root_card(), "players": "removed"}))
    assert (problem.code, problem.key) == ("wrong_value", "players")


def test_what_is_missing_is_told_once() -> None:
    card = root_card()
    del card["players"], card["board"], card["turn"]["own"]["leave"]["then"]
    assert [problem.key for problem in tr.check(card)] == ["players"]
    card["players"], card["for_players"] = [2], {}
    assert {(problem.code, problem.key) for problem in tr.check(card)} == {
        ("missing", "board"),
        ("missing", "turn.own.leave.then"),
    }
    assert codes(tr.check({"game": "serendipity", "players": [2]})) == ["missing"] * 6


@pytest.mark.parametrize(
    ("section", "key", "mistyped"),
    [(None, "players", "player"), (None, "board", "borad"), ("tiles", "copies", "copeis")],
)
def test_what_is_mistyped_is_not_missing_too(section: str | None, key: str, mistyped: str) -> None:
    card = root_card()
    block = card[section] if section else card
    block[mistyped] = block.pop(key)
    problem = only(tr.check(card))
    assert (problem.code, problem.suggestion) == ("unknown_key", key)


@pytest.mark.parametrize(
    ("game", "section"),
    [
        *(("serendipity", section) for section in ("turn", "board", "tiles", "end", "scoring")),
        *(("flowers", section) for section in ("cards", "piles", "garden", "scoring")),
        *(("tulips", section) for section in ("cards", "start", "scoring")),
    ],
)
def test_what_was_removed_and_is_needed_is_missed_where_it_was_removed(
    game: str, section: str
) -> None:
    """Also where the extended card says a part of the section for some numbers of players."""
    head = HEAD.replace("serendipity", game)
    problem = only(tr.check(f"{head}{section}: removed", name=NAME))
    assert str(problem) == (
        f"{NAME}:5:{len(section) + 3}: error: `{section}` is missing\n"
        f"    5 | {section}: removed\n"
        f"      | {' ' * len(section)}  ^"
    )


def test_what_was_removed_for_some_is_missed_there() -> None:
    problem = only(checked("for_players: {2: {tiles: {copies: removed}}}"))
    assert (problem.key, problem.line, problem.column) == ("tiles.copies", 5, 35)
    assert problem.message == "with 2 players: `copies` is missing under `tiles`"
    head = HEAD.replace("serendipity", "flowers")
    problem = only(tr.check(f"{head}players: [4]\npiles: {{number: removed}}", name=NAME))
    assert (problem.key, problem.line, problem.column) == ("piles.number", 6, 17)
    assert problem.message == "`dealt: evenly` asks for `number` beside it"
    assert str(problem.parent) == base("piles.dealt", "flowers")


def test_what_was_said_again_is_not_missed_where_it_was_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    again = "turn: {own: {exchange: {with: any, beside: any, then: end_turn}}}"
    write(tmp_path, a=f"b.yaml\n{again}", b="serendipity\nturn: removed")
    monkeypatch.chdir(tmp_path)
    found = [problem for problem in tr.check(Path("a.yaml")) if problem.severity == "error"]
    assert [(each.key, each.line) for each in found] == [
        (key, 5) for key in ("turn.foreign", "turn.unowned", "turn.serendip")
    ]


# ---- numbers beside words -------------------------------------------------------------------

AFTER = "turn: {unowned: {stays_up: after_serendips, serendips: 5}}"
NEVER = "turn: {unowned: {stays_up: never}}"


def unowned(seats: int, *bodies: str) -> Any:
    return values(seats, *bodies)["turn"]["unowned"]


def test_an_inherited_number_that_nobody_asks_for_is_dropped() -> None:
    dropped = {"stays_up": "never", "then": "end_turn"}
    assert unowned(2, AFTER, NEVER) == dropped
    assert unowned(2, AFTER, NEVER, "end: {complete_colours: 2}") == dropped
    for_two = "for_players: {2: {turn: {unowned: {stays_up: never}}}}"
    assert unowned(2, AFTER, for_two) == dropped
    assert unowned(3, AFTER, for_two)["serendips"] == 5
    assert unowned(2, f"{AFTER}\n{for_two}") == dropped  # a number of players is a small variant
    assert unowned(2, for_two, AFTER) == dropped
    assert (
        unowned(2, AFTER, NEVER, "turn: {unowned: {stays_up: after_serendips}}")["serendips"] == 5
    )


@pytest.mark.parametrize(
    "bodies",
    [
        ("turn: {unowned: {stays_up: never, serendips: 5}}",),
        (AFTER, "turn: {unowned: {stays_up: never, serendips: 4}}"),
        (AFTER, NEVER, "turn: {unowned: {serendips: 4}}"),
        ("for_players: {2: {turn: {unowned: {serendips: 4}}}}",),
        (AFTER, "for_players: {2: {turn: {unowned: {stays_up: never, serendips: 4}}}}"),
        (f"{NEVER}\nfor_players: {{2: {{turn: {{unowned: {{serendips: 4}}}}}}}}",),
    ],
)
def test_a_number_that_its_own_card_does_not_ask_for_is_a_fault(bodies: tuple[str, ...]) -> None:
    with pytest.raises(tr.InvalidRuleset) as caught:
        loaded(*bodies)
    assert "number_without_word" in {problem.code for problem in caught.value.problems}


# ---- warnings -------------------------------------------------------------------------------


def warned(body: str) -> list[tuple[str, str]]:
    problems = tr.check(HEAD + body)
    assert {problem.severity for problem in problems} <= {"warning"}
    return [(problem.code, problem.key) for problem in problems]


def test_a_warning_stops_nobody() -> None:
    assert warned("tie_breaks: []") == [("repeated_value", "tie_breaks")]
    assert tr.load({"extends": "serendipity", "tie_breaks": []}) == tr.load("serendipity")


@pytest.mark.parametrize(
    ("body", "warnings"),
    [
        ("for_players: {2: {colours_each: 3}}", [("repeated_value", "for_players.2.colours_each")]),
        ("players: [2, 3, 4, 5, 6]", [("repeated_value", "players")]),
        ("players: [4]\nfor_players: {4: {colours_each: 1}}", []),
        ("players: [2]\nfor_players: {3: removed}", [("unused_players", "for_players.3")]),
        ("players: [4]", []),  # inherited entries for 2 and 3 are ignored
        ("colours_each: removed\nplayers: [2, 3]", [("overridden", "colours_each")]),
    ],
)
def test_what_is_warned_of(body: str, warnings: list[tuple[str, str]]) -> None:
    assert warned(body) == warnings


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (
            "players: [2, 4]\ncolours_each: 1",
            "with 2 players `colours_each` stays as `serendipity.yaml` says for that number",
        ),
        (
            "players: [2, 3, 4]\ncolours_each: 1",
            "with 2 and 3 players `colours_each` stays as `serendipity.yaml` says for these "
            "numbers",
        ),
    ],
)
def test_a_value_that_is_overridden_for_some_players_is_told_once(body: str, message: str) -> None:
    # serendipity itself gives three colours to each of two, and two to each of three
    found = [problem for problem in checked(body) if problem.code == "overridden"]
    assert [problem.message for problem in found] == [message]
    assert found[0].parent is not None
    assert str(found[0].parent) == base("for_players.2.colours_each")


def test_a_value_is_overridden_by_what_stands_above_it_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    parent = "for_players: {2: {turn: {own: {exchange: removed}}}}"
    child = "turn: {own: {exchange: {with: any}}}"
    write(tmp_path, b=f"serendipity\n{parent}", a=f"b.yaml\n{child}")
    monkeypatch.chdir(tmp_path)
    problem = only(tr.check(Path("a.yaml")))
    assert (problem.code, problem.key, problem.line) == ("overridden", "turn.own.exchange.with", 5)
    assert problem.parent == tr.Place("b.yaml", 5, 42)


def test_a_value_that_several_cards_override_names_each_of_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = "for_players: {2: {end: {turn_limit: 9}}}"
    second = "for_players: {3: {end: {turn_limit: 8}}}"
    limit = "end: {turn_limit: 7}"
    write(tmp_path, a=f"b.yaml\n{limit}", b=f"c.yaml\n{second}", c=f"serendipity\n{first}")
    monkeypatch.chdir(tmp_path)
    found = tr.check(Path("a.yaml"))
    assert {(problem.code, problem.key) for problem in found} == {("overridden", "end.turn_limit")}
    text = "\n".join(problem.headline for problem in found)
    assert "b.yaml" in text
    assert "c.yaml" in text


def test_what_is_wrong_anyway_is_not_warned_of() -> None:
    assert codes(tr.check(HEAD + "players: [2, 9]\nfor_players: {4: {colours_each: 1}}")) == [
        "wrong_value"
    ]
    assert codes(tr.check(HEAD + "edition: 1\n")) == ["duplicate_key"]
    assert codes(tr.check(HEAD + "colours_each: true")) == ["wrong_value"]


# ---- lists in brackets, files by their names ------------------------------------------------


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("players: 2", "a list of 1 to 5, in brackets, as `[2]`"),
        ("players: true", "a list of 1 to 5, in brackets, as `[2, 3, 4, 5, 6]`"),
        ("players: 7", "a list of 1 to 5, in brackets, as `[2, 3, 4, 5, 6]`"),
        ("tie_breaks: matches", "a list of at most 8, in brackets, as `[matches]`"),
        ("tie_breaks: 2", "a list of at most 8, in brackets, as `[flowers]`"),
        ("players: []", "a list of 1 to 5"),
        ("sources: us", "a block of at most 40 keys, as `{club: what we have always played}`"),
        (
            "partners: {teams: [[0, 2], [1, 3]]}",
            "a block of 1 to 3 keys, as `{sun: [0, 2], moon: [1, 3]}`",
        ),
        ("partners: {teams: {sun: 0}}", "a list of 2 to 5, in brackets, as `[0, 2]`"),
        ("scoring: {sizes: {points: [3, 5]}}", "a block of 1 to 20 keys, as `{5: 3, 8: 10}`"),
    ],
)
def test_a_list_or_a_table_is_asked_for_as_it_could_be_written(body: str, expected: str) -> None:
    problem = only(checked(body))
    assert (problem.code, problem.line) == ("wrong_value", 5)
    assert problem.expected == expected


def test_a_file_beside_the_card_may_be_meant_by_an_id(tmp_path: Path) -> None:
    first = write(tmp_path, a="flowers-x", **{"flowers-x": "flowers"})
    problem = only(tr.check(first))
    assert (problem.code, problem.key, problem.line) == ("unknown_id", "extends", 4)
    assert (problem.suggestion, problem.expected) == ("flowers-x.yaml", None)
    assert problem.headline.endswith("; did you mean `flowers-x.yaml`?")
    # what is suggested is right
    write(tmp_path, a="flowers-x.yaml")
    assert tr.check(first) == ()


def test_what_lies_not_beside_the_card_is_not_meant(tmp_path: Path) -> None:
    (tmp_path / "flowers-y.yaml").mkdir()
    for name, close in (
        ("flowers-x", "flowers"),
        ("flowers-y", "flowers"),
        ("flowers-fla", "flowers-flat"),
    ):
        problem = only(tr.check(write(tmp_path, a=name)))
        assert (problem.code, problem.suggestion) == ("unknown_id", close)
    write(tmp_path, **{"flowers-x": "flowers"})
    assert only(tr.check({"extends": "flowers-x"})).suggestion == "flowers"  # lies in no folder


# ---- problems that are inherited ------------------------------------------------------------

FEW = "tiles: {copies: 12}"  # 85 tiles for 91 cells


@pytest.mark.parametrize(
    ("child", "file", "line"),
    [
        ("tie_breaks: [flowers]", "b.yaml", 5),
        # what is wrong is the same, although the child says a part of it itself
        ("board: {side: 6}", "b.yaml", 5),
        ("players: [2]\ntiles: {serendips: 13}", "b.yaml", 5),
        # with other numbers it is the child's own
        ("tiles: {copies: 11}", "a.yaml", 5),
        ("players: [2]\nboard: {side: 5}", "a.yaml", 6),
    ],
)
def test_a_problem_stands_where_it_began(
    child: str, file: str, line: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, a=f"b.yaml\n{child}", b=f"serendipity\n{FEW}")
    monkeypatch.chdir(tmp_path)
    found = tr.check(Path("a.yaml"))
    [problem] = [problem for problem in found if problem.severity == "error"]
    assert (problem.code, problem.file, problem.line) == ("board_not_filled", file, line)
    way = (tr.Place("a.yaml", 4, 10),) if file == "b.yaml" else ()
    assert problem.through == way


def test_a_problem_of_the_oldest_of_three_files_stands_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    again = "board: {side: 6}"
    write(tmp_path, a=f"b.yaml\n{again}", b=f"c.yaml\n{again}", c=f"serendipity\n{FEW}")
    monkeypatch.chdir(tmp_path)
    [problem] = [each for each in tr.check(Path("a.yaml")) if each.severity == "error"]
    assert (problem.code, problem.file, problem.line) == ("board_not_filled", "c.yaml", 5)
    assert problem.through == (tr.Place("a.yaml", 4, 10), tr.Place("b.yaml", 4, 10))
