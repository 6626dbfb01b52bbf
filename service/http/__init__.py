"""HTTP requests and responses, for both APIs."""
