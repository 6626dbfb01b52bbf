"""Project a session and its table for one viewer, field by field, never by hiding parts of a state."""

from collections.abc import Callable, Sequence
from functools import cached_property, lru_cache, wraps
from itertools import count
from typing import TypeVar

import msgspec

import engine
from engine import State, Wording
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
from service.views.catalogue import Introduction, introduce_table, project_card, set_options
from service.views.fields import fill, format_time
from service.views.parts import make_facts, make_moves, make_score, make_zones, project_moves, project_result
from service.views.refusals import project_refusal
from service.views.table_view import (
    Breakdown,
    Decision,
    Fact,
    HandCard,
    Move,
    Outcome,
    Score,
    Undo,
    Zone,
)
from service.views.wording import tell_reason, wording_for

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
        self.wording = wording_for(session)
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
    closed, a viewer without a seat sees no table, no events and no outcome (`is_hidden`). `seat` is the bearer's seat
    in `holders`, if the caller knows it.
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
    def wording(self) -> Wording | None:
        """The wording that this request wants, with the names of the players."""
        return wording_for(self._session)

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
        return None if self.is_hidden else project_outcome(self._session)

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


def project_session(session: Session, token: str | None, holders: Session | None = None) -> ProjectedSession:
    """Return a session as the bearer of a token may see it; `holders` is as for `ProjectedSession`."""
    return ProjectedSession(session, token, holders)


def project_outcome(session: Session) -> Outcome | None:
    """Return the end of a session for its players, as everybody sees it who may see the table."""
    return msgspec.convert(session.outcome, Outcome | None, from_attributes=True)


def project_view(state: State, viewer: int | None) -> ProjectedView:
    """Return a state as a viewer (None: a spectator) may see it."""
    return ProjectedView(state, viewer)


@lru_cache(maxsize=4096)
def _seat(index: int, name: str | None, taken: bool, kind: SeatKind, bot: Bot | None) -> contract.Seat:
    shown = None if bot is None else fill(contract.Bot, bot)
    return contract.Seat(index=index, name=name, taken=taken, kind=kind, bot=shown)


def _time(milliseconds: int | None) -> str | None:
    return None if milliseconds is None else format_time(milliseconds)
