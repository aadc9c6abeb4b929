"""`extends`: known cards and files, circles, and what lies outside the folder."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import tilerules as tr
from tests.ruleset.cards import BARE, codes, only, write
from tilerules.cli import cards


def test_a_file_extends_files_beside_and_below_it_and_known_cards(tmp_path: Path) -> None:
    (tmp_path / "below").mkdir()
    write(tmp_path / "below", c="serendipity\nscoring: {matches: {points: 7}}")
    first = write(
        tmp_path,
        a="./b.yaml\nscoring: {flowers: {points: 5}}",
        b="below/c.yaml\nscoring: {flowers: {points: 4}, serendips: {points: 6}}",
    )
    assert tr.check(first) == ()
    ruleset = tr.load(first)
    files = [str(tmp_path / "a.yaml"), str(tmp_path / "b.yaml"), str(tmp_path / "below" / "c.yaml")]
    assert list(ruleset.lineage) == [*files, "serendipity.yaml"]
    scoring = ruleset.values["scoring"]
    assert [scoring[id]["points"] for id in ("flowers", "serendips", "matches")] == [5, 6, 7]
    origins = [ruleset.origin(f"scoring.{id}.points") for id in ("flowers", "serendips", "matches")]
    assert origins == [(file, 5) for file in files]
    assert ruleset.origin("scoring.carpet.colours").file == "serendipity.yaml"


@pytest.mark.parametrize("name", ["base.yml", "base.yaml", "./base.yml", "./base"])
def test_a_file_is_known_by_its_name(name: str, tmp_path: Path) -> None:
    """The same names stand for files at the command line."""
    card = BARE.format(id="base", parent="serendipity") + "end: {complete_colours: 2}\n"
    (tmp_path / name).write_text(card, encoding="utf-8")
    first = write(tmp_path, a=name)
    assert tr.check(first) == ()
    assert tr.load(first).origin("end.complete_colours") == (str(tmp_path / name), 5)
    assert cards.load(str(tmp_path / name)).id == "base"


def test_files_are_named_relative_to_what_the_caller_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, a="b.yaml", b="serendipity\nend: {complete_colours: 2}")
    monkeypatch.chdir(tmp_path)
    assert tr.load(Path("a.yaml")).origin("end.complete_colours") == ("b.yaml", 5)
    text = Path("a.yaml").read_text(encoding="utf-8")
    assert tr.check(text, name="draft.yaml") == ()
    assert tr.check(text, name=str(tmp_path / "elsewhere.yaml")) == ()


def test_what_is_wrong_in_a_parent_is_told_with_its_place(tmp_path: Path) -> None:
    first = write(tmp_path, a="b.yaml\nboard: {side: no}", b="serendipity\nboard: {sides: 4}")
    found = [(problem.file, problem.code, problem.line) for problem in tr.check(first)]
    assert found == [
        (str(tmp_path / "a.yaml"), "wrong_value", 5),
        (str(tmp_path / "b.yaml"), "unknown_key", 5),
    ]
    (tmp_path / "b.yaml").write_text("extends: serendipity\n", encoding="utf-8")
    problems = tr.check(write(tmp_path, a="b.yaml"))
    assert codes(problems) == ["missing"] * 3
    assert [problem.key for problem in problems] == ["id", "title", "edition"]
    (tmp_path / "b.yaml").write_bytes(b"id: \xff")
    problem = only(tr.check(tmp_path / "a.yaml"))
    assert (problem.code, problem.file) == ("not_utf8", str(tmp_path / "b.yaml"))


def test_a_fault_of_the_parent_alone_is_shown_there(tmp_path: Path) -> None:
    first = write(
        tmp_path, a="b.yaml\nend: {complete_colours: 2}", b="serendipity\ntiles: {copies: 12}"
    )
    problem = only(tr.check(first))
    assert (problem.code, problem.file, problem.line) == (
        "board_not_filled",
        str(tmp_path / "b.yaml"),
        5,
    )
    gone = "scoring: {flowers: removed, serendips: removed, matches: removed}"
    problem = only(tr.check(write(tmp_path, a="b.yaml\nplayers: [2]", b=f"serendipity\n{gone}")))
    assert (problem.code, problem.file, problem.line) == (
        "nothing_scores",
        str(tmp_path / "b.yaml"),
        5,
    )


@pytest.mark.parametrize(
    ("cards", "way"),
    [
        ({"a": "a.yaml"}, "a a"),
        ({"a": "./a.yaml"}, "a a"),
        ({"a": "b.yaml", "b": "a.yaml"}, "a b a"),
        ({"a": "b.yaml", "b": "c.yaml", "c": "b.yaml"}, "a b c b"),
    ],
)
def test_a_circle_is_told_with_its_way(
    cards: dict[str, str], way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, **cards)
    monkeypatch.chdir(tmp_path)
    problem = only(tr.check(Path("a.yaml")))
    last = f"{way.split()[-2]}.yaml"
    assert (problem.code, problem.file, problem.line, problem.column) == ("circle", last, 4, 10)
    shown = " -> ".join(f"{name}.yaml" for name in way.split())
    assert problem.message == f"the cards extend one another in a circle: {shown}"


def test_a_circle_is_seen_whatever_a_file_is_called(tmp_path: Path) -> None:
    (tmp_path / "below").mkdir()
    first = write(tmp_path, a="below/../a.yaml")
    assert only(tr.check(first)).code == "circle"
    first = write(tmp_path, b="link.yaml")
    (tmp_path / "link.yaml").symlink_to(first)
    assert only(tr.check(first)).code == "circle"


def test_a_file_may_be_called_like_the_known_card_that_it_extends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    id = "serendipity-unowned-late"
    BARE_CARD = BARE.format(id=id, parent=id) + "turn: {unowned: {stays_up: never}}\n"
    Path(f"{id}.yaml").write_text(BARE_CARD, encoding="utf-8")
    ruleset = tr.load(Path(f"{id}.yaml"))
    assert ruleset.lineage == (f"{id}.yaml", f"{id}.yaml", "serendipity.yaml")
    assert ruleset.values_for(2)["turn"]["unowned"] == {"stays_up": "never", "then": "end_turn"}
    assert tr.check(Path(f"{id}.yaml")) == ()


def test_a_long_line_of_cards_is_refused(tmp_path: Path) -> None:
    cards = {f"c{n}": f"c{n + 1}.yaml" for n in range(40)}
    assert only(tr.check(write(tmp_path, **cards, c40="serendipity"))).code == "too_long_lineage"
    cards = {f"c{n}": f"c{n + 1}.yaml" for n in range(30)}
    assert tr.check(write(tmp_path, **cards, c30="serendipity")) == ()  # 32 with Serendipity's


def test_nothing_outside_the_folder_is_opened(tmp_path: Path) -> None:
    folder = tmp_path / "cards"
    (folder / "below").mkdir(parents=True)
    write(tmp_path, secret="serendipity")
    write(folder, b="serendipity")
    (folder / "link.yaml").symlink_to(tmp_path / "secret.yaml")
    (folder / "up").symlink_to(tmp_path, target_is_directory=True)
    for name in [
        "../secret.yaml",
        "below/../../secret.yaml",
        str(tmp_path / "secret.yaml"),
        "/etc/passwd",
        "link.yaml",
        "up/secret.yaml",
        "..//cards/../secret.yaml",
    ]:
        problem = only(tr.check(write(folder, a=name)))
        assert (problem.code, problem.line, problem.column) == ("outside_folder", 4, 10)
    # what lies below may not look up: the folder is that of the file that says it
    write(folder / "below", c="../b.yaml")
    assert only(tr.check(write(folder, a="below/c.yaml"))).code == "outside_folder"
    assert tr.check(write(folder, a="below/../b.yaml")) == ()


def test_what_is_no_file_is_told_at_extends(tmp_path: Path) -> None:
    (tmp_path / "folder.yaml").mkdir()
    (tmp_path / "round.yaml").symlink_to(tmp_path / "round.yaml")
    names = ["none.yaml", "./none", "folder.yaml", "below/none.yaml", "round.yaml"]
    names += ["x" * 300 + ".yaml", "a.yaml/b.yaml", '"a\\tb.yaml"']
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe.yaml")
        names.append("pipe.yaml")
    for name in names:
        problem = only(tr.check(write(tmp_path, a=name)))
        assert (problem.code, problem.key, problem.line) == ("no_file", "extends", 4), name
    problem = only(tr.check(BARE.format(id="a", parent="b.yaml"), name="\0/a.yaml"))
    assert problem.code == "no_file"


def test_a_card_that_lies_nowhere_extends_no_file() -> None:
    assert only(tr.check(BARE.format(id="a", parent="b.yaml"))).code == "no_folder"
    assert only(tr.check({"extends": "./b"})).code == "no_folder"


def test_a_file_that_vanishes_or_is_not_there_makes_no_circle(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, b="c.yaml", c="serendipity")
    monkeypatch.chdir(tmp_path)
    assert tr.check(BARE.format(id="a", parent="b.yaml"), name="a.yaml") == ()


def test_a_name_that_no_file_can_have_is_an_unknown_id(tmp_path: Path) -> None:
    problem = only(tr.check(write(tmp_path, a="x" * 300)))
    assert (problem.code, problem.suggestion) == ("unknown_id", None)
