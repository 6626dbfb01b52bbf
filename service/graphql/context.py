"""What a resolver is given beside its arguments: the use cases, and the bearer token of the request."""

from typing import TypeAlias

from strawberry.types.info import Info as StrawberryInfo

from service.play.sessions import Sessions


class Context:
    """The context of one request, or of one WebSocket connection, whose token may come with `connection_init`."""

    def __init__(self, sessions: Sessions, token: str | None, header: str | None = None) -> None:
        self.sessions = sessions
        self.token = token
        self.header = header
        self.connection_params: dict[str, object] = {}

    def sent_authorization(self) -> str | None:
        """Return the credentials of a connection: those of `connection_init`, else those of the upgrade request."""
        for name, value in self.connection_params.items():
            if name.lower() == "authorization":
                return str(value)
        return self.header


Info: TypeAlias = StrawberryInfo[Context, None]
