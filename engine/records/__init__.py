"""Records of tables: their replay, the origin of their keys, and their verification by players."""
