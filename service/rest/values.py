"""Answers that REST alone has: lists need a place for what is to come, and a stateless table comes with a view."""

from typing import Annotated

from service.views.fields import Told, described
from service.views.game_view import Game, Rule
from service.views.stateless_view import Table
from service.views.table_view import Event, HandCard, Move, View


class Games(Told, frozen=True, kw_only=True):
    """Every game."""

    games: Annotated[tuple[Game, ...], described("The games.")]


class Rules(Told, frozen=True, kw_only=True):
    """A rule page."""

    rules: Annotated[tuple[Rule, ...], described("Each section, followed by its numbered rules.")]


class Hand(Told, frozen=True, kw_only=True):
    """The viewer's hand at one version."""

    version: Annotated[int, described("The version of the session.")]
    cards: Annotated[
        tuple[HandCard, ...],
        described("Each card with its moves, or why it has none; empty for a spectator, and while nothing is dealt."),
    ]


class LegalMoves(Told, frozen=True, kw_only=True):
    """What the viewer may do at one version."""

    version: Annotated[int, described("The version of the session.")]
    moves: Annotated[
        tuple[Move, ...],
        described("The legal moves, in canonical order; empty for a spectator, and while nothing is dealt."),
    ]


class TableSeen(Told, frozen=True, kw_only=True):
    """A stateless table, and what a viewer sees of it."""

    table: Annotated[Table, described("The table.")]
    view: Annotated[
        View | None, described("What the viewer sees and may do; null when there is no such seat, or it is closed.")
    ]


class TableMoved(Told, frozen=True, kw_only=True):
    """A move that was made on a stateless table, and what a viewer sees then."""

    table: Annotated[Table, described("The table after the move.")]
    view: Annotated[
        View | None, described("What the viewer sees and may do; null when there is no such seat, or it is closed.")
    ]
    move: Annotated[Move, described("The move.")]
    events: Annotated[tuple[Event, ...], described("What happened, as the viewer may know it.")]
