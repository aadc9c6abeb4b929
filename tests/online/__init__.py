"""The server and the client of `docs/online.md` in processes of their own, and wires to them."""
