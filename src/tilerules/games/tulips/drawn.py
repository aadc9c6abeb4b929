"""Random sound cards of Gift of Tulips, for tests."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

import attrs
from hypothesis import strategies as st

Card = dict[str, Any]

COLOURS = ["pink", "blue", "orange", "purple", "white", "red", "yellow", "black", "green", "grey"]
COLOURS.extend(["lilac", "dark_red"])
VALUES = [str(value) for value in range(1, 10)]
BLOCKS = ("giving", "keeping", "majorities")
WAYS = {
    "keep": {"keep"},
    "give": {"give"},
    "open": {"add", "add_open"},
    "secret": {"add", "add_secret"},
}
POINTS = st.integers(0, 5)
KNOWN = st.fixed_dictionaries({"known": st.sampled_from(["all", "own"])})
ONCE = st.fixed_dictionaries({"points": st.integers(-5, 20)})
LEAST = st.fixed_dictionaries({"least": st.integers(1, 4)})


def _seldom(block: st.SearchStrategy[Card]) -> st.SearchStrategy[Card]:
    """The block in one card of four or five."""
    return st.sampled_from([*[st.just(Card())] * 3, block]).flatmap(lambda one: one)


@st.composite
def cards(draw: st.DrawFn) -> Card:
    """Sound cards of Gift of Tulips over the whole vocabulary; most decks are small."""
    seats = draw(st.integers(2, 6))
    turn = draw(_turns())
    dealt = draw(st.sampled_from([2, 2, 1, 3, 4]))
    needed = seats * (dealt + turn["draws"])
    deck = draw(_decks(needed + draw(st.integers(0, 12))))
    there = deck.present()
    festival = draw(st.integers(0, min(len(there), 4)) | st.integers(0, len(there)))
    most = min(there.total() - needed - festival, there.total() - max(there.values()) - 1)
    if most < 0:  # a large festival would leave too few cards
        festival, most = festival + most, 0
    scoring = draw(_scorings(len(deck.colours), turn["actions"]))
    breaks = ["bouquet", *(id for id in scoring if scoring[id] != "removed")]
    end = {
        "drawn": draw(st.sampled_from(["all", "never"]) | st.integers(1, 8)),
        "ranked": draw(st.sampled_from(["each_card", "once"])),
    }
    own = draw(_seldom(_seats(seats)))
    sides = draw(_seldom(_partners(seats, majorities=scoring["majorities"] != "removed")))
    at_start = _at_start(own, scoring, seats if sides else 1)
    return {
        "extends": "tulips",
        "for_players": "removed",
        "players": [seats],
        "cards": deck.card(),
        "start": {"festival": festival, "left_out": draw(st.integers(0, most)), "dealt": dealt},
        "festival": {
            "equal_sums": draw(st.sampled_from(["latest_first", "oldest_first"])),
            "unranked": draw(st.sampled_from(["last", "nothing"])),
            **draw(_seldom(KNOWN)),
        },
        "turn": turn,
        "end": {**end, **draw(_seldom(_conditions(at_start)))},
        "scoring": scoring,
        "tie_breaks": draw(st.lists(st.sampled_from(breaks), unique=True)),
        **own,
        **sides,
        **draw(_seldom(_uses(turn["actions"], turn["draws"]))),
    }


@st.composite
def _turns(draw: st.DrawFn) -> Card:
    additions = draw(st.sampled_from([["add"], ["add_open", "add_secret"]]))
    every = ["keep", "give", *additions]
    fewest = draw(st.sampled_from([1, 3, len(every)]))
    actions = draw(st.permutations(every))[: draw(st.integers(fewest, len(every)))]
    return {
        "draws": min(draw(st.sampled_from([2, 2, 1, 3, 4])), len(actions)),
        "drawing": draw(st.sampled_from(["one_by_one", "together"])),
        "actions": actions,
        **draw(_seldom(KNOWN)),
    }


def _unlimited(actions: list[str], limited: Iterable[str]) -> int:
    """How many of the actions can be done as often as wished."""
    free = [WAYS[thing] for thing in WAYS if thing not in limited]
    return sum(any(action in ways for ways in free) for action in actions)


@st.composite
def _uses(draw: st.DrawFn, actions: list[str], draws: int) -> Card:
    """Numbers for some of the things that can be done; what has none suffices for a turn."""
    uses: Card = {}
    things = [thing for thing in WAYS if WAYS[thing] & {*actions}]
    for thing in draw(st.lists(st.sampled_from(things), min_size=1, unique=True)):
        if _unlimited(actions, [*uses, thing]) >= draws:
            uses[thing] = {"times": draw(st.integers(1, 3))}
    return {"uses": uses} if uses else {}


@st.composite
def _seats(draw: st.DrawFn, seats: int) -> Card:
    """Points at the start, for some seats."""
    numbers = st.sampled_from([str(seat) for seat in range(seats)])
    handicap = st.fixed_dictionaries({"handicap": st.integers(-20, 20) | st.just(100)})
    return {"seats": draw(st.dictionaries(numbers, handicap, min_size=1))}


def _at_start(own: Card, scoring: Card, most: int) -> int:
    """As many points as a side of so many seats at most may have before the first turn."""
    handicaps = sorted((each["handicap"] for each in own.get("seats", {}).values()), reverse=True)
    fewest: int = scoring.get("fewest", {"points": 0})["points"]
    points: int = sum(max(0, handicap) for handicap in handicaps[:most]) + most * max(0, fewest)
    return points


@st.composite
def _partners(draw: st.DrawFn, seats: int, *, majorities: bool) -> Card:
    """Teams of two seats or more, and one side more at least; two seats are no team."""
    order = draw(st.permutations(range(seats)))
    teams: dict[str, list[int]] = {}
    for name in ("sun", "moon", "star"):
        most = len(order) if teams else seats - 1
        if most < 2 or (teams and not draw(st.booleans())):
            break
        number = draw(st.integers(2, most))
        teams[name], order = list(order[:number]), order[number:]
    words = ["apart", "shared", "shared"] if majorities else ["apart"]
    partners = {"teams": teams, "bouquets": draw(st.sampled_from(words))}
    return {"partners": partners} if teams else {}


@st.composite
def _conditions(draw: st.DrawFn, at_start: int) -> Card:
    """Conditions of the end: each that is listed has its number, and no other."""
    numbers = {
        "points": at_start + draw(st.integers(1, 6) | st.integers(1, 30)),
        "rounds": draw(st.integers(1, 3)),
    }
    some = st.lists(st.sampled_from(["points", "rounds"]), unique=True)
    any_of, all_of = draw(some), draw(some)
    return {
        **{word: numbers[word] for word in numbers if word in any_of + all_of},
        "any_of": any_of,
        "all_of": all_of,
        "round": draw(st.sampled_from(["broken_off", "finished", "one_more"])),
    }


@attrs.frozen
class _Deck:
    """The cards of a card."""

    colours: list[str]
    copies: dict[str, int]
    more: list[str]

    def present(self) -> Counter[str]:
        """How many cards there are of the colours that there are."""
        others = Counter(name.rpartition("-")[0] for name in self.more)
        each = sum(self.copies.values())
        return +Counter({colour: each + others[colour] for colour in self.colours})

    def card(self) -> Card:
        """The section of the card; the values of the base that are not named are taken away."""
        removed = {value: "removed" for value in "234" if value not in self.copies}
        return {"colours": self.colours, "values": {**removed, **self.copies}, "more": self.more}


@st.composite
def _decks(draw: st.DrawFn, least: int) -> _Deck:
    """At least so many cards and one more, of two colours or more; some colours may lack cards."""
    few = st.integers(2, 4)
    colours = COLOURS[: draw(few | few | few | st.integers(5, len(COLOURS)))]
    values = draw(st.lists(st.sampled_from(VALUES), min_size=1, max_size=4, unique=True))
    names = st.builds("{}-{}".format, st.sampled_from(colours), st.sampled_from(VALUES))
    if draw(st.sampled_from([False, False, False, True])):  # every card by its name
        more = draw(st.lists(names, min_size=least, max_size=least + 5))
        return _Deck(
            colours, dict.fromkeys(values, 0), [f"{c}-{values[0]}" for c in colours[:2]] + more
        )
    copies = {value: draw(st.integers(0, 3)) for value in values}
    missing = -(-(least + 1) // len(colours)) - sum(copies.values())
    copies[values[0]] += max(missing, 1 - sum(copies.values()), 0)
    return _Deck(colours, copies, draw(st.lists(names, max_size=4)))


@st.composite
def _scorings(draw: st.DrawFn, colours: int, actions: list[str]) -> Card:
    """The blocks that something can be scored for, one of them at least."""
    by_rank = st.lists(POINTS, min_size=colours, max_size=colours)
    giving: Card = {
        "points": draw(by_rank),
        "value": draw(st.sampled_from(["added", "nothing"])),
        "receiver": draw(st.sampled_from(["keeping", "nothing"])),
    }
    possible = {"giving": "give" in actions, "keeping": "keep" in actions, "majorities": True}
    chosen = [id for id in BLOCKS if possible[id] and draw(st.sampled_from([True, True, False]))]
    if "giving" in chosen and giving["receiver"] == "keeping" and "keeping" not in chosen:
        chosen.append("keeping")
    blocks: Card = {
        "giving": giving,
        "keeping": {"points": draw(by_rank)},
        "majorities": draw(_majorities(colours)),
    }
    there = chosen or ["majorities"]
    return {
        **{id: blocks[id] if id in there else "removed" for id in BLOCKS},
        **draw(_seldom(_sizes())),
        **draw(_seldom(st.fixed_dictionaries({"all_colours": ONCE}))),
        **draw(_seldom(st.fixed_dictionaries({"fewest": ONCE}))),
    }


@st.composite
def _sizes(draw: st.DrawFn) -> Card:
    sizes = st.integers(1, 9).map(str)
    points = st.integers(-5, 20)
    return {"sizes": {"points": draw(st.dictionaries(sizes, points, min_size=1, max_size=4))}}


@st.composite
def _majorities(draw: st.DrawFn, colours: int) -> Card:
    ranks = draw(st.lists(st.integers(1, colours), min_size=1, max_size=5, unique=True))
    places = st.lists(st.integers(0, 20), min_size=1, max_size=6)
    removed = {rank: "removed" for rank in "123" if int(rank) not in ranks}
    criteria = st.sampled_from(["cards", "sum", "highest"])
    return {
        "points": {**removed, **{str(rank): draw(places) for rank in ranks}},
        "decided_by": draw(st.lists(criteria, min_size=1, unique=True)),
        "ties": draw(st.sampled_from(["one_place", "more_places", "split"])),
        **draw(_seldom(LEAST)),
    }
