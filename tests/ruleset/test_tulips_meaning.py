"""What a schema cannot say about a Tulips card: each check with faulty and sound cards."""

from __future__ import annotations

from typing import Any

import pytest

import tilerules as tr
from tests.ruleset.cards import HEAD, NAME, laid, only

THREE = {"players": [3]}


def cards(**changes: Any) -> dict[str, Any]:
    """A change of the cards, for three players."""
    return {**THREE, "cards": changes}


def actions(*ids: str) -> dict[str, Any]:
    """A change of the actions."""
    return {"turn": {"actions": list(ids)}}


def scoring(**blocks: Any) -> dict[str, Any]:
    """A change of what scores."""
    return {"scoring": blocks}


# The code, the key and the message of the problem, the change that is refused, and the mending.
FAULTY: list[tuple[str, str, str, dict[str, Any], dict[str, Any]]] = [
    (
        "too_many_cards",
        "cards",
        "these are 241 cards, more than 240",
        cards(values={"2": 20, "3": 20, "4": 20}, more=["pink-9"]),
        cards(more=[]),
    ),
    (  # all bouquets are empty then, and none has fewer
        "over_at_once",
        "end.points",
        "what the end waits for is there before the first turn: seat 0 begins with 6 points",
        {
            **THREE,
            "scoring": {"fewest": {"points": 6}},
            "end": {"any_of": ["points"], "points": 6},
        },
        {"end": {"points": 7}},
    ),
    (
        "unknown_colour",
        "cards.more",
        "`red-4` names the colour `red`, which there is not",
        cards(more=["pink-4", "red-4"]),
        cards(more=["pink-4", "blue-4"]),
    ),
    (
        "too_few_colours",
        "start.festival",
        "5 cards of different colours cannot be drawn: there are 4 colours",
        {**THREE, "start": {"festival": 5}},
        {"start": {"festival": 4}},
    ),
    (
        "too_few_colours",
        "start.festival",
        "3 cards of different colours cannot be drawn: there are 2 colours",
        laid(
            cards(values={"2": 0, "3": 0, "4": 0}, more=["pink-4", "blue-4"] * 20),
            {"start": {"festival": 3}},
        ),
        cards(more=["pink-4", "blue-4"] * 20 + ["purple-1"]),
    ),
    (
        # 2 cards of the festival, 43 left out, 2 for each seat, and 2 more for its turn
        "too_few_cards",
        "start.left_out",
        "with 6 players: the set-up and one turn of each seat need 97 cards, and there are 96",
        {"for_players": {"6": {"start": {"left_out": 71}}}},
        {"for_players": {"6": {"start": {"left_out": 70}}}},
    ),
    (
        "too_few_cards",
        "start.left_out",
        "with 2 players: the 18 cards in the game could all be of one colour, "
        "of which there are 18",
        {"for_players": {"2": {"start": {"left_out": 54}}}},
        {"for_players": {"2": {"start": {"left_out": 53}}}},
    ),
    (
        "action_twice",
        "turn.actions",
        "`add` is open and secret addition in one, so it cannot stand beside `add_secret`",
        actions("keep", "give", "add", "add_secret"),
        actions("keep", "give", "add_secret"),
    ),
    (
        "too_few_actions",
        "turn.draws",
        "4 cards need as many different actions, and there are 3",
        {**THREE, "turn": {"draws": 4}},
        actions("keep", "give", "add_open", "add_secret"),
    ),
    (
        "not_for_each_colour",
        "scoring.giving.points",
        "points are listed for 3 ranks, there are 4 colours",
        scoring(giving={"points": [3, 2, 1]}),
        scoring(giving={"points": [3, 2, 1, 1]}),
    ),
    (
        "not_for_each_colour",
        "scoring.keeping.points",
        "points are listed for 5 ranks, there are 4 colours",
        scoring(keeping={"points": [0, 0, 1, 2, 3]}),
        scoring(keeping={"points": [0, 0, 1, 3]}),
    ),
    (
        "no_such_rank",
        "scoring.majorities.points",
        "no colour can be ranked 5, there are 4",
        {**THREE, **scoring(majorities={"points": {"5": [1]}})},
        laid(
            cards(colours=["pink", "blue", "orange", "purple", "white"]),
            scoring(giving={"points": [3, 2, 1, 0, 0]}, keeping={"points": [0, 0, 0, 1, 2]}),
        ),
    ),
    (
        "block_without_action",
        "turn.actions",
        "`give` is none of the actions, so this would never score; say `giving: removed`",
        actions("keep", "add"),
        scoring(giving="removed"),
    ),
    (
        "block_without_action",
        "turn.actions",
        "`keep` is none of the actions, so this would never score; say `keeping: removed`",
        actions("give", "add"),
        scoring(keeping="removed"),
    ),
    (
        "receiver_without_block",
        "scoring.giving.receiver",
        "the receiver cannot score for keeping: there is no block `keeping`",
        scoring(giving={"receiver": "keeping"}, keeping="removed"),
        scoring(giving={"receiver": "nothing"}),
    ),
    (
        "nothing_scores",
        "scoring.giving",
        "no block is left that scores",
        {**THREE, **scoring(giving="removed", keeping="removed", majorities="removed")},
        scoring(majorities={"points": {"1": [5]}, "decided_by": ["sum"], "ties": "split"}),
    ),
    (
        "tie_break_without_block",
        "tie_breaks",
        "`majorities` cannot break a tie: there is no such block under `scoring`",
        {**THREE, **scoring(majorities="removed"), "tie_breaks": ["bouquet", "majorities"]},
        {"tie_breaks": ["bouquet", "giving", "keeping"]},
    ),
    (
        "tie_break_without_block",
        "tie_breaks",
        "`fewest` cannot break a tie: there is no such block under `scoring`",
        {
            **THREE,
            "tie_breaks": ["bouquet", "sizes", "fewest"],
            **scoring(sizes={"points": {"3": 2}}),
        },
        {"tie_breaks": ["bouquet", "sizes"]},
    ),
    (
        "too_few_actions",
        "uses",
        "for 2 cards in a turn 1 action can never be used up, so that a seat may be stuck",
        {"uses": {"keep": {"times": 3}, "give": {"times": 9}}},
        {"turn": {"draws": 1}},
    ),
    (
        "too_few_actions",
        "uses",
        "for 2 cards in a turn 1 action can never be used up, so that a seat may be stuck",
        {"uses": {"keep": {"times": 3}, "open": {"times": 9}, "secret": {"times": 9}}},
        {"turn": {"actions": ["keep", "give", "add_open", "add_secret"], "draws": 1}},
    ),
    (
        "use_without_action",
        "uses",
        "none of the actions uses `secret`, so this would never count",
        laid(actions("keep", "give", "add_open"), {"uses": {"secret": {"times": 1}}}),
        actions("keep", "give", "add_secret"),
    ),
    (
        "shared_without_majorities",
        "partners.bouquets",
        "bouquets are shared for the majorities, and there is no block `majorities`",
        {
            "players": [4],
            "for_players": "removed",
            "partners": {"teams": {"two": [0, 2]}, "bouquets": "shared"},
            **scoring(majorities="removed"),
        },
        {"partners": {"bouquets": "apart"}},
    ),
    (
        "condition_without_number",
        "end.any_of",
        "the condition `points` needs a number: say `points` under `end` too",
        {"end": {"any_of": ["points"]}},
        {"end": {"points": 30}},
    ),
    (
        "number_without_condition",
        "end.rounds",
        "`rounds` stands neither under `any_of` nor under `all_of`, so it would change nothing",
        {"end": {"rounds": 9}},
        {"end": {"all_of": ["rounds"]}},
    ),
]


def errors(change: dict[str, Any]) -> list[tr.Problem]:
    """What is wrong with Gift of Tulips when this is changed."""
    problems = tr.check({"extends": "tulips", **change})
    return [problem for problem in problems if problem.severity == "error"]


@pytest.mark.parametrize(("code", "key", "message", "change", "mend"), FAULTY)
def test_a_check(
    code: str, key: str, message: str, change: dict[str, Any], mend: dict[str, Any]
) -> None:
    [problem] = errors(change)
    assert (problem.code, problem.message) == (code, message)
    assert problem.key == key
    mended = laid(change, mend)
    assert errors(mended) == []
    ruleset = tr.load({"extends": "tulips", **mended})
    for seats in ruleset.seat_counts:
        assert tr.new_game(ruleset, seats, seed=1).phase == "start"


def test_a_receiver_who_scores_keeps_the_block_of_keeping_in_use() -> None:
    change = laid(actions("give", "add"), scoring(giving={"receiver": "keeping"}))
    assert errors(change) == []


def test_adding_has_no_limit_while_one_way_to_add_has_none() -> None:
    for way in ("open", "secret"):
        assert errors({"uses": {"keep": {"times": 1}, way: {"times": 1}}}) == []


def test_a_block_that_is_removed_but_for_some_numbers_of_players() -> None:
    found = errors(scoring(majorities="removed"))
    assert [
        (problem.key.rpartition(".")[2], dict(problem.fields)["seats"]) for problem in found
    ] == [(key, (seats,)) for seats in (2, 5, 6) for key in ("decided_by", "ties")]
    way_out = "`for_players: {2: {scoring: {majorities: removed}}}`"
    assert found[0].expected == f"all of the block, or {way_out}"
    removed = {str(seats): scoring(majorities="removed") for seats in (2, 5, 6)}
    assert errors({**scoring(majorities="removed"), "for_players": removed}) == []


def test_what_is_wrong_with_each_number_of_players_is_told_once_where_the_card_says_it() -> None:
    """Although tulips has a block of its own there for two, five and six."""
    rank = "scoring: {majorities: {points: {5: [3]}}}"
    problem = only(tr.check(HEAD.replace("serendipity", "tulips") + rank, name=NAME))
    assert (problem.code, problem.line, problem.column) == ("no_such_rank", 5, 24)
    assert problem.message == "no colour can be ranked 5, there are 4"
    # what it lacks by the card is shown there too
    none = "players: [3]\ncards: {values: {2: removed, 3: removed, 4: removed}}"
    found = tr.check(HEAD.replace("serendipity", "tulips") + none, name=NAME)
    assert {(problem.code, str(problem.place)) for problem in found} == {
        ("too_few_colours", f"{NAME}:6:1"),
        ("too_few_cards", f"{NAME}:6:1"),
    }
