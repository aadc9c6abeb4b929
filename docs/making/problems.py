"""The catalogue of problems."""

from __future__ import annotations

from making.page import Page


def page() -> Page:
    """The page."""
    return Page("reference/problems.md", "Problems of cards", "# Problems of cards\n")
