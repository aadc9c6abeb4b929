"""The commands for house rules: compare cards, tell them in words, print schemas, begin a card."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft7Validator

import tilerules as tr
from tests.command_line import data, make_plain, refused, said
from tilerules.cli import starting
from tilerules.registry import GAMES, schema_text

ROOT = Path(__file__).parents[1]
SCHEMAS = ROOT / "schemas"
OUR = """
id: our-serendipity
title: Serendipity, as we play it
extends: serendipity
edition: 1
players: [2, 3, 4]
scoring:
  matches: removed
tie_breaks: [flowers]
for_players: {4: {end: {turn_limit: 40}}}
"""


@pytest.fixture(autouse=True)
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """The environment says nothing special about the terminal."""
    make_plain(monkeypatch)


@pytest.fixture
def our(tmp_path: Path) -> str:
    """A card of our own, as a user would name it."""
    path = tmp_path / "our.yaml"
    path.write_text(OUR, encoding="utf-8")
    return str(path)


def line_of(id: str, text: str) -> int:
    """The line of a bundled card that begins with a text."""
    lines = (ROOT / "rules" / f"{id}.yaml").read_text(encoding="utf-8").splitlines()
    [number] = [n for n, line in enumerate(lines, 1) if line.strip().startswith(text)]
    return number


def base(text: str) -> str:
    """The place of a value in the card of Serendipity, as a table shows it."""
    return f"[serendipity.yaml:{line_of('serendipity', text)}]"


# ---- diff -----------------------------------------------------------------------------------


def test_differences_stand_side_by_side_each_with_its_place() -> None:
    lines = said("diff", "tulips", "tulips-full-hand").splitlines()
    assert lines[0].split() == ["key", "tulips", "tulips-full-hand"]
    assert set(lines[1]) == {"─"}
    text = " ".join(" ".join(lines[2:]).split())
    old, new = line_of("tulips", "drawing:"), line_of("tulips-full-hand", "turn:")
    assert text == (
        f"turn.drawing one_by_one [tulips.yaml:{old}] together [tulips-full-hand.yaml:{new}]"
    )


def rows(text: str) -> list[list[str]]:
    """The cells of a wide table."""
    return [re.split(r" {2,}(?!\[)", line.strip()) for line in text.splitlines()[2:]]


def test_what_differs_for_some_players_stands_below(
    monkeypatch: pytest.MonkeyPatch, our: str
) -> None:
    monkeypatch.setenv("COLUMNS", "400")
    assert rows(said("diff", "serendipity", our)) == [
        ["players", f"2, 3, 4, 5, 6  {base('players:')}", f"2, 3, 4  [{our}:6]"],
        ["scoring.matches.points", f"2  {base('matches:')}", "-"],
        ["scoring.matches.against", f"carpet  {base('matches:')}", "-"],
        ["tie_breaks", f"none  {base('tie_breaks:')}", f"flowers  [{our}:9]"],
        [
            "end.turn_limit (with 4 players)",
            f"never  {base('turn_limit:')}",
            f"40  [{our}:10]",
        ],
    ]


def test_differences_as_json(our: str) -> None:
    found = data("diff", our, "serendipity")
    assert (found["a"]["id"], found["b"]["id"]) == ("our-serendipity", "serendipity")
    assert found["b"]["digest"] == tr.load("serendipity").digest
    differences = {(each["key"], *each["seats"]): each for each in found["differences"]}
    assert differences.keys() == {
        ("players", 2, 3, 4, 5, 6),
        ("scoring.matches.points", 2, 3, 4),
        ("scoring.matches.against", 2, 3, 4),
        ("tie_breaks", 2, 3, 4),
        ("end.turn_limit", 4),
    }
    assert differences["scoring.matches.points", 2, 3, 4] == {
        "key": "scoring.matches.points",
        "seats": [2, 3, 4],
        "a": None,
        "b": 2,
        "a_origin": None,
        "b_origin": ["serendipity.yaml", line_of("serendipity", "matches:")],
    }
    assert differences["end.turn_limit", 4]["a_origin"] == [our, 10]


def test_what_is_the_same_plays_alike(our: str) -> None:
    assert said("diff", our, our).strip() == "our-serendipity and our-serendipity play alike."
    assert data("diff", "flowers", "flowers")["differences"] == []


@pytest.mark.parametrize("more", [[], ["--json"]])
def test_cards_of_different_games_do_not_compare(more: list[str]) -> None:
    assert refused("diff", "tulips-thanks", "flowers", *more) == (
        "Error: tulips-thanks is for tulips, and flowers for flowers: nothing compares\n"
    )


@pytest.mark.parametrize("ids", [("tulip", "tulips"), ("tulips", "tulip")])
def test_unknown_ids_name_the_close_ones(ids: tuple[str, str]) -> None:
    text = refused("diff", *ids)
    assert text.startswith("Error: no ruleset has the id 'tulip'; did you mean 'tulips'")
    assert refused("words", "tulip") == text


@pytest.mark.parametrize("call", [["diff", "tulips"], ["words"]])
def test_a_card_with_errors_is_neither_compared_nor_told(tmp_path: Path, call: list[str]) -> None:
    path = tmp_path / "our.yaml"
    path.write_text(OUR + "board: {sdie: 4}\n", encoding="utf-8")
    text = refused(*call, str(path), status=1)
    assert text.startswith(f"{path}:11:9: error: there is no key `sdie` under `board`")


# ---- words ----------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_the_words_are_those_of_the_library(game: str) -> None:
    assert said("words", game) == tr.describe(tr.load(game))


def test_a_file_is_told_with_what_it_changes(our: str) -> None:
    text = said("words", our)
    assert text == tr.describe(tr.load(Path(our)))
    assert text.startswith("# Serendipity, as we play it\n")
    assert "**Changed.** Most points win. With equal points this decides: more flowers" in text
    assert "*With 4 players:* After 40 turns" in text


# ---- schema ---------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_the_schema_is_that_of_the_file_and_stands_alone(game: str) -> None:
    """What the file takes from the blocks of all games stands in it too."""
    printed = said("schema", game)
    schema = json.loads(printed)
    assert schema["properties"]["game"]["const"] == game
    Draft7Validator.check_schema(schema)
    refs = {*re.findall(r'"\$ref": "([^"]*)"', printed)}
    assert refs <= {f"#/definitions/{name}" for name in schema["definitions"]}
    file, blocks = (
        json.loads((SCHEMAS / f"{name}.schema.json").read_text(encoding="utf-8"))
        for name in (game, "blocks")
    )
    assert schema["definitions"].keys() == file["definitions"].keys() | blocks["definitions"].keys()
    assert schema["properties"].keys() == file["properties"].keys()
    assert schema["definitions"]["match"] == blocks["definitions"]["match"]
    assert "blocks.schema.json#/definitions/match" in json.dumps(file)


@pytest.mark.parametrize("command", [["schema"], ["new"]])
def test_an_unknown_game_names_the_known_ones(command: list[str], tmp_path: Path) -> None:
    arguments = [] if command == ["schema"] else [str(tmp_path / "ours.yaml")]
    text = refused(*command, "chess", *arguments)
    assert all(game in text for game in GAMES)
    assert list(tmp_path.iterdir()) == []


# ---- new ------------------------------------------------------------------------------------


def begun(game: str, path: Path) -> str:
    """The text of a card that is begun there."""
    text = said("new", game, str(path))
    assert text == f"{path} is there; change it, and then: tilerules check {path}\n"
    return path.read_text(encoding="utf-8")


@pytest.mark.parametrize("game", GAMES)
def test_a_card_that_is_begun_is_clean_and_changes_nothing(game: str, tmp_path: Path) -> None:
    path = tmp_path / "house-rules-2.yaml"
    begun(game, path)
    assert tr.check(path) == ()
    rules = tr.load(path)
    assert (rules.id, rules.game, rules.edition) == ("house-rules-2", game, 1)
    assert rules.digest == tr.load(game).digest
    assert said("check", str(path)) == f"{path}: clean\n"


def uncommented(text: str) -> str:
    """A card that is begun, with all of its rules said."""
    head, summary, rules = re.split(r"(^summary: .*\n)", text, flags=re.MULTILINE)
    return head + summary + re.sub(r"^# ", "", rules, flags=re.MULTILINE)


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_in_it_are_those_of_the_game_all_of_them(game: str, tmp_path: Path) -> None:
    text = uncommented(begun(game, tmp_path / "ours.yaml"))
    assert {problem.code for problem in tr.check(text)} == {"repeated_value"}
    path = tmp_path / "all.yaml"
    path.write_text(text, encoding="utf-8")
    rules, base = tr.load(path), tr.load(game)
    assert rules.values == base.values
    for seats in base.seat_counts:  # each value is said here, none is inherited
        for key in leaf_keys(rules.values_for(seats)):
            assert rules.origin(key, seats=seats).file in (str(path), "default"), key


def leaf_keys(values: Any, above: str = "") -> list[str]:
    """The paths of the values that are no blocks."""
    if not hasattr(values, "items"):
        return [above]
    return [key for name in values for key in leaf_keys(values[name], f"{above}.{name}".strip("."))]


@pytest.mark.parametrize("game", GAMES)
def test_it_can_stand_on_its_own(game: str, tmp_path: Path) -> None:
    """With every rule said, nothing is left to inherit."""
    text = uncommented(begun(game, tmp_path / "ours.yaml"))
    alone = text.replace(f"extends: {game}\n", f"game: {game}\n")
    assert tr.check(alone) == ()


@pytest.mark.parametrize("game", GAMES)
def test_what_may_stand_there_stands_behind_it(game: str, tmp_path: Path) -> None:
    """Words, and both ends of ranges, can take the place of what stands there; more cannot."""
    text = uncommented(begun(game, tmp_path / "ours.yaml"))
    choices = list(re.finditer(r"^ *\w+: ([\w-]+) +# [^:\n]*: ([\w, -]+)$", text, re.MULTILINE))
    assert len(choices) > 10
    for each in choices:

        def refused(value: object, at: re.Match[str] = each) -> bool:
            changed = f"{text[: at.start(1)]}{value}{text[at.end(1) :]}"
            return not codes(changed).isdisjoint({"wrong_value", "unknown_key", "syntax"})

        words, ranges = apart(each[2])
        assert len(ranges) <= 1
        assert each[1] in words or any(low <= int(each[1]) <= high for low, high in ranges)
        ends = {end for low_high in ranges for end in low_high}
        outside = {end for low, high in ranges for end in (low - 1, high + 1)}
        assert not any(map(refused, {*words} | ends)), each[0]
        assert all(map(refused, outside | {"other"})), each[0]


def apart(choices: str) -> tuple[list[str], list[tuple[int, int]]]:
    """The words among some choices, and the ranges of numbers."""
    words, ranges = [], []
    for choice in choices.split(", "):
        if found := re.fullmatch(r"(-?\d+) to (-?\d+)", choice):
            ranges.append((int(found[1]), int(found[2])))
        else:
            words.append(choice)
    return words, ranges


def codes(text: str) -> set[str]:
    """The kinds of problems of a card."""
    return {problem.code for problem in tr.check(text)}


def addable(text: str) -> Iterator[tuple[str, str]]:
    """The blocks that can be added to a card that is begun, each with its title."""
    _, _, below = text.partition("## What can be added")
    for block in below.split("\n\n")[1:]:
        uncommented = re.sub(r"^## ", "", block.strip("\n"), flags=re.MULTILINE)
        assert "##" not in uncommented
        yield uncommented.splitlines()[0].partition("# ")[2], uncommented


@pytest.mark.parametrize("game", GAMES)
def test_each_block_that_can_be_added_is_sound_by_itself(game: str, tmp_path: Path) -> None:
    path = tmp_path / "ours.yaml"
    text = begun(game, path)
    blocks = list(addable(text))
    assert len(blocks) > 10
    for title, block in blocks:
        path.write_text(text + block, encoding="utf-8")
        assert tr.check(path) == (), title
        rules = tr.load(path)
        assert tr.diff(tr.load(game), rules), title
        tr.new_game(rules, rules.seat_counts[-1], seed=1)


COMMON = {
    ("end", "points"),
    ("end", "rounds"),
    ("scoring", "sizes"),
    ("seats",),
    ("partners", "teams"),
    ("uses",),
    ("match", "games"),
}


@pytest.mark.parametrize(
    ("game", "own"),
    {
        "serendipity": {("scoring", "rings"), ("scoring", "face_down"), ("partners", "flowers")},
        "flowers": {("cards", "values", 5), ("end", "full_gardens"), ("for_players", 1, "goal")},
        "tulips": {("scoring", "majorities", "points", 4), ("scoring", "fewest")},
    }.items(),
)
def test_every_block_of_the_game_can_be_added(
    game: str, own: set[tuple[str | int, ...]], tmp_path: Path
) -> None:
    added = [yaml.safe_load(block) for _, block in addable(begun(game, tmp_path / "ours.yaml"))]
    for path in COMMON | own:
        assert any(has(card, path) for card in added), path


def has(card: Any, path: Sequence[str | int]) -> bool:
    """Whether there is something in a card behind a path of keys."""
    for key in path:
        card = card.get(key, {})
    return bool(card)


@pytest.mark.parametrize(
    ("game", "line"),
    [
        (
            "serendipity",
            "#   turn_limit: never                   # Limit on turns: 1 to 10000, never",
        ),
        (
            "tulips",
            "#   drawn: 5                            # Secret cards drawn: 1 to 200, all, never",
        ),
        ("flowers", "#     points: -1                        # Points: -100 to 100"),
    ],
)
def test_words_and_numbers_stand_side_by_side(game: str, line: str, tmp_path: Path) -> None:
    lines = begun(game, tmp_path / "ours.yaml").splitlines()
    assert line in lines


@pytest.mark.parametrize("folder", ["", "deep/er", "with a space/ünder"])
@pytest.mark.parametrize("relative", [False, True])
def test_its_first_line_leads_an_editor_to_the_schema(
    folder: str, relative: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / folder).mkdir(parents=True, exist_ok=True)
    monkeypatch.chdir(tmp_path)
    path = Path(folder, "ours.yaml") if relative else tmp_path / folder / "ours.yaml"
    first = begun("flowers", path).splitlines()[0]
    key, _, place = first.partition("=")
    assert key == "# yaml-language-server: $schema"
    schema = (tmp_path / folder / place).resolve()
    assert schema.read_text(encoding="utf-8") == schema_text("flowers")


def test_a_file_that_is_there_stays_as_it_is(our: str) -> None:
    text = refused("new", "serendipity", our)
    assert text == f"Error: {our} cannot be written: File exists\n"
    assert Path(our).read_text(encoding="utf-8") == OUR


@pytest.mark.parametrize(
    "name", ["ours.yml", "ours", "Ours.yaml", "our rules.yaml", "2.yaml", "our_rules.yaml", ".yaml"]
)
def test_a_name_that_no_card_can_have_is_refused(name: str, tmp_path: Path) -> None:
    text = refused("new", "tulips", str(tmp_path / name))
    assert text == (
        f"Error: {tmp_path / name} cannot be written: a card is called after its id, a name that "
        "begins with a small letter and goes on with small letters, digits or hyphens, and ends in "
        ".yaml\n"
    )
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["true", "false", "null", "a" * 65])
def test_so_is_a_name_that_would_not_be_read_as_one(name: str, tmp_path: Path) -> None:
    text = refused("new", "tulips", str(tmp_path / f"{name}.yaml"))
    assert "cannot be written: a card is called after its id" in text
    assert list(tmp_path.iterdir()) == []


def test_the_longest_name_that_a_card_can_have_is_taken(tmp_path: Path) -> None:
    path = tmp_path / f"{'a' * 64}.yaml"
    begun("tulips", path)
    assert tr.load(path).id == "a" * 64


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    path = tmp_path / "nowhere" / "ours.yaml"
    text = refused("new", "tulips", str(path))
    assert text == f"Error: {path} cannot be written: No such file or directory\n"


# ---- help -----------------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["diff", "words", "schema", "new"])
def test_help_tells_of_the_command(command: str) -> None:
    assert re.search(rf"^  {command} +[A-Z]", said("--help"), flags=re.MULTILINE)
    assert f"Usage: commands {command} " in said(command, "--help")


@pytest.mark.parametrize(
    "call", [["diff", "serendipity", "serendipity-small"], ["words", "tulips"]]
)
def test_a_pipe_gets_no_trailing_spaces(call: list[str]) -> None:
    text = said(*call)
    assert all(line == line.rstrip() for line in text.splitlines())
    assert text.endswith("\n")
    assert not text.endswith("\n\n")


def test_nothing_of_a_comparison_is_cut_off_in_a_narrow_terminal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def signs() -> list[str]:
        text = said("diff", "serendipity", "serendipity-small")
        return sorted("".join(text.replace("─", "").split()))

    wide = signs()
    monkeypatch.setenv("COLUMNS", "50")
    assert signs() == wide


@pytest.mark.parametrize("option", ["new", "words", "diff", "schema"])
def test_too_few_arguments_are_bad_ones(option: str) -> None:
    assert "Error: Missing argument" in refused(option)


def test_a_schema_that_is_no_file_is_not_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As when the library is read from a zip."""
    monkeypatch.setattr(starting, "files", lambda package: tmp_path / "library.zip" / package)
    text = begun("tulips", tmp_path / "ours.yaml")
    assert text.startswith("# A house rule for Gift of Tulips.")


def test_a_schema_on_another_drive_is_named_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def apart(path: object, start: object) -> str:
        raise ValueError("path is on mount 'C:', start on mount 'D:'")

    monkeypatch.setattr("tilerules.cli.starting.os.path.relpath", apart)
    first = begun("tulips", tmp_path / "ours.yaml").splitlines()[0]
    assert first.startswith("# yaml-language-server: $schema=file:///")
    assert first.endswith("/tulips.schema.json")
