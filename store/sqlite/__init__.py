"""The store in an SQLite file, which the processes of one machine may share."""
