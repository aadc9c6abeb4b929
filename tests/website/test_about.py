"""What the pages about the project say of the tree, of the cards and of one another is so."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

import tilerules as tr
from making.pictures import start
from tilerules import registry
from tilerules.ruleset.schema import Key, Schema

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
SOURCE = ROOT / "src" / "tilerules"
DESIGN = (DOCS / "design.md").read_text("utf-8")
NAMES = ("README.md", *(f"docs/{page}.md" for page in ("index", "why", "design", "contributing")))
TOPS = "src|docs|tests|rules|schemas|.ci"


def section(text: str, heading: str) -> str:
    """What stands under a heading, with the headings below it."""
    level = heading.partition(" ")[0]
    _, _, below = text.partition(f"\n{heading}\n")
    assert below, heading
    return re.split(rf"\n#{{1,{len(level)}}} ", below)[0]


def code(text: str) -> list[str]:
    return re.findall(r"`([^`\n]+)`", text)


def pyproject() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


# ---- paths ----------------------------------------------------------------------------------


def paths(page: str) -> list[str]:
    """The paths in the tree that a page names."""
    named = code((ROOT / page).read_text("utf-8"))
    return [each for each in named if re.fullmatch(rf"(?:{TOPS})/\S*|\w+\.(?:toml|md)", each)]


@pytest.mark.parametrize("page", NAMES)
def test_every_path_exists(page: str) -> None:
    assert [path for path in paths(page) if not [*ROOT.glob(path.rstrip("/"))]] == []


def test_paths_are_found() -> None:
    assert len(paths("docs/design.md")) > 30
    assert len(paths("docs/contributing.md")) > 5


@pytest.mark.parametrize("page", NAMES)
def test_every_extra_exists(page: str) -> None:
    extras = pyproject()["project"]["optional-dependencies"]
    asked = re.findall(r'"\.\[([\w,]+)\]"', (ROOT / page).read_text("utf-8"))
    assert {name for each in asked for name in each.split(",")} <= extras.keys()


# ---- the map of the source ------------------------------------------------------------------


def tables(text: str) -> Iterator[tuple[list[str], list[list[str]]]]:
    """The folders that a line names with "In", and the rows of the table below it."""
    for folders, table in re.findall(r"^In (`.*):\n\n((?:\|.*\n)+)", text, re.MULTILINE):
        rows = [[cell.strip() for cell in row.strip("|").split("|")] for row in table.splitlines()]
        yield code(folders), rows[2:]


def modules(folder: Path) -> list[str]:
    """The modules in a folder, as the map names them."""
    return sorted(file.stem for file in folder.glob("*.py") if file.name != "__init__.py")


def mapped() -> dict[str, list[str]]:
    """What the map names in each folder."""
    found: dict[str, list[str]] = {}
    for folders, rows in tables(section(DESIGN, "## A map of the source")):
        names = [code(row[0])[0] for row in rows]
        for folder in folders:
            if folder.startswith("src/"):
                found[folder] = sorted(found.get(folder, []) + names)
    return found


def test_the_map_names_every_package() -> None:
    packages = {f"{file.parent.relative_to(SOURCE)}/" for file in SOURCE.glob("*/**/__init__.py")}
    top = {file.name for file in SOURCE.glob("*.py")}
    assert mapped()["src/tilerules/"] == sorted(packages | top)


def test_the_map_names_every_module_once() -> None:
    folders = {ROOT / folder: names for folder, names in mapped().items()}
    del folders[SOURCE]
    there = {file.parent: modules(file.parent) for file in SOURCE.glob("*/**/*.py")}
    assert folders == {folder: names for folder, names in there.items() if names}


def test_the_layers_are_those_that_are_held() -> None:
    shown = re.findall(r"```text\n(.*?)```", section(DESIGN, "## The layers"), re.DOTALL)
    contracts = pyproject()["tool"]["importlinter"]["contracts"]
    layers = next(each["layers"] for each in contracts if each["type"] == "layers")
    assert shown[0].splitlines() == layers


# ---- how to add something -------------------------------------------------------------------


@pytest.mark.parametrize("what", ["scoring block", "turn option"])
def test_rooms_that_are_named_alone_are_rooms_of_a_game(what: str) -> None:
    told = code(section(DESIGN, f"## How to add a {what}"))
    named = {each for each in told if re.fullmatch(r"\w+\.py", each)}
    rooms = {file.name for file in SOURCE.glob("games/*/*.py")}
    assert len(named) > 5
    assert named <= rooms


@pytest.mark.parametrize(
    ("game", "key"),
    [
        ("serendipity", "scoring.rings.points"),
        ("flowers", "scoring.squares.points"),
        ("tulips", "scoring.fewest.points"),
        ("serendipity", "turn.serendip.leave.swap_reach"),
        ("tulips", "turn.drawing"),
        ("flowers", "turn.hand"),
        ("flowers", "turn.steps"),
    ],
)
def test_the_models_are_keys_of_their_games(game: str, key: str) -> None:
    assert f"`{key.removesuffix('.points').rpartition('.')[2]}" in DESIGN
    keys: Collection[Key] = Schema(registry.rules_schema(game)).rules
    *above, last = key.split(".")
    for step in above:
        keys = next(each for each in keys if each.name == step).keys or ()
    assert last in [each.name for each in keys]


def test_the_picture_of_the_way_follows_the_colours_of_the_page() -> None:
    svg = re.findall(r"<svg.*?</svg>", DESIGN, re.DOTALL)[0]
    colours = re.findall(r'(?:fill|stroke)="([^"]+)"', svg)
    assert {*colours} == {"currentColor", "none"}
    ids = re.findall(r'aria-labelledby="([^"]+)"', svg)[0].split()
    assert re.findall(r'<(title|desc) id="([^"]+)">', svg) == [("title", ids[0]), ("desc", ids[1])]


# ---- the start page -------------------------------------------------------------------------


def test_the_start_page_says_what_is_on_its_picture() -> None:
    page = (DOCS / "index.md").read_text("utf-8")
    told = " ".join(
        re.findall(r"!\[(.*?)\]\(pictures/start-game.svg\)", page, re.DOTALL)[0].split()
    )
    texts = re.findall(r"<text[^>]*>([^<]+)</text>", start.PICTURES["game"]())
    scored = next(text for text in texts if text.startswith("Score of "))
    assert re.findall(r"seat \d", told) == [scored.removeprefix("Score of ")[:6]]
    lines = texts[texts.index(scored) + 1 :]
    scoring = [re.fullmatch(r"orange, \d+ (.*): \d+ points", line) for line in lines]
    kinds = [line and line[1] for line in scoring]
    assert kinds == ["flowers", "joined Serendips", "matching Serendips"]
    assert "orange flowers" in told
    assert "for its flowers, for joined and for matching Serendips" in told
    assert "three seats" in told
    assert sum(text.startswith("seat ") for text in texts) == 3


# ---- why ------------------------------------------------------------------------------------


def test_a_mistake_is_shown_as_the_page_shows_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = (DOCS / "why.md").read_text("utf-8")
    shown = re.findall(r"```text\n(.*?)```", page, re.DOTALL)[0]
    monkeypatch.chdir(tmp_path)
    card = Path("our-serendipity.yaml")
    card.write_text(
        "id: ours\ntitle: Ours\nextends: serendipity\nedition: 1\n"
        "scoring:\n  serendips: {point: 3}\n"
    )
    assert "".join(f"{problem}\n" for problem in tr.check(card)) == shown


# ---- the glossary ---------------------------------------------------------------------------


def entries() -> list[tuple[str, str]]:
    """Each word, and what is said of it."""
    text = (DOCS / "glossary.md").read_text("utf-8")
    return re.findall(r"^(\w[^\n]*)\n:   (.*?)(?=\n\n|\Z)", text, re.DOTALL | re.MULTILINE)


def test_the_words_stand_once_and_in_order() -> None:
    words = [word.casefold() for word, _ in entries()]
    assert len(words) > 50
    assert words == sorted(set(words))


def test_every_word_leads_to_its_page() -> None:
    assert [word for word, said in entries() if not re.search(r"\]\([\w/-]+\.md", said)] == []


# ---- contributing ---------------------------------------------------------------------------

CONTRIBUTING = (DOCS / "contributing.md").read_text("utf-8")


def test_every_folder_of_tests_is_told() -> None:
    folders, rows = next(tables(section(CONTRIBUTING, "## Tests")))
    assert folders == ["tests/"]
    named = [name for row in rows for name in code(row[0])]
    there = {f"{file.parent.name}/" for file in (ROOT / "tests").glob("*/test_*.py")}
    assert there <= {*named}
    assert [name for name in named if not (ROOT / "tests" / name).is_dir()] == []


def test_what_writes_golden_files_is_there() -> None:
    writers = re.findall(r"`python -m ([\w.]+)`", section(CONTRIBUTING, "## Golden files"))
    assert len(writers) == 5
    for name in writers:
        text = (ROOT / f"{name.replace('.', '/')}.py").read_text("utf-8")
        assert 'if __name__ == "__main__":' in text


# ---- the guides -----------------------------------------------------------------------------


class _Loader(yaml.SafeLoader):
    """Reads the settings of mkdocs, whatever tags they have."""


_Loader.add_multi_constructor("", lambda loader, suffix, node: None)


def test_the_guides_are_listed_as_in_the_navigation() -> None:
    nav = yaml.load((ROOT / "mkdocs.yml").read_text("utf-8"), _Loader)["nav"]  # noqa: S506
    groups = next(each["Guides"] for each in nav if "Guides" in each)[1:]
    page = (DOCS / "guides" / "index.md").read_text("utf-8")
    listed = [
        (heading, re.findall(r"^- \[[^\]]+\]\(([\w-]+\.md)\)", text, re.MULTILINE))
        for heading, text in re.findall(r"^## (.*)\n((?:(?!## ).*\n?)*)", page, re.MULTILINE)
    ]
    assert listed == [
        (title, [path.removeprefix("guides/") for guide in guides for path in guide.values()])
        for group in groups
        for title, guides in group.items()
    ]
