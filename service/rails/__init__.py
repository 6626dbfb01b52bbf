"""Guard rails: the layers that every request passes before a front end."""
