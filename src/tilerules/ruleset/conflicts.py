"""What layers disagree on, so that their order need not matter.

Two cards are held against each other in what they change since the last card that both have in
their lineages. They disagree where they set one key to different values, where one sets what the
other removes, and where one sets a number that belongs to a word of the other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, product

from tilerules.ruleset.layering import Card, merged, shared
from tilerules.ruleset.problems import Problem, fault
from tilerules.ruleset.reading import Node
from tilerules.ruleset.schema import Schema
from tilerules.ruleset.wording import dotted, in_yaml, said

Path = tuple[str, ...]
Lineage = Sequence[Card]
Settings = Mapping[Path, Node]


def layer_problems(source: Lineage, layers: Sequence[Lineage], schema: Schema) -> list[Problem]:
    """What keeps layers from being laid over a source together."""
    problems = [problem for layer in layers for problem in _idle(source, layer)]
    if problems:
        return problems
    return [
        problem
        for one, other in combinations((source, *layers), 2)
        for problem in _disagreements(one, other, schema.askers)
    ]


def _idle(source: Lineage, layer: Lineage) -> Iterator[Problem]:
    """A layer that has nothing to do with the source, or nothing to add to it."""
    card, number = layer[-1], shared(source, layer)
    if not number:
        message = f"this layer and `{source[-1].file}` extend no card in common"
        yield fault("no_common_card", card.node.place, message)
    elif number == len(layer) or not any(merged(layer[number:]).leaves()):
        message = f"this layer changes nothing in `{source[-1].file}`"
        yield fault("empty_layer", card.node.place, message)


# ---- two lineages ---------------------------------------------------------------------------


def _disagreements(one: Lineage, other: Lineage, words: Mapping[Path, Path]) -> Iterator[Problem]:
    number = shared(one, other)
    if number in (len(one), len(other)):
        return
    mine, theirs = (dict(merged(cards[number:]).leaves()) for cards in (one, other))
    for path, rival in product(mine, theirs):
        if _clash(path, rival, mine, theirs):
            yield _problem(path, mine[path], rival, theirs[rival])
    yield from _numbers_without_words(mine, theirs, words)
    yield from _numbers_without_words(theirs, mine, words)


def _clash(path: Path, rival: Path, mine: Settings, theirs: Settings) -> bool:
    """Whether two settings cannot both hold: they differ on a key, or one stands in the other.

    What is set for all players meets what the other card sets for some, unless its own card says
    something else for these.
    """
    here, there = mine[path].plain(), theirs[rival].plain()
    if _is_for_some(path) and not _is_for_some(rival):
        if len(path) < 3 or any(_joined(path[:2] + rival, own) for own in theirs):
            return False
        path = _rule(path)
    elif _is_for_some(rival) and not _is_for_some(path):
        if len(rival) < 3 or any(_joined(rival[:2] + path, own) for own in mine):
            return False
        rival = _rule(rival)
    return bool(here != there) if path == rival else _joined(path, rival)


def _joined(path: Path, rival: Path) -> bool:
    """Whether two paths are one, or one stands under the other."""
    shorter = min(len(path), len(rival))
    return path[:shorter] == rival[:shorter]


def _is_for_some(path: Path) -> bool:
    return path[0] == "for_players"


def _rule(path: Path) -> Path:
    """The path of a rule, without the number of players that it is for."""
    return path[2:] if _is_for_some(path) else path


def _numbers_without_words(
    setters: Settings, others: Settings, words: Mapping[Path, Path]
) -> Iterator[Problem]:
    """Numbers that one lineage sets beside a word that only the other sets."""
    for path, node in setters.items():
        beside = words.get(_rule(path))
        clashing = [word for word in others if beside and _is_word(beside, word, path)]
        if clashing and not any(beside and _is_word(beside, word, path) for word in setters):
            yield _problem(path, node, clashing[0], others[clashing[0]])


def _is_word(beside: Path, word: Path, number: Path) -> bool:
    """Whether a setting is that of a word, for some of the players that a number is set for."""
    apart = _is_for_some(word) and _is_for_some(number) and word[:2] != number[:2]
    return _rule(word) == beside and not apart


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
    return f"`{in_yaml(node.plain())}`" if isinstance(node.value, tuple) else said(node)
