"""Environments for learners: a table of any game as an environment of PettingZoo, without a server (docs/learning.md).

It needs the extra `pettingzoo`: `pip install 'croupier[pettingzoo]'`.
"""

from collections.abc import Mapping

import engine
from engine import InvalidOption, Plain
from environments.layout import ANY_SEED, Layout, Part
from environments.rewards import ILLEGAL, REWARDS, Reward
from environments.seat_view import SeatView, observe, read_view
from environments.table import TableEnv

__all__ = [
    "ILLEGAL",
    "REWARDS",
    "Layout",
    "Part",
    "Reward",
    "SeatView",
    "TableEnv",
    "make",
    "observe",
    "read_view",
    "usual_options",
]


def make(
    game: str,
    *,
    seats: int | None = None,
    options: Mapping[str, Plain] | None = None,
    reward: Reward = "rank",
    illegal_reward: float | None = None,
    render_mode: str | None = None,
) -> TableEnv:
    """Return an environment for tables of `game` with these terms.

    Without `seats`, a table has as few as the game allows. `options` holds those that differ from `usual_options`.
    `reward` is how the end of a table is rewarded: by the `rank` of each seat, or by its `margin` in points. An agent
    that makes an illegal move gets `illegal_reward`; the default is as bad as any end of a table, or worse.

    Raises `engine.EngineError` for terms that the game does not allow, and for those with which any seat may move at
    any moment, since one agent acts at a time.
    """
    seats = engine.find_game(game).min_seats if seats is None else seats
    options = {**usual_options(game, seats), **(options or {})}
    _check_turns(game, seats, options)
    return TableEnv(
        game,
        seats=seats,
        options=options,
        reward=reward,
        illegal_reward=ILLEGAL[reward] if illegal_reward is None else illegal_reward,
        render_mode=render_mode,
    )


def usual_options(game: str, seats: int) -> Mapping[str, Plain]:
    """Return the options with which `make` differs from the defaults of a game.

    They are those that so many seats need, and those with which seats are asked instead of racing each other.
    """
    rules = engine.find_game(game)
    polled = {} if rules.reaction is None else rules.reaction.polled
    return {**engine.fitting_options(rules, seats), **polled}


def _check_turns(game: str, seats: int, options: Mapping[str, Plain]) -> None:
    """Refuse tables at which no agent can be selected, because the fastest seat moves."""
    state = engine.new_game(game, seats=seats, options=options, seed=ANY_SEED)
    reaction = engine.game_of(state).reaction
    if reaction is not None and engine.has_reactions(state):
        name, value = next(iter(reaction.polled.items()))
        raise InvalidOption(
            f"The option {name} cannot be {options[name]!r} here, since one agent acts at a time; it is {value!r}.",
            ("options", name),
        )
