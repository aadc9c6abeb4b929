"""Faults that a program plants in the library, and whether the tests find them."""
