"""The rulesets of these tests: all bundled ones, and some with what those have not."""

from __future__ import annotations

from typing import Any

import tilerules as tr

EDGES = ["blue", "red", "yellow"] * 2
UNUSUAL: dict[str, tuple[str, dict[str, Any]]] = {
    "chosen": ("serendipity-turning", {"turn": {"unowned": {"stays_up": "chosen"}}}),
    "turning alone": (
        "serendipity-turning",
        {"tiles": {"serendip_edges": EDGES}, "turn": {"own": {"exchange": "removed"}}},
    ),
    "no serendip left": (
        "serendipity-small",
        {"turn": {"own": {"leave": "removed"}, "serendip": {"leave": "removed"}}},
    ),
    "large": (
        "serendipity",
        {
            "players": [2],
            "for_players": "removed",
            "colours_each": 1,
            "board": {"side": 13},
            "tiles": {"copies": 70, "serendips": 49},
            "turn": {"serendip": {"leave": {"swap": "never", "swap_with": "removed"}}},
            "end": {"turn_limit": 60},
        },
    ),
    "corners": ("flowers", {"garden": {"placing": "corners_too", "width": 7, "height": 5}}),
    "in a row": ("flowers-flat", {"garden": {"height": 1}}),
    "violet covered": (
        "flowers-summer",
        {"start": {"cover_violet": "may"}, "cover": {"cards": "never"}},
    ),
    "several in hand": (
        "flowers",
        {
            "players": [2],
            "for_players": "removed",
            "garden": {"width": 5, "height": 7},
            "cover": {"depth": 3},
            "turn": {"hand": 1, "steps": ["take", "take", "place_or_discard", "place_or_discard"]},
        },
    ),
    "no such card": (
        "flowers",
        {
            "players": [3],
            "for_players": "removed",
            "cards": {
                "values": {"1": 2, "2": 1, "3": 0, "4": "removed"},
                "butterflies": ["green-2-red", "blue-1-red", "blue-1-yellow"],
            },
            "turn": {"hand": 2},
        },
    ),
    "one card at a time": (
        "flowers",
        {
            "players": [1, 4],
            "for_players": "removed",
            "turn": {"steps": ["take", "place_or_discard", "take", "place"]},
            "end": {"any_of": ["rounds"], "rounds": 4, "round": "one_more"},
        },
    ),
    "display": (
        "flowers",
        {
            "players": [2, 3],
            "for_players": "removed",
            "piles": {"dealt": "display", "number": 2, "hidden": 0},
            "turn": {"hand": 1, "steps": ["take"] * 3 + ["place"] * 3},
            "end": {"empty_piles": "all", "round": "finished"},
            "seats": {"1": {"width": 6}},
            "garden": {"width": 4, "height": 9},
        },
    ),
    "display and stock": (
        "flowers",
        {
            "players": [4],
            "for_players": "removed",
            "piles": {"dealt": "display", "number": 3, "next_shown": "at_once"},
            "end": {"any_of": [], "all_of": ["empty_piles", "rounds"], "rounds": 9},
        },
    ),
    "many actions": (
        "tulips-full-hand",
        {
            "cards": {"values": {"2": 0}, "more": ["purple-9", "blue-1", "blue-1"]},
            "turn": {"actions": ["add_secret", "keep", "give"]},
        },
    ),
    "one action": (
        "tulips",
        {"turn": {"actions": ["give", "add_open"]}, "scoring": {"keeping": "removed"}},
    ),
}
"""Cards by what is unusual in them: the ruleset they extend, and what they say."""


def rulesets() -> dict[str, tr.Ruleset]:
    """All these rulesets by their names."""
    bundled = {id: tr.load(id) for id in tr.ruleset_ids()}
    return bundled | {name: tr.load(id, layer) for name, (id, layer) in UNUSUAL.items()}


RULESETS = rulesets()
CASES = {
    f"{name}, {seats}": (ruleset, seats)
    for name, ruleset in RULESETS.items()
    for seats in ruleset.seat_counts
}
"""All these rulesets with each number of seats."""
