"""A mapping that cannot be changed, and values in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeVar

V_co = TypeVar("V_co", covariant=True)


class FrozenMap(Mapping[str, V_co]):
    """A mapping from texts that cannot be changed; hashable where its values are, and pickled.

    >>> FrozenMap({"points": 2})
    {'points': 2}
    """

    __slots__ = ("_entries",)

    def __init__(self, entries: Mapping[str, V_co]) -> None:
        self._entries = dict(entries)

    def __getitem__(self, key: str) -> V_co:
        return self._entries[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def __hash__(self) -> int:
        return hash(frozenset(self._entries.items()))

    def __repr__(self) -> str:
        return repr(self._entries)

    def __reduce__(self) -> tuple[Any, ...]:
        return FrozenMap, (self._entries,)


def frozen(plain: Any) -> Any:
    """Plain dicts and lists as frozen mappings and tuples, at every depth."""
    if isinstance(plain, Mapping):
        return FrozenMap({key: frozen(value) for key, value in plain.items()})
    if isinstance(plain, list | tuple):
        return tuple(frozen(value) for value in plain)
    return plain


def thawed(value: Any) -> Any:
    """The reverse of `frozen`: plain dicts and lists, fit for JSON."""
    if isinstance(value, Mapping):
        return {key: thawed(entry) for key, entry in value.items()}
    if isinstance(value, tuple):
        return [thawed(entry) for entry in value]
    return value


def in_words(value: Any) -> str:
    """A value as people write it: what stands in a list in a row, or `none`.

    >>> in_words(("points", "rounds")), in_words(()), in_words(3)
    ('points, rounds', 'none', '3')
    """
    if isinstance(value, list | tuple):
        return ", ".join(map(in_words, value)) or "none"
    return str(value)


def leaves(values: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, Any]]:
    """What stands in a mapping that is no mapping itself, behind dotted paths of keys."""
    for key, value in values.items():
        if isinstance(value, Mapping):
            yield from leaves(value, f"{above}{key}.")
        else:
            yield above + key, value
