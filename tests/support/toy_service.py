"""A service that knows the toy game, too."""

from tools.services import CROUPIER

WITH_TOY = f"from tests.engine.toy import register_toy; register_toy(); {CROUPIER}"
