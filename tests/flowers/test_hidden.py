"""What the viewers of Flowers may know: what lies open or has lain open, and what they hold.

`told` says it a second time, from the rulebook. Two deals that agree on every card told to a viewer
must look alike in all that this viewer, or whoever holds a state, can get out of the library
without asking for what is hidden.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from random import Random
from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tilerules as tr
from tests.flowers.gardens import seen
from tests.flowers.gardens import shown as shown_of
from tests.flowers.leaks import PLANTS
from tests.flowers.strategies import FLOWERS_IDS, flowers_tables
from tests.flowers.told import Followed, Place, begun, dealt, followed, told
from tests.laws.hidden import prints_its_commitment_alone
from tests.laws.positions import values_of
from tests.naive.cards import changed
from tests.naive.flowers import most_in_hand
from tests.naive.flowers_cards import BASE
from tests.strategies import seeds
from tilerules.games.flowers import Deal, Observation, State
from tilerules.testing import Played, Secrets
from tilerules.testing.channels import Said, asked, said_by

pytestmark = pytest.mark.unmeasured

# ---- games ----------------------------------------------------------------------------------


def third_on_top(legal: tr.LegalMoves, chance: Random) -> tr.Move:
    """A random move; every third card is laid on top of another."""
    covers = [move for move in legal if move.kind == "cover"]
    likely = covers if covers and chance.random() < 1 / 3 else legal
    return likely[chance.randrange(len(likely))]


def dealt_otherwise(game: Played, plies: int, viewer: int | None, chance: Random) -> Played:
    """Another deal that agrees on every card told to a viewer in so many plies: the others change
    places, those left over among them.

    Of equal cards in a hand the first one counts as played, so that the others must lie as well.
    """
    known, cards = told(game.deal, game.moves[:plies], viewer), dealt(game.deal)
    places = [place for place in cards if place not in known]
    unseen = [cards[place] for place in places]
    for _ in range(20):
        chance.shuffle(unseen)
        other = laid_out(game.deal, cards | dict(zip(places, unseen, strict=True)))
        if told(other, game.moves[:plies], viewer) == known:
            return Played(other, game.moves)
    return game


def laid_out(deal: Deal, cards: Mapping[Place, str]) -> Deal:
    """The deal with these cards at its places."""
    number = deal.rules.number

    def cards_at(kind: str, first: int | None = None) -> bytes:
        return bytes(
            number[card] for at, card in cards.items() if at[0] == kind and first in (None, at[1])
        )

    return attrs.evolve(
        deal,
        starts=cards_at("start"),
        hands=tuple(cards_at("hand", seat) for seat in range(len(deal.hands))),
        piles=tuple(cards_at("pile", pile) for pile in range(len(deal.piles))),
        left_over=cards_at("left"),
    )


def also(at: State, viewer: int | None) -> Said:
    """What a state says, which may be asked for its moves.

    Nothing hidden decides about them, but where moves name a card of a hand.
    """
    said: dict[str, object] = {"last move": at.last_move}
    if viewer == at.to_move or most_in_hand(values_of(at.ruleset, at.seats)) < 2:
        said |= {f"state: {key}": value for key, value in asked(at).items()}
    said["gardens"] = (repr(at.gardens), str(at.gardens), at.shown)
    said["no cell"] = said_by(lambda: at.gardens[0][99, 99])
    return said


SECRETS = Secrets(told=told, dealt_otherwise=dealt_otherwise, also=also, likely=third_on_top)

# ---- the laws -------------------------------------------------------------------------------


def shows_what_was_told(game: Played) -> None:
    """Each viewer sees every card told to it, where it lies now, and no other."""
    before: dict[Place, str] = {}
    for plies, at in enumerate(game.states()):
        table = followed(game.deal, game.moves[:plies])
        for viewer in (None, *range(at.seats)):
            view, known = seen(at, viewer), told(game.deal, game.moves[:plies], viewer)
            assert said_of(view) == as_told(table, known)
            assert view.viewer == viewer
            forgetful = seen(at, viewer, memory=False)
            assert said_of(forgetful) == as_forgotten(as_told(table, known), viewer)
        known = told(game.deal, game.moves[:plies], None)
        shown = shown_of(at)
        if table.fanned:
            assert {card for _, card in shown} <= {*known.values()}
        else:
            assert sorted(shown) == sorted(turned_up(game, plies, known.keys() - before.keys()))
        before = known


def turned_up(game: Played, plies: int, fresh: Set[Place]) -> Iterator[tuple[int, str]]:
    """The cards that all see since the last of so many plies, but those laid from a hand.

    They lie on a pile, or have been swept from the one that they were dealt to.
    """
    table, cards = followed(game.deal, game.moves[:plies]), dealt(game.deal)
    held = followed(game.deal, game.moves[: plies - 1]).hands if plies else []
    for place in fresh - {place for hand in held for place in hand}:
        lying = [n for n, pile in enumerate(table.piles) if place in pile]
        if place[0] == "pile":
            yield (lying or [place[1]])[0], cards[place]


def said_of(view: Observation) -> dict[str, Any]:
    """The cards in the data of a position; those of a hand in any order."""
    data = view.to_data()
    said = {key: data[key] for key in ("gardens", "piles", "swept")}
    if "hands" not in data:
        return {**said, "hands": data["in_hand"]}
    return {**said, "hands": [sorted(map(str, hand)) for hand in data["hands"]]}


def as_told(table: Followed, known: dict[Place, str]) -> dict[str, Any]:
    """The same by the model: the cards that are known, at their places."""
    return {
        "gardens": [
            {cell: [known.get(place) for place in stack] for cell, stack in in_row_order(garden)}
            for garden in table.gardens
        ],
        "piles": [[known.get(place) for place in pile] for pile in table.piles],
        "hands": [sorted(str(known.get(place)) for place in hand) for hand in table.hands]
        if table.in_hands
        else table.hand and known.get(table.hand),
        "swept": [known.get(place) for place in table.swept],
    }


def in_row_order(garden: dict[str, list[Place]]) -> list[tuple[str, list[Place]]]:
    return sorted(
        garden.items(), key=lambda item: [int(number) for number in item[0].split(",")][::-1]
    )


def as_forgotten(all_told: dict[str, Any], viewer: int | None) -> dict[str, Any]:
    """What lies open alone: neither covered nor swept cards, nor what others hold in hand."""
    gardens = [
        {cell: [*([None] * (len(stack) - 1)), stack[-1]] for cell, stack in garden.items()}
        for garden in all_told["gardens"]
    ]
    hands = all_told["hands"]
    if isinstance(hands, list):
        hands = [h if seat == viewer else ["None"] * len(h) for seat, h in enumerate(hands)]
    swept = [None] * len(all_told["swept"])
    return {**all_told, "gardens": gardens, "hands": hands, "swept": swept}


@given(flowers_tables(), seeds, st.integers(0, 80))
def test_viewers_see_what_was_told(
    table: tuple[tr.Ruleset, int], seed: int | bytes, plies: int
) -> None:
    shows_what_was_told(SECRETS.played(*table, seed, plies))


@settings(max_examples=40)
@given(flowers_tables(), seeds, st.integers(0, 24), st.integers(0, 24), st.randoms())
def test_deals_that_tell_the_same_look_the_same(
    table: tuple[tr.Ruleset, int], seed: int | bytes, plies: int, agreed: int, chance: Random
) -> None:
    game = SECRETS.played(*table, seed, plies)
    for viewer in (None, *range(table[1])):
        SECRETS.looks_alike(game, min(agreed, len(game.moves)), viewer, chance)


@pytest.mark.parametrize("id", FLOWERS_IDS)
def test_bundled_rulesets(id: str) -> None:
    ruleset = tr.load(id)
    for seats in ruleset.seat_counts:
        game = SECRETS.played(ruleset, seats, seed=seats, plies=30)
        shows_what_was_told(game)
        for viewer in (None, seats - 1):
            SECRETS.looks_alike(game, 25, viewer, Random(seats))


def by_hand(moves: Sequence[str], *sizes: int, hand: int = 0, **values: Any) -> Followed:
    """Two seats with red 1s to start with, 2s in hand, and piles of 3s of so many cards."""
    listed = {"piles__dealt": "listed", "piles__sizes": [*sizes]}
    cards = {("start", seat, 0): "red-1" for seat in range(2)}
    cards |= {("hand", seat, n): "red-2" for seat in range(2) for n in range(hand)}
    cards |= {("pile", n, deep): "red-3" for n, size in enumerate(sizes) for deep in range(size)}
    game = begun(changed(BASE, **{**listed, **values}), 2, cards)
    for move in moves:
        game = game.play(move)
    return Followed(game)


STARTS: set[Place] = {("start", 0, 0), ("start", 1, 0)}


def test_told_by_hand() -> None:
    """Two seats, two piles of which the last is hidden."""
    first, second, unseen = ("pile", 0, 0), ("pile", 0, 1), ("pile", 1, 0)

    def known(viewer: int | None, *moves: str, **piles: str) -> set[Place]:
        values: dict[str, Any] = {f"piles__{key}": word for key, word in piles.items()}
        return by_hand(moves, 2, 3, **values).shown_to(viewer) - STARTS

    assert known(None) == known(1) == {first}
    assert known(None, "take 0") == known(0, "take 0") == {first}
    assert known(None, "take 0", next_shown="at_once") == {first, second}
    assert known(None, "take 0", "place 0,1") == {first, second}
    assert known(None, "take 1") == known(1, "take 1") == {first}
    assert known(0, "take 1") == {first, unseen}
    assert known(None, "take 1", "cover 0,0") == {first, unseen}
    again = ("take 0", "place 0,1", "take 1", "place 1,0", "take 0", "place 0,2")
    assert known(1, *again[:3]) == {first, second, unseen}
    assert by_hand(again, 2, 3).over
    swept = by_hand(again[:2], 4, 3, turn__sweep="open_piles")
    assert swept.swept == [("pile", 0, 1)]
    assert swept.shown_to(None) == STARTS | {("pile", 0, deep) for deep in (0, 1, 2)}


def test_told_by_hand_of_hands_and_fanned_piles() -> None:
    """What is dealt to a hand is its seat's alone, and what all saw before stays known to all."""
    top, mine, other = ("pile", 0, 0), ("hand", 0, 0), ("hand", 1, 0)

    def known(viewer: int | None, *moves: str, **values: Any) -> set[Place]:
        return by_hand(moves, 2, 3, hand=1, turn__hand=1, **values).shown_to(viewer) - STARTS

    assert (known(None), known(0), known(1)) == ({top}, {top, mine}, {top, other})
    assert known(None, "take 0") == {top}
    second = ("pile", 0, 1)
    kept = known(None, "take 0", "place 0,1 red-2")
    assert kept == {top, mine, second}  # the 3 is in hand, known to all
    assert known(1, "take 1", "place 0,1 red-2") == {top, mine, other}  # the 3 is not
    hidden = ("pile", 1, 0)
    assert known(0, "take 1", "place 0,1 red-2") == {top, mine, hidden}
    steps = ["take", "place_or_discard"]
    assert known(None, "take 1", "discard red-3", turn__steps=steps) == {top, hidden}
    assert known(None, piles__known="all") == {top, second}
    assert known(1, piles__known="all") == {top, second, other}


# ---- what is printed ------------------------------------------------------------------------

TWELVE = ["amber", "black", "coral", "denim", "ebony", "fawn"]
TWELVE.extend(["gold", "hazel", "ivory", "jade", "khaki", "lime"])


def test_nothing_that_is_printed_names_a_hidden_card() -> None:
    """Every card is there once, so that a card in a text is one that all have been shown."""
    cards = {"colours": TWELVE, "values": dict.fromkeys("123456789", 1), "butterflies": []}
    ruleset = tr.load({"extends": "flowers", "cards": cards})
    game = SECRETS.played(ruleset, 3, seed=1, plies=90)
    holding = 0
    for plies, at in enumerate(game.states()):
        for viewer in (None, plies % 3):
            known = {*told(game.deal, game.moves[:plies], viewer).values()}
            view = seen(at, viewer)
            assert named_in(printed(view)) <= known
            assert viewer is not None or named_in(printed(at)) <= known
            holding += at.in_hand in known and viewer is not None
    assert holding > 10
    for text in (repr(game.deal), str(game.deal), said_by(lambda: tr.observe(game.deal, 0))):
        assert not named_in([text])


def printed(at: State | Observation) -> list[str]:
    """What a position prints, and what errors and refusals say."""
    return [
        repr(at),
        str(at),
        tr.draw_text(at),
        repr(at.gardens),
        *map(repr, asked(at).values()),
    ]


def named_in(texts: Sequence[str]) -> set[str]:
    """The cards that texts name, in full or in short."""
    long = {letters[0]: letters for letters in TWELVE}
    found = set[str]()
    for text in texts:
        found |= set(re.findall(r"\b(?:" + "|".join(TWELVE) + r")-\d", text))
        found |= {f"{long[c.lower()]}-{n}" for c, n in re.findall(r"\b([A-L])(\d)\b", text)}
    return found


def test_a_deal_prints_its_commitment_alone() -> None:
    prints_its_commitment_alone(tr.deal(tr.load("flowers"), 2, seed=1))


# ---- the laws catch leaks put in on purpose -------------------------------------------------


def leaks_are_found() -> None:
    """All laws, on games in which every kind of thing happens."""
    tables = [("flowers", 1, 1), ("flowers", 2, 2), ("flowers-dutch", 2, 2)]
    tables += [("flowers-summer", 3, 3), ("flowers-even-turns", 2, 14)]
    for id, seats, seed in tables:  # the last of them ends with a card that is not turned up
        game = SECRETS.played(tr.load(id), seats, seed, plies=200)
        shows_what_was_told(game)
        short = Played(game.deal, game.moves[:40])
        for agreed, viewer in ((11, None), (22, 0), (33, seats - 1)):
            SECRETS.looks_alike(short, agreed, viewer, Random(agreed))


def test_without_a_leak_nothing_is_found() -> None:
    leaks_are_found()


@pytest.mark.parametrize("name", PLANTS)
def test_a_planted_leak_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    PLANTS[name](monkeypatch)
    with pytest.raises(AssertionError):
        leaks_are_found()
