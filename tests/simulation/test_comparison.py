"""Two rulesets side by side: against `simulate` and `diff`, by hand, and against chance."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterable
from functools import cache, partial
from math import sqrt
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree as ET

import pytest

import tilerules as tr
from tests.simulation.made_up import game, summary
from tests.simulation.misses import possible
from tilerules.simulation.comparison import Change, Comparison
from tilerules.simulation.playing import game_of
from tilerules.simulation.summary import Result, summed_up

BASE, HOUSE = "tulips", "tulips-thanks"


def compared(
    a: str = BASE, b: str = HOUSE, games: int = 12, seed: int | bytes = 7, **more: object
) -> Comparison:
    """A comparison of two bundled rulesets."""
    return tr.compare(tr.load(a), tr.load(b), 2, games, tr.uniform, seed=seed, **more)  # type: ignore[arg-type]


def by_name(comparison: Comparison) -> dict[tuple[str, int | None], Change]:
    return {(each.name, each.seat): each for each in comparison.changes}


# ---- what is played -------------------------------------------------------------------------


def test_each_ruleset_is_simulated_with_seeds_of_its_own() -> None:
    found = compared()
    for id, each in ((BASE, found.a), (HOUSE, found.b)):
        rules = tr.load(id)
        assert (each.ruleset, each.digest, each.games, each.seats) == (id, rules.digest, 12, 2)
        assert isinstance(each.seed, str)
        own = bytes.fromhex(each.seed.removeprefix("bytes "))
        assert each == tr.simulate(rules, 2, 12, tr.uniform, seed=own)
    assert found.a.seed != found.b.seed
    assert (found.seed, found.titles) == (7, ("Gift of Tulips", "Gift of Tulips, with thanks"))


def test_a_ruleset_beside_itself_has_other_games() -> None:
    """The samples are independent, and so not equal; the same seed gives the same again."""
    found = compared(b=BASE)
    assert found.a.points != found.b.points
    assert found.differences == ()
    assert found == compared(b=BASE)
    assert found.a.points != compared(b=BASE, seed=8).a.points
    assert compared(games=2, seed=b"\x01\xff").seed == "bytes 01ff"


def test_progress_goes_on_from_the_first_to_the_second() -> None:
    told: list[tuple[int, int]] = []
    compared(progress=lambda done, games: told.append((done, games)))
    assert [told[0], told[-1]] == [(0, 24), (24, 24)]
    assert (12, 24) in told
    assert told == sorted(told)


def test_an_executor_plays_the_games(tmp_path: Path) -> None:
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(2) as pool:
        assert compared(games=6, executor=pool) == compared(games=6)


def failing(ply: int, house: bool, observation: tr.Observation, random: Random) -> tr.Move:
    """A policy that fails with one of the two rulesets."""
    if observation.ply == ply and (observation.ruleset.id == HOUSE) == house:
        raise RuntimeError("I give up")
    return tr.uniform(observation, random)


def test_what_was_played_is_kept_if_the_second_fails() -> None:
    base, house = tr.load(BASE), tr.load(HOUSE)
    with pytest.raises(tr.SimulationInterrupted, match="I give up") as caught:
        tr.compare(base, house, 2, 3, partial(failing, 5, True), seed=7)
    earlier, partial_one = caught.value.earlier, caught.value.summary
    assert earlier is not None
    assert (earlier.ruleset, earlier.games) == (BASE, 3)
    assert (partial_one.ruleset, partial_one.games) == (HOUSE, 0)
    with pytest.raises(tr.SimulationInterrupted) as caught:
        tr.compare(base, house, 2, 3, partial(failing, 5, False), seed=7)
    assert caught.value.earlier is None
    assert caught.value.summary.ruleset == BASE


def unplayed(observation: tr.Observation, random: Random) -> tr.Move:
    raise AssertionError("no game is to be played")


@pytest.mark.parametrize(
    ("a", "b", "seats", "games", "error", "message"),
    [
        ("tulips", "flowers", 2, 5, ValueError, "tulips is for tulips, and flowers for flowers"),
        ("flowers", "flowers-even-turns", 1, 5, tr.WrongSeats, "flowers-even-turns is for 2, 3"),
        ("flowers-even-turns", "flowers", 1, 5, tr.WrongSeats, "flowers-even-turns is for 2, 3"),
        ("tulips", "tulips-thanks", 2, 0, ValueError, "at least 1"),
    ],
)
def test_what_cannot_be_compared_is_refused_before_a_game(
    a: str, b: str, seats: int, games: int, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        tr.compare(tr.load(a), tr.load(b), seats, games, unplayed, seed=1)


@pytest.mark.parametrize("pair", [("tulips", tr.load("tulips")), (tr.load("tulips"), "tulips")])
def test_rulesets_are_compared_and_not_their_ids(pair: tuple[Any, Any]) -> None:
    with pytest.raises(TypeError, match=r"compare takes two Rulesets, as load\(\) gives them"):
        tr.compare(*pair, 2, 5, unplayed, seed=1)


# ---- rules that differ ----------------------------------------------------------------------


def test_the_rules_that_differ_are_those_of_diff_for_these_seats() -> None:
    """The Dutch rules of Flowers have other piles with two seats; the flat ones are alike."""
    flowers, dutch = tr.load("flowers"), tr.load("flowers-dutch")
    keys = {
        seats: {
            each.key
            for each in tr.compare(flowers, dutch, seats, 1, tr.uniform, seed=1).differences
        }
        for seats in (2, 3)
    }
    every = tr.diff(flowers, dutch)
    assert keys[2] - keys[3] == {"piles.sizes"}
    for seats, found in keys.items():
        assert found == {each.key for each in every if seats in each.seats}


def test_numbers_of_players_are_no_difference_of_a_game() -> None:
    """`diff` tells them; but whoever plays with two has the same rules."""
    found = tr.compare(
        tr.load("serendipity-small"),
        tr.load({"extends": "serendipity-small", "players": [2]}),
        *(2, 1, tr.uniform),
        seed=1,
    )
    assert found.differences == ()


# ---- what changes ---------------------------------------------------------------------------


def test_the_measures_are_those_of_the_summaries() -> None:
    found = compared()
    assert tuple(each.a for each in found.changes) == found.a.measures
    assert tuple(each.b for each in found.changes) == found.b.measures
    assert [each.name for each in found.changes if each.seat == 1] == ["points", "win_share"]


def test_a_change_by_hand() -> None:
    """Points of 1 to 5 against 2, 4, 6, as in the tests of the estimates; plies are all alike."""
    a = summary([game(points=(points, 0), winners=(0,)) for points in (1, 2, 3, 4, 5)])
    b = summary([game(points=(points, 0), winners=(1,)) for points in (2, 4, 6)])
    found = by_name(Comparison(a, b, ("A", "B"), 1, ()))
    points = found["points", 0]
    assert (points.difference.value, points.is_clear, points.size) == (1, False, "medium")
    assert points.effect is not None
    assert points.effect.value == pytest.approx(20 / 23 / sqrt(3))
    wins = found["win_share", 0]
    assert (wins.difference.value, wins.is_clear, wins.size) == (-1, True, "large")
    plies = found["plies", None]
    assert (plies.difference.ends, plies.effect, plies.size) == ((0, 0), None, None)
    assert not plies.is_clear


def test_a_difference_without_spread_is_clear() -> None:
    """All games of one ruleset have 10 plies, all of the other 12: there is nothing to doubt."""
    a, b = summary([game(10)] * 2), summary([game(12)] * 2)
    plies = by_name(Comparison(a, b, ("A", "B"), 1, ()))["plies", None]
    assert (plies.difference.value, plies.effect, plies.is_clear) == (2, None, True)


def test_single_games_make_nothing_clear() -> None:
    a, b = summary([game(10)]), summary([game(12, winners=(1,))])
    for each in Comparison(a, b, ("A", "B"), 1, ()).changes:
        assert not each.is_clear
        assert (each.effect is None) == (not each.a.is_share)


# ---- data, tables ---------------------------------------------------------------------------


def test_the_data_hold_all_there_is() -> None:
    found = compared()
    data = json.loads(found.to_json(), parse_constant=pytest.fail)
    assert data == found.to_data()
    assert (data["format"], data["seed"], data["titles"]) == (1, 7, list(found.titles))
    for key, side in (("a", found.a), ("b", found.b)):
        assert tr.Summary.from_data(data[key]) == side
    assert [each["key"] for each in data["differences"]] == [
        "scoring.giving.receiver",
        "tie_breaks",
    ]
    assert data["differences"][1] == {
        "key": "tie_breaks",
        "seats": [2, 3, 4, 5, 6],
        "a": ["bouquet"],
        "b": ["giving", "bouquet"],
        "a_origin": list(tr.load(BASE).origin("tie_breaks")),
        "b_origin": list(tr.load(HOUSE).origin("tie_breaks")),
    }
    for written, each in zip(data["changes"], found.changes, strict=True):
        assert (written["name"], written["seat"]) == (each.name, each.seat)
        assert written["b"]["value"] == each.b.estimate.value
        assert written["b"]["deviation"] == each.b.deviation
        assert [written["difference"][end] for end in ("low", "high")] == [
            *(each.difference.ends or ())
        ]
        assert written["clear"] == each.is_clear
        assert written["size"] == each.size
        assert (written["effect"] is None) == (each.effect is None)


def test_a_single_game_has_data_without_intervals() -> None:
    """JSON has no infinity: what is unknown is null."""
    data = json.loads(compared(games=1).to_json(), parse_constant=pytest.fail)
    plies = data["changes"][0]
    assert plies["difference"] == {"value": 0, "low": None, "high": None}
    assert plies["a"]["deviation"] is None


def test_a_notebook_shows_a_table() -> None:
    """Points of 10 and 12 against 20 and 22, thirty times each.

    The variance is 60/59, that of a mean 1/59, and t of 118 degrees is 1.980 in tables.
    """
    a = summary([game(points=(points, 0)) for points in (10, 12)] * 30)
    b = summary([game(points=(points, 0), winners=(1,)) for points in (20, 22)] * 30)
    html = Comparison(a, b, ("<b>&", "B"), 1, ())._repr_html_()
    root = ET.fromstring(html)
    assert root.findtext("caption") == "A: <b>&, B: B; 60 games and 60 games, intervals of 95 %"
    rows = {row[0].text: [cell.text for cell in row][1:] for row in root.iterfind("tbody/tr")}
    assert rows["moves in a game"] == ["10.00", "10.00", "+0.00", "always", None]
    reach, effect = 1.980 * sqrt(2 / 59), 10 / sqrt(60 / 59) * (1 - 3 / 471)
    assert rows["points of seat 0"] == [
        *("11.00", "21.00", "+10.00 *", f"{10 - reach:.2f} to {10 + reach:.2f}"),
        f"+{effect:.2f} large",
    ]
    # Wilson's ends of 60 in 60 are 60 / (60 + z²) and 1; Newcombe's reach has √2 of that.
    inner = sqrt(2) * 1.96**2 / (60 + 1.96**2)
    assert rows["wins of seat 0"] == [
        *("100.0 %", "0.0 %", "-100.0 pp *", f"-100.0 to {100 * (inner - 1):.1f}"),
        "-3.14 large",
    ]


# ---- promises -------------------------------------------------------------------------------


def missed(comparisons: Iterable[Comparison]) -> Counter[tuple[str, int | None]]:
    """How many intervals of each measure leave out 0, which is the truth."""
    misses = Counter[tuple[str, int | None]]()
    for comparison in comparisons:
        for key, each in by_name(comparison).items():
            misses[key] += each.is_clear
    return misses


ALWAYS_THE_SAME = ("cut_short", None)
"""No limit ends a game of these, so this never differs, and its interval never misses."""


@pytest.mark.unmeasured
def test_a_hundred_comparisons_of_a_ruleset_with_itself_miss_as_often_as_they_promise() -> None:
    """Measure by measure; more than 13 misses of 100 have a chance below 1 in 2,000."""
    rules = tr.load("serendipity-small")
    misses = missed(
        tr.compare(rules, rules, 2, 20, tr.uniform, seed=number) for number in range(100)
    )
    assert misses.pop(ALWAYS_THE_SAME) == 0
    assert len(misses) == 7
    for key, times in misses.items():
        assert times in possible(100), key


@cache
def played(id: str, number: int) -> tuple[Result, ...]:
    """What is counted of many games, which stand for all that there could be."""
    rules = tr.load(id)
    return tuple(Result.of(game_of(rules, [tr.uniform] * 2, 2024, each)) for each in range(number))


def test_two_thousand_comparisons_miss_neither_too_often_nor_too_seldom() -> None:
    """Of a hundred, none might miss by chance; of these not.

    The games of both samples are drawn one by one, each as likely as any other, from 400 that were
    played: those are all games there are, so that samples are independent, and the truth is 0.
    """
    pool, chance = played("serendipity-small", 400), random.Random(20)
    none = summary([])

    def drawn() -> tr.Summary:
        return summed_up(none, 0, chance.choices(pool, k=60))

    misses = missed(Comparison(drawn(), drawn(), ("", ""), 0, ()) for _ in range(2000))
    assert misses.pop(ALWAYS_THE_SAME) == 0
    assert 0 not in possible(2000)
    for key, times in misses.items():
        assert times in possible(2000), key


def test_what_never_varies_never_misses() -> None:
    """All games of Gift of Tulips with two seats have 50 moves; there is nothing to estimate."""
    plies = by_name(compared(b=BASE))["plies", None]
    found = [each.ends for each in (plies.a.estimate, plies.b.estimate, plies.difference)]
    assert found == [(50, 50), (50, 50), (0, 0)]
    assert (plies.effect, plies.is_clear) == (None, False)
