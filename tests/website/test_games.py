"""The pages of games: their readings and rulesets agree with the cards and the schemas."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
import yaml

import tilerules as tr
from making import readings, rulesets
from making.pictures import flowers, serendipity, tulips
from making.readings import Answer, Reading
from tests.schemas import DOCUMENTS, FILES

ROOT = Path(__file__).parents[2]
GAMES: tuple[str, ...] = ("serendipity", "flowers", "tulips")
PICTURES = {"serendipity": serendipity, "flowers": flowers, "tulips": tulips}
IDS = {
    "serendipity": [f"S{n}" for n in range(1, 26) if n != 21],
    "flowers": [f"F{n}" for n in range(1, 24) if n not in (10, 11, 12, 17)],
    "tulips": [f"G{n}" for n in range(1, 22) if n not in (14, 16)],
}
HEADINGS = ["Rules", "Moves", "A worked example", "Readings", "Bundled rulesets", "In Python"]
HEAD = "id: other\ntitle: Other\nextends: {}\nedition: 1\n"

READINGS = [
    pytest.param(game, reading, id=reading.id)
    for game in GAMES
    for reading in readings.readings(game)
]
OTHERS = [
    pytest.param(game, reading, other, id=f"{reading.id}-{number}")
    for game in GAMES
    for reading in readings.readings(game)
    for number, other in enumerate(reading.others, 1)
]


def page(game: str) -> str:
    return (ROOT / "docs" / "games" / f"{game}.md").read_text("utf-8")


# ---- the data of the readings ---------------------------------------------------------------


def has_key(game: str, key: str) -> bool:
    """Whether the schema of a game has a dotted key."""
    resolver = FILES.resolver(f"{game}.schema.json")
    return _has(DOCUMENTS[game], resolver, key.split("."))


def _has(schema: Any, resolver: Any, path: list[str]) -> bool:
    if not path:
        return True
    if "$ref" in schema:
        found = resolver.lookup(schema["$ref"])
        return _has(found.contents, found.resolver, path)
    below = schema.get("properties", {}).get(path[0], schema.get("additionalProperties"))
    if isinstance(below, Mapping):
        return _has(below, resolver, path[1:])
    kinds = (*schema.get("anyOf", ()), *schema.get("allOf", ()))
    return any(_has(kind, resolver, path) for kind in kinds)


def flat(values: Mapping[Any, Any], above: str = "") -> dict[str, Any]:
    """The values of a card by their dotted keys, lists as tuples."""
    found: dict[str, Any] = {}
    for name, value in values.items():
        if isinstance(value, Mapping):
            found |= flat(value, f"{above}{name}.")
        else:
            found[f"{above}{name}"] = tuple(value) if isinstance(value, list) else value
    return found


def with_seats(card: Mapping[str, Any], seats: int) -> dict[str, Any]:
    """What a fragment says with a number of players, by dotted keys."""
    special = card.get("for_players", {}).get(seats, {})
    return {**flat({k: v for k, v in card.items() if k != "for_players"}), **flat(special)}


def as_shown(game: str, answer: Answer) -> str:
    """A card that extends the base card by the words that the page shows."""
    return "\n".join([HEAD.format(game), *readings.lines(answer.card), ""])


@pytest.mark.parametrize("game", GAMES)
def test_every_reading_is_told_in_its_order(game: str) -> None:
    assert [reading.id for reading in readings.readings(game)] == IDS[game]


@pytest.mark.parametrize(("game", "reading"), READINGS)
def test_each_key_is_one_of_the_schema(game: str, reading: Reading) -> None:
    for key in (*reading.keys, *(key for other in reading.others for key in other.also)):
        assert has_key(game, key), key


def test_a_key_that_no_schema_has_is_noticed() -> None:
    assert has_key("serendipity", "turn.own.leave.then")
    assert has_key("flowers", "end.round")
    assert not has_key("serendipity", "turn.own.leave.them")
    assert not has_key("serendipity", "turn.owned.leave.then")
    assert not has_key("serendipity", "turn.own.leave.then.more")


@pytest.mark.parametrize(("game", "reading"), READINGS)
def test_the_default_is_what_the_base_card_says(game: str, reading: Reading) -> None:
    base = tr.load(game)
    for seats in base.seat_counts:
        values = flat(base.values_for(seats))
        said = with_seats(reading.default.card, seats)
        assert {key: values.get(key) for key in said} == said
        if not reading.default.card:
            assert not {*reading.keys} & {*values}, "the base card says something"


@pytest.mark.parametrize(("game", "reading"), READINGS)
def test_the_default_names_only_what_the_reading_is_about(game: str, reading: Reading) -> None:
    about = {key.split(".")[0] for key in reading.keys} | {"for_players"}
    assert {*reading.default.card} <= about


@pytest.mark.parametrize(("game", "reading", "other"), OTHERS)
def test_each_other_answer_is_a_clean_card(game: str, reading: Reading, other: Answer) -> None:
    assert tr.check(as_shown(game, other)) == ()


@pytest.mark.parametrize(("game", "reading", "other"), OTHERS)
def test_each_other_answer_changes_its_key_and_no_more(
    game: str, reading: Reading, other: Answer
) -> None:
    rules = tr.load(yaml.safe_load(as_shown(game, other)))
    changed = {each.key for each in tr.diff(tr.load(game), rules)}
    assert changed & {*reading.keys}
    assert changed <= {*reading.keys, *other.also}
    assert {*other.also} <= changed


@pytest.mark.parametrize(("game", "reading"), READINGS)
def test_each_source_is_one_of_a_card(game: str, reading: Reading) -> None:
    cards = [tr.load(id) for id in tr.ruleset_ids()]
    known = {key for rules in cards if rules.game == game for key in rules.sources}
    assert reading.sources
    assert {*reading.sources} <= known


# ---- the block of the readings --------------------------------------------------------------


@cache
def sections(game: str) -> dict[str, str]:
    """What is told of each reading, by its anchor."""
    parts = re.split(r"^### .* \{ #(\w+) \}$", readings.block(game), flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


@pytest.mark.parametrize(("game", "reading"), READINGS)
def test_each_reading_is_shown_whole(game: str, reading: Reading) -> None:
    told = sections(game)[reading.id.lower()]
    for answer in (reading.default, *reading.others):
        assert answer.says in told
        for line in answer.card:
            assert f"`{line}: " in told
    assert told.count("**Base card.**") == 1
    for key in reading.keys:
        assert f"[`{key}`](../reference/schemas/{game}.md#" in told
    for source, says in reading.sources.items():
        assert f"*{source}* ({says})" in told


PLAYING = {
    "serendipity-all-colours": {"S18"},
    "serendipity-french": {"S13"},
    "serendipity-long-turns": {"S5"},
    "serendipity-meadow": {"S9"},
    "serendipity-most-points": {"S16"},
    "serendipity-small": {"S2", "S19"},
    "serendipity-turning": {"S4"},
    "serendipity-unowned-late": {"S19", "S23", "S24"},
    "serendipity-unowned-open": {"S19", "S23"},
    "flowers-dutch": {"F1", "F5"},
    "flowers-even-turns": {"F23"},
    "flowers-flat": {"F9"},
    "flowers-summer": {"F19", "F20"},
    "tulips-four-actions": {"G2"},
    "tulips-full-hand": {"G20"},
    "tulips-thanks": {"G11"},
}
"""The readings that each bundled ruleset answers otherwise than the base card."""


@pytest.mark.parametrize("ruleset", PLAYING)
def test_a_ruleset_stands_with_the_answers_that_it_plays_by(ruleset: str) -> None:
    told = sections(tr.load(ruleset).game)
    assert {id for id in told if f"](#{ruleset})" in told[id]} == {
        id.lower() for id in PLAYING[ruleset]
    }


def test_a_ruleset_stands_with_no_other_answer() -> None:
    _, _, single, none = sections("serendipity")["s13"].split("\n- ")
    assert "french" not in single
    assert "#serendipity-french" in none


# ---- the block of the rulesets --------------------------------------------------------------


class Table(HTMLParser):
    """The texts of a table's cells, row by row, and which of them are marked."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.marked: set[tuple[int, int]] = set()
        self.open = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "tr":
            self.rows.append([])
        elif tag in ("td", "th"):
            self.rows[-1].append("")
            self.open = True
        elif tag == "mark":
            self.marked.add((len(self.rows) - 1, len(self.rows[-1]) - 1))

    def handle_endtag(self, tag: str) -> None:
        self.open = self.open and tag not in ("td", "th")

    def handle_data(self, data: str) -> None:
        if self.open:
            self.rows[-1][-1] += data


def bundled(game: str) -> dict[str, tr.Ruleset]:
    """The rulesets of a game, its base card first, by the files in `rules`."""
    ids = [path.stem for path in sorted((ROOT / "rules").glob(f"{game}*.yaml"))]
    return {id: tr.load(id) for id in (game, *(id for id in ids if id != game))}


def texts(value: Any) -> list[str]:
    """What has to stand in a cell for a value of a card."""
    return [str(each) for each in value] if isinstance(value, tuple) else [str(value)]


@pytest.mark.parametrize("game", GAMES)
def test_each_ruleset_has_a_heading_and_its_summary(game: str) -> None:
    block = rulesets.block(game)
    for id, rules in bundled(game).items():
        assert f"### {rules.title} {{ #{id} }}\n\n`{id}`: {rules.summary}" in block


@pytest.mark.parametrize("game", GAMES)
def test_the_table_has_every_ruleset_and_every_key(game: str) -> None:
    base, *others = bundled(game).values()
    table = Table(rulesets.block(game))
    names = [game, *(rules.id.removeprefix(f"{game}-") for rules in others)]
    assert table.rows[0] == ["key", *names]
    keys = [row[0] for row in table.rows[1:]]
    changes = {(each.key, rules.id): each for rules in others for each in tr.diff(base, rules)}
    assert {*keys} == {key for key, _ in changes}
    assert len(keys) == len({*keys})
    assert table.marked == {
        (1 + keys.index(key), 1 + names.index(id.removeprefix(f"{game}-"))) for key, id in changes
    }


@pytest.mark.parametrize("game", GAMES)
def test_the_table_tells_both_values(game: str) -> None:
    base, *others = bundled(game).values()
    table = Table(rulesets.block(game))
    rows = {row[0]: dict(zip(table.rows[0], row, strict=True)) for row in table.rows[1:]}
    for rules in others:
        for each in tr.diff(base, rules):
            row = rows[each.key]
            for name, value in ((game, each.a), (rules.id.removeprefix(f"{game}-"), each.b)):
                for text in ["left out"] if value is None else texts(value):
                    assert text in row[name]


def test_the_table_tells_numbers_of_players_where_they_matter() -> None:
    table = Table(rulesets.block("serendipity"))
    (row,) = [row for row in table.rows if row[0] == "colours_each"]
    cells = dict(zip(table.rows[0], row, strict=True))
    assert cells["serendipity"] == "3 with 2 players, 2 with 3 players"
    assert cells["unowned-open"] == "2 with 2 players, 1 with 3 players"
    (row,) = [row for row in table.rows if row[0] == "scoring.carpet.colours"]
    assert row[1:3] == ["best", "sum"]


# ---- the pages ------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_pages_are_built_alike(game: str) -> None:
    text = page(game)
    assert text.startswith(f"# {tr.load(game).title}\n")
    assert re.findall(r"^## (.+)$", text, re.MULTILINE) == HEADINGS
    for block in ("readings", "rulesets"):
        assert f"\n<!-- made: {block} {game} -->\n" in text


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_name_only_readings_that_there_are(game: str) -> None:
    named = re.findall(r"\[([SFG]\d+)\]\(#(\w+)\)", page(game))
    assert named
    assert {(id, id.lower()) for id in IDS[game]} >= {*named}


@pytest.mark.parametrize("game", GAMES)
def test_pages_show_every_picture_that_is_drawn_for_them(game: str) -> None:
    shown = re.findall(rf"\]\(\.\./pictures/{game}-([\w-]+)\.svg\)", page(game))
    assert {*shown} == {*PICTURES[game].PICTURES}


def overview() -> dict[str, dict[str, str]]:
    """The table of the start page of the games: for each row what it says of each game."""
    table = (line.split("|")[2:5] for line in page("index").splitlines() if line.startswith("|"))
    names = re.findall(r"^\| (?:\*\*(.+)\*\*)?", page("index"), re.MULTILINE)
    rows = [dict(zip(GAMES, (cell.strip() for cell in row), strict=True)) for row in table]
    return dict(zip(names, rows, strict=True))


@pytest.mark.parametrize("game", GAMES)
def test_the_overview_knows_seats_and_rulesets(game: str) -> None:
    seats, told = tr.load(game).seat_counts, overview()
    assert told["seats"][game] == f"{min(seats)} to {max(seats)}"
    assert told["bundled rulesets"][game] == str(len(bundled(game)))


def test_the_overview_knows_how_long_games_are() -> None:
    told = overview()["turns, 2 seats"]
    sizes = tr.load("flowers").values_for(2)["piles"]["sizes"]
    shortest, longest = min(sizes), sum(size - 1 for size in sizes) + 1
    assert told["flowers"] == f"{shortest} to {longest}"
    played = tr.simulate(tr.load("tulips"), 2, 20, tr.uniform, seed=1)
    assert played.turns == ((int(told["tulips"]), 20),)
    played = tr.simulate(tr.load("serendipity"), 2, 100, tr.uniform, seed=1)
    mean = sum(turns * games for turns, games in played.turns) / 100
    assert told["serendipity"] == f"no limit; about {round(mean, -1):.0f} at random"


def test_the_overview_knows_how_many_moves_are_legal() -> None:
    told = overview()["legal moves, 2 seats"]
    tiles = 91 - 1  # all but the Serendip that was left
    assert told["serendipity"] == f"up to {tiles * (tiles - 1) // 2 + 1}"
    sizes = tr.load("flowers").values_for(2)["piles"]["sizes"]
    cards = (sum(size - 1 for size in sizes) + 1) // 2  # of a garden before its last card is laid
    assert told["flowers"] == f"up to {2 * cards + 2 + cards}"  # beside a straight row, or on it
    assert told["tulips"] == f"up to {len(['keep', 'give 1', 'add open', 'add secret'])}"
    state = tr.new_game(tr.load("serendipity"), 6, seed=7)
    while state.phase != "swap":
        state = tr.apply_move(state, tr.legal_moves(state)[0])
    assert len(tr.legal_moves(state)) == 4006
