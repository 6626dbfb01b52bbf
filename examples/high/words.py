"""The plain English of High: verbs, names of options, events, and reasons for the end."""

from engine.core.values import Verb

VERBS = (
    Verb("lay", "lay CARD", "Lay a card from hand on the table.", "lay {cards}"),
    Verb("toss", "toss CARD", "Toss the 1, also out of turn.", "toss {cards}"),
)
OPTION_LABELS = {"cards": "Cards for each player"}
EVENTS = {
    "dealt": "{cards} is dealt to {to_zone}.",
    "laid": "{seat} lays {cards}.",
    "taken": "{seat} takes {cards}.",
    "tossed": "{seat} tosses {cards}.",
    "drawn": "{seat} draws {cards}.",
    "toBeat": "The card to beat: {word}.",
}
REASONS = {"hands": "every hand is empty"}
GLOSSARY = {"toBeat none": "none", **REASONS}
