"""Serendipity: its readings, positions, notation, refusals and laws."""
