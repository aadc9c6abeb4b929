"""What house rules of Flowers with further blocks change, beside the card that they extend."""

from __future__ import annotations

import tilerules as tr
from tests.flowers.gardens import garden, new, outcome, play, position, texts, totals
from tests.house.shelf import house, parent
from tilerules.games.flowers import State

PILES = ("r1 r2 r2", "r2 r2 r3", "r3 r3 r3")
LONE = garden("b1")
COVER = "cover 0,0"


def both(id: str) -> tuple[tr.Ruleset, tr.Ruleset]:
    """The rules of a house card, and of the one that it extends."""
    return house(id), parent(id)


def points(rules: tr.Ruleset, *rows: str) -> int:
    """What the first of two gardens scores."""
    return totals(position(rules, [garden(*rows), LONE]))[0]


def table(rules: tr.Ruleset, *piles: str, seats: int = 2) -> State:
    """Gardens of one card each, seat 0 to take."""
    return position(rules, [LONE] * seats, piles or PILES)


# ---- points ---------------------------------------------------------------------------------


def test_tapestry_squares_and_lines() -> None:
    """Six 4s are lost, and then there is nothing; three 3s and two 2s are in order and stay."""
    tapestry, base = both("flowers-tapestry")
    assert (points(tapestry, "y4 y4 y4", "r4 y4 y4"), points(base, "y4 y4 y4", "r4 y4 y4")) == (
        -6,
        -6,
    )
    square = ("y4 y4", "y4 y4")
    assert (points(tapestry, *square), points(base, *square)) == (2, 0)
    row = "y3 r3 b3 g2 g2"
    assert (points(tapestry, row), points(base, row)) == (1, 0)


def test_tapestry_more_squares_decide() -> None:
    """Two points by a square, and two by two lines."""
    tapestry = house("flowers-tapestry")
    square, lines = (
        garden("y4 y4", "y4 y4"),
        garden("y3 r3 b3 g2 g2", "b1 . . . .", "b2 b2 g3 g3 r3"),
    )
    at = position(tapestry, [lines, square])
    assert totals(at) == [2, 2]
    assert (outcome(at).ranking, outcome(at).decided_by) == (((1,), (0,)), "squares")


def test_every_colour() -> None:
    """A pair of each colour; without one nothing, and a card by itself costs a point."""
    colours = house("flowers-every-colour")
    assert points(colours, "y4 y3 r4 r3", "b4 b3 g4 g3") == 4 * 2 + 8
    assert points(colours, "y4 y3 r4 r3", "b4 b3 g4 y2") == 3 * 2 - 2
    three = "y4 y4 y4 y4 y4 r2 y3 y3 y3 y3 y3 y3 r3 y2 y2 y2 y2 y2"  # fields of 5, 6 and 5
    assert points(colours, three) == 6 + 5 - 2


def test_patchwork() -> None:
    """Four 2s are lost, but their square was counted before; a row of them is a line."""
    patchwork, base = both("flowers-patchwork")
    assert (points(patchwork, "y2 y2", "r2 r2"), points(base, "y2 y2", "r2 r2")) == (-3, -4)
    assert points(patchwork, "y2 y2 r2 r2") == -3
    assert points(patchwork, "y2 y2 r2", ". . r2") == -4


def test_large_beds() -> None:
    beds, base = both("flowers-large-beds")
    rows = {"y3 y3 y3": (1, 0), "y4 y4 y4 y4 y1": (4, 5), "y4 y4 y4 y4 y3 y3 y3 y1": (10, 8)}
    for row, expected in rows.items():
        assert (points(beds, row), points(base, row)) == expected


# ---- seats ----------------------------------------------------------------------------------


def test_two_gardeners() -> None:
    """Seat 0 loses four cards, the others none: the second pair leads by four and its gift."""
    rules = house("flowers-two-gardeners")
    at = position(rules, [garden("y2 y2 r2 r2"), LONE, garden("b1"), garden("r1")])
    assert totals(at) == [-4, 2, 0, 2]
    assert outcome(at).ranking == ((1, 3), (0, 2))
    match = tr.Match.start(rules, 4, seed=1)
    assert (match.games, match.player_of(0, game=2)) == (3, 0)


def test_large_and_small() -> None:
    rules = house("flowers-large-and-small")
    column = garden(*["y3", "r3"] * 4)
    at = play(position(rules, [column, LONE], PILES), "take 0")
    assert {*texts(at, "place")} == {f"place {x},{y}" for x in (-1, 1) for y in range(8)}
    second = play(position(rules, [LONE, column], PILES, to_move=1), "take 0")
    assert {"place 0,-1", "place 0,8"} < {*texts(second, "place")}


def test_for_one() -> None:
    rules = house("flowers-for-one")
    ten = garden("y4 y4 y4 y4 y3 y3 y3 y1", ". . . . y2 y2 . .")
    assert totals(position(rules, [ten])) == [10]
    found = outcome(position(rules, [ten]))
    assert (found.won, found.rating, found.winners) == (True, "gardener", (0,))
    lost = [outcome(position(rules, [garden(row)])) for row in ("b1", "b2")]  # 0 points, and -1
    assert [(each.won, each.winners) for each in lost] == [(False, ())] * 2
    assert [each.rating for each in lost] == ["apprentice", "beginner"]


# ---- covering and the end -------------------------------------------------------------------


def test_sparing_covers() -> None:
    sparing, base = both("flowers-sparing-covers")
    covered = [COVER] * 3
    at, before = new(sparing, 2), new(base, 2)
    for _ in covered:
        at = play(at, "take 0", COVER, "take 1", "place 1,0" if at.turns == 0 else COVER)
        before = play(before, "take 0", COVER, "take 1", COVER)
    assert texts(play(at, "take 0"), "cover") == []
    assert texts(play(at, "take 0", "place 1,0", "take 1"), "cover") == ["cover 0,0", "cover 1,0"]
    assert texts(play(before, "take 0"), "cover") == [COVER]
    last = play(table(sparing, "r1", "r2", "r3"), "take 0", COVER, "take 1", COVER)
    assert not last.is_over
    assert play(last, "take 2", COVER).is_over


def test_full_beds() -> None:
    """The ninth card of seat 1 of three fills its bed; then 2, 0 and 1 have a turn each."""
    beds = house("flowers-full-beds")
    bed = garden("y4 y3 r3", "b4 b3 g3", "y4 y3 .")
    at = play(position(beds, [LONE, bed, LONE], PILES, to_move=1), "take 0", "place 2,2")
    assert (at.turns_left, at.to_move) == (3, 2)
    at = play(at, "take 0", COVER, "take 1", COVER)
    assert (at.turns_left, at.to_move) == (1, 1)
    assert play(at, "take 1", COVER).is_over


def test_race() -> None:
    """Enough points do not end it before a pile has run out, nor does the pile alone."""
    race = house("flowers-race")
    long = "y4r y4 y4 y4 y3 y3 y3 y2 y2 y1 y4 y4 y4 y4"
    rich = garden(long, ". . . . . . . . . y3 . . . y1", ". . . . . . . . . y3 y3 . . .")
    assert totals(position(race, [rich, LONE], ("", "", "")))[0] == 18
    assert not play(position(race, [rich, LONE], PILES), "take 0", "place 14,0").is_over
    last = ("r1", *PILES[1:])
    assert play(position(race, [rich, LONE], last), "take 0", "place 14,0").is_over
    assert not play(table(race, *last), "take 0", COVER).is_over
    assert position(race, [LONE] * 2, PILES, turns=40).is_over
    assert not position(race, [LONE] * 2, PILES, turns=39).is_over
