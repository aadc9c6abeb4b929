"""The catalogue of refusals."""

from __future__ import annotations

from making.page import Page


def page() -> Page:
    """The page."""
    return Page("reference/refusals.md", "Refusals", "# Refusals\n")
