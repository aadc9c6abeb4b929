"""Results and beginnings that people write into records, and those that cannot be."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

import tilerules as tr
from tests.saving.games import GAMES, game, reread, written
from tests.saving.kinds import fault_of

# ---- results --------------------------------------------------------------------------------


def test_a_result_may_be_left_out_or_be_a_remark_alone() -> None:
    record = game("tulips")
    states = record.states()
    results: list[Any] = [
        None,
        {},
        {"remark": "played by candle light"},
        {"points": None, "outcome": None, "remark": None},
        {"points": written(record)["result"]["points"]},
        {"outcome": written(record)["result"]["outcome"]},
    ]
    for result in results:
        assert reread(record, result=result).states() == states
    data = written(record)
    del data["result"], data["names"], data["tags"]
    assert tr.Record.from_data(data).states() == states
    unfinished = game("tulips", plies=9)
    remarked = reread(unfinished, result={"remark": "seat 1 resigned"})
    assert remarked.states() == unfinished.states()
    assert remarked.result == tr.Result(None, None, "seat 1 resigned")


@pytest.mark.parametrize("id", GAMES)
def test_points_that_do_not_fit(id: str) -> None:
    record = game(id)
    assert record.result is not None
    points = record.result.points
    assert points is not None
    for wrong in ([points[0] + 1, points[1]], [points[0], points[1] - 1], [0, 10**9]):
        read = reread(record, result={"points": wrong})
        fault = fault_of(read.states)
        assert fault.path == "result.points"
        for number in points:
            assert str(number) in fault.problem
        assert read.at(len(record.moves)) == record.state


def test_a_false_result_is_not_played_on_with() -> None:
    record = game("tulips", plies=9)
    read = reread(record, result={"points": [5, 7]})
    fault = fault_of(lambda: read.play(tr.legal_moves(record.state)[0]))
    assert (fault.path, fault.problem) == (
        "result.points",
        "by the rules they are open, for the game goes on",
    )


def test_points_belong_to_their_seats() -> None:
    record = next(
        each
        for each in (game("tulips", seed=seed) for seed in range(9))
        if len({*points(each)}) > 1
    )
    fault = fault_of(reread(record, result={"points": [*reversed(points(record))]}).states)
    assert fault.path == "result.points"


def points(record: tr.Record) -> tuple[int, ...]:
    """The points of a game that is over."""
    assert record.result is not None
    return record.result.points or ()


@pytest.mark.parametrize("id", GAMES)
def test_an_outcome_that_does_not_fit(id: str) -> None:
    record = game(id)
    assert record.result is not None
    outcome = record.result.outcome
    assert outcome is not None
    wrong = [
        attrs.evolve(outcome, ranking=((0, 1),) if len(outcome.ranking) > 1 else ((0,), (1,))),
        attrs.evolve(outcome, decided_by="fields"),
        attrs.evolve(outcome, cut_short=not outcome.cut_short),
    ]
    if len(outcome.ranking) > 1:
        wrong.append(attrs.evolve(outcome, ranking=outcome.ranking[::-1]))
    for each in wrong:
        fault = fault_of(reread(record, result={"outcome": each.to_data()}).states)
        assert fault.path == "result.outcome"


@pytest.mark.parametrize("id", GAMES)
def test_a_game_that_goes_on_has_no_result(id: str) -> None:
    whole = written(game(id))["result"]
    record = game(id, plies=9)
    for key in ("points", "outcome"):
        fault = fault_of(reread(record, result={key: whole[key]}).states)
        assert fault.path == f"result.{key}"
    sheets = tr.score(record.state)
    fault = fault_of(reread(record, result={"points": [each.total for each in sheets]}).states)
    assert fault.path == "result.points"


RESULTS: dict[str, tuple[Any, str]] = {
    "no result": (3, "result"),
    "another key": ({"winner": 0}, "result"),
    "points of three": ({"points": [1, 2, 3]}, "result.points"),
    "points as texts": ({"points": [1, "2"]}, "result.points[1]"),
    "points as truths": ({"points": [True, 2]}, "result.points[0]"),
    "an outcome of three": (
        {"outcome": {"ranking": [[0], [1, 2]], "decided_by": "points", "cut_short": False}},
        "result.outcome.ranking",
    ),
    "other winners": (
        {
            "outcome": {
                "ranking": [[0], [1]],
                "winners": [1],
                "decided_by": "points",
                "cut_short": False,
            }
        },
        "result.outcome.winners",
    ),
}


@pytest.mark.parametrize(("result", "path"), RESULTS.values(), ids=RESULTS)
def test_what_is_no_result_is_not_read(result: Any, path: str) -> None:
    assert fault_of(lambda: reread(game("tulips"), result=result)).path == path


# ---- beginnings that cannot be --------------------------------------------------------------


def test_a_record_has_a_deal_or_a_position() -> None:
    record = game("tulips", plies=3)
    data = written(record)
    position = written(tr.Record.start(record.ruleset, 2, position=record.state))["position"]
    with pytest.raises(tr.InvalidData):
        tr.Record.from_data({**data, "position": position})
    del data["deal"]
    with pytest.raises(tr.InvalidData):
        tr.Record.from_data(data)
    read = tr.Record.from_data({**data, "position": position, "moves": []})
    assert read.position == record.state


@pytest.mark.parametrize("key", ["ruleset", "seats", "moves"])
def test_a_record_needs_these(key: str) -> None:
    data = written(game("tulips", plies=3))
    del data[key]
    assert fault_of(lambda: tr.Record.from_data(data)).path == key


@pytest.mark.parametrize("key", ["ruleset", "seats", "format"])
def test_what_lies_within_has_the_rules_of_the_whole(key: str) -> None:
    record = game("tulips", plies=3)
    begun = written(record)["deal"]
    fault = fault_of(lambda: reread(record, deal={**begun, key: written(record)[key]}))
    assert fault.path.startswith("deal")


def test_a_fault_of_the_deal_or_the_position_has_its_path() -> None:
    record = game("serendipity", plies=3)
    deal = written(record)["deal"]
    deal["cells"]["f6"] = {"tile": "pink"}
    assert fault_of(lambda: reread(record, deal=deal)).path == "deal.cells.f6.tile"
    start = tr.Record.start(record.ruleset, 2, position=record.state)
    position = written(start)["position"]
    position["cells"]["f6"]["up"] = 1
    assert fault_of(lambda: reread(start, position=position)).path == "position.cells.f6.up"
