"""The model itself, tried by hand-made gardens and by random games."""

from __future__ import annotations

import copy
import random
from collections import Counter
from typing import Any

import pytest

from .cards import changed
from .flowers import (
    VIOLET,
    Garden,
    Naive,
    beside,
    butterfly_of,
    colour_of,
    deck,
    most_in_hand,
    perft,
    pile_sizes,
    score_garden,
    sides_of,
    steps_of,
    value_of,
)
from .flowers_cards import BASE, FOUR, base, new_game, random_card

pytestmark = pytest.mark.unmeasured


def summer(word: str, cover: str = "never", **values: Any) -> dict[str, Any]:
    start = {"card": "violet", "violet": word, "cover_violet": cover}
    return changed(BASE, start=start, **values)


def text(short: str) -> str:
    """`y4g` is a yellow 4 with a green butterfly, `v` the violet card."""
    names = {name[0]: name for name in FOUR}
    if short == "v":
        return VIOLET
    parts = [names[short[0]], short[1]] + [names[letter] for letter in short[2:]]
    return "-".join(parts)


def garden(*rows: str) -> Garden:
    """Rows of stacks, from the bottom with + between, `.` a free cell; the first is 0,0."""
    return {
        (x, y): [text(short) for short in stack.split("+")]
        for y, row in enumerate(rows)
        for x, stack in enumerate(row.split())
        if stack != "."
    }


def total(card: dict[str, Any], *rows: str) -> int:
    entry = score_garden(card, garden(*rows))
    assert entry["total"] == sum(line[2] for line in entry["lines"])
    return int(entry["total"])


def run(game: Naive, *moves: str) -> Naive:
    for move in moves:
        game = game.play(move)
    return game


def small(card: dict[str, Any], starts: str, *piles: str, hands: str = "") -> Naive:
    """Piles of red 1 to 4 by their digits, from the top, and so the hands."""
    cards, held = ([[f"red-{n}" for n in pile] for pile in some] for some in (piles, hands.split()))
    return Naive(card, len(starts.split()), [text(s) for s in starts.split()], cards, held)


@pytest.mark.parametrize(
    ("rows", "points"),
    [
        (["r2 b2 y2 g2"], -4),
        (["r2 b2", "y2 g2"], -4),
        (["r1 b1"], -2),
        (["r4 b4 y4 g4 r4"], -5),
        (["r3+b1+y2"], -3),  # two cards beneath
        (["r1"], 0),
        (["r2 b2"], 0),
        (["r2 .", ". b2"], -2),  # corners do not touch
        (["r2 r2 r1 r3", ". . . b3", ". . . y3"], 0),  # four of a colour
        (["r2 r2 r1 r3", ". . . r3", ". . . y3"], 5),
        (["r2 r2 r1 r3", ". . . r3", ". . . r3", ". . . r1"], 7),
        (["r2 r2 r1 r2", ". . . r2"], 5),  # values may repeat in a field
        (["y4g g4", "b4 r4"], 1),
        (["y4g g1", "b4 .", "r4 r4"], 1),
        (["y4g b4", "b4 g4"], 0),  # the green card lies at a corner
        (["y4g g2", "b4 .", "r4 r4"], -1),  # its neighbour did not survive
        (["y4g g1", "b4 .", "r4 ."], -3),  # nor here the butterfly
        (["y4g y1", "g4 .", "g4 g4"], 1),  # two green ones would pay once, too
        (["y4g g1 .", "g4 g2 b2", "g4 g4 ."], 1 + 5),
        (["y4g+b1 g1"], -2 - 1),
        (["y4g+b1 g2 g2"], 0),  # a covered butterfly
        (["y4g g4b", "b4g y4"], 1 + 0),  # g4b and b4g lie at corners
        (["y4b b4y", "b4y y4"], 3),
    ],
)
def test_examples(rows: list[str], points: int) -> None:
    assert total(BASE, *rows) == points


def test_lines() -> None:
    rows = ["r2 r2 r1 r3 .", ". . y4b r3 y2+b2", ". g4 b4y r3 .", ". . y4 . ."]
    assert score_garden(BASE, garden(*rows)) == {
        "total": 6 + 2 - 2,
        "lines": [
            ("discards", "2", -2, 2, ("4,1",)),
            ("fields", "red", 6, 6, ("0,0", "1,0", "2,0", "3,0", "3,1", "3,2")),
            ("butterflies", "blue", 1, 1, ("2,1",)),
            ("butterflies", "yellow", 1, 1, ("2,2",)),
        ],
    }
    lines = score_garden(BASE, {(-1, 2): ["red-3"], (10, 0): ["red-1"], (9, 0): ["blue-1"]})
    assert lines["lines"] == [
        ("discards", "1", -2, 2, ("9,0", "10,0")),
        ("discards", "3", -1, 1, ("-1,2",)),
    ]


def test_row_order() -> None:
    rows = [". . r1 r2 r2 r1 r2 b2", ".", "r1 r2 r2", ". . r1 r2 b2"]
    both = score_garden(BASE, garden(*rows))["lines"]
    upper = ("fields", "red", 5, 5, ("2,0", "3,0", "4,0", "5,0", "6,0"))
    lower = ("fields", "red", 5, 5, ("0,2", "1,2", "2,2", "2,3", "3,3"))
    assert [line for line in both if line[0] == "fields"] == [upper, lower]
    one = score_garden(changed(BASE, scoring__fields__counted="largest"), garden(*rows))["lines"]
    assert one == [upper]


def test_touching() -> None:
    around = changed(BASE, garden__touching="corners_too")
    assert total(around, "r2 .", ". b2") == 0
    assert total(around, "r1 .", ". b1") == -2
    assert total(around, "y4g b4", "b4 g4") == 1
    assert total(around, "r2 . r2", ". r1 .", "r2 . r2") == -4
    assert total(around, "r2 . r3", "r2 . r3", ". r1 r3") == 6
    assert total(BASE, "r2 . r3", "r2 . r3", ". r1 r3") == 0


def test_order() -> None:
    before = changed(BASE, scoring__steps=["fields", "discards", "butterflies"])
    rows = "r1 r2 r3 r4 r1"
    assert (total(BASE, rows), total(before, rows)) == (-3, 5 - 3)
    first = changed(BASE, scoring__steps=["butterflies", "discards", "fields"])
    assert (total(BASE, "y4g g2"), total(first, "y4g g2")) == (-2, 1 - 2)
    assert total(changed(BASE, scoring__steps=["fields"]), rows) == 5
    assert total(changed(BASE, scoring__steps=[]), rows) == 0
    assert total(changed(BASE, scoring__fields__points=3), "r1 r2 r2 r1 r2 b2") == 15


@pytest.mark.parametrize(
    ("counted", "points"), [("each", 5 + 6), ("largest", 6), ("whole_colour", 13)]
)
def test_fields(counted: str, points: int) -> None:
    card = changed(BASE, scoring__fields__counted=counted)
    rows = ["r1 r2 r2 r1 r2 b2", ".", "r1 r2 r2 r1 r2 r2", ".", "r2 r2", ".", "b2 b2 b1"]
    assert total(card, *rows) == points
    rows[2] = rows[0]
    entry = score_garden(card, garden(*rows))
    if counted == "largest":  # of equal ones that with the first cell
        spots = ("0,0", "1,0", "2,0", "3,0", "4,0")
        assert entry["lines"] == [("fields", "red", 5, 5, spots)]
    else:
        counts = {"each": [5, 5], "whole_colour": [12]}[counted]
        assert [line[3] for line in entry["lines"]] == counts


def test_butterflies() -> None:
    each = changed(BASE, scoring__butterflies__counted="each_card")
    rows = ["y4g g1", "g4 .", "g4 b4"]
    assert (total(BASE, *rows), total(each, *rows)) == (1, 2)
    assert score_garden(each, garden(*rows))["lines"] == [("butterflies", "green", 2, 2, ("0,0",))]


def test_violet() -> None:
    neutral, wild, anchor = (summer(word) for word in ("neutral", "wild", "anchor"))
    rows = ["v r1 r2 r2 r1"]
    assert [total(card, *rows) for card in (neutral, wild, anchor)] == [0, 5, 0]
    rows = ["v r1 r2 r2 r1 r2 b2"]
    assert [total(card, *rows) for card in (neutral, wild, anchor)] == [5, 6, 5]
    rows = ["v b1 r2 r2 r1 r2 r2"]
    assert [total(card, *rows) for card in (neutral, wild, anchor)] == [5, 5, 0]
    rows = ["r1 r2 r2 v r2 r2 r1"]  # it joins two parts
    assert [total(card, *rows) for card in (neutral, wild, anchor)] == [0, 7, 0]
    rows = ["v r2", "g4 r2", "y4g b4", "b4 ."]
    assert [total(card, *rows) for card in (neutral, wild, anchor)] == [1, 1, 1]
    rows = ["v y4g", ". r4", ". b4", ". b4"]
    assert [total(card, *rows) for card in (neutral, wild, anchor)] == [0, 1, 0]
    assert total(summer("wild", scoring__butterflies__counted="each_card"), *rows) == 1
    far = summer("wild", scoring__fields__counted="whole_colour")
    assert total(far, "v b1 r2 r2 r1 r3 r3 r3") == 6 + 1
    assert score_garden(wild, garden("v"))["lines"] == []


def test_violet_covered() -> None:
    for word, points in (("neutral", 5), ("wild", 5), ("anchor", 0)):
        card = summer(word, "may")
        assert total(card, "v+r1 r2 r2 r1 r2 b2") == points
        fields = [score_garden(card, garden("v+r1+b1+y3 r1 r2 r2 r1 r2 b2"))]
        assert fields[0]["lines"][0] == ("discards", "3", -3, 3, ("0,0",))
        assert fields[0]["total"] == -3 + (6 if word == "wild" else 5)
    before = summer("wild", "may", scoring__steps=["fields", "discards", "butterflies"])
    assert total(before, "v+b3 r1 r2 r2 r1") == -1


def test_set_up() -> None:
    assert len(deck(BASE)) == 108
    counts = Counter((colour_of(c), value_of(c)) for c in deck(BASE))
    assert counts == {
        (colour, value): n for colour in FOUR for value, n in BASE["cards"]["values"].items()
    }
    marked = [c for c in deck(BASE) if butterfly_of(c)]
    assert len(marked) == len(set(marked)) == 12
    assert not [c for c in marked if butterfly_of(c) == colour_of(c) or value_of(c) != "4"]
    sizes = [[40, 40], [26, 26, 26], [30, 30, 30], [35, 35, 34]]
    assert [pile_sizes(base(n), n) for n in (1, 2, 3, 4)] == sizes
    violet = {"card": "violet", "violet": "neutral", "cover_violet": "never"}
    assert pile_sizes(changed(base(4), start=violet), 4) == [36, 36, 36]
    assert beside((0, 0), "sides") == {(0, -1), (1, 0), (0, 1), (-1, 0)}
    assert len(beside((3, 3), "corners_too") - {(3, 3)}) == 8


def test_turn() -> None:
    game = small(BASE, "b1 b2", "111", "222", "333")
    assert (game.phase, game.to_move, game.turns) == ("take", 0, 0)
    assert game.open_cards() == ["red-1", "red-2", None]
    assert game.legal() == {"take 0", "take 1", "take 2"}
    taken = game.play("take 1")
    assert (taken.phase, taken.to_move, taken.taken_from) == ("place", 0, 1)
    assert (taken.in_hand, taken.piles[1]) == ("red-2", ["red-2", "red-2"])
    assert taken.open_cards() == ["red-1", None, None]
    assert taken.legal() == {"place 0,-1", "place 1,0", "place 0,1", "place -1,0", "cover 0,0"}
    assert taken.score_garden(0)["total"] == 0
    done = taken.play("cover 0,0")
    assert done.gardens == [{(0, 0): ["blue-1", "red-2"]}, {(0, 0): ["blue-2"]}]
    assert (done.phase, done.to_move, done.turns, done.in_hand) == ("take", 1, 1, None)
    assert done.open_cards() == ["red-1", "red-2", None]
    assert done.taken_from is None
    assert taken.play("place 1,0").gardens[0] == {(0, 0): ["blue-1"], (1, 0): ["red-2"]}
    assert run(done, "take 2").open_cards() == ["red-1", "red-2", None]
    at_once = small(changed(BASE, piles__next_shown="at_once"), "b1 b2", "12", "34", "33")
    assert run(at_once, "take 1").open_cards() == ["red-1", "red-4", None]
    assert run(at_once, "take 2").open_cards() == ["red-1", "red-3", None]
    with pytest.raises(ValueError, match="not legal"):
        game.play("place 0,1")


def test_hidden_piles() -> None:
    for hidden, shown in ((0, ["red-1", "red-2"]), (1, ["red-1", None]), (2, [None, None])):
        assert small(changed(BASE, piles__hidden=hidden), "b1", "1", "2").open_cards() == shown


def test_perft() -> None:
    game = small(BASE, "b1 b2", "11111", "22222", "33333")
    # A garden of two cells has 8 places, of one cell 5: one seat's 5 ways lead to 4 * 8 + 5.
    expected = [1, 3, 15, 45, 225, 675, 15 * 9 * (4 * 8 + 5)]
    assert [perft(game, depth) for depth in range(7)] == expected


def test_placing_and_limits() -> None:
    around = small(changed(BASE, garden__placing="corners_too"), "b1 b2", "1", "2", "3").play(
        "take 0"
    )
    assert len(around.legal()) == 8 + 1
    assert "place -1,-1" in around.legal()
    wide = changed(BASE, garden__width=2, garden__height=1)
    game = run(small(wide, "b1", "1111", "222"), "take 0")
    assert game.legal() == {"place 1,0", "place -1,0", "cover 0,0"}
    game = run(game, "place -1,0", "take 0")
    assert game.legal() == {"cover 0,0", "cover -1,0"}


def coverable(card: dict[str, Any], *rows: str) -> set[str]:
    game = small(card, "b1", "11", "22").play("take 0")
    game.gardens = [garden(*rows)]
    return {move.removeprefix("cover ") for move in game.legal() if move.startswith("cover")}


def test_covering() -> None:
    rows = "b1 b2+b3 b4+b1+b2"
    assert coverable(BASE, rows) == {"0,0", "1,0", "2,0"}
    assert coverable(changed(BASE, cover__cards="not_start"), rows) == {"1,0", "2,0"}
    assert coverable(changed(BASE, cover__cards="never"), rows) == set()
    assert coverable(changed(BASE, cover__depth=3), rows) == {"0,0", "1,0"}
    assert coverable(changed(BASE, cover__depth=2), rows) == {"0,0"}
    both = changed(BASE, cover__depth=3, cover__cards="not_start")
    assert coverable(both, rows) == {"1,0"}


def test_covering_violet() -> None:
    no, may = summer("neutral"), summer("neutral", "may")
    assert (coverable(no, "v b1"), coverable(may, "v b1")) == ({"1,0"}, {"0,0", "1,0"})
    for word, on_top in (("not_start", {"0,0", "1,0"}), ("never", set())):
        card = changed(may, cover__cards=word)
        assert "0,0" in coverable(card, "v b1")  # F20 goes before F9
        assert coverable(card, "v+b1 b2") == on_top
    assert coverable(changed(may, cover__depth=2), "v+b1 b2") == {"1,0"}


def test_end() -> None:
    game = run(small(BASE, "b1 b1", "1", "22", "33"), "take 1", "place 1,0")
    assert game.phase == "take"
    over = run(game, "take 0", "place 1,0")
    assert (over.phase, over.to_move, over.turns, over.legal()) == ("over", None, 2, set())
    # Seat 1 took from pile 0; pile 1 was shown before its turn.
    assert over.open_cards() == [None, "red-2", None]
    assert (perft(over, 0), perft(over, 1), perft(game, 1)) == (1, 0, 3)
    # A lonely 2 goes, the 1 beside it stays; two 1s go.
    assert [entry["total"] for entry in over.scores()] == [-1, -2]
    assert over.ranking() == ((0,), (1,))
    even = run(small(BASE, "b1 b1", "1", "11", "11"), "take 1", "cover 0,0", "take 0", "cover 0,0")
    assert even.ranking() == ((0, 1),)
    read = small(BASE, "b1 b2", "", "22", "33")
    assert (read.phase, read.to_move) == ("over", None)


def test_round_finished() -> None:
    card = changed(BASE, end__round="finished")
    game = run(small(card, "b1 b2 b3", "1", "2", "33"), "take 0", "place 1,0")
    assert (game.phase, game.to_move, game.legal()) == ("take", 1, {"take 1", "take 2"})
    game = run(game, "take 1", "place 1,0")
    assert (game.phase, game.to_move, game.legal()) == ("take", 2, {"take 2"})
    game = run(game, "take 2", "place 1,0")
    assert (game.phase, game.turns, game.piles) == ("over", 3, [[], [], ["red-3"]])
    game = run(small(card, "b1 b2 b3", "1", "2"), "take 0", "cover 0,0", "take 1", "cover 0,0")
    assert (game.phase, game.turns) == ("over", 2)  # nothing is left for seat 2
    game = run(small(card, "b1 b2", "11", "2", "33"), "take 0", "cover 0,0", "take 1", "cover 0,0")
    assert (game.phase, game.turns) == ("over", 2)
    game = run(small(card, "b1 b2", "1", "22", "33"), "take 0", "cover 0,0", "take 1", "cover 0,0")
    assert (game.phase, game.open_cards()) == ("over", [None, None, None])  # nothing more shown


def test_discard() -> None:
    card = base(1)
    game = small(card, "b1", "12341", "4321").play("take 0")
    assert (game.open_cards(), game.swept) == ([None, None], [])
    game = game.play("place 1,0")
    assert (game.swept, game.piles[0]) == (["red-2"], ["red-3", "red-4", "red-1"])
    assert game.open_cards() == ["red-3", None]
    game = run(game, "take 1", "place 2,0")
    assert (game.swept, game.phase) == (["red-2", "red-3"], "take")
    game = run(game, "take 1", "place 3,0", "take 0", "place 4,0")
    assert game.swept == ["red-2", "red-3", "red-4"]
    assert (game.phase, game.turns, game.piles) == ("over", 4, [[], ["red-2", "red-1"]])
    # A discard that empties the pile ends the game, too.
    game = run(small(card, "b1", "12", "43"), "take 0", "place 1,0")
    assert (game.phase, game.swept, game.piles[0]) == ("over", ["red-2"], [])
    # No discard after the placement that ends the game.
    game = run(small(card, "b1", "12", "4"), "take 1", "place 1,0")
    assert (game.phase, game.swept, game.open_cards()) == ("over", [], ["red-1", None])


def test_discard_other_piles() -> None:
    card = changed(base(1), turn__sweep="other_piles")
    game = small(card, "b1", "1234", "4321", "333")
    assert run(game, "take 0", "place 1,0").swept == ["red-4"]
    assert run(game, "take 2", "place 1,0").swept == ["red-1", "red-4"]
    assert run(game, "take 0", "place 1,0").open_cards() == ["red-2", "red-3", None]
    over = run(small(card, "b1", "123", "4", "33"), "take 0", "place 1,0")
    assert (over.phase, over.swept, over.open_cards()) == ("over", ["red-4"], [None] * 3)
    both = changed(card, turn__sweep="open_piles")
    over = run(small(both, "b1", "1234", "4", "33"), "take 0", "cover 0,0")
    # Taking the only card ends nothing here: the discard does, and shows what follows.
    assert (over.swept, over.open_cards()) == (["red-2", "red-4"], ["red-3", None, None])
    round_on = changed(both, end__round="finished")
    game = run(small(round_on, "b1 b1 b1", "1234", "4", "33"), "take 0", "cover 0,0")
    assert (game.phase, game.to_move, game.legal()) == ("take", 1, {"take 0", "take 2"})


def cards_of(game: Naive) -> Counter[str]:
    stacks = [stack for garden in game.gardens for stack in garden.values()]
    held = [[text for text, _ in hand] for hand in game.hands]
    everything = [*stacks, *game.piles, game.swept, *held]
    return Counter(one for some in everything for one in some)


def check_position(game: Naive) -> None:
    card = game.card
    assert not game.phase.startswith("place") or game.in_hand is not None
    assert all(len(hand) <= most_in_hand(card) for hand in game.hands)
    assert (game.to_move is None) == (game.phase == "over") == (game.turns_left == 0)
    check_piles(game)
    for seat, garden in enumerate(game.gardens):
        reached = {(0, 0)}
        for _ in garden:
            reached |= {c for at in reached for c in beside(at, card["garden"]["placing"])}
            reached &= set(garden)
        assert reached == set(garden)
        for axis, most in enumerate(game._limits(seat)):
            if most != "never":
                along = {cell[axis] for cell in garden}
                assert max(along) - min(along) < most
        if card["cover"]["depth"] != "never":
            assert max(map(len, garden.values())) <= card["cover"]["depth"]


def check_piles(game: Naive) -> None:
    """Before anything is taken each open pile shows its top card, and no hidden one does."""
    rule = game.card["piles"]
    stocks = 1 if rule["dealt"] == "display" else rule["hidden"]
    fanned_stock = rule["dealt"] == "display" and rule.get("known") == "all"
    for n, (top, pile) in enumerate(zip(game.open_cards(), game.piles, strict=True)):
        if not pile or (n >= len(game.piles) - stocks and not fanned_stock):
            assert top is None
        elif rule["next_shown"] == "at_once" or n not in game.taken:
            assert top == pile[0]
    if stocks and rule["dealt"] == "display":
        assert all(len(pile) < 2 for pile in game.piles[:-1])
        if game.phase != "over" and not game.taken:
            assert all(game.piles[:-1]) or not game.piles[-1]


def check_scores(game: Naive) -> None:
    scoring = game.card["scoring"]
    for garden, entry in zip(game.gardens, game.scores(), strict=True):
        kept = copy.deepcopy(garden)
        assert score_garden(game.card, garden)["lines"] == [
            line for line in entry["lines"] if line[0] != "handicap"
        ]
        assert kept == garden
        assert entry["total"] == sum(line[2] for line in entry["lines"])
        lost = sum(line[3] for line in entry["lines"] if line[0] == "discards")
        assert lost <= sum(map(len, garden.values()))
        order = [["handicap", *scoring["steps"]].index(line[0]) for line in entry["lines"]]
        assert order == sorted(order)
        for step, _, points, count, spots in entry["lines"]:
            if step not in ("handicap", "sizes"):
                assert points == count * scoring[step]["points"]
            assert count > 0
            assert len(set(spots)) == len(spots)
            assert step != "fields" or count == len(spots) >= scoring["fields"]["least"]
            assert step != "discards" or count >= len(spots)
            assert step != "butterflies" or len(spots) == 1
            assert step != "squares" or len(spots) == scoring["squares"]["side"] ** 2
            assert step != "lines" or len(spots) >= scoring["lines"]["length"]
    places = game.ranking()
    assert sorted(seat for place in places for seat in place) == list(range(game.seats))
    for side in sides_of(game.card, game.seats):
        assert [set(side) <= set(place) for place in places].count(True) == 1


def play_out(rng: random.Random, game: Naive) -> Naive:
    cards = cards_of(game)
    while game.phase != "over":
        check_position(game)
        before = copy.deepcopy(vars(game))
        moves = sorted(game.legal())
        assert moves
        after = game.play(rng.choice(moves))
        assert vars(game) == before
        assert cards_of(after) == cards
        assert after.turns - game.turns in (0, 1)
        if game.turns_left is not None and after.phase != "over":
            assert after.turns_left == game.turns_left - (after.turns - game.turns)
        game = after
    check_position(game)
    check_scores(game)
    assert game.legal() == set()
    if not {"any_of", "all_of", "empty_piles"} & game.card["end"].keys():
        assert not all(game.piles)
    return game


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_base_games(seats: int) -> None:
    rng = random.Random(seats)
    for _ in range(3):
        game = play_out(rng, new_game(rng, base(seats), seats))
        assert [bool(pile) for pile in game.piles].count(False) == 1
        assert bool(game.swept) == (seats == 1)
        if seats == 1:
            assert game.ranking() == ((0,),)


@pytest.mark.parametrize("seed", range(120))
def test_random_games(seed: int) -> None:
    rng = random.Random(seed)
    seats = seed % 4 + 1
    card = random_card(rng, seats)
    game = play_out(rng, new_game(rng, card, seats))
    if card["end"]["round"] == "finished" and card["turn"]["sweep"] == "never":
        assert game.turns % seats == 0 or not any(game.piles)


def test_random_games_meet_every_block() -> None:
    """The games above say something of each block."""
    met: set[str] = set()
    for seed in range(120):
        rng = random.Random(seed)
        seats = seed % 4 + 1
        card = random_card(rng, seats)
        met |= {key for key in ("seats", "partners", "uses", "goal") if key in card}
        met |= {f"end {word}" for key in ("any_of", "all_of") for word in card["end"].get(key, ())}
        met |= {*card["scoring"]["steps"], *steps_of(card), card["piles"]["dealt"]}
        met |= {card["end"]["round"], card["piles"].get("known", "top")}
        met |= {"named"} if most_in_hand(card) > 1 else set()
    ends = {"end empty_piles", "end full_gardens", "end points", "end rounds"}
    ends |= {"broken_off", "finished", "one_more"}
    scoring = {"discards", "fields", "butterflies", "sizes", "squares", "lines", "apart"}
    turns = {"take", "place", "place_or_discard", "named"}
    piles = {"evenly", "listed", "display", "top", "all"}
    blocks = {"seats", "partners", "uses", "goal"}
    assert met == ends | scoring | turns | piles | blocks | {"all_colours"}
