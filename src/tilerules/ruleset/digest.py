"""The digest of a ruleset: equal where two rulesets play alike, whatever they are called."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from typing import Any

from tilerules.ruleset.reading import Node
from tilerules.ruleset.schema import Key
from tilerules.ruleset.shelf import Language


def digest(completed: Mapping[int, Node], language: Language) -> str:
    """SHA-256 of canonical JSON: game, revision, and the values for each number of players.

    Values equal to their default do not count, so that a new key changes no digest.
    """
    rules = {
        str(seats): _counting(node.plain(), language.schema.rules)
        for seats, node in completed.items()
    }
    document = {"game": language.game, "revision": language.revision, "rules": rules}
    canonical = json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(canonical.encode("ascii")).hexdigest()


def _counting(values: Mapping[str, Any], keys: Iterable[Key]) -> dict[str, Any]:
    """The values that are not equal to their default."""
    return {
        key.name: values[key.name] if key.keys is None else _counting(values[key.name], key.keys)
        for key in keys
        if key.name in values and values[key.name] != key.default
    }
