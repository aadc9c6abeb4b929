"""The JSON Schemas, which refer to one another by file name."""

from __future__ import annotations

import json
from typing import Any

from jsonschema import Draft7Validator
from referencing import Registry
from referencing.jsonschema import DRAFT7, Schema

from tilerules import registry

KINDS = (
    "deal",
    "event",
    "match",
    "move",
    "observation",
    "outcome",
    "record",
    "ruleset",
    "score_breakdown",
    "state",
    "summary",
)
DOCUMENTS: dict[str, Any] = {
    name: json.loads(registry.schema_text(name)) for name in (*KINDS, *registry.GAMES)
}
_NONE: Registry[Schema] = Registry()
_BLOCKS: Any = json.loads(registry.schema_text("blocks"))  # what the games' schemas refer to
FILES = _NONE.with_resources(
    (f"{name}.schema.json", DRAFT7.create_resource(document))
    for name, document in {**DOCUMENTS, "blocks": _BLOCKS}.items()
)


def validator(name: str, pointer: str = "") -> Draft7Validator:
    """What holds data against a schema, or against the part of it that a pointer names."""
    return Draft7Validator({"$ref": f"{name}.schema.json#{pointer}"}, registry=FILES)
