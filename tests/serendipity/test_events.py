"""What is told of each ply of Serendipity: by the laws, and in short lines of play by hand."""

from __future__ import annotations

from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tilerules as tr
from tests.laws.events import Data, data_of, events_of, refuses_to_read, steps
from tests.laws.events import refuses_what_is_not_one_step as refuses
from tests.serendipity.boards import BASE, SMALL, card, position, some
from tests.serendipity.happened import HAPPENINGS
from tests.serendipity.test_hidden import SECRETS
from tests.strategies import SERENDIPITY_IDS, seeds, serendipity_tables
from tilerules.testing import Played

OPEN = tr.load("serendipity-unowned-open")
LATE = tr.load("serendipity-unowned-late")

# ---- the laws -------------------------------------------------------------------------------


@given(serendipity_tables(), seeds, st.integers(1, 40))
@settings(max_examples=25)
def test_laws_on_random_cards(table: tuple[tr.Ruleset, int], seed: int | bytes, plies: int) -> None:
    HAPPENINGS.hold(SECRETS.played(*table, seed, plies), viewers=(plies % table[1],))


@pytest.mark.unmeasured
@pytest.mark.parametrize("id", SERENDIPITY_IDS)
def test_laws_on_bundled_rulesets(id: str) -> None:
    ruleset = tr.load(id)
    for seats in {ruleset.seat_counts[0], ruleset.seat_counts[-1]}:
        game = SECRETS.played(ruleset, seats, seed=seats, plies=25)
        assert len(game.moves) == 25
        HAPPENINGS.hold(game, viewers=(None, seats - 1))


@pytest.mark.unmeasured
def test_every_kind_is_told_in_a_whole_game() -> None:
    tiles = {"colours": ["blue", "red"], "copies": 2, "serendips": 3}
    tiles |= {"serendip_edges": ["blue", "red", "red"] * 2}
    ruleset = card("serendipity-small", players=[2], board={"side": 2}, tiles=tiles)
    game = SECRETS.played(ruleset, 2, seed=2, plies=200)
    assert HAPPENINGS.hold(game).keys() == {
        *(("moved",), ("turn_ended",), ("due",), ("ended",)),
        *(("serendipity", kind) for kind in ("colour_chosen", "turned_up", "turned_back")),
        *(("serendipity", kind) for kind in ("rotated", "exchanged")),
    }


@pytest.mark.unmeasured
def test_an_event_told_twice_is_found() -> None:
    found = 0
    for step in steps(SECRETS.played(SMALL, 2, seed=1, plies=20), viewers=[None]):
        if step.events[-1].kind == "due":
            twice = attrs.evolve(step, events=(*step.events, step.events[-1]))
            HAPPENINGS.complete(twice)
            with pytest.raises(AssertionError):
                HAPPENINGS.each_is_needed(twice)
            found += 1
    assert found > 10


# ---- by hand --------------------------------------------------------------------------------


def moved(seat: int, move: str) -> Data:
    return {"kind": "moved", "seat": seat, "move": move}


def turned_up(cell: str, tile: str, facing: str | None = None) -> Data:
    event = {"game": "serendipity", "kind": "turned_up"}
    return {**event, "cell": cell, "tile": tile, "facing": facing}


def turned_back(cell: str) -> Data:
    return {"game": "serendipity", "kind": "turned_back", "cell": cell}


def rotated(cell: str, facing: str) -> Data:
    return {"game": "serendipity", "kind": "rotated", "cell": cell, "facing": facing}


def exchanged(one: str, other: str) -> Data:
    return {"game": "serendipity", "kind": "exchanged", "one": one, "other": other}


def due(seat: int, phase: str) -> Data:
    return {"kind": "due", "seat": seat, "phase": phase}


ENDED = {"kind": "ended"}
NEXT: list[Data] = [{"kind": "turn_ended", "seat": 0}, due(1, "reveal")]
OVER: list[Data] = [{"kind": "turn_ended", "seat": 0}, ENDED]


def told(rules: tr.Ruleset, board: dict[str, str], *moves: str, **entries: Any) -> list[Data]:
    """What all are told of the last of seat 0's moves, without the move itself."""
    at = position(rules, 2, board, **entries)
    views = [data_of(at, *moves, viewer=viewer) for viewer in (None, 0, 1)]
    assert views[0] == views[1] == views[2]
    first, *others = views[0]
    assert first == moved(0, moves[-1])
    return others


def test_colours_are_chosen() -> None:
    def chosen(seat: int, colour: str) -> list[Data]:
        event = {"game": "serendipity", "kind": "colour_chosen", "seat": seat, "colour": colour}
        return [moved(seat, f"choose {colour}"), event]

    at = tr.new_game(SMALL, 3, seed=1)
    moves = ("choose red", "choose blue", "choose yellow")
    assert data_of(at, *moves[:1]) == [*chosen(0, "red"), due(1, "choose")]
    assert data_of(at, *moves[:2]) == [*chosen(1, "blue"), due(2, "choose")]
    assert data_of(at, *moves) == [*chosen(2, "yellow"), due(0, "reveal")]


@pytest.mark.parametrize("tile", ["violet", "violet seen"])
def test_another_seats_tile_goes_back(tile: str) -> None:
    expected = [turned_up("a1", "violet"), turned_back("a1"), *NEXT]
    assert told(BASE, {"a1": tile}, "reveal a1") == expected


def test_an_own_tile_is_left_or_moved() -> None:
    board = {"a1": "blue", "a2": "red up", "b1": "violet", "b2": "blue seen"}
    assert told(BASE, board, "reveal a1") == [turned_up("a1", "blue"), due(0, "decide")]
    assert told(BASE, board, "reveal a1", "keep") == [due(0, "reveal")]
    assert told(BASE, board, "reveal a1", "move b1") == [exchanged("a1", "b1"), *NEXT]
    assert told(BASE, board, "reveal a1", "move b2") == [exchanged("a1", "b2"), *NEXT]


@pytest.mark.parametrize(
    ("then", "expected"),
    [("end_turn", NEXT), ("must_reveal", [due(0, "reveal")]), ("may_reveal", [due(0, "go_on")])],
)
def test_moving_an_own_tile_ends_the_turn_or_not(then: str, expected: list[Data]) -> None:
    rules = card(turn={"own": {"exchange": {"then": then}}})
    moves = ("reveal a2", "move a1")
    assert told(rules, {"a1": "violet", "a2": "blue"}, *moves) == [exchanged("a2", "a1"), *expected]


def test_a_serendip_is_left() -> None:
    """It is said to be turned only if it is; a swap that is waived is not told."""
    board = {"a1": "serendip:e", "b1": "violet", "b2": "red up", "b3": "green seen"}
    reveal = "reveal a1"
    expected = [turned_up("a1", "serendip", "e"), due(0, "decide")]
    assert told(BASE, board, reveal) == expected
    assert told(BASE, board, reveal, "keep blue:w") == [rotated("a1", "w"), due(0, "swap")]
    assert told(BASE, board, reveal, "keep blue:e") == [due(0, "swap")]
    assert told(BASE, board, reveal, "keep blue:w", "pass") == NEXT
    for pair in (("b1", "b2"), ("b2", "b3"), ("b1", "b3")):
        swapped = told(BASE, board, reveal, "keep blue:e", f"swap {pair[0]} {pair[1]}")
        assert swapped == [exchanged(*pair), *NEXT]


def test_the_swap_of_tiles_that_look_alike_is_told() -> None:
    board = {"a1": "serendip:e", **some("violet", "b1-2"), **some("red up", "c1-2")}
    for one, other in (("b1", "b2"), ("c1", "c2"), ("k5", "k6")):
        swapped = told(BASE, board, "reveal a1", "keep blue:e", f"swap {one} {other}")
        assert swapped == [exchanged(one, other), *NEXT]


def test_a_serendip_is_moved() -> None:
    board = {"a1": "violet up", "a2": "serendip:ne", "a3": "yellow"}
    moves = ("reveal a2", "move a1")
    assert told(BASE, board, *moves) == [exchanged("a2", "a1"), due(0, "go_on")]
    assert told(BASE, board, *moves, "pass") == NEXT
    expected = [turned_up("a3", "yellow"), turned_back("a3"), *NEXT]
    assert told(BASE, board, *moves, "reveal a3") == expected


def test_a_serendip_turns_before_it_is_moved() -> None:
    rules = tr.load("serendipity-turning")
    board = {"a1": "violet", "a2": "serendip:ne"}
    expected = [rotated("a2", "sw"), exchanged("a2", "a1"), due(0, "go_on")]
    assert told(rules, board, "reveal a2", "move a1 blue:sw") == expected
    assert told(rules, board, "reveal a2", "move a1 blue:ne") == expected[1:]


def test_a_turning_that_looks_the_same_is_none() -> None:
    """The edges show each colour twice, so that the opposite facing is the same one."""
    at = position(SMALL, 2, {"a1": "serendip:ne"})
    told = data_of(at, "reveal a1", "keep blue:sw")
    assert told == [moved(0, "keep blue:ne"), due(0, "swap")]


def test_the_turn_goes_on_after_a_serendip_that_is_left() -> None:
    rules = tr.load("serendipity-long-turns")
    board = {"a1": "serendip:e", "b1": "violet", "b2": "red"}
    swapped = told(rules, board, "reveal a1", "keep blue:e", "swap b1 b2")
    assert swapped == [exchanged("b1", "b2"), due(0, "go_on")]


def test_tiles_of_nobody_stay_up() -> None:
    """Under one card from the start; under the other with the tenth Serendip, not before."""
    assert told(OPEN, {"a1": "orange"}, "reveal a1") == [turned_up("a1", "orange"), *NEXT]
    nine = some("serendip:e up", "b1-7", "c1-2")
    back = [turned_up("a1", "orange"), turned_back("a1"), *NEXT]
    assert told(LATE, {"a1": "orange", **nine}, "reveal a1") == back
    ten = {**nine, "c3": "serendip:e up"}
    assert told(LATE, {"a1": "orange", **ten}, "reveal a1") == [turned_up("a1", "orange"), *NEXT]


def test_a_seat_chooses_what_stays_up() -> None:
    rules = card("serendipity-unowned-open", turn={"unowned": {"stays_up": "chosen"}})
    board = {"a1": "orange"}
    assert told(rules, board, "reveal a1") == [turned_up("a1", "orange"), due(0, "decide")]
    assert told(rules, board, "reveal a1", "keep") == NEXT
    assert told(rules, board, "reveal a1", "back") == [turned_back("a1"), *NEXT]


def test_the_same_seat_in_the_same_phase_is_not_due_anew() -> None:
    rules = card(turn={"foreign": {"stays_up": "always", "then": "may_reveal"}})
    board = some("violet", "a1-2")
    assert told(rules, board, "reveal a1") == [turned_up("a1", "violet"), due(0, "go_on")]
    assert told(rules, board, "reveal a1", "reveal a2") == [turned_up("a2", "violet")]


def test_a_tile_that_nothing_can_be_done_with_stays_up() -> None:
    rules = card(turn={"own": {"leave": "removed", "exchange": {"with": "face_up"}}})
    assert told(rules, {"a1": "blue"}, "reveal a1") == [turned_up("a1", "blue"), *NEXT]


def test_the_end() -> None:
    """All Serendips and all blue tiles are up when the last of them has been dealt with."""
    blue = some("blue up", "a1-4", "b1-5")
    serendips = some("serendip:ne up", "c1-6", "d1-4")
    last_serendip = {**blue, **serendips, "d4": "serendip:e"}
    assert told(SMALL, last_serendip, "reveal d4", "keep blue:e") == [due(0, "swap")]
    assert told(SMALL, last_serendip, "reveal d4", "keep blue:e", "pass") == OVER
    swapped = told(SMALL, last_serendip, "reveal d4", "keep blue:e", "swap g3 g4")
    assert swapped == [exchanged("g3", "g4"), *OVER]
    last_blue = {**blue, **serendips, "b5": "blue"}
    assert told(SMALL, last_blue, "reveal b5") == [turned_up("b5", "blue"), due(0, "decide")]
    assert told(SMALL, last_blue, "reveal b5", "keep") == OVER


def test_a_limit_on_turns() -> None:
    rules = card(end={"turn_limit": 8})
    back = [turned_up("a1", "violet"), turned_back("a1")]
    assert told(rules, {"a1": "violet"}, "reveal a1", turns=6) == [*back, *NEXT]
    assert told(rules, {"a1": "violet"}, "reveal a1", turns=7) == [*back, *OVER]


# ---- values and faults ----------------------------------------------------------------------


def lines(at: tr.State, *moves: str) -> dict[str, str]:
    """The line of each kind of event of the last of these moves."""
    return {event.kind: str(event) for event in events_of(at, *moves)}


def test_events_are_told_in_words() -> None:
    at = position(BASE, 2, {"a1": "serendip:e", "b1": "red up", "f6": "violet"})
    back = lines(at, "reveal f6")
    assert "f6" in back["moved"]
    assert "f6" in back["turned_up"]
    assert "violet" in back["turned_up"]
    assert "f6" in back["turned_back"]
    assert "0" in back["turn_ended"]
    assert "1" in back["due"]
    turned = lines(at, "reveal a1", "keep blue:w")
    assert "a1" in turned["rotated"]
    assert turned["rotated"] != lines(at, "reveal a1", "keep blue:ne")["rotated"]
    swapped = lines(at, "reveal a1", "keep blue:e", "swap b1 f6")
    assert "b1" in swapped["exchanged"]
    assert "f6" in swapped["exchanged"]
    assert "violet" not in "".join(swapped.values())
    chosen = lines(tr.new_game(BASE, 2, seed=1), "choose green")
    assert "0" in chosen["colour_chosen"]
    assert "green" in chosen["colour_chosen"]


def test_a_line_says_which_way_a_serendip_lies() -> None:
    east, west = (position(BASE, 2, {"a1": f"serendip:{facing}"}) for facing in ("e", "w"))
    one, other = (lines(at, "reveal a1")["turned_up"] for at in (east, west))
    assert "a1" in one
    assert "serendip" in one.lower()
    assert one != other


def test_events_have_the_fields_of_their_data() -> None:
    at = position(BASE, 2, {"a1": "serendip:e"})
    moved, turned, due = events_of(at, "reveal a1")
    assert (moved.seat, moved.move) == (0, tr.Move("reveal", ("a1",)))  # type: ignore[attr-defined]
    assert (turned.cell, turned.tile, turned.facing) == ("a1", "serendip", "e")  # type: ignore[attr-defined]
    assert (due.seat, due.phase) == (0, "decide")  # type: ignore[attr-defined]
    assert isinstance(moved, tr.Event)
    assert isinstance(turned, tr.Event)
    assert moved != turned


def test_two_observations_are_one_step_apart() -> None:
    def game(rules: tr.Ruleset, seats: int) -> Played:
        return SECRETS.played(rules, seats, seed=1, plies=4)

    other_games = [Played(tr.deal(tr.load("flowers"), 2, seed=1), ("take 0", "place 0,1"))]
    alike = [game(tr.load("serendipity-french"), 2), game(BASE, 3)]
    refuses(game(BASE, 2), [*alike, *other_games])


def test_data_that_are_no_event() -> None:
    event = turned_up("a1", "red")
    wrong: list[Any] = [None, [], "moved", {}, {**event, "kind": "taken"}, {**event, "game": "go"}]
    needed = ("game", "kind", "cell", "tile")
    wrong += [{key: event[key] for key in event if key != left_out} for left_out in needed]
    wrong += [{**event, "more": 1}, {**event, "cell": 1}, {**event, "tile": ["red"]}]
    wrong += [{"kind": "due", "seat": "0", "phase": "reveal"}, {"kind": "turn_ended", "seat": 0.5}]
    wrong += [{"kind": "moved", "seat": 0, "move": 1}, {"kind": "turned_up", "cell": "a1"}]
    refuses_to_read(wrong)


@pytest.mark.parametrize("text", ["reveal a1", "reveal b1"])
def test_events_between_observations_that_were_sent(text: str) -> None:
    """They are the same as between those that a server holds."""
    before = position(BASE, 2, {"a1": "serendip:e", "b1": "violet seen"})
    after = tr.apply_move(before, tr.parse_move(before, text))
    for memory in (True, False):
        seen = [tr.observe(at, 1, memory=memory) for at in (before, after)]
        sent = [tr.Observation.from_data(each.to_data()) for each in seen]
        assert tr.events(*sent) == tr.events(*seen) == events_of(before, text)
