"""The model itself, tried by hand-made positions and by random games."""

from __future__ import annotations

import copy
import random
from collections import Counter
from typing import Any

import pytest

from .cards import changed
from .serendipity import DIRECTIONS, Naive, labels, neighbours, perft, score_seat, turnings

pytestmark = pytest.mark.unmeasured

SIX = ["blue", "violet", "red", "yellow", "orange", "green"]
BASE: dict[str, Any] = {
    "colours_each": 1,
    "board": {"side": 6},
    "tiles": {
        "colours": SIX,
        "copies": 13,
        "serendips": 13,
        "serendip_edges": SIX,
        "serendip_facing": "random",
    },
    "turn": {
        "foreign": {"stays_up": "never", "then": "end_turn"},
        "unowned": {"stays_up": "never", "then": "end_turn"},
        "own": {
            "leave": {"then": "must_reveal"},
            "exchange": {"with": "face_down", "beside": "any", "then": "end_turn"},
        },
        "serendip": {
            "leave": {"turning": "free", "swap": "may", "swap_with": "any", "then": "end_turn"},
            "exchange": {"with": "any", "turning": "never", "then": "may_reveal"},
        },
    },
    "end": {
        "serendips_up": "all",
        "complete_colours": 1,
        "whose": "owned",
        "looked_at": "choice",
        "turn_limit": "never",
    },
    "scoring": {
        "carpet": {"largest_by": "flowers", "joined_by": "chain", "colours": "best"},
        "flowers": {"points": 1},
        "serendips": {"points": 2, "joined": "touching"},
        "matches": {"points": 2, "against": "carpet"},
    },
    "tie_breaks": [],
}
# A board of side 2: seven cells, a1 a2 / b1 b2 b3 / c1 c2.
TINY: dict[str, Any] = copy.deepcopy(BASE) | {
    "board": {"side": 2},
    "tiles": BASE["tiles"] | {"colours": ["blue", "red"], "copies": 3, "serendips": 1},
}
TINY["tiles"]["serendip_edges"] = ["blue", "red"] * 3


def tiny(card: dict[str, Any], text: str) -> Naive:
    """Seven tiles in row order, b r s; seat 0 has blue, seat 1 red."""
    kinds: dict[str, tuple[str, str | None]] = {
        "b": ("blue", None),
        "r": ("red", None),
        "s": ("serendip", "ne"),
    }
    tiles = {label: kinds[c] for label, c in zip(labels(2), text, strict=True)}
    return Naive(card, 2, tiles).play("choose blue").play("choose red")


def run(game: Naive, *moves: str) -> Naive:
    for move in moves:
        game = game.play(move)
    return game


def test_board() -> None:
    names = labels(6)
    assert len(names) == 91
    assert names[:7] == ["a1", "a2", "a3", "a4", "a5", "a6", "b1"]
    assert names[40:51] == [f"f{n}" for n in range(1, 12)]
    assert names[-1] == "k6"
    assert neighbours("a1", 6) == {"e": "a2", "se": "b2", "sw": "b1"}
    assert neighbours("f1", 6) == {"ne": "e1", "e": "f2", "se": "g1"}
    assert neighbours("k6", 6) == {"ne": "j7", "w": "k5", "nw": "j6"}
    assert list(neighbours("f6", 6).values()) == ["e6", "f7", "g6", "g5", "f5", "e5"]
    assert list(neighbours("c3", 6).values()) == ["b3", "c4", "d4", "d3", "c2", "b2"]
    assert list(neighbours("h4", 6).values()) == ["g5", "h5", "i4", "i3", "h3", "g4"]


def strip(*rows: str) -> dict[str, dict[str, Any]]:
    """Rows of tiles on a side-6 board, all else face down: rows f, then c."""
    cells = {
        label: {"tile": "violet", "facing": None, "up": False, "seen": False} for label in labels(6)
    }
    facings = {"<": "w", ">": "e", "^": "ne"}
    for row, text in zip("fci", rows, strict=False):
        for n, sign in enumerate(text.split()):
            tile, facing = ("serendip", facings[sign]) if sign in facings else ("blue", None)
            cells[f"{row}{n + 1}"] |= {
                "tile": "red" if sign == "R" else tile,
                "facing": facing,
                "up": True,
            }
    return cells


@pytest.mark.parametrize(
    ("rows", "joined_by", "more", "total"),
    [
        (["B < > B B"], "chain", {}, 11),
        (["B < > B B"], "single", {}, 6),
        (["B < > B B"], "never", {}, 6),
        (["B B > B"], "chain", {}, 7),
        (["B B > B"], "single", {}, 7),
        (["B B > B"], "never", {}, 4),
        (["B B > B"], "never", {"scoring__matches__against": "any_own"}, 6),
        (["B B ^ ^"], "chain", {}, 4),
        (["B B ^ ^"], "chain", {"scoring__serendips__joined": "component"}, 6),
        (["B ^ ^ ^ B"], "chain", {}, 6),
        (["B ^ ^ ^ B"], "chain", {"scoring__serendips__joined": "component"}, 8),
        (["B ^ B ^ B"], "chain", {}, 7),
        (["B ^ B ^ B"], "single", {}, 7),
        (["B ^ B ^ B"], "never", {}, 5),
        (["B B B B", "> B B B <"], "chain", {}, 4),
        (["B B B B", "> B B B <"], "chain", {"scoring__carpet__largest_by": "points"}, 11),
        (["B B B B", "> B B B <"], "chain", {"scoring__carpet__largest_by": "tiles"}, 11),
    ],
)
def test_strips(rows: list[str], joined_by: str, more: dict[str, Any], total: int) -> None:
    card = changed(BASE, scoring__carpet__joined_by=joined_by, **more)
    entry = score_seat(card, strip(*rows), ["blue"])
    assert entry["total"] == total == sum(line[2] for line in entry["lines"])


def test_lines() -> None:
    assert score_seat(BASE, strip("B < > B B"), ["red", "blue"])["lines"] == [
        ("flowers", "blue", 3, 3, ("f1", "f4", "f5")),
        ("serendips", "blue", 4, 2, ("f2", "f3")),
        ("matches", "blue", 4, 2, ("f2", "f3")),
    ]


@pytest.mark.parametrize(("word", "total"), [("best", 13), ("largest", 6), ("sum", 19)])
def test_several_colours(word: str, total: int) -> None:
    card = changed(BASE, scoring__carpet__colours=word)
    cells = strip("B B B B B B", "R R R R R")
    # Red is two edges on from blue, clockwise: b3 shows it to the se (c4), c6 to the w (c5).
    cells["b3"] |= {"tile": "serendip", "facing": "ne", "up": True}
    cells["c6"] |= {"tile": "serendip", "facing": "se", "up": True}
    assert score_seat(card, cells, ["blue", "red"])["total"] == total
    cells["c6"]["facing"] = "sw"  # now to the nw: a match less
    less = 0 if word == "largest" else 2
    assert score_seat(card, cells, ["blue", "red"])["total"] == total - less


def test_turnings() -> None:
    assert turnings(SIX) == list(DIRECTIONS)
    assert turnings(["a", "b", "c"] * 2) == ["ne", "e", "se"]
    assert turnings(["a", "b"] * 3) == ["ne", "e"]
    assert turnings(["a"] * 6) == ["ne"]


def test_turn() -> None:
    game = tiny(TINY, "brsbbrr")
    assert (game.phase, game.to_move, perft(game, 1)) == ("reveal", 0, 7)
    foreign = game.play("reveal a2")
    assert (foreign.to_move, foreign.turns, foreign.shown) == (1, 1, ("a2", "red", None))
    assert foreign.known() == {"a2": ("red", None)}
    own = game.play("reveal a1")
    assert own.legal() == {"keep"} | {f"move {x}" for x in ("a2", "b1", "b2", "b3", "c1", "c2")}
    assert own.scores()[0]["total"] == 1
    assert (own.play("keep").phase, own.play("keep").to_move) == ("reveal", 0)
    moved = own.play("move c2")
    assert moved.cells["c2"]["tile"] == "blue"
    assert moved.cells["c2"]["up"]
    assert moved.to_move == 1
    assert (moved.cells["a1"]["tile"], moved.known()) == ("red", {"c2": ("blue", None)})
    with pytest.raises(ValueError, match="not legal"):
        moved.play("reveal c2")


def test_serendip() -> None:
    game = run(tiny(TINY, "brsbbrr"), "reveal a2", "reveal b1")
    assert {"keep blue:ne", "keep blue:e", "move a2"} < game.legal()
    assert len(game.legal()) == 8
    swap = game.play("keep blue:e")
    assert swap.phase == "swap"
    assert len(swap.legal()) == 15 + 1
    done = swap.play("swap a2 c1")
    assert done.known() == {"b1": ("serendip", "e"), "c1": ("red", None)}
    assert (done.to_move, done.turns) == (0, 2)
    moved = game.play("move c1")
    assert (moved.phase, moved.to_move, "pass" in moved.legal()) == ("go_on", 1, True)
    assert (moved.play("pass").to_move, moved.play("reveal a1").to_move) == (0, 0)
    fixed = changed(TINY, turn__serendip__leave__swap_with="face_up")
    assert run(tiny(fixed, "brsbbrr"), "reveal b1", "keep blue:e").to_move == 1


def test_beside() -> None:
    card = changed(TINY, turn__own__exchange__beside="own_flower")
    game = run(tiny(card, "brsbbrr"), "reveal a1")
    assert game.legal() == {"keep"}
    assert run(game, "keep", "reveal b3").legal() == {"keep", "move a2", "move b1", "move b2"}
    del card["turn"]["own"]["leave"]
    assert run(tiny(card, "brsbbrr"), "reveal a1").to_move == 1


def test_end() -> None:
    moves = ["reveal b1", "keep blue:ne", "pass", "reveal a1", "reveal a1", "keep"]
    moves += ["reveal b2", "keep", "reveal b3"]
    game = run(tiny(TINY, "brsbbrr"), *moves)
    over = game.play("keep")
    assert (over.phase, over.to_move, over.turns, over.cut_short) == ("over", None, 3, False)
    assert over.legal() == set()
    assert (perft(over, 0), perft(over, 1), perft(game, 1)) == (1, 0, 1 + 3)
    assert over.ranking() == ((0,), (1,))
    late = changed(TINY, end__looked_at="turn", end__turn_limit=3)
    game = run(tiny(late, "brsbbrr"), *moves, "keep")
    assert (game.phase, game.turns) == ("reveal", 2)
    assert run(game, "reveal a2").cut_short is False
    early = changed(TINY, end__turn_limit=2)
    game = run(tiny(early, "brsbbrr"), "reveal a2", "reveal a1")
    assert (game.phase, game.to_move, game.turns, game.cut_short) == ("over", None, 2, True)


SHAPES = [(3, 3, 4), (3, 2, 6), (3, 6, 2), (3, 4, 3), (4, 3, 9), (4, 6, 4), (4, 2, 12)]


def random_card(rng: random.Random, side: int, colours: list[str], copies: int) -> dict[str, Any]:
    one = rng.choice
    serendips = len(labels(side)) - copies * len(colours)

    def others() -> dict[str, Any]:
        word = one(["never", "always", "after_serendips", "chosen"])
        rule = {"stays_up": word, "then": one(["end_turn", "may_reveal"])}
        if word == "always" and one([True, False]):
            rule["then"] = "must_reveal"
        return rule | ({"serendips": rng.randint(1, serendips)} if "after" in word else {})

    def then() -> str:
        return one(["end_turn", "may_reveal", "must_reveal"])

    def some(blocks: dict[str, Any]) -> dict[str, Any]:
        for name in list(blocks):
            if rng.random() < 0.15:
                del blocks[name]
        return blocks

    which, turning = ["any", "face_up", "face_down"], ["free", "never"]
    leave = {"turning": one(turning), "swap": one(["may", "must", "never"]), "then": then()}
    if leave["swap"] != "never":
        leave["swap_with"] = one(which)
    beside = one(["any", "own_flower"])
    card = copy.deepcopy(BASE)
    card["board"], card["tiles"] = (
        {"side": side},
        {
            "colours": colours,
            "copies": copies,
            "serendips": serendips,
            "serendip_edges": one([[one(colours) for _ in range(6)], (colours * 6)[:6]]),
            "serendip_facing": "random",
        },
    )
    card["turn"] = {
        "foreign": others(),
        "unowned": others(),
        "own": some(
            {
                "leave": {"then": then()},
                "exchange": {"with": one(which), "beside": beside, "then": then()},
            }
        ),
        "serendip": some(
            {
                "leave": leave,
                "exchange": {"with": one(which), "turning": one(turning), "then": then()},
            }
        ),
    }
    card["end"] = {
        "serendips_up": one(["all", serendips, 1]),
        "complete_colours": one(["all", 1]),
        "whose": one(["owned", "any"]),
        "looked_at": one(["choice", "turn"]),
        "turn_limit": one([150, 20]),
    }
    card["scoring"]["carpet"] = {
        "largest_by": one(["flowers", "tiles", "points"]),
        "joined_by": one(["chain", "single", "never"]),
        "colours": one(["best", "largest", "sum"]),
    }
    card["scoring"]["serendips"]["joined"] = one(["touching", "component"])
    card["scoring"]["matches"]["against"] = one(["carpet", "any_own"])
    for name in one([[], ["flowers"], ["matches"], ["serendips", "matches"]]):
        del card["scoring"][name]
    widen(rng, card)
    blocks = [name for name in card["scoring"] if name != "carpet"]
    card["tie_breaks"] = rng.sample(blocks, rng.randint(0, min(3, len(blocks))))
    return card


def widen(rng: random.Random, card: dict[str, Any]) -> None:
    """Blocks beyond the readings, each in some of the cards."""
    one = rng.choice

    def now_and_then() -> bool:
        return rng.random() < 0.25

    turn, scoring = card["turn"], card["scoring"]
    exchanges = [
        block["exchange"] for block in (turn["own"], turn["serendip"]) if "exchange" in block
    ]
    for block in exchanges:
        if now_and_then():
            block["reach"] = one([1, 2, "never"])
    if now_and_then() and "swap_with" in turn["serendip"].get("leave", {}):
        turn["serendip"]["leave"]["swap_reach"] = one([1, 2, "never"])
    if now_and_then():
        card["tiles"]["known"] = one(["all", "never"])
    if now_and_then():
        scoring["carpet"] |= {"least": one([1, 2, 3]), "number": one([1, 2, "all"])}
    for name, block in (
        ("sizes", {"points": {rng.randint(1, 3): 2, 4: rng.randint(-3, 9)}}),
        ("rings", {"points": one([3, -1])}),
        ("lines", {"length": rng.randint(2, 4), "points": one([2, -1])}),
        ("apart", {"points": one([1, -1])}),
        ("face_down", {"points": one([1, -1])}),
    ):
        if now_and_then():
            scoring[name] = block
    if now_and_then():
        things = rng.sample(["swap", "turning", "exchange"], rng.randint(1, 3))
        card["uses"] = {
            thing: {"times": rng.randint(1, 3), "in": one(["game", "turn"])} for thing in things
        }
    if now_and_then():
        words = ["serendips_up", "complete_colours", "rounds", "points"]
        card["end"] |= {
            "any_of": rng.sample(words, rng.randint(0, 2)),
            "all_of": rng.sample(words, rng.randint(0, 3)),
            "rounds": rng.randint(1, 20),
            "points": rng.randint(10, 30) + len(labels(card["board"]["side"])) // 2,
        }
    if now_and_then():
        card["end"]["round"] = one(["broken_off", "finished", "one_more"])


def seated(rng: random.Random, card: dict[str, Any], seats: int) -> None:
    """What is said of single seats and of partners."""
    free = len(card["tiles"]["colours"]) - seats * int(card["colours_each"])
    lucky = rng.randrange(seats)
    if rng.random() < 0.25:
        card["seats"] = {
            lucky: {"colours_each": card["colours_each"] + rng.randint(0, free)},
            (lucky + 1) % seats: {"handicap": rng.randint(-9, 9)},
        }
    if seats > 2 and rng.random() < 0.25:
        some = rng.sample(range(seats), seats)
        teams = {"sun": some[:2]} | ({"moon": some[2:]} if seats > 3 else {})
        card["partners"] = {"teams": teams, "flowers": rng.choice(["apart", "shared"])}


def new_game(rng: random.Random) -> Naive:
    side, many, copies = rng.choice(SHAPES)
    card = random_card(rng, side, SIX[:many], copies)
    seats = rng.randint(2, many)
    card["colours_each"] = rng.randint(1, many // seats)
    seated(rng, card, seats)
    facings = turnings(card["tiles"]["serendip_edges"])
    bag: list[tuple[str, str | None]] = [(c, None) for c in SIX[:many] for _ in range(copies)]
    bag += [("serendip", rng.choice(facings)) for _ in range(card["tiles"]["serendips"])]
    rng.shuffle(bag)
    return Naive(card, seats, dict(zip(labels(side), bag, strict=True)))


def tiles_of(game: Naive) -> Counter[str]:
    return Counter(cell["tile"] for cell in game.cells.values())


@pytest.mark.parametrize("seed", range(90))
def test_random_games(seed: int) -> None:
    rng = random.Random(seed)
    game = new_game(rng)
    tiles = tiles_of(game)
    phases = set()
    used: Counter[tuple[str, int, int]] = Counter()  # a thing, a seat, a turn or 0
    while game.phase != "over":
        phases.add(game.phase)
        moves = sorted(game.legal())
        assert moves
        before = copy.deepcopy(vars(game))
        move = rng.choice(moves)
        after = game.play(move)
        thing = {"move": "exchange", "swap": "swap"}.get(move.split()[0], "")
        in_turn = game.card.get("uses", {}).get(thing, {}).get("in") == "turn"
        used[thing, game.to_move or 0, game.turns * in_turn] += 1
        assert vars(game) == before
        assert tiles_of(after) == tiles
        assert list(after.cells) == labels(game.card["board"]["side"])
        assert after.phase == "over" or after.to_move is not None
        assert (after.turned_up is not None) == (after.phase == "decide")
        # What is known is never forgotten.
        assert len(after.known()) >= len(game.known())
        assert not any(cell["up"] and cell["seen"] for cell in after.cells.values())
        game = after
    assert game.legal() == set()
    assert game.to_move is None
    assert sorted(seat for place in game.ranking() for seat in place) == list(range(game.seats))
    for side in game.sides():
        assert any(set(side) <= set(place) for place in game.ranking())
    for entry in game.scores():
        assert entry["total"] == sum(line[2] for line in entry["lines"])
        for block, _, points, count, spots in entry["lines"]:
            if block not in ("handicap", "sizes"):
                assert points == count * game.card["scoring"][block]["points"]
            if block not in ("handicap", "lines", "face_down"):
                assert count == len(spots)
    for (thing, *_), number in used.items():
        assert number <= game.card.get("uses", {}).get(thing, {"times": number})["times"]
    assert "reveal" in phases
