"""The operations of the service, without a network."""
