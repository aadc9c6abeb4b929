"""What lies on any table: boards, connected sets, shuffled things."""
