"""Slow, simple models of the games, written from the rules text alone, to test the engines by."""
