"""The model itself, tried by hand-made cases and by random games."""

from __future__ import annotations

import copy
import random
from collections import Counter
from typing import Any

import pytest

from .cards import changed
from .tulips import PHASES, Line, Naive, all_cards, colour_of, deal, perft, value_of

pytestmark = pytest.mark.unmeasured

FOUR = ["pink", "blue", "orange", "purple"]
LETTERS = {"p": "pink", "b": "blue", "o": "orange", "u": "purple"}
LEFT_OUT = {2: 18, 3: 4, 4: 6, 5: 14, 6: 10}
COLOURS = [*FOUR, "white", "red", "yellow", "black", "green", "grey", "lilac", "dark_red"]


def base(seats: int) -> dict[str, Any]:
    """The base card, for one number of seats."""
    copies = 6 if seats < 5 else 8
    points = {"1": [15, 10, 5], "2": [10, 7, 4], "3": [5, 3, 1]}
    places = {2: 1, 3: 2, 4: 2}.get(seats, 3)
    return {
        "cards": {"colours": FOUR, "values": {"2": copies, "3": copies, "4": copies}, "more": []},
        "start": {"festival": 2, "left_out": LEFT_OUT[seats], "dealt": 2},
        "festival": {"equal_sums": "latest_first", "unranked": "last"},
        "turn": {"draws": 2, "drawing": "one_by_one", "actions": ["keep", "give", "add"]},
        "end": {"drawn": 5, "ranked": "each_card"},
        "scoring": {
            "giving": {"points": [3, 2, 1, 0], "value": "added", "receiver": "nothing"},
            "keeping": {"points": [0, 0, 1, 2]},
            "majorities": {
                "points": {rank: row[:places] for rank, row in points.items()},
                "decided_by": ["cards", "sum"],
                "ties": "one_place",
            },
        },
        "tie_breaks": ["bouquet"],
    }


BASE = base(2)
OLDEST = {"festival__equal_sums": "oldest_first"}


def without(card: dict[str, Any], *blocks: str) -> dict[str, Any]:
    """A copy of the card that lacks some blocks of the scoring."""
    card = copy.deepcopy(card)
    for block in blocks:
        del card["scoring"][block]
    return card


def tulips(short: str) -> list[str]:
    """`p2 u4` is a pink 2 and a purple 4."""
    return [f"{LETTERS[one[0]]}-{one[1:]}" for one in short.split()]


def begun(
    card: dict[str, Any],
    festival: str,
    deck: str,
    *hands: str,
    lottery: list[int] | None = None,
) -> Naive:
    """Each seat has kept the first card of its hand."""
    dealt = [tulips(hand) for hand in hands]
    game = Naive(card, len(hands), tulips(festival), dealt, tulips(deck), lottery or [])
    return run(game, *[f"start {hand[0]}" for hand in dealt])


def run(game: Naive, *moves: str) -> Naive:
    for move in moves:
        game = game.play(move)
    return game


def table(card: dict[str, Any], festival: str, *bouquets: str) -> Naive:
    """What lies there, for scoring."""
    game = Naive(card, len(bouquets), tulips(festival), [[] for _ in bouquets], [], [])
    game.bouquets = [tulips(bouquet) for bouquet in bouquets]
    return game


def order(card: dict[str, Any], festival: str) -> list[str]:
    return table(card, festival, "", "").ranked()


def points(card: dict[str, Any], colour: str, festival: str, *bouquets: str) -> list[int]:
    """What each seat scores for a colour."""
    scores = table(card, festival, *bouquets).scores()
    return [sum(line[2] for line in entry["lines"] if line[1] == colour) for entry in scores]


# Set-up


@pytest.mark.parametrize(
    ("seats", "cards", "left", "turns"),
    [(2, 72, 48, 12), (3, 72, 60, 10), (4, 72, 56, 7), (5, 96, 70, 7), (6, 96, 72, 6)],
)
def test_set_up(seats: int, cards: int, left: int, turns: int) -> None:
    card = base(seats)
    assert len(all_cards(card)) == cards
    festival, hands, deck, lottery = deal(card, seats, random.Random(seats))
    assert len({colour_of(tulip) for tulip in festival}) == len(festival) == 2
    assert [len(hand) for hand in hands] == [2] * seats
    assert (len(deck), len(lottery)) == (left, left + seats)
    assert left == 2 * seats * turns
    assert all(0 <= place <= k for k, place in enumerate(lottery))
    lying = Counter([*festival, *deck, *(tulip for hand in hands for tulip in hand)])
    assert lying <= Counter(all_cards(card))


def test_all_cards() -> None:
    assert Counter(all_cards(base(4))).keys() == {f"{c}-{v}" for c in FOUR for v in (2, 3, 4)}
    assert set(Counter(all_cards(base(4))).values()) == {6}
    assert set(Counter(all_cards(base(6))).values()) == {8}
    card = changed(
        BASE, cards={"colours": ["pink", "blue"], "values": {"1": 2, "4": 0}, "more": ["pink-9"]}
    )
    assert all_cards(card) == ["pink-1", "pink-1", "blue-1", "blue-1", "pink-9"]
    card["cards"]["more"] *= 2
    assert Counter(all_cards(card))["pink-9"] == 2


class Unshuffled(random.Random):
    """Leaves the cards in the order in which they are listed."""

    def shuffle(self, x: Any) -> None:
        pass


def test_equal_start_cards() -> None:
    cards = {"colours": FOUR, "values": {"3": 12}, "more": []}
    for card in (BASE, changed(BASE, **OLDEST)):
        card = changed(card, cards=cards, start__festival=3)
        festival, hands, deck, lottery = deal(card, 2, Unshuffled(1))
        ranked = Naive(card, 2, festival, hands, deck, lottery).ranked()
        assert ranked == ["pink", "blue", "orange"]  # as they were drawn
    assert order(BASE, "p3 b3") == ["blue", "pink"]  # blue was drawn first
    assert order(changed(BASE, **OLDEST), "p3 b3") == ["pink", "blue"]
    assert order(BASE, "p3 b2") == order(BASE, "b2 p3") == ["pink", "blue"]
    assert order(BASE, "") == []


def test_start() -> None:
    hands = [tulips("p2 b3 p4"), tulips("u4 o4 u4"), tulips("b2 b2 b2")]
    game = Naive(BASE, 3, tulips("p2 b3"), hands, tulips("o2 o3 o4"), [0] * 9)
    assert (game.phase, game.to_move, game.turns) == ("start", 0, 0)
    assert game.legal() == {"start pink-2", "start blue-3", "start pink-4"}
    assert game.in_hand == tulips("p2 b3 p4")
    one = game.play("start blue-3")
    assert (one.phase, one.to_move, one.bouquets, one.secret) == ("start", 1, [[], [], []], [])
    assert (one.hands, one.kept) == (hands, ["blue-3"])
    assert one.legal() == {"start purple-4", "start orange-4"}  # two equal cards are one move
    two = one.play("start purple-4")
    assert (two.bouquets, two.legal()) == ([[], [], []], {"start blue-2"})
    three = two.play("start blue-2")
    assert three.bouquets == [["blue-3"], ["purple-4"], ["blue-2"]]
    assert three.secret == tulips("p2 p4 o4 u4 b2 b2")
    assert three.secret_by == [0, 0, 1, 1, 2, 2]
    assert (three.phase, three.to_move, three.turns) == ("first", 0, 0)
    assert (three.in_hand, three.deck) == (["orange-2"], ["orange-3", "orange-4"])
    assert (three.hands, three.kept) == ([[], [], []], [])
    with pytest.raises(ValueError, match="not legal"):
        two.play("start pink-2")
    with pytest.raises(ValueError, match="not legal"):
        three.play("start pink-2")


def test_one_dealt() -> None:
    game = begun(changed(BASE, start__dealt=1), "p2 b3", "o2 o3", "p3", "u3")
    assert (game.bouquets, game.secret) == ([["pink-3"], ["purple-3"]], [])


# The ranking


def test_example_of_the_ranking() -> None:
    game = begun(BASE, "b5 p2 u2", "o2 o3 o4", "p2 p3", "u2 u3")
    assert game.ranked() == ["blue", "purple", "pink"]
    assert game.play("add open").ranked() == ["blue", "orange", "purple", "pink"]
    assert game.play("add secret").ranked() == ["blue", "purple", "pink"]
    game = begun(changed(BASE, **OLDEST), "b5 u2 p2", "o2 o3 o4", "p2 p3", "u2 u3")
    assert game.ranked() == ["blue", "purple", "pink"]
    assert game.play("add open").ranked() == ["blue", "purple", "pink", "orange"]


def test_equal_sums() -> None:
    oldest = changed(BASE, **OLDEST)
    for festival, latest, before in (
        ("b3 p2 p1", "pink blue", "blue pink"),
        ("b1 p3 b2", "blue pink", "pink blue"),  # pink had this sum before, though blue came first
        ("b3 p2 p1 o3", "orange pink blue", "blue pink orange"),
        ("p4 b2 o2 b2", "blue pink orange", "pink blue orange"),
        ("p4 b2 o2 b3", "blue pink orange", "blue pink orange"),
    ):
        assert order(BASE, festival) == latest.split()
        assert order(oldest, festival) == before.split()


def ended(card: dict[str, Any]) -> Naive:
    """A game that has ended with pink 1, orange 3, purple 3, blue 1 drawn from the secret."""
    card = changed(card, start__dealt=3)
    lottery = [0, 0, 2, 0]  # purple; orange, purple; orange, purple, blue; pink in front
    game = begun(card, "p2 b2", "o2", "p4 u3 o3", "p3 b1 p1", lottery=lottery)
    return game.play("keep")


def test_ranked_at_the_end() -> None:
    # Each ends with a sum of 3; blue stood before pink by the latest addition.
    for equal_sums, ranked, expected in (
        ("latest_first", "each_card", "blue purple orange pink"),
        ("oldest_first", "each_card", "pink orange purple blue"),
        ("latest_first", "once", "blue pink orange purple"),
        ("oldest_first", "once", "pink blue orange purple"),
    ):
        game = ended(changed(BASE, festival__equal_sums=equal_sums, end__ranked=ranked))
        assert game.festival == tulips("p2 b2 p1 o3 u3 b1")
        assert (game.phase, game.drawn, game.ranked()) == ("over", 4, expected.split())


def test_ranked_once_by_sums() -> None:
    card = changed(BASE, end__ranked="once", start__dealt=3)
    game = begun(card, "p3 b2", "o2", "p4 u4 o2", "p3 b1 b1").play("add open")
    # Pink 3, blue 4, orange 4, purple 4: pink, orange, blue stood there, purple is new.
    assert game.festival == tulips("p3 b2 o2 u4 o2 b1 b1")
    assert game.ranked() == ["orange", "blue", "purple", "pink"]


# Turns


def test_turn() -> None:
    game = begun(BASE, "p2 b3", "o2 o3 o4 u2 u3 u4", "p2 p3", "u2 u3")
    assert game.legal() == {"keep", "give 1", "add open", "add secret"}
    assert (game.phase, game.to_move, game.in_hand, game.done) == ("first", 0, ["orange-2"], [])
    kept = game.play("keep")
    assert (kept.phase, kept.to_move, kept.in_hand) == ("second", 0, ["orange-3"])
    assert (kept.bouquets[0], kept.done, kept.turns) == (tulips("p2 o2"), ["keep"], 0)
    assert kept.legal() == {"give 1", "add open", "add secret"}
    given = kept.play("give 1")
    assert (given.phase, given.to_move, given.in_hand) == ("first", 1, ["orange-4"])
    assert (given.bouquets, given.done) == ([tulips("p2 o2"), tulips("u2 o3")], [])
    assert given.turns == 1
    assert given.legal() == {"keep", "give 0", "add open", "add secret"}
    hidden = given.play("add secret")
    assert (hidden.secret, hidden.secret_by) == (tulips("p3 u3 o4"), [0, 1, 1])
    assert (hidden.done, hidden.legal()) == (["add"], {"keep", "give 0"})
    shown = given.play("add open")
    assert (shown.festival, shown.legal()) == (tulips("p2 b3 o4"), {"keep", "give 0"})
    assert run(shown, "keep").to_move == 0
    assert shown.deck == ["purple-3", "purple-4"]
    three = begun(base(3), "p2 b3", "o2 o3 o4 u2 u3 u4", "p2 p3", "u2 u3", "b2 b3")
    assert three.legal() == {"keep", "give 1", "give 2", "add open", "add secret"}
    assert three.play("give 2").legal() == {"keep", "add open", "add secret"}
    for move in ("pass", "add", "give 0", "keep orange-2"):
        with pytest.raises(ValueError, match="not legal"):
            game.play(move)


def test_two_additions() -> None:
    card = changed(BASE, turn__actions=["keep", "give", "add_open", "add_secret"])
    game = begun(card, "p2 b3", "o2 o3 o4 u2", "p2 p3", "u2 u3")
    assert game.legal() == {"keep", "give 1", "add open", "add secret"}
    assert game.play("add open").legal() == {"keep", "give 1", "add secret"}
    hidden = game.play("add secret")
    assert (hidden.done, hidden.legal()) == (["add_secret"], {"keep", "give 1", "add open"})
    card = changed(BASE, turn__actions=["add_open", "keep"])
    game = begun(card, "p2 b3", "o2 o3 o4 u2", "p2 p3", "u2 u3")
    assert game.legal() == {"keep", "add open"}
    assert game.play("add open").legal() == {"keep"}


def test_full_hand() -> None:
    card = changed(BASE, turn__drawing="together")
    game = begun(card, "p2 b3", "o2 o3 u4 u4 b2", "p2 p3", "u2 u3")
    assert (game.in_hand, game.deck) == (tulips("o2 o3"), tulips("u4 u4 b2"))
    words = ["keep", "give 1", "add open", "add secret"]
    assert game.legal() == {f"{word} {tulip}" for word in words for tulip in tulips("o2 o3")}
    given = game.play("give 1 orange-3")
    assert (given.phase, given.in_hand, given.bouquets[1]) == (
        "second",
        ["orange-2"],
        tulips("u2 o3"),
    )
    assert given.giving == [0 + 3, 0]  # orange is not there
    assert given.legal() == {"keep orange-2", "add open orange-2", "add secret orange-2"}
    game = given.play("add open orange-2")
    assert (game.phase, game.to_move, game.turns) == ("first", 1, 1)
    assert game.legal() == {f"{w} purple-4" for w in ["keep", "give 0", "add open", "add secret"]}
    game = run(game, "add secret purple-4", "keep purple-4")
    assert (game.to_move, game.in_hand, game.deck) == (0, ["blue-2"], [])
    assert "keep blue-2" in game.legal()
    game = game.play("keep blue-2")
    assert (game.phase, game.turns) == ("over", 3)
    long = changed(card, turn__draws=3)
    game = begun(long, "p2 b3", "o2 o3 o4 u4", "p2 p3", "u2 u3")
    assert game.play("keep orange-3").in_hand == tulips("o2 o4")  # in the order of drawing
    assert run(game, "keep orange-3", "add open orange-2").phase == "third"


def test_long_turns() -> None:
    actions = ["add_secret", "add_open", "give", "keep"]
    card = changed(BASE, turn__actions=actions, turn__draws=4)
    game = begun(card, "p2 b3", "o2 o3 o4 u2 u3", "p2 p3", "u2 u3")
    moves = ["keep", "add open", "give 1", "add secret"]
    for phase, move in zip(PHASES, moves, strict=True):
        assert (game.phase, game.to_move) == (phase, 0)
        game = game.play(move)
    assert (game.phase, game.to_move, game.turns) == ("first", 1, 1)
    one = begun(changed(BASE, turn__draws=1), "p2 b3", "o2 o3", "p2 p3", "u2 u3").play("keep")
    assert (one.phase, one.to_move, one.legal()) == (
        "first",
        1,
        {"keep", "give 0", "add open", "add secret"},
    )


def test_perft() -> None:
    game = Naive(BASE, 2, tulips("p2 b3"), [tulips("p2 p3"), tulips("u2 u3")], tulips("o2") * 8, [])
    # After keep or give 3 ways are left, after either addition 2.
    assert [perft(game, depth) for depth in range(7)] == [1, 2, 4, 16, 40, 160, 400]
    hands = [tulips("p2"), tulips("u2"), tulips("b2")]
    three = Naive(base(3), 3, [], hands, tulips("o2") * 8, [])
    assert [perft(three, depth) for depth in range(6)] == [1, 1, 1, 1, 5, 4 + 2 * 3 + 2 * 3]
    four = changed(BASE, turn__actions=["keep", "give", "add_open", "add_secret"])
    assert perft(begun(four, "p2", "o2 o2 o2 o2", "p2", "u2"), 2) == 12
    both = changed(BASE, turn__drawing="together")
    assert perft(begun(both, "p2", "o2 o3 o2 o2", "p2", "u2"), 2) == 20
    assert perft(begun(both, "p2", "o2 o2 o2 o2", "p2", "u2"), 2) == 10
    over = begun(BASE, "p2", "o2", "p2", "u2").play("keep")
    assert (perft(over, 0), perft(over, 1)) == (1, 0)


# Points at once


RANKS = "u2 p3 b4 o5"  # orange, blue, pink, purple


def gain(card: dict[str, Any], move: str, tulip: str, festival: str) -> tuple[list[int], list[int]]:
    """Giving and keeping after seat 0 has done this with one card."""
    game = begun(card, festival, f"{tulip} p2 p2", "p2 p3", "u2 u3").play(move)
    return game.giving, game.keeping


@pytest.mark.parametrize(
    ("tulip", "giving", "keeping"), [("o2", 5, 0), ("b3", 5, 0), ("p4", 5, 1), ("u2", 2, 2)]
)
def test_giving_and_keeping(tulip: str, giving: int, keeping: int) -> None:
    assert gain(BASE, "give 1", tulip, RANKS) == ([giving, 0], [0, 0])
    assert gain(BASE, "keep", tulip, RANKS) == ([0, 0], [keeping, 0])
    assert gain(BASE, "add open", tulip, RANKS) == ([0, 0], [0, 0])
    assert gain(BASE, "add secret", tulip, RANKS) == ([0, 0], [0, 0])
    bare = changed(BASE, scoring__giving__value="nothing")
    assert gain(bare, "give 1", tulip, RANKS) == ([giving - value_of(tulip_of(tulip)), 0], [0, 0])
    thanks = changed(BASE, scoring__giving__receiver="keeping")
    assert gain(thanks, "give 1", tulip, RANKS) == ([giving, 0], [0, keeping])
    assert gain(thanks, "keep", tulip, RANKS) == ([0, 0], [keeping, 0])
    for card in (without(thanks, "keeping"), without(BASE, "keeping")):
        assert gain(card, "give 1", tulip, RANKS) == ([giving, 0], [0, 0])
        assert gain(card, "keep", tulip, RANKS) == ([0, 0], [0, 0])
    assert gain(without(BASE, "giving"), "give 1", tulip, RANKS) == ([0, 0], [0, 0])


def tulip_of(short: str) -> str:
    return tulips(short)[0]


def test_unranked() -> None:
    nothing = changed(BASE, festival__unranked="nothing")
    for festival in ("p3", "p3 o2", "p3 o2 u2", ""):
        assert gain(BASE, "keep", "b3", festival)[1] == [2, 0]
        assert gain(nothing, "keep", "b3", festival)[1] == [0, 0]
        assert gain(BASE, "give 1", "b3", festival)[0] == [0 + 3, 0]
        assert gain(nothing, "give 1", "b3", festival)[0] == [3, 0]
    dear = {"scoring__giving__points": [9, 8, 7, 6]}
    assert gain(changed(BASE, **dear), "give 1", "b3", "p3")[0] == [6 + 3, 0]
    assert gain(changed(nothing, **dear), "give 1", "b3", "p3")[0] == [3, 0]
    assert gain(changed(nothing, **dear), "give 1", "p3", "p3")[0] == [9 + 3, 0]


def test_the_rank_of_the_moment() -> None:
    game = begun(BASE, "b2 p3", "b4 b2 p2 p3 p4", "p2 p3", "u2 u3")
    assert run(game, "add open", "give 1").giving == [3 + 2, 0]  # blue is in front by now
    assert run(game, "add secret", "give 1").giving == [2 + 2, 0]
    game = run(game, "add open", "give 1", "add open", "give 0")
    assert game.ranked() == ["blue", "pink"]  # 6 and 5
    assert game.giving == [5, 2 + 3]  # nothing is scored again


# The end


def test_end() -> None:
    game = begun(BASE, "b2 p3", "b4 b3 o2", "p2 u3", "u2 o3", lottery=[0, 0, 1])
    game = run(game, "add secret", "keep")
    assert (game.phase, game.to_move, game.in_hand, game.deck) == ("first", 1, ["orange-2"], [])
    assert game.drawn == 0
    over = game.play("keep")  # a last turn of one action
    assert (over.phase, over.to_move, over.turns) == ("over", None, 2)
    assert (over.legal(), over.in_hand, over.done) == (set(), [], [])
    assert (over.secret, over.secret_by) == (tulips("u3 o3 b4"), [0, 1, 0])
    # Purple; orange, purple; orange, blue, purple.
    assert (over.festival, over.drawn) == (tulips("b2 p3 o3 b4 u3"), 3)
    assert over.ranked() == ["blue", "purple", "orange", "pink"]
    even = begun(BASE, "b2 p3", "b4 b3", "p2 u3", "u2 o3")
    assert run(even, "keep", "give 1").phase == "over"
    assert even.play("keep").deck == []
    assert even.play("keep").phase == "second"
    none = begun(BASE, "b2 p3", "", "p2 u3", "u2 o3")
    assert (none.phase, none.to_move, none.drawn, none.turns) == ("over", None, 2, 0)


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        (1, "b2"),
        (2, "b2 o1"),
        (5, "b2 o1 u1 b1 p1"),
        (6, "b2 o1 u1 b1 p1 u2"),
        (7, "b2 o1 u1 b1 p1 u2"),
        ("all", "b2 o1 u1 b1 p1 u2"),
        ("never", ""),
    ],
)
def test_number_drawn(word: int | str, expected: str) -> None:
    card = changed(BASE, start__dealt=4, end__drawn=word)
    # p1; o1 p1; o1 b1 p1; o1 u1 b1 p1; b2 o1 u1 b1 p1; u2 behind all of them.
    lottery = [0, 0, 1, 1, 0, 5]
    game = begun(card, "p2 b3", "", "p9 p1 o1 b1", "u9 u1 b2 u2", lottery=lottery)
    assert game.festival == tulips(f"p2 b3 {expected}")
    assert game.drawn == len(tulips(expected))
    assert game.secret == tulips("p1 o1 b1 u1 b2 u2")


# Majorities


def test_example_of_the_majorities() -> None:
    festival = "b2 p3 o4 u5"  # purple, orange, pink, blue
    bouquets = ["u2 u3 u4 o4", "u2 o2 u2 o4", "o2 u4 o2"]
    assert points(base(3), "purple", festival, *bouquets) == [15, 10, 0]
    assert points(base(3), "orange", festival, *bouquets) == [0, 10, 7]
    assert points(base(6), "purple", festival, *bouquets) == [15, 10, 5]
    assert points(base(6), "orange", festival, *bouquets) == [4, 10, 7]
    assert points(base(2), "purple", festival, *bouquets) == [15, 0, 0]
    scores = table(base(3), festival, *bouquets).scores()
    nothing: list[Line] = [(word, None, 0, 0, None, None, []) for word in ("giving", "keeping")]
    assert scores[0] == {
        "total": 15,
        "lines": [*nothing, ("majorities", "purple", 15, 3, 1, "cards", tulips("u2 u3 u4"))],
    }
    assert scores[1] == {
        "total": 20,
        "lines": [
            *nothing,
            ("majorities", "purple", 10, 2, 2, "cards", tulips("u2 u2")),
            ("majorities", "orange", 10, 2, 1, "sum", tulips("o2 o4")),
        ],
    }
    assert scores[2]["lines"][2:] == [("majorities", "orange", 7, 2, 2, "cards", tulips("o2 o2"))]


@pytest.mark.parametrize(
    ("ties", "one", "two", "three"),
    [
        ("one_place", [15, 15, 10, 5], [15, 10, 10, 5], [15, 15, 15, 10]),
        ("more_places", [15, 15, 5, 0], [15, 10, 10, 0], [15, 15, 15, 0]),
        ("split", [12, 12, 5, 0], [15, 7, 7, 0], [10, 10, 10, 0]),
    ],
)
def test_ties(ties: str, one: list[int], two: list[int], three: list[int]) -> None:
    card = changed(base(6), scoring__majorities__ties=ties)
    assert points(card, "pink", "p2", "p2 p3", "p2 p3", "p4", "p3") == one
    assert points(card, "pink", "p2", "p2 p4", "p2 p3", "p3 p2", "p3") == two
    assert points(card, "pink", "p2", "p4", "p4", "p4", "p3") == three
    assert points(card, "pink", "p2", "p4", "p4", "p4", "") == [*three[:3], 0]  # never without one


def test_split_beyond_the_list() -> None:
    split = changed(base(3), scoring__majorities__ties="split")
    assert points(split, "pink", "p2", "p4", "p4", "p4") == [8, 8, 8]  # 25 by three
    assert points(split, "pink", "p2", "p3", "p4", "p3") == [5, 15, 5]  # 10 + 0 by two
    assert points(split, "pink", "p2", "p3", "p3", "p2") == [12, 12, 0]
    game = table(split, "p2", "p3", "p3", "p2")
    assert [len(entry["lines"]) for entry in game.scores()] == [3, 3, 2]
    nothing = changed(split, scoring__majorities__points={"1": [0, 1]})
    lines = [entry["lines"][2:] for entry in table(nothing, "p2", "p3", "p3", "p2").scores()]
    line = ("majorities", "pink", 0, 1, 1, "sum", ["pink-3"])
    assert lines == [[line], [line], []]


def decided(criteria: str, *bouquets: str) -> list[tuple[int, str] | None]:
    """Place and what decided it, of each seat."""
    card = changed(base(6), scoring__majorities__decided_by=criteria.split())
    scores = table(card, "p2", *bouquets).scores()
    return [next(((ln[4], ln[5]) for ln in e["lines"] if ln[1]), None) for e in scores]


def test_criteria() -> None:
    bouquets = ("p2 p4", "p3 p3", "p9")
    assert decided("cards sum", *bouquets) == [(1, "cards"), (1, "cards"), (2, "cards")]
    assert decided("cards sum highest", *bouquets) == [(1, "highest"), (2, "cards"), (3, "cards")]
    assert decided("cards highest", *bouquets) == [(1, "highest"), (2, "cards"), (3, "cards")]
    assert decided("sum", *bouquets) == [(2, "sum"), (2, "sum"), (1, "sum")]
    assert decided("sum cards", "p6", "p3 p3", "") == [(2, "sum"), (1, "cards"), None]
    assert decided("highest sum", *bouquets) == [(2, "highest"), (3, "highest"), (1, "highest")]
    assert decided("highest cards sum", "p4 p1", "p4 p2", "p4 p2") == [
        (2, "highest"),
        (1, "sum"),
        (1, "sum"),
    ]


def test_ranks_that_score() -> None:
    festival = "b2 p3 o4 u5"  # purple, orange, pink, blue
    seats = ("b2 p2 o2 u2", "")
    paid = {colour: points(BASE, colour, festival, *seats)[0] for colour in FOUR}
    assert paid == {"purple": 15, "orange": 10, "pink": 5, "blue": 0}
    # Only colours in the festival have a rank.
    paid = {colour: points(BASE, colour, "u5", *seats)[0] for colour in FOUR}
    assert paid == {"purple": 15, "orange": 0, "pink": 0, "blue": 0}
    gaps = changed(BASE, scoring__majorities__points={"4": [3], "2": [8]})
    lines = table(gaps, festival, *seats).scores()[0]["lines"][2:]
    assert [line[1:3] for line in lines] == [("orange", 8), ("blue", 3)]
    assert points(base(3), "purple", festival, "u2", "u3") == [10, 15]
    assert points(base(2), "purple", festival, "u2", "u3") == [0, 15]  # with two, most only


def test_blocks() -> None:
    bouquets = ("u2", "")
    for block in ("giving", "keeping", "majorities"):
        ids = [
            line[0] for line in table(without(BASE, block), "u2", *bouquets).scores()[0]["lines"]
        ]
        assert ids == [word for word in ("giving", "keeping", "majorities") if word != block]
    none = table(without(BASE, "giving", "keeping", "majorities"), "u2", *bouquets)
    assert none.scores() == [{"total": 0, "lines": []}] * 2
    assert none.ranking() == ((0,), (1,))  # by the bouquets


def test_ranking() -> None:
    game = table(without(base(3), "majorities"), "u2", "p2", "p2 p3", "p2", "p2")
    game.giving, game.keeping = [3, 2, 1, 4], [1, 2, 3, 0]
    assert [entry["total"] for entry in game.scores()] == [4, 4, 4, 4]
    for tie_breaks, expected in (
        ([], ((0, 1, 2, 3),)),
        (["bouquet"], ((1,), (0, 2, 3))),
        (["giving"], ((3,), (0,), (1,), (2,))),
        (["keeping"], ((2,), (1,), (0,), (3,))),
        (["bouquet", "keeping"], ((1,), (2,), (0,), (3,))),
    ):
        game.card = without(changed(base(3), tie_breaks=tie_breaks), "majorities")
        assert game.ranking() == expected
    game.keeping[0] = 2
    assert game.ranking()[0] == (0,)  # points go first
    game = table(changed(BASE, tie_breaks=["majorities"]), "u2", "u2", "p2", "p3")
    game.giving = [0, 15, 3]
    assert game.ranking() == ((0,), (1,), (2,))


def test_whole_game() -> None:
    lottery = [0, 1, 0, 0]
    game = begun(BASE, "p2 b3", "b2 p4 u3 o2 o4 p3 u2", "o3 u4", "u2 b4", lottery=lottery)
    assert [entry["total"] for entry in game.scores()] == [0, 0]
    game = run(game, "give 1", "add open")  # blue 1st: 3 + 2; pink 6, blue 3
    assert (game.giving, game.ranked()) == ([5, 0], ["pink", "blue"])
    game = run(game, "keep", "give 0")  # purple is not there: 2; orange neither: 0 + 2
    assert (game.giving, game.keeping) == ([5, 2], [0, 2])
    # Purple and orange do not rank yet; seat 1 alone has a blue card, ranked 2nd.
    assert [entry["total"] for entry in game.scores()] == [5, 2 + 2 + 10]
    game = run(game, "add secret", "give 1")  # pink 1st: 3 + 3
    assert (game.giving, game.turns) == ([11, 2], 3)
    assert game.bouquets == [tulips("o3 o2"), tulips("u2 b2 u3 p3")]
    over = game.play("add open")
    # Purple 4, blue 4 behind it, orange 4 in front; after p2 b3 p4 u2: pink 6, blue 3, purple 2.
    assert over.festival == tulips("p2 b3 p4 u2 o4 u4 b4")
    assert over.ranked() == ["blue", "purple", "pink", "orange"]  # 7, 6 and later, 6, 4
    assert over.scores() == [
        {
            "total": 11,
            "lines": [
                ("giving", None, 11, 11, None, None, []),
                ("keeping", None, 0, 0, None, None, []),
            ],
        },
        {
            "total": 2 + 2 + 15 + 10 + 5,
            "lines": [
                ("giving", None, 2, 2, None, None, []),
                ("keeping", None, 2, 2, None, None, []),
                ("majorities", "blue", 15, 1, 1, "cards", ["blue-2"]),
                ("majorities", "purple", 10, 2, 1, "cards", tulips("u2 u3")),
                ("majorities", "pink", 5, 1, 1, "cards", ["pink-3"]),
            ],
        },
    ]
    assert over.ranking() == ((1,), (0,))


# Seats and partners


TEAMS = {"teams": {"sun": [2, 0], "moon": [1, 3]}}
SHARED = {**TEAMS, "bouquets": "shared"}


def lines_of(game: Naive, block: str) -> list[list[Line]]:
    """The lines of a block, of each seat."""
    return [[line for line in entry["lines"] if line[0] == block] for entry in game.scores()]


def test_handicap() -> None:
    card = changed(base(3), seats={"1": {"handicap": 5}, "2": {"handicap": -7}})
    scores = table(card, "u2", "u2", "", "").scores()
    assert [entry["total"] for entry in scores] == [15, 5, -7]
    first = [entry["lines"][0] for entry in scores]
    assert first == [
        ("giving", None, 0, 0, None, None, []),
        ("handicap", None, 5, 1, None, None, []),
        ("handicap", None, -7, 1, None, None, []),
    ]
    assert table(card, "u2", "p2", "", "").ranking() == ((1,), (0,), (2,))
    nothing = changed(BASE, seats={"0": {"handicap": 0}, "1": {}})
    line: Line = ("handicap", None, 0, 1, None, None, [])
    assert lines_of(table(nothing, "u2", "", ""), "handicap") == [[line], []]


def totals(card: dict[str, Any], giving: list[int], *bouquets: str) -> Naive:
    """Seats that have scored for giving alone."""
    game = table(without(card, "majorities"), "u2", *bouquets)
    game.giving = giving
    return game


def test_partners_share_a_place() -> None:
    card = changed(base(4), partners=TEAMS)
    four = ("p2", "p2", "p2", "p2")
    assert totals(card, [9, 5, 0, 5], *four).ranking() == ((1, 3), (0, 2))
    assert totals(card, [9, 5, 2, 5], *four).ranking() == ((0, 2), (1, 3))
    assert totals(card, [9, 5, 1, 5], *four).ranking() == ((0, 1, 2, 3),)
    # Three cards and one, and two and three.
    assert totals(card, [9, 5, 1, 5], "p2 p3 p4", "p2 p2", "p2", "p2 p3 p4").ranking()[0] == (1, 3)
    keeping = totals(changed(card, tie_breaks=["keeping", "bouquet"]), [9, 5, 1, 5], *four)
    keeping.keeping, keeping.giving = [0, 3, 5, 1], [9, 5, 0, 6]
    assert keeping.ranking() == ((1, 3), (0, 2))  # 14 and 15
    keeping.giving[0] += 1
    assert keeping.ranking() == ((0, 2), (1, 3))  # 15 and 15; 5 and 4 of them for keeping
    one = changed(base(3), partners={"teams": {"sun": [0, 2]}})
    assert totals(one, [2, 3, 2], "", "", "").ranking() == ((0, 2), (1,))
    assert totals(one, [2, 5, 2], "", "", "").ranking() == ((1,), (0, 2))
    five = changed(base(5), partners={"teams": {"sun": [4, 1], "moon": [0, 3]}})
    assert totals(five, [1, 2, 3, 2, 1], *[""] * 5).ranking() == ((0, 1, 2, 3, 4),)
    assert totals(five, [1, 2, 4, 2, 2], *[""] * 5).ranking() == ((1, 2, 4), (0, 3))


def test_shared_bouquets() -> None:
    bouquets = ("u2", "u2 u4", "u3 p2", "p4")
    apart = changed(base(4), partners=TEAMS)
    # One by one: 1, 2 and 1 cards, the single ones 2 and 3.
    assert points(apart, "purple", "u2", *bouquets) == [0, 15, 10, 0]
    card = changed(base(4), partners=SHARED)
    # Two cards each, 5 and 6.
    assert lines_of(table(card, "u2", *bouquets), "majorities") == [
        [("majorities", "purple", 10, 2, 2, "cards", tulips("u2 u3"))],
        [("majorities", "purple", 15, 2, 1, "sum", tulips("u2 u4"))],
        [],
        [],
    ]
    assert table(card, "u2", *bouquets).ranking() == ((1, 3), (0, 2))
    assert points(card, "pink", "p2", *bouquets) == [10, 15, 0, 0]
    # A team counts once in a tie: 15 + 10 by two of them, not by four seats.
    for ties, expected in (("split", [12, 12, 0, 0]), ("one_place", [15, 15, 0, 0])):
        tied = changed(card, scoring__majorities__ties=ties)
        assert points(tied, "purple", "u2", "u2", "u2", "u3", "u3") == expected
    alone = changed(base(5), partners={"teams": {"sun": [4, 1]}, "bouquets": "shared"})
    alone = changed(alone, scoring__majorities__ties="more_places")
    # Two cards and 5 for seats 1 and 4; seat 0 has the same; seat 2 is third, seat 3 fourth.
    five = ("u1 u4", "u2", "u4", "u3", "u3")
    assert points(alone, "purple", "u2", *five) == [15, 15, 5, 0, 0]
    highest = changed(alone, scoring__majorities__decided_by=["highest"])
    assert points(highest, "purple", "u2", *five) == [15, 5, 15, 5, 0]


# Uses


def using(times: dict[str, int], **values: Any) -> dict[str, Any]:
    """The base card, with things that can be done so many times."""
    uses = {thing: {"times": number} for thing, number in times.items()}
    return changed(BASE, uses=uses, **values)


def test_uses() -> None:
    every = {"keep", "give 1", "add open", "add secret"}
    card = using({"keep": 1, "give": 2}, turn__draws=1)
    game = begun(card, "p2 b3", "o2 o2 o2 o2 o2 o2 o2 o2", "p2", "u2")
    one = run(game, "keep", "give 0")
    assert one.legal() == every - {"keep"}
    two = run(one, "give 1", "give 0")
    assert two.legal() == every - {"keep"}
    assert run(two, "give 1", "keep").legal() == every - {"keep", "give 1"}
    assert run(two, "give 1").legal() == {"keep", "add open", "add secret"}  # of seat 1
    for move in ("keep", "give 1"):
        with pytest.raises(ValueError, match="not legal"):
            run(two, "give 1", "keep").play(move)
    assert run(game, "add open", "keep").legal() == every
    # Being given to is no giving: seat 2 may do so still.
    once = changed(base(3), uses={"give": {"times": 1}}, turn__draws=1)
    three = run(begun(once, "p2", "o2 o2 o2 o2 o2", "p2", "u2", "b2"), "give 2", "give 2")
    assert three.legal() == {"keep", "give 0", "give 1", "add open", "add secret"}
    assert run(three, "give 0").legal() == {"keep", "add open", "add secret"}


def test_uses_of_additions() -> None:
    every = {"keep", "give 1", "add open", "add secret"}
    card = using({"secret": 1}, turn__draws=1)
    game = begun(card, "p2 b3", "o2 o2 o2 o2 o2 o2", "p2 p3", "u2 u3")
    assert run(game, "add secret", "keep").legal() == every - {"add secret"}
    assert run(game, "add open", "keep", "add open", "keep").legal() == every
    assert game.used[0] == {"keep": 0, "give": 0, "open": 0, "secret": 0}  # the start is no use
    card = using({"open": 1, "secret": 1}, turn__draws=1)
    game = begun(card, "p2 b3", "o2 o2 o2 o2 o2 o2", "p2", "u2")
    game = run(game, "add secret", "keep", "add open", "keep")
    assert game.legal() == {"keep", "give 1"}
    two = using({"open": 1}, turn__actions=["keep", "give", "add_open", "add_secret"])
    game = begun(two, "p2 b3", "o2 o2 o2 o2 o2 o2", "p2", "u2")
    assert run(game, "add open").legal() == {"keep", "give 1", "add secret"}
    game = run(game, "add open", "add secret", "keep", "give 0")
    assert game.legal() == {"keep", "give 1", "add secret"}


def test_uses_with_all_cards_in_hand() -> None:
    card = using({"give": 1, "open": 2}, turn__drawing="together")
    game = begun(card, "p2 b3", "o2 o3 u2 u3 b2 b3 b4", "p2", "u2")
    game = run(game, "give 1 orange-3", "add open orange-2", "keep purple-2", "give 0 purple-3")
    assert game.used[0] == {"keep": 0, "give": 1, "open": 1, "secret": 0}
    words = ["keep", "add open", "add secret"]
    assert game.legal() == {f"{word} {tulip}" for word in words for tulip in tulips("b2 b3")}


# Conditions of the end


def ending(seats: int, **end: Any) -> dict[str, Any]:
    """Turns of one card; points for giving and keeping alone, and conditions of the end."""
    card = changed(without(base(seats), "majorities"), turn__draws=1)
    return changed(card, **{f"end__{key}": value for key, value in end.items()})


def racing(card: dict[str, Any], seats: int, cards: int = 12) -> Naive:
    """Blue 2s to give away for 3 + 2 points each; keeping them is worth nothing."""
    hands = ["p2 u4", "p2 o4", "p2 o2", "p2 u2"][:seats]
    return begun(card, "p2 b3", "b2 " * cards, *hands, lottery=[0] * seats)


def left(game: Naive, *moves: str) -> list[int | None]:
    """The turns that remain, after each of these moves."""
    found = []
    for move in moves:
        game = game.play(move)
        found.append(game.turns_left)
    assert game.phase == "over"
    return found


def test_end_by_points() -> None:
    card = ending(3, any_of=["points"], points=5)
    game = racing(card, 3)
    assert (game.turns_left, game.phase) == (None, "first")
    over = run(game, "keep", "give 0")
    assert (over.phase, over.to_move, over.turns, over.turns_left) == ("over", None, 2, 0)
    assert (over.in_hand, len(over.deck)) == ([], 10)
    assert over.festival == tulips("p2 b3 o2 o4 u4")  # the end draws: the last put in comes first
    assert over.giving == [0, 5, 0]
    more = run(racing(changed(card, end__points=6), 3), "keep", "give 0")
    assert (more.phase, more.turns_left) == ("first", None)
    assert run(more, "give 0", "add open", "give 0").phase == "over"  # 10 of seat 1
    handicap = changed(card, end__points=7, seats={"2": {"handicap": 2}})
    game = run(racing(handicap, 3), "give 1", "give 2")
    assert (game.phase, game.play("give 0").phase) == ("first", "over")


def test_end_by_points_within_a_turn() -> None:
    card = changed(ending(2, any_of=["points"], points=5), turn__draws=2)
    game = racing(card, 2).play("give 1")
    assert (game.phase, game.to_move, game.giving) == ("second", 0, [5, 0])
    assert game.play("keep").phase == "over"
    # Five points at first and none after the turn, as its open addition lets the colour fall.
    card = changed(base(2), end__any_of=["points"], end__points=15)
    game = begun(card, "o2 b3", "b2 o4 o2 o2", "p2", "u2").play("keep")
    assert [entry["total"] for entry in game.scores()] == [15, 0]
    game = game.play("add open")
    assert [entry["total"] for entry in game.scores()] == [10, 0]
    assert (game.phase, game.to_move) == ("first", 1)


def test_end_by_points_of_partners() -> None:
    card = ending(4, any_of=["points"], points=10)
    moves = ["give 1", "keep", "give 1"]
    assert run(racing(card, 4), *moves).phase == "first"
    assert run(racing(changed(card, partners=TEAMS), 4), *moves).phase == "over"
    other = run(racing(changed(card, partners=TEAMS), 4), "give 1", "give 0")
    assert (other.phase, other.play("keep").phase) == ("first", "first")
    # Points that partners lack are taken off, too.
    less = changed(card, partners=TEAMS, seats={"2": {"handicap": -1}})
    assert run(racing(less, 4), *moves).phase == "first"


def test_end_by_rounds() -> None:
    card = ending(2, any_of=["rounds"], rounds=2)
    assert left(racing(card, 2), *["keep"] * 4) == [None, None, None, 0]
    assert left(racing(ending(3, any_of=["rounds"], rounds=1), 3), *["keep"] * 3)[-1] == 0
    both = ending(2, any_of=["rounds", "points"], rounds=2, points=10)
    assert len(left(racing(both, 2), *["keep"] * 4)) == 4
    assert len(left(racing(both, 2), "give 1", "keep", "give 1")) == 3


def test_end_by_conditions_together() -> None:
    card = ending(2, all_of=["points", "rounds"], rounds=1, points=10)
    assert left(racing(card, 2), "give 1", "keep", "give 1") == [None, None, 0]
    assert left(racing(card, 2), *["keep"] * 3, "give 0", "keep", "give 0") == [*[None] * 5, 0]
    early = changed(card, end__rounds=2)
    assert left(racing(early, 2), "give 1", "keep", "give 1", "keep") == [None, None, None, 0]
    none = ending(2, all_of=[], any_of=[])
    assert left(racing(none, 2, 3), *["give 0", "give 1"][::-1], "keep") == [None] * 3
    mixed = ending(2, all_of=["rounds"], any_of=["points"], rounds=2, points=5)
    assert left(racing(mixed, 2), *["keep"] * 4) == [None, None, None, 0]
    assert left(racing(mixed, 2), "give 1") == [0]


@pytest.mark.parametrize(
    ("word", "reached_by", "expected"),
    [
        ("broken_off", 0, [0]),
        ("broken_off", 1, [None, 0]),
        ("finished", 0, [2, 1, 0]),
        ("finished", 1, [None, 1, 0]),
        ("finished", 2, [None, None, 0]),
        ("one_more", 0, [3, 2, 1, 0]),
        ("one_more", 1, [None, 3, 2, 1, 0]),
        ("one_more", 2, [None, None, 3, 2, 1, 0]),
    ],
)
def test_what_becomes_of_the_round(word: str, reached_by: int, expected: list[int | None]) -> None:
    card = ending(3, any_of=["points"], points=5, round=word)
    moves = ["keep" if seat != reached_by else f"give {(seat + 1) % 3}" for seat in (0, 1, 2)] * 2
    assert left(racing(card, 3), *moves[: len(expected)]) == expected
    rounds = ending(3, any_of=["rounds"], rounds=1, round=word)
    more = {"broken_off": [0], "finished": [0], "one_more": [3, 2, 1, 0]}[word]
    assert left(racing(rounds, 3), *["keep"] * (2 + len(more))) == [None, None, *more]


def test_the_end_is_not_looked_at_again() -> None:
    card = changed(base(2), turn__draws=1, end__any_of=["points"], end__points=15)
    card = changed(card, end__round="one_more")
    game = begun(card, "o2 b3", "b2 o4 o2 o2 o2", "p2", "u2").play("keep")
    assert ([entry["total"] for entry in game.scores()], game.turns_left) == ([15, 0], 2)
    game = game.play("add open")  # blue is 2nd by now
    assert ([entry["total"] for entry in game.scores()], game.turns_left) == ([10, 0], 1)
    assert game.to_move == 0
    assert game.play("give 1").phase == "over"
    again = run(racing(ending(2, any_of=["points"], points=5, round="one_more"), 2), "give 1")
    assert left(again, "give 0", "give 1") == [1, 0]


def test_remaining_turns_without_cards() -> None:
    card = ending(3, any_of=["points"], points=5, round="one_more")
    game = run(racing(card, 3, 3), "keep", "give 0")
    assert (game.turns_left, game.to_move, game.deck) == (3, 2, [])
    assert game.play("keep").phase == "over"
    finished = racing(ending(3, any_of=["points"], points=5, round="finished"), 3, 2)
    assert run(finished, "give 1", "keep").phase == "over"


@pytest.mark.parametrize(
    ("word", "expected"), [("broken_off", [0]), ("finished", [1, 0]), ("one_more", [2, 1, 0])]
)
def test_the_end_comes_in_a_turn(word: str, expected: list[int]) -> None:
    """Who has the points from the start has a turn before the end comes."""
    card = changed(ending(2, any_of=["points"], points=5), seats={"1": {"handicap": 5}})
    game = racing(changed(card, end__round=word), 2)
    assert (game.phase, game.turns, game.turns_left) == ("first", 0, None)
    assert left(game, *["keep"] * len(expected)) == expected
    none = begun(card, "p2 b3", "", "p2", "u2")
    assert (none.phase, none.turns, none.turns_left) == ("over", 0, None)
    assert (none.in_hand, none.hands) == ([], [[], []])


# Further blocks of the scoring


def test_the_least_of_a_majority() -> None:
    card = changed(base(6), scoring__majorities__least=2)
    seats = ("u2 u3 u4", "u9", "u2 u2", "u2 u3", "", "")
    assert points(card, "purple", "u2", *seats) == [15, 0, 5, 10, 0, 0]
    assert points(card, "purple", "u2", "u2", "u9", "p2 p2") == [0, 0, 0]
    three = changed(card, scoring__majorities__least=3)
    assert points(three, "purple", "u2", *seats) == [15, 0, 0, 0, 0, 0]
    # With a split the places are shared by those who have them.
    split = changed(card, scoring__majorities__ties="split")
    assert points(split, "purple", "u2", "u9", "u2 u3", "u3 u2") == [0, 12, 12]
    shared = changed(base(4), scoring__majorities__least=2, partners=SHARED)
    assert points(shared, "purple", "u2", "u9", "u4 u4", "u2", "") == [15, 10, 0, 0]
    assert points(shared, "purple", "u2", "u9", "u4 u4", "", "") == [0, 15, 0, 0]
    bare = changed(shared, partners=TEAMS)
    assert points(bare, "purple", "u2", "u9", "u4 u4", "u2", "") == [0, 15, 0, 0]


def with_block(name: str, block: dict[str, Any], seats: int = 2) -> dict[str, Any]:
    return changed(base(seats), **{f"scoring__{name}": block})


def test_sizes() -> None:
    card = with_block("sizes", {"points": {"5": 6, "3": 2, "7": -1}})
    for number, expected in ((0, 0), (1, 0), (2, 0), (3, 2), (4, 2), (5, 6), (6, 6), (7, -1)):
        game = table(card, "", " ".join(["p2"] * number), "")
        assert [entry["total"] for entry in game.scores()] == [expected, 0]
        assert len(lines_of(game, "sizes")[0]) == (number > 2)
    nothing = with_block("sizes", {"points": {"2": 0, "3": 4}})
    line: Line = ("sizes", "pink", 0, 2, None, None, tulips("p2 p4"))
    assert lines_of(table(nothing, "", "p2 p4", "p2"), "sizes") == [[line], []]
    # In the order of the colours of the card, ranked or not.
    game = table(card, "u2", "u2 u3 b4 u4 p2 p3 b4 b2 b2 p2 p4 b3", "o2 o2")
    assert lines_of(game, "sizes") == [
        [
            ("sizes", "pink", 2, 4, None, None, tulips("p2 p3 p2 p4")),
            ("sizes", "blue", 6, 5, None, None, tulips("b4 b4 b2 b2 b3")),
            ("sizes", "purple", 2, 3, None, None, tulips("u2 u3 u4")),
        ],
        [],
    ]
    assert [line[0] for line in game.scores()[0]["lines"]][2:] == ["majorities"] + ["sizes"] * 3
    shared = changed(base(4), partners=SHARED, scoring__sizes={"points": {"2": 3}})
    assert lines_of(table(shared, "", "p2", "", "p2", ""), "sizes") == [[], [], [], []]


def test_all_colours() -> None:
    card = with_block("all_colours", {"points": 7}, 3)
    game = table(card, "p2", "p2 b2 o2 u2", "p2 p3 b2 o2 o4", "u2 u3 o3 b4 b2 p4 p2 o3")
    # Once, however many there are.
    assert lines_of(game, "all_colours") == [
        [("all_colours", None, 7, 1, None, None, tulips("p2 b2 o2 u2"))],
        [],
        [("all_colours", None, 7, 1, None, None, tulips("u2 u3 o3 b4 b2 p4 p2 o3"))],
    ]
    five = changed(card, cards__colours=[*FOUR, "red"])
    assert lines_of(table(five, "", "p2 b2 o2 u2", ""), "all_colours") == [[], []]


def test_fewest() -> None:
    card = with_block("fewest", {"points": 4}, 3)
    game = table(card, "o2", "p2 u3", "u9", "b2 b3")
    line: Line = ("fewest", None, 4, 1, None, None, ["purple-9"])
    assert lines_of(game, "fewest") == [[], [line], []]
    game = table(card, "o2", "p2 u3", "u9 u9 u9", "b2 b3")
    assert lines_of(game, "fewest") == [
        [("fewest", None, 4, 2, None, None, tulips("p2 u3"))],
        [],
        [("fewest", None, 4, 2, None, None, tulips("b2 b3"))],
    ]
    loss = with_block("fewest", {"points": -4}, 3)
    assert table(loss, "o2", "p2 u3", "u9", "b2 b3").ranking() == ((0, 2), (1,))
    # Partners have bouquets of their own in this block.
    shared = changed(base(4), partners=SHARED, scoring__fewest={"points": 4})
    game = table(shared, "", "p2", "p2 p2", "p2 p2 p2 p2", "p2 p2")
    assert [len(lines) for lines in lines_of(game, "fewest")] == [1, 0, 0, 0]
    assert game.ranking() == ((0, 2), (1, 3))


def test_tie_breaks_by_further_blocks() -> None:
    card = changed(base(4), scoring={"giving": BASE["scoring"]["giving"]})
    blocks = {"sizes": {"points": {"2": 3}}, "all_colours": {"points": 5}, "fewest": {"points": 4}}
    card = changed(card, scoring={**card["scoring"], **blocks})
    seats = ("p2 p2", "p2 b2 o2 u2", "p2", "p2 b3 o4")
    for tie_breaks, expected in (
        ([], ((0, 1, 2, 3),)),
        (["sizes"], ((0,), (1, 2, 3))),
        (["all_colours"], ((1,), (0, 2, 3))),
        (["fewest"], ((2,), (0, 1, 3))),
        (["giving", "sizes"], ((3,), (0,), (2,), (1,))),
        (["fewest", "bouquet"], ((2,), (1,), (3,), (0,))),
    ):
        game = table(changed(card, tie_breaks=tie_breaks), "", *seats)
        game.giving = [6, 4, 5, 9]
        assert [entry["total"] for entry in game.scores()] == [9, 9, 9, 9]
        assert game.ranking() == expected


def test_order_of_the_lines() -> None:
    card = changed(BASE, seats={"0": {"handicap": 1}})
    card["scoring"] |= {"fewest": {"points": 1}, "all_colours": {"points": 1}}
    card["scoring"] |= {"sizes": {"points": {"1": 1}}}
    lines = table(card, "u2", "p2 b2 o2 u2", "p2 b2 o2 u2").scores()[0]["lines"]
    blocks = ["handicap", "giving", "keeping", "majorities", *["sizes"] * 4]
    assert [line[0] for line in lines] == [*blocks, "all_colours", "fewest"]


# Random games


def some(rng: random.Random, words: list[str], least: int = 1) -> list[str]:
    """Some of the words, in any order."""
    return rng.sample(words, rng.randint(least, len(words)))


def random_tulips(rng: random.Random) -> dict[str, Any]:
    """A few cards; now and then a value that no card has."""
    number = rng.randint(7, 12) if rng.random() < 0.1 else rng.randint(2, 6)
    colours = rng.sample(COLOURS, number)
    values = sorted(rng.sample(range(1, 10), rng.randint(1, 4)))
    copies = {str(value): rng.choice([0, 1, 2, 3, 4, 6, 8]) for value in values}
    more = rng.choice([0, 0, rng.randint(1, 12)])
    named = [f"{rng.choice(colours)}-{rng.randint(1, 9)}" for _ in range(more)]
    return {"colours": colours, "values": copies, "more": named}


def random_scoring(rng: random.Random, colours: int, actions: list[str]) -> dict[str, Any]:
    """Any of the blocks that something can be scored for."""
    one = rng.choice
    scoring: dict[str, Any] = {}
    if "give" in actions and rng.random() < 0.8:
        scoring["giving"] = {
            "points": [rng.randint(0, 5) for _ in range(colours)],
            "value": one(["added", "nothing"]),
            "receiver": one(["keeping", "nothing"]),
        }
    thanks = scoring.get("giving", {}).get("receiver") == "keeping"
    if ("keep" in actions or thanks) and rng.random() < 0.8:
        scoring["keeping"] = {"points": [rng.randint(0, 5) for _ in range(colours)]}
    if rng.random() < 0.85:
        ranks = rng.sample(range(1, colours + 1), rng.randint(1, min(colours, 5)))
        scoring["majorities"] = {
            "points": {
                str(rank): [rng.randint(0, 20) for _ in range(rng.randint(1, 6))] for rank in ranks
            },
            "decided_by": some(rng, ["cards", "sum", "highest"]),
            "ties": one(["one_place", "more_places", "split"]),
        }
    return scoring


def try_card(rng: random.Random, seats: int) -> dict[str, Any] | None:
    """Any reading of every rule, unless there are too few or too many cards for it."""
    one = rng.choice
    cards = random_tulips(rng)
    everything = all_cards({"cards": cards})
    counts = Counter(colour_of(tulip) for tulip in everything)
    additions = one([["add"], ["add_open", "add_secret"]])
    every = ["keep", "give", *additions]
    actions = some(rng, every, least=one([1, len(every)]))
    draws = rng.randint(1, len(actions))
    festival = rng.randint(0, min(len(counts), 4) if rng.random() < 0.8 else len(counts))
    dealt = one([1, 2, 2, 3, 4])
    spare = len(everything) - festival - seats * (dealt + draws)
    if len(everything) > 240 or spare < 0:
        return None
    wanted = rng.randint(0, min(spare, one([1, 5, 20, spare])))  # cards beyond one turn for each
    left_out = one([spare - wanted] * 3 + [0])
    if left_out > 200 or len(everything) - left_out <= max(counts.values()):
        return None
    scoring = random_scoring(rng, len(cards["colours"]), actions)
    plain = {
        "cards": cards,
        "start": {"festival": festival, "left_out": left_out, "dealt": dealt},
        "festival": {
            "equal_sums": one(["latest_first", "oldest_first"]),
            "unranked": one(["last", "nothing"]),
        },
        "turn": {"draws": draws, "drawing": one(["one_by_one", "together"]), "actions": actions},
        "end": {
            "drawn": one(["all", "never", 1, rng.randint(2, 8), rng.randint(1, 40)]),
            "ranked": one(["each_card", "once"]),
        },
        "scoring": scoring,
        "tie_breaks": some(rng, ["bouquet", *scoring], least=0),
    }
    return widened(rng, plain, seats)


def widened(rng: random.Random, card: dict[str, Any], seats: int) -> dict[str, Any]:
    """The card with further blocks, each of them now and then."""

    def seldom() -> bool:
        return rng.random() < 0.2

    card = copy.deepcopy(card)
    if seldom():
        who = rng.sample(range(seats), rng.randint(1, seats))
        card["seats"] = {str(seat): {"handicap": rng.randint(-100, 100) // 5} for seat in who}
    if seats > 2 and seldom():
        card["partners"] = random_partners(rng, seats)
    if seldom():
        card["uses"] = random_uses(rng, card["turn"]["actions"], card["turn"]["draws"])
    if seldom():
        card["end"] |= random_conditions(rng)
    scoring = card["scoring"]
    if "majorities" in scoring and seldom():
        scoring["majorities"]["least"] = rng.randint(1, 4)
    if seldom():
        sizes = rng.sample(range(1, 8), rng.randint(1, 4))
        scoring["sizes"] = {"points": {str(size): rng.randint(-5, 20) for size in sizes}}
    for block in ("all_colours", "fewest"):
        if seldom():
            scoring[block] = {"points": rng.randint(-5, 20)}
    card["tie_breaks"] = some(rng, ["bouquet", *scoring], least=0)
    return card


def random_partners(rng: random.Random, seats: int) -> dict[str, Any]:
    """Teams of two or more seats; two sides at least, some of them a single seat."""
    order = rng.sample(range(seats), seats)
    teams: dict[str, list[int]] = {}
    while len(order) >= 2 and (not teams or rng.random() < 0.7):
        most = min(len(order), seats - 1)
        team = [order.pop() for _ in range(rng.randint(2, most))]
        teams[f"team{len(teams)}"] = team
    return {"teams": teams, "bouquets": rng.choice(["apart", "shared"])}


def unlimited(actions: list[str], uses: dict[str, Any]) -> int:
    """How many of the actions can be done as often as wished."""
    ways = {"add": {"open", "secret"}, "add_open": {"open"}, "add_secret": {"secret"}}
    return sum(bool(ways.get(action, {action}) - set(uses)) for action in actions)


def random_uses(rng: random.Random, actions: list[str], draws: int) -> dict[str, Any]:
    """Numbers for some things, as long as there is always something to do."""
    uses: dict[str, Any] = {}
    for thing in rng.sample(["keep", "give", "open", "secret"], rng.randint(1, 4)):
        if unlimited(actions, {**uses, thing: {}}) >= draws:
            uses[thing] = {"times": rng.choice([1, 1, 2, 3])}
    return uses


def random_conditions(rng: random.Random) -> dict[str, Any]:
    """When the game ends before the deck does, and what becomes of the round."""
    numbers = {"points": rng.choice([5, 15, rng.randint(1, 60)]), "rounds": rng.randint(1, 4)}
    chosen = some(rng, ["points", "rounds"])
    any_of, all_of = some(rng, chosen, least=0), some(rng, chosen, least=0)
    all_of += [word for word in chosen if word not in any_of + all_of]
    return {
        **{word: numbers[word] for word in chosen},
        "any_of": any_of,
        "all_of": all_of,
        "round": rng.choice(["broken_off", "finished", "one_more"]),
    }


def random_card(rng: random.Random, seats: int) -> dict[str, Any]:
    """A sound card over the whole vocabulary; most decks are small."""
    while True:
        card = try_card(rng, seats)
        if card is not None:
            return card


def new_game(rng: random.Random, card: dict[str, Any], seats: int) -> Naive:
    return Naive(card, seats, *deal(card, seats, rng))


def cards_of(game: Naive) -> Counter[str]:
    """All cards that are in the game; those drawn at the end lie in the secret festival still."""
    open_cards = game.festival[: len(game.festival) - game.drawn]
    held = [] if game.phase == "start" else game.in_hand  # the dealt hands are counted
    everything = [*game.hands, *game.bouquets, open_cards, game.secret, game.deck, held]
    return Counter(tulip for cards in everything for tulip in cards)


def check_position(game: Naive) -> None:
    card = game.card
    assert (game.to_move is None) == (game.phase == "over")
    assert len(game.secret) == len(game.secret_by)
    if game.phase == "start":
        assert [*game.bouquets, game.secret, game.done] == [[]] * (game.seats + 2)
        assert game.turns == 0
    elif game.phase == "over":
        assert (game.in_hand, game.done) == ([], [])
    else:
        assert game.phase == PHASES[len(game.done)]
        held = len(game.in_hand) + len(game.done)
        most = (
            card["turn"]["draws"] if card["turn"]["drawing"] == "together" else len(game.done) + 1
        )
        assert held == most or (held < most and not game.deck)
        assert len(set(game.done)) == len(game.done)
        assert set(game.done) <= set(card["turn"]["actions"])
        assert game.to_move == game.turns % game.seats
        assert game.turns_left is None or game.turns_left > 0
    for used in game.used:
        assert all(used[thing] <= rule["times"] for thing, rule in card.get("uses", {}).items())
    ranked = game.ranked()
    sums = dict.fromkeys(ranked, 0)
    latest = {}
    for n, tulip in enumerate(game.festival):
        sums[colour_of(tulip)] += value_of(tulip)
        latest[colour_of(tulip)] = n
    assert sorted(sums.values(), reverse=True) == [sums[colour] for colour in ranked]
    assert set(latest) == set(ranked)
    if card["end"]["ranked"] == "each_card" or not game.drawn:
        sign = -1 if card["festival"]["equal_sums"] == "latest_first" else 1
        assert ranked == sorted(ranked, key=lambda c: (-sums[c], sign * latest[c]))


def check_scores(game: Naive) -> None:
    scoring = game.card["scoring"]
    ids = list(scoring)
    order = ["handicap", "giving", "keeping", "majorities", "sizes", "all_colours", "fewest"]
    shared = game.card.get("partners", {}).get("bouquets") == "shared"
    for seat, entry in enumerate(game.scores()):
        assert entry["total"] == sum(line[2] for line in entry["lines"])
        blocks = [line[0] for line in entry["lines"]]
        assert blocks == sorted(blocks, key=order.index)
        assert set(blocks) <= {"handicap", *ids}
        for block in ("giving", "keeping"):
            assert blocks.count(block) == (block in ids)
        ranked = game.ranked()
        colours = [line[1] for line in entry["lines"] if line[0] == "majorities"]
        assert colours == [colour for colour in ranked if colour in colours]
        for block, colour, gained, count, place, why, spots in entry["lines"]:
            side = next(side for side in game.sides() if seat in side)
            holder = side if shared and block == "majorities" else [seat]
            held = [tulip for other in holder for tulip in game.bouquets[other]]
            assert not Counter(spots) - Counter(held)
            if block != "majorities":
                assert (place, why) == (None, None)
                assert block not in ("giving", "keeping") or (gained, spots) == (count, [])
                continue
            assert gained >= 0
            assert count == len(spots) >= scoring[block].get("least", 1)
            assert {colour_of(tulip) for tulip in spots} == {colour}
            assert seat == min(holder)
            assert why in scoring[block]["decided_by"]
            listed = scoring[block]["points"][str(ranked.index(colour) + 1)]
            assert place in range(1, min(len(listed), game.seats) + 1)
            if scoring[block]["ties"] != "split":
                assert gained == listed[place - 1]
    places = game.ranking()
    assert sorted(seat for place in places for seat in place) == list(range(game.seats))
    assert all(any(set(side) <= set(place) for place in places) for side in game.sides())


def conditions_hold(game: Naive) -> bool:
    """Whether the end comes with this turn, by the points and the turns as they stand."""
    end = game.card["end"]
    totals = [entry["total"] for entry in game.scores()]
    teams = game.card.get("partners", {}).get("teams", {}).values()
    alone = set(range(game.seats)) - {seat for team in teams for seat in team}
    best = max([sum(totals[seat] for seat in team) for team in teams] + [totals[s] for s in alone])
    holding = {"points": best >= end.get("points", 0)}
    holding["rounds"] = game.turns // game.seats >= end.get("rounds", 0)
    all_of = [holding[word] for word in end.get("all_of", [])]
    return any(holding[word] for word in end.get("any_of", [])) or False not in (all_of or [False])


def last_turn(game: Naive) -> int:
    """The turn with which a game ends whose end has come with this one."""
    more = {"broken_off": 0, "finished": -game.turns % game.seats, "one_more": game.seats}
    return game.turns + more[game.card["end"]["round"]]


def before_the_end_draw(game: Naive) -> Naive:
    before = copy.deepcopy(game)
    before.festival = game.festival[: len(game.festival) - game.drawn]
    before.drawn = 0
    return before


def play_out(rng: random.Random, game: Naive) -> Naive:
    cards, plies, last = cards_of(game), 0, None
    while game.phase != "over":
        if last is None and game.phase == "first" and game.turns and conditions_hold(game):
            last = last_turn(game)
        assert (last is None) == (game.turns_left is None)
        assert last is None or game.turns_left == last - game.turns
        check_position(game)
        check_scores(game)
        before = copy.deepcopy(vars(game))
        moves = sorted(game.legal())
        assert moves
        after = game.play(rng.choice(moves))
        assert vars(game) == before
        assert cards_of(after) == cards
        plies += game.phase != "start"
        assert sum(sum(used.values()) for used in after.used) == plies
        game = after
    check_position(game)
    check_scores(game)
    assert game.legal() == set()
    if last is None and conditions_hold(before_the_end_draw(game)):
        last = last_turn(game)
    assert game.turns == last if game.deck else last is None or game.turns <= last
    word = game.card["end"]["drawn"]
    numbers = {"all": len(game.secret), "never": 0}
    assert game.drawn == (numbers[word] if word in numbers else min(word, len(game.secret)))
    return game


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_base_games(seats: int) -> None:
    rng = random.Random(seats)
    for _ in range(2):
        game = play_out(rng, new_game(rng, base(seats), seats))
        assert game.turns == {2: 24, 3: 30, 4: 28, 5: 35, 6: 36}[seats]
        assert game.drawn == 5


def check_sound(card: dict[str, Any], seats: int) -> None:
    everything = all_cards(card)
    counts = Counter(colour_of(tulip) for tulip in everything)
    start, turn, scoring = card["start"], card["turn"], card["scoring"]
    colours, actions = len(card["cards"]["colours"]), set(turn["actions"])
    assert len(everything) <= 240
    assert set(counts) <= set(card["cards"]["colours"])
    assert start["festival"] <= len(counts)
    left = len(everything) - start["festival"] - start["left_out"] - seats * start["dealt"]
    assert left >= seats * turn["draws"]
    assert len(everything) - start["left_out"] > max(counts.values())
    assert turn["draws"] <= len(actions) == len(turn["actions"])
    assert "add" not in actions or not actions & {"add_open", "add_secret"}
    for block in ("giving", "keeping"):
        assert block not in scoring or len(scoring[block]["points"]) == colours
    assert "giving" not in scoring or "give" in actions
    thanks = scoring.get("giving", {}).get("receiver") == "keeping"
    assert "keeping" not in scoring or "keep" in actions or thanks
    if "majorities" in scoring:
        assert all(1 <= int(rank) <= colours for rank in scoring["majorities"]["points"])
    assert set(card["tie_breaks"]) <= {"bouquet", *scoring}
    assert {int(seat) for seat in card.get("seats", {})} <= set(range(seats))
    teams = list(card.get("partners", {}).get("teams", {"none": []}).values())
    members = [seat for team in teams for seat in team]
    assert len(set(members)) == len(members) <= seats
    assert "partners" not in card or (min(map(len, teams)) >= 2 and max(map(len, teams)) < seats)
    assert unlimited(turn["actions"], card.get("uses", {})) >= turn["draws"]
    listed = {*card["end"].get("any_of", []), *card["end"].get("all_of", [])}
    assert listed == {"points", "rounds"} & set(card["end"])


@pytest.mark.parametrize("seed", range(100))
def test_random_games(seed: int) -> None:
    rng = random.Random(seed)
    seats = seed % 5 + 2
    card = random_card(rng, seats)
    check_sound(card, seats)
    game = new_game(rng, card, seats)
    turns, rest = divmod(len(game.deck), card["turn"]["draws"])
    over = play_out(rng, game)
    assert over.turns == turns + (rest > 0) if not over.deck else over.turns < turns + (rest > 0)
