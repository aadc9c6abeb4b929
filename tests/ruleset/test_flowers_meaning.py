"""What a schema cannot say about a Flowers card: each check with faulty and sound cards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import tilerules as tr
from tests.ruleset.cards import laid

VIOLET = {"card": "violet", "violet": "neutral", "cover_violet": "never"}
ONE_COLOUR = {"colours": ["yellow"], "butterflies": []}
TINY = {"players": [4], "cards": {**ONE_COLOUR, "values": {"2": "removed", "3": "removed"}}}
FLAT = {"cards": "never"}
IN_TWO = {"players": [2], "cover": FLAT}
ONE_CELL = {"players": [2], "garden": {"width": 1, "height": 1}}


def on(*names: str) -> dict[str, Any]:
    """A change of the butterflies."""
    return {"cards": {"butterflies": list(names)}}


def piles(seats: int, **changes: Any) -> dict[str, Any]:
    """A change of the piles for a number of players."""
    return {"for_players": {str(seats): {"piles": changes}}}


def small(ones: int) -> dict[str, Any]:
    """One colour, of which there are so many cards, for four players."""
    return laid(TINY, {"cards": {"values": {"1": ones - 1, "4": 1}}})


def steps(*steps: str, **turn: Any) -> dict[str, Any]:
    """A change of the steps of a turn, and of what else is said of it."""
    return {"turn": {"steps": list(steps), **turn}}


# The code, the key and the message of the problem, the change that is refused, and the mending.
FAULTY: list[tuple[str, str, str, dict[str, Any], dict[str, Any]]] = [
    (
        "too_many_cards",
        "cards.values",
        "4 colours of 61 are 244 cards, more than 240",
        {"cards": {"values": {"1": 15, "2": 15, "3": 15, "4": 16}}},
        {"cards": {"values": {"4": 15}}},
    ),
    (
        "butterflies_without_cards",
        "cards.butterflies",
        "`yellow-4-pink` names the colour `pink`, which there is not",
        on("yellow-4-pink"),
        on("yellow-4-red"),
    ),
    (
        "butterflies_without_cards",
        "cards.butterflies",
        "`pink-4-red` names the colour `pink`, which there is not",
        on("yellow-4-red", "pink-4-red"),
        on("yellow-4-red", "blue-4-red"),
    ),
    (
        "butterflies_without_cards",
        "cards.butterflies",
        "more butterflies are on `yellow-5` than there are such cards",
        on("yellow-5-red"),
        {"cards": {"values": {"5": 1}}},
    ),
    (
        "butterflies_without_cards",
        "cards.butterflies",
        "more butterflies are on `red-1` than there are such cards",
        laid({"cards": {"values": {"1": 1, "4": 12}}}, on("red-1-blue", "red-1-green")),
        on("red-1-blue", "blue-1-green"),
    ),
    (
        "too_few_cards",
        "piles.sizes",
        "with 3 players: the piles need 106 cards, and 105 are left after the start cards",
        piles(3, sizes=[35, 35, 36]),
        piles(3, sizes=[35, 35, 35]),
    ),
    (
        "too_few_cards",
        "piles.sizes",
        "with 2 players: the piles need 107 cards, and 106 are left after the start cards",
        piles(2, sizes=[35, 36, 36]),
        {"start": VIOLET},
    ),
    (
        "too_few_cards",
        "cards.values",
        "3 piles cannot be made of the 2 cards after the start cards",
        small(6),
        small(7),
    ),
    (
        "too_few_piles",
        "piles.hidden",
        "3 piles cannot be hidden, there are 2",
        {"players": [1], "piles": {"hidden": 3}},
        {"piles": {"hidden": 2}},
    ),
    (
        "too_few_piles",
        "piles.hidden",
        "4 piles cannot be hidden, there are 3",
        {"players": [4], "piles": {"hidden": 4}},
        {"piles": {"hidden": 3}},
    ),
    (  # 78 cards in three piles last for 76 turns, so each of two seats gets 38, and the start card
        "no_room",
        "garden.width",
        "a garden of 6 by 6 has room for 36 cards, and a seat can get 39",
        {**IN_TWO, "garden": {"width": 6, "height": 6}},
        {"garden": {"width": 7}},
    ),
    (
        "no_room",
        "garden.width",
        "a garden of 13 by 3 has room for 39 cards, and a seat can get 40",
        {
            **IN_TWO,
            "garden": {"width": 13, "height": 3},
            **piles(2, sizes=[26, 27, 27]),
        },
        piles(2, sizes=[26, 26, 26]),
    ),
    (  # on each of 15 cells lie two cards at last
        "no_room",
        "garden.width",
        "a garden of 5 by 3 has room for 30 cards, and a seat can get 39",
        {"players": [2], "garden": {"width": 5, "height": 3}, "cover": {"depth": 2}},
        {"cover": {"depth": 3}},
    ),
    (
        "no_room",
        "garden.width",
        "a garden of 1 by 1 has room for 1 card, and a seat can get 39",
        {**ONE_CELL, "cover": {"cards": "not_start"}},
        {"cover": {"cards": "any"}},
    ),
    (
        "no_room",
        "garden.width",
        "a garden of 1 by 1 has room for 1 card, and a seat can get 39",
        {**ONE_CELL, "start": VIOLET},
        {"start": {"cover_violet": "may"}},
    ),
    (  # seat 1 alone has a garden of six by six
        "no_room",
        "garden.width",
        "a garden of 6 by 6 has room for 36 cards, and a seat can get 39",
        {
            **IN_TWO,
            "garden": {"width": 7, "height": 6},
            "seats": {"1": {"width": 6}},
        },
        {"seats": {"1": {"height": "never"}}},
    ),
    (  # of 39 cards two lie on top of others
        "no_room",
        "garden.width",
        "a garden of 6 by 6 has room for 38 cards, and a seat can get 39",
        {
            "players": [2],
            "garden": {"width": 6, "height": 6},
            "uses": {"cover": {"times": 2}},
        },
        {"uses": {"cover": {"times": 3}}},
    ),
    (  # all 78 cards are played
        "no_room",
        "garden.width",
        "a garden of 13 by 3 has room for 39 cards, and a seat can get 40",
        {**IN_TWO, "garden": {"width": 13, "height": 3}, "end": {"empty_piles": 3}},
        {"end": {"empty_piles": 1}},
    ),
    (
        "use_without_covering",
        "uses.cover",
        "no card may be covered, so this would limit nothing",
        {"cover": FLAT, "uses": {"cover": {"times": 2}}},
        {"cover": {"cards": "not_start"}},
    ),
    (
        "garden_without_size",
        "end.full_gardens",
        "the garden of seat 0 has no largest height, so it is never full",
        {
            "garden": {"width": 9},
            "end": {"any_of": ["full_gardens"], "full_gardens": 1},
        },
        {"garden": {"height": 9}},
    ),
    (
        "over_at_once",
        "end.full_gardens",
        "with 2 players: what the end waits for is there before the first turn",
        {
            "players": [2, 3],
            "garden": {"width": 1, "height": 1},
            "end": {"any_of": ["full_gardens"], "full_gardens": 2},
            "for_players": {"3": {"garden": {"width": 2}}},
        },
        {"seats": {"1": {"height": 2}}},
    ),
    (
        "too_few_gardens",
        "end.full_gardens",
        "3 gardens cannot be full, there are 2",
        {
            "players": [2],
            "garden": {"width": 9, "height": 9},
            "end": {"all_of": ["full_gardens"], "full_gardens": 3},
        },
        {"end": {"full_gardens": 2}},
    ),
    (
        "too_few_piles",
        "end.empty_piles",
        "4 piles cannot be empty, there are 3",
        {"players": [2], "end": {"empty_piles": 4}},
        {"end": {"empty_piles": "all"}},
    ),
    (
        "goal_of_several",
        "goal",
        "a goal is for one player, who plays alone; say `players: [1]`, or put this under "
        "`for_players: {1: ...}`",
        {"players": [2], "goal": {"points": 9}},
        {"players": [1]},
    ),
    (
        "block_without_step",
        "scoring.squares",
        "the block `squares` is none of the steps, so it would never score: "
        "add it to `steps`, or say `squares: removed`",
        {"scoring": {"squares": {"side": 2, "of": "any", "points": 1}}},
        {"scoring": {"steps": ["squares", "discards", "fields", "butterflies"]}},
    ),
    (
        "step_without_block",
        "scoring.fields",
        "the step `fields` has no block under `scoring`",
        {"scoring": {"fields": "removed"}},
        {"scoring": {"steps": ["discards", "butterflies"]}},
    ),
    (
        "block_without_step",
        "scoring.steps",
        "the block `discards` is none of the steps, so it would never score: "
        "add it to `steps`, or say `discards: removed`",
        {"scoring": {"steps": ["fields", "butterflies"]}},
        {"scoring": {"discards": "removed"}},
    ),
    (
        "tie_break_without_step",
        "tie_breaks",
        "`butterflies` cannot break a tie: it is none of the steps of scoring",
        {
            "scoring": {"steps": ["discards", "fields"], "butterflies": "removed"},
            "tie_breaks": ["fields", "butterflies"],
        },
        {"tie_breaks": ["fields", "discards"]},
    ),
    (
        "takes_and_places",
        "turn.steps",
        "2 cards would be taken in a turn, and 1 laid",
        steps("take", "take", "place"),
        steps("take", "take", "place", "place"),
    ),
    (
        "takes_and_places",
        "turn.steps",
        "1 card would be taken in a turn, and 2 laid",
        steps("take", "place", "place_or_discard", hand=2),
        steps("take", "place_or_discard"),
    ),
    (
        "no_card_to_place",
        "turn.steps",
        "in step 1, `place`, no card is in hand",
        steps("place", "take"),
        {"turn": {"hand": 1}},
    ),
    (
        "no_card_to_place",
        "turn.steps",
        "in step 4, `place_or_discard`, no card is in hand",
        steps("take", "place", "place", "place_or_discard", "take", "take", hand=1),
        {"turn": {"hand": 2}},
    ),
    (
        "use_without_step",
        "uses.discard",
        "no step is `place_or_discard`, so nothing can be discarded",
        {"uses": {"discard": {"times": 2}}},
        steps("take", "place_or_discard"),
    ),
    (
        "too_few_cards",
        "turn.hand",
        "with 2 players: the piles need 78 cards, and 76 are left after the start cards and the"
        " hands",
        {"players": [2, 4], "cards": {"values": {"3": 3}}, "turn": {"hand": 5}},
        {"turn": {"hand": 4}},
    ),
    (
        "too_few_cards",
        "turn.hand",
        "3 piles cannot be made of the 0 cards after the start cards and the hands",
        laid(small(8), {"turn": {"hand": 1}}),
        {"cards": {"values": {"1": 11}}},
    ),
    (
        "too_few_cards",
        "piles.number",
        "4 piles cannot be made of the 3 cards after the start cards",
        laid(small(7), {"piles": {"dealt": "display", "number": 3, "hidden": 1}}),
        {"piles": {"hidden": 0}},
    ),
    (
        "too_few_piles",
        "piles.hidden",
        "2 piles cannot be hidden, a display has one stock",
        {"players": [4], "piles": {"dealt": "display", "hidden": 2}},
        {"piles": {"hidden": 1}},
    ),
]


def errors(change: dict[str, Any]) -> list[tr.Problem]:
    """What is wrong with Flowers when this is changed."""
    problems = tr.check({"extends": "flowers", **change})
    return [problem for problem in problems if problem.severity == "error"]


@pytest.mark.parametrize(("code", "key", "message", "change", "mend"), FAULTY)
def test_a_check(
    code: str, key: str, message: str, change: dict[str, Any], mend: dict[str, Any]
) -> None:
    [problem] = errors(change)
    assert (problem.code, problem.message) == (code, message)
    assert problem.key == key
    mended = laid(change, mend)
    assert errors(mended) == []
    ruleset = tr.load({"extends": "flowers", **mended})
    for seats in ruleset.seat_counts:
        assert (
            tr.new_game(ruleset, seats, seed=1).phase
            == ruleset.values_for(seats)["turn"]["steps"][0]
        )


def test_start_cards_that_are_not_there_leave_no_cards() -> None:
    message = "3 piles cannot be made of the 0 cards after the start cards"
    assert message in [problem.message for problem in errors(small(3))]
    assert errors(laid(small(3), {"start": VIOLET})) == []


# ---- how many cards a garden holds ----------------------------------------------------------

Cards = frozenset[tuple[tuple[int, int], int]]  # the cells of a garden, and how many lie on each


def held_at_least(wide: int, high: int, cover: dict[str, Any], violet: str | None) -> int:
    """The fewest cards with which a garden can be stuck, found by laying them in every way."""
    met: set[Cards] = {frozenset({((0, 0), 1)})}
    left, stuck = [*met], []
    while left:
        garden = left.pop()
        after = {*grown(garden, wide, high), *heaped(garden, cover, violet)}
        if not after:
            stuck.append(sum(number for _, number in garden))
        left += after - met
        met |= after
    return min(stuck)


def grown(garden: Cards, wide: int, high: int) -> Iterator[Cards]:
    """The gardens with one more cell, beside another one, no larger than they may be."""
    cells = dict(garden)
    near = {(x + dx, y + dy) for x, y in cells for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0))}
    for cell in near - cells.keys():
        columns, rows = zip(*cells, cell, strict=True)
        if max(columns) - min(columns) < wide and max(rows) - min(rows) < high:
            yield garden | {(cell, 1)}


def heaped(garden: Cards, cover: dict[str, Any], violet: str | None) -> Iterator[Cards]:
    """The gardens with a card laid on another."""
    for cell, number in garden:
        is_first = (cell, number) == ((0, 0), 1)
        allowed = cover["cards"] == "any" or (cover["cards"] == "not_start" and not is_first)
        if number >= cover.get("depth", 99):
            allowed = False
        if is_first and violet:
            allowed = violet == "may"
        if allowed:
            yield garden - {(cell, number)} | {(cell, number + 1)}


@pytest.mark.parametrize("violet", [None, "may", "never"])
@pytest.mark.parametrize(
    "cover",
    [
        *({"cards": cards, "depth": depth} for cards in ("any", "not_start") for depth in (2, 3)),
        FLAT,
    ],
    ids=str,
)
@pytest.mark.parametrize(("wide", "high"), [(1, 1), (2, 1), (2, 2)])
def test_a_garden_takes_as_many_cards_as_it_surely_holds(
    wide: int, high: int, cover: dict[str, Any], violet: str | None
) -> None:
    holds = held_at_least(wide, high, cover, violet)
    card: dict[str, Any] = {
        "players": [1],
        "for_players": "removed",
        "garden": {"width": wide, "height": high},
        "cover": cover,
        "piles": {"dealt": "listed", "sizes": [max(holds - 1, 1)], "hidden": 0},
    }
    if violet:
        card["start"] = {**VIOLET, "cover_violet": violet}
    if holds > 1:
        assert errors(card) == []
        ruleset = tr.load({"extends": "flowers", **card})
        for seed in range(5):
            assert tr.playout(tr.new_game(ruleset, 1, seed=seed), tr.uniform, seed=seed).is_over
        card["piles"]["sizes"] = [holds]
    [problem] = errors(card)
    cards = "1 card" if holds == 1 else f"{holds} cards"
    assert problem.message == (
        f"a garden of {wide} by {high} has room for {cards}, and a seat can get {holds + 1}"
    )
