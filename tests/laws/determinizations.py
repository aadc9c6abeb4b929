"""States made of what a viewer knows: each fits, and all that fit are drawn evenly.

A *world* is all that can lie hidden in a game, and the moves made in it. A game counts how many
worlds of physical things, copies told apart, tell a viewer the same; how they look at the end is
what `tr.determinize` may give, each as often as there are such worlds.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import permutations
from random import Random
from typing import Any, TypeVar

import pytest

import tilerules as tr
from tests.laws.chance import evenly
from tilerules.testing.determinizations import fits as fits

W = TypeVar("W")
Lying = tuple[tuple[str, Any], ...]
"""What lies where: pairs of a place and a thing, always in the same order."""
Weights = Mapping[Lying, int]

FEWEST_DRAWS, MOST_DRAWS = 2_500, 10_000

# ---- each fits ------------------------------------------------------------------------------


def _through_json(data: object) -> object:
    return json.loads(json.dumps(data))


def viewers_of(at: tr.State) -> list[int | None]:
    """All seats, and a spectator."""
    return [*range(at.seats), None]


def fits_all_viewers(
    at: tr.State, seed: int | bytes, also: Callable[[tr.State], None] = lambda state: None
) -> list[tr.State]:
    """What is made for each viewer of a state fits; `also` is what else holds of a state."""
    also(at)
    found = []
    for viewer in viewers_of(at):
        found.append(fits(tr.observe(at, viewer), seed))
        also(found[-1])
        assert tr.score(found[-1]) == tr.score(at)
        assert tr.outcome(found[-1]) == tr.outcome(at)
        refused_without_memory(at, viewer)
    return found


def refused_without_memory(at: tr.State, viewer: int | None) -> None:
    """A forgetful viewer may have been shown more than it knows, so nothing is made of that."""
    forgetful = tr.observe(at, viewer, memory=False)
    for seen in (forgetful, tr.Observation.from_data(_through_json(forgetful.to_data()))):
        with pytest.raises(ValueError, match="memory"):
            tr.determinize(seen, 1)


def takes_an_observation_and_a_seed(at: tr.State) -> None:
    """A state holds no question; a seed is a whole number or bytes."""
    seen = tr.observe(at, None)
    for nothing in (at, seen.to_data(), None):
        with pytest.raises(TypeError):
            tr.determinize(nothing, 1)  # type: ignore[arg-type]
    for seed in (None, "1", 1.0, True):
        with pytest.raises(TypeError):
            tr.determinize(seen, seed)  # type: ignore[arg-type]


def differ(at: tr.State) -> None:
    """Where much is unknown, other seeds give other states, none of them the truth."""
    for viewer in viewers_of(at):
        seen = tr.observe(at, viewer)
        seeds: list[int | bytes] = [0, 1, 2**70, -1, b"", b"0", b"1"]
        assert len({at, *(tr.determinize(seen, seed) for seed in seeds)}) == len(seeds) + 1


def is_not_the_deal_again(ruleset: tr.Ruleset, seats: int) -> None:
    """The seed of the deal does not bring the deal back."""
    for seed in (*range(5), b"", b"1"):
        at = tr.new_game(ruleset, seats, seed=seed)
        assert all(tr.determinize(tr.observe(at, v), seed) != at for v in viewers_of(at))


def draws_from_another_stream(
    ruleset: tr.Ruleset, seats: int, patch: pytest.MonkeyPatch, seed: int | bytes
) -> None:
    """A deal and a determinization of one seed have no byte of chance in common."""
    hashed = list[bytes]()

    def shake(data: bytes) -> Any:
        hashed.append(data)
        return _SHAKE(data)

    patch.setattr(hashlib, "shake_256", shake)
    at = tr.new_game(ruleset, seats, seed=seed)
    for_the_deal, hashed = hashed, []
    tr.determinize(tr.observe(at, 0), seed)
    assert for_the_deal
    assert hashed
    assert not {*for_the_deal} & {*hashed}


_SHAKE = hashlib.shake_256


def played_on(
    state: tr.State, chance: Random, likely: Callable[[tr.LegalMoves, Random], tr.Move], most: int
) -> tr.State:
    """The end of a game that goes on from a state, for so many plies at the most."""
    for _ in range(most):
        if state.is_over:
            break
        state = tr.apply_move(state, likely(tr.legal_moves(state), chance))
    return state


# ---- all that fit are drawn evenly ----------------------------------------------------------


def orders(things: Iterable[str]) -> Mapping[tuple[str, ...], int]:
    """All orders of some things by name, and how many there are with copies told apart."""
    return _orders(tuple(sorted(things)))


@lru_cache(maxsize=8)
def _orders(things: tuple[str, ...]) -> Mapping[tuple[str, ...], int]:
    return Counter(permutations(things))


def fitting(
    truth: W,
    worlds: Iterable[tuple[W, int]],
    told: Callable[[W], Iterable[object]],
    lies: Callable[[W], Lying],
) -> Weights:
    """How the worlds look that tell the same as the truth, and how many of them look so."""
    heard, found = list(told(truth)), Counter[Lying]()
    for world, number in worlds:
        if tells(told(world), heard):
            found[lies(world)] += number
    assert lies(truth) in found
    return found


def tells(told: Iterable[object], heard: Sequence[object]) -> bool:
    """Whether all that was told is what was heard."""
    telling = iter(told)
    return all(word == next(telling, None) for word in heard) and next(telling, None) is None


def drawn_evenly(seen: tr.Observation, weights: Weights, read: Callable[[tr.State], Lying]) -> None:
    """Many seeds give each look as often as its weight says; so does each place alone."""
    draws = max(FEWEST_DRAWS, -(-8 * sum(weights.values()) // min(weights.values())))
    assert draws <= MOST_DRAWS, f"{len(weights)} looks are too many to be drawn often enough"
    counts = Counter[Lying]()
    for state, number in Counter(tr.determinize(seen, seed) for seed in range(draws)).items():
        counts[read(state)] += number
    evenly(_looks(counts), _looks(weights))
    for number, (place, _) in enumerate(next(iter(weights))):
        assert {lying[number][0] for lying in counts} == {place}
        evenly(_alone(counts, number), _alone(weights, number))


def _looks(weights: Weights) -> dict[object, int]:
    return {look: weight for look, weight in weights.items() if weight}


def _alone(weights: Weights, number: int) -> dict[object, int]:
    """The weights of the things that lie at one place."""
    found = Counter[object]()
    for lying, weight in weights.items():
        found[lying[number][1]] += weight
    return found


def the_seed_of_the_deal_is_of_no_help(
    ruleset: tr.Ruleset, seats: int, read: Callable[[tr.State], Lying], *, games: int = 800
) -> None:
    """Who takes the seed of the deal finds the truth at a place as often as who takes another."""
    found = Counter[tuple[str, str]]()
    for seed in range(games):
        at = tr.new_game(ruleset, seats, seed=seed)
        seen, truth = tr.observe(at, None), read(at)
        for who, number in (("the same", seed), ("another", games + seed)):
            guess = read(tr.determinize(seen, number))
            found.update(
                (who, each[0]) for each, lies in zip(guess, truth, strict=True) if each == lies
            )
    for place in {place for _, place in found}:
        counts: dict[object, int] = {who: found[who, place] for who in ("the same", "another")}
        evenly(counts, dict.fromkeys(counts, 1))


# ---- made unevenly on purpose ---------------------------------------------------------------


def all_alike(weights: Weights) -> Weights:
    """Each look as often as any other, however many worlds look so."""
    return dict.fromkeys(weights, 1)


def one_thing_more_often(weights: Weights) -> Weights:
    """What lies at one place is one thing half as often again as it should be."""
    number = next(n for n, _ in enumerate(next(iter(weights))) if len(_alone(weights, n)) > 1)
    thing = max(_alone(weights, number).items(), key=lambda item: item[1])[0]
    return {
        lying: weight * (3 if lying[number][1] == thing else 2) for lying, weight in weights.items()
    }


def one_look_never(weights: Weights) -> Weights:
    """One of the looks is never made."""
    return {lying: weights[lying] for lying in list(weights)[1:]}


def drawing_from(
    weights: Weights, filled: Callable[[tr.Observation, Lying], tr.State]
) -> Callable[[tr.Observation, int], tr.State]:
    """Another `determinize` for one observation, which draws by weights that are given."""
    looks, numbers = list(weights), list(weights.values())
    made: dict[Lying, tr.State] = {}

    def determinize(seen: tr.Observation, seed: int) -> tr.State:
        (lying,) = Random(f"drawn {seed}").choices(looks, numbers)
        if lying not in made:
            made[lying] = filled(seen, lying)
        return made[lying]

    return determinize
