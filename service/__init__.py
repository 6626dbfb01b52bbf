"""The service: GraphQL and REST over the engine, with sessions and tournaments that live in a store."""
