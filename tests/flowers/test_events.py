"""What is told of each ply of Flowers: by the laws, and in short lines of play by hand."""

from __future__ import annotations

from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tilerules as tr
from tests.flowers.gardens import garden, position, rules, variant
from tests.flowers.happened import HAPPENINGS
from tests.flowers.strategies import FLOWERS_IDS, flowers_tables
from tests.flowers.test_hidden import SECRETS
from tests.laws.events import Data, data_of, events_of, refuses_to_read, steps
from tests.laws.events import refuses_what_is_not_one_step as refuses
from tests.strategies import seeds
from tilerules.games.flowers import State
from tilerules.testing import Played

BASE = rules()
DUTCH = rules(base="flowers-dutch")
EVEN = rules(base="flowers-even-turns")
SUMMER = rules(base="flowers-summer")

# ---- the laws -------------------------------------------------------------------------------


@given(flowers_tables(), seeds, st.integers(1, 60))
@settings(max_examples=20)
def test_laws_on_random_cards(table: tuple[tr.Ruleset, int], seed: int | bytes, plies: int) -> None:
    HAPPENINGS.hold(SECRETS.played(*table, seed, plies), viewers=(None, plies % table[1]))


@pytest.mark.unmeasured
@pytest.mark.parametrize("id", FLOWERS_IDS)
def test_laws_on_bundled_rulesets(id: str) -> None:
    ruleset = tr.load(id)
    for seats in ruleset.seat_counts:
        game = SECRETS.played(ruleset, seats, seed=seats, plies=30)
        assert len(game.moves) == 30
        HAPPENINGS.hold(game)


@pytest.mark.unmeasured
def test_every_kind_is_told_in_a_whole_game() -> None:
    kinds = HAPPENINGS.hold(SECRETS.played(BASE, 1, seed=2, plies=200))
    assert kinds.keys() == {
        *(("moved",), ("turn_ended",), ("due",), ("ended",)),
        *(("flowers", kind) for kind in ("taken", "placed", "covered", "turned_up", "swept")),
    }


@pytest.mark.unmeasured
def test_an_event_told_twice_is_found() -> None:
    found = 0
    for step in steps(SECRETS.played(BASE, 2, seed=1, plies=20), viewers=[None]):
        twice = attrs.evolve(step, events=(*step.events, step.events[-1]))
        HAPPENINGS.complete(twice)
        with pytest.raises(AssertionError):
            HAPPENINGS.each_is_needed(twice)
        found += 1
    assert found == 20


# ---- by hand --------------------------------------------------------------------------------


def moved(seat: int, move: str) -> Data:
    return {"kind": "moved", "seat": seat, "move": move}


def taken(seat: int, pile: int, card: str | None) -> Data:
    return {"game": "flowers", "kind": "taken", "seat": seat, "pile": pile, "card": card}


def placed(seat: int, cell: str, card: str) -> Data:
    return {"game": "flowers", "kind": "placed", "seat": seat, "cell": cell, "card": card}


def covered(seat: int, cell: str, card: str) -> Data:
    return {**placed(seat, cell, card), "kind": "covered"}


def end_came(turns_left: int) -> Data:
    return {"kind": "end_came", "turns_left": turns_left}


def turned_up(pile: int, card: str) -> Data:
    return {"game": "flowers", "kind": "turned_up", "pile": pile, "card": card}


def swept(pile: int, card: str) -> Data:
    return {"game": "flowers", "kind": "swept", "pile": pile, "card": card}


def turn_ended(seat: int) -> Data:
    return {"kind": "turn_ended", "seat": seat}


def due(seat: int, phase: str) -> Data:
    return {"kind": "due", "seat": seat, "phase": phase}


ENDED = {"kind": "ended"}
NEXT = [turn_ended(0), due(1, "take")]
OVER = [turn_ended(0), ENDED]
AGAIN = [turn_ended(0), due(0, "take")]
BESIDE = ("take 0", "place 0,1")
PILES = ("y1 r2 b3", "y2 b2", "g1 g2")


def begun(ruleset: tr.Ruleset, seats: int, *piles: str, start: str = "y4", **entries: Any) -> State:
    """A position in which seat 0 is to take; all gardens have the same start card."""
    return position(ruleset, [garden(start)] * seats, piles or PILES, **entries)


def told(at: State, *moves: str) -> list[Data]:
    """What all are told of the last of these moves, without the move itself."""
    views = [data_of(at, *moves, viewer=viewer) for viewer in (None, *range(at.seats))]
    assert [view for view in views if view != views[0]] == []
    first, *others = views[0]
    assert (first["kind"], first["move"]) == ("moved", moves[-1])
    return others


def test_an_open_card_is_taken_and_placed() -> None:
    """The next card is shown when the next turn begins."""
    at = begun(BASE, 2)
    assert data_of(at, "take 0")[0] == moved(0, "take 0")
    assert told(at, "take 0") == [taken(0, 0, "yellow-1"), due(0, "place")]
    expected = [placed(0, "0,1", "yellow-1"), turn_ended(0), turned_up(0, "red-2"), due(1, "take")]
    assert told(at, *BESIDE) == expected
    assert data_of(at, *BESIDE, "take 0")[:2] == [moved(1, "take 0"), taken(1, 0, "red-2")]
    assert told(at, *BESIDE, "take 1") == [taken(1, 1, "yellow-2"), due(1, "place")]


def test_a_hidden_card_is_known_to_its_taker_alone() -> None:
    at = begun(BASE, 3)
    for viewer in (None, 0, 1, 2):
        card = "green-1" if viewer == 0 else None
        expected = [moved(0, "take 2"), taken(0, 2, card), due(0, "place")]
        assert data_of(at, "take 2", viewer=viewer) == expected
    assert told(at, "take 2", "cover 0,0") == [covered(0, "0,0", "green-1"), *NEXT]
    second = ("take 2", "cover 0,0", "take 2")
    for viewer in (None, 0, 1, 2):
        card = "green-2" if viewer == 1 else None
        assert data_of(begun(BASE, 3, *PILES[:2], "g1 g2 g3"), *second, viewer=viewer) == [
            *(moved(1, "take 2"), taken(1, 2, card), due(1, "place")),
        ]


def test_the_next_card_is_shown_at_once() -> None:
    at = begun(DUTCH, 2)
    expected = [taken(0, 0, "yellow-1"), turned_up(0, "red-2"), due(0, "place")]
    assert told(at, "take 0") == expected
    assert told(at, *BESIDE) == [placed(0, "0,1", "yellow-1"), *NEXT]
    assert [event["kind"] for event in data_of(at, "take 2")] == ["moved", "taken", "due"]
    last = begun(DUTCH, 2, "y1", "y2 b2", "g1 g2")
    assert told(last, "take 0") == [taken(0, 0, "yellow-1"), due(0, "place")]


def test_covers() -> None:
    """A start card, a card laid before, and a deep stack."""
    at = begun(BASE, 1, "y1 r2 b3 b4", "g1 g2 g3 g4", start="y4+r4")
    assert told(at, "take 0", "cover 0,0")[0] == covered(0, "0,0", "yellow-1")
    moves = (*BESIDE, "take 1", "cover 0,1")
    assert told(at, *moves)[0] == covered(0, "0,1", "green-1")
    assert told(at, *moves, "take 1", "cover 0,1")[0] == covered(0, "0,1", "green-2")


def test_the_violet_card_is_built_beside_or_covered() -> None:
    at = begun(SUMMER, 2, start="v")
    shown = turned_up(0, "red-2")
    assert told(at, *BESIDE) == [placed(0, "0,1", "yellow-1"), NEXT[0], shown, NEXT[1]]
    may = variant("flowers-summer", start={"cover_violet": "may"})
    expected = [covered(0, "0,0", "yellow-1"), NEXT[0], shown, NEXT[1]]
    assert told(begun(may, 2, start="v"), "take 0", "cover 0,0") == expected


def test_the_end_shows_nothing_more() -> None:
    at = begun(BASE, 2, "y1", "y2 b2", "g1 g2")
    assert told(at, "take 0") == [taken(0, 0, "yellow-1"), due(0, "place")]
    assert told(at, *BESIDE) == [placed(0, "0,1", "yellow-1"), *OVER]
    hidden = begun(BASE, 2, "y1 r2", "y2 b2", "g1")
    assert told(hidden, "take 2", "cover 0,0") == [covered(0, "0,0", "green-1"), *OVER]


def test_the_round_is_finished() -> None:
    """Seat 0 takes the last card of a pile; the seats after it have a turn each."""
    two = begun(EVEN, 2, "y1", "y2 b2", "g1 g2")
    came = [turn_ended(0), end_came(1), due(1, "take")]
    assert told(two, *BESIDE) == [placed(0, "0,1", "yellow-1"), *came]
    last = told(two, *BESIDE, "take 1", "place 1,0")
    assert last == [placed(1, "1,0", "yellow-2"), turn_ended(1), ENDED]
    three = begun(EVEN, 3, "y1", "y2 b2", "g1 g2")
    middle = told(three, *BESIDE, "take 1", "place 1,0")
    shown = turned_up(1, "blue-2")
    assert middle == [placed(1, "1,0", "yellow-2"), turn_ended(1), shown, due(2, "take")]
    second = told(begun(EVEN, 2, "y1", "y2 b2", "g1 g2", to_move=1), *BESIDE)
    assert second == [placed(1, "0,1", "yellow-1"), turn_ended(1), end_came(0), ENDED]


def test_the_round_ends_with_the_cards() -> None:
    """Nothing is left to take for the last of four seats."""
    at = begun(EVEN, 4, "y1", "y2", "g1")
    moves = (*BESIDE, "take 1", "place 1,0")
    assert told(at, *moves) == [placed(1, "1,0", "yellow-2"), turn_ended(1), due(2, "take")]
    last = told(at, *moves, "take 2", "place 0,1")
    assert last == [placed(2, "0,1", "green-1"), turn_ended(2), ENDED]


# ---- cards that are swept -------------------------------------------------------------------


def test_a_lone_seats_open_pile_is_swept() -> None:
    """The card that leaves the game is shown first, if it was not yet."""
    at = begun(BASE, 1, "y1 r2 b3 g4", "g1 g2 g3")
    away = [turned_up(0, "red-2"), swept(0, "red-2"), turned_up(0, "blue-3")]
    assert told(at, *BESIDE) == [placed(0, "0,1", "yellow-1"), *away, *AGAIN]
    lay_open = [swept(0, "yellow-1"), turned_up(0, "red-2")]
    hidden = told(at, "take 1", "cover 0,0")
    assert hidden == [covered(0, "0,0", "green-1"), *lay_open, *AGAIN]


def test_a_sweep_after_the_next_card_was_shown_at_once() -> None:
    at = begun(DUTCH, 1, "y1 r2 b3 g4", "g1 g2 g3")
    expected = [taken(0, 0, "yellow-1"), turned_up(0, "red-2"), due(0, "place")]
    assert told(at, "take 0") == expected
    away = [swept(0, "red-2"), turned_up(0, "blue-3")]
    assert told(at, *BESIDE) == [placed(0, "0,1", "yellow-1"), *away, *AGAIN]


def test_a_sweep_that_empties_a_pile_ends_the_game() -> None:
    at = begun(BASE, 1, "y1 r2", "g1 g2 g3")
    away = [turned_up(0, "red-2"), swept(0, "red-2")]
    assert told(at, *BESIDE) == [placed(0, "0,1", "yellow-1"), *away, *OVER]
    last = begun(BASE, 1, "y1", "g1 g2 g3")
    assert told(last, "take 1", "cover 0,0")[1:] == [swept(0, "yellow-1"), *OVER]


def test_no_sweep_once_the_end_has_come() -> None:
    at = begun(BASE, 1, "y1", "g1 g2")
    assert told(at, *BESIDE) == [placed(0, "0,1", "yellow-1"), *OVER]
    hidden = begun(BASE, 1, "y1 r2", "g1")
    assert told(hidden, "take 1", "cover 0,0") == [covered(0, "0,0", "green-1"), *OVER]


def alone(sweep: str) -> State:
    """A seat by itself, with two open piles and a hidden one."""
    piles = {"dealt": "listed", "sizes": [9, 9, 9]}
    ruleset = variant(for_players={1: {"piles": piles, "turn": {"sweep": sweep}}})
    return begun(ruleset, 1)


def test_only_piles_not_just_taken_from_are_swept() -> None:
    others = alone("other_piles")
    away = [swept(1, "yellow-2"), turned_up(1, "blue-2")]
    waited = turned_up(0, "red-2")
    expected = [placed(0, "0,1", "yellow-1"), *away, AGAIN[0], waited, AGAIN[1]]
    assert told(others, *BESIDE) == expected
    both = [swept(0, "yellow-1"), turned_up(0, "red-2"), *away]
    hidden = told(others, "take 2", "cover 0,0")
    assert hidden == [covered(0, "0,0", "green-1"), *both, *AGAIN]


def test_two_piles_are_swept_one_after_the_other() -> None:
    first = [turned_up(0, "red-2"), swept(0, "red-2"), turned_up(0, "blue-3")]
    second = [swept(1, "yellow-2"), turned_up(1, "blue-2")]
    expected = [placed(0, "0,1", "yellow-1"), *first, *second, *AGAIN]
    assert told(alone("open_piles"), *BESIDE) == expected
    first = [swept(0, "yellow-1"), turned_up(0, "red-2")]
    second = [turned_up(1, "blue-2"), swept(1, "blue-2")]
    expected = [placed(0, "0,1", "yellow-2"), *first, *second, *OVER]
    assert told(alone("open_piles"), "take 1", "place 0,1") == expected


def test_no_sweep() -> None:
    expected = [placed(0, "0,1", "yellow-1"), AGAIN[0], turned_up(0, "red-2"), AGAIN[1]]
    assert told(alone("never"), *BESIDE) == expected


# ---- values and faults ----------------------------------------------------------------------


def lines(at: State, *moves: str, viewer: int | None = None) -> dict[str, str]:
    """The line of each kind of event of the last of these moves."""
    return {event.kind: str(event) for event in events_of(at, *moves, viewer=viewer)}


def test_events_are_told_in_words() -> None:
    at = begun(BASE, 2)
    assert "1" in lines(at, "take 1")["moved"]
    taken = lines(at, "take 1")["taken"]
    assert [word for word in ("0", "1", "yellow-2") if word not in taken] == []
    laid = lines(at, "take 1", "place 0,-1")
    assert [word for word in ("0", "0,-1", "yellow-2") if word not in laid["placed"]] == []
    assert [word for word in ("1", "blue-2") if word not in laid["turned_up"]] == []
    cover = lines(at, "take 1", "cover 0,0")["covered"]
    assert [word for word in ("0", "0,0", "yellow-2") if word not in cover] == []
    assert cover != lines(at, "take 1", "place 0,-1")["placed"].replace("0,-1", "0,0")
    away = lines(alone("open_piles"), *BESIDE)["swept"]
    assert [word for word in ("1", "yellow-2") if word not in away] == []


def test_a_line_names_no_card_that_its_reader_does_not_know() -> None:
    at = begun(BASE, 2)
    for viewer in (None, 1):
        told = lines(at, "take 2", viewer=viewer)
        assert [line for line in told.values() if "green" in line] == []
        assert [word for word in ("0", "2") if word not in told["taken"]] == []
    assert "green-1" in lines(at, "take 2", viewer=0)["taken"]


def test_events_have_the_fields_of_their_data() -> None:
    moved, taken, due = events_of(begun(BASE, 2), "take 2")
    assert (moved.seat, moved.move) == (0, tr.Move("take", ("2",)))  # type: ignore[attr-defined]
    assert (taken.seat, taken.pile, taken.card) == (0, 2, None)  # type: ignore[attr-defined]
    assert (due.seat, due.phase) == (0, "place")  # type: ignore[attr-defined]
    assert isinstance(taken, tr.Event)


def test_two_observations_are_one_step_apart() -> None:
    def game(ruleset: tr.Ruleset, seats: int) -> Played:
        return SECRETS.played(ruleset, seats, seed=1, plies=4)

    other_game = Played(tr.deal(tr.load("serendipity"), 2, seed=1), ("choose red", "choose blue"))
    refuses(game(BASE, 2), [game(DUTCH, 2), game(BASE, 3), other_game])


def test_data_that_are_no_event() -> None:
    event = taken(0, 1, "red-2")
    wrong: list[Any] = [{**event, "kind": "rotated"}, {**event, "game": "serendipity"}]
    needed = ("game", "kind", "seat", "pile")
    wrong += [{key: event[key] for key in event if key != left_out} for left_out in needed]
    wrong += [{**event, "more": 1}, {**event, "seat": "0"}, {**event, "pile": 1.5}]
    wrong += [{**event, "card": 3}, {**placed(0, "0,1", "red-2"), "card": None}]
    wrong += [{**swept(0, "red-2"), "pile": None}, {**turned_up(0, "red-2"), "cell": "a1"}]
    refuses_to_read(wrong)


@pytest.mark.parametrize("moves", [("take 0",), ("take 2",), BESIDE])
def test_events_between_observations_that_were_sent(moves: tuple[str, ...]) -> None:
    """They are the same as between those that a server holds."""
    before = after = begun(BASE, 2)
    for text in moves:
        before, after = after, tr.apply_move(after, tr.parse_move(after, text))
    for viewer in (None, 0, 1):
        for memory in (True, False):
            seen = [tr.observe(at, viewer, memory=memory) for at in (before, after)]
            sent = [tr.Observation.from_data(each.to_data()) for each in seen]
            told = events_of(begun(BASE, 2), *moves, viewer=viewer)
            assert tr.events(*sent) == tr.events(*seen) == told
