"""Pebbles lie face down in a row: look at one, or take one. A number taken twice costs points."""
