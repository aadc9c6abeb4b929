"""States made of what the viewers of Serendipity know: they fit, and are drawn evenly.

On a board of seven tiles every layout is dealt, and the moves are made on it by the model of what
is told; the layouts that tell the same are what may lie there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from random import Random
from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tilerules as tr
from tests.laws.determinizations import (
    Lying,
    Weights,
    all_alike,
    differ,
    drawing_from,
    drawn_evenly,
    draws_from_another_stream,
    fits,
    fits_all_viewers,
    fitting,
    is_not_the_deal_again,
    one_look_never,
    one_thing_more_often,
    orders,
    played_on,
    takes_an_observation_and_a_seed,
    the_seed_of_the_deal_is_of_no_help,
)
from tests.naive.serendipity import turnings
from tests.serendipity.boards import data, position
from tests.serendipity.test_hidden import SECRETS
from tests.serendipity.told import Face, Told, dealt, followed, lying
from tests.strategies import SERENDIPITY_IDS, seeds, serendipity_tables
from tilerules.games.serendipity import Deal, State
from tilerules.testing import Played

pytestmark = pytest.mark.unmeasured

# ---- they fit -------------------------------------------------------------------------------


def has_the_tiles(state: tr.State) -> None:
    """All tiles of the card are there; a Serendip lies in one of the turnings that differ."""
    assert isinstance(state, State)
    tiles = state.ruleset.values_for(state.seats)["tiles"]
    there = Counter(cell.tile for cell in state.cells.values())
    assert there == +Counter(
        {"serendip": tiles["serendips"], **dict.fromkeys(tiles["colours"], tiles["copies"])}
    )
    distinct = turnings(list(tiles["serendip_edges"]))
    for cell in state.cells.values():
        assert (cell.facing in distinct) if cell.tile == "serendip" else cell.facing is None
        unseen = not cell.up and not cell.seen
        if unseen and cell.facing and tiles["serendip_facing"] == "alike":
            assert cell.facing == "ne"


def kept_at_once(legal: tr.LegalMoves, chance: Random) -> tr.Move:
    """A random move of those that leave a tile, if there are any."""
    kept = [move for move in legal[:8] if move.kind in ("keep", "pass")]
    return chance.choice(kept) if kept else legal[chance.randrange(len(legal))]


@pytest.mark.parametrize("id", SERENDIPITY_IDS)
def test_bundled_rulesets(id: str) -> None:
    ruleset = tr.load(id)
    for seats in (ruleset.seat_counts[0], ruleset.seat_counts[-1]):
        game = SECRETS.played(ruleset, seats, seed=seats, plies=60)
        states = [*game.states()]
        for plies in (0, seats, seats + 1, 30, len(states) - 1):
            fits_all_viewers(states[plies], plies, has_the_tiles)


@pytest.mark.parametrize("id", ["serendipity", "serendipity-small"])
def test_games_go_on_to_their_end(id: str) -> None:
    """From the beginning, from within a turn, and until nothing more can be done."""
    ruleset, chance = tr.load(id), Random(id)
    at = tr.new_game(ruleset, 2, seed=3)
    for plies in (0, 20, 21, 60):
        before = played_on(at, chance, kept_at_once, plies)
        made = tr.determinize(tr.observe(before, 1), b"go on")
        end = played_on(made, chance, kept_at_once, 3000)
        assert end.is_over
        assert (tr.outcome(end) is None, list(tr.legal_moves(end))) == (False, [])
        fits_all_viewers(end, plies, has_the_tiles)


@settings(max_examples=12)
@given(serendipity_tables(), seeds, st.integers(0, 60), st.integers(0, 60))
def test_drawn_rulesets(
    table: tuple[tr.Ruleset, int], seed: int | bytes, plies: int, between: int
) -> None:
    states = [*SECRETS.played(*table, seed, plies).states()]
    for number in {0, between % len(states), len(states) - 1}:
        made = fits_all_viewers(states[number], seed, has_the_tiles)
        played_on(made[0], Random(seed), kept_at_once, 20)


def test_positions_written_by_hand() -> None:
    """However they came about: half of the tiles seen, all of them seen, none seen in mid-game."""
    small = tr.load("serendipity-small")
    board = {"a1": "red seen", "a2": "serendip:e seen", "b1": "blue up", "d4": "serendip:se up"}
    for rest in ("", "seen", "up"):
        at = position(small, 2, board, rest=rest, turns=7, ply=50)
        for made in fits_all_viewers(at, 5, has_the_tiles):
            assert rest == "" or made == at, "nothing is unknown"
    written: dict[str, Any] = {**data(small, 3, board), "viewer": 1}
    for cell in written["cells"].values():
        if not cell["up"] and not cell.get("seen"):
            cell.update(tile=None)
    has_the_tiles(fits(tr.Observation.from_data(written), 6))


def test_other_seeds_give_other_states() -> None:
    for seats, plies in ((2, 0), (6, 0), (6, 30)):
        *_, at = SECRETS.played(tr.load("serendipity"), seats, 4, plies).states()
        differ(at)
    is_not_the_deal_again(tr.load("serendipity"), 3)
    takes_an_observation_and_a_seed(tr.new_game(tr.load("serendipity"), 2, seed=1))


# ---- and they are drawn evenly --------------------------------------------------------------

CELLS: tuple[str, ...] = ("a1", "a2", "b1", "b2", "b3", "c1", "c2")
World = tuple[Face, ...]
"""The face of the tile on each of the cells."""

TWO_TURNINGS = ["blue", "red"] * 3
THREE_TURNINGS = ["blue", "red", "yellow"] * 2
SIX_TURNINGS = ["blue", "blue", "red", "red", "red", "blue"]


@attrs.frozen
class Case:
    """A game on seven tiles: the card, the moves that are made, and what is due after them."""

    colours: int
    copies: int
    edges: Sequence[str]
    facing: str
    moves: Sequence[str]
    phase: str = "reveal"
    changes: Mapping[str, Any] = {}

    @property
    def ruleset(self) -> tr.Ruleset:
        tiles = {
            "colours": ["blue", "red", "yellow"][: self.colours],
            "copies": self.copies,
            "serendips": 7 - self.colours * self.copies,
            "serendip_edges": self.edges,
            "serendip_facing": self.facing,
        }
        card = {"extends": "serendipity", "players": [2], "for_players": "removed"}
        return tr.load({**card, "board": {"side": 2}, "tiles": tiles, **self.changes})

    def game(self) -> tuple[World, tr.State]:
        """The layout of the first deal on which these moves can be made, and the last state."""
        ruleset = self.ruleset
        for seed in range(1000):
            deal = tr.deal(ruleset, 2, seed=seed)
            assert isinstance(deal, Deal)
            *_, at = Played(deal, tuple(self.moves)).states()
            if (at.ply, at.phase) == (len(self.moves), self.phase):
                return tuple(dealt(deal).values()), at
        raise AssertionError("no deal allows these moves")

    def worlds(self) -> Iterator[tuple[World, int]]:
        """All layouts, and how many there are of each when copies are told apart."""
        tiles = self.ruleset.values_for(2)["tiles"]
        names = [colour for colour in tiles["colours"] for _ in range(tiles["copies"])]
        names += ["serendip"] * tiles["serendips"]
        lies = turnings(list(self.edges)) if self.facing == "random" else ["ne"]
        for order, number in orders(names).items():
            faces = [[(n, f) for f in lies] if n == "serendip" else [(n, None)] for n in order]
            for world in product(*faces):
                yield world, number

    def possible(self, truth: World) -> Weights:
        """What may lie there when the moves have told what they tell of the truth."""
        moves = self.moves

        def told(world: World) -> Iterator[Told]:
            tiles = dict(zip(CELLS, world, strict=True))
            return (lying(tiles, moves[:plies], self.edges[0]) for plies in range(len(moves) + 1))

        def lies(world: World) -> Lying:
            tiles = dict(zip(CELLS, world, strict=True))
            where, shown = followed(tiles, moves, self.edges[0])
            return tuple((cell, shown.get(where[cell], tiles[where[cell]])) for cell in CELLS)

        return fitting(truth, self.worlds(), told, lies)


def read(state: tr.State) -> Lying:
    """Which tile lies where in a state, and how it is turned."""
    assert isinstance(state, State)
    return tuple((label, (cell.tile, cell.facing)) for label, cell in state.cells.items())


CHOSEN = ("choose blue", "choose red")
BACK = (*CHOSEN, "reveal a1", "reveal a2")
"""The first tile goes back, unless the game goes on in another way."""
TRACKED = (*BACK, "keep blue:ne", "swap a1 c1", "reveal b1", "move c1")
"""A tile goes back; it is exchanged with one that nobody has seen, and again with a third."""

CASES = {
    "nothing seen, alike": Case(2, 2, TWO_TURNINGS, "alike", CHOSEN),
    "before the choice, one turning": Case(2, 3, ["red"] * 6, "random", (), "choose"),
    "tracked, two turnings": Case(2, 2, TWO_TURNINGS, "random", TRACKED),
    "tracked, alike": Case(2, 2, SIX_TURNINGS, "alike", TRACKED),
    "a choice is open": Case(2, 2, TWO_TURNINGS, "random", BACK, "decide"),
    "a swap is open": Case(2, 2, TWO_TURNINGS, "random", TRACKED[:-3], "swap"),
    "three turnings": Case(
        3, 2, THREE_TURNINGS, "random", (*CHOSEN, "reveal a1", "reveal b3", "reveal c1", "move a1")
    ),
    "six turnings": Case(2, 3, SIX_TURNINGS, "random", (*BACK, "reveal b3", "move a1")),
    "over": Case(2, 2, TWO_TURNINGS, "random", TRACKED, "over", {"end": {"turn_limit": 3}}),
}


@pytest.mark.parametrize("name", CASES)
def test_evenly(name: str) -> None:
    truth, at = CASES[name].game()
    weights = CASES[name].possible(truth)
    assert len(weights) > 5
    for viewer in (None, 1) if len(weights) < 100 else (None,):
        drawn_evenly(tr.observe(at, viewer), weights, read)


def test_the_possible_layouts_by_hand() -> None:
    """Of the four tiles that nobody has seen, each Serendip lies in one of two ways."""
    truth, _ = CASES["tracked, two turnings"].game()
    weights = CASES["tracked, two turnings"].possible(truth)
    unseen = Counter(truth[CELLS.index(cell)][0] for cell in ("b2", "b3", "c1", "c2"))
    assert unseen == {"blue": 1, "red": 1, "serendip": 2}
    assert len(weights) == 12 * 2 * 2
    known = {"a2": ("serendip", "ne"), "b1": ("red", None), "c1": ("blue", None)}
    assert all(known.items() <= {*look} for look in weights)


@pytest.mark.parametrize("seed", [7, b"7"])
def test_another_stream(seed: int | bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    draws_from_another_stream(tr.load("serendipity"), 2, monkeypatch, seed)


def test_the_seed_of_the_deal_is_of_no_help() -> None:
    the_seed_of_the_deal_is_of_no_help(CASES["tracked, two turnings"].ruleset, 2, read)


# ---- what is drawn unevenly is found --------------------------------------------------------


def filled(seen: tr.Observation, look: Lying) -> tr.State:
    """The state that shows a look where the observation knows nothing."""
    written = seen.to_data()
    for key in ("viewer", "shown", "memory"):
        written.pop(key, None)
    for label, face in look:
        written["cells"][label].update(zip(("tile", "facing"), face, strict=True))
    return tr.State.from_data(written)


def swapped_with_any(weights: Weights) -> Weights:
    """The shuffle that exchanges each thing with any other: more ways lead to some orders."""
    looks = list(weights)
    places = [n for n, _ in enumerate(looks[0]) if len({look[n] for look in looks}) > 1]
    orders = Counter[tuple[int, ...]]()
    for others in product(range(len(places)), repeat=len(places)):
        order = [*range(len(places))]
        for one, other in enumerate(others):
            order[one], order[other] = order[other], order[one]
        orders[tuple(order)] += 1
    found = Counter[Lying]()
    for way, number in orders.items():
        things = [looks[0][places[n]][1] for n in way]
        lies = dict(zip(places, things, strict=True))
        found[tuple((at, lies.get(n, thing)) for n, (at, thing) in enumerate(looks[0]))] += number
    return found


PLANTS: list[Callable[[Weights], Weights]] = [one_thing_more_often, one_look_never]
PLANTS.append(swapped_with_any)


def planted(patch: pytest.MonkeyPatch, plant: Callable[[Weights], Weights]) -> None:
    """Look for unevenness in what another `determinize` draws."""
    case = CASES["tracked, alike"]
    truth, at = case.game()
    weights = case.possible(truth)
    patch.setattr(tr, "determinize", drawing_from(plant(weights), filled))
    drawn_evenly(tr.observe(at, None), weights, read)


def test_what_is_drawn_evenly_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Here all looks are as likely as each other."""
    planted(monkeypatch, all_alike)


@pytest.mark.parametrize("plant", PLANTS)
def test_what_is_drawn_unevenly_is_found(
    plant: Callable[[Weights], Weights], monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(AssertionError, match=r"uneven|never seen"):
        planted(monkeypatch, plant)
