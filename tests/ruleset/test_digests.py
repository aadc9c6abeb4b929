"""The digests of the bundled cards, as they were recorded in `digests.yaml`.

A digest tells under which rules a game was played. It may change only together with the edition
of its card, and of every card that extends it. To record what has changed, after the editions
have been raised, and what is new:

    python -m tests.ruleset.test_digests

It refuses a digest that has changed although its edition has not.
"""

from __future__ import annotations

from pathlib import Path
from typing import TypeAlias, TypedDict

import pytest
import yaml

import tilerules as tr

FILE = Path(__file__).with_name("digests.yaml")
HEADING = "# Written by `python -m tests.ruleset.test_digests`.\n"


class Entry(TypedDict):
    edition: int
    digest: str


Record: TypeAlias = dict[str, Entry]


def current() -> Record:
    rulesets = [tr.load(id) for id in tr.ruleset_ids()]
    return {each.id: {"edition": each.edition, "digest": each.digest} for each in rulesets}


def recorded() -> Record:
    known: Record = yaml.safe_load(FILE.read_text("utf-8")) if FILE.exists() else {}
    return known


def faults(old: Record, new: Record) -> list[str]:
    """What keeps a new record from taking the place of an old one."""
    known = [(id, old[id], new[id]) for id in new if id in old]
    return [
        f"{id}: what it plays like has changed, so its edition must be raised"
        for id, before, now in known
        if before["digest"] != now["digest"] and now["edition"] <= before["edition"]
    ] + [
        f"{id}: its edition may only rise"
        for id, before, now in known
        if now["edition"] < before["edition"]
    ]


def text_of(entries: Record) -> str:
    lines = (
        f"{id}:\n  edition: {entry['edition']}\n  digest: {entry['digest']}\n"
        for id, entry in sorted(entries.items())
    )
    return HEADING + "".join(lines)


def test_no_digest_has_changed_without_its_edition() -> None:
    assert faults(recorded(), current()) == []


def test_the_record_is_up_to_date() -> None:
    assert recorded() == current(), __doc__
    assert FILE.read_text("utf-8") == text_of(current())


@pytest.mark.parametrize(
    ("before", "now", "accepted"),
    [
        ((1, "a"), (1, "a"), True),
        ((1, "a"), (2, "b"), True),
        ((1, "a"), (2, "a"), True),
        ((1, "a"), (1, "b"), False),
        ((2, "a"), (1, "b"), False),
        ((2, "a"), (1, "a"), False),
        (None, (1, "a"), True),
        ((1, "a"), None, True),
    ],
)
def test_what_may_be_recorded(
    before: tuple[int, str] | None, now: tuple[int, str] | None, accepted: bool
) -> None:
    assert (faults(record(before), record(now)) == []) == accepted


def record(entry: tuple[int, str] | None) -> Record:
    return {"card": {"edition": entry[0], "digest": entry[1]}} if entry else {}


if __name__ == "__main__":
    new = current()
    if found := faults(recorded(), new):
        raise SystemExit("\n".join(found))
    FILE.write_text(text_of(new), encoding="utf-8")
