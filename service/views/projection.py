"""Project tables and sessions for one viewer, as values of the contract: field by field, never by hiding."""

from collections.abc import Callable, Iterable, Mapping
from functools import cache, cached_property, lru_cache
from itertools import count
from typing import cast

import msgspec
from msgspec.structs import replace

import engine
from engine import State
from service.sessions.changes import Done, describe_event
from service.sessions.rules import legal_moves
from service.sessions.session import SeatKind, Session, Status, deadline_of, undo_refusal
from service.views import session_view as contract
from service.views.catalogue import fill_options, format_option
from service.views.fields import format_time
from service.views.table_view import (
    Argument,
    Card,
    Decision,
    Event,
    Fact,
    HandCard,
    Move,
    Preview,
    PreviewZone,
    Refusal,
    Result,
    Score,
    Undo,
    View,
    Zone,
)

KEPT_BY_CALLER = "Whoever keeps the states goes back to an earlier one."
MAY_UNDO = "Nobody has learned anything from the move."


class ProjectedView:
    """A state as a viewer (None: a spectator) may see it: the fields of `View`, and the hand card by card.

    Costly fields that not every caller reads are computed on access.
    """

    def __init__(self, state: State, viewer: int | None, session: Session | None = None) -> None:
        seen = engine.view(state, viewer)
        self._state = state
        self._session = session
        self.game = seen.game
        self.viewer = viewer
        self.ply = seen.ply
        over = session is not None and session.is_over
        self.turn = () if over else seen.turn
        # The viewer if it decides on its moves, else None.
        self._decider = None if over or not _decides(session, viewer) else viewer
        self.zones = tuple([_zone(seen.game, zone) for zone in seen.zones])
        self.facts = tuple(map(_fact, seen.facts))
        self.scores = tuple(map(_score, count(), seen.scores))
        self.result = project_result(seen.result)
        self._legal_moves: tuple[Move, ...] | None = None

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """The viewer's legal moves; none once it decides nothing."""
        if self._legal_moves is None:
            self._legal_moves = project_moves(self.game, legal_moves(self._state, self._decider))
        return self._legal_moves

    @property
    def legal_move_count(self) -> int:
        """The number of legal moves."""
        if self._legal_moves is not None:
            return len(self._legal_moves)
        return 0 if self._decider is None else len(engine.legal_moves(self._state, self._decider))

    @cached_property
    def hand(self) -> tuple[HandCard, ...]:
        """The cards of the viewer's hand, each with its moves or the reason why it has none."""
        if self.viewer is None:
            return ()
        return tuple(self._hand_card(card) for card in engine.explain_hand(self._state, self.viewer))

    @property
    def undo(self) -> Undo:
        """The viewer's right to take back its last move."""
        if self._session is None:
            return Undo(available=False, reason=KEPT_BY_CALLER)
        reason = undo_refusal(self._session, self.viewer)
        return Undo(available=reason is None, reason=reason or MAY_UNDO)

    @property
    def decision(self) -> Decision | None:
        """The viewer's decision, if it has a move."""
        moves = self.legal_moves
        if not moves or self.viewer is None:
            return None
        session = self._session
        reacting = session is not None and session.reacting_until > session.moved_at
        return Decision(
            seat=self.viewer,
            asked=self.viewer in self.turn,
            moves=moves,
            default=moves[0].notation,
            deadline=_time(None if session is None else deadline_of(session)),
            not_before=_time(session.reacting_until if session is not None and reacting else None),
        )

    def _hand_card(self, card: engine.HandCard) -> HandCard:
        moves = (engine.describe(self._state, self.viewer or 0, move) for move in card.moves)
        refusal = None if card.refusal is None else project_refusal(self._state, self.viewer or 0, card.refusal)
        return HandCard(card=project_card(self.game, card.card), moves=project_moves(self.game, moves), refusal=refusal)


class ProjectedSession:
    """A session as the bearer of a token may see it: the fields of `Session`.

    `holders` is the version, perhaps a later one, whose seats identify the bearer; by default `session` itself.
    """

    def __init__(self, session: Session, token: str | None, holders: Session | None = None) -> None:
        self._session = session
        self._holders = holders or session
        self._token = token
        self.id = session.id
        self.game = session.game
        self.version = session.version
        self.head = session.history_hash
        self.viewer_seat = self._holders.seat_of(token)
        self.rematch_id = session.rematch
        self._view: ProjectedView | None = None

    @property
    def status(self) -> Status:
        """The stage of the session."""
        return self._session.status

    @property
    def cursor(self) -> str:
        """The cursor as text."""
        return str(self._session.cursor)

    @property
    def is_host(self) -> bool:
        """Whether the viewer has the host's rights."""
        return self._holders.is_host(self._token)

    @property
    def bearer(self) -> str:
        """What the viewer's token is here."""
        if self._token is None:
            return "NONE"
        if self.viewer_seat is not None:
            return "SEAT"
        return "HOST" if self.is_host else "UNKNOWN"

    @property
    def view_id(self) -> str:
        """The id of this viewer's projection of the session."""
        if self.viewer_seat is not None:
            return f"{self.id}:seat-{self.viewer_seat}"
        return f"{self.id}:host" if self.is_host else f"{self.id}:spectator"

    @property
    def created_at(self) -> str:
        """The time when the session was created."""
        return format_time(self._session.created_at)

    @property
    def expires_at(self) -> str:
        """The time when the session expires unless it is changed before."""
        return format_time(self._session.expires_at)

    @property
    def seats(self) -> tuple[contract.Seat, ...]:
        """The seats at the table."""
        seats = enumerate(self._session.seats)
        return tuple([_seat(index, seat.name, seat.token is not None, seat.kind) for index, seat in seats])

    @property
    def view(self) -> ProjectedView | None:
        """The table as the viewer sees it."""
        state = self._session.state
        if self._view is None and state is not None:
            self._view = ProjectedView(state, self.viewer_seat, self._session)
        return self._view

    @property
    def options(self) -> tuple[contract.SetOption, ...]:
        """Every option and its value."""
        return _set_options(self.game, msgspec.json.encode(self._session.options))

    @property
    def settings(self) -> contract.SessionSettings:
        """The settings of the session."""
        setup = self._session.setup
        return contract.SessionSettings(
            public=setup.public,
            invitation_only=setup.invitation_only,
            start_by_host=setup.start_by_host,
            move_seconds=setup.move_seconds or None,
            reaction_millis=setup.reaction_millis or None,
            take_backs=setup.take_backs,
        )

    @property
    def deadline(self) -> str | None:
        """The end of the asked seats' time."""
        return _time(deadline_of(self._session))

    @property
    def take_back(self) -> contract.TakeBack | None:
        """The pending request to take back the last move."""
        last = self._session.last_move
        if last is None or not last.asked:
            return None
        awaited = tuple(seat for seat in self._session.others(last.seat) if seat not in last.agreed)
        return contract.TakeBack(seat=last.seat, agreed=last.agreed, awaited=awaited)

    @property
    def fairness(self) -> contract.Fairness:
        """The data for checking the shuffles; no secret before the end."""
        session, dealing = self._session, self._session.dealing
        over = session.status == "FINISHED" and session.state is not None
        committed = dealing.is_committed
        return contract.Fairness(
            kind="COMMITTED" if committed else "GIVEN",
            commitment=engine.commit(dealing.server_seed) if committed else None,
            server_seed=dealing.server_seed if over and committed else None,
            entropy=tuple(seat.entropy for seat in session.seats) if over and committed else None,
            key=session.state.seed if over and session.state is not None else None,
        )


def project_session(session: Session, token: str | None, holders: Session | None = None) -> contract.Session:
    """Return a session as the bearer of a token may see it; `holders` is as for `ProjectedSession`."""
    # It has the fields of the contract's struct, each computed on access.
    return cast("contract.Session", ProjectedSession(session, token, holders))


def project_view(state: State, viewer: int | None) -> View:
    """Return a state as a viewer (None: a spectator) may see it."""
    # It has the fields of the contract's struct, as above.
    return cast("View", ProjectedView(state, viewer))


def project_change(done: Done, token: str | None) -> contract.SessionChanged:
    """Return a change as the bearer of a token may see it."""
    session = project_session(done.session, token)
    return contract.SessionChanged(
        session=session,
        version=done.version,
        head=done.entry.history_hash or None,
        replayed=done.replayed,
        events=project_events(session.game, done.version, done.entry.events, session.viewer_seat),
    )


def project_result(result: engine.Result | None) -> Result | None:
    """Return a result."""
    if result is None:
        return None
    return Result(scores=result.scores, ranking=result.ranking, winners=result.winners, reason=result.reason)


@lru_cache(maxsize=4096)  # The engine caches the same moves, and as many.
def project_move(game: str, move: engine.LegalMove) -> Move:
    """Return a legal move."""
    return Move(
        notation=move.notation,
        verb=move.verb,
        cards=_cards(game, move.cards),
        from_=move.from_zone,
        to=move.to_zone,
        seat=move.seat,
        choice=move.choice,
        label=move.label,
    )


def project_moves(game: str, moves: Iterable[engine.LegalMove]) -> tuple[Move, ...]:
    """Return legal moves in their order."""
    return tuple([project_move(game, move) for move in moves])


def project_events(
    game: str, version: int, events: tuple[engine.Event, ...], viewer: int | None, start: int = 0
) -> tuple[Event, ...]:
    """Return the events of one version as `viewer` may see them, from number `start` on."""
    seen = engine.events_for(events, viewer)
    return tuple([_event(game, version, index, event) for index, event in enumerate(seen) if index >= start])


def project_refusal(state: State, seat: int, refusal: engine.Refusal) -> Refusal:
    """Return the reason why a seat may not make a move."""
    nearest = (engine.describe(state, seat, move) for move in refusal.alternatives)
    return Refusal(
        code=refusal.code,
        rule=refusal.rule or None,
        message=refusal.message,
        template=None if refusal.sentence is None else refusal.sentence.template,
        arguments=project_arguments(refusal.sentence),
        alternatives=project_moves(engine.game_of(state).name, nearest),
    )


def project_arguments(sentence: engine.Sentence | None) -> tuple[Argument, ...]:
    """Return what fills the blanks of a refusal."""
    arguments = () if sentence is None else sentence.arguments
    return tuple(Argument(name=name, kind=kind, value=value) for name, kind, value in arguments)


def project_preview(state: State, preview: engine.Preview) -> Preview:
    """Return the effect of a move as far as it can be foreseen."""
    game = engine.game_of(state).name
    return Preview(
        move=project_move(game, preview.move),
        events=tuple(_event(game, state.ply + 1, index, event) for index, event in enumerate(preview.events)),
        events_complete=preview.events_complete,
        zones=tuple(_preview_zone(game, zone) for zone in preview.zones),
        facts=tuple(map(_fact, preview.facts)),
        turn=preview.turn,
        scores=tuple(map(_score, count(), preview.scores)),
        result=project_result(preview.result),
        over=preview.over,
    )


def project_card(game: str, code: str) -> Card:
    """Return a card's face."""
    return _faces(game)[code]


def project_cards(game: str) -> tuple[Card, ...]:
    """Return the face of every card of a game, once each, in the order of its rule page."""
    return tuple(_faces(game).values())


@cache
def _faces(game: str) -> Mapping[str, Card]:
    """Return the faces of all cards of a game, by their codes."""
    return {
        code: Card(code=card.code, suit=card.suit, color=card.color, value=card.value, label=card.label)
        for code, card in engine.find_game(game).cards.items()
    }


@cache
def _face_or_back(game: str) -> Callable[[str | None], Card | None]:
    """Return the function that maps a card's code to its face, and None (a hidden card) to None."""
    faces: Mapping[str | None, Card | None] = {None: None} | dict[str | None, Card | None](_faces(game))
    return faces.__getitem__


def _event(game: str, version: int, index: int, event: engine.Event) -> Event:
    return replace(_unnumbered_event(game, event), version=version, sequence=index)


@lru_cache(maxsize=4096)
def _unnumbered_event(game: str, event: engine.Event) -> Event:
    """Return an event without its version and sequence: apart from these, the same events recur."""
    return Event(
        sequence=0,
        version=0,
        kind=event.kind,
        seat=event.seat,
        cards=_cards(game, event.cards),
        count=event.count,
        from_=event.from_zone,
        to=event.to_zone,
        value=event.value,
        rule=event.rule or None,
        sentence=describe_event(game, event),
    )


# Equal zones, facts, scores, seats and options recur: each comes from a cache, so that results computed from it can be
# cached, too. The cache key holds only what the viewer is shown.
@lru_cache(maxsize=4096)
def _zone(game: str, zone: engine.Zone) -> Zone:
    return Zone(
        key=zone.id,
        kind=zone.kind,
        owner=zone.owner,
        label=zone.label,
        count=zone.count,
        value=zone.value,
        cards=tuple(map(_face_or_back(game), zone.cards)),
    )


@lru_cache(maxsize=4096)
def _fact(fact: engine.Fact) -> Fact:
    return Fact(name=fact.name, value=fact.value, label=fact.label)


@lru_cache(maxsize=4096)
def _score(seat: int, points: int | None) -> Score:
    return Score(seat=seat, points=points)


def _preview_zone(game: str, zone: engine.PreviewZone) -> PreviewZone:
    return PreviewZone(
        key=zone.id,
        kind=zone.kind,
        owner=zone.owner,
        label=zone.label,
        count=zone.count,
        value=zone.value,
        cards=None if zone.cards is None else tuple(map(_face_or_back(game), zone.cards)),
    )


def _cards(game: str, codes: Iterable[str]) -> tuple[Card, ...]:
    return tuple(map(_faces(game).__getitem__, codes))


@lru_cache(maxsize=4096)
def _seat(index: int, name: str | None, taken: bool, kind: SeatKind) -> contract.Seat:
    return contract.Seat(index=index, name=name, taken=taken, kind=kind)


@lru_cache(maxsize=1024)
def _set_options(game: str, chosen: bytes) -> tuple[contract.SetOption, ...]:
    """Return the options of a table; `chosen` are those that differ from the defaults, as JSON."""
    options = fill_options(game, msgspec.json.decode(chosen))
    return tuple([contract.SetOption(name=name, value=format_option(value)) for name, value in options.items()])


def _decides(session: Session | None, viewer: int | None) -> bool:
    """Tell whether a viewer decides on the moves of its seat."""
    return session is None or viewer is None or session.seats[viewer].kind == "HUMAN"


def _time(milliseconds: int | None) -> str | None:
    return None if milliseconds is None else format_time(milliseconds)
