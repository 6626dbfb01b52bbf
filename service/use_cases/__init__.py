"""What the service can do, without a network."""
