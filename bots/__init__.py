"""Opponents that see what their seat sees: `choose` decides for a seat, and says why.

A bot is given a world: any state that looks to its seat like the true one, such as `engine.redeal` deals. It deals
further worlds of its own, so its decision follows from what the seat may know, the effort and the seed, and from
nothing else.
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
