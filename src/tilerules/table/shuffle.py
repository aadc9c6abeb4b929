"""The seeded stream that deals come from, and commitments to a deal.

The stream is the output of SHAKE-256 over a domain word and the seed. A number below n is drawn
from as many bytes as n - 1 needs, most significant first; draws beyond the largest multiple of n
are thrown away, so that all numbers are equally likely. Shuffling is Fisher-Yates from the end.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

SALT_BYTES = 32


class Stream:
    """Bytes, numbers and orders drawn from a seed; the same seed always gives the same.

    >>> Stream(7).below(91) == Stream(7).below(91)
    True
    """

    def __init__(self, seed: int | bytes) -> None:
        if isinstance(seed, bool) or not isinstance(seed, int | bytes):
            raise TypeError("a seed is a whole number or bytes")
        text = b"bytes " + seed if isinstance(seed, bytes) else b"int " + format(seed, "x").encode()
        self._shake = hashlib.shake_256(b"tilerules deal 1\n" + text)
        self._bytes = self._shake.digest(512)
        self._at = 0

    def bytes(self, number: int) -> bytes:
        """The next bytes of the stream."""
        start, end = self._at, self._at + number
        while end > len(self._bytes):
            self._bytes = self._shake.digest(2 * len(self._bytes))
        self._at = end
        return self._bytes[start:end]

    def below(self, limit: int) -> int:
        """A number from 0 to `limit - 1`, all equally likely."""
        size = max(1, ((limit - 1).bit_length() + 7) // 8)
        space = 256**size
        usable = space - space % limit
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


def fresh_seed() -> bytes:
    """32 bytes that nobody can guess."""
    return secrets.token_bytes(32)


def commitment(digest: str, seats: int, salt: bytes, layout: str) -> str:
    """SHA-256, in hexadecimal, of a domain word, digest, seats, salt and layout, a line each."""
    text = f"tilerules commitment 1\n{digest}\n{seats}\n{salt.hex()}\n{layout}\n"
    return hashlib.sha256(text.encode()).hexdigest()
