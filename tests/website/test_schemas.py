"""The pages of the schemas: every key of every schema is told, and nothing else."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
import yaml

import tilerules as tr
from tests.website.schema_pages import (
    CARDS,
    FILES,
    PAGES,
    WHOLE,
    document,
    fact,
    followed,
    has_keys,
    keys,
    kinds,
    links,
    resolves,
    roots,
    sections,
    within,
)
from tilerules import registry

each_file = pytest.mark.parametrize("file", FILES)

# ---- every key is told ----------------------------------------------------------------------


def test_there_is_a_page_for_each_schema() -> None:
    assert sorted(PAGES) == [f"reference/schemas/{file}.md" for file in FILES]


@each_file
def test_every_key_has_an_anchor_and_every_anchor_is_a_key(file: str) -> None:
    paths = {place.path for place, _ in keys(file)} | {each.path for each in roots(file)} - {""}
    assert set(sections(file)) == paths


def test_the_walk_finds_the_keys() -> None:
    def found(file: str) -> set[str]:
        return {place.path for place, _ in keys(file)}

    assert len(found("serendipity")) > 100
    assert {"scoring.carpet.joined_by", "seats.5.colours_each", "sources.*"} <= found("serendipity")
    assert {"match.start", "partners.teams.*", "for_players.4"} <= found("flowers")
    assert {"serendipity.cells.*.facing", "flowers.shown.*.pile"} <= found("state")
    assert {"lines.*.rule.file"} <= found("score_breakdown")
    assert "for_players.2.board" not in found("serendipity")


@each_file
def test_what_another_page_tells_is_linked(file: str) -> None:
    for section in sections(file).values():
        inner = [link for link in links(section) if not link.startswith("../")]
        assert [link for link in inner if not resolves(file, link)] == []


@each_file
def test_a_link_to_a_block_leads_to_its_keys(file: str) -> None:
    for place, _ in keys(file):
        if found := WHOLE.search(sections(file)[place.path].text):
            page, _, anchor = found[1].partition("#")
            there = sections(page.removesuffix(".md") or file)
            listed = (anchor and fact(there[anchor], "Keys")) or ""
            names = [below.path.removeprefix(place.path) for below, _ in within(place)]
            above = [anchor] if anchor else ["", *(each for each in there if "." not in each)]
            for name in names:
                ways = [f"{root}{name}".lstrip(".") for root in above]
                assert f"`{name[1:]}`" in listed or any(way in there for way in ways), place.path


# ---- what is said of a key ------------------------------------------------------------------


def plain(text: str) -> str:
    """A text without the marks of lists, in one line."""
    return " ".join(re.sub(r"^- ", "", text, flags=re.MULTILINE).split())


@each_file
def test_paths_are_told_as_they_are_in_cards_and_data(file: str) -> None:
    is_one = "properties" in document(file)
    names = set[str]() if is_one else {each.path for each in roots(file)}
    for place, _ in keys(file):
        first, _, inner = place.path.partition(".")
        path = inner if first in names else place.path
        told = fact(sections(file)[place.path], "Path")
        assert (f"`{path}`" in told.split(", ")) if told else ("." not in path), place.path


@each_file
def test_descriptions_are_told_word_for_word(file: str) -> None:
    for place, _ in keys(file):
        text = plain(sections(file)[place.path].text)
        assert place.schema["description"] in text, place.path


@each_file
def test_titles_are_told(file: str) -> None:
    for place, _ in keys(file):
        title, section = place.schema["title"], sections(file)[place.path]
        name = place.path.rpartition(".")[2]
        same = title.lower().replace(" ", "_") == name or name == "*"
        assert same or f"**{title}.**" in section.text, place.path


def digits(number: int) -> str:
    return f"{number:,}" if abs(number) >= 10_000 else str(number)


def words_for(kind: dict[str, Any], where: tuple[str, str]) -> Iterator[str]:
    """What has to stand in the words for a kind of value."""
    if "const" in kind:
        yield code(kind["const"])
        return
    if "enum" in kind:
        yield from map(code, kind["enum"])
        return
    types = kind.get("type", [])
    for each in [types] if isinstance(types, str) else types:
        yield {
            "string": kind.get("x-expected", "text"),
            "integer": "whole number",
            "array": "list",
            "object": "block",
            "boolean": "`true` or `false`",
            "null": "`null`",
        }[each]
    for bound in ("minimum", "maximum"):
        if bound in kind:
            yield digits(kind[bound])
    for measure in ("Length", "Items", "Properties"):
        for end in ("min", "max"):
            if kind.get(f"{end}{measure}"):
                yield digits(kind[f"{end}{measure}"])
    if kind.get("uniqueItems"):
        yield "once"
    if "pattern" in kind and "x-expected" not in kind:
        yield kind["pattern"]
    if "propertyNames" in kind:
        names, _ = followed(kind["propertyNames"], where)
        yield names.get("x-expected") or names["pattern"]
        yield digits(names["maxLength"]) if "maxLength" in names else ""
    items = kind.get("items")
    for each in items if isinstance(items, list) else [items] if items else []:
        schema, there = followed(each, where)
        if isinstance(items, list) or not has_keys(each, where):
            for inner, inner_where in kinds(schema, there):
                yield from words_for(inner, inner_where)


def code(value: Any) -> str:
    return f"`{value if isinstance(value, str) and value else json.dumps(value)}`"


@each_file
def test_types_words_and_bounds_are_told(file: str) -> None:
    for place, _ in keys(file):
        value = fact(sections(file)[place.path], "Value")
        assert value, place.path
        for kind, where in kinds(place.schema, place.where):
            missing = [word for word in words_for(kind, where) if word not in value]
            assert missing == [], place.path


@each_file
def test_no_other_word_or_number_is_told(file: str) -> None:
    for place, _ in keys(file):
        value = (fact(sections(file)[place.path], "Value") or "").partition("; what stands")[0]
        expected = " ".join(
            word
            for kind, where in kinds(place.schema, place.where)
            for word in words_for(kind, where)
        )
        told = re.findall(r"`[^`]+`|(?<![\w`-])-?\d[\d,]*\d|(?<![\w`-])\d", value)
        items = re.findall(r"a list of (\d+):", value)
        about = re.findall(r"\(.*?\)", value)
        strange = [
            each
            for each in told
            if each.strip("`") not in expected and each not in items and each not in " ".join(about)
        ]
        assert [each for each in strange if each not in ("`true`", "`false`")] == [], place.path


@each_file
def test_what_happens_without_a_key_is_told(file: str) -> None:
    for place, required in keys(file):
        told = fact(sections(file)[place.path], "Left out")
        assert told, place.path
        schema = place.schema
        if "default" in schema:
            written = told.removeprefix("as ").strip("`")
            assert yaml.safe_load(written) == schema["default"], place.path
        elif file in (*CARDS, "blocks"):
            head = place.path in ("id", "title", "edition")
            inherits = "an error, unless a card that yours extends has it"
            chosen = place.path.endswith("*") or place.path.startswith("for_players.")
            optional = schema.get("x-optional") or chosen
            asked = schema.get("x-asked-by")
            if asked:
                [(word, words)] = asked.items()
                assert told.startswith("an error beside "), place.path
                assert [each for each in words if f"`{word}: {each}`" not in told] == []
            elif place.path in ("game", "extends"):
                assert "one of `game` and `extends` must be there" in told
            else:
                assert told == ("an error" if head else "allowed" if optional else inherits)
        else:
            assert told == ("an error" if required else "allowed"), place.path


@each_file
def test_examples_are_told_in_their_place(file: str) -> None:
    for place, _ in keys(file):
        section = sections(file)[place.path]
        shown = fact(section, "Examples?")
        examples = place.schema["examples"]
        assert examples, place.path
        found = [
            each.strip()
            for each in re.findall(r"`` (.*?) ``|`([^`]+)`", shown or "")
            for each in each
            if each
        ]
        assert len(found) == len(examples), place.path
        for text, example in zip(found, examples, strict=True):
            if file not in (*CARDS, "blocks"):
                assert json.loads(text) == example, place.path
                continue
            value = yaml.safe_load(text)
            for step in section.anchors[-1].split("."):
                assert isinstance(value, dict)
                assert len(value) == 1
                [(name, value)] = value.items()
                assert step in ("*", str(name)), place.path
            assert as_text(value) == as_text(example), place.path


def as_text(value: Any) -> Any:
    """A value whose keys are texts, as a card's are."""
    if isinstance(value, dict):
        return {str(key): as_text(each) for key, each in value.items()}
    return [*map(as_text, value)] if isinstance(value, list) else value


@pytest.mark.parametrize("game", CARDS)
def test_examples_of_cards_are_nested_as_the_schema_allows(game: str) -> None:
    """What an example shows could be copied into a card."""
    from jsonschema import Draft7Validator

    whole = dict(registry.rules_schema(game))
    del whole["required"], whole["anyOf"]
    for place, _ in keys(game):
        shown = fact(sections(game)[place.path], "Examples?") or ""
        for text in re.findall(r"`` (.*?) ``|`([^`]+)`", shown):
            card = as_text(yaml.safe_load("".join(text)))
            assert [e.message for e in Draft7Validator(whole).iter_errors(card)] == [], place.path


# ---- how a page begins ----------------------------------------------------------------------


@pytest.mark.parametrize("game", CARDS)
def test_a_page_of_cards_begins_with_a_clean_card_and_the_way_to_an_editor(game: str) -> None:
    begins = PAGES[f"reference/schemas/{game}.md"].partition("\n## ")[0]
    [card] = re.findall(r"^```yaml\n(.*?)^```", begins, re.DOTALL | re.MULTILINE)
    assert tr.check(card) == ()
    assert yaml.safe_load(card)["extends"] == game
    assert f"tilerules schema {game} > {game}.schema.json" in begins
    assert f"# yaml-language-server: $schema={game}.schema.json" in begins


@pytest.mark.parametrize("game", CARDS)
def test_where_the_word_removed_may_stand(game: str) -> None:
    page = PAGES[f"reference/schemas/{game}.md"]
    [sentence] = re.findall(r"Behind every key but (.*?) the word `removed`", page)
    without = {
        place.path
        for place, _ in keys(game)
        if "." not in place.path
        and not any(
            followed(each, place.where)[0].get("const") == "removed"
            for each in place.schema.get("anyOf", ())
        )
    }
    assert set(re.findall(r"`(\w+)`", sentence)) == without


KINDS: dict[str, Any] = {
    "state": tr.State,
    "observation": tr.Observation,
    "deal": tr.Deal,
    "event": tr.Event,
    "outcome": tr.Outcome,
    "score_breakdown": tr.ScoreBreakdown,
    "ruleset": tr.Ruleset,
    "record": tr.Record,
    "match": tr.Match,
    "summary": tr.Summary,
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_page_of_data_shows_one_that_is_read(kind: str) -> None:
    begins = PAGES[f"reference/schemas/{kind}.md"].partition("\n## ")[0]
    [text] = re.findall(r"^    ```json\n(.*?)^    ```", begins, re.DOTALL | re.MULTILINE)
    assert KINDS[kind].from_json(text).to_data() == json.loads(text)
