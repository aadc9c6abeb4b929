"""The games in the shape that other libraries ask for; each adapter needs its extra."""
