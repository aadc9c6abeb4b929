"""JSON data: what is written, read back with the place of every fault, and upgraded."""
