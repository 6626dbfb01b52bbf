"""A sealed table played over the network, and every byte that its viewers are sent of it."""

from collections.abc import Iterable
from random import Random

from tests.engine.redeal import Viewer
from tests.service.noninterference import worlds
from tests.service.noninterference.deals import Act, Script
from tests.support.graphql_client import Client, Json
from tests.support.graphql_selections import operation
from tools.services import LocalService

NEW_TABLE = ("game", "seats", "options", "seed", "deck")


class SealedWorld:
    """A sealed table played over the network, and all that some viewers are sent of it."""

    def __init__(self, server: LocalService, script: Script, viewers: Iterable[Viewer]) -> None:
        self.server = server
        self.script = script
        self.received: dict[Viewer, list[worlds.Sent]] = {viewer: [] for viewer in viewers}
        wish = {key: value for key, value in worlds.opening_of(script).items() if key in NEW_TABLE} | {"sealed": True}
        made = self.ask(None, "newTable", operation("Mutation", "newTable"), input=wish)
        self.state: str = made["state"]
        self.grants = {grant["seat"]: grant["token"] for grant in made["grants"]}

    def ask(self, viewer: Viewer, what: str, document: str, **variables: object) -> Json:
        """Ask as the holder of a viewer's grant, keep the response, and return it."""
        client = Client(self.server, None if viewer is None else self.grants[viewer])
        answer = client.post(worlds.ask_graphql(what, document, **variables).body)
        if viewer in self.received:
            self.received[viewer].append(
                worlds.Sent(what, answer.status_code, (), worlds.set_aside(answer.content, "no session"))
            )
        (value,) = answer.json()["data"].values()
        return value

    def look_around(self, name: str) -> None:
        """Let every viewer read the table as every seat, and try its forbidden acts."""
        for viewer in self.received:
            chance = Random(f"{name} {viewer} {len(self.state)}")
            legal: set[str] = set()
            for seat in range(self.script.seats):
                seen = self.ask(viewer, f"table {seat}", operation("Query", "table", seat=seat), state=self.state)
                legal |= {move["notation"] for move in seen["legalMoves"]}
            if viewer is not None:
                hint = operation("Query", "suggestMoveForState")
                self.ask(viewer, "suggest", hint, state=self.state, seat=viewer, level=2)
            for move in worlds.tried_moves(self.script, chance):
                # An accepted move would be kept: the table's mark would be that of another state.
                if move not in legal and worlds.may_be_tried(self.script, move):
                    self.try_move(viewer, chance.randrange(self.script.seats), move)

    def try_move(self, viewer: Viewer, seat: int, move: str) -> Json:
        """Try a move; the resulting table is forgotten unless the caller keeps it."""
        wish = {"state": self.state, "seat": seat, "move": move}
        return self.ask(viewer, f"{seat} {move}", operation("Mutation", "applyMoveToState", seat=seat), input=wish)

    def move(self, act: Act) -> None:
        """Make a move, which must be possible, and hand the new table to everybody."""
        self.state = self.try_move(act.seat, act.seat, act.move)["table"]["state"]
        for received in self.received.values():
            received.append(worlds.Sent("state", 0, (), worlds.set_aside(self.state.encode(), "no session")))


def drive_sealed(server: LocalService, script: Script, viewers: Iterable[Viewer], name: str) -> SealedWorld:
    """Play a script of moves at a sealed table."""
    world = SealedWorld(server, script, viewers)
    for number, act in enumerate(script.acts):
        if number % worlds.PAUSE == 0:
            world.look_around(name)
        world.move(act)
    world.look_around(name)
    return world
