"""What layers disagree on, so that their order need not matter.

Two cards are held against each other in what they change since the last card that both have in
their lineages. They disagree where they set one key to different values, where one sets what the
other removes, and where one sets a number that belongs to a word of the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, product

from tilerules.ruleset.layering import Card, merged, shared
from tilerules.ruleset.problems import Problem, fault
from tilerules.ruleset.reading import Node
from tilerules.ruleset.schema import Key, Schema
from tilerules.ruleset.wording import dotted, said

Path = tuple[str, ...]
Lineage = Sequence[Card]


def layer_problems(source: Lineage, layers: Sequence[Lineage], schema: Schema) -> list[Problem]:
    """What keeps layers from being laid over a source together."""
    problems = [problem for layer in layers for problem in _idle(source, layer)]
    if problems:
        return problems
    words = dict(_askers(schema.rules, ()))
    return [
        problem
        for one, other in combinations((source, *layers), 2)
        for problem in _disagreements(one, other, words)
    ]


def _idle(source: Lineage, layer: Lineage) -> Iterator[Problem]:
    """A layer that has nothing to do with the source, or nothing to add to it."""
    card, number = layer[-1], shared(source, layer)
    if not number:
        message = f"this layer and `{source[-1].file}` extend no card in common"
        yield fault("no_common_card", card.node.place, message)
    elif number == len(layer) or not merged(layer[number:]).entries():
        message = f"this layer changes nothing in `{source[-1].file}`"
        yield fault("empty_layer", card.node.place, message)


def _askers(keys: Iterable[Key], path: Path) -> Iterator[tuple[Path, Path]]:
    """Each number that a word asks for, and the path of the word."""
    for key in keys:
        here = (*path, key.name)
        if key.asked_by:
            yield here, (*path, key.asked_by[0])
        yield from _askers(key.keys or (), here)


# ---- two lineages ---------------------------------------------------------------------------


def _disagreements(one: Lineage, other: Lineage, words: dict[Path, Path]) -> Iterator[Problem]:
    number = shared(one, other)
    if number in (len(one), len(other)):
        return
    mine, theirs = (list(merged(cards[number:]).leaves()) for cards in (one, other))
    for (path, node), (rival, against) in product(mine, theirs):
        if _clash(path, node, rival, against):
            yield _problem(path, node, rival, against)
    for setters, others in ((mine, theirs), (theirs, mine)):
        yield from _numbers_without_words(dict(setters), dict(others), words)


def _clash(path: Path, node: Node, rival: Path, against: Node) -> bool:
    """Whether two settings cannot both hold; what holds for some players meets all the others."""
    if (path[0] == "for_players") != (rival[0] == "for_players"):
        path, rival = _rule(path), _rule(rival)
        if not (path and rival):  # what was for some players is removed
            return False
    if path == rival:
        return bool(node.plain() != against.plain())
    shorter = min(len(path), len(rival))
    return path[:shorter] == rival[:shorter]


def _rule(path: Path) -> Path:
    """The path of a rule, without the number of players that it is for."""
    return path[2:] if path[0] == "for_players" else path


def _numbers_without_words(
    setters: dict[Path, Node], others: dict[Path, Node], words: dict[Path, Path]
) -> Iterator[Problem]:
    """Numbers that one lineage sets beside a word that only the other sets."""
    for path, node in setters.items():
        beside = words.get(_rule(path))
        if beside is None:
            continue
        head = path[: len(path) - len(_rule(path))]
        for word in (head + beside, beside):
            if word in others and not (head + beside in setters or beside in setters):
                yield _problem(path, node, word, others[word])
                break


def _problem(path: Path, node: Node, rival: Path, against: Node) -> Problem:
    """Two settings that cannot both hold, the one in the first file first."""
    first, second = sorted(
        [(path, node), (rival, against)], key=lambda each: (str(each[1].place), each[0])
    )
    (key, here), (other_key, there) = first, second
    other = "" if other_key == key else f"`{dotted(other_key)}` is "
    message = f"`{dotted(key)}` is {_said(here)} here, and {other}{_said(there)} in another layer"
    return fault(
        "layers_disagree",
        here.place,
        message,
        key=dotted(key),
        parent=there.place,
        other=dotted(other_key),
    )


def _said(node: Node) -> str:
    """A value, a list with all that stands in it."""
    if isinstance(node.value, tuple):
        return "`[" + ", ".join(map(str, node.plain())) + "]`"
    return said(node)
