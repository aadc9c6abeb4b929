"""A whole game as a text that a person can read, and the moves in such a text."""

from __future__ import annotations

import re
from collections.abc import Iterator

import tilerules as tr
from tests.records import text_flowers, text_serendipity, text_tulips
from tests.records.playthrough import Playthrough, Wording

WORDINGS: dict[str, Wording] = {
    "serendipity": text_serendipity.WORDING,
    "flowers": text_flowers.WORDING,
    "tulips": text_tulips.WORDING,
}
"""The wording of each game."""

# ---- writing --------------------------------------------------------------------------------


def written(game: Playthrough) -> str:
    """The game: what lay there at first, what was played turn by turn, and how it ended."""
    wording = WORDINGS[game.ruleset.game]
    first, *_, last = game.states()
    paragraphs = (
        [*_heading(game), *wording.heading(first)],
        wording.turns(game),
        wording.ending(last),
        [tr.draw_text(last)],
        _sheet(last, wording),
    )
    return "\n\n".join(filter(None, map("\n".join, paragraphs))) + "\n"


def _heading(game: Playthrough) -> Iterator[str]:
    ruleset = game.ruleset
    yield f"ruleset     {ruleset.id}, edition {ruleset.edition}"
    yield f"digest      {ruleset.digest}"
    yield f"seats       {game.seats}"
    yield f"seed        {game.seed}"
    yield f"commitment  {tr.deal(ruleset, game.seats, seed=game.seed).commitment}"
    yield "policy      tests/records/write.py"


def _sheet(state: tr.State, wording: Wording) -> Iterator[str]:
    for score in tr.score(state):
        yield f"seat {score.seat}  {score.total} points"
        for line in score.lines:
            yield f"  {wording.line(line)}".rstrip()
    ended = tr.outcome(state)
    assert ended is not None, "the game has been played to its end"
    ranking = ", then ".join(" and ".join(map(str, tied)) for tied in ended.ranking)
    yield f"outcome  seat {ranking}, decided by {ended.decided_by}"
    if ended.cut_short:
        yield "cut short by the limit on turns"


# ---- reading --------------------------------------------------------------------------------


def read(text: str) -> Playthrough:
    """The game that a text describes; what was shown, and how it ended, is not looked at."""
    heading, turns, *_ = text.split("\n\n")
    said = dict(line.split(maxsplit=1) for line in heading.splitlines())
    id, _, _ = said["ruleset"].partition(",")
    parts = (part.strip() for line in turns.splitlines() for part in line.split("  "))
    moves = tuple(_move(part) for part in parts if _is_move(part))
    return Playthrough(tr.load(id), int(said["seats"]), int(said["seed"]), moves)


def _is_move(part: str) -> bool:
    return part[:1].isalpha() and re.fullmatch(r"seat \d", part) is None


def _move(ply: str) -> tr.Move:
    verb, *words = re.sub(r" \(.*\)$", "", ply).split()
    return tr.Move(verb, tuple(words))
