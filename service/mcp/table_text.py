"""A table as text: short, complete and in the order in which a player reads it."""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby

from service.http.error_responses import join_words
from service.mcp.actions import list_actions, vacant_seats
from service.views.projection import ProjectedSession, ProjectedView
from service.views.session_view import Seat
from service.views.table_view import Card, Event, Fact, Score, Zone

# Cards of longer lists stand there by their codes alone.
MOST_NAMED = 12
# The values of facts that say that there is nothing to know.
_NOTHING = frozenset({"none", "no", "0", "nobody", "nothing", "not yet"})
# The kind of a seat that has resigned, or that the host has given up.
_RESIGNED = "DEFAULT_POLICY"
# The event whose sentence ends with the name of a player.
_JOINED = "joined"
# The fact that the prompt says in a sentence.
_ASKED = "asked"


def describe_table(session: ProjectedSession, happened: Sequence[str] = ()) -> str:
    """Return a table as its viewer sees it: who plays, what has happened, the cards, and what can be done now."""
    parts = [_describe_head(session)]
    if happened:
        parts.append("\n".join(["What has happened:", *[f"- {sentence}" for sentence in happened]]))
    view = session.view
    if view is not None:
        parts.append("\n".join(_describe_cards(view)))
    parts.append("\n".join(_describe_task(session, view)))
    return "\n\n".join(parts)


def _describe_head(session: ProjectedSession) -> str:
    ply = "" if session.view is None else f", move {session.view.ply}"
    seats = "; ".join(_describe_seat(seat, session.viewer_seat) for seat in session.seats)
    return f"{session.game}, table {session.id}, version {session.version}{ply}.\nSeats: {seats}."


def _describe_seat(seat: Seat, viewer: int | None) -> str:
    name = f" ({_quote(seat.name)})" if seat.name else ""
    if seat.kind == _RESIGNED:
        who = "you, resigned" if seat.index == viewer else "nobody's: its first legal move is made for it"
    elif seat.index == viewer:
        who = "you"
    elif seat.bot is not None:
        who = f"a bot of level {seat.bot.level}"
    else:
        who = "another player" if seat.taken else "open"
    return f"seat {seat.index} is {who}{name}"


def tell_event(event: Event) -> str:
    """Return the sentence of an event, with the name of a new player in quotes."""
    if event.kind != _JOINED or event.value is None:
        return event.sentence
    return f"{event.sentence.removesuffix(f'{event.value}.')}{_quote(event.value)}."


def _quote(name: str) -> str:
    """Return a name in quotes that it cannot leave: other people choose it, and a model reads it."""
    return json.dumps(name, ensure_ascii=False)


# ---- cards and facts


def _describe_cards(view: ProjectedView) -> Iterator[str]:
    yield "The table (cards from bottom to top, with their codes):"
    for zone in view.zones:
        if zone.count or zone.owner is None or zone.owner == view.viewer:
            yield f"- {_describe_zone(zone, view.viewer)}"
    facts = [_describe_fact(fact) for fact in view.facts if _is_worth_telling(fact)]
    if facts:
        yield f"Known: {'; '.join(facts)}."
    knows_points = any(score.points is not None for score in view.scores)
    if knows_points and view.result is None:
        yield f"Points: {', '.join(map(_describe_score, view.scores))}."


def _describe_score(score: Score) -> str:
    points = "hidden from you" if score.points is None else score.points
    return f"seat {score.seat}: {points}"


def _describe_zone(zone: Zone, viewer: int | None) -> str:
    own = ", yours" if zone.owner is not None and zone.owner == viewer else ""
    worth = "" if zone.value is None else f", worth {zone.value}"
    cards = "1 card" if zone.count == 1 else f"{zone.count} cards"
    head = f"{zone.label}{own}: {cards if zone.count else 'empty'}{worth}"
    if not zone.count:
        return head
    if not any(zone.cards):
        return f"{head}, hidden from you"
    return f"{head}: {_list_cards(zone.cards)}"


def _list_cards(cards: Sequence[Card | None]) -> str:
    """Return cards as a list: with their names if few are seen, else by their codes, and the name of the top card.

    Hidden cards that lie together are counted.
    """
    if sum(card is not None for card in cards) <= MOST_NAMED:
        return ", ".join(_list_runs(cards, name_card))
    codes = " ".join(_list_runs(cards, lambda card: card.code))
    return f"{codes}; the top card is {'a hidden card' if cards[-1] is None else name_card(cards[-1])}"


def _list_runs(cards: Sequence[Card | None], name: Callable[[Card], str]) -> Iterator[str]:
    for seen, run in groupby(cards, key=lambda card: card is not None):
        if seen:
            yield from (name(card) for card in run if card is not None)
        else:
            count = len(list(run))
            yield "a hidden card" if count == 1 else f"{count} hidden cards"


def name_card(card: Card) -> str:
    """Return a card's name with its code."""
    return f"{card.label} [{card.code}]"


def _is_worth_telling(fact: Fact) -> bool:
    return fact.name != _ASKED and fact.weight != "DETAIL" and fact.display not in _NOTHING


def _describe_fact(fact: Fact) -> str:
    return f"{fact.label}: {fact.display}"


# ---- what can be done


def _describe_task(session: ProjectedSession, view: ProjectedView | None) -> Iterator[str]:
    """Yield the lines that say what the viewer can do now, and how to say it."""
    yield from _describe_choices(session, view)
    actions = list_actions(session)
    if actions:
        yield "You may also call act(seat, action=…):"
        yield from (f"- {offered.action}: {offered.label}" for offered in actions)


def _describe_choices(session: ProjectedSession, view: ProjectedView | None) -> Iterator[str]:
    if session.status == "ABANDONED":
        yield "The table is over: it was abandoned. There is no result."
    elif session.status == "FINISHED":
        yield from describe_end(session)
        yield "review(seat) tells where the points came from, and judges every move."
    elif session.viewer_seat is None:
        yield "You hold no seat at this table now."
    elif view is None:
        yield from _describe_waiting(session)
    elif _has_resigned(session):
        yield "You have resigned: the table goes on without you. wait_for_turn(seat) waits for its end."
    elif view.legal_moves:
        yield from _describe_moves(session, view)
    else:
        yield f"It is not your turn. {view.prompt or ''}".strip()
        yield from _describe_take_back(session)
        yield _how_to_wait(session)


def _has_resigned(session: ProjectedSession) -> bool:
    seat = session.viewer_seat
    return seat is not None and session.seats[seat].kind == _RESIGNED


def _describe_waiting(session: ProjectedSession) -> Iterator[str]:
    is_open = [str(seat) for seat in vacant_seats(session)]
    if is_open:
        noun = "Seat" if len(is_open) == 1 else "Seats"
        verb = "is" if len(is_open) == 1 else "are"
        yield f"Nothing is dealt yet. {noun} {join_words(is_open, 'and')} {verb} open."
        yield f'Others sit down with join_table(table="{session.id}"), or at the page for players.'
    else:
        yield "Nothing is dealt yet: the host starts the table."
    yield _how_to_wait(session)


def _describe_moves(session: ProjectedSession, view: ProjectedView) -> Iterator[str]:
    is_asked = session.viewer_seat in view.turn
    turn = "It is your turn." if is_asked else "It is not your turn, but you may move out of turn."
    yield f"{turn} {view.prompt or ''}".strip()
    if session.deadline is not None and is_asked:
        yield f"Decide before {session.deadline}."
    yield from _describe_take_back(session)
    if view.not_before is not None:
        wait = f"wait_for_turn(seat, version={session.version})"
        # The line is the same after the wait: it must not ask for another one.
        yield f"Until {view.not_before}, only a match is accepted: {wait} waits until then."
    yield "Your moves:"
    yield from (f"{number}. {move.notation} — {move.label}" for number, move in enumerate(view.legal_moves, 1))
    first = view.legal_moves[0].notation
    yield f'To move: play(seat, move="{first}"), or play(seat, move=1, version={session.version}) by number.'
    if not is_asked:
        yield f"To leave it: {_how_to_wait(session)}"


def _describe_take_back(session: ProjectedSession) -> Iterator[str]:
    """Yield what a pending request to take back a move means for the viewer."""
    asked = session.take_back
    if asked is None:
        return
    if session.viewer_seat in asked.awaited:
        yield f"Seat {asked.seat} asks to take back its last move. A move of yours refuses that."
    else:
        yield f"Seat {asked.seat} has asked to take back its last move; {list_seats(asked.awaited, None)} must answer."


def _how_to_wait(session: ProjectedSession) -> str:
    return f"wait_for_turn(seat, version={session.version}) waits until you can do something."


def describe_end(session: ProjectedSession) -> Iterator[str]:
    """Yield the lines that say how a finished table ended."""
    yield "The table is over."
    outcome = session.outcome
    if outcome is not None:
        yield f"Won by {list_seats(outcome.winners, session.viewer_seat)}."
        ranks = ", ".join(f"seat {seat}: {rank}" for seat, rank in enumerate(outcome.ranking))
        yield f"Ranks: {ranks}."
        if outcome.resigned:
            yield f"Resigned: {list_seats(outcome.resigned, session.viewer_seat)}."
    view = session.view
    if view is not None and view.result is not None:
        yield f"Points: {', '.join(f'seat {seat}: {points}' for seat, points in enumerate(view.result.scores))}."
    if view is not None and view.breakdown is not None:
        yield view.breakdown.decided_by.sentence


def list_seats(seats: Iterable[int], viewer: int | None) -> str:
    """Return seats as a sentence lists them."""
    return join_words([f"seat {seat}{' (you)' if seat == viewer else ''}" for seat in seats], "and")
