"""The processes of the service: one or several, their connections, and their shutdown."""
