"""The network: GraphQL (and later REST) in front of the engine, and the stores that hold live sessions."""
