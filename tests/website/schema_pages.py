"""What the pages of schemas say, key by key, and what the schemas themselves say."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from making import schemas
from tilerules import registry

FOLDER = Path(__file__).parents[2] / "schemas"
FILES = sorted(file.name.removesuffix(".schema.json") for file in FOLDER.glob("*.schema.json"))
CARDS = tuple(registry.GAMES)
PAGES = {page.path: page.text for page in schemas.pages()}
HEADING = re.compile(r"^(#+) (.*?) ?\{#(\S+)\}$", re.MULTILINE)
WHOLE = re.compile(r"what stands in it: \[.*?\]\((\S+)\)")
"""Where a page says that a block is told elsewhere, whole."""


class Place(NamedTuple):
    """A key on its way: its path, the schema, and where that lies."""

    path: str
    schema: dict[str, Any]
    where: tuple[str, str]


@cache
def document(file: str) -> Any:
    """The schema in a file."""
    return json.loads((FOLDER / f"{file}.schema.json").read_text("utf-8"))


def followed(schema: Any, where: tuple[str, str]) -> tuple[dict[str, Any], tuple[str, str]]:
    """The schema behind references; what stands beside `allOf` has the last word."""
    while "$ref" in schema:
        file, _, pointer = schema["$ref"].partition("#")
        where = (file.split(".")[0] or where[0], pointer)
        schema = document(where[0])
        for step in pointer.split("/")[1:]:
            schema = schema[step]
    for other in schema.get("allOf", ()):
        inner, where = followed(other, where)
        schema = {**inner, **schema}
    return schema, where


def kinds(schema: dict[str, Any], where: tuple[str, str]) -> Iterator[tuple[Any, tuple[str, str]]]:
    """The kinds of value that a schema allows, each with its place; the word `removed` is none."""
    if "anyOf" in schema and "type" not in schema:
        for number, branch in enumerate(schema["anyOf"]):
            yield from kinds(*followed(branch, (where[0], f"{where[1]}/anyOf/{number}")))
    elif schema.get("const") != "removed":
        yield schema, where


def within(place: Place) -> Iterator[tuple[Place, bool]]:
    """The keys one step below, and whether each must be there."""
    for kind, where in kinds(place.schema, place.where):
        below = [
            (name, each, f"properties/{name}", name in kind.get("required", ()))
            for name, each in kind.get("properties", {}).items()
        ]
        if isinstance(kind.get("additionalProperties"), dict):
            below.append(("*", kind["additionalProperties"], "additionalProperties", False))
        items = kind.get("items")
        if isinstance(items, dict) and has_keys(items, where):
            below.append(("*", items, "items", False))
        for name, each, step, required in below:
            path = f"{place.path}.{name}" if place.path else name
            yield Place(path, *followed(each, (where[0], f"{where[1]}/{step}"))), required


def has_keys(schema: Any, where: tuple[str, str]) -> bool:
    """Whether keys stand below a schema."""
    return any(True for _ in within(Place("", *followed(schema, where))))


class Section(NamedTuple):
    """What a page says of a key."""

    anchors: tuple[str, ...]
    text: str


@cache
def sections(file: str) -> Mapping[str, Section]:
    """The sections of a page by their anchors."""
    page = PAGES[f"reference/schemas/{file}.md"]
    heads = list(HEADING.finditer(page))
    ends = [head.start() for head in heads[1:]] + [len(page)]
    found: dict[str, Section] = {}
    for head, end in zip(heads, ends, strict=False):
        anchors = (*re.findall(r'<a id="(\S+?)"></a>', head[2]), head[3])
        for anchor in anchors:
            assert anchor not in found, "an anchor stands once on a page"
            found[anchor] = Section(anchors, page[head.end() : end])
    return found


def fact(section: Section, label: str) -> str | None:
    """What stands behind a label in the list of a section."""
    found = re.search(rf"^- \*\*{label}:\*\* (.*)$", section.text, re.MULTILINE)
    return found[1] if found else None


def links(section: Section) -> list[str]:
    """Where the links of a section lead."""
    return re.findall(r"\]\((\S+?)\)", section.text)


def resolves(file: str, link: str) -> bool:
    """Whether a link leads to a page, and to a section of it."""
    page, _, anchor = link.partition("#")
    other = page.removesuffix(".md") or file
    return other in FILES and (not anchor or anchor in sections(other))


def roots(file: str) -> list[Place]:
    """Where to begin: at the whole, at the kinds that it may be, and at what others refer to."""
    whole = Place("", document(file), (file, ""))
    if "properties" in whole.schema:
        found = [whole]
    else:
        inner = [(each, where) for each, where in kinds(whole.schema, whole.where)]
        found = [
            Place(where[1].removeprefix("/definitions/"), each, where)
            for each, where in inner
            if where[1].startswith("/definitions/")
        ]
    names = [place.path for place in found]
    return found + [
        Place(name, *followed(schema, (file, f"/definitions/{name}")))
        for name, schema in document(file).get("definitions", {}).items()
        if name in sections(file) and name not in names
    ]


@cache
def keys(file: str) -> tuple[tuple[Place, bool], ...]:
    """The keys that a page has to tell.

    What stands below a key is left out where the page of another schema has it, or where a link
    leads to another section that has it.
    """
    found: list[tuple[Place, bool]] = []
    waiting = [place for place in roots(file) if "." not in place.path]
    for place in waiting:
        for below, required in within(place):
            if told_elsewhere(file, place):
                continue
            found.append((below, required))
            waiting.append(below)
    return tuple(found)


def told_elsewhere(file: str, place: Place) -> bool:
    """Whether a page tells a block by links: to the block, or to each of its keys."""
    if not place.path or place.path not in sections(file):
        return False
    section = sections(file)[place.path]
    if whole := WHOLE.search(section.text):
        return resolves(file, whole[1])
    listed = fact(section, "Keys")
    names = re.findall(r"\[`(\w+)`\]\(#(\S+?)\)", listed or "")
    wanted = [below.path.rpartition(".")[2] for below, _ in within(place)]
    return bool(listed) and [name for name, _ in names] == wanted
