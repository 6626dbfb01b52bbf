"""Documents: each is parsed, checked against limits and validated once; answers to introspection are cached."""
