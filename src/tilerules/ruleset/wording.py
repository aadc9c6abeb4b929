"""How values, keys and kinds of value are called in the sentences of problems."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tilerules.ruleset.reading import Node, reads_as_text, shortened
from tilerules.wording import counted

Path = tuple[str | int, ...]


def dotted(path: Iterable[object]) -> str:
    """A path of keys as one text, as `turn.own.leave`."""
    return ".".join(map(str, path))


def behind(path: Path) -> str:
    """Where a value stands: behind its key, or in a list."""
    if isinstance(path[-1], int):
        return f"in `{dotted(path[:-1])}`"
    return f"behind `{dotted([*path[:-1], shortened(path[-1])])}`"


def said(node: Node) -> str:
    """A value; a text in quotes if it would be read as something else without them."""
    value = node.value
    if isinstance(value, dict):
        return f"a block of {counted(len(value), 'key')}"
    if isinstance(value, tuple):
        return f"a list of {len(value)}" if value else "an empty list"
    if isinstance(value, str):
        text = shortened(value)
        return f"`{text}`" if reads_as_text(value) else f'the text `"{text}"`'
    return f"`{str(value).lower()}`"


def one_of(words: Iterable[str]) -> str:
    """Some words to choose from."""
    return "one of " + ", ".join(f"`{word}`" for word in words)


def words_of(kind: Mapping[str, Any]) -> list[str]:
    """The words that a kind of value consists of; none if it is another kind."""
    return [str(word) for word in kind.get("enum", [kind["const"]] if "const" in kind else [])]


def kinds_in_words(kinds: Iterable[Mapping[str, Any]], value: object) -> str:
    """What could stand where a value of none of these kinds stands."""
    return " or ".join(_kind(kind, value) for kind in kinds)


def _kind(kind: Mapping[str, Any], value: object) -> str:
    if words := words_of(kind):
        return f"`{words[0]}`" if len(words) == 1 else one_of(words)
    if kind["type"] == "integer":
        unquoted = ", without quotes" if isinstance(value, str) and not reads_as_text(value) else ""
        return f"a whole number from {kind['minimum']} to {kind['maximum']}{unquoted}"
    if kind["type"] == "string":
        quoted = ", in quotes" if isinstance(value, int) else ""
        return f"a text of {_between(kind, 'Length', 'character')}{quoted}"
    if kind["type"] == "array":
        bracketed = "" if isinstance(value, tuple) else ", in brackets"
        if type(value) is int and _is_number_of(kind["items"], value):
            bracketed += f", as `[{value}]`"
        return f"a list of {_between(kind, 'Items')}{bracketed}"
    if "maxProperties" in kind:
        return f"a block of {_between(kind, 'Properties', 'key')}"
    return "a block of keys (" + ", ".join(f"`{key}`" for key in kind["properties"]) + ")"


def _is_number_of(kind: Mapping[str, Any], value: int) -> bool:
    return kind.get("type") == "integer" and kind["minimum"] <= value <= kind["maximum"]


def _between(kind: Mapping[str, Any], measure: str, thing: str = "") -> str:
    low, high = kind.get(f"min{measure}", 0), kind[f"max{measure}"]
    things = f" {thing}s" if thing else ""
    if low == high:
        return f"{low}{things}"
    return f"{low} to {high}{things}" if low else f"at most {high}{things}"
