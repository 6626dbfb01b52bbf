"""The GraphQL front end: types, operations, and the two transports (HTTP and WebSocket). It decides nothing."""
