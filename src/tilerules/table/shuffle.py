"""The seeded stream that deals come from, and commitments to a deal.

The stream is the output of SHAKE-256 over a domain word and the seed. A number below n is drawn
from as many bytes as n - 1 needs, most significant first; draws beyond the largest multiple of n
are thrown away, so that all numbers are equally likely. Shuffling is Fisher-Yates from the end.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, TypeAlias, TypeVar

T = TypeVar("T")
Seed: TypeAlias = bytes

SALT_BYTES = 32
"""So many bytes has the salt of a deal."""
SEED_BYTES = 32
"""So many bytes has a seed that nobody gave."""


class Stream:
    """Bytes, numbers and orders drawn from a seed; the same seed always gives the same.

    Streams for different purposes have nothing in common, whatever their seeds. `TypeError` for a
    seed that is neither a whole number nor bytes.

    >>> from tilerules.table.shuffle import Stream
    >>> Stream(7).below(91) == Stream(7).below(91)
    True
    """

    def __init__(self, seed: int | bytes, purpose: str = "deal") -> None:
        if isinstance(seed, bool) or not isinstance(seed, int | bytes):
            raise TypeError("a seed is a whole number or bytes")
        text = b"bytes " + seed if isinstance(seed, bytes) else b"int " + format(seed, "x").encode()
        self._bytes = _bytes_of(hashlib.shake_256(f"tilerules {purpose} 1\n".encode() + text))

    def bytes(self, number: int) -> bytes:
        """The next bytes of the stream."""
        return bytes(islice(self._bytes, number))

    def seed(self) -> Seed:
        """A seed for something else: the next 32 bytes."""
        return self.bytes(SEED_BYTES)

    def below(self, limit: int) -> int:
        """A number from 0 to `limit - 1`, all equally likely."""
        if limit <= 256:
            usable = 256 - 256 % limit
            while (draw := next(self._bytes)) >= usable:
                pass
            return draw % limit
        size = ((limit - 1).bit_length() + 7) // 8
        usable = 256**size - 256**size % limit
        while (draw := int.from_bytes(self.bytes(size))) >= usable:
            pass
        return draw % limit

    def shuffled(self, things: Sequence[T]) -> list[T]:
        """The things in a random order, all orders equally likely."""
        out = list(things)
        for last in range(len(out) - 1, 0, -1):
            other = self.below(last + 1)
            out[last], out[other] = out[other], out[last]
        return out


def _bytes_of(shake: Any) -> Iterator[int]:
    """The bytes of an endless output, of which ever more is computed."""
    start, end = 0, 512
    while True:
        yield from shake.digest(end)[start:]
        start, end = end, 2 * end


def stream_of(seed: int | bytes | None, purpose: str = "deal") -> Stream:
    """The stream of a seed; without one, of 32 bytes that nobody can guess."""
    return Stream(secrets.token_bytes(SEED_BYTES) if seed is None else seed, purpose)


def commitment(digest: str, seats: int, salt: bytes, layout: str) -> str:
    """SHA-256, in hexadecimal, of a domain word, digest, seats, salt and layout, a line each."""
    text = f"tilerules commitment 1\n{digest}\n{seats}\n{salt.hex()}\n{layout}\n"
    return hashlib.sha256(text.encode()).hexdigest()
