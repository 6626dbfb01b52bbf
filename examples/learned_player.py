"""Let a policy of `examples.learn` take a seat at a running service, and print the result of the table.

    python -m examples.learned_player policy.npz                        # against bots of level 1
    python -m examples.learned_player policy.npz --session=ID --code=CODE

It needs the extra `pettingzoo` and the kit `croupier-client`. The policy knows the table by the view of its seat alone.
"""

import argparse

import numpy as np
from croupier_client import Bot, Client, Decision, Move, SessionFrame, Table
from croupier_client.contract import OptionInput, View

import environments
from environments import SeatView, TableEnv, observe
from examples.learn import Policy


def read_view(view: View) -> SeatView:
    """Return what a seat sees in its view."""
    assert view["viewer"] is not None
    return SeatView(
        seat=view["viewer"],
        turn=view["turn"],
        scores=[score["points"] for score in view["scores"]],
        facts={fact["name"]: fact["value"] for fact in view["facts"]},
        zones={zone["key"]: [card and card["code"] for card in zone["cards"]] for zone in view["zones"]},
    )


class LearnedPlayer(Bot):
    """Chooses moves by a policy, which was learned in an environment with the terms of the table."""

    def __init__(self, env: TableEnv, policy: Policy) -> None:
        self.env = env
        self.policy = policy
        self.random = np.random.default_rng()

    def choose(self, decision: Decision, frame: SessionFrame) -> Move | None:
        """Return the move that the policy prefers; out of turn none."""
        view = frame["session"]["view"]
        if view is None or not decision["asked"]:
            return None
        moves = {self.env.actions[move["notation"]]: move for move in decision["moves"]}
        observed = observe(self.env.layout, read_view(view))
        return moves[self.policy.choose(observed, list(moves), self.random)]


def open_table(client: Client, env: TableEnv) -> Table:
    """Open a table with the terms of the environment, take a seat, and let bots of level 1 play the others."""
    options: list[OptionInput] = [{"name": name, "value": str(value)} for name, value in env.options.items()]
    hosted = client.create({"game": env.game, "seats": env.seats, "options": options})
    table = client.join(hosted.id, seat=0)
    for seat in range(1, env.seats):
        table.add_bot(seat, 1)
    return table


def main() -> None:
    """Play a table, and print its result."""
    parser = argparse.ArgumentParser(description="Let a learned policy play at a service.")
    parser.add_argument("policy", help="a file that examples.learn has saved")
    parser.add_argument("--url", default="http://localhost:8000")
    parser.add_argument("--session")
    parser.add_argument("--code")
    asked = parser.parse_args()
    saved = np.load(asked.policy)
    env = environments.make(str(saved["game"]), seats=int(saved["seats"]))
    policy = Policy(env.layout, len(env.moves))
    policy.weights = saved["weights"]
    client = Client(asked.url)
    table = client.join(asked.session, code=asked.code) if asked.session else open_table(client, env)
    result = LearnedPlayer(env, policy).play(table)
    if result:
        print("The learner wins:" if table.seat in result["winners"] else "The learner loses:", *result["scores"])


if __name__ == "__main__":
    main()
