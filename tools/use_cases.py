"""Callers of use cases on sessions alone, without an API."""

from typing import Any, cast

from service.sessions.history_hash import Cursor
from service.sessions.session import Session
from service.storage.sessions import SessionRepository
from service.storage.tournaments import TournamentRepository
from service.use_cases.context import RequestContext, StatelessTables
from service.views.projection import ProjectedSession


def caller(sessions: SessionRepository, token: str | None = None) -> RequestContext:
    """Return the context of a caller with a bearer token."""
    return RequestContext(sessions, tournaments_of(sessions), StatelessTables(None, sessions.store, 0), token)


def tournaments_of(sessions: SessionRepository) -> TournamentRepository:
    """Return the tournaments in the store of sessions."""
    return TournamentRepository(sessions.store, sessions.lifetimes)


def expecting(position: Cursor | None) -> dict[str, Any]:
    """Return the fields of an input that name the expected position (None: any)."""
    if position is None:
        return {}
    return {"expected_version": position.version, "expected_head": position.history_hash or None}


def session_of(answer: Any) -> Session:  # noqa: ANN401 - an answer that has a session
    """Return the session that an answer belongs to."""
    return cast("ProjectedSession", answer.session)._session
