"""What a layer is laid on, what the result is called, and where each of its values comes from."""

from __future__ import annotations

import json
import pickle
from pathlib import Path

import pytest

import tilerules as tr
from tests.ruleset.cards import codes, only, write
from tests.ruleset.layers import FRENCH, LATE, PLAIN, Card, line_of, places, problems
from tilerules.registry import CardSource, schema_text

# ---- the base of a layer --------------------------------------------------------------------


def test_a_layer_changes_what_it_changes_since_the_nearest_card_in_common(tmp_path: Path) -> None:
    write(
        tmp_path,
        ours="serendipity\nscoring: {serendips: {points: 3}, flowers: {points: 2}}\n",
        short="ours.yaml\nend: {serendips_up: 5}\n",
        late="ours.yaml\nscoring: {serendips: {points: 4}}\n",
        other="serendipity\nscoring: {flowers: {points: 5}}\n",
        same="serendipity\nscoring: {flowers: {points: 2}}\ntie_breaks: [flowers]\n",
    )
    short, late, other, same = (
        tmp_path / f"{id}.yaml" for id in ("short", "late", "other", "same")
    )
    rules = tr.load(short, late)  # ours is their base, so late may say otherwise than ours does
    assert rules.values["scoring"]["serendips"]["points"] == 4
    assert rules.values["scoring"]["flowers"]["points"] == 2
    files = [*map(str, (late, short)), str(tmp_path / "ours.yaml"), "serendipity.yaml"]
    assert rules.lineage == tuple(files)
    # over the game too, what both of them extend counts once
    assert tr.load("serendipity", short, late) == tr.load("serendipity", late, short) == rules
    # the game is all that `other` has in common with them, so ours is among what disagrees
    problem = only(problems(short, other))
    assert (problem.code, problem.key) == ("layers_disagree", "scoring.flowers.points")
    assert {problem.file, problem.parent and problem.parent.file} == {
        str(tmp_path / "ours.yaml"),
        str(other),
    }
    assert tr.load(short, same).values["tie_breaks"] == ("flowers",)  # agreement is no conflict


def test_a_layer_that_extends_nothing_lies_on_the_source(tmp_path: Path) -> None:
    path = tmp_path / "layer.yaml"
    path.write_text("turn: {unowned: {serendips: 5}}\n", encoding="utf-8")
    for layer in (path, {"turn": {"unowned": {"serendips": 5}}}):
        rules = tr.load("serendipity-unowned-late", layer)
        assert rules.values["turn"]["unowned"]["serendips"] == 5
        assert rules.id == "serendipity-unowned-late+custom"
    # with a card between them in common the number stands under another layer's word
    sibling = {"extends": "serendipity", "turn": {"unowned": {"serendips": 5}}}
    assert {*codes(problems("serendipity-unowned-late", sibling))} == {"layers_disagree"}


def test_a_source_may_be_a_file_or_a_mapping(tmp_path: Path) -> None:
    write(tmp_path, ours="serendipity\ntie_breaks: [flowers]\n")
    for source in (tmp_path / "ours.yaml", {"extends": "serendipity", "tie_breaks": ["flowers"]}):
        rules = tr.load(source, "serendipity-french")
        assert (
            rules.id == ("ours" if isinstance(source, Path) else "custom") + "+serendipity-french"
        )
        carpet, ties = rules.values["scoring"]["carpet"], rules.values["tie_breaks"]
        assert (carpet["joined_by"], ties) == ("never", ("flowers",))


@pytest.mark.parametrize(
    ("below", "above"),
    [
        ("scoring: {matches: {points: 5}}", "scoring: {matches: removed}"),
        ("turn: {own: {exchange: {with: any}}}", "turn: {own: {exchange: removed}}"),
        ("for_players: {2: {colours_each: 2}}", "for_players: removed"),
    ],
)
def test_what_a_layer_takes_away_goes_although_the_card_below_it_changed_it(
    below: str, above: str, tmp_path: Path
) -> None:
    """Over the game a layer gives what it gives as a card of its own."""
    write(
        tmp_path, layer=f"ours.yaml\ntie_breaks: [flowers]\n{above}", ours=f"serendipity\n{below}"
    )
    alone, over = tr.load(tmp_path / "layer.yaml"), tr.load("serendipity", tmp_path / "layer.yaml")
    assert over.digest == alone.digest


def test_a_layer_given_twice_counts_once() -> None:
    rules = tr.load("serendipity", "serendipity-french", "serendipity-french")
    assert rules == tr.load("serendipity-french")


# ---- names, and where values come from ------------------------------------------------------


def test_the_id_is_that_of_the_source_then_those_of_the_layers_sorted(tmp_path: Path) -> None:
    write(tmp_path, zoo="serendipity\ntie_breaks: [flowers]\n")
    layers: list[CardSource] = [
        tmp_path / "zoo.yaml",
        {"end": {"turn_limit": 99}},
        "serendipity-french",
        {"id": "bees", "title": "Bees", "scoring": {"serendips": {"points": 4}}},
    ]
    rules = tr.load("serendipity-turning", *layers)
    assert rules.id == "serendipity-turning+bees+custom+serendipity-french+zoo"
    assert rules.title == (
        "Serendipity, Serendips turn as they move + Bees + custom + Serendipity, the French rules "
        "+ T"
    )
    assert rules.game == "serendipity"
    assert rules.edition == 1
    turning, french = (PLAIN[f"serendipity-{id}"]["summary"] for id in ("turning", "french"))
    assert rules.summary == f"{turning.strip()} {french.strip()}"
    cards = (PLAIN[id]["sources"] for id in ("serendipity", "serendipity-turning", FRENCH))
    assert rules.sources == {key: name for card in cards for key, name in card.items()}


def test_each_value_knows_the_card_that_set_it(tmp_path: Path) -> None:
    write(
        tmp_path,
        layer="middle.yaml\nend:\n  turn_limit: 99\n",
        middle="serendipity\n\ntie_breaks: [flowers]\n",
        source="serendipity\nfor_players:\n  4: {scoring: {flowers: {points: 2}}}\n",
    )
    layer, middle, source = (str(tmp_path / f"{id}.yaml") for id in ("layer", "middle", "source"))
    rules = tr.load(Path(source), Path(layer), {"scoring": {"serendips": {"points": 4}}})
    assert rules.origin("end.turn_limit") == (layer, 6)
    assert rules.origin("tie_breaks") == (middle, 6)
    assert rules.origin("scoring.flowers.points", seats=4) == (source, 6)
    assert rules.origin("scoring.flowers.points", seats=2).file == "serendipity.yaml"
    assert rules.origin("scoring.serendips.points") == ("custom", None)
    # the youngest first; layers lie above the source in the order of their names
    assert rules.lineage == (layer, middle, "custom", source, "serendipity.yaml")
    assert dict(rules.ways) == {
        middle: ((layer, 4),),
        "serendipity.yaml": ((source, 4),),
    }


def test_the_way_to_a_value_leads_through_every_extends(tmp_path: Path) -> None:
    write(tmp_path, a="b.yaml\n", b="c.yaml\ntie_breaks: [flowers]", c=f"{LATE}\n")
    a, b, c = (str(tmp_path / f"{id}.yaml") for id in "abc")
    late = line_of(LATE, "extends:")
    rules = tr.load(Path(a))
    assert rules.lineage == (a, b, c, f"{LATE}.yaml", "serendipity.yaml")
    assert dict(rules.ways) == {
        b: ((a, 4),),
        c: ((a, 4), (b, 4)),
        f"{LATE}.yaml": ((a, 4), (b, 4), (c, 4)),
        "serendipity.yaml": ((a, 4), (b, 4), (c, 4), (f"{LATE}.yaml", late)),
    }
    assert dict(tr.load("serendipity").ways) == {}
    # a value that came in is told with its way: the card says its own, ways say the rest
    assert rules.ways[rules.origin("tie_breaks").file] == ((a, 4),)
    assert rules.ways[rules.origin("turn.unowned.serendips").file] == ((a, 4), (b, 4), (c, 4))


LONGEST_TITLE, LONGEST_SUMMARY = (
    json.loads(schema_text("serendipity"))["properties"][key]["maxLength"]
    for key in ("title", "summary")
)


def test_the_longest_summary_that_a_card_can_have_is_kept() -> None:
    card = {"extends": "serendipity", "tie_breaks": ["flowers"]}
    for length in (LONGEST_SUMMARY - 1, LONGEST_SUMMARY):
        assert tr.load({**card, "summary": "m" * length}).summary == "m" * length


def many(title: str, summary: str) -> list[CardSource]:
    """Twelve layers that change a value each, with such a title and summary."""
    cards: list[Card] = [{"end": {key: 9}} for key in ("turn_limit", "serendips_up")]
    cards += [{"scoring": {block: {"points": 4}}} for block in ("flowers", "serendips", "matches")]
    cards += [
        {"turn": {whose: {key: word}}}
        for whose in ("foreign", "unowned")
        for key, word in (("stays_up", "chosen"), ("then", "may_reveal"))
    ]
    cards += [
        {"scoring": {"carpet": {key: word}}}
        for key, word in (("largest_by", "tiles"), ("joined_by", "single"), ("colours", "sum"))
    ]
    return [
        {"id": f"layer-{n}", "title": title, "summary": f"{summary}{n % 10}", **card}
        for n, card in enumerate(cards)
    ]


@pytest.mark.parametrize(
    ("source_title", "title", "summary"),
    [
        (1, 1, 1),
        (4, 5, 165),  # together 100 signs
        (5, 5, 498),  # one more; and a fourth summary would be the 2001st
        (LONGEST_TITLE, 1, 398),  # five summaries reach 2000
        (1, LONGEST_TITLE, LONGEST_SUMMARY),
        (LONGEST_TITLE, LONGEST_TITLE, 1),
    ],
)
def test_the_names_of_many_layers_are_no_longer_than_those_of_a_card(
    source_title: int, title: int, summary: int
) -> None:
    source: CardSource = {
        "extends": "serendipity",
        "title": "S" * source_title,
        "summary": "Once.",
        "tie_breaks": ["flowers"],
    }
    rules = tr.load(source, *many("T" * title, "m" * (summary - 1)))
    assert len(rules.title) <= LONGEST_TITLE
    assert len(rules.summary) <= LONGEST_SUMMARY
    joined = " + ".join(["S" * source_title, *["T" * title] * 12])
    many_layers = f"{'S' * min(source_title, LONGEST_TITLE - 12)} + 12 layers"
    assert rules.title == (joined if len(joined) <= LONGEST_TITLE else many_layers)
    # one after the other, as many as there is room for: a space and a summary, after "Once."
    first, *others = rules.summary.split(" ")
    assert first == "Once."
    assert len(others) == min(12, (LONGEST_SUMMARY - len("Once.")) // (1 + summary))
    assert {len(each) for each in others} <= {summary}
    state = tr.new_game(rules, 4, seed=1)
    again = type(state).from_data(state.to_data(whole=True))
    assert same(again.ruleset, rules)


# ---- as data --------------------------------------------------------------------------------


@pytest.fixture
def layered(tmp_path: Path) -> tr.Ruleset:
    """A ruleset out of an id, a file that extends a file, a mapping and an id."""
    write(tmp_path, ours="base.yaml\ntie_breaks: [flowers]\n", base="serendipity-french\n")
    inline = {"id": "inline", "end": {"turn_limit": 50}, "for_players": {2: {"colours_each": 1}}}
    return tr.load("serendipity-french", tmp_path / "ours.yaml", inline, "serendipity-turning")


def same(one: tr.Ruleset, other: tr.Ruleset) -> bool:
    """Whether two rulesets are alike in all that can be told of them."""
    names = ("id", "title", "game", "edition", "summary", "sources", "digest", "lineage", "ways")
    return (
        all(getattr(one, name) == getattr(other, name) for name in names)
        and one.values == other.values
        and [*places(one)] == [*places(other)]
    )


def test_layers_survive_pickling_and_writing(layered: tr.Ruleset) -> None:
    assert layered.id == "serendipity-french+inline+ours+serendipity-turning"
    assert same(pickle.loads(pickle.dumps(layered)), layered)
    for seats in (2, 6):
        state = tr.new_game(layered, seats, seed=3)
        for whole in (False, True):
            again = type(state).from_data(state.to_data(whole=whole))
            assert again == state
            assert same(again.ruleset, layered)
        assert same(pickle.loads(pickle.dumps(state)).ruleset, layered)


def test_the_words_of_layers_mark_what_they_change(layered: tr.Ruleset) -> None:
    text = tr.describe(layered)
    assert "**Changed.** Most points win. With equal points this decides: more flowers" in text
    assert "**Changed.** After 50 turns" in text
    # the layer gives one colour to each of two players, as the source does to each of four
    assert "**Changed with 2 players.** *With 2, 4, 5 or 6 players:* Going round" in text
    assert "**Changed with 2 players.** *With 2, 4, 5 or 6 players:* The carpet of your own" in text
    assert "**Changed.** **A Serendip:** do one of these" in text
    assert text.count("**Changed") == 5
    assert "Changed.** A carpet" not in text  # so says the source
    assert tr.describe(pickle.loads(pickle.dumps(layered))) == text


@pytest.mark.parametrize("id", ["serendipity+Two", "serendipity++x", "serendipity+x y"])
def test_data_with_the_id_of_no_layer_is_refused(id: str) -> None:
    data = {**tr.load("serendipity", {"tie_breaks": ["flowers"]}).to_data(), "id": id}
    state = tr.new_game(tr.load("serendipity"), 2, seed=1).to_data()
    with pytest.raises(tr.InvalidData, match="a layer has no such id"):
        tr.State.from_data({**state, "ruleset": data})
