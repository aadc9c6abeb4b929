"""The faults that cosmic-ray can plant in a text of Python, place by place."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib import import_module
from typing import Any, NamedTuple

Spot = tuple[int, int]
"""A line, from 1, and a column, from 0."""

LEFT_OUT = ("RemoveDecorator", "Variable")
"""Operators that make what cannot be imported, or need to be told more."""


class Fault(NamedTuple):
    """What can be changed in a text of Python.

    Attributes:
        line: where, from 1.
        operator: the operator of cosmic-ray that does it.
        occurrence: the how manieth change of this operator it is, from 0.
    """

    line: int
    operator: str
    occurrence: int


def places(text: str) -> list[list[Fault]]:
    """For each place of a text, in order, its faults; types that are only written are no places."""
    found: dict[tuple[Spot, Spot], list[Fault]] = {}
    unread = list(_types(ast.parse(text)))
    nodes = list(_cosmic_ray("ast").ast_nodes(_cosmic_ray("ast").get_ast(text)))
    for name in operators():
        operator = _cosmic_ray("plugins").get_operator(name)()
        spots = (spot for node in nodes for spot in operator.mutation_positions(node))
        for occurrence, (start, end) in enumerate(spots):
            if not any(begins <= start < ends for begins, ends in unread):
                found.setdefault((start, end), []).append(Fault(start[0], name, occurrence))
    return [faults for _, faults in sorted(found.items())]


def planted(text: str, fault: Fault) -> str:
    """The text with a fault in it."""
    operator = _cosmic_ray("plugins").get_operator(fault.operator)()
    changed: str = _cosmic_ray("mutating").mutate_code(text, operator, fault.occurrence)
    return changed


def operators() -> list[str]:
    """The operators of cosmic-ray that are used."""
    names = _cosmic_ray("plugins").operator_names()
    return sorted(name for name in names if not any(word in name for word in LEFT_OUT))


def _cosmic_ray(module: str) -> Any:
    return import_module(f"cosmic_ray.{module}")


def _types(tree: ast.AST) -> Iterator[tuple[Spot, Spot]]:
    """Where annotations begin and end, and what is read by type checkers alone."""
    for node in ast.walk(tree):
        written: list[ast.AST | None] = []
        match node:
            case ast.AnnAssign() | ast.arg():
                written.append(node.annotation)
            case ast.FunctionDef():
                written.append(node.returns)
            case ast.If(test=ast.Name(id="TYPE_CHECKING")):
                written.append(node)
            case _:
                pass
        for each in filter(None, written):
            place: Any = each
            yield (
                (place.lineno, place.col_offset),
                (place.end_lineno, place.end_col_offset),
            )
