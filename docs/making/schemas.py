"""A page for each schema: what a card, or a kind of data, may hold."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import tilerules as tr
from making.markdown import code, code_as_is, in_yaml
from making.page import Page
from making.schema_keys import (
    BLOCKS,
    DATA,
    FILES,
    At,
    Key,
    children,
    document,
    homes,
    is_listed,
    kinds,
    link_to,
    raw,
    roots,
    target,
    told,
    tree,
)
from making.schema_words import described, value

EXAMPLES = Path(__file__).with_name("schema_examples")
"""For each game a card that the page of its schema begins with."""

ALWAYS = ("id", "title", "edition")
EITHER = ("game", "extends")


def pages() -> tuple[Page, ...]:
    """The pages, first those of cards."""
    return tuple(Page(f"reference/schemas/{file}.md", title(file), page(file)) for file in FILES)


def title(file: str) -> str:
    """What a page is called in the navigation."""
    words: str = document(file)["title"]
    for article in ("A ", "An "):
        words = words.removeprefix(article)
    return words[0].upper() + words[1:]


def page(file: str) -> str:
    """The text of a page."""
    begins = _about_blocks if file == BLOCKS else _about_data if file in DATA else _about_cards
    lines = [f"# {title(file)}", "", *begins(file)]
    for root in tree(file):
        if root.paths != ("",):
            lines += _section(file, root, (), 2)
        else:
            for key in root.below:
                lines += _section(file, key, (), 2)
    return "\n".join(lines) + "\n"


# ---- how a page begins ----------------------------------------------------------------------


def _about_cards(game: str) -> Iterator[str]:
    """For people who write cards."""
    card = (EXAMPLES / f"{game}.yaml").read_text("utf-8")
    name = tr.load(game).title
    yield f"All that a card of {name} may say. A house rule is a card that says what differs:"
    yield from ("", "```yaml", card.rstrip(), "```", "")
    yield (
        "An editor that understands YAML schemas, such as VS Code with its YAML extension, shows "
        "these descriptions while you write, offers the words, and marks what cannot stand. Put "
        "the schema beside your card:"
    )
    yield from ("", "```sh", f"tilerules schema {game} > {game}.schema.json", "```", "")
    yield "and let the card begin with this line:"
    yield from ("", "```yml", f"# yaml-language-server: $schema={game}.schema.json", "```", "")
    yield (
        f"`tilerules new {game} our-{game}.yaml` writes a card to begin with, that line included. "
        f"What an editor cannot know, `tilerules check` finds: [problems](../problems.md) has all "
        "that it can say."
    )
    yield ""
    yield (
        "A key is named with its path: `tie_breaks` stands at the top of a card, and "
        "`scoring.sizes` is the key `sizes` under `scoring`. "
        "`*` stands for a name that you choose. Behind every key but "
        + ", ".join(map(code, _unremovable(game)))
        + " the word `removed` may stand too: it takes away what the card that yours extends says "
        "there. [Rules files](../../guides/rules-files.md) tells how cards are laid over one "
        "another."
    )
    yield ""


def _unremovable(game: str) -> list[str]:
    """The keys at the top of a card behind which the word `removed` means nothing."""
    top = At(game, "")
    places = [(name, target(place)) for name, place, _ in children(top)]
    return [name for name, place in places if not _removable(place)]


def _removable(at: At) -> bool:
    branches = range(len(raw(at).get("anyOf", ())))
    return any(told(at / "anyOf" / number).get("const") == "removed" for number in branches)


def _about_blocks(file: str) -> Iterator[str]:
    """For people who add a game."""
    yield document(file)["description"]
    yield ""
    yield (
        "The pages of the three games have these keys in their places. This page is for whoever "
        "[adds a game](../../guides/adding-a-game.md): the schema of a game refers to a block as "
        '`{"$ref": "blocks.schema.json#/definitions/match"}`, and what every card says of itself '
        "is added to it."
    )
    yield ""


def _about_data(file: str) -> Iterator[str]:
    """For people who write programs."""
    yield document(file)["description"]
    yield ""
    yield (
        f"The schema is `{file}.schema.json` in the folder `schemas`, and in the package "
        "`tilerules.schemas`. [Saving](../../guides/saving.md) tells how data are written and "
        "read. `*` in a path stands for a name, or for an entry of a list."
    )
    yield ""
    top = At(file, "")
    if file == "move":
        samples = ", ".join(map(code, raw(top)["examples"]))
        yield from (f"- **Value:** {value(top)}.", f"- **Examples:** {samples}", "")
        return
    if file == "event":
        yield from _events()
    elif "anyOf" in document(file):
        yield f"{document(file)['title']} is {_listed(map(_branch, kinds(top)))}."
        yield ""
    yield from _sample(file)


def _branch(kind: At) -> str:
    """What the whole may be, with a link if it is a block."""
    if kind not in homes(kind.file):
        return value(kind)
    name = raw(kind)["title"]
    return f"[{name[0].lower()}{name[1:]}]({link_to(kind.file, kind)})"


def _events() -> Iterator[str]:
    """The kinds of event, game by game."""
    by_game: dict[str, list[str]] = {}
    for kind in kinds(At("event", "")):
        by_game.setdefault(_game_of(kind) or "Every game", []).append(_branch(kind))
    yield from (f"- **{game}:** {', '.join(links)}" for game, links in by_game.items())
    yield ""


def _game_of(at: At) -> str | None:
    """The title of the game that an event is of; None if it is of any."""
    game = raw(at)["properties"].get("game")
    return tr.load(game["const"]).title if game else None


def _listed(words: Iterable[str]) -> str:
    *first, last = words
    return f"{', '.join(first)}, or {last}" if first else last


def _sample(file: str) -> Iterator[str]:
    """One of them as JSON, from a game of Gift of Tulips."""
    yield f'??? example "{document(file)["title"]} of Gift of Tulips"'
    lines = _written()[file].splitlines()
    yield from ("", "    ```json", *(f"    {line}" for line in lines), "    ```", "")


@cache
def _written() -> Mapping[str, str]:
    """One of each kind as JSON."""
    rules = tr.load("tulips")
    record = tr.Record.start(rules, 2, seed=7, names=["Ann", "Bob"])
    while not record.state.is_over:
        record = record.play(tr.legal_moves(record.state)[0])
    states, outcome = record.states(), tr.outcome(record.state)
    assert outcome is not None, "the game is over"
    seen = [tr.observe(state, 0) for state in states[2:4]]
    made = {
        "state": states[3],
        "observation": seen[1],
        "deal": tr.deal(rules, 2, seed=7),
        "event": tr.events(*seen)[0],
        "outcome": outcome,
        "score_breakdown": tr.score(record.state)[0],
        "ruleset": rules,
        "record": record,
        "match": tr.Match.start(rules, 2, games=2, seed=7),
        "summary": tr.simulate(rules, 2, 5, tr.uniform, seed=7),
    }
    return {kind: each.to_json() for kind, each in made.items()}


# ---- a key ----------------------------------------------------------------------------------


def _section(file: str, key: Key, written: tuple[str, ...], level: int) -> Iterator[str]:
    """A key with all that stands under it.

    Args:
        written: the keys that it stands under, as an example has them.
    """
    schema = told(key.at)
    yield from (_heading(file, key, schema, level), "")
    is_root = key.paths[0] in roots(file)
    if schema.get("description"):
        lead = "" if is_root or _names(key, schema["title"]) else f"**{schema['title']}.** "
        yield from ((lead + described(schema["description"])).strip(), "", "<!-- -->", "")
    here = written if is_root and file != BLOCKS else (*written, _in_example(file, key, written))
    yield from (f"- **{label}:** {text}" for label, text in _facts(file, key, schema, here))
    yield ""
    for below in key.below:
        yield from _section(file, below, here, level + 1)


def _names(key: Key, title: str) -> bool:
    """Whether a title only repeats the heading."""
    name = key.paths[0].rpartition(".")[2]
    return name == "*" or title.lower().replace(" ", "_") == name


def _heading(file: str, key: Key, schema: Mapping[str, Any], level: int) -> str:
    """The name of a key, or of several; each has an anchor, which is its path."""
    first, *others = key.paths
    names = [path.rpartition(".")[2] for path in key.paths]
    if first in roots(file) and file != BLOCKS:
        game = _game_of(key.at) if file == "event" else None
        text = f"{schema['title']}, in {game}" if game else schema["title"]
    elif names[0] == "*":
        named = schema.get("title", "entry")
        text = f"Each: {named[0].lower()}{named[1:]}"
    else:
        text = ", ".join(f"`{name}`" for name in dict.fromkeys(names))
    anchors = "".join(f'<a id="{path}"></a>' for path in others)
    return f"{'#' * min(level, 6)} {anchors}{text} {{#{first}}}"


def _facts(
    file: str, key: Key, schema: Mapping[str, Any], written: tuple[str, ...]
) -> Iterator[tuple[str, str]]:
    """What is to be said of a key, besides its description."""
    first = key.paths[0]
    paths = [_within_root(file, path) for path in key.paths]
    if "." in paths[0]:
        yield "Path", ", ".join(map(code, paths))
    if key.link:
        yield "Value", f"{value(key.at)}; what stands in it: [{schema['title']}]({key.link})"
    else:
        yield "Value", value(key.at)
    if is_listed(file, key.at):
        yield "Keys", f"{_keys_elsewhere(file, key)}; each as it is told there"
    if first not in roots(file):
        yield "Left out", _left_out(file, key, schema)
    if examples := schema.get("examples"):
        label = "Example" if len(examples) == 1 else "Examples"
        yield label, ", ".join(_example(file, each, written) for each in examples)


def _within_root(file: str, path: str) -> str:
    """The path of a key as it is in a card or in data, without the name of what it stands in."""
    root, _, inner = path.partition(".")
    return inner if root in roots(file) and file != BLOCKS else path


def _keys_elsewhere(file: str, key: Key) -> str:
    """The keys of a block that are told as those of a root."""
    places = [(name, target(place)) for name, place, _ in children(key.at)]
    return ", ".join(f"[`{name}`](#{homes(file)[place]})" for name, place in places)


def _left_out(file: str, key: Key, schema: Mapping[str, Any]) -> str:
    """What it means that a key is not there."""
    name = key.paths[0].rpartition(".")[2]
    if "default" in schema:
        default = schema["default"]
        return "as " + (code(default) if file in DATA else code_as_is(in_yaml(default)))
    if file in DATA:
        return "an error" if key.required else "allowed"
    if key.paths[0] in ALWAYS:
        return "an error"
    if key.paths[0] in EITHER:
        return "allowed; one of `game` and `extends` must be there"
    if "x-asked-by" in schema:
        ((word, words),) = schema["x-asked-by"].items()
        beside = _listed([code(f"{word}: {each}") for each in words])
        return f"an error beside {beside}; beside anything else it must be left out"
    if schema.get("x-optional") or name == "*" or key.paths[0].startswith("for_players."):
        return "allowed"
    return "an error, unless a card that yours extends has it"


# ---- examples -------------------------------------------------------------------------------


def _example(file: str, example: Any, written: tuple[str, ...]) -> str:
    """An example: of a card with the keys that it stands under, of data by itself."""
    if file in DATA:
        return code_as_is(json.dumps(example, ensure_ascii=False))
    for name in reversed(written):
        example = {name: example}
    return code_as_is(in_yaml(example))


def _in_example(file: str, key: Key, written: tuple[str, ...]) -> str:
    """The name of a key in examples; where a writer chooses it, one that an example above has."""
    name = key.paths[0].rpartition(".")[2]
    if name != "*" or file in DATA:
        return name
    above = next(each for each in _all(file) if key in each.below)
    return str(next(iter(told(above.at)["examples"][0])))


def _all(file: str) -> Iterator[Key]:
    """All keys that a page tells."""
    waiting = list(tree(file))
    for key in waiting:
        yield key
        waiting += key.below
