"""The server and the client of `docs/guides/online.md` in processes of their own, and wires to them."""
