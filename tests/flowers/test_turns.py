"""Set-up, turn, end, and who knows what of it: what holds whatever the readings F1 to F23 say."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any

import pytest

import tilerules as tr
from tests.flowers.gardens import (
    Cell,
    bundled,
    card,
    cards,
    garden,
    new,
    outcome,
    play,
    position,
    random_game,
    rules,
    seen,
    shown,
    texts,
)
from tilerules.games.flowers import Deal, Observation, State
from tilerules.ruleset.values import thawed

BASE = rules()
DUTCH = rules(base="flowers-dutch")
EVEN_TURNS = rules(base="flowers-even-turns")
NAMES = [(id, seats) for id in bundled() for seats in tr.load(id).seat_counts]


def two(ruleset: tr.Ruleset, *piles: str, **entries: Any) -> State:
    """Two gardens of one card each; seat 0 is to take from the piles."""
    return position(ruleset, [garden("y4"), garden("r4")], piles, **entries)


def whole_deck(ruleset: tr.Ruleset, seats: int) -> Counter[str]:
    """All cards of a ruleset, counted from its values."""
    values = thawed(ruleset.values_for(seats))
    table = values["cards"]
    deck = Counter(
        {f"{c}-{value}": n for c in table["colours"] for value, n in table["values"].items()}
    )
    for name in table["butterflies"]:
        deck[name] += 1
        deck[name.rpartition("-")[0]] -= 1
    if values["start"]["card"] == "violet":
        deck["violet"] = seats
    return deck


# ---- set-up ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("id", "seats"), NAMES)
def test_the_table_is_laid_as_it_was_dealt(id: str, seats: int) -> None:
    deal = tr.deal(tr.load(id), seats, seed=5)
    assert isinstance(deal, Deal)
    starts, *piles, left = (part.split() for part in deal.layout.split("|"))
    state = tr.new_game(tr.load(id), seats, deal=deal)
    assert isinstance(state, State)
    assert state == new(tr.load(id), seats, seed=5)
    assert [dict(plot) for plot in state.gardens] == [{(0, 0): (start,)} for start in starts]
    assert state.piles == tuple(map(tuple, piles))
    dealt = Counter([*starts, *left, *(card for pile in piles for card in pile)])
    assert dealt == whole_deck(tr.load(id), seats)
    assert (deal.seats, len(deal.salt), len(deal.left_over)) == (seats, 32, len(left))


def test_a_game_begins() -> None:
    state = new(BASE, 3)
    assert (state.phase, state.to_move, state.turns, state.ply) == ("take", 0, 0, 0)
    assert (state.in_hand, state.swept, state.last_move, state.is_over) == (None, (), None, False)
    assert shown(state) == [(pile, str(state.piles[pile][0])) for pile in (0, 1)]
    assert len(tr.legal_moves(state)) == 3
    assert tr.outcome(state) is None


def test_the_top_of_every_pile_but_the_last_lies_open() -> None:
    state = new(BASE, 2)
    for viewer in (0, 1, None):
        for pile, found in enumerate(seen(state, viewer).piles):
            top = state.piles[pile][0] if pile < 2 else None
            assert found == (top, *[None] * 25)


def test_cards_left_over_are_nowhere_to_be_seen() -> None:
    state = new(BASE, 2)
    table = [
        *(c for pile in state.piles for c in pile),
        *(state.gardens[s][0, 0][0] for s in (0, 1)),
    ]
    assert len(table) == 80
    for viewer in (0, 1, None):
        names = [name for pile in seen(state, viewer).piles for name in pile if name]
        assert len(names) == 2


def test_decks_are_shuffled_anew() -> None:
    deals = {tr.deal(BASE, 2, seed=seed).layout for seed in range(20)}
    assert len(deals) == 20
    assert len({layout.split()[0] for layout in deals}) > 5


# ---- a turn ---------------------------------------------------------------------------------


def test_a_card_is_taken_and_placed() -> None:
    start = two(BASE, "y1 y2", "r1 r2", "b1 b2")
    state = play(start, "take 1")
    assert (state.phase, state.to_move, state.in_hand) == ("place", 0, "red-1")
    assert (state.turns, state.ply, state.taken_from) == (0, 1, 1)
    assert state.last_move == tr.Move("take", ("1",))
    assert state.piles[1] == ("red-2",)
    state = play(state, "place 0,-1")
    assert (state.phase, state.to_move, state.in_hand) == ("take", 1, None)
    assert (state.turns, state.ply, state.taken_from) == (1, 2, -1)
    assert dict(state.gardens[0]) == {(0, -1): ("red-1",), (0, 0): ("yellow-4",)}
    assert dict(state.gardens[1]) == {(0, 0): ("red-4",)}


def test_a_card_is_laid_on_top() -> None:
    state = play(two(BASE, "y1 y2", "r1 r2", "b1 b2"), "take 0", "cover 0,0")
    assert dict(state.gardens[0]) == {(0, 0): ("yellow-4", "yellow-1")}
    state = play(state, "take 1", "place 1,0", "take 2", "cover 0,0")
    assert dict(state.gardens[0]) == {(0, 0): ("yellow-4", "yellow-1", "blue-1")}
    assert (state.turns, state.ply) == (3, 6)


@pytest.mark.parametrize("pile", [0, 1, 2])
def test_any_pile_is_taken_from_the_top(pile: int) -> None:
    state = two(BASE, "y1 y2 y3", "r1 r2 r3", "b1 b2 b3")
    assert texts(state) == ["take 0", "take 1", "take 2"]
    top, *rest = state.piles[pile]
    state = play(state, f"take {pile}")
    assert (state.in_hand, state.piles[pile]) == (top, tuple(rest))


def test_play_goes_round() -> None:
    state, seats = new(BASE, 3), []
    for _ in range(7):
        seats.append(state.to_move)
        state = play(play(state, "take 2"), texts(play(state, "take 2"))[0])
    assert seats == [0, 1, 2, 0, 1, 2, 0]
    assert (state.turns, state.ply) == (7, 14)


@pytest.mark.parametrize(("id", "seats"), NAMES)
def test_turns_and_plies_are_counted(id: str, seats: int) -> None:
    for ply, state in enumerate(random_game(tr.load(id), seats, seed=2)):
        assert (state.ply, state.turns) == (ply, ply // 2)
        assert state.to_move == (None if state.is_over else ply // 2 % seats)
        assert (state.phase == "place") == (ply % 2 == 1)
        assert (state.in_hand is None) == (state.phase != "place")


@pytest.mark.parametrize(("id", "seats"), NAMES)
def test_no_card_is_lost_or_found(id: str, seats: int) -> None:
    def on_table(state: State) -> Counter[str | None]:
        found: Counter[str | None] = Counter(state.swept)
        found.update(card for card in [state.in_hand] if isinstance(card, str))
        for stack in [*state.piles, *(stack for g in state.gardens for stack in g.values())]:
            found.update(stack)
        return found

    states = list(random_game(tr.load(id), seats, seed=3))
    assert {frozenset(on_table(state).items()) for state in states} == {
        frozenset(on_table(states[0]).items())
    }


# ---- the end --------------------------------------------------------------------------------


@pytest.mark.parametrize("pile", [0, 1, 2])
@pytest.mark.parametrize("place", ["place 1,0", "cover 0,0"])
def test_the_last_card_of_a_pile_is_placed_and_the_game_is_over(pile: int, place: str) -> None:
    piles = ["y1 y2", "r1 r2", "b1 b2"]
    piles[pile] = piles[pile][:2]
    state = play(two(BASE, *piles, turns=4), f"take {pile}")
    assert (state.phase, state.is_over, tr.outcome(state)) == ("place", False, None)
    state = play(state, place)
    assert (state.phase, state.to_move, state.turns, state.is_over) == ("over", None, 5, True)
    assert texts(state) == []
    assert outcome(state).cut_short is False
    laid = {name for stack in state.gardens[0].values() for name in stack}
    assert laid == {"yellow-4", card(piles[pile])}


@pytest.mark.parametrize(("id", "seats"), NAMES)
def test_every_game_ends_with_an_empty_pile(id: str, seats: int) -> None:
    *_, before, last = random_game(tr.load(id), seats, seed=4)
    assert not before.is_over
    assert not all(last.piles)
    assert sorted(seat for tied in outcome(last).ranking for seat in tied) == [*range(seats)]


def test_the_card_in_hand_is_not_scored() -> None:
    state = play(two(BASE, "y1", "r1", "b1"), "take 0")
    assert [sheet.total for sheet in tr.score(state)] == [-1, -1]
    with_it = play(state, "place 1,0")
    assert [sheet.total for sheet in tr.score(with_it)] == [-1, -1]  # the lone 1 is valid
    assert [sheet.total for sheet in tr.score(play(state, "cover 0,0"))] == [0, -1]


# ---- who knows what -------------------------------------------------------------------------

HANDS = [(0, True), (1, True), (2, False)]


@pytest.mark.parametrize(("pile", "openly"), HANDS)
@pytest.mark.parametrize("memory", [True, False])
def test_a_card_from_the_hidden_pile_is_known_to_its_taker(
    pile: int, openly: bool, memory: bool
) -> None:
    state = play(two(BASE, "y1 y2", "r1 r2", "b1 b2"), f"take {pile}")
    taken = card(["y1", "r1", "b1"][pile])
    assert seen(state, 0, memory=memory).in_hand == taken
    for viewer in (1, None):
        assert seen(state, viewer, memory=memory).in_hand == (taken if openly else None)
    for viewer in (0, 1, None):  # until it is placed
        assert seen(play(state, "place 1,0"), viewer).gardens[0][1, 0] == (taken,)


def test_nobody_learns_what_comes_next_in_the_hidden_pile() -> None:
    state = play(two(BASE, "y1 y2", "r1 r2", "b1 b2"), "take 2")
    for viewer in (0, 1, None):
        assert seen(state, viewer).piles[2] == (None,)
        assert seen(play(state, "place 1,0"), viewer).piles[2] == (None,)


@pytest.mark.parametrize("memory", [True, False])
def test_what_the_mover_sees_while_placing(memory: bool) -> None:
    for ruleset, top in ((BASE, None), (DUTCH, "yellow-2")):
        state = play(two(ruleset, "y1 y2 y3", "r1 r2", "b1 b2"), "take 0")
        for viewer in (0, 1, None):
            piles = seen(state, viewer, memory=memory).piles
            assert piles == ((top, None), ("red-1", None), (None, None))


def test_covered_cards_are_known_to_those_who_remember() -> None:
    state = play(two(BASE, "y1 y2", "r1 r2", "b1 b2"), "take 0", "cover 0,0")
    for viewer in (0, 1, None):
        assert seen(state, viewer).gardens[0][0, 0] == ("yellow-4", "yellow-1")
        assert seen(state, viewer, memory=False).gardens[0][0, 0] == (None, "yellow-1")


def test_swept_cards_are_known_to_those_who_remember() -> None:
    state = position(BASE, [garden("y4")], ["y1 y2 y3", "b1 b2"])
    state = play(state, "take 1", "place 1,0")
    for viewer in (0, None):
        assert seen(state, viewer).swept == ("yellow-1",)
        forgetful = seen(state, viewer, memory=False)
        assert forgetful.swept == (None,)
        assert shown(forgetful) == [(0, "yellow-2")]


def test_after_the_last_placement_nothing_is_shown() -> None:
    state = play(two(BASE, "y1", "r1 r2", "b1 b2"), "take 0", "place 1,0")
    assert (shown(state), seen(state, None).piles) == ([], ((), ("red-1", None), (None, None)))
    even = play(two(EVEN_TURNS, "y1", "r1 r2", "b1 b2"), "take 0", "place 1,0")
    even = play(even, "take 1", "place 1,0")
    for viewer in (0, 1, None):
        assert seen(even, viewer).piles == ((), (None,), (None, None))
    assert even.taken_from == 1


def test_last_move_names_a_pile_and_no_card() -> None:
    state = play(two(BASE, "y1 y2", "r1 r2", "b1 b2"), "take 2")
    assert seen(state, None).last_move == tr.Move("take", ("2",))


@pytest.mark.unmeasured
@pytest.mark.parametrize(("id", "seats"), NAMES)
def test_everything_else_is_open_to_all(id: str, seats: int) -> None:
    for state in random_game(tr.load(id), seats, seed=6):
        for viewer in (*range(seats), None):
            found = seen(state, viewer)
            for name in ("phase", "to_move", "turns", "ply", "last_move", "taken_from", "swept"):
                assert getattr(found, name) == getattr(state, name)
            assert list(map(dict, found.gardens)) == list(map(dict, state.gardens))
            assert list(map(len, found.piles)) == list(map(len, state.piles))
            assert (found.shown, found.viewer) == (state.shown, viewer)
            assert tr.score(found) == tr.score(state)


def turned_up(before: Observation, after: Observation) -> set[tuple[int, str]]:
    """The open tops of piles that were not open before."""
    tops = [{(n, pile[0]) for n, pile in enumerate(each.piles) if pile} for each in (before, after)]
    sizes = [len(pile) for pile in before.piles]
    return {
        (pile, top)
        for pile, top in tops[1]
        if top and ((pile, top) not in tops[0] or len(after.piles[pile]) < sizes[pile])
    }


@pytest.mark.parametrize(("id", "seats"), [(id, seats) for id, seats in NAMES if seats > 1])
def test_shown_is_what_the_last_ply_turned_up(id: str, seats: int) -> None:
    for before, after in pairwise(random_game(tr.load(id), seats, seed=8)):
        fresh = turned_up(seen(before, None), seen(after, None))
        assert set(shown(after)) == fresh
        assert len(shown(after)) == len(fresh)


def test_shown_alone_are_the_swept_cards_and_the_next() -> None:
    for before, after in pairwise(random_game(BASE, 1, seed=8)):
        if after.phase == "place":
            assert shown(after) == []
            continue
        gone = after.swept[len(before.swept) :]
        tops = [str(pile[0]) for pile in after.piles[:1] if pile]
        fresh = [*gone, *tops] if before.taken_from == 0 else tops
        assert [name for _, name in shown(after)] == (fresh if gone else [])


# ---- where a card may lie, by another computation -------------------------------------------

STEPS = {
    "sides": [(0, -1), (-1, 0), (1, 0), (0, 1)],
    "corners_too": [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y],
}


def free_cells(values: dict[str, Any], cells: set[Cell]) -> list[Cell]:
    """Where the next card may be placed, by trying all cells around."""
    near = {(x + dx, y + dy) for x, y in cells for dx, dy in STEPS[values["placing"]]} - cells

    def fits(cell: Cell) -> bool:
        for axis, limit in enumerate((values["width"], values["height"])):
            along = [each[axis] for each in {*cells, cell}]
            if limit != "never" and max(along) - min(along) + 1 > limit:
                return False
        return True

    return sorted(filter(fits, near), key=lambda cell: (cell[1], cell[0]))


GARDENS: list[tuple[dict[str, Any], int]] = [
    ({}, 2),
    ({}, 1),
    ({"garden": {"placing": "corners_too"}}, 3),
    ({"garden": {"width": 4, "height": 3}}, 2),
    ({"garden": {"width": 5, "height": 5, "placing": "corners_too"}}, 4),
    ({"garden": {"height": 2}, "cover": {"cards": "not_start"}}, 2),
    ({"garden": {"width": 7, "height": 7}, "cover": {"depth": 2}}, 2),
    ({"garden": {"width": 9, "height": 9}, "cover": {"cards": "never"}, "players": [3, 4]}, 3),
    ({"garden": {"width": 1}, "cover": {"cards": "never"}, "players": [2]}, 2),
]


@pytest.mark.parametrize(("changes", "seats"), GARDENS)
def test_places_and_covers_are_those_of_another_computation(
    changes: dict[str, Any], seats: int
) -> None:
    ruleset = rules(changes)
    values = thawed(ruleset.values_for(seats))
    for state in random_game(ruleset, seats, seed=7):
        if state.phase != "place":
            continue
        assert state.to_move is not None
        plot = state.gardens[state.to_move]
        free = free_cells(values["garden"], {*plot})
        assert texts(state, "place") == [f"place {x},{y}" for x, y in free]
        deep, word = values["cover"].get("depth", 1), values["cover"]["cards"]
        under = [
            cell
            for cell in sorted(plot, key=lambda cell: (cell[1], cell[0]))
            if (deep == "never" or len(plot[cell]) < deep)
            and not (word == "not_start" and cell == (0, 0))
        ]
        assert texts(state, "cover") == [f"cover {x},{y}" for x, y in under]


def test_a_garden_can_reach_as_far_as_there_are_cards() -> None:
    # 25 + 25 + 26 cards can be taken until a pile is empty, 38 of them by each seat.
    state, turn = new(BASE, 2), 0
    while not state.is_over:
        pile = next(n for n in (0, 1, 2) if len(state.piles[n]) > 1 or n == 2)
        state = play(state, f"take {pile}", f"place {turn // 2 + 1},0")
        turn += 1
    assert turn == 76
    assert [max(plot)[0] for plot in state.gardens] == [38, 38]


# ---- states are values ----------------------------------------------------------------------


@pytest.mark.parametrize(("name", "seats"), NAMES)
def test_a_move_copies_no_garden_but_one(name: str, seats: int) -> None:
    for before, after in pairwise(random_game(tr.load(name), seats, seed=9)):
        changed = [n for n in range(seats) if before.plots[n] is not after.plots[n]]
        assert changed == ([before.to_move] if before.phase == "place" else [])
        piles = [n for n, pile in enumerate(before.stock) if pile is not after.stock[n]]
        assert len(piles) <= 1
        for seat in changed:
            old, new = before.plots[seat], after.plots[seat]
            lay = dict(zip(old.cells, old.stacks, strict=True))
            lie = zip(new.cells, new.stacks, strict=True)
            assert sum(stack is not lay.get(cell) for cell, stack in lie) == 1


def test_play_changes_no_earlier_state() -> None:
    states = list(random_game(BASE, 2, seed=10))
    before = [(hash(state), repr(state.to_data())) for state in states]
    for state in states:
        for move in tr.legal_moves(state)[:4]:
            tr.apply_move(state, move)
        tr.score(state)
        str(state)
    assert [(hash(state), repr(state.to_data())) for state in states] == before
    assert len(set(states)) == len(states)
    assert list(random_game(BASE, 2, seed=10)) == states


def test_states_that_differ_in_hidden_cards_alone_are_not_equal() -> None:
    one = two(BASE, "y1 y2", "r1 r2", "b1 b2")
    other = two(BASE, "y1 y2", "r1 r2", "b2 b1")
    assert one != other
    assert one == two(BASE, "y1 y2", "r1 r2", "b1 b2")
    assert {seen(one, viewer) == seen(other, viewer) for viewer in (0, 1, None)} == {True}
    assert (repr(one), str(one)) == (repr(other), str(other))


def test_a_garden_is_a_mapping_of_stacks() -> None:
    plot = two(BASE, "y1", "r1", "b1").gardens[0]
    assert (list(plot), len(plot), plot[0, 0]) == ([(0, 0)], 1, ("yellow-4",))
    assert (1, 0) not in plot
    assert (99, 99) not in plot
    with pytest.raises(KeyError):
        plot[0, 1]
    assert repr(plot) == "<Stacks (1)>"
    assert cards("y1 y4g v") == ["yellow-1", "yellow-4-green", "violet"]
