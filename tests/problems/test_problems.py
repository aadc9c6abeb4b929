"""The catalogue: faulty cards with their problems word for word, and sound ones that look wrong.

Every card is read under both of PyYAML's loaders.
"""

from __future__ import annotations

import copy
import pickle
import re
from pathlib import Path
from typing import Any

import pytest

import tilerules as tr
from tests.problems.faulty_texts import TEXTS
from tests.problems.faulty_variants import VARIANTS
from tests.ruleset.cards import FOREIGN_WORDS, HEAD, LOADERS, NAME
from tilerules.ruleset import reading
from tilerules.ruleset.problems import close_word

FAULTY = {
    **{name: (text, [found]) for name, (text, found) in TEXTS.items()},
    **{f"variant: {name}": variant for name, variant in VARIANTS.items()},
}


@pytest.fixture(params=LOADERS, ids=["pure", "quick"])
def loader(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr(reading, "LOADER", request.param)
    return request.param


def find(name: str) -> tuple[tr.Problem, ...]:
    return tr.check(FAULTY[name][0], name=NAME)


@pytest.mark.parametrize("name", FAULTY)
def test_a_faulty_card_has_these_problems(name: str, loader: Any) -> None:
    told = [(problem.code, problem.key, problem.headline) for problem in find(name)]
    assert told == [(code, key, f"{NAME}:{printed}") for code, key, printed in FAULTY[name][1]]


@pytest.mark.parametrize("name", FAULTY)
def test_a_problem_shows_its_line_and_a_caret_below_the_place(name: str, loader: Any) -> None:
    lines = re.split(r"\r\n|\r|\n", FAULTY[name][0].removeprefix("\ufeff"))
    for problem in find(name):
        headline, *shown = str(problem).splitlines()
        assert headline == problem.headline
        if problem.line is None or problem.column is None:
            assert shown == []
            continue
        line = lines[problem.line - 1].replace("\t", " ")
        if len(line) <= 90 and line.isascii() and line.isprintable():
            assert shown[0] == f"{problem.line:5} | {line}"
            assert shown[1].index("^") == len(f"{problem.line:5} | ") + problem.column - 1
        assert (shown[0][:7], shown[1][:7]) == (f"{problem.line:5} |", "      |")
        assert max(map(len, shown)) <= 100


@pytest.mark.parametrize("name", FAULTY)
def test_a_fault_is_found_through_a_child_too(name: str, tmp_path: Path) -> None:
    parent, child = tmp_path / NAME, tmp_path / "child.yaml"
    parent.write_bytes(FAULTY[name][0].encode("utf-8", "surrogatepass"))
    child.write_text("id: child\ntitle: Child\nedition: 1\nextends: " + NAME, encoding="utf-8")
    errors = [problem for problem in tr.check(parent) if problem.severity == "error"]
    through = [problem for problem in tr.check(child) if problem.severity == "error"]
    way = (tr.Place(str(child), 4, 10),)
    assert [(p.code, p.key, p.file, p.line, p.column, p.through) for p in through] == [
        (p.code, p.key, str(parent), p.line, p.column, way) for p in errors
    ]
    for problem in through:
        assert str(problem).endswith(f"      = extended by {child}:4:10")


@pytest.mark.parametrize("name", FAULTY)
def test_no_sentence_of_another_library_is_told(name: str) -> None:
    printed = "\n".join(problem.headline for problem in find(name))
    assert [words for words in FOREIGN_WORDS if words in printed] == []


@pytest.mark.parametrize("name", FAULTY)
def test_a_problem_is_a_value(name: str) -> None:
    for problem in find(name):
        assert hash(problem) == hash(copy.deepcopy(problem))
        assert pickle.loads(pickle.dumps(problem)) == problem
        assert (problem.file, problem.line, problem.column) == (
            problem.place.file,
            problem.place.line,
            problem.place.column,
        )


@pytest.mark.parametrize("name", FAULTY)
def test_a_card_with_errors_is_not_loaded(name: str, tmp_path: Path) -> None:
    file = tmp_path / NAME
    file.write_bytes(FAULTY[name][0].encode("utf-8", "surrogatepass"))
    if all(problem.severity == "warning" for problem in find(name)):
        assert tr.load(file).id == "club"
        return
    with pytest.raises(tr.InvalidRuleset) as caught:
        tr.load(file)
    assert caught.value.problems == tr.check(file)


def test_fields_tell_what_a_sentence_is_made_of() -> None:
    [problem] = find("variant: mistyped key")
    assert dict(problem.fields) == {"name": "sdie", "known": ("side",)}
    assert (problem.suggestion, problem.expected, problem.parent) == ("side", None, None)
    [problem] = find("variant: wrong value in a list")
    assert dict(problem.fields) == {"value": 8}
    [problem] = find("variant: missing for some")
    assert dict(problem.fields) == {"seats": (4,)}
    [problem] = find("huge number")
    assert dict(problem.fields) == {"digits": 18}
    [problem] = find("variant: number without a word")
    assert dict(problem.fields) == {"word": "never", "words": ("after_serendips",)}
    [_, problem] = find("variant: overridden value")
    assert dict(problem.fields) == {"seats": (2,)}
    [problem] = find("variant: tiles too few")
    assert dict(problem.fields)["tiles.copies"] == 12


def test_a_card_has_no_more_than_so_many_sources() -> None:
    lines = [f"  s{number}: us\n" for number in range(41)]
    assert tr.check(HEAD + "sources:\n" + "".join(lines[:40])) == ()
    [problem] = tr.check(HEAD + "sources:\n" + "".join(lines), name=NAME)
    assert problem.headline == (
        f"{NAME}:6:3: error: a block of 41 keys cannot stand behind `sources`; expected a block of "
        "at most 40 keys"
    )


SOUND: dict[str, tuple[str, str, Any]] = {  # text, a path in the card, its value
    "ten": (HEAD + "end: {serendips_up: 010}\n", "end.serendips_up", 10),
    "octal": (HEAD + "end: {serendips_up: 0o12}\n", "end.serendips_up", 10),
    "hexadecimal": (HEAD + "end: {serendips_up: 0xA}\n", "end.serendips_up", 10),
    "plus": (HEAD + "end: {serendips_up: +10}\n", "end.serendips_up", 10),
    "on": (
        "id: on\ntitle: Yes\nedition: 1\nextends: serendipity\nsummary: off\n",
        "summary",
        "off",
    ),
    "time": (HEAD + "summary: 12:30:45\n", "summary", "12:30:45"),
    "date": (HEAD + "summary: 2008-10-01\n", "summary", "2008-10-01"),
    "underscores": (HEAD + "summary: 1_000\n", "summary", "1_000"),
    "equals": (HEAD + "summary: =\n", "summary", "="),
    "quoted": (HEAD + "summary: '~'\n", "summary", "~"),
    "empty": (HEAD + 'summary: ""\n', "summary", ""),
    "folded": (HEAD + "summary: >-\n  one\n  two\n", "summary", "one two"),
    "tabs": (HEAD + "scoring:\t{matches:\t{points: 3}}\t# ours\n", "scoring.matches.points", 3),
    "mark and CRLF": (
        "\ufeff" + (HEAD + "scoring:\n  matches:\n    points: 3\n").replace("\n", "\r\n"),
        "scoring.matches.points",
        3,
    ),
    "old Macintosh": (
        (HEAD + "scoring:\n  matches:\n    points: 3\n").replace("\n", "\r"),
        "scoring.matches.points",
        3,
    ),
    "start and end": (
        "---\n" + HEAD + "scoring: {matches: {points: 3}}\n...\n",
        "scoring.matches.points",
        3,
    ),
    "JSON": (
        '{"id": "club", "title": "Club", "edition": 1, "extends": "serendipity",'
        ' "scoring": {"matches": {"points": 3}}}',
        "scoring.matches.points",
        3,
    ),
    "negative": (HEAD + "scoring: {matches: {points: -3}}\n", "scoring.matches.points", -3),
    "newer language": (
        HEAD + "language: 7\nscoring: {matches: {points: 3}}\n",
        "scoring.matches.points",
        3,
    ),
    "option removed": (
        HEAD + "turn: {own: {exchange: removed}}\n",
        "turn.own",
        {"leave": {"then": "must_reveal"}},
    ),
    "number dropped": (
        HEAD.replace("serendipity", "serendipity-unowned-late")
        + "turn: {unowned: {stays_up: chosen}}\n",
        "turn.unowned",
        {"stays_up": "chosen", "then": "end_turn"},
    ),
    "players in any order": (HEAD + "players: [4, 3]\n", "colours_each", 2),
    "nothing for some": (HEAD + "for_players: {}\n", "colours_each", 3),
    "every number alike": (HEAD + "for_players: removed\n", "colours_each", 1),
    "colour called null": (
        HEAD
        + 'tiles:\n  colours: ["null", "true", on, "1x", "removed", y]\n'.replace('"1x"', "x-1")
        + '  serendip_edges: ["null", "null", on, on, y, y]\n',
        "tiles.colours",
        ("null", "true", "on", "x-1", "removed", "y"),
    ),
}


@pytest.mark.parametrize("name", SOUND)
def test_a_sound_card_that_looks_wrong(name: str, loader: Any, tmp_path: Path) -> None:
    text, path, expected = SOUND[name]
    assert tr.check(text, name=NAME) == ()
    file = tmp_path / "card.yaml"
    file.write_bytes(text.encode("utf-8"))
    ruleset = tr.load(file)
    value: Any = {"summary": ruleset.summary, **ruleset.values_for(ruleset.seat_counts[0])}
    for step in path.split("."):
        value = value[step]
    assert value == expected


@pytest.mark.parametrize(
    ("mistyped", "meant"),
    [("onw", "own"), ("saety", None), ("SDIE", "side"), ("eisd", None), ("o", None), ("wno", None)],
)
def test_two_letters_in_the_wrong_order_are_close(mistyped: str, meant: str | None) -> None:
    """However short the word is; anything else has to be alike in most letters."""
    assert close_word(mistyped, ["own", "side", "seats"]) == meant
