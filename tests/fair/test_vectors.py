"""Deals are those that a second program makes from their description, and so are the vectors."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from typing import Any

import pytest
from hypothesis import given

import tilerules as tr
from tests.fair.described import commitment, dealt
from tests.fair.write import CHOSEN, VECTORS, plain_values
from tests.strategies import seeds
from tilerules import testing

TABLES = [(id, seats) for id in tr.ruleset_ids() for seats in tr.load(id).seat_counts]
SEEDS: list[int | bytes] = [0, 7, -1, -(2**64), 2**200, b"", b"7", b"\x00\xff", bytes(32)]


@cache
def vectors() -> list[dict[str, Any]]:
    """The vectors as they stand beside the page."""
    read: list[dict[str, Any]] = json.loads(VECTORS.read_text(encoding="utf-8"))
    return read


def seed_of(vector: dict[str, Any]) -> int | bytes:
    """The seed of a vector."""
    [(kind, said)] = vector["seed"].items()
    return bytes.fromhex(said) if kind == "bytes" else int(said)


def numbers() -> range:
    """The places of the vectors."""
    return range(len(CHOSEN))


@pytest.mark.parametrize("number", numbers())
def test_the_vectors_are_what_is_described(number: int) -> None:
    """With what stands in them alone."""
    vector = vectors()[number]
    deal = dealt(vector["game"], vector["values"], vector["seats"], seed_of(vector))
    assert (deal.salt.hex(), deal.layout) == (vector["salt"], vector["layout"])
    assert commitment(vector["digest"], vector["seats"], deal) == vector["commitment"]


@pytest.mark.parametrize("number", numbers())
def test_the_vectors_are_what_the_library_deals(number: int) -> None:
    vector = vectors()[number]
    ruleset = tr.load(vector["ruleset"])
    assert (ruleset.game, ruleset.digest) == (vector["game"], vector["digest"])
    assert plain_values(ruleset, vector["seats"]) == vector["values"]
    deal = tr.deal(ruleset, vector["seats"], seed=seed_of(vector))
    assert (deal.salt.hex(), deal.layout) == (vector["salt"], vector["layout"])
    assert deal.commitment == vector["commitment"]
    assert tr.verify_deal(deal, vector["commitment"])


def test_the_vectors_are_of_many_kinds() -> None:
    chosen = [(each["ruleset"], each["seats"], seed_of(each)) for each in vectors()]
    assert chosen == CHOSEN
    for game in ("serendipity", "flowers", "tulips"):
        mine = [each for each in vectors() if each["game"] == game]
        assert {kind for each in mine for kind in each["seed"]} == {"int", "bytes"}
        assert len({each["ruleset"] for each in mine}) >= 2
        assert len({each["seats"] for each in mine}) >= 2
    assert any(isinstance(seed, int) and seed < 0 for _, _, seed in chosen)


def test_the_first_vector_by_hand() -> None:
    """`printf 'tilerules deal 1\\nint 7' | openssl dgst -shake256 -xoflen 32`."""
    first = vectors()[0]
    assert first["seed"] == {"int": "7"}
    assert first["salt"] == "6a777c819cd1d8acd1fd64afb4c507c2107a7148621292cc5adbef5edc6a4616"
    lines = f"tilerules commitment 1\n{first['digest']}\n2\n{first['salt']}\n{first['layout']}\n"
    assert hashlib.sha256(lines.encode()).hexdigest() == first["commitment"]


@pytest.mark.parametrize(("id", "seats"), TABLES)
def test_bundled_deals_are_those_described(id: str, seats: int) -> None:
    ruleset = tr.load(id)
    check(ruleset, seats, *SEEDS)


@pytest.mark.parametrize("game", ["serendipity", "flowers", "tulips"])
def test_deals_of_drawn_cards_are_those_described(game: str) -> None:
    """No other value of a card plays a part in its deals."""

    @given(testing.tables(game), seeds)
    def deals_are_those_described(table: tuple[tr.Ruleset, int], seed: int | bytes) -> None:
        check(*table, seed)

    deals_are_those_described()


def check(ruleset: tr.Ruleset, seats: int, *some: int | bytes) -> None:
    """Deals of some seeds are those described."""
    values = plain_values(ruleset, seats)
    for seed in some:
        deal, described = (
            tr.deal(ruleset, seats, seed=seed),
            dealt(ruleset.game, values, seats, seed),
        )
        assert (deal.salt, deal.layout) == described
        assert deal.commitment == commitment(ruleset.digest, seats, described)
