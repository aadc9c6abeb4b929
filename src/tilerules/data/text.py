"""JSON as text: written for people to read, and read from anybody."""

from __future__ import annotations

import json
import re
from os import PathLike
from typing import TYPE_CHECKING, Any

from tilerules.errors import InvalidData

if TYPE_CHECKING:
    from typing import Self

WIDTH = 100
LONGEST = 4 * 2**20
"""So many bytes are read, and no more."""
_FILE_NAME = re.compile(r'[^"{}\[\]\n]+\.[a-zA-Z]\w*')


class Data:
    """A value that is written as JSON data, and read back."""

    __slots__ = ()

    def to_data(self) -> Any:
        """The value as JSON data: texts, numbers, lists, and dicts with texts as keys."""
        raise NotImplementedError

    @classmethod
    def from_data(cls, data: object) -> Self:
        """The reverse of `to_data`; `InvalidData` names the place of what cannot be."""
        raise NotImplementedError

    def to_json(self) -> str:
        """The value as JSON text in ASCII, always the same for the same value."""
        return written(self.to_data())

    @classmethod
    def from_json(cls, text: str | bytes) -> Self:
        """The reverse of `to_json`; `InvalidData` names the place of what cannot be."""
        return cls.from_data(read(text))


# ---- written --------------------------------------------------------------------------------


def written(data: Any) -> str:
    """Data as JSON in ASCII: what fits into a line stands on one, and the last line is ended."""
    return _laid_out(data, "", 0) + "\n"


def _laid_out(data: Any, indent: str, before: int) -> str:
    """Data as text, after so many signs that stand before it on its line."""
    line = json.dumps(data)
    if not isinstance(data, dict | list) or before + len(line) < WIDTH:
        return line
    inner = indent + "  "
    if isinstance(data, dict):
        first, last = "{}"
        entries = [(f"{json.dumps(key)}: ", value) for key, value in data.items()]
    else:
        first, last = "[]"
        entries = [("", value) for value in data]
    lines = [
        f"{inner}{key}{_laid_out(value, inner, len(inner) + len(key))}" for key, value in entries
    ]
    return f"{first}\n" + ",\n".join(lines) + f"\n{indent}{last}"


# ---- read -----------------------------------------------------------------------------------


def read(text: object) -> Any:
    """The data in a JSON text; `InvalidData` if it is none, or one that is not for us."""
    if not isinstance(text, str | bytes):
        raise InvalidData("", _no_text(text))
    if len(text) > LONGEST:
        raise InvalidData("", f"this JSON is too long: at most {LONGEST // 2**20} MiB are read")
    try:
        decoded = text.decode("utf-8") if isinstance(text, bytes) else text
        decoded = decoded.removeprefix("\ufeff")  # some editors begin a file with it
        return json.loads(decoded, object_pairs_hook=_once, parse_constant=_no_number)
    except UnicodeDecodeError as error:
        problem = f"byte {error.start} is not UTF-8"
    except json.JSONDecodeError as error:
        problem = f"line {error.lineno}, column {error.colno}: {error.msg}"
        if _FILE_NAME.fullmatch(error.doc):
            problem = "it is the name of a file, and not the text in it"
    except RecursionError:
        problem = "lists and objects stand too deep in one another"
    except ValueError as error:
        problem = str(error) if isinstance(error, _Refused) else "a number has too many digits"
    raise InvalidData("", f"this is no JSON that can be read: {problem}")


def _no_text(given: object) -> str:
    """What is wrong with something that is no text, and the way out."""
    way = ""
    if isinstance(given, dict | list):
        way = "; from_data reads such data"
    elif isinstance(given, PathLike):
        way = "; its read_bytes() gives what stands in the file"
    return f"expected JSON as text or bytes, not {type(given).__name__}{way}"


class _Refused(ValueError):
    """What JSON readers let pass, and we do not."""


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object, in which a key stands once."""
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise _Refused(f"the key {ascii(key)[:40]} stands twice in one object")
        found[key] = value
    return found


def _no_number(word: str) -> Any:
    raise _Refused(f"{word} is no number")
