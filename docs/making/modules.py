"""A page for each public module, from its docstrings."""

from __future__ import annotations

from making.page import Page


def pages() -> tuple[Page, ...]:
    """The pages, in the order in which one reads them."""
    return (Page("reference/modules/play.md", "Play", "# Play\n\n::: tilerules.apply_move\n"),)
