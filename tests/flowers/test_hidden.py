"""What the viewers of Flowers may know: what lies open or has lain open, and what they hold.

`told` says it a second time, from the rulebook: start cards and all that is placed lie open, so do
the tops of the open piles and what is swept; a card from a hidden pile is known to its taker alone
until it is placed. Two deals that agree on every card told to a viewer must look alike in all that
this viewer, or whoever holds a state, can get out of the library without asking for what is hidden.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from random import Random
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tilerules as tr
from tests.flowers.gardens import seen
from tests.flowers.strategies import FLOWERS_IDS, Card, flowers_tables
from tests.serendipity.test_hidden import failed, of_position
from tests.strategies import seeds
from tilerules.games.flowers import (
    Deal,
    Observation,
    State,
    drawing,
    hidden,
    moves,
    rules,
    scoring,
    turns,
)
from tilerules.games.flowers import state as states
from tilerules.games.flowers.game import GAME
from tilerules.games.flowers.rules import UNKNOWN
from tilerules.games.flowers.state import NO_CARD

Place = tuple[str, int, int]
"""Where a card was dealt to: `start` and a seat, `pile` and how deep in it, or `left` over."""

# ---- the small model ------------------------------------------------------------------------


class Followed:
    """Where the cards lie after some moves, each by the place that it was dealt to.

    Which card was dealt to which place is not known here, so nothing can depend on it.
    """

    def __init__(self, rule: Card, seats: int, sizes: Sequence[int], played: Sequence[str]) -> None:
        self.rule, self.seats = rule, seats
        self.gardens = [{"0,0": [("start", seat, 0)]} for seat in range(seats)]
        self.piles = [[("pile", n, deep) for deep in range(size)] for n, size in enumerate(sizes)]
        self.open = self.piles[: len(self.piles) - rule["piles"]["hidden"]]
        self.hand: Place | None = None
        self.swept: list[Place] = []
        self.shown = {("start", seat, 0) for seat in range(seats)}
        self.taker, self.taken_from, self.over = 0, [("", 0, 0)], False
        self.turn_up(self.open)
        for move in played:
            self.play(*move.split())

    def turn_up(self, piles: Sequence[list[Place]]) -> None:
        """All see the top cards of these piles."""
        self.shown |= {pile[0] for pile in piles if pile}

    def play(self, verb: str, where: str) -> None:
        """A card is taken, or it is laid and the turn is over."""
        if verb == "take":
            self.taken_from = self.piles[int(where)]
            self.hand = self.taken_from.pop(0)
            if self.rule["piles"]["next_shown"] == "at_once":
                self.turn_up([pile for pile in self.open if pile is self.taken_from])
            return
        assert self.hand is not None
        self.gardens[self.taker].setdefault(where, []).append(self.hand)
        self.shown.add(self.hand)
        self.hand, self.taker = None, (self.taker + 1) % self.seats
        if not self.ends():
            self.sweep()
        self.over = self.ends()
        if not self.over:
            self.turn_up(self.open)

    def sweep(self) -> None:
        """The top card of each open pile, or of each other one, leaves the game, seen by all."""
        word = self.rule["turn"]["sweep"]
        for pile in [] if word == "never" else self.open:
            if pile and not (word == "other_piles" and pile is self.taken_from):
                self.turn_up([pile])
                self.swept.append(pile.pop(0))
                self.turn_up([pile])

    def ends(self) -> bool:
        """Whether the turn that would follow is not played."""
        goes_on = self.rule["end"]["round"] == "finished" and self.taker != 0 and any(self.piles)
        return not (all(self.piles) or goes_on)


def told(table: Followed, viewer: int | None) -> set[Place]:
    """The places of the deal whose cards a viewer has been shown."""
    mine = {table.hand} if table.hand is not None and viewer == table.taker else set()
    return table.shown | mine


# ---- games ----------------------------------------------------------------------------------


class Played:
    """A deal and the moves made on it, in notation."""

    def __init__(self, deal: Deal, moves: Sequence[str]) -> None:
        self.deal = deal
        self.moves = tuple(moves)
        self.rule: Card = dict(deal.ruleset.values_for(deal.seats))
        starts, *piles, left = [part.split() for part in deal.layout.split("|")]
        self.dealt: dict[Place, str] = {("start", n, 0): card for n, card in enumerate(starts)}
        self.dealt |= {
            ("pile", n, deep): card
            for n, pile in enumerate(piles)
            for deep, card in enumerate(pile)
        }
        self.dealt |= {("left", n, 0): card for n, card in enumerate(left)}
        self.sizes = [len(pile) for pile in piles]

    def followed(self, plies: int) -> Followed:
        return Followed(self.rule, self.deal.seats, self.sizes, self.moves[:plies])

    def told(self, plies: int, viewer: int | None) -> dict[Place, str]:
        """The cards that a viewer has been shown, by the place that they were dealt to."""
        return {place: self.dealt[place] for place in told(self.followed(plies), viewer)}

    def states(self) -> Iterator[State]:
        """The states; that a move is legal depends on no card."""
        at = tr.new_game(self.deal.ruleset, self.deal.seats, deal=self.deal)
        assert isinstance(at, State)
        yield at
        for text in self.moves:
            verb, where = text.split()
            at = tr.apply_move(at, tr.Move(verb, (where,)))
            yield at


def played(ruleset: tr.Ruleset, seats: int, seed: int | bytes, plies: int) -> Played:
    """A game of random moves, in which every third card is laid on top of another."""
    deal, chance = tr.deal(ruleset, seats, seed=seed), Random(seed)
    at, texts = tr.new_game(ruleset, seats, deal=deal), list[str]()
    while len(texts) < plies and not at.is_over:
        legal = tr.legal_moves(at)
        covers = [move for move in legal if move.kind == "cover"]
        likely = covers if covers and chance.random() < 1 / 3 else legal
        move = likely[chance.randrange(len(likely))]
        texts.append(str(move))
        at = tr.apply_move(at, move)
    assert isinstance(deal, Deal)
    return Played(deal, texts)


def dealt_otherwise(game: Played, plies: int, viewer: int | None, chance: Random) -> Played:
    """Another deal that agrees on every card told to a viewer in so many plies: the others change
    places, those left over among them."""
    known = game.told(plies, viewer)
    places = [place for place in game.dealt if place not in known]
    cards = [game.dealt[place] for place in places]
    chance.shuffle(cards)
    dealt = {**game.dealt, **dict(zip(places, cards, strict=True))}
    number = game.deal.rules.number

    def cards_at(kind: str, first: int | None = None) -> bytes:
        return bytes(
            number[card] for at, card in dealt.items() if at[0] == kind and first in (None, at[1])
        )

    piles = tuple(cards_at("pile", pile) for pile in range(len(game.sizes)))
    starts, left = cards_at("start"), cards_at("left")
    other = attrs.evolve(game.deal, starts=starts, piles=piles, left_over=left)
    return Played(other, game.moves)


# ---- all that can be got out of a position --------------------------------------------------


def views(at: State, viewer: int | None) -> dict[str, object]:
    """Everything that a viewer can get, and what a state says without being asked for more."""
    view, forgetful = seen(at, viewer), seen(at, viewer, memory=False)
    said: dict[str, object] = {
        "hash": hash(view),
        "data": json.dumps(view.to_data()),
        "fields": attrs.astuple(view, recurse=False),
        "forgetful": json.dumps(forgetful.to_data()),
        "forgetful text": (repr(forgetful), str(forgetful), tr.draw_text(forgetful)),
        "gardens": (repr(at.gardens), str(at.gardens), at.shown),
    }
    for name, position in (("view", view), ("state", at)):
        said |= {f"{name} {key}": value for key, value in of_position(position).items()}
        said[f"{name} drawn"] = tr.draw_text(position)
        said[f"{name} asked"] = asked(position)
    said["errors"] = [
        failed(lambda: tr.observe(at, at.seats)),
        failed(lambda: at.gardens[0][99, 99]),
        failed(lambda: setattr(at, "stock", ())),
        failed(lambda: tr.apply_move(at, "take 0")),  # type: ignore[arg-type]
    ]
    return said


def asked(at: tr.Position) -> list[str]:
    """What is said of moves around the start cards, most of which are not legal."""
    texts = [f"{verb} {x},{y}" for verb in ("place", "cover") for x in (0, 1) for y in (-1, 0, 9)]
    texts += [f"take {pile}" for pile in range(5)]
    said = []
    for text in texts:
        verb, where = text.split()
        said += [repr(tr.why_illegal(at, tr.Move(verb, (where,))))]
        said += [failed(partial(tr.parse_move, at, text))]
    return said


# ---- the laws -------------------------------------------------------------------------------


def shows_what_was_told(game: Played) -> None:
    """Each viewer sees every card told to it, where it lies now, and no other."""
    before: dict[Place, str] = {}
    for plies, at in enumerate(game.states()):
        table = game.followed(plies)
        for viewer in (None, *range(at.seats)):
            view, known = seen(at, viewer), game.told(plies, viewer)
            assert said_of(view) == as_told(table, known)
            assert view.viewer == viewer
            forgetful = seen(at, viewer, memory=False)
            assert said_of(forgetful) == as_forgotten(as_told(table, known))
        known = game.told(plies, None)
        fresh = {place: card for place, card in known.items() if place not in before}
        shown = [(turned.pile, turned.card) for turned in at.shown]
        held = None if plies == 0 else game.followed(plies - 1).hand
        turned = [(place, card) for place, card in fresh.items() if place[0] == "pile"]
        assert sorted(shown) == sorted((place[1], card) for place, card in turned if place != held)
        before = known


def said_of(view: Observation) -> dict[str, Any]:
    """The cards in the data of a position."""
    data = view.to_data()
    return {key: data[key] for key in ("gardens", "piles", "in_hand", "swept")}


def as_told(table: Followed, known: dict[Place, str]) -> dict[str, Any]:
    """The same by the model: the cards that are known, at their places."""
    return {
        "gardens": [
            {cell: [known.get(place) for place in stack] for cell, stack in in_row_order(garden)}
            for garden in table.gardens
        ],
        "piles": [[known.get(place) for place in pile] for pile in table.piles],
        "in_hand": table.hand and known.get(table.hand),
        "swept": [known.get(place) for place in table.swept],
    }


def in_row_order(garden: dict[str, list[Place]]) -> list[tuple[str, list[Place]]]:
    return sorted(
        garden.items(), key=lambda item: [int(number) for number in item[0].split(",")][::-1]
    )


def as_forgotten(all_told: dict[str, Any]) -> dict[str, Any]:
    """What lies open alone: neither covered nor swept cards."""
    gardens = [
        {cell: [*([None] * (len(stack) - 1)), stack[-1]] for cell, stack in garden.items()}
        for garden in all_told["gardens"]
    ]
    return {**all_told, "gardens": gardens, "swept": [None] * len(all_told["swept"])}


def looks_alike(game: Played, plies: int, viewer: int | None, chance: Random) -> int:
    """Another deal looks the same to a viewer as long as it tells the same; for how many plies."""
    other = dealt_otherwise(game, plies, viewer, chance)
    alike = 0
    for ply, (one, another) in enumerate(zip(game.states(), other.states(), strict=True)):
        if game.told(ply, viewer) != other.told(ply, viewer):
            break
        first, second = views(one, viewer), views(another, viewer)
        different = [key for key in first if first[key] != second[key]]
        assert different == []
        alike += 1
    assert alike > plies
    return alike


@given(flowers_tables(), seeds, st.integers(0, 80))
def test_viewers_see_what_was_told(
    table: tuple[tr.Ruleset, int], seed: int | bytes, plies: int
) -> None:
    shows_what_was_told(played(*table, seed, plies))


@given(flowers_tables(), seeds, st.integers(0, 24), st.integers(0, 24), st.randoms())
def test_deals_that_tell_the_same_look_the_same(
    table: tuple[tr.Ruleset, int], seed: int | bytes, plies: int, agreed: int, chance: Random
) -> None:
    game = played(*table, seed, plies)
    for viewer in (None, *range(table[1])):
        looks_alike(game, min(agreed, len(game.moves)), viewer, chance)


@pytest.mark.parametrize("id", FLOWERS_IDS)
def test_bundled_rulesets(id: str) -> None:
    ruleset = tr.load(id)
    for seats in ruleset.seat_counts:
        game = played(ruleset, seats, seed=seats, plies=30)
        shows_what_was_told(game)
        for viewer in (None, seats - 1):
            looks_alike(game, 25, viewer, Random(seats))


def test_told_by_hand() -> None:
    """Two seats, two piles of which the last is hidden."""
    rule: Card = {
        "piles": {"hidden": 1, "next_shown": "next_turn"},
        "turn": {"sweep": "never"},
        "end": {"round": "broken_off"},
    }
    starts: set[Place] = {("start", 0, 0), ("start", 1, 0)}
    first, second, unseen = ("pile", 0, 0), ("pile", 0, 1), ("pile", 1, 0)

    def known(viewer: int | None, *played: str, **piles: str) -> set[Place]:
        changed = {**rule, "piles": {**rule["piles"], **piles}}
        return told(Followed(changed, 2, [2, 3], played), viewer) - starts

    assert known(None) == known(1) == {first}
    assert known(None, "take 0") == known(0, "take 0") == {first}
    assert known(None, "take 0", next_shown="at_once") == {first, second}
    assert known(None, "take 0", "place 0,1") == {first, second}
    assert known(None, "take 1") == known(1, "take 1") == {first}
    assert known(0, "take 1") == {first, unseen}
    assert known(None, "take 1", "cover 0,0") == {first, unseen}
    again = ("take 0", "place 0,1", "take 1", "place 1,0", "take 0", "place 0,2")
    assert known(1, *again[:3]) == {first, second, unseen}
    assert Followed(rule, 2, [2, 3], again).over
    swept = Followed({**rule, "turn": {"sweep": "open_piles"}}, 2, [4, 3], again[:2])
    assert swept.swept == [("pile", 0, 1)]
    assert told(swept, None) == starts | {("pile", 0, deep) for deep in (0, 1, 2)}


# ---- what is printed ------------------------------------------------------------------------

TWELVE = ["amber", "black", "coral", "denim", "ebony", "fawn"]
TWELVE.extend(["gold", "hazel", "ivory", "jade", "khaki", "lime"])


def test_nothing_that_is_printed_names_a_hidden_card() -> None:
    """Every card is there once, so that a card in a text is one that all have been shown."""
    cards = {"colours": TWELVE, "values": dict.fromkeys("123456789", 1), "butterflies": []}
    ruleset = tr.load({"extends": "flowers", "cards": cards})
    game = played(ruleset, 3, seed=1, plies=90)
    holding = 0
    for plies, at in enumerate(game.states()):
        for viewer in (None, plies % 3):
            known = {*game.told(plies, viewer).values()}
            view = seen(at, viewer)
            assert named_in(printed(view)) <= known
            assert viewer is not None or named_in(printed(at)) <= known
            holding += at.in_hand in known and viewer is not None
    assert holding > 10
    for text in (repr(game.deal), str(game.deal), failed(lambda: tr.observe(game.deal, 0))):  # type: ignore[arg-type]
        assert not named_in([text])


def printed(at: State | Observation) -> list[str]:
    """What a position prints, and what errors and refusals say."""
    return [repr(at), str(at), tr.draw_text(at), repr(at.gardens), *asked(at)]


def named_in(texts: Sequence[str]) -> set[str]:
    """The cards that texts name, in full or in short."""
    long = {letters[0]: letters for letters in TWELVE}
    found = set[str]()
    for text in texts:
        found |= set(re.findall(r"\b(?:" + "|".join(TWELVE) + r")-\d", text))
        found |= {f"{long[c.lower()]}-{n}" for c, n in re.findall(r"\b([A-L])(\d)\b", text)}
    return found


def test_a_deal_prints_its_commitment_alone() -> None:
    deal = tr.deal(tr.load("flowers"), 2, seed=1)
    assert repr(deal) == str(deal)
    assert repr(deal) == f"<Deal of flowers for 2 seats, commitment {deal.commitment}>"
    assert deal.salt.hex() not in repr(deal)


# ---- the checks catch leaks put in on purpose -----------------------------------------------

Plant = Callable[[pytest.MonkeyPatch], None]
PLANTED: dict[str, Plant] = {}


def planted(plant: Plant) -> Plant:
    PLANTED[plant.__name__] = plant
    return plant


def replace(patch: pytest.MonkeyPatch, **functions: Any) -> None:
    """Give the game other functions than its own."""
    patch.setattr(rules.Rules, "game", attrs.evolve(GAME, **functions))


def seen_otherwise(patch: pytest.MonkeyPatch, change: Callable[..., dict[str, Any]]) -> None:
    """Observations some of whose fields `change` makes of the honest one and the state."""

    def observe(at: State, viewer: int | None, *, memory: bool) -> Any:
        honest = hidden.observe(at, viewer, memory=memory)
        return attrs.evolve(honest, **change(honest, at, viewer))

    replace(patch, observe=observe)


@planted
def the_next_card_is_seen_before_its_turn(patch: pytest.MonkeyPatch) -> None:
    def is_open(table: Any, pile: int) -> bool:
        return bool(pile < table.rules.open_piles)

    patch.setattr(hidden, "is_open", is_open)


@planted
def the_next_card_is_seen_after_the_end(patch: pytest.MonkeyPatch) -> None:
    def is_open(table: Any, pile: int) -> bool:
        over = table.to_move is None and pile < table.rules.open_piles
        return bool(over or states.is_open(table, pile))

    patch.setattr(hidden, "is_open", is_open)


@planted
def others_see_what_was_taken_from_a_hidden_pile(patch: pytest.MonkeyPatch) -> None:
    seen_otherwise(patch, lambda honest, at, viewer: {"hand": at.hand})


@planted
def one_seat_sees_the_hands_of_all(patch: pytest.MonkeyPatch) -> None:
    seen_otherwise(patch, lambda honest, at, viewer: {"hand": at.hand} if viewer == 1 else {})


@planted
def the_taker_does_not_see_its_card(patch: pytest.MonkeyPatch) -> None:
    def change(honest: Any, at: State, viewer: int | None) -> dict[str, Any]:
        return {"hand": honest.hand if at.hand == NO_CARD or states.lay_open(at) else UNKNOWN}

    seen_otherwise(patch, change)


@planted
def the_second_card_of_a_pile_is_seen(patch: pytest.MonkeyPatch) -> None:
    def change(honest: Any, at: State, viewer: int | None) -> dict[str, Any]:
        pairs = zip(honest.stock, at.stock, strict=True)
        return {"stock": tuple(seen[:1] + pile[1:2] + seen[2:] for seen, pile in pairs)}

    seen_otherwise(patch, change)


@planted
def the_top_of_the_hidden_pile_is_seen_by_who_took_from_it(patch: pytest.MonkeyPatch) -> None:
    def change(honest: Any, at: State, viewer: int | None) -> dict[str, Any]:
        pile = at.taken_from
        if viewer != at.to_move or pile < at.rules.open_piles or not at.stock[pile]:
            return {}
        stock = list(honest.stock)
        stock[pile] = at.stock[pile][:1] + stock[pile][1:]
        return {"stock": tuple(stock)}

    seen_otherwise(patch, change)


@planted
def the_card_to_come_is_shown_with_the_last_move(patch: pytest.MonkeyPatch) -> None:
    def change(honest: Any, at: State, viewer: int | None) -> dict[str, Any]:
        return {"turned": tuple((0, pile[0]) for pile in at.stock[-1:] if pile)}

    seen_otherwise(patch, change)


@planted
def an_observation_carries_a_sum_of_its_state(patch: pytest.MonkeyPatch) -> None:
    def change(honest: Any, at: State, viewer: int | None) -> dict[str, Any]:
        total = sum(n * card for pile in at.stock for n, card in enumerate(pile))
        return {"ply": honest.ply + total % 7 * 10**6}

    seen_otherwise(patch, change)


@planted
def covered_cards_are_forgotten(patch: pytest.MonkeyPatch) -> None:
    def observe(at: State, viewer: int | None, *, memory: bool) -> Any:
        return hidden.observe(at, viewer, memory=False)

    replace(patch, observe=observe)


@planted
def the_forgetful_remember(patch: pytest.MonkeyPatch) -> None:
    def observe(at: State, viewer: int | None, *, memory: bool) -> Any:
        return hidden.observe(at, viewer, memory=True)

    replace(patch, observe=observe)


@planted
def piles_stand_in_the_order_of_their_top_cards(patch: pytest.MonkeyPatch) -> None:
    def offers(at: Any) -> Any:
        runs = turns.offers(at)
        if at.phase != "take":
            return runs
        ((block, places),) = runs
        piles = [places[number] for number in range(len(places))]
        return ((block, sorted(piles, key=lambda pile: at.stock[pile][:1])),)

    replace(patch, offers=offers)


@planted
def what_may_be_covered_depends_on_the_card_in_hand(patch: pytest.MonkeyPatch) -> None:
    def offers(at: Any) -> Any:
        runs = turns.offers(at)
        return runs[:1] if at.phase == "place" and at.hand % 2 and at.hand != UNKNOWN else runs

    replace(patch, offers=offers)


@planted
def a_state_is_drawn_as_it_is(patch: pytest.MonkeyPatch) -> None:
    def observe(at: State, viewer: int | None, *, memory: bool) -> Any:
        return at

    patch.setattr(drawing, "observe", observe)


@planted
def a_text_names_the_hidden_top(patch: pytest.MonkeyPatch) -> None:
    def draw_text(at: Any) -> str:
        return drawing.draw_text(at) + "".join(str(pile[0]) for pile in at.piles if pile)

    replace(patch, draw_text=draw_text)


@planted
def a_repr_lists_the_piles(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(State, "__repr__", lambda at: f"<State {at.stock}>")


@planted
def a_refusal_names_the_card_in_hand(patch: pytest.MonkeyPatch) -> None:
    def refuse(at: Any, move: tr.Move) -> tr.Refusal:
        refusal = moves.refuse(at, move)
        return attrs.evolve(refusal, message=f"{refusal.message} with {at.in_hand}")

    replace(patch, refuse=refuse)


@planted
def an_error_carries_the_piles(patch: pytest.MonkeyPatch) -> None:
    def refuse(at: Any, move: tr.Move) -> tr.Refusal:
        return attrs.evolve(moves.refuse(at, move), rule=at.stock)

    replace(patch, refuse=refuse)


@planted
def a_score_counts_the_card_in_hand(patch: pytest.MonkeyPatch) -> None:
    def score(at: Any) -> Any:
        if at.hand in (NO_CARD, UNKNOWN):
            return scoring.score(at)
        plots = (*at.plots[:-1], states.covered(at.plots[-1], at.plots[-1].cells[0], at.hand))
        return scoring.score(attrs.evolve(at, plots=plots))

    replace(patch, score=score)


@planted
def a_short_form_is_completed_from_the_hidden_pile(patch: pytest.MonkeyPatch) -> None:
    def parse(at: Any, words: Any) -> tr.Move:
        move = moves.parse(at, words)
        if move.kind == "take" and at.stock[-1] and at.stock[-1][0] % 2:
            return tr.Move("take", ("0",))
        return move

    replace(patch, parse=parse)


def leaks_are_found() -> None:
    """All checks, on games in which every kind of thing happens."""
    tables = [("flowers", 1, 1), ("flowers", 2, 2), ("flowers-dutch", 2, 2)]
    tables += [("flowers-summer", 3, 3), ("flowers-even-turns", 2, 14)]
    for id, seats, seed in tables:  # the last of them ends with a card that is not turned up
        game = played(tr.load(id), seats, seed, plies=200)
        shows_what_was_told(game)
        short = Played(game.deal, game.moves[:40])
        for agreed, viewer in ((11, None), (22, 0), (33, seats - 1)):
            looks_alike(short, agreed, viewer, Random(agreed))


def test_without_a_leak_nothing_is_found() -> None:
    leaks_are_found()


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_leak_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    PLANTED[name](monkeypatch)
    with pytest.raises(AssertionError):
        leaks_are_found()
