"""Whatever text is sent, it is read as a move or refused, with a message that can be shown."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tilerules as tr
from tests.notation.drawn import Position
from tests.notation.language import BLANKS, as_it_lies, language

pytestmark = pytest.mark.unmeasured

IDS = ("serendipity", "flowers", "tulips", "tulips-full-hand")
LONG = 300_000


def waiting(id: str) -> tr.State:
    """A position where a card or a tile is in hand; in Serendipity it is a Serendip."""
    seed = 0
    while True:
        state = tr.new_game(tr.load(id), 2, seed=seed)
        while state.phase in ("choose", "reveal", "take", "start"):
            state = tr.apply_move(state, tr.legal_moves(state)[0])
        if not id.startswith("serendipity") or as_it_lies(state):
            return state
        seed += 1


STATES = {id: waiting(id) for id in IDS}
POSITIONS = {
    f"{id}, {seen}": (language(state.ruleset, 2), position)
    for id, state in STATES.items()
    for seen, position in (("state", state), ("seat", tr.observe(state, 1)))
}


def answered(position: Position, text: str) -> tr.Move | tr.NotationError:
    """The move that a text is read as, or the error, whose message can be shown anywhere."""
    try:
        return tr.parse_move(position, text)
    except tr.NotationError as error:
        fault = error
    message = str(fault)
    assert message.isprintable()
    assert message.encode()
    assert len(message) < 250
    assert fault.text == text
    assert 1 <= fault.column <= len(text) + 1
    assert pickle.loads(pickle.dumps(fault)) == fault
    return fault


STRANGE = {
    "nothing": "",
    "a blank": " ",
    "NUL": "\0",
    "NUL behind a verb": "keep\0",
    "NUL between words": "take\x000",
    "control signs": "\x1b[2Jkeep",
    "a backspace": "keepx\b",
    "a surrogate": "\ud800",
    "a surrogate behind a word": "keep \udfff",
    "a pair of surrogates": "\ud83c\udf37 keep",
    "a sign of two halves": "\U0001f337",
    "a byte order mark": "\ufeffkeep",
    "a blank without width": "keep\u200b",
    "a soft hyphen": "pass\u00ad",
    "right to left": "\u202ekeep",
    "full width letters": "\uff4b\uff45\uff45\uff50",
    "a full width digit": "take \uff11",
    "an Arabic digit": "give \u0661",
    "an Arabic digit in a label": "reveal a\u0661",
    "a superscript digit": "reveal a\u00b9",
    "a Roman numeral": "give \u2160",
    "a full width comma": "place 0\uff0c0",
    "a minus sign": "place \u22121,0",
    "a full width colon": "keep blue\uff1ae",
    "a dotted capital": "G\u0130VE 1",
    "a dotless letter": "g\u0131ve 1",
    "a long s": "\u017ftart pink-3",
    "a long s in a verb": "pa\u017f\u017f",
    "a sharp s": "pa\u00df",
    "a ligature": "re\ufb02eal",
    "a Cyrillic letter": "t\u0430ke 1",
    "a Greek letter": "\u039a\u0395\u0395\u03a1",
    "a combining mark": "keep\u0301",
    "a separated letter": "place e\u0301",
    "code": "__import__('os')",
    "a format": "%s%n{0}",
    "markup": "<script>alert(1)</script>",
    "a quote": "'\"`\\",
    "JSON": '{"kind": "pass"}',
    "two moves": "take 0\nplace 1,0",
    "two moves and a semicolon": "pass; pass",
    "a power": "place 1e3,0",
    "a hexadecimal digit": "take 0x1",
    "an underline": "place 1_0,0",
    "a fraction": "give 1.0",
    "infinity": "place inf,nan",
    "a question mark": "start ?",
    "a hidden card": "add secret ?",
}


@pytest.mark.parametrize("name", POSITIONS)
@pytest.mark.parametrize("text", STRANGE.values(), ids=STRANGE)
def test_strange_texts_are_refused(text: str, name: str) -> None:
    of, position = POSITIONS[name]
    fault = answered(position, text)
    assert isinstance(fault, tr.NotationError)
    assert fault.column == of.column(text)


KELVIN = "\u212a"  # as a small letter it is the ASCII one


@pytest.mark.parametrize(
    ("id", "text"),
    [
        ("serendipity", f"{KELVIN}eep"),
        ("serendipity", f"bac{KELVIN}"),
        ("serendipity", f"reveal {KELVIN}6"),
        ("flowers", f"ta{KELVIN}e 1"),
        ("tulips", f"start pin{KELVIN}-3"),
    ],
)
def test_the_sign_of_kelvin_is_no_letter(id: str, text: str) -> None:
    """Only capital letters from A to Z are read as small ones."""
    assert isinstance(answered(STATES[id], text), tr.NotationError)


def huge(id: str) -> list[str]:
    """Texts of some hundred thousand signs, none of them a move."""
    verbs = {"serendipity": "reveal", "flowers": "place", "tulips": "start"}
    verb = verbs.get(id, "keep")
    return [
        "k" * LONG,
        "\ud800" * LONG,
        "\0" * LONG,
        " " * LONG,
        f"{verb} " * LONG,
        f"{verb} {'9' * LONG}",
        f"{verb} {'9' * LONG},{'9' * LONG}",
        f"{verb} {'-' * LONG}1,1",
        f"{verb} {',' * LONG}",
        f"{verb} blue{':' * LONG}e",
        f"{verb} {'pink-' * LONG}3",
        f"{verb}{' ' * LONG}z9",
        f"{verb}{''.join(BLANKS) * 9_000}z9",
    ]


@pytest.mark.parametrize("id", IDS)
def test_huge_texts_are_refused_in_a_short_message(id: str) -> None:
    for text in huge(id):
        fault = answered(STATES[id], text)
        assert isinstance(fault, tr.NotationError)


@pytest.mark.parametrize(
    ("id", "text"),
    [
        ("serendipity", "swap a1 b2"),
        ("flowers", "place 1,-2"),
        ("tulips", "give 1"),
        ("tulips-full-hand", "add secret pink-3"),
    ],
)
def test_blanks_may_be_many(id: str, text: str) -> None:
    blanks = " \t\n\u3000" * (LONG // 4)
    assert str(answered(STATES[id], blanks + text.replace(" ", blanks) + blanks)) == text


SIGNS = st.characters() | st.integers(0xD800, 0xDFFF).map(chr)
PARTS = st.sampled_from(["keep", "take", "place", "0", "1,0", "open", "pink-3", "a1", "blue:e"])
ANY = st.lists(SIGNS, max_size=30).map("".join)
LIKE = st.lists(PARTS | st.sampled_from(BLANKS) | SIGNS, max_size=8).map("".join)


@pytest.mark.parametrize("name", POSITIONS)
@settings(max_examples=40)
@given(texts=st.lists(ANY | LIKE, min_size=1, max_size=8))
def test_any_text_is_a_move_or_refused(name: str, texts: list[str]) -> None:
    of, position = POSITIONS[name]
    for text in texts:
        answer = answered(position, text)
        assert isinstance(answer, tr.Move) == bool(of.matching(text))
        if isinstance(answer, tr.NotationError):
            assert answer.column == of.column(text)
