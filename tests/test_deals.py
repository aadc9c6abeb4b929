"""Deals as data: written and read back, written by hand, and broken in every way."""

from __future__ import annotations

import copy
import pickle
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings

import tilerules as tr
from tests.schemas import validator
from tests.serendipity.changes import HUGE, Change, Data, drop, through_json
from tests.tulips.goods import put, refused
from tests.tulips.test_faults import broken
from tilerules import testing
from tilerules.games import flowers, serendipity, tulips

SCHEMA = validator("deal")
TABLES = [(id, seats) for id in tr.ruleset_ids() for seats in tr.load(id).seat_counts]
GAMES = {"serendipity": serendipity, "flowers": flowers, "tulips": tulips}
SALT = "5a17" * 16

# ---- written by hand ------------------------------------------------------------------------
# Seven tiles, ten cards, twelve cards: so few that every fault can be seen.

MEADOW: dict[str, Any] = {
    "extends": "serendipity",
    "players": [2],
    "for_players": "removed",
    "colours_each": 1,
    "board": {"side": 2},
    "tiles": {
        "colours": ["blue", "red"],
        "copies": 2,
        "serendips": 3,
        "serendip_edges": ["blue", "red", "red", "blue", "red", "red"],
    },
}
BED: dict[str, Any] = {
    "extends": "flowers",
    "players": [2],
    "for_players": "removed",
    "cards": {
        "colours": ["red", "blue"],
        "values": {"1": 2, "2": 3, "3": "removed", "4": "removed"},
        "butterflies": ["red-2-blue"],
    },
    "piles": {"dealt": "listed", "sizes": [3, 2], "number": "removed", "hidden": 0},
}
BUNCH: dict[str, Any] = {
    "extends": "tulips",
    "players": [2],
    "for_players": "removed",
    "cards": {"values": {"2": 2, "3": 1, "4": "removed"}},
    "start": {"left_out": 1},
}
ALIKE = MEADOW | {"tiles": MEADOW["tiles"] | {"serendip_facing": "alike"}}
VIOLET = BED | {"extends": "flowers-summer"}
OLDEST_FIRST = BUNCH | {"festival": {"equal_sums": "oldest_first"}}


def by_hand(card: dict[str, Any], **entries: Any) -> Data:
    """A deal of a card for two seats."""
    return {"format": 1, "ruleset": tr.load(card).to_data(), "seats": 2, **entries}


def tiles(words: str) -> Data:
    """The tiles of the small meadow, row by row, as `red serendip:e`."""
    labels = ["a1", "a2", "b1", "b2", "b3", "c1", "c2"]
    said = (word.partition(":") for word in words.split())
    return {
        label: {"tile": tile, "facing": facing} if facing else {"tile": tile}
        for label, (tile, _, facing) in zip(labels, said, strict=True)
    }


S = by_hand(MEADOW, cells=tiles("red serendip:e blue serendip:se red serendip blue"), salt=SALT)
S_ALIKE = by_hand(ALIKE, cells=tiles("red serendip blue serendip red serendip:ne blue"))
F = by_hand(
    BED,
    starts=["red-2-blue", "blue-2"],
    piles=[["red-1", "blue-1", "blue-1"], ["red-2", "red-2"]],
    left_over=["blue-2", "blue-2", "red-1"],
    salt=SALT,
)
F_VIOLET = by_hand(
    VIOLET,
    starts=["violet", "violet"],
    piles=[["red-1", "blue-1", "blue-1"], ["red-2", "red-2"]],
    left_over=["blue-2", "blue-2", "red-1", "red-2-blue", "blue-2"],
)
T = by_hand(
    BUNCH,
    festival=["blue-2", "pink-3"],
    hands=[["pink-2", "pink-2"], ["blue-3", "orange-2"]],
    deck=["blue-2", "orange-2", "purple-3", "purple-2", "purple-2"],
    left_out=["orange-3"],
    lottery=[0, 1, 0, 3, 2, 0, 6],
    salt=SALT,
)
T_OLDEST = {**T, "ruleset": tr.load(OLDEST_FIRST).to_data(), "festival": ["pink-3", "blue-2"]}
GOODS = [S, S_ALIKE, F, F_VIOLET, T, T_OLDEST]


def laid(data: Data) -> Any:
    """The first state of a game with a deal."""
    deal = tr.Deal.from_data(through_json(data))
    state = tr.new_game(deal.ruleset, deal.seats, deal=deal)
    assert state.ply == 0
    return state


def play(state: Any, *moves: str) -> Any:
    """The state after some moves in notation."""
    for text in moves:
        state = tr.apply_move(state, tr.parse_move(state, text))
    return state


def test_a_meadow_laid_by_hand() -> None:
    state = laid(S)
    assert tr.new_game(tr.load(MEADOW), 2, deal=tr.Deal.from_data(S)) == state
    lie = {label: (cell.tile, cell.facing) for label, cell in state.cells.items()}
    assert lie == {
        "a1": ("red", None),
        "a2": ("serendip", "e"),
        "b1": ("blue", None),
        "b2": ("serendip", "se"),
        "b3": ("red", None),
        "c1": ("serendip", "ne"),
        "c2": ("blue", None),
    }
    assert not any(cell.up for cell in state.cells.values())
    state = play(state, "choose red", "choose blue", "reveal b2")
    assert (state.shown.tile, state.shown.facing) == ("serendip", "se")


@pytest.mark.parametrize(
    ("facing", "alike"),
    [(None, "ne"), ("sw", "ne"), ("e", "e"), ("w", "e"), ("se", "se"), ("nw", "se")],
)
def test_facings_that_look_alike_are_one(facing: str | None, alike: str) -> None:
    """The edges repeat themselves after three."""
    changed = copy.deepcopy(S)
    changed["cells"]["a2"]["facing"] = facing
    deal = tr.Deal.from_data(changed)
    assert isinstance(deal, serendipity.Deal)
    assert deal.cells["a2"].facing == alike
    assert deal.to_data()["cells"]["a2"] == {"tile": "serendip", "facing": alike}


def test_beds_laid_by_hand() -> None:
    state = laid(F)
    assert tr.new_game(tr.load(BED), 2, deal=tr.Deal.from_data(F)) == state
    assert [dict(garden) for garden in state.gardens] == [
        {(0, 0): ("red-2-blue",)},
        {(0, 0): ("blue-2",)},
    ]
    assert state.piles == (("red-1", "blue-1", "blue-1"), ("red-2", "red-2"))
    assert [(each.pile, each.card) for each in state.shown] == [(0, "red-1"), (1, "red-2")]
    assert play(state, "take 0", "place 1,0", "take 0").in_hand == "blue-1"
    assert [dict(garden) for garden in laid(F_VIOLET).gardens] == [{(0, 0): ("violet",)}] * 2


def test_a_bunch_dealt_by_hand() -> None:
    state = laid(T)
    assert tr.new_game(tr.load(BUNCH), 2, deal=tr.Deal.from_data(T)) == state
    assert state.festival == state.shown == ("blue-2", "pink-3")
    assert state.ranking == laid(T_OLDEST).ranking == ("pink", "blue")
    assert state.hands == (("pink-2", "pink-2"), ("blue-3", "orange-2"))
    assert state.lottery == (0, 1, 0, 3, 2, 0, 6)
    state = play(state, "start pink-2", "start orange-2")
    assert state.in_hand == "blue-2"
    assert state.secret == ("pink-2", "blue-3")
    assert state.deck == ("orange-2", "purple-3", "purple-2", "purple-2")


@pytest.mark.parametrize(
    ("data", "layout"),
    [
        (S, "red serendip:e blue serendip:se red serendip:ne blue"),
        (S_ALIKE, "red serendip:ne blue serendip:ne red serendip:ne blue"),
        (F, "red-2-blue blue-2 | red-1 blue-1 blue-1 | red-2 red-2 | blue-2 blue-2 red-1"),
        (
            T,
            "blue-2 pink-3 | pink-2 pink-2 | blue-3 orange-2 | "
            "blue-2 orange-2 purple-3 purple-2 purple-2 | orange-3 | 0 1 0 3 2 0 6",
        ),
    ],
)
def test_the_layout_of_what_was_written(data: Data, layout: str) -> None:
    deal = tr.Deal.from_data(data)
    assert deal.layout == layout
    assert deal.salt == (b"\x5a\x17" * 16 if "salt" in data else bytes(32))


@pytest.mark.parametrize("good", GOODS)
def test_what_was_written_is_written_again(good: Data) -> None:
    """With the heading first, and a salt; the schema accepts both."""
    SCHEMA.validate(good)
    data = tr.Deal.from_data(good).to_data()
    SCHEMA.validate(data)
    assert list(data)[:3] == ["format", "ruleset", "seats"]
    assert data["format"] == 1
    assert data["salt"] == good.get("salt", "0" * 64)
    for key in good.keys() - {"salt", "cells"}:
        assert data[key] == good[key]


# ---- there and back -------------------------------------------------------------------------


def check_there_and_back(ruleset: tr.Ruleset, seats: int, seed: int | bytes) -> None:
    """What is written of a deal is the deal when it is read, and nothing of it is lost."""
    deal = tr.deal(ruleset, seats, seed=seed)
    for whole in (False, True):
        data = through_json(deal.to_data(whole=whole))
        SCHEMA.validate(data)
        assert ("values" in data["ruleset"]) == (whole or ruleset.id not in tr.ruleset_ids())
        again = tr.Deal.from_data(data)
        assert type(again) is type(deal) is GAMES[ruleset.game].Deal
        assert again == deal == pickle.loads(pickle.dumps(again))
        assert hash(again) == hash(deal)
        assert (again.layout, again.salt) == (deal.layout, deal.salt)
        assert again.commitment == deal.commitment
        assert tr.verify_deal(again, deal.commitment)
        assert tr.new_game(ruleset, seats, deal=again) == tr.new_game(ruleset, seats, seed=seed)


@pytest.mark.unmeasured
@pytest.mark.parametrize(("id", "seats"), TABLES)
def test_bundled_deals_are_read_back(id: str, seats: int) -> None:
    for seed in (7, b"a seed"):
        check_there_and_back(tr.load(id), seats, seed)


@pytest.mark.unmeasured
@pytest.mark.parametrize("game", GAMES)
def test_deals_of_drawn_cards_are_read_back(game: str) -> None:
    @settings(max_examples=25)
    @given(testing.tables(game))
    def are_read_back(table: tuple[tr.Ruleset, int]) -> None:
        check_there_and_back(*table, 7)

    are_read_back()


def test_a_deal_is_one_of_its_rules_alone() -> None:
    deal = tr.Deal.from_data(F)
    with pytest.raises(ValueError, match="this is no deal of flowers for 2 seats"):
        tr.new_game(tr.load("flowers"), 2, deal=deal)


def test_other_salts_and_layouts_are_not_the_deal() -> None:
    deal = tr.Deal.from_data(F)
    for changes in ({"salt": "5a18" * 16}, {"starts": ["blue-2", "red-2-blue"]}):
        other = tr.Deal.from_data(F | changes)
        assert other != deal
        assert not tr.verify_deal(other, deal.commitment)


# ---- one fault ------------------------------------------------------------------------------

NO_RED = "expected one of blue, red, serendip, not "
NO_BED_CARD = "expected a card of these rules, as red-1"
NO_TULIP = "expected a card of these rules, as pink-2"
NO_SALT = "expected 64 hexadecimal digits"

ANYWHERE: list[tuple[Change, str, str]] = [
    (put("format", value=2), "format", "newer than this library"),
    (drop("ruleset"), "ruleset", "is missing"),
    (put("ruleset", value="serendipidy"), "ruleset", "did you mean 'serendipity'"),
    (drop("seats"), "seats", "is missing"),
    (put("seats", value=3), "seats", "custom is for 2 seats"),
    (put("seats", value=HUGE), "seats", "a whole number, not a huge number"),
    (put("phase", value="over"), "", "no key 'phase'"),
    (put("seed", value=7), "", "no key 'seed'"),
    (put("salt", value=SALT[1:]), "salt", NO_SALT),
    (put("salt", value=SALT + "\n"), "salt", NO_SALT),
    (put("salt", value=SALT.upper()), "salt", NO_SALT),
    (put("salt", value=" " * 64), "salt", NO_SALT),
    (put("salt", value="٣" * 64), "salt", NO_SALT),
    (put("salt", value=None), "salt", "expected a text"),
    (put("salt", value=HUGE), "salt", "not a huge number"),
]
FAULTS: list[tuple[Data, Change, str, str]] = [
    *((good, *fault) for good in (S, F, T) for fault in ANYWHERE),
    # Serendipity
    (S, drop("cells"), "cells", "is missing"),
    (S, put("cells", value=[]), "cells", "expected an object with keys, not a list"),
    (S, drop("cells", "b2"), "cells.b2", "is missing"),
    (S, put("cells", "d1", value={"tile": "red"}), "cells", "no key 'd1'"),
    (S, put("cells", "a1", value="red"), "cells.a1", "expected an object"),
    (S, put("cells", "a1", value={}), "cells.a1.tile", "is missing"),
    (S, put("cells", "a1", "tile", value="green"), "cells.a1.tile", NO_RED + "'green'"),
    (S, put("cells", "a1", "tile", value=None), "cells.a1.tile", NO_RED + "null"),
    (S, put("cells", "a1", "tile", value=["red"]), "cells.a1.tile", NO_RED + "a list"),
    (S, put("cells", "a1", "up", value=False), "cells.a1", "no key 'up'"),
    (S, put("cells", "a1", "facing", value="e"), "cells.a1.facing", "only a Serendip"),
    (S, put("cells", "a2", "facing", value="n"), "cells.a2.facing", "expected one of ne, e"),
    (S, put("cells", "a2", "facing", value=1), "cells.a2.facing", "expected one of ne, e"),
    (S, put("cells", "a1", "tile", value="blue"), "cells", "more than 2 blue tiles"),
    (S, put("cells", "a1", "tile", value="serendip"), "cells", "more than 3 Serendips"),
    (S, put("cells", "a2", value={"tile": "red"}), "cells", "more than 2 red tiles"),
    (S_ALIKE, put("cells", "a2", "facing", value="e"), "cells.a2.facing", "all Serendips alike"),
    (S_ALIKE, put("cells", "a2", "facing", value="nw"), "cells.a2.facing", "all Serendips alike"),
    # Flowers
    (F, drop("starts"), "starts", "is missing"),
    (F, put("starts", value="red-1"), "starts", "expected a list, not 'red-1'"),
    (F, put("starts", value=["red-1"]), "starts", "expected 2 cards, not 1"),
    (F, put("starts", 0, value="red-3"), "starts[0]", NO_BED_CARD),
    (F, put("starts", 0, value="violet"), "starts[0]", NO_BED_CARD),
    (F, put("starts", 1, value=None), "starts[1]", "expected a text"),
    (F, drop("piles"), "piles", "is missing"),
    (F, put("piles", value={}), "piles", "expected a list, not an object"),
    (F, put("piles", value=[[]]), "piles", "expected 2 piles, not 1"),
    (F, put("piles", 0, value=["red-1"]), "piles[0]", "expected 3 cards, not 1"),
    (F, put("piles", 1, value=0), "piles[1]", "expected a list"),
    (F, put("piles", 1, 1, value="red-2-red"), "piles[1][1]", NO_BED_CARD),
    (F, drop("left_over"), "left_over", "is missing"),
    (F, put("left_over", value=[]), "left_over", "expected 3 cards, not 0"),
    (F, put("left_over", value=["red-1"] * 10**6), "left_over", "expected 3 cards, not 1000000"),
    (F, put("left_over", 2, value=HUGE), "left_over[2]", "not a huge number"),
    (F, put("left_over", 2, value="red-2"), "", "3 cards red-2 lie on the table, and there are 2"),
    (
        F,
        put("starts", 1, value="red-2-blue"),
        "",
        "2 cards red-2-blue lie on the table, and there is 1",
    ),
    (F_VIOLET, put("starts", 1, value="red-1"), "starts[1]", "expected one of violet"),
    (F_VIOLET, put("piles", 0, 2, value="violet"), "piles[0][2]", NO_BED_CARD),
    (
        F_VIOLET,
        put("left_over", 0, value="blue-1"),
        "",
        "3 cards blue-1 lie on the table, and there are 2",
    ),
    # Gift of Tulips
    (T, drop("festival"), "festival", "is missing"),
    (T, put("festival", value=["blue-2"]), "festival", "expected 2 cards, not 1"),
    (T, put("festival", 0, value="blue-4"), "festival[0]", NO_TULIP),
    (T, put("festival", value=["blue-2", "blue-3"]), "festival", "no colour is drawn twice"),
    (T, put("festival", value=["pink-3", "blue-2"]), "festival", "from the lowest to the highest"),
    (T_OLDEST, put("festival", value=T["festival"]), "festival", "from the highest to the lowest"),
    (T, drop("hands"), "hands", "is missing"),
    (T, put("hands", value=[]), "hands", "expected 2 hands, not 0"),
    (T, put("hands", value=[[]] * 10**6), "hands", "expected 2 hands, not 1000000"),
    (T, put("hands", 1, value=["blue-3"]), "hands[1]", "expected 2 cards, not 1"),
    (T, put("hands", 1, 0, value="rose-3"), "hands[1][0]", NO_TULIP),
    (T, drop("deck"), "deck", "is missing"),
    (T, put("deck", value=[]), "deck", "expected 5 cards, not 0"),
    (T, put("deck", 4, value=None), "deck[4]", "expected a text"),
    (T, put("left_out", value=[]), "left_out", "expected 1 card, not 0"),
    (
        T,
        put("festival", 1, value="purple-3"),
        "",
        "2 cards purple-3 lie on the table, and there is 1",
    ),
    (
        T,
        put("hands", 1, 1, value="purple-3"),
        "",
        "2 cards purple-3 lie on the table, and there is 1",
    ),
    (T, put("deck", 0, value="blue-3"), "", "2 cards blue-3 lie on the table, and there is 1"),
    (
        T,
        put("left_out", 0, value="purple-3"),
        "",
        "2 cards purple-3 lie on the table, and there is 1",
    ),
    (T, drop("lottery"), "lottery", "is missing"),
    (T, put("lottery", value=[0] * 6), "lottery", "expected 7 numbers, not 6"),
    (T, put("lottery", value={"0": 0}), "lottery", "expected a list"),
    (T, put("lottery", 1, value=2), "lottery[1]", "whole number from 0 to 1, not 2"),
    (T, put("lottery", 6, value=7), "lottery[6]", "whole number from 0 to 6, not 7"),
    (T, put("lottery", 2, value=-1), "lottery[2]", "whole number from 0 to 2, not -1"),
    (T, put("lottery", 2, value=True), "lottery[2]", "not true"),
    (T, put("lottery", 2, value=1.0), "lottery[2]", "not 1.0"),
    (T, put("lottery", 2, value=HUGE), "lottery[2]", "not a huge number"),
]


@pytest.mark.parametrize(("good", "change", "path", "words"), FAULTS)
def test_a_fault_is_named_by_its_path(good: Data, change: Change, path: str, words: str) -> None:
    error = refused(tr.Deal.from_data, good, change)
    assert error.path == path
    assert words in error.problem


@pytest.mark.parametrize("whole", [None, [], "tulips", 7, True, 1.5, {1: 2}, {HUGE: 0}])
def test_what_is_no_deal_at_all(whole: object) -> None:
    with pytest.raises(tr.InvalidData):
        tr.Deal.from_data(whole)


@pytest.mark.parametrize(
    ("cls", "good", "game"),
    [
        (flowers.Deal, S, "serendipity"),
        (tulips.Deal, F, "flowers"),
        (serendipity.Deal, T, "tulips"),
    ],
)
def test_a_deal_of_another_game(cls: type[tr.Deal], good: Data, game: str) -> None:
    with pytest.raises(tr.InvalidData) as caught:
        cls.from_data(good)
    assert (caught.value.path, caught.value.problem) == (
        "ruleset",
        f"this is a deal of {game}, another game",
    )


def test_a_state_is_no_deal() -> None:
    state = tr.new_game(tr.load("flowers"), 2, seed=7)
    with pytest.raises(tr.InvalidData, match="no key 'phase'"):
        tr.Deal.from_data(state.to_data())


# ---- many faults ----------------------------------------------------------------------------


@settings(max_examples=200)
@given(broken(lambda: GOODS))
def test_a_broken_deal_is_invalid_data_or_a_deal(data: Data) -> None:
    try:
        deal = tr.Deal.from_data(data)
    except tr.InvalidData:
        return
    written = through_json(deal.to_data())
    assert tr.Deal.from_data(written) == deal
    dealt = tr.deal(deal.ruleset, deal.seats, seed=1).to_data()
    assert Counter(things(written)) == Counter(things(dealt))


def things(data: Data) -> Iterator[str]:
    """The tiles or cards of a deal."""
    todo = [data[key] for key in data.keys() - {"ruleset", "salt", "lottery"}]
    while todo:
        entry = todo.pop()
        if isinstance(entry, dict):
            todo += [entry["tile"]] if "tile" in entry else entry.values()
        elif isinstance(entry, list):
            todo += entry
        elif isinstance(entry, str):
            yield entry
