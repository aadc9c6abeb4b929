"""Catalogues of codes: read from the files beside, which tell what each of them means."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import yaml


@cache
def groups(name: str) -> Any:
    """The headings of a catalogue, with what stands under each."""
    return yaml.safe_load(Path(__file__).with_name(f"{name}.yaml").read_text("utf-8"))


def entry(code: str, means: str) -> Iterator[str]:
    """How what is told of a code begins: with a heading that can be linked to."""
    yield from (f"### `{code}` {{#{code}}}", "", means, "")
