"""Rules in data by strangers: what they are called, and where they say that they were set."""

from __future__ import annotations

from typing import Any

import pytest

import tilerules as tr
from tests.saving.games import game, written
from tests.saving.kinds import is_said_well

FILES = {
    "an escape": "\x1b[31mred",
    "a line break": "a\nb",
    "a surrogate": "caf\udce9.yaml",
    "right to left": "\u202elmay.x",
    "very long": "x" * 100_000,
    "empty": "",
}
LINES: dict[str, Any] = {
    "huge": 10**5000,
    "below one": -5,
    "none": 0,
    "a truth": True,
    "a fraction": 1.5,
}


def refusing(file: str, line: Any) -> dict[str, Any]:
    """A record whose last move is refused by a rule that was set there."""
    record = game("flowers", plies=5)
    assert record.state.phase == "place"
    data = written(record)
    data["moves"].append("place 9,9")
    origins = data["ruleset"]["origins"]
    data["ruleset"]["origins"] = {key: [file, line] for key in origins}
    return data


def judge(data: dict[str, Any]) -> None:
    """The rules are refused at their origins, or else the refusal of the move is well said."""
    with pytest.raises(tr.InvalidData) as caught:
        tr.Record.from_data(data).states()
    assert caught.value.path.startswith(("ruleset.origins", "moves[5]"))
    is_said_well(caught.value)


def test_a_refusal_names_a_sound_origin() -> None:
    with pytest.raises(tr.InvalidData, match=r"mine\.yaml:7"):
        tr.Record.from_data(refusing("mine.yaml", 7)).states()
    with pytest.raises(tr.InvalidData, match=r"custom\]"):
        tr.Record.from_data(refusing("custom", None)).states()


@pytest.mark.parametrize("file", FILES.values(), ids=FILES)
def test_files_of_any_name(file: str) -> None:
    judge(refusing(file, 7))


@pytest.mark.parametrize("line", LINES.values(), ids=LINES)
def test_lines_that_are_none(line: Any) -> None:
    """They are refused: a line is a whole number from 1, or there is none."""
    data = refusing("mine.yaml", line)
    with pytest.raises(tr.InvalidData) as caught:
        tr.Record.from_data(data)
    assert caught.value.path.startswith("ruleset.origins")
    is_said_well(caught.value)


@pytest.mark.parametrize(
    "way", [[["mine.yaml", 10**5000]], [["mine.yaml", -1]], [["mine.yaml", True]]]
)
def test_ways_with_lines_that_are_none(way: Any) -> None:
    data = written(game("flowers", plies=5))
    data["ruleset"]["ways"] = {"flowers.yaml": way}
    with pytest.raises(tr.InvalidData) as caught:
        tr.Record.from_data(data)
    assert caught.value.path.startswith("ruleset.ways")


def test_an_id_of_many_layers_makes_no_long_message() -> None:
    """Nor does a record that is told in a line."""
    data = written(game("tulips", plies=5))
    data["ruleset"]["id"] = "x" + "+x" * 100_000
    wrongs: list[dict[str, Any]] = [{"seats": 77}, {"moves": ["jump"]}, {"deal": {}}]
    for wrong in wrongs:
        with pytest.raises(tr.InvalidData) as caught:
            tr.Record.from_data({**data, **wrong}).states()
        is_said_well(caught.value)


def test_rules_have_so_many_sources_and_no_more() -> None:
    data = tr.load({"extends": "flowers", "players": [2]}).to_data()
    sources = {f"s{number}": "a page" for number in range(1000)}
    assert len(tr.Ruleset.from_data(data | {"sources": sources}).sources) == 1000
    with pytest.raises(tr.InvalidData, match="at most 1000 sources") as caught:
        tr.Ruleset.from_data(data | {"sources": sources | {"more": "a page"}})
    assert caught.value.path == "sources"


@pytest.mark.parametrize("text", ["\x1b[31mred", "a\0b", "a\ud800", "\ufeffa"], ids=ascii)
@pytest.mark.parametrize("place", ["title", "summary", "source", "key of a source"])
def test_what_rules_are_called_holds_no_control_signs(place: str, text: str) -> None:
    """As on a card: it is shown to people."""
    data = written(game("tulips", plies=5))
    changed: dict[str, dict[str, Any]] = {
        "source": {"sources": {"ours": text}},
        "key of a source": {"sources": {text: "ours"}},
    }
    data["ruleset"].update(changed.get(place, {place: text}))
    with pytest.raises(tr.InvalidData) as caught:
        tr.Record.from_data(data)
    assert caught.value.path.startswith("ruleset")
    is_said_well(caught.value)
