"""The prompt that seats a model at a table."""

from collections.abc import Mapping

from service.sessions.problems import Problem
from service.sessions.rules import check_range
from service.use_cases.games import no_such_game
from service.use_cases.inputs import HIGHEST_LEVEL
from service.views.catalogue import is_game, project_game

PLAY_A_GAME = "play_a_game"
DESCRIPTION = "Sit down at a table against bots and play it to the end."
# The arguments with their descriptions; only the first is required.
ARGUMENTS: Mapping[str, str] = {
    "game": "The game's id; list_games lists them.",
    "opponents": "The number of bots; by default as few as the game allows.",
    "level": f"The level of the bots, 1–{HIGHEST_LEVEL}; 2 by default.",
}


def write_prompt(given: Mapping[str, str]) -> str:
    """Return the message that asks a model to sit down and play. Raises `Problem` for arguments that fit no table."""
    game = given.get("game", "")
    if not is_game(game):
        raise no_such_game(game)
    found = project_game(game)
    opponents = _read_number(given, "opponents", found.min_seats - 1)
    level = _read_number(given, "level", 2)
    check_range(level, 1, HIGHEST_LEVEL, "level")
    if not found.min_seats <= opponents + 1 <= found.max_seats:
        bounds = f"{found.min_seats - 1}–{found.max_seats - 1}"
        raise Problem("INVALID_INPUT", f"{found.title} takes {bounds} opponents.", ("opponents",))
    return "\n".join(
        [
            f"Play {found.title} against {'a bot' if opponents == 1 else f'{opponents} bots'} of level {level}.",
            f"{found.summary} {found.goal}",
            "",
            f'1. Call create_table(game="{game}", seats={opponents + 1}, level={level}). Keep the seat handle.',
            "2. If you do not know the game, call explain(seat).",
            "3. While it is your turn, choose one of your moves and call play(seat, move, version). A refusal tells "
            "why; choose again.",
            "4. When it is not your turn, call wait_for_turn(seat, version) with the version of the last answer, as "
            "often as needed. If others do not come, the answer lists what you may do with act(seat, action).",
            "5. If you lose the thread, call look(seat): it shows everything again.",
            "6. When the table is over, call review(seat), and say who won and why.",
        ]
    )


def _read_number(given: Mapping[str, str], name: str, default: int) -> int:
    text = given.get(name, "").strip()
    if not text:
        return default
    if not text.isdecimal() or len(text) > 4:
        raise Problem("INVALID_INPUT", f"{name} must be a whole number.", (name,))
    return int(text)
