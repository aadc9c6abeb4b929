"""Hypothesis strategies for Flowers: sound cards, and tables of them."""

from __future__ import annotations

from hypothesis import strategies as st

import tilerules as tr
from tilerules import testing
from tilerules.games.flowers.drawn import cards as flowers_cards

FLOWERS_IDS = [id for id in tr.ruleset_ids() if tr.load(id).game == "flowers"]
"""The bundled rulesets of Flowers."""


def flowers_tables() -> st.SearchStrategy[tuple[tr.Ruleset, int]]:
    """A drawn ruleset, and a number of seats that it allows."""
    return testing.tables("flowers")


__all__ = ["FLOWERS_IDS", "flowers_cards", "flowers_tables"]
