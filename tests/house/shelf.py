"""The house cards of this folder, what each of them says itself, and the card that it extends."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml

import tilerules as tr

FOLDER = Path(__file__).parent
IDS = sorted(path.stem for path in FOLDER.glob("*.yaml"))
ABOUT = {"id", "title", "extends", "edition", "summary", "players", "for_players"}


def path(id: str) -> Path:
    """The file of a house card."""
    return FOLDER / f"{id}.yaml"


def written(id: str) -> dict[str, Any]:
    """What stands in the file, with all keys as texts."""
    found: dict[str, Any] = _keyed(yaml.safe_load(path(id).read_text(encoding="utf-8")))
    return found


def _keyed(value: Any) -> Any:
    if isinstance(value, dict):
        return {str(key): _keyed(entry) for key, entry in value.items()}
    return value


def house(id: str, *others: str) -> tr.Ruleset:
    """The rules of a house card, or of several laid over one another."""
    return tr.load(*map(path, (id, *others)))


def parent(id: str) -> tr.Ruleset:
    """The rules that a house card extends."""
    extends = written(id)["extends"]
    return tr.load(FOLDER / extends) if extends.endswith(".yaml") else tr.load(extends)


def says(id: str, seats: int) -> dict[str, Any]:
    """The values that a card sets for a number of players, behind dotted paths of keys."""
    card = written(id)
    sections = {key: value for key, value in card.items() if key not in ABOUT}
    return {
        **dict(_leaves(sections, "")),
        **dict(_leaves(card.get("for_players", {}).get(str(seats), {}), "")),
    }


def _leaves(values: Mapping[str, Any], above: str) -> Iterator[tuple[str, Any]]:
    for key, value in values.items():
        if isinstance(value, dict):
            yield from _leaves(value, f"{above}{key}.")
        else:
            yield above + key, value
