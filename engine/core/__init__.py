"""The core of every game: values, moves, zones, the layout, and the interface of a game."""
