"""The conformance battery: a game is held to all laws."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from hypothesis import HealthCheck, Phase, given, settings

from tilerules import registry
from tilerules.registry import CardSource
from tilerules.testing.drawn import cards as cards_of
from tilerules.testing.laws import EVENNESS, LAWS, QUICK, Play, Things
from tilerules.testing.leaks import Told


def check_game(
    game: str,
    *,
    told: Told | None = None,
    things: Things | None = None,
    rulesets: Iterable[CardSource] | None = None,
    seeds: Iterable[int] = (1, 2),
    cards: int = 10,
) -> None:
    """Hold a game to all laws that its players, and programs, rely on.

    Random games are played under each ruleset, with every number of seats, and the laws of `LAWS`
    looked at in some of their positions. A few of them are looked at under random cards too.

    Args:
        game: its id.
        told: a small model, apart from `observe`, of what a viewer has been told after some moves
            (in notation) of a deal, as for `Secrets`. Without it nothing says that an observation
            itself tells too much, or too little; only that nothing tells more than it.
        things: all physical things of a state, hidden ones too; they stay the same throughout a
            game. Without it only what is read in can be held against the card.
        rulesets: by default those of the game that are bundled or that a plug-in brings.
        seeds: of the games that are played under each.
        cards: so many random cards are drawn.

    `AssertionError` names the law, the ruleset, the seats, the seed and the ply. `KeyError` if
    there is no such game.

    >>> from tilerules import testing
    >>> for_two = {"extends": "tulips", "players": [2]}
    >>> testing.check_game("tulips", rulesets=[for_two], seeds=[1], cards=0)
    """
    registry.room(game, "game")
    known = (id for id in registry.ruleset_ids() if registry.load(id).game == game)
    seeds = tuple(seeds)
    for source in known if rulesets is None else rulesets:
        ruleset = registry.load(source)
        for seats in ruleset.seat_counts:
            for seed in seeds:
                Play(ruleset, seats, seed, told, things).holds(LAWS)
            Play(ruleset, seats, seeds[0], told, things).holds(EVENNESS)
    if cards:
        _drawn_cards_hold(game, cards, told, things)


def _drawn_cards_hold(game: str, number: int, told: Told | None, things: Things | None) -> None:
    """The laws that can be looked at quickly hold under random cards, the same at every run."""

    @settings(
        max_examples=number,
        derandomize=True,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow],
    )
    @given(cards_of(game))
    def holds(card: Mapping[str, Any]) -> None:
        ruleset = registry.load(card)
        seats = ruleset.seat_counts[len(json.dumps(card)) % len(ruleset.seat_counts)]
        Play(ruleset, seats, 1, told, things, card).holds({law: LAWS[law] for law in QUICK})

    holds()
