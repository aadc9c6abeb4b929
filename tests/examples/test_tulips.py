"""Examples and numbers of Gift of Tulips, and the naive model's opinion of each."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import yaml

import tilerules as tr
from tests.naive.tulips import Naive
from tests.tulips.tables import (
    cards,
    described_deal,
    earned,
    new,
    play,
    position,
    random_game,
    rules,
)
from tilerules.games.tulips import Deal
from tilerules.ruleset.values import thawed

CASES: dict[str, list[dict[str, Any]]] = yaml.safe_load(
    Path(__file__).with_name("tulips.yaml").read_text("utf-8")
)
RANKINGS, PLAYS, MAJORITIES, SET_UP = (
    CASES[kind] for kind in ("rankings", "plays", "majorities", "set_up")
)
BASE = rules()


def name(case: dict[str, Any]) -> str:
    """What a case is called."""
    return str(case.get("name") or f"{case['seats']} seats")


def naive(
    ruleset: tr.Ruleset, festival: str, bouquets: list[str], hand: str = "", deck: str = ""
) -> Naive:
    """The position of a case as the naive model has it."""
    seats = len(bouquets)
    card = thawed(ruleset.values_for(seats))
    model = Naive(card, seats, cards(festival), [[] for _ in bouquets], cards(deck), [])
    model.bouquets = [cards(each) for each in bouquets]
    model.in_hand, model.phase = cards(hand), "first"
    return model


# ---- rankings -------------------------------------------------------------------------------


@pytest.mark.parametrize("case", RANKINGS, ids=name)
def test_a_ranking(case: dict[str, Any]) -> None:
    ruleset = rules(case.get("rules"))
    state = position(ruleset, case["festival"], ["", ""], hand=case["added"])
    assert list(state.ranking) == case["before"]
    assert list(play(state, "add open").ranking) == case["after"]


@pytest.mark.parametrize("case", RANKINGS, ids=name)
def test_the_naive_model_ranks_alike(case: dict[str, Any]) -> None:
    model = naive(rules(case.get("rules")), case["festival"], ["", ""], case["added"])
    assert model.ranked() == case["before"]
    assert model.play("add open").ranked() == case["after"]


# ---- plays ----------------------------------------------------------------------------------


@pytest.mark.parametrize("case", PLAYS, ids=name)
def test_points_by_rank(case: dict[str, Any]) -> None:
    ruleset = rules(case.get("rules"))
    table = {"hand": case["hand"], "deck": case.get("deck", "")}
    state = play(position(ruleset, case["festival"], ["", ""], **table), *case["moves"])
    expected = [case.get(block, [0, 0]) for block in ("giving", "keeping")]
    assert [list(state.giving), list(state.keeping)] == expected
    assert [earned(state, block) for block in ("giving", "keeping")] == expected


@pytest.mark.parametrize("case", PLAYS, ids=name)
def test_the_naive_model_counts_alike(case: dict[str, Any]) -> None:
    model = naive(
        rules(case.get("rules")), case["festival"], ["", ""], case["hand"], case.get("deck", "")
    )
    for move in case["moves"]:
        model = model.play(move)
    expected = [case.get(block, [0, 0]) for block in ("giving", "keeping")]
    assert [model.giving, model.keeping] == expected


# ---- majorities -----------------------------------------------------------------------------


@pytest.mark.parametrize("case", MAJORITIES, ids=name)
def test_majorities(case: dict[str, Any]) -> None:
    state = position(rules(case.get("rules")), case["festival"], case["bouquets"])
    assert earned(state, of=case["of"]) == case["points"]


@pytest.mark.parametrize("case", MAJORITIES, ids=name)
def test_the_naive_model_finds_the_same_majorities(case: dict[str, Any]) -> None:
    model = naive(rules(case.get("rules")), case["festival"], case["bouquets"])
    found = [
        sum(line[2] for line in sheet["lines"] if line[1] == case["of"]) for sheet in model.scores()
    ]
    assert found == case["points"]


# ---- the set-up -----------------------------------------------------------------------------


@pytest.mark.parametrize("case", SET_UP, ids=name)
def test_the_deck(case: dict[str, Any]) -> None:
    deal = tr.deal(BASE, case["seats"], seed=3)
    assert isinstance(deal, Deal)
    festival, *hands, deck, left_out, lottery = (part.split() for part in deal.layout.split("|"))
    every = Counter([*festival, *deck, *left_out, *(tulip for hand in hands for tulip in hand)])
    assert every.total() == case["deck"]
    assert (len(left_out), len(deck)) == (case["removed"], case["left"])
    colours, values = ("pink", "blue", "orange", "purple"), (2, 3, 4)
    copies = 6 if case["deck"] == 72 else 8
    assert every == {f"{colour}-{value}": copies for colour in colours for value in values}
    assert [len(hand) for hand in hands] == [2] * case["seats"]
    assert len(lottery) == case["seats"] + case["left"]  # what can become secret
    assert len({tulip.partition("-")[0] for tulip in festival}) == len(festival) == 2


@pytest.mark.parametrize("case", SET_UP, ids=name)
@pytest.mark.parametrize("seed", [1, 2])
def test_whole_games(case: dict[str, Any], seed: int) -> None:
    seats, turns = case["seats"], Counter[int | None]()
    states = list(random_game(BASE, seats, seed))
    for state in states:
        if state.phase == "first":
            turns[state.to_move] += 1
        if state.ply == seats:  # the start choices have been made, and a card drawn
            assert len(state.deck) == case["left"] - 1
    assert turns == dict.fromkeys(range(seats), case["turns"])
    last = states[-1]
    assert (last.turns, last.ply) == (seats * case["turns"], seats + case["left"])
    assert last.drawn == min(5, len(last.secret))


@pytest.mark.parametrize("case", SET_UP, ids=name)
def test_majority_points(case: dict[str, Any]) -> None:
    """Of each colour seat 0 holds the most cards, and each seat one more than the next."""
    seats = case["seats"]
    bouquets = [""] * seats
    for colour in "pbo":
        copies = (f"{colour}{value}" for value in "222222333333223344444")
        for seat in range(seats):
            bouquets[seat] += "".join(f" {next(copies)}" for _ in range(seats - seat))
    state = position(BASE, "o4 b4 b4 p4 p4 p4", bouquets)  # pink is first, then blue, then orange
    for rank, colour in enumerate(("pink", "blue", "orange"), start=1):
        points = case["majorities"][rank]
        assert earned(state, of=colour) == [*points, *[0] * (seats - len(points))]


@pytest.mark.parametrize("word", ["latest_first", "oldest_first"])
def test_equal_start_cards_stand_as_they_were_drawn(word: str) -> None:
    """With one value all start cards are equal, and are ranked as they come."""
    changes = {
        "cards": {"values": {"2": "removed", "3": 18, "4": "removed"}},
        "start": {"festival": 3},
        "festival": {"equal_sums": word},
    }
    orders = set()
    for seed in range(10):
        drawn = described_deal(rules(changes), 3, seed).drawn
        colours = tuple(tulip.partition("-")[0] for tulip in drawn)
        assert new(rules(changes), 3, seed).ranking == colours
        orders.add(colours)
    assert len(orders) > 3


def test_the_higher_start_card_is_ranked_first() -> None:
    higher = set()
    for seed in range(20):
        drawn = described_deal(BASE, 2, seed).drawn
        values = {tulip[:-2]: int(tulip[-1]) for tulip in drawn}
        (one, of_one), (other, of_other) = values.items()
        later = of_other > of_one
        assert new(BASE, 2, seed).ranking == ((other, one) if later else (one, other))
        higher.add(later)
    assert higher == {True, False}


def test_there_are_enough() -> None:
    named = [case["name"] for case in (*RANKINGS, *PLAYS, *MAJORITIES)]
    assert len({*named}) == len(named) >= 30
    assert [case["seats"] for case in SET_UP] == [2, 3, 4, 5, 6]
