"""Guard rails: what every request passes before a front end."""
