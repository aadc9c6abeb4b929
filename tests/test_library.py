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


@pytest.mark.parametrize("seat", [True, 0.0, "0", 2, -1])
def test_a_viewer_is_a_seat_or_nobody(seat: Any) -> None:
    with pytest.raises(ValueError, match="there is no seat"):
        tr.observe(STATE, seat)


def test_an_observation_is_not_observed() -> None:
    seen: Any = tr.observe(STATE, 0)
    with pytest.raises(TypeError, match="observe takes a State"):
        tr.observe(seen, 0)
    with pytest.raises(TypeError, match="apply_move takes a State"):
        tr.apply_move(seen, tr.legal_moves(seen)[0])


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
