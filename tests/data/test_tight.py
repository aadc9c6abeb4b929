"""Schema and reader refuse the same: another type, a key that is missing, or one too many."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from jsonschema import Draft7Validator

import tilerules as tr
from tests.data.games import GAMES, KINDS, played, text
from tests.schemas import DOCUMENTS, validator

pytestmark = pytest.mark.unmeasured

Way = tuple[str | int, ...]

VALID = {kind: validator(kind) for kind in KINDS}

every_kind = pytest.mark.parametrize("kind", KINDS)


def goods(kind: str) -> Iterator[tuple[Any, Draft7Validator]]:
    """Data of a kind, and the part of the schema for them; rules are those made of layers."""
    for game in GAMES:
        ruleset = game.load()
        layered = ruleset.id not in tr.ruleset_ids()
        if layered == (kind == "ruleset") and (kind, game.name) != ("record", "flowers"):
            data = json.loads(text(kind, played(game, ruleset)[kind]))
            for each in data if kind == "event" else [data]:
                named = {**each, "ruleset": ruleset.id} if "ruleset" in each else each
                yield named, part(kind, ruleset.game, each)


def part(kind: str, game: str, data: Any) -> Draft7Validator:
    """The part of a schema that is for data like these."""
    if kind == "event":
        game = "_".join([*filter(None, [data.get("game")]), data["kind"]])
    split = "anyOf" in DOCUMENTS[kind]
    return validator(kind, f"/definitions/{game}" if split else "")


def inner(data: Any, path: Way) -> Sequence[str | int]:
    """The keys or places within a value; of many that are alike only the first ones."""
    if isinstance(data, list):
        return [*range(len(data))][: 2 if len(data) == 2 else 1]
    alike = path[-1:] in [(key,) for key in ("cells", "origins", "values", "deal", "position")]
    return list(data)[: 3 if alike else None] if isinstance(data, dict) else []


def paths(data: Any, path: Way = ()) -> Iterator[tuple[Way, Any]]:
    """The places in data, and what stands there; what a card says is left to its own schema."""
    yield path, data
    for key in inner(data, path):
        if path[-1:] != ("values",):
            yield from paths(data[key], (*path, key))


def changed(data: Any, path: Way, value: Any) -> Any:
    """A copy of the data with another value at a place, or none if it is `...`."""
    if not path:
        return value
    out = data.copy()
    if value is ... and len(path) == 1:
        del out[path[0]]
    else:
        out[path[0]] = changed(data[path[0]], path[1:], value)
    return out


JUNK: tuple[Any, ...] = (None, True, 7, -1, 1.5, "word", [], ["word"], {})


def broken(data: Any) -> Iterator[tuple[Way, Any]]:
    """Data with a fault, and its place: another type, a key that is missing, or one too many."""
    for path, found in paths(data):
        for value in JUNK:
            if path and (type(value), value) != (type(found), found):
                yield path, changed(data, path, value)
        if isinstance(found, dict):
            yield path, changed(data, path, {**found, "seed": 1})
            for key in inner(found, path):
                yield (*path, key), changed(data, (*path, key), ...)


def reading(kind: str, data: Any) -> tr.InvalidData | None:
    """Why the reader refuses data, or None."""
    try:
        KINDS[kind].from_data(data)
    except tr.InvalidData as error:
        return error
    return None


FORM = re.compile(r"there is no key|is missing$|expected (an object|a list|a text|true or false)")
"""What a reader says that finds another type, a key too many, or one that is missing."""


def is_of_form(error: tr.InvalidData) -> bool:
    """Whether a reader refuses the form of data, whatever rules they name.

    By the rules alone one knows which cells there are, and whether several cards are in hand.
    """
    _, _, key = error.path.rpartition(".")
    by_rules = re.fullmatch("[a-z][0-9]+", key) if error.problem == "is missing" else None
    return FORM.match(error.problem) is not None and not by_rules and key != "in_hand"


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "move"])
def test_schema_and_reader_refuse_the_same(kind: str) -> None:
    """No reader takes what the schema refuses; what only a reader refuses has the right form."""
    tried, differences = 0, set[str]()
    for data, schema in goods(kind):
        for path, bad in broken(data):
            tried += 1
            error, valid = reading(kind, bad), schema.is_valid(bad)
            place = ".".join(map(str, path))
            if error is None and not valid:
                differences.add(f"only the schema refuses {place}")
            elif error is not None and valid and is_of_form(error):
                differences.add(f"only the reader refuses {place}: {error.problem}")
    assert tried > 10
    assert sorted(differences) == []


@every_kind
@pytest.mark.parametrize("junk", [None, True, 7, 1.5, "", [], ["word"], {}, {"format": 1}])
def test_what_is_no_data_of_a_kind_at_all_is_refused(kind: str, junk: Any) -> None:
    assert reading(kind, junk)
    assert VALID[kind].is_valid(junk) == (kind == "ruleset" and junk == "")


@pytest.mark.parametrize(
    ("move", "good"),
    [
        ("pass", True),
        ("swap a1  b2 ", True),
        (" add secret ?", True),
        ("x" * 200, True),
        ("x" * 201, False),
        (" ", False),
        ("give\t2", False),
        ("pass\n", False),
        ("pa\x7fss", False),
        ("give\xa02", False),
    ],
)
def test_a_move_is_a_line_of_words(move: str, good: bool) -> None:
    assert (VALID["move"].is_valid(move), reading("move", move) is None) == (good, good)


@pytest.mark.parametrize(
    ("note", "good"),
    [("", True), ("Zo\xeb \u2618", True), ("x" * 200, True), ("x" * 201, False)]
    + [(f"two{sign}lines", False) for sign in "\n\r\x00\x1b\x7f\x85\u2028\u2029"]
    + [("at the end\n", False)],
)
def test_a_note_is_a_line_of_text(note: str, good: bool) -> None:
    data = tr.Record.start(tr.load("flowers"), 1, seed=1).to_data() | {"ruleset": "flowers"}
    for changes in (
        {"names": [note]},
        {"tags": {"place": note}},
        {"tags": {note: "here"}},
        {"result": {"remark": note}},
    ):
        changed = data | changes
        found = (VALID["record"].is_valid(changed), reading("record", changed) is None)
        assert found == (good, good), changes


def test_a_record_has_one_beginning() -> None:
    first = tr.new_game(tr.load("flowers"), 1, seed=1)
    dealt: dict[str, Any] = tr.Record.start(tr.load("flowers"), 1, seed=1).to_data()
    dealt["ruleset"] = "flowers"
    placed = tr.Record.start(tr.load("flowers"), 1, position=first).to_data()
    none: dict[str, Any] = {key: dealt[key] for key in dealt.keys() - {"deal"}}
    begun = {"position": placed["position"]}
    nothing = {"position": None}
    for data, good in [
        (dealt, 1),
        (none | begun, 1),
        (none, 0),
        (dealt | begun, 0),
        (dealt | nothing, 0),
    ]:
        assert (VALID["record"].is_valid(data), reading("record", data) is None) == (good, good)
    for key in ("format", "ruleset", "seats"):
        inner = dealt | {"deal": dealt["deal"] | {key: dealt[key]}}
        assert not VALID["record"].is_valid(inner)
        assert reading("record", inner)


@pytest.mark.parametrize("kind", ["deal", "outcome", "score_breakdown", "record", "ruleset"])
def test_what_is_optional_may_be_left_out(kind: str) -> None:
    """Nothing but what is needed is enough for the reader, and says the same."""
    needed = {
        "deal": {"ruleset", "seats", "starts", "piles", "left_over"},
        "outcome": {"ranking", "decided_by", "cut_short"},
        "score_breakdown": {"seat", "lines"},
        "record": {"ruleset", "seats", "deal", "moves"},
        "ruleset": {"title", "game", "edition", "values"},
    }[kind]
    [game] = (game for game in GAMES if game.name == "flowers")
    value = played(game, game.load())[kind]
    data = json.loads(text(kind, value))
    bare = {key: data[key] for key in data if key in needed}
    VALID[kind].validate(bare)
    found = KINDS[kind].from_data(bare)
    assert json.loads(text(kind, found)).keys() == data.keys()
    if kind in ("outcome", "score_breakdown", "ruleset"):
        assert found == value
    for key in needed:
        lacking = {other: bare[other] for other in bare if other != key}
        assert not VALID[kind].is_valid(lacking)
        assert reading(kind, lacking)
