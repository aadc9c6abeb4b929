"""Leaks of Flowers put in on purpose."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

import tilerules as tr
from tests.laws.leaks import Plants, common
from tilerules.games.flowers import State, drawing, hidden, moves, rules, scoring, turns
from tilerules.games.flowers import state as states
from tilerules.games.flowers.game import GAME
from tilerules.games.flowers.rules import UNKNOWN
from tilerules.games.flowers.state import NO_CARD

PLANTS = Plants(GAME, rules.Rules)
common(PLANTS)


@PLANTS
def the_next_card_is_seen_before_its_turn(patch: pytest.MonkeyPatch) -> None:
    def is_open(table: Any, pile: int) -> bool:
        return bool(pile < table.rules.open_piles)

    patch.setattr(hidden, "is_open", is_open)


@PLANTS
def the_next_card_is_seen_after_the_end(patch: pytest.MonkeyPatch) -> None:
    def is_open(table: Any, pile: int) -> bool:
        over = table.to_move is None and pile < table.rules.open_piles
        return bool(over or states.is_open(table, pile))

    patch.setattr(hidden, "is_open", is_open)


@PLANTS
def others_see_what_was_taken_from_a_hidden_pile(patch: pytest.MonkeyPatch) -> None:
    PLANTS.seen_otherwise(patch, lambda honest, at, viewer: {"hand": at.hand})


@PLANTS
def one_seat_sees_the_hands_of_all(patch: pytest.MonkeyPatch) -> None:
    PLANTS.seen_otherwise(
        patch, lambda honest, at, viewer: {"hand": at.hand} if viewer == 1 else {}
    )


@PLANTS
def the_taker_does_not_see_its_card(patch: pytest.MonkeyPatch) -> None:
    def change(honest: Any, at: State, viewer: int | None) -> dict[str, Any]:
        return {"hand": honest.hand if at.hand == NO_CARD or states.lay_open(at) else UNKNOWN}

    PLANTS.seen_otherwise(patch, change)


@PLANTS
def the_second_card_of_a_pile_is_seen(patch: pytest.MonkeyPatch) -> None:
    def change(honest: Any, at: State, viewer: int | None) -> dict[str, Any]:
        pairs = zip(honest.stock, at.stock, strict=True)
        return {"stock": tuple(seen[:1] + pile[1:2] + seen[2:] for seen, pile in pairs)}

    PLANTS.seen_otherwise(patch, change)


@PLANTS
def the_top_of_the_hidden_pile_is_seen_by_who_took_from_it(patch: pytest.MonkeyPatch) -> None:
    def change(honest: Any, at: State, viewer: int | None) -> dict[str, Any]:
        pile = at.taken_from
        if viewer != at.to_move or pile < at.rules.open_piles or not at.stock[pile]:
            return {}
        stock = list(honest.stock)
        stock[pile] = at.stock[pile][:1] + stock[pile][1:]
        return {"stock": tuple(stock)}

    PLANTS.seen_otherwise(patch, change)


@PLANTS
def the_card_to_come_is_shown_with_the_last_move(patch: pytest.MonkeyPatch) -> None:
    def change(honest: Any, at: State, viewer: int | None) -> dict[str, Any]:
        return {"turned": tuple((0, pile[0]) for pile in at.stock[-1:] if pile)}

    PLANTS.seen_otherwise(patch, change)


@PLANTS
def piles_stand_in_the_order_of_their_top_cards(patch: pytest.MonkeyPatch) -> None:
    def offers(at: Any) -> Any:
        runs = turns.offers(at)
        if at.phase != "take":
            return runs
        ((block, places),) = runs
        piles = [places[number] for number in range(len(places))]
        return ((block, sorted(piles, key=lambda pile: at.stock[pile][:1])),)

    PLANTS.replace(patch, offers=offers)


@PLANTS
def what_may_be_covered_depends_on_the_card_in_hand(patch: pytest.MonkeyPatch) -> None:
    def offers(at: Any) -> Any:
        runs = turns.offers(at)
        return runs[:1] if at.phase == "place" and at.hand % 2 and at.hand != UNKNOWN else runs

    PLANTS.replace(patch, offers=offers)


@PLANTS
def a_state_is_drawn_as_it_is(patch: pytest.MonkeyPatch) -> None:
    def observe(at: State, viewer: int | None, *, memory: bool) -> Any:
        return at

    patch.setattr(drawing, "observe", observe)


@PLANTS
def a_text_names_the_hidden_top(patch: pytest.MonkeyPatch) -> None:
    def draw_text(at: Any, *, colour: bool = False) -> str:
        return drawing.draw_text(at) + "".join(str(pile[0]) for pile in at.piles if pile)

    PLANTS.replace(patch, draw_text=draw_text)


@PLANTS
def a_refusal_names_the_card_in_hand(patch: pytest.MonkeyPatch) -> None:
    def refuse(at: Any, move: tr.Move) -> tr.Refusal:
        refusal = moves.refuse(at, move)
        return attrs.evolve(refusal, message=f"{refusal.message} with {at.in_hand}")

    PLANTS.replace(patch, refuse=refuse)


@PLANTS
def a_score_counts_the_card_in_hand(patch: pytest.MonkeyPatch) -> None:
    def score(at: Any) -> Any:
        if at.hand in (NO_CARD, UNKNOWN):
            return scoring.score(at)
        plots = (*at.plots[:-1], states.covered(at.plots[-1], at.plots[-1].cells[0], at.hand))
        return scoring.score(attrs.evolve(at, plots=plots))

    PLANTS.replace(patch, score=score)


@PLANTS
def a_short_form_is_completed_from_the_hidden_pile(patch: pytest.MonkeyPatch) -> None:
    def parse(at: Any, words: Any) -> tr.Move:
        move = moves.parse(at, words)
        if move.kind == "take" and at.stock[-1] and at.stock[-1][0] % 2:
            return tr.Move("take", ("0",))
        return move

    PLANTS.replace(patch, parse=parse)


@PLANTS
def an_event_names_the_card_from_the_hidden_pile(patch: pytest.MonkeyPatch) -> None:
    def change(happened: list[Any], at: State) -> list[Any]:
        return [
            attrs.evolve(event, card=at.in_hand) if event.kind == "taken" else event
            for event in happened
        ]

    PLANTS.happening_otherwise(patch, change)
