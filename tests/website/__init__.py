"""Tests of what `docs/making` makes for the site, and of what the pages show."""
