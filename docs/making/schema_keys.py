"""The keys of the JSON Schemas in `schemas`, as a tree for each page that tells them.

A reference within a schema is followed; a block that another page tells is linked, and one that
stands in several places of a page is told at the first of them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

from tilerules import registry

CARDS = ("serendipity", "flowers", "tulips")
BLOCKS = "blocks"
DATA = (
    "state",
    "observation",
    "deal",
    "move",
    "event",
    "outcome",
    "score_breakdown",
    "ruleset",
    "record",
    "match",
    "summary",
)
FILES = (*CARDS, BLOCKS, *DATA)


class At(NamedTuple):
    """Where a schema stands: in which file, and at which JSON pointer of it."""

    file: str
    pointer: str

    def __truediv__(self, step: str | int) -> At:
        return At(self.file, f"{self.pointer}/{step}")


class Key(NamedTuple):
    """A key, or several that mean the same.

    Attributes:
        paths: of each of them the path; a `*` stands for names that a writer chooses, and for the
            entries of a list.
        at: where its schema stands.
        required: whether it must be there.
        link: where it is told what stands in its block, if that is another place.
        below: the keys in its block.
    """

    paths: tuple[str, ...]
    at: At
    required: bool
    link: str | None
    below: tuple[Key, ...]


@cache
def document(file: str) -> Any:
    """The schema in a file."""
    return json.loads(registry.schema_text(file))


def raw(at: At) -> Any:
    """What stands at a place."""
    found = document(at.file)
    for step in at.pointer.split("/")[1:]:
        found = found[int(step)] if isinstance(found, list) else found[step]
    return found


@cache
def target(at: At) -> At:
    """The place that a place refers to in the end."""
    while isinstance(schema := raw(at), dict) and "$ref" in schema:
        file, _, pointer = schema["$ref"].partition("#")
        at = At(file.removesuffix(".schema.json") or at.file, pointer)
    return at


@cache
def told(at: At) -> Mapping[str, Any]:
    """The schema of a place: with what it refers to, and what it says besides."""
    at = target(at)
    schema = raw(at)
    inner = [told(at / "allOf" / number) for number in range(len(schema.get("allOf", ())))]
    return {**{name: each for other in inner for name, each in other.items()}, **schema}


def kinds(at: At) -> list[At]:
    """The kinds of value that may stand at a place; the word `removed` is none."""
    at = target(at)
    schema = raw(at)
    if "allOf" in schema:
        return kinds(at / "allOf" / 0)
    if "type" in schema or "anyOf" not in schema:
        return [] if schema.get("const") == "removed" else [at]
    branches = range(len(schema["anyOf"]))
    return [kind for number in branches for kind in kinds(at / "anyOf" / number)]


def children(at: At) -> Iterator[tuple[str, At, bool]]:
    """What stands in a block, a table or a list of blocks: name, place, and whether it must."""
    for kind in kinds(at):
        schema = raw(kind)
        for name in schema.get("properties", ()):
            place = kind / "properties" / name
            yield name, place, name in schema.get("required", ())
        if isinstance(schema.get("additionalProperties"), dict):
            yield "*", kind / "additionalProperties", False
        if isinstance(schema.get("items"), dict) and is_block(kind / "items"):
            yield "*", kind / "items", False


@cache
def is_block(at: At) -> bool:
    """Whether keys stand at a place, or in the entries of a list there."""
    return next(children(at), None) is not None


@cache
def roots(file: str) -> Mapping[str, At]:
    """What a page tells, by name; the whole, without a name, if it is one block."""
    whole = document(file)
    top = At(file, "")
    if "properties" in whole or "anyOf" not in whole:
        first = {"": top}
    else:
        there = [each for each in kinds(top) if each.pointer.startswith("/definitions/")]
        first = {each.pointer.rpartition("/")[2]: each for each in there}
    others = {name: top / "definitions" / name for name in whole.get("definitions", ())}
    if file == BLOCKS:
        return first | {name: at for name, at in others.items() if name != "removed"}
    reached = _homes(file, first)
    asked = _asked_for()
    return first | {name: at for name, at in others.items() if at in asked and at not in reached}


@cache
def _asked_for() -> frozenset[At]:
    """The blocks that other files refer to; those of the cards tell them themselves."""
    found = set[At]()
    for file in DATA:
        for ref in _references(document(file)):
            other, _, pointer = ref.partition("#")
            at = At(other.removesuffix(".schema.json"), pointer)
            if other and is_block(at):
                found.add(target(at))
    return frozenset(found)


def _references(schema: Any) -> Iterator[str]:
    if isinstance(schema, dict):
        if isinstance(schema.get("$ref"), str):
            yield schema["$ref"]
        schema = list(schema.values())
    for each in schema if isinstance(schema, list) else ():
        yield from _references(each)


@cache
def homes(file: str) -> Mapping[At, str]:
    """For each block that a page tells, the path under which it does."""
    return _homes(file, roots(file))


def _homes(file: str, first: Mapping[str, At]) -> dict[At, str]:
    """The nearest path of each block, and of each key of a root."""
    found = {at: name for name, at in first.items()}
    waiting = list(first.items())
    for path, at in waiting:
        for name, place, _ in children(at):
            below = target(place)
            here = joined(path, name)
            if (
                below.file in _own(file)
                and below not in found
                and (path in first or is_block(below))
            ):
                found[below] = here
                waiting.append((here, below))
    return found


def _own(file: str) -> tuple[str, ...]:
    """The files whose blocks a page tells itself."""
    return (file, BLOCKS) if file in CARDS else (file,)


def joined(path: str, name: str) -> str:
    """The path of a key under another."""
    return f"{path}.{name}" if path else name


# ---- the tree -------------------------------------------------------------------------------


@cache
def tree(file: str) -> tuple[Key, ...]:
    """What a page tells: its keys, or the blocks that it has instead."""
    return tuple(
        Key(
            (name,),
            at,
            required=True,
            link=None,
            below=() if is_listed(file, at) else _below(file, (name,), at),
        )
        for name, at in roots(file).items()
    )


def _below(file: str, paths: tuple[str, ...], at: At) -> tuple[Key, ...]:
    groups: list[tuple[list[str], At, bool]] = []
    for name, place, required in children(at):
        last = groups[-1] if groups else None
        if last and last[2] is required and told(last[1]) == told(place):
            last[0].append(name)
        else:
            groups.append(([name], place, required))
    return tuple(_key(file, paths, *group[:2], required=group[2]) for group in groups)


def _key(file: str, above: tuple[str, ...], names: list[str], place: At, *, required: bool) -> Key:
    paths = tuple(joined(path, name) for name in names for path in above)
    at = target(place)
    block = _block(file, at)
    link = link_to(file, block) if block and homes(file).get(block) not in paths else None
    below = () if link or is_listed(file, at) else _below(file, paths, at)
    return Key(paths, at, required, link, below)


def _block(file: str, at: At) -> At | None:
    """The block at a place; where it may stand among other kinds of value, another file's."""
    if not is_block(at):
        return None
    others = (kind for kind in kinds(at) if is_block(kind) and kind.file not in _own(file))
    return at if at.file not in _own(file) else next(others, at)


@cache
def is_listed(file: str, at: At) -> bool:
    """Whether all keys of a block are told as those of a root, under the same names."""
    if at in roots(file).values() and not homes(file)[at]:
        return False
    tops = {joined(root, "") for root in roots(file)}
    found = [(name, homes(file).get(target(place), "")) for name, place, _ in children(at)]
    here = homes(file).get(at, "")
    return bool(found) and all(
        home == f"{home[: -len(name)]}{name}"
        and home[: -len(name)] in tops
        and home not in (*roots(file), joined(here, name))
        for name, home in found
    )


def link_to(file: str, at: At) -> str | None:
    """Where a block is told; None if nowhere."""
    at = target(at)
    if (path := homes(file).get(at)) is not None:
        return f"#{path}"
    page = "" if at.file == file else f"{at.file}.md"
    if not at.pointer:
        return page
    return f"{page}#{homes(at.file)[at]}"
