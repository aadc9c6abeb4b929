"""What a browser makes of the pictures: every text in its place, and large enough."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random

import pytest

import tilerules as tr
from tests.browser.pages import WIDTHS, measured
from tilerules.engine.picture import node, picture, thing, words

pytestmark = pytest.mark.browser

GAMES = ("serendipity", "flowers", "tulips")


def game(ruleset: tr.Ruleset, seats: int) -> list[tr.State]:
    """All positions of a game that is played at random."""
    rng = Random(f"{ruleset.id} {seats}")
    states = [tr.new_game(ruleset, seats, seed=rng.randrange(1000))]
    while not states[-1].is_over:
        states.append(tr.apply_move(states[-1], rng.choice(tr.legal_moves(states[-1]))))
    return states


def drawn(ruleset: tr.Ruleset, seats: int) -> Iterator[tuple[str, str]]:
    """Pictures of the start, the middle for all and for a seat, and the end with a score."""
    states = game(ruleset, seats)
    middle, end = states[len(states) // 2], states[-1]
    final = tr.outcome(end)
    assert final, "the game is over"
    best = max(tr.score(end), key=lambda sheet: (sheet.seat in final.winners, sheet.total))
    yield "start", tr.draw_svg(states[0])
    yield "middle", tr.draw_svg(middle)
    yield "middle of seat 0", tr.draw_svg(tr.observe(middle, 0))
    yield "end", tr.draw_svg(end, highlight=best)


@cache
def pictures(name: str) -> dict[str, str]:
    """Of all bundled rules of a game, for the fewest and for the most seats."""
    rulesets = [each for each in map(tr.load, tr.ruleset_ids()) if each.game == name]
    return {
        f"{ruleset.id}, {seats} seats, {stage}": svg
        for ruleset in rulesets
        for seats in {ruleset.seat_counts[0], ruleset.seat_counts[-1]}
        for stage, svg in drawn(ruleset, seats)
    }


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("name", GAMES)
def test_every_text_is_in_its_place(name: str, dark: bool, tmp_path: Path) -> None:
    found = measured(pictures(name), tmp_path, dark=dark)
    texts = sum(svg.count("<text") for svg in pictures(name).values())
    assert (found.dark, found.texts) == (dark, len(WIDTHS) * texts)
    assert found.complaints == ()


def of(*texts: tuple[float, str, float]) -> str:
    """A picture of one thing, from 190 to 290 across, with texts round some places."""
    box = node("rect", x=190.0, y=80.0, width=100.0, height=40.0, class_="face")
    inner = [words(x, 100.0, text, size) for x, text, size in texts]
    return picture(480.0, 200.0, thing("a box", box, *inner), title="box", description="a box")


FINE = of((240.0, "fine", 14.0))
FAULTS: dict[str, tuple[str, set[str]]] = {
    "fine": (FINE, set()),
    "two beside each other": (of((215.0, "one", 14.0), (265.0, "two", 14.0)), set()),
    "too long": (of((240.0, "much too long a text", 14.0)), {"overflows"}),
    "too far aside": (of((193.0, "out", 14.0)), {"overflows"}),
    "too high": (of((240.0, "H", 60.0)), {"overflows"}),
    "cut off": (of((5.0, "beyond the picture", 14.0)), {"overflows", "outside"}),
    "too near": (of((230.0, "one", 14.0), (250.0, "two", 14.0)), {"overlap"}),
    "one on the other": (of((240.0, "one", 14.0), (240.0, "one", 14.0)), {"overlap"}),
    "tiny": (of((240.0, "tiny", 10.0)), {"small"}),
    "tiny coordinate": (of((240.0, "f6", 7.0)), {"small"}),
    "small coordinate": (of((240.0, "f6", 8.0)), set()),
    "pale": (FINE.replace("fill:#23281f", "fill:#bbb"), {"pale"}),
    "narrow": (FINE.replace("100%", "90%"), {"width"}),
    "without a shape": (FINE.replace("<rect x", "<use x"), {"no shape"}),
    "thing outside": (FINE.replace('x="190"', 'x="450"'), {"overflows", "thing outside"}),
}


def test_faults_are_found(tmp_path: Path) -> None:
    found = measured({name: svg for name, (svg, _) in FAULTS.items()}, tmp_path)
    faults = {name: set[str]() for name in FAULTS}
    for complaint in found.complaints:
        faults[complaint.picture].add(complaint.fault)
    assert faults == {name: expected for name, (_, expected) in FAULTS.items()}
