"""What the viewers of Gift of Tulips may know: what has lain open, and what they had in hand.

`told` says it a second time, from the rulebook. Two deals that tell a viewer the same must look
alike in all that this viewer, or whoever holds a state, can get out of the library without asking
for what is hidden.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tilerules as tr
from tests.laws.hidden import prints_its_commitment_alone
from tests.laws.positions import Card
from tests.strategies import seeds
from tests.tulips.leaks import PLANTS
from tests.tulips.otherwise import dealt_otherwise
from tests.tulips.strategies import TULIPS_IDS, tulips_tables
from tests.tulips.tables import seen
from tests.tulips.told import Dealt, Followed, Place, followed, told
from tilerules.games.tulips import Observation, State
from tilerules.testing import Played, Secrets
from tilerules.testing.channels import Said, asked, said_by

pytestmark = pytest.mark.unmeasured

# ---- games ----------------------------------------------------------------------------------


def any_kind(legal: tr.LegalMoves, chance: Random) -> tr.Move:
    """A random move, all kinds about equally often."""
    kind = chance.choice(sorted({move.kind for move in legal}))
    return chance.choice([move for move in legal if move.kind == kind])


def also(at: State, viewer: int | None) -> Said:
    """What lies open in a state.

    A state may be asked for its legal moves where these name no card, or the viewer knows it.
    """
    said: dict[str, object] = {
        "open": (at.festival, at.ranking, at.bouquets, at.done, at.drawn, at.shown)
    }
    together = at.ruleset.values_for(at.seats)["turn"]["drawing"] == "together"
    if viewer == at.to_move or not (together or at.phase == "start"):
        said |= {f"state: {key}": value for key, value in asked(at).items()}
    return said


SECRETS = Secrets(told=told, dealt_otherwise=dealt_otherwise, also=also, likely=any_kind)

# ---- the laws -------------------------------------------------------------------------------


def shows_what_was_told(game: Played) -> None:
    """Each viewer sees every card told to it, where it lies now, and no other."""
    for plies, at in enumerate(game.states()):
        table = followed(game.deal, game.moves[:plies])
        for viewer in (None, *range(at.seats)):
            expected = as_told(table, viewer)
            expected["last_move"] = move_as_told(table, game.moves, viewer, table.script[-1:])
            assert said_of(seen(at, viewer)) == expected
            if table.rule["festival"]["known"] == "own":
                expected["secret"] = [None] * len(table.secret)
                if expected["last_move"] and expected["last_move"].startswith("add secret "):
                    expected["last_move"] = "add secret ?"
            expected["secret_by"] = [None] * len(table.secret)
            assert said_of(seen(at, viewer, memory=False)) == expected
            assert seen(at, viewer).viewer == viewer


KEYS = ("festival", "bouquets", "secret", "secret_by", "deck", "in_hand", "hands", "kept", "drawn")


def said_of(view: Observation) -> dict[str, Any]:
    """The cards in the data of a position."""
    data = view.to_data()
    return {key: data[key] for key in (*KEYS, "shown", "last_move")}


def as_told(table: Followed, viewer: int | None) -> dict[str, Any]:
    """The same by the model: the cards that are known, at their places."""
    cards, known = table.dealt.cards, table.known_to(viewer)
    together = table.rule["turn"]["drawing"] == "together"

    def seen_at(places: Sequence[Place]) -> list[str | None]:
        return [cards[place] if place in known else None for place in places]

    hand = seen_at(table.hand)
    return {
        "festival": [cards[place] for place in table.festival],
        "bouquets": [seen_at(bouquet) for bouquet in table.bouquets],
        "secret": seen_at(table.secret),
        "secret_by": table.secret_by,
        "deck": seen_at(table.deck),
        "in_hand": hand if together else next(iter(hand), None),
        "hands": [] if table.begun else [seen_at(hand) for hand in table.hands],
        "kept": [] if table.begun else seen_at(table.kept),
        "drawn": len(table.drawn),
        "shown": [cards[p] for said in table.said[-1] if said.laid_open() for p in said.cards],
    }


def move_as_told(
    table: Followed, moves: Sequence[str], viewer: int | None, last: Sequence[tuple[str, Place]]
) -> str | None:
    """The last move, whose card is veiled if the viewer has not been shown it."""
    if not last:
        return None
    ((text, place),) = last
    return text.replace("-", table.dealt.cards[place] if place in table.known_to(viewer) else "?")


@given(tulips_tables(), seeds, st.integers(0, 60))
def test_viewers_see_what_was_told(
    table: tuple[tr.Ruleset, int], seed: int | bytes, plies: int
) -> None:
    shows_what_was_told(SECRETS.played(*table, seed, plies))


@settings(max_examples=60)
@given(tulips_tables(), seeds, st.integers(0, 60), st.integers(0, 60), st.randoms())
def test_deals_that_tell_the_same_look_the_same(
    table: tuple[tr.Ruleset, int], seed: int | bytes, plies: int, agreed: int, chance: Random
) -> None:
    game = SECRETS.played(*table, seed, plies)
    for viewer in (None, chance.randrange(table[1])):
        SECRETS.looks_alike(game, min(agreed, len(game.moves)), viewer, chance)


@pytest.mark.parametrize("id", TULIPS_IDS)
def test_bundled_rulesets(id: str) -> None:
    ruleset = tr.load(id)
    for seats in (ruleset.seat_counts[0], 3, ruleset.seat_counts[-1]):
        game = SECRETS.played(ruleset, seats, seed=seats, plies=100)
        shows_what_was_told(game)
        for viewer, agreed in ((None, 1), (seats - 1, len(game.moves))):
            SECRETS.looks_alike(game, agreed, viewer, Random(seats))


def test_other_games_are_others() -> None:
    """All that a spectator is not told comes out otherwise now and then: whose the drawn cards
    were, what was kept at first, which card was added, what is left out."""
    game = SECRETS.played(tr.load("tulips-full-hand"), 3, seed=1, plies=100)
    hidden = [name for name in game.moves if name.startswith("add secret")]
    assert followed(game.deal, game.moves).over
    assert hidden
    for seed in range(5):
        other = dealt_otherwise(game, len(game.moves), None, Random(seed))
        assert other.deal.left_out != game.deal.left_out
        assert other.deal.lottery != game.deal.lottery
        assert [name for name in other.moves if name.startswith("add secret")] != hidden
        tables = [followed(each.deal, each.moves) for each in (game, other)]
        assert len({tuple(table.drawn) for table in tables}) == 2
        assert len({tuple(table.dealt.cards[p] for p in table.drawn) for table in tables}) == 1
    first = {dealt_otherwise(game, 2, 2, Random(seed)).moves[0] for seed in range(5)}
    assert len(first) > 1


# ---- told by hand ---------------------------------------------------------------------------

BY_PART = {
    ("festival", 0): ["pink-2", "blue-3"],
    ("hand", 0): ["pink-3", "pink-4"],
    ("hand", 1): ["blue-2", "blue-4"],
    ("deck", 0): ["orange-2", "orange-3", "purple-2", "purple-3"],
    ("left", 0): ["purple-4"],
}
DEALT: dict[Place, str] = {
    (*part, deep): card for part, cards in BY_PART.items() for deep, card in enumerate(cards)
}


def by_hand(drawing: str, *moves: str, known_in: str | None = None) -> Followed:
    """Two seats, four cards in the deck; the end draws one secret card."""
    rule: Card = {"turn": {"draws": 2, "drawing": drawing}, "end": {"drawn": 1}, "festival": {}}
    if known_in:
        rule[known_in]["known"] = "all"
    return Followed(Dealt(rule, DEALT, [0, 0, 1, 0, 0, 0], 2), moves)


def test_told_by_hand() -> None:
    moves = ["start pink-3", "start blue-2", "keep", "add secret", "add open", "give 0"]

    def known(viewer: int | None, plies: int) -> set[str]:
        return {DEALT[place] for place in by_hand("one_by_one", *moves[:plies]).known_to(viewer)}

    market, mine, others = {"pink-2", "blue-3"}, {"pink-3", "pink-4"}, {"blue-2", "blue-4"}
    assert (known(None, 0), known(0, 0), known(1, 0)) == (market, market | mine, market | others)
    assert (known(None, 1), known(1, 1)) == (market, market | others)
    bare = market | {"pink-3", "blue-2"}
    assert known(None, 2) == bare
    assert known(0, 2) == bare | {"pink-4", "orange-2"}
    assert known(1, 2) == bare | {"blue-4"}
    assert known(None, 3) == bare | {"orange-2"}
    assert known(0, 3) == bare | {"pink-4", "orange-2", "orange-3"}
    assert known(0, 4) == known(0, 3)
    assert known(None, 4) == bare | {"orange-2"}
    assert known(1, 4) == bare | {"blue-4", "orange-2", "purple-2"}
    assert known(None, 5) == bare | {"orange-2", "purple-2"}
    over = by_hand("one_by_one", *moves)
    assert over.over
    # Of pink-4, blue-4 before it, and orange-3 between the two the first is drawn.
    assert [DEALT[place] for place in over.festival] == ["pink-2", "blue-3", "purple-2", "blue-4"]
    assert known(None, 6) == bare | {"orange-2", "purple-2", "purple-3"}
    assert known(1, 6) == known(None, 6) | {"blue-4"}


def test_told_by_hand_with_all_cards_in_hand() -> None:
    moves = ["start pink-4", "start blue-4", "give 1 orange-3", "add secret orange-2"]

    def known(viewer: int | None, plies: int) -> set[str]:
        return {DEALT[place] for place in by_hand("together", *moves[:plies]).known_to(viewer)}

    bare = {"pink-2", "blue-3", "pink-4", "blue-4"}
    assert known(None, 2) == bare
    assert known(0, 2) == bare | {"pink-3", "orange-2", "orange-3"}
    assert known(None, 3) == bare | {"orange-3"}
    assert (known(0, 3), known(0, 4)) == (known(0, 2), known(0, 2))
    assert known(None, 4) == bare | {"orange-3"}
    assert known(1, 4) == bare | {"orange-3", "blue-2", "purple-2", "purple-3"}


def test_told_by_hand_what_all_may_know() -> None:
    moves = ["start pink-3", "start blue-2", "keep", "add secret", "add open", "give 0"]

    def known(where: str, viewer: int | None, plies: int) -> set[str]:
        table = by_hand("one_by_one", *moves[:plies], known_in=where)
        return {DEALT[place] for place in table.known_to(viewer)}

    market, bare = {"pink-2", "blue-3"}, {"pink-2", "blue-3", "pink-3", "blue-2"}
    put_away = {"pink-4", "blue-4"}
    for where in ("turn", "festival"):
        assert (known(where, None, 0), known(where, None, 1)) == (market, market)
    assert known("turn", None, 2) == bare | {"orange-2"}
    assert known("turn", 0, 2) == bare | {"orange-2", "pink-4"}
    assert known("turn", None, 3) == bare | {"orange-2", "orange-3"}
    assert known("turn", None, 4) == bare | {"orange-2", "orange-3", "purple-2"}
    assert known("turn", None, 6) == {*DEALT.values()} - put_away - {"purple-4"}
    assert known("festival", None, 2) == known("festival", 1, 2) == bare | put_away
    assert known("festival", 0, 2) == bare | put_away | {"orange-2"}
    assert known("festival", None, 3) == bare | put_away | {"orange-2"}
    assert known("festival", 1, 4) == bare | put_away | {"orange-2", "orange-3", "purple-2"}
    assert known("festival", None, 6) == {*DEALT.values()} - {"purple-4"}
    moves = ["start pink-4", "start blue-4", "give 1 orange-3", "add secret orange-2"]
    for where, plies, open_cards in (
        ("turn", 2, "23"),
        ("festival", 3, "3"),
        ("festival", 4, "23"),
    ):
        table = by_hand("together", *moves[:plies], known_in=where)
        told_to_all = {DEALT[place] for place in table.known_to(None)}
        assert {f"orange-{value}" for value in open_cards} == told_to_all & {"orange-2", "orange-3"}


# ---- what is printed ------------------------------------------------------------------------

TWELVE = ["amber", "coral", "denim", "ebony", "fawn", "gold"]
TWELVE.extend(["hazel", "ivory", "jade", "khaki", "lime", "mauve"])


@pytest.mark.parametrize("drawing", ["one_by_one", "together"])
def test_nothing_that_is_printed_names_a_hidden_card(drawing: str) -> None:
    """Every card is there once, so that a card in a text is one that the viewer was shown."""
    cards = {"colours": TWELVE, "values": dict.fromkeys("1234", 1)}
    points = {block: {"points": [1] * 12} for block in ("giving", "keeping")}
    card = {"extends": "tulips", "players": [3], "cards": cards, "scoring": points}
    game = SECRETS.played(tr.load({**card, "turn": {"drawing": drawing}}), 3, seed=1, plies=90)
    states = [*game.states()]
    for plies, at in enumerate(states):
        lying = {*at.festival, *(card for bouquet in at.bouquets for card in bouquet)}
        assert named_in([str(at)]) == lying
        for viewer in (None, *range(3)):
            heard = told(game.deal, game.moves[:plies], viewer)
            known = {card for _, cards in heard if isinstance(cards, list) for card in cards}
            view = seen(at, viewer)
            assert named_in(printed(view)) <= known | {"amber-1"}
            assert lying <= named_in([str(view)]) <= known
            holding = {at.in_hand} if isinstance(at.in_hand, str) else {*(at.in_hand or ())}
            assert viewer != at.to_move or holding <= named_in([str(view)])
        assert not named_in([repr(at), repr(game.deal), str(game.deal)])
        assert not named_in([said_by(lambda: tr.observe(game.deal, 0))])
    assert states[-1].is_over


def printed(view: Observation) -> list[str]:
    """What is said of legal moves and of others; how a card is written, is shown by the first."""
    others = [("keep", ()), ("give", ("0",)), ("add", ("secret",)), ("add", ("open", "fawn"))]
    refusals = [tr.why_illegal(view, tr.Move(*each)) for each in others]
    return [repr(view), repr(tr.legal_moves(view)), repr(view.last_move), *map(repr, refusals)]


def named_in(texts: Sequence[str]) -> set[str]:
    """The cards that texts name: in full, in a bouquet, or in a row of the festival."""
    colour, found = "(" + "|".join(TWELVE) + ")", set[str]()
    for text in (text.replace("\n    ", " ") for text in texts):
        found |= {f"{of}-{value}" for of, value in re.findall(rf"\b{colour}-(\d)\b", text)}
        groups = re.findall(rf"\b{colour}((?: \d)+)\b", text)
        row = rf"^(?:\d+\.|-) +{colour} +\d+ +\d+ +\d+ +\S+((?: +\d)*)$"
        groups += re.findall(row, text, re.MULTILINE)
        found |= {f"{of}-{value}" for of, values in groups for value in values.split()}
    return found


def test_a_deal_prints_its_commitment_alone() -> None:
    prints_its_commitment_alone(tr.deal(tr.load("tulips"), 2, seed=1))


# ---- the laws catch leaks put in on purpose -------------------------------------------------


def leaks_are_found() -> None:
    """All laws, on games in which every kind of thing happens."""
    tables = [("tulips", 2, 1), ("tulips-full-hand", 3, 2), ("tulips-four-actions", 6, 3)]
    for id, seats, seed in tables:
        game = SECRETS.played(tr.load(id), seats, seed, plies=100)
        shows_what_was_told(game)
        for agreed, viewer in ((1, None), (12, None), (len(game.moves), 0), (20, seats - 1)):
            SECRETS.looks_alike(game, agreed, viewer, Random(agreed))


def test_without_a_leak_nothing_is_found() -> None:
    leaks_are_found()


@pytest.mark.parametrize("name", PLANTS)
def test_a_planted_leak_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    PLANTS[name](monkeypatch)
    with pytest.raises(AssertionError):
        leaks_are_found()
