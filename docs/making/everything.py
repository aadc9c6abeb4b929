"""All that is made, where mkdocs looks for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

from making import modules, problems, readings, refusals, rulesets, schemas
from making.page import Page
from making.pictures import flowers, serendipity, start, tulips, tutorial

ROOT = Path(__file__).parents[2]
PICTURES = {
    "start": start,
    "tutorial": tutorial,
    "serendipity": serendipity,
    "flowers": flowers,
    "tulips": tulips,
}

BLOCKS: Mapping[str, Callable[..., str]] = {
    "names": modules.block,
    "readings": readings.block,
    "rulesets": rulesets.block,
}
"""By the name with which a page asks for it: what makes a block of Markdown."""


@cache
def pages() -> tuple[Page, ...]:
    """All pages that are made, in the order of the navigation."""
    changes = Page("changelog.md", "Changes", (ROOT / "CHANGELOG.md").read_text("utf-8"))
    return (*modules.pages(), *schemas.pages(), problems.page(), refusals.page(), changes)


def pictures() -> dict[str, str]:
    """SVG by its path below `docs`, as `pictures/serendipity-start.svg`."""
    return {
        f"pictures/{about}-{name}.svg": picture()
        for about, room in PICTURES.items()
        for name, picture in room.PICTURES.items()
    }
