"""The picture of a Tulips table: what lies on it, what is marked, and that all of it fits."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any
from xml.etree import ElementTree as ET

import attrs
import pytest
from hypothesis import given, settings

import tilerules as tr
from tests.house.shelf import IDS, house
from tests.tulips.otherwise import dealt_otherwise
from tests.tulips.strategies import tulips_tables
from tests.tulips.tables import (
    begun,
    bundled,
    cards,
    new,
    observations,
    play,
    position,
    random_game,
    rules,
    seen,
    three,
    variant,
)
from tilerules.games.tulips import Observation, State
from tilerules.games.tulips.picture import draw_svg
from tilerules.testing import Played

BASE = rules()
TOGETHER = rules(base="tulips-full-hand")
SVG = "{http://www.w3.org/2000/svg}"
FACE_DOWN = "face down"

# ---- a picture, read ------------------------------------------------------------------------


@attrs.frozen
class Thing:
    """Something in a picture, by its label: `2 cards: pink-3, in the open festival, a note`."""

    label: str
    element: ET.Element

    @property
    def shape(self) -> ET.Element:
        """What stands first, after the title."""
        return self.element[1]

    @property
    def parts(self) -> list[str]:
        """The name of a card, where it lies, and notes."""
        return re.sub(r"^\d+ cards: ", "", self.label).split(", ")

    @property
    def times(self) -> int:
        """How many cards it is."""
        found = re.match(r"(\d+) cards: ", self.label)
        return int(found[1]) if found else 1

    @property
    def classes(self) -> list[str]:
        """The classes of its parts."""
        return [each.get("class", "") for each in self.element]


def drawn(position_: tr.Position, highlight: tr.ScoreBreakdown | None = None) -> ET.Element:
    """The picture as an element."""
    return ET.fromstring(draw_svg(position_, highlight))


def things(root: ET.Element) -> list[Thing]:
    """All that has a label, each with a title that says the same."""
    found = [Thing(each.attrib["aria-label"], each) for each in root.iter(f"{SVG}g")]
    for each in found:
        assert (each.element[0].tag, each.element[0].text) == (f"{SVG}title", each.label)
        assert each.element.get("role") == "img"
    return found


def tiles(root: ET.Element) -> list[Thing]:
    """The cards."""
    beginnings = ("in the ", "dealt to ", "kept by ", "not kept by ")
    return [each for each in things(root) if each.parts[1:2] and _where(each, beginnings)]


def _where(each: Thing, beginnings: tuple[str, ...]) -> bool:
    return each.parts[1].startswith(beginnings)


def label(root: ET.Element, begin: str) -> str:
    """The one label that begins so."""
    [found] = [each.label for each in things(root) if each.label.startswith(begin)]
    return found


def noted(root: ET.Element, note: str) -> Counter[tuple[str, str]]:
    """The cards with a note, and where they lie."""
    found = Counter[tuple[str, str]]()
    for each in tiles(root):
        if note in each.parts[2:]:
            found[each.parts[0], each.parts[1]] += each.times
    return found


def texts(root: ET.Element) -> list[str]:
    """All that is written in a picture."""
    return [str(each.text) for each in root.iter(f"{SVG}text")]


# ---- the cards ------------------------------------------------------------------------------


def lying(table: Observation) -> Counter[tuple[str, str]]:
    """The cards that a viewer has before it, and where they lie, by the words of the table."""
    found = Counter((card, "in the open festival") for card in table.festival)
    for seat, bouquet in enumerate(table.bouquets):
        found.update((card, f"in the bouquet of seat {seat}") for card in bouquet)
    found.update((card or FACE_DOWN, "in the secret festival") for card in table.secret)
    if table.phase not in ("start", "over"):
        hand = table.in_hand if isinstance(table.in_hand, tuple) else (table.in_hand,)
        found.update((card or FACE_DOWN, f"in the hand of seat {table.to_move}") for card in hand)
    for seat, cards_ in enumerate(table.hands):
        left = [card or FACE_DOWN for card in cards_]
        if seat < len(table.kept):
            kept = table.kept[seat] or FACE_DOWN
            left.remove(kept)
            found[kept, f"kept by seat {seat}"] += 1
        where = "not kept by" if seat < len(table.kept) else "dealt to"
        found.update((card, f"{where} seat {seat}") for card in left)
    return found


def check_cards(table: Observation) -> None:
    """Each card is there, with its sign and value or its back."""
    root = drawn(table)
    found = Counter[tuple[str, str]]()
    for each in tiles(root):
        found[each.parts[0], each.parts[1]] += each.times
        down = each.parts[0] == FACE_DOWN
        assert each.shape.get("class") == ("back" if down else "face")
        written = texts(each.element)
        if not down:
            assert written[1] == each.parts[0].rpartition("-")[2]
        assert each.times == 1 or written[-1] == f"×{each.times}"
    assert found == lying(table)
    assert label(root, "deck").startswith(f"deck: {len(table.deck)} card")


@pytest.mark.parametrize(("id", "seats"), [("tulips", 3), ("tulips-full-hand", 2)])
def test_every_card_lies_where_it_is(id: str, seats: int) -> None:
    states = [*random_game(tr.load(id), seats, seed=6)]
    for state in (*states[: seats + 1], *states[seats + 1 :: 9], states[-1]):
        for table in observations(state):
            check_cards(table)


def test_a_secret_card_says_who_put_it_there() -> None:
    def said(table: tr.Position) -> list[str]:
        found = [each for each in tiles(drawn(table)) if each.parts[1] == "in the secret festival"]
        return [", ".join([each.parts[0], *each.parts[2:]]) for each in found]

    backs = [f"face down, by seat {seat}" for seat in (0, 1, 0, 2)]
    assert said(three()) == said(seen(three(), None)) == backs
    assert said(seen(three(), 0)) == ["pink-2, by seat 0", backs[1], "blue-4, by seat 0", backs[3]]
    assert said(seen(three(), 0, memory=False)) == ["face down"] * 4
    [back] = [each for each in tiles(drawn(three())) if each.parts[2:] == ["by seat 1"]]
    assert texts(back.element) == ["by", "1"]


def test_many_cards_are_piled_and_none_is_lost() -> None:
    many = variant(cards={"values": {"2": 30, "3": 28, "4": 2}})
    one = "p2 " * 20 + "p3 " * 25 + "p4"
    state = position(
        many, one, ["b2 " * 30 + "u4 " + "b3 " * 25, "o2"], secret="u2 " * 17 + "u3 " * 17
    )
    root = drawn(seen(state, 0))
    named = {each.label.partition(", just")[0] for each in tiles(root)}
    assert "20 cards: pink-2, in the open festival" in named
    assert "25 cards: pink-3, in the open festival" in named
    assert "pink-4, in the open festival" in named
    assert "30 cards: blue-2, in the bouquet of seat 0" in named
    assert "25 cards: blue-3, in the bouquet of seat 0" in named
    assert "17 cards: face down, in the secret festival, by seat 1" in named
    check_cards(seen(state, 0))
    check_cards(seen(state, None))
    scattered = position(many, "p4", ["b2 " * 30 + "u3 " * 26, "o2"])
    named = {each.label for each in tiles(drawn(scattered))}
    assert "30 cards: blue-2, in the bouquet of seat 0" in named
    assert "26 cards: purple-3, in the bouquet of seat 0" in named


def test_a_deck_lies_as_high_as_it_has_cards() -> None:
    """Up to three backs are seen; an empty deck is an outline."""
    for deck, seen_ in (("", 0), ("o3", 1), ("o3 o4", 2), ("o3 o4 u2 u3", 3)):
        root = drawn(position(BASE, "b2 p4", ["", ""], hand="o2", deck=deck))
        under = [each for each in root if each.get("class") == "back"]
        [top] = [each for each in things(root) if each.label.startswith("deck")]
        assert (len(under), texts(top.element)) == (max(0, seen_ - 1), [str(len(deck.split()))])
        assert top.shape.get("class") == ("back" if deck else "line")


# ---- the festival and the seats -------------------------------------------------------------


def test_the_colours_stand_by_rank_with_what_they_are_worth() -> None:
    ranks = [each.label for each in things(drawn(three())) if "rank" in each.label.split(":")[0]]
    assert ranks == [
        "rank 1: pink, sum 7, giving 3, keeping 0, majority 15/10",
        "rank 2: blue, sum 5, giving 2, keeping 0, majority 10/7",
        "rank 3: purple, sum 2, giving 1, keeping 1, majority 5/3",
        "no rank: orange, sum 0, giving 0, keeping 2",
    ]
    [first] = [each for each in things(drawn(three())) if each.label == ranks[0]]
    assert texts(first.element) == ["1.", "PI", "pink", "7", "3", "0", "15/10"]
    assert "+ value" in texts(drawn(three()))


def test_blocks_that_the_card_lacks_are_left_out() -> None:
    ruleset = variant(
        scoring={"keeping": "removed", "majorities": "removed"}, for_players="removed", players=[3]
    )
    root = drawn(position(ruleset, "p4", ["", "", ""]))
    assert label(root, "rank 1") == "rank 1: pink, sum 4, giving 3"
    assert not {"keeping", "majority"} & {*texts(root)}
    assert label(root, "seat 1") == "seat 1: giving 0: 0 points"
    ruleset = variant(scoring={"giving": {"value": "nothing"}})
    assert "+ value" not in texts(drawn(position(ruleset, "p4", ["", ""])))


def test_the_seats_have_their_points() -> None:
    root = drawn(three())
    assert label(root, "seat 0") == "seat 0, to move: giving 5, keeping 0"
    assert label(root, "seat 1") == "seat 1: giving 0, keeping 3"
    assert label(root, "seat 2") == "seat 2: giving 12, keeping 0"


def test_after_the_end_the_majorities_are_counted() -> None:
    """Pink is first (15 for seat 0), blue second, purple third (5 for seat 1)."""
    state = three(hand="", deck="", secret="", secret_by=[], last_move=None)
    root = drawn(state)
    assert label(root, "seat 0") == "seat 0: giving 5, keeping 0, majorities 15: 20 points"
    assert label(root, "seat 1") == "seat 1: giving 0, keeping 3, majorities 5: 8 points"
    assert label(root, "seat 2") == "seat 2: giving 12, keeping 0, majorities 0: 12 points"
    assert "Over after 7 turns: seat 0 wins" in texts(root)


def test_whose_move_it_is() -> None:
    found = texts(drawn(three()))
    assert found[0] == "Turn 8, seat 0 to move: first action"
    state = play(three(), "give 2")
    found = texts(drawn(seen(state, 1)))
    assert found[:4] == [
        "Turn 8, seat 0 to move: second action",
        "Done in this turn: give",
        "Last move: give 2 (orange-2)",
        "As seat 1 sees it",
    ]
    assert "As seat 1 sees it, without memory" in texts(drawn(seen(state, 1, memory=False)))
    state = play(position(TOGETHER, "p4", ["", ""], hand="o2 u4", deck="o3 o4"), "keep orange-2")
    assert texts(drawn(state))[2] == "Last move: keep orange-2"
    assert texts(drawn(new(BASE, 2)))[0] == "Turn 1, seat 0 to move: start choice"


def test_a_score_of_another_table_marks_what_is_there() -> None:
    """Whose majority has no tulip on this table is not spoken of."""
    sheet = tr.score(three())[0]
    bare = position(BASE, "b2 p4 b3 p3 u2", ["o3", "u3", ""], hand="o2", deck="o3 o4 u2")
    spoken = [text for text in texts(ET.fromstring(draw_svg(bare, sheet))) if "place" in text]
    assert {line.of for line in sheet.lines if line.id == "majorities"} == {"pink"}
    assert spoken == []


# ---- what is marked -------------------------------------------------------------------------

LAID, DRAWN = "just laid open", "drawn from the secret one"


@pytest.mark.parametrize(
    ("move", "where"),
    [
        ("keep", "in the bouquet of seat 0"),
        ("give 1", "in the bouquet of seat 1"),
        ("add open", "in the open festival"),
        ("add secret", None),
    ],
)
@pytest.mark.parametrize("done", ["add", "give", "keep"])
def test_the_card_just_played_is_marked(move: str, where: str | None, done: str) -> None:
    """In its new place, though cards like it lie elsewhere, as first and as second action."""
    bouquets = ["o2", "o2", "o2"]
    for again in ({}, {"phase": "second", "done": [done]}):
        if done == move.split()[0] and again:
            continue
        state = position(BASE, "o2 p4", bouquets, hand="o2", deck="o3 o4", **again)
        after = play(state, move)
        assert noted(drawn(after), LAID) == ({("orange-2", where): 1} if where else {})


def test_in_all_of_a_game_what_was_laid_open_is_marked() -> None:
    for state in random_game(BASE, 4, seed=3):
        root = drawn(state)
        found = noted(root, LAID)
        assert Counter(name for name, _ in found.elements()) == Counter(state.shown)
        marked = [each.label for each in tiles(root) if "marked" in each.classes]
        assert marked == [each.label for each in tiles(root) if LAID in each.parts]


def test_the_last_of_equal_cards_is_the_one_marked() -> None:
    state = play(position(BASE, "p4", ["o2 o2", ""], hand="o2", deck="o3 o4"), "keep")
    found = [each for each in tiles(drawn(state)) if each.parts[1] == "in the bouquet of seat 0"]
    assert [LAID in each.parts for each in found] == [False, False, True]


def test_with_the_last_start_choice_all_bouquets_are_marked() -> None:
    state = begun(BASE, 3)
    kept = {
        (each[0], f"in the bouquet of seat {seat}"): 1 for seat, each in enumerate(state.bouquets)
    }
    assert noted(drawn(state), LAID) == kept
    first = new(BASE, 3)
    fresh = Counter((card, "in the open festival") for card in first.festival)
    assert noted(drawn(first), LAID) == fresh


@pytest.mark.parametrize("last", ["keep", "add open", "add secret"])
def test_what_the_end_drew_is_shown(last: str) -> None:
    """The cards drawn are marked, and the card played before them if it lies open."""
    state = three(hand="p4", deck="", secret="p4 p3", secret_by=[0, 1], turns=6)
    after = play(state, last)
    drawn_ = Counter(after.festival[-after.drawn :])
    assert drawn_["pink-4"] == (2 if last == "add secret" else 1)
    for table in (after, seen(after, 1)):
        root = drawn(table)
        assert noted(root, DRAWN) == {
            (card, "in the open festival"): n for card, n in drawn_.items()
        }
        strips = [each.classes.count("back") == 2 for each in tiles(root) if DRAWN in each.parts]
        assert strips == [True] * after.drawn
        where = {"keep": "in the bouquet of seat 0", "add open": "in the open festival"}.get(last)
        others = noted(root, LAID) - noted(root, DRAWN)
        assert others == ({("pink-4", where): 1} if where else {})


# ---- a score, highlighted -------------------------------------------------------------------


def lit(root: ET.Element) -> Counter[tuple[str, str]]:
    """The cards that are lit."""
    return Counter((each.parts[0], each.parts[1]) for each in tiles(root) if "lit" in each.classes)


def test_the_majorities_of_a_score_are_lit() -> None:
    """Pink is first: seat 0 has two, seat 1 one. Blue is second: seat 1 has the only ones."""
    state = position(BASE, "p4 p3 b3 u2", ["p2 p4 o3", "b2 b2 p2", "o2"], hand="o2", deck="o3")
    scores = tr.score(state)
    root = drawn(state, scores[0])
    where = "in the bouquet of seat 0"
    assert lit(root) == {("pink-2", where): 1, ("pink-4", where): 1}
    assert "pink: place 1 by cards, 15 points" in texts(root)
    assert label(root, "seat 0").endswith(": giving 0, keeping 0, majorities 15: 15 points")
    root, where = drawn(state, scores[1]), "in the bouquet of seat 1"
    assert lit(root) == {("pink-2", where): 1, ("blue-2", where): 2}
    told = [each for each in texts(root) if "place" in each]
    assert told == ["pink: place 2 by cards, 10 points", "blue: place 1 by cards, 10 points"]
    assert not lit(drawn(state, scores[2]))
    assert not lit(drawn(state))


def test_a_score_lights_no_more_than_it_names() -> None:
    """Not what has come since."""
    state = position(BASE, "p4 p3", ["p2", "o2"], hand="p4", deck="o3")
    sheet = tr.score(state)[0]
    assert lit(drawn(play(state, "keep"), sheet)) == {("pink-2", "in the bouquet of seat 0"): 1}


def test_lit_are_just_the_spots_of_the_score() -> None:
    *_, last = random_game(tr.load("tulips"), 5, seed=8)
    counted = 0
    for sheet in tr.score(last):
        spots = Counter(spot for line in sheet.lines for spot in line.spots)
        where = f"in the bouquet of seat {sheet.seat}"
        assert lit(drawn(last, sheet)) == {(card, where): n for card, n in spots.items()}
        counted += spots.total()
    assert counted


# ---- what is hidden -------------------------------------------------------------------------


@pytest.mark.parametrize("plies", [1, 3, 20, 63])
def test_deals_that_tell_the_same_look_the_same(plies: int) -> None:
    """Up to the end, for a spectator and each seat; a state is drawn as for a spectator."""
    chance = Random(plies)
    states = [*random_game(BASE, 3, seed=2)]
    moves = tuple(str(state.last_move) for state in states[1:])
    game = Played(tr.deal(BASE, 3, seed=2), moves)
    assert len(moves) == 63
    for viewer in (None, 0, 1, 2):
        other = dealt_otherwise(game, plies, viewer, chance)
        pairs = [*zip(states[: plies + 1], other.states(), strict=False)]
        assert len(pairs) == plies + 1
        for state, like in (*pairs[:-1:11], pairs[-1]):
            assert draw_svg(seen(state, viewer), None) == draw_svg(seen(like, viewer), None)
            if viewer is None:
                assert draw_svg(state, None) == draw_svg(like, None)
        assert other.deal != game.deal


def test_a_determinization_looks_the_same() -> None:
    for state in [*random_game(TOGETHER, 3, seed=4)][::7]:
        for viewer in (None, 0, 1, 2):
            table = seen(state, viewer)
            like = tr.determinize(table, seed=5)
            assert draw_svg(tr.observe(like, viewer), None) == draw_svg(table, None)
            if viewer is None:
                assert draw_svg(like, None) == draw_svg(state, None)
        assert draw_svg(state, None) == draw_svg(seen(state, None), None)


def test_a_picture_names_nothing_that_is_hidden() -> None:
    """The values of hidden cards are found nowhere else on this table."""
    ruleset = variant(cards={"values": {"2": 6, "3": 6, "4": 6, "8": 2, "9": 2}})
    hidden: dict[str, Any] = {"hand": "o9", "deck": "o8 p8 b8", "secret": "u9 u8"}
    state = position(ruleset, "b2 p4", ["p2", "p3"], **hidden, secret_by=[1, 1])
    for table, known in (
        (state, set[str]()),
        (seen(state, None), set[str]()),
        (seen(state, 0), {"orange-9"}),
        (seen(state, 1), {"purple-9", "purple-8"}),
        (seen(state, 1, memory=False), set[str]()),
    ):
        assert {*re.findall(r"[a-z]+-[89]", draw_svg(table, None))} == known
        assert len({"8", "9"} & {*texts(drawn(table))}) == len(known)


# ---- what every picture is ------------------------------------------------------------------

LONG = variant(
    cards={
        "colours": [f"a_very_long_colour_{letter}" for letter in "abcdefgh"],
        "values": {"2": 5, "3": 5, "4": 5},
    },
    players=[6],
    for_players="removed",
    start={"left_out": 0},
    end={"drawn": "all"},
    scoring={
        "giving": {"points": [100, 90, 80, 70, 60, 50, 40, 30]},
        "keeping": {"points": [0, 0, 1, 2, 3, 4, 5, 100]},
        "majorities": {"points": {"1": [100] * 6, "2": [100, 90, 80, 70]}},
    },
)
OTHER_NAMES = variant(
    cards={
        "colours": ["red", "red_", "wwwwwwwwwwwwwwwwwwww", "black", "blue", "mmmmmmmmmm"],
        "values": {"2": 9, "3": 9, "4": 9},
    },
    players=[2],
    for_players="removed",
    start={"left_out": 40},
    scoring={
        "giving": {"points": [9, 9, 9, 9, 9, 9]},
        "keeping": {"points": [9, 9, 9, 9, 9, 9]},
    },
)


def check_whole(root: ET.Element) -> None:
    """It is a picture of its own: nothing in it is from elsewhere, or can clash on a page."""
    for each in root.iter():
        assert each.tag.startswith(SVG)
        assert each.tag.removeprefix(SVG) not in ("script", "a", "use", "image", "foreignObject")
        assert not [
            name for name in each.attrib if name == "id" or "href" in name or name[:2] == "on"
        ]
        assert "url(" not in "".join(each.attrib.values())


@attrs.frozen
class Room:
    """What a text or a shape takes up."""

    left: float
    top: float
    right: float
    bottom: float

    def overlaps(self, other: Room) -> bool:
        """Whether some of it lies on the other."""
        across = min(self.right, other.right) - max(self.left, other.left)
        down = min(self.bottom, other.bottom) - max(self.top, other.top)
        return across > 0.3 and down > 0.3

    def holds(self, other: Room) -> bool:
        """Whether the other lies within it."""
        across = self.left - 0.3 <= other.left and other.right <= self.right + 0.3
        return across and self.top <= other.top and other.bottom <= self.bottom


def room_of_text(element: ET.Element) -> Room:
    """The room of a text, whose letters are about 0.57 of their size broad and 0.93 high."""
    size, x, y = (float(element.attrib[name]) for name in ("font-size", "x", "y"))
    broad = sum(0.3 if letter in "Iijl,.:/ " else 0.57 for letter in str(element.text)) * size
    long = float(element.get("textLength", broad))
    left = x - {"start": 0.0, "middle": long / 2, "end": long}[element.attrib["text-anchor"]]
    return Room(left, y - 0.73 * size, left + long, y + 0.2 * size)


def room_of_box(element: ET.Element) -> Room:
    """The room of a rectangle."""
    x, y, width, height = (float(element.attrib[name]) for name in ("x", "y", "width", "height"))
    return Room(x, y, x + width, y + height)


def check_fits(root: ET.Element) -> None:
    """Nothing is cut off, and no card or text lies on another; letters are large enough."""
    width, height = (float(each) for each in root.attrib["viewBox"].split()[2:])
    whole = Room(8, 8, width - 8, height - 8)
    written = [room_of_text(each) for each in root.iter(f"{SVG}text")]
    boxes = [room_of_box(each.shape) for each in tiles(root)]
    frames = [each for each in things(root) if each.shape.get("class") == "line"]
    for room in (*written, *boxes, *(room_of_box(each.shape) for each in frames)):
        assert whole.holds(room)
    for first, second in (*combinations(written, 2), *combinations(boxes, 2)):
        assert not first.overlaps(second)
    for each in things(root):
        shape = room_of_box(each.shape)
        for text in each.element.iter(f"{SVG}text"):
            assert shape.holds(room_of_text(text)), each.label
    for text in root.iter(f"{SVG}text"):
        assert float(text.attrib["font-size"]) * 320 / width >= 9


def tables(ruleset: tr.Ruleset, seats: int) -> Iterator[tuple[Observation, tr.ScoreBreakdown]]:
    """Some tables of a game, some of them with what its viewer knows, and a score."""
    states = [*random_game(ruleset, seats, seed=7)]
    for number, state in enumerate((states[0], states[1], states[len(states) // 2], states[-1])):
        viewer = number % seats
        yield seen(state, viewer), tr.score(state)[viewer]


@pytest.mark.unmeasured
@pytest.mark.parametrize(
    "ruleset",
    [
        *map(tr.load, bundled()),
        *(house(id) for id in IDS if id.startswith("tulips")),
        LONG,
        OTHER_NAMES,
    ],
    ids=lambda each: f"{each.id}-{len(each.values['cards']['colours'])}",
)
def test_everything_fits(ruleset: tr.Ruleset) -> None:
    for seats in {min(ruleset.seat_counts), max(ruleset.seat_counts)}:
        for table, sheet in tables(ruleset, seats):
            root = drawn(table, sheet)
            check_whole(root)
            check_fits(root)
            check_cards(table)


@settings(max_examples=15)
@given(tulips_tables())
def test_any_card_is_drawn(table: tuple[tr.Ruleset, int]) -> None:
    for seen_, sheet in tables(*table):
        root = drawn(seen_, sheet)
        check_whole(root)
        check_fits(root)
        check_cards(seen_)


def test_long_festivals_and_bouquets_fit() -> None:
    values = {"2": 20, "3": 20, "4": 20}
    ruleset = variant(cards={"values": values}, for_players="removed")
    festival = "p2 b3 o4 u3 " * 17 + "p4 p4"
    bouquets = ["p2 b2 o2 u2 " * 3, "p3 " * 18, "o3 " * 18, "", "u4", "u2 " * 17]
    state = position(ruleset, festival, bouquets, secret="p4 b4 " * 16)
    assert (len(state.festival), state.drawn) == (75, 5)
    for sheet in tr.score(state):
        check_fits(drawn(state, sheet))
    check_cards(seen(state, 1))


def test_many_places_of_a_majority_stand_in_lines() -> None:
    last = [*random_game(LONG, 6, seed=7)][-1]
    found = texts(drawn(last))
    for before, after in (("100/100/100/", "100/100/100"), ("100/90/80/", "70")):
        assert found[found.index(before) + 1] == after


def test_signs_tell_colours_apart() -> None:
    """Though more than two letters must be read before some of them differ."""
    alike = variant(cards={"colours": ["aabc", "aabd", "aacc", "aacd"]})
    for ruleset, seats in ((LONG, 6), (OTHER_NAMES, 2), (alike, 3)):
        *_, last = random_game(ruleset, seats, seed=1)
        signs = {}
        for each in tiles(drawn(seen(last, None))):
            if each.parts[0] != FACE_DOWN:
                signs[each.parts[0].rpartition("-")[0]] = texts(each.element)[0]
        assert len(signs) == len({*signs.values()}) == len(ruleset.values["cards"]["colours"])
        assert max(map(len, signs.values())) <= 2


def test_the_text_stands_beside_the_picture() -> None:
    state = three()
    for table in (state, seen(state, 1)):
        root = drawn(table)
        assert root.findtext(f"{SVG}desc") == tr.draw_text(table)
        assert root.findtext(f"{SVG}title") == "Gift of Tulips, turn 8"


def test_the_same_table_is_drawn_the_same() -> None:
    state = three()
    again = State.from_data(state.to_data())
    assert draw_svg(state, None) == draw_svg(again, None)
    assert draw_svg(seen(state, 0), None) == draw_svg(seen(again, 0), None)
    assert draw_svg(play(state, "keep"), None) != draw_svg(state, None)


def test_the_start_choices() -> None:
    hands = [cards("p2 b3"), cards("u4 o4")]
    begin: dict[str, Any] = {"phase": "start", "to_move": 1, "hands": hands, "kept": ["blue-3"]}
    state = position(BASE, "b2 p4", ["", ""], deck="o2 o3", **begin, last_move="start blue-3")
    for viewer, names in (
        (0, ["blue-3", "pink-2", FACE_DOWN, FACE_DOWN]),
        (1, [FACE_DOWN, FACE_DOWN, "purple-4", "orange-4"]),
        (None, [FACE_DOWN] * 4),
    ):
        found = [each.parts for each in tiles(drawn(seen(state, viewer)))][2:]
        places = ["kept by seat 0", "not kept by seat 0", "dealt to seat 1", "dealt to seat 1"]
        assert found == [[name, place] for name, place in zip(names, places, strict=True)]
