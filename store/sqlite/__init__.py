"""The store in an SQLite file, which processes of one machine share."""
