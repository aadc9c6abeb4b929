"""Cards laid over a card: one result in every order, or one account of what they disagree on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations, permutations
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tilerules as tr
from tests.ruleset.cards import codes, laid
from tests.ruleset.layers import LATE, PLAIN, Card, changes, leaves, places, problems, together
from tilerules.registry import CardSource

pytestmark = pytest.mark.unmeasured

VARIANTS = {
    game: [id for id, card in PLAIN.items() if card.get("extends") == game]
    for game in ("serendipity", "flowers", "tulips")
}
SOURCES = ["serendipity", LATE, "serendipity-small"]
ASKED = {("turn", "unowned", "serendips"): ("turn", "unowned", "stays_up")}


def result(source: CardSource, *layers: CardSource) -> object:
    """All that can be told of what a load gives: the ruleset, or the problems."""
    try:
        rules = tr.load(source, *layers)
    except tr.InvalidRuleset as error:
        if sum(isinstance(each, Mapping) for each in (source, *layers)) < 2:
            return tuple(error.problems)
        return {(each.code, frozenset(disagreeing(each))) for each in error.problems}
    named = (rules.id, rules.title, rules.summary, rules.edition, rules.sources, rules.lineage)
    return named, rules.digest, rules.values, rules.ways, [*places(rules)]


def disagreeing(problem: tr.Problem) -> tuple[object, object]:
    """The keys that a problem names; which of them it names first may hang on the order."""
    return problem.key, dict(problem.fields).get("other")


# ---- what disagrees, by another way ---------------------------------------------------------


def disagree(one: Card, other: Card) -> bool:
    """Whether two cards, laid one over the other, give different cards by their order.

    And what one says for some players must be what the other says for them, in particular or in
    general; and a number must not stand under the other's word.
    """
    if laid(one, other) != laid(other, one):
        return True
    pairs = ((one, other), (other, one))
    return any(_split_by_players(a, b) or _number_alone(a, b) for a, b in pairs)


def _split_by_players(one: Card, other: Card) -> bool:
    general = {key: value for key, value in other.items() if key != "for_players"}
    theirs = _entries(other)
    pairs = (
        (entry, laid(general, theirs.get(seats, {}))) for seats, entry in _entries(one).items()
    )
    return any(laid(entry, said) != laid(said, entry) for entry, said in pairs)


def _entries(card: Card) -> dict[str, Card]:
    """What a card sets for each of some numbers of players."""
    some = card.get("for_players")
    entries = some.items() if isinstance(some, dict) else ()
    return {seats: entry for seats, entry in entries if isinstance(entry, dict)}


def _number_alone(one: Card, other: Card) -> bool:
    """Whether one card says a number, and only the other the word beside it."""
    mine, theirs = dict(leaves(one)), dict(leaves(other))
    some = [("for_players", seats) for seats in "23456"]
    for head in ((), *some):
        for number, word in ASKED.items():
            heads = [(), head] if head else [(), *some]
            said_here = word in mine or head + word in mine
            said_there = any(each + word in theirs for each in heads)
            if head + number in mine and said_there and not said_here:
                return True
    return False


def agreed(source: str, layers: Sequence[Card]) -> object:
    """The digest of what the layers give, or the codes of what is wrong with it."""
    layers = [layer for n, layer in enumerate(layers) if layer not in layers[:n]]
    if any(disagree(changes(a), changes(b)) for a, b in combinations(layers, 2)):
        return {"layers_disagree"}
    try:
        return tr.load(together(source, layers)).digest
    except tr.InvalidRuleset as error:
        return {problem.code for problem in error.problems if problem.severity == "error"}


def found(source: CardSource, layers: Sequence[CardSource]) -> object:
    """The same of the library."""
    try:
        return tr.load(source, *layers).digest
    except tr.InvalidRuleset as error:
        return {problem.code for problem in error.problems if problem.severity == "error"}


# ---- any small layers -----------------------------------------------------------------------

EXCHANGE = {"with": "any", "beside": "any", "then": "end_turn"}
SETTINGS: list[tuple[tuple[str, ...], list[Any]]] = [
    (("players",), [[2], [2, 3]]),
    (("colours_each",), [1, 2]),
    (("for_players",), ["removed"]),
    (("for_players", "2"), ["removed"]),
    (("for_players", "2", "colours_each"), [1, 2]),
    (("for_players", "2", "scoring", "flowers", "points"), [1, 2]),
    (("for_players", "2", "scoring", "matches"), ["removed"]),
    (("for_players", "3", "turn", "unowned", "stays_up"), ["never", "always"]),
    (("turn", "unowned", "stays_up"), ["never", "always", "after_serendips"]),
    (("turn", "unowned", "serendips"), [3, 10]),
    (("turn", "own", "exchange"), ["removed", EXCHANGE]),
    (("turn", "own", "exchange", "then"), ["end_turn", "may_reveal"]),
    (("end", "turn_limit"), ["never", 9]),
    (("scoring", "flowers", "points"), [1, 2]),
    (("scoring", "matches"), ["removed"]),
    (("scoring", "matches", "points"), [2, 3]),
    (("tie_breaks",), [[], ["flowers"], ["serendips", "flowers"]]),
]


@st.composite
def small_layers(draw: st.DrawFn) -> Card:
    """A mapping that changes a few keys."""
    card: Card = draw(st.sampled_from([{}, {"id": "aa"}, {"id": "zz", "title": "Z"}]))
    for path, values in draw(st.lists(st.sampled_from(SETTINGS), min_size=1, max_size=3)):
        change = draw(st.sampled_from(values))
        for key in reversed(path):
            change = {key: change}
        card = laid(card, change)
    return card


@settings(max_examples=150)
@given(
    st.sampled_from(SOURCES),
    st.lists(small_layers(), min_size=2, max_size=3),
    st.sampled_from([None, None, *VARIANTS["serendipity"]]),
)
def test_any_order_of_layers_gives_one_result(
    source: str, drawn: list[Card], variant: str | None
) -> None:
    layers: list[CardSource] = [*drawn, *([] if variant is None else [variant])]
    first, *others = (result(source, *each) for each in permutations(layers))
    assert all(other == first for other in others)


@settings(max_examples=200)
@given(st.sampled_from(SOURCES), st.lists(small_layers(), min_size=1, max_size=3))
def test_layers_that_agree_say_what_one_card_would(source: str, drawn: list[Card]) -> None:
    assert found(source, drawn) == agreed(source, drawn)


@settings(max_examples=40)
@given(
    st.sampled_from(SOURCES), st.lists(small_layers(), min_size=1, max_size=3), st.integers(0, 99)
)
def test_what_layers_give_plays(source: str, drawn: list[Card], seed: int) -> None:
    try:
        rules = tr.load(source, *drawn)
    except tr.InvalidRuleset:
        return
    walk(rules, seed)


def walk(rules: tr.Ruleset, seed: int, plies: int = 25) -> None:
    """The beginning of a game for each number of players, by any legal moves."""
    for seats in rules.seat_counts:
        state, random = tr.new_game(rules, seats, seed=seed), Random(seed)
        while not state.is_over and state.ply < plies:
            state = tr.apply_move(state, random.choice(tr.legal_moves(state)))
        assert tr.score(state)
        assert type(state).from_data(state.to_data(whole=True)) == state


# ---- bundled layers -------------------------------------------------------------------------


def bundled(*counts: int) -> list[tuple[str, ...]]:
    """All choices of so many variants of a game."""
    return [
        chosen
        for ids in VARIANTS.values()
        for count in counts
        for chosen in combinations(ids, count)
    ]


@pytest.mark.parametrize("chosen", bundled(1, 2, 3), ids="+".join)
def test_bundled_variants_over_their_game(chosen: tuple[str, ...]) -> None:
    game = PLAIN[chosen[0]]["extends"]
    assert found(game, chosen) == agreed(game, [PLAIN[id] for id in chosen])
    assert result(game, *reversed(chosen)) == result(game, *chosen)


@pytest.mark.parametrize("chosen", bundled(2, 3), ids="+".join)
def test_any_of_the_variants_may_be_the_source(chosen: tuple[str, ...]) -> None:
    """What they change, they change since the card that all of them extend."""
    game = PLAIN[chosen[0]]["extends"]
    over_game = found(game, chosen)
    for source in chosen:
        others = [id for id in chosen if id != source]
        assert found(source, others) == over_game
        if isinstance(over_game, str):
            rules = tr.load(source, *others)
            assert rules.id == "+".join([source, *sorted(others)])
            assert {*places(rules)} == {*places(tr.load(game, *chosen))}


@pytest.mark.parametrize("chosen", bundled(2), ids="+".join)
def test_bundled_variants_together_play(chosen: tuple[str, ...]) -> None:
    if isinstance(found(chosen[0], chosen[1:]), str):
        walk(tr.load(*chosen), 7)
    else:
        assert set(codes(problems(*chosen))) == {"layers_disagree"}
