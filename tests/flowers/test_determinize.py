"""States made of what the viewers of Flowers know: they fit, and are drawn evenly.

Eight cards are dealt in every order; the orders that tell a viewer the same are what may lie there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tilerules as tr
from tests.flowers.gardens import cards, garden, hands_of, position
from tests.flowers.strategies import FLOWERS_IDS, flowers_tables
from tests.flowers.test_hidden import SECRETS, third_on_top
from tests.flowers.told import Followed, Place, dealt, followed
from tests.laws.determinizations import (
    Lying,
    Weights,
    all_alike,
    differ,
    drawing_from,
    drawn_evenly,
    draws_from_another_stream,
    fits,
    fits_all_viewers,
    fitting,
    is_not_the_deal_again,
    one_look_never,
    one_thing_more_often,
    orders,
    played_on,
    takes_an_observation_and_a_seed,
    the_seed_of_the_deal_is_of_no_help,
)
from tests.laws.positions import Card
from tests.strategies import seeds
from tilerules.games.flowers import Deal, State
from tilerules.testing import Played

pytestmark = pytest.mark.unmeasured

# ---- they fit -------------------------------------------------------------------------------


def has_no_card_too_many(state: tr.State) -> None:
    """The cards that lie anywhere are among those of the card; a violet one lies only at 0,0."""
    assert isinstance(state, State)
    values = state.ruleset.values_for(state.seats)["cards"]
    there = Counter(
        {f"{of}-{value}": n for of in values["colours"] for value, n in values["values"].items()}
    )
    there.update(values["butterflies"])
    there.subtract(name.rpartition("-")[0] for name in values["butterflies"])
    lying = Counter(card for pile in state.piles for card in pile)
    lying.update(card for plot in state.gardens for stack in plot.values() for card in stack)
    lying.update([*state.swept, *(card for hand in hands_of(state) for card in hand)])
    del lying["violet"]
    assert lying <= there
    assert "violet" not in [card for pile in state.piles for card in pile]


@pytest.mark.parametrize("id", FLOWERS_IDS)
def test_bundled_rulesets(id: str) -> None:
    ruleset = tr.load(id)
    for seats in ruleset.seat_counts:
        states = [*SECRETS.played(ruleset, seats, seed=seats, plies=400).states()]
        assert states[-1].is_over
        for plies in (0, 1, 2, 25, len(states) - 2, len(states) - 1):
            made = fits_all_viewers(states[plies], plies, has_no_card_too_many)
        for plies in (0, 41):
            made = fits_all_viewers(states[plies], b"go on", has_no_card_too_many)
            for viewer in (0, -1):
                end = played_on(made[viewer], Random(id), third_on_top, 400)
                assert (end.is_over, tr.outcome(end) is None) == (True, False)


@settings(max_examples=12)
@given(flowers_tables(), seeds, st.integers(0, 200), st.integers(0, 60))
def test_drawn_rulesets(
    table: tuple[tr.Ruleset, int], seed: int | bytes, plies: int, between: int
) -> None:
    states = [*SECRETS.played(*table, seed, plies).states()]
    for number in {0, between % len(states), len(states) - 1}:
        made = fits_all_viewers(states[number], seed, has_no_card_too_many)
        assert played_on(made[-1], Random(seed), third_on_top, 400).is_over


def test_positions_written_by_hand() -> None:
    """However they came about: unequal turns, short piles, a card in hand from either kind."""
    base, piles = tr.load("flowers"), ["y1 y2", "r1", "b1 b2 b3"]
    gardens = [garden("y4 r4+g2 b4 r3"), garden("r4")]
    for hand in ({}, {"taken_from": 0}, {"taken_from": 2}):
        entries: Card = {"phase": "place", "in_hand": "green-2", **hand} if hand else {}
        at = position(base, gardens, piles, turns=17, ply=3, **entries)
        fits_all_viewers(at, 7, has_no_card_too_many)
    written: dict[str, Any] = {
        "ruleset": "flowers",
        "seats": 2,
        "viewer": 1,
        "phase": "place",
        "to_move": 0,
        "gardens": [{"0,0": cards("r2 y4g")}, {"0,0": cards("r3")}],
        "piles": [cards("y1"), [*cards("b1"), None], [None, None]],
        "in_hand": None,
        "taken_from": 2,
    }
    has_no_card_too_many(fits(tr.Observation.from_data(written), 8))


def test_other_seeds_give_other_states() -> None:
    for seats, plies in ((1, 0), (4, 0), (3, 31)):
        *_, at = SECRETS.played(tr.load("flowers"), seats, 4, plies).states()
        differ(at)
    is_not_the_deal_again(tr.load("flowers"), 3)
    takes_an_observation_and_a_seed(tr.new_game(tr.load("flowers"), 2, seed=1))


# ---- and they are drawn evenly --------------------------------------------------------------

World = tuple[str, ...]
"""The card that was dealt to each place, in the order of the places."""

TWO_COLOURS = {"1": 3, "2": 1, "3": "removed", "4": "removed"}
FOUR_KINDS = {"1": 2, "2": 2, "3": "removed", "4": "removed"}


@attrs.frozen
class Case:
    """A game of eight cards: start cards, piles of which the last is hidden, cards left over."""

    moves: tuple[str, ...] = ()
    sizes: tuple[int, ...] = (2, 2)
    values: Mapping[str, Any] = TWO_COLOURS
    butterflies: tuple[str, ...] = ()
    changes: Mapping[str, Any] = {}

    @property
    def ruleset(self) -> tr.Ruleset:
        cards = {"colours": ["yellow", "red"], "values": self.values}
        piles = {"dealt": "listed", "sizes": list(self.sizes), "number": "removed"}
        card = {"extends": "flowers", "players": [2], "for_players": "removed"}
        cards["butterflies"] = [*self.butterflies]
        changes = {name: {**section} for name, section in self.changes.items()}
        piles |= changes.pop("piles", {})
        return tr.load({**card, "cards": cards, "piles": piles, **changes})

    def game(self) -> tuple[Deal, tr.State]:
        """A deal, and the state after the moves."""
        deal = tr.deal(self.ruleset, 2, seed=len(self.moves))
        assert isinstance(deal, Deal)
        *_, at = Played(deal, self.moves).states()
        assert at.ply == len(self.moves)
        return deal, at

    def possible(self, deal: Deal, viewer: int | None) -> Weights:
        """What may lie there when the moves have told a viewer what they tell of the deal."""
        places, truth = [*dealt(deal)], tuple(dealt(deal).values())
        tables = [followed(deal, self.moves[:plies]) for plies in range(len(self.moves) + 1)]

        def told(world: World) -> Iterator[set[tuple[Place, str]]]:
            cards = dict(zip(places, world, strict=True))
            return ({(at, cards[at]) for at in table.shown_to(viewer)} for table in tables)

        def lies(world: World) -> Lying:
            return lying(tables[-1], dict(zip(places, world, strict=True)))

        return fitting(truth, worlds(truth), told, lies)


def worlds(truth: World) -> Iterator[tuple[World, int]]:
    """All orders of the cards, and how many there are of each when copies are told apart.

    Violet cards stay where they are: each garden begins with one.
    """
    violet, dealt = truth[: truth.count("violet")], truth[truth.count("violet") :]
    for order, number in orders(dealt).items():
        yield (*violet, *order), number


def lying(table: Followed, cards: Mapping[Place, str]) -> Lying:
    """Which cards lie where in a world: the piles from the top, the hand, all that is open."""
    piles = {
        f"pile {n}, {deep}": cards[at]
        for n, pile in enumerate(table.piles)
        for deep, at in enumerate(pile)
    }
    stacks = {
        f"garden {n}, {cell}": tuple(cards[at] for at in stack)
        for n, plot in enumerate(table.gardens)
        for cell, stack in plot.items()
    }
    hand = table.hand and cards[table.hand]
    swept = tuple(cards[at] for at in table.swept)
    return tuple(sorted([*piles.items(), *stacks.items()])) + (("hand", hand), ("swept", swept))


def read(state: tr.State) -> Lying:
    """The same of a state."""
    assert isinstance(state, State)
    piles = {
        f"pile {n}, {deep}": card
        for n, pile in enumerate(state.piles)
        for deep, card in enumerate(pile)
    }
    stacks = {
        f"garden {n}, {x},{y}": stack
        for n, plot in enumerate(state.gardens)
        for (x, y), stack in plot.items()
    }
    known = (("hand", state.in_hand), ("swept", state.swept))
    return tuple(sorted([*piles.items(), *stacks.items()])) + known


OPEN_CARD = ("take 0", "place 1,0")
HIDDEN_CARD = ("take 1", "place 1,0")

CASES = {
    "at the start": Case(),
    "an open card in hand": Case(("take 0",)),
    "a hidden card in hand": Case(("take 1",)),
    "a hidden card placed": Case(HIDDEN_CARD),
    "a second hidden card in hand": Case((*HIDDEN_CARD, "take 1"), (2, 3), FOUR_KINDS),
    "over": Case((*OPEN_CARD, *HIDDEN_CARD, "take 0", "cover 0,0"), (2, 3), FOUR_KINDS),
    "all hidden": Case(("take 0",), changes={"piles": {"hidden": 2}}),
    "shown at once": Case(("take 0",), changes={"piles": {"next_shown": "at_once"}}),
    "butterflies": Case(("take 1",), (2, 2), FOUR_KINDS, ("yellow-2-red", "red-2-yellow")),
    "swept": Case(
        (*OPEN_CARD, "take 1"), (3, 2), FOUR_KINDS, changes={"turn": {"sweep": "open_piles"}}
    ),
    "violet": Case(
        ("take 1",),
        (3, 3),
        changes={"start": {"card": "violet", "violet": "neutral", "cover_violet": "never"}},
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_evenly(name: str) -> None:
    deal, at = CASES[name].game()
    assert at.is_over == (name == "over")
    for viewer in (0, 1, None):
        weights = CASES[name].possible(deal, viewer)
        drawn_evenly(tr.observe(at, viewer), weights, read)


def test_the_possible_cards_by_hand() -> None:
    """Of eight cards three lie open, and two of the five others stay unseen for ever.

    With the card in hand another thing is known to its taker alone.
    """
    deal, _ = CASES["a hidden card in hand"].game()
    unseen = Counter(dealt(deal).values())
    unseen.subtract(dealt(deal)[at] for at in (("start", 0, 0), ("start", 1, 0), ("pile", 0, 0)))
    for viewer, number in ((0, 4 * 3), (1, 5 * 4 * 3), (None, 5 * 4 * 3)):
        weights = CASES["a hidden card in hand"].possible(deal, viewer)
        alike = Counter[object]()
        for look, weight in weights.items():
            alike[dict(look)["hand"]] += weight
        each = sum(weights.values()) / number
        assert each == int(each), "so many ways to lay the others"
        if viewer == 0:
            assert [*alike] == [dealt(deal)["pile", 1, 0]]
        else:
            assert alike == {card: 4 * 3 * n * each for card, n in unseen.items() if n}


@pytest.mark.parametrize("seed", [7, b"7"])
def test_another_stream(seed: int | bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    draws_from_another_stream(tr.load("flowers"), 2, monkeypatch, seed)


def test_the_seed_of_the_deal_is_of_no_help() -> None:
    the_seed_of_the_deal_is_of_no_help(CASES["at the start"].ruleset, 2, read)


# ---- what is drawn unevenly is found --------------------------------------------------------


def filled(seen: tr.Observation, look: Lying) -> tr.State:
    """The state that shows a look where the observation knows nothing."""
    written, things = seen.to_data(), dict(look)
    for key in ("viewer", "memory"):
        written.pop(key, None)
    written["in_hand"] = things["hand"]
    for n, pile in enumerate(written["piles"]):
        pile[:] = [things[f"pile {n}, {deep}"] for deep, _ in enumerate(pile)]
    return tr.State.from_data(written)


def planted(patch: pytest.MonkeyPatch, plant: Callable[[Weights], Weights]) -> None:
    """Look for unevenness in what another `determinize` draws."""
    case = CASES["a hidden card in hand"]
    deal, at = case.game()
    weights = case.possible(deal, 1)
    patch.setattr(tr, "determinize", drawing_from(plant(weights), filled))
    drawn_evenly(tr.observe(at, 1), weights, read)


def as_they_are(weights: Weights) -> Weights:
    return weights


def test_what_is_drawn_evenly_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    planted(monkeypatch, as_they_are)


@pytest.mark.parametrize("plant", [all_alike, one_thing_more_often, one_look_never])
def test_what_is_drawn_unevenly_is_found(
    plant: Callable[[Weights], Weights], monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(AssertionError, match=r"uneven|never seen"):
        planted(monkeypatch, plant)
