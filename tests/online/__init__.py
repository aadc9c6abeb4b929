"""The server and the client of the guide, in processes of their own, and wires to them."""
