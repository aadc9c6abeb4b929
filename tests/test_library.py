"""What the public functions of play refuse, whatever the game."""

from __future__ import annotations

from typing import Any

import pytest

import tilerules as tr

RULES = tr.load("serendipity")
STATE = tr.new_game(RULES, 2, seed=1)


@pytest.mark.parametrize(
    "call", [tr.legal_moves, tr.score, tr.draw_text, lambda given: tr.parse_move(given, "pass")]
)
@pytest.mark.parametrize("given", [None, {}, "serendipity", RULES])
def test_a_position_is_asked_for(call: Any, given: Any) -> None:
    with pytest.raises(TypeError, match="expected a State or an Observation"):
        call(given)


RECORD, MATCH = tr.Record.start(RULES, 2, seed=1), tr.Match.start(RULES, 2, seed=1)


@pytest.mark.parametrize("given", [RECORD, MATCH])
@pytest.mark.parametrize(
    ("call", "wanted"),
    [
        (tr.legal_moves, "expected a State or an Observation"),
        (tr.score, "expected a State or an Observation"),
        (tr.outcome, "expected a State or an Observation"),
        (tr.draw_text, "expected a State or an Observation"),
        (tr.action_space(RULES, 2).mask, "mask takes a State or an Observation"),
        (lambda given: tr.observe(given, 0), "observe takes a State"),
        (lambda given: tr.apply_move(given, tr.Move("pass")), "apply_move takes a State"),
        (lambda given: tr.playout(given, tr.uniform, 1), "playout takes a State"),
    ],
)
def test_a_record_has_the_state_that_is_wanted(call: Any, wanted: str, given: Any) -> None:
    """The sentence about observations is for observations alone."""
    name = type(given).__name__
    with pytest.raises(TypeError) as caught:
        call(given)
    way = f"a {name} has its state as `{name.lower()}.state`"
    assert str(caught.value) == f"{wanted}, not {name}; {way}"
    with pytest.raises(TypeError, match=f"^{wanted}, not Deal$"):
        call(tr.deal(RULES, 2, seed=1))


def test_a_game_has_a_seed_or_a_deal() -> None:
    deal = tr.deal(RULES, 2, seed=1)
    assert tr.new_game(RULES, 2, deal=deal) == STATE
    with pytest.raises(ValueError, match="not both"):
        tr.new_game(RULES, 2, seed=1, deal=deal)


def test_a_deal_is_for_its_rules_and_seats() -> None:
    others: list[Any] = [
        tr.deal(RULES, 3, seed=1),
        tr.deal(tr.load("serendipity-turning"), 2, seed=1),
        tr.deal(tr.load("flowers"), 2, seed=1),
        "red red blue",
    ]
    for deal in others:
        with pytest.raises(ValueError, match="no deal of serendipity for 2 seats"):
            tr.new_game(RULES, 2, deal=deal)


@pytest.mark.parametrize("seats", [True, 2.0, "2", None, 7, 1, -2])
def test_numbers_of_seats_are_whole_numbers(seats: Any) -> None:
    for call in (tr.new_game, tr.deal, tr.action_space):
        with pytest.raises(tr.WrongSeats):
            call(RULES, seats)
    assert tr.new_game(RULES, 2, seed=1) == STATE


def test_what_is_too_large_to_be_shown_is_not_shown() -> None:
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    large: list[Any] = [deep, [10**5000], 10**5000]
    for seats, said in zip(
        large, ["a list that is", "a list that is", "a huge number"], strict=True
    ):
        with pytest.raises(tr.WrongSeats, match=f"not for {said}"):
            tr.new_game(RULES, seats)


@pytest.mark.parametrize("seat", [True, 0.0, "0", 2, -1])
def test_a_viewer_is_a_seat_or_nobody(seat: Any) -> None:
    with pytest.raises(ValueError, match="there is no seat"):
        tr.observe(STATE, seat)


def test_an_observation_is_not_observed() -> None:
    seen: Any = tr.observe(STATE, 0)
    with pytest.raises(TypeError, match="takes a State; an observation is for its viewer alone"):
        tr.observe(seen, 0)
    hidden = "takes a State; an observation does not hold what lies hidden"
    with pytest.raises(TypeError, match=f"apply_move {hidden}"):
        tr.apply_move(seen, tr.legal_moves(seen)[0])
    with pytest.raises(TypeError, match=f"playout {hidden}"):
        tr.playout(seen, tr.uniform, seed=1)


@pytest.mark.parametrize("kind", [3, None, b"pass"])
def test_the_kind_of_a_move_is_a_text(kind: Any) -> None:
    with pytest.raises(TypeError):
        tr.Move(kind, ())


def test_only_a_deal_is_verified_and_only_by_a_text() -> None:
    deal, other = tr.deal(RULES, 2, seed=1), tr.deal(RULES, 2, seed=2)
    assert tr.verify_deal(deal, f" {deal.commitment.upper()}\n")
    assert not tr.verify_deal(other, deal.commitment)
    assert not tr.verify_deal(deal, "")
    wrong: list[tuple[Any, Any]] = [(STATE, ""), (deal, None), (deal, deal.salt), (None, "")]
    for what, by in wrong:
        with pytest.raises(TypeError, match="verify_deal takes a Deal and a commitment"):
            tr.verify_deal(what, by)


def test_only_a_remembered_observation_is_dealt_anew() -> None:
    nothing: Any
    for nothing in (STATE, tr.observe(STATE, 0).to_data(), None):
        with pytest.raises(TypeError, match="determinize takes an Observation"):
            tr.determinize(nothing, 1)
    with pytest.raises(ValueError, match="made without memory"):
        tr.determinize(tr.observe(STATE, 0, memory=False), 1)


def test_what_is_no_argument_of_a_function_is_told() -> None:
    rules: Any = RULES
    calls: dict[str, Any] = {
        "expected a State or an Observation": lambda: tr.outcome(rules),
        "mask takes a State or an Observation": lambda: tr.action_space(RULES, 2).mask(rules),
        "diff takes two Rulesets, as load": lambda: tr.diff(RULES, "serendipity-french"),  # type: ignore[arg-type]
        "playout takes a State": lambda: tr.playout(rules, tr.uniform, seed=1),
        "highlight takes a ScoreBreakdown": lambda: tr.draw_svg(STATE, highlight=0),  # type: ignore[arg-type]
    }
    for said, call in calls.items():
        with pytest.raises(TypeError, match=said):
            call()


def test_one_seat_is_one_seat() -> None:
    alone = tr.load("flowers")
    state = tr.new_game(alone, 1, seed=1)
    space = tr.action_space(alone, 1)
    assert repr(state) == "<State of flowers, 1 seat, ply 0: take, seat 0 to move>"
    assert repr(tr.deal(alone, 1, seed=1)).startswith("<Deal of flowers for 1 seat, commitment ")
    with pytest.raises(ValueError, match="no position of flowers for 1 seat, as"):
        space.mask(STATE)
    with pytest.raises(ValueError, match=r"no deal of flowers for 1 seat$"):
        tr.new_game(alone, 1, deal=tr.deal(alone, 2, seed=1))
