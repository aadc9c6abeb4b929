"""The bundled games are held to all laws, as any game is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import pytest

import tilerules as tr
from tests.flowers.told import told as told_in_flowers
from tests.serendipity.told import told as told_in_serendipity
from tests.tulips.told import told as told_in_tulips
from tilerules.testing import check_game


def words(data: Any) -> Iterator[str]:
    """The words in data, but for those that are keys."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, Mapping | list):
        for each in data.values() if isinstance(data, Mapping) else data:
            yield from words(each)


def cards_in_flowers(state: tr.State) -> Iterable[str]:
    """Nothing where cards are swept, for those are out of the game."""
    data = state.to_data()
    if state.ruleset.values_for(state.seats)["turn"]["sweep"] != "never":
        return ()
    places = ("gardens", "piles", "in_hand", "swept")
    return words([data.get(place, []) for place in places])


def tiles_in_serendipity(state: tr.State) -> Iterable[str]:
    return [cell["tile"] for cell in state.to_data()["cells"].values()]


def cards_in_tulips(state: tr.State) -> Iterable[str]:
    """What the end has drawn is still named among the secret cards."""
    data = state.to_data()
    festival = data["festival"][: len(data["festival"]) - data["drawn"]]
    places = ("bouquets", "secret", "deck", "in_hand", "hands")
    return words([festival, *(data[place] for place in places)])


GAMES: dict[str, tuple[Callable[[Any, Sequence[str], int | None], object], Any]] = {
    "flowers": (told_in_flowers, cards_in_flowers),
    "serendipity": (told_in_serendipity, tiles_in_serendipity),
    "tulips": (told_in_tulips, cards_in_tulips),
}
TABLES = {
    "flowers": {"extends": "flowers", "players": [2]},
    "serendipity": {"extends": "serendipity-small", "players": [2]},
    "tulips": {"extends": "tulips", "players": [2]},
}


@pytest.mark.unmeasured
@pytest.mark.parametrize("game", GAMES)
def test_a_bundled_game_holds_all_laws(game: str) -> None:
    told, things = GAMES[game]
    check_game(game, told=told, things=things, rulesets=[TABLES[game]], seeds=[1], cards=4)
