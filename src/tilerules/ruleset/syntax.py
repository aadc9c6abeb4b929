"""Where the syntax of a text is at fault, in sentences of our own.

PyYAML's own words serve to tell the faults apart, and are never shown.
"""

from __future__ import annotations

from typing import Any

import yaml

from tilerules.ruleset.problems import Place
from tilerules.ruleset.reading import place_in

_TAB = "a tab indents this line; indent with spaces"
_QUOTE = "the quote that opens here is never closed"
_ESCAPE = "a backslash between double quotes means more than itself; single quotes take it as it is"
_OTHER = "this cannot be read; look for a missing colon, quote or bracket here or just above"
_SENTENCES = {  # by some of PyYAML's words
    "unexpected end of stream": _QUOTE,
    "unexpected document separator": _QUOTE,
    "expected ',' or": "this bracket is not closed, or a comma is missing behind it",
    "could not find expected ':'": "a colon with a space behind it is missing here",
    "mapping values are not allowed": (
        "this colon has no place here: is a colon missing in the line above, is this line indented "
        "too far, or does a text that holds a colon lack its quotes?"
    ),
    "sequence entries are not allowed": "a list stands in brackets, as `[2, 3]`",
    "cannot start any token": "a text that begins with this sign stands in quotes",
    "expected the node content": "a value is missing here",
    "expected '<document start>'": "the card has ended above, and nothing may follow it",
    "escape": _ESCAPE,
    "expected <block end>": (
        "this does not belong here: the lines of one block begin in the same column, and nothing "
        "follows a value on its line"
    ),
}
_OPENED = (  # the fault lies where PyYAML says that something began
    "unexpected end of stream",
    "unexpected document separator",
    "expected ',' or",
    "could not find expected ':'",
)


def told(error: Exception, loader: Any, text: str, name: str) -> tuple[Place, str]:
    """The place of what PyYAML's slow loader stumbled over, and a sentence about it.

    An error without a mark comes from an escape that names no character. The place is never
    beyond the last thing in the text.
    """
    if not isinstance(error, yaml.MarkedYAMLError):
        return _place(loader.get_mark(), text, name), _ESCAPE
    mark = error.problem_mark
    assert mark is not None, "PyYAML says where a fault lies"
    if "\t" in text.split("\n")[mark.line]:
        return _place(mark, text, name), _TAB
    known = next((words for words in _SENTENCES if words in str(error.problem)), "")
    mark = error.context_mark if known in _OPENED else mark
    return _place(mark, text, name), _SENTENCES.get(known, _OTHER)


def _place(mark: Any, text: str, name: str) -> Place:
    return place_in(text, min(mark.index, len(text.rstrip())), name)
