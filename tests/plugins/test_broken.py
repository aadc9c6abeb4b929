"""A broken plug-in is reported by name, and does not break the rest."""

from __future__ import annotations

import json
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import tilerules as tr
from tests.command_line import refused, run
from tests.plugins.installed import distribution, on_path, plugin
from tilerules import registry

OTHER_CARD = "id: {id}\ntitle: x\nedition: 1\n{rest}\n"
PLAYERS: dict[str, Any] = {"items": {"minimum": 2, "maximum": 4}}
LEFT: dict[str, Any] = {
    "title": "Left",
    "examples": [1],
    "type": "integer",
    "minimum": 1,
    "maximum": 4,
}


def schema(left: object, **others: object) -> dict[str, str | None]:
    """The file of a schema with one key, `left`."""
    whole = {"properties": {"players": PLAYERS, "left": left}, **others}
    return {"schemas/x.schema.json": json.dumps(whole)}


def without(*words: str, **others: object) -> dict[str, str | None]:
    """The same without some of its words, or with others."""
    return schema({word: LEFT[word] for word in LEFT if word not in words} | others)


def of_kind(**kind: object) -> dict[str, str | None]:
    """The same with a value of this kind in a block."""
    value = {"title": "V", "examples": [[]], "anyOf": [kind, {"const": "removed"}]}
    return without("minimum", "maximum", type="object", properties={"value": value})


UNSOUND: dict[str, tuple[dict[str, str | None], str]] = {
    "a title": (without("title"), "the key `left` needs `title`"),
    "an example": (without(examples=[]), "the key `left` needs `examples`"),
    "both": (without("title", "examples"), "the key `left` needs `title` and `examples`"),
    "a smallest number": (without("minimum"), "the key `left` needs `minimum`"),
    "a type": (without("type"), "the key `left` needs `type`"),
    "a length": (of_kind(type="string"), "the key `left.value` needs `maxLength`"),
    "a size": (
        of_kind(type="array", items={"enum": ["a"]}),
        "the key `left.value` needs `maxItems`",
    ),
    "items": (of_kind(type="array", maxItems=3), "the key `left.value` needs `items`"),
    "the numbers of a list": (
        of_kind(type="array", maxItems=3, items={"type": "integer", "minimum": 1}),
        "the key `left.value` needs `items.maximum`",
    ),
    "what is in a block": (
        of_kind(type="object"),
        "the key `left.value` needs `additionalProperties` and `maxProperties`",
    ),
    "what is in a table": (
        of_kind(type="object", maxProperties=3, additionalProperties={"enum": ["a"]}),
        r"the key `left\.value\.\*` needs `title` and `examples`",
    ),
    "a definition": (
        schema({"$ref": "#/definitions/lost"}),
        r"there is no definition `lost`, which `\$ref` asks for",
    ),
    "players": (
        schema(LEFT, properties={"left": LEFT}),
        "the key `players` needs `items` with a `minimum` and a `maximum`",
    ),
    "keys": (
        {"schemas/x.schema.json": "{}"},
        "the key `players` needs `items` with a `minimum` and a `maximum`",
    ),
}

FAULTS: dict[str, tuple[str, dict[str, str | None], str]] = {
    "it cannot be imported": (
        "x",
        {"__init__.py": "import nonsense"},
        "No module named 'nonsense'",
    ),
    "it is no Python": ("x", {"game.py": "def"}, "SyntaxError: "),
    "it leaves": ("x", {"game.py": "raise SystemExit(3)"}, "SystemExit: 3"),
    "it has no module": ("x", {"game.py": None}, r"No module named 'plugin_x\.game'"),
    "it has no game": ("x", {"game.py": ""}, r"plugin_x\.game has no GAME with the id x$"),
    "its game is another": (
        "x",
        {"game.py": "from types import SimpleNamespace as S\nGAME = S(id='y')"},
        "has no GAME with the id x$",
    ),
    "it is called like a game": ("tulips", {}, "the library has something that is called tulips"),
    "it is called like a card": ("tulips-thanks", {}, "the library has something that is called"),
    "it is called like data": ("state", {}, "the library has something that is called state"),
    "it is called oddly": ("x_y", {}, "the id of a game has small letters, digits and hyphens"),
    "it has no schema": (
        "x",
        {"schemas/x.schema.json": None},
        "FileNotFoundError: .*x.schema.json",
    ),
    "its schema is no JSON": ("x", {"schemas/x.schema.json": "{"}, "JSONDecodeError: "),
    "its schema is none": (
        "x",
        without(type=7),
        r"its schema x\.schema\.json is not sound: \$\..*\.left\.type: 7 is not valid",
    ),
    **{
        f"its schema lacks {what}": ("x", files, f"is not sound: {problem}$")
        for what, (files, problem) in UNSOUND.items()
    },
    "it has no card": ("x", {"rules/x.yaml": None}, r"it has no card x\.yaml in its folder rules"),
    "its card is not sound": (
        "x",
        {
            "rules/x.yaml": OTHER_CARD.format(
                id="x",
                rest="game: x\nplayers: [2]\npebbles: {1: 4}\nleft: 2\nscoring: {}\nlefty: 2",
            )
        },
        r"its card is not sound: x\.yaml:9:1: error: there is no key `lefty` in a card",
    ),
    "its card is called otherwise": (
        "x",
        {"rules/x-y.yaml": OTHER_CARD.format(id="x-z", rest="extends: x")},
        r"its card x-y\.yaml is x-z, of x$",
    ),
    "its card is of another game": (
        "x",
        {"rules/x-y.yaml": OTHER_CARD.format(id="x-y", rest="extends: tulips")},
        r"its card x-y\.yaml is x-y, of tulips$",
    ),
    "its card is called like one that is bundled": (
        "x",
        {"rules/flowers-flat.yaml": OTHER_CARD.format(id="flowers-flat", rest="extends: x")},
        r"a card flowers-flat\.yaml came with the library",
    ),
}


@pytest.fixture(autouse=True)
def _only_what_a_test_installs(tmp_path: Path) -> Iterator[None]:
    with on_path(tmp_path):
        yield


@pytest.mark.parametrize(("name", "files", "problem"), FAULTS.values(), ids=FAULTS)
def test_what_is_wrong_is_said(
    name: str, files: dict[str, str | None], problem: str, tmp_path: Path
) -> None:
    plugin(tmp_path, "good")
    plugin(tmp_path, name, files)
    with pytest.warns(tr.PluginWarning, match=problem) as caught:
        ids = tr.ruleset_ids()
    assert len(caught) == 1
    assert str(caught[0].message).startswith(
        f"the plug-in {name} of some-{name} 1.0 cannot be used: "
    )
    assert "good" in ids
    assert [id for id in ids if id.startswith("x")] == []
    assert tr.new_game(tr.load("good"), 2, seed=1).phase == "turn"
    assert tr.load("tulips").game == "tulips"
    assert tr.load("flowers-flat").game == "flowers"
    assert tr.ruleset_ids() == ids
    assert [*registry.GAMES] == ["flowers", "good", "serendipity", "tulips"]


BROKEN = {"game.py": "", "rules/x-y.yaml": OTHER_CARD.format(id="x-y", rest="extends: x")}
SAID = "the plug-in x of some-x 1.0 cannot be used: its module plugin_x.game has no GAME"


@pytest.fixture
def broken(tmp_path: Path) -> None:
    plugin(tmp_path, "x", BROKEN)
    with pytest.warns(tr.PluginWarning):
        tr.ruleset_ids()


@pytest.mark.usefixtures("broken")
@pytest.mark.parametrize("id", ["x", "x-y"])
def test_who_asks_for_it_is_told(id: str) -> None:
    with pytest.raises(tr.BrokenPlugin, match=SAID) as caught:
        tr.load(id)
    error = caught.value
    assert (error.name, error.distribution) == ("x", "some-x 1.0")
    [problem] = tr.check(f"id: a\ntitle: a\nextends: {id}\nedition: 1\n")
    assert (problem.code, problem.message.startswith(SAID)) == ("unknown_id", True)
    with pytest.raises(tr.InvalidData, match=f"ruleset: {SAID}"):
        tr.State.from_data({"ruleset": id, "seats": 2})


@pytest.mark.usefixtures("broken")
def test_who_asks_for_its_game_is_told() -> None:
    with pytest.raises(tr.BrokenPlugin, match=SAID):
        registry.game("x")
    [problem] = tr.check("id: a\ntitle: a\ngame: x\nedition: 1\n")
    assert (problem.code, problem.message.startswith(SAID)) == ("unknown_game", True)
    with pytest.raises(tr.UnknownRuleset):
        tr.load("z")


def test_the_command_line_says_it_in_a_line(tmp_path: Path) -> None:
    plugin(tmp_path, "x", BROKEN)
    done = run("list")
    assert (done.exit_code, done.stderr) == (0, f"note: {SAID} with the id x\n")
    assert "tulips-thanks" in done.stdout
    assert refused("play", "x", "--bots") == f"Error: {SAID} with the id x\n"
    assert refused("schema", "x") == f"Error: {SAID} with the id x\n"


def test_the_command_line_leaves_other_warnings_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    def warned() -> Any:
        warnings.warn("something else", UserWarning, stacklevel=1)
        return ()

    monkeypatch.setattr(tr, "ruleset_ids", warned)
    with pytest.warns(UserWarning, match="something else"):
        run("list")


def test_two_of_one_name(tmp_path: Path) -> None:
    plugin(tmp_path, "x")
    distribution(tmp_path, "another", "x = plugin_x")
    problem = "several distributions bring a game of this name: another 1.0, some-x 1.0"
    with pytest.warns(tr.PluginWarning, match=problem) as caught:
        assert "x" not in tr.ruleset_ids()
    assert len(caught) == 1
    with pytest.raises(tr.BrokenPlugin, match=problem):
        tr.load("x")


def test_two_cards_of_one_name(tmp_path: Path) -> None:
    """The plug-in that comes first by its name keeps it."""
    for name in ("x", "y"):
        plugin(
            tmp_path, name, {"rules/x-y.yaml": OTHER_CARD.format(id="x-y", rest=f"extends: {name}")}
        )
    with pytest.warns(
        tr.PluginWarning, match=r"the plug-in y .*: its card x-y\.yaml is also one of x"
    ):
        assert [id for id in tr.ruleset_ids() if id[0] in "xy"] == ["x", "x-y"]
    assert tr.load("x-y").game == "x"


def test_a_warning_that_is_an_error_is_raised_once(tmp_path: Path) -> None:
    plugin(tmp_path, "x", BROKEN)
    with pytest.raises(tr.PluginWarning, match=SAID):
        tr.ruleset_ids()
    assert "tulips" in tr.ruleset_ids()


def test_a_plug_in_may_ask_which_others_there_are(tmp_path: Path) -> None:
    text = "import tilerules as tr\nKNOWN = tr.ruleset_ids()\n"
    plugin(tmp_path, "x", {"__init__.py": text})
    assert "x" in tr.ruleset_ids()


def test_a_part_that_cannot_be_imported(tmp_path: Path) -> None:
    """The game can be played; whoever asks for the part hears what is wrong with it."""
    plugin(tmp_path, "x", {"picture.py": "import nonsense\n"})
    state = tr.new_game(tr.load("x"), 2, seed=1)
    with pytest.raises(ModuleNotFoundError, match="nonsense"):
        tr.draw_svg(state)


def test_plug_ins_are_looked_for_only_if_need_be(tmp_path: Path) -> None:
    """Whoever plays what is bundled does not wait for them: no warning is given."""
    plugin(tmp_path, "x", BROKEN)
    rules = tr.load("serendipity-small")
    state = tr.new_game(rules, 2, seed=1)
    after = tr.apply_move(state, tr.legal_moves(state)[0])
    seen = [tr.observe(each, 0) for each in (state, after)]
    for event in tr.events(*seen):
        tr.Event.from_json(event.to_json())
    assert tr.State.from_json(after.to_json()) == after
    assert tr.check("id: a\ntitle: a\nextends: tulips\nedition: 1\n") == ()
    assert tr.load({"extends": "tulips", "turn": {"draws": 1}}).game == "tulips"
    assert tr.Record.start(rules, 2, seed=1).notice is None
    assert tr.describe(rules)
    with pytest.warns(tr.PluginWarning):
        tr.ruleset_ids()
