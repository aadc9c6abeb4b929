"""The stream behind deals, repeated from its description alone."""

from __future__ import annotations

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tilerules as tr
from tests.naive.serendipity import turnings
from tests.strategies import SERENDIPITY_IDS, seeds, serendipity_tables
from tilerules.table.shuffle import Stream, commitment, stream_of


class Described:
    """The stream as the docstring of `shuffle` describes it, from one long output."""

    def __init__(self, seed: int | bytes) -> None:
        said = b"bytes " + seed if isinstance(seed, bytes) else f"int {seed:x}".encode()
        self.left = hashlib.shake_256(b"tilerules deal 1\n" + said).digest(20_000)

    def bytes(self, number: int) -> bytes:
        head, self.left = self.left[:number], self.left[number:]
        return head

    def below(self, limit: int) -> int:
        size = 1
        while 256**size < limit:
            size += 1
        while True:
            draw = 0
            for byte in self.bytes(size):
                draw = 256 * draw + byte
            if draw < 256**size // limit * limit:
                return draw % limit

    def shuffled(self, things: list[str]) -> list[str]:
        order = list(things)
        for last in reversed(range(1, len(order))):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order


def described_deal(ruleset: tr.Ruleset, seats: int, seed: int | bytes) -> tuple[bytes, str]:
    """The salt and the layout of a deal of Serendipity, by `docs/guides/deals.md`."""
    stream, card = Described(seed), ruleset.values_for(seats)["tiles"]
    salt = stream.bytes(32)
    flowers = [colour for colour in card["colours"] for _ in range(card["copies"])]
    tiles = stream.shuffled(flowers + ["serendip"] * card["serendips"])
    facings = turnings(list(card["serendip_edges"]))
    layout = []
    for tile in tiles:
        turned = tile == "serendip" and card["serendip_facing"] == "random"
        facing = facings[stream.below(len(facings)) if turned else 0]
        layout.append(f"serendip:{facing}" if tile == "serendip" else tile)
    return salt, " ".join(layout)


# Printed by `printf 'tilerules deal 1\nint 7' | openssl dgst -shake256 -xoflen 48`, and so on.
VECTORS: list[tuple[int | bytes, str]] = [
    (
        7,
        "6a777c819cd1d8acd1fd64afb4c507c2107a7148621292cc5adbef5edc6a4616"
        "64cf361d677558b498e0f1b95150a0b1",
    ),
    (
        b"a seed",
        "a4feb418afcc45744d22275ee8e502a104d69b43a3882ddd2fb72f6f9138cee3"
        "d79e3517a3bdf1b8f1166f20a62e3dde",
    ),
    (-31, "8dd77b9d8efcb0a0ce9b878820ba3db4"),
]


@pytest.mark.parametrize(("seed", "expected"), VECTORS)
def test_vectors(seed: int | bytes, expected: str) -> None:
    assert Stream(seed).bytes(len(expected) // 2).hex() == expected


def test_a_vector_by_hand() -> None:
    """Seed 7 begins 6a 77 7c 81 9c d1, in decimals 106 119 124 129 156 209.

    Below 91 a byte must be below 182. Two bytes that are not below 256 * 256 // 300 * 300 = 65400
    would be drawn anew; below 1 still takes a byte.
    """
    stream = Stream(7)
    assert [stream.below(91) for _ in range(5)] == [
        106 - 91,
        119 - 91,
        124 - 91,
        129 - 91,
        156 - 91,
    ]
    assert stream.below(91) == 0xAC - 91  # d1 and d8 are too large
    assert Stream(7).below(300) == (0x6A * 256 + 0x77) % 300
    stream = Stream(7)
    assert (stream.below(1), stream.below(256), stream.below(257)) == (0, 0x77, 0x7C81 % 257)
    # Of four things the last changes places with 106 % 4 = 2, the next with 119 % 3 = 2, itself,
    # the second with 124 % 2 = 0.
    assert Stream(7).shuffled("abcd") == ["b", "a", "d", "c"]


@given(seeds, st.lists(st.integers(1, 2**20), max_size=60))
def test_numbers_are_those_described(seed: int | bytes, limits: list[int]) -> None:
    stream, described = Stream(seed), Described(seed)
    for limit in limits:
        assert stream.below(limit) == described.below(limit)


@given(seeds, st.lists(st.integers(0, 700), max_size=12))
def test_bytes_are_those_described(seed: int | bytes, sizes: list[int]) -> None:
    """However far the stream is read, and in whatever pieces."""
    stream, described = Stream(seed), Described(seed)
    for size in sizes:
        assert stream.bytes(size) == described.bytes(size)


@given(seeds, st.integers(0, 300))
def test_orders_are_those_described(seed: int | bytes, number: int) -> None:
    things = [str(each) for each in range(number)]
    assert Stream(seed).shuffled(things) == Described(seed).shuffled(things)
    assert things == [str(each) for each in range(number)]


@pytest.mark.parametrize("id", SERENDIPITY_IDS)
def test_deals_are_those_described(id: str) -> None:
    ruleset = tr.load(id)
    for seats in ruleset.seat_counts:
        for seed in (0, 7, -1, 2**200, b"", b"\x00\xff", bytes(32)):
            deal = tr.deal(ruleset, seats, seed=seed)
            assert (deal.salt, deal.layout) == described_deal(ruleset, seats, seed)


@given(serendipity_tables(), seeds)
def test_deals_of_drawn_cards_are_those_described(
    table: tuple[tr.Ruleset, int], seed: int | bytes
) -> None:
    deal = tr.deal(*table, seed=seed)
    assert (deal.salt, deal.layout) == described_deal(*table, seed)


def test_all_serendips_alike() -> None:
    ruleset = tr.load({"extends": "serendipity", "tiles": {"serendip_facing": "alike"}})
    layout = tr.deal(ruleset, 2, seed=7).layout.split()
    random = tr.deal(tr.load("serendipity"), 2, seed=7).layout.split()
    assert [tile.split(":")[0] for tile in random] == [tile.split(":")[0] for tile in layout]
    assert {tile for tile in layout if tile.startswith("serendip")} == {"serendip:ne"}


def test_seeds_of_different_kinds_differ() -> None:
    assert len({Stream(seed).bytes(32) for seed in (7, -7, b"7", b"\x07", 0, b"")}) == 6


@pytest.mark.parametrize("seed", [True, "7", 7.0, None, [7]])
def test_what_is_no_seed(seed: object) -> None:
    with pytest.raises(TypeError, match="a seed is a whole number or bytes"):
        Stream(seed)  # type: ignore[arg-type]


@pytest.mark.parametrize("size", [1, 2, 3])
def test_a_number_takes_as_many_bytes_as_the_largest_needs(size: int) -> None:
    """Of a power of 256 none is thrown away."""
    numbers, raw = Stream(7), Stream(7)
    assert numbers.below(256**size) == int.from_bytes(raw.bytes(size), "big")
    assert numbers.bytes(8) == raw.bytes(8)


def test_fresh_seeds() -> None:
    some = {stream_of(None).bytes(32) for _ in range(20)}
    assert len(some) == 20


def test_the_stream_of_a_seed() -> None:
    """With a seed nothing is fresh; a seed drawn from it is its next 32 bytes."""
    for purpose in ("deal", "match"):
        expected = Stream(7, purpose).bytes(64)
        stream = stream_of(7, purpose)
        assert (stream.seed(), stream.seed()) == (expected[:32], expected[32:])


def test_commitment_by_hand() -> None:
    """`printf 'tilerules commitment 1\\nd1\\n2\\n00ff\\nred blue\\n' | sha256sum`."""
    assert commitment("d1", 2, b"\x00\xff", "red blue") == (
        "b53560af651fb184a3ae0eb32bcc20d135e62e3ff1d65cb80793216d37ac2982"
    )
