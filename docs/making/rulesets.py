"""The bundled rulesets of a game side by side."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import tilerules as tr
from making.readings import bundled, key_link, readings
from tilerules.wording import players

Column = Mapping[str, Sequence[tr.Difference]]
"""What a ruleset changes in the base card, by key."""

INTRODUCTION = """\
`tr.load` and the command line know a ruleset by its id, which stands in front.
"""
SIDE_BY_SIDE = """\
### Side by side { #side-by-side }

A row for each key in which one of them differs, a column for each ruleset. A dot: as in the base
card.
"""


def block(game: str) -> str:
    """Each ruleset with what it changes, and a table of them all."""
    told = (_told(game, rules) for rules in bundled(game))
    return "\n".join([INTRODUCTION, *told, SIDE_BY_SIDE, *_table(game)])


def _column(base: tr.Ruleset, rules: tr.Ruleset) -> Column:
    """What a ruleset changes, in the order of the sections of the base card."""
    found: dict[str, list[tr.Difference]] = {}
    for each in sorted(tr.diff(base, rules), key=lambda each: _section(base, each.key)):
        found.setdefault(each.key, []).append(each)
    return found


def _section(base: tr.Ruleset, key: str) -> int:
    """The place of a key's section in the base card; behind all if it has no such section."""
    sections, section = [*base.values], key.partition(".")[0]
    return sections.index(section) if section in sections else len(sections)


# ---- one after another ----------------------------------------------------------------------


def _told(game: str, rules: tr.Ruleset) -> str:
    """A ruleset with its id, its summary, and what it changes."""
    base = bundled(game)[0]
    kind = "" if rules != base else " The other rulesets extend this card."
    column = _column(base, rules).values()
    changes = (_change(game, rules, each) for same in column for each in same)
    heading = f"### {rules.title} {{ #{rules.id} }}\n"
    return "\n".join([heading, f"`{rules.id}`: {rules.summary}{kind}\n", *changes, ""])


def _change(game: str, rules: tr.Ruleset, change: tr.Difference) -> str:
    """A key with its value, that of the base card, and the readings that it answers."""
    answers = ", ".join(each.link for each in readings(game) if change.key in each.keys)
    known = f" ({answers})" if answers else ""
    where, mine, base = _where(rules, change), in_words(change.b), in_words(change.a)
    return f"- {key_link(game, change.key)}{where}: **{mine}**, in the base card {base}{known}"


def _where(rules: tr.Ruleset, change: tr.Difference) -> str:
    """With how many players a change holds, if not with every number."""
    everywhere = {*change.seats} >= {*rules.seat_counts}
    return "" if everywhere else f" with {players(change.seats, 'or')}"


# ---- side by side ---------------------------------------------------------------------------


def _table(game: str) -> Iterator[str]:
    """A table that scrolls inside itself, and keeps its first column in sight."""
    base, *others = bundled(game)
    columns = [(rules, _column(base, rules)) for rules in others]
    heads = "".join(f'<th scope="col">{_name(rules)}</th>' for rules in (base, *others))
    yield '<div class="side-by-side" tabindex="0" role="region" aria-labelledby="side-by-side">'
    yield f'<table><thead><tr><th scope="col">key</th>{heads}</tr></thead><tbody>'
    keys = dict.fromkeys(key for _, column in columns for key in column)
    for key in sorted(keys, key=lambda key: _section(base, key)):
        changes = [(rules, column.get(key, ())) for rules, column in columns]
        told = (_base(base, key, changes), *(_cell(rules, each) for rules, each in changes))
        cells = "".join(f"<td>{each}</td>" for each in told)
        yield f'<tr><th scope="row">{_head(key)}</th>{cells}</tr>'
    yield "</tbody></table></div>\n"


def _name(rules: tr.Ruleset) -> str:
    """The id of a ruleset without the game, and with a link to what is told of it."""
    return f'<a href="#{rules.id}">{rules.id.removeprefix(f"{rules.game}-")}</a>'


def _head(key: str) -> str:
    """A key that can be broken into lines."""
    return f"<code>{key.replace('.', '.<wbr>').replace('_', '_<wbr>')}</code>"


def _cell(rules: tr.Ruleset, changes: Iterable[tr.Difference]) -> str:
    """What a ruleset says that changes a key, or a dot."""
    told = ", ".join(f"{in_words(each.b)}{_where(rules, each)}" for each in changes)
    return f"<mark>{told}</mark>" if told else "·"


def _base(
    base: tr.Ruleset,
    key: str,
    changes: Iterable[tuple[tr.Ruleset, Iterable[tr.Difference]]],
) -> str:
    """What the base card says, for the numbers of players with which something differs."""
    found = {each.seats: each.a for _, column in changes for each in column}
    values = {_value(base, key, seats) for seats in base.seat_counts}
    if len({*found.values()} | values) == 1 or key == "players":
        return in_words(next(iter(found.values())))
    return ", ".join(f"{in_words(a)} with {players(seats, 'or')}" for seats, a in found.items())


def _value(rules: tr.Ruleset, key: str, seats: int) -> Any:
    """What stands behind a key with so many players; None for nothing."""
    found: Any = rules.values_for(seats)
    for part in key.split("."):
        found = found.get(part) if isinstance(found, Mapping) else None
    return found


# ---- values in words ------------------------------------------------------------------------


def in_words(value: Any) -> str:
    """A value of a card as one reads it."""
    match value:
        case None:
            return "left out"
        case ():
            return "none"
        case tuple():
            return ", ".join(map(str, value))
    return str(value)
