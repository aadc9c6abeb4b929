"""Docstrings as Markdown: examples are set as code, and names of the library are links."""

from __future__ import annotations

import re

from making.topics import TOPICS

EXAMPLE = re.compile(r"^( *)>>> .*(?:\n\1(?=\S| +\S).*)*", re.MULTILINE)
FOR_DOCTEST = re.compile(r"  # doctest: .*$|^ *<BLANKLINE>$", re.MULTILINE)
"""What an example says to those who run it, and not to those who read it."""
WORD = re.compile(r"(?<![\[`\w])`(?:(tr\.\w+)|(\w+)\(\)|([A-Z]\w+))`(?![\]`])")
PLACES = {
    name: f"{topic.module}.{name}" for topic in reversed(TOPICS) for name in topic.names.split()
}
"""Where each name stands; of two names that are alike, the one of `tilerules`."""


def as_markdown(text: str, name: str = "") -> str:
    """A docstring with a fence round each example, and with links; none leads to its own name."""
    parts: list[str] = []
    end = 0
    for found in EXAMPLE.finditer(text):
        parts += (_linked(text[end : found.start()], name), _fenced(found[0], found[1]))
        end = found.end()
    return "".join((*parts, _linked(text[end:], name)))


def _fenced(example: str, indent: str) -> str:
    return f"{indent}```pycon\n{FOR_DOCTEST.sub('', example)}\n{indent}```"


def _linked(text: str, name: str) -> str:
    """A text in which names of the library are links."""

    def link(word: re.Match[str]) -> str:
        bare = (word[1] or word[2] or word[3]).removeprefix("tr.")
        place = PLACES.get(bare) if word[1] or bare != name else None
        return f"[{word[0]}][{place}]" if place else word[0]

    return WORD.sub(link, text)
