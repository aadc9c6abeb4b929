"""The deals of a match: drawn at its start, each from its own seed."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

import pytest

import tilerules as tr
from tests.match.games import GAMES, over, started
from tilerules import match as matches


def seeds(seed: bytes, games: int) -> list[bytes]:
    """The seeds of the games, as the page about matches tells another program to draw them."""
    stream = hashlib.shake_256(b"tilerules match 1\n" + seed).digest(32 * games)
    return [stream[32 * game : 32 * game + 32] for game in range(games)]


@pytest.mark.parametrize("id", GAMES)
@pytest.mark.parametrize(
    ("seed", "text"),
    [(7, b"int 7"), (-31, b"int -1f"), (b"\x00\xff", b"bytes \x00\xff"), (0, b"int 0")],
)
def test_each_game_has_the_deal_of_its_own_seed(id: str, seed: int | bytes, text: bytes) -> None:
    ruleset = tr.load(id)
    match = tr.Match.start(ruleset, 2, games=20, seed=seed)
    drawn = seeds(text, 20)
    assert match.deals == tuple(tr.deal(ruleset, 2, seed=each) for each in drawn)
    assert len(set(match.deals)) == 20


def test_a_longer_match_begins_with_the_same_deals() -> None:
    short, long = (started("tulips", 3, games, seed=5) for games in (2, 9))
    assert long.deals[:2] == short.deals


def test_the_same_seed_gives_the_same_match_and_another_another() -> None:
    one, same, other = (started("flowers", 2, 3, seed) for seed in (1, 1, 2))
    assert one == same
    assert not {*one.deals} & {*other.deals}


def test_the_seed_of_a_match_is_none_of_its_games() -> None:
    ruleset = tr.load("flowers")
    assert tr.deal(ruleset, 2, seed=7) not in started("flowers", 2, 9, seed=7).deals


def test_without_a_seed_all_is_drawn_from_32_secret_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def token_bytes(number: int) -> bytes:
        asked.append(number)
        return bytes([len(asked)]) * number

    monkeypatch.setattr("secrets.token_bytes", token_bytes)
    one, other = (tr.Match.start(tr.load("tulips"), 2, games=4) for _ in range(2))
    assert asked == [32, 32]
    for match, seed in ((one, b"\x01" * 32), (other, b"\x02" * 32)):
        assert match == tr.Match.start(tr.load("tulips"), 2, games=4, seed=seed)
    assert one != other


def test_no_chance_is_drawn_after_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    match = started("tulips", 2, 3)
    expected = over(match)

    def refused(*_: object) -> None:
        raise AssertionError("chance was drawn")

    monkeypatch.setattr(matches, "stream_of", refused)
    monkeypatch.setattr("secrets.token_bytes", refused)
    assert over(match) == expected


# ---- deals that somebody has -----------------------------------------------------------------


def test_deals_may_be_given() -> None:
    rules = tr.load("tulips")
    deals = [tr.deal(rules, 3, seed=seed) for seed in (5, 3, 4)]
    match = tr.Match.start(rules, 3, deals=iter(deals))
    assert match.deals == tuple(deals)
    assert match.record == tr.Record.start(rules, 3, deal=deals[0])
    assert tr.Match.start(rules, 3, deals=deals, games=3) == match
    last = over(match)
    assert [record.deal for record in last.records] == deals


def test_there_are_as_many_games_as_deals_whatever_the_card_says() -> None:
    rules = tr.load({"extends": "tulips", "match": {"games": 5}})
    deals = [tr.deal(rules, 2, seed=seed) for seed in (1, 2)]
    assert tr.Match.start(rules, 2, deals=deals).games == 2


TULIPS = tr.load("tulips")
DEAL = tr.deal(TULIPS, 2, seed=1)
FLOWERS_DEAL = tr.deal(tr.load("flowers"), 2, seed=1)

Start = Callable[[], tr.Match]


def begun(**arguments: Any) -> Start:
    """What starts a match of Gift of Tulips for two."""
    return lambda: tr.Match.start(TULIPS, 2, **arguments)


MANY = "a match has 1 to 100 games, not "


@pytest.mark.parametrize(
    ("start", "problem"),
    [
        (begun(games=0), MANY + "0"),
        (begun(games=101), MANY + "101"),
        (begun(games=-1), MANY + "-1"),
        (begun(games=True), MANY + "True"),
        (begun(games=2.0), MANY + "2.0"),
        (begun(games="2"), MANY + "'2'"),
        (begun(games=10**99), MANY + "a huge number"),
        (begun(deals=[]), MANY + "0"),
        (begun(deals=[DEAL] * 101), MANY + "101"),
        (begun(deals=[DEAL] * 2, games=3), "expected 2 games, one for each deal"),
        (begun(deals=[DEAL] * 2, games=0), "expected 2 games, one for each deal"),
        (begun(deals=[DEAL], seed=1), "a match has a seed or deals, not both"),
        (begun(deals=[DEAL, FLOWERS_DEAL]), "this is no deal of tulips for 2 seats"),
        (begun(deals=["deal"]), "this is no deal of tulips for 2 seats"),
        (
            begun(deals=[DEAL, tr.deal(TULIPS, 3, seed=1)]),
            "this is no deal of tulips for 2 seats",
        ),
        (begun(names=["Ann"]), "expected 2 names, not 1"),
        (begun(names=["Ann", "B\n"]), "expected a text of one line, without control signs"),
    ],
)
def test_what_cannot_be_is_refused(start: Start, problem: str) -> None:
    with pytest.raises(ValueError, match=r"^(a|expected|this)") as caught:
        start()
    assert str(caught.value) == problem


@pytest.mark.parametrize("deals", [DEAL, 2])
def test_deals_are_a_list(deals: Any) -> None:
    with pytest.raises(TypeError, match=r"^deals are a list, with one for each game$"):
        tr.Match.start(TULIPS, 2, deals=deals)


def test_the_number_of_seats_must_be_right() -> None:
    for seats in (1, 7, True, "2"):
        with pytest.raises(tr.WrongSeats):
            tr.Match.start(TULIPS, seats, games=2)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        tr.Match.start("tulips", 2)  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", [True, 1.5, "7"])
def test_a_seed_is_a_number_or_bytes(seed: Any) -> None:
    with pytest.raises(TypeError, match="a seed is"):
        tr.Match.start(TULIPS, 2, seed=seed)
