"""The model by hand: the blocks that a card of Flowers may have beside the readings."""

from __future__ import annotations

from typing import Any

import pytest

from .cards import changed
from .flowers import Card, Naive, pile_sizes, score_garden, sides_of
from .flowers_cards import BASE, base
from .test_naive_flowers import garden, run, small, summer, text

pytestmark = pytest.mark.unmeasured

# ---- scoring --------------------------------------------------------------------------------


def scoring(*steps: str, card: Card = BASE, **blocks: Any) -> Card:
    """A card with these steps; blocks that are not given are those of the card."""
    return changed(card, scoring={**card["scoring"], **blocks, "steps": list(steps)})


def lines_of(card: Card, *rows: str) -> list[Any]:
    return list(score_garden(card, garden(*rows))["lines"])


def points_of(card: Card, *rows: str) -> int:
    return int(score_garden(card, garden(*rows))["total"])


def test_sizes() -> None:
    card = scoring("sizes", sizes={"points": {"2": 3, "4": 10}})
    assert lines_of(card, "r1 r2 b1 b2 b3 b4 b1 y1 r3 r3 r3") == [
        ("sizes", "red", 3, 2, ("0,0", "1,0")),
        ("sizes", "red", 3, 3, ("8,0", "9,0", "10,0")),
        ("sizes", "blue", 10, 5, ("2,0", "3,0", "4,0", "5,0", "6,0")),
    ]
    ten = scoring("sizes", sizes={"points": {"10": 7, "9": -1}})  # by number, not by digits
    assert points_of(ten, "r1 r1 r1 r1 r1", "r2 r2 r2 r2 r2") == 7
    assert points_of(ten, "r1 r1 r1 r1 r1", "r2 r2 r2 r2") == -1
    after = scoring("discards", "sizes", sizes={"points": {"2": 3}})
    assert points_of(after, "r1 r2 b2") == 3
    assert points_of(after, "r1 r2 y4 r1") == -2  # the 2 and the 4 go, no red ones touch


def test_sizes_and_the_rules_of_fields() -> None:
    """Neither the smallest field nor which fields count concerns the table; an anchor does."""
    card = scoring("sizes", sizes={"points": {"1": 1, "3": 5}})
    largest = changed(card, scoring__fields__counted="largest")
    assert points_of(card, "r1 b1 r1 r1 b1") == points_of(largest, "r1 b1 r1 r1 b1") == 4
    rows = "v r1 r1 b1 r1"
    table = {"sizes": {"points": {"1": 1, "3": 5}}}
    totals = {
        word: points_of(scoring("sizes", card=summer(word), **table), rows)
        for word in ("neutral", "wild", "anchor")
    }
    # Neutral: red 2, blue, red. Wild: red 3, red 1, blue 1, and the violet card for blue,
    # yellow and green. Anchor: only the first red field touches it.
    assert totals == {"neutral": 3, "wild": 5 + 1 + 1 + 3, "anchor": 1}


def test_squares() -> None:
    rows = ["r1 r2 b1", "r3 r4 b2", ". b3 b4"]
    block = {"side": 2, "of": "any", "points": 4}
    assert lines_of(scoring("squares", squares=block), *rows) == [
        ("squares", None, 4, 1, ("0,0", "1,0", "0,1", "1,1")),
        ("squares", None, 4, 1, ("1,0", "2,0", "1,1", "2,1")),
        ("squares", None, 4, 1, ("1,1", "2,1", "1,2", "2,2")),
    ]
    colour = scoring("squares", squares={**block, "of": "colour"})
    assert lines_of(colour, *rows) == [("squares", "red", 4, 1, ("0,0", "1,0", "0,1", "1,1"))]
    assert lines_of(colour, "r1 r2", "r3 r4+b1") == []  # the card on top is seen
    assert points_of(colour, "r1 r2 r1", "r3 r4 r1", "r1 r1 r1") == 4 * 4
    large = scoring("squares", squares={**block, "side": 3})
    assert points_of(large, "r1 r2 r1", "r3 b4 r1", "r1 r1 r1") == 4
    assert points_of(large, "r1 r2 r1", "r3 . r1", "r1 r1 r1") == 0


def test_squares_and_rows_of_violet() -> None:
    found = {}
    for word in ("neutral", "wild", "anchor"):
        for of in ("any", "colour"):
            square = {"side": 2, "of": of, "points": 1}
            row = {"length": 3, "of": of, "points": 1}
            card = scoring("squares", "lines", card=summer(word), squares=square, lines=row)
            found[word, of] = (
                points_of(card, "v r1", "r2 r2"),
                points_of(card, "r1 r2 v b1 b2"),
            )
    assert found == {
        ("neutral", "any"): (1, 1),
        ("neutral", "colour"): (0, 0),
        ("wild", "any"): (1, 1),
        ("wild", "colour"): (1, 2),  # the violet card ends a red row and begins a blue one
        ("anchor", "any"): (1, 1),
        ("anchor", "colour"): (0, 0),
    }


def test_lines() -> None:
    rows = ["r1 r2 r3 r4", "r1 . b1 .", "r2 b2 b3 b4", ". . r1 ."]
    block = {"length": 3, "of": "any", "points": 2}
    assert lines_of(scoring("lines", lines=block), *rows) == [
        ("lines", None, 2, 1, ("0,0", "1,0", "2,0", "3,0")),  # one row, though it holds two of 3
        ("lines", None, 2, 1, ("0,2", "1,2", "2,2", "3,2")),
        ("lines", None, 2, 1, ("0,0", "0,1", "0,2")),
        ("lines", None, 2, 1, ("2,0", "2,1", "2,2", "2,3")),
    ]
    colour = scoring("lines", lines={**block, "of": "colour"})
    assert lines_of(colour, *rows) == [
        ("lines", "red", 2, 1, ("0,0", "1,0", "2,0", "3,0")),
        ("lines", "red", 2, 1, ("0,0", "0,1", "0,2")),
        ("lines", "blue", 2, 1, ("1,2", "2,2", "3,2")),
    ]
    corners = changed(colour, garden__touching="corners_too", garden__placing="corners_too")
    assert points_of(corners, "r1 . .", ". r1 .", ". . r1") == 0  # no diagonals
    assert points_of(colour, "r1 r2 . r3 r4") == 0


def test_all_colours() -> None:
    card = scoring("all_colours", all_colours={"least": 2, "points": 6})
    line = ("all_colours", None, 6, 1, ())
    assert lines_of(card, "y1 y2 r1 r2", "b1 b2 g1 g2", "y1 . . g1") == [line]
    assert lines_of(card, "y1 y2 r1 r2", "b1 b2 g1 r3") == []
    assert lines_of(card, "y1 y2 r1 r2", "b1 b2 g1 r3", ". . . g1") == []  # two, but not touching
    after = scoring("discards", "all_colours", all_colours={"least": 1, "points": 6})
    assert points_of(after, "y1 r2 b2 g1") == 6
    assert points_of(after, "y1 r2 g1 b2") == -2


def test_all_colours_and_violet() -> None:
    rows = ["r1 v b2", ". y1 .", "g1 g2 ."]
    found = {}
    for word in ("neutral", "wild", "anchor"):
        for least in (1, 2):
            block = {"least": least, "points": 1}
            card = scoring("all_colours", card=summer(word), all_colours=block)
            found[word, least] = points_of(card, *rows)
    # Wild, it is the second card of each colour; the green field does not touch an anchor.
    assert found == {
        ("neutral", 1): 1,
        ("neutral", 2): 0,
        ("wild", 1): 1,
        ("wild", 2): 1,
        ("anchor", 1): 0,
        ("anchor", 2): 0,
    }


def test_apart() -> None:
    card = scoring("apart", apart={"points": -2})
    assert lines_of(card, "r1 b1 r2", ". r3+y1 .", ". y2 .") == [
        ("apart", None, -6, 3, ("0,0", "1,0", "2,0"))
    ]
    assert lines_of(card, "r1 r2") == []
    rows = ["r1 b1", "y1 r2"]
    assert points_of(card, *rows) == -8
    assert points_of(changed(card, garden__touching="corners_too"), *rows) == -4
    after = scoring("discards", "apart", apart={"points": 1})
    assert points_of(after, "r1 r2") == 0  # the 2 is lost, and the 1 is left alone: -1 + 1
    assert lines_of(after, "r1 r2")[-1] == ("apart", None, 1, 1, ("0,0",))
    totals = [
        points_of(scoring("apart", card=summer(word), apart={"points": 1}), "v r1 b1", "g1 . b1")
        for word in ("neutral", "wild", "anchor")
    ]
    assert totals == [2, 0, 2]


def test_several_largest_fields() -> None:
    rows = ["r1 r1 . r1 r1 r1", ".", "r1 r1 r1 r1 . r1 r1 . b1"]
    card = changed(BASE, scoring__steps=["fields"], scoring__fields__least=2)
    totals = []
    for number in (1, 2, 3, 4):
        largest = {"counted": "largest", "least": 2, "points": 1, "number": number}
        totals.append(points_of(changed(card, scoring__fields=largest), *rows))
    assert totals == [4, 7, 9, 11]
    third = {"counted": "largest", "least": 2, "points": 1, "number": 3}
    spots = [line[4] for line in lines_of(changed(card, scoring__fields=third), *rows)]
    assert ("0,0", "1,0") in spots  # of two equal ones that with the first cell
    assert ("5,2", "6,2") not in spots


# ---- seats and partners ---------------------------------------------------------------------


def ended(card: Card, *rows: str) -> Naive:
    """A game that is over, with a garden in each row; nothing in it is discarded."""
    game = small(card, " ".join(["b1"] * len(rows)), "", "2")
    game.gardens = [garden(row) for row in rows]
    game.phase, game.to_move = "over", None
    return game


FIELDS = changed(BASE, scoring__steps=["fields"], scoring__fields__least=2)


def test_handicap() -> None:
    card = FIELDS | {"seats": {"1": {"handicap": 3}, "0": {"handicap": -1}}}
    game = ended(card, "r1 r1", "r1 b1", "r1 r1 r1")
    assert game.scores() == [
        {
            "total": 1,
            "lines": [("handicap", None, -1, 1, ()), ("fields", "red", 2, 2, ("0,0", "1,0"))],
        },
        {"total": 3, "lines": [("handicap", None, 3, 1, ())]},
        {"total": 3, "lines": [("fields", "red", 3, 3, ("0,0", "1,0", "2,0"))]},
    ]
    assert game.ranking() == ((1, 2), (0,))


def test_partners() -> None:
    card = FIELDS | {"partners": {"teams": {"sun": [2, 0], "moon": [1, 3]}}}
    assert sides_of(card, 4) == [[2, 0], [1, 3]]
    # 2 + 3 beside 4 + 0: the best seat alone is on the losing side.
    game = ended(card, "r1 r1", "r1 r1 r1 r1", "r1 r1 r1", "r1")
    assert game.ranking() == ((0, 2), (1, 3))
    assert ended(card, "r1 r1", "r1 r1 r1 r1", "r1 r1", "r1").ranking() == ((0, 1, 2, 3),)
    three = FIELDS | {"partners": {"teams": {"sun": [0, 2]}}}
    assert sides_of(three, 4) == [[0, 2], [1], [3]]
    game = ended(three, "r1 r1", "r1 r1 r1", "r1 r1", "r1 r1 r1 r1 r1")
    assert game.ranking() == ((3,), (0, 2), (1,))
    handicap = card | {"seats": {"3": {"handicap": 2}}}
    game = ended(handicap, "r1 r1", "r1 r1 r1 r1", "r1 r1 r1", "r1")
    assert game.ranking() == ((1, 3), (0, 2))


def test_tie_breaks_of_partners_and_new_steps() -> None:
    row = {"length": 2, "of": "any", "points": 0}
    card = scoring("apart", "lines", apart={"points": 0}, lines=row)
    rows = ["r1 b1", "r1 r1", "r1 b1 r1", "r1 r1"]
    assert ended(card, *rows).ranking() == ((0, 1, 2, 3),)
    assert ended(changed(card, tie_breaks=["apart"]), *rows).ranking() == ((2,), (0,), (1, 3))
    assert ended(changed(card, tie_breaks=["lines"]), *rows).ranking() == ((0, 1, 2, 3),)
    teams = {"teams": {"sun": [0, 1], "moon": [2, 3]}}
    together = changed(card, tie_breaks=["apart"]) | {"partners": teams}
    assert ended(together, *rows).ranking() == ((2, 3), (0, 1))
    assert ended(together, *rows).worth() == {0: (0, 2), 1: (0, 2), 2: (0, 3), 3: (0, 3)}


def test_gardens_of_their_own_size() -> None:
    card = changed(BASE, garden__width=2, garden__height=1)
    card |= {"seats": {"1": {"height": 2}, "2": {"width": "never"}}}
    game = small(card, "b1 b1 b1", "1111", "2222")
    assert game.play("take 0").legal() == {"place 1,0", "place -1,0", "cover 0,0"}
    game = run(game, "take 0", "place 1,0", "take 0", "place 1,0", "take 0", "place 1,0", "take 1")
    assert game.legal() == {"cover 0,0", "cover 1,0"}
    game = run(game, "cover 0,0", "take 1")
    below = {f"place {x},{y}" for x in (0, 1) for y in (1, -1)}
    assert game.legal() == below | {"cover 0,0", "cover 1,0"}
    game = run(game, "place 0,1", "take 1")
    assert game.legal() == {"place 2,0", "place -1,0", "cover 0,0", "cover 1,0"}


# ---- the turn -------------------------------------------------------------------------------


def hand(number: int, *steps: str, card: Card = BASE, **values: Any) -> Card:
    """A card with so many cards in hand and these steps."""
    return changed(card, turn__hand=number, turn__steps=list(steps), **values)


def test_hands_and_piles() -> None:
    assert pile_sizes(changed(base(4), turn__hand=2), 4) == [32, 32, 32]
    display = {"dealt": "display", "number": 4, "hidden": 0, "next_shown": "at_once"}
    assert pile_sizes(changed(BASE, piles=display), 2) == [1, 1, 1, 1, 102]
    assert pile_sizes(changed(BASE, piles=display, turn__hand=3), 2) == [1, 1, 1, 1, 96]


def test_a_card_of_the_hand() -> None:
    card = hand(1, "take", "place", garden__width=2, garden__height=1)
    game = small(card, "b1 b2", "111", "222", "333", hands="4 1").play("take 1")
    assert (game.phase, game.hands) == (
        "place",
        [[("red-4", False), ("red-2", True)], [("red-1", False)]],
    )
    cells = ("place 1,0", "place -1,0", "cover 0,0")
    assert game.legal() == {f"{move} red-{n}" for move in cells for n in (2, 4)}
    done = game.play("place 1,0 red-4")
    assert done.gardens[0] == {(0, 0): ["blue-1"], (1, 0): ["red-4"]}
    assert done.hands == [[("red-2", True)], [("red-1", False)]]
    assert (done.to_move, done.phase, done.legal()) == (1, "take", {"take 0", "take 1", "take 2"})
    hidden = done.play("take 2")
    assert hidden.hands[1] == [("red-1", False), ("red-3", False)]
    with pytest.raises(ValueError, match="not legal"):
        hidden.play("cover 0,0")


def test_of_two_equal_cards_the_one_all_know_is_played() -> None:
    card = hand(1, "take", "place")
    for starting, pile in (("2", "2"), ("2", "1")):
        game = small(card, "b1", "22", pile * 2, "33", hands=starting).play("take 0")
        assert game.hands == [[("red-2", False), ("red-2", True)]]
        assert game.play("cover 0,0 red-2").hands == [[("red-2", False)]]


def test_placing_before_taking() -> None:
    """One card in hand at most, which no move needs to name."""
    game = small(hand(1, "place", "take"), "b1 b2", "11", "222", "333", hands="4 1")
    assert (game.phase, game.in_hand) == ("place", "red-4")
    assert "cover 0,0" in game.legal()
    game = game.play("cover 0,0")
    assert (game.phase, game.to_move, game.turns, game.hands[0]) == ("take", 0, 0, [])
    game = game.play("take 0")
    assert (game.phase, game.to_move, game.turns) == ("place", 1, 1)
    assert game.hands[0] == [("red-1", True)]
    game = run(game, "cover 0,0", "take 0")
    assert (game.phase, game.turns) == ("over", 2)
    assert game.hands == [[("red-1", True)], [("red-1", True)]]
    assert game.scores()[0]["total"] == -2  # what is in hand scores nothing


def test_two_cards_in_a_turn() -> None:
    card = hand(0, "take", "take", "place", "place")
    game = small(card, "b1 b2", "123", "222", "33").play("take 0")
    assert (game.phase, game.open_cards()) == ("take", [None, "red-2", None])
    # The next card of the same pile is not shown yet: only its taker knows it.
    same = game.play("take 0")
    assert same.hands[0] == [("red-1", True), ("red-2", False)]
    assert run(game, "take 1").hands[0] == [("red-1", True), ("red-2", True)]
    at_once = small(changed(card, piles__next_shown="at_once"), "b1 b2", "123", "222", "33")
    assert run(at_once, "take 0", "take 0").hands[0] == [("red-1", True), ("red-2", True)]
    one = same.play("cover 0,0 red-2")
    assert (one.phase, one.to_move) == ("place", 0)
    assert {move.split()[-1] for move in one.legal()} == {"red-1"}  # named, though it is alone
    two = one.play("cover 0,0 red-1")
    assert (two.phase, two.to_move, two.turns) == ("take", 1, 1)
    assert two.open_cards() == ["red-3", "red-2", None]


def test_steps_that_fall_away() -> None:
    """A take from no pile, and a place with no card; a turn goes on though a pile is empty."""
    card = hand(0, "take", "place", "take", "place")
    game = run(small(card, "b1 b2", "1", "2"), "take 0", "cover 0,0")
    assert (game.phase, game.to_move, game.turns) == ("take", 0, 0)
    assert game.legal() == {"take 1"}
    game = run(game, "take 1", "cover 0,0")
    assert (game.phase, game.turns) == ("over", 1)
    game = run(small(card, "b1 b2", "1"), "take 0", "cover 0,0")
    assert (game.phase, game.turns) == ("over", 1)
    both = hand(0, "take", "take", "place", "place")
    game = small(both, "b1 b2", "1").play("take 0")
    assert game.phase == "place"
    assert game.play("cover 0,0 red-1").phase == "over"


def test_discarding() -> None:
    card = hand(0, "take", "place_or_discard")
    game = small(card, "b1 b2", "11", "22", "33").play("take 2")
    assert "discard" in game.legal()
    done = game.play("discard")
    assert (done.swept, done.hands[0], done.gardens[0]) == (["red-3"], [], {(0, 0): ["blue-1"]})
    assert (done.to_move, done.phase) == (1, "take")
    named = small(hand(1, "take", "place_or_discard"), "b1", "11", "22", hands="4").play("take 0")
    assert {m for m in named.legal() if m.startswith("d")} == {"discard red-1", "discard red-4"}
    assert named.play("discard red-4").hands == [[("red-1", True)]]
    mixed = small(hand(0, "take", "take", "place", "place_or_discard"), "b1", "11", "22")
    mixed = run(mixed, "take 0", "take 1")
    assert not [move for move in mixed.legal() if move.startswith("discard")]
    assert "discard red-2" in mixed.play("cover 0,0 red-1").legal()


def test_uses() -> None:
    card = BASE | {"uses": {"cover": {"times": 1}}}
    game = run(small(card, "b1 b2", "1111", "2222", "33"), "take 0", "cover 0,0", "take 0")
    assert "cover 0,0" in game.legal()  # seat 1 has its own
    game = run(game, "place 1,0", "take 0")
    assert game.legal() == {"place 1,0", "place -1,0", "place 0,1", "place 0,-1"}
    steps = hand(0, "take", "place", "take", "place_or_discard")
    turn = steps | {
        "uses": {"cover": {"times": 1, "in": "turn"}, "discard": {"times": 1, "in": "game"}}
    }
    game = run(small(turn, "b1", "1111111", "2222"), "take 0", "cover 0,0", "take 0")
    assert {"place", "discard"} == {move.split()[0] for move in game.legal()}
    game = run(game, "discard", "take 0")
    assert {"place", "cover"} == {move.split()[0] for move in game.legal()}  # in the next turn
    game = run(game, "cover 0,0", "take 0")
    assert {"place"} == {move.split()[0] for move in game.legal()}


# ---- piles ----------------------------------------------------------------------------------


def display(number: int, hidden: int = 0, shown: str = "at_once", **values: Any) -> Card:
    piles = {"dealt": "display", "number": number, "hidden": hidden, "next_shown": shown}
    return changed(BASE, piles=piles, **values)


def test_display() -> None:
    game = small(display(2), "b1 b2", "1", "2", "343")
    assert game.open_cards() == ["red-1", "red-2", None]
    assert game.legal() == {"take 0", "take 1"}
    taken = game.play("take 1")
    assert (taken.piles, taken.open_cards()) == (
        [["red-1"], ["red-3"], ["red-4", "red-3"]],
        ["red-1", "red-3", None],
    )
    assert taken.hands[0] == [("red-2", True)]
    later = small(display(2, shown="next_turn"), "b1 b2", "1", "2", "343").play("take 1")
    assert later.piles == [["red-1"], [], ["red-3", "red-4", "red-3"]]
    assert later.open_cards() == ["red-1", None, None]
    assert later.play("cover 0,0").piles == taken.piles
    stock = small(display(2, hidden=1), "b1 b2", "1", "2", "343")
    assert stock.legal() == {"take 0", "take 1", "take 2"}
    assert stock.play("take 2").hands[0] == [("red-3", False)]
    assert stock.play("take 2").piles == [["red-1"], ["red-2"], ["red-4", "red-3"]]


@pytest.mark.parametrize("shown", ["at_once", "next_turn"])
def test_the_end_of_a_display(shown: str) -> None:
    """A place counts as empty when the stock cannot fill it; the stock where it is a pile."""
    game = run(small(display(2, shown=shown), "b1 b2", "1", "2", "3"), "take 0", "cover 0,0")
    assert (game.phase, game.piles) == ("take", [["red-3"], ["red-2"], []])
    game = run(game, "take 0", "cover 0,0")
    assert (game.phase, game.piles) == ("over", [[], ["red-2"], []])
    stock = small(display(2, hidden=1, shown=shown), "b1 b2", "1", "2", "3")
    stock = run(stock, "take 0", "cover 0,0")
    assert stock.phase == "over"  # the last card of the stock is due on the place
    every = changed(display(2, shown=shown), end__empty_piles="all")
    game = small(every, "b1 b2", "1", "2", "")
    game = run(game, "take 0", "cover 0,0")
    assert (game.phase, game.legal()) == ("take", {"take 1"})
    assert run(game, "take 1", "cover 0,0").phase == "over"


def test_a_place_that_waits_cannot_be_taken_from() -> None:
    """With two takes and one place the second one falls away, unless it is filled at once."""
    twice = hand(0, "take", "take", "place", "place", card=display(1))
    waiting = changed(twice, piles__next_shown="next_turn")
    later = small(waiting, "b1 b2", "1", "2222").play("take 0")
    assert (later.phase, later.hands[0]) == ("place", [("red-1", True)])
    done = later.play("cover 0,0 red-1")
    assert (done.to_move, done.turns, done.piles) == (1, 1, [["red-2"], ["red-2"] * 3])
    now = small(twice, "b1 b2", "1", "2222").play("take 0")
    assert (now.phase, now.piles) == ("take", [["red-2"], ["red-2"] * 3])


def test_sweeping_a_display() -> None:
    swept = {
        (word, shown): run(
            small(display(2, shown=shown, turn__sweep=word), "b1", "1", "2", "34123"),
            "take 0",
            "cover 0,0",
        )
        for word in ("open_piles", "other_piles")
        for shown in ("at_once", "next_turn")
    }
    assert {key: game.swept for key, game in swept.items()} == {
        ("open_piles", "at_once"): ["red-3", "red-2"],
        ("open_piles", "next_turn"): ["red-2"],  # the other place waits for its card
        ("other_piles", "at_once"): ["red-2"],
        ("other_piles", "next_turn"): ["red-2"],
    }
    assert {key: game.piles for key, game in swept.items()} == {
        ("open_piles", "at_once"): [["red-4"], ["red-1"], ["red-2", "red-3"]],
        # What was swept is filled at once, what was taken with the next turn.
        ("open_piles", "next_turn"): [["red-4"], ["red-3"], ["red-1", "red-2", "red-3"]],
        ("other_piles", "at_once"): [["red-3"], ["red-4"], ["red-1", "red-2", "red-3"]],
        ("other_piles", "next_turn"): [["red-4"], ["red-3"], ["red-1", "red-2", "red-3"]],
    }


def test_piles_fanned_out() -> None:
    known = changed(BASE, piles__known="all")
    game = small(known, "b1 b2", "12", "34", "44")
    assert game.seen_piles() == [["red-1", "red-2"], ["red-3", "red-4"], [None, None]]
    assert small(BASE, "b1", "12", "34", "4").seen_piles() == [
        ["red-1", None],
        ["red-3", None],
        [None],
    ]
    taken = game.play("take 0")  # the next card is seen at any time
    assert taken.open_cards() == ["red-2", "red-3", None]
    steps = small(hand(0, "take", "take", "place", "place", card=known), "b1", "12", "3", "4")
    assert run(steps, "take 0", "take 0").hands[0] == [("red-1", True), ("red-2", True)]
    fanned = changed(display(1, hidden=1), piles__known="all")
    game = small(fanned, "b1", "1", "23")
    assert game.seen_piles() == [["red-1"], ["red-2", "red-3"]]
    assert game.play("take 1").hands[0] == [("red-2", True)]


# ---- the end --------------------------------------------------------------------------------


def ending(round_word: str = "broken_off", card: Card = BASE, **values: Any) -> Card:
    return changed(card, end={"round": round_word, **values})


def taking(game: Naive, *piles: int, move: str = "cover 0,0") -> Naive:
    """So many turns, in each of which the card goes on the start card."""
    for pile in piles:
        game = run(game, f"take {pile}", move)
    return game


def test_empty_piles() -> None:
    game = small(ending(empty_piles=2), "b1 b2", "1", "2", "33")
    game = taking(game, 0)
    assert game.phase == "take"
    assert taking(game, 1).phase == "over"
    every = taking(small(ending(empty_piles="all"), "b1 b2", "1", "2", "33"), 0, 1, 2)
    assert every.phase == "take"
    assert taking(every, 2).phase == "over"
    never = taking(small(ending(any_of=[]), "b1 b2", "1", "2", "33"), 0, 1, 2)
    assert (never.phase, taking(never, 2).phase) == ("take", "over")  # nothing is left to take


def test_rounds() -> None:
    game = small(ending(any_of=["rounds"], rounds=2), "b1 b2", "1", "22222", "33")
    game = taking(game, 0, 1, 1)
    assert game.phase == "take"  # though a pile is empty: nobody asks for that
    assert taking(game, 1).phase == "over"
    both = small(ending(any_of=["rounds", "empty_piles"], rounds=2), "b1 b2", "1", "222", "33")
    assert taking(both, 0).phase == "over"


def test_points() -> None:
    card = ending(any_of=["points"], points=3, card=FIELDS)
    game = small(card, "r1 b2", "11111", "22222", "33")
    game = run(game, "take 0", "place 1,0", "take 0", "place 1,0", "take 0")
    assert game.phase == "place"  # what is in hand does not count
    assert game.play("place 2,0").phase == "over"
    assert game.play("cover 1,0").phase == "take"
    teams = {"partners": {"teams": {"sun": [0, 2], "moon": [1, 3]}}}
    game = small(ending(any_of=["points"], points=4, card=FIELDS) | teams, "r1 b2 r1 b2", "1" * 9)
    game = run(game, "take 0", "place 1,0", "take 0", "cover 0,0", "take 0", "place 1,0")
    assert (game.phase, game.turns) == ("over", 3)  # two each, together four
    alone = ending(any_of=["points"], points=4, card=FIELDS)
    game = small(alone, "r1 b2 r1 b2", "1" * 9)
    game = run(game, "take 0", "place 1,0", "take 0", "cover 0,0", "take 0", "place 1,0")
    assert game.phase == "take"
    handicap = alone | {"seats": {"0": {"handicap": 2}}}
    assert run(small(handicap, "r1 b2", "1" * 9), "take 0", "place 1,0").phase == "over"


def test_full_gardens() -> None:
    card = ending(any_of=["full_gardens"], full_gardens=1)
    card = changed(card, garden__width=2, garden__height=1)
    card |= {"seats": {"1": {"height": 2}}}
    game = small(card, "b1 b2", "1" * 9, "2" * 9, "3")
    over = run(game, "take 0", "place 1,0")
    assert over.phase == "over"
    game = run(game, "take 2", "cover 0,0", "take 0", "place 1,0")
    assert game.phase == "take"  # two of four cells
    game = run(game, "take 0", "cover 0,0", "take 0", "place 0,1", "take 0", "cover 0,0")
    assert run(game, "take 0", "place 1,1").phase == "over"
    two = changed(card, end__full_gardens=2)
    game = run(small(two, "b1 b2", "1" * 9, "2" * 9, "3"), "take 0", "place 1,0")
    assert game.phase == "take"
    game = run(game, *["take 0", "place 1,0", "take 0", "cover 0,0"])
    game = run(game, *["take 0", "place 0,1", "take 0", "cover 0,0", "take 0", "place 1,1"])
    assert (game.phase, game.turns) == ("over", 6)


def test_all_of() -> None:
    card = ending(any_of=[], all_of=["rounds", "empty_piles"], rounds=1)
    game = small(card, "b1 b2", "11", "22222", "33333")
    assert taking(game, 1, 1).phase == "take"
    assert taking(game, 1, 1, 0, 0).phase == "over"
    late = small(card, "b1 b2", "1", "22222", "33333")
    assert taking(late, 0).phase == "take"
    assert taking(late, 0, 1).phase == "over"
    either = changed(card, end__any_of=["empty_piles"])
    assert taking(small(either, "b1 b2", "1", "22222", "33333"), 0).phase == "over"


def test_one_more_turn_each() -> None:
    game = taking(small(ending("one_more"), "b1 b2 b3", "11", "2", "3333333"), 0)
    assert game.turns_left is None
    game = taking(game, 1)  # in the turn of seat 1
    assert (game.turns_left, game.to_move) == (3, 2)
    game = taking(game, 2, 0)
    assert (game.turns_left, game.to_move) == (1, 1)  # another empty pile changes nothing
    game = taking(game, 2)
    assert (game.turns_left, game.phase, game.turns) == (0, "over", 5)
    few = taking(small(ending("one_more"), "b1 b2 b3", "1", "2"), 0)
    assert (few.turns_left, few.phase) == (3, "take")
    assert taking(few, 1).phase == "over"  # nothing is left to take


def test_points_that_fall_again() -> None:
    """Once the end has come it is not looked at again."""
    values: dict[str, Any] = {"any_of": ["points"], "points": 2, "card": FIELDS}
    for word, turns, left in (("broken_off", 1, 0), ("finished", 3, 2), ("one_more", 4, 3)):
        game = small(ending(word, **values), "r1 b2 b3", "1" * 9, "2" * 9)
        game = run(game, "take 0", "place 1,0")
        assert game.turns_left == left
        while game.phase != "over":
            game = run(game, "take 0", "cover 0,0")
        assert game.turns == turns
    game = small(ending("one_more", **values), "r1 b2 b3", "1", "2" * 9)
    game.gardens[0] = garden("r1 r1")
    game.piles[0] = [text("b1")] * 3
    game = run(game, "take 1", "place 0,1", "take 0", "cover 0,0", "take 1", "cover 0,0")
    assert (game.turns_left, game.scores()[0]["total"]) == (1, 3)
    game = run(game, "take 0", "cover 0,0")
    assert (game.phase, game.scores()[0]["total"]) == ("over", 0)


def test_last_round_of_the_last_seat() -> None:
    game = taking(small(ending("finished"), "b1 b2", "11", "222", "333"), 0, 0)
    assert (game.phase, game.turns_left) == ("over", 0)
    game = taking(small(ending("finished"), "b1 b2", "1", "222", "333"), 0)
    assert (game.phase, game.turns_left) == ("take", 1)


def test_goal() -> None:
    card = FIELDS | {"goal": {"points": 3, "ratings": {"2": "good", "10": "best", "3": "better"}}}
    rows = {1: "r1", 2: "r1 r1", 3: "r1 r1 r1", 9: "r1 " * 9, 10: "r1 " * 10}
    found = {number: ended(card, row).goal() for number, row in rows.items()}
    assert found == {
        1: (False, None),
        2: (False, "good"),
        3: (True, "better"),
        9: (True, "better"),
        10: (True, "best"),
    }
    assert (ended(card, rows[2]).winners(), ended(card, rows[3]).winners()) == ((), (0,))
    assert ended(FIELDS, rows[2]).winners() == (0,)
    assert ended(FIELDS, rows[2]).goal() == (None, None)
    bare = FIELDS | {"goal": {"points": 3}}
    assert (ended(bare, rows[3]).goal(), ended(bare, rows[2]).goal()) == (
        (True, None),
        (False, None),
    )
