"""Documents: parsed, limited and validated once; answers to introspection are kept."""
