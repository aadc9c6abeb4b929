"""Faulty variants of Serendipity, each with all its problems. Places are counted by hand.

Behind `==` stands a name, then the lines of the card from line 5 on. Each problem follows: behind
`--` its code and key, then what is printed behind the name of the file. `@` is the place of a value
in the card of Serendipity, or of another known card.
"""

from __future__ import annotations

import re
from string import Template

from tests.ruleset.cards import HEAD, base

WORDS = {
    "TOP": (
        "`id`, `title`, `game`, `extends`, `language`, `edition`, `summary`, `sources`, `players`, "
        "`for_players`, `colours_each`, `board`, `tiles`, `turn`, `end`, `scoring`, `tie_breaks`, "
        "`seats`, `partners`, `uses`, `match`"
    ),
    "THEN": "`end_turn`, `may_reveal`, `must_reveal`",
    "STAYS": "`never`, `always`, `after_serendips`, `chosen`",
    "WORD": (
        "expected a word that begins with a small letter and goes on with small letters, digits, "
        "`-` or `_`"
    ),
}
CATALOGUE = """
== unknown key
pages: 6
-- unknown_key pages
5:1: error: there is no key `pages` in a card; expected one of $TOP

== merge key
<<: {board: {side: 6}}
-- unknown_key <<
5:1: error: there is no key `<<` in a card; expected one of $TOP

== mistyped key
board: {sdie: 4}
-- unknown_key board.sdie
5:9: error: there is no key `sdie` under `board`; did you mean `side`?

== mistyped key for some
for_players:
  2:
    colour_each: 1
-- unknown_key for_players.2.colour_each
7:5: error: there is no key `colour_each` under `for_players.2`; did you mean `colours_each`?

== key that does not stand there
for_players: {2: {players: [2]}}
-- unknown_key for_players.2.players
5:19: error: there is no key `players` under `for_players.2`; it stands in the card itself

== key of a block
unowned: {stays_up: always}
-- unknown_key unowned
5:1: error: there is no key `unowned` in a card; it stands under `turn`

== key of two blocks
turn: {reach: 2}
-- unknown_key turn.reach
5:8: error: there is no key `reach` under `turn`; it stands under `turn.own.exchange` or under
`turn.serendip.exchange`

== key of many blocks
points: 2
-- unknown_key points
5:1: error: there is no key `points` in a card; expected one of $TOP

== mistyped key that stands elsewhere
scoring: {match: {points: 3}}
-- unknown_key scoring.match
5:11: error: there is no key `match` under `scoring`; it stands in the card itself; did you mean
`matches`?

== key of another game
goal: {points: 30}
scoring: {majorities: {least: 2}}
piles: {number: 3}
-- unknown_key goal
5:1: error: there is no key `goal` in a card; it is a key of `flowers`
-- unknown_key scoring.majorities
6:11: error: there is no key `majorities` under `scoring`; it is a key of `tulips`
-- unknown_key piles
7:1: error: there is no key `piles` in a card; it is a key of `flowers`

== key of both other games
cards: {values: {2: 6}}
-- unknown_key cards
5:1: error: there is no key `cards` in a card; it is a key of `flowers` and `tulips`

== keys joined by dots
scoring.serendips.points: 3
for_players: {2: {turn.own.leave: removed}}
turn: {own.leave: removed, own.live: removed}
-- unknown_key scoring.serendips.points
5:1: error: there is no key `scoring.serendips.points` in a card; expected `scoring: {serendips:
{points: ...}}`
-- unknown_key for_players.2.turn.own.leave
6:19: error: there is no key `turn.own.leave` under `for_players.2`; expected `turn: {own: {leave:
...}}`
-- unknown_key turn.own.leave
7:8: error: there is no key `own.leave` under `turn`; expected `own: {leave: ...}`
-- unknown_key turn.own.live
7:28: error: there is no key `own.live` under `turn`; expected one of `foreign`, `unowned`, `own`,
`serendip`

== newer key
language: 2
weather: rain
-- newer_key weather
6:1: error: `weather` is newer than this library, which reads language 1

== unknown number of players
for_players: {7: {colours_each: 1}}
-- unknown_players for_players.7
5:15: error: `7` is no number of players of this game; expected one of `2`, `3`, `4`, `5`, `6`

== name of a source
sources: {Our club: us}
-- wrong_name sources.Our club
5:11: error: `Our club` cannot be a key under `sources`; $WORD

== word for a number
board: {side: two}
-- wrong_value board.side
5:15: error: `two` cannot stand behind `board.side`; expected a whole number from 2 to 13

== number in quotes
board: {side: "4"}
-- wrong_value board.side
5:15: error: the text `"4"` cannot stand behind `board.side`; expected a whole number from 2 to
13, without quotes

== number too large
board: {side: 14}
-- wrong_value board.side
5:15: error: `14` cannot stand behind `board.side`; expected a whole number from 2 to 13

== number for a text
summary: 2008
-- wrong_value summary
5:10: error: `2008` cannot stand behind `summary`; expected a text of at most 2000 characters, in
quotes

== empty text
sources: {club: ""}
-- wrong_value sources.club
5:17: error: the text `""` cannot stand behind `sources.club`; expected a text of 1 to 400
characters

== true for a number
colours_each: true
-- wrong_value colours_each
5:15: error: `true` cannot stand behind `colours_each`; expected a whole number from 1 to 12

== yes is a word
turn: {foreign: {stays_up: yes}}
-- wrong_value turn.foreign.stays_up
5:28: error: `yes` cannot stand behind `turn.foreign.stays_up`; expected one of $STAYS

== no time of day
colours_each: 1:30
-- wrong_value colours_each
5:15: error: `1:30` cannot stand behind `colours_each`; expected a whole number from 1 to 12

== mistyped word
turn:
  own:
    leave: {then: Must reveal}
-- wrong_value turn.own.leave.then
7:19: error: `Must reveal` cannot stand behind `turn.own.leave.then`; expected one of $THEN; did
you mean `must_reveal`?

== number or word
end: {serendips_up: most}
-- wrong_value end.serendips_up
5:21: error: `most` cannot stand behind `end.serendips_up`; expected a whole number from 0 to 400
or `all`

== mistyped word, and its number
turn: {unowned: {stays_up: alwys, serendips: 5}}
-- wrong_value turn.unowned.stays_up
5:28: error: `alwys` cannot stand behind `turn.unowned.stays_up`; expected one of $STAYS; did you
mean `always`?

== another game
game: chess
-- wrong_value game
5:7: error: `chess` cannot stand behind `game`; expected `serendipity`

== no list
players: 2
-- wrong_value players
5:10: error: `2` cannot stand behind `players`; expected a list of 1 to 5, in brackets, as `[2]`

== empty list
players: []
-- wrong_value players
5:10: error: an empty list cannot stand behind `players`; expected a list of 1 to 5

== list too short
tiles: {serendip_edges: [blue, red]}
-- wrong_value tiles.serendip_edges
5:25: error: a list of 2 cannot stand behind `tiles.serendip_edges`; expected a list of 6

== wrong value in a list
players: [2, 3, 8]
-- wrong_value players.2
5:17: error: `8` cannot stand in `players`; expected a whole number from 2 to 6

== twice in a list
players: [2, 4, 2]
-- wrong_value players.2
5:17: error: `2` stands in `players` a second time

== colour with a capital
tiles:
  colours: [blue, Red]
-- wrong_value tiles.colours.1
6:19: error: `Red` cannot stand in `tiles.colours`; $WORD, and is not `serendip`

== colour too long
tiles:
  colours: [blue, rrrrrrrrrrrrrrrrrrrrr]
-- wrong_value tiles.colours.1
6:19: error: `rrrrrrrrrrrrrrrrrrrrr` cannot stand in `tiles.colours`; expected a text of at most
20 characters

== colour called like a tile
tiles:
  colours: [blue, serendip]
-- wrong_value tiles.colours.1
6:19: error: `serendip` cannot stand in `tiles.colours`; $WORD, and is not `serendip`

== nothing in a list
tiles:
  colours:
  - blue
  -
  - red
-- no_value tiles.colours.1
8:4: error: nothing stands in `tiles.colours` here

== list for a block
board: [4]
-- wrong_value board
5:8: error: a list of 1 cannot stand behind `board`; expected a block of keys (`side`)

== block for a word
end: {whose: {owned: 1}}
-- wrong_value end.whose
5:14: error: a block of 1 key cannot stand behind `end.whose`; expected one of `owned`, `any`

== no indentation
scoring:
# the points
flowers: {points: 2}
-- no_value scoring
5:1: error: nothing stands behind `scoring`; did the lines under it lose their indentation?
-- unknown_key flowers
7:1: error: there is no key `flowers` in a card; it stands under `scoring` or under `partners`

== no value for some
for_players:
  2:
  3: {colours_each: 1}
-- no_value for_players.2
6:3: error: nothing stands behind `for_players.2`; did the lines under it lose their indentation?

== players taken away
players: removed
-- wrong_value players
5:10: error: `removed` cannot stand behind `players`; expected a list of 1 to 5, in brackets, as
`[2, 3, 4, 5, 6]`

== all at once, in order
tie_breaks: [points]
board: {side: 1}
players: [1]
-- wrong_value tie_breaks.0
5:14: error: `points` cannot stand in `tie_breaks`; expected one of `flowers`, `serendips`,
`matches`, `sizes`, `rings`, `lines`, `apart`, `face_down`
-- wrong_value board.side
6:15: error: `1` cannot stand behind `board.side`; expected a whole number from 2 to 13
-- wrong_value players.0
7:11: error: `1` cannot stand in `players`; expected a whole number from 2 to 6

== number without a word
turn: {unowned: {serendips: 5}}
-- number_without_word turn.unowned.serendips
5:18: error: `serendips` says nothing beside `stays_up: never`; it belongs to `stays_up:
after_serendips` (see @turn.unowned.stays_up)

== number beside another word
turn: {foreign: {stays_up: chosen, serendips: 5}}
-- number_without_word turn.foreign.serendips
5:36: error: `serendips` says nothing beside `stays_up: chosen`; it belongs to `stays_up:
after_serendips` (see card.yaml:5:28)

== word without its number
turn: {unowned: {stays_up: after_serendips}}
-- missing turn.unowned.serendips
5:28: error: `stays_up: after_serendips` asks for `serendips` beside it

== removed that is not there
turn: {unowned: {serendips: removed}}
-- nothing_to_remove turn.unowned.serendips
5:29: error: nothing stands behind `turn.unowned.serendips` that could be removed

== removed for a number without rules
for_players: {5: removed}
-- nothing_to_remove for_players.5
5:18: error: nothing stands behind `for_players.5` that could be removed

== removed that must be there
turn: {foreign: removed}
-- missing turn.foreign
5:17: error: `foreign` is missing under `turn`

== missing for some
players: [2, 3, 4, 5]
colours_each: removed
for_players: {5: {colours_each: 1}}
-- missing colours_each
6:15: error: with 4 players: `colours_each` is missing

== repeated value
scoring: {flowers: {points: 1}}
-- repeated_value scoring.flowers.points
5:29: warning: `scoring.flowers.points` repeats what `serendipity.yaml` says already (see
@scoring.flowers.points)

== overridden value
players: [2, 4]
colours_each: 1
for_players: {4: {colours_each: 1}}
-- repeated_value colours_each
6:15: warning: `colours_each` repeats what `serendipity.yaml` says already (see @colours_each)
-- overridden colours_each
6:15: warning: with 2 players `colours_each` stays as `serendipity.yaml` says for that number (see
@for_players.2.colours_each)

== unused number of players
players: [2, 3]
for_players: {4: {end: {complete_colours: 2}}}
-- unused_players for_players.4
6:15: warning: these rules are not for 4 players, so this changes nothing

== tiles too few
tiles: {copies: 12}
-- board_not_filled tiles.copies
5:17: error: a side of 6 makes 91 cells, and there are 85 tiles (6 colours of 12, and 13
Serendips) (see @board.side)

== colours too few for some
players: [3, 4]
for_players: {4: {colours_each: 2}}
-- too_few_colours colours_each
6:33: error: with 4 players: 8 colours are needed, 2 for each seat, and there are only 6 (see
@tiles.colours)

== players too many
extends: serendipity-small
players: [2, 3, 4]
-- too_few_colours players
5:10: error: with 4 players: 4 colours are needed, 1 for each seat, and there are only 3 (see
@serendipity-small/tiles.colours)

== edges of other colours
tiles: {colours: [blue, violet, red, yellow, orange, white]}
-- unknown_edge tiles.colours
5:18: error: the edge `green` is no colour of these tiles (see @tiles.serendip_edges)

== all scoring removed
scoring: {flowers: removed, serendips: removed, matches: removed}
-- nothing_scores scoring.flowers
5:20: error: no block is left that scores
"""

Found = tuple[str, str, str]  # code, key, what is printed


def _problem(text: str) -> Found:
    first, *rest = text.splitlines()
    code, _, key = first.partition(" ")
    printed = Template(" ".join(rest)).substitute(WORDS)
    known = re.compile(r"@(?:([\w-]+)/)?([\w.]+)")
    return code, key, known.sub(lambda it: base(it[2], it[1] or "serendipity"), printed)


def _entry(text: str) -> tuple[str, tuple[str, list[Found]]]:
    card, *problems = text.strip().split("\n-- ")
    name, _, body = card.partition("\n")
    head = HEAD.replace("extends: serendipity\n", "") if body.startswith("extends") else HEAD
    return name, (head + body, [_problem(problem) for problem in problems])


VARIANTS = dict(_entry(text) for text in CATALOGUE.split("\n== ")[1:])
