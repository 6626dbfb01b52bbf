"""The core that every game is written with: values, moves, zones, the layout, and the interface of a game."""
