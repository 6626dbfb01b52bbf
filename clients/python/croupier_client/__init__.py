"""The kit: tables of Croupier for apps and bots in Python."""
