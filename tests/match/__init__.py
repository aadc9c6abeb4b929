"""Matches: several games in a row, and who sits where in them."""
