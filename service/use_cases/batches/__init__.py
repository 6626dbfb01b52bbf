"""Many sessions at once: opened by one request, and their results read together."""
