"""Frozen classes whose objects are made quickly."""

from __future__ import annotations

from typing import Any, TypeVar

import attrs

T = TypeVar("T")


def quick(cls: type[T]) -> type[T]:
    """Let a frozen attrs class, none of whose fields has a default, be made as fast as an open one.

    A frozen class sets each field around its own `__setattr__`, which for a state of a dozen fields
    costs as much as the rest of a move. Here the object is of an open twin class until all of its
    fields are set.
    """
    names = [field.name for field in attrs.fields(cls)]  # type: ignore[arg-type]
    twin: Any = type(
        cls.__name__,
        cls.__bases__,
        {
            "__slots__": vars(cls)["__slots__"],
            "__setattr__": object.__setattr__,
            "__delattr__": object.__delattr__,
        },
    )
    lines = [
        f"def __init__(self, {', '.join(names)}):",
        "    become(self, '__class__', twin)",
        *(f"    self.{name} = {name}" for name in names),
        "    self.__class__ = cls",
    ]
    space: dict[str, Any] = {"become": object.__setattr__, "twin": twin, "cls": cls}
    exec("\n".join(lines), space)  # noqa: S102 - as attrs itself makes one
    cls.__init__ = space["__init__"]  # type: ignore[method-assign]
    return cls
