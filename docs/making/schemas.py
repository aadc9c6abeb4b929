"""A page for each schema."""

from __future__ import annotations

from making.page import Page


def pages() -> tuple[Page, ...]:
    """The pages, first those of cards."""
    return (Page("reference/schemas/state.md", "State", "# State\n"),)
