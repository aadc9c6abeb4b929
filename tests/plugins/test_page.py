"""What the page about plug-ins shows is what the example says, and the example is small."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.plugins.installed import EXAMPLE
from tilerules.testing.laws import EVENNESS, LAWS

PAGE = (Path(__file__).parents[2] / "docs" / "guides" / "adding-a-game.md").read_text("utf-8")
FILES = {
    file.relative_to(EXAMPLE).as_posix(): file.read_text("utf-8")
    for suffix in ("py", "yaml", "json", "toml")
    for file in EXAMPLE.glob(f"**/*.{suffix}")
}
OPTIONAL = ("bounds.py", "planes.py")
SAMPLES = re.findall(r"^```(?:py|yml|json|toml)\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("sample", SAMPLES)
def test_a_sample_stands_in_the_example(sample: str) -> None:
    assert any(f"\n{sample}" in f"\n{text}" for text in FILES.values())


def test_the_samples_are_of_every_file_that_must_be() -> None:
    shown = {name for name, text in FILES.items() if any(sample in text for sample in SAMPLES)}
    assert {Path(name).name for name in FILES.keys() - shown} == {"__init__.py", *OPTIONAL}
    for name in FILES:
        assert Path(name).name in PAGE


def test_the_example_is_small() -> None:
    """The card, the schema, the engine and its drawing."""
    package = {name: text for name, text in FILES.items() if name.startswith("src/")}
    lines = {name: len(text.splitlines()) for name, text in package.items()}
    assert sum(number for name, number in lines.items() if not name.endswith(OPTIONAL)) < 300


def test_the_laws_are_all_listed() -> None:
    table = re.findall(r"^\| (\w[\w ]*) \| [A-Z]", PAGE, re.MULTILINE)
    assert table == ["ending", *LAWS, *EVENNESS]
