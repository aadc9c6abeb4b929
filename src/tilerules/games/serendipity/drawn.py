"""Random sound cards of Serendipity, for tests."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

Card = dict[str, Any]

SIX = ["blue", "violet", "red", "yellow", "orange", "green"]
COLOURS = [*SIX, "white", "black", "pink", "teal", "grey", "lime"]
SEATS = range(2, 7)
THEN = st.sampled_from(["end_turn", "may_reveal", "must_reveal"])
WITH = st.sampled_from(["face_down", "face_up", "any"])
TURNING = st.sampled_from(["free", "never"])


@st.composite
def cards(draw: st.DrawFn) -> Card:
    """Sound Serendipity cards over the whole vocabulary, on boards with a side of 2 to 4."""
    tiles, side = draw(_tiles())
    each = draw(_colours_each(len(tiles["colours"])))
    turn = draw(_turns(tiles["serendips"]))
    owned = min(seats * number for seats, number in each.items())
    same = len({*each.values()}) == 1
    differences = {seats: {"colours_each": number} for seats, number in each.items()}
    scoring = draw(_scorings())
    return {
        "extends": "serendipity",
        "players": list(each),
        "colours_each": min(each.values()),
        "for_players": "removed" if same else differences,
        "board": {"side": side},
        "tiles": tiles,
        "turn": turn,
        "end": draw(_ends(tiles, owned, turn["unowned"]["stays_up"])),
        "scoring": scoring,
        "tie_breaks": draw(_tie_breaks(scoring)),
    }


@st.composite
def _tiles(draw: st.DrawFn) -> tuple[Card, int]:
    side = draw(st.sampled_from([2, 2, 3, 3, 4]))
    cells = 3 * side * (side - 1) + 1
    number = draw(st.integers(2, min(cells, len(COLOURS))))
    copies = draw(st.integers(1, cells // number))
    colours = COLOURS[:number]
    tiles = {
        "colours": colours,
        "copies": copies,
        "serendips": cells - number * copies,
        "serendip_edges": draw(_edges(colours)),
        "serendip_facing": draw(st.sampled_from(["random", "alike"])),
    }
    return tiles, side


def _edges(colours: list[str]) -> st.SearchStrategy[list[str]]:
    """Six edges, which often repeat after one, two or three of them."""

    def repeated(period: int) -> st.SearchStrategy[list[str]]:
        some = st.lists(st.sampled_from(colours), min_size=period, max_size=period)
        return some.map(lambda edges: edges * (6 // period))

    return st.sampled_from([6, 3, 2, 1]).flatmap(repeated)


@st.composite
def _colours_each(draw: st.DrawFn, colours: int) -> dict[int, int]:
    """Some numbers of players, and how many colours each of them has."""
    possible = [seats for seats in SEATS if seats <= colours]
    players = draw(st.lists(st.sampled_from(possible), min_size=1, unique=True))
    return {seats: draw(st.integers(1, colours // seats)) for seats in sorted(players)}


@st.composite
def _turns(draw: st.DrawFn, serendips: int) -> Card:
    own = {
        "leave": draw(st.fixed_dictionaries({"then": THEN})),
        "exchange": draw(
            st.fixed_dictionaries(
                {"with": WITH, "beside": st.sampled_from(["any", "own_flower"]), "then": THEN}
            )
        ),
    }
    serendip = {
        "leave": draw(_serendip_left()),
        "exchange": draw(st.fixed_dictionaries({"with": WITH, "turning": TURNING, "then": THEN})),
    }
    return {
        "foreign": draw(_fates(serendips)),
        "unowned": draw(_fates(serendips)),
        "own": draw(_one_removed(own)),
        "serendip": draw(_one_removed(serendip)),
    }


@st.composite
def _fates(draw: st.DrawFn, serendips: int) -> Card:
    """What becomes of another's tile; a duty to go on needs a tile that may stay up."""
    words = ["never", "always", "chosen", *(["after_serendips"] if serendips else [])]
    stays_up = draw(st.sampled_from(words))
    then = THEN.filter(lambda word: stays_up != "never" or word != "must_reveal")
    fate: Card = {"stays_up": stays_up, "then": draw(then)}
    if stays_up == "after_serendips":
        fate["serendips"] = draw(st.integers(1, serendips))
    return fate


@st.composite
def _serendip_left(draw: st.DrawFn) -> Card:
    leave = {
        "turning": draw(TURNING),
        "swap": draw(st.sampled_from(["may", "must", "never"])),
        "then": draw(THEN),
    }
    if leave["swap"] != "never":
        leave["swap_with"] = draw(WITH)
    return leave


@st.composite
def _one_removed(draw: st.DrawFn, blocks: Card) -> Card:
    """The blocks, now and then with one of them taken away."""
    gone = draw(st.sampled_from([None, None, None, *blocks]))
    return blocks if gone is None else {**blocks, gone: "removed"}


@st.composite
def _ends(draw: st.DrawFn, tiles: Card, owned: int, unowned_stay: str) -> Card:
    whose = draw(st.sampled_from(["owned", "any"]))
    there_are = len(tiles["colours"])
    can = there_are if whose == "any" and unowned_stay != "never" else owned
    words = ["all"] if whose == "owned" or can == there_are else []
    complete = draw(st.sampled_from([*words, *range(1, can + 1), 0]))
    if complete == 0 and not tiles["serendips"]:
        complete = 1
    fewest = 1 if complete == 0 else 0
    return {
        "serendips_up": draw(st.just("all") | st.integers(fewest, tiles["serendips"])),
        "complete_colours": complete,
        "whose": whose,
        "looked_at": draw(st.sampled_from(["choice", "turn"])),
        "turn_limit": draw(st.just("never") | st.integers(1, 60)),
    }


@st.composite
def _scorings(draw: st.DrawFn) -> Card:
    points = st.integers(-2, 4)
    scoring: Card = {
        "carpet": {
            "largest_by": draw(st.sampled_from(["flowers", "tiles", "points"])),
            "joined_by": draw(st.sampled_from(["chain", "single", "never"])),
            "colours": draw(st.sampled_from(["best", "largest", "sum"])),
        },
        "flowers": {"points": draw(points)},
        "serendips": {
            "points": draw(points),
            "joined": draw(st.sampled_from(["touching", "component"])),
        },
        "matches": {
            "points": draw(points),
            "against": draw(st.sampled_from(["carpet", "any_own"])),
        },
    }
    gone = st.sampled_from([(), (), (), ("flowers",), ("matches",), ("serendips", "matches")])
    return {**scoring, **dict.fromkeys(draw(gone), "removed")}


@st.composite
def _tie_breaks(draw: st.DrawFn, scoring: Card) -> list[str]:
    blocks = [id for id in ("flowers", "serendips", "matches") if scoring[id] != "removed"]
    order = draw(st.permutations(blocks))
    return order[: draw(st.integers(0, len(order)))]
