"""What the service can do, without a network: the catalogue, stateless tables, and live sessions."""
