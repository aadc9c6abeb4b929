"""From the YAML of a rules card to a `Ruleset`; knows no game."""
