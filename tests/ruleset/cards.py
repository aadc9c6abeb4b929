"""Cards that the tests share, and both of PyYAML's loaders."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import yaml

import tilerules as tr
from tilerules import registry

ROOT = Path(__file__).parents[2]
RULES = ROOT / "rules"
NAME = "card.yaml"
HEAD = "id: club\ntitle: Club\nedition: 1\nextends: serendipity\n"  # what follows begins on line 5
BARE = "id: {id}\ntitle: T\nedition: 1\nextends: {parent}\n"
LOADERS = [yaml.SafeLoader, getattr(yaml, "CSafeLoader", yaml.SafeLoader)]
_ROOT_CARD: dict[str, Any] = yaml.safe_load((RULES / "serendipity.yaml").read_text("utf-8"))
FOREIGN_WORDS = [  # of jsonschema and PyYAML; their sentences never reach a user
    "is not of type",
    "is not valid",
    "dditional properties",
    "required property",
    "does not match",
    "is too long",
    "is too short",
    "should be",
    "is not one of",
    "is less than",
    "is greater than",
    "non-unique",
    "was expected",
    "enough properties",
    "too many properties",
    "while scanning",
    "while parsing",
    "found character",
    "found unexpected",
    "could not find",
    "did not find",
    "but found",
    "but got",
    "<block",
    "mapping values",
    "None",
    "{'",
    "['",
]


def checked(body: str) -> tuple[tr.Problem, ...]:
    """The problems of a variant of Serendipity with these lines."""
    return tr.check(HEAD + body, name=NAME)


def codes(problems: tuple[tr.Problem, ...]) -> list[str]:
    """The codes of some problems, in their order."""
    return [problem.code for problem in problems]


def root_card() -> dict[str, Any]:
    """A card that extends nothing, as plain data."""
    return copy.deepcopy(_ROOT_CARD)


def laid(card: dict[str, Any], change: dict[str, Any]) -> dict[str, Any]:
    """Plain data laid over plain data; maps merge, everything else replaces."""
    out = dict(card)
    for key, value in change.items():
        both = isinstance(value, dict) and isinstance(out.get(key), dict)
        out[key] = laid(out[key], value) if both else value
    return out


def base(key: str, id: str = "serendipity") -> str:
    """The place of a value in a known card, as it is printed."""
    card = registry.SHELF.card(id)
    node = card and card.node.at(tuple(key.split(".")))
    assert node is not None
    return str(node.place)


def write(folder: Path, **cards: str) -> Path:
    """Cards as files, by their ids: the parent and further lines; the path of the first."""
    for id, text in cards.items():
        parent, _, body = text.partition("\n")
        text = BARE.format(id=id, parent=parent) + body
        (folder / f"{id}.yaml").write_text(text, encoding="utf-8")
    return folder / f"{next(iter(cards))}.yaml"


def only(problems: tuple[tr.Problem, ...]) -> tr.Problem:
    """The one problem that there is."""
    [problem] = problems
    return problem
