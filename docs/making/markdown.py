"""Values as code in Markdown, and as YAML in one line."""

from __future__ import annotations

import json
from typing import Any

import yaml


def code(value: Any) -> str:
    """A value as code: a word as it is, all else as JSON."""
    return code_as_is(value if isinstance(value, str) and value else json.dumps(value))


def code_as_is(text: str) -> str:
    """A text as code."""
    return f"`` {text} ``" if "`" in text else f"`{text}`"


def in_yaml(value: Any) -> str:
    """A value as a card has it, in one line; a block at the top without braces."""
    if isinstance(value, dict) and value:
        return ", ".join(f"{key}: {_flow(each)}" for key, each in value.items())
    return _flow(value)


def _flow(value: Any) -> str:
    data = _numbered(value)
    text: str = yaml.safe_dump(data, default_flow_style=True, sort_keys=False, width=999)
    return text.removesuffix("\n").removesuffix("\n...")


def _numbered(value: Any) -> Any:
    """The value, with numbers for keys that are made of digits."""
    if isinstance(value, dict):
        return {
            int(key) if str(key).isdigit() else key: _numbered(each) for key, each in value.items()
        }
    return [*map(_numbered, value)] if isinstance(value, list) else value
