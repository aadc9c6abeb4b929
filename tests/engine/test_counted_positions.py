"""What all games ask of `used` and `turns_left` in a position that is read."""

from __future__ import annotations

import copy
from typing import Any

import pytest

import tilerules as tr

FINISHED: dict[str, Any] = {"end": {"any_of": ["rounds"], "rounds": 10, "round": "finished"}}
USES: dict[str, dict[str, Any]] = {
    "flowers": {"uses": {"cover": {"times": 1, "in": "turn"}}},
    "serendipity": {"uses": {"turning": {"times": 1, "in": "turn"}}},
}
GAMES = ("flowers", "serendipity", "tulips")


def at_turn(game: str, turns: int, **blocks: Any) -> dict[str, Any]:
    """The data of a position of three seats, before the first move of a turn."""
    rules = tr.load({"extends": game, "id": "counted", "title": "Counted", **blocks})
    state = tr.new_game(rules, 3, seed=1)
    while state.turns < turns or state.phase in ("choose", "start"):
        state = tr.apply_move(state, tr.legal_moves(state)[0])
    return copy.deepcopy(state.to_data())


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("turns", "left"), [(1, 2), (2, 1)])
def test_the_last_round_leaves_a_turn_to_each_seat_up_to_the_last(
    game: str, turns: int, left: int
) -> None:
    data = at_turn(game, turns, **FINISHED)
    assert data["to_move"] == turns
    assert tr.State.from_data({**data, "turns_left": left}).turns_left == left
    for other in {1, 2, 3} - {left}:
        with pytest.raises(
            tr.InvalidData, match=f"those of seat {turns} up to the last"
        ) as refused:
            tr.State.from_data({**data, "turns_left": other})
        assert refused.value.path == "turns_left"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("left", [1, 2, 3])
def test_after_the_last_seat_no_turn_of_a_finished_round_is_left(game: str, left: int) -> None:
    data = at_turn(game, 3, **FINISHED)
    assert data["to_move"] == 0
    with pytest.raises(tr.InvalidData, match="those of seat 0 up to the last"):
        tr.State.from_data({**data, "turns_left": left})


@pytest.mark.parametrize("game", GAMES)
def test_a_position_at_the_start_of_a_turn_that_is_not_left_is_over(game: str) -> None:
    data: dict[str, Any] = {**at_turn(game, 3, **FINISHED), "turns_left": 0}
    if game == "tulips":  # nothing has been drawn for a turn that is not played
        data |= {"deck": [data["in_hand"], *data["deck"]], "in_hand": None}
    assert tr.State.from_data(data).is_over


@pytest.mark.parametrize("game", USES)
def test_what_is_counted_in_a_turn_is_counted_for_the_seat_in_its_turn(game: str) -> None:
    [(thing, _)] = USES[game]["uses"].items()
    data = at_turn(game, 1, **USES[game])
    for seat in range(3):
        used = [{thing: int(other == seat)} for other in range(3)]
        with pytest.raises(tr.InvalidData, match=f"seat {seat} is not in a turn") as refused:
            tr.State.from_data({**data, "used": used})
        assert refused.value.path == "used"


def test_the_seat_in_its_turn_may_have_done_what_is_counted_there() -> None:
    rules = tr.load({"extends": "flowers", "id": "counted", "title": "C", **USES["flowers"]})
    state = tr.new_game(rules, 3, seed=1)
    state = tr.apply_move(state, tr.legal_moves(state)[0])
    used = [{"cover": 1}, {"cover": 0}, {"cover": 0}]
    data = {**state.to_data(), "used": used}
    assert tr.State.from_data(data).used[0] == {"cover": 1}
