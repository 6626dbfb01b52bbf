"""HTTP requests and responses, for both front ends."""
