"""GraphQL over HTTP, over streams and over WebSockets."""
