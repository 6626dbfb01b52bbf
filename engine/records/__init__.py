"""Records of tables: how they replay, how a key came about, and what a player can check."""
