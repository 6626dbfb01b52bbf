"""What a release needs besides its packages: a check that it is ready, its notes, and its tag."""
