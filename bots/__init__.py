"""Opponents that see only what their seat sees: `choose` decides for a seat and explains its choice.

A bot receives a world: any state that looks to its seat like the true one, such as `engine.redeal` returns. It deals
further worlds itself, so its decision depends only on what the seat may know, on the effort and on the seed.
"""

from bots.assessment import Assessment, Comparison, assess
from bots.choice import Candidate, Choice
from bots.choose import VERSION, choose, needs_memory
from bots.levels import LEVELS, Level
from bots.replay import Repeated, check_decisions, choose_again, repeat_decisions

__all__ = [
    "LEVELS",
    "VERSION",
    "Assessment",
    "Candidate",
    "Choice",
    "Comparison",
    "Level",
    "Repeated",
    "assess",
    "check_decisions",
    "choose",
    "choose_again",
    "needs_memory",
    "repeat_decisions",
]
