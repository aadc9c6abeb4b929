"""What the grammar of `docs/guides/notation.md` has for one card and number of seats."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import product
from typing import TypeAlias

import attrs

import tilerules as tr
from tests.notation import grammar, numbered
from tests.notation.grammar import Choice, Except, Named, Node, Optional, Quoted, Repeated, Special
from tilerules.games.serendipity import Observation, State

Form: TypeAlias = tuple[Node, ...]
"""The words of a kind of move."""

_CODES = (*range(9, 14), *range(0x1C, 0x21), 0x85, 0xA0, 0x1680, *range(0x2000, 0x200B))
BLANKS = [*map(chr, (*_CODES, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000))]
"""All white space of Unicode, and four separators."""
WORD = re.compile(f"[^{''.join(map(re.escape, BLANKS))}]+")


def small(text: str) -> str:
    """A text with A to Z made small, and all else as it is."""
    return re.sub("[A-Z]+", lambda found: found[0].lower(), text)


@attrs.frozen(eq=False, slots=False)
class Language:
    """The texts that are moves of a ruleset with some seats.

    Attributes:
        words: what stands for the parts of the grammar that the page tells in words, by the rule.
    """

    game: str
    card: numbered.Card
    seats: int
    words: dict[str, list[str]]

    @cached_property
    def moves(self) -> tuple[Node, ...]:
        """The moves of this game, as the grammar lists them."""
        name = self.card["turn"]["drawing"] if self.game == "tulips" else self.game
        if self.game == "flowers" and numbered.several_in_hand(self.card):
            name = "several"
        rule = grammar.RULES[name.replace("_", " ")]
        assert isinstance(rule, Choice)
        return rule.parts

    @cached_property
    def forms(self) -> list[Form]:
        """The kinds of moves, each with its words."""
        return [form for move in self.moves for form in _forms(move)]

    def fits(self, node: Node, word: str, before: str) -> bool:
        """Whether a word is what a part of the grammar describes; `before` stands before it."""
        if isinstance(node, Quoted):
            return word == node.text
        assert isinstance(node, Named)
        if not self._patterns[node.rule].fullmatch(word):
            return False
        rule = grammar.RULES[node.rule]
        if not isinstance(rule, Except):
            return True
        if rule.but.words == "the cell before":
            return word != before
        assert rule.but.words == "a cell out of reach"
        return word in self._in_reach

    def example(self, node: Node) -> str:
        """A word that a part of the grammar describes."""
        match node:
            case Quoted(text):
                return text
            case Named("facing"):
                return f"{self.words['edge'][0]}:e"
            case Named("cell" | "other cell"):
                return self.words["cell"][1 if node.rule == "cell" else 2]
            case Named("way"):
                return "secret"
            case Named(rule):
                return self.words[rule][0]
        raise AssertionError(f"{node} is no word")

    @cached_property
    def _patterns(self) -> dict[str, re.Pattern[str]]:
        rules = {node.rule for form in self.forms for node in form if isinstance(node, Named)}
        return {rule: re.compile(self._pattern(Named(rule))) for rule in rules}

    @cached_property
    def _in_reach(self) -> frozenset[str]:
        return frozenset(self.words["garden cell"])

    def _pattern(self, node: Node) -> str:
        """A regular expression for a part of the grammar that lies within a word."""
        match node:
            case Quoted(text):
                return re.escape(text)
            case Named(rule):
                found = grammar.RULES[rule]
                said = isinstance(found, Special)
                texts = "|".join(map(re.escape, self.words[rule])) if said else ""
                return f"(?:{texts})" if said else self._pattern(found)
            case Choice(parts):
                return f"(?:{'|'.join(map(self._pattern, parts))})"
            case grammar.Sequence(parts):
                return "".join(map(self._pattern, parts))
            case Optional(part):
                return f"(?:{self._pattern(part)})?"
            case Repeated(part):
                return f"(?:{self._pattern(part)})*"
            case Except(part, _):
                return self._pattern(part)
        raise AssertionError(f"{node} has no meaning within a word")

    # ---- reading ----------------------------------------------------------------------------

    def matching(self, text: str) -> list[Form]:
        """The kinds of moves that a text can be."""
        words = small(text)
        found = WORD.findall(words)
        return [form for form in self._beginning(found) if len(form) == len(found)]

    def _beginning(self, words: Sequence[str]) -> list[Form]:
        """The forms that begin with some words."""
        pairs = [*zip(["", *words], words, strict=False)]
        return [
            form
            for form in self.forms
            if len(words) <= len(form)
            and all(
                self.fits(node, word, before)
                for node, (before, word) in zip(form, pairs, strict=False)
            )
        ]

    def column(self, text: str) -> int:
        """Where, from 1, the first word stands that no move has there, or the end of the text."""
        found = [*WORD.finditer(small(text))]
        for number in range(len(found)):
            if not self._beginning([each[0] for each in found[: number + 1]]):
                return found[number].start() + 1
        return len(text) + 1

    def meant(self, text: str, position: tr.State | tr.Observation) -> tr.Move:
        """The move that a text of the language names in a position."""
        kind, *args = WORD.findall(small(text))
        if kind == "swap":
            args.sort(key=self.words["cell"].index)
        if args and ":" in args[-1]:
            args[-1] = numbered.written_facing(self.card, args[-1])
        elif facing := as_it_lies(position):
            exchange = self.card["turn"]["serendip"].get("exchange", {"turning": "never"})
            if kind == "keep" or (kind == "move" and exchange["turning"] == "free"):
                args.append(facing)
        return tr.Move(kind, tuple(args))


def as_it_lies(position: tr.State | tr.Observation) -> str | None:
    """The facing of a Serendip that was just turned up and waits for a choice, if one does."""
    if not isinstance(position, State | Observation) or position.phase != "decide":
        return None
    assert position.turned_up, "the choice is about a tile"
    lies = position.cells[position.turned_up]
    first = position.ruleset.values_for(position.seats)["tiles"]["serendip_edges"][0]
    return f"{first}:{lies.facing}" if lies.facing else None


def _forms(node: Node) -> Iterator[Form]:
    """The words of each kind of move, between which stand gaps."""
    match node:
        case grammar.Sequence(parts):
            for combined in product(*(_with_gaps(part) for part in parts)):
                yield _without_gaps([each for part in combined for each in part])
        case _:
            yield _without_gaps([node])


def _with_gaps(node: Node) -> list[list[Node]]:
    match node:
        case Optional(grammar.Sequence(parts)):
            return [[], [*parts]]
        case _:
            return [[node]]


def _without_gaps(parts: list[Node]) -> Form:
    gaps = parts[1::2]
    assert gaps == [Named("gap")] * len(gaps), "words are not parted by gaps"
    assert len(parts) % 2, "a gap has no word behind it"
    return tuple(parts[::2])


def language(ruleset: tr.Ruleset, seats: int) -> Language:
    """What the grammar has for a ruleset and a number of seats."""
    card = ruleset.values_for(seats)
    words: dict[str, list[str]] = {"blank": BLANKS}
    if ruleset.game == "serendipity":
        words["colour"] = [*card["tiles"]["colours"]]
        words["edge"] = [*dict.fromkeys(card["tiles"]["serendip_edges"])]
        words["cell"] = numbered.board_cells(card)
    elif ruleset.game == "flowers":
        words["pile"] = [*map(str, range(numbered.pile_count(card)))]
        words["garden cell"] = numbered.garden_cells(card, seats)
        if numbered.several_in_hand(card):
            words["card"] = numbered.kinds_of_flowers(card)
    else:
        words["card"] = numbered.kinds_of_cards(card)
        words["seat"] = [*map(str, range(seats))]
    return Language(ruleset.game, card, seats, words)
