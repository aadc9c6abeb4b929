"""The numbers of moves are those of `docs/guides/notation.md`, and stay so."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

import tilerules as tr
from tests.notation import numbered
from tests.notation.cards import CASES, RULESETS
from tests.notation.drawn import GAMES
from tests.notation.write import FILE
from tilerules import testing

pytestmark = pytest.mark.unmeasured

DIGESTS: dict[str, dict[int, dict[str, Any]]] = yaml.safe_load(FILE.read_text(encoding="utf-8"))


def in_order(ruleset: tr.Ruleset, seats: int) -> list[str]:
    """All moves by their numbers."""
    space = tr.action_space(ruleset, seats)
    return [str(space.move(id)) for id in range(len(space))]


def described(ruleset: tr.Ruleset, seats: int) -> list[str]:
    """All moves by their numbers, as the page has them."""
    return numbered.moves(ruleset.game, ruleset.values_for(seats), seats)


def test_every_ruleset_has_its_digests() -> None:
    kept = {name: [*digests] for name, digests in DIGESTS.items()}
    assert kept == {name: [*ruleset.seat_counts] for name, ruleset in RULESETS.items()}
    values = [(name, digest["sha256"]) for name, of in DIGESTS.items() for digest in of.values()]
    assert all(len(digest) == 64 for _, digest in values)
    assert len({digest for _, digest in values}) >= 30, "different moves have different digests"


@pytest.mark.parametrize("case", CASES)
def test_the_numbers_are_those_of_the_page_and_stay_so(case: str) -> None:
    ruleset, seats = CASES[case]
    moves = in_order(ruleset, seats)
    assert moves == described(ruleset, seats)
    kept = DIGESTS[case.rpartition(", ")[0]][seats]
    assert kept == {"moves": len(moves), "sha256": numbered.digest(moves)}


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=50)
@given(st.data())
def test_the_numbers_of_any_card_are_those_of_the_page(game: str, data: st.DataObject) -> None:
    ruleset, seats = data.draw(testing.tables(game))
    moves = in_order(ruleset, seats)
    assert moves == described(ruleset, seats)
    space = tr.action_space(ruleset, seats)
    for id in data.draw(st.lists(st.integers(0, len(moves) - 1), max_size=20)):
        kind, *words = moves[id].split()
        assert space.id(tr.Move(kind, words)) == id


ELSEWHERE = [("serendipity", 2), ("flowers-summer", 4), ("tulips-full-hand", 6)]
SCRIPT = f"""
import hashlib
import tilerules as tr
for id, seats in {ELSEWHERE}:
    space = tr.action_space(tr.load(id), seats)
    lines = "".join(f"{{space.move(number)}}\\n" for number in range(len(space)))
    print(hashlib.sha256(lines.encode()).hexdigest())
"""


def test_the_numbers_are_the_same_in_another_process() -> None:
    """Sets and texts are hashed in another way there."""
    out = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, check=True, text=True)
    assert out.stdout.split() == [DIGESTS[id][seats]["sha256"] for id, seats in ELSEWHERE]
