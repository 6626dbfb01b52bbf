"""Disclosure (engine 5): whether a move can be taken back because nobody has learned from it.

After a move that disclosed nothing, nobody, the seat that made it included, knows more of the cards and of chance than
before. In doubt, a move counts as disclosing something.
"""

from collections.abc import Mapping, Sequence

from engine.core.game import zone_map_of
from engine.core.values import Event, Result, State, Zones
from engine.core.zones import ZoneMap, may_see
from engine.games import GAME_OF_STATE
from engine.state_cache import public_of

LEARNED: Mapping[str, str] = {
    "OVER": "The table is over.",
    "CHANCE": "Random words of the table's key were used.",
    "REVEALED": "A card was shown to somebody who did not see it before.",
    "ANSWERED": "The answer says something about cards that others do not see.",
}


def learned(before: State, after: State, events: Sequence[Event], mover: int) -> str | None:
    """Return how a move disclosed something, a code of `LEARNED`, or None if nobody learned anything from it.

    `after` and `events` are what `apply` returned for the move of the seat `mover` on `before`.

    A seat that may answer with a hidden card (a match, a card of the colour of an Art) discloses something by any
    answer, also by declining: a seat that passes hardly has the twin. Only a choice of open cards, or none, does not.
    """
    zone_map = zone_map_of(GAME_OF_STATE[type(before)], before.options)
    return find_disclosure(zone_map, before, after, events, mover, public_of(after).outcome)


def find_disclosure(
    zone_map: ZoneMap, before: State, after: State, events: Sequence[Event], mover: int, outcome: Result | None
) -> str | None:
    """Return what `learned` does, from the zones of the table and the result that it has now."""
    if outcome is not None:
        return "OVER"
    if after.words != before.words:
        return "CHANCE"
    # Most moves show cards to others than the audience of the zone in which they lay before: to find that takes a tenth
    # of the time of a check for each viewer, which the rest needs.
    named, entered = [event for event in events if event.cards], set[str | None]()
    for event in named:
        source = event.from_zone or event.to_zone
        if source is not None and source not in entered and event.seen_by != zone_map.naming(source).top_audience:
            return "REVEALED"
        entered.add(event.to_zone)
    if named and _reveals(zone_map, before.zones, after.zones, events):
        return "REVEALED"
    decides_in_secret = GAME_OF_STATE[type(before)].decides_in_secret
    return "ANSWERED" if decides_in_secret is None or decides_in_secret(before, mover) else None


def _reveals(zone_map: ZoneMap, before: Zones, after: Zones, events: Sequence[Event]) -> bool:
    """Tell whether a viewer was shown a card, on its way or in its new place, that it did not see before."""
    touched = {zone for event in events for zone in (event.from_zone, event.to_zone) if zone is not None}
    audience = {seat for zone in touched for seat in zone_map.naming(zone).audience or ()}

    def look_at(zones: Zones, viewer: int | None) -> dict[str, list[str]]:
        return {zone: list(zone_map.visible(zone, zones.get(zone, ()), viewer)) for zone in touched}

    for viewer in (None, *audience):  # All others see the same as a spectator.
        shown = [event for event in events if event.cards and may_see(event.seen_by, viewer)]
        if _shows_more(shown, look_at(before, viewer), look_at(after, viewer)):
            return True
    return False


def _shows_more(events: Sequence[Event], seen: Mapping[str, list[str]], sees: Mapping[str, list[str]]) -> bool:
    """Tell whether events, or the cards that a viewer `sees` after them, include one not `seen` in its zone before."""
    for event in events:
        if not _follow(seen, event):
            return True
    return any(not _holds(seen[zone], cards) for zone, cards in sees.items())


def _follow(seen: Mapping[str, list[str]], event: Event) -> bool:
    """Move an event's cards among those that a viewer has `seen`; tell whether it had seen them in their old zone."""
    source = event.from_zone or event.to_zone
    if source is None or not _holds(seen[source], event.cards):
        return False
    if event.from_zone is not None and event.to_zone is not None:
        for card in event.cards:
            seen[source].remove(card)
        seen[event.to_zone].extend(event.cards)
    return True


def _holds(lying: Sequence[str], cards: Sequence[str]) -> bool:
    """Tell whether cards are among those that lie there, each as often."""
    return len(lying) >= len(cards) and all(lying.count(card) >= cards.count(card) for card in cards)
