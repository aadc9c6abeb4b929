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
REACH = st.sampled_from([1, 2, "never"])
POINTS = st.integers(-2, 4)
BLOCKS = ["flowers", "serendips", "matches", "sizes", "rings", "lines", "apart", "face_down"]
CONDITIONS = ["serendips_up", "complete_colours", "rounds", "points"]
NOW_AND_THEN = st.sampled_from([False, False, False, False, True])
"""Whether a card has what few cards have."""


@st.composite
def cards(draw: st.DrawFn) -> Card:
    """Sound Serendipity cards over the whole vocabulary, on boards with a side of 2 to 4."""
    tiles, side = draw(_tiles())
    each = draw(_colours_each(len(tiles["colours"])))
    seats = draw(_seats(len(tiles["colours"]), each))
    turn = draw(_turns(tiles["serendips"]))
    scoring = draw(_scorings())
    end = draw(_ends(tiles, _owned(each, seats), turn["unowned"]["stays_up"]))
    if draw(NOW_AND_THEN):
        end |= draw(_conditions(tiles, end, _at_start(tiles, seats, scoring)))
    return {
        "extends": "serendipity",
        "players": list(each),
        "colours_each": min(each.values()),
        "for_players": draw(_for_players(each)),
        "board": {"side": side},
        "tiles": tiles,
        "turn": turn,
        "end": end | draw(_rounds()),
        "scoring": scoring,
        "tie_breaks": draw(_tie_breaks(scoring)),
        **({"seats": seats} if seats else {}),
        **draw(_partners(min(each))),
        **draw(_uses(turn)),
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
        **draw(_rarely(known=st.sampled_from(["all", "all", "never"]))),
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


def _rarely(**words: st.SearchStrategy[Any]) -> st.SearchStrategy[Card]:
    """Some of these words, each of them now and then."""
    drawn = {word: st.tuples(NOW_AND_THEN, value) for word, value in words.items()}
    return st.fixed_dictionaries(drawn).map(
        lambda said: {word: value for word, (is_said, value) in said.items() if is_said}
    )


@st.composite
def _seats(draw: st.DrawFn, colours: int, each: dict[int, int]) -> dict[int, Card]:
    """What is different for single seats; there are colours enough for all."""
    if not draw(NOW_AND_THEN):
        return {}
    seats = draw(st.lists(st.integers(0, min(each) - 1), min_size=1, unique=True))
    most = min(colours - (players - 1) * number for players, number in each.items())
    lucky, *others = seats
    own = {lucky: st.integers(1, most), **dict.fromkeys(others, st.just(1))}
    found: dict[int, Card] = {}
    for seat in sorted(seats):
        number = draw(_rarely(colours_each=own[seat]))
        found[seat] = number | ({} if number else {"handicap": draw(st.integers(-9, 9))})
    return found


def _owned(each: dict[int, int], seats: dict[int, Card]) -> int:
    """How many colours have an owner, with so many players as own fewest."""
    numbers: list[int] = [
        sum(seats.get(seat, {}).get("colours_each", number) for seat in range(players))
        for players, number in each.items()
    ]
    return min(numbers)


@st.composite
def _for_players(draw: st.DrawFn, each: dict[int, int]) -> Card | str:
    """What is different for numbers of players: their colours, and who are partners."""
    partners = draw(_partners(max(each))) if min(each) == 2 else {}
    if len({*each.values()}) == 1 and not partners:
        return "removed"
    found: Card = {str(players): {"colours_each": number} for players, number in each.items()}
    found[str(max(each))] |= partners
    return found


@st.composite
def _partners(draw: st.DrawFn, fewest: int) -> Card:
    """One team or two, with somebody to play against."""
    if fewest < 3 or not draw(st.booleans()):
        return {}
    seats = draw(st.permutations(range(fewest)))
    many = draw(st.integers(2, fewest - 1))
    teams = {"sun": list(seats[:many])}
    if fewest - many > 1 and draw(st.booleans()):
        teams["moon"] = list(seats[many:])
    return {"partners": {"teams": teams, "flowers": draw(st.sampled_from(["apart", "shared"]))}}


@st.composite
def _uses(draw: st.DrawFn, turn: Card) -> Card:
    """How often each seat may do a thing that it can do in such a turn."""
    own, left, moved = turn["own"]["exchange"], *map(turn["serendip"].get, ("leave", "exchange"))
    can = {
        "swap": left != "removed" and left["swap"] != "never",
        "turning": any(each != "removed" and each["turning"] == "free" for each in (left, moved)),
        "exchange": own != "removed" or moved != "removed",
    }
    span = st.sampled_from(["game", "turn"])
    times = st.fixed_dictionaries({"times": st.integers(1, 3), "in": span})
    uses = draw(_rarely(**{thing: times for thing, there_is in can.items() if there_is}))
    return {"uses": uses} if uses else {}


@st.composite
def _turns(draw: st.DrawFn, serendips: int) -> Card:
    own = {
        "leave": draw(st.fixed_dictionaries({"then": THEN})),
        "exchange": draw(
            st.fixed_dictionaries(
                {"with": WITH, "beside": st.sampled_from(["any", "own_flower"]), "then": THEN}
            )
        )
        | draw(_rarely(reach=REACH)),
    }
    serendip = {
        "leave": draw(_serendip_left()),
        "exchange": draw(st.fixed_dictionaries({"with": WITH, "turning": TURNING, "then": THEN}))
        | draw(_rarely(reach=REACH)),
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
        leave |= {"swap_with": draw(WITH), **draw(_rarely(swap_reach=REACH))}
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


def _at_start(tiles: Card, seats: dict[int, Card], scoring: Card) -> int:
    """More points than any side has when the first turn begins."""
    handicaps: int = sum(max(0, seat.get("handicap", 0)) for seat in seats.values())
    flowers: int = tiles["copies"] * len(tiles["colours"])
    each: int = scoring.get("face_down", {"points": 0})["points"]
    return 1 + handicaps + max(0, each) * flowers


@st.composite
def _conditions(draw: st.DrawFn, tiles: Card, end: Card, at_start: int) -> Card:
    """Other conditions of the end: sooner or later it comes, but not before the first turn."""
    at_once = [word for word in CONDITIONS if end.get(word) == 0]
    if end["serendips_up"] == "all" and not tiles["serendips"]:
        at_once.append("serendips_up")
    any_of = draw(_some_of([word for word in CONDITIONS if word not in at_once]))
    all_of = draw(_some_of(CONDITIONS))
    if {*all_of} <= {*at_once}:
        all_of = []
    is_sure = {*any_of} - {"points"} or (all_of and "points" not in all_of)
    conditions: Card = {"any_of": any_of, "all_of": all_of}
    if not is_sure and end["turn_limit"] == "never":
        conditions["turn_limit"] = draw(st.integers(1, 60))
    if "rounds" in (*any_of, *all_of):
        conditions["rounds"] = draw(st.integers(1, 9))
    if "points" in (*any_of, *all_of):
        conditions["points"] = at_start + draw(st.integers(0, 20))
    return conditions


def _some_of(words: list[str]) -> st.SearchStrategy[list[str]]:
    return st.lists(st.sampled_from(words), max_size=3, unique=True)


def _rounds() -> st.SearchStrategy[Card]:
    words = ["broken_off", "finished", "finished", "one_more", "one_more"]
    return _rarely(round=st.sampled_from(words))


@st.composite
def _scorings(draw: st.DrawFn) -> Card:
    scoring: Card = {
        "carpet": {
            "largest_by": draw(st.sampled_from(["flowers", "tiles", "points"])),
            "joined_by": draw(st.sampled_from(["chain", "single", "never"])),
            "colours": draw(st.sampled_from(["best", "largest", "sum"])),
            **draw(_rarely(least=st.integers(1, 3), number=st.sampled_from([1, 2, 3, "all"]))),
        },
        "flowers": {"points": draw(POINTS)},
        "serendips": {
            "points": draw(POINTS),
            "joined": draw(st.sampled_from(["touching", "component"])),
        },
        "matches": {
            "points": draw(POINTS),
            "against": draw(st.sampled_from(["carpet", "any_own"])),
        },
    }
    further = draw(_further_blocks())
    gone = [(), (), (), ("flowers",), ("matches",), ("serendips", "matches")]
    gone += [("flowers", "serendips", "matches")] if further else []
    return {**scoring, **dict.fromkeys(draw(st.sampled_from(gone)), "removed"), **further}


def _further_blocks() -> st.SearchStrategy[Card]:
    """Blocks of the score that the usual card does not have."""
    simple = st.fixed_dictionaries({"points": POINTS})
    table = st.dictionaries(st.integers(1, 5), POINTS, min_size=1, max_size=3)
    return _rarely(
        sizes=st.fixed_dictionaries({"points": table}),
        rings=simple,
        lines=st.fixed_dictionaries({"length": st.integers(2, 4), "points": POINTS}),
        apart=simple,
        face_down=simple,
    )


@st.composite
def _tie_breaks(draw: st.DrawFn, scoring: Card) -> list[str]:
    blocks = [id for id in BLOCKS if scoring.get(id, "removed") != "removed"]
    order = draw(st.permutations(blocks))
    return order[: draw(st.integers(0, min(3, len(order))))]
