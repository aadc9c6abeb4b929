"""Hypothesis strategies for Gift of Tulips: sound cards, and tables of them."""

from __future__ import annotations

from hypothesis import strategies as st

import tilerules as tr
from tilerules import testing
from tilerules.games.tulips.drawn import cards as tulips_cards

TULIPS_IDS = [id for id in tr.ruleset_ids() if tr.load(id).game == "tulips"]
"""The bundled rulesets of Gift of Tulips."""


def tulips_tables() -> st.SearchStrategy[tuple[tr.Ruleset, int]]:
    """A drawn ruleset, and a number of seats that it allows."""
    return testing.tables("tulips")


__all__ = ["TULIPS_IDS", "tulips_cards", "tulips_tables"]
