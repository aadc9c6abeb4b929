"""How values, keys and kinds of value are called in the sentences of problems."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
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


def in_yaml(value: Any) -> str:
    """A value as it could be written in a card, in one line."""
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{key}: {in_yaml(entry)}' for key, entry in value.items())}}}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(in_yaml, value))}]"
    return str(value)


def kinds_in_words(
    kinds: Iterable[Mapping[str, Any]], value: object, examples: Sequence[object]
) -> str:
    """What could stand where a value of none of these kinds stands.

    A list or a table is shown by the first of the examples, if something else stands there.
    """
    return " or ".join(_kind(kind, value, examples) for kind in kinds)


def _kind(kind: Mapping[str, Any], value: object, examples: Sequence[object]) -> str:
    if words := words_of(kind):
        return f"`{words[0]}`" if len(words) == 1 else one_of(words)
    if kind["type"] == "integer":
        unquoted = ", without quotes" if isinstance(value, str) and not reads_as_text(value) else ""
        return f"a whole number from {kind['minimum']} to {kind['maximum']}{unquoted}"
    if kind["type"] == "string":
        quoted = ", in quotes" if isinstance(value, int) else ""
        return f"a text of {_between(kind, 'Length', 'character')}{quoted}"
    if kind["type"] == "array":
        lists: Sequence[object] = [[value]] if _is_list_of_one(kind, value) else examples
        bracketed = "" if isinstance(value, tuple) else f", in brackets{_as(list, lists)}"
        return f"a list of {_between(kind, 'Items')}{bracketed}"
    if "maxProperties" in kind:
        table = "" if isinstance(value, dict) else _as(dict, examples)
        return f"a block of {_between(kind, 'Properties', 'key')}{table}"
    return "a block of keys (" + ", ".join(f"`{key}`" for key in kind["properties"]) + ")"


def _is_list_of_one(kind: Mapping[str, Any], value: object) -> bool:
    """Whether a word or a number lacks nothing but brackets."""
    items = kind["items"]
    if kind.get("minItems", 0) > 1:
        return False
    if type(value) is int:
        return items.get("type") == "integer" and value in range(
            items["minimum"], items["maximum"] + 1
        )
    known: Collection[object] = items.get("enum", ())
    return value in known


def _as(kind: type, examples: Iterable[object]) -> str:
    """The first example of a type of value."""
    return next((f", as `{in_yaml(each)}`" for each in examples if isinstance(each, kind)), "")


def _between(kind: Mapping[str, Any], measure: str, thing: str = "") -> str:
    low, high = kind.get(f"min{measure}", 0), kind[f"max{measure}"]
    things = f" {thing}s" if thing else ""
    if low == high:
        return f"{low}{things}"
    return f"{low} to {high}{things}" if low else f"at most {high}{things}"
