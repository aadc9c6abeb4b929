"""Faulty texts, each with the one problem at which reading stops. Places are counted by hand."""

from __future__ import annotations

from tests.ruleset.cards import NAME
from tilerules import registry

GAMES = ", ".join(f"`{game}`" for game in registry.GAMES)
COLON = (
    "this colon has no place here: is a colon missing in the line above, is this line indented "
    "too far, or does a text that holds a colon lack its quotes?"
)
MISPLACED = (
    "this does not belong here: the lines of one block begin in the same column, and nothing "
    "follows a value on its line"
)
ESCAPE = "a backslash between double quotes means more than itself; single quotes take it as it is"
UNREADABLE = "this cannot be read; look for a missing colon, quote or bracket here or just above"
NO_CARD = "this is not a card; expected keys with values, as `title: ...`"
NO_CHARACTER = "a character that has no place in a card stands here"
LETTERS = "expected letters, digits, signs"
WHOLE = "is not a whole number; expected a whole number, or a text in quotes"
NO_KEY = "this cannot be a key; expected a word or a number, of at most 100 characters"
PARENT = "expected the id of a known card, or a file"

# By name: the text; the code, the key, and what is printed behind the name of the file.
TEXTS: dict[str, tuple[str, tuple[str, str, str]]] = {
    "nothing": ("", ("empty", "", "1:1: error: there is no card in this file")),
    "comments": ("# a\n# b\n", ("empty", "", "1:1: error: there is no card in this file")),
    "the beginning of a card alone": (
        "---",
        ("no_mapping", "", f"1:4: error: {NO_CARD}"),
    ),
    "a text": (
        "hello\n",
        ("no_mapping", "", f"1:1: error: {NO_CARD}"),
    ),
    "a list": (
        "- id: a\n",
        ("no_mapping", "", f"1:1: error: {NO_CARD}"),
    ),
    "tab": (
        "id: a\nboard:\n\tside: 6\n",
        ("syntax", "", "3:1: error: a tab indents this line; indent with spaces"),
    ),
    "no colon": (
        "id: a\nplayers [2, 3]\ntitle: b\n",
        ("syntax", "", "2:1: error: a colon with a space behind it is missing here"),
    ),
    "no space behind the colon": (
        "id: a\ntitle:b\nedition: 1\n",
        ("syntax", "", "2:1: error: a colon with a space behind it is missing here"),
    ),
    "second colon": ("title: Serendipity: small\n", ("syntax", "", f"1:19: error: {COLON}")),
    "indented too far": ("id: a\n  title: b\n", ("syntax", "", f"2:8: error: {COLON}")),
    "indented too little": (
        "board:\n  side: 6\n tiles: 1\n",
        ("syntax", "", f"3:2: error: {MISPLACED}"),
    ),
    "open quote": (
        'id: a\ntitle: "b\nedition: 1\n',
        ("syntax", "", "2:8: error: the quote that opens here is never closed"),
    ),
    "open bracket": (
        "players: [2, 3\nid: a\n",
        ("syntax", "", "1:10: error: this bracket is not closed, or a comma is missing behind it"),
    ),
    "bracket at the end": (
        "id: a\r\nplayers: [\r\n\r\n",
        ("syntax", "", "2:11: error: a value is missing here"),
    ),
    "bracket too many": ("players: [2, 3]]\n", ("syntax", "", f"1:16: error: {MISPLACED}")),
    "dash in a line": (
        "players: - 2\n",
        ("syntax", "", "1:10: error: a list stands in brackets, as `[2, 3]`"),
    ),
    "reserved sign": (
        "title: @club\n",
        ("syntax", "", "1:8: error: a text that begins with this sign stands in quotes"),
    ),
    "unknown escape": ('title: "a\\q"\n', ("syntax", "", f"1:11: error: {ESCAPE}")),
    "escape of no character": ('title: "\\U00110000"\n', ("syntax", "", f"1:11: error: {ESCAPE}")),
    "escape of no number": ('title: "\\UFFFFFFFF"\n', ("syntax", "", f"1:11: error: {ESCAPE}")),
    "question mark": (
        "a: ? b\n",
        ("syntax", "", f"1:4: error: {UNREADABLE}"),
    ),
    "twice": (
        "id: a\nid: b\n",
        (
            "duplicate_key",
            "",
            f"2:1: error: the key `id` stands here a second time (see {NAME}:1:1)",
        ),
    ),
    "twice, as number and as text": (
        'for_players:\n  2: {}\n  "2": {}\n',
        (
            "duplicate_key",
            "",
            f"3:3: error: the key `2` stands here a second time (see {NAME}:2:3)",
        ),
    ),
    "twice, before another fault": (
        "id: a\nid: *b\n",
        (
            "duplicate_key",
            "",
            f"2:1: error: the key `id` stands here a second time (see {NAME}:1:1)",
        ),
    ),
    "anchor": (
        "board: &b {side: 6}\n",
        ("anchor", "", "1:8: error: a card uses no anchors (`&name`); expected the value alone"),
    ),
    "anchor of a key": (
        "&b board: 6\n",
        ("anchor", "", "1:1: error: a card uses no anchors (`&name`); expected the value alone"),
    ),
    "alias": (
        "id: a\nboard: *b\n",
        ("alias", "", "2:8: error: a card uses no aliases (`*name`); expected the value itself"),
    ),
    "merge key": (
        "id: a\n<<: *b\n",
        ("alias", "", "2:5: error: a card uses no aliases (`*name`); expected the value itself"),
    ),
    "tag": (
        "edition: !!int 1\n",
        ("tag", "", "1:10: error: a card uses no tags (`!name`); expected the value alone"),
    ),
    "code in a tag": (
        "edition: !!python/object/apply:os.system [ls]\n",
        ("tag", "", "1:10: error: a card uses no tags (`!name`); expected the value alone"),
    ),
    "directive": (
        "%YAML 1.1\n---\nid: a\n",
        (
            "directive",
            "",
            "1:1: error: a card uses no directives (`%NAME`); expected keys with values",
        ),
    ),
    "two cards": (
        "id: a\n---\nid: b\n",
        ("several_documents", "", "2:1: error: a second card begins here; expected one card only"),
    ),
    "behind the end": (
        "id: a\n...\nid: b\n",
        ("syntax", "", "3:1: error: the card has ended above, and nothing may follow it"),
    ),
    "control character": (
        "title: a\x07b\n",
        ("control_character", "", f"1:9: error: {NO_CHARACTER} (U+0007); {LETTERS}"),
    ),
    "escaped zero": (
        'id: a\ntitle: "\\0"\n',
        ("control_character", "", f"2:8: error: {NO_CHARACTER} (U+0000); {LETTERS}"),
    ),
    "escaped zero in a key": (
        '"a\\0": 1\n',
        ("control_character", "", f"1:1: error: {NO_CHARACTER} (U+0000); {LETTERS}"),
    ),
    "escaped surrogate": (
        'title: "\\ud800"\n',
        ("control_character", "", f"1:8: error: {NO_CHARACTER} (U+D800); {LETTERS}"),
    ),
    "surrogate": (
        "title: a\udc80\n",
        ("control_character", "", f"1:9: error: {NO_CHARACTER} (U+DC80); {LETTERS}"),
    ),
    "line break of YAML 1.1": (
        "title: a # b\x85edition: 1\n",
        ("control_character", "", f"1:13: error: {NO_CHARACTER} (U+0085); {LETTERS}"),
    ),
    "second byte order mark": (
        "\ufeffid: a\n\ufefftitle: b\n",
        ("control_character", "", f"2:1: error: {NO_CHARACTER} (U+FEFF); {LETTERS}"),
    ),
    "fraction": (
        "id: a\nedition: 1.5\n",
        ("fraction", "", f"2:10: error: `1.5` {WHOLE}"),
    ),
    "exponent": (
        "edition: 1e3\n",
        ("fraction", "", f"1:10: error: `1e3` {WHOLE}"),
    ),
    "infinity": (
        "edition: -.inf\n",
        ("fraction", "", f"1:10: error: `-.inf` {WHOLE}"),
    ),
    "not a number": (
        "edition: .NaN\n",
        ("fraction", "", f"1:10: error: `.NaN` {WHOLE}"),
    ),
    "huge number": (
        "edition: 1234567890123456789\n",
        (
            "number_too_long",
            "",
            "1:10: error: this number has too many digits; expected at most 18",
        ),
    ),
    "list as key": (
        "id: a\n? [b, c]\n: d\n",
        ("key_not_a_word", "", f"2:3: error: {NO_KEY}"),
    ),
    "empty key": ('"": a\n', ("key_not_a_word", "", f"1:1: error: {NO_KEY}")),
    "long key": (
        "id: a\n" + "k" * 101 + ": b\n",
        ("key_not_a_word", "", f"2:1: error: {NO_KEY}"),
    ),
    "no game": (
        "id: a\ntitle: b\n",
        (
            "missing",
            "game",
            "1:1: error: the card names no game, and no card that it extends; expected `extends` "
            "with the id of a card, or `game`",
        ),
    ),
    "unknown game": (
        "game: serendipty\n",
        (
            "unknown_game",
            "game",
            "1:7: error: there is no game `serendipty`; did you mean `serendipity`?",
        ),
    ),
    "no value behind game": (
        "game:\n",
        ("no_value", "game", "1:1: error: nothing stands behind `game`"),
    ),
    "a number as game": (
        "game: 7\n",
        (
            "wrong_value",
            "game",
            f"1:7: error: `7` cannot stand behind `game`; expected one of {GAMES}",
        ),
    ),
    "unknown card": (
        "id: a\nextends: serendipity-smal\n",
        (
            "unknown_id",
            "extends",
            "2:10: error: no known card has the id `serendipity-smal`; did you mean "
            "`serendipity-small`?",
        ),
    ),
    "no value behind extends": (
        "extends:\nid: a\n",
        (
            "no_value",
            "extends",
            f"1:1: error: nothing stands behind `extends`; {PARENT}",
        ),
    ),
    "two parents": (
        "extends: [a, b]\n",
        (
            "wrong_value",
            "extends",
            f"1:10: error: a list of 2 cannot stand behind `extends`; {PARENT}",
        ),
    ),
    "outside the folder": (
        "extends: ../a.yaml\n",
        (
            "outside_folder",
            "extends",
            "1:10: error: `../a.yaml` lies outside the folder of this card; expected a file beside "
            "or below it",
        ),
    ),
    "missing file": (
        "extends: ./a.yaml\n",
        (
            "no_file",
            "extends",
            f"1:10: error: there is no file `./a.yaml` beside this card; {PARENT}",
        ),
    ),
}
