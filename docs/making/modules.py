"""A page for each topic of the library and for each public module, from their docstrings."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator, Sequence
from functools import cache
from importlib import import_module
from itertools import takewhile
from pathlib import Path
from types import FunctionType
from typing import Any

import tilerules
from making.docstring_text import as_markdown
from making.page import Page
from making.topics import BESIDE, LIBRARY, TOPICS, Topic

SAID_BY_ALL = ("to_data", "from_data")
"""What no class needs from its bases: it says these itself, or all that are built on it do."""


def pages() -> tuple[Page, ...]:
    """The pages, in the order in which one reads them."""
    return tuple(
        Page(f"reference/modules/{topic.path}.md", topic.title, _text(topic)) for topic in TOPICS
    )


def block() -> str:
    """All names of `tilerules` with a line each, topic by topic."""
    return "\n\n".join(f"### {topic.title}\n\n{_table(topic)}" for topic in LIBRARY)


# ---- a page ---------------------------------------------------------------------------------


def _text(topic: Topic) -> str:
    title = topic.title.replace(".", ".<wbr>")  # so that a narrow page need not break a word
    names = topic.names.split()
    asked = (_asked(topic, name, names[:place]) for place, name in enumerate(names))
    return "\n".join((f"# {title}\n\n{as_markdown(topic.words)}\n", *asked))


def _asked(topic: Topic, name: str, before: Sequence[str]) -> str:
    """What asks mkdocstrings for a name; where the page is about one module, it stands alone.

    Args:
        before: the names above it on the page.
    """
    lines = [f"::: {topic.module}.{name}", "    options:"]
    lines.append(f"      show_root_full_path: {str(topic in LIBRARY).lower()}")
    found = _found(topic, name)
    if isinstance(found, type):
        above = [_found(topic, each) for each in before]
        lines.append(f"      inherited_members: [{', '.join(_inherited(found, above))}]")
        lines.append(f"      show_bases: {str(_has_known_bases(found)).lower()}")
    return "\n".join((*lines, ""))


def _found(topic: Topic, name: str) -> Any:
    """What has a name; None in a module that only an extra lets us import."""
    return None if topic in BESIDE else getattr(import_module(topic.module), name)


@cache
def _placed() -> tuple[Any, ...]:
    """All that has a place on a page."""
    return tuple(_found(topic, name) for topic in TOPICS for name in topic.names.split())


def _inherited(cls: type, above: Sequence[Any]) -> Iterator[str]:
    """The public members that a class has from bases without a page.

    What a state has from its table is not told again of an observation below it.
    """
    told = [base for each in above if isinstance(each, type) for base in _bases(each)]
    own = {*vars(cls), *SAID_BY_ALL}
    for base in _bases(cls):
        if base in told and base.__module__ == cls.__module__:
            continue
        for name, member in vars(base).items():
            is_told = isinstance(member, property | classmethod | FunctionType) and member.__doc__
            if is_told and name not in own and not name.startswith("_"):
                own.add(name)
                yield name


def _bases(cls: type) -> Iterator[type]:
    """The bases of a class before the first one that stands on a page itself."""
    return takewhile(lambda base: base not in _placed() and _is_ours(base), cls.mro()[1:])


def _has_known_bases(cls: type) -> bool:
    """Whether a reader can look up all that a class is said to be built on."""
    ours = [base for base in cls.mro()[1:] if _is_ours(base)]
    return cls.__bases__ != (object,) and all(base in _placed() for base in ours)


def _is_ours(cls: type) -> bool:
    return cls.__module__.startswith("tilerules.")


# ---- a table of names -----------------------------------------------------------------------


def _table(topic: Topic) -> str:
    rows = (f"| [`{name}`][tilerules.{name}] | {_line(name)} |" for name in topic.names.split())
    return "\n".join(("| name | what it is |", "| --- | --- |", *rows))


def _line(name: str) -> str:
    """The first line of what is said of a name."""
    found = getattr(tilerules, name)
    said = inspect.getdoc(found) if callable(found) and hasattr(found, "__name__") else None
    return (said or _beside(name)).partition("\n")[0]


def _beside(name: str) -> str:
    """The text that stands below a name which is neither a function nor a class."""
    below = re.compile(rf'^ *{name}: .*\n *"""([^"]+)', re.MULTILINE)
    sources = Path(tilerules.__file__).parent.glob("**/*.py")
    found = (below.search(source.read_text("utf-8")) for source in sources)
    return next(each[1] for each in found if each)
