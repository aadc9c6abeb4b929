"""What an editor says of a card by the schema alone is what the schema step of checking says.

A validator of other people's making, with a YAML reader of its own, stands for the editors.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from itertools import count, cycle
from pathlib import Path
from typing import Any

import pytest
import yaml
from check_jsonschema import main as check_jsonschema  # type: ignore[import-untyped]
from click.testing import CliRunner

from tests.problems.faulty_variants import VARIANTS
from tests.ruleset.cards import ROOT, RULES
from tilerules import registry
from tilerules.ruleset import reading
from tilerules.ruleset.checking import schema_problems

pytestmark = pytest.mark.unmeasured

SCHEMAS = ROOT / "schemas"
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("**/*.md"))]
HEAD = "id: club\ntitle: Club\nedition: 1\nextends: {game}\n"


def editors_refuse(game: str, files: Mapping[str, Path]) -> set[str]:
    """The names of the cards that are not valid by the schema, as an editor sees it."""
    call = ["--schemafile", str(SCHEMAS / f"{game}.schema.json"), "--output-format", "json"]
    done = CliRunner().invoke(check_jsonschema, [*call, *map(str, files.values())])
    report = json.loads(done.stdout)
    assert not report.get("parse_errors")
    assert done.exit_code == int(report["status"] != "ok")
    names = {str(path): name for name, path in files.items()}
    return {names[error["filename"]] for error in report.get("errors", ())}


def checking_refuses(game: str, texts: Mapping[str, str]) -> set[str]:
    """The names of the cards in which the schema step finds something wrong."""
    language = registry.SHELF.language(game)
    return {
        name
        for name, text in texts.items()
        if schema_problems(reading.read_text(text, name), language, whole=True)
    }


def agree(game: str, texts: Mapping[str, str], folder: Path) -> set[str]:
    """The names of the cards that both refuse; they refuse the same."""
    files = {name: folder / f"{number}.yaml" for number, name in zip(count(), texts, strict=False)}
    for name, path in files.items():
        path.write_text(texts[name], encoding="utf-8")
    ours, theirs = checking_refuses(game, texts), editors_refuse(game, files)
    assert ours - theirs == set(), "an editor sees nothing wrong here"
    assert theirs - ours == set(), "only an editor sees something wrong here"
    return ours


def game_of(card: Mapping[str, Any]) -> str:
    """The game of a card, by what it extends."""
    named = card.get("game") or next(
        game for game in registry.GAMES if str(card["extends"]).startswith(game)
    )
    return str(named)


# ---- good cards -----------------------------------------------------------------------------


def samples() -> list[str]:
    """The cards on all pages."""
    pattern = re.compile(r"^```yaml\n(.*?)^```", re.DOTALL | re.MULTILINE)
    return [text for page in PAGES for text in pattern.findall(page.read_text("utf-8"))]


@pytest.mark.parametrize("game", registry.GAMES)
def test_bundled_cards_and_samples_are_valid(game: str, tmp_path: Path) -> None:
    texts = {path.stem: path.read_text("utf-8") for path in sorted(RULES.glob("*.yaml"))}
    texts |= {f"sample {number}": text for number, text in enumerate(samples())}
    mine = {name: text for name, text in texts.items() if game_of(yaml.safe_load(text)) == game}
    assert game in mine
    assert agree(game, mine, tmp_path) == set()


def test_there_are_samples_and_each_is_of_a_game() -> None:
    assert len(samples()) >= 2
    assert {game_of(yaml.safe_load(text)) for text in samples()} <= registry.GAMES.keys()


# ---- bad cards ------------------------------------------------------------------------------


MERGED = {"merge key"}  # some readers of YAML lay what stands behind `<<` into the block


def test_faulty_variants_are_refused_alike(tmp_path: Path) -> None:
    texts = {name: text for name, (text, _) in VARIANTS.items() if name not in MERGED}
    refused = agree("serendipity", texts, tmp_path)
    assert len(refused) > 20
    assert len(texts) - len(refused) > 5, "faults of meaning are nothing to the schema"


@pytest.mark.parametrize("game", registry.GAMES)
def test_heads_that_lack_something_are_refused_alike(game: str, tmp_path: Path) -> None:
    lines = HEAD.format(game=game).splitlines()  # without a game no schema is looked at
    texts = {f"no {line}": "\n".join(each for each in lines if each != line) for line in lines[:3]}
    texts |= {
        "whole": "\n".join(lines),
        "root": "\n".join([*lines[:3], f"game: {game}"]),
        "other game": "\n".join([*lines[:3], "game: chess"]),
        "both": "\n".join([*lines, f"game: {game}"]),
        "long id": HEAD.format(game=game).replace("club", "c" * 65),
        "odd id": HEAD.format(game=game).replace("club", "Our_Club"),
        "number for a title": HEAD.format(game=game).replace("Club", "17"),
        "no title": HEAD.format(game=game).replace("Club", ""),
        "language": HEAD.format(game=game) + "language: 2\nweather: rain\n",
    }
    good = {"whole", "root", "both"}
    assert agree(game, texts, tmp_path) == texts.keys() - good


WORDS = ["nonsense", "removed", "", "5", "never", "all", "red-2-blue", "Red"]
NUMBERS = [-101, -1, 0, 1, 2, 7, 12, 13, 101, 401, 10_001]
OTHERS = [None, True, [], ["red"], ["red", "red"], [1, 2], [0, None], {}, {"then": 1}, {"1": 2}]


def keys(document: Any, schema: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """The path of every key at every depth, but what stands under the numbers of players twice."""
    if "$ref" in schema:
        schema = document["definitions"][schema["$ref"].rpartition("/")[2]]
    for kind in [schema, *schema.get("anyOf", [])]:
        if "$ref" in kind:
            kind = document["definitions"][kind["$ref"].rpartition("/")[2]]
        for name, entry in kind.get("properties", {}).items():
            yield (*path, name)
            if name != "for_players":
                yield from keys(document, entry, (*path, name))


def one_value(game: str, path: tuple[str, ...], value: Any) -> str:
    """A variant that says one thing."""
    card = value
    for key in reversed(path):
        card = {key: card}
    whole = {**yaml.safe_load(HEAD.format(game=game)), **card}
    return yaml.safe_dump(whole, default_flow_style=None, sort_keys=False)


@pytest.mark.parametrize("game", registry.GAMES)
def test_any_value_behind_any_key_is_refused_alike(game: str, tmp_path: Path) -> None:
    document = registry.rules_schema(game)
    pools = cycle(WORDS), cycle(NUMBERS), cycle(OTHERS)
    texts: dict[str, str] = {}
    for path in keys(document, document):
        for pool in pools:
            for value in (next(pool), next(pool)):
                texts[f"{'.'.join(path)} = {value!r}"] = one_value(game, path, value)
    refused = agree(game, texts, tmp_path)
    assert len(refused) > len(texts) / 2
    assert len(texts) - len(refused) > 20


@pytest.mark.parametrize("game", registry.GAMES)
def test_any_key_that_is_not_known_is_refused_alike(game: str, tmp_path: Path) -> None:
    document = registry.rules_schema(game)
    blocks = {path[:-1] for path in keys(document, document)} - {("sources",)}
    texts = {".".join(path): one_value(game, (*path, "colour_of_it"), 1) for path in blocks}
    assert len(texts) > 8
    assert agree(game, texts, tmp_path) == texts.keys()


ODD_VALUES = [
    *["on", "off", "yes", "no", "~", "null", "true", "010", "1:30", "0x10", "0o10", "+3"],
    *["'3'", '"never"', "|\n  never", ">-\n  never", "2026-10-19", "never # a comment", "[3]"],
]


@pytest.mark.parametrize("key", ["title", "edition", "end: {turn_limit", "tie_breaks"])
def test_what_is_read_in_different_ways_is_refused_alike(key: str, tmp_path: Path) -> None:
    """Words, numbers and nothing at all are the same to both readers of YAML."""
    head = HEAD.format(game="serendipity")
    texts = {}
    for value in ODD_VALUES:
        if "{" in key and "\n" in value:
            continue
        line = f"{key}: {value.partition(' #')[0] + '}' if '{' in key else value}\n"
        lines = [each for each in head.splitlines() if not each.startswith(f"{key}:")]
        texts[value] = "\n".join([*lines, line])
    agree("serendipity", texts, tmp_path)


def test_numbers_of_players_may_be_written_with_quotes_or_without(tmp_path: Path) -> None:
    head = HEAD.format(game="tulips")
    texts = {
        "number": head + "for_players: {2: {start: {left_out: 9}}}\n",
        "text": head + 'for_players: {"2": {start: {left_out: 9}}}\n',
        "values": head + "cards: {values: {2: 9, '3': 8}}\n",
        "unknown number": head + "for_players: {7: {start: {left_out: 9}}}\n",
        "unknown value": head + "cards: {values: {0: 9}}\n",
        "inner fault": head + "for_players: {2: {start: {left: 9}}}\n",
    }
    assert agree("tulips", texts, tmp_path) == {"unknown number", "unknown value", "inner fault"}
