"""Many games at once: played out by policies, summed up, and compared."""
