"""What the site gets from the library itself: pictures, tables, and pages of the reference.

Nothing of it is kept in the tree: mkdocs asks for it, through `docs/hooks.py`, while it builds.
"""
