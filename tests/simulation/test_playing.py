"""One game played out by policies."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Any

import pytest

import tilerules as tr
from tests.simulation.naive import chances, moves_made, sources
from tests.simulation.policies import Named, Player
from tilerules.simulation.playing import LONGEST_NAME, game_of, in_words, played


def first() -> tr.State:
    return tr.new_game(tr.load("tulips"), 3, seed=1)


TABLES = [
    (id, seats)
    for id in tr.ruleset_ids()
    for seats in sorted({tr.load(id).seat_counts[0], tr.load(id).seat_counts[-1]})
]


@pytest.mark.parametrize(("id", "seats"), TABLES)
def test_a_playout_is_the_game_that_policies_play(id: str, seats: int) -> None:
    start = tr.new_game(tr.load(id), seats, seed=seats)
    end, legal = moves_made(start, [tr.uniform] * seats, chances(7, seats))
    assert tr.playout(start, tr.uniform, seed=7) == end
    game = played(start, [tr.uniform] * seats, 7)
    assert (game.end, game.plies, game.offered) == (end, len(legal), sum(legal))


def test_a_playout_goes_on_from_any_state() -> None:
    middle = first()
    for _ in range(20):
        middle = tr.apply_move(middle, tr.legal_moves(middle)[0])
    end, legal = moves_made(middle, [tr.uniform] * 3, chances(b"abc", 3))
    game = played(middle, [tr.uniform] * 3, b"abc")
    assert (game.end, game.plies, game.offered) == (end, len(legal), sum(legal))
    assert end.ply == 20 + len(legal)


def test_a_game_that_is_over_stays_as_it_is() -> None:
    end = tr.playout(first(), tr.uniform, seed=1)
    assert tr.playout(end, tr.greedy, seed=2) is end
    with pytest.raises(ValueError, match="not 2"):
        tr.playout(end, [tr.greedy] * 2, seed=2)


def test_the_seed_decides() -> None:
    ends = {tr.playout(first(), tr.uniform, seed=seed) for seed in range(4)}
    assert len(ends) == 4
    assert tr.playout(first(), tr.uniform, seed=2) in ends
    assert tr.playout(first(), tr.uniform, seed=b"2") not in ends


def test_a_seat_has_a_policy_and_a_source_of_its_own() -> None:
    """However much one seat draws, the others draw the same."""
    seen = dict[int, list[float]]()

    def noted(observation: tr.Observation, random: Random, draws: int) -> tr.Move:
        assert observation.viewer is not None
        assert observation.viewer == observation.to_move
        seen.setdefault(observation.viewer, []).extend(random.random() for _ in range(draws))
        return tr.legal_moves(observation)[0]

    policies = [partial(noted, draws=draws) for draws in (1, 2, 5)]
    tr.playout(first(), policies, seed=9)
    assert len(seen) == 3
    for seat, own in enumerate(chances(9, 3)):
        assert seen[seat] == [own.random() for _ in seen[seat]]
    assert not {*seen[0]} & {*seen[1]}


def test_each_game_of_a_seed_has_its_own_chance() -> None:
    ruleset = tr.load("tulips")
    games = [game_of(ruleset, [tr.uniform] * 2, 5, number).end for number in (0, 1, 2, 1)]
    assert games[1] == games[3]
    assert len({*games}) == 3
    draws = {sources(number, 5, 2)[seat].random() for number in range(50) for seat in range(2)}
    assert len(draws) == 100


# ---- what is refused ------------------------------------------------------------------------


@pytest.mark.parametrize("number", [0, 1, 2, 4])
def test_a_wrong_number_of_policies(number: int) -> None:
    with pytest.raises(ValueError, match=f"for each of 3 seats, or one for all, not {number}"):
        tr.playout(first(), [tr.uniform] * number, seed=1)


@pytest.mark.parametrize(
    ("policies", "named"),
    [
        ("uniform", "'uniform'"),
        (None, "None"),
        ({0: tr.uniform}, "{0: "),
        ([tr.uniform, "greedy", tr.uniform], "'greedy'"),
        ([tr.uniform, None], "None"),
    ],
)
def test_what_is_no_policy(policies: Any, named: str) -> None:
    with pytest.raises(TypeError, match=f"a policy is a callable, as tr.greedy, not {named}"):
        tr.playout(first(), policies, seed=1)


def test_a_policy_that_breaks_the_rules() -> None:
    wrong, seen = tr.Move("take", ("99",)), list[tr.Observation]()

    def cheat(observation: tr.Observation, random: Random) -> tr.Move:
        seen.append(observation)
        return wrong if len(seen) == 4 else tr.uniform(observation, random)

    with pytest.raises(tr.IllegalMove) as caught:
        tr.playout(first(), [tr.uniform, partial(cheat), tr.uniform], seed=1)
    refusal, told = tr.why_illegal(seen[-1], wrong), caught.value.refusal
    assert refusal is not None
    name = "test_a_policy_that_breaks_the_rules.<locals>.cheat()"
    made = f"at ply {seen[-1].ply} the policy `{name}` of seat 1 gave 'take 99'"
    assert str(caught.value) == f"{made}: {refusal}"
    assert (told.code, told.rule) == (refusal.code, refusal.rule)


@pytest.mark.parametrize("given", [None, "keep", 0, tr.Move])
def test_a_policy_that_gives_no_move(given: Any) -> None:
    def bot(seen: tr.Observation, chance: Random) -> Any:
        return given

    with pytest.raises(TypeError) as caught:
        tr.playout(first(), bot, seed=1)
    name = "test_a_policy_that_gives_no_move.<locals>.bot"
    assert str(caught.value) == (
        f"at ply 0 the policy `{name}` of seat 0 gave {given!r}; a policy returns a Move, one of "
        "legal_moves(observation)"
    )


def test_what_a_policy_raises_passes_through() -> None:
    def interrupted(observation: tr.Observation, random: Random) -> tr.Move:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        tr.playout(first(), interrupted, seed=1)
    with pytest.raises(TypeError, match="a seed is a whole number or bytes"):
        tr.playout(first(), tr.uniform, seed=1.5)  # type: ignore[arg-type]


# ---- what policies are called ---------------------------------------------------------------


def bound(*things: Any, **named: Any) -> Any:
    """A policy to which something is bound, as `bound(depth=3)`."""
    return partial(decide, *things, **named)


def decide(*_: object, **__: object) -> None:
    """Nothing; it is only named."""


def local() -> object:
    return lambda observation, random: None


@pytest.mark.parametrize(
    ("policy", "words"),
    [
        (tr.uniform, "uniform"),
        (bound(draw=3, act=tr.greedy), "decide(draw=3, act=greedy)"),
        (partial(bound("a"), 1.5, act=None), "decide('a', 1.5, act=None)"),
        (bound(Player()), "decide(Player)"),
        (Player(), "Player"),
        (Player().choose, "Player.choose"),
        (Player, "Player"),
        (Named(3), "Named(depth=3)"),
        (Named("a\nb"), "Named(depth='a\\nb')"),
        (local(), "local.<locals>.<lambda>"),
    ],
)
def test_what_a_policy_is_called(policy: object, words: str) -> None:
    assert in_words(policy) == words


def test_the_name_of_a_policy_is_short_and_in_one_line() -> None:
    for value in ("x" * 500, "☘" * 500, "\u202e" * 500, "\ud800"):
        for policy in (Named(value), bound(draw=value)):
            name = in_words(policy)
            assert len(name) <= LONGEST_NAME
            assert name.isprintable()
