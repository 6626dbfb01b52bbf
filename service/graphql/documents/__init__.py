"""What a document may be: within limits, checked once, and known by its hash."""
