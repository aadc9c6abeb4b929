"""A page that is made."""

from __future__ import annotations

from typing import NamedTuple


class Page(NamedTuple):
    """A page of the reference.

    Attributes:
        path: below `docs`, as `reference/schemas/state.md`.
        title: in the navigation.
        text: in Markdown, which begins with a heading of the first level.
    """

    path: str
    title: str
    text: str
