"""The leak battery as a caller has it: `told` is all that it is given."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import attrs
import pytest

import tilerules as tr
from tests.flowers import leaks as flowers_leaks
from tests.flowers.told import told as told_in_flowers
from tests.laws.leaks import Plants
from tests.serendipity import leaks as serendipity_leaks
from tests.serendipity.told import told as told_in_serendipity
from tests.tulips import leaks as tulips_leaks
from tests.tulips.told import told as told_in_tulips
from tilerules.testing import Played, Secrets
from tilerules.testing.channels import asked


@attrs.frozen
class Table:
    """A game, what is told in it, leaks to plant, and how long to play for all to happen."""

    id: str
    seats: int
    plies: int
    told: Callable[[Any, Sequence[str], int | None], object]
    plants: Plants

    def check(self) -> None:
        secrets = Secrets(told=self.told)
        for seed in (1, 2):
            secrets.check(tr.load(self.id), self.seats, seed=seed, plies=self.plies)


TABLES = {
    "flowers": Table("flowers", 2, 24, told_in_flowers, flowers_leaks.PLANTS),
    "serendipity": Table("serendipity-small", 2, 30, told_in_serendipity, serendipity_leaks.PLANTS),
    "tulips": Table("tulips", 2, 200, told_in_tulips, tulips_leaks.PLANTS),
}
ANYWHERE = (
    "what_was_told_is_forgotten",
    "an_observation_carries_a_sum_of_its_state",
    "a_text_carries_a_sum_of_the_state",
    "a_score_depends_on_a_sum_of_the_state",
    "a_hash_depends_on_a_sum_of_the_state",
    "an_event_tells_a_sum_of_the_state",
    "a_drawn_state_depends_on_a_sum_of_the_true_one",
    "a_mask_marks_a_sum_of_the_state",
)
OWN = {
    "flowers": ("an_event_names_the_card_from_the_hidden_pile",),
    "serendipity": (
        "a_neighbour_of_the_tile_shown_is_seen",
        "one_seat_sees_all",
        "a_hidden_serendip_looks_otherwise",
    ),
    "tulips": ("the_top_of_the_deck_is_seen", "an_event_names_the_card_drawn"),
}
PLANTED = [(game, name) for game in TABLES for name in (*ANYWHERE, *OWN[game])]


@pytest.mark.parametrize("game", TABLES)
def test_the_games_tell_what_they_should(game: str) -> None:
    TABLES[game].check()


@pytest.mark.unmeasured
@pytest.mark.parametrize(("game", "leak"), PLANTED)
def test_a_planted_leak_is_found(game: str, leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    TABLES[game].plants[leak](monkeypatch)
    with pytest.raises(AssertionError, match=r"^(seat \d|a spectator) was told"):
        TABLES[game].check()


def test_each_game_has_leaks_enough_planted() -> None:
    for table in TABLES.values():
        assert len(table.plants) >= 20


# ---- what a caller says wrongly -------------------------------------------------------------


def test_a_model_that_tells_too_little() -> None:
    def told(deal: Any, moves: Sequence[str], viewer: int | None) -> object:
        return list(moves)

    with pytest.raises(AssertionError, match=r"a spectator was told the same .* after ply 0 these"):
        Secrets(told=told).check(tr.load("flowers"), 2, seed=1, plies=10)


def test_a_model_that_tells_too_much() -> None:
    def told(deal: Any, moves: Sequence[str], viewer: int | None) -> object:
        return told_in_tulips(deal, moves, viewer), deal.layout

    with pytest.raises(AssertionError, match=r"a spectator was told of what its observation"):
        Secrets(told=told).check(tr.load("tulips"), 2, seed=1, plies=10)


def test_another_game_that_tells_something_else() -> None:
    """The maker of pairs is held to its word as well."""

    def dealt_otherwise(game: Played, plies: int, viewer: int | None, chance: Random) -> Played:
        return Played(tr.deal(game.deal.ruleset, game.deal.seats, seed=99), game.moves)

    secrets = Secrets(told=told_in_flowers, dealt_otherwise=dealt_otherwise)
    game = secrets.played(tr.load("flowers"), 2, seed=1, plies=10)
    with pytest.raises(AssertionError, match="part after ply 0"):
        secrets.looks_alike(game, 5, None, Random(1))


def test_exchanges_lead_to_other_deals() -> None:
    """Much of what a viewer was not told lies elsewhere; all that it was told is the same."""
    for game, table in TABLES.items():
        secrets = Secrets(told=table.told)
        played = secrets.played(tr.load(table.id), table.seats, seed=3, plies=6)
        other = secrets.exchanged(played, 6, 1, Random(3))
        assert other.moves == played.moves
        assert table.told(other.deal, other.moves, 1) == table.told(played.deal, played.moves, 1)
        parts = [each.deal.layout.replace("|", " ").split() for each in (played, other)]
        assert len(parts[0]) == len(parts[1])
        moved = sum(a != b for a, b in zip(*parts, strict=True))
        assert moved > len(parts[0]) / 4, game


def test_a_state_alone_is_asked_to_do_what_is_refused() -> None:
    state = tr.new_game(tr.load("flowers"), 2, seed=1)
    said: Any = asked(state)
    assert [text == "None" for text in said["errors"]] == [
        text == "None" for text in said["refusals"]
    ]
    assert any(text.startswith("IllegalMove") for text in said["errors"])
    said = asked(tr.observe(state, 0))
    assert {*said["errors"]} == {"None"}


def test_further_channels() -> None:
    also = Secrets(told=told_in_flowers, also=lambda at, viewer: {"piles": at.piles})
    with pytest.raises(AssertionError, match="these differ: piles"):
        also.check(tr.load("flowers"), 2, seed=1, plies=6)
