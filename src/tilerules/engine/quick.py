"""Objects of frozen classes and named tuples, made quickly."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, ParamSpec, TypeVar

import attrs

P = ParamSpec("P")
T = TypeVar("T")

BYTE = tuple(bytes((number,)) for number in range(256))
"""Each number as a single byte."""


def of_fields(cls: type[T]) -> Callable[[Iterable[Any]], T]:
    """A function that makes objects of a class of named tuples, of all their fields in order.

    It does without the function in Python that the class has for that.
    """
    new: Any = tuple.__new__
    return partial(new, cls)


def maker(cls: Callable[P, T]) -> Callable[P, T]:
    """A function that makes objects of a frozen attrs class as the class does, but faster.

    A frozen class sets each field around its own `__setattr__`, which for a state of a dozen fields
    costs as much as the rest of a move. Here the object is of an open twin class until all of its
    fields are set. None of the fields may have a default or a converter.
    """
    kind: Any = cls
    names = [field.name for field in attrs.fields(kind)]
    twin: Any = type(
        kind.__name__,
        kind.__bases__,
        {
            "__slots__": vars(kind)["__slots__"],
            "__setattr__": object.__setattr__,
            "__delattr__": object.__delattr__,
        },
    )
    lines = [
        f"def make({', '.join(names)}):",
        "    made = new(twin)",
        *(f"    made.{name} = {name}" for name in names),
        "    made.__class__ = cls",
        "    return made",
    ]
    space: dict[str, Any] = {"new": object.__new__, "twin": twin, "cls": cls}
    exec("\n".join(lines), space)  # noqa: S102 - as attrs itself makes one
    make: Callable[P, T] = space["make"]
    return make
