"""Answers that REST alone has: lists need a place for what is to come, and a stateless table comes with a view."""

from typing import Annotated

from service.contract.catalogue import Game, Rule
from service.contract.fields import Told, told
from service.contract.tables import Table
from service.contract.views import Event, HandCard, Move, View


class Games(Told, frozen=True, kw_only=True):
    """Every game."""

    games: Annotated[tuple[Game, ...], told("The games.")]


class Rules(Told, frozen=True, kw_only=True):
    """A rule page."""

    rules: Annotated[tuple[Rule, ...], told("Each section, followed by its numbered rules.")]


class Hand(Told, frozen=True, kw_only=True):
    """The viewer's hand at one version."""

    version: Annotated[int, told("The version of the session.")]
    cards: Annotated[
        tuple[HandCard, ...],
        told("Each card with its moves, or why it has none; empty for a spectator, and while nothing is dealt."),
    ]


class LegalMoves(Told, frozen=True, kw_only=True):
    """What the viewer may do at one version."""

    version: Annotated[int, told("The version of the session.")]
    moves: Annotated[
        tuple[Move, ...],
        told("The legal moves, in canonical order; empty for a spectator, and while nothing is dealt."),
    ]


class TableSeen(Told, frozen=True, kw_only=True):
    """A stateless table, and what a viewer sees of it."""

    table: Annotated[Table, told("The table.")]
    view: Annotated[
        View | None, told("What the viewer sees and may do; null when there is no such seat, or it is closed.")
    ]


class TableMoved(Told, frozen=True, kw_only=True):
    """A move that was made on a stateless table, and what a viewer sees then."""

    table: Annotated[Table, told("The table after the move.")]
    view: Annotated[
        View | None, told("What the viewer sees and may do; null when there is no such seat, or it is closed.")
    ]
    move: Annotated[Move, told("The move.")]
    events: Annotated[tuple[Event, ...], told("What happened, as the viewer may know it.")]
