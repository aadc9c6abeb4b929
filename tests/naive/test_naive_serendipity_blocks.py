"""The model where cards go beyond the readings: each block on a board worked out by hand."""

from __future__ import annotations

from typing import Any

import pytest

from .cards import changed
from .serendipity import Naive, labels, score_seat
from .serendipity_scores import steps
from .test_naive_serendipity import BASE, TINY, run, tiny

pytestmark = pytest.mark.unmeasured

Card = dict[str, Any]
Lines = list[tuple[Any, ...]]
UP = {"B": "blue", "R": "red", "*": "serendip"}
DOWN = {"b": "blue", "r": "red", "s": "serendip", ".": "violet"}
# Only flowers score, on a board of side 3: a1 to a3, b1 to b4, c1 to c5, d1 to d4, e1 to e3.
PLAIN = changed(BASE, board={"side": 3}, scoring={"carpet": BASE["scoring"]["carpet"]})
PLAIN["scoring"]["flowers"] = {"points": 1}


def lying(text: str, side: int = 3) -> dict[str, dict[str, Any]]:
    """A board in row order; capitals lie face up, a Serendip has its first edge to the ne."""
    signs = text.replace(" ", "")
    return {
        label: {
            "tile": (UP | DOWN)[sign],
            "facing": "ne" if sign in "*s" else None,
            "up": sign in UP,
            "seen": False,
        }
        for label, sign in zip(labels(side), signs, strict=True)
    }


def scored(text: str, colours: str = "blue", **values: Any) -> tuple[int, Lines]:
    """The total and the lines of a board by the plain card, changed."""
    entry = score_seat(changed(PLAIN, **values), lying(text), colours.split())
    return entry["total"], entry["lines"]


# ---- carpets --------------------------------------------------------------------------------

THREE_CARPETS = "BB. .... ....B .... BBB"
AND_A_RED_ONE = "BB. .... RRRRB .... BBB"


@pytest.mark.parametrize(
    ("least", "number", "sizes"),
    [
        (1, 1, [3]),
        (1, 2, [3, 2]),
        (1, 3, [3, 2, 1]),
        (1, "all", [3, 2, 1]),
        (2, "all", [3, 2]),
        (3, 1, [3]),
        (4, "all", []),
    ],
)
def test_so_many_carpets_of_so_many_flowers(least: int, number: Any, sizes: list[int]) -> None:
    total, lines = scored(
        THREE_CARPETS, scoring__carpet__least=least, scoring__carpet__number=number
    )
    cells = {3: ("e1", "e2", "e3"), 2: ("a1", "a2"), 1: ("c5",)}
    assert lines == [("flowers", "blue", size, size, cells[size]) for size in sizes]
    assert total == sum(sizes)


@pytest.mark.parametrize(
    ("word", "number", "carpets"),
    [
        ("best", 1, ["red 4"]),
        ("best", 2, ["blue 3", "blue 2"]),  # 5 together
        ("largest", 1, ["red 4"]),
        ("largest", 2, ["red 4", "blue 3"]),
        ("largest", 3, ["red 4", "blue 3", "blue 2"]),
        ("sum", 1, ["blue 3", "red 4"]),
        ("sum", 2, ["blue 3", "blue 2", "red 4"]),
        ("sum", "all", ["blue 3", "blue 2", "blue 1", "red 4"]),
    ],
)
def test_so_many_carpets_of_several_colours(word: str, number: Any, carpets: list[str]) -> None:
    values = {"scoring__carpet__colours": word, "scoring__carpet__number": number}
    _, lines = scored(AND_A_RED_ONE, "blue red", **values)
    assert [f"{colour} {count}" for _, colour, _, count, _ in lines] == carpets


def test_the_colour_whose_carpets_are_worth_as_much_goes_by_its_largest() -> None:
    # Blue: e1 to e3 and a1. Red: c1 to c3 and d4. Both are worth 4; the largest red lies first.
    _, lines = scored("B.. .... RRR.. ...R BBB", "blue red", scoring__carpet__number=2)
    assert lines == [
        ("flowers", "red", 3, 3, ("c1", "c2", "c3")),
        ("flowers", "red", 1, 1, ("d4",)),
    ]


def test_a_serendip_pays_for_each_carpet_that_counts() -> None:
    values: Card = {"scoring__carpet__number": "all", "scoring__carpet__joined_by": "never"}
    serendips = {"points": 2, "joined": "touching"}
    total, lines = scored("B*B .... ..... .... ...", scoring__serendips=serendips, **values)
    assert lines == [
        ("flowers", "blue", 1, 1, ("a1",)),
        ("serendips", "blue", 2, 1, ("a2",)),
        ("flowers", "blue", 1, 1, ("a3",)),
        ("serendips", "blue", 2, 1, ("a2",)),
    ]
    assert total == 6


# ---- further blocks of the score ------------------------------------------------------------


@pytest.mark.parametrize(
    ("table", "worth"),
    [
        ({2: 1, 3: 5}, [(5, 3), (1, 2)]),
        ({2: 1, 4: 9}, [(1, 3), (1, 2)]),
        ({"2": 1, "10": 9}, [(1, 3), (1, 2)]),  # by number, not by text
        ({1: -1, 2: 0}, [(0, 3), (0, 2), (-1, 1)]),
        ({4: 9}, []),
    ],
)
def test_sizes(table: dict[Any, int], worth: list[tuple[int, int]]) -> None:
    values: Card = {"scoring__sizes": {"points": table}, "scoring__carpet__number": "all"}
    total, lines = scored(THREE_CARPETS, **values)
    found = [line for line in lines if line[0] == "sizes"]
    assert [(points, count) for _, _, points, count, _ in found] == worth
    assert total == 6 + sum(points for points, _ in worth)
    assert [len(spots) for *_, spots in found] == [count for _, count in worth]


def test_sizes_are_points_of_a_carpet() -> None:
    values: Card = {"scoring__sizes": {"points": {2: 10, 3: 0}}}
    assert scored(THREE_CARPETS, **values)[0] == 3
    values["scoring__carpet__largest_by"] = "points"
    assert scored(THREE_CARPETS, **values) == (
        12,
        [("flowers", "blue", 2, 2, ("a1", "a2")), ("sizes", "blue", 10, 2, ("a1", "a2"))],
    )


@pytest.mark.parametrize(
    ("text", "middles"),
    [
        ("BBB .BB. .BrB. .BB. ...", ("c3",)),  # not a2, which has four neighbours
        ("BBB .BB. .BRB. .BB. ...", ("c3",)),
        ("BBB .BB. .B*B. .Bb. ...", ()),
        ("BBB .BB. .BBB. .BR. ...", ()),
        ("... .BB. .BBB. .BB. ...", ("c3",)),
        ("BBB BBBB BBBBB BBBB BBB", ("b2", "b3", "c2", "c3", "c4", "d2", "d3")),
    ],
)
def test_rings(text: str, middles: tuple[str, ...]) -> None:
    _, lines = scored(text, "blue red", scoring__rings={"points": 3})
    number = len(middles)
    rings = [("rings", "blue", 3 * number, number, middles)] if middles else []
    assert [line for line in lines if line[0] == "rings"] == rings


CROSS = "BBB .B.. ..B.. .... .R."  # a1 a2 a3; a1 b2 c3; a2 b2


@pytest.mark.parametrize(
    ("text", "length", "count", "spots"),
    [
        (CROSS, 2, 3, "a1 a2 a3 b2 c3"),
        (CROSS, 3, 2, "a1 a2 a3 b2 c3"),
        (CROSS, 4, 0, ""),
        ("BbB .B.. ..B.. .... ...", 3, 1, "a1 b2 c3"),
        ("B*B .B.. ..b.. .... ...", 3, 0, ""),
        ("... .... BBBB. .... ...", 3, 1, "c1 c2 c3 c4"),  # the longest row only
        ("... .... BB.BB .... ...", 2, 2, "c1 c2 c4 c5"),
        ("..B ..B. ..B.. .B.. B..", 5, 1, "a3 b3 c3 d2 e1"),
        ("B.. B... .B... .... ...", 3, 0, ""),  # a1 b1 c2 bend
    ],
)
def test_lines(text: str, length: int, count: int, spots: str) -> None:
    _, lines = scored(text, "blue red", scoring__lines={"length": length, "points": -2})
    found = [("lines", "blue", -2 * count, count, tuple(spots.split()))] if count else []
    assert [line for line in lines if line[0] == "lines"] == found


def test_apart() -> None:
    apart = {"points": -1}
    total, lines = scored(THREE_CARPETS, scoring__apart=apart)
    assert (total, lines[-1]) == (0, ("apart", "blue", -3, 3, ("a1", "a2", "c5")))
    total, lines = scored(THREE_CARPETS, scoring__apart=apart, scoring__carpet__number="all")
    assert (total, len(lines)) == (6, 3)
    total, lines = scored(THREE_CARPETS, scoring__apart=apart, scoring__carpet__least=4)
    assert (total, [line[:4] for line in lines]) == (-6, [("apart", "blue", -6, 6)])
    # Red is best, so that no carpet of blue counts.
    total, lines = scored(AND_A_RED_ONE, "blue red", scoring__apart=apart)
    assert (total, [line[:4] for line in lines]) == (
        -2,
        [("flowers", "red", 4, 4), ("apart", "blue", -6, 6)],
    )


def test_face_down() -> None:
    text = "Bb. .r.. ..r.. ..r. .b."
    down = {"points": -2}
    assert scored(text, "red blue", scoring__face_down=down) == (
        -9,
        [
            ("flowers", "blue", 1, 1, ("a1",)),
            ("face_down", "red", -6, 3, ()),
            ("face_down", "blue", -4, 2, ()),
        ],
    )
    assert scored("B.. .... ..R.. .... ...", "red blue", scoring__face_down=down)[0] == 1


def test_blocks_come_in_order_and_colours_within_them() -> None:
    text = "BBB .... RRR.. .... b.r"
    one = {"points": 1}
    values = {"scoring__apart": one, "scoring__lines": one | {"length": 3}}
    _, lines = scored(text, "blue red", scoring__face_down=one, **values)
    assert [line[:2] for line in lines] == [
        ("flowers", "blue"),
        ("lines", "blue"),
        ("lines", "red"),
        ("apart", "red"),
        ("face_down", "blue"),
        ("face_down", "red"),
    ]


# ---- seats and partners ---------------------------------------------------------------------

# Four seats with one flower each, in seat order blue, red, green, yellow, and three Serendips.
FOUR = changed(
    TINY,
    tiles__colours=["blue", "red", "green", "yellow"],
    tiles__copies=1,
    tiles__serendips=3,
    scoring={"carpet": BASE["scoring"]["carpet"], "flowers": {"points": 1}},
)
TEAMS = {"sun": [0, 2], "moon": [1, 3]}


def four(card: Card, *up: str) -> Naive:
    """Four seats and their flowers on a1, a2, b1 and b3; some of them lie face up."""
    kinds = ["blue", "red", "green", "serendip", "yellow", "serendip", "serendip"]
    tiles = {
        label: (tile, "ne" if tile == "serendip" else None)
        for label, tile in zip(labels(2), kinds, strict=True)
    }
    game = run(Naive(card, 4, tiles), *(f"choose {c}" for c in card["tiles"]["colours"]))
    for label in up:
        game.cells[label]["up"] = True
    return game


def test_a_handicap_is_the_first_line() -> None:
    card = changed(FOUR, seats={1: {"handicap": 5}, "3": {"handicap": -2}})
    entries = four(card, "a2").scores()
    assert [entry["total"] for entry in entries] == [0, 6, 0, -2]
    assert entries[1]["lines"] == [
        ("handicap", None, 5, 1, ()),
        ("flowers", "red", 1, 1, ("a2",)),
    ]
    assert four(card).ranking() == ((1,), (0, 2), (3,))


@pytest.mark.parametrize(
    ("teams", "seats", "up", "words", "ranking"),
    [
        ({}, {}, "a1 a2", [], ((0, 1), (2, 3))),
        (TEAMS, {}, "a1", [], ((0, 2), (1, 3))),
        (TEAMS, {1: 1}, "a1", [], ((0, 1, 2, 3),)),
        (TEAMS, {3: 2}, "a1", [], ((1, 3), (0, 2))),
        # Two points each; two flowers against one.
        (TEAMS, {3: 1}, "a1 b1 a2", [], ((0, 1, 2, 3),)),
        (TEAMS, {3: 1}, "a1 b1 a2", ["flowers"], ((0, 2), (1, 3))),
        ({"sun": [2, 0]}, {1: 1}, "a1 b1", [], ((0, 2), (1,), (3,))),
        ({"sun": [0, 2]}, {1: 2}, "a1 b1", [], ((0, 1, 2), (3,))),
    ],
)
def test_partners_are_ranked_by_their_sum(
    teams: Card, seats: dict[int, int], up: str, words: list[str], ranking: Any
) -> None:
    handicaps = {seat: {"handicap": points} for seat, points in seats.items()}
    card = changed(FOUR, seats=handicaps, partners={"teams": teams}, tie_breaks=words)
    assert four(card, *up.split()).ranking() == ranking


def test_a_flower_of_the_partner() -> None:
    card = changed(FOUR, partners={"teams": TEAMS, "flowers": "apart"})
    apart = run(four(card), "reveal b1")
    assert (apart.to_move, apart.cells["b1"]["up"]) == (1, False)
    card["partners"]["flowers"] = "shared"
    shared = run(four(card), "reveal b1")
    assert (shared.phase, shared.to_move, len(shared.legal())) == ("decide", 0, 7)
    kept = shared.play("keep")
    assert (kept.phase, kept.to_move) == ("reveal", 0)
    assert [entry["total"] for entry in kept.scores()] == [0, 0, 1, 0]
    assert run(four(card), "reveal a2").to_move == 1
    assert run(four(card), "reveal a2", "reveal b3").phase == "decide"


@pytest.mark.parametrize(
    ("numbers", "order"),
    [
        ({}, [0, 1, 2]),
        ({1: 2}, [0, 1, 2, 1]),
        ({0: 3}, [0, 1, 2, 0, 0]),
        ({1: 2, 2: 2}, [0, 1, 2, 1, 2]),
        ({0: 2, 2: 2}, [0, 1, 2, 0, 2]),
    ],
)
def test_seats_choose_until_they_have_their_number(
    numbers: dict[int, int], order: list[int]
) -> None:
    colours = ["blue", "red", "green", "yellow", "orange", "violet"]
    card = changed(TINY, tiles__colours=colours, tiles__copies=1)
    card["seats"] = {seat: {"colours_each": number} for seat, number in numbers.items()}
    tiles: dict[str, tuple[str, str | None]] = {"c2": ("serendip", "ne")}
    tiles |= {label: (colour, None) for label, colour in zip(labels(2), colours, strict=False)}
    game = Naive(card, 3, tiles)
    seen = []
    for colour in colours[: len(order)]:
        seen.append(game.to_move)
        game = game.play(f"choose {colour}")
    assert seen == order
    assert (game.phase, game.to_move, game.turns) == ("reveal", 0, 0)


# ---- uses -----------------------------------------------------------------------------------

# Two flowers of each colour and three Serendips: a1 b, a2 s, b1 r, b2 s, b3 b, c1 r, c2 s.
MANY = changed(TINY, tiles__copies=2, tiles__serendips=3)
MIXED = "bsrsbrs"


def limited(thing: str, times: int, span: str = "game", **values: Any) -> Naive:
    card = changed(MANY, uses={thing: {"times": times, "in": span}}, **values)
    return tiny(card, MIXED)


def test_a_swap_for_each_seat() -> None:
    game = run(limited("swap", 1), "reveal a2", "keep blue:ne")
    assert game.phase == "swap"
    game = run(game, "swap b1 c1", "reveal b2", "keep blue:ne")
    assert (game.phase, game.to_move) == ("swap", 1)
    game = run(game, "pass")  # a swap that is waived is not used
    last = run(game, "reveal c2", "keep blue:ne")
    assert (last.phase, last.to_move) == ("reveal", 1)  # no swap for seat 0
    other = run(game, "reveal b1", "reveal c2", "keep blue:ne")
    assert (other.phase, other.to_move) == ("swap", 1)


def test_a_swap_in_each_turn() -> None:
    values = {"turn__serendip__leave__then": "may_reveal", "end__turn_limit": 9}
    moves = ["reveal a2", "keep blue:ne", "swap b1 c1", "reveal b2", "keep blue:ne"]
    game = run(limited("swap", 1, "turn", **values), *moves)
    assert (game.phase, game.to_move) == ("go_on", 0)
    game = run(game, "pass", "reveal a1", "reveal c2", "keep blue:ne")
    assert (game.phase, game.to_move) == ("swap", 0)
    twice = run(limited("swap", 2, "turn", **values), *moves)
    assert twice.phase == "swap"


def test_turning_is_facing_another_way() -> None:
    game = run(limited("turning", 1, turn__serendip__leave__swap="never"), "reveal a2")
    assert {"keep blue:ne", "keep blue:e"} < game.legal()
    as_it_lay = run(game, "keep blue:ne", "reveal a1", "reveal b2")
    assert {"keep blue:ne", "keep blue:e"} < as_it_lay.legal()
    turned = run(game, "keep blue:e", "reveal a1", "reveal b2")
    assert "keep blue:ne" in turned.legal()
    assert "keep blue:e" not in turned.legal()


def test_turning_by_a_move() -> None:
    values = {"turn__serendip__exchange__turning": "free"}
    game = run(limited("turning", 1, **values), "reveal a2")
    assert {"move a1 blue:ne", "move a1 blue:e"} < game.legal()
    turned = run(game, "move a1 blue:e", "reveal b2")  # goes on by right
    assert {move for move in turned.legal() if "a2" in move} == {"move a2 blue:ne"}
    assert "keep blue:e" not in turned.legal()
    moved = run(game, "move a1 blue:ne", "reveal b2")
    assert {"keep blue:e", "move a2 blue:e"} < moved.legal()
    again = run(limited("turning", 1, "turn", **values), "reveal a2", "move a1 blue:e", "pass")
    assert "keep blue:e" in run(again, "reveal c2").legal()
    assert "keep blue:e" in run(again, "reveal b3", "reveal c2").legal()


def test_exchange_is_of_flowers_and_serendips() -> None:
    game = run(limited("exchange", 1), "reveal a2", "move c2")  # that Serendip lies on c2
    assert (game.phase, run(game, "reveal a1").legal()) == ("go_on", {"keep"})
    assert run(game, "reveal a2").legal() == {"keep blue:ne", "keep blue:e"}
    unused = run(game, "pass", "reveal b1")
    assert "move a1" in unused.legal()
    gone = changed(MANY, uses={"exchange": {"times": 1}})
    del gone["turn"]["own"]["leave"]
    game = run(tiny(gone, MIXED), "reveal a2", "move c2", "reveal a1")
    assert (game.to_move, game.cells["a1"]["up"], game.turns) == (1, True, 1)


# ---- reach and known ------------------------------------------------------------------------


def test_steps() -> None:
    found = steps("a1", 6)
    assert [found[at] for at in ("a1", "a6", "f1", "b2", "k6", "f11")] == [0, 5, 5, 1, 10, 10]
    assert [steps("f1", 6)[at] for at in ("f11", "a6", "k1", "g2")] == [10, 10, 5, 2]
    assert len(found) == 91


def reached(game: Naive) -> str:
    """Where the tile just turned up may go."""
    return " ".join(sorted(move.split()[1] for move in game.legal() if move.startswith("move")))


@pytest.mark.parametrize(
    ("kind", "revealed", "reach", "cells"),
    [
        ("own", "a1", 1, "a2 b1 b2"),
        ("own", "a1", 2, "a2 b1 b2 b3 c1 c2"),
        ("own", "a1", "never", "a2 b1 b2 b3 c1 c2"),
        ("own", "b2", 1, "a1 a2 b1 b3 c1 c2"),
        ("serendip", "b1", 1, "a1 b2 c1"),
        ("serendip", "b1", 2, "a1 a2 b2 b3 c1 c2"),
    ],
)
def test_reach(kind: str, revealed: str, reach: Any, cells: str) -> None:
    card = changed(TINY, **{f"turn__{kind}__exchange__reach": reach})
    assert reached(run(tiny(card, "brsbbrr"), f"reveal {revealed}")) == cells
    other = {"own": "b1", "serendip": "a1"}[kind]
    assert len(reached(run(tiny(card, "brsbbrr"), f"reveal {other}")).split()) == 6


def test_swap_reach() -> None:
    card = changed(TINY, turn__serendip__leave__swap_reach=1)
    game = run(tiny(card, "brsbbrr"), "reveal b1", "keep blue:ne")
    pairs = "a1 a2, a1 b2, a2 b2, a2 b3, b2 b3, b2 c1, b2 c2, b3 c2, c1 c2"
    assert game.legal() == {f"swap {pair}" for pair in pairs.split(", ")} | {"pass"}
    # Two tiles lie face up, on a1 and c2, and not within a step: the duty is void.
    duty = {"turn__serendip__leave__swap": "must", "turn__serendip__leave__swap_with": "face_up"}
    for reach, phase in ((1, "reveal"), (2, "swap")):
        card = changed(TINY, turn__serendip__leave__swap_reach=reach, **duty)
        game = tiny(card, "brsbbrr")
        for label in ("a1", "c2"):
            game.cells[label]["up"] = True
        assert run(game, "reveal b1", "keep blue:ne").phase == phase


def test_tiles_that_all_have_looked_at() -> None:
    card = changed(TINY, tiles__known="all")
    kinds = [("blue", None), ("red", None), ("serendip", "e"), *[("red", None)] * 4]
    game = Naive(card, 2, dict(zip(labels(2), kinds, strict=True)))
    assert game.phase == "choose"
    assert game.known() == dict(zip(labels(2), kinds, strict=True))
    assert all(cell["seen"] and not cell["up"] for cell in game.cells.values())
    game = run(game, "choose blue", "choose red", "reveal a2")
    assert (game.cells["a2"]["seen"], game.cells["a2"]["up"], game.to_move) == (True, False, 1)
    assert run(game, "reveal b3").cells["b3"]["seen"] is False


# ---- the end --------------------------------------------------------------------------------

# One flower of each colour, and five Serendips: a1 b, a2 r, and the rest.
FEW = changed(TINY, tiles__copies=1, tiles__serendips=5, end__all_of=[])


def few(**values: Any) -> Naive:
    return tiny(changed(FEW, **values), "brsssss")


def test_any_of_some_conditions() -> None:
    blue = ["reveal a1", "keep"]
    assert run(few(end__any_of=["complete_colours"]), *blue).phase == "over"
    assert run(few(end__any_of=["serendips_up"]), *blue).phase == "reveal"
    assert run(few(), *blue).phase == "reveal"
    both = {"end__any_of": ["serendips_up", "complete_colours"]}
    assert run(few(**both), *blue).phase == "over"
    # The number of another condition does not matter.
    game = few(end__any_of=["serendips_up"], end__serendips_up=1)
    assert run(game, "reveal b1", "move b2").phase == "over"
    game = few(end__any_of=["complete_colours"], end__serendips_up=1)
    assert run(game, "reveal b1", "move b2").phase == "go_on"


def test_all_of_some_conditions_together() -> None:
    numbers = {"end__serendips_up": 1, "end__rounds": 1}
    moves = ["reveal a1", "keep", "reveal b1", "move b2"]
    together = few(end__all_of=["serendips_up", "complete_colours"], **numbers)
    assert run(together, *moves[:2]).phase == "reveal"
    assert run(together, *moves).phase == "over"
    later = run(few(end__all_of=["complete_colours", "rounds"], **numbers), *moves)
    assert (later.phase, later.turns) == ("go_on", 0)
    assert run(later, "pass", "reveal b1", "keep blue:ne", "pass").turns == 2
    assert run(later, "pass", "reveal b1", "keep blue:ne", "pass").phase == "over"
    either = few(
        end__all_of=["complete_colours", "rounds"], end__any_of=["serendips_up"], **numbers
    )
    assert run(either, *moves).phase == "over"


def test_nothing_holds_where_nothing_is_asked() -> None:
    game = few(end__any_of=[])
    for label in labels(2)[1:]:
        game.cells[label]["up"] = True
    assert run(game, "reveal a1", "keep").phase == "over"  # nothing lies face down
    game.cells["c2"]["up"] = False
    assert run(game, "reveal a1", "keep").phase == "reveal"


def test_rounds() -> None:
    game = tiny(changed(TINY, end__any_of=["rounds"], end__rounds=2), "brsbbrr")
    game = run(game, "reveal a2", "reveal a1", "reveal a2")
    assert (game.phase, game.turns) == ("reveal", 3)
    game = run(game, "reveal a1")
    assert (game.phase, game.turns, game.cut_short, game.to_move) == ("over", 4, False, None)


def test_points_as_it_stands() -> None:
    flowers = {"carpet": BASE["scoring"]["carpet"], "flowers": {"points": 1}}
    card = changed(TINY, scoring=flowers, end__all_of=[], end__any_of=["points"], end__points=2)
    game = run(tiny(card, "brsbbrr"), "reveal b2", "keep")
    assert game.phase == "reveal"
    assert run(game, "reveal b3").phase == "decide"  # looked at when it is dealt with
    assert run(game, "reveal b3", "keep").phase == "over"
    late = run(tiny(changed(card, end__looked_at="turn"), "brsbbrr"), "reveal b2", "keep")
    late = run(late, "reveal b3", "keep")
    assert (late.phase, run(late, "reveal a2").phase) == ("reveal", "over")
    ahead = changed(card, seats={0: {"handicap": 1}})
    assert run(tiny(ahead, "brsbbrr"), "reveal b2", "keep").phase == "over"


def test_points_of_partners_together() -> None:
    card = changed(FOUR, end__all_of=[], end__any_of=["points"], end__points=2)
    moves = ["reveal a1", "keep", "reveal a2", "reveal a2", "keep", "reveal b1", "reveal b1"]
    alone = run(four(card), *moves, "keep")
    assert (alone.phase, alone.to_move) == ("reveal", 2)
    together = run(four(changed(card, partners={"teams": TEAMS})), *moves)
    assert together.phase == "decide"
    assert (run(together, "keep").phase, run(together, "keep").turns) == ("over", 3)


BY_BLUE = {"end__any_of": ["complete_colours"]}


def test_the_round_is_broken_off_or_finished() -> None:
    game = run(few(**BY_BLUE, end__round="broken_off"), "reveal a1", "keep")
    assert (game.phase, game.turns) == ("over", 1)
    game = run(few(**BY_BLUE, end__round="finished"), "reveal a1", "keep")
    assert (game.phase, game.to_move, game.turns, game.turns_left) == ("reveal", 1, 1, 1)
    # In the last turn nothing is looked at: the seat must go on after its flower.
    game = run(game, "reveal a2", "keep")
    assert (game.phase, game.to_move) == ("reveal", 1)
    game = run(game, "reveal b1", "keep blue:ne", "pass")
    assert (game.phase, game.to_move, game.turns, game.turns_left) == ("over", None, 2, 0)
    assert game.cut_short is False
    # It comes in the turn of the last seat.
    game = run(few(**BY_BLUE, end__round="finished"), "reveal b1", "keep blue:ne", "pass")
    assert (game.to_move, game.turns_left) == (1, None)
    assert run(game, "reveal a2", "keep").phase == "over"


def test_one_more_turn_for_each() -> None:
    moves = ["reveal b1", "keep blue:ne", "pass", "reveal a2", "keep"]
    game = run(few(**BY_BLUE, end__round="one_more"), *moves)
    assert (game.phase, game.to_move, game.turns, game.turns_left) == ("reveal", 0, 2, 2)
    game = run(game, "reveal a1", "keep")
    assert (game.phase, game.to_move) == ("reveal", 0)
    game = run(game, "reveal b2", "keep blue:ne", "pass")
    assert (game.phase, game.to_move, game.turns_left) == ("reveal", 1, 1)
    game = run(game, "reveal b3", "keep blue:ne", "pass")
    assert (game.phase, game.turns, game.turns_left) == ("over", 4, 0)


def test_remaining_turns_of_three_seats() -> None:
    card = changed(FEW, tiles__colours=["blue", "red", "green"], tiles__serendips=4, **BY_BLUE)
    kinds = ["blue", "red", "green", *["serendip"] * 4]
    tiles = {
        at: (k, "ne" if k == "serendip" else None) for at, k in zip(labels(2), kinds, strict=True)
    }
    for word, left in (("finished", 1), ("one_more", 3)):
        game = Naive(changed(card, end__round=word), 3, tiles)
        game = run(game, "choose blue", "choose red", "choose green", "reveal a2")
        game = run(game, "reveal a2", "keep")
        assert (game.to_move, game.turns_left) == (2, left)


def test_nothing_is_left_in_the_remaining_turns() -> None:
    game = few(**BY_BLUE, end__round="one_more")
    for label in labels(2)[3:]:
        game.cells[label]["up"] = True
    game = run(game, "reveal a1", "keep", "reveal a2", "keep", "reveal b1", "keep blue:ne")
    assert game.phase == "swap"
    game = run(game, "pass")
    assert (game.phase, game.turns, game.cut_short) == ("over", 2, False)


def test_the_turn_limit_cuts_the_round_short() -> None:
    for limit, cut_short, turns in ((2, True, 2), (3, False, 3)):
        game = few(**BY_BLUE, end__round="one_more", end__turn_limit=limit)
        game = run(game, "reveal a1", "keep")
        for label in labels(2)[2 : turns + 1]:
            game = run(game, f"reveal {label}", "keep blue:ne", "pass")
        assert (game.phase, game.turns, game.cut_short) == ("over", turns, cut_short)


def test_points_may_fall_once_the_end_has_come() -> None:
    apart = {"carpet": {**BASE["scoring"]["carpet"], "joined_by": "never"}}
    values = {"end__any_of": ["points"], "end__points": 2, "end__round": "one_more"}
    card = changed(MANY, scoring=apart | {"flowers": {"points": 1}}, end__all_of=[], **values)
    game = run(tiny(card, "bbrsrss"), "reveal a1", "keep", "reveal a2", "keep")
    assert (game.to_move, game.turns_left, game.scores()[0]["total"]) == (1, 2, 2)
    game = run(game, "reveal b2", "keep blue:e", "swap a1 c2")
    assert (game.to_move, game.turns_left, game.scores()[0]["total"]) == (0, 1, 1)
    game = run(game, "reveal c1", "move b3", "pass")
    assert (game.phase, game.turns, game.scores()[0]["total"]) == ("over", 3, 1)
