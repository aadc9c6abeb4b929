"""Data that have been written once, and must be read for ever."""
