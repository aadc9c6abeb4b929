"""Policies: who decides on a move, from what it may know."""
