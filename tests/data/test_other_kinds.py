"""What is said to somebody who reads one kind of data as another, or reads it by another way."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import tilerules as tr
from tests.data.games import GAMES, KINDS, played
from tilerules.data.text import Data

BUNDLED = [game for game in GAMES if game.name in ("serendipity", "flowers", "tulips")]
SAMPLES = [
    {kind: next(iter(told)) if kind == "event" else told for kind, told in everything.items()}
    for everything in (played(game, game.load()) for game in BUNDLED)
]
OBJECTS = [kind for kind in KINDS if kind != "move"]
STATE = tr.new_game(tr.load("tulips"), 2, seed=1)


def refused(kind: type[Data], read: str, given: Any) -> str:
    """What is said when something cannot be read."""
    with pytest.raises(tr.InvalidData) as caught:
        getattr(kind, read)(given)
    return str(caught.value)


@pytest.mark.parametrize("kind", OBJECTS)
def test_data_of_another_kind_are_known(kind: str) -> None:
    for told in SAMPLES:
        for other in OBJECTS:
            text = told[other].to_json()
            if other == kind:
                assert KINDS[kind].from_json(text) == told[kind]
            else:
                name = KINDS[other].__name__
                article = "an" if name in ("Observation", "Outcome", "Event") else "a"
                way = f"this looks like {article} {name}, which tr.{name}.from_json reads"
                assert refused(KINDS[kind], "from_json", text).endswith(f"; {way}")


@pytest.mark.parametrize("kind", OBJECTS)
def test_a_wrong_key_makes_no_other_kind(kind: str) -> None:
    """Nor does anything that lies within."""
    for told in SAMPLES:
        data = told[kind].to_data()
        fault = refused(KINDS[kind], "from_data", {**data, "colour": "red"})
        assert "there is no key 'colour' here; known are " in fault
        nothing = refused(KINDS[kind], "from_data", {})
        assert "looks like" not in nothing
    within = {**STATE.to_data(), "ruleset": SAMPLES[0]["outcome"].to_data()}
    assert "looks like" not in refused(tr.State, "from_data", within)


# ---- ways to read ---------------------------------------------------------------------------


def test_data_and_text_have_ways_of_their_own() -> None:
    """Another function reads what is given, or what is asked for."""
    text, data = STATE.to_json(), STATE.to_data()
    wanted = "expected JSON as text or bytes, not "
    assert refused(tr.State, "from_json", data) == f"{wanted}dict; from_data reads such data"
    assert refused(tr.State, "from_json", [data]) == f"{wanted}list; from_data reads such data"
    way = "its read_bytes() gives what stands in the file"
    path = Path("game.json")
    assert refused(tr.State, "from_json", path) == f"{wanted}{type(path).__name__}; {way}"
    assert refused(tr.State, "from_json", 7) == f"{wanted}int"
    assert refused(tr.State, "from_data", text).endswith("; from_json reads a text")
    assert refused(tr.State, "from_data", "text") == "expected an object with keys, not 'text'"


@pytest.mark.parametrize("name", ["game.json", "C:\\my games\\1.JSON", "./games/7", b"game.json"])
def test_the_name_of_a_file_is_not_its_text(name: str | bytes) -> None:
    said = refused(tr.Record, "from_json", name)
    assert said.startswith("this is no JSON that can be read: ")
    is_told = said.endswith("it is the name of a file, and not the text in it")
    assert is_told == (name != "./games/7")


def test_a_byte_order_mark_is_passed_over() -> None:
    """As some editors write it in front of a text; a second one is no part of JSON."""
    text = "\ufeff" + STATE.to_json()
    assert tr.State.from_json(text) == tr.State.from_json(text.encode()) == STATE
    assert "no JSON" in refused(tr.State, "from_json", "\ufeff" + text)
