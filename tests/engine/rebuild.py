"""A minimal front end: keeps a view up to date from its viewer's events alone (engine 6)."""

from collections.abc import Iterable

from engine import Event, View, find_game
from engine.core.zones import ZoneMap, may_see

Score = int | None
Cards = list[str | None]
Comparable = tuple[dict[str, Cards], dict[str, str], tuple[int, ...], tuple[Score, ...], str | None]


class Mirror:
    """The knowledge of one viewer, from the view at the start and the events since."""

    def __init__(self, start: View, zone_map: ZoneMap) -> None:
        game = find_game(start.game)
        self.viewer = start.viewer
        self.naming = zone_map.naming
        self.order = zone_map.order
        self.fact_names = set(game.facts)
        self.zones: dict[str, Cards] = {zone.id: list(zone.cards) for zone in start.zones}
        self.facts = {fact.name: fact.value for fact in start.facts}
        self.turn = start.turn
        self.scores = start.scores
        self.reason: str | None = None

    def follow(self, events: Iterable[Event]) -> None:
        """Apply events, in their order."""
        for event in events:
            self._take(event)

    def comparable(self) -> Comparable:
        """Return the part that must equal `comparable_view` of the view now."""
        return self.zones, self.facts, self.turn, self.scores, self.reason

    def _take(self, event: Event) -> None:
        if event.kind in self.fact_names:
            self.facts[event.kind] = event.value or ""
        elif event.kind == "turn":
            self.turn = tuple(int(seat) for seat in (event.value or "").split(",") if seat)
        elif event.kind == "scores":
            self.scores = tuple(None if score == "?" else int(score) for score in (event.value or "").split(","))
        elif event.kind == "ended":
            self.reason = event.value
        elif event.kind == "shuffled":
            self._fill(event)
        elif event.kind == "removed":
            assert self.zones.pop(event.from_zone or "") == []
        else:
            self._move(event)

    def _fill(self, event: Event) -> None:
        """Replace the cards of a shuffled zone, whose order only its audience may know."""
        assert event.to_zone is not None
        self.zones[event.to_zone] = list(event.cards) or [None] * event.count

    def _move(self, event: Event) -> None:
        assert len(event.cards) in (0, event.count)
        cards: Cards = list(event.cards) or [None] * event.count
        if event.from_zone is not None:
            self._leave(event.from_zone, cards, event.positions)
        if event.to_zone is None:
            return
        if event.kind == "uncovered":
            self.zones[event.to_zone][-event.count :] = cards
        else:
            self._enter(event.to_zone, cards)

    def _leave(self, zone: str, cards: Cards, positions: tuple[int, ...]) -> None:
        lying = self.zones[zone]
        assert bool(positions) == (self.naming(zone).audience is None), "positions are of all open zones"
        if positions:
            assert [lying[place] for place in positions] == cards
            for place in sorted(positions, reverse=True):
                del lying[place]
            return
        if None in cards and None not in lying:
            assert len(cards) == len(lying), "only whole hands that were shown before leave unnamed"
            lying.clear()
            return
        for card in reversed(cards):
            gone = card if card in lying else None
            assert gone in lying, f"{card} does not lie in {zone}"
            del lying[len(lying) - 1 - lying[::-1].index(gone)]

    def _enter(self, zone: str, cards: Cards) -> None:
        naming = self.naming(zone)
        lying = self.zones.setdefault(zone, [])
        if not may_see(naming.audience, self.viewer):
            lying[:] = [None] * len(lying)
            cards = cards if naming.open_top else [None] * len(cards)
        lying += cards
        if naming.hand and None not in lying:
            lying.sort(key=lambda card: self.order[card or ""])


def comparable_view(view: View) -> Comparable:
    """Return the part of a view that events report."""
    reason = None if view.result is None else view.result.reason
    zones = {zone.id: list(zone.cards) for zone in view.zones}
    facts = {fact.name: fact.value for fact in view.facts}
    return zones, facts, view.turn, view.scores, reason
