"""The readings of a game: what its sources leave open, and what a card can say."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import attrs
import yaml

import tilerules as tr
from making.markdown import in_yaml

ROOM = Path(__file__).parents[1] / "games" / "readings"
Card = Mapping[str, Any]

INTRODUCTION = """\
What the sources leave open, or tell in different ways, is a *reading*: a question, the answer of
the base card, and every other answer that a card can give. To play by another answer, put its words
into a [card of your own](../guides/rules-files.md). The sources:
"""


@attrs.frozen
class Answer:
    """An answer to the question of a reading.

    Attributes:
        says: the answer, for players.
        card: the words of a card that say it; empty where no card can say it.
        also: keys that these words change beside those of the reading.
    """

    says: str
    card: Card = attrs.field(factory=dict)
    also: tuple[str, ...] = attrs.field(default=(), converter=tuple)


@attrs.frozen
class Reading:
    """A question that the sources leave open.

    Attributes:
        keys: the keys of a card that answer it, as `tr.diff` names them.
        default: the answer of the base card.
        sources: what each source says, by its key in a card.
    """

    id: str
    question: str
    keys: tuple[str, ...]
    default: Answer
    others: tuple[Answer, ...]
    sources: Mapping[str, str]

    @property
    def link(self) -> str:
        """A link that leads to it from the same page."""
        return f"[{self.id}](#{self.id.lower()})"


@cache
def readings(game: str) -> tuple[Reading, ...]:
    """All readings of a game, as `docs/games/readings` has them."""
    plain = yaml.safe_load((ROOM / f"{game}.yaml").read_text("utf-8"))
    return tuple(
        Reading(
            id=each["id"],
            question=each["question"],
            keys=tuple(each["keys"]),
            default=Answer(**each["default"]),
            others=tuple(Answer(**other) for other in each["others"]),
            sources=each["sources"],
        )
        for each in plain
    )


@cache
def bundled(game: str) -> tuple[tr.Ruleset, ...]:
    """The rulesets that come with a game, its base card first."""
    found = [tr.load(game), *(tr.load(id) for id in tr.ruleset_ids() if id != game)]
    return tuple(rules for rules in found if rules.game == game)


def key_link(game: str, key: str) -> str:
    """A key of a card, with a link to what the schema says of it."""
    return f"[`{key}`](../reference/schemas/{game}.md#{key})"


# ---- the block ------------------------------------------------------------------------------


def block(game: str) -> str:
    """All readings of a game, each with a heading that can be linked to."""
    return "\n".join([INTRODUCTION, *_sources(game), *(_told(game, r) for r in readings(game))])


def _sources(game: str) -> Iterator[str]:
    """The sources that the readings name, as the cards call them."""
    named = {source for reading in readings(game) for source in reading.sources}
    titles = {key: title for rules in bundled(game)[::-1] for key, title in rules.sources.items()}
    base = [key for key in bundled(game)[0].sources if key in named]
    yield from (f"- *{key}*: {titles[key]}" for key in [*base, *sorted(named - {*base})])
    yield ""


def _told(game: str, reading: Reading) -> str:
    """One reading."""
    told = [
        f"### {reading.id}: {reading.question} {{ #{reading.id.lower()} }}\n",
        _answer(reading.default, "**Base card.** "),
        *(_answer(other, "", _playing(game, other)) for other in reading.others),
        f"\n{_keys(game, reading)}<br>",
        f"Sources: {', '.join(f'*{key}* ({says})' for key, says in reading.sources.items())}.\n",
    ]
    return "\n".join(told)


def _keys(game: str, reading: Reading) -> str:
    """The keys that answer a reading."""
    links = ", ".join(key_link(game, key) for key in reading.keys)
    name = "Keys" if len(reading.keys) > 1 else "Key"
    return f"{name}: {links}." if links else "No card can say it otherwise."


def _answer(answer: Answer, mark: str, playing: str = "") -> str:
    """An item of a list: the answer, who plays so, and the words of a card that say it."""
    words = (f"<br>`{line}`" for line in lines(answer.card))
    return f"- {mark}{answer.says}{playing}{''.join(words)}"


def _playing(game: str, answer: Answer) -> str:
    """The bundled rulesets that play by an answer."""
    base, *others = bundled(game)
    rules = tr.load({"extends": game, **answer.card})
    said = _differing(base, rules)
    found = [
        f"[{each.title}](#{each.id})"
        for each in others
        if said & _differing(base, each) and not said & _differing(rules, each)
    ]
    return f" It is so in {' and in '.join(found)}." if found else ""


def _differing(a: tr.Ruleset, b: tr.Ruleset) -> set[tuple[str, int]]:
    """The keys in which two rulesets differ, with each number of players."""
    return {(each.key, seats) for each in tr.diff(a, b) for seats in each.seats}


def lines(card: Card) -> Iterator[str]:
    """Words of a card, a line for each key of the first level."""
    return (in_yaml({key: value}) for key, value in card.items())
