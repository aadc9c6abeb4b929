"""Which rulesets and games there are, and the ways in which a card is given."""

from __future__ import annotations

import subprocess
import sys
from collections import UserDict
from pathlib import Path
from typing import Any

import pytest

import tilerules as tr
from tests.ruleset.cards import HEAD, RULES
from tilerules import registry


def test_the_ids_are_those_of_the_files_and_sorted() -> None:
    ids = tr.ruleset_ids()
    assert ids == tuple(sorted(path.stem for path in RULES.glob("*.yaml")))
    assert "serendipity" in ids


@pytest.mark.parametrize("id", tr.ruleset_ids())
def test_a_known_ruleset_is_loaded_once(id: str) -> None:
    assert tr.load(id) is tr.load(id)
    assert tr.load(id).id == id


@pytest.mark.parametrize(
    ("id", "close"),
    [
        ("serendipty", "serendipity"),
        ("serendipity-smal", "serendipity-small"),
        ("serendipity-unowned-lat", "serendipity-unowned-late"),
    ],
)
def test_an_unknown_ruleset_is_told_with_close_ids(id: str, close: str) -> None:
    with pytest.raises(tr.UnknownRuleset) as caught:
        tr.load(id)
    error = caught.value
    assert (error.id, error.close[0], error.known) == (id, close, tr.ruleset_ids())
    assert str(error).startswith(f"no ruleset has the id '{id}'; did you mean '{close}'")


@pytest.mark.parametrize(
    "id", ["", "chess", "../rules/serendipity", "serendipity.yaml", "Serendipity\0", "x" * 10**6]
)
def test_an_unknown_ruleset_without_close_ids_is_told_with_all(id: str) -> None:
    with pytest.raises(tr.UnknownRuleset) as caught:
        tr.load(id)
    assert len(str(caught.value)) < 2000
    assert caught.value.known == tr.ruleset_ids()


def test_a_game_is_found_by_its_id() -> None:
    for id in registry.GAMES:
        assert registry.game(id).id == id
        assert id in registry.schema_text(id)
    with pytest.raises(KeyError):
        registry.game("chess")


def test_the_shelf_holds_what_came_with_the_library() -> None:
    assert registry.SHELF.ids() == tr.ruleset_ids()
    assert [*registry.SHELF.games()] == [*registry.GAMES]
    assert registry.SHELF.card("chess") is None
    card = registry.SHELF.card("serendipity")
    assert card is not None
    assert (card.file, card.bundled, card.folder) == ("serendipity.yaml", True, None)


def test_a_card_is_a_file_a_text_or_a_mapping(tmp_path: Path) -> None:
    body = "scoring: {matches: {points: 3}}\n"
    file = tmp_path / "club.yaml"
    file.write_text(HEAD + body, encoding="utf-8")
    mapping: Any = UserDict(extends="serendipity", scoring={"matches": {"points": 3}})
    assert tr.check(file) == tr.check(HEAD + body) == tr.check(mapping) == ()
    assert tr.load(file) == tr.load(mapping) != tr.load("serendipity")
    assert tr.load(file).origin("scoring.matches.points") == (str(file), 5)
    for source in (None, 7, b"serendipity", ["serendipity"]):
        with pytest.raises(TypeError, match="load takes the id of a ruleset, a file as a Path, or"):
            tr.load(source)  # type: ignore[arg-type]
        with pytest.raises(TypeError, match="check takes a file as a Path, the text of a card, or"):
            tr.check(source)  # type: ignore[arg-type]


def test_what_is_checked_has_a_name() -> None:
    assert tr.check("a: [")[0].file == "card"
    assert tr.check("a: [", name="x.yaml")[0].file == "x.yaml"
    assert tr.check({"a": 1.5})[0].file == "custom"
    assert tr.check({"a": 1.5}, name="posted")[0].file == "posted"


def test_a_text_is_never_taken_for_an_id() -> None:
    assert [problem.code for problem in tr.check("serendipity")] == ["no_mapping"]


THREADS = """
from threading import Thread
import tilerules as tr

got = []
threads = [Thread(target=lambda: got.append(tr.load("serendipity"))) for _ in range(8)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
assert len(got) == 8 and len(set(got)) == 1
"""


def test_loading_from_many_threads_gives_one_ruleset() -> None:
    done = subprocess.run([sys.executable, "-c", THREADS], capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
