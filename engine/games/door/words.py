"""Plain English for Door to Zont: verbs, facts, events, refusals."""

from collections.abc import Mapping

from engine.core.moves import Move
from engine.core.templates import BlankKind
from engine.core.values import Verb
from engine.games.door.cards import SUIT_OF_PLACE
from engine.games.door.state import State, find_pile, powers
from engine.games.zont import CARDS

VERBS = (
    Verb(
        "play",
        "play CARD [=POWER]",
        "Play a card from hand onto the pile of its suit.",
        "play {cards} onto {to_zone}{choice}",
    ),
    Verb("add", "add CARD", "Put one more card onto the pile of its suit.", "add {cards} to {to_zone}"),
    Verb("take", "take @PILE", "Take the top card of a pile.", "take {cards} from {from_zone} into {to_zone}"),
    Verb("shuffle", "shuffle @PILE", "Shuffle a pile.", "shuffle {to_zone}"),
    Verb("score", "score CARD", "Put a card from hand onto your score pile.", "put {cards} onto {to_zone}"),
    Verb("skip", "skip", "Do not use the power.", "do not use the power"),
)
CHOICES = {
    "art": ", as Art",
    "change": ", as Change",
    "favors": ", as Favors",
    "zont": ", as Great Zont",
    "none": ", without a power",
}
OPTION_LABELS = {
    "finalPowers": "Powers in the final round",
    "finalPowers noArt": "all but Art's",
    "finalTrigger": "Beginning of the final round",
    "finalTrigger shortDraw": "somebody cannot draw up to five",
    "finalTrigger noDraw": "somebody cannot draw a single card",
    "finalTrigger deckEmpty": "the last card is drawn",
    "changeKeepsIn": "Card that a Change takes",
    "changeKeepsIn hand": "into the hand",
    "changeKeepsIn score": "onto the score pile",
    "changeTargets": "What a Change may take from",
    "changeTargets suitPiles": "suit piles",
    "changeTargets all": "score piles, too",
    "wildColour": "Same colour as a wild",
    "wildColour any": "every card",
    "wildColour wildOnly": "wilds only",
    "scorePile owner": "its owner sees all of it",
    "scorePile topOnly": "all see its top card only",
    "changeTakesItself": "Change may take itself back",
    "favors": "Card that a Favors turns up",
    "favors any": "any card of the pile",
    "favors new": "any but the one on top",
    "favorsTargets": "What a Favors may shuffle",
    "favorsTargets suitPiles": "suit piles",
    "favorsTargets all": "score piles, too",
}
EVENTS = {
    "played": "{seat} plays {cards} onto {to_zone}.",
    "chosen": "{seat} chooses the power: {word}.",
    "added": "{seat} adds {cards} to {to_zone}.",
    "taken": "{seat} takes {cards} from {from_zone} into {to_zone}.",
    "scored": "{seat} puts {cards} onto {to_zone}.",
    "skipped": "{seat} does not use the power.",
    "drawn": "{seat} draws {cards}.",
    "turnTaker": "It is the turn of {seats}.",
    "asked": "To do now: {word}.",
    "card": "Power in play: {word}.",
    "protected": "The protected Giglets: {word}.",
    "finalRound": "The final round begins.",
    "finalTurns": "Turns played in the final round: {value}.",
}
REASONS = {
    "handEmpty": "somebody has no cards left",
    "cap": "the final round has reached its last turn",
}
POINTS = {"suit": "{word}"}
GLOSSARY = {
    "play": "play a card",
    "add": "add another card of the same colour, or none",
    "take": "take a top card, or none",
    "shuffle": "shuffle a pile, or none",
    "scoring": "put a card onto the score pile",
    "final": "play a card, or put one onto the score pile",
    "art": "Art",
    "change": "Change",
    "favors": "Favors",
    "zont": "Great Zont",
    "suit giglets": "Giglets",
    "chosen none": "none",
    "card none": "none",
    "protected none": "none",
    "finalRound yes": "begun",
    "finalRound no": "not yet",
    **REASONS,
    **{code: card.label for code, card in CARDS.items()},
}

BLANKS: Mapping[str, BlankKind] = {"used": "CARD", "top": "CARD", "target": "PLACE", "any_power": "OPTIONS"}


def blanks(state: State, _seat: int, move: Move) -> Mapping[str, str | int | None]:
    """Return the values for the blanks of refusals that are this game's own."""
    pile = find_pile(state, move)
    lying = state.zones[pile] if pile else ()
    return {
        "used": state.card or None,
        "target": move.place,
        "top": lying[-1] if lying else None,
        "powers": ", ".join(powers(state)),
        "piles": ", ".join(SUIT_OF_PLACE),
        "any_power": ",".join(powers(state)),
    }
