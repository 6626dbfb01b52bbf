"""A game with all that its tables are drawn with."""

from croupier_client.contract import Card, Game, Vocabulary


class GameData(Game):
    """A game, the face of every card, and what its sentences and labels are made of."""

    cards: list[Card]
    vocabulary: Vocabulary
