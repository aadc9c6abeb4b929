"""What the rules text leaves open, S1 to S25: the reading of the base card, and every other one.

S13 to S18, which are about the score, stand in `test_readings_of_the_score.py`.

A test named `default` says what the base card does. Where there are other readings, each has a test
that plays a card with it, and asserts what is false of the base card. Seat 0 is to move, and owns
blue.
"""

from __future__ import annotations

from typing import Any

import pytest

import tilerules as tr
from tests.serendipity.boards import (
    BASE,
    SMALL,
    card,
    play,
    position,
    some,
    texts,
    totals,
)
from tilerules.games.serendipity import State

SIX = ["blue", "violet", "red", "yellow", "orange", "green"]
AROUND = {"ne": "e6", "e": "f7", "se": "g6", "sw": "g5", "w": "f5", "nw": "e5"}  # of f6


def seen(state: State, label: str) -> tuple[str | None, bool, str | None]:
    """What lies on a cell: the tile, whether it is up, its facing."""
    cell = state.cells[label]
    return cell.tile, cell.up, cell.facing


def outcome(state: State) -> tr.Outcome:
    found = tr.outcome(state)
    assert found is not None, "the game is over"
    return found


def turned_up(rules: tr.Ruleset, tile: str, **board: str) -> State:
    """Seat 0 has just turned up a tile on f6; the rest lies as the board says, or face down."""
    return play(position(rules, 6, {"f6": tile, **board}), "reveal f6")


def on_turn(state: State) -> tuple[int | None, str, bool]:
    """Whose move it is, of which kind, and whether a turn has begun."""
    return state.to_move, state.phase, state.begun


GOES_ON_BY_RIGHT = (0, "go_on", True)
GOES_ON_BY_DUTY = (0, "reveal", True)
TURN_IS_OVER = (1, "reveal", False)


# ---- S1 to S3: the Serendips ----------------------------------------------------------------


def petals(rules: tr.Ruleset) -> list[int]:
    """Blue, violet, red and so on clockwise round a Serendip whose first edge lies to the e."""
    clockwise = [*AROUND][1:] + [*AROUND][:1]
    flowers = {AROUND[d]: f"{colour} up" for d, colour in zip(clockwise, SIX, strict=True)}
    return totals(position(rules, 6, {"f6": "serendip:e up", **flowers}))


def test_s1_default_runs_clockwise_in_the_order_of_the_card() -> None:
    assert petals(BASE) == [1 + 2 + 2] * 6


def test_s1_any_other_list_of_six() -> None:
    assert petals(card(tiles={"serendip_edges": SIX[::-1]})) == [1 + 2] * 6
    two_swapped = card(tiles={"serendip_edges": ["violet", "blue", *SIX[2:]]})
    assert petals(two_swapped) == [3, 3, 5, 5, 5, 5]


def test_s2_default_has_six_turnings() -> None:
    state = turned_up(BASE, "serendip:sw")
    assert texts(state)[:6] == [f"keep blue:{d}" for d in ("ne", "e", "se", "sw", "w", "nw")]
    assert seen(play(state, "keep blue:w"), "f6") == ("serendip", True, "w")


def test_s2_turnings_that_look_alike_are_one() -> None:
    board = {"d4": "serendip:w up", "a1": "serendip:se", "a2": "serendip:nw"}
    state = position(SMALL, 3, board)
    assert [state.cells[label].facing for label in ("d4", "a1", "a2")] == ["e", "se", "se"]
    state = play(state, "reveal a1")
    keeps = [text for text in texts(state) if text.startswith("keep")]
    assert keeps == ["keep blue:ne", "keep blue:e", "keep blue:se"]
    dealt = {cell.facing for seed in range(5) for cell in tr_deal(SMALL, 3, seed)}
    assert dealt == {None, "ne", "e", "se"}


def tr_deal(rules: tr.Ruleset, seats: int, seed: int) -> list[Any]:
    """What lies on each cell of a new game."""
    state = tr.new_game(rules, seats, seed=seed)
    assert isinstance(state, State)
    return list(state.cells.values())


def test_s2_any_edge_matches_but_only_once() -> None:
    # Blue lies to the ne and the sw of d4, red to the e and the w, yellow to the se and the nw.
    middle = {"d4": "serendip:ne up"}
    one = position(SMALL, 3, {**middle, "e3": "blue up"})
    assert totals(one)[0] == 1 + 2 + 2
    both = position(SMALL, 3, {**middle, "e3": "blue up", "c4": "blue up"})
    assert totals(both)[0] == 2 + 2 + 2
    beside = position(SMALL, 3, {**middle, "d5": "blue up"})
    assert totals(beside)[0] == 1 + 2


def test_s2_a_colour_without_an_edge_never_matches() -> None:
    rules = card(tiles={"serendip_edges": ["blue"] * 6})
    state = position(rules, 6, {"f6": "serendip:ne up", "f7": "blue up", "g5": "red up"})
    assert totals(state) == [5, 0, 3, 0, 0, 0]
    assert texts(turned_up(rules, "serendip:w"))[:2] == ["keep blue:ne", "move a1"]


def test_s3_default_is_random_and_hidden_and_kept_when_it_moves_face_down() -> None:
    dealt = {cell.facing for cell in tr_deal(BASE, 6, 1) if cell.tile == "serendip"}
    assert len(dealt) > 1
    state = turned_up(BASE, "serendip", a1="serendip:e", a2="red", a3="serendip:sw")
    assert tr.observe(state, 0).to_data()["cells"]["a1"] == {"tile": None, "up": False}
    state = play(state, "keep", "swap a1 a2")
    assert (seen(state, "a1"), seen(state, "a2")) == (
        ("red", False, None),
        ("serendip", False, "e"),
    )
    state = play(state, "reveal a2")
    assert seen(state, "a2") == ("serendip", True, "e")
    assert seen(play(state, "move a3"), "a3") == ("serendip", True, "e")


def test_s3_all_alike_at_the_start() -> None:
    rules = card(tiles={"serendip_facing": "alike"})
    for seed in range(5):
        dealt = [cell.facing for cell in tr_deal(rules, 6, seed) if cell.tile == "serendip"]
        assert dealt == ["ne"] * 13


# ---- S4 to S8: a Serendip -------------------------------------------------------------------


def test_s4_default_a_moved_serendip_is_not_turned() -> None:
    state = turned_up(BASE, "serendip:sw")
    moves = [text for text in texts(state) if text.startswith("move")]
    assert len(moves) == 90
    assert "move g5" in moves
    assert seen(play(state, "move g5"), "g5") == ("serendip", True, "sw")


def test_s4_a_moved_serendip_may_be_turned() -> None:
    state = turned_up(tr.load("serendipity-turning"), "serendip:sw")
    moves = [text for text in texts(state) if text.startswith("move")]
    assert len(moves) == 90 * 6
    assert seen(play(state, "move g5 blue:e"), "g5") == ("serendip", True, "e")


AFTER_LEAVING = [("pass",), ("swap a1 a2",)]


@pytest.mark.parametrize("end", AFTER_LEAVING)
def test_s5_default_turn_ends_after_leaving_a_serendip(end: tuple[str]) -> None:
    state = turned_up(BASE, "serendip")
    assert on_turn(play(state, "keep", *end)) == TURN_IS_OVER
    assert on_turn(play(state, "move g5")) == GOES_ON_BY_RIGHT


@pytest.mark.parametrize("end", AFTER_LEAVING)
def test_s5_turn_goes_on_after_leaving_a_serendip(end: tuple[str]) -> None:
    state = turned_up(tr.load("serendipity-long-turns"), "serendip")
    assert on_turn(play(state, "keep", *end)) == GOES_ON_BY_RIGHT
    assert on_turn(play(state, "move g5")) == GOES_ON_BY_RIGHT


def leaving(**changes: str) -> tr.Ruleset:
    """A card with another way of leaving a Serendip."""
    return card(turn={"serendip": {"leave": changes}})


def test_s6_default_the_swap_may_be_waived() -> None:
    state = play(turned_up(BASE, "serendip"), "keep")
    assert (state.phase, texts(state)[0]) == ("swap", "pass")


def test_s6_the_swap_is_a_duty() -> None:
    state = play(turned_up(leaving(swap="must"), "serendip"), "keep")
    assert state.phase == "swap"
    assert {text.split()[0] for text in texts(state)} == {"swap"}


def test_s6_there_is_no_swap() -> None:
    assert on_turn(play(turned_up(leaving(swap="never"), "serendip"), "keep")) == TURN_IS_OVER


TWO_UP = {"a1": "red up", "c3": "green up", "b2": "serendip:e up"}  # and a fixed Serendip


@pytest.mark.parametrize(
    ("rules", "partners"),
    [
        (BASE, 91 - 2),  # all but the two Serendips that lie up
        (leaving(swap_with="face_up"), 2),
        (leaving(swap_with="face_down"), 91 - 2 - 2),
    ],
    ids=["default", "face_up", "face_down"],
)
def test_s7_which_tiles_the_swap_may_touch(rules: tr.Ruleset, partners: int) -> None:
    state = play(turned_up(rules, "serendip", **TWO_UP), "keep")
    swaps = {text for text in texts(state) if text != "pass"}
    assert len(swaps) == partners * (partners - 1) // 2
    assert not any(label in text.split() for text in swaps for label in ("b2", "f6"))
    assert ("swap a1 c3" in swaps) == (partners != 87)
    assert ("swap a1 a2" in swaps) == (partners == 89)
    assert ("swap a2 a3" in swaps) == (partners != 2)


def exchanging(**changes: str) -> tr.Ruleset:
    """A card with another way of exchanging a Serendip."""
    return card(turn={"serendip": {"exchange": changes}})


@pytest.mark.parametrize(
    ("rules", "partners"),
    [
        (BASE, 91 - 2),
        (exchanging(**{"with": "face_up"}), 2),
        (exchanging(**{"with": "face_down"}), 91 - 2 - 2),
    ],
    ids=["default", "face_up", "face_down"],
)
def test_s8_a_face_up_serendip_is_never_exchanged(rules: tr.Ruleset, partners: int) -> None:
    state = turned_up(rules, "serendip", **TWO_UP)
    moves = [text for text in texts(state) if text.startswith("move")]
    assert len(moves) == partners
    assert "move b2" not in moves
    refusal = tr.why_illegal(state, tr.Move("move", ("b2",)))
    assert refusal is not None
    assert refusal.code == "fixed"


# ---- S9 to S12: an own tile, and what follows -----------------------------------------------


def test_s9_default_an_own_tile_may_go_anywhere() -> None:
    state = turned_up(BASE, "blue", a1="blue up", a2="red up")
    assert len(texts(state)) == len(["keep"]) + 91 - 3


def test_s9_an_own_tile_must_join_another_own_flower() -> None:
    rules = tr.load("serendipity-meadow")
    state = turned_up(rules, "blue", a1="blue up", a2="red up", f7="violet up", f1="blue seen")
    assert texts(state) == ["keep", "move b1", "move b2"]


def test_s9_the_place_it_came_from_is_not_another_flower() -> None:
    rules = tr.load("serendipity-meadow")
    assert texts(turned_up(rules, "blue")) == ["keep"]
    board = {"a1": "blue up", "a2": "blue"}
    beside = play(position(rules, 6, board), "reveal a2")
    assert texts(beside) == ["keep", "move b1", "move b2"]  # not a3 or b3, which touch a2 alone


def test_s9_a_face_up_flower_that_changes_places_counts_where_it_comes_to_lie() -> None:
    joined = {"with": "face_up", "beside": "own_flower"}
    rules = card(turn={"own": {"exchange": joined}})
    board = {"f7": "blue up", "a1": "blue up"}
    # On f7 it lies beside the flower that came to f6; on a1 it lies alone.
    assert texts(turned_up(rules, "blue", **board)) == ["keep", "move f7"]


def own(**changes: Any) -> tr.Ruleset:
    """A card with other options for an own tile."""
    return card(turn={"own": changes})


@pytest.mark.parametrize(
    ("rules", "then"),
    [
        (BASE, TURN_IS_OVER),
        (own(exchange={"then": "may_reveal"}), GOES_ON_BY_RIGHT),
        (own(exchange={"then": "must_reveal"}), GOES_ON_BY_DUTY),
    ],
    ids=["default", "by_right", "by_duty"],
)
def test_s10_after_moving_an_own_tile(rules: tr.Ruleset, then: tuple[int, str, bool]) -> None:
    assert on_turn(play(turned_up(rules, "blue"), "move g5")) == then


@pytest.mark.parametrize(
    ("rules", "then"),
    [(BASE, GOES_ON_BY_DUTY), (own(leave={"then": "may_reveal"}), GOES_ON_BY_RIGHT)],
    ids=["default_duty", "right"],
)
def test_s11_after_leaving_an_own_tile(rules: tr.Ruleset, then: tuple[int, str, bool]) -> None:
    state = play(turned_up(rules, "blue"), "keep")
    assert on_turn(state) == then
    assert ("pass" in texts(state)) == (then == GOES_ON_BY_RIGHT)


@pytest.mark.parametrize(
    ("rules", "then"),
    [(BASE, GOES_ON_BY_RIGHT), (exchanging(then="must_reveal"), GOES_ON_BY_DUTY)],
    ids=["default_right", "duty"],
)
def test_s11_after_moving_a_serendip(rules: tr.Ruleset, then: tuple[int, str, bool]) -> None:
    state = play(turned_up(rules, "serendip"), "move g5")
    assert on_turn(state) == then
    assert ("pass" in texts(state)) == (then == GOES_ON_BY_RIGHT)


def test_s12_default_with_nothing_left_face_down_the_turn_ends() -> None:
    last = position(BASE, 6, {"f6": "blue"}, rest="up", turns=5)
    assert last.is_over  # all violet flowers and all Serendips are up
    for looked_at in ("choice", "turn"):
        rules = card(end={"complete_colours": "all", "looked_at": looked_at})
        state = play(position(rules, 6, {"f6": "blue"}, rest="up", turns=5), "reveal f6", "keep")
        assert (state.phase, state.to_move, state.turns) == ("over", None, 6)
        assert not outcome(state).cut_short


# ---- S19 to S22: colours, the end, the winner -----------------------------------------------


def choosing(rules: tr.Ruleset, seats: int) -> str:
    """The seats in the order in which they choose colours."""
    state = tr.new_game(rules, seats, seed=1)
    order = ""
    while state.phase == "choose":
        order += str(state.to_move)
        state = tr.apply_move(state, tr.legal_moves(state)[-1])
    assert (state.phase, state.to_move, state.turns) == ("reveal", 0, 0)
    return order


@pytest.mark.parametrize(
    ("seats", "order"), [(2, "010101"), (3, "012012"), (4, "0123"), (5, "01234"), (6, "012345")]
)
def test_s19_default_colours_of_each_seat(seats: int, order: str) -> None:
    assert choosing(BASE, seats) == order


@pytest.mark.parametrize(("seats", "each", "order"), [(2, 1, "01"), (2, 2, "0101"), (3, 1, "012")])
def test_s19_fewer_colours_each(seats: int, each: int, order: str) -> None:
    assert choosing(card(for_players={str(seats): {"colours_each": each}}), seats) == order


SERENDIPS_UP = some("serendip:e up", "a1-6", "b1-7")
OPEN = "serendipity-unowned-open"


def last_of(colour: str, *, but: str = "serendip:e up") -> dict[str, str]:
    """All Serendips are up (but what lies on a1), and a colour but its last tile, on f6."""
    board = {**SERENDIPS_UP, "a1": but, **some(f"{colour} up", "j1-7", "k1-5"), "f6": colour}
    return {label: words for label, words in board.items() if words}


@pytest.mark.parametrize("colour", ["orange", "blue"])
def test_s20_default_an_owned_colour_ends_the_game(colour: str) -> None:
    state = play(position(tr.load(OPEN), 4, last_of(colour)), "reveal f6")
    if colour == "blue":
        state = play(state, "keep")
    assert state.is_over == (colour == "blue")


def test_s20_any_colour_ends_the_game() -> None:
    state = play(position(card(OPEN, end={"whose": "any"}), 4, last_of("orange")), "reveal f6")
    assert state.is_over
    assert state.turns == 1


def test_s20_default_it_ends_as_soon_as_the_choice_is_complete() -> None:
    left = play(position(BASE, 6, last_of("blue")), "reveal f6", "keep")
    assert (left.phase, left.turns) == ("over", 1)
    serendip = {**last_of("blue"), "f6": "blue up", "a1": "serendip:e"}
    state = play(position(BASE, 6, serendip), "reveal a1", "keep")
    assert state.phase == "swap"  # the choice is not complete
    assert play(state, "pass").is_over
    assert play(state, "swap f6 g6").is_over


def test_s20_the_end_is_looked_at_when_the_turn_ends() -> None:
    rules = card(end={"looked_at": "turn"})
    state = play(position(rules, 6, {**last_of("blue"), "g1": "red"}), "reveal f6", "keep")
    assert on_turn(state) == GOES_ON_BY_DUTY
    state = play(state, "reveal g1")
    assert (state.phase, state.turns, state.cells["g1"].up) == ("over", 1, False)


def test_s22_equal_points_share_the_win() -> None:
    board = {**last_of("blue"), **some("red up", "g1-6"), **some("green up", "d1-6")}
    points = totals(state := play(position(BASE, 6, board), "reveal f6", "keep"))
    assert points == [12, 0, 6, 0, 0, 6]
    assert outcome(state).ranking == ((0,), (2, 5), (1, 3, 4))
    level = position(BASE, 6, {**some("blue up", "f1-6"), **some("red up", "g1-6")})
    assert totals(level)[:3] == [6, 0, 6]
    cut = card(end={"turn_limit": 1})
    over = play(position(cut, 6, {**some("red up", "f1-6"), "a1": "red"}), "reveal a1")
    assert outcome(over).winners == (2,)
    none = play(position(cut, 6, {"a1": "red"}), "reveal a1")
    assert outcome(none).winners == (0, 1, 2, 3, 4, 5)


# ---- S23 to S25: unowned colours, endless play ----------------------------------------------

LATE = "serendipity-unowned-late"


def unowned(**changes: Any) -> tr.Ruleset:
    """A card with another fate for tiles that nobody owns."""
    return card(turn={"unowned": changes})


def with_serendips(number: int, **board: str) -> dict[str, str]:
    """So many Serendips lie up; another tile lies on f6."""
    return {**dict(list(SERENDIPS_UP.items())[:number]), **board}


def test_s23_default_unowned_tiles_go_back() -> None:
    state = play(position(BASE, 4, with_serendips(12, f6="orange")), "reveal f6")
    assert (state.cells["f6"].up, state.cells["f6"].seen) == (False, True)
    assert on_turn(state) == TURN_IS_OVER


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_s23_unowned_tiles_stay_up_from_the_start(seats: int) -> None:
    state = play(position(tr.load(OPEN), seats, {"f6": "green", "g6": "blue"}), "reveal f6")
    assert state.cells["f6"].up
    assert on_turn(state) == TURN_IS_OVER
    foreign = play(state, "reveal g6")
    assert not foreign.cells["g6"].up  # seat 0 owns blue


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_s23_unowned_tiles_stay_up_after_the_tenth_serendip(seats: int) -> None:
    rules = tr.load(LATE)
    for number, stays in ((0, False), (9, False), (10, True), (11, True)):
        board = with_serendips(number, f6="green", **some("blue up", "j1-4"))
        state = play(position(rules, seats, board), "reveal f6")
        assert state.cells["f6"].up == stays
        assert on_turn(state) == TURN_IS_OVER


@pytest.mark.parametrize("choice", ["keep", "back"])
def test_s23_the_seat_decides_for_each_unowned_tile(choice: str) -> None:
    state = play(position(unowned(stays_up="chosen"), 4, {"f6": "green"}), "reveal f6")
    assert (state.phase, texts(state)) == ("decide", ["keep", "back"])
    state = play(state, choice)
    assert state.cells["f6"].up == (choice == "keep")
    assert state.cells["f6"].seen == (choice == "back")
    assert on_turn(state) == TURN_IS_OVER


def test_s23_tiles_turned_back_earlier_stay_down() -> None:
    state = position(tr.load(LATE), 4, with_serendips(9, f6="green", g1="serendip:e"))
    state = play(state, "reveal f6", "reveal g1", "keep", "pass")
    assert (state.cells["f6"].up, state.cells["f6"].seen) == (False, True)
    assert play(state, "reveal f6").cells["f6"].up


def tenth(rules: tr.Ruleset, number: int) -> bool:
    """Whether a green tile stays up in the turn in which the Serendip of this number comes up."""
    board = with_serendips(number - 1, f1="serendip:e", g1="blue", f6="green")
    state = play(position(rules, 4, board), "reveal f1", "move g1", "reveal f6")
    assert on_turn(state) == TURN_IS_OVER
    return state.cells["f6"].up


def test_s24_default_the_tenth_counts_in_the_turn_that_reveals_it() -> None:
    assert tenth(tr.load(LATE), 10)
    assert not tenth(tr.load(LATE), 9)


@pytest.mark.parametrize("number", [1, 4, 13])
def test_s24_any_other_number(number: int) -> None:
    rules = unowned(stays_up="after_serendips", serendips=number)
    assert tenth(rules, number)
    if number > 1:
        assert not tenth(rules, number - 1)


def foreign_turns(rules: tr.Ruleset, number: int) -> State:
    """A game in which each seat turns up the same foreign tile, turn after turn."""
    state = position(rules, 2, {"f6": "red", "g6": "blue"}, owners={"blue": 0, "red": 1})
    for turn in range(number):
        state = play(state, "reveal f6" if turn % 2 == 0 else "reveal g6")
    return state


def test_s25_default_there_is_no_limit() -> None:
    assert on_turn(foreign_turns(BASE, 1001)) == TURN_IS_OVER
    far = position(BASE, 6, {"f6": "red"}, turns=10**6)
    assert play(far, "reveal f6").turns == 10**6 + 1


def test_s25_a_limit_on_turns_cuts_the_game_short() -> None:
    rules = card(end={"turn_limit": 5})
    assert on_turn(foreign_turns(rules, 4)) == (0, "reveal", False)
    over = foreign_turns(rules, 5)
    assert (over.phase, over.to_move, over.turns) == ("over", None, 5)
    assert outcome(over).cut_short


@pytest.mark.parametrize("looked_at", ["choice", "turn"])
def test_s25_not_cut_short_if_it_ended_by_itself_in_that_turn(looked_at: str) -> None:
    rules = card(end={"turn_limit": 5, "looked_at": looked_at})
    state = play(position(rules, 6, {**last_of("blue"), "g1": "red"}, turns=4), "reveal f6")
    state = play(state, "keep") if looked_at == "choice" else play(state, "keep", "reveal g1")
    assert (state.phase, state.turns, outcome(state).cut_short) == ("over", 5, False)


def test_s25_the_limit_is_looked_at_when_a_turn_ends() -> None:
    rules = card(end={"turn_limit": 1})
    state = play(position(rules, 6, {"f6": "blue", "g6": "blue"}), "reveal f6", "keep")
    assert on_turn(state) == GOES_ON_BY_DUTY
    state = play(state, "reveal g6", "move a1")
    assert outcome(state).cut_short
