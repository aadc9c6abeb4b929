"""Docstrings as Markdown: what a reader would type at a prompt is set as code."""

from __future__ import annotations

import re
from typing import Any

import griffe

PROMPTED = re.compile(r"^>>> .*(?:\n(?!\s*\n).*)*", re.MULTILINE)


class Examples(griffe.Extension):
    """Puts a fence round each example that begins with `>>>`."""

    def on_instance(self, *, obj: griffe.Object, **_: Any) -> None:
        """Change the docstring of an object that has just been found."""
        if obj.docstring:
            text = obj.docstring.value
            obj.docstring.value = PROMPTED.sub(lambda found: f"```pycon\n{found[0]}\n```", text)
