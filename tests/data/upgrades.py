"""Newer formats, made up for tests, and how data looked in the formats before them.

In the first of these formats some things were called and written otherwise than they are; `older`
writes data so, and `FIRST` brings them to the second. `SECOND` leads from there to the third.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

Data = dict[str, Any]
Upgrades = Mapping[str, Callable[[Any], Any]]

RENAMED = {
    "state": {"players": "seats", "moment": "phase"},
    "observation": {"players": "seats", "eyes": "viewer"},
    "deal": {"players": "seats", "pepper": "salt"},
    "record": {"players": "seats"},
    "ruleset": {"name": "title"},
    "match": {"players": "seats", "rounds": "games"},
    "summary": {"players": "seats", "shortened": "cut_short"},
}
"""How keys are called since the second format, by what they were called before."""


def renamed(data: Data, names: Mapping[str, str]) -> Data:
    """The same data, in which some keys have other names."""
    return {names.get(key, key): data[key] for key in data}


# ---- from the first format to the second ----------------------------------------------------


def _record(data: Data) -> Data:
    """Moves were one text."""
    moves = data["moves"]
    return {**renamed(data, RENAMED["record"]), "moves": moves.split("; ") if moves else []}


def _ruleset(data: Data) -> Data:
    """The files of rules began with the last one; of rules that are only named none are told."""
    lineage = {"lineage": data["lineage"][::-1]} if "lineage" in data else {}
    return {**renamed(data, RENAMED["ruleset"]), **lineage}


def _outcome(data: Data) -> Data:
    """The ranking was told without the winners."""
    kept = {key: data[key] for key in data if key != "others"}
    return {**kept, "ranking": [data["winners"], *data["others"]]}


FIRST: Upgrades = {
    "state": lambda data: renamed(data, RENAMED["state"]),
    "observation": lambda data: renamed(data, RENAMED["observation"]),
    "deal": lambda data: renamed(data, RENAMED["deal"]),
    "event": lambda data: {**data, "kind": data["kind"].lower()},
    "score_breakdown": lambda data: {**data, "seat": data["seat"] - 1},
    "outcome": _outcome,
    "ruleset": _ruleset,
    "record": _record,
    "match": lambda data: renamed(data, RENAMED["match"]),
    "summary": lambda data: renamed(data, RENAMED["summary"]),
}


# ---- from the second format to the third ----------------------------------------------------

SECOND: Upgrades = {
    "outcome": lambda data: {**data, "cut_short": {"yes": True, "no": False}[data["cut_short"]]},
    "record": lambda data: {**data, "tags": dict(data["tags"])},
}
"""It was told by a word whether a game was cut short, and tags stood in a list of pairs."""


def second(kind: str, data: Data) -> Data:
    """Data of a kind as they were written in the second format, from data of the third."""
    data = {**data, "format": 2}
    if kind == "outcome":
        return {**data, "cut_short": "yes" if data["cut_short"] else "no"}
    if kind == "match":
        return _with_games(data, second)
    if kind != "record":
        return data
    data["tags"] = [list(pair) for pair in data["tags"].items()]
    return _with_outcome(data, second)


# ---- as data were in the first format -------------------------------------------------------


def older(kind: str, data: Data) -> Data:
    """Data of a kind as they were written in the first format, from data of the second."""
    data = renamed(data, {after: before for before, after in RENAMED.get(kind, {}).items()})
    if "format" in data:
        data["format"] = 1
    if "ruleset" in data and kind != "summary":
        data["ruleset"] = older("ruleset", data["ruleset"])
    match kind:
        case "event":
            data["kind"] = data["kind"].upper()
        case "score_breakdown":
            data["seat"] += 1
        case "outcome":
            _, *data["others"] = data.pop("ranking")
        case "ruleset":
            data["lineage"] = data["lineage"][::-1]
        case "record":
            data = _with_outcome(data, older)
            data["moves"] = "; ".join(data["moves"])
            for key, inner in (("deal", "deal"), ("position", "state")):
                if key in data:
                    data[key] = older(inner, data[key])
        case "match":
            data = _with_games(data, older, "rounds")
    return data


def _with_games(data: Data, written: Callable[[str, Data], Data], key: str = "games") -> Data:
    """A match, with its games written so, which have the format of the whole."""
    games = [written("record", game) for game in data[key]]
    return {
        **data,
        key: [{name: game[name] for name in game if name != "format"} for game in games],
    }


def _with_outcome(data: Data, written: Callable[[str, Data], Data]) -> Data:
    """A record, with the outcome within it written so."""
    result = data["result"]
    if result is None or result["outcome"] is None:
        return data
    return {**data, "result": {**result, "outcome": written("outcome", result["outcome"])}}
