"""Partners, handicaps and scores of bouquets, drawn and highlighted."""

from __future__ import annotations

import re

import tilerules as tr
from tests.tulips.tables import play, position, variant

TEAMS = {"teams": {"sun": [0, 2, 4], "moon": [1, 3]}}
PARTNERS = variant(
    players=[5],
    for_players="removed",
    partners={**TEAMS, "bouquets": "shared"},
    seats={"1": {"handicap": -3}},
    cards={"values": {"2": 8, "3": 8, "4": 8}},
    scoring={"sizes": {"points": {"1": 1}}},
)
BOUQUETS = variant(
    players=[2],
    for_players="removed",
    scoring={
        "sizes": {"points": {"2": 3}},
        "all_colours": {"points": 6},
        "fewest": {"points": -2},
    },
)
SHARED = ["p2 b3", "", "p2", "", ""]


def labels(picture: str) -> list[str]:
    """What the things in a picture are called."""
    return re.findall(r'aria-label="([^"]*)"', picture) or re.findall(r"<title>([^<]*)<", picture)


def test_partners_and_handicaps_are_named() -> None:
    text = tr.draw_text(position(PARTNERS, "p2", SHARED))
    assert "seat 0 (with seats 2 and 4): giving 0, keeping 0; bouquet: pink 2 | blue 3" in text
    assert "seat 1 (with seat 3): handicap -3, giving 0" in text
    alone = variant(players=[3], partners={"teams": {"two": [0, 2]}})
    text = tr.draw_text(position(alone, "p2", ["", "", ""]))
    assert "seat 1: giving" in text
    picture = tr.draw_svg(position(PARTNERS, "p2", SHARED))
    [label] = [each for each in labels(picture) if each.startswith("seat 1")]
    assert label == (
        "seat 1 (with seat 3): handicap -3, giving 0, keeping 0, majorities 0, sizes 0: -3 points"
    )
    assert "with seats 2 and 4" in picture


def test_a_shared_majority_is_highlighted_in_all_its_bouquets() -> None:
    state = position(PARTNERS, "p2", SHARED)
    picture = tr.draw_svg(state, highlight=tr.score(state)[0])
    found = [each for each in labels(picture) if "counts for" in each]
    assert found == [
        "pink-2, in the bouquet of seat 0, counts for the majority of pink and the number of pink",
        "blue-3, in the bouquet of seat 0, counts for the number of blue",
        "pink-2, in the bouquet of seat 2, counts for the majority of pink",
    ]
    assert "pink: place 1 by cards, 15 points" in picture
    assert "pink: counted with seat 0" in picture
    other = tr.draw_svg(state, highlight=tr.score(state)[2])
    assert [each for each in labels(other) if "counts for" in each] == [
        "pink-2, in the bouquet of seat 2, counts for the number of pink"
    ]


def test_scores_of_bouquets_are_highlighted() -> None:
    state = position(BOUQUETS, "p2", ["p2 p4 b3 o2 u2", "p3"])
    mine, other = (tr.draw_svg(state, highlight=sheet) for sheet in tr.score(state))
    found = [each for each in labels(mine) if "counts for" in each]
    whole = "counts for all colours"
    pink = "counts for the majority of pink, the number of pink and all colours"
    assert found == [
        f"pink-2, in the bouquet of seat 0, {pink}",
        f"pink-4, in the bouquet of seat 0, {pink}",
        f"blue-3, in the bouquet of seat 0, {whole}",
        f"orange-2, in the bouquet of seat 0, {whole}",
        f"purple-2, in the bouquet of seat 0, {whole}",
    ]
    assert "all colours, 6 points" in mine
    assert "pink: 2 cards, 3 points" in mine
    assert "giving 0, keeping 0, majorities 15, sizes 3, all colours 6, fewest 0" in mine
    assert "the fewest cards, -2 points" in other
    pink = "counts for the majority of pink and the fewest cards"
    assert f"pink-3, in the bouquet of seat 1, {pink}" in labels(other)


def test_while_a_game_goes_on_the_end_is_not_counted_yet() -> None:
    state = position(BOUQUETS, "p2", ["", ""], hand="o2", deck="o3 o4 b2")
    [label] = [each for each in labels(tr.draw_svg(play(state, "keep"))) if "seat 1" in each][:1]
    assert label == "seat 1: giving 0, keeping 0"
