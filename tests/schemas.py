"""The JSON Schemas of data, which refer to one another by file name."""

from __future__ import annotations

import json

from jsonschema import Draft7Validator
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT7, Schema

from tilerules import registry

KINDS = (
    "deal",
    "event",
    "move",
    "observation",
    "outcome",
    "record",
    "ruleset",
    "score_breakdown",
    "state",
)
DOCUMENTS = {kind: json.loads(registry.schema_text(kind)) for kind in KINDS}


def _files() -> Registry[Schema]:
    resources = {
        f"{kind}.schema.json": Resource.from_contents(document, default_specification=DRAFT7)
        for kind, document in DOCUMENTS.items()
    }
    empty: Registry[Schema] = Registry()
    return empty.with_resources(resources.items())


FILES = _files()


def validator(kind: str) -> Draft7Validator:
    """What holds data of a kind against its schema."""
    return Draft7Validator(DOCUMENTS[kind], registry=FILES)
