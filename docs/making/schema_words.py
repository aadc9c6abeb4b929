"""What a JSON Schema allows, in words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from typing import Any

from making.markdown import code, code_as_is
from making.schema_keys import At, is_block, kinds, raw, told

LARGE = 10_000  # from here on thousands are set apart


def value(at: At) -> str:
    """What may stand at a place."""
    return "; or ".join(_said(at))


def _said(at: At) -> list[str]:
    return list(dict.fromkeys(each for kind in kinds(at) for each in _kind(kind)))


def _kind(at: At) -> Iterator[str]:
    schema = raw(at)
    if "const" in schema:
        yield f"always {code(schema['const'])}"
    elif "enum" in schema:
        words = ", ".join(map(code, schema["enum"]))
        yield words if len(schema["enum"]) == 1 else f"one of {words}"
    elif "type" not in schema:
        yield "what the schema of a game says"
    else:
        types = schema["type"]
        for each in types if isinstance(types, list) else [types]:
            yield _OF_TYPE[each](at, schema)


def _text(at: At, schema: Mapping[str, Any]) -> str:
    length = _between(schema, "Length", "character")
    form = schema.get("x-expected")
    if form is None and "pattern" in schema:
        return f"a text{length} of the form {code_as_is(schema['pattern'])}"
    return _limited(form, length) if form else f"a text{length}"


def _limited(form: str, length: str) -> str:
    return form + length.replace(" of", ";", 1)


def _number(at: At, schema: Mapping[str, Any]) -> str:
    low, high = (schema.get(end) for end in ("minimum", "maximum"))
    least = "" if low is None else f" from {digits(low)}"
    most = " on" if high is None and least else "" if high is None else f" to {digits(high)}"
    return f"a whole number{least}{most}"


def _list(at: At, schema: Mapping[str, Any]) -> str:
    once = ", each of them once" if schema.get("uniqueItems") else ""
    items = schema["items"]
    if isinstance(items, list):
        parts = (value(at / "items" / place) for place in range(len(items)))
        return f"a list of {len(items)}: {', then '.join(parts)}"
    size = _between(schema, "Items", "entry")
    if is_block(at / "items"):
        return f"a list{size}{once}"
    named = told(at / "items").get("title")
    description = told(at / "items").get("description", "")
    about = f"{_lower(named)} ({_lower(description).removesuffix('.')}): " if named else ""
    return f"a list{size}{once}. Each entry: {about}{value(at / 'items')}"


def _block(at: At, schema: Mapping[str, Any]) -> str:
    if not isinstance(schema.get("additionalProperties"), dict):
        least = schema.get("minProperties")
        return "a block" + (f" of at least {counted(least, 'key')}" if least else "")
    size = _between(schema, "Properties", "key")
    names = schema.get("propertyNames")
    if names is None:
        return f"a block{size} with names of your own"
    names = told(at / "propertyNames")
    form = names.get("x-expected") or f"a text of the form {code_as_is(names['pattern'])}"
    return f"a block{size}. Each key: {_limited(form, _between(names, 'Length', 'character'))}"


_OF_TYPE: Mapping[str, Callable[[At, Mapping[str, Any]], str]] = {
    "string": _text,
    "integer": _number,
    "array": _list,
    "object": _block,
    "boolean": lambda at, schema: "`true` or `false`",
    "null": lambda at, schema: "`null`",
}


def _between(schema: Mapping[str, Any], measure: str, thing: str) -> str:
    """How long, or how many; nothing without a limit."""
    low, high = schema.get(f"min{measure}", 0), schema.get(f"max{measure}")
    if high is None:
        return f" of at least {counted(low, thing)}" if low else ""
    if low == high:
        return f" of {counted(low, thing)}"
    return f" of {low} to {counted(high, thing)}" if low else f" of at most {counted(high, thing)}"


def counted(number: int, thing: str) -> str:
    """A number of things."""
    many = "entries" if thing == "entry" else f"{thing}s"
    return f"{digits(number)} {thing if number == 1 else many}"


def digits(number: int) -> str:
    """A number, thousands apart if it is large."""
    return f"{number:,}" if abs(number) >= LARGE else str(number)


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]


# ---- descriptions ---------------------------------------------------------------------------


def described(text: str) -> str:
    """A description; words that it explains one by one stand in a list."""
    marks = [*re.finditer(r"(?:^|(?<=[.:] ))(?=(?:`\w+`(?:, | and )?)+: )", text)]
    if len(marks) < 2:
        return text
    ends = [mark.start() for mark in marks]
    first, *parts, last = (text[a:b].strip() for a, b in pairwise([0, *ends, len(text)]))
    last, after = _last(last)
    lines = [first, "", *(f"- {part}" for part in (*parts, last)), "", after]
    return "\n".join(lines).strip()


def _last(text: str) -> tuple[str, str]:
    """The explanation of the last word, and what is said after it."""
    sentence = re.match(r".*?[.](?= [A-Z]|$)", text)
    assert sentence is not None, "a description ends with a full stop"
    return sentence[0], text[sentence.end() :].strip()
