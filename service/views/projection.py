"""Project tables and sessions for one viewer, field by field, never by hiding parts of a state."""

from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import cached_property, lru_cache, wraps
from itertools import count
from typing import Any, Generic, TypeVar

import msgspec

import engine
from engine import State, Wording
from service.sessions.changes import Done, describe_event
from service.sessions.history_hash import format_cursor
from service.sessions.session import (
    Bot,
    SeatKind,
    Session,
    asked_seats,
    deadline_of,
    decides,
    entropies_of,
    is_asked_back,
    take_back_refusal,
    undo_refusal,
)
from service.views import session_view as contract
from service.views.breakdown_view import project_breakdown
from service.views.catalogue import (
    Introduction,
    face_of,
    face_or_back,
    introduce_table,
    project_card,
    set_options,
)
from service.views.codes import EventOfCodes, write_event
from service.views.fields import fill, format_time
from service.views.table_view import (
    Argument,
    Breakdown,
    Decision,
    Event,
    Fact,
    HandCard,
    Move,
    Outcome,
    Refusal,
    Result,
    Score,
    Undo,
    Zone,
)
from service.views.wording import tell_event, tell_reason, wanted_language, wants_sentences, wording_for

KEPT_BY_CALLER = "The caller holds the states and can return to an earlier one."
MAY_UNDO = "Nobody has learned anything from the move."

# The type of a field.
F = TypeVar("F")


class ProjectedView:
    """A state as a viewer (None: a spectator) may see it: the fields of `View`, computed on access.

    `look` returns the engine's view of a state for a viewer, and `break_down` where the points of its result came from.
    """

    def __init__(
        self,
        state: State,
        viewer: int | None,
        session: Session | None = None,
        look: Callable[[State, int | None], engine.View] = engine.view,
        break_down: Callable[[State, Sequence[int]], engine.Breakdown | None] = engine.breakdown,
    ) -> None:
        self.state = state
        self._session = session
        self._look = look
        self._break_down = break_down
        self.game = engine.game_of(state).name
        self.viewer = viewer
        self.ply = state.ply
        # The viewer if it may decide on moves, else None.
        self._decider = viewer
        if session is None:
            self.turn = engine.asked_seats(state)
        else:
            self.turn = asked_seats(session)
            self._decider = viewer if viewer is not None and decides(session, viewer) else None
        self.wording = None if wanted_language.get() is None else wording_for(session)
        outcome = engine.result(state)
        self.result = None if outcome is None else project_result(outcome)
        self._legal_moves: tuple[Move, ...] | None = None

    @cached_property
    def _seen(self) -> engine.View:
        return self._look(self.state, self.viewer)

    @property
    def zones(self) -> tuple[Zone, ...]:
        """Every zone."""
        return make_zones(self.game, self._seen.zones, self.wording)

    @property
    def facts(self) -> tuple[Fact, ...]:
        """The public facts other than cards."""
        return make_facts(self.game, self._seen.facts, self.wording)

    @property
    def scores(self) -> tuple[Score, ...]:
        """The points so far, by seat."""
        return tuple(map(make_score, count(), self._seen.scores))

    @property
    def breakdown(self) -> Breakdown | None:
        """The items of the scores, and what decided the table; None before the end."""
        if self.result is None:
            return None
        resigned = () if self._session is None else self._session.resigned
        found = self._break_down(self.state, resigned)
        return None if found is None else project_breakdown(self.game, found, self.wording)

    @property
    def prompt(self) -> str | None:
        """The prompt: what the viewer is to do, or whom it waits for; None if no seat is asked."""
        return engine.prompt(self.state, self._decider, self.wording) if self.turn else None

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """The viewer's legal moves; none if it may not decide."""
        if self._legal_moves is None:
            moves = () if self._decider is None else engine.describe_moves(self.state, self._decider)
            self._legal_moves = make_moves(self.game, moves, self.wording)
        return self._legal_moves

    @property
    def legal_move_count(self) -> int:
        """The number of legal moves."""
        return 0 if self._decider is None else len(engine.legal_moves(self.state, self._decider))

    @cached_property
    def hand(self) -> tuple[HandCard, ...]:
        """The cards of the viewer's hand, each with its moves or the reason why it has none."""
        if self.viewer is None:
            return ()
        hand = engine.explain_hand(self.state, self.viewer)
        if self._session is not None and self._session.is_cut_short:
            over = engine.table_over(self.game)
            hand = tuple(engine.HandCard(card.card, (), over) for card in hand)
        return tuple(map(self._hand_card, hand))

    @property
    def undo(self) -> Undo:
        """The viewer's right to take back its last move."""
        if self._session is None:
            return Undo(available=False, reason=tell_reason(KEPT_BY_CALLER))
        reason = undo_refusal(self._session, self.viewer)
        return Undo(available=reason is None, reason=tell_reason(reason or MAY_UNDO))

    @property
    def decision(self) -> Decision | None:
        """The viewer's decision, if it has a move."""
        moves = self.legal_moves
        if not moves or self.viewer is None:
            return None
        return Decision(
            seat=self.viewer,
            asked=self.viewer in self.turn,
            moves=moves,
            default=moves[0].notation,
            deadline=_time(None if self._session is None else deadline_of(self._session)),
            not_before=self.not_before,
        )

    @property
    def not_before(self) -> str | None:
        """The end of the time in which only a match is accepted, if the viewer has a decision."""
        session = self._session
        if session is None or session.reacting_until <= session.moved_at or not self.legal_move_count:
            return None
        return _time(session.reacting_until)

    def _hand_card(self, card: engine.HandCard) -> HandCard:
        moves = (engine.describe(self.state, self.viewer or 0, move) for move in card.moves)
        refusal = None
        if card.refusal is not None:
            refusal = project_refusal(self.state, self.viewer or 0, card.refusal, self._session)
        face = project_card(self.game, card.card)
        return HandCard(card=face, moves=project_moves(self.game, moves, self._session), refusal=refusal)


def _lasting(project: Callable[["ProjectedSession"], F]) -> Callable[["ProjectedSession"], F]:
    """Return a getter of a field that moves do not change: it is projected once for all versions that they make.

    The field must be the same for all viewers, in all languages.
    """
    name = project.__name__

    @wraps(project)
    def find(projected: "ProjectedSession") -> F:
        lasting = projected._session.lasting
        if name not in lasting:
            lasting[name] = project(projected)
        found: F = lasting[name]
        return found

    return find


class ProjectedSession:
    """A session as the bearer of a token may see it: the fields of `Session`.

    `holders` is the version whose seats identify the bearer, by default `session` itself; it may be a later version. It
    also decides whether the deal is closed (`is_deal_closed`, which is not a field of the contract). While the deal is
    closed, a viewer without a seat sees no table and no events (`is_hidden`). `seat` is the bearer's seat in `holders`,
    if the caller knows it.
    """

    def __init__(
        self, session: Session, token: str | None, holders: Session | None = None, seat: int | None = None
    ) -> None:
        self._session = session
        self._holders = holders or session
        self._token = token
        self.id = session.id
        self.game = session.game
        self.version = session.version
        self.head = session.history_hash
        self.status = session.status
        self.viewer_seat = self._holders.seat_of(token) if seat is None else seat
        self.rematch_id = session.rematch
        self.is_deal_closed = session.dealing.is_shared and self._holders.is_deal_closed
        self.is_hidden = self.is_deal_closed and self.viewer_seat is None
        self._view: ProjectedView | None = None

    def at(self, version: Session) -> "ProjectedSession":
        """Return another version of the session as the same viewer sees it."""
        return ProjectedSession(version, self._token, self._holders, self.viewer_seat)

    @property
    def cursor(self) -> str:
        """The cursor as text."""
        return format_cursor(self.version, self.head)

    @property
    def is_host(self) -> bool:
        """Whether the viewer has the host's rights."""
        return self._holders.is_host(self._token)

    @property
    def bearer(self) -> str:
        """What the viewer's token stands for in this session."""
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
    @_lasting
    def created_at(self) -> str:
        """The time when the session was created."""
        return format_time(self._session.created_at)

    @property
    def expires_at(self) -> str:
        """The time when the session expires unless it is changed before."""
        return format_time(self._session.expires_at)

    @property
    @_lasting
    def seats(self) -> tuple[contract.Seat, ...]:
        """The seats at the table."""
        seats = enumerate(self._session.seats)
        return tuple([_seat(index, seat.name, seat.token is not None, seat.kind, seat.bot) for index, seat in seats])

    @property
    def view(self) -> ProjectedView | None:
        """The table as the viewer sees it."""
        if self._view is not None:
            return self._view
        state = self._session.state
        if state is None or self.is_hidden:
            return None
        if self.is_deal_closed:
            look = engine.covered_view
            break_down = engine.covered_breakdown
        else:
            look = engine.view
            break_down = engine.breakdown
        self._view = ProjectedView(state, self.viewer_seat, self._session, look, break_down)
        return self._view

    def project_events(self, version: int, events: Sequence[engine.Event], start: int = 0) -> tuple[Event, ...]:
        """Return the events of one version as the viewer may see them, from number `start` on."""
        if self.is_hidden:
            return ()
        wording = None if wanted_language.get() is None else wording_for(self._session)
        seen = make_events(self.game, version, engine.events_for(events, self.viewer_seat), start, wording)
        if not self.is_deal_closed:
            return seen
        return tuple([event for event in seen if not engine.is_uncovering_of_end(events[event.sequence])])

    def share_events(
        self, version: int, events: Sequence[engine.Event], made: dict[Hashable, Any]
    ) -> tuple[Event, ...]:
        """Return events as `project_events` does; `made` keeps them for viewers who see the same of this version."""
        if self.is_hidden:
            return ()
        key = ("events", *self._tell_sight(events), wanted_language.get(), wants_sentences.get())
        if key not in made:
            made[key] = self.project_events(version, events)
        shared: tuple[Event, ...] = made[key]
        return shared

    def share_other_events(
        self, version: int, events: Sequence[engine.Event], made: dict[Hashable, Any]
    ) -> tuple[Event, ...]:
        """Return events without those whose news the changes have, shared as by `share_events`."""
        seen = self.share_events(version, events, made)
        # `made` keeps these events, so their id is not reused.
        key = ("other events", id(seen))
        if key not in made:
            made[key] = leave_out_repeated(self.game, seen)
        shared: tuple[Event, ...] = made[key]
        return shared

    def share_events_in_codes(
        self, events: Sequence[engine.Event], made: dict[Hashable, Any]
    ) -> tuple[EventOfCodes, ...]:
        """Return events in codes, shared as by `share_events`."""
        if self.is_hidden:
            return ()
        key = ("events in codes", *self._tell_sight(events))
        if key not in made:
            made[key] = self.project_events_in_codes(events)
        shared: tuple[EventOfCodes, ...] = made[key]
        return shared

    def _tell_sight(self, events: Sequence[engine.Event]) -> tuple[Hashable, ...]:
        """Return a value that is the same for viewers who see the same of events."""
        # An event that shows its cards to some seats only has two projections: one for them, one for all others.
        is_shown = tuple([self.viewer_seat in event.seen_by for event in events if event.seen_by is not None])
        return is_shown, self.is_deal_closed

    def project_events_in_codes(self, events: Sequence[engine.Event]) -> tuple[EventOfCodes, ...]:
        """Return the events of one version in codes, as the viewer may see them, without those that changes repeat."""
        if self.is_hidden:
            return ()
        repeated = engine.repeated_kinds(self.game)
        seen = [event for event in engine.events_for(events, self.viewer_seat) if event.kind not in repeated]
        if self.is_deal_closed:
            seen = [event for event in seen if not engine.is_uncovering_of_end(event)]
        return tuple(map(write_event, seen))

    @property
    @_lasting
    def options(self) -> tuple[contract.SetOption, ...]:
        """Every option and its value."""
        return set_options(self.game, msgspec.json.encode(self._session.options))

    @property
    def introduction(self) -> Introduction:
        """The introduction to the game for newcomers, according to the options of the session."""
        return introduce_table(self.game, self._session.options)

    @property
    @_lasting
    def settings(self) -> contract.SessionSettings:
        """The settings of the session."""
        return contract.project_settings(self._session.setup, shared_deal=self._session.dealing.is_shared)

    @property
    def deadline(self) -> str | None:
        """The end of the time of the asked seats."""
        return _time(deadline_of(self._session))

    @property
    def take_back(self) -> contract.TakeBack | None:
        """The pending request to take back the last move."""
        last = self._session.last_move
        if last is None or not is_asked_back(self._session):
            return None
        awaited = tuple(seat for seat in self._session.voters(last.seat) if seat not in last.agreed)
        return contract.TakeBack(seat=last.seat, agreed=last.agreed, awaited=awaited)

    @property
    def may_ask_take_back(self) -> bool:
        """Whether the viewer may ask to take back its last move; this is no field of the contract."""
        seat = self.viewer_seat
        return seat is not None and take_back_refusal(self._session, seat) is None

    @property
    @_lasting
    def tournament(self) -> contract.TournamentPlace | None:
        """The place in a tournament."""
        return msgspec.convert(self._session.tournament, contract.TournamentPlace | None, from_attributes=True)

    @property
    def outcome(self) -> Outcome | None:
        """The end of the session for its players."""
        return msgspec.convert(self._session.outcome, Outcome | None, from_attributes=True)

    @property
    def fairness(self) -> contract.Fairness:
        """The data for checking the shuffles; no secret before the end."""
        session = self._session
        dealing = session.dealing
        is_committed = dealing.is_committed
        is_revealed = session.status == "FINISHED" and session.state is not None and not self.is_deal_closed
        return contract.Fairness(
            kind="COMMITTED" if is_committed else "GIVEN",
            commitment=self._commitment,
            server_seed=dealing.server_seed if is_revealed and is_committed else None,
            entropy=entropies_of(session) if is_revealed and is_committed else None,
            key=session.state.seed if is_revealed and session.state is not None else None,
            closed=self.is_deal_closed,
        )

    @property
    @_lasting
    def _commitment(self) -> str | None:
        """The hash of the server's secret, if there is one."""
        dealing = self._session.dealing
        return engine.commit(dealing.server_seed) if dealing.is_committed else None


def leave_out_repeated(game: str, events: Sequence[Event]) -> tuple[Event, ...]:
    """Return events without those that only tell a new value of the view."""
    repeated = engine.repeated_kinds(game)
    return tuple([event for event in events if event.kind not in repeated])


def project_session(session: Session, token: str | None, holders: Session | None = None) -> ProjectedSession:
    """Return a session as the bearer of a token may see it; `holders` is as for `ProjectedSession`."""
    return ProjectedSession(session, token, holders)


def project_view(state: State, viewer: int | None) -> ProjectedView:
    """Return a state as a viewer (None: a spectator) may see it."""
    return ProjectedView(state, viewer)


def project_change(done: Done, token: str | None) -> contract.SessionChanged:
    """Return a change as the bearer of a token may see it."""
    session = ProjectedSession(done.session, token)
    return contract.SessionChanged(
        session=session,
        version=done.version,
        head=done.entry.history_hash or None,
        replayed=done.replayed,
        events=session.project_events(done.version, done.entry.events),
    )


def project_result(result: engine.Result | None) -> Result | None:
    """Return a result."""
    return None if result is None else fill(Result, result)


def project_move(game: str, move: engine.LegalMove, people: Session | None = None) -> Move:
    """Return a legal move. Its label names the players of the session `people`, if there is one."""
    return make_moves(game, (move,), None if wanted_language.get() is None else wording_for(people))[0]


def project_moves(game: str, moves: Iterable[engine.LegalMove], people: Session | None = None) -> tuple[Move, ...]:
    """Return legal moves in their order, with labels as for `project_move`."""
    return make_moves(game, moves, None if wanted_language.get() is None else wording_for(people))


def project_events(game: str, version: int, events: Sequence[engine.Event], viewer: int | None) -> tuple[Event, ...]:
    """Return the events of one version as `viewer` may see them."""
    return make_events(game, version, engine.events_for(events, viewer), 0, wording_for(None))


def project_refusal(state: State, seat: int, refusal: engine.Refusal, people: Session | None = None) -> Refusal:
    """Return the reason why a seat may not make a move."""
    game = engine.game_of(state).name
    nearest = (engine.describe(state, seat, move) for move in refusal.alternatives)
    return Refusal(
        code=refusal.code,
        rule=refusal.rule or None,
        message=project_message(game, refusal.message, refusal.sentence, people),
        template=None if refusal.sentence is None else refusal.sentence.template,
        arguments=arguments_of_sentence(refusal.sentence),
        alternatives=project_moves(game, nearest, people),
    )


def project_message(game: str, message: str, sentence: engine.Sentence | None, people: Session | None = None) -> str:
    """Return the message of a refusal in the language that this request wants."""
    wording = wording_for(people)
    return message if wording is None or sentence is None else engine.say(game, sentence, wording)


def arguments_of_sentence(sentence: engine.Sentence | None) -> tuple[Argument, ...]:
    """Return the data that fills the blanks of a refusal."""
    return () if sentence is None else project_arguments(sentence.arguments)


def project_arguments(arguments: Iterable[engine.Argument]) -> tuple[Argument, ...]:
    """Return the data that fills the blanks of a template."""
    return tuple(Argument(name=name, kind=kind, value=value) for name, kind, value in arguments)


@lru_cache(maxsize=4096)
def _seat(index: int, name: str | None, taken: bool, kind: SeatKind, bot: Bot | None) -> contract.Seat:
    shown = None if bot is None else fill(contract.Bot, bot)
    return contract.Seat(index=index, name=name, taken=taken, kind=kind, bot=shown)


def _time(milliseconds: int | None) -> str | None:
    return None if milliseconds is None else format_time(milliseconds)


# ---- the parts of a table, in a wording

# Equal parts recur, so each part comes from a cache, and results computed from it can be cached, too. The key of a
# cache holds only what the viewer is shown. Parts with people's names have separate caches, since they differ at every
# table.
PARTS_KEPT = 4096

V = TypeVar("V")
P = TypeVar("P")


class _ValueParts(dict[int, tuple[V, P]], Generic[V, P]):
    """The parts that `make` makes for programs, by the identities of the engine's values, which recur, too.

    Hashing a value takes several times as long as hashing its identity. A value is stored with its part, so its id is
    not reused. Games share no values except facts, whose parts do not depend on the game.
    """

    def __init__(self, make: Callable[[str, V, Wording | None], P]) -> None:
        super().__init__()
        self._make = make
        self._make_to_people = lru_cache(maxsize=PARTS_KEPT)(make)

    def make(self, game: str, values: Iterable[V], wording: Wording | None) -> tuple[P, ...]:
        """Return the parts of values of a game: in a wording for people, or without one for programs."""
        if wording is not None:
            return tuple([self._make_to_people(game, value, wording) for value in values])
        parts: list[P] = []
        for value in values:
            kept = self.get(id(value))
            if kept is None:
                if len(self) >= PARTS_KEPT:
                    self.clear()
                kept = (value, self._make(game, value, None))
                self[id(value)] = kept
            parts.append(kept[1])
        return tuple(parts)


def _make_move(game: str, move: engine.LegalMove, wording: Wording | None) -> Move:
    return Move(
        notation=move.notation,
        verb=move.verb,
        cards=tuple(map(face_of(game, "" if wording is None else wording.language), move.cards)),
        from_=move.from_zone,
        to=move.to_zone,
        seat=move.seat,
        choice=move.choice,
        card=move.card,
        label=move.label if wording is None else engine.move_label(game, move, wording),
    )


def make_events(
    game: str, version: int, events: Iterable[engine.Event], start: int, wording: Wording | None
) -> tuple[Event, ...]:
    """Return the events of a version as a viewer may see them, each with its position, from number `start` on."""
    face = face_of(game, "" if wording is None else wording.language)
    has_sentences = wants_sentences.get()
    tell = _tell if wording is None else _tell_to_people
    weights = engine.event_weights(game)
    return tuple(
        [
            Event(
                sequence=index,
                version=version,
                kind=event.kind,
                seat=event.seat,
                cards=tuple(map(face, event.cards)),
                count=event.count,
                from_=event.from_zone,
                to=event.to_zone,
                positions=event.positions,
                value=event.value,
                rule=event.rule or None,
                weight=weights.get(event.kind, "COUNT"),
                sentence=tell(game, event, wording) if has_sentences else "",
            )
            for index, event in enumerate(events)
            if index >= start
        ]
    )


def _make_sentence(game: str, event: engine.Event, wording: Wording | None) -> str:
    return describe_event(game, event) if wording is None else tell_event(game, event, wording)


_tell = lru_cache(PARTS_KEPT)(_make_sentence)
_tell_to_people = lru_cache(PARTS_KEPT)(_make_sentence)


def _make_zone(game: str, zone: engine.Zone, wording: Wording | None) -> Zone:
    return Zone(
        key=zone.id,
        kind=zone.kind,
        owner=zone.owner,
        label=zone.label if wording is None else engine.zone_label(game, zone.id, wording),
        count=zone.count,
        value=zone.value,
        cards=tuple(map(face_or_back(game, "" if wording is None else wording.language), zone.cards)),
    )


def _make_fact(game: str, fact: engine.Fact, wording: Wording | None) -> Fact:
    if wording is None:
        return fill(Fact, fact)
    label = engine.fact_label(game, fact.name, wording)
    display = engine.fact_display(game, fact.name, fact.value, wording)
    return fill(Fact, fact, label=label, display=display)


make_moves = _ValueParts(_make_move).make
make_zones = _ValueParts(_make_zone).make
make_facts = _ValueParts(_make_fact).make
make_score = lru_cache(maxsize=PARTS_KEPT)(Score)
