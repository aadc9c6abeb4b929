"""What the tutorial says beside its consoles is so."""

from __future__ import annotations

import contextlib
import io
import json
import re
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

import tilerules as tr
from making.pictures import tutorial
from tests.command_line import make_plain
from tests.website.consoles import Call, File, Folder, parts
from tilerules.cli.replaying import KEYS
from tilerules.games import serendipity
from tilerules.registry import rules_schema

ROOT = Path(__file__).parents[2]
SITTINGS = ("play", "house-rule", "policy", "server", "save")
SMALL = tr.load("serendipity-small")


@pytest.fixture(autouse=True)
def empty_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    make_plain(monkeypatch)
    monkeypatch.chdir(tmp_path)


def page(name: str) -> str:
    return (ROOT / "docs" / "tutorial" / f"{name}.md").read_text("utf-8")


def shown(on: str, name: str) -> list[str]:
    """What a page shows as a file of this name, once or more."""
    return [p.content for p in parts(page(on)) if isinstance(p, File) and p.name == name]


def ran(on: str, name: str) -> dict[str, Any]:
    """What a program of a page defines, after a run in the present folder."""
    namespace: dict[str, Any] = {"__name__": "__main__"}
    with contextlib.redirect_stdout(io.StringIO()):
        exec(compile(shown(on, name)[-1], name, "exec"), namespace)
    return namespace


# ---- the sittings ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", SITTINGS)
def test_a_sitting_begins_with_its_end_and_ends_with_what_is_next(name: str) -> None:
    _, first, *_ = page(name).split("\n\n")
    assert first.startswith("At the end of this sitting you ")
    *_, last = page(name).split("\n## ")
    assert last.startswith("Where to go next\n")
    next_one = (*SITTINGS, "index")[SITTINGS.index(name) + 1]
    assert f"({next_one}.md)" in last


def test_the_first_page_lists_the_sittings_in_order() -> None:
    listed = re.findall(r"^\d\. \[.*?\]\((.*?)\.md\)", page("index"), re.MULTILINE)
    assert tuple(listed) == SITTINGS


@pytest.mark.parametrize("name", SITTINGS)
def test_a_file_is_named_where_a_reader_sees_it(name: str) -> None:
    before, *after = re.split(r"^<!-- file: (\S+) -->$", page(name), flags=re.MULTILINE)
    for file, below in zip(after[::2], after[1::2], strict=True):
        assert f"`{file}`" in before.split("\n\n")[-2]
        before = below


# ---- pictures -------------------------------------------------------------------------------


def test_the_picture_of_the_opening_is_what_the_program_writes() -> None:
    ran("play", "picture.py")
    assert Path("table.svg").read_text("utf-8") == tutorial.PICTURES["opening"]()


def test_the_picture_of_the_carpet_shows_the_end_of_the_whole_game() -> None:
    state = ran("play", "whole.py")["state"]
    drawn = tr.draw_svg(state, highlight=tr.score(state)[1])
    assert drawn == tutorial.PICTURES["carpet"]()
    counted = [(line.of, line.count, line.id) for line in tr.score(state)[1].lines]
    assert counted == [("blue", 4, "flowers"), ("blue", 3, "serendips"), ("blue", 2, "matches")]
    assert "four blue flowers and three Serendips between them; two of these" in page("play")


def test_the_picture_of_a_moment_is_what_the_command_draws() -> None:
    calls = [part for part in parts(page("save")) if isinstance(part, Call)]
    for call in calls:
        if call.command.startswith(("tilerules play", "tilerules draw")):
            Folder().run(call)
    assert Path("moment.svg").read_text("utf-8") == tutorial.PICTURES["moment"]()
    assert len(list(Path("film").iterdir())) == 107


# ---- play -----------------------------------------------------------------------------------


def test_the_rule_behind_the_refusal_is_the_one_that_is_named() -> None:
    line = (ROOT / "rules" / "serendipity.yaml").read_text("utf-8").splitlines()[39]
    assert line.strip().startswith("exchange: {with: face_down")
    state = ran("play", "refused.py")["state"]
    change = {"turn": {"own": {"exchange": {"with": "any"}}}}
    data = {**state.to_data(), "ruleset": tr.load("serendipity-small", change).to_data()}
    move = tr.Move("move", ("a1",))
    assert tr.why_illegal(state, move)
    assert tr.why_illegal(tr.State.from_data(data), move) is None


@pytest.mark.parametrize("game", ["flowers", "tulips"])
def test_the_whole_game_plays_the_other_games(game: str) -> None:
    program = shown("play", "whole.py")[0].replace("serendipity-small", game)
    namespace: dict[str, Any] = {}
    with contextlib.redirect_stdout(io.StringIO()):
        exec(program, namespace)
    assert namespace["state"].is_over


# ---- a house rule ---------------------------------------------------------------------------


def schemas_of(key: str) -> Iterator[Mapping[str, Any]]:
    """The schemas that stand for a key, with all that they allow instead."""
    document = rules_schema("serendipity")
    found: list[Any] = [document]
    for name in (*key.split("."), None):
        for schema in found:
            found.extend(schema.get("anyOf", ()))
            if "$ref" in schema:
                found.append(document["definitions"][schema["$ref"].rpartition("/")[2]])
        if name is None:
            yield from found
        found = [s["properties"][name] for s in found if name in s.get("properties", {})]


def offered(key: str) -> set[str]:
    """What an editor offers below a key, or behind one."""
    schemas = list(schemas_of(key))
    keys = {name for schema in schemas for name in schema.get("properties", ())}
    words = {word for schema in schemas for word in schema.get("enum", ())}
    return keys or words | {schema["const"] for schema in schemas if "const" in schema}


def test_the_editor_offers_what_the_page_says() -> None:
    lists = re.findall(r"<!-- offered: (\S+) -->\n```text\n(.*?)```", page("house-rule"), re.DOTALL)
    assert [key for key, _ in lists] == ["turn", "turn.unowned.stays_up"]
    for key, words in lists:
        assert sorted(words.split()) == sorted(offered(key))


def test_the_editor_explains_what_the_page_says() -> None:
    ((key, quoted),) = re.findall(
        r"<!-- explained: (\S+) -->\n((?:> .*\n)+)", page("house-rule"), re.MULTILINE
    )
    told = " ".join(quoted.replace("> ", "").split())
    assert told in {schema.get("description") for schema in schemas_of(key)}


def test_the_card_names_the_schema_that_is_kept() -> None:
    plain, with_schema = shown("house-rule", "open-meadow.yaml")
    line, _, rest = with_schema.partition("\n")
    assert rest == plain
    kept = line.partition("$schema=")[2]
    commands = [p.command for p in parts(page("house-rule")) if isinstance(p, Call)]
    assert f"tilerules schema serendipity > {kept}" in commands


# ---- policies -------------------------------------------------------------------------------


def test_careful_turns_up_what_is_new() -> None:
    careful, chance = ran("policy", "careful.py")["careful"], Random(1)
    state, turned_up = tr.new_game(SMALL, 2, seed=1), 0
    while not state.is_over:
        seen = tr.observe(state, state.to_move)
        assert isinstance(seen, serendipity.Observation)
        move = careful(seen, chance)
        unknown = any(cell.tile is None for cell in seen.cells.values())
        if move.kind == "reveal" and unknown:
            assert seen.cells[move.args[0]].tile is None
            turned_up += 1
        state = tr.apply_move(state, move)
    assert turned_up > 20


def test_greedy_is_ahead_with_sixty_tries() -> None:
    ahead = partial(ran("policy", "ahead.py")["ahead"], tries=60)
    state, chance = tr.new_game(SMALL, 2, seed=2), Random(2)
    many = 0
    while state.ply < 30:
        seen = tr.observe(state, state.to_move)
        many += len(tr.legal_moves(seen)) > 60
        seed = chance.random()
        move = ahead(seen, Random(seed))
        assert move == tr.greedy(seen, Random(seed))
        state = tr.apply_move(state, move)
    assert many


def test_programs_that_share_a_policy_say_the_same() -> None:
    def defined(name: str) -> str:
        _, _, below = shown("policy", name)[0].partition("\ndef ")
        return below.partition("\n\n\n")[0]

    assert defined("careful.py") == defined("measure.py")
    assert defined("ahead.py") == defined("tries.py")


# ---- a server -------------------------------------------------------------------------------

NONSENSE = (
    "",
    "null",
    "[]",
    "{}",
    "7",
    '"move"',
    '{"move": null}',
    '{"move": ["keep"]}',
    '{"move": ""}',
    '{"move": "\\ud800"}',
    '{"move": "keep"}',
    '{"move": "start violet-9"}',
    '{"move": ' + "[" * 990,
    '{"move": ' + "1" * 100_000 + "}",
    "[" * 100_000,
)


@pytest.mark.parametrize("sent", NONSENSE, ids=range(len(NONSENSE)))
def test_nonsense_is_refused_to_its_sender_alone(sent: str) -> None:
    received = ran("server", "table.py")["received"]
    record = tr.Record.start(tr.load("tulips"), 3, seed=7)
    after, answers = received(record, 0, sent)
    assert after is record
    assert list(answers) == [0]
    assert list(json.loads(answers[0])) == ["refused"]


def test_a_move_out_of_turn_is_refused_and_a_legal_one_tells_each_seat_what_it_may_know() -> None:
    received = ran("server", "table.py")["received"]
    record = tr.Record.start(tr.load("tulips"), 3, seed=7)
    move = json.dumps({"move": str(tr.legal_moves(record.state)[0])})
    same, answers = received(record, 1, move)
    assert (same, list(answers)) == (record, [1])
    after, answers = received(record, 0, move)
    assert len(after.moves) == 1
    for seat in range(3):
        told = json.loads(answers[seat])["observation"]
        assert told == tr.observe(after.state, seat).to_data()


def test_a_card_is_named_as_it_was_given() -> None:
    card = shown("house-rule", "open-meadow.yaml")[0]
    Path("open-meadow.yaml").write_text(card, encoding="utf-8")
    for path in (Path("open-meadow.yaml"), Path("open-meadow.yaml").absolute()):
        state = tr.new_game(tr.load(path), 2, seed=7)
        sent = tr.observe(state, 0).to_json()
        assert (json.dumps(str(path.parent.absolute()))[1:-1] in sent) == path.is_absolute()


# ---- saving ---------------------------------------------------------------------------------


def test_the_keys_of_a_replay_are_those_that_it_tells() -> None:
    assert f"<!-- keys -->\n```text\n{KEYS}\n```" in page("save")


def test_the_log_of_a_replay_says_what_the_page_shows() -> None:
    for command in (
        "tilerules play serendipity-small --seed 7 --bots --save game.json",
        "tilerules replay game.json > game.txt",
    ):
        assert command in page("save")
        Folder().run(Call(command, ""))
    shown_log = page("save").partition("<!-- log -->\n```text\n")[2].partition("```")[0]
    assert len(shown_log.splitlines()) == 5
    assert shown_log in Path("game.txt").read_text("utf-8")
