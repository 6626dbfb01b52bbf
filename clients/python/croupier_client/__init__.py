"""The kit: play at tables of Croupier from apps and bots in Python, with or without asyncio."""

from croupier_client.async_client import AsyncClient, AsyncTable
from croupier_client.bot import AsyncBot, Bot
from croupier_client.changes import SessionFrame
from croupier_client.client import Client, Table
from croupier_client.contract import (
    Card,
    CreateSession,
    Decision,
    Event,
    Game,
    Move,
    Outcome,
    Result,
    Session,
    View,
    ViewChanges,
    Vocabulary,
    Zone,
)
from croupier_client.games import GameData
from croupier_client.outcomes import (
    Applied,
    AppliedToState,
    Illegal,
    MoveOutcome,
    Over,
    Stale,
    TableOutcome,
    TooEarly,
)
from croupier_client.problems import Problem, Unreachable
from croupier_client.steps import Settings
from croupier_client.webhooks import InvalidWebhook, Notice, NoticeType, WebhookCode, verify_webhook

__all__ = [
    "Applied",
    "AppliedToState",
    "AsyncBot",
    "AsyncClient",
    "AsyncTable",
    "Bot",
    "Card",
    "Client",
    "CreateSession",
    "Decision",
    "Event",
    "Game",
    "GameData",
    "Illegal",
    "InvalidWebhook",
    "Move",
    "MoveOutcome",
    "Notice",
    "NoticeType",
    "Outcome",
    "Over",
    "Problem",
    "Result",
    "Session",
    "SessionFrame",
    "Settings",
    "Stale",
    "Table",
    "TableOutcome",
    "TooEarly",
    "Unreachable",
    "View",
    "ViewChanges",
    "Vocabulary",
    "WebhookCode",
    "Zone",
    "verify_webhook",
]
