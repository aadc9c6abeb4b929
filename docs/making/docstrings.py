"""What mkdocstrings is told of the library, beyond what stands in its source."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import griffe

from making.docstring_text import as_markdown

LABELS = {"cached", "module-attribute", "class-attribute", "instance-attribute"}
"""What callers need not know of a name."""


class Docstrings(griffe.Extension):
    """Docstrings as Markdown, and classes as their callers meet them."""

    def on_instance(self, *, obj: griffe.Object, **_: Any) -> None:
        """Change the docstring of an object that has just been found."""
        if obj.docstring:
            obj.docstring.value = as_markdown(obj.docstring.value, obj.name)

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Leave out labels."""
        obj.labels -= LABELS

    def on_class(self, *, cls: griffe.Class, **_: Any) -> None:
        """Let a class show its constructor, and attributes the types that they get from it."""
        parameters = [*_parameters(cls)]
        if "__init__" not in cls.members and len(parameters) > 1:
            made = griffe.Function("__init__", parameters=griffe.Parameters(*parameters))
            cls.set_member("__init__", made)
        for name, attribute in cls.attributes.items():
            if not attribute.annotation and name in cls.parameters:
                attribute.annotation = cls.parameters[name].annotation


def _parameters(cls: griffe.Class) -> Iterator[griffe.Parameter]:
    """The parameters of a constructor that is not written as `__init__`, with their annotations."""
    new = cls.members.get("__new__")
    if isinstance(new, griffe.Function):
        yield from new.parameters
    elif _is_plain(cls):
        yield griffe.Parameter("self", kind=griffe.ParameterKind.positional_or_keyword)
        made = getattr(import_module(cls.module.path), cls.name)
        for parameter in inspect.signature(made).parameters.values():
            field = cls.all_members.get(parameter.name)
            yield griffe.Parameter(
                parameter.name,
                annotation=getattr(field, "annotation", None),
                kind=griffe.ParameterKind(parameter.kind.description),
                default=_default(parameter.default),
            )


def _is_plain(cls: griffe.Class) -> bool:
    """Whether attrs or `NamedTuple` lets callers make objects of a class, as their `repr` does."""
    of_attrs = [str(each.value) for each in cls.decorators if "attrs.frozen" in str(each.value)]
    if any("repr=False" in each for each in of_attrs):
        return False
    return bool(of_attrs) or "NamedTuple" in map(str, cls.bases)


def _default(value: object) -> str | None:
    """A default as it is written; dots for one that is no plain value."""
    if value is inspect.Parameter.empty:
        return None
    is_plain = value is None or isinstance(value, bool | int | float | str | tuple)
    return repr(value) if is_plain else "..."
