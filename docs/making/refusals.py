"""The catalogue of refusals: why a move is not legal, and which rule forbids it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import tilerules as tr
from making.catalogue import entry, groups
from making.markdown import code_as_is, in_yaml
from making.page import Page
from making.positions import after, cells, up

ABOUT = """\
# Refusals

All that `tr.why_illegal` can answer, and what `tr.IllegalMove` carries. A refusal has a code, which
stays the same, a message in a player's words, and the rule that forbids the move: its key, its file
and its line. Where there is no rule it is a plain fact, as that a pile is empty. The code is what
programs and translations go by.

Under each code stand moves that are refused so, each with its message. Where it takes a house rule,
that is shown. [Notation](../guides/notation.md) tells how moves are written.
"""


def page() -> Page:
    """The page."""
    return Page("reference/refusals.md", "Refusals", "\n".join([ABOUT, *_groups()]))


def _groups() -> Iterator[str]:
    for group in groups("refusals"):
        yield from (f"## {group['heading']}", "")
        for code, told in group["refusals"].items():
            yield from entry(code, told["means"])
            for example in told["examples"]:
                yield from (*_shown(example), "")


def _shown(example: Mapping[str, Any]) -> Iterator[str]:
    """The game and the move, then the message with the rule that it points to."""
    answer = refusal(example)
    rules = ruleset(example)
    if "rules" in example:
        house = ", ".join(f"`{in_yaml({key: each})}`" for key, each in example["rules"].items())
        title = f"{tr.load(_id(example)).title}, with {house}"
    else:
        title = rules.title
    yield from (f"**{title}.** {example['when']} The move `{example['move']}` is refused:", "")
    yield from (code_as_is(answer.message), "")
    if answer.rule is None:
        yield "No rule, a plain fact."
        return
    key, file, line = answer.rule.key, answer.rule.file, answer.rule.line
    place = "the house rule" if line is None else f"line {line} of `{file}`"
    place = "the default" if file == "default" else place
    yield f"The rule: [`{key}`](schemas/{rules.game}.md#{key}), {place}."


def _id(example: Mapping[str, Any]) -> str:
    """The bundled ruleset that an example is about, or begins with."""
    return str(example.get("ruleset") or example["game"])


def refusal(example: Mapping[str, Any]) -> tr.Refusal:
    """Why the move of an example is refused."""
    kind, *args = example["move"].split()
    answer = tr.why_illegal(position(example), tr.Move(kind, args))
    assert answer is not None, f"{example['move']} is legal"
    return answer


def ruleset(example: Mapping[str, Any]) -> tr.Ruleset:
    """The rules of an example."""
    changes = example.get("rules")
    return tr.load({"extends": _id(example), **changes}) if changes else tr.load(_id(example))


def position(example: Mapping[str, Any]) -> tr.Position:
    """The position of an example, or what its viewer sees of it."""
    rules = ruleset(example)
    if "played" in example:
        state = after(tr.new_game(rules, 2, seed=7), *example["played"])
    else:
        state = _TABLES[rules.game](rules, dict(example["table"]))
    return tr.observe(state, example["viewer"]) if "viewer" in example else state


# ---- positions ------------------------------------------------------------------------------


def _meadow(rules: tr.Ruleset, table: dict[str, Any]) -> tr.State:
    """Serendipity for four: the tiles that are named lie face up."""
    lying = {cell: up(tile) for cell, tile in table.pop("tiles").items()}
    owners = {colour: seat for seat, colour in enumerate(rules.values["tiles"]["colours"][:4])}
    data = {"to_move": 0, "owners": owners, "cells": cells(rules, 4, lying)}
    return _read(rules, 4, {**data, **table})


def _gardens(rules: tr.Ruleset, table: dict[str, Any]) -> tr.State:
    """Flowers for two."""
    return _read(rules, 2, {"to_move": None if table["phase"] == "over" else 0, **table})


def _festival(rules: tr.Ruleset, table: dict[str, Any]) -> tr.State:
    """Gift of Tulips for two, in the first turn if nothing else is said."""
    data = {
        "phase": "first",
        "to_move": 0,
        "festival": ["pink-2", "blue-3"],
        "bouquets": [["pink-2"], ["purple-4"]],
        "secret": ["orange-4", "blue-2"],
        "deck": ["orange-3", "pink-3", "purple-2", "blue-2"],
    }
    return _read(rules, 2, {**data, **table})


def _read(rules: tr.Ruleset, seats: int, data: Mapping[str, Any]) -> tr.State:
    return tr.State.from_data({"ruleset": rules.to_data(), "seats": seats, **data})


_TABLES: Mapping[str, Callable[[tr.Ruleset, dict[str, Any]], tr.State]] = {
    "serendipity": _meadow,
    "flowers": _gardens,
    "tulips": _festival,
}
"""By game: what makes a position of what an example says."""
