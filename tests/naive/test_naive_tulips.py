"""The model itself, tried by hand-made cases and by random games."""

from __future__ import annotations

import copy
import random
from collections import Counter
from typing import Any

import pytest

from .tulips import PHASES, Line, Naive, all_cards, colour_of, deal, perft, value_of

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


def changed(card: dict[str, Any], **values: Any) -> dict[str, Any]:
    """A copy of the card; keys are paths with __ between the names."""
    card = copy.deepcopy(card)
    for path, value in values.items():
        *way, last = path.split("__")
        block = card
        for name in way:
            block = block[name]
        block[last] = value
    return card


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
    return {
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
        assert (game.deck, game.in_hand, game.done) == ([], [], [])
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
    for seat, entry in enumerate(game.scores()):
        assert entry["total"] == sum(line[2] for line in entry["lines"])
        blocks = [line[0] for line in entry["lines"]]
        assert blocks == sorted(blocks, key=["giving", "keeping", "majorities"].index)
        assert set(blocks) <= set(ids)
        for block in ("giving", "keeping"):
            assert blocks.count(block) == (block in ids)
        ranked = game.ranked()
        colours = [line[1] for line in entry["lines"] if line[0] == "majorities"]
        assert colours == [colour for colour in ranked if colour in colours]
        for block, colour, gained, count, place, why, spots in entry["lines"]:
            assert gained >= 0
            if block != "majorities":
                assert (gained, place, why, spots) == (count, None, None, [])
                continue
            assert count == len(spots) > 0
            assert {colour_of(tulip) for tulip in spots} == {colour}
            assert not Counter(spots) - Counter(game.bouquets[seat])
            assert why in scoring[block]["decided_by"]
            listed = scoring[block]["points"][str(ranked.index(colour) + 1)]
            assert place in range(1, min(len(listed), game.seats) + 1)
            if scoring[block]["ties"] != "split":
                assert gained == listed[place - 1]
    places = game.ranking()
    assert sorted(seat for place in places for seat in place) == list(range(game.seats))


def play_out(rng: random.Random, game: Naive) -> Naive:
    cards = cards_of(game)
    while game.phase != "over":
        check_position(game)
        check_scores(game)
        before = copy.deepcopy(vars(game))
        moves = sorted(game.legal())
        assert moves
        after = game.play(rng.choice(moves))
        assert vars(game) == before
        assert cards_of(after) == cards
        game = after
    check_position(game)
    check_scores(game)
    assert game.legal() == set()
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


@pytest.mark.parametrize("seed", range(100))
def test_random_games(seed: int) -> None:
    rng = random.Random(seed)
    seats = seed % 5 + 2
    card = random_card(rng, seats)
    check_sound(card, seats)
    game = new_game(rng, card, seats)
    turns, rest = divmod(len(game.deck), card["turn"]["draws"])
    assert play_out(rng, game).turns == turns + (rest > 0)
