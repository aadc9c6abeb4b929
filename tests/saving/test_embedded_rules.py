"""A record holds its rules: whatever becomes of the cards, the game is replayed as it was."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import tilerules as tr
from tests.house.shelf import house
from tests.saving.games import at_random, game, reread, written
from tilerules import registry

RULES = Path(__file__).parents[2] / "rules"


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., None]]:
    """What changes bundled cards, as a later version of the library may; all is put right after.

    It is given an id, a pattern and what to write in its place; without these it takes the card
    away.
    """
    shutil.copytree(RULES, tmp_path / "rules")
    shipped = registry._shipped
    caches = registry.ruleset_ids, registry.bundled, registry._card

    def changed(package: str) -> Any:
        return tmp_path / "rules" if package == "tilerules.rules" else shipped(package)

    def change(id: str, pattern: str = "", new: str = "") -> None:
        path = tmp_path / "rules" / f"{id}.yaml"
        if pattern:
            text, number = re.subn(pattern, new, path.read_text(encoding="utf-8"))
            assert number == 1
            path.write_text(text, encoding="utf-8")
        else:
            path.unlink()
        monkeypatch.setattr(registry, "_shipped", changed)
        for cache in caches:
            cache.cache_clear()

    yield change
    monkeypatch.undo()
    for cache in caches:
        cache.cache_clear()


def told(record: tr.Record) -> list[Any]:
    """All that is said of a game: its scores and how it ended, and what was refused on the way.

    Every rule comes with its file and its line.
    """
    space = tr.action_space(record.ruleset, record.seats)
    ids = range(0, len(space), 1 + len(space) // 20)
    return [
        (
            state.to_json(whole=True),
            tr.score(state),
            tr.outcome(state),
            [tr.why_illegal(state, space.move(id)) for id in ids],
        )
        for state in record.states()[::7]
    ]


def places(record: tr.Record) -> set[tr.RulePlace]:
    """The rules that the final score sheets name."""
    return {line.rule for sheet in tr.score(record.state) for line in sheet.lines}


# ---- cards that change ----------------------------------------------------------------------

# A card, the ruleset that is played, what is changed in the card, and into what.
FRENCH = "serendipity-french"
CHANGES = {
    "points": ("serendipity", "serendipity", r"points: 2, joined", "points: 5, joined"),
    "what can be done": ("serendipity", "serendipity", "turning: never", "turning: free"),
    "a card below": ("serendipity", FRENCH, r"matches: \{points: 2", "matches: {points: 3"),
    "a garden": ("flowers", "flowers", r"least: 5", "least: 3"),
    "a deck": ("flowers", "flowers-dutch", r"4: 10\}", "4: 12}"),
    "a festival": ("tulips", "tulips", r"3: \[5, 3\]\}        #", "3: [6, 4]}  #"),
    "a turn": ("tulips", "tulips-thanks", r"draws: 2 ", "draws: 1 "),
}


@pytest.mark.parametrize(("card", "id", "old", "new"), CHANGES.values(), ids=CHANGES)
def test_a_game_is_replayed_by_its_own_rules(
    shelf: Callable[..., None], card: str, id: str, old: str, new: str
) -> None:
    record = game(id, 3, seed=4).noted(names=("Ann", "Bob", "Eve"))
    text, expected, digest = record.to_json(), told(record), record.ruleset.digest
    assert record.notice is None
    shelf(card, f"\n(.*){old}", rf"\n# A line above.\n\g<1>{new}")
    bundled = tr.load(id)
    assert bundled.digest != digest
    read = tr.Record.from_json(text)
    assert (read.ruleset.digest, read.ruleset.id) == (digest, id)
    assert read == record
    assert told(read) == expected
    assert read.result == record.result
    assert read.to_json() == text
    for each in (read, record, tr.Record.from_json(text).noted(names=())):
        notice = each.notice
        assert notice is not None
        assert id in notice
        assert notice.isprintable()
    assert game(id, 3, seed=4).notice is None


def test_a_raised_edition_is_told(shelf: Callable[..., None]) -> None:
    record = game("flowers", plies=12)
    text = record.to_json()
    shelf("flowers", r"edition: 1\n((?:.*\n)*?.*)least: 5", r"edition: 2\n\1least: 4")
    notice = tr.Record.from_json(text).notice
    assert notice is not None
    for word in ("flowers", "1", "2"):
        assert word in notice
    assert tr.Record.start(tr.load("flowers"), 2, seed=1).ruleset.edition == 2


def test_a_raised_edition_alone_is_told(shelf: Callable[..., None]) -> None:
    record = game("flowers", plies=12)
    text, expected = record.to_json(), told(record)
    shelf("flowers", "edition: 1", "edition: 2")
    read = tr.Record.from_json(text)
    assert read.ruleset.edition == 1
    assert told(read) == expected
    assert read.notice is not None


def test_lines_that_move_are_no_change(shelf: Callable[..., None]) -> None:
    """The rules of the record stay in the lines that they stood in."""
    record = game("serendipity", seed=2)
    text, expected, rules = record.to_json(), told(record), places(record)
    shelf("serendipity", "\nboard:", "\n# A line above.\nboard:")
    read = tr.Record.from_json(text)
    assert (read.notice, told(read), places(read)) == (None, expected, rules)
    later = game("serendipity", seed=2)
    assert later == read
    lower = {tr.RulePlace(rule.key, rule.file, (rule.line or 0) + 1) for rule in rules}
    assert places(later) == lower


def test_a_card_that_is_gone_is_not_missed(shelf: Callable[..., None]) -> None:
    record = game("flowers-flat", 3, seed=4)
    text, expected = record.to_json(), told(record)
    shelf("flowers-flat")
    assert "flowers-flat" not in tr.ruleset_ids()
    read = tr.Record.from_json(text)
    assert (read.notice, read, told(read)) == (None, record, expected)
    with pytest.raises(tr.InvalidData) as caught:
        reread(record, ruleset="flowers-flat")
    assert caught.value.path == "ruleset"


def test_who_names_rules_gets_the_present_ones(shelf: Callable[..., None]) -> None:
    record = game("flowers", plies=12)
    data = written(record)
    data["ruleset"] = {"id": "flowers", "digest": record.ruleset.digest}
    shelf("flowers", "least: 5", "least: 4")
    with pytest.raises(tr.InvalidData) as caught:
        tr.Record.from_data(data)
    assert caught.value.path == "ruleset.digest"
    data["ruleset"] = "flowers"
    read = tr.Record.from_data(data)
    assert (read.notice, read.ruleset) == (None, tr.load("flowers"))


def test_a_record_lasts_when_bundled_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    record = game("tulips", seed=3)
    text, expected = record.to_json(), told(record)
    other = tr.load({"extends": "tulips", "id": "tulips", "turn": {"draws": 3}})
    monkeypatch.setattr(registry, "bundled", lambda id: other)
    read = tr.Record.from_json(text)
    assert told(read) == expected
    assert read.notice is not None


# ---- cards of one's own ---------------------------------------------------------------------


def test_rules_of_ones_own_are_no_bundled_ones() -> None:
    mine = tr.load({"extends": "tulips", "turn": {"draws": 3}})
    record = at_random(tr.Record.start(mine, 2, seed=1), 1)
    assert (record.ruleset.id, record.notice) == ("custom", None)
    read = tr.Record.from_json(record.to_json())
    assert (read, read.notice, told(read)) == (record, None, told(record))


@pytest.mark.parametrize(
    "ids",
    [
        ("flowers-butterfly-day",),
        ("flowers-butterfly-day", "flowers-corner-to-corner"),
        ("serendipity-restless-race",),
        ("tulips-it-is-the-thought", "tulips-no-secrets"),
        ("tulips-second-of-two",),
    ],
    ids="+".join,
)
def test_the_places_of_house_rules_are_kept(ids: tuple[str, ...]) -> None:
    ruleset = house(*ids)
    record = at_random(tr.Record.start(ruleset, ruleset.seat_counts[-1], seed=1), 1)
    read = tr.Record.from_json(record.to_json())
    assert read == record
    assert told(read) == told(record)
    assert places(read) == places(record)
    assert any(rule.file.endswith(".yaml") for rule in places(read))
    assert (read.ruleset.id, read.ruleset.title) == (ruleset.id, ruleset.title)
    assert read.ruleset.to_data() == ruleset.to_data()
    assert (read.notice, read.to_json()) == (None, record.to_json())


def test_a_card_in_a_file_may_be_thrown_away(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    head = "id: mine\ntitle: Mine\nextends: flowers\nedition: 1\n"
    path.write_text(f"{head}scoring:\n  discards: {{points: -2}}\n", encoding="utf-8")
    record = at_random(tr.Record.start(tr.load(path), 2, seed=1), 1)
    text, expected, rules = record.to_json(), told(record), places(record)
    assert tr.RulePlace("scoring.discards.points", str(path), 6) in rules
    path.unlink()
    read = tr.Record.from_json(text)
    assert (told(read), places(read), read.ruleset.id) == (expected, rules, "mine")


def test_a_card_with_the_name_of_a_bundled_one_is_told(tmp_path: Path) -> None:
    path = tmp_path / "flowers.yaml"
    text = (RULES / "flowers.yaml").read_text(encoding="utf-8")
    path.write_text(text.replace("least: 5", "least: 4"), encoding="utf-8")
    record = at_random(tr.Record.start(tr.load(path), 2, seed=1), 1)
    for each in (record, tr.Record.from_json(record.to_json())):
        assert each.notice is not None
        assert "flowers" in each.notice


# ---- rules that were tampered with ----------------------------------------------------------

TAMPERED: dict[str, tuple[str, tuple[str, ...], Any]] = {
    "points": ("serendipity", ("scoring", "matches", "points"), 3),
    "points for two": ("tulips", ("for_players", "2", "start", "left_out"), 17),
    "a word": ("flowers", ("end", "round"), "finished"),
    "a new key": ("flowers", ("garden", "width"), 5),
}


@pytest.mark.parametrize(("id", "path", "value"), TAMPERED.values(), ids=TAMPERED)
def test_values_that_the_digest_does_not_fit_are_refused(
    id: str, path: tuple[str, ...], value: Any
) -> None:
    data = written(game(id, plies=5))
    block = data["ruleset"]["values"]
    for key in path[:-1]:
        block = block[key]
    assert block[path[-1]] != value
    block[path[-1]] = value
    for reading in (tr.Record.from_data, lambda each: tr.Record.from_json(json.dumps(each))):
        with pytest.raises(tr.InvalidData) as caught:
            reading(data)
        assert caught.value.path == "ruleset.digest"


def test_a_digest_of_other_rules_is_refused() -> None:
    data = written(game("tulips", plies=5))
    for digest in (tr.load("flowers").digest, "", "0" * 64, data["ruleset"]["digest"].upper()):
        with pytest.raises(tr.InvalidData) as caught:
            tr.Record.from_data({**data, "ruleset": {**data["ruleset"], "digest": digest}})
        assert caught.value.path == "ruleset.digest"
