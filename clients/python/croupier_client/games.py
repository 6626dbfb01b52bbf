"""A game with everything needed to draw its tables."""

from croupier_client.contract import Card, Game, Vocabulary


class GameData(Game):
    """A game, the face of every card, and the texts of its sentences and labels."""

    cards: list[Card]
    vocabulary: Vocabulary
