"""States made of what the viewers of Gift of Tulips know: they fit, and are drawn evenly.

Eight cards are dealt in every order, with every lottery, and each card that a seat may choose
unseen is chosen; the games that tell a viewer the same are what may have been played.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import product
from random import Random
from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tilerules as tr
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
    tells,
    the_seed_of_the_deal_is_of_no_help,
)
from tests.strategies import seeds
from tests.tulips.strategies import TULIPS_IDS, tulips_tables
from tests.tulips.tables import cards, position, variant
from tests.tulips.test_hidden import SECRETS, any_kind
from tests.tulips.told import Dealt, Followed, Place, dealt
from tilerules.games.tulips import Deal, State
from tilerules.testing import Played

pytestmark = pytest.mark.unmeasured

# ---- they fit -------------------------------------------------------------------------------


def is_in_order(state: tr.State) -> None:
    """No card is there too often, and the lottery draws the cards that the end has drawn."""
    assert isinstance(state, State)
    table = state.ruleset.values_for(state.seats)["cards"]
    there = Counter(
        {f"{of}-{value}": n for of in table["colours"] for value, n in table["values"].items()}
    )
    there.update(table["more"])
    hand = state.in_hand if isinstance(state.in_hand, tuple) else (state.in_hand,)
    first = state.festival[: len(state.festival) - state.drawn]
    lying = Counter([*first, *state.secret, *state.deck, *(card for card in hand if card)])
    lying.update(card for some in (*state.bouquets, *state.hands) for card in some)
    assert lying <= there
    put_away = sum(len(dealt) - 1 for dealt in state.hands)
    coming = len(state.secret) + len(state.deck) + put_away + len([card for card in hand if card])
    assert len(state.lottery) >= coming
    assert all(0 <= place <= number for number, place in enumerate(state.lottery))
    for cards_dealt, kept in zip(state.hands, state.kept, strict=False):
        assert kept in cards_dealt
    if state.is_over:
        order: list[str | None] = []
        for card, place in zip(state.secret, state.lottery, strict=False):
            order.insert(place, card)
        assert tuple(order[: state.drawn]) == state.festival[len(first) :]


@pytest.mark.parametrize("id", TULIPS_IDS)
def test_bundled_rulesets(id: str) -> None:
    ruleset = tr.load(id)
    for seats in (ruleset.seat_counts[0], ruleset.seat_counts[-1]):
        states = [*SECRETS.played(ruleset, seats, seed=seats, plies=300).states()]
        assert states[-1].is_over
        for plies in (0, 1, seats, seats + 1, 30, len(states) - 2, len(states) - 1):
            fits_all_viewers(states[plies], plies, is_in_order)
        for plies in (0, 1, 41):
            made = fits_all_viewers(states[plies], b"go on", is_in_order)
            for viewer in (0, -1):
                end = played_on(made[viewer], Random(id), any_kind, 300)
                is_in_order(end)
                assert (end.is_over, tr.outcome(end) is None) == (True, False)


@settings(max_examples=12)
@given(tulips_tables(), seeds, st.integers(0, 120), st.integers(0, 60))
def test_drawn_rulesets(
    table: tuple[tr.Ruleset, int], seed: int | bytes, plies: int, between: int
) -> None:
    states = [*SECRETS.played(*table, seed, plies).states()]
    for number in {0, between % len(states), len(states) - 1}:
        made = fits_all_viewers(states[number], seed, is_in_order)
        assert played_on(made[-1], Random(seed), any_kind, 300).is_over


def test_positions_written_by_hand() -> None:
    """However they came about: short decks, whoever added most, the end with cards drawn."""
    base = tr.load("tulips")
    begun: dict[str, Any] = {"deck": "o3 o3 p2", "hand": "b4", "turns": 3}
    for by in ([0, 1, 2, 0, 0], [2, 2, 2, 2, 2]):
        secret = {"secret": "o4 b2 p2 p2 p2", "secret_by": by}
        at = position(base, "p2 b3", ["p2", "u4", "p3"], **secret, **begun)
        fits_all_viewers(at, 9, is_in_order)
        over = position(base, "p2 b3", ["p2", "u4", "p3"], **secret, lottery=[0, 0, 1, 0, 2])
        assert (over.is_over, over.drawn) == (True, 5)
        fits_all_viewers(over, 9, is_in_order)
    together = variant(turn={"drawing": "together"})
    at = position(together, "p2 b3", ["p2", "u4"], hand="b4 b4", deck="o3", ply=6)
    fits_all_viewers(at, 9, is_in_order)
    written: dict[str, Any] = {
        "ruleset": "tulips",
        "seats": 3,
        "viewer": 1,
        "phase": "over",
        "to_move": None,
        "festival": cards("p2 b3 u4 u4 u4"),
        "drawn": 3,
        "bouquets": [cards("p2"), [], cards("o3")],
        "secret": [None, *cards("u4"), None],
        "secret_by": [0, 1, 2],
    }
    is_in_order(fits(tr.Observation.from_data(written), 8))


def test_other_seeds_give_other_states() -> None:
    for seats, plies in ((2, 0), (6, 2), (3, 31)):
        *_, at = SECRETS.played(tr.load("tulips"), seats, 4, plies).states()
        differ(at)
    is_not_the_deal_again(tr.load("tulips"), 3)
    takes_an_observation_and_a_seed(tr.new_game(tr.load("tulips"), 2, seed=1))


# ---- and they are drawn evenly --------------------------------------------------------------


UNEVEN = {"2": 3, "3": 1, "4": "removed"}
PAIRS = {"2": 2, "3": 2, "4": "removed"}
THREE_DEALT = {"start": {"left_out": 0, "dealt": 3}}
TOGETHER = {"start": {"dealt": 1}, "turn": {"draws": 2, "drawing": "together"}}


@attrs.frozen
class Game:
    """A deal, what is done with a card of the hand in each ply, and with which card of it."""

    dealt: Dealt
    plies: tuple[str, ...]
    chosen: tuple[int, ...]

    def followed(self, plies: int | None = None) -> Followed:
        """Where the cards lie after so many plies, or after all."""
        table = Followed(self.dealt, [])
        named = self.dealt.rule["turn"]["drawing"] == "together"
        for verb, number in [*zip(self.plies, self.chosen, strict=True)][:plies]:
            card = self.dealt.cards[in_hand(table)[number]]
            table.said.append([])
            table.play(f"{verb} {card}" if named or verb == "start" else verb)
        return table

    def moves(self) -> list[str]:
        """The moves in notation."""
        script = self.followed().script
        return [text.replace("-", self.dealt.cards[place]) for text, place in script]

    def otherwise(self) -> Iterator[tuple[Game, int]]:
        """All games with the same festival and lottery; how many of each, copies told apart."""
        fixed = len(self.dealt.places("festival"))
        places, names = [*self.dealt.cards], [*self.dealt.cards.values()]
        numbers = [range(len(in_hand(self.followed(ply)))) for ply, _ in enumerate(self.plies)]
        for order, number in orders(names[fixed:]).items():
            cards = dict(zip(places, (*names[:fixed], *order), strict=True))
            dealt = attrs.evolve(self.dealt, cards=cards)
            for chosen in product(*numbers):
                yield Game(dealt, self.plies, chosen), number


def in_hand(table: Followed) -> list[Place]:
    """The cards of which the next ply chooses one."""
    return table.hand if table.begun else table.hands[table.seat]


def heard(table: Followed, viewer: int | None) -> Iterator[object]:
    """What a viewer has been told, in order: what was done, and the cards or their number."""
    for said in (each for ply in table.said for each in ply):
        names = tuple(table.dealt.cards[place] for place in said.cards)
        yield said.words, names if said.heard_by(viewer) else len(names)


def lying(table: Followed) -> dict[str, Any]:
    """What lies where: the cards of the deck, of each hand, those kept, the secret ones."""
    cards = table.dealt.cards
    hands, kept = ([], []) if table.begun else (table.hands, table.kept)
    return {
        **numbered("deck", [cards[place] for place in table.deck]),
        **numbered("hand", [cards[place] for place in table.hand]),
        **numbered("dealt", [tuple(cards[place] for place in hand) for hand in hands]),
        **numbered("kept", [cards[place] for place in kept]),
        **numbered("secret", [cards[place] for place in table.secret]),
        "festival": tuple(cards[place] for place in table.festival),
        "bouquets": tuple(tuple(cards[place] for place in some) for some in table.bouquets),
    }


def numbered(word: str, things: Sequence[object]) -> dict[str, Any]:
    return {f"{word} {number}": thing for number, thing in enumerate(things)}


def lying_in(state: tr.State) -> dict[str, Any]:
    """The same of a state."""
    assert isinstance(state, State)
    hand = state.in_hand if isinstance(state.in_hand, tuple) else (state.in_hand,)
    return {
        **numbered("deck", state.deck),
        **numbered("hand", [card for card in hand if card]),
        **numbered("dealt", state.hands),
        **numbered("kept", state.kept),
        **numbered("secret", state.secret),
        "festival": state.festival,
        "bouquets": state.bouquets if state.phase != "start" else ((), ()),
    }


@attrs.frozen
class Case:
    """A game of eight cards and two seats.

    Attributes:
        plies: what is done with a card of the hand.
        wanted: what the game must be like to be worth while.
        lotteries: whether all lotteries are dealt and compared, or only the one of the deal.
    """

    plies: tuple[str, ...] = ()
    values: Mapping[str, Any] = UNEVEN
    changes: Mapping[str, Any] = {}
    wanted: Callable[[Followed], bool] = lambda table: True
    lotteries: bool = False
    viewers: tuple[int | None, ...] = (0, 1, None)

    @property
    def ruleset(self) -> tr.Ruleset:
        two = {"points": [1, 0]}
        scoring = {"giving": two, "keeping": two, "majorities": {"points": {"3": "removed"}}}
        card: dict[str, Any] = {
            "extends": "tulips",
            "players": [2],
            "for_players": "removed",
            "cards": {"colours": ["pink", "blue"], "values": self.values},
            "start": {"festival": 0, "left_out": 2, "dealt": 2},
            "turn": {"draws": 1},
            "scoring": scoring,
        }
        sections = {name: {**card.get(name, {}), **self.changes[name]} for name in self.changes}
        return tr.load({**card, **sections})

    def game(self) -> tuple[Game, tr.State]:
        """The first game that is wanted, and its last state."""
        for seed in range(3000):
            deal, chance = tr.deal(self.ruleset, 2, seed=seed), Random(seed)
            assert isinstance(deal, Deal)
            chosen: tuple[int, ...] = ()
            for ply, _ in enumerate(self.plies):
                table = Game(dealt(deal), self.plies[:ply], chosen).followed()
                chosen += (chance.randrange(len(in_hand(table))),)
            game = Game(dealt(deal), self.plies, chosen)
            if self.wanted(game.followed()):
                *_, at = Played(deal, tuple(game.moves())).states()
                assert at.ply == len(self.plies)
                return game, at
        raise AssertionError("no game is like this")

    def possible(self, truth: Game, viewer: int | None) -> Weights:
        """What may lie there when a viewer has been told what the truth tells it.

        Before the last ply nothing depends on the lottery, so it is left aside at first.
        """
        before = [*heard(truth.followed(-1), viewer)]
        likely = [
            (game, number)
            for game, number in truth.otherwise()
            if not self.lotteries or tells(heard(game.followed(-1), viewer), before)
        ]
        return fitting(
            truth,
            self.with_lotteries(likely),
            lambda game: heard(game.followed(), viewer),
            lambda game: self.look(lying(game.followed()), game.dealt.lottery),
        )

    def with_lotteries(self, games: Iterable[tuple[Game, int]]) -> Iterator[tuple[Game, int]]:
        """The same games with every lottery that the case compares."""
        for game, number in games:
            numbers = [range(k + 1) for k, _ in enumerate(game.dealt.lottery)]
            for lottery in product(*numbers) if self.lotteries else [game.dealt.lottery]:
                dealt = attrs.evolve(game.dealt, lottery=[*lottery])
                yield attrs.evolve(game, dealt=dealt), number

    def look(self, things: Mapping[str, Any], lottery: Sequence[int]) -> Lying:
        """What lies there, and the numbers of the lottery that can still matter."""
        drawing = numbered("lottery", lottery[:4]) if self.lotteries else {}
        return tuple({**things, **drawing}.items())

    def read(self, state: tr.State) -> Lying:
        """The same of a state."""
        assert isinstance(state, State)
        return self.look(lying_in(state), state.lottery)


def some_of_its_own_drawn(table: Followed) -> bool:
    """Of the secret cards of seat 0 one is drawn and one is not; others hide such a card too."""
    cards, owner = table.dealt.cards, dict(zip(table.secret, table.secret_by, strict=True))
    mine = [place for place in table.drawn if owner[place] == 0]
    names = [cards[place] for place in table.secret if owner[place] == 1]
    names += [cards[place] for place in table.dealt.places("left")]
    return len(mine) == 1 and cards[mine[0]] in names and len({*names}) > 1


def two_alike_put_in(table: Followed) -> bool:
    """Both secret cards of seat 0 are alike, one is drawn, and so is a third one."""
    cards, owner = table.dealt.cards, dict(zip(table.secret, table.secret_by, strict=True))
    mine = {cards[place] for place in table.secret if owner[place] == 0}
    drawn = [cards[place] for place in table.drawn]
    return len(mine) == 1 and {*drawn} == mine and [owner[p] for p in table.drawn] == [0, 1]


def two_alike_one_drawn(table: Followed) -> bool:
    """Both secret cards of seat 0 are like the one that is drawn, and others hide the third."""
    cards, owner = table.dealt.cards, dict(zip(table.secret, table.secret_by, strict=True))
    mine = {cards[place] for place in table.secret if owner[place] == 0}
    others = [cards[place] for place in table.secret if owner[place] == 1]
    return mine == {"pink-2"} == {cards[place] for place in table.drawn} and "pink-2" in others


def each_may_be_its_own(table: Followed) -> bool:
    """Two kinds are drawn; seat 0 has put in one of each, and all others of them are hidden."""
    cards, owner = table.dealt.cards, dict(zip(table.secret, table.secret_by, strict=True))
    mine = {cards[place] for place in table.secret if owner[place] == 0}
    drawn = {cards[place] for place in table.drawn}
    kept = {cards[place] for place in table.kept}
    return drawn == mine == {"pink-2", "blue-2"} and kept == {"pink-3", "blue-3"}


BEGUN = ("start", "start")
SECRET = (*BEGUN, "add secret", "add secret")


def over(drawn: int | str, wanted: Callable[[Followed], bool], *viewers: int | None) -> Case:
    """A game that is over, in which each seat has put away one card and added one secretly."""
    return Case(SECRET, UNEVEN, {"end": {"drawn": drawn}}, wanted, True, viewers)


CASES = {
    "at the start": Case(viewers=(0, 1)),
    "one has chosen": Case(("start",), viewers=(0, 1)),
    "one of three kept": Case(("start",), UNEVEN, THREE_DEALT, viewers=(1,)),
    "all have chosen": Case(BEGUN),
    "a secret card added": Case((*BEGUN, "add secret"), PAIRS, viewers=(0, None)),
    "the lottery before the end": Case((*BEGUN, "add secret"), lotteries=True, viewers=(0,)),
    "all cards in hand": Case(BEGUN, UNEVEN, TOGETHER),
    "one of two added secretly": Case((*BEGUN, "add secret"), UNEVEN, TOGETHER),
    "the other kept": Case((*BEGUN, "add secret", "keep"), PAIRS, TOGETHER, viewers=(1, None)),
    "over, one drawn": over(1, some_of_its_own_drawn, 0, 1),
    "over, one of two alike drawn": over(1, two_alike_one_drawn, 0),
    "over, two drawn": over(2, some_of_its_own_drawn, 0, 1),
    "over, each may be its own": over(2, each_may_be_its_own, 0),
    "over, three drawn": over(3, each_may_be_its_own, 0),
    "over, two alike drawn": over(2, two_alike_put_in, 0, None),
    "over, all drawn": over("all", lambda table: True, 1),
    "over, none drawn": over("never", lambda table: True, 0),
}


@pytest.mark.parametrize("name", CASES)
def test_evenly(name: str) -> None:
    case = CASES[name]
    truth, at = case.game()
    assert at.is_over == name.startswith("over")
    for viewer in case.viewers:
        drawn_evenly(tr.observe(at, viewer), case.possible(truth, viewer), case.read)


@pytest.mark.parametrize("seed", [7, b"7"])
def test_another_stream(seed: int | bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    draws_from_another_stream(tr.load("tulips"), 2, monkeypatch, seed)


def test_the_seed_of_the_deal_is_of_no_help() -> None:
    case = Case(lotteries=True)
    the_seed_of_the_deal_is_of_no_help(case.ruleset, 2, case.read)


# ---- what is drawn unevenly is found --------------------------------------------------------


def filled(seen: tr.Observation, look: Lying) -> tr.State:
    """The state that shows a look where the observation of a game that is over knows nothing."""
    written, things = seen.to_data(), dict(look)
    for key in ("viewer", "memory"):
        written.pop(key, None)
    written["secret"] = [things[f"secret {n}"] for n, _ in enumerate(written["secret"])]
    written["lottery"] = [things[f"lottery {n}"] for n, _ in enumerate(written["secret"])]
    return tr.State.from_data(written)


def planted(patch: pytest.MonkeyPatch, plant: Callable[[Weights], Weights]) -> None:
    """Look for unevenness in what another `determinize` draws."""
    case = CASES["over, two alike drawn"]
    truth, at = case.game()
    weights = case.possible(truth, 0)
    patch.setattr(tr, "determinize", drawing_from(plant(weights), filled))
    drawn_evenly(tr.observe(at, 0), weights, case.read)


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
