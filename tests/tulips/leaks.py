"""Leaks of Gift of Tulips put in on purpose."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

import tilerules as tr
from tests.laws.leaks import Plants, common
from tilerules.games.tulips import State, drawing, hidden, moves, rules, scoring, turns
from tilerules.games.tulips.festival import Secret, festival_of
from tilerules.games.tulips.game import GAME
from tilerules.games.tulips.rules import UNKNOWN
from tilerules.games.tulips.state import Opening

PLANTS = Plants(GAME, rules.Rules)
common(PLANTS)

# ---- the start ------------------------------------------------------------------------------


@PLANTS
def the_hands_of_others_are_seen(patch: pytest.MonkeyPatch) -> None:
    def opening(at: Opening, viewer: int | None) -> Opening:
        return Opening(at.hands, hidden_opening(at, viewer).kept)

    hidden_opening = hidden._opening
    patch.setattr(hidden, "_opening", opening)


@PLANTS
def a_start_choice_is_seen_at_once(patch: pytest.MonkeyPatch) -> None:
    def opening(at: Opening, viewer: int | None) -> Opening:
        return Opening(hidden_opening(at, viewer).hands, at.kept)

    hidden_opening = hidden._opening
    patch.setattr(hidden, "_opening", opening)


@PLANTS
def the_last_move_names_a_card(patch: pytest.MonkeyPatch) -> None:
    def last_move(at: State, viewer: int | None, seen: Secret) -> tr.Move | None:
        return at.last_move

    patch.setattr(hidden, "_last_move", last_move)


@PLANTS
def the_last_start_choice_stays_hidden(patch: pytest.MonkeyPatch) -> None:
    honest = hidden._last_move

    def last_move(at: State, viewer: int | None, seen: Secret) -> tr.Move | None:
        if at.last_move and at.last_move.kind == "start":
            return tr.Move("start", (hidden.VEILED,))
        return honest(at, viewer, seen)

    patch.setattr(hidden, "_last_move", last_move)


# ---- the deck and the hand ------------------------------------------------------------------


@PLANTS
def all_see_the_card_in_hand(patch: pytest.MonkeyPatch) -> None:
    PLANTS.seen_otherwise(patch, lambda honest, at, viewer: {"hand": at.hand})


@PLANTS
def one_seat_sees_the_hands_of_all(patch: pytest.MonkeyPatch) -> None:
    def change(honest: Any, at: State, viewer: int | None) -> dict[str, Any]:
        return {"hand": at.hand} if viewer == 1 else {}

    PLANTS.seen_otherwise(patch, change)


@PLANTS
def the_drawer_does_not_see_its_card(patch: pytest.MonkeyPatch) -> None:
    def change(honest: Any, at: State, viewer: int | None) -> dict[str, Any]:
        return {"hand": bytes((UNKNOWN,)) * len(at.hand)}

    PLANTS.seen_otherwise(patch, change)


@PLANTS
def the_top_of_the_deck_is_seen(patch: pytest.MonkeyPatch) -> None:
    def change(honest: Any, at: State, viewer: int | None) -> dict[str, Any]:
        return {"stock": at.stock[:1] + honest.stock[1:]}

    PLANTS.seen_otherwise(patch, change)


@PLANTS
def the_drawer_sees_the_next_card_too(patch: pytest.MonkeyPatch) -> None:
    def change(honest: Any, at: State, viewer: int | None) -> dict[str, Any]:
        return {"stock": at.stock[:1] + honest.stock[1:]} if viewer == at.to_move else {}

    PLANTS.seen_otherwise(patch, change)


@PLANTS
def the_order_of_moves_depends_on_the_card_in_hand(patch: pytest.MonkeyPatch) -> None:
    def offers(at: Any) -> Any:
        runs = turns.offers(at)
        return runs[::-1] if at.hand and at.hand[0] % 2 and at.hand[0] != UNKNOWN else runs

    PLANTS.replace(patch, offers=offers)


@PLANTS
def a_refusal_names_the_card_in_hand(patch: pytest.MonkeyPatch) -> None:
    def refuse(at: Any, move: tr.Move) -> tr.Refusal:
        refusal = moves.refuse(at, move)
        return attrs.evolve(refusal, message=f"{refusal.message} with {at.in_hand}")

    PLANTS.replace(patch, refuse=refuse)


@PLANTS
def a_score_counts_the_card_in_hand(patch: pytest.MonkeyPatch) -> None:
    def score(at: Any) -> Any:
        if not at.hand or UNKNOWN in at.hand:
            return scoring.score(at)
        return scoring.score(attrs.evolve(at, held=(at.held[0] + at.hand, *at.held[1:])))

    PLANTS.replace(patch, score=score)


@PLANTS
def a_state_is_drawn_as_it_is(patch: pytest.MonkeyPatch) -> None:
    def observe(at: State, viewer: int | None, *, memory: bool) -> Any:
        return at

    patch.setattr(drawing, "observe", observe)


# ---- the secret festival --------------------------------------------------------------------


@PLANTS
def all_see_what_is_added_secretly(patch: pytest.MonkeyPatch) -> None:
    def change(honest: Any, at: State, viewer: int | None) -> dict[str, Any]:
        return {"pool": Secret(honest.pool.cards[:-1] + at.pool.cards[-1:], honest.pool.by)}

    PLANTS.seen_otherwise(patch, change)


@PLANTS
def the_next_seat_sees_what_is_added_secretly(patch: pytest.MonkeyPatch) -> None:
    def change(honest: Any, at: State, viewer: int | None) -> dict[str, Any]:
        pairs = zip(at.pool.cards, at.pool.by, honest.pool.cards, strict=True)
        cards = (card if seat + 1 == viewer else seen for card, seat, seen in pairs)
        return {"pool": Secret(bytes(cards), honest.pool.by)}

    PLANTS.seen_otherwise(patch, change)


@PLANTS
def what_is_added_secretly_is_shown(patch: pytest.MonkeyPatch) -> None:
    def change(honest: Any, at: State, viewer: int | None) -> dict[str, Any]:
        secretly = at.last_move and at.last_move.args[:1] == ("secret",)
        return {"turned": at.pool.cards[-1:] + at.turned} if secretly else {}

    PLANTS.seen_otherwise(patch, change)


@PLANTS
def secret_cards_stand_in_order(patch: pytest.MonkeyPatch) -> None:
    """By value: who added a high card can be read off."""

    def change(honest: Any, at: State, viewer: int | None) -> dict[str, Any]:
        order = sorted(range(len(at.pool.by)), key=lambda number: at.pool.cards[number])
        by = bytes(honest.pool.by[number] for number in order)
        return {"pool": Secret(honest.pool.cards, by)}

    PLANTS.seen_otherwise(patch, change)


@PLANTS
def the_ranking_counts_secret_cards(patch: pytest.MonkeyPatch) -> None:
    def change(honest: Any, at: State, viewer: int | None) -> dict[str, Any]:
        if at.is_over:
            return {}
        secret = festival_of(at.rules, at.market.cards + at.pool.cards)
        return {"market": at.market._replace(ranks=secret.ranks)}

    PLANTS.seen_otherwise(patch, change)


# ---- the end --------------------------------------------------------------------------------


def at_the_end(patch: pytest.MonkeyPatch, change: Any) -> None:
    """What `change` makes of the secret festival when the game is over."""

    def changed(honest: Any, at: State, viewer: int | None) -> dict[str, Any]:
        return {"pool": change(honest.pool, at)} if at.is_over else {}

    PLANTS.seen_otherwise(patch, changed)


@PLANTS
def the_end_shows_secret_cards_that_are_not_drawn(patch: pytest.MonkeyPatch) -> None:
    at_the_end(patch, lambda honest, at: at.pool)


@PLANTS
def the_end_says_whose_the_cards_were(patch: pytest.MonkeyPatch) -> None:
    """Those that it draws are named at the places that they were put in."""

    def change(honest: Secret, at: State) -> Secret:
        drawn = {place for place, number in enumerate(order_of(at)) if number < at.drawn}
        pairs = enumerate(zip(at.pool.cards, honest.cards, strict=True))
        cards = (card if place in drawn else seen for place, (card, seen) in pairs)
        return Secret(bytes(cards), honest.by)

    at_the_end(patch, change)


def order_of(at: State) -> list[int]:
    """For each secret card, when the end would draw it."""
    order: list[int] = []
    for card, place in zip(range(len(at.pool.cards)), at.places, strict=False):
        order.insert(place, card)
    return [order.index(card) for card in range(len(order))]


@PLANTS
def a_card_that_is_drawn_leaves_the_list_of_its_seat(patch: pytest.MonkeyPatch) -> None:
    def change(honest: Secret, at: State) -> Secret:
        left = [place for place, number in enumerate(order_of(at)) if number >= at.drawn]
        by = bytes(honest.by[place] for place in left)
        return Secret(bytes(honest.cards[place] for place in left), by)

    at_the_end(patch, change)


@PLANTS
def the_lottery_can_be_told_before_the_end(patch: pytest.MonkeyPatch) -> None:
    PLANTS.seen_otherwise(
        patch, lambda honest, at, viewer: {"turns": honest.turns + 1000 * at.places[-1]}
    )


@PLANTS
def an_event_names_the_card_drawn(patch: pytest.MonkeyPatch) -> None:
    def change(happened: list[Any], at: State) -> list[Any]:
        drawn = str(at.in_hand)
        return [
            attrs.evolve(event, card=drawn) if event.kind == "drawn" else event
            for event in happened
        ]

    PLANTS.happening_otherwise(patch, change)


@PLANTS
def an_event_names_the_card_added_secretly(patch: pytest.MonkeyPatch) -> None:
    def change(happened: list[Any], at: State) -> list[Any]:
        secretly = str(at.secret[-1]) if at.secret else ""
        return [
            attrs.evolve(event, card=secretly) if event.kind == "added_secretly" else event
            for event in happened
        ]

    PLANTS.happening_otherwise(patch, change)


@PLANTS
def a_drawn_state_keeps_the_lottery(patch: pytest.MonkeyPatch) -> None:
    known = PLANTS.known_later(patch)

    def determinize(seen: Any, stream: Any) -> Any:
        drawn: Any = GAME.determinize(seen, stream)
        return attrs.evolve(drawn, places=known(seen).places)

    PLANTS.replace(patch, determinize=determinize)
