"""The seat that a handle holds, and what has happened at its table."""

from service.mcp.answers import ProblemFound, ToolAnswer, show_table
from service.mcp.caller import Caller
from service.mcp.handles import Handle, no_seat, read_handle
from service.mcp.problems import describe_problem
from service.mcp.table_text import tell_event
from service.sessions.problems import Problem
from service.use_cases.context import RequestContext
from service.use_cases.reading import list_events, read_session
from service.views.fields import LARGEST_PAGE
from service.views.projection import ProjectedSession

# So many versions back `look` tells what has happened.
VERSIONS_TOLD = 6


class Seated:
    """The seat of a handle: its context for use cases, and its table. Raises `Problem` for what is no handle."""

    def __init__(self, caller: Caller, handle: str) -> None:
        self.handle: Handle = read_handle(handle)
        self.context: RequestContext = caller.context(self.handle.token)

    @property
    def session_id(self) -> str:
        """The id of the table's session."""
        return self.handle.session_id

    async def read(self) -> ProjectedSession:
        """Return the table as the seat sees it now. Raises `Problem` if the handle holds no seat there."""
        session = await read_session(self.context, self.session_id)
        if session.viewer_seat is None:
            raise no_seat()
        return session

    async def tell_since(self, session: ProjectedSession, version: int) -> list[str]:
        """Return the sentences of what the seat has seen happen after a version, the oldest first."""
        after = None if version < 1 else str(min(version, session.version))
        page = await list_events(self.context, session, LARGEST_PAGE, after)
        return [tell_event(event) for event in page.nodes if event.weight != "DETAIL"]

    async def show(self, before: str = "", since: int | None = None) -> ToolAnswer:
        """Return the table now, and what has happened since a version, or a short time ago."""
        session = await self.read()
        start = session.version - VERSIONS_TOLD if since is None else since
        return show_table(session, before=before, happened=await self.tell_since(session, start))

    async def show_refusal(self, problem: Problem) -> ToolAnswer:
        """Return a refusal as an error, with the table and the decision as they stand now."""
        described = describe_problem(problem, self.handle.token)
        found = ProblemFound(code=described.code, message=described.message, rule=described.rule)
        return show_table(await self.read(), before=described.text, problem=found)
