"""The service for one agent, which speaks the Model Context Protocol over standard input and output."""

import asyncio

from service.app import create_app
from service.mcp.transport import serve_streams
from service.settings import Settings


def serve_agent(settings: Settings) -> None:
    """Serve an agent until its input ends. Raises `SettingsError` or `StoreUnavailable` if the store cannot be used."""
    asyncio.run(_serve(settings))


async def _serve(settings: Settings) -> None:
    app = create_app(settings)
    await app.state.open_store()
    async with app.router.lifespan_context(app):
        await serve_streams(app.state.backend)
