"""The catalogue of problems: what each means, a card that has it, and what is printed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import tilerules as tr
from making.catalogue import entry, groups
from making.markdown import code_as_is
from making.page import Page

RULES = Path(__file__).parents[2] / "rules"
NAME = "card.yaml"
HEAD = "id: ours\ntitle: Ours\nextends: {}\nedition: 1\n"

ABOUT = """\
# Problems of cards

All that `tr.check` and `tilerules check` can find wrong in a card. Each problem has a code, which
stays the same, a place, and a sentence; the code is what programs and translations go by. What a
caret points at is where to look.

Under each code stands a card that has the problem, and what is then printed. Where only some lines
of a card are shown, they stand below these, from line 5 on:

```yml
id: ours
title: Ours
extends: serendipity
edition: 1
```
"""


class Example(NamedTuple):
    """A card, or several, that have a problem.

    Attributes:
        said: what is said before it, or None.
        shown: what is shown of it, or None.
        problems: all that is found.
        printed: how each of them is printed.
    """

    said: str | None
    shown: str | None
    problems: tuple[tr.Problem, ...]
    printed: tuple[str, ...]


def page() -> Page:
    """The page."""
    return Page("reference/problems.md", "Problems of cards", "\n".join([ABOUT, *_groups()]))


def _groups() -> Iterator[str]:
    for group in groups("problems"):
        yield from (f"## {group['heading']}", "")
        if "about" in group:
            yield from (group["about"], "")
        for code, told in group["problems"].items():
            yield from entry(code, told["means"])
            for number, example in enumerate(examples(told)):
                yield from ("Or:", "") if number and not example.said else ()
                yield from _shown(example)
            yield from (f"**Way out.** {told['way_out']}", "")


def _shown(example: Example) -> Iterator[str]:
    if example.said:
        yield from (example.said, "")
    if example.shown:
        yield from ("```yml", example.shown.rstrip("\n"), "```", "")
    for printed in example.printed:
        headline, *shown = printed.splitlines()
        yield from (code_as_is(headline), "")
        if shown:
            yield from ("```text", *shown, "```", "")


def examples(told: Mapping[str, Any]) -> Iterator[Example]:
    """The examples of a problem, tried out."""
    for each in told["examples"]:
        kind = next(kind for kind in MAKERS if kind in each)
        yield MAKERS[kind](each)


# ---- examples -------------------------------------------------------------------------------


def _card(each: Mapping[str, Any]) -> Example:
    found = tr.check(each["card"], name=NAME)
    return Example(None, _visible(each["card"]), found, _printed(found))


def _rules(each: Mapping[str, Any]) -> Example:
    parent = each.get("extends", "serendipity")
    found = tr.check(f"{HEAD.format(parent)}{each['rules']}\n", name=NAME)
    said = None if parent == "serendipity" else f"With `extends: {parent}`:"
    return Example(said, each["rules"], found, _printed(found))


def _mapping(each: Mapping[str, Any]) -> Example:
    found = tr.check(each["mapping"])
    return Example(each["shown"], None, found, _printed(found))


def _files(each: Mapping[str, Any]) -> Example:
    texts: Mapping[str, str] = each["files"]
    said = "\n".join(f"# {name}\n{text}" for name, text in texts.items())
    return _in_files({name: text.encode() for name, text in texts.items()}, None, said)


def _latin1(each: Mapping[str, Any]) -> Example:
    return _in_files({NAME: each["latin1"].encode("latin-1")}, each["shown"], None)


def _repeated(each: Mapping[str, Any]) -> Example:
    wanted = each["repeated"]
    text = wanted.get("before", "") + wanted["text"] * wanted["times"]
    return _in_files({NAME: text.encode()}, each["shown"], None)


def _chain(each: Mapping[str, Any]) -> Example:
    length: int = each["chain"]
    texts = {
        f"card-{number}.yaml": HEAD.format(f"card-{number + 1}.yaml")
        for number in range(1, length + 1)
    }
    return _in_files({name: text.encode() for name, text in texts.items()}, each["shown"], None)


def _in_files(files: Mapping[str, bytes], said: str | None, shown: str | None) -> Example:
    """The first of some files, checked where all of them lie in one folder."""
    with TemporaryDirectory() as folder:
        for name, content in files.items():
            Path(folder, name).write_bytes(content)
        found = tr.check(Path(folder, next(iter(files))))
        return Example(said, shown, found, _printed(found, folder))


def _layers(each: Mapping[str, Any]) -> Example:
    ids: list[str] = each["layers"]
    with TemporaryDirectory() as folder:
        for name, card in each.get("copied", {}).items():
            Path(folder, name).write_bytes((RULES / f"{card}.yaml").read_bytes())
        found = _refused(*(Path(folder, id) if id.endswith(".yaml") else id for id in ids))
        printed = _printed(found, folder)
    call = ", ".join(f'Path("{id}")' if id.endswith(".yaml") else f'"{id}"' for id in ids)
    said = "\n\n".join(filter(None, (each.get("shown"), f"From Python: `tr.load({call})`")))
    return Example(said, None, found, printed)


def _refused(source: str | Path, *layers: str | Path) -> tuple[tr.Problem, ...]:
    """What keeps cards from being laid over one another."""
    try:
        tr.load(source, *layers)
    except tr.InvalidRuleset as error:
        return error.problems
    return ()


def _visible(text: str) -> str:
    return "".join(sign if sign.isprintable() or sign in "\n\t" else "·" for sign in text)


def _printed(problems: tuple[tr.Problem, ...], folder: str | None = None) -> tuple[str, ...]:
    """Each of them, as if it had been found where the folder is the present one."""
    before = str(Path(folder, "_"))[:-1] if folder else ""
    return tuple(str(problem).replace(before, "") for problem in problems)


MAKERS: Mapping[str, Callable[[Mapping[str, Any]], Example]] = {
    "card": _card,
    "rules": _rules,
    "mapping": _mapping,
    "files": _files,
    "latin1": _latin1,
    "repeated": _repeated,
    "chain": _chain,
    "layers": _layers,
}
"""By the key of an example: what makes it."""
